//! Panics on demand, for the tests that show what a panic does. Empty unless the feature `fault-injection` is on.

/// A place where a test may ask for a panic: one at the head of every exported function, others where a panic would
/// meet a lock held.
#[inline]
pub(super) fn point() {
    #[cfg(feature = "fault-injection")]
    injection::point();
}

#[cfg(feature = "fault-injection")]
pub use injection::pursuit_test_panic_next;

#[cfg(feature = "fault-injection")]
mod injection {
    use std::cell::Cell;

    thread_local! {
        static POINTS_LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    }

    pub(in crate::ffi) fn point() {
        match POINTS_LEFT.take() {
            Some(0) => panic!("a fault injected by a test"),
            left => POINTS_LEFT.set(left.map(|points| points - 1)),
        }
    }

    /// Makes this thread panic at a place inside the library: the next one for 0, the one after it for 1, and so on.
    ///
    /// cbindgen:ignore
    #[unsafe(no_mangle)]
    pub extern "C" fn pursuit_test_panic_next(points_before: u32) {
        POINTS_LEFT.set(Some(points_before));
    }
}
