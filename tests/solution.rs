//! Everything that a solved game can be asked, against the plain oracle: values, best moves, lists of moves, starts,
//! counts, its own check, its image, and single decisions.
//!
//! `PURSUIT_SEED` replays one random case, `PURSUIT_CASES` multiplies their number (see `oracle/generate.rs`).

mod oracle;

use oracle::Side::{Evader, Pursuer};
use oracle::compare::{
    Checked, check_decisions, check_game, check_solution, check_values, expect_agreement, probed,
    role, sample, solve, to_game,
};
use oracle::families;
use oracle::generate::{self, Random, campaign, connected_graphs};
use oracle::{Oracle, Position, Rules, Value, positions};
use pursuit::{Error, Progress, Solution};

#[test]
fn every_answer_about_thousands_of_random_rule_sets_is_right() {
    campaign(6000, |random| {
        let n = 1 + random.below(12);
        expect_agreement(&generate::rules(random, n), check_game);
    });
}

#[test]
fn every_answer_about_random_rule_sets_of_middling_size_is_right() {
    campaign(60, |random| {
        let n = 13 + random.below(60);
        expect_agreement(&generate::rules(random, n), |rules| {
            let oracle = Oracle::by_rounds(rules.clone());
            let game = to_game(rules);
            check_solution(&oracle, &game.solve().expect("a solution"))?;
            let some = sample(&mut Random::new(7), rules.node_count(), 200);
            check_decisions(&oracle, &game, some)
        });
    });
}

#[test]
fn every_answer_about_both_classic_games_is_right_on_every_connected_graph_of_up_to_6_nodes() {
    for rows in (1..=6).flat_map(connected_graphs) {
        expect_agreement(&Rules::cop_and_robber(rows.clone()), check_game);
        for hole in 0..rows.len() {
            expect_agreement(&Rules::cat_and_mouse(rows.clone(), hole), check_game);
        }
    }
}

/// A game that mixes everything, on a graph of n nodes that is worth more than one thread.
fn varied(random: &mut Random, n: usize) -> Rules {
    let mut rules = Rules::on(generate::tree(random, n));
    for _ in 0..n / 3 {
        let (x, y) = (random.below(n), random.below(n));
        rules.rows[random.below(2)][x].push(y);
    }
    for side in 0..2 {
        rules.stay[side] = random.chance(50);
        for _ in 0..2 {
            rules.goals[side][random.below(n)] = true;
            rules.forbidden[side][random.below(n)] = true;
        }
    }
    rules
}

#[test]
fn one_thread_two_threads_and_all_of_them_give_the_same_answers() {
    for n in [1, 7, 63, 64, 65, 128, 200, 513, 700] {
        let rules = varied(&mut Random::new(n as u64), n);
        let oracle = Oracle::backwards(rules.clone());
        let some = sample(&mut Random::new(3), n, 20);
        let mut game = to_game(&rules);
        let mut images = Vec::new();
        for threads in [1, 2, 3, 8, 0] {
            game.set_threads(threads);
            let solution = game.solve().expect("a solution");
            let checked = check_solution(&oracle, &solution)
                .and_then(|()| check_decisions(&oracle, &game, some.iter().copied()));
            assert_eq!(checked, Ok(()), "{n} nodes, {threads} threads");
            let mut image = vec![0; solution.image_size()];
            solution
                .write_image(&mut image)
                .expect("room for the image");
            images.push(image);
            assert!(
                images[0] == images[images.len() - 1],
                "{n} nodes, {threads} threads"
            );
        }
    }
}

/// About n cells in rows of 16, a fifth of them walls: nodes without arcs, and a few islands.
fn grid_with_walls(random: &mut Random, n: usize) -> Vec<Vec<usize>> {
    let walls: Vec<bool> = (0..n).map(|x| x > 0 && random.chance(20)).collect();
    let mut rows = families::grid(n.div_ceil(16), 16);
    rows.truncate(n);
    for (x, row) in rows.iter_mut().enumerate() {
        row.retain(|&y| y < n && !walls[x] && !walls[y]);
    }
    rows
}

