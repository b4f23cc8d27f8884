//! Games of several pursuers against the plain oracle for teams: every position, every order of a team, best moves and
//! starts with their ties, counts, the solution's own check and its image, the fewest pursuers that win.
//!
//! `PURSUIT_SEED` replays one random case, `PURSUIT_CASES` multiplies their number (see `oracle/generate.rs`).

mod oracle;

use oracle::Side::{Evader, Pursuer};
use oracle::compare::{Checked, expect_agreement, role, to_game, value};
use oracle::families;
use oracle::generate::{self, Random, campaign};
use oracle::teams::{TeamOracle, fewest_pursuers, sorted};
use oracle::{Rules, SIDES};
use pursuit::{Error, Game, Graph, InstructionSet, Outcome, Progress, Role, Solution};

/// Returns a difference as an error, with what was looked at.
macro_rules! same {
    ($library:expr, $oracle:expr, $($what:tt)+) => {{
        let (library, oracle) = ($library, $oracle);
        if library != oracle {
            let what = format!($($what)+);
            return Err(format!("{what}: the library says {library:?}, the oracle {oracle:?}"));
        }
    }};
}

fn team_game(rules: &Rules, pursuers: usize) -> Game {
    let mut game = to_game(rules);
    game.set_pursuers(pursuers).expect("a number of pursuers");
    game
}

fn solve_team(rules: &Rules, pursuers: usize) -> Solution {
    team_game(rules, pursuers).solve().expect("a solution")
}

/// Value and best moves of every position, with the team in every order.
fn check_positions(oracle: &TeamOracle, solution: &Solution) -> Checked {
    let mut moves = vec![0; oracle.size];
    for evader in 0..oracle.rules.node_count() {
        for team in oracle.teams() {
            for to_move in SIDES {
                let probed = solution
                    .probe_team(evader, team, role(to_move))
                    .expect("a position");
                same!(
                    value(probed.outcome, probed.distance),
                    oracle.value(evader, team, to_move),
                    "evader {evader}, team {team:?}, {to_move:?} to move"
                );
                same!(
                    probed.best_move,
                    match to_move {
                        Evader => oracle.best_evader_move(evader, team),
                        Pursuer => None,
                    },
                    "the evader's best move from {evader}, team {team:?}, {to_move:?} to move"
                );
            }
            let goes_on = solution
                .best_team_move(evader, team, &mut moves)
                .expect("a position");
            same!(
                goes_on.then(|| moves.clone()),
                oracle.best_team_move(evader, team),
                "best move of team {team:?}, evader {evader}"
            );
        }
    }
    Ok(())
}

fn check_starts_and_counts(oracle: &TeamOracle, solution: &Solution) -> Checked {
    same!(solution.pursuers(), oracle.size, "number of pursuers");
    for side in SIDES {
        let mut team = vec![0; oracle.size];
        let start = match solution.best_team_start(role(side), &mut team) {
            Ok(start) => Some((value(start.outcome, start.distance), team, start.evader)),
            Err(Error::Unsupported(_)) => None,
            Err(error) => return Err(format!("best start: {error}")),
        };
        let expected = oracle
            .best_start(side)
            .map(|start| (start.value, start.pursuers, start.evader));
        same!(start, expected, "best start with {side:?} first");

        let (found, expected) = (solution.summary(role(side)), oracle.summary(side));
        same!(
            (
                found.draws,
                found.evader_wins,
                found.pursuer_wins,
                found.longest
            ),
            (
                expected.draws,
                expected.evader_wins,
                expected.pursuer_wins,
                expected.longest
            ),
            "counts with {side:?} to move"
        );
    }
    same!(
        solution.verify(&mut |_| true),
        Ok(()),
        "the solution's own check"
    );
    Ok(())
}

fn check_image(oracle: &TeamOracle, solution: &Solution) -> Checked {
    let mut image = vec![0; solution.image_size()];
    solution.write_image(&mut image).expect("room");
    let loaded = Solution::from_image(&image).expect("the image that was written");
    check_positions(oracle, &loaded)?;
    check_starts_and_counts(oracle, &loaded)
}

