//! Where the levels have to look: marked chunks, row by row.

use crate::bits::BitSet;
use crate::error::Result;
use crate::memory;

/// Marked chunks, row by row.
pub(super) struct Marks {
    mask_words: usize,
    masks: Vec<u64>,
    listed: BitSet,
    /// The rows that have marks.
    pub(super) rows: Vec<u32>,
}

impl Marks {
    /// None, for so many rows of so many chunks.
    pub(super) fn new(rows: usize, chunks: usize) -> Result<Marks> {
        let mask_words = chunks.div_ceil(64);
        Ok(Marks {
            mask_words,
            masks: memory::filled(rows * mask_words, 0)?,
            listed: BitSet::new(rows)?,
            rows: memory::with_capacity(rows)?,
        })
    }

    /// Marks chunks of a row.
    #[inline(always)]
    pub(super) fn mark(&mut self, row: usize, chunks: &[u64]) {
        self.list(row);
        for (mask, chunks) in self.masks[row * self.mask_words..].iter_mut().zip(chunks) {
            *mask |= chunks;
        }
    }

    /// Marks one chunk of a row.
    #[inline(always)]
    pub(super) fn mark_one(&mut self, row: usize, chunk: usize) {
        self.list(row);
        self.masks[row * self.mask_words + chunk / 64] |= 1 << (chunk % 64);
    }

    #[inline(always)]
    fn list(&mut self, row: usize) {
        if !self.listed.contains(row) {
            self.listed.set(row, true);
            self.rows.push(row as u32);
        }
    }

    /// The marks of a row.
    #[inline(always)]
    pub(super) fn of(&self, row: usize) -> &[u64] {
        &self.masks[row * self.mask_words..][..self.mask_words]
    }

    /// Takes every mark away.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        for index in 0..self.rows.len() {
            let row = self.rows[index] as usize;
            self.listed.set(row, false);
            self.masks[row * self.mask_words..][..self.mask_words].fill(0);
        }
        self.rows.clear();
    }

    /// Keeps the marks of some rows.
    pub(super) fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        for index in 0..self.rows.len() {
            let row = self.rows[index] as usize;
            if !keep(row) {
                self.listed.set(row, false);
                self.masks[row * self.mask_words..][..self.mask_words].fill(0);
            }
        }
        self.rows.retain(|&row| keep(row as usize));
    }
}
