//! Status sentences, the last error of each thread, the version.

mod ffi_support;

use std::ffi::CStr;
use std::thread;

use ffi_support::*;
use pursuit::ffi::game::*;
use pursuit::ffi::status::*;

const CODES: [i32; 10] = [
    PURSUIT_OK,
    PURSUIT_ERR_NULL_POINTER,
    PURSUIT_ERR_NODE_COUNT,
    PURSUIT_ERR_ROW_OFFSETS,
    PURSUIT_ERR_COLUMN_INDEX,
    PURSUIT_ERR_NODE,
    PURSUIT_ERR_ARGUMENT,
    PURSUIT_ERR_NO_MEMORY,
    PURSUIT_ERR_CANCELLED,
    PURSUIT_ERR_INTERNAL,
];

fn message(status: i32) -> &'static str {
    unsafe { CStr::from_ptr(pursuit_status_message(status)) }
        .to_str()
        .unwrap()
}

#[test]
fn the_codes_have_the_numbers_of_the_contract() {
    assert_eq!(CODES, [0, -1, -2, -3, -4, -5, -6, -7, -8, -9]);
}

#[test]
fn every_code_has_a_sentence_of_its_own_and_any_other_number_the_same() {
    for (index, &code) in CODES.iter().enumerate() {
        let sentence = message(code);
        assert!(sentence.ends_with('.') && sentence.len() > 5, "{sentence}");
        assert!(
            CODES[..index]
                .iter()
                .all(|&other| message(other) != sentence)
        );
    }
    for unknown in [1, 2, -10, 42, i32::MIN, i32::MAX] {
        assert_eq!(
            message(unknown),
            "This number is no status of this library."
        );
    }
}

#[test]
fn a_threads_errors_are_its_own() {
    let fail =
        |n| unsafe { pursuit_game_new(n, [0].as_ptr(), [0].as_ptr(), &mut untouched_handle()) };
    fails(
        fail(0),
        PURSUIT_ERR_NODE_COUNT,
        "n is 0, outside 1..2147483647",
    );
    thread::spawn(move || {
        assert_eq!(
            (pursuit_last_status(), last_error().as_str()),
            (PURSUIT_OK, "")
        );
        fails(
            fail(-5),
            PURSUIT_ERR_NODE_COUNT,
            "n is -5, outside 1..2147483647",
        );
    })
    .join()
    .unwrap();
    assert_eq!(pursuit_last_status(), PURSUIT_ERR_NODE_COUNT);
    assert_eq!(last_error(), "n is 0, outside 1..2147483647");
}

#[test]
fn success_resets_the_status_and_keeps_the_sentence() {
    let game = Game::new(&Csr::path(2));
    let bad = unsafe { pursuit_game_set_threads(game.0, -1) };
    fails(
        bad,
        PURSUIT_ERR_ARGUMENT,
        "threads is -1, it must be 0 (every core) or more",
    );
    ok(unsafe { pursuit_game_set_threads(game.0, 2) });
    assert_eq!(
        last_error(),
        "threads is -1, it must be 0 (every core) or more"
    );
}

#[test]
fn calls_that_cannot_fail_leave_the_last_status_alone() {
    let game = Game::new(&Csr::path(2));
    unsafe { pursuit_game_allow_stay(game.0, 9, 1) };
    drop(game);
    unsafe { pursuit_game_free(std::ptr::null_mut()) };
    message(0);
    pursuit_version();
    pursuit_version_number();
    last_error();
    assert_eq!(pursuit_last_status(), PURSUIT_ERR_ARGUMENT);
}

#[test]
fn the_version_is_that_of_cargo_toml() {
    let text = unsafe { CStr::from_ptr(pursuit_version()) }
        .to_str()
        .unwrap();
    assert_eq!(text, env!("CARGO_PKG_VERSION"));
    let part = |digits: &str| digits.parse::<i32>().unwrap();
    let [major, minor, patch] = [
        part(env!("CARGO_PKG_VERSION_MAJOR")),
        part(env!("CARGO_PKG_VERSION_MINOR")),
        part(env!("CARGO_PKG_VERSION_PATCH")),
    ];
    assert_eq!(
        pursuit_version_number(),
        major * 1_000_000 + minor * 1_000 + patch
    );
}
