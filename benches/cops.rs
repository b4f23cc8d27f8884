//! Cop numbers and games of several cops: corpora, named graphs beside the Python package `cop-number`, a street map.
//!
//! Corpora come from `geng` (Debian's package `nauty`), the comparison needs `cop-number` of PyPI in the `python3` that
//! is on the path; without them the rows are left out, with a line on the standard error.

use crate::families::Random;
use crate::measure::{self, Effort, Table, figure, milliseconds};
use pursuit::{Corpus, Game, Graph, Role};
use std::collections::BTreeMap;
use std::process::Command;

/// What the benchmark has been told.
pub struct Settings<'a> {
    pub wanted: &'a dyn Fn(&str, &str) -> bool,
    pub quick: bool,
    /// For work of seconds, and for work of less.
    pub long: Effort,
    pub short: Effort,
}

pub fn tables(settings: &Settings) -> Vec<Table> {
    vec![
        corpora(settings),
        beside_python(settings),
        street_map(settings),
    ]
}

/// The connected graphs of a size, from graph6 lines in memory.
fn corpora(settings: &Settings) -> Table {
    let section = "cop numbers of every connected graph of a size";
    let mut table = Table::new(
        section,
        &[
            "nodes, question",
            "graphs",
            "threads",
            "seconds",
            "µs a graph",
            "graphs by cops",
        ],
    );
    // Nodes, the most cops, whether capture times are wanted.
    let questions = [
        (9, 3, false, "cop number"),
        (9, 3, true, "cop number and capture time"),
        (10, 1, false, "one cop or more"),
        (10, 3, false, "cop number"),
    ];
    for (nodes, most, rounds, question) in questions {
        let family = format!("{nodes}, {question}");
        if !(settings.wanted)(section, &family) || settings.quick && nodes > 9 {
            continue;
        }
        let Some(text) = geng(nodes) else {
            eprintln!("  {family}: left out, geng is not installed");
            continue;
        };
        let corpus = Corpus::from_graph6(&text, 1).expect("graphs");
        for threads in [1, 2] {
            let ask = || {
                let corpus = Corpus::from_graph6(&text, 1).expect("graphs");
                corpus.cop_numbers(most, rounds, threads, &mut |_| true)
            };
            let seconds = settings.long.best_of(ask);
            let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
            for cops in ask().expect("numbers").cops {
                *counts.entry(cops).or_default() += 1;
            }
            let counts = counts.into_iter().map(|(cops, count)| match cops {
                0 => format!("more: {count}"),
                _ => format!("{cops}: {count}"),
            });
            table.row(
                vec![
                    family.clone(),
                    corpus.len().to_string(),
                    threads.to_string(),
                    figure(seconds),
                    figure(seconds * 1e6 / corpus.len() as f64),
                    counts.collect::<Vec<_>>().join(", "),
                ],
                &[],
            );
        }
    }
    table
}

fn geng(nodes: usize) -> Option<Vec<u8>> {
    let run = |program| {
        Command::new(program)
            .args(["-cq", &nodes.to_string()])
            .output()
    };
    let output = run("geng").or_else(|_| run("nauty-geng")).ok()?;
    output.status.success().then_some(output.stdout)
}

/// `pursuit::cop_number` beside `cop_num` of the Python package, in the same run.
fn beside_python(settings: &Settings) -> Table {
    let section = "one graph's cop number, beside `cop-number` 1.1.2 (PyPI)";
    let mut table = Table::new(
        section,
        &["graph", "cops", "package ms", "library ms", "ratio"],
    );
    let graphs = [
        ("Petersen", "petersen_graph", generalised_petersen(5, 2)),
        (
            "dodecahedron",
            "dodecahedral_graph",
            generalised_petersen(10, 2),
        ),
    ];
    for (name, constructor, graph) in graphs {
        if !(settings.wanted)(section, name) {
            continue;
        }
        let Some((cops, theirs)) = python_cop_number(constructor) else {
            eprintln!("  {name}: left out, python3 has no cop_number and networkx");
            continue;
        };
        assert_eq!(pursuit::cop_number(&graph, 4), Ok(Some(cops)), "{name}");
        let ours = settings.short.best_of(|| pursuit::cop_number(&graph, 4));
        table.row(
            vec![
                name.into(),
                cops.to_string(),
                milliseconds(theirs),
                milliseconds(ours),
            ],
            &[theirs / ours],
        );
    }
    table
}

