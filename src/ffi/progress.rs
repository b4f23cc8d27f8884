//! The caller's progress callback.

use std::ffi::c_void;

use super::types::pursuit_progress_fn;
use crate::pace::Progress;
use crate::quiet;

/// A callback and what it is called with. The pointer is handed back as it came, never followed.
#[derive(Clone, Copy)]
pub(super) struct Callback {
    pub(super) function: pursuit_progress_fn,
    pub(super) user_data: *mut c_void,
}

impl Callback {
    pub(super) const NONE: Callback = Callback {
        function: None,
        user_data: std::ptr::null_mut(),
    };

    /// Calls it, if there is one; `false` stops the work.
    pub(super) fn report(self, progress: Progress) -> bool {
        let Some(function) = self.function else {
            return true;
        };
        // The callback is the host's code: a panic in a Rust host's is his to see.
        let _host = quiet::set(false);
        // SAFETY: the caller promised a function of this type that returns.
        let goes_on = unsafe {
            function(
                self.user_data,
                progress.round,
                progress.resolved,
                progress.total,
            )
        };
        goes_on != 0
    }
}
