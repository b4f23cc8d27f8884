//! The engine against the plain oracle: outcome and distance of every position.
//!
//! `PURSUIT_SEED` replays one random case, `PURSUIT_CASES` multiplies their number (see `oracle/generate.rs`).

mod oracle;

use oracle::Side::Pursuer;
use oracle::compare::{
    Checked, check_moves, check_starts, check_values, expect_agreement, role, sample, solve,
};
use oracle::families;
use oracle::generate::{self, Random, campaign, connected_graphs};
use oracle::{Oracle, Rules, positions};

fn agrees_everywhere(rules: &Rules) -> Checked {
    let oracle = Oracle::by_rounds(rules.clone());
    let solution = solve(rules);
    check_values(&oracle, &solution)?;
    check_moves(&oracle, &solution, positions(rules.node_count()))
}

#[test]
fn cop_and_robber_is_right_on_every_connected_graph_of_up_to_6_nodes() {
    for rows in (1..=6).flat_map(connected_graphs) {
        expect_agreement(&Rules::cop_and_robber(rows.clone()), agrees_everywhere);
        expect_agreement(&Rules::classical(rows), agrees_everywhere);
    }
}

#[test]
fn cat_and_mouse_is_right_on_every_connected_graph_of_up_to_6_nodes_with_every_hole() {
    for rows in (1..=6).flat_map(connected_graphs) {
        for hole in 0..rows.len() {
            expect_agreement(&Rules::cat_and_mouse(rows.clone(), hole), agrees_everywhere);
        }
    }
}

#[test]
fn both_classic_games_are_right_on_thousands_of_random_graphs() {
    campaign(3000, |random| {
        let n = 1 + random.below(16);
        let rows = generate::graph(random, n);
        expect_agreement(&Rules::cop_and_robber(rows.clone()), agrees_everywhere);
        expect_agreement(
            &Rules::cat_and_mouse(rows, random.below(n)),
            agrees_everywhere,
        );
    });
}

#[test]
fn thousands_of_random_rule_sets_are_solved_right() {
    campaign(6000, |random| {
        let n = 1 + random.below(14);
        expect_agreement(&generate::rules(random, n), agrees_everywhere);
    });
}

#[test]
fn random_rule_sets_of_middling_size_are_solved_right() {
    campaign(150, |random| {
        let n = 15 + random.below(60);
        expect_agreement(&generate::rules(random, n), agrees_everywhere);
    });
}

/// The numbers of nodes at which words, vectors and their remainders begin and end.
const WIDTHS: [usize; 6] = [63, 64, 65, 127, 128, 129];
const WIDE: [usize; 6] = [255, 256, 257, 511, 512, 513];

/// The oracle that counts open moves, for graphs on which rounds take too long; moves are sampled.
fn agrees_on_a_wide_graph(rules: &Rules) -> Checked {
    let oracle = Oracle::backwards(rules.clone());
    let solution = solve(rules);
    check_values(&oracle, &solution)?;
    check_starts(&oracle, &solution)?;
    let some = sample(&mut Random::new(1), rules.node_count(), 2000);
    check_moves(&oracle, &solution, some)
}

/// A wide game isn't shrunk: its first difference says enough, and each step would take long.
fn expect_wide_agreement(rules: &Rules, what: &str) {
    if let Err(difference) = agrees_on_a_wide_graph(rules) {
        panic!("{what} on {} nodes: {difference}", rules.node_count());
    }
}

fn sparse(random: &mut Random, n: usize) -> Vec<Vec<usize>> {
    let chords: Vec<(usize, usize)> = (0..n / 4)
        .map(|_| (random.below(n), random.below(n)))
        .collect();
    let mut rows = generate::tree(random, n);
    for (x, y) in chords {
        rows[x].push(y);
        rows[y].push(x);
    }
    generate::renumbered(random, rows)
}

fn directed(random: &mut Random, n: usize, arcs: usize) -> Vec<Vec<usize>> {
    let mut rows = families::directed_cycle(n);
    for _ in 0..arcs {
        let x = random.below(n);
        rows[x].push(random.below(n));
    }
    rows
}

/// Dense with a clear order among the nodes, so that the cop wins and distances are more than a ply or two.
fn dismantlable(random: &mut Random, n: usize) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for x in 1..n {
        // The new corner sees a part of what its cover sees, and the cover.
        let cover = x - 1 - random.below(x.min(6));
        let mut seen: Vec<usize> = rows[cover]
            .iter()
            .copied()
            .filter(|_| random.chance(60))
            .collect();
        seen.push(cover);
        for &y in &seen {
            rows[y].push(x);
        }
        rows.push(seen);
    }
    generate::renumbered(random, rows)
}

