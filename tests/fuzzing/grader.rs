//! `start` and `nextMove` in arbitrary sequences, under both of their names.

use std::ptr;

use super::input::Input;
use crate::oracle::{Oracle, Position, Rules, Side, Value};
use pursuit::ffi::grader::*;
use pursuit::ffi::status::*;

const MOST_CORNERS: usize = 12;

/// The game that goes on, as the oracle sees it, and where the cop stands.
struct Play {
    oracle: Oracle,
    cop: usize,
}

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    // Whatever game an earlier run has left ends here.
    let mut play = start_badly(0);
    for _ in 0..64 {
        if input.is_empty() {
            return;
        }
        match input.below(8) {
            0 => play = start_badly(input.pick(&[-1, 501, i32::MIN, i32::MAX])),
            1 | 2 => play = start_on_any_graph(&mut input),
            _ => next(&mut input, &mut play),
        }
    }
}

/// A number of corners that is none: the matrix isn't looked at, and there is no game any more.
fn start_badly(n: i32) -> Option<Play> {
    let nowhere = ptr::without_provenance_mut(64);
    assert_eq!(unsafe { start(n, nowhere) }, -1);
    assert_eq!(pursuit_last_status(), PURSUIT_ERR_NODE_COUNT);
    None
}

fn start_on_any_graph(input: &mut Input) -> Option<Play> {
    let n = 1 + input.below(MOST_CORNERS);
    let undirected = input.below(2) == 0;
    // Only the n x n part has to be there: of the last row, n bytes.
    let mut matrix = vec![0xEE_u8; (n - 1) * MAX_N + n];
    let mut rows = vec![Vec::new(); n];
    for x in 0..n {
        matrix[x * MAX_N..][..n].fill(0);
    }
    for x in 0..n {
        let bits = u16::from_le_bytes([input.byte(), input.byte()]);
        // Any nonzero byte is a street.
        let street = 1 + input.byte() % 255;
        for y in (0..n).filter(|y| bits >> y & 1 == 1) {
            matrix[x * MAX_N + y] = street;
            rows[x].push(y);
            if undirected {
                matrix[y * MAX_N + x] = street;
                rows[y].push(x);
            }
        }
    }
    let before = matrix.clone();
    let streets = matrix.as_mut_ptr().cast();
    let corner = match input.below(2) {
        0 => unsafe { start(n as i32, streets) },
        _ => unsafe { start_cpp(n as i32, streets) },
    };
    assert!(matrix == before, "the matrix was written to");
    assert_eq!(pursuit_last_status(), PURSUIT_OK);
    let oracle = Oracle::backwards(Rules::cop_and_robber(rows));
    let best = oracle.best_start(Side::Pursuer).expect("a corner");
    match best.value.winner() {
        Some(Side::Pursuer) => {
            assert_eq!(corner, best.pursuer as i32);
            let cop = best.pursuer;
            Some(Play { oracle, cop })
        }
        _ => {
            assert_eq!(corner, -1);
            None
        }
    }
}

fn next(input: &mut Input, play: &mut Option<Play>) {
    let n = play.as_ref().map_or(1, |play| play.oracle.node_count());
    let robber = input.node(n);
    let corner = match input.below(2) {
        0 => nextMove(robber),
        _ => next_move_cpp(robber),
    };
    let answer = (corner, pursuit_last_status());
    let Some(play) = play else {
        return assert_eq!(answer, (-1, PURSUIT_ERR_ARGUMENT));
    };
    if !(0..n as i32).contains(&robber) {
        return assert_eq!(answer, (-1, PURSUIT_ERR_NODE));
    }
    let at = Position::new(robber as usize, play.cop, Side::Pursuer);
    match play.oracle.value(at) {
        Value::Won(Side::Pursuer, _) => {
            play.cop = play.oracle.best_move(at).unwrap_or(play.cop);
            assert_eq!(answer, (play.cop as i32, PURSUIT_OK));
        }
        _ => assert_eq!(answer, (-1, PURSUIT_ERR_ARGUMENT)),
    }
}
