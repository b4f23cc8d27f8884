//! Cop numbers and capture times: published ones, those of every small graph, and each shortcut held against the game
//! played out.
//!
//! Eight nodes are taken from `geng` (Debian's package `nauty`) where it is installed; nine run on demand:
//!
//! ```text
//! cargo test --release --test cop_number -- --ignored --nocapture
//! ```

mod oracle;

use oracle::Rules;
use oracle::compare::to_graph;
use oracle::families;
use oracle::generate::{self, Random, campaign, connected_graphs};
use oracle::teams::fewest_pursuers;
use pursuit::{Corpus, Error, Game, Graph, Role, Solution, cop_number};
use std::collections::BTreeMap;
use std::process::Command;

type Rows = Vec<Vec<usize>>;

fn cops(rows: &Rows, most: usize) -> Option<usize> {
    cop_number(&to_graph(rows), most).expect("an undirected graph")
}

/// The cop number by playing alone: a game in which staying is a loop at every node is not seen to be the classical
/// one, so no shortcut is taken.
fn cops_by_playing(rows: &Rows, most: usize) -> Option<usize> {
    let game = Game::new(to_graph(&families::with_loops(rows.clone()))).expect("a game");
    game.cop_number(most).expect("a number")
}

/// The classical game solved for so many cops.
fn solved(rows: &Rows, cops: usize) -> Solution {
    let mut game = Game::new(to_graph(rows)).expect("a game");
    game.rules_mut().allow_stay(Role::Evader, true);
    game.rules_mut().allow_stay(Role::Pursuer, true);
    game.set_pursuers(cops).expect("a number of pursuers");
    game.solve().expect("a solution")
}

/// The capture time from the distances: half the plies from the best start.
fn rounds_by_distance(rows: &Rows, cops: usize) -> Option<u32> {
    let start = solved(rows, cops)
        .best_team_start(Role::Pursuer, &mut vec![0; cops])
        .expect("a start");
    start.distance.map(|plies| plies.div_ceil(2))
}

/// A line in graph6 form, at most 62 nodes.
fn graph6(rows: &Rows) -> String {
    let n = rows.len();
    let mut bits: Vec<bool> = (0..n)
        .flat_map(|y| (0..y).map(move |x| rows[x].contains(&y)))
        .collect();
    bits.resize(bits.len().next_multiple_of(6), false);
    let six = |six: &[bool]| six.iter().fold(0, |value, &bit| value << 1 | u8::from(bit));
    let bytes = std::iter::once(n as u8).chain(bits.chunks(6).map(six));
    bytes.map(|value| char::from(value + 63)).collect()
}

/// Number and capture time as a corpus has them.
fn in_a_corpus(rows: &Rows, most: usize) -> (u32, Option<u32>) {
    let line = graph6(rows);
    let corpus = Corpus::from_graph6(line.as_bytes(), 1).expect("a corpus");
    let numbers = corpus
        .cop_numbers(most, true, 1, &mut |_| true)
        .expect("numbers");
    (numbers.cops[0], numbers.rounds[0])
}

/// A cubic graph on a circle: node x is joined to x + jumps[x], jumps repeated round and round (LCF notation).
fn lcf(n: usize, jumps: &[isize]) -> Rows {
    let jump = |x: usize| (x as isize + jumps[x % jumps.len()]).rem_euclid(n as isize) as usize;
    let circle = (0..n).map(|x| (x, (x + 1) % n));
    let chords = (0..n).map(|x| (x, jump(x))).filter(|(x, y)| x < y);
    families::undirected(n, circle.chain(chords))
}

fn icosahedron() -> Rows {
    let mut edges = vec![];
    for x in 0..5 {
        let (up, down) = (1 + x, 6 + x);
        let next = (x + 1) % 5;
        edges.extend([
            (0, up),
            (up, 1 + next),
            (up, down),
            (up, 6 + next),
            (down, 6 + next),
            (down, 11),
        ]);
    }
    families::undirected(12, edges)
}

