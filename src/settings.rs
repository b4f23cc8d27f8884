//! How the work on a game is to be done.

/// What users of a game set besides its rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// The tokens that move as a team.
    pub(crate) pursuers: usize,
    /// The threads to use, 0 for one a core.
    pub(crate) threads: usize,
    /// The most bytes that a call may use.
    pub(crate) memory_limit: Option<u64>,
}
