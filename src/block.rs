//! Large tables: blocks of memory that begin as zeros, on huge pages where the system has them.
//!
//! A solve fills tables of megabytes once and hands them over. With pages of four kilobytes, most of its time would go into
//! the system's handing out of pages; where a table spans huge pages, the system is asked for these.
#![allow(unsafe_code)]

use crate::error::Result;
use crate::memory::refused;
use crate::parallel;
use crate::threads::{self, Crew};
use std::alloc::{self, Layout};
use std::cell::Cell;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The size of a huge page.
const HUGE_PAGE: usize = 2 << 20;
const HALF_A_PAGE: usize = HUGE_PAGE / 2;

/// Blocks from this size on, C libraries take from the system each time, as pages of zeros that are handed out when
/// touched. To clear them beforehand would keep a caller waiting for seconds who may have cancelled meanwhile.
const VAST: usize = 33 << 20;

/// Blocks from this size on do not stay in a cache until they are written again, so clearing them need not go through it:
/// that takes a third of the time.
const FAR: usize = 8 << 20;

/// The most bytes that a block of `bytes` asks for: the last huge page is a whole one unless more than half of it would
/// stay empty.
pub(crate) fn padded(bytes: u64) -> u64 {
    let page = HUGE_PAGE as u64;
    match bytes % page >= page / 2 {
        true => (bytes / page).saturating_add(1).saturating_mul(page),
        false => bytes,
    }
}

/// Types for which zero bytes are a value, and that need no drop.
///
/// # Safety
/// As said: zero bytes must be a value, and nothing may be lost when an item is not dropped.
pub(crate) unsafe trait Zero {}

// SAFETY: integers, and what has their form.
unsafe impl Zero for u8 {}
// SAFETY: as above.
unsafe impl Zero for u64 {}
// SAFETY: as above.
unsafe impl Zero for AtomicU64 {}
// SAFETY: as above.
unsafe impl<const C: usize> Zero for [u64; C] {}
// SAFETY: as above.
unsafe impl<T: Zero> Zero for Cell<T> {}

/// A slice on the heap. Unlike a vector it may begin at the start of a page.
#[derive(Debug)]
pub(crate) struct Block<T> {
    items: NonNull<T>,
    length: usize,
    /// What was asked of the allocator; of size 0 if nothing was.
    layout: Layout,
}

// SAFETY: a block owns its items, as a vector does.
unsafe impl<T: Send> Send for Block<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Block<T> {}

impl<T: Zero> Block<T> {
    /// `length` items of zero bytes.
    pub(crate) fn zeros(length: usize) -> Result<Block<T>> {
        Self::zeros_by(length, &mut Crew::alone())
    }

    /// `length` items of zero bytes, with a crew's work where it is much; vast ones the system clears itself.
    pub(crate) fn zeros_by(length: usize, crew: &mut Crew) -> Result<Block<T>> {
        match length.saturating_mul(size_of::<T>()) {
            0..HALF_A_PAGE => Self::new(length, |layout| {
                // SAFETY: the layout is not empty.
                (layout, unsafe { alloc::alloc_zeroed(layout) })
            }),
            HALF_A_PAGE..VAST => Self::new(length, |layout| huge_zeros(layout, crew)),
            _ => Self::new(length, vast_zeros),
        }
    }

    /// Zero bytes from `ask`, which may widen the layout.
    fn new(length: usize, ask: impl FnOnce(Layout) -> (Layout, *mut u8)) -> Result<Block<T>> {
        let layout = Layout::array::<T>(length).map_err(|_| refused::<T>(length))?;
        if layout.size() == 0 {
            return Ok(Block {
                items: NonNull::dangling(),
                length,
                layout,
            });
        }
        let (layout, bytes) = ask(layout);
        match NonNull::new(bytes.cast()) {
            None => Err(refused::<T>(length)),
            Some(items) => Ok(Block {
                items,
                length,
                layout,
            }),
        }
    }
}

/// Zero bytes on huge pages, at least one.
fn huge_zeros(layout: Layout, crew: &mut Crew) -> (Layout, *mut u8) {
    let size = usize::try_from(padded(layout.size() as u64)).unwrap_or(usize::MAX);
    let Ok(layout) = Layout::from_size_align(size, HUGE_PAGE) else {
        return (layout, std::ptr::null_mut());
    };
    // SAFETY: the layout is not empty.
    let bytes = unsafe { alloc::alloc(layout) };
    if !bytes.is_null() {
        advise(bytes, layout.size());
        // SAFETY: the block is this large, and nobody else has it; it may hold anything, as uninitialised memory does.
        let bytes = unsafe {
            std::slice::from_raw_parts_mut(bytes.cast::<MaybeUninit<u8>>(), layout.size())
        };
        clear(bytes, crew);
    }
    (layout, bytes)
}