/// A cycle on which every node also sees those seven steps away: short ways round, no dead ends.
fn ring_with_chords(n: usize) -> Vec<Vec<usize>> {
    let around = |x: usize| [1, 7, n - 7, n - 1].map(|steps| (x + steps) % n).to_vec();
    (0..n).map(around).collect()
}

fn decisions_agree(rules: &Rules, decisions: usize) -> Checked {
    let oracle = Oracle::backwards(rules.clone());
    let some = sample(&mut Random::new(11), rules.node_count(), decisions);
    check_decisions(&oracle, &to_game(rules), some)
}

#[test]
fn a_decision_agrees_with_the_solved_game_at_widths_around_64_128_and_512() {
    for n in [63, 64, 65, 127, 128, 129, 511, 512, 513] {
        let random = &mut Random::new(n as u64);
        let games = [
            Rules::cop_and_robber(families::path(n)),
            Rules::cop_and_robber(generate::tree(random, n)),
            Rules::cat_and_mouse(families::cycle(n), n / 3),
            Rules::cat_and_mouse(generate::tree(random, n), n - 1),
            Rules::cat_and_mouse(grid_with_walls(random, n), 0),
            Rules::cat_and_mouse(ring_with_chords(n), n / 2),
            varied(random, n),
            generate::rules(random, n),
            generate::rules(random, n),
        ];
        for rules in &games {
            assert_eq!(decisions_agree(rules, 20), Ok(()), "{n} nodes");
        }
    }
}

/// The image is written, read back, and answers as before.
fn image_agrees(oracle: &Oracle, solution: &Solution) -> Checked {
    let mut image = vec![0; solution.image_size()];
    solution
        .write_image(&mut image)
        .expect("room for the image");
    let loaded = Solution::from_image(&image).expect("an image just written");
    check_solution(oracle, &loaded)?;
    let mut again = vec![0; loaded.image_size()];
    loaded.write_image(&mut again).expect("room for the image");
    match again == image {
        true => Ok(()),
        false => Err("the image of the loaded solution is another one".to_owned()),
    }
}

#[test]
fn a_solution_read_back_from_its_image_answers_as_before() {
    campaign(1500, |random| {
        let n = 1 + random.below(20);
        expect_agreement(&generate::rules(random, n), |rules| {
            image_agrees(&Oracle::by_rounds(rules.clone()), &solve(rules))
        });
    });
    for n in [64, 65, 129, 400] {
        let rules = varied(&mut Random::new(n as u64), n);
        let checked = image_agrees(&Oracle::backwards(rules.clone()), &solve(&rules));
        assert_eq!(checked, Ok(()), "{n} nodes");
    }
}

/// On a path the cop drives the robber to an end; published figures for 500 corners.
#[test]
fn distances_past_255_are_exact_on_a_path_of_500() {
    let rules = Rules::cop_and_robber(families::path(500));
    let oracle = Oracle::backwards(rules.clone());
    let solution = solve(&rules);
    assert_eq!(check_solution(&oracle, &solution), Ok(()));

    let best = solution.best_start(role(Pursuer)).expect("a start");
    assert_eq!(best.distance, Some(498));
    let worst = (0..500)
        .filter_map(|cop| solution.answer_to(cop, role(Pursuer)).expect("a node"))
        .map(|start| start.distance)
        .max();
    assert_eq!(worst, Some(Some(996)));
    assert_eq!(image_agrees(&oracle, &solution), Ok(()));
}

/// Each token goes round a one-way ring of its own and has no choice: the distance is what a walk counts.
fn plies_until_they_meet(rows: &[Vec<Vec<usize>>; 2], mut at: Position) -> u32 {
    let mut plies = 0;
    while at.evader != at.pursuer {
        at = at.after(rows[at.to_move as usize][at.mover()][0]);
        plies += 1;
    }
    plies
}