/// What the package says of a graph of networkx, and its seconds.
fn python_cop_number(constructor: &str) -> Option<(usize, f64)> {
    let program = format!(
        "import time, networkx; from cop_number import cop\n\
         graph = networkx.{constructor}(); begin = time.perf_counter()\n\
         print(cop.cop_num(graph), time.perf_counter() - begin)"
    );
    let output = Command::new("python3")
        .args(["-c", &program])
        .output()
        .ok()?;
    let printed = String::from_utf8(output.stdout).ok()?;
    let (cops, seconds) = printed.trim().split_once(' ')?;
    Some((cops.parse().ok()?, seconds.parse().ok()?))
}

/// Three cops on a street map of 200 corners and 430 streets, and where three are not enough.
fn street_map(settings: &Settings) -> Table {
    let section = "a street map of 200 corners and 430 streets";
    let mut table = Table::new(
        section,
        &["question", "threads", "answer", "seconds", "peak MB"],
    );
    let map = map();
    let three = |game: &Game| {
        let solution = game.solve().expect("a solution");
        let longest = solution.summary(Role::Pursuer).longest;
        format!("at most {} plies", longest.expect("a position that is won"))
    };
    let number = |game: &Game, most: usize| match game.cop_number(most).expect("a number") {
        Some(cops) => cops.to_string(),
        None => format!("more than {most}"),
    };
    // The library does not see that staying along loops is the same game as staying by the rules.
    let with_loops = with_loops(&map);
    type Ask<'a> = Box<dyn Fn(&Game) -> String + 'a>;
    let questions: [(&str, &Graph, Ask); 5] = [
        (
            "cop number, up to 2",
            &map,
            Box::new(|game| number(game, 2)),
        ),
        (
            "cop number, up to 3",
            &map,
            Box::new(|game| number(game, 3)),
        ),
        (
            "the same without short cuts",
            &with_loops,
            Box::new(|game| number(game, 3)),
        ),
        (
            "the same for two rings through 200 corners",
            &two_rings(),
            Box::new(|game| number(game, 3)),
        ),
        (
            "distances of every position of three cops",
            &map,
            Box::new(three),
        ),
    ];
    for (question, graph, ask) in questions {
        if !(settings.wanted)(section, question) {
            continue;
        }
        for threads in [1, 2] {
            let mut game = Game::new(graph.try_clone().expect("memory")).expect("memory");
            let by_rule = graph.successors(0).binary_search(&0).is_err();
            game.rules_mut().allow_stay(Role::Evader, by_rule);
            game.rules_mut().allow_stay(Role::Pursuer, by_rule);
            game.set_pursuers(3).expect("a number of pursuers");
            game.set_threads(threads);
            let (answer, bytes) = measure::peak_during(|| ask(&game));
            let seconds = settings.long.best_of(|| ask(&game));
            table.row(
                vec![
                    question.into(),
                    threads.to_string(),
                    answer,
                    figure(seconds),
                    figure(bytes as f64 / 1e6),
                ],
                &[],
            );
        }
    }
    table
}

