//! Everything that a solution can be asked through the C functions, held against the oracle.

use std::ffi::c_void;
use std::ptr;

use crate::ffi_support::{Solution, ok};
use crate::oracle::{Oracle, Position, SIDES, Side, Start, Value, positions};
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::types::*;

pub fn role_code(side: Side) -> i32 {
    match side {
        Side::Evader => PURSUIT_EVADER,
        Side::Pursuer => PURSUIT_PURSUER,
    }
}

pub fn outcome_code(value: Value) -> i32 {
    match value.winner() {
        None => PURSUIT_DRAW,
        Some(winner) => role_code(winner),
    }
}

fn distance_code(value: Value) -> i32 {
    value.plies().map_or(-1, |plies| plies as i32)
}

fn node_code(node: Option<usize>) -> i32 {
    node.map_or(-1, |node| node as i32)
}

pub fn value_code(oracle: &Oracle, at: Position) -> pursuit_value {
    pursuit_value {
        outcome: outcome_code(oracle.value(at)),
        distance: distance_code(oracle.value(at)),
        best_move: node_code(oracle.best_move(at)),
    }
}

fn start_code(start: Start) -> pursuit_start {
    pursuit_start {
        outcome: outcome_code(start.value),
        distance: distance_code(start.value),
        pursuer: start.pursuer as i32,
        evader: start.evader as i32,
    }
}

/// Panics with the first answer that is not the oracle's.
pub fn check_solution(solution: &Solution, oracle: &Oracle) {
    let n = oracle.node_count();
    let mut count = -1;
    ok(unsafe { pursuit_solution_node_count(solution.0, &mut count) });
    assert_eq!(count, n as i32);
    for at in positions(n) {
        let probed = solution.probe(at.evader as i32, at.pursuer as i32, role_code(at.to_move));
        assert_eq!(probed, value_code(oracle, at), "{at:?}");
        check_moves(solution, oracle, at);
    }
    for side in SIDES {
        check_tables(solution, oracle, side);
        check_starts(solution, oracle, side);
        check_summary(solution, oracle, side);
    }
    ok(unsafe { pursuit_solution_verify(solution.0, None, ptr::null_mut()) });
}

fn check_moves(solution: &Solution, oracle: &Oracle, at: Position) {
    let expected: Vec<pursuit_move> = oracle
        .moves(at)
        .into_iter()
        .map(|(node, value)| pursuit_move {
            node: node as i32,
            outcome: outcome_code(value),
            distance: distance_code(value),
        })
        .collect();
    assert_eq!(listed_moves(solution, at), expected, "{at:?}");
}

/// The moves of a position, in an array of exactly their number.
pub fn listed_moves(solution: &Solution, at: Position) -> Vec<pursuit_move> {
    let (evader, pursuer) = (at.evader as i32, at.pursuer as i32);
    let to_move = role_code(at.to_move);
    let moves = |list: *mut pursuit_move, capacity, count: &mut i32| unsafe {
        pursuit_solution_moves(solution.0, evader, pursuer, to_move, list, capacity, count)
    };
    let mut count = -1;
    ok(moves(ptr::null_mut(), -1, &mut count));
    let mut list: Vec<pursuit_move> = Vec::with_capacity(count as usize);
    if count > 0 {
        let mut untouched = -9;
        let status = moves(list.as_mut_ptr(), count - 1, &mut untouched);
        assert_eq!((status, untouched), (PURSUIT_ERR_ARGUMENT, -9));
    }
    let mut again = -1;
    ok(moves(list.as_mut_ptr(), count, &mut again));
    assert_eq!(again, count);
    // SAFETY: the call wrote that many.
    unsafe { list.set_len(count as usize) };
    list
}

