//! Pieces of work handed out to the threads of a call, one after another.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::error::Result;
use crate::threads::Crew;

/// Hands out `items` to a crew, each once: to `own`, which runs on the calling thread, and to `help`, which runs on others,
/// one for each of `helpers` or fewer. When `stop` is set, by whomever, no further item is begun. An error of `own` sets it
/// and is returned when all threads have ended.
pub(crate) fn share<T: Send, S: Send>(
    crew: &mut Crew,
    items: impl Iterator<Item = T> + Send,
    stop: &AtomicBool,
    helpers: &mut [S],
    help: impl Fn(&mut S, T) + Sync,
    mut own: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    let (items, helpers) = (Mutex::new(items), Mutex::new(helpers.iter_mut()));
    let next = || match stop.load(Relaxed) {
        true => None,
        false => lock(&items).next(),
    };
    let mut ended = Ok(());
    crew.run(
        || {
            while ended.is_ok()
                && let Some(item) = next()
            {
                ended = own(item).inspect_err(|_| stop.store(true, Relaxed));
            }
        },
        &|_| {
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

/// Does two things, at once where the crew has a helper.
pub(crate) fn both<A: Send, B: Send>(
    crew: &mut Crew,
    own: impl FnOnce() -> A,
    help: impl FnOnce() -> B + Send,
) -> (A, B) {
    let help = Mutex::new(Some(help));
    let do_the_other = || {
        let help = lock(&help).take();
        help.map(|help| help())
    };
    let (mut a, b) = (None, Mutex::new(None));
    crew.run(|| a = Some(own()), &|_| {
        if let Some(done) = do_the_other() {
            *lock(&b) = Some(done);
        }
    });
    let b = match b.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(done) => Some(done),
        None => do_the_other(),
    };
    let done = a.zip(b);
    done.expect("a panic would have gone on, and the other thing has not been done twice")
}

/// A thread that has panicked ends the whole call, so what it may have left half done is of no interest.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
