//! The guard around every exported function: how a call ends, whatever happens inside.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::failure::Failure;
use super::faults;
use super::last_error;
use super::status::{PURSUIT_ERR_INTERNAL, PURSUIT_OK};
use crate::quiet;

/// Runs a function that returns a status.
pub(super) fn status(body: impl FnOnce() -> Result<(), Failure>) -> i32 {
    value(|| body().map(|()| PURSUIT_OK))
}

/// Runs a function that returns a value, or a negative status.
pub(super) fn value(body: impl FnOnce() -> Result<i32, Failure>) -> i32 {
    recorded(body).unwrap_or_else(|status| status)
}

/// What the grader's functions answer.
#[cfg(feature = "grader")]
pub(super) enum Corner {
    /// The cop's corner.
    At(usize),
    /// No corner, and that is the answer, not an error: the sentence is kept, the status is that of success.
    Nowhere(&'static str),
}

/// Runs a function of the grader, which returns a corner or -1.
#[cfg(feature = "grader")]
pub(super) fn corner(body: impl FnOnce() -> Result<Corner, Failure>) -> i32 {
    const NO_CORNER: i32 = -1;
    recorded(|| {
        Ok(match body()? {
            Corner::At(node) => node as i32,
            Corner::Nowhere(sentence) => {
                last_error::record(PURSUIT_OK, sentence);
                NO_CORNER
            }
        })
    })
    .unwrap_or(NO_CORNER)
}

/// Runs a function that can't fail and leaves the last status alone; `fallback` is its answer if it panics.
pub(super) fn infallible<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    caught(body).unwrap_or(fallback)
}

/// Runs a body and records how it ended for this thread; the error is the status.
fn recorded(body: impl FnOnce() -> Result<i32, Failure>) -> Result<i32, i32> {
    let ended = caught(|| match body() {
        Ok(value) => {
            last_error::record_success();
            Ok(value)
        }
        Err(failure) => {
            last_error::record(failure.status(), failure);
            Err(failure.status())
        }
    });
    ended.unwrap_or_else(|payload| {
        let reason = panic_text(&*payload);
        last_error::record(
            PURSUIT_ERR_INTERNAL,
            format_args!("an error inside the library, please report it: {reason}"),
        );
        Err(PURSUIT_ERR_INTERNAL)
    })
}

/// Runs a body whose panics end here, unprinted.
fn caught<T>(body: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    quiet::install_hook();
    let _quiet = quiet::set(true);
    // What a panic could leave half done: a game's setting (single fields, each valid on its own), and the grader's
    // game, which is replaced or moved as the last step. Out-parameters are written after all that can panic.
    catch_unwind(AssertUnwindSafe(|| {
        faults::point();
        body()
    }))
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    if let Some(text) = payload.downcast_ref::<&str>() {
        text
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text
    } else {
        "a panic without a message"
    }
}