/// Zero bytes, many huge pages.
fn vast_zeros(layout: Layout) -> (Layout, *mut u8) {
    // SAFETY: the layout is not empty.
    let bytes = unsafe { alloc::alloc_zeroed(layout) };
    if !bytes.is_null() {
        advise(bytes, layout.size());
    }
    (layout, bytes)
}

/// Asks the system for huge pages where a block spans them.
#[cfg(all(target_os = "linux", not(miri)))]
fn advise(bytes: *mut u8, size: usize) {
    let skipped = bytes.align_offset(HUGE_PAGE).min(size);
    let whole = (size - skipped) / HUGE_PAGE * HUGE_PAGE;
    // SAFETY: a range of whole pages within the block; the advice changes how fast it is, and `errno` if it is refused.
    unsafe {
        libc::madvise(
            bytes.wrapping_add(skipped).cast(),
            whole,
            libc::MADV_HUGEPAGE,
        )
    };
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise(_bytes: *mut u8, _size: usize) {}

/// Fills `bytes` with zeros, a piece at a time.
fn clear(bytes: &mut [MaybeUninit<u8>], crew: &mut Crew) {
    let is_far = bytes.len() >= FAR;
    let zero = if is_far { stream_zeros } else { write_zeros };
    let piece = if is_far { HUGE_PAGE } else { HUGE_PAGE / 8 };
    let mut helpers = [(); threads::MOST];
    let helpers = &mut helpers[..crew.count() - 1];
    let cleared = parallel::share(
        crew,
        bytes.chunks_mut(piece),
        &AtomicBool::new(false),
        helpers,
        |(), piece| zero(piece),
        |piece| {
            zero(piece);
            Ok(())
        },
    );
    debug_assert!(cleared.is_ok(), "no part of it can fail");
}

fn write_zeros(bytes: &mut [MaybeUninit<u8>]) {
    bytes.fill(MaybeUninit::new(0));
}

/// Writes zeros past the caches.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn stream_zeros(bytes: &mut [MaybeUninit<u8>]) {
    use std::arch::x86_64::{__m128i, _mm_setzero_si128, _mm_sfence, _mm_stream_si128};
    // SAFETY: any bytes make up a vector of the unit.
    let (front, vectors, back) = unsafe { bytes.align_to_mut::<MaybeUninit<__m128i>>() };
    write_zeros(front);
    write_zeros(back);
    for vector in vectors {
        // SAFETY: SSE2 is part of x86-64; the place is ours, and aligned.
        unsafe { _mm_stream_si128(vector.as_mut_ptr(), _mm_setzero_si128()) };
    }
    // SAFETY: as above.
    unsafe { _mm_sfence() };
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
use write_zeros as stream_zeros;

impl<const C: usize> Block<Cell<[u64; C]>> {
    /// The words one after the other.
    pub(crate) fn into_words(self) -> Block<u64> {
        // SAFETY: a cell of words has the form of the words, and their alignment.
        unsafe { self.cast(C) }
    }
}

impl Block<AtomicU64> {
    /// The words one after the other.
    pub(crate) fn into_words(self) -> Block<u64> {
        // SAFETY: an atomic word has the form of the word, and its alignment at least.
        unsafe { self.cast(1) }
    }
}

impl<T> Block<T> {
    /// The same memory as items of another type, so many for each.
    ///
    /// # Safety
    /// An item has the form of so many of the others, and their alignment or a stricter one.
    unsafe fn cast<U>(self, for_each: usize) -> Block<U> {
        let block = ManuallyDrop::new(self);
        Block {
            items: block.items.cast(),
            length: block.length * for_each,
            layout: block.layout,
        }
    }
}

impl<T: Zero> From<Vec<T>> for Block<T> {
    fn from(items: Vec<T>) -> Block<T> {
        let mut items = ManuallyDrop::new(items);
        Block {
            // SAFETY: a vector's pointer is never null.
            items: unsafe { NonNull::new_unchecked(items.as_mut_ptr()) },
            length: items.len(),
            layout: Layout::array::<T>(items.capacity()).expect("a vector has this layout"),
        }
    }
}

impl<T> Deref for Block<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the block owns this many items.
        unsafe { std::slice::from_raw_parts(self.items.as_ptr(), self.length) }
    }
}

impl<T> DerefMut for Block<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and it is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.items.as_ptr(), self.length) }
    }
}

impl<T> Drop for Block<T> {
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            // SAFETY: the memory came from the allocator with this layout; the items need no drop.
            unsafe { alloc::dealloc(self.items.as_ptr().cast(), self.layout) };
        }
    }
}
