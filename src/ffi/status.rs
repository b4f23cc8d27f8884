//! Status codes, what went wrong last, and the version.

use std::ffi::{CStr, c_char};

use super::guard;
use super::last_error;

/// Status: the call did what it was asked for.
pub const PURSUIT_OK: i32 = 0;
/// Status: an argument that must not be NULL is.
pub const PURSUIT_ERR_NULL_POINTER: i32 = -1;
/// Status: the number of nodes is outside its range.
pub const PURSUIT_ERR_NODE_COUNT: i32 = -2;
/// Status: `row_offsets` does not start at 0, or falls.
pub const PURSUIT_ERR_ROW_OFFSETS: i32 = -3;
/// Status: an entry of `column_indices` is no node.
pub const PURSUIT_ERR_COLUMN_INDEX: i32 = -4;
/// Status: an argument that should be a node is outside 0..n-1.
pub const PURSUIT_ERR_NODE: i32 = -5;
/// Status: any other argument is outside its range, or a question that this game cannot answer.
pub const PURSUIT_ERR_ARGUMENT: i32 = -6;
/// Status: memory was refused, by the system or by the limit that you set. Everything stays usable.
pub const PURSUIT_ERR_NO_MEMORY: i32 = -7;
/// Status: your progress callback stopped the work.
pub const PURSUIT_ERR_CANCELLED: i32 = -8;
/// Status: an error inside the library; please report it. The process is in good order and later calls work. From
/// `pursuit_solution_verify` it means that the solution contradicts the rules.
pub const PURSUIT_ERR_INTERNAL: i32 = -9;

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("Cargo.toml's version has no NUL"),
    };

const VERSION_NUMBER: i32 = version_part(env!("CARGO_PKG_VERSION_MAJOR")) * 1_000_000
    + version_part(env!("CARGO_PKG_VERSION_MINOR")) * 1_000
    + version_part(env!("CARGO_PKG_VERSION_PATCH"));

const fn version_part(digits: &str) -> i32 {
    match i32::from_str_radix(digits, 10) {
        Ok(part) => part,
        Err(_) => panic!("Cargo.toml's version is made of numbers"),
    }
}

/// Says in a sentence what a status code means. Never NULL, also for numbers that are no status; the string is static.
#[unsafe(no_mangle)]
pub extern "C" fn pursuit_status_message(status: i32) -> *const c_char {
    guard::infallible(UNKNOWN_STATUS, || message(status)).as_ptr()
}

const UNKNOWN_STATUS: &CStr = c"This number is no status of this library.";

fn message(status: i32) -> &'static CStr {
    match status {
        PURSUIT_OK => c"Success.",
        PURSUIT_ERR_NULL_POINTER => c"An argument that must not be NULL is NULL.",
        PURSUIT_ERR_NODE_COUNT => c"The number of nodes is outside its range.",
        PURSUIT_ERR_ROW_OFFSETS => c"The row offsets do not start at 0, or they fall.",
        PURSUIT_ERR_COLUMN_INDEX => c"A column index is no node of the graph.",
        PURSUIT_ERR_NODE => c"A node is outside the graph.",
        PURSUIT_ERR_ARGUMENT => {
            c"An argument is outside its range, or the question does not fit this game."
        }
        PURSUIT_ERR_NO_MEMORY => c"Memory was refused, by the system or by the limit set.",
        PURSUIT_ERR_CANCELLED => c"The progress callback stopped the work.",
        PURSUIT_ERR_INTERNAL => c"An error inside the library; please report it.",
        _ => UNKNOWN_STATUS,
    }
}

/// The status of this thread's latest call that can fail: `PURSUIT_OK` when it went well. Calls that cannot fail (this
/// one, the other three with texts and versions, and the `_free` functions) do not count.
///
/// After the grader's `start` it tells an honest "no corner forces capture" (`PURSUIT_OK`) from a failure.
#[unsafe(no_mangle)]
pub extern "C" fn pursuit_last_status() -> i32 {
    guard::infallible(PURSUIT_ERR_INTERNAL, last_error::status)
}

/// Says what went wrong in this thread's latest failing call, with the figures that a person needs: "column_indices[17]
/// is 90, outside 0..49 (row 3)". Calls that succeed leave it alone, so look at a status first.
///
/// Never NULL; "" before any failure. Valid until this thread's next failing call, the thread's end, or
/// `dlclose`: copy what you want to keep.
#[unsafe(no_mangle)]
pub extern "C" fn pursuit_last_error() -> *const c_char {
    guard::infallible(
        c"An error inside the library; please report it.".as_ptr(),
        last_error::text,
    )
}

/// The version of the library that you run with, as text: compare it with `PURSUIT_VERSION`, the version of this header.
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn pursuit_version() -> *const c_char {
    guard::infallible(VERSION, || VERSION).as_ptr()
}

/// The version of the library that you run with, as a number to compare with `PURSUIT_VERSION_NUMBER`.
#[unsafe(no_mangle)]
pub extern "C" fn pursuit_version_number() -> i32 {
    guard::infallible(VERSION_NUMBER, || VERSION_NUMBER)
}
