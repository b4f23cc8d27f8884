//! Several pursuers through the C functions. Values on small rings are counted by hand.

mod ffi_support;

use std::ffi::c_void;
use std::ptr;

use ffi_support::*;
use pursuit::ffi::game::*;
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::teams::*;
use pursuit::ffi::types::*;

/// Cop and robber on a ring with so many cops.
fn ring(nodes: i32, pursuers: i32) -> Solution {
    let game = Game::cop_and_robber(&Csr::cycle(nodes));
    ok(unsafe { pursuit_game_set_pursuers(game.0, pursuers) });
    game.solve()
}

fn probe_team(
    solution: &Solution,
    evader: i32,
    pursuers: &[i32],
    to_move: i32,
) -> (pursuit_value, Vec<i32>) {
    let mut value = UNTOUCHED_VALUE;
    let mut moves = vec![UNTOUCHED; pursuers.len()];
    let (team, best) = (pursuers.as_ptr(), moves.as_mut_ptr());
    ok(unsafe { pursuit_solution_probe_team(solution.0, evader, team, to_move, &mut value, best) });
    let mut again = UNTOUCHED_VALUE;
    ok(unsafe {
        pursuit_solution_probe_team(
            solution.0,
            evader,
            team,
            to_move,
            &mut again,
            ptr::null_mut(),
        )
    });
    assert_eq!(again, value, "best_moves may be NULL");
    (value, moves)
}

fn value(outcome: i32, distance: i32, best_move: i32) -> pursuit_value {
    pursuit_value {
        outcome,
        distance,
        best_move,
    }
}

fn count_of(solution: &Solution) -> i32 {
    let mut count = UNTOUCHED;
    ok(unsafe { pursuit_solution_pursuer_count(solution.0, &mut count) });
    count
}

#[test]
fn a_team_on_a_ring_closes_in_from_both_sides() {
    let solution = ring(6, 2);
    assert_eq!(count_of(&solution), 2);
    // The robber on 5 must step on 4 or 0 once they are taken; nothing else wins as soon.
    let closing_in = value(PURSUIT_PURSUER_WINS, 2, -1);
    assert_eq!(
        probe_team(&solution, 5, &[3, 1], PURSUIT_PURSUER),
        (closing_in, vec![4, 0])
    );
    assert_eq!(
        probe_team(&solution, 5, &[1, 3], PURSUIT_PURSUER),
        (closing_in, vec![0, 4])
    );
    // With the robber to move between them, both of his moves lose at once: the lower is given.
    assert_eq!(
        probe_team(&solution, 2, &[3, 1], PURSUIT_EVADER),
        (value(PURSUIT_PURSUER_WINS, 1, 1), vec![-1, -1])
    );
    // Over: one of them is there.
    for to_move in [PURSUIT_EVADER, PURSUIT_PURSUER] {
        assert_eq!(
            probe_team(&solution, 3, &[3, 1], to_move),
            (value(PURSUIT_PURSUER_WINS, 0, -1), vec![-1, -1])
        );
    }
}

/// Both cops next to the robber can take him; the smallest team that does so is asked for, then the smallest way to it.
#[test]
fn ties_go_to_the_smallest_team_and_then_to_the_smallest_way() {
    let solution = ring(6, 2);
    let caught = value(PURSUIT_PURSUER_WINS, 1, -1);
    // From 1 and 3 to {1, 2}, {2, 3}, {2, 4}, {0, 2}, {2, 2}: {0, 2} is the smallest when sorted.
    assert_eq!(
        probe_team(&solution, 2, &[3, 1], PURSUIT_PURSUER),
        (caught, vec![2, 0])
    );
    // From 1 and 1 to {0, 2}, in two ways.
    assert_eq!(
        probe_team(&solution, 2, &[1, 1], PURSUIT_PURSUER),
        (caught, vec![0, 2])
    );
}

#[test]
fn the_best_start_of_a_team_watches_the_whole_ring() {
    let solution = ring(6, 2);
    let mut best = UNTOUCHED_START;
    let mut team = [UNTOUCHED; 2];
    ok(unsafe {
        pursuit_solution_best_start_team(solution.0, PURSUIT_PURSUER, &mut best, team.as_mut_ptr())
    });
    // Of the pairs of opposite corners the first; wherever the robber is, he is next to one of them.
    assert_eq!(team, [0, 3]);
    let expected = pursuit_start {
        outcome: PURSUIT_PURSUER_WINS,
        distance: 1,
        pursuer: -1,
        evader: 1,
    };
    assert_eq!(best, expected);
}

#[test]
fn one_pursuer_is_a_team_of_one() {
    let solution = ring(4, 1);
    assert_eq!(count_of(&solution), 1);
    // The best move of one is in best_moves, and nowhere else.
    assert_eq!(
        probe_team(&solution, 1, &[0], PURSUIT_PURSUER),
        (value(PURSUIT_PURSUER_WINS, 1, -1), vec![1])
    );
    let one = solution.best_start(PURSUIT_PURSUER);
    let mut best = UNTOUCHED_START;
    let mut team = [UNTOUCHED];
    ok(unsafe {
        pursuit_solution_best_start_team(solution.0, PURSUIT_PURSUER, &mut best, team.as_mut_ptr())
    });
    assert_eq!(team, [one.pursuer]);
    assert_eq!(best, pursuit_start { pursuer: -1, ..one });
}

#[test]
fn teams_are_counted_once_whatever_their_order() {
    let solution = ring(6, 2);
    let mut summary = pursuit_summary {
        draws: 0,
        evader_wins: 0,
        pursuer_wins: 0,
        longest: 0,
    };
    ok(unsafe { pursuit_solution_summary(solution.0, PURSUIT_PURSUER, &mut summary) });
    // 21 pairs of corners, the same one twice included, and six corners for the robber.
    assert_eq!(summary.pursuer_wins, 6 * 21);
    assert_eq!((summary.draws, summary.evader_wins), (0, 0));
}

