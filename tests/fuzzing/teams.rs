//! Everything that a solution of a game with several pursuers can be asked, held against the oracle for teams.

use std::ptr;

use super::answers::{outcome_code, role_code};
use crate::ffi_support::{Solution, UNTOUCHED, UNTOUCHED_START, UNTOUCHED_VALUE, ok};
use crate::oracle::teams::TeamOracle;
use crate::oracle::{SIDES, Side, Value};
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::teams::*;
use pursuit::ffi::types::*;

/// The oracle tries every ordered team: no more of them than this.
const MOST_ORDERED_TEAMS: usize = 40;

/// Whether the oracle for teams is quick enough for this game.
pub fn is_small(n: usize, pursuers: usize) -> bool {
    n.saturating_pow(pursuers as u32) <= MOST_ORDERED_TEAMS
}

fn distance_code(value: Value) -> i32 {
    value.plies().map_or(-1, |plies| plies as i32)
}

fn codes(nodes: &[usize]) -> Vec<i32> {
    nodes.iter().map(|&node| node as i32).collect()
}

/// Panics with the first answer that is not the oracle's.
pub fn check_team_solution(solution: &Solution, oracle: &TeamOracle) {
    check_questions_for_one(solution, oracle.size as i32);
    ok(unsafe { pursuit_solution_verify(solution.0, None, ptr::null_mut()) });
    for evader in 0..oracle.rules.node_count() {
        for team in oracle.teams() {
            for side in SIDES {
                check_probe(solution, oracle, evader, team, side);
            }
        }
    }
    for side in SIDES {
        check_start(solution, oracle, side);
        check_summary(solution, oracle, side);
    }
}

/// What names one pursuer is refused.
pub fn check_questions_for_one(solution: &Solution, pursuers: i32) {
    let s = solution.0;
    let (mut value, mut start, mut count) = (UNTOUCHED_VALUE, UNTOUCHED_START, UNTOUCHED);
    let none: *mut i32 = ptr::null_mut();
    unsafe {
        ok(pursuit_solution_pursuer_count(s, &mut count));
        assert_eq!(count, pursuers);
        for status in [
            pursuit_solution_probe(s, 0, 0, PURSUIT_EVADER, &mut value),
            pursuit_solution_probe_many(s, 1, &0, &0, PURSUIT_EVADER, &mut value),
            pursuit_solution_moves(s, 0, 0, PURSUIT_EVADER, ptr::null_mut(), 0, &mut count),
            pursuit_solution_best_start(s, PURSUIT_PURSUER, &mut start),
            pursuit_solution_export(s, PURSUIT_EVADER, usize::MAX, ptr::null_mut(), none, none),
        ] {
            assert_eq!(
                (status, pursuit_last_status()),
                (PURSUIT_ERR_ARGUMENT, PURSUIT_ERR_ARGUMENT)
            );
        }
    }
    assert_eq!(
        (value, start, count),
        (UNTOUCHED_VALUE, UNTOUCHED_START, pursuers)
    );
}

fn check_probe(
    solution: &Solution,
    oracle: &TeamOracle,
    evader: usize,
    team: &[usize],
    to_move: Side,
) {
    let asked = codes(team).into_boxed_slice();
    let mut value = UNTOUCHED_VALUE;
    let mut moves = vec![UNTOUCHED; team.len()].into_boxed_slice();
    ok(unsafe {
        pursuit_solution_probe_team(
            solution.0,
            evader as i32,
            asked.as_ptr(),
            role_code(to_move),
            &mut value,
            moves.as_mut_ptr(),
        )
    });
    let worth = oracle.value(evader, team, to_move);
    let (best_move, best_moves) = match to_move {
        Side::Evader => (oracle.best_evader_move(evader, team), None),
        Side::Pursuer => (None, oracle.best_team_move(evader, team)),
    };
    let expected = pursuit_value {
        outcome: outcome_code(worth),
        distance: distance_code(worth),
        best_move: best_move.map_or(-1, |node| node as i32),
    };
    let expected_moves = best_moves.map_or(vec![-1; team.len()], |moves| codes(&moves));
    assert_eq!(
        (value, &*moves),
        (expected, &*expected_moves),
        "evader {evader}, team {team:?}, {to_move:?} to move"
    );
}

fn check_start(solution: &Solution, oracle: &TeamOracle, first: Side) {
    let mut best = UNTOUCHED_START;
    let mut team = vec![UNTOUCHED; oracle.size].into_boxed_slice();
    let status = unsafe {
        pursuit_solution_best_start_team(solution.0, role_code(first), &mut best, team.as_mut_ptr())
    };
    let Some(expected) = oracle.best_start(first) else {
        return assert_eq!((status, best), (PURSUIT_ERR_ARGUMENT, UNTOUCHED_START));
    };
    assert_eq!(status, PURSUIT_OK);
    let expected_start = pursuit_start {
        outcome: outcome_code(expected.value),
        distance: distance_code(expected.value),
        pursuer: -1,
        evader: expected.evader as i32,
    };
    assert_eq!(
        (best, team.to_vec()),
        (expected_start, codes(&expected.pursuers))
    );
}

fn check_summary(solution: &Solution, oracle: &TeamOracle, to_move: Side) {
    let mut found = pursuit_summary {
        draws: 0,
        evader_wins: 0,
        pursuer_wins: 0,
        longest: 0,
    };
    ok(unsafe { pursuit_solution_summary(solution.0, role_code(to_move), &mut found) });
    let expected = oracle.summary(to_move);
    let expected = pursuit_summary {
        draws: expected.draws,
        evader_wins: expected.evader_wins,
        pursuer_wins: expected.pursuer_wins,
        longest: expected.longest.map_or(-1, i64::from),
    };
    assert_eq!(found, expected);
}
