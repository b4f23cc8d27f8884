//! Panics that are caught at the C boundary are not printed: the host's stderr is the host's.
//!
//! `catch_unwind` runs the panic hook before it catches, and the standard hook prints. So the library puts a hook of
//! its own in front, once: it keeps silent on threads that are inside a C function of ours, and hands every other
//! panic on to the hook that it found. A Rust host shares its hook with us; a C host has none.

use std::cell::Cell;
use std::panic::{self, PanicHookInfo};
use std::sync::{Once, OnceLock};
use std::thread;

thread_local! {
    // No destructor: one would keep `dlclose` from unloading the library.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>;

static INSTALL: Once = Once::new();
static PREVIOUS: OnceLock<Hook> = OnceLock::new();

/// Puts the silent hook in front of the present one; only the first call does anything.
///
/// Nothing here allocates: a boxed function without captures has no size.
pub(crate) fn install_hook() {
    // The hook can't be changed by a thread that is unwinding, say from a destructor that calls us.
    if INSTALL.is_completed() || thread::panicking() {
        return;
    }
    INSTALL.call_once(|| {
        let previous = panic::take_hook();
        PREVIOUS.get_or_init(|| previous);
        panic::set_hook(Box::new(print_unless_quiet));
    });
}

fn print_unless_quiet(info: &PanicHookInfo<'_>) {
    if !is_quiet()
        && let Some(previous) = PREVIOUS.get()
    {
        previous(info);
    }
}

/// Whether panics on this thread are caught by us and not to be printed. A thread that starts another one for the
/// work of a call hands this on to it: see [`set`].
pub(crate) fn is_quiet() -> bool {
    QUIET.get()
}

/// Says whether panics on this thread are to be silent, until the returned value is dropped.
#[must_use]
pub(crate) fn set(quiet: bool) -> Restore {
    Restore {
        before: QUIET.replace(quiet),
    }
}

/// Puts back what was in force before [`set`].
pub(crate) struct Restore {
    before: bool,
}

impl Drop for Restore {
    fn drop(&mut self) {
        QUIET.set(self.before);
    }
}
