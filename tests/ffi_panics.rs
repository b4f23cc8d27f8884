//! A panic inside any exported function ends there: in a status, without a word on stderr, and later calls work.
//!
//! Panics are asked for through the feature `fault-injection`:
//! `cargo test --features fault-injection --test ffi_panics`.
#![cfg(feature = "fault-injection")]

mod ffi_support;

use std::ffi::CStr;
use std::panic;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ffi_support::*;
use pursuit::ffi::cat_mouse::*;
use pursuit::ffi::game::*;
use pursuit::ffi::pursuit_test_panic_next;
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::teams::*;
use pursuit::ffi::types::*;

/// What the host's own hook was told.
static PRINTED: AtomicUsize = AtomicUsize::new(0);

/// The hook and the grader's game are the process's: tests take turns. The host's hook is there before the library's.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    static HOOK: std::sync::Once = std::sync::Once::new();
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    HOOK.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PRINTED.fetch_add(1, Ordering::Relaxed);
            print(info);
        }))
    });
    turn
}

const REASON: &str = "an error inside the library, please report it: a fault injected by a test";

/// Runs a call in which the library panics at its first point.
fn panicking<T>(call: impl FnOnce() -> T) -> T {
    let printed = PRINTED.load(Ordering::Relaxed);
    pursuit_test_panic_next(0);
    let answer = call();
    assert_eq!(
        PRINTED.load(Ordering::Relaxed),
        printed,
        "the panic was printed"
    );
    answer
}

/// What the library exports, but for what the other tests here call.
fn functions_with_a_status() -> Vec<String> {
    const OTHERS: [&str; 11] = [
        "_Z5startiPA500_b",
        "_Z8nextMovei",
        "nextMove",
        "pursuit_game_free",
        "pursuit_last_error",
        "pursuit_last_status",
        "pursuit_solution_free",
        "pursuit_status_message",
        "pursuit_version",
        "pursuit_version_number",
        "start",
    ];
    include_str!("../c_tests/exported_symbols.txt")
        .lines()
        .filter(|name| !OTHERS.contains(name))
        .map(String::from)
        .collect()
}

