//! The library against the textbook: the same games, in the same process and run, answers compared.
//!
//! `cargo bench` prints Markdown tables on the standard output and each row as it comes on the standard error. See
//! [`USAGE`] for options. The textbook is `textbook.cpp`, compiled when the benchmark starts; the families are in
//! `families.rs`. A time is that of the fastest of several runs, with building and freeing everything that the call
//! needs; bytes a position are the peak of what a call asks of the allocator, over 2·n·n positions (node, node, turn).
//! A different answer ends the run.

mod cops;
mod families;
mod library;
mod measure;
mod textbook;

use families::{Graph, Random};
use measure::{Effort, Table, figure, milliseconds};
use std::time::Duration;
use textbook::Textbook;

#[global_allocator]
static ALLOCATOR: measure::Counting = measure::Counting;

const USAGE: &str = "\
usage: cargo bench [-- OPTIONS]
  --quick            under a minute: fewer runs, and no graph over 2000 nodes
  --only SUBSTRING   only rows whose section or family contains it (any case)
  --isa NAME         the library's code path: baseline, avx2, avx512
  --shuffle          random labels for every graph (0 remains the hole)";

/// The sizes of the large cat-and-mouse families.
const SIZES: [usize; 3] = [1000, 2000, 4000];

struct Options {
    quick: bool,
    shuffle: bool,
    only: Option<String>,
    isa: Option<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        quick: false,
        shuffle: false,
        only: None,
        isa: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            // What cargo itself adds.
            "--bench" => {}
            "--quick" => options.quick = true,
            "--shuffle" => options.shuffle = true,
            "--only" => options.only = Some(value()?.to_lowercase()),
            "--isa" => options.isa = Some(value()?),
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    Ok(options)
}

fn main() {
    let options = options().unwrap_or_else(|error| {
        eprintln!("{error}\n{USAGE}");
        std::process::exit(2);
    });
    let textbook = Textbook::load().unwrap_or_else(|error| {
        eprintln!("{error}");
        std::process::exit(1);
    });
    if let Some(name) = &options.isa
        && let Err(error) = library::force_isa(name)
    {
        eprintln!("--isa {name}: {error}");
        std::process::exit(1);
    }
    let bench = Bench::new(options, textbook);
    println!("{}", bench.machine());
    for table in bench.run().into_iter().filter(|table| !table.is_empty()) {
        println!("{}", table.markdown());
    }
}

struct Bench {
    options: Options,
    textbook: Textbook,
    /// How often the textbook runs, and how often the library.
    slow: Effort,
    fast: Effort,
    /// For work of seconds.
    long: Effort,
}

impl Bench {
    fn new(options: Options, textbook: Textbook) -> Bench {
        let effort = |milliseconds, least, most| Effort {
            time: Duration::from_millis(milliseconds),
            least,
            most,
        };
        let (slow, fast) = match options.quick {
            false => (effort(1000, 2, 20), effort(600, 3, 1000)),
            true => (effort(100, 1, 5), effort(100, 2, 200)),
        };
        Bench {
            options,
            textbook,
            slow,
            fast,
            long: effort(2000, 1, 3),
        }
    }

    fn run(&self) -> Vec<Table> {
        let mut tables = vec![self.cop_and_robber(), self.small_batches()];
        tables.extend(self.large());
        tables.push(self.two_threads());
        tables.push(self.very_large());
        tables.push(self.calls());
        tables.extend(cops::tables(&cops::Settings {
            wanted: &|section, family| self.wanted(section, family),
            quick: self.options.quick,
            long: self.long,
            short: self.fast,
        }));
        tables
    }

    fn wanted(&self, section: &str, family: &str) -> bool {
        let has = |text: &str, part: &str| text.to_lowercase().contains(part);
        self.options
            .only
            .as_ref()
            .is_none_or(|part| has(section, part) || has(family, part))
    }

    /// The graph, with other labels where that is asked for.
    fn labelled(&self, graph: Graph) -> Graph {
        if !self.options.shuffle {
            return graph;
        }
        let mut name = Random::new(graph.n as u64).permutation(graph.n);
        let holder = name
            .iter()
            .position(|&x| x == 0)
            .expect("every name is in use");
        name.swap(0, holder);
        graph.relabelled(&name)
    }