#[test]
fn distances_past_65535_are_exact_on_two_rings_that_share_a_node() {
    let (evaders, pursuers) = (257, 263);
    let mut rules = Rules::on(vec![Vec::new(); evaders + pursuers - 1]);
    rules.rows = families::two_rings(evaders, pursuers);
    let oracle = Oracle::backwards(rules.clone());
    // Twice the distances outgrow their width, which threads must survive.
    let mut game = to_game(&rules);
    game.set_threads(2);
    let by_two = game.solve().expect("a solution");
    assert_eq!(check_values(&oracle, &by_two), Ok(()));
    let solution = solve(&rules);
    assert_eq!(check_values(&oracle, &solution), Ok(()));
    assert!(
        solution.summary(role(Evader)).longest > Some(65_535),
        "the rings are too short for this test"
    );

    let random = &mut Random::new(5);
    for _ in 0..300 {
        let evader = random.below(evaders);
        let pursuer = [0, evaders + random.below(pursuers - 1)][usize::from(random.chance(99))];
        let at = Position::new(evader, pursuer, random.pick(&[Evader, Pursuer]));
        let walked = Value::Won(Pursuer, plies_until_they_meet(&rules.rows, at));
        assert_eq!(probed(&solution, at), walked, "{at:?}");
    }
    assert_eq!(image_agrees(&oracle, &solution), Ok(()));
}

/// A game in which both sides follow `best_move` ends after exactly the distance, with the distance falling at every
/// ply; what is a draw stays one.
#[test]
fn play_by_best_moves_ends_when_announced_or_never() {
    campaign(800, |random| {
        let n = 1 + random.below(30);
        let rules = generate::rules(random, n);
        let solution = solve(&rules);
        for mut at in sample(random, n, 20) {
            let promised = probed(&solution, at);
            let plies = promised.plies().unwrap_or(50);
            for ply in 0..plies {
                let now = solution
                    .probe(at.evader, at.pursuer, role(at.to_move))
                    .expect("a position");
                let node = now.best_move.expect("a move while the game goes on");
                assert!(
                    rules.legal(at.to_move, at.mover()).contains(&node),
                    "{at:?} to {node}"
                );
                at = at.after(node);
                let expected = match promised {
                    Value::Draw => Value::Draw,
                    Value::Won(side, _) => Value::Won(side, plies - ply - 1),
                };
                assert_eq!(
                    probed(&solution, at),
                    expected,
                    "{at:?}, {} plies on",
                    ply + 1
                );
            }
            assert_eq!(rules.winner(at.evader, at.pursuer), promised.winner());
        }
    });
}

#[test]
fn a_solution_outlives_its_game_and_does_not_follow_its_changes() {
    let rules = Rules::cop_and_robber(families::cycle(4));
    let mut game = to_game(&rules);
    let first = game.solve().expect("a solution");
    // Without the cop's right to wait, C4 is lost for it: both circle for ever.
    game.rules_mut().allow_stay(role(Pursuer), false);
    let second = game.solve().expect("a solution");
    drop(game);
    let opposite = Position::new(2, 0, Pursuer);
    assert_eq!(probed(&first, opposite), Value::Won(Pursuer, 3));
    assert_eq!(probed(&second, opposite), Value::Draw);
    assert_eq!(check_solution(&Oracle::by_rounds(rules), &first), Ok(()));
}

/// Many threads may ask one solution at once.
#[test]
fn a_solution_answers_eight_threads_at_once() {
    let rules = varied(&mut Random::new(40), 40);
    let oracle = Oracle::by_rounds(rules.clone());
    let solution = solve(&rules);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(check_solution(&oracle, &solution), Ok(())));
        }
    });
}