#[test]
fn every_status_function_answers_with_internal_and_works_the_next_time() {
    let _turn = turn();
    let graph = Csr::path(3);
    let (offsets, columns) = (graph.offsets.as_ptr(), graph.columns.as_ptr());
    let bytes = graph.matrix(3);
    let matrix = bytes.as_ptr();
    let game = Game::new(&graph);
    let solution = game.solve();
    let mut image = solution.save();
    let size = image.len();
    let g = game.0;
    let s = solution.0;
    let none: *mut i32 = ptr::null_mut();

    let mut new_game = untouched_handle();
    let mut new_solution = untouched_handle();
    let mut number = UNTOUCHED;
    let mut value = UNTOUCHED_VALUE;
    let mut start = UNTOUCHED_START;
    let mut starts = [UNTOUCHED_START; 3];
    let mut summary = pursuit_summary {
        draws: 7,
        evader_wins: 7,
        pursuer_wins: 7,
        longest: 7,
    };
    let mut estimate = 7;
    let mut length = 7;
    // Raw pointers, so that the calls below may share what they write to.
    let new_game_out = &raw mut new_game;
    let new_solution_out = &raw mut new_solution;
    let (number_out, value_out) = (&raw mut number, &raw mut value);
    let (start_out, starts_out) = (&raw mut start, starts.as_mut_ptr());
    let (summary_out, bytes_out, length_out) =
        (&raw mut summary, &raw mut estimate, &raw mut length);
    let image_pointer = image.as_mut_ptr();

    type Call<'a> = Box<dyn Fn() -> i32 + 'a>;
    let calls: Vec<(&str, Call)> = unsafe {
        vec![
            (
                "game_new",
                Box::new(move || pursuit_game_new(3, offsets, columns, new_game_out)),
            ),
            (
                "game_new_matrix",
                Box::new(move || pursuit_game_new_matrix(3, matrix.cast(), 3, new_game_out)),
            ),
            (
                "game_clone",
                Box::new(move || pursuit_game_clone(g, new_game_out)),
            ),
            (
                "game_set_graph",
                Box::new(move || pursuit_game_set_graph(g, 1, offsets, columns)),
            ),
            (
                "game_allow_stay",
                Box::new(move || pursuit_game_allow_stay(g, 1, 0)),
            ),
            (
                "game_set_goal",
                Box::new(move || pursuit_game_set_goal(g, 1, 0, 0)),
            ),
            (
                "game_set_forbidden",
                Box::new(move || pursuit_game_set_forbidden(g, 1, 0, 0)),
            ),
            (
                "game_set_threads",
                Box::new(move || pursuit_game_set_threads(g, 1)),
            ),
            (
                "game_set_memory_limit",
                Box::new(move || pursuit_game_set_memory_limit(g, 0)),
            ),
            (
                "game_set_progress",
                Box::new(move || pursuit_game_set_progress(g, None, ptr::null_mut())),
            ),
            (
                "game_set_pursuers",
                Box::new(move || pursuit_game_set_pursuers(g, 1)),
            ),
            (
                "game_memory_estimate",
                Box::new(move || pursuit_game_memory_estimate(g, bytes_out)),
            ),
            (
                "game_solve",
                Box::new(move || pursuit_game_solve(g, new_solution_out)),
            ),
            (
                "game_decide",
                Box::new(move || pursuit_game_decide(g, 0, 2, 1, number_out)),
            ),
            (
                "solution_node_count",
                Box::new(move || pursuit_solution_node_count(s, number_out)),
            ),
            (
                "solution_probe",
                Box::new(move || pursuit_solution_probe(s, 0, 2, 1, value_out)),
            ),
            (
                "solution_probe_many",
                Box::new(move || pursuit_solution_probe_many(s, 1, &0, &2, 1, value_out)),
            ),
            (
                "solution_moves",
                Box::new(move || {
                    pursuit_solution_moves(s, 0, 2, 1, ptr::null_mut(), 0, number_out)
                }),
            ),
            (
                "solution_best_start",
                Box::new(move || pursuit_solution_best_start(s, 2, start_out)),
            ),
            (
                "solution_starts",
                Box::new(move || pursuit_solution_starts(s, 2, starts_out, 3)),
            ),
            (
                "solution_export",
                Box::new(move || pursuit_solution_export(s, 1, 9, ptr::null_mut(), none, none)),
            ),
            (
                "solution_summary",
                Box::new(move || pursuit_solution_summary(s, 1, summary_out)),
            ),
            (
                "solution_verify",
                Box::new(move || pursuit_solution_verify(s, None, ptr::null_mut())),
            ),
            (
                "solution_save",
                Box::new(move || pursuit_solution_save(s, image_pointer.cast(), size, length_out)),
            ),
            (
                "solution_load",
                Box::new(move || {
                    pursuit_solution_load(image_pointer.cast(), size, new_solution_out)
                }),
            ),
            (
                "cat_mouse_game",
                Box::new(move || cat_mouse_game(3, offsets, columns)),
            ),
            (
                "cop_number",
                Box::new(move || pursuit_cop_number(3, offsets, columns, 3, number_out)),
            ),
            (
                "cop_numbers_graph6",
                Box::new(move || {
                    // A path of three.
                    let (line, no_callback) = (c"Bg", None);
                    pursuit_cop_numbers_graph6(
                        line.as_ptr(),
                        2,
                        1,
                        3,
                        1,
                        number_out,
                        none,
                        1,
                        length_out,
                        no_callback,
                        ptr::null_mut(),
                    )
                }),
            ),
            (
                "game_cop_number",
                Box::new(move || pursuit_game_cop_number(g, 3, number_out)),
            ),
            (
                "solution_pursuer_count",
                Box::new(move || pursuit_solution_pursuer_count(s, number_out)),
            ),
            (
                "solution_probe_team",
                Box::new(move || pursuit_solution_probe_team(s, 0, &2, 1, value_out, none)),
            ),
            (
                "solution_best_start_team",
                Box::new(move || pursuit_solution_best_start_team(s, 2, start_out, number_out)),
            ),
        ]
    };
    let mut called: Vec<String> = calls
        .iter()
        .map(|(name, _)| match *name {
            "cat_mouse_game" => name.to_string(),
            _ => format!("pursuit_{name}"),
        })
        .collect();
    called.sort();
    assert_eq!(called, functions_with_a_status());
    for (name, call) in &calls {
        let status = panicking(call);
        assert_eq!((*name, status), (*name, PURSUIT_ERR_INTERNAL));
        assert_eq!((*name, last_error().as_str()), (*name, REASON));
        assert_eq!(pursuit_last_status(), PURSUIT_ERR_INTERNAL);
    }
    unsafe {
        assert_eq!(
            (*new_game_out, *new_solution_out),
            (untouched_handle(), untouched_handle())
        );
        assert_eq!((*number_out, *value_out), (UNTOUCHED, UNTOUCHED_VALUE));
        assert_eq!(
            (*start_out, *starts_out),
            (UNTOUCHED_START, UNTOUCHED_START)
        );
        assert_eq!(((*summary_out).draws, *bytes_out, *length_out), (7, 7, 7));
    }
    for (name, call) in &calls {
        assert!(call() >= PURSUIT_OK, "{name} works again: {}", last_error());
        unsafe {
            if *new_game_out != untouched_handle() {
                pursuit_game_free(*new_game_out);
                *new_game_out = untouched_handle();
            }
            if *new_solution_out != untouched_handle() {
                pursuit_solution_free(*new_solution_out);
                *new_solution_out = untouched_handle();
            }
        }
    }
}