    fn machine(&self) -> String {
        let first_line = |program: &str, arguments: &[&str]| {
            let output = std::process::Command::new(program)
                .args(arguments)
                .output()
                .ok();
            let text = output
                .and_then(|output| String::from_utf8(output.stdout).ok())
                .unwrap_or_default();
            text.lines().next().unwrap_or("unknown").to_owned()
        };
        let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let cpu = cpu
            .lines()
            .find(|line| line.starts_with("model name"))
            .and_then(|line| line.split(": ").nth(1));
        format!(
            "{}, one thread unless said, {}. Textbook: {}. Library: {}{}{}.\n",
            first_line("date", &["-u", "+%Y-%m-%d"]),
            cpu.unwrap_or("unknown CPU"),
            self.textbook.compiler(),
            first_line("rustc", &["--version"]),
            self.options
                .isa
                .as_ref()
                .map(|isa| format!(", {isa} code"))
                .unwrap_or_default(),
            if self.options.shuffle {
                ", random labels"
            } else {
                ""
            },
        )
    }

    /// `start` on the 500 × 500 matrix.
    fn cop_and_robber(&self) -> Table {
        let section = "`start`, n = 500: exact distances and the best start";
        let mut table = Table::new(
            section,
            &[
                "family",
                "start, plies",
                "matrix ms",
                "lists ms",
                "library ms",
                "ratio to matrix",
                "ratio to lists",
                "matrix B/position",
                "library B/position",
            ],
        );
        for (family, graph) in families::cop_and_robber() {
            if !self.wanted(section, family) {
                continue;
            }
            let graph = self.labelled(graph);
            let n = graph.n;
            let mut matrix = textbook::matrix(&graph);
            let (expected, textbook_bytes) = self
                .textbook
                .peak_during(|| self.textbook.start_matrix(n, &matrix));
            assert_eq!(
                self.textbook.start_lists(n, &matrix),
                expected,
                "{family}: the textbooks differ"
            );
            let (corner, library_bytes) = measure::peak_during(|| library::start(n, &mut matrix));
            let answer = (corner, library::start_plies(n, &matrix));
            assert_eq!(answer, expected, "{family}: start and its plies");

            let by_matrix = self.slow.best_of(|| self.textbook.start_matrix(n, &matrix));
            let by_lists = self.slow.best_of(|| self.textbook.start_lists(n, &matrix));
            let ours = self.fast.best_of(|| library::start(n, &mut matrix));
            let answer = match expected {
                (-1, _) => "escape".into(),
                (corner, plies) => format!("{corner}, {plies}"),
            };
            table.row(
                vec![
                    family.into(),
                    answer,
                    milliseconds(by_matrix),
                    milliseconds(by_lists),
                    milliseconds(ours),
                    a_position(textbook_bytes, n),
                    a_position(library_bytes, n),
                ],
                &[by_matrix / ours, by_lists / ours],
            );
        }
        table
    }

    /// `cat_mouse_game` on graphs of LeetCode's size.
    fn small_batches(&self) -> Table {
        let section = "`cat_mouse_game`, n = 50: batches of 100 graphs";
        let mut table = Table::new(section, &columns("draw / mouse / cat"));
        for (family, graphs) in families::small_batches() {
            if !self.wanted(section, family) {
                continue;
            }
            let graphs: Vec<Graph> = graphs
                .into_iter()
                .map(|graph| self.labelled(graph))
                .collect();
            let (mut bytes, mut counts) = ([0, 0], [0, 0, 0]);
            for (i, graph) in graphs.iter().enumerate() {
                let (expected, theirs) =
                    self.textbook.peak_during(|| self.textbook.cat_mouse(graph));
                let (answer, ours) = measure::peak_during(|| library::cat_mouse(graph));
                assert_eq!(answer, expected, "{family}, graph {i}");
                counts[answer as usize] += 1;
                bytes = [bytes[0].max(theirs), bytes[1].max(ours)];
            }
            let theirs = self.slow.best_of(|| {
                graphs
                    .iter()
                    .map(|graph| self.textbook.cat_mouse(graph))
                    .sum::<i32>()
            });
            let ours = self
                .fast
                .best_of(|| graphs.iter().map(library::cat_mouse).sum::<i32>());
            let answers = counts.map(|count| count.to_string()).join(" / ");
            table.row(
                comparison(family, answers, [theirs, ours], bytes, 50),
                &[theirs / ours],
            );
        }
        table
    }