fn check_team_game(rules: &Rules, pursuers: usize) -> Checked {
    let oracle = TeamOracle::new(rules.clone(), pursuers);
    let solution = solve_team(rules, pursuers);
    check_positions(&oracle, &solution)?;
    check_starts_and_counts(&oracle, &solution)?;
    check_image(&oracle, &solution)
}

#[test]
fn one_pursuer_can_be_asked_about_as_a_team() {
    campaign(400, |random| {
        let n = 1 + random.below(9);
        expect_agreement(&generate::rules(random, n), |rules| {
            check_team_game(rules, 1)
        });
    });
}

#[test]
fn every_answer_about_two_pursuers_under_random_rules_is_right() {
    campaign(600, |random| {
        let n = 1 + random.below(6);
        expect_agreement(&generate::rules(random, n), |rules| {
            check_team_game(rules, 2)
        });
    });
}

#[test]
fn every_answer_about_three_pursuers_under_random_rules_is_right() {
    campaign(120, |random| {
        let n = 1 + random.below(4);
        expect_agreement(&generate::rules(random, n), |rules| {
            check_team_game(rules, 3)
        });
    });
}

#[test]
fn every_answer_about_four_and_five_pursuers_on_a_few_nodes_is_right() {
    campaign(40, |random| {
        let pursuers = 4 + random.below(2);
        let n = 1 + random.below(3);
        expect_agreement(&generate::rules(random, n), |rules| {
            check_team_game(rules, pursuers)
        });
    });
}

#[test]
fn every_instruction_set_and_number_of_threads_gives_the_same_image() {
    let sets = [
        InstructionSet::Baseline,
        InstructionSet::Avx2,
        InstructionSet::Avx512,
    ];
    let mut random = Random::new(3);
    for n in [5, 30, 70, 140] {
        let rules = generate::rules(&mut random, n);
        let image = |set: InstructionSet, threads: usize| {
            assert!(set.force());
            let mut game = team_game(&rules, 2);
            game.set_threads(threads);
            let solution = game.solve().expect("a solution");
            let mut image = vec![0; solution.image_size()];
            solution.write_image(&mut image).expect("room");
            image
        };
        let plain = image(InstructionSet::Baseline, 1);
        for set in sets.into_iter().filter(|set| set.is_available()) {
            for threads in [1, 2, 3, 0] {
                assert!(
                    image(set, threads) == plain,
                    "{set:?}, {threads} threads, n = {n}"
                );
            }
        }
    }
}

/// Boards whose rows of bits have every shape: one word, two, four, eight, and many of one.
#[test]
fn two_pursuers_hold_their_own_check_on_boards_of_every_width() {
    let mut random = Random::new(5);
    for n in [63, 64, 65, 128, 129, 256, 257, 300, 520] {
        // A ring with one-way short cuts, random goals and forbidden nodes.
        let mut rows = families::cycle(n);
        for _ in 0..n / 2 {
            rows[random.below(n)].push(random.below(n));
        }
        let mut rules = Rules::on(rows);
        rules.stay = [random.chance(50), random.chance(50)];
        for _ in 0..n / 40 {
            rules.goals[Evader as usize][random.below(n)] = true;
            rules.forbidden[Pursuer as usize][random.below(n)] = true;
        }
        let solution = solve_team(&rules, 2);
        assert_eq!(solution.verify(&mut |_| true), Ok(()), "n = {n}");
        let alone = to_game(&rules).solve().expect("a solution");
        for at in 0..2000 {
            let (evader, pursuer) = (random.below(n), random.below(n));
            let to_move = [Role::Evader, Role::Pursuer][at % 2];
            let one = alone.probe(evader, pursuer, to_move).expect("a position");
            let two = solution
                .probe_team(evader, &[pursuer, pursuer], to_move)
                .expect("a position");
            // Two on one node are at least as good as one.
            if one.outcome == Outcome::PursuerWins {
                assert_eq!(two.outcome, Outcome::PursuerWins, "n = {n}");
                assert!(two.distance <= one.distance, "n = {n}");
            }
        }
    }
}

#[test]
fn distances_past_a_byte_are_kept() {
    let n = 400;
    let solution = solve_team(&Rules::classical(families::path(n)), 2);
    let value = solution
        .probe_team(n - 1, &[0, 0], Role::Pursuer)
        .expect("a position");
    // The robber waits at the far end: n - 1 moves of a cop, and one fewer of his between them.
    assert_eq!(value.distance, Some(2 * (n as u32 - 1) - 1));
    assert_eq!(solution.verify(&mut |_| true), Ok(()));
}