#[test]
fn texts_and_numbers_fall_back_to_static_ones() {
    let _turn = turn();
    let text = |pointer| unsafe { CStr::from_ptr(pointer) }.to_str().unwrap();
    let any_status = "This number is no status of this library.";
    assert_eq!(
        text(panicking(|| pursuit_status_message(PURSUIT_OK))),
        any_status
    );
    assert_eq!(
        text(panicking(|| pursuit_version())),
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(
        panicking(|| pursuit_version_number()),
        pursuit_version_number()
    );
    assert_eq!(
        text(panicking(|| pursuit_last_error())),
        "An error inside the library; please report it."
    );
    assert_eq!(panicking(|| pursuit_last_status()), PURSUIT_ERR_INTERNAL);
    assert_eq!(
        pursuit_last_status(),
        PURSUIT_OK,
        "none of these counts as a call that can fail"
    );
}

#[test]
fn a_free_function_that_panics_does_nothing() {
    let _turn = turn();
    let game = Game::new(&Csr::path(3));
    panicking(|| unsafe { pursuit_game_free(game.0) });
    let solution = game.solve();
    panicking(|| unsafe { pursuit_solution_free(solution.0) });
    assert_eq!(solution.probe(1, 1, PURSUIT_EVADER).distance, 0);
}

#[cfg(feature = "grader")]
#[test]
fn the_graders_functions_answer_minus_one_and_the_lock_stays_usable() {
    use pursuit::ffi::grader::*;

    let _turn = turn();
    let mut matrix = Csr::path(3).matrix(MAX_N);
    let matrix = matrix.as_mut_ptr();
    let begin = || unsafe { start(3, matrix.cast()) };
    let begin_cpp = || unsafe { start_cpp(3, matrix.cast()) };
    // At the head of the function, and with the lock held.
    for points_before in [0, 1] {
        for play in [
            &begin as &dyn Fn() -> i32,
            &begin_cpp,
            &|| nextMove(0),
            &|| next_move_cpp(0),
        ] {
            assert_eq!(begin(), 1);
            let printed = PRINTED.load(Ordering::Relaxed);
            pursuit_test_panic_next(points_before);
            assert_eq!(play(), -1);
            assert_eq!(PRINTED.load(Ordering::Relaxed), printed);
            assert_eq!(last_error(), REASON);
            assert_eq!(pursuit_last_status(), PURSUIT_ERR_INTERNAL);
        }
    }
    assert_eq!(begin(), 1);
    pursuit_test_panic_next(1);
    assert_eq!(nextMove(0), -1);
    assert_eq!(nextMove(0), 0, "the game stayed as it was");
}

#[test]
fn a_hosts_own_panics_are_the_hosts() {
    let _turn = turn();
    Game::new(&Csr::path(3)).solve();
    let printed = PRINTED.load(Ordering::Relaxed);
    assert!(panic::catch_unwind(|| panic!("the host's")).is_err());
    assert_eq!(PRINTED.load(Ordering::Relaxed), printed + 1);
}

unsafe extern "C" fn panics_and_catches(_: *mut std::ffi::c_void, _: u64, _: u64, _: u64) -> i32 {
    i32::from(panic::catch_unwind(|| panic!("the host's")).is_err())
}

#[test]
fn a_panic_that_a_hosts_callback_catches_is_the_hosts_too() {
    let _turn = turn();
    let game = Game::new(&Csr::path(3));
    let printed = PRINTED.load(Ordering::Relaxed);
    ok(unsafe { pursuit_game_set_progress(game.0, Some(panics_and_catches), ptr::null_mut()) });
    game.solve();
    assert!(PRINTED.load(Ordering::Relaxed) > printed);
    ok(unsafe { pursuit_game_set_progress(game.0, None, ptr::null_mut()) });
    let printed = PRINTED.load(Ordering::Relaxed);
    let mut solution = untouched_handle();
    let status = panicking(|| unsafe { pursuit_game_solve(game.0, &mut solution) });
    assert_eq!(status, PURSUIT_ERR_INTERNAL);
    assert_eq!(
        PRINTED.load(Ordering::Relaxed),
        printed,
        "silent again after a callback"
    );
}