    /// The four sections on 1000 to 4000 nodes. They share each graph and the textbook's full result for it.
    fn large(&self) -> [Table; 4] {
        let titles = [
            "`cat_mouse_game`, as the families come",
            "`cat_mouse_game`, start positions moved to a draw or the deepest win",
            "outcome of every position",
            "outcome and distance of every position",
        ];
        let mut tables = [0, 1, 2, 3].map(|i| {
            Table::new(
                titles[i],
                &columns(["start", "start", "draws", "longest"][i]),
            )
        });
        let sizes = SIZES
            .into_iter()
            .filter(|&n| !self.options.quick || n <= 2000);
        for (name, n) in families::LARGE
            .into_iter()
            .flat_map(|name| sizes.clone().map(move |n| (name, n)))
        {
            let family = format!("{name}, {n}");
            let wanted = titles.map(|title| self.wanted(title, &family));
            if !wanted.contains(&true) {
                continue;
            }
            let graph = self.labelled(families::large(name, n));
            let (reference, full_bytes) = self
                .textbook
                .peak_during(|| self.textbook.table(&graph, true));
            // The textbook's work is the same for one decision and for all outcomes: one figure serves both.
            if wanted[0] || wanted[2] {
                let (_, bytes) = self
                    .textbook
                    .peak_during(|| self.textbook.cat_mouse(&graph));
                let theirs = self.slow.best_of(|| self.textbook.cat_mouse(&graph));
                if wanted[0] {
                    self.decision(&mut tables[0], &family, &graph, &reference, (theirs, bytes));
                }
                if wanted[2] {
                    self.all_outcomes(&mut tables[2], &family, &graph, &reference, (theirs, bytes));
                }
            }
            if wanted[1] {
                let (mouse, cat) = hardest_start(&graph, &reference);
                let moved = graph.with_starts(mouse, cat);
                let (_, bytes) = self
                    .textbook
                    .peak_during(|| self.textbook.cat_mouse(&moved));
                let theirs = self.slow.best_of(|| self.textbook.cat_mouse(&moved));
                let reference = self.textbook.table(&moved, true);
                self.decision(&mut tables[1], &family, &moved, &reference, (theirs, bytes));
            }
            if wanted[3] {
                let theirs = self.slow.best_of(|| self.textbook.table(&graph, true));
                self.all_distances(
                    &mut tables[3],
                    &family,
                    &graph,
                    &reference,
                    (theirs, full_bytes),
                );
            }
        }
        tables
    }

    fn decision(
        &self,
        table: &mut Table,
        family: &str,
        graph: &Graph,
        reference: &textbook::Table,
        (theirs, their_bytes): (f64, usize),
    ) {
        let start = 2 * (graph.n + 2);
        let expected = reference.outcomes()[start];
        let (answer, our_bytes) = measure::peak_during(|| library::cat_mouse(graph));
        assert_eq!(
            answer,
            i32::from(expected),
            "{family}: the outcome of the start"
        );
        let ours = self.fast.best_of(|| library::cat_mouse(graph));
        let what = describe(expected, reference.distances()[start]);
        table.row(
            comparison(
                family,
                what,
                [theirs, ours],
                [their_bytes, our_bytes],
                graph.n,
            ),
            &[theirs / ours],
        );
    }

