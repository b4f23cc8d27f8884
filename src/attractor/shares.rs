//! What each thread of a climb by [`levels`](super::levels) has for itself: rows, and their distances.

use crate::bits::{self, Chunk};
use crate::error::Result;
use crate::isa::Isa;
use crate::memory;
use crate::tables::{Levels, LevelsMut};
use std::sync::{Mutex, PoisonError};

/// Which rows a worker owns. Two workers have a half of the rows each. The halves of the numbering share every breadth-first
/// layer, so that a frontier which passes over the rows keeps both busy, and few moves lead from one to the other. Where
/// there are more workers, half of them share each half: blocks of its rows in turn.
#[derive(Clone, Copy)]
pub(super) struct Owner {
    /// The half's first row, and the one past its last.
    first: usize,
    end: usize,
    /// The owner's number among those of the half, and how many these are, a power of two.
    index: usize,
    count: usize,
}

/// Rows in a block of one owner: few, since the frontier of a grid is a handful of blocks wide.
const BLOCK: usize = 16;

impl Owner {
    /// One of `count` owners, a power of two, of so many rows.
    pub(super) fn new(index: usize, count: usize, rows: usize) -> Owner {
        if count == 1 {
            return Owner {
                first: 0,
                end: rows,
                index,
                count,
            };
        }
        let half = first_half(rows);
        let count = count / 2;
        let (first, end) = match index < count {
            true => (0, half),
            false => (half, rows),
        };
        Owner {
            first,
            end,
            index: index % count,
            count,
        }
    }

    #[inline(always)]
    pub(super) fn owns(self, row: usize) -> bool {
        // No division: the count is a power of two.
        (self.first..self.end).contains(&row)
            && ((row - self.first) / BLOCK) & (self.count - 1) == self.index
    }

    /// The place of an owned row's block among the owner's blocks.
    #[inline(always)]
    fn block(self, row: usize) -> usize {
        ((row - self.first) / BLOCK) >> self.count.trailing_zeros()
    }

    /// The numbers of the owner's blocks.
    fn blocks(self) -> impl Iterator<Item = usize> {
        (self.first.div_ceil(BLOCK)..self.end.div_ceil(BLOCK))
            .skip(self.index)
            .step_by(self.count)
    }
}

/// The rows of the first half: whole blocks.
pub(crate) fn first_half(rows: usize) -> usize {
    rows.div_ceil(2).next_multiple_of(BLOCK).min(rows)
}

/// Where distances are written: for the row side and the column side to move, rows of `columns` entries.
pub(crate) struct Record<'a> {
    pub(crate) x: &'a mut Levels,
    pub(crate) y: &'a mut Levels,
    pub(crate) columns: usize,
}

/// The distances of an owner's rows, block by block.
pub(super) struct OwnLevels<'l> {
    blocks: Vec<LevelsMut<'l>>,
    columns: usize,
    owner: Owner,
}

impl OwnLevels<'_> {
    /// Writes `level` for the positions of a chunk, and counts them.
    #[inline(always)]
    pub(super) fn write<I: Isa, const C: usize>(
        &mut self,
        row: usize,
        chunk: usize,
        bits: Chunk<C>,
        level: u32,
    ) -> u64 {
        let block = &mut self.blocks[self.owner.block(row)];
        let start = row % BLOCK * self.columns + chunk * bits::chunk_bits::<C>();
        for (word, &bits) in bits.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            block.set_all_by::<I>(start + word * 64, bits, level);
        }
        u64::from(bits::count(&bits))
    }
}

/// The blocks of a table of distances, each for whoever owns it to take.
pub(super) struct Blocks<'l> {
    blocks: Vec<Mutex<Option<LevelsMut<'l>>>>,
    columns: usize,
}

impl<'l> Blocks<'l> {
    pub(super) fn new(levels: &'l mut Levels, rows: usize, columns: usize) -> Result<Self> {
        let mut all = levels.parts();
        let mut blocks = memory::with_capacity(rows.div_ceil(BLOCK))?;
        for first in (0..rows).step_by(BLOCK) {
            let length = BLOCK.min(rows - first) * columns;
            blocks.push(Mutex::new(Some(all.split_off(length))));
        }
        Ok(Blocks { blocks, columns })
    }

    pub(super) fn take(&self, owner: Owner) -> Result<OwnLevels<'l>> {
        let mut own = memory::with_capacity(owner.blocks().count())?;
        for block in owner.blocks() {
            let block = self.blocks[block].lock();
            own.extend(block.unwrap_or_else(PoisonError::into_inner).take());
        }
        Ok(OwnLevels {
            blocks: own,
            columns: self.columns,
            owner,
        })
    }
}
