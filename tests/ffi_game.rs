//! Building a game through the C functions: what each refuses, in which order, and that a refusal changes nothing.

mod ffi_support;

use std::ffi::c_void;
use std::ptr;

use ffi_support::*;
use pursuit::ffi::game::*;
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::types::*;

/// `pursuit_game_new` on raw parts, asserting that a failure leaves the out-parameter alone.
fn new(n: i32, offsets: *const i32, columns: *const i32) -> i32 {
    let mut game = untouched_handle();
    let status = unsafe { pursuit_game_new(n, offsets, columns, &mut game) };
    match status {
        PURSUIT_OK => unsafe { pursuit_game_free(game) },
        _ => assert_eq!(game, untouched_handle()),
    }
    status
}

const NONE: *const i32 = ptr::null();

#[test]
fn a_bad_graph_is_refused_with_row_index_and_value() {
    let offsets_fail = |offsets: &[i32], sentence: &str| {
        let n = offsets.len() as i32 - 1;
        fails(
            new(n, offsets.as_ptr(), NONE),
            PURSUIT_ERR_ROW_OFFSETS,
            sentence,
        );
    };
    offsets_fail(&[1, 2], "row_offsets[0] is 1, not 0");
    offsets_fail(&[-1, 2], "row_offsets[0] is -1, not 0");
    offsets_fail(
        &[0, 3, 2, 1],
        "row_offsets[2] is 2, below row_offsets[1], which is 3 (row 1)",
    );
    offsets_fail(
        &[0, -1],
        "row_offsets[1] is -1, below row_offsets[0], which is 0 (row 0)",
    );
    let columns_fail = |columns: &[i32], sentence: &str| {
        let offsets = [0, 2, 2, 4];
        fails(
            new(3, offsets.as_ptr(), columns.as_ptr()),
            PURSUIT_ERR_COLUMN_INDEX,
            sentence,
        );
    };
    columns_fail(
        &[0, 1, 2, 3],
        "column_indices[3] is 3, outside 0..2 (row 2)",
    );
    columns_fail(
        &[0, -1, 9, 9],
        "column_indices[1] is -1, outside 0..2 (row 0)",
    );
    columns_fail(
        &[0, 1, i32::MIN, 3],
        "column_indices[2] is -2147483648, outside 0..2 (row 2)",
    );
}

#[test]
fn the_first_fault_is_named_in_the_order_of_the_contract() {
    let bad_offsets = [1, 0];
    let no_out = unsafe { pursuit_game_new(0, NONE, NONE, ptr::null_mut()) };
    fails(no_out, PURSUIT_ERR_NULL_POINTER, "game is NULL");
    fails(
        new(0, NONE, NONE),
        PURSUIT_ERR_NODE_COUNT,
        "n is 0, outside 1..2147483647",
    );
    fails(
        new(1, NONE, NONE),
        PURSUIT_ERR_NULL_POINTER,
        "row_offsets is NULL",
    );
    fails(
        new(1, bad_offsets.as_ptr(), NONE),
        PURSUIT_ERR_ROW_OFFSETS,
        "row_offsets[0] is 1, not 0",
    );
    fails(
        new(1, [0, 1].as_ptr(), NONE),
        PURSUIT_ERR_NULL_POINTER,
        "column_indices is NULL",
    );
}

#[test]
fn columns_may_be_null_when_there_are_none() {
    ok(new(3, [0, 0, 0, 0].as_ptr(), NONE));
}

#[test]
fn a_number_of_nodes_that_no_address_space_holds_is_refused_before_the_arrays_are_read() {
    // The arrays are far too short: reading them would crash.
    for n in [i32::MAX, i32::MAX - 1, 1 << 30] {
        let bytes = (i128::from(n).pow(2) + 3) / 4;
        let sentence = format!(
            "n is {n}: its positions take at least {bytes} bytes, no address space holds them"
        );
        fails(new(n, [0].as_ptr(), NONE), PURSUIT_ERR_NO_MEMORY, &sentence);
        let mut game = untouched_handle();
        let cells = 0u8;
        let matrix =
            unsafe { pursuit_game_new_matrix(n, (&raw const cells).cast(), usize::MAX, &mut game) };
        fails(matrix, PURSUIT_ERR_NO_MEMORY, &sentence);
        assert_eq!(game, untouched_handle());
    }
}