#[rustfmt::skip]
fn chvatal() -> Rows {
    families::undirected(
        12,
        [
            (0, 1), (0, 4), (0, 6), (0, 9), (1, 2), (1, 5), (1, 7), (2, 3), (2, 6), (2, 8), (3, 4), (3, 7), (3, 9),
            (4, 5), (4, 8), (5, 10), (5, 11), (6, 10), (6, 11), (7, 8), (7, 11), (8, 10), (9, 10), (9, 11),
        ],
    )
}

/// The one graph on 19 nodes with four streets at each and no circle shorter than five.
#[rustfmt::skip]
fn robertson() -> Rows {
    families::undirected(
        19,
        [
            (0, 1), (0, 4), (0, 7), (0, 18), (1, 2), (1, 9), (1, 16), (2, 3), (2, 11), (2, 14), (3, 4), (3, 8), (3, 17),
            (4, 5), (4, 15), (5, 6), (5, 9), (5, 12), (6, 7), (6, 14), (6, 17), (7, 8), (7, 11), (8, 9), (8, 13), (9, 10),
            (10, 11), (10, 15), (10, 18), (11, 12), (12, 13), (12, 16), (13, 14), (13, 18), (14, 15), (15, 16), (16, 17),
            (17, 18),
        ],
    )
}

