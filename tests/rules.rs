//! What the rules say, position by position, in games small enough to be worked out by hand; and the oracle itself,
//! held to the same and to published cop numbers.

mod oracle;

use oracle::Side::{Evader, Pursuer};
use oracle::Value::{self, Draw, Won};
use oracle::compare::{check_game, expect_agreement, probed, role, solve, to_game};
use oracle::generate::{self, campaign};
use oracle::teams::{TeamOracle, fewest_pursuers, sorted};
use oracle::{Oracle, Position, Rules, SIDES, Side, families, positions};
use pursuit::{Error, Game, Graph, Outcome, Role};

/// The value of a position by the library, after the oracle has agreed on the whole game.
fn worth(rules: &Rules, evader: usize, pursuer: usize, to_move: Side) -> Value {
    expect_agreement(rules, check_game);
    probed(&solve(rules), Position::new(evader, pursuer, to_move))
}

fn best_move(rules: &Rules, evader: usize, pursuer: usize, to_move: Side) -> Option<usize> {
    expect_agreement(rules, check_game);
    solve(rules)
        .probe(evader, pursuer, role(to_move))
        .expect("a position")
        .best_move
}

fn nodes_to_move_to(rules: &Rules, evader: usize, pursuer: usize, to_move: Side) -> Vec<usize> {
    let solution = solve(rules);
    let moves = solution
        .moves(evader, pursuer, role(to_move))
        .expect("a position");
    moves.map(|to| to.node).collect()
}

/// Three nodes in a row, and a fourth apart.
fn row_of_three_and_one() -> Rules {
    Rules::on(vec![vec![1], vec![0, 2], vec![1], vec![]])
}

fn goal(mut rules: Rules, side: Side, node: usize) -> Rules {
    rules.goals[side as usize][node] = true;
    rules
}

fn forbid(mut rules: Rules, side: Side, node: usize) -> Rules {
    rules.forbidden[side as usize][node] = true;
    rules
}

fn stay(mut rules: Rules, side: Side) -> Rules {
    rules.stay[side as usize] = true;
    rules
}

#[test]
fn meeting_comes_before_the_goals() {
    let rules = goal(goal(row_of_three_and_one(), Evader, 0), Pursuer, 0);
    assert_eq!(worth(&rules, 0, 0, Evader), Won(Pursuer, 0));
    assert_eq!(worth(&rules, 0, 0, Pursuer), Won(Pursuer, 0));
}

#[test]
fn the_evaders_goal_comes_before_the_pursuers() {
    let rules = goal(goal(row_of_three_and_one(), Evader, 0), Pursuer, 2);
    assert_eq!(worth(&rules, 0, 2, Pursuer), Won(Evader, 0));
    assert_eq!(worth(&rules, 1, 2, Evader), Won(Pursuer, 0));
    assert_eq!(worth(&rules, 0, 1, Pursuer), Won(Evader, 0));
}

#[test]
fn no_move_is_played_once_the_game_is_over() {
    let rules = goal(row_of_three_and_one(), Evader, 2);
    for (evader, pursuer) in [(1, 1), (2, 1)] {
        for side in SIDES {
            assert_eq!(best_move(&rules, evader, pursuer, side), None);
            assert_eq!(nodes_to_move_to(&rules, evader, pursuer, side), []);
        }
    }
}

#[test]
fn a_token_without_a_move_passes() {
    let rules = row_of_three_and_one();
    assert_eq!(nodes_to_move_to(&rules, 3, 0, Evader), [3]);
    assert_eq!(best_move(&rules, 3, 0, Evader), Some(3));
    assert_eq!(worth(&rules, 3, 0, Evader), Draw);
    // Passing is a ply: the evader in the dead end of a one-way street waits for the pursuer two nodes behind.
    let street = Rules::on(vec![vec![1], vec![2], vec![]]);
    assert_eq!(worth(&street, 2, 0, Evader), Won(Pursuer, 4));
    assert_eq!(worth(&street, 2, 0, Pursuer), Won(Pursuer, 3));
}

