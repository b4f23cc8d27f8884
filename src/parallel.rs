//! Pieces of work handed out to the threads of a call, one after another.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::error::Result;
use crate::threads;

/// Hands out `items`, each once: to `own`, which runs on the calling thread, and to `help`, which runs on others, one for
/// each of `helpers` or fewer. When `stop` is set, by whomever, no further item is begun. An error of `own` sets it and is
/// returned when all threads have ended.
pub(crate) fn share<T: Send, S: Send>(
    items: impl Iterator<Item = T> + Send,
    stop: &AtomicBool,
    helpers: &mut [S],
    help: impl Fn(&mut S, T) + Sync,
    mut own: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    let threads = 1 + helpers.len();
    let (items, helpers) = (Mutex::new(items), Mutex::new(helpers.iter_mut()));
    let next = || match stop.load(Relaxed) {
        true => None,
        false => lock(&items).next(),
    };
    let mut ended = Ok(());
    threads::run(
        threads,
        |_| {
            while ended.is_ok()
                && let Some(item) = next()
            {
                ended = own(item).inspect_err(|_| stop.store(true, Relaxed));
            }
        },
        &|_, _| {
            let helper = lock(&helpers).next();
            if let Some(helper) = helper {
                while let Some(item) = next() {
                    help(helper, item);
                }
            }
        },
    );
    ended
}

/// A thread that has panicked ends the whole call, so what it may have left half done is of no interest.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
