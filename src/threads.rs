//! Threads that live as long as a call, and meet between the steps of its work.
//!
//! The standard library's threads leave a destructor behind in the thread that starts them, which keeps the library from
//! being unloaded; these are plain POSIX threads.
#![allow(unsafe_code)]

use crate::quiet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The threads that a setting stands for: 0 is one a core. However many are asked for, no more than are ever used: memory is
/// set aside for each.
pub(crate) fn wanted(setting: usize) -> usize {
    match setting {
        0 => cores(),
        threads => threads,
    }
    .min(MOST)
}

/// The cores that this process may use. The standard library's count would allocate, and abort when refused.
#[cfg(target_os = "linux")]
fn cores() -> usize {
    // SAFETY: a set of all zeros is a valid one; the system fills it, and is told its size.
    let count = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        match libc::sched_getaffinity(0, size_of_val(&set), &mut set) {
            0 => libc::CPU_COUNT(&set),
            _ => 1,
        }
    };
    count.try_into().unwrap_or(1)
}

/// The cores that this process may use.
#[cfg(not(target_os = "linux"))]
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs on `count` threads at once: `own(count)` on this one, `help(index, count)` with index 1 and up on others. The count
/// is a power of two, at most `wanted`, less when the system refuses threads; some of those started may find nothing to
/// do. A panic goes on in the caller when all have ended.
pub(crate) fn run(wanted: usize, own: impl FnOnce(usize), help: &(dyn Fn(usize, usize) + Sync)) {
    let wanted = 1 << wanted.clamp(1, MOST).ilog2();
    if wanted == 1 {
        return own(1);
    }
    let job = Job {
        help,
        count: Mutex::new(0),
        next_index: AtomicUsize::new(1),
        quiet: quiet::is_quiet(),
        panic: Mutex::new(None),
    };
    let mut handles = [const { None }; MOST];
    // The threads wait for their number: only when all have been asked for is it known.
    let mut known_count = lock(&job.count);
    let mut count = 1;
    while count < wanted {
        match start(&job) {
            Some(handle) => handles[count] = Some(handle),
            None => break,
        }
        count += 1;
    }
    let count = 1 << count.ilog2();
    *known_count = count;
    drop(known_count);
    job.guard(|| own(count));
    for handle in handles.into_iter().flatten() {
        join(handle);
    }
    let panic = job.panic.into_inner();
    if let Some(panic) = panic.unwrap_or_else(PoisonError::into_inner) {
        resume_unwind(panic);
    }
}

/// More threads than this are never used: the work is cut into rows, and meets twice a ply.
pub(crate) const MOST: usize = 64;

/// What the threads of a call share.
struct Job<'a> {
    help: &'a (dyn Fn(usize, usize) + Sync),
    /// How many there are; locked until that is known.
    count: Mutex<usize>,
    next_index: AtomicUsize,
    quiet: bool,
    panic: Mutex<Option<Box<dyn std::any::Any + Send>>>,
}

impl Job<'_> {
    /// Keeps the first panic for the caller.
    fn guard(&self, work: impl FnOnce()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            let mut first = lock(&self.panic);
            first.get_or_insert(panic);
        }
    }
}

#[cfg(unix)]
type Handle = libc::pthread_t;

/// Starts a thread that works on `job`; `None` if the system refuses it. It must be joined before `job` ends.
#[cfg(unix)]
fn start(job: &Job) -> Option<Handle> {
    extern "C" fn body(job: *mut libc::c_void) -> *mut libc::c_void {
        // SAFETY: `run` passes a job that outlives this thread, which it joins.
        let job = unsafe { &*job.cast::<Job>() };
        let _quiet = quiet::set(job.quiet);
        let index = job.next_index.fetch_add(1, Ordering::Relaxed);
        let count = *lock(&job.count);
        if index < count {
            job.guard(|| (job.help)(index, count));
        }
        std::ptr::null_mut()
    }
    let mut handle = std::mem::MaybeUninit::uninit();
    let job = std::ptr::from_ref(job).cast_mut().cast();
    // SAFETY: default attributes, a function of the right type, and a job that is joined before it ends.
    let refused = unsafe { libc::pthread_create(handle.as_mut_ptr(), std::ptr::null(), body, job) };
    // SAFETY: a thread that was not refused has left its handle.
    (refused == 0).then(|| unsafe { handle.assume_init() })
}

#[cfg(unix)]
fn join(handle: Handle) {
    // SAFETY: a handle from `start`, joined once.
    unsafe { libc::pthread_join(handle, std::ptr::null_mut()) };
}

#[cfg(not(unix))]
type Handle = std::convert::Infallible;

/// Elsewhere the calling thread does all the work.
#[cfg(not(unix))]
fn start(_: &Job) -> Option<Handle> {
    None
}

#[cfg(not(unix))]
fn join(handle: Handle) {
    match handle {}
}

// A panic ends the whole call: a poisoned lock tells nothing new.
fn lock<G>(mutex: &Mutex<G>) -> MutexGuard<'_, G> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where threads meet and agree on whether to go on.
pub(crate) struct Meeting {
    arrived: AtomicUsize,
    round: AtomicUsize,
    /// What was said for going on since the last meeting, and what came of it.
    said: AtomicBool,
    agreed: AtomicBool,
    /// Somebody has left for good.
    broken: AtomicBool,
    /// How many sleep until the round is over.
    sleepers: Mutex<usize>,
    wake: Condvar,
}

/// How often a thread looks whether the others have come before it goes to sleep: steps are short.
const LOOKS: usize = 5000;

impl Meeting {
    pub(crate) fn new() -> Meeting {
        Meeting {
            arrived: AtomicUsize::new(0),
            round: AtomicUsize::new(0),
            said: AtomicBool::new(false),
            agreed: AtomicBool::new(false),
            broken: AtomicBool::new(false),
            sleepers: Mutex::new(0),
            wake: Condvar::new(),
        }
    }

    /// Waits for all `count` threads, and tells each whether one of them has said `go_on`; `None` if one has left.
    pub(crate) fn meet(&self, count: usize, go_on: bool) -> Option<bool> {
        if count == 1 {
            return Some(go_on);
        }
        if go_on {
            self.said.store(true, Ordering::Relaxed);
        }
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == count {
            self.arrived.store(0, Ordering::Relaxed);
            let said = self.said.swap(false, Ordering::Relaxed);
            self.agreed.store(said, Ordering::Relaxed);
            let sleepers = lock(&self.sleepers);
            self.round.store(round.wrapping_add(1), Ordering::Release);
            if *sleepers > 0 {
                self.wake.notify_all();
            }
        } else if !(0..LOOKS).any(|_| {
            std::hint::spin_loop();
            self.is_over(round)
        }) {
            // Another thread may want this core, the one that is waited for among them.
            let mut sleepers = lock(&self.sleepers);
            *sleepers += 1;
            while !self.is_over(round) {
                sleepers = self
                    .wake
                    .wait(sleepers)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            *sleepers -= 1;
        }
        let agreed = self.agreed.load(Ordering::Relaxed);
        (!self.broken.load(Ordering::Relaxed)).then_some(agreed)
    }

    /// Whether nobody need wait in this round any more.
    #[inline(always)]
    fn is_over(&self, round: usize) -> bool {
        self.round.load(Ordering::Acquire) != round || self.broken.load(Ordering::Relaxed)
    }

    /// Leaves for good, after an error or in a panic: nobody waits for this thread any more.
    pub(crate) fn leave(&self) {
        let _sleepers = lock(&self.sleepers);
        self.broken.store(true, Ordering::Relaxed);
        self.wake.notify_all();
    }
}