#[test]
fn a_token_passes_when_every_move_is_forbidden_and_only_then() {
    let rules = forbid(row_of_three_and_one(), Pursuer, 1);
    assert_eq!(nodes_to_move_to(&rules, 2, 0, Pursuer), [0]);
    assert_eq!(nodes_to_move_to(&rules, 2, 1, Pursuer), [0, 2]);
    // What one side may not enter the other may.
    assert_eq!(nodes_to_move_to(&rules, 2, 0, Evader), [1]);
    let rules = forbid(rules, Pursuer, 0);
    assert_eq!(nodes_to_move_to(&rules, 3, 1, Pursuer), [2]);
}

#[test]
fn forbidding_does_not_stop_a_token_from_staying() {
    let rules = stay(forbid(row_of_three_and_one(), Evader, 1), Evader);
    assert_eq!(nodes_to_move_to(&rules, 1, 3, Evader), [0, 1, 2]);
    assert_eq!(nodes_to_move_to(&rules, 0, 3, Evader), [0]);
    let loop_at_1 = Rules::on(vec![vec![1], vec![0, 1, 2], vec![1]]);
    let rules = forbid(loop_at_1, Evader, 1);
    assert_eq!(nodes_to_move_to(&rules, 1, 2, Evader), [0, 1, 2]);
}

#[test]
fn a_node_in_its_own_row_is_a_place_to_stay_for_both_sides() {
    let rules = Rules::on(vec![vec![0, 1], vec![0]]);
    for side in SIDES {
        let at = |node: usize| match side {
            Evader => nodes_to_move_to(&rules, node, 1 - node, side),
            Pursuer => nodes_to_move_to(&rules, 1 - node, node, side),
        };
        assert_eq!(at(0), [0, 1]);
        assert_eq!(at(1), [0]);
    }
}

#[test]
fn staying_is_allowed_to_each_side_by_itself() {
    let path = Rules::on(families::path(3));
    assert_eq!(nodes_to_move_to(&path, 0, 2, Evader), [1]);
    assert_eq!(
        nodes_to_move_to(&stay(path.clone(), Evader), 0, 2, Evader),
        [0, 1]
    );
    assert_eq!(
        nodes_to_move_to(&stay(path.clone(), Evader), 0, 2, Pursuer),
        [1]
    );
    assert_eq!(
        nodes_to_move_to(&stay(path, Pursuer), 0, 2, Pursuer),
        [1, 2]
    );
}

#[test]
fn each_side_moves_on_its_own_graph() {
    let mut rules = Rules::on(families::directed_cycle(5));
    rules.rows[Pursuer as usize] = families::complete(5);
    assert_eq!(nodes_to_move_to(&rules, 1, 3, Evader), [2]);
    assert_eq!(nodes_to_move_to(&rules, 1, 3, Pursuer), [0, 1, 2, 4]);
    assert_eq!(worth(&rules, 1, 3, Pursuer), Won(Pursuer, 1));
    rules.rows.swap(0, 1);
    assert_eq!(nodes_to_move_to(&rules, 1, 3, Pursuer), [4]);
    // Wherever the pursuer's one way leads next, the evader is elsewhere.
    assert_eq!(worth(&rules, 1, 3, Pursuer), Draw);
}

#[test]
fn an_entry_given_twice_counts_once_and_rows_need_no_order() {
    let rules = Rules::on(vec![vec![2, 1, 2, 1, 1], vec![0, 0], vec![0]]);
    assert_eq!(nodes_to_move_to(&rules, 0, 2, Evader), [1, 2]);
    assert_eq!(worth(&rules, 0, 2, Pursuer), Won(Pursuer, 1));
}

#[test]
fn the_mouse_may_take_any_of_several_holes() {
    // The cat guards one end of the street; the mouse runs to the other.
    let rules = Rules::on(families::path(7));
    let rules = goal(goal(rules, Evader, 0), Evader, 6);
    let rules = forbid(forbid(rules, Pursuer, 0), Pursuer, 6);
    assert_eq!(worth(&rules, 3, 1, Evader), Won(Evader, 5));
    assert_eq!(best_move(&rules, 3, 1, Evader), Some(4));
    assert_eq!(worth(&rules, 3, 5, Evader), Won(Evader, 5));
    assert_eq!(best_move(&rules, 3, 5, Evader), Some(2));
}