#[test]
fn a_matrix_is_checked_and_only_its_own_bytes_count() {
    let graph = Csr::path(5);
    let new = |n, matrix: *const u8, stride| {
        let mut game = untouched_handle();
        let status = unsafe { pursuit_game_new_matrix(n, matrix.cast(), stride, &mut game) };
        if status != PURSUIT_OK {
            assert_eq!(game, untouched_handle());
        }
        (status, game)
    };
    let cells = graph.matrix(9);
    let no_out = unsafe { pursuit_game_new_matrix(0, ptr::null(), 0, ptr::null_mut()) };
    fails(no_out, PURSUIT_ERR_NULL_POINTER, "game is NULL");
    let fail =
        |n, matrix, stride, status, sentence| fails(new(n, matrix, stride).0, status, sentence);
    fail(
        0,
        ptr::null(),
        0,
        PURSUIT_ERR_NODE_COUNT,
        "n is 0, outside 1..2147483647",
    );
    fail(
        5,
        ptr::null(),
        4,
        PURSUIT_ERR_ARGUMENT,
        "row_stride is 4, it must be at least 5",
    );
    fail(
        1,
        cells.as_ptr(),
        0,
        PURSUIT_ERR_ARGUMENT,
        "row_stride is 0, it must be at least 1",
    );
    fail(
        5,
        cells.as_ptr(),
        usize::MAX / 4,
        PURSUIT_ERR_ARGUMENT,
        "row_stride is 4611686018427387903, it must be small enough for n rows to fit an address space",
    );
    fail(
        5,
        ptr::null(),
        5,
        PURSUIT_ERR_NULL_POINTER,
        "matrix is NULL",
    );

    let (status, game) = new(5, cells.as_ptr(), 9);
    ok(status);
    let from_matrix = Game(game).solve();
    let from_csr = Game::new(&graph).solve();
    assert_eq!(from_matrix.save(), from_csr.save());
    // One row may be as far from the next as it likes.
    let (status, game) = new(1, cells.as_ptr(), usize::MAX);
    ok(status);
    drop(Game(game));
}

#[test]
fn every_setter_refuses_null_bad_roles_and_bad_nodes() {
    let game = Game::new(&Csr::path(3));
    let null = ptr::null_mut();
    let (offsets, columns) = ([0, 0, 0, 0], [0]);
    unsafe {
        let null_game = [
            pursuit_game_set_graph(null, 9, NONE, NONE),
            pursuit_game_allow_stay(null, 9, 1),
            pursuit_game_set_goal(null, 9, -1, 1),
            pursuit_game_set_forbidden(null, 9, -1, 1),
            pursuit_game_set_threads(null, -1),
            pursuit_game_set_memory_limit(null, 0),
            pursuit_game_set_progress(null, None, ptr::null_mut()),
            pursuit_game_memory_estimate(null, ptr::null_mut()),
            pursuit_game_solve(null, ptr::null_mut()),
            pursuit_game_decide(null, -1, -1, 0, ptr::null_mut()),
            pursuit_game_clone(null, ptr::null_mut()),
        ];
        for status in null_game {
            fails(status, PURSUIT_ERR_NULL_POINTER, "game is NULL");
        }
        for role in [0, 3, -1, i32::MAX] {
            for status in [
                pursuit_game_set_graph(game.0, role, NONE, NONE),
                pursuit_game_allow_stay(game.0, role, 1),
                pursuit_game_set_goal(game.0, role, -1, 1),
                pursuit_game_set_forbidden(game.0, role, -1, 1),
            ] {
                assert_eq!(status, PURSUIT_ERR_ARGUMENT);
            }
            assert_eq!(
                last_error(),
                format!("role is {role}, it must be PURSUIT_EVADER (1) or PURSUIT_PURSUER (2)")
            );
        }
        for node in [-1, 3, i32::MIN, i32::MAX] {
            let sentence = format!("node is {node}, outside 0..2");
            fails(
                pursuit_game_set_goal(game.0, 1, node, 1),
                PURSUIT_ERR_NODE,
                &sentence,
            );
            fails(
                pursuit_game_set_forbidden(game.0, 2, node, 0),
                PURSUIT_ERR_NODE,
                &sentence,
            );
        }
        let graph = |offsets, columns| pursuit_game_set_graph(game.0, 1, offsets, columns);
        fails(
            graph(NONE, NONE),
            PURSUIT_ERR_NULL_POINTER,
            "row_offsets is NULL",
        );
        fails(
            graph([0, 2, 1, 1].as_ptr(), NONE),
            PURSUIT_ERR_ROW_OFFSETS,
            "row_offsets[2] is 1, below row_offsets[1], which is 2 (row 1)",
        );
        fails(
            graph([0, 0, 0, 1].as_ptr(), NONE),
            PURSUIT_ERR_NULL_POINTER,
            "column_indices is NULL",
        );
        fails(
            graph([0, 0, 0, 1].as_ptr(), [3].as_ptr()),
            PURSUIT_ERR_COLUMN_INDEX,
            "column_indices[0] is 3, outside 0..2 (row 2)",
        );
        ok(graph(offsets.as_ptr(), columns.as_ptr()));
        ok(graph(offsets.as_ptr(), NONE));
    }
}