fn check_tables(solution: &Solution, oracle: &Oracle, to_move: Side) {
    let n = oracle.node_count();
    let values: Vec<pursuit_value> = positions(n)
        .filter(|at| at.to_move == to_move)
        .map(|at| value_code(oracle, at))
        .collect();
    let mut outcomes = vec![-9_i8; n * n];
    let mut distances = vec![-9; n * n];
    let mut best_moves = vec![-9; n * n];
    ok(unsafe {
        pursuit_solution_export(
            solution.0,
            role_code(to_move),
            n * n,
            outcomes.as_mut_ptr(),
            distances.as_mut_ptr(),
            best_moves.as_mut_ptr(),
        )
    });
    for (index, value) in values.iter().enumerate() {
        let exported = pursuit_value {
            outcome: outcomes[index].into(),
            distance: distances[index],
            best_move: best_moves[index],
        };
        assert_eq!(exported, *value, "entry {index}, {to_move:?} to move");
    }
    let (evaders, pursuers): (Vec<i32>, Vec<i32>) = (0..n as i32)
        .flat_map(|evader| (0..n as i32).map(move |pursuer| (evader, pursuer)))
        .unzip();
    let mut probed: Vec<pursuit_value> = Vec::with_capacity(n * n);
    ok(unsafe {
        pursuit_solution_probe_many(
            solution.0,
            n * n,
            evaders.as_ptr(),
            pursuers.as_ptr(),
            role_code(to_move),
            probed.as_mut_ptr(),
        )
    });
    // SAFETY: the call wrote that many.
    unsafe { probed.set_len(n * n) };
    assert_eq!(probed, values);
}

fn check_starts(solution: &Solution, oracle: &Oracle, first: Side) {
    let n = oracle.node_count();
    let mut starts: Vec<pursuit_start> = Vec::with_capacity(n);
    let mut best = start_code(Start {
        pursuer: 0,
        evader: 0,
        value: Value::Draw,
    });
    let status =
        unsafe { pursuit_solution_starts(solution.0, role_code(first), starts.as_mut_ptr(), n) };
    let best_status =
        unsafe { pursuit_solution_best_start(solution.0, role_code(first), &mut best) };
    let Some(expected) = oracle.starts(first) else {
        return assert_eq!(
            (status, best_status),
            (PURSUIT_ERR_ARGUMENT, PURSUIT_ERR_ARGUMENT)
        );
    };
    assert_eq!((status, best_status), (PURSUIT_OK, PURSUIT_OK));
    // SAFETY: the call wrote that many.
    unsafe { starts.set_len(n) };
    for (pursuer, (found, expected)) in starts.iter().zip(expected).enumerate() {
        let none = pursuit_start {
            outcome: -1,
            distance: -1,
            pursuer: pursuer as i32,
            evader: -1,
        };
        assert_eq!(*found, expected.map_or(none, start_code));
    }
    assert_eq!(best, start_code(oracle.best_start(first).expect("a start")));
}

fn check_summary(solution: &Solution, oracle: &Oracle, to_move: Side) {
    let mut found = pursuit_summary {
        draws: 0,
        evader_wins: 0,
        pursuer_wins: 0,
        longest: 0,
    };
    ok(unsafe { pursuit_solution_summary(solution.0, role_code(to_move), &mut found) });
    let expected = oracle.summary(to_move);
    assert_eq!(
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
            expected.longest.map_or(-1, i64::from)
        )
    );
}

/// What a progress callback has been told, and when it is to stop the work.
pub struct Watch {
    /// Stops at this call; from 1, 0 for never.
    pub stop_at: u64,
    calls: u64,
    last: [u64; 3],
}

impl Watch {
    pub fn new(stop_at: u64) -> Watch {
        Watch {
            stop_at,
            calls: 0,
            last: [0; 3],
        }
    }

    pub fn has_stopped(&self) -> bool {
        self.stop_at != 0 && self.calls >= self.stop_at
    }

    /// The work went to its end: the last call said so.
    pub fn expect_finished(&self) {
        assert!(
            self.calls > 0 && self.last[1] == self.last[2],
            "{:?}",
            self.last
        );
    }
}

/// The callback for a [`Watch`].
pub unsafe extern "C" fn watch(watch: *mut c_void, round: u64, resolved: u64, total: u64) -> i32 {
    // SAFETY: it is handed over together with this function, and no one else has it during a call.
    let watch = unsafe { &mut *watch.cast::<Watch>() };
    let [last_round, last_resolved, last_total] = watch.last;
    assert!(
        !watch.has_stopped(),
        "called again after it has stopped the work"
    );
    assert!(round >= last_round && resolved >= last_resolved && resolved <= total);
    assert!(watch.calls == 0 || total == last_total);
    watch.calls += 1;
    watch.last = [round, resolved, total];
    i32::from(!watch.has_stopped())
}