#[test]
fn the_pursuer_wins_on_a_goal_of_its_own() {
    let rules = goal(row_of_three_and_one(), Pursuer, 2);
    assert_eq!(worth(&rules, 3, 0, Pursuer), Won(Pursuer, 3));
    assert_eq!(best_move(&rules, 3, 0, Pursuer), Some(1));
    assert_eq!(worth(&rules, 3, 0, Evader), Won(Pursuer, 4));
    // The evader's own ply on to that goal does not end the game.
    assert_eq!(worth(&rules, 2, 0, Evader), Won(Pursuer, 2));
}

#[test]
fn a_loser_delays_and_takes_the_lowest_of_equal_delays() {
    // The evader in the middle of a star, with staying pursuer on a tip: every other tip lasts two plies more.
    let rules = stay(Rules::on(families::star(5)), Pursuer);
    assert_eq!(worth(&rules, 0, 3, Evader), Won(Pursuer, 3));
    assert_eq!(best_move(&rules, 0, 3, Evader), Some(1));
    // Running into the pursuer is the worst of the ways to lose.
    assert_eq!(best_move(&rules, 0, 1, Evader), Some(2));
}

#[test]
fn a_drawer_keeps_the_draw_and_takes_the_lowest_of_safe_moves() {
    let rules = stay(Rules::on(families::cycle(6)), Pursuer);
    assert_eq!(worth(&rules, 2, 0, Evader), Draw);
    // 1 is next to the pursuer.
    assert_eq!(best_move(&rules, 2, 0, Evader), Some(3));
    assert_eq!(best_move(&rules, 3, 0, Evader), Some(2));
    assert_eq!(
        best_move(&rules, 3, 0, Pursuer),
        Some(0),
        "staying is the lowest of its safe moves"
    );
}

#[test]
fn a_winner_takes_the_lowest_of_the_fastest_wins() {
    let rules = stay(Rules::on(families::cycle(4)), Pursuer);
    assert_eq!(worth(&rules, 2, 0, Pursuer), Won(Pursuer, 3));
    // Waiting on 0 keeps both of the evader's nodes in reach; a step would let him slip round.
    assert_eq!(best_move(&rules, 2, 0, Pursuer), Some(0));
    // The evader's two holes are equally far.
    let rules = goal(goal(Rules::on(families::path(5)), Evader, 0), Evader, 2);
    assert_eq!(best_move(&rules, 1, 4, Evader), Some(0));
}

#[test]
fn neither_side_starts_on_its_goal_or_where_it_may_not_enter() {
    let rules = Rules::cat_and_mouse(families::path(4), 0);
    let solution = solve(&rules);
    assert_eq!(
        solution.answer_to(0, Role::Pursuer),
        Ok(None),
        "the hole is forbidden to the cat"
    );
    // With the cat on 2 and first to move, the mouse on 1 is caught, on 2 and 3 too; 0 is its goal, so no start.
    let start = solution
        .answer_to(2, Role::Pursuer)
        .expect("a node")
        .expect("a start");
    assert!([1, 2, 3].contains(&start.evader));
    assert_eq!(start.outcome, Outcome::PursuerWins);
    expect_agreement(&rules, check_game);
}

#[test]
fn a_side_with_nowhere_to_start_is_an_error_and_positions_can_still_be_asked() {
    for side in SIDES {
        let mut rules = Rules::on(families::path(3));
        rules.forbidden[side as usize] = vec![true; 3];
        let solution = solve(&rules);
        for first in SIDES {
            let error = solution
                .best_start(role(first))
                .expect_err("nowhere to start");
            let name = if side == Evader {
                "the evader"
            } else {
                "the pursuer"
            };
            assert!(matches!(error, Error::Unsupported(_)), "{error:?}");
            assert!(error.to_string().contains(name), "{error}");
        }
        expect_agreement(&rules, check_game);
    }
}