#[test]
fn the_fewest_pursuers_are_those_that_the_oracle_finds() {
    campaign(150, |random| {
        let n = 1 + random.below(4);
        expect_agreement(&generate::rules(random, n), |rules| {
            let found = match to_game(rules).cop_number(3) {
                Ok(found) => found,
                Err(Error::Unsupported(_)) => None,
                Err(error) => return Err(error.to_string()),
            };
            same!(found, fewest_pursuers(rules, 3), "fewest pursuers");
            Ok(())
        });
    });
}

#[test]
fn the_fewest_pursuers_do_not_depend_on_threads_or_on_the_number_set() {
    let rules = Rules::cop_and_robber(families::dodecahedron());
    for threads in [1, 2, 0] {
        let mut game = team_game(&rules, 5);
        game.set_threads(threads);
        assert_eq!(game.cop_number(3), Ok(Some(3)));
        assert_eq!(game.cop_number(2), Ok(None));
    }
}

/// Order in a team does not matter to what it is worth; the oracle's tuples show that, so the library may use sets.
#[test]
fn what_a_team_is_worth_does_not_depend_on_its_order() {
    let mut random = Random::new(11);
    for _ in 0..30 {
        let rules = generate::rules(&mut random, 4);
        let oracle = TeamOracle::new(rules, 2);
        for team in oracle.teams() {
            for evader in 0..4 {
                let value = |team: &[usize]| oracle.value(evader, team, Pursuer);
                assert_eq!(value(team), value(&sorted(team)));
            }
        }
    }
}

#[test]
fn questions_about_one_pursuer_are_refused_where_there_are_two() {
    let game = team_game(&Rules::cop_and_robber(families::cycle(5)), 2);
    let solution = game.solve().expect("a solution");
    let refused = |result: Result<(), Error>| assert!(matches!(result, Err(Error::Unsupported(_))));
    refused(solution.outcome(0, 2, Role::Evader).map(drop));
    refused(solution.probe(0, 2, Role::Evader).map(drop));
    refused(solution.moves(0, 2, Role::Evader).map(drop));
    refused(solution.answer_to(0, Role::Evader).map(drop));
    refused(solution.best_start(Role::Pursuer).map(drop));
    refused(game.decide(0, 2, Role::Evader).map(drop));
    refused(game.solve_outcomes().map(drop));
}

#[test]
fn a_team_of_the_wrong_size_or_off_the_graph_is_refused() {
    let solution = solve_team(&Rules::cop_and_robber(families::cycle(5)), 2);
    let probe = |evader, team: &[usize]| solution.probe_team(evader, team, Role::Evader);
    assert_eq!(
        probe(0, &[1]).unwrap_err().to_string(),
        "team has 1 entries, not 2"
    );
    assert_eq!(
        probe(5, &[1, 2]).unwrap_err().to_string(),
        "evader is 5, outside 0..4"
    );
    assert_eq!(
        probe(0, &[1, 9]).unwrap_err().to_string(),
        "team[1] is 9, outside 0..4"
    );
    assert!(solution.best_team_move(0, &[1, 2], &mut [0]).is_err());
    assert!(
        solution
            .best_team_start(Role::Pursuer, &mut [0; 3])
            .is_err()
    );
}

#[test]
fn a_need_that_no_memory_holds_is_refused_from_the_sizes_alone() {
    let no_memory = |result: Result<Solution, Error>| match result {
        Err(Error::NoMemory { bytes, .. }) => bytes,
        other => panic!("not refused: {other:?}"),
    };
    // C(20 + 199, 200) and its like are far past 64 bits.
    let game = team_game(&Rules::cop_and_robber(families::cycle(20)), 200);
    assert_eq!(game.memory_estimate(), u64::MAX);
    assert_eq!(no_memory(game.solve()), u64::MAX);
    let most = i32::MAX as usize;
    let game = team_game(&Rules::cop_and_robber(families::cycle(5)), most);
    assert_eq!(game.memory_estimate(), u64::MAX);
    no_memory(game.solve());
    // A single node has one team of any size.
    let game = team_game(&Rules::on(vec![vec![]]), most);
    assert!(game.solve().is_err());
}

