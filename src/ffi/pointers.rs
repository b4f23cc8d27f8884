//! From a caller's raw pointers to references, slices and out-parameters. Each is checked for NULL and, where a size
//! comes with it, for fitting the address space; the rest is what the callers of these functions promise.

use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use std::slice;

use super::failure::Failure;
use crate::error::Error;

/// What a handle points to.
///
/// # Safety
/// `handle` is NULL or came from [`Slot::fill`], lives through `'a` and isn't changed meanwhile.
pub(super) unsafe fn shared<'a, T>(handle: *const T, name: &'static str) -> Result<&'a T, Failure> {
    // SAFETY: not NULL, the rest is promised by the caller.
    unsafe { handle.as_ref() }.ok_or(Failure::Null(name))
}

/// What a handle points to, to be changed.
///
/// # Safety
/// `handle` is NULL or came from [`Slot::fill`], lives through `'a` and isn't used by anyone else meanwhile.
pub(super) unsafe fn exclusive<'a, T>(
    handle: *mut T,
    name: &'static str,
) -> Result<&'a mut T, Failure> {
    // SAFETY: not NULL, the rest is promised by the caller.
    unsafe { handle.as_mut() }.ok_or(Failure::Null(name))
}

/// Frees what a handle owns; NULL is nothing.
///
/// # Safety
/// `handle` is NULL or came from [`Slot::fill`], and isn't used again.
pub(super) unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: `Slot::fill` made it with the layout of one T.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// Room for what a handle will own, found before the work that makes it.
pub(super) struct Slot<T>(Vec<T>);

impl<T> Slot<T> {
    pub(super) fn reserve() -> Result<Slot<T>, Failure> {
        // `Box::new` would abort the process where memory is refused.
        let mut room = Vec::new();
        room.try_reserve_exact(1).map_err(|_| Error::NoMemory {
            bytes: size_of::<T>() as u64,
            limit: None,
        })?;
        Ok(Slot(room))
    }

    /// The handle; [`free`] takes it back.
    pub(super) fn fill(self, value: T) -> *mut T {
        let mut room = self.0;
        room.push(value);
        Box::into_raw(room.into_boxed_slice()).cast()
    }
}

/// An out-parameter that isn't NULL.
pub(super) struct Out<T>(NonNull<T>);

impl<T> Out<T> {
    /// # Safety
    /// `pointer` is NULL or may be written to, as one T, as long as the result is used.
    pub(super) unsafe fn new(pointer: *mut T, name: &'static str) -> Result<Out<T>, Failure> {
        NonNull::new(pointer).map(Out).ok_or(Failure::Null(name))
    }

    pub(super) fn set(self, value: T) {
        // SAFETY: promised to `new`. What was there is not dropped: it may be anything.
        unsafe { self.0.write(value) };
    }
}

/// A caller's array; NULL will do for an empty one.
///
/// # Safety
/// `pointer` is NULL or has `length` entries, which no one changes during `'a`.
pub(super) unsafe fn array<'a, T>(
    pointer: *const T,
    length: usize,
    name: &'static str,
) -> Result<&'a [T], Failure> {
    check_length::<T>(length, name)?;
    if length == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(Failure::Null(name));
    }
    // SAFETY: not NULL, no longer than an address space; the rest is promised by the caller.
    Ok(unsafe { slice::from_raw_parts(pointer, length) })
}

/// A caller's array to be filled; NULL will do for an empty one. Its entries may be uninitialised.
///
/// # Safety
/// `pointer` is NULL or has room for `length` entries, which no one else uses during `'a`.
pub(super) unsafe fn array_out<'a, T>(
    pointer: *mut T,
    length: usize,
    name: &'static str,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    check_length::<T>(length, name)?;
    if length == 0 {
        return Ok(&mut []);
    }
    if pointer.is_null() {
        return Err(Failure::Null(name));
    }
    // SAFETY: not NULL, no longer than an address space; the rest is promised by the caller. `MaybeUninit` asks
    // nothing of the contents.
    Ok(unsafe { slice::from_raw_parts_mut(pointer.cast(), length) })
}

/// A caller's bytes to be filled, set to 0 first, so that what a slice of bytes is promised to be holds.
///
/// # Safety
/// As for [`array_out`].
pub(super) unsafe fn bytes_out<'a>(
    pointer: *mut u8,
    length: usize,
    name: &'static str,
) -> Result<&'a mut [u8], Failure> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { array_out(pointer, length, name) }?;
    bytes.fill(MaybeUninit::new(0));
    // SAFETY: all of them have just been written.
    Ok(unsafe { &mut *(ptr::from_mut(bytes) as *mut [u8]) })
}

/// A slice may not be larger than `isize::MAX` bytes.
fn check_length<T>(length: usize, name: &'static str) -> Result<(), Failure> {
    match length.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= isize::MAX as usize => Ok(()),
        _ => Err(Failure::TooLong {
            what: name,
            entries: length as u64,
        }),
    }
}