    fn all_outcomes(
        &self,
        table: &mut Table,
        family: &str,
        graph: &Graph,
        reference: &textbook::Table,
        (theirs, their_bytes): (f64, usize),
    ) {
        let n = graph.n;
        let (solution, our_bytes) = measure::peak_during(|| library::outcomes(graph));
        for (i, &expected) in reference.outcomes().iter().enumerate() {
            let (mouse, cat, turn) = (i / 2 / n, i / 2 % n, i % 2);
            let answer = library::outcome(&solution, mouse, cat, turn);
            assert_eq!(
                answer, expected,
                "{family}: outcome with mouse {mouse}, cat {cat}, turn {turn}"
            );
        }
        drop(solution);
        let ours = self.fast.best_of(|| library::outcomes(graph));
        let draws = reference
            .outcomes()
            .iter()
            .filter(|&&outcome| outcome == 0)
            .count();
        let share = format!(
            "{:.0} %",
            100.0 * draws as f64 / reference.outcomes().len() as f64
        );
        table.row(
            comparison(family, share, [theirs, ours], [their_bytes, our_bytes], n),
            &[theirs / ours],
        );
    }

    fn all_distances(
        &self,
        table: &mut Table,
        family: &str,
        graph: &Graph,
        reference: &textbook::Table,
        (theirs, their_bytes): (f64, usize),
    ) {
        let n = graph.n;
        let (solved, our_bytes) = measure::peak_during(|| library::Solved::new(graph));
        for turn in [0, 1] {
            let (outcomes, distances) = solved.export(turn);
            for (pair, answer) in outcomes.into_iter().zip(distances).enumerate() {
                let (mouse, cat, at) = (pair / n, pair % n, 2 * pair + turn);
                let expected = (reference.outcomes()[at] as i8, reference.distances()[at]);
                assert_eq!(
                    answer, expected,
                    "{family}: value with mouse {mouse}, cat {cat}, turn {turn}"
                );
            }
        }
        drop(solved);
        let ours = self.fast.best_of(|| library::Solved::new(graph));
        let longest = reference
            .distances()
            .iter()
            .max()
            .expect("there are positions")
            .to_string();
        table.row(
            comparison(family, longest, [theirs, ours], [their_bytes, our_bytes], n),
            &[theirs / ours],
        );
    }

    /// The same with one thread and with two, of the library alone.
    fn two_threads(&self) -> Table {
        let section = "outcome and distance of every position, n = 4000: one thread and two";
        let heads = ["family", "one thread ms", "two threads ms", "ratio"];
        let mut table = Table::new(section, &heads);
        let n = 4000;
        for name in families::LARGE {
            let family = format!("{name}, {n}");
            if !self.wanted(section, &family) {
                continue;
            }
            let graph = self.labelled(families::large(name, n));
            let [one, two] = [1, 2].map(|threads| {
                self.fast
                    .best_of(|| library::Solved::on_threads(&graph, threads))
            });
            table.row(
                vec![family, milliseconds(one), milliseconds(two)],
                &[one / two],
            );
        }
        table
    }

    /// One decision where the textbook's arrays would be gigabytes: the library alone, from several starts.
    fn very_large(&self) -> Table {
        let section = "one decision, n = 20 000 (the library alone)";
        let mut table = Table::new(
            section,
            &[
                "family",
                "start",
                "outcome",
                "seconds",
                "peak MiB",
                "B/position",
            ],
        );
        let n = 20_000;
        for name in families::LARGE {
            if !self.wanted(section, &format!("{name}, {n}")) {
                continue;
            }
            let graph = self.labelled(families::large(name, n));
            let mut random = Random::new(n as u64);
            let home = graph.component(0);
            let mut node = || loop {
                let x = random.below(n - 1) + 1;
                if home[x] {
                    break x;
                }
            };
            let mut starts = vec![(1, 2)];
            while starts.len() < if self.options.quick { 2 } else { 4 } {
                let (mouse, cat) = (node(), node());
                if mouse != cat {
                    starts.push((mouse, cat));
                }
            }
            for (mouse, cat) in starts {
                let moved = graph.with_starts(mouse, cat);
                let (outcome, bytes) = measure::peak_during(|| library::cat_mouse(&moved));
                let once = Effort {
                    time: Duration::from_secs(1),
                    least: 1,
                    most: 3,
                };
                let seconds = once.best_of(|| library::cat_mouse(&moved));
                table.row(
                    vec![
                        name.into(),
                        format!("mouse {mouse}, cat {cat}"),
                        ["draw", "mouse", "cat"][outcome as usize].into(),
                        figure(seconds),
                        figure(bytes as f64 / f64::from(1 << 20)),
                        a_position(bytes, n),
                    ],
                    &[],
                );
            }
        }
        table
    }