/// Corners at random in a square, joined to near ones by streets that don't cross; a place that thirteen streets leave,
/// some of them by a bridge; and a district in the shape of a dodecahedron, for which two cops are not enough.
fn map() -> Graph {
    const CORNERS: usize = 200;
    const STREETS: usize = 430;
    const DISTRICT: usize = 20;
    const PLACE: usize = 1;
    const WIDEST: usize = 13;
    let town = CORNERS - DISTRICT;
    let mut random = Random::new(7);
    let corners: Vec<(f64, f64)> = (0..town)
        .map(|_| (random.below(10_000) as f64, random.below(10_000) as f64))
        .collect();
    let far = |&(x, y): &(usize, usize)| {
        let (dx, dy) = (corners[x].0 - corners[y].0, corners[x].1 - corners[y].1);
        dx * dx + dy * dy
    };
    let mut pairs: Vec<(usize, usize)> = (0..town)
        .flat_map(|y| (0..y).map(move |x| (x, y)))
        .collect();
    pairs.sort_by(|a, b| far(a).total_cmp(&far(b)));
    // Shortest first as long as they cross no other: then most are streets of a triangulation.
    let mut possible: Vec<(usize, usize)> = Vec::new();
    for &pair in &pairs {
        if possible.iter().all(|&other| !cross(&corners, pair, other)) {
            possible.push(pair);
        }
    }
    // A tree that joins everything, then as many others as are wanted.
    for last in (1..possible.len()).rev() {
        possible.swap(last, random.below(last + 1));
    }
    let mut part: Vec<usize> = (0..town).collect();
    let (mut tree, mut others) = (Vec::new(), Vec::new());
    for (x, y) in possible {
        let (of_x, of_y) = (part[x], part[y]);
        if of_x == of_y {
            others.push((x, y));
            continue;
        }
        part.iter_mut()
            .filter(|part| **part == of_x)
            .for_each(|part| *part = of_y);
        tree.push((x, y));
    }
    let district = generalised_petersen(DISTRICT / 2, 2);
    let mut streets = tree;
    for x in 0..DISTRICT {
        let row = district.successors(x).iter().map(|&y| y as usize);
        streets.extend(row.filter(|&y| x < y).map(|y| (town + x, town + y)));
    }
    streets.push((0, town));
    let at_place = |&&(x, y): &&(usize, usize)| x == PLACE || y == PLACE;
    let led_there = streets.iter().filter(at_place).count();
    let near = pairs.iter().filter(at_place);
    let more: Vec<_> = near
        .filter(|pair| !streets.contains(pair))
        .copied()
        .collect();
    streets.extend(&more[..WIDEST - led_there]);
    others.retain(|pair| !at_place(&pair));
    streets.extend(&others[..STREETS - streets.len()]);
    assert_eq!(streets.len(), STREETS);
    let map = undirected(CORNERS, &streets);
    let degrees = (0..CORNERS).map(|x| map.successors(x).len());
    assert_eq!(
        (degrees.clone().min(), degrees.max()),
        (Some(1), Some(WIDEST))
    );
    map
}

/// Two rings through the same 200 corners, the second in random order: too much for three cops.
fn two_rings() -> Graph {
    const CORNERS: usize = 200;
    let order = Random::new(4).permutation(CORNERS);
    let streets: Vec<(usize, usize)> = (0..CORNERS)
        .map(|x| (x, (x + 1) % CORNERS))
        .flat_map(|(x, y)| [(x, y), (order[x], order[y])])
        .collect();
    undirected(CORNERS, &streets)
}

/// Whether two streets cross between their ends.
fn cross(corners: &[(f64, f64)], first: (usize, usize), second: (usize, usize)) -> bool {
    let side = |(a, b): (usize, usize), c: usize| {
        let ((ax, ay), (bx, by), (cx, cy)) = (corners[a], corners[b], corners[c]);
        ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).signum()
    };
    let (a, b) = second;
    let (c, d) = first;
    let shared = a == c || a == d || b == c || b == d;
    !shared && side(first, a) * side(first, b) < 0.0 && side(second, c) * side(second, d) < 0.0
}

/// Two rings of n nodes, the second with steps of k, joined spoke by spoke.
fn generalised_petersen(n: usize, k: usize) -> Graph {
    let edges: Vec<(usize, usize)> = (0..n)
        .flat_map(|x| [(x, (x + 1) % n), (x, n + x), (n + x, n + (x + k) % n)])
        .collect();
    undirected(2 * n, &edges)
}

fn undirected(n: usize, edges: &[(usize, usize)]) -> Graph {
    let mut rows = vec![Vec::new(); n];
    for &(x, y) in edges {
        rows[x].push(y);
        rows[y].push(x);
    }
    Graph::from_adjacency(&rows).expect("a graph")
}

fn with_loops(graph: &Graph) -> Graph {
    let row = |x: usize| {
        let row = graph.successors(x).iter().map(|&y| y as usize);
        row.chain([x]).collect::<Vec<usize>>()
    };
    let rows: Vec<Vec<usize>> = (0..graph.node_count()).map(row).collect();
    Graph::from_adjacency(&rows).expect("a graph")
}