/// W. Zachary, "An information flow model for conflict and fission in small groups", 1977.
#[rustfmt::skip]
fn karate_club() -> Rows {
    families::undirected(
        34,
        [
            (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (0, 8), (0, 10), (0, 11), (0, 12), (0, 13), (0, 17),
            (0, 19), (0, 21), (0, 31), (1, 2), (1, 3), (1, 7), (1, 13), (1, 17), (1, 19), (1, 21), (1, 30), (2, 3), (2, 7),
            (2, 8), (2, 9), (2, 13), (2, 27), (2, 28), (2, 32), (3, 7), (3, 12), (3, 13), (4, 6), (4, 10), (5, 6), (5, 10),
            (5, 16), (6, 16), (8, 30), (8, 32), (8, 33), (9, 33), (13, 33), (14, 32), (14, 33), (15, 32), (15, 33),
            (18, 32), (18, 33), (19, 33), (20, 32), (20, 33), (22, 32), (22, 33), (23, 25), (23, 27), (23, 29), (23, 32),
            (23, 33), (24, 25), (24, 27), (24, 31), (25, 31), (26, 29), (26, 33), (27, 33), (28, 31), (28, 33), (29, 32),
            (29, 33), (30, 32), (30, 33), (31, 32), (31, 33), (32, 33),
        ],
    )
}

/// Name, graph, cop number, capture time in rounds.
fn named() -> Vec<(&'static str, Rows, usize, u32)> {
    vec![
        ("Petersen", families::petersen(), 3, 1),
        ("dodecahedron", families::dodecahedron(), 3, 3),
        ("icosahedron", icosahedron(), 2, 1),
        ("Q4", families::hypercube(4), 3, 2),
        ("Heawood", lcf(14, &[5, -5]), 3, 2),
        ("Pappus", lcf(18, &[5, 7, -7, 7, -7, -5]), 3, 2),
        ("Desargues", lcf(20, &[5, -5, 9, -9]), 3, 3),
        ("Möbius–Kantor", families::generalised_petersen(8, 3), 3, 2),
        ("Chvátal", chvatal(), 2, 3),
        (
            "Frucht",
            lcf(12, &[-5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2]),
            2,
            2,
        ),
        ("karate club", karate_club(), 2, 2),
    ]
}

#[test]
fn named_graphs_take_as_many_cops_and_rounds_as_published() {
    for (name, rows, number, rounds) in named() {
        assert_eq!(cops(&rows, 5), Some(number), "{name}");
        assert_eq!(cops(&rows, number), Some(number), "{name}");
        assert_eq!(cops(&rows, number - 1), None, "{name}");
        assert_eq!(
            in_a_corpus(&rows, 5),
            (number as u32, Some(rounds)),
            "{name}"
        );
        assert_eq!(in_a_corpus(&rows, number - 1), (0, None), "{name}");
        assert_eq!(rounds_by_distance(&rows, number), Some(rounds), "{name}");
        assert_eq!(rounds_by_distance(&rows, number - 1), None, "{name}");
        assert_eq!(cops_by_playing(&rows, 3), Some(number), "{name}");
    }
}

#[test]
fn the_smallest_graphs_for_three_and_four_cops_are_petersen_and_robertson() {
    assert_eq!(cops(&families::petersen(), 2), None);
    let rows = robertson();
    assert!(rows.iter().all(|row| row.len() == 4));
    assert_eq!(cops(&rows, 5), Some(4));
    assert_eq!(cops(&rows, 3), None);
    assert_eq!(cops_by_playing(&rows, 3), None);
    assert_eq!(cops_by_playing(&rows, 4), Some(4));
}

#[test]
fn a_grid_takes_two_cops_half_as_many_rounds_as_its_sides_are_long() {
    for (m, n) in [
        (2, 2),
        (2, 3),
        (2, 7),
        (3, 3),
        (3, 5),
        (4, 4),
        (4, 7),
        (5, 6),
    ] {
        let rows = families::grid(m, n);
        let rounds = (m + n - 2) as u32 / 2;
        assert_eq!(in_a_corpus(&rows, 3), (2, Some(rounds)), "{m} × {n}");
        assert_eq!(rounds_by_distance(&rows, 2), Some(rounds), "{m} × {n}");
    }
}

#[test]
fn a_tree_takes_one_cop_as_many_rounds_as_its_radius() {
    campaign(60, |random| {
        let n = 1 + random.below(40);
        let rows = generate::tree(random, n);
        let eccentricity = |x: usize| {
            let mut far = vec![usize::MAX; n];
            let mut queue = vec![x];
            far[x] = 0;
            for at in 0.. {
                let Some(&y) = queue.get(at) else { break };
                for &z in &rows[y] {
                    if far[z] == usize::MAX {
                        far[z] = far[y] + 1;
                        queue.push(z);
                    }
                }
            }
            far.into_iter().max()
        };
        let radius = (0..n).map(eccentricity).min().flatten().expect("a node");
        assert_eq!(in_a_corpus(&rows, 2), (1, Some(radius as u32)), "{rows:?}");
    });
}

/// How many graphs of a text there are of each cop number.
fn counted(text: &[u8], most: usize) -> BTreeMap<u32, usize> {
    let corpus = Corpus::from_graph6(text, 1).expect("a corpus");
    let numbers = corpus
        .cop_numbers(most, false, 1, &mut |_| true)
        .expect("numbers");
    let mut counts = BTreeMap::new();
    for cops in numbers.cops {
        *counts.entry(cops).or_default() += 1;
    }
    counts
}

/// Connected graphs on 1 to 8 nodes, by cop number.
const ONE_COP: [usize; 8] = [1, 1, 2, 5, 16, 68, 403, 3791];
const TWO_COPS: [usize; 8] = [0, 0, 0, 1, 5, 44, 450, 7326];

fn published(n: usize) -> BTreeMap<u32, usize> {
    let counts = [(1, ONE_COP[n - 1]), (2, TWO_COPS[n - 1])];
    counts.into_iter().filter(|&(_, count)| count > 0).collect()
}

#[test]
fn connected_graphs_of_up_to_7_nodes_have_the_published_cop_numbers() {
    for n in 1..=7 {
        let lines: Vec<String> = connected_graphs(n).iter().map(graph6).collect();
        assert_eq!(
            counted(lines.join("\n").as_bytes(), 3),
            published(n),
            "{n} nodes"
        );
    }
}

/// What `geng` prints, if it is installed, which Debian calls nauty-geng.
fn geng(n: usize) -> Option<Vec<u8>> {
    let run = |program: &str| Command::new(program).args(["-cq", &n.to_string()]).output();
    let output = run("geng").or_else(|_| run("nauty-geng")).ok()?;
    assert!(output.status.success());
    Some(output.stdout)
}

#[test]
fn connected_graphs_of_8_nodes_have_the_published_cop_numbers() {
    let Some(text) = geng(8) else {
        eprintln!("skipped: geng is not installed");
        return;
    };
    assert_eq!(counted(&text, 3), published(8));
}

/// The count of those that one cop wins was found by taking out corners in another program; no graph on fewer than ten
/// nodes takes three.
#[test]
#[ignore = "takes geng and seconds"]
fn connected_graphs_of_9_nodes_take_one_or_two_cops() {
    let text = geng(9).expect("geng, of nauty");
    assert_eq!(
        counted(&text, 3),
        BTreeMap::from([(1, 65_561), (2, 195_519)])
    );
}

#[test]
#[ignore = "takes geng and half a minute"]
fn one_graph_of_10_nodes_takes_three_cops() {
    let text = geng(10).expect("geng, of nauty");
    let expected = BTreeMap::from([(1, 2_258_314), (2, 9_458_256), (3, 1)]);
    assert_eq!(counted(&text, 3), expected);
}

#[test]
fn shortcuts_and_playing_agree_on_every_connected_graph_of_up_to_7_nodes() {
    for n in 1..=7 {
        for rows in connected_graphs(n) {
            let number = cops(&rows, 3);
            assert_eq!(number, cops_by_playing(&rows, 3), "{rows:?}");
            let rounds = number.and_then(|number| rounds_by_distance(&rows, number));
            let expected = (number.unwrap_or(0) as u32, rounds);
            assert_eq!(in_a_corpus(&rows, 3), expected, "{rows:?}");
        }
    }
}

#[test]
fn shortcuts_and_the_oracle_agree_on_random_undirected_graphs() {
    campaign(120, |random| {
        let n = 1 + random.below(7);
        let rows = undirected(&generate::graph(random, n));
        let expected = fewest_pursuers(&Rules::classical(rows.clone()), 2);
        assert_eq!(cops(&rows, 2), expected, "{rows:?}");
    });
}

/// Sparse and dense, connected or not, with many corners or none.
#[test]
fn shortcuts_and_playing_agree_on_random_graphs_of_middling_size() {
    campaign(80, |random| {
        let n = 8 + random.below(16);
        let rows = undirected(&generate::graph(random, n));
        assert_eq!(cops(&rows, 3), cops_by_playing(&rows, 3), "{rows:?}");
    });
}

/// With few short circles the bound by degrees comes into play.
#[test]
fn the_bound_by_degrees_agrees_with_playing_on_graphs_without_short_circles() {
    campaign(60, |random| {
        let n = 10 + random.below(20);
        let mut rows: Rows = vec![vec![]; n];
        for _ in 0..20 * n {
            let (x, y) = (random.below(n), random.below(n));
            if x != y && !is_near(&rows, x, y, 3) {
                rows[x].push(y);
                rows[y].push(x);
            }
        }
        assert_eq!(cops(&rows, 3), cops_by_playing(&rows, 3), "{rows:?}");
    });
}

/// Whether there is a way from x to y of at most so many streets.
fn is_near(rows: &Rows, x: usize, y: usize, streets: usize) -> bool {
    x == y || streets > 0 && rows[x].iter().any(|&z| is_near(rows, z, y, streets - 1))
}

fn undirected(rows: &Rows) -> Rows {
    let edges = rows
        .iter()
        .enumerate()
        .flat_map(|(x, row)| row.iter().map(move |&y| (x, y)));
    families::undirected(rows.len(), edges.filter(|(x, y)| x != y))
}

/// T. Gavenčiak, "Cop-win graphs with maximum capture-time", Discrete Mathematics 310, 2010.
#[test]
fn one_cop_takes_at_most_n_minus_4_rounds_on_7_nodes() {
    let mut most = 0;
    for rows in connected_graphs(7) {
        if let (1, Some(rounds)) = in_a_corpus(&rows, 1) {
            most = most.max(rounds);
        }
    }
    assert_eq!(most, 3);
}

#[test]
fn components_add_up_and_the_slowest_decides() {
    let both = families::side_by_side(families::petersen(), &families::cycle(5));
    assert_eq!(cops(&both, 5), Some(5));
    assert_eq!(cops(&both, 4), None);
    assert_eq!(in_a_corpus(&both, 5), (5, Some(1)));
    let nodes = vec![vec![]; 300];
    assert_eq!(cops(&nodes, 300), Some(300));
    assert_eq!(cops(&nodes, 299), None);
    let slow = families::side_by_side(families::path(9), &families::dodecahedron());
    assert_eq!(in_a_corpus(&slow, 9), (4, Some(4)));
    // Small enough to be played as a whole.
    let rows = families::side_by_side(families::path(5), &families::cycle(5));
    assert_eq!(in_a_corpus(&rows, 3), (3, rounds_by_distance(&rows, 3)));
}

/// A graph past 64 nodes takes another way through the same shortcuts.
#[test]
fn graphs_of_more_than_a_word_are_dismantled_too() {
    let joined = |first: Rows, second: &Rows| {
        let at = first.len();
        let mut rows = families::side_by_side(first, second);
        rows[0].push(at);
        rows[at].push(0);
        rows
    };
    let rows = joined(families::petersen(), &families::path(200));
    assert_eq!(cops(&rows, 3), Some(3));
    assert_eq!(cops(&rows, 2), None);
    assert_eq!(
        cops(&joined(families::cycle(70), &families::path(50)), 3),
        Some(2)
    );
    assert_eq!(cops(&families::king(12), 3), Some(1));
    assert_eq!(cops(&families::grid(10, 11), 3), Some(2));
    let apart = families::side_by_side(rows, &families::cycle(80));
    assert_eq!(cops(&apart, 5), Some(5));
    assert_eq!(cops(&apart, 4), None);
}

/// A hundred thousand nodes, renumbered at random: one pass after the other must not cost a square.
#[test]
fn large_trees_and_stars_are_dismantled_at_once() {
    let mut random = Random::new(8);
    let n = 100_000;
    for rows in [
        generate::renumbered(&mut random, families::path(n)),
        generate::renumbered(&mut random, families::star(n)),
        generate::renumbered(&mut random, generate::tree(&mut Random::new(9), n)),
    ] {
        assert_eq!(cops(&rows, 1), Some(1));
    }
}

#[test]
fn loops_and_repetitions_do_not_matter() {
    let rows = families::petersen();
    let mut twice = families::with_loops(rows.clone());
    twice.iter_mut().for_each(|row| row.extend(row.clone()));
    assert_eq!(cops(&twice, 4), cops(&rows, 4));
}

#[test]
fn a_one_way_street_is_refused_and_named() {
    let graph = Graph::from_adjacency(&[vec![1], vec![0, 2], vec![]]).expect("a graph");
    assert_eq!(
        cop_number(&graph, 3),
        Err(Error::NotSymmetric { from: 1, to: 2 })
    );
}

#[test]
fn the_answers_for_a_corpus_do_not_depend_on_threads() {
    let lines: Vec<String> = (4..=7)
        .flat_map(connected_graphs)
        .chain(named().into_iter().map(|(_, rows, ..)| rows))
        .map(|rows| graph6(&rows))
        .collect();
    let text = lines.join("\n");
    let corpus = Corpus::from_graph6(text.as_bytes(), 1).expect("a corpus");
    let numbers = |threads| corpus.cop_numbers(3, true, threads, &mut |_| true);
    let alone = numbers(1).expect("numbers");
    for threads in [2, 3, 0] {
        assert_eq!(numbers(threads).as_ref(), Ok(&alone), "{threads} threads");
    }
}

#[test]
fn progress_through_a_corpus_is_orderly_and_stops_it() {
    let lines: Vec<String> = connected_graphs(7).iter().map(graph6).collect();
    let text = lines.join("\n");
    let corpus = Corpus::from_graph6(text.as_bytes(), 1).expect("a corpus");
    for threads in [1, 2] {
        let mut reports = Vec::new();
        corpus
            .cop_numbers(3, true, threads, &mut |now| {
                reports.push(now);
                true
            })
            .expect("numbers");
        for pair in reports.windows(2) {
            assert!(pair[0].round <= pair[1].round && pair[0].resolved <= pair[1].resolved);
        }
        let last = reports.last().expect("a report");
        assert_eq!((last.resolved, last.total), (853, 853));
        let stopped = corpus.cop_numbers(3, true, threads, &mut |_| false);
        assert_eq!(stopped.map(drop), Err(Error::Cancelled));
    }
}
