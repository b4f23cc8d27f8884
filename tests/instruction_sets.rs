//! The engine against the plain oracle under each instruction set that the machine has. The other tests run under the best
//! of them alone, the one that is chosen unless a test forces another.
//!
//! `PURSUIT_SEED` replays one random case, `PURSUIT_CASES` multiplies their number (see `oracle/generate.rs`).

mod oracle;
mod support;

use std::sync::{Mutex, MutexGuard, Once, PoisonError};

#[cfg(feature = "grader")]
use oracle::Side::Pursuer;
use oracle::compare::{
    Checked, check_game, check_moves, check_starts, check_summary_and_verify, check_values,
    expect_agreement, sample, to_game,
};
use oracle::families;
use oracle::generate::{self, Random, campaign, connected_graphs};
use oracle::{Oracle, Position, Rules};
#[cfg(feature = "grader")]
use pursuit::ffi::grader::{MAX_N, nextMove, start};
use pursuit::{Game, InstructionSet};
use support::announce;

const SETS: [InstructionSet; 3] = [
    InstructionSet::Baseline,
    InstructionSet::Avx2,
    InstructionSet::Avx512,
];

/// The set in use is the process's: tests take turns.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    static LACKING: Once = Once::new();
    LACKING.call_once(|| {
        for set in SETS.into_iter().filter(|set| !set.is_available()) {
            announce(&format!(
                "instruction set {set:?}: skipped, this machine lacks it"
            ));
        }
    });
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a check under each set that the machine has. The answers of one set are the next one's too, or a check fails.
fn under_each_set(check: impl Fn() -> Checked) -> Checked {
    for set in SETS.into_iter().filter(|set| set.is_available()) {
        assert!(set.force());
        check().map_err(|difference| format!("{set:?}: {difference}"))?;
    }
    Ok(())
}

fn agrees(rules: &Rules) -> Checked {
    under_each_set(|| check_game(rules))
}

/// For graphs that are too large to compare every move of.
fn agrees_on_a_wide_graph(rules: &Rules, threads: usize) -> Checked {
    let oracle = Oracle::backwards(rules.clone());
    let game = with_threads(to_game(rules), threads);
    under_each_set(|| {
        let solution = game.solve().expect("a solution");
        check_values(&oracle, &solution)?;
        check_starts(&oracle, &solution)?;
        let some = sample(&mut Random::new(1), rules.node_count(), 1000);
        check_moves(&oracle, &solution, some)?;
        check_summary_and_verify(&oracle, &solution)
    })
}

fn with_threads(mut game: Game, threads: usize) -> Game {
    game.set_threads(threads);
    game
}

fn expect_wide_agreement(rules: &Rules, threads: usize) {
    if let Err(difference) = agrees_on_a_wide_graph(rules, threads) {
        panic!("{} nodes: {difference}", rules.node_count());
    }
}

#[test]
fn classic_games_are_right_on_every_connected_graph_of_up_to_6_nodes() {
    let _turn = turn();
    for rows in (1..=6).flat_map(connected_graphs) {
        expect_agreement(&Rules::cop_and_robber(rows.clone()), agrees);
        expect_agreement(&Rules::classical(rows.clone()), agrees);
        for hole in 0..rows.len() {
            expect_agreement(&Rules::cat_and_mouse(rows.clone(), hole), agrees);
        }
    }
}

#[test]
fn random_rule_sets_are_solved_right() {
    let _turn = turn();
    campaign(1000, |random| {
        let n = 1 + random.below(12);
        expect_agreement(&generate::rules(random, n), agrees);
    });
    campaign(20, |random| {
        let n = 15 + random.below(60);
        expect_agreement(&generate::rules(random, n), agrees);
    });
}

/// Where words, vectors and their remainders begin and end.
#[test]
fn games_are_solved_right_at_widths_around_64_and_128_and_512() {
    let _turn = turn();
    for (n, random_games) in [
        (63, 20),
        (64, 20),
        (65, 20),
        (127, 10),
        (128, 10),
        (129, 10),
        (511, 1),
        (512, 1),
        (513, 1),
    ] {
        let random = &mut Random::new(n as u64);
        let tree = generate::tree(random, n);
        expect_wide_agreement(&Rules::cop_and_robber(families::path(n)), 1);
        expect_wide_agreement(&Rules::cat_and_mouse(tree, n - 1), 1);
        let grid = families::grid(n / 3, 3);
        let ends = families::path(n - grid.len());
        let apart = generate::renumbered(random, families::side_by_side(grid, &ends));
        expect_wide_agreement(&Rules::classical(apart), 1);
        for _ in 0..random_games {
            expect_wide_agreement(&generate::rules(random, n), 1);
        }
    }
}

/// So large that the work is shared out among threads.
#[test]
fn work_shared_out_among_threads_is_done_right() {
    let _turn = turn();
    let random = &mut Random::new(7);
    expect_wide_agreement(&Rules::cop_and_robber(families::path(640)), 3);
    expect_wide_agreement(&Rules::cat_and_mouse(generate::tree(random, 641), 0), 2);
}

/// The grader's matrix has a reader of its own, which turns bytes into bits.
#[cfg(feature = "grader")]
#[test]
fn the_graders_games_are_played_right() {
    let _turn = turn();
    let expect_game = |rows: &Vec<Vec<usize>>, random: &mut Random| {
        let oracle = Oracle::backwards(Rules::cop_and_robber(rows.clone()));
        let best = oracle
            .best_start(Pursuer)
            .filter(|best| best.value.winner() == Some(Pursuer));
        let corner = best.map_or(-1, |best| best.pursuer as i32);
        let n = rows.len();
        let mut matrix = vec![0_u8; n * MAX_N];
        for (x, &y) in (0..n).flat_map(|x| rows[x].iter().map(move |y| (x, y))) {
            matrix[x * MAX_N + y] = 1 << (y % 8);
        }
        for set in SETS.into_iter().filter(|set| set.is_available()) {
            assert!(set.force());
            let started = unsafe { start(n as i32, matrix.as_mut_ptr().cast()) };
            assert_eq!(started, corner, "{set:?}, {n} nodes");
            // The robber may also jump where no street leads: what comes then is not what the search was for.
            let (mut cop, mut robber) = (started, random.below(n));
            for step in 0..if started < 0 { 0 } else { 2 * n } {
                if robber as i32 == cop {
                    break;
                }
                let at = Position::new(robber, cop as usize, Pursuer);
                let expected = oracle
                    .best_move(at)
                    .filter(|_| oracle.value(at).winner() == Some(Pursuer));
                let moved = nextMove(robber as i32);
                assert_eq!(
                    moved,
                    expected.map_or(-1, |cop| cop as i32),
                    "{set:?}, {n} nodes, step {step}: {robber} and {cop}"
                );
                cop = if moved < 0 { cop } else { moved };
                let streets = &rows[robber];
                robber = match streets.is_empty() || random.below(2 * n) == 0 {
                    true => random.below(n),
                    false => streets[random.below(streets.len())],
                };
            }
        }
    };
    for graph in (1..=5).flat_map(connected_graphs) {
        expect_game(&graph, &mut Random::new(1));
    }
    campaign(300, |random| {
        let n = 1 + random.below(20);
        expect_game(&generate::graph(random, n), random);
    });
    for n in [63, 64, 65, 127, 128, 129, 191, 192, 193] {
        let random = &mut Random::new(n as u64);
        for _ in 0..5 {
            expect_game(&generate::tree(random, n), random);
            expect_game(&generate::graph(random, n), random);
        }
    }
    let random = &mut Random::new(1);
    expect_game(&generate::tree(random, MAX_N), random);
}
