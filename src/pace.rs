//! Reporting progress at a steady pace, and stopping when the caller says so.

use crate::error::{Error, Result};
use std::time::{Duration, Instant};

/// How far a long call has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Rounds done; never falls within a call.
    pub round: u64,
    /// Positions settled; never falls, and equals `total` in the last report of finished work.
    pub resolved: u64,
    /// Positions in all; constant within a call.
    pub total: u64,
}

/// Receives progress on the calling thread; `false` stops the work with [`Error::Cancelled`].
pub type ProgressFn<'a> = dyn FnMut(Progress) -> bool + 'a;

/// Time between two reports.
const INTERVAL: Duration = Duration::from_millis(40);

/// Counts what has been done and tells the caller now and then.
pub(crate) struct Pace<'a, 'b> {
    report: &'a mut ProgressFn<'b>,
    now: Progress,
    next: Instant,
}

impl<'a, 'b> Pace<'a, 'b> {
    /// Begins work on `total` positions.
    pub(crate) fn new(report: &'a mut ProgressFn<'b>, total: u64) -> Self {
        Pace {
            report,
            now: Progress {
                round: 0,
                resolved: 0,
                total,
            },
            next: Instant::now() + INTERVAL,
        }
    }

    /// A round is done and settled `positions` more positions.
    #[inline]
    pub(crate) fn resolve(&mut self, positions: u64) -> Result<()> {
        self.now.round += 1;
        self.now.resolved = (self.now.resolved + positions).min(self.now.total);
        self.tick()
    }

    /// Reports if it is time to.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<()> {
        let now = Instant::now();
        if now < self.next {
            return Ok(());
        }
        self.next = now + INTERVAL;
        self.tell()
    }

    /// The work is finished: every position is settled, draws too.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.now.resolved = self.now.total;
        self.tell()
    }

    fn tell(&mut self) -> Result<()> {
        match (self.report)(self.now) {
            true => Ok(()),
            false => Err(Error::Cancelled),
        }
    }
}