#[test]
fn the_evader_prefers_a_win_then_a_draw_then_a_late_loss_and_the_pursuer_the_reverse() {
    // Two islands: on a path the evader wins at its end, 3; on a square where everyone may wait nobody does.
    let rows = families::side_by_side(families::path(4), &families::with_loops(families::cycle(4)));
    let rules = goal(Rules::on(rows), Evader, 3);
    let solution = solve(&rules);
    let start = solution
        .answer_to(5, Role::Evader)
        .expect("a node")
        .expect("a start");
    assert_eq!(
        (start.outcome, start.evader, start.distance),
        (Outcome::EvaderWins, 2, Some(1))
    );
    // A pursuer on 1 that moves first catches whoever stands on 0 or 2: the evader draws elsewhere.
    let start = solution
        .answer_to(1, Role::Pursuer)
        .expect("a node")
        .expect("a start");
    assert_eq!((start.outcome, start.evader), (Outcome::Draw, 4));
    // From 0 it comes too late.
    let start = solution
        .answer_to(0, Role::Pursuer)
        .expect("a node")
        .expect("a start");
    assert_eq!(
        (start.outcome, start.evader, start.distance),
        (Outcome::EvaderWins, 2, Some(2))
    );
    let best = solution.best_start(Role::Pursuer).expect("a start");
    assert_eq!(
        (best.outcome, best.pursuer, best.evader),
        (Outcome::Draw, 1, 4)
    );
    expect_agreement(&rules, check_game);
}

#[test]
fn rules_may_be_set_twice_and_taken_back() {
    let path = families::path(5);
    let mut game = to_game(&Rules::on(path.clone()));
    let rules = game.rules_mut();
    for on in [true, true, false, false, true] {
        rules.set_goal(Role::Evader, 4, on).expect("a node");
        rules.set_forbidden(Role::Pursuer, 3, !on).expect("a node");
        rules.allow_stay(Role::Pursuer, on);
    }
    assert!(rules.is_goal(Role::Evader, 4) && !rules.is_goal(Role::Pursuer, 4));
    assert!(!rules.is_forbidden(Role::Pursuer, 3));
    assert!(rules.may_stay(Role::Pursuer) && !rules.may_stay(Role::Evader));
    let wanted = Oracle::by_rounds(goal(stay(Rules::on(path), Pursuer), Evader, 4));
    let solution = game.solve().expect("a solution");
    for at in positions(5) {
        assert_eq!(probed(&solution, at), wanted.value(at), "{at:?}");
    }
}

#[test]
fn a_copy_of_a_game_goes_its_own_way() {
    let mut rules = generate::rules(&mut generate::Random::new(8), 9);
    rules.rows = [families::path(9), families::cycle(9)];
    let game = to_game(&rules);
    let mut copy = game.try_clone().expect("a copy");
    copy.rules_mut()
        .set_goal(Role::Evader, 1, true)
        .expect("a node");
    copy.rules_mut().allow_stay(Role::Evader, !rules.stay[0]);
    let original = game.solve().expect("a solution");
    let wanted = Oracle::by_rounds(rules.clone());
    let changed = copy.solve().expect("a solution");
    rules.goals[0][1] = true;
    rules.stay[0] = !rules.stay[0];
    let wanted_of_copy = Oracle::by_rounds(rules);
    for at in positions(9) {
        assert_eq!(probed(&original, at), wanted.value(at), "{at:?}");
        assert_eq!(probed(&changed, at), wanted_of_copy.value(at), "{at:?}");
    }
}

#[test]
fn a_matrix_lists_and_csr_make_the_same_graph() {
    let matrix = [0, 1, 0, 9, 0, 255, 2, 9, 1, 0, 0, 9];
    let graphs = [
        Graph::from_matrix(3, &matrix, 4).expect("a graph"),
        Graph::from_adjacency(&[vec![1], vec![2, 1, 0, 1], vec![0]]).expect("a graph"),
        Graph::from_csr(&[0, 1, 4, 5], &[1, 2, 0, 1, 0]).expect("a graph"),
    ];
    // The matrix's bytes other than 0 are arcs, and those past its columns are nobody's.
    for (graph, row_1) in graphs
        .iter()
        .zip([vec![1, 2], vec![0, 1, 2], vec![0, 1, 2]])
    {
        assert_eq!(graph.successors(0), [1]);
        assert_eq!(graph.successors(1), row_1);
        assert_eq!(graph.successors(2), [0]);
    }
}