#[test]
fn a_refused_setting_leaves_the_game_as_it_was() {
    let game = Game::cop_and_robber(&Csr::cycle(4));
    let before = game.solve().save();
    unsafe {
        pursuit_game_set_graph(game.0, 1, [0, 0, 0, 0, 1].as_ptr(), [4].as_ptr());
        pursuit_game_allow_stay(game.0, 3, 1);
        pursuit_game_set_goal(game.0, 1, 4, 1);
        pursuit_game_set_forbidden(game.0, 2, -1, 1);
        pursuit_game_set_threads(game.0, -1);
    }
    assert_eq!(game.solve().save(), before);
}

#[test]
fn any_nonzero_flag_is_true_and_setting_twice_is_fine() {
    for yes in [1, 2, -1, 256, i32::MIN] {
        let game = Game::new(&Csr::path(3));
        unsafe {
            for _ in 0..2 {
                ok(pursuit_game_allow_stay(game.0, PURSUIT_PURSUER, yes));
                ok(pursuit_game_set_goal(game.0, PURSUIT_EVADER, 0, yes));
                ok(pursuit_game_set_forbidden(game.0, PURSUIT_PURSUER, 0, yes));
            }
        }
        let solution = game.solve();
        assert_eq!(
            solution.probe(0, 2, PURSUIT_EVADER).outcome,
            PURSUIT_EVADER_WINS
        );
        let mut count = UNTOUCHED;
        let moves = |pursuer, count: &mut i32| unsafe {
            pursuit_solution_moves(solution.0, 2, pursuer, 2, ptr::null_mut(), 0, count)
        };
        ok(moves(1, &mut count));
        assert_eq!(count, 2, "the pursuer on 1 may stay or go to 2, not to 0");
    }
}

#[test]
fn a_clone_has_every_setting_and_lives_on_its_own() {
    let game = Game::cop_and_robber(&Csr::path(6));
    unsafe {
        ok(pursuit_game_set_goal(game.0, PURSUIT_EVADER, 5, 1));
        ok(pursuit_game_set_forbidden(game.0, PURSUIT_PURSUER, 5, 1));
    }
    let image = game.solve().save();
    let mut copy = ptr::null_mut();
    ok(unsafe { pursuit_game_clone(game.0, &mut copy) });
    let copy = Game(copy);
    ok(unsafe { pursuit_game_set_goal(game.0, PURSUIT_EVADER, 0, 1) });
    assert_ne!(game.solve().save(), image);
    drop(game);
    assert_eq!(copy.solve().save(), image);
    fails(
        unsafe { pursuit_game_clone(copy.0, ptr::null_mut()) },
        PURSUIT_ERR_NULL_POINTER,
        "copy is NULL",
    );
}

#[test]
fn decide_answers_as_the_solution_does_and_checks_its_arguments_in_order() {
    let game = Game::cop_and_robber(&Csr::cycle(4));
    let solution = game.solve();
    let decide = |evader, pursuer, to_move| {
        let mut outcome = UNTOUCHED;
        let status = unsafe { pursuit_game_decide(game.0, evader, pursuer, to_move, &mut outcome) };
        assert!(status == PURSUIT_OK || outcome == UNTOUCHED);
        (status, outcome)
    };
    for evader in 0..4 {
        for pursuer in 0..4 {
            for to_move in [PURSUIT_EVADER, PURSUIT_PURSUER] {
                let (status, outcome) = decide(evader, pursuer, to_move);
                ok(status);
                assert_eq!(outcome, solution.probe(evader, pursuer, to_move).outcome);
            }
        }
    }
    fails(
        unsafe { pursuit_game_decide(game.0, 4, 4, 0, ptr::null_mut()) },
        PURSUIT_ERR_NULL_POINTER,
        "outcome is NULL",
    );
    fails(
        decide(4, -1, 0).0,
        PURSUIT_ERR_NODE,
        "evader is 4, outside 0..3",
    );
    fails(
        decide(3, -1, 0).0,
        PURSUIT_ERR_NODE,
        "pursuer is -1, outside 0..3",
    );
    fails(
        decide(3, 3, 0).0,
        PURSUIT_ERR_ARGUMENT,
        "to_move is 0, it must be PURSUIT_EVADER (1) or PURSUIT_PURSUER (2)",
    );
}

