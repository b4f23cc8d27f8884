//! Memory that may be refused.
//!
//! Rust aborts the process when an ordinary allocation fails; a library must not. Every size that a caller
//! controls goes through these functions, which report [`Error::NoMemory`] instead.

use crate::error::{Error, Result};

/// An empty vector with room for `capacity` items.
pub(crate) fn with_capacity<T>(capacity: usize) -> Result<Vec<T>> {
    let mut items = Vec::new();
    items
        .try_reserve_exact(capacity)
        .map_err(|_| refused::<T>(capacity))?;
    Ok(items)
}

/// A vector of `length` copies of `value`.
pub(crate) fn filled<T: Clone>(length: usize, value: T) -> Result<Vec<T>> {
    let mut items = with_capacity(length)?;
    items.resize(length, value);
    Ok(items)
}

/// A copy of `items`.
pub(crate) fn copied<T: Copy>(items: &[T]) -> Result<Vec<T>> {
    let mut copy = with_capacity(items.len())?;
    copy.extend_from_slice(items);
    Ok(copy)
}

/// Appends `item`; the vector grows by doubling.
#[inline]
pub(crate) fn push<T>(items: &mut Vec<T>, item: T) -> Result<()> {
    if items.len() == items.capacity() {
        grow(items)?;
    }
    items.push(item);
    Ok(())
}

#[cold]
fn grow<T>(items: &mut Vec<T>) -> Result<()> {
    let more = items.len().max(16);
    items
        .try_reserve(more)
        .map_err(|_| refused::<T>(items.len() + more))
}

/// Prepares the allocator for a call that will use so much in all.
///
/// C libraries give free memory back to the system when it is more than twice the largest piece that they have been asked
/// for, and the next call has to take it anew, page by page: with glibc that took twice the time of a whole solve of 1000
/// nodes. A call's tables are several pieces; once it has been asked for one of half their total, they are kept.
pub(crate) fn announce(bytes: u64) -> Result<()> {
    // Just below what glibc does not take notice of any more.
    const MOST: u64 = (32 << 20) - (1 << 16);
    const WORTH_IT: u64 = 1 << 16;
    if bytes >= WORTH_IT {
        let room = with_capacity::<u8>((bytes / 2).min(MOST) as usize)?;
        // Or the compiler does without it.
        std::hint::black_box(&room);
    }
    Ok(())
}

/// How much memory a call may still use.
pub(crate) struct Budget {
    limit: Option<u64>,
    used: u64,
}

impl Budget {
    /// Nothing is used yet.
    pub(crate) fn new(limit: Option<u64>) -> Budget {
        Budget { limit, used: 0 }
    }

    /// Refuses what `bytes` more would make too much, without taking them.
    pub(crate) fn check(&self, bytes: u64) -> Result<()> {
        Budget { ..*self }.take(bytes)
    }

    /// Takes `bytes`, or refuses before anything is allocated.
    pub(crate) fn take(&mut self, bytes: u64) -> Result<()> {
        self.used = self.used.saturating_add(bytes);
        match self.limit {
            Some(limit) if self.used > limit => Err(Error::NoMemory {
                bytes: self.used,
                limit: Some(limit),
            }),
            _ => Ok(()),
        }
    }
}

/// The error for `count` items of type `T` that the system has no room for.
pub(crate) fn refused<T>(count: usize) -> Error {
    Error::NoMemory {
        bytes: (count as u64).saturating_mul(size_of::<T>() as u64),
        limit: None,
    }
}