#[test]
fn a_node_out_of_range_is_named() {
    let mut game = Game::new(Graph::from_adjacency(&[[1], [0]]).expect("a graph")).expect("a game");
    let error = game
        .rules_mut()
        .set_goal(Role::Evader, 2, true)
        .expect_err("no node");
    assert_eq!(error.to_string(), "node is 2, outside 0..1");
    let error = game.decide(0, 5, Role::Evader).expect_err("no node");
    assert_eq!(error.to_string(), "pursuer is 5, outside 0..1");
    let solution = game.solve().expect("a solution");
    let error = solution.probe(3, 5, Role::Evader).expect_err("no node");
    assert_eq!(error.to_string(), "evader is 3, outside 0..1");
    let own = Graph::from_adjacency(&[[0]]).expect("a graph");
    let error = game
        .rules_mut()
        .set_graph(Role::Evader, own)
        .expect_err("another size");
    assert_eq!(
        error,
        Error::NodeCount {
            n: 1,
            least: 2,
            most: 2
        }
    );
}

/// The oracle's two ways to solve a game agree: neither is right by accident.
#[test]
fn the_oracle_finds_the_same_by_rounds_and_backwards() {
    campaign(3000, |random| {
        let n = 1 + random.below(15);
        let rules = generate::rules(random, n);
        let (rounds, backwards) = (
            Oracle::by_rounds(rules.clone()),
            Oracle::backwards(rules.clone()),
        );
        for at in positions(n) {
            assert_eq!(rounds.value(at), backwards.value(at), "{at:?} in {rules:?}");
        }
    });
}

/// A team of one is a pursuer.
#[test]
fn the_oracle_for_teams_agrees_with_that_for_one_pursuer() {
    campaign(300, |random| {
        let n = 1 + random.below(8);
        let oracle = Oracle::by_rounds(generate::rules(random, n));
        let team = TeamOracle::new(oracle.rules.clone(), 1);
        for at in positions(n) {
            assert_eq!(
                team.value(at.evader, &[at.pursuer], at.to_move),
                oracle.value(at),
                "{at:?}"
            );
            let best = match at.to_move {
                Evader => team.best_evader_move(at.evader, &[at.pursuer]),
                Pursuer => team
                    .best_team_move(at.evader, &[at.pursuer])
                    .map(|moved| moved[0]),
            };
            assert_eq!(best, oracle.best_move(at), "{at:?}");
        }
        for side in SIDES {
            assert_eq!(team.summary(side), oracle.summary(side));
            let start = team
                .best_start(side)
                .map(|start| (start.pursuers[0], start.evader, start.value));
            let wanted = oracle
                .best_start(side)
                .map(|start| (start.pursuer, start.evader, start.value));
            assert_eq!(start, wanted);
        }
    });
}

#[test]
fn in_the_oracle_the_order_of_a_team_does_not_matter() {
    campaign(60, |random| {
        let n = 1 + random.below(5);
        let team_game = TeamOracle::new(generate::rules(random, n), 2 + random.below(2));
        for evader in 0..n {
            for team in team_game.teams() {
                for side in SIDES {
                    let value = team_game.value(evader, team, side);
                    assert_eq!(
                        value,
                        team_game.value(evader, &sorted(team), side),
                        "{team:?}"
                    );
                }
            }
        }
    });
}

/// Cop numbers and capture times from the literature; one cop wins a tree, two a cycle, three the Petersen graph.
#[test]
fn the_oracle_for_teams_finds_published_cop_numbers() {
    let cops = |rows: Vec<Vec<usize>>| fewest_pursuers(&Rules::classical(rows), 3);
    assert_eq!(cops(families::path(6)), Some(1));
    assert_eq!(cops(families::cycle(4)), Some(2));
    assert_eq!(cops(families::cycle(7)), Some(2));
    assert_eq!(cops(families::grid(3, 3)), Some(2));
    assert_eq!(
        cops(families::side_by_side(
            families::cycle(4),
            &families::path(2)
        )),
        Some(3)
    );
    assert_eq!(cops(vec![vec![]; 4]), None);

    let petersen = Rules::classical(families::petersen());
    assert_eq!(
        TeamOracle::new(petersen.clone(), 2)
            .best_start(Pursuer)
            .map(|start| start.value),
        Some(Draw)
    );
    let three = TeamOracle::new(petersen, 3)
        .best_start(Pursuer)
        .expect("a start");
    assert_eq!(three.value, Won(Pursuer, 1), "one round");
}
