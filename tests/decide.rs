//! Single decisions on graphs on which each side can reach hundreds of nodes, against the plain oracle: there a decision is
//! mostly reached by attempts in which one side keeps to a few nodes, and each of them must be right about what it proves.
//!
//! `PURSUIT_SEED` replays one random case, `PURSUIT_CASES` multiplies their number (see `oracle/generate.rs`).

mod oracle;

use oracle::compare::{check_decisions, expect_agreement, sample, to_game};
use oracle::families;
use oracle::generate::{Random, campaign, tree};
use oracle::{Oracle, Rules};

/// A ring, on which some arcs lead one way only, and some lead further.
fn ring(random: &mut Random, n: usize) -> Vec<Vec<usize>> {
    let mut rows = families::cycle(n);
    let (one_way, chords) = (random.pick(&[0, 5, 20]), random.pick(&[0, 3, 10, 30]));
    for (x, row) in rows.iter_mut().enumerate() {
        if random.chance(one_way) {
            row.remove(random.below(row.len()));
        }
        if random.chance(chords) {
            row.push((x + 2 + random.below(9)) % n);
        }
    }
    rows
}

/// A tree with some more arcs, of one or of both ways.
fn tree_with_shortcuts(random: &mut Random, n: usize) -> Vec<Vec<usize>> {
    let mut rows = tree(random, n);
    let both_ways = random.chance(50);
    for _ in 0..random.pick(&[0, n / 20, n / 4, n]) {
        let (x, y) = (random.below(n), random.below(n));
        rows[x].push(y);
        if both_ways {
            rows[y].push(x);
        }
    }
    rows
}

/// A grid of streets, some of them closed, some one-way.
fn grid(random: &mut Random, n: usize) -> Vec<Vec<usize>> {
    let mut rows = families::grid(n.div_ceil(12), 12);
    let (closed, one_way) = (random.pick(&[0, 5, 15]), random.pick(&[0, 0, 10]));
    for x in 0..rows.len() {
        for y in rows[x].clone() {
            if x < y && random.chance(closed) {
                rows[x].retain(|&other| other != y);
                rows[y].retain(|&other| other != x);
            } else if random.chance(one_way) {
                rows[x].retain(|&other| other != y);
            }
        }
    }
    rows
}

fn wide_graph(random: &mut Random, n: usize) -> Vec<Vec<usize>> {
    let rows = match random.below(3) {
        0 => ring(random, n),
        1 => tree_with_shortcuts(random, n),
        _ => grid(random, n),
    };
    oracle::generate::renumbered(random, rows)
}

/// A game in which everything may be there, most often a few goals of the evader.
fn game(random: &mut Random, n: usize) -> Rules {
    let mut rules = Rules::on(wide_graph(random, n));
    let n = rules.node_count();
    if random.chance(20) {
        let own = wide_graph(random, n);
        if own.len() == n {
            rules.rows[random.below(2)] = own;
        }
    }
    for _ in 0..random.pick(&[0, 1, 1, 1, 2, 5]) {
        let goal = random.below(n);
        rules.goals[0][goal] = true;
        rules.forbidden[1][goal] = random.chance(70);
    }
    for side in 0..2 {
        rules.stay[side] = random.chance(25);
        for _ in 0..random.pick(&[0, 0, 0, 1, 4]) {
            rules.goals[1][random.below(n)] |= random.chance(40);
            rules.forbidden[side][random.below(n)] = true;
        }
    }
    rules
}

#[test]
fn decisions_with_hundreds_of_nodes_within_reach_are_right() {
    campaign(250, |random| {
        let n = 130 + random.below(200);
        let seed = random.next();
        expect_agreement(&game(random, n), |rules| {
            let oracle = Oracle::backwards(rules.clone());
            let some = sample(&mut Random::new(seed), rules.node_count(), 150);
            check_decisions(&oracle, &to_game(rules), some)
        });
    });
}
