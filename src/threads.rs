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

/// The threads of a call: the calling one and helpers that wait for work.
pub(crate) struct Crew<'s> {
    /// `None` for the calling thread alone.
    shared: Option<&'s Shared>,
    count: usize,
}

/// Calls `body` with a crew of up to `wanted` threads, a power of two, less when the system refuses threads. They end with
/// the call. A panic of a helper goes on in the caller.
pub(crate) fn with_crew<R>(wanted: usize, body: impl FnOnce(&mut Crew) -> R) -> R {
    let wanted = 1 << wanted.clamp(1, MOST).ilog2();
    if wanted == 1 {
        return body(&mut Crew::alone());
    }
    let shared = Shared {
        quiet: quiet::is_quiet(),
        next_index: AtomicUsize::new(1),
        task: Mutex::new(None),
        posted: AtomicUsize::new(0),
        busy: AtomicUsize::new(0),
        waiting: Waiting::new(),
        panic: Mutex::new(None),
    };
    let mut handles = [const { None }; MOST];
    let mut count = 1;
    while count < wanted {
        match start(&shared) {
            Some(handle) => handles[count] = Some(handle),
            None => break,
        }
        count += 1;
    }
    let mut crew = Crew {
        shared: Some(&shared),
        count: 1 << count.ilog2(),
    };
    let result = catch_unwind(AssertUnwindSafe(|| body(&mut crew)));
    shared.post(None);
    for handle in handles.into_iter().flatten() {
        join(handle);
    }
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

impl Crew<'_> {
    /// The calling thread.
    pub(crate) fn alone() -> Crew<'static> {
        Crew {
            shared: None,
            count: 1,
        }
    }

    /// How many threads there are, a power of two.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Runs on all threads at once: `own()` on this one, `help(index)` with index 1 and up on the others. A panic goes on
    /// in the caller when all have ended.
    pub(crate) fn run(&mut self, own: impl FnOnce(), help: &(dyn Fn(usize) + Sync)) {
        let Some(shared) = self.shared.filter(|_| self.count > 1) else {
            return own();
        };
        // SAFETY: only the lifetime is made up. Nobody calls it once all helpers have ended, which is waited for.
        let help = unsafe { std::mem::transmute::<&(dyn Fn(usize) + Sync), Help>(help) };
        shared.busy.store(self.count - 1, Ordering::Relaxed);
        shared.post(Some(Task {
            help,
            count: self.count,
        }));
        shared.guard(own);
        let all_idle = || shared.busy.load(Ordering::Acquire) == 0;
        shared.waiting.until(all_idle);
        let panic = lock(&shared.panic).take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }
}

/// What helpers do.
type Help = &'static (dyn Fn(usize) + Sync);

/// Work for all helpers with numbers below `count`.
#[derive(Clone, Copy)]
struct Task {
    help: Help,
    count: usize,
}

/// What the threads of a crew share.
struct Shared {
    quiet: bool,
    next_index: AtomicUsize,
    /// The latest task; `None` at the end.
    task: Mutex<Option<Task>>,
    /// How many have been posted.
    posted: AtomicUsize,
    /// How many helpers have not done it yet.
    busy: AtomicUsize,
    waiting: Waiting,
    panic: Mutex<Option<Box<dyn std::any::Any + Send>>>,
}

impl Shared {
    /// Hands the helpers a task, or `None` at the end.
    fn post(&self, task: Option<Task>) {
        *lock(&self.task) = task;
        self.waiting.change(|| {
            self.posted.fetch_add(1, Ordering::Release);
        });
    }

    /// Does task after task, until the end.
    fn help(&self) {
        let index = self.next_index.fetch_add(1, Ordering::Relaxed);
        for done in 0.. {
            let has_next = || self.posted.load(Ordering::Acquire) > done;
            self.waiting.until(has_next);
            let task = *lock(&self.task);
            match task {
                Some(task) if index < task.count => {
                    self.guard(|| (task.help)(index));
                    self.waiting.change(|| {
                        self.busy.fetch_sub(1, Ordering::Release);
                    });
                }
                _ => return,
            }
        }
    }

    /// Keeps the first panic for the caller.
    fn guard(&self, work: impl FnOnce()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            let mut first = lock(&self.panic);
            first.get_or_insert(panic);
        }
    }
}

/// More threads than this are never used: the work is cut into rows, and meets twice a ply.
pub(crate) const MOST: usize = 64;

#[cfg(unix)]
type Handle = libc::pthread_t;

/// Starts a helper; `None` if the system refuses it. It must be joined before `shared` ends.
#[cfg(unix)]
fn start(shared: &Shared) -> Option<Handle> {
    extern "C" fn body(shared: *mut libc::c_void) -> *mut libc::c_void {
        // SAFETY: `with_crew` passes what outlives this thread, which it joins.
        let shared = unsafe { &*shared.cast::<Shared>() };
        let _quiet = quiet::set(shared.quiet);
        shared.help();
        std::ptr::null_mut()
    }
    let mut handle = std::mem::MaybeUninit::uninit();
    let shared = std::ptr::from_ref(shared).cast_mut().cast();
    // SAFETY: default attributes, a function of the right type, and what is shared is there until the thread is joined.
    let refused =
        unsafe { libc::pthread_create(handle.as_mut_ptr(), std::ptr::null(), body, shared) };
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
fn start(_: &Shared) -> Option<Handle> {
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

/// Where threads wait for each other: they look for a while, then they sleep.
struct Waiting {
    sleepers: Mutex<usize>,
    wake: Condvar,
}

/// How often a thread looks before it goes to sleep: steps are short.
const LOOKS: usize = 5000;

impl Waiting {
    fn new() -> Waiting {
        Waiting {
            sleepers: Mutex::new(0),
            wake: Condvar::new(),
        }
    }

    /// Waits until `is_over`, which a call of [`Waiting::change`] makes true.
    #[inline(always)]
    fn until(&self, is_over: impl Fn() -> bool) {
        let seen = (0..LOOKS).any(|_| {
            let over = is_over();
            if !over {
                std::hint::spin_loop();
            }
            over
        });
        if seen {
            return;
        }
        // Another thread may want this core, the one that is waited for among them.
        let mut sleepers = lock(&self.sleepers);
        *sleepers += 1;
        while !is_over() {
            let woken = self.wake.wait(sleepers);
            sleepers = woken.unwrap_or_else(PoisonError::into_inner);
        }
        *sleepers -= 1;
    }

    /// Changes what others may wait for.
    fn change(&self, change: impl FnOnce()) {
        let sleepers = lock(&self.sleepers);
        change();
        if *sleepers > 0 {
            self.wake.notify_all();
        }
    }
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
    waiting: Waiting,
}

impl Meeting {
    pub(crate) fn new() -> Meeting {
        Meeting {
            arrived: AtomicUsize::new(0),
            round: AtomicUsize::new(0),
            said: AtomicBool::new(false),
            agreed: AtomicBool::new(false),
            broken: AtomicBool::new(false),
            waiting: Waiting::new(),
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
            self.waiting
                .change(|| self.round.store(round.wrapping_add(1), Ordering::Release));
        } else {
            self.waiting.until(|| {
                self.round.load(Ordering::Acquire) != round || self.broken.load(Ordering::Relaxed)
            });
        }
        let agreed = self.agreed.load(Ordering::Relaxed);
        (!self.broken.load(Ordering::Relaxed)).then_some(agreed)
    }

    /// Leaves for good, after an error or in a panic: nobody waits for this thread any more.
    pub(crate) fn leave(&self) {
        self.waiting
            .change(|| self.broken.store(true, Ordering::Relaxed));
    }
}