#[test]
fn every_position_is_won_lost_or_drawn_once_in_the_summary() {
    campaign(300, |random| {
        let n = 1 + random.below(40);
        let solution = solve(&generate::rules(random, n));
        for side in [Evader, Pursuer] {
            let summary = solution.summary(role(side));
            let total = summary.draws + summary.evader_wins + summary.pursuer_wins;
            assert_eq!(total, (n * n) as u64);
            let longest = positions(n)
                .filter(|at| at.to_move == side)
                .filter_map(|at| probed(&solution, at).plies())
                .max();
            assert_eq!(summary.longest, longest);
        }
    });
}

/// Reports that never fall, one total, and everything resolved in the last.
fn assert_orderly(reports: &[Progress], what: &str) {
    assert!(!reports.is_empty(), "{what}: no report");
    for pair in reports.windows(2) {
        assert!(pair[0].round <= pair[1].round, "{what}: {pair:?}");
        assert!(pair[0].resolved <= pair[1].resolved, "{what}: {pair:?}");
        assert_eq!(pair[0].total, pair[1].total, "{what}");
    }
    let last = reports[reports.len() - 1];
    assert_eq!(last.resolved, last.total, "{what}: the last report");
}

#[test]
fn progress_never_falls_and_ends_with_everything_resolved() {
    for n in [1, 2, 30, 300] {
        let rules = varied(&mut Random::new(n as u64), n);
        let game = to_game(&rules);
        let mut reports = Vec::new();
        let solution = game
            .solve_with(&mut |progress| {
                reports.push(progress);
                true
            })
            .expect("a solution");
        assert_orderly(&reports, "solve");
        reports.clear();
        let verified = solution.verify(&mut |progress| {
            reports.push(progress);
            true
        });
        assert_eq!(verified, Ok(()));
        assert_orderly(&reports, "verify");
        reports.clear();
        game.decide_with(0, n - 1, role(Evader), &mut |progress| {
            reports.push(progress);
            true
        })
        .expect("a decision");
        assert_orderly(&reports, "decide");
    }
}

#[test]
fn work_that_is_cancelled_says_so_and_can_be_started_again() {
    let rules = varied(&mut Random::new(90), 90);
    let oracle = Oracle::by_rounds(rules.clone());
    let game = to_game(&rules);
    assert_eq!(
        game.solve_with(&mut |_| false).err(),
        Some(Error::Cancelled)
    );
    let decided = game.decide_with(1, 2, role(Evader), &mut |_| false);
    assert_eq!(decided, Err(Error::Cancelled));
    let solution = game.solve().expect("a solution");
    assert_eq!(solution.verify(&mut |_| false), Err(Error::Cancelled));
    assert_eq!(check_solution(&oracle, &solution), Ok(()));
}

#[test]
fn a_limit_below_the_need_refuses_and_leaves_the_game_usable() {
    let rules = varied(&mut Random::new(120), 120);
    let mut game = to_game(&rules);
    let estimate = game.memory_estimate();
    game.set_memory_limit(Some(estimate - 1));
    let refused = game.solve().err();
    assert!(
        matches!(refused, Some(Error::NoMemory { limit: Some(limit), .. }) if limit == estimate - 1),
        "{refused:?}"
    );
    game.set_memory_limit(Some(estimate));
    let oracle = Oracle::backwards(rules);
    assert_eq!(
        check_solution(&oracle, &game.solve().expect("a solution")),
        Ok(())
    );
    game.set_memory_limit(None);
    assert_eq!(
        check_solution(&oracle, &game.solve().expect("a solution")),
        Ok(())
    );
}

/// The path of 500 needs two bytes a distance; the estimate counts one.
#[test]
fn a_limit_that_is_passed_only_when_distances_widen_refuses_too() {
    let mut game = to_game(&Rules::cop_and_robber(families::path(500)));
    let estimate = game.memory_estimate();
    game.set_memory_limit(Some(estimate));
    let refused = game.solve().err();
    assert!(
        matches!(refused, Some(Error::NoMemory { limit: Some(_), .. })),
        "{refused:?}"
    );
}
