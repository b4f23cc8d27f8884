//! Faults on demand: panics, for the tests that show what a panic does, and what a sanitizer must see, for the checks
//! that show that it would. Empty unless the feature `fault-injection` is on.

/// A place where a test may ask for a panic: one at the head of every exported function, others where a panic would
/// meet a lock held.
#[inline]
pub(super) fn point() {
    #[cfg(feature = "fault-injection")]
    injection::point();
}

#[cfg(feature = "fault-injection")]
pub use injection::{
    pursuit_test_leak, pursuit_test_panic_next, pursuit_test_race, pursuit_test_read_beyond,
    pursuit_test_read_freed, pursuit_test_read_uninitialized,
};

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

    /// Reads a byte beyond the end of a block of memory.
    ///
    /// cbindgen:ignore
    #[unsafe(no_mangle)]
    pub extern "C" fn pursuit_test_read_beyond(length: usize) -> u8 {
        let block = vec![1_u8; length];
        // SAFETY: none; this is the fault.
        unsafe { block.as_ptr().add(length).read_volatile() }
    }

    /// Reads a block of memory that has been freed.
    ///
    /// cbindgen:ignore
    #[unsafe(no_mangle)]
    pub extern "C" fn pursuit_test_read_freed(length: usize) -> u8 {
        let block = vec![1_u8; length];
        let place = block.as_ptr();
        drop(block);
        // SAFETY: none; this is the fault.
        unsafe { place.read_volatile() }
    }

    /// Lets what a block of memory happens to hold decide what is returned.
    ///
    /// cbindgen:ignore
    #[unsafe(no_mangle)]
    pub extern "C" fn pursuit_test_read_uninitialized(length: usize) -> u8 {
        let block = Vec::<u8>::with_capacity(length);
        // SAFETY: none; this is the fault.
        match unsafe { block.as_ptr().read_volatile() } {
            0..100 => 1,
            _ => 2,
        }
    }

    /// Forgets a block of memory.
    ///
    /// cbindgen:ignore
    #[unsafe(no_mangle)]
    pub extern "C" fn pursuit_test_leak(length: usize) {
        std::mem::forget(vec![1_u8; length]);
    }

    /// Adds to a number that all threads share, without any order between them.
    ///
    /// cbindgen:ignore
    #[unsafe(no_mangle)]
    pub extern "C" fn pursuit_test_race() -> u64 {
        static mut SHARED: u64 = 0;
        let shared = &raw mut SHARED;
        // SAFETY: none where two threads are here at once; this is the fault.
        unsafe {
            shared.write_volatile(shared.read_volatile() + 1);
            shared.read_volatile()
        }
    }
}
