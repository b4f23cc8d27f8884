//! `start` and `nextMove`, under their C names and their C++ ones.
#![cfg(feature = "grader")]

mod ffi_support;

use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use ffi_support::*;
use pursuit::ffi::grader::*;
use pursuit::ffi::status::*;

/// The process has one game: tests take turns.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a game; the matrix has other bytes around its n x n part, and is the same afterwards.
fn start_on(graph: &Csr) -> i32 {
    let mut matrix = graph.matrix(MAX_N);
    let before = matrix.clone();
    let corner = unsafe { start(graph.n(), matrix.as_mut_ptr().cast()) };
    assert!(matrix == before, "the matrix is never written to");
    corner
}

#[track_caller]
fn refuses(answer: i32, status: i32, sentence: &str) {
    assert_eq!((answer, pursuit_last_status()), (-1, status));
    assert_eq!(last_error(), sentence);
}

const NO_CORNER: &str = "no corner forces capture";
const NO_GAME: &str = "nextMove needs a game: a start that returned a corner";

#[test]
fn the_cop_starts_where_capture_takes_fewest_plies() {
    let _turn = turn();
    assert_eq!(start_on(&Csr::new(&[&[]])), 0, "alone with the robber");
    // The path 0 - 2 - 1.
    assert_eq!(start_on(&Csr::new(&[&[2], &[2], &[0, 1]])), 2);
    assert_eq!(
        start_on(&Csr::cycle(4)),
        0,
        "the lowest-numbered of four equal corners"
    );
    // One-way streets: the worst plies are 2 from corner 0 and 4 from 3; from 1 and 2 he never wins.
    assert_eq!(start_on(&Csr::new(&[&[1, 3], &[2], &[1], &[0]])), 0);
    assert_eq!(pursuit_last_status(), PURSUIT_OK);
}

#[test]
fn a_game_that_cannot_be_won_is_told_from_a_failure() {
    let _turn = turn();
    for (graph, corner) in [(Csr::cycle(4), 0), (Csr::cycle(5), -1), (Csr::cycle(4), 0)] {
        assert_eq!(start_on(&graph), corner);
        assert_eq!(pursuit_last_status(), PURSUIT_OK);
    }
    refuses(start_on(&Csr::cycle(6)), PURSUIT_OK, NO_CORNER);
    refuses(nextMove(0), PURSUIT_ERR_ARGUMENT, NO_GAME);
}

#[test]
fn the_cop_catches_a_robber_who_runs_as_long_as_he_can() {
    let _turn = turn();
    // The path of 12: 10 plies from the best start, 5 of them the cop's. The robber runs to the far end.
    let mut cop = start_on(&Csr::path(12));
    assert!([5, 6].contains(&cop), "the middle of the path: {cop}");
    assert_eq!(cop, 5);
    let mut robber = 11;
    let mut plies = 0;
    loop {
        cop = nextMove(robber);
        plies += 1;
        if cop == robber {
            break;
        }
        // To and fro at the end, until the cop stands beside him.
        robber = if robber == 11 { 10 } else { 11 };
        plies += 1;
        if robber == cop {
            break;
        }
    }
    assert_eq!(plies, 10);
    assert_eq!(nextMove(cop), cop, "on the robber's corner he stays");
}

#[test]
fn the_robber_must_move_unless_a_loop_lets_him_wait() {
    let _turn = turn();
    assert_eq!(start_on(&Csr::cycle(4)), 0);
    let loops: &[&[i32]] = &[&[0, 1, 3], &[0, 1, 2], &[1, 2, 3], &[0, 2, 3]];
    refuses(start_on(&Csr::new(loops)), PURSUIT_OK, NO_CORNER);
}

#[test]
fn any_nonzero_byte_is_a_street() {
    let _turn = turn();
    let graph = Csr::path(3);
    for byte in [2_u8, 0x80, 255] {
        let mut matrix = graph.matrix(MAX_N);
        for x in 0..3 {
            matrix[x * MAX_N..][..3]
                .iter_mut()
                .for_each(|cell| *cell *= byte);
        }
        assert_eq!(unsafe { start(3, matrix.as_mut_ptr().cast()) }, 1);
        assert_eq!(nextMove(2), 2);
    }
}

#[test]
fn only_the_part_of_the_matrix_in_use_is_read() {
    let _turn = turn();
    // Exactly two rows, the second cut after its two bytes; what lies behind is not ours.
    let mut matrix = Csr::path(2).matrix(MAX_N);
    matrix.truncate(MAX_N + 2);
    matrix.shrink_to_fit();
    assert_eq!(unsafe { start(2, matrix.as_mut_ptr().cast()) }, 0);
}

#[test]
fn misuse_is_answered_with_a_reason() {
    let _turn = turn();
    let null = ptr::null_mut();
    let mut matrix = Csr::path(2).matrix(MAX_N);
    for n in [0, -1, 501, i32::MAX, i32::MIN] {
        let sentence = format!("n is {n}, outside 1..500");
        refuses(unsafe { start(n, null) }, PURSUIT_ERR_NODE_COUNT, &sentence);
        let with_matrix = unsafe { start(n, matrix.as_mut_ptr().cast()) };
        refuses(with_matrix, PURSUIT_ERR_NODE_COUNT, &sentence);
    }
    refuses(
        unsafe { start(2, null) },
        PURSUIT_ERR_NULL_POINTER,
        "a is NULL",
    );
    refuses(nextMove(0), PURSUIT_ERR_ARGUMENT, NO_GAME);
    assert_eq!(start_on(&Csr::path(2)), 0);
    for r in [-1, 2, i32::MAX, i32::MIN] {
        refuses(
            nextMove(r),
            PURSUIT_ERR_NODE,
            &format!("r is {r}, outside 0..1"),
        );
    }
    assert_eq!(nextMove(1), 1, "the game goes on");
    refuses(
        unsafe { start(0, null) },
        PURSUIT_ERR_NODE_COUNT,
        "n is 0, outside 1..500",
    );
    refuses(nextMove(1), PURSUIT_ERR_ARGUMENT, NO_GAME);
}

#[test]
fn a_robber_who_jumps_out_of_reach_changes_nothing() {
    let _turn = turn();
    assert_eq!(start_on(&Csr::new(&[&[1, 3], &[2], &[1], &[0]])), 0);
    assert_eq!(nextMove(1), 1);
    // From 1 the cop gets to 2 and back, never to 0 or 3.
    for r in [0, 3] {
        refuses(
            nextMove(r),
            PURSUIT_ERR_ARGUMENT,
            &format!(
                "r is {r}, it must be a corner where the robber's capture can still be forced"
            ),
        );
        assert_eq!(nextMove(1), 1);
    }
}

#[test]
fn the_cpp_names_play_the_same_game() {
    let _turn = turn();
    let mut matrix = Csr::path(3).matrix(MAX_N);
    assert_eq!(unsafe { start_cpp(3, matrix.as_mut_ptr().cast()) }, 1);
    assert_eq!(nextMove(0), 0);
    assert_eq!(start_on(&Csr::path(3)), 1);
    assert_eq!(next_move_cpp(2), 2);
}

#[test]
fn threads_play_one_after_another() {
    let _turn = turn();
    let graph = Csr::path(30);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(start_on(&graph), 14);
                    let corner = nextMove(29);
                    assert!(
                        (14..=29).contains(&corner),
                        "some way along the path: {corner}"
                    );
                }
            });
        }
    });
}