#[test]
fn a_need_over_the_limit_is_refused_and_the_game_stays_usable() {
    let game = Game::cop_and_robber(&Csr::path(40));
    let mut bytes = 0;
    ok(unsafe { pursuit_game_memory_estimate(game.0, &mut bytes) });
    assert!(
        bytes > 2 * 40 * 40,
        "two tables of 40 x 40 distances: {bytes}"
    );
    let mut solution = untouched_handle();
    ok(unsafe { pursuit_game_set_memory_limit(game.0, bytes - 1) });
    fails(
        unsafe { pursuit_game_solve(game.0, &mut solution) },
        PURSUIT_ERR_NO_MEMORY,
        &format!("{bytes} bytes are needed, over the limit of {}", bytes - 1),
    );
    assert_eq!(solution, untouched_handle());
    for enough in [bytes, 0] {
        ok(unsafe { pursuit_game_set_memory_limit(game.0, enough) });
        game.solve();
    }
    fails(
        unsafe { pursuit_game_memory_estimate(game.0, ptr::null_mut()) },
        PURSUIT_ERR_NULL_POINTER,
        "bytes is NULL",
    );
}

#[test]
fn a_graph_of_ones_own_moves_that_role_alone() {
    // The evader goes round a one-way triangle, the pursuer has no arc and passes.
    let game = Game::new(&Csr::new(&[&[1], &[2], &[0]]));
    ok(unsafe { pursuit_game_set_graph(game.0, PURSUIT_PURSUER, [0, 0, 0, 0].as_ptr(), NONE) });
    let solution = game.solve();
    let value = solution.probe(0, 2, PURSUIT_EVADER);
    assert_eq!(
        (value.outcome, value.distance, value.best_move),
        (PURSUIT_PURSUER_WINS, 3, 1),
        "the evader walks 0, 1, 2 into the pursuer, who passes in between"
    );
}

/// Counts calls, checks their promises, and stops the work at a given call.
struct Watch {
    calls: u64,
    stop_at: u64,
    last: Option<(u64, u64, u64)>,
    thread: std::thread::ThreadId,
}

impl Watch {
    fn stopping_at(call: u64) -> Watch {
        Watch {
            calls: 0,
            stop_at: call,
            last: None,
            thread: std::thread::current().id(),
        }
    }

    fn pointer(&mut self) -> *mut c_void {
        (&raw mut *self).cast()
    }
}

unsafe extern "C" fn watch(user_data: *mut c_void, round: u64, resolved: u64, total: u64) -> i32 {
    let watch = unsafe { &mut *user_data.cast::<Watch>() };
    // A failed expectation may not unwind through the library: it is seen by its mark.
    let in_order = watch
        .last
        .is_none_or(|last| last.0 <= round && last.1 <= resolved && last.2 == total);
    if !in_order || resolved > total || watch.thread != std::thread::current().id() {
        watch.last = None;
        watch.calls = u64::MAX;
        return 0;
    }
    watch.last = Some((round, resolved, total));
    watch.calls += 1;
    i32::from(watch.calls != watch.stop_at)
}

/// Runs a long call with a callback that never stops it, then one that stops at each of its calls in turn.
fn runs_and_can_be_stopped(mut call: impl FnMut(&mut Watch) -> i32) {
    let mut whole = Watch::stopping_at(0);
    ok(call(&mut whole));
    assert_ne!(
        whole.calls,
        u64::MAX,
        "progress fell, or total changed, or the thread did"
    );
    let (_, resolved, total) = whole
        .last
        .expect("there is at least the call of finished work");
    assert_eq!(resolved, total);
    for stop in 1..=whole.calls.min(20) {
        let mut stopped = Watch::stopping_at(stop);
        let status = call(&mut stopped);
        if stopped.calls < stop {
            // Reports come by the clock: a run that is quicker than the first one has fewer of them.
            ok(status);
            break;
        }
        fails(
            status,
            PURSUIT_ERR_CANCELLED,
            "the progress callback stopped the work",
        );
        assert_eq!(
            stopped.calls, stop,
            "no call comes after the one that stopped"
        );
    }
}