#[test]
fn a_team_that_may_start_nowhere_has_no_start() {
    let game = Game::cop_and_robber(&Csr::cycle(3));
    for node in 0..3 {
        ok(unsafe { pursuit_game_set_forbidden(game.0, PURSUIT_PURSUER, node, 1) });
    }
    ok(unsafe { pursuit_game_set_pursuers(game.0, 2) });
    let solution = game.solve();
    let mut best = UNTOUCHED_START;
    let mut team = [UNTOUCHED; 2];
    let sentence = "the pursuer has no node to start from: each is forbidden to it or its goal";
    let status = unsafe {
        pursuit_solution_best_start_team(solution.0, PURSUIT_PURSUER, &mut best, team.as_mut_ptr())
    };
    fails(status, PURSUIT_ERR_ARGUMENT, sentence);
    assert_eq!((best, team), (UNTOUCHED_START, [UNTOUCHED; 2]));
    let mut cops = UNTOUCHED;
    let status = unsafe { pursuit_game_cop_number(game.0, 2, &mut cops) };
    fails(status, PURSUIT_ERR_ARGUMENT, sentence);
    assert_eq!(cops, UNTOUCHED);
}

#[test]
fn a_solution_of_a_team_survives_its_image() {
    let image = ring(6, 2).save();
    let mut loaded = ptr::null_mut();
    ok(unsafe { pursuit_solution_load(image.as_ptr().cast(), image.len(), &mut loaded) });
    let loaded = Solution(loaded);
    assert_eq!(count_of(&loaded), 2);
    assert_eq!(
        probe_team(&loaded, 5, &[3, 1], PURSUIT_PURSUER).1,
        vec![4, 0]
    );
    ok(unsafe { pursuit_solution_verify(loaded.0, None, ptr::null_mut()) });
}

#[test]
fn too_large_a_team_is_refused_before_it_is_tried() {
    let game = Game::cop_and_robber(&Csr::cycle(20));
    ok(unsafe { pursuit_game_set_pursuers(game.0, i32::MAX) });
    let mut bytes = 0;
    ok(unsafe { pursuit_game_memory_estimate(game.0, &mut bytes) });
    assert_eq!(bytes, u64::MAX);
    let mut solution = untouched_handle();
    let status = unsafe { pursuit_game_solve(game.0, &mut solution) };
    fails(
        status,
        PURSUIT_ERR_NO_MEMORY,
        "the system refused memory (18446744073709551615 bytes asked for)",
    );
    assert_eq!(solution, untouched_handle());
}

fn cop_number(graph: &Csr, max_cops: i32) -> i32 {
    let mut cops = UNTOUCHED;
    let (offsets, columns) = (graph.offsets.as_ptr(), graph.columns.as_ptr());
    ok(unsafe { pursuit_cop_number(graph.n(), offsets, columns, max_cops, &mut cops) });
    cops
}

#[test]
fn cop_numbers_are_found_as_far_as_asked() {
    assert_eq!(cop_number(&Csr::path(9), 1), 1);
    assert_eq!(cop_number(&Csr::cycle(9), 3), 2);
    assert_eq!(cop_number(&Csr::cycle(9), 1), 0);
    let game = Game::cop_and_robber(&Csr::cycle(9));
    let mut cops = UNTOUCHED;
    ok(unsafe { pursuit_game_cop_number(game.0, 3, &mut cops) });
    assert_eq!(cops, 2);
    ok(unsafe { pursuit_game_cop_number(game.0, 1, &mut cops) });
    assert_eq!(cops, 0);
}

/// Keeps what it is told, and stops the work when it has been told often enough.
unsafe extern "C" fn keep(user_data: *mut c_void, _: u64, resolved: u64, total: u64) -> i32 {
    let (told, most) = unsafe { &mut *user_data.cast::<(Vec<(u64, u64)>, usize)>() };
    told.push((resolved, total));
    i32::from(told.len() < *most)
}

#[test]
fn a_corpus_reports_its_graphs_and_can_be_stopped() {
    let line = b"Dhc\n".repeat(1000);
    let ask = |most: usize, cops: &mut [i32], count: &mut usize| {
        let mut told: (Vec<(u64, u64)>, usize) = (Vec::new(), most);
        let user_data = ptr::from_mut(&mut told).cast();
        let status = unsafe {
            pursuit_cop_numbers_graph6(
                line.as_ptr().cast(),
                line.len(),
                1,
                3,
                2,
                cops.as_mut_ptr(),
                ptr::null_mut(),
                cops.len(),
                count,
                Some(keep),
                user_data,
            )
        };
        (status, told.0)
    };
    let (mut cops, mut count) = (vec![UNTOUCHED; 1000], 0);
    let (status, told) = ask(usize::MAX, &mut cops, &mut count);
    ok(status);
    assert_eq!(count, 1000);
    // The ring of five.
    assert!(cops.iter().all(|&cops| cops == 2));
    assert!(told.is_sorted());
    assert_eq!(told.last(), Some(&(1000, 1000)));

    let (mut cops, mut count) = (vec![UNTOUCHED; 1000], 7);
    let (status, _) = ask(1, &mut cops, &mut count);
    fails(
        status,
        PURSUIT_ERR_CANCELLED,
        "the progress callback stopped the work",
    );
    assert_eq!(count, 7);
    assert!(cops.iter().all(|&cops| cops == UNTOUCHED));
}
