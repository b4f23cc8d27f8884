//! Another Rust library for the host of `hygiene_beside.c`: it has a standard library, a panic hook, threads and
//! thread-locals with destructors of its own, as such libraries do.

use std::cell::RefCell;
use std::panic;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};

static HOOKED: AtomicI32 = AtomicI32::new(0);
static SUM: Mutex<Vec<i32>> = Mutex::new(Vec::new());

thread_local! {
    static SEEN: RefCell<Vec<i32>> = const { RefCell::new(Vec::new()) };
}

/// Panics and catches it, with a hook of its own that counts.
#[unsafe(no_mangle)]
pub extern "C" fn beside_panics() -> i32 {
    panic::set_hook(Box::new(|_| {
        HOOKED.fetch_add(1, Ordering::Relaxed);
    }));
    i32::from(panic::catch_unwind(|| panic!("beside")).is_err())
}

/// How often its hook has been called.
#[unsafe(no_mangle)]
pub extern "C" fn beside_hooked() -> i32 {
    HOOKED.load(Ordering::Relaxed)
}

/// Adds numbers up in four threads.
#[unsafe(no_mangle)]
pub extern "C" fn beside_works(n: i32) -> i32 {
    let threads: Vec<_> = (0..4)
        .map(|part| {
            std::thread::spawn(move || {
                SEEN.with_borrow_mut(|seen| seen.extend((0..n).filter(|x| x % 4 == part)));
                SEEN.with_borrow(|seen| SUM.lock().unwrap().extend(seen));
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    std::mem::take(&mut *SUM.lock().unwrap()).iter().sum()
}