#[test]
fn progress_is_told_in_order_and_can_stop_each_long_call() {
    let game = Game::cop_and_robber(&Csr::path(150));
    runs_and_can_be_stopped(|seen| {
        let mut solution = untouched_handle();
        unsafe {
            pursuit_game_set_progress(game.0, Some(watch), seen.pointer());
            let status = pursuit_game_solve(game.0, &mut solution);
            match status {
                PURSUIT_OK => pursuit_solution_free(solution),
                _ => assert_eq!(solution, untouched_handle()),
            }
            status
        }
    });
    runs_and_can_be_stopped(|seen| {
        let mut outcome = UNTOUCHED;
        let status = unsafe {
            pursuit_game_set_progress(game.0, Some(watch), seen.pointer());
            pursuit_game_decide(game.0, 0, 149, PURSUIT_PURSUER, &mut outcome)
        };
        assert!(status == PURSUIT_OK || outcome == UNTOUCHED);
        status
    });
    ok(unsafe { pursuit_game_set_progress(game.0, None, ptr::null_mut()) });
    let solution = game.solve();
    runs_and_can_be_stopped(|seen| unsafe {
        pursuit_solution_verify(solution.0, Some(watch), seen.pointer())
    });
    ok(unsafe { pursuit_solution_verify(solution.0, None, ptr::null_mut()) });
}

#[test]
fn a_null_callback_removes_it_and_a_clone_takes_it_along() {
    let game = Game::cop_and_robber(&Csr::path(9));
    let mut seen = Watch::stopping_at(1);
    ok(unsafe { pursuit_game_set_progress(game.0, Some(watch), seen.pointer()) });
    let mut copy = ptr::null_mut();
    ok(unsafe { pursuit_game_clone(game.0, &mut copy) });
    let copy = Game(copy);
    ok(unsafe { pursuit_game_set_progress(game.0, None, seen.pointer()) });
    game.solve();
    assert_eq!(seen.calls, 0);
    let mut solution = untouched_handle();
    assert_eq!(
        unsafe { pursuit_game_solve(copy.0, &mut solution) },
        PURSUIT_ERR_CANCELLED
    );
    assert_eq!(seen.calls, 1);
}

unsafe extern "C" fn use_another_game(user_data: *mut c_void, _: u64, _: u64, _: u64) -> i32 {
    // A failing and a succeeding call on other handles, in the midst of the work.
    unsafe { pursuit_game_allow_stay(user_data.cast(), 9, 1) };
    let mut solution = ptr::null_mut();
    let status = unsafe { pursuit_game_solve(user_data.cast(), &mut solution) };
    unsafe { pursuit_solution_free(solution) };
    i32::from(status == PURSUIT_OK)
}

#[test]
fn the_callback_may_use_other_handles() {
    let other = Game::cop_and_robber(&Csr::cycle(5));
    let game = Game::cop_and_robber(&Csr::path(9));
    ok(unsafe { pursuit_game_set_progress(game.0, Some(use_another_game), other.0.cast()) });
    assert_eq!(
        game.solve().best_start(PURSUIT_PURSUER).distance,
        6,
        "as for every path of 9"
    );
}

#[test]
fn one_game_may_be_solved_by_several_threads_at_once() {
    struct Shared(*const pursuit_game);
    unsafe impl Sync for Shared {}
    impl Shared {
        fn best_distance(&self) -> i32 {
            let mut solution = ptr::null_mut();
            ok(unsafe { pursuit_game_solve(self.0, &mut solution) });
            Solution(solution).best_start(PURSUIT_PURSUER).distance
        }
    }
    let game = Game::cop_and_robber(&Csr::path(100));
    let shared = Shared(game.0);
    std::thread::scope(|scope| {
        let solving: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| shared.best_distance()))
            .collect();
        for thread in solving {
            assert_eq!(
                thread.join().unwrap(),
                98,
                "a path of n takes n - 2 plies for even n > 3"
            );
        }
    });
}
