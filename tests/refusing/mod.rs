//! An allocator that refuses: the k-th request of a call, alone or with all that follow it. It counts what is live, so
//! that a leak shows.
//!
//! Requests are counted over all threads, so that those of the library's own count too. A test therefore runs in a
//! process of its own, [`alone`], where the harness has no thread but the first, whose requests are let pass. An abort
//! there, which is what Rust does where a refusal isn't provided for, is then a failed test with a name and not the end
//! of all tests.

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::Command;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::SeqCst};

struct Refusing;

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

static WATCHED: AtomicBool = AtomicBool::new(false);
static REQUESTS: AtomicU64 = AtomicU64::new(0);
static FIRST_REFUSED: AtomicU64 = AtomicU64::new(u64::MAX);
static LAST_REFUSED: AtomicU64 = AtomicU64::new(u64::MAX);
static LIVE_BYTES: AtomicI64 = AtomicI64::new(0);

/// Whether this is the process's first thread, which makes its first request: the harness's, in a test that is alone.
fn is_harness() -> bool {
    static FIRST_THREAD: AtomicUsize = AtomicUsize::new(0);
    // SAFETY: it has no conditions.
    let this_thread = unsafe { libc::pthread_self() } as usize;
    let _ = FIRST_THREAD.compare_exchange(0, this_thread, SeqCst, SeqCst);
    FIRST_THREAD.load(SeqCst) == this_thread
}

/// Counts a request, and tells whether it is to be refused.
fn refused() -> bool {
    if is_harness() || !WATCHED.load(SeqCst) {
        return false;
    }
    let number = REQUESTS.fetch_add(1, SeqCst);
    (FIRST_REFUSED.load(SeqCst)..=LAST_REFUSED.load(SeqCst)).contains(&number)
}

fn counted(pointer: *mut u8, bytes: i64) -> *mut u8 {
    if !pointer.is_null() && !is_harness() {
        LIVE_BYTES.fetch_add(bytes, SeqCst);
    }
    pointer
}

// SAFETY: everything is the system allocator's, or NULL, which a caller has to expect.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if refused() {
            return ptr::null_mut();
        }
        // SAFETY: the caller's promise; so below.
        counted(unsafe { System.alloc(layout) }, layout.size() as i64)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if refused() {
            return ptr::null_mut();
        }
        counted(unsafe { System.alloc_zeroed(layout) }, layout.size() as i64)
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if refused() {
            return ptr::null_mut();
        }
        let gained = size as i64 - layout.size() as i64;
        counted(unsafe { System.realloc(old, layout, size) }, gained)
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        counted(old, -(layout.size() as i64));
        unsafe { System.dealloc(old, layout) }
    }
}

/// Bytes allocated and not freed.
pub fn live_bytes() -> i64 {
    LIVE_BYTES.load(SeqCst)
}

/// Which requests of a call are refused.
#[derive(Clone, Copy, Debug)]
pub enum Refuse {
    /// None: they are only counted.
    None,
    /// The one with this number, from 0.
    One(u64),
    /// That one and every later one.
    AllFrom(u64),
}

/// A call's answer, and how many requests for memory it made.
pub fn watching<T>(refuse: Refuse, call: impl FnOnce() -> T) -> (T, u64) {
    let (first, last) = match refuse {
        Refuse::None => (u64::MAX, u64::MAX),
        Refuse::One(number) => (number, number),
        Refuse::AllFrom(number) => (number, u64::MAX),
    };
    FIRST_REFUSED.store(first, SeqCst);
    LAST_REFUSED.store(last, SeqCst);
    REQUESTS.store(0, SeqCst);
    WATCHED.store(true, SeqCst);
    let answer = call();
    WATCHED.store(false, SeqCst);
    (answer, REQUESTS.load(SeqCst))
}

const CHILD: &str = "PURSUIT_TEST_ALONE";
const FINISHED: &str = "finished alone";

/// Runs the body of the test called `name` in a process of its own, on its only thread.
pub fn alone(name: &str, body: impl FnOnce()) {
    if std::env::var_os(CHILD).is_some() {
        body();
        println!("{FINISHED}");
        return;
    }
    let said = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&said.stdout);
    assert!(
        said.status.success() && printed.contains(FINISHED),
        "{}\n{printed}{}",
        said.status,
        String::from_utf8_lossy(&said.stderr)
    );
    printed
        .lines()
        .filter(|line| line.ends_with("refused in turn"))
        .for_each(|line| println!("{line}"));
}