fn dense(random: &mut Random, n: usize) -> Vec<Vec<usize>> {
    let percent = random.pick(&[10, 30, 50, 90]);
    let edges: Vec<(usize, usize)> = (0..n)
        .flat_map(|y| (0..y).map(move |x| (x, y)))
        .filter(|_| random.chance(percent))
        .collect();
    families::undirected(n, edges)
}

#[test]
fn every_structure_is_solved_right_at_widths_around_64_and_128() {
    for n in WIDTHS {
        let random = &mut Random::new(n as u64);
        let structures = [
            ("a path", families::path(n)),
            ("a cycle", families::cycle(n)),
            ("a one-way cycle", families::directed_cycle(n)),
            ("a star", families::star(n)),
            ("a tree with chords", sparse(random, n)),
            ("few one-way arcs", directed(random, n, n)),
            ("many one-way arcs", directed(random, n, n * n / 3)),
            ("a dense graph", dense(random, n)),
            ("a dismantlable graph", dismantlable(random, n)),
            ("no arcs", vec![Vec::new(); n]),
        ];
        for (what, rows) in structures {
            expect_wide_agreement(&Rules::cop_and_robber(rows.clone()), what);
            expect_wide_agreement(&Rules::classical(rows.clone()), what);
            for hole in [0, n / 2, n - 1] {
                expect_wide_agreement(&Rules::cat_and_mouse(rows.clone(), hole), what);
            }
        }
        for _ in 0..10 {
            expect_wide_agreement(&generate::rules(random, n), "a random rule set");
        }
    }
}

#[test]
fn structures_are_solved_right_at_widths_around_256_and_512() {
    for n in WIDE {
        let random = &mut Random::new(n as u64);
        expect_wide_agreement(&Rules::cop_and_robber(families::path(n)), "a path");
        expect_wide_agreement(
            &Rules::cop_and_robber(dismantlable(random, n)),
            "a dismantlable graph",
        );
        expect_wide_agreement(
            &Rules::cop_and_robber(directed(random, n, n)),
            "few one-way arcs",
        );
        expect_wide_agreement(
            &Rules::cat_and_mouse(sparse(random, n), n - 1),
            "a tree with chords",
        );
        expect_wide_agreement(&Rules::cat_and_mouse(dense(random, n), 0), "a dense graph");
        for _ in 0..2 {
            expect_wide_agreement(&generate::rules(random, n), "a random rule set");
        }
    }
}

/// More columns than one word of marks can tell apart, 64 words of 64: too many positions for the oracle, so the
/// figures come from the path's own law. A cop on the path's end needs 2(n - 2) plies, one in the middle half of that,
/// and the robber is lost from everywhere.
#[test]
fn a_path_of_more_than_4096_nodes_is_solved_right() {
    let n = 4200;
    let solution = solve(&Rules::cop_and_robber(families::path(n)));
    let plies = |cop: usize| {
        let start = solution
            .answer_to(cop, role(Pursuer))
            .expect("a node")
            .expect("a start");
        start.distance
    };
    assert_eq!(plies(0), Some(2 * (n as u32 - 2)));
    assert_eq!(plies(n / 2), Some(n as u32 - 2));
    let summary = solution.summary(role(Pursuer));
    assert_eq!((summary.draws, summary.evader_wins), (0, 0));
    assert_eq!(summary.longest, Some(2 * (n as u32 - 2)));
    assert_eq!(solution.verify(&mut |_| true), Ok(()));
}

/// Distances of both parities meet where each side's finished positions have distance 0: the mouse is home, or the
/// cat has caught it, after an odd or an even number of plies, whoever moves first.
#[test]
fn wins_after_odd_and_even_numbers_of_plies_mix_in_one_game() {
    let mut rules = Rules::on(families::path(9));
    rules.goals[0][0] = true;
    rules.goals[1][8] = true;
    rules.stay = [true, false];
    let oracle = Oracle::by_rounds(rules.clone());
    let parities: std::collections::BTreeSet<(Option<usize>, u32)> = positions(9)
        .filter_map(|at| {
            let value = oracle.value(at);
            Some((value.winner().map(|side| side as usize), value.plies()? % 2))
        })
        .collect();
    assert_eq!(
        parities.len(),
        4,
        "both sides win at both parities: {parities:?}"
    );
    expect_agreement(&rules, agrees_everywhere);
}
