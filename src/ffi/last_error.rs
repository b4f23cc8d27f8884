//! What each thread's latest call came to: a status, and the sentence of the latest failure.

use std::cell::Cell;
use std::ffi::c_char;
use std::fmt::{self, Write};

use super::status::PURSUIT_OK;

/// Bytes kept of a sentence, its terminating NUL included. The longest of ours are under 200.
const CAPACITY: usize = 512;

struct LastCall {
    status: Cell<i32>,
    text: [Cell<u8>; CAPACITY],
}

thread_local! {
    // Of fixed size and without a destructor: nothing to allocate when memory has run out, and nothing that keeps
    // `dlclose` from unloading the library.
    static LAST_CALL: LastCall = const {
        LastCall {
            status: Cell::new(PURSUIT_OK),
            text: [const { Cell::new(0) }; CAPACITY],
        }
    };
}

/// Records a call that went well. The text stays: it is the latest failure's.
pub(super) fn record_success() {
    LAST_CALL.with(|last| last.status.set(PURSUIT_OK));
}

/// Records a call's status and the sentence that says what is wrong, cut to fit.
pub(super) fn record(status: i32, sentence: impl fmt::Display) {
    LAST_CALL.with(|last| {
        last.status.set(status);
        let mut cursor = Cursor {
            text: &last.text,
            length: 0,
        };
        // The one error is a sentence that doesn't fit: what fits is kept.
        let _ = write!(cursor, "{sentence}");
        last.text[cursor.length].set(0);
    });
}

pub(super) fn status() -> i32 {
    LAST_CALL.with(|last| last.status.get())
}

/// The text, terminated by NUL; it lives as long as the thread.
pub(super) fn text() -> *const c_char {
    LAST_CALL.with(|last| last.text.as_ptr().cast())
}

struct Cursor<'a> {
    text: &'a [Cell<u8>; CAPACITY],
    length: usize,
}

impl fmt::Write for Cursor<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let room = CAPACITY - 1 - self.length;
        let mut kept = part.len().min(room);
        while !part.is_char_boundary(kept) {
            kept -= 1;
        }
        for (cell, byte) in self.text[self.length..].iter().zip(part[..kept].bytes()) {
            cell.set(byte);
        }
        self.length += kept;
        match kept == part.len() {
            true => Ok(()),
            false => Err(fmt::Error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    fn recorded(sentence: &str) -> String {
        record(-1, sentence);
        // SAFETY: the text is terminated and belongs to this thread.
        unsafe { CStr::from_ptr(text()) }
            .to_str()
            .unwrap()
            .to_owned()
    }

    #[test]
    fn a_short_sentence_is_kept_whole_and_replaces_a_longer_one() {
        assert_eq!(
            recorded(&"x".repeat(CAPACITY - 1)),
            "x".repeat(CAPACITY - 1)
        );
        assert_eq!(recorded("n is 0"), "n is 0");
        assert_eq!(recorded(""), "");
    }

    #[test]
    fn a_long_sentence_is_cut_between_characters() {
        assert_eq!(
            recorded(&"x".repeat(9 * CAPACITY)),
            "x".repeat(CAPACITY - 1)
        );
        // Three bytes each: 170 of them take 510 of the 511 bytes, the next one doesn't fit.
        assert_eq!(recorded(&"–".repeat(400)), "–".repeat(170));
    }

    #[test]
    fn success_changes_the_status_and_keeps_the_text() {
        assert_eq!(recorded("wrong"), "wrong");
        assert_eq!(status(), -1);
        record_success();
        assert_eq!(status(), PURSUIT_OK);
        // SAFETY: as above.
        assert_eq!(unsafe { CStr::from_ptr(text()) }, c"wrong");
    }
}