#[test]
fn the_limit_counts_what_a_team_takes() {
    let rules = Rules::cop_and_robber(families::dodecahedron());
    let mut game = team_game(&rules, 3);
    let needed = game.memory_estimate();
    game.set_memory_limit(Some(needed));
    assert!(game.solve().is_ok());
    game.set_memory_limit(Some(needed - 1));
    assert!(matches!(
        game.solve(),
        Err(Error::NoMemory { limit: Some(_), .. })
    ));
    game.set_memory_limit(Some(1 << 10));
    assert!(matches!(game.cop_number(3), Err(Error::NoMemory { .. })));
    game.set_memory_limit(None);
    assert!(game.solve().is_ok());
}

/// The table in docs/cops.md: a ring with chords of two, so four streets at every node.
#[test]
fn the_manual_says_what_solving_takes() {
    let page = include_str!("../docs/cops.md");
    let mut figures = 0;
    let begins_with_a_number = |line: &&str| {
        let cell = line.strip_prefix("| ").unwrap_or_default();
        cell.starts_with(|first: char| first.is_ascii_digit())
    };
    for row in page.lines().filter(begins_with_a_number) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let n: usize = cells[1].parse().expect("a number of nodes");
        let rows: Vec<Vec<usize>> = (0..n)
            .map(|x| [1, 2, n - 2, n - 1].map(|step| (x + step) % n).to_vec())
            .collect();
        let mut game = Game::new(Graph::from_adjacency(&rows).expect("a graph")).expect("a game");
        for (pursuers, cell) in (2..=4).zip(&cells[2..5]) {
            let (figure, unit) = cell.split_once(' ').expect("a figure and its unit");
            let unit = match unit {
                "MB" => 1e6,
                "GB" => 1e9,
                unit => panic!("{unit}"),
            };
            let said = figure.parse::<f64>().expect("a figure") * unit;
            game.set_pursuers(pursuers).expect("pursuers");
            let takes = game.memory_estimate() as f64;
            assert!(
                (said / takes - 1.0).abs() < 0.06,
                "{row}: {pursuers} pursuers take {takes} bytes"
            );
            figures += 1;
        }
    }
    assert_eq!(figures, 15);
}

#[test]
fn progress_is_orderly_and_stops_the_work() {
    let rules = Rules::cop_and_robber(families::generalised_petersen(20, 3));
    let game = team_game(&rules, 3);
    let orderly = |reports: &[Progress]| {
        for pair in reports.windows(2) {
            assert!(pair[0].round <= pair[1].round && pair[0].resolved <= pair[1].resolved);
            assert_eq!(pair[0].total, pair[1].total);
        }
        let last = reports.last().expect("a report");
        assert_eq!(last.resolved, last.total);
    };
    let mut reports = Vec::new();
    let mut keep = |now| {
        reports.push(now);
        true
    };
    let solution = game.solve_with(&mut keep).expect("a solution");
    orderly(&reports);
    let mut reports = Vec::new();
    solution
        .verify(&mut |now| {
            reports.push(now);
            true
        })
        .expect("a right solution");
    orderly(&reports);
    let mut reports = Vec::new();
    let cops = game.cop_number_with(4, &mut |now| {
        reports.push(now);
        true
    });
    assert!(cops.is_ok());
    orderly(&reports);
    assert_eq!(
        game.solve_with(&mut |_| false).map(drop),
        Err(Error::Cancelled)
    );
    assert_eq!(solution.verify(&mut |_| false), Err(Error::Cancelled));
    assert_eq!(
        game.cop_number_with(4, &mut |_| false),
        Err(Error::Cancelled)
    );
}

#[test]
fn damaged_images_of_teams_are_refused() {
    let solution = solve_team(&Rules::cop_and_robber(families::cycle(5)), 2);
    let mut image = vec![0; solution.image_size()];
    solution.write_image(&mut image).expect("room");
    for at in 0..image.len() {
        let mut damaged = image.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(Solution::from_image(&damaged).is_err(), "byte {at}");
    }
    for length in 0..image.len() {
        assert!(
            Solution::from_image(&image[..length]).is_err(),
            "{length} bytes"
        );
    }
}
