//! The BOI 2014 grader's two functions, under their C names and their C++ ones.

use std::ffi::c_int;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::failure::Failure;
use super::graphs::Matrix;
use super::guard::{self, Corner};
use super::{faults, types};
use crate::error::Error;
use crate::grader::CopRobber;

/// The most corners of a game: the size of the grader's matrix.
///
/// cbindgen:ignore
pub const MAX_N: usize = CopRobber::MAX_CORNERS;

/// The one game of the process, as the grader's contract has it.
static GAME: Mutex<Option<CopRobber>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<CopRobber>> {
    // A panic under the lock leaves a whole game or none, so there is nothing to fear in a poisoned one.
    GAME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a game of cop and robber (BOI 2014) on n corners; `a[i][j]` says whether a street leads from i to j.
///
/// The cop picks a corner; the robber, seeing it, picks his; then they move in turn, cop first. The cop moves along a
/// street or waits, the robber must move along a street (one without any passes). Meeting after anyone's move is
/// capture; a repeated situation means that the robber has escaped.
///
/// Returns the cop's corner: the one with the fewest plies (moves of either side) in the worst case, the lowest number
/// among equals. Returns -1 when no corner forces capture, when n is outside 1..500, when `a` is NULL, and when memory is
/// refused; `pursuit_last_error` of pursuit.h gives the reason of every -1, `pursuit_last_status` is 0 for the first.
///
/// Only the n x n part of `a` is read, and `a` is never written to. An asymmetric `a` means one-way streets, `a[i][i]` a
/// place where the robber may wait too.
///
/// A process has one game at a time: a `start` ends the game before it, whatever it returns. Calls from several threads
/// are safe and take effect one after another.
///
/// cbindgen:ptrs-as-arrays=[[a;MAX_N]]
/// # Safety
/// `a` is NULL or has n rows of `MAX_N` bytes (of the last one, n will do).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn start(n: c_int, a: *mut [bool; MAX_N]) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { start_game(n, a.cast()) }
}

/// The cop's answer to a robber who now stands on corner r: where the cop stands after his next move. It is remembered.
///
/// He plays a fastest forced capture, to the lowest-numbered corner among equally fast moves; with the robber on his own
/// corner he stays.
///
/// Returns -1, and the game stays as it was, before a `start` that returned a corner, for r outside 0..n-1, and when the
/// robber stands where capture can't be forced any more (he has not got there by the rules). The reason is in
/// `pursuit_last_error`.
#[unsafe(no_mangle)]
pub extern "C" fn nextMove(r: c_int) -> c_int {
    next_move(r)
}

/// `start` under the name that a C++ compiler gives it.
///
/// cbindgen:ignore
///
/// # Safety
/// As for [`start`].
#[unsafe(export_name = "_Z5startiPA500_b")]
pub unsafe extern "C" fn start_cpp(n: c_int, a: *mut [bool; MAX_N]) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { start_game(n, a.cast()) }
}

/// `nextMove` under the name that a C++ compiler gives it.
///
/// cbindgen:ignore
#[unsafe(export_name = "_Z8nextMovei")]
pub extern "C" fn next_move_cpp(r: c_int) -> c_int {
    next_move(r)
}

/// # Safety
/// As for [`start`]; the matrix is taken as bytes, since a C caller's `bool` may hold more than 0 and 1.
unsafe fn start_game(n: c_int, a: *const u8) -> c_int {
    guard::corner(|| {
        let mut slot = lock();
        *slot = None;
        faults::point();
        let n = corner_count(n)?;
        // SAFETY: the caller's promise.
        let streets = unsafe { Matrix::new(a, n, MAX_N, "a") }?;
        let game = CopRobber::start(n, |x| streets.row(x))?;
        let Some(corner) = game.corner() else {
            return Ok(Corner::Nowhere("no corner forces capture"));
        };
        *slot = Some(game);
        Ok(Corner::At(corner))
    })
}

fn corner_count(n: c_int) -> Result<usize, Failure> {
    match usize::try_from(n) {
        Ok(n @ 1..=MAX_N) => Ok(n),
        _ => Err(Error::NodeCount {
            n: n.into(),
            least: 1,
            most: MAX_N as i64,
        }
        .into()),
    }
}

fn next_move(r: c_int) -> c_int {
    guard::corner(|| {
        let mut slot = lock();
        faults::point();
        let game = slot.as_mut().ok_or(Error::Unsupported(
            "nextMove needs a game: a start that returned a corner",
        ))?;
        let robber = types::node(r, "r", game.corner_count())?;
        match game.next_move(robber)? {
            Some(corner) => Ok(Corner::At(corner)),
            None => Err(Error::Argument {
                what: "r",
                value: r.into(),
                must_be: "a corner where the robber's capture can still be forced",
            }
            .into()),
        }
    })
}

/// Frees the game when the library is unloaded: nothing else would, and a host may load and unload it often.
#[cfg(all(unix, not(target_vendor = "apple")))]
mod unload {
    use std::sync::TryLockError;

    use super::GAME;

    #[used]
    #[unsafe(link_section = ".fini_array")]
    static FREE_GAME: extern "C" fn() = free_game;

    extern "C" fn free_game() {
        match GAME.try_lock() {
            Ok(mut slot) => *slot = None,
            Err(TryLockError::Poisoned(poisoned)) => *poisoned.into_inner() = None,
            // At the end of a process another thread may still be playing: the system takes the memory back.
            Err(TryLockError::WouldBlock) => {}
        }
    }
}