    /// What a call costs on ten nodes: a million calls.
    fn calls(&self) -> Table {
        let section = "a call on ten nodes";
        let mut table = Table::new(
            section,
            &[
                "function",
                "calls",
                "textbook µs/call",
                "library µs/call",
                "ratio",
            ],
        );
        let calls: usize = if self.options.quick {
            100_000
        } else {
            1_000_000
        };
        let graphs = families::tiny(100);
        let once = Effort {
            time: Duration::ZERO,
            least: 1,
            most: 1,
        };
        let mut compare = |function: &str,
                           theirs: &dyn Fn(usize) -> i32,
                           ours: &mut dyn FnMut(usize) -> i32| {
            if !self.wanted(section, function) {
                return;
            }
            for i in 0..graphs.len() {
                assert_eq!(ours(i), theirs(i), "{function}, graph {i} of ten nodes");
            }
            let theirs = once.best_of(|| (0..calls).map(|i| theirs(i % graphs.len())).sum::<i32>());
            let ours = once.best_of(|| (0..calls).map(|i| ours(i % graphs.len())).sum::<i32>());
            let each = |seconds: f64| figure(seconds / calls as f64 * 1e6);
            table.row(
                vec![function.into(), calls.to_string(), each(theirs), each(ours)],
                &[theirs / ours],
            );
        };
        compare(
            "`cat_mouse_game`",
            &|i| self.textbook.cat_mouse(&graphs[i]),
            &mut |i| library::cat_mouse(&graphs[i]),
        );
        let matrices: Vec<_> = graphs.iter().map(textbook::matrix).collect();
        let mut ours = matrices.clone();
        compare(
            "`start`",
            &|i| self.textbook.start_lists(10, &matrices[i]).0,
            &mut |i| library::start(10, &mut ours[i]),
        );
        table
    }
}

/// The columns of a comparison with the textbook; `what` heads the one that describes the answer.
fn columns(what: &'static str) -> [&'static str; 7] {
    [
        "family",
        what,
        "textbook ms",
        "library ms",
        "ratio",
        "textbook B/position",
        "library B/position",
    ]
}

/// The cells of such a row without the ratio; times and bytes are the textbook's and the library's.
fn comparison(
    family: &str,
    what: String,
    seconds: [f64; 2],
    bytes: [usize; 2],
    n: usize,
) -> Vec<String> {
    vec![
        family.into(),
        what,
        milliseconds(seconds[0]),
        milliseconds(seconds[1]),
        a_position(bytes[0], n),
        a_position(bytes[1], n),
    ]
}

fn a_position(bytes: usize, n: usize) -> String {
    format!("{:.2}", bytes as f64 / (2 * n * n) as f64)
}

fn describe(outcome: u8, distance: i32) -> String {
    match outcome {
        0 => "draw".into(),
        1 => format!("mouse in {distance}"),
        _ => format!("cat in {distance}"),
    }
}

/// Where mouse and cat should start: at a random draw within the hole's component, or at the deepest win if nothing
/// there is drawn.
fn hardest_start(graph: &Graph, reference: &textbook::Table) -> (usize, usize) {
    let n = graph.n;
    let home = graph.component(0);
    let at = |mouse: usize, cat: usize| 2 * (mouse * n + cat);
    let starts = || {
        let nodes = || (1..n).filter(|&x| home[x]);
        nodes().flat_map(move |mouse| {
            nodes()
                .filter(move |&cat| cat != mouse)
                .map(move |cat| (mouse, cat))
        })
    };
    let drawn = || starts().filter(|&(mouse, cat)| reference.outcomes()[at(mouse, cat)] == 0);
    match drawn().count() {
        0 => starts().max_by_key(|&(mouse, cat)| reference.distances()[at(mouse, cat)]),
        count => drawn().nth(Random::new(n as u64).below(count)),
    }
    .expect("more than two nodes lie with the hole")
}
