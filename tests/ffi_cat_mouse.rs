//! `cat_mouse_game`: published answers, and every way to refuse.

mod ffi_support;

use std::ptr;

use ffi_support::*;
use pursuit::ffi::cat_mouse::cat_mouse_game;
use pursuit::ffi::status::*;
use pursuit::ffi::types::*;

fn play(graph: &Csr) -> i32 {
    unsafe { cat_mouse_game(graph.n(), graph.offsets.as_ptr(), graph.columns.as_ptr()) }
}

#[track_caller]
fn is(rows: &[&[i32]], outcome: i32) {
    assert_eq!(play(&Csr::new(rows)), outcome);
    assert_eq!(pursuit_last_status(), PURSUIT_OK);
}

#[test]
fn the_examples_of_the_problem_have_their_outcomes() {
    is(
        &[&[2, 5], &[3], &[0, 4, 5], &[1, 4, 5], &[2, 3], &[0, 2, 3]],
        PURSUIT_DRAW,
    );
    is(&[&[1, 3], &[0], &[3], &[0, 2]], PURSUIT_EVADER_WINS);
    is(&[&[1, 2], &[0, 2], &[0, 1]], PURSUIT_EVADER_WINS);
    is(&[&[2], &[2], &[0, 1]], PURSUIT_PURSUER_WINS);
}

#[test]
fn games_longer_than_the_usual_cut_offs_are_played_to_their_end() {
    is(
        &[
            &[5, 7, 9],
            &[3, 4, 5, 6],
            &[3, 4, 5, 8],
            &[1, 2, 6, 7],
            &[1, 2, 5, 7, 9],
            &[0, 1, 2, 4, 8],
            &[1, 3, 7, 8],
            &[0, 3, 4, 6, 8],
            &[2, 5, 6, 7, 9],
            &[0, 4, 8],
        ],
        PURSUIT_EVADER_WINS,
    );
    is(
        &[
            &[3],
            &[4, 5, 6],
            &[5, 6],
            &[0, 6, 7],
            &[1, 6, 7],
            &[1, 2, 7],
            &[1, 2, 3, 4],
            &[3, 4, 5],
        ],
        PURSUIT_PURSUER_WINS,
    );
    is(
        &[
            &[5, 6],
            &[3, 4],
            &[6],
            &[1, 4, 5],
            &[1, 3, 5],
            &[0, 3, 4, 6],
            &[0, 2, 5],
        ],
        PURSUIT_PURSUER_WINS,
    );
}

#[test]
fn the_hole_is_closed_to_the_cat_and_no_move_of_its() {
    is(&[&[2, 3], &[2, 3], &[0, 1], &[0, 1]], PURSUIT_EVADER_WINS);
    is(
        &[&[2, 4], &[2, 3], &[0, 1], &[1, 4], &[0, 3]],
        PURSUIT_EVADER_WINS,
    );
}

#[test]
fn the_smallest_draw_is_a_draw() {
    is(&[&[2], &[2, 3], &[0, 1, 4], &[1, 4], &[2, 3]], PURSUIT_DRAW);
}

#[test]
fn without_arcs_everyone_passes_for_ever() {
    let status = unsafe { cat_mouse_game(3, [0, 0, 0, 0].as_ptr(), ptr::null()) };
    assert_eq!(status, PURSUIT_DRAW);
}

#[test]
fn every_fault_has_its_status_and_sentence_in_the_order_of_checks() {
    let game = |n, offsets: *const i32, columns: *const i32| unsafe {
        cat_mouse_game(n, offsets, columns)
    };
    let none = ptr::null();
    for n in [2, 1, 0, -1, i32::MIN] {
        let sentence = format!("n is {n}, outside 3..2147483647");
        fails(game(n, none, none), PURSUIT_ERR_NODE_COUNT, &sentence);
    }
    fails(
        game(i32::MAX, [0].as_ptr(), none),
        PURSUIT_ERR_NO_MEMORY,
        "n is 2147483647: its positions take at least 1152921503533105153 bytes, \
         no address space holds them",
    );
    fails(
        game(3, none, none),
        PURSUIT_ERR_NULL_POINTER,
        "row_offsets is NULL",
    );
    fails(
        game(3, [0, 2, 1, 2].as_ptr(), none),
        PURSUIT_ERR_ROW_OFFSETS,
        "row_offsets[2] is 1, below row_offsets[1], which is 2 (row 1)",
    );
    fails(
        game(3, [0, 1, 1, 2].as_ptr(), none),
        PURSUIT_ERR_NULL_POINTER,
        "column_indices is NULL",
    );
    fails(
        game(3, [0, 1, 1, 2].as_ptr(), [1, 3].as_ptr()),
        PURSUIT_ERR_COLUMN_INDEX,
        "column_indices[1] is 3, outside 0..2 (row 2)",
    );
}
