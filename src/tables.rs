//! Outcomes and distances of every position, addressed by row and column of the engine's numbering.

use crate::bits::ones;
use crate::block::{self, Block};
use crate::error::Result;
use crate::isa::{Baseline, Isa};
use crate::memory::{self, Budget};
use crate::rules::{Outcome, PerRole, Role};
use crate::threads::Crew;

/// The distances of all positions with one side to move, in the narrowest width that holds them.
///
/// An entry holds 0 for a position without a distance, else the distance plus one. Its bytes lie in planes, the lowest
/// first: widening the entries is adding a plane of zeros, and nothing has to be moved.
#[derive(Debug)]
pub(crate) struct Levels {
    length: usize,
    planes: Vec<Block<u8>>,
}

/// The most planes: distances stay below 2³¹.
const MOST_PLANES: usize = 4;

impl Levels {
    /// `length` positions without a distance, made by a crew.
    pub(crate) fn new(length: usize, crew: &mut Crew) -> Result<Levels> {
        let mut planes = memory::with_capacity(MOST_PLANES)?;
        planes.push(Block::zeros_by(length, crew)?);
        Ok(Levels { length, planes })
    }

    /// Planes of equally many bytes, as [`Levels::planes`] gives them; `None` for none or too many.
    pub(crate) fn from_planes(planes: Vec<Block<u8>>) -> Option<Levels> {
        let length = planes.first()?.len();
        (planes.len() <= MOST_PLANES).then_some(Levels { length, planes })
    }

    /// The planes, lowest byte first.
    pub(crate) fn planes(&self) -> &[Block<u8>] {
        &self.planes
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The distance at `index`.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Option<u32> {
        let mut entry = 0;
        for (plane, bytes) in self.planes.iter().enumerate() {
            entry |= u32::from(bytes[index]) << (8 * plane);
        }
        entry.checked_sub(1)
    }

    /// Widens the entries until `level` fits, with a crew's work.
    pub(crate) fn make_room_for(
        &mut self,
        level: u32,
        budget: &mut Budget,
        crew: &mut Crew,
    ) -> Result<()> {
        while self.planes.len() < planes_for(level) {
            budget.take(block::padded(self.length as u64))?;
            self.planes.push(Block::zeros_by(self.length, crew)?);
        }
        Ok(())
    }

    /// The largest distance that fits.
    pub(crate) fn most(&self) -> u32 {
        match self.planes.len() {
            MOST_PLANES => i32::MAX as u32,
            planes => (1 << (8 * planes)) - 2,
        }
    }

    /// All entries, to be handed out in parts.
    pub(crate) fn parts(&mut self) -> LevelsMut<'_> {
        let mut planes = [(); MOST_PLANES].map(|()| Default::default());
        for (part, plane) in planes.iter_mut().zip(&mut self.planes) {
            *part = &mut plane[..];
        }
        LevelsMut { planes }
    }
}

/// A part of the entries of some [`Levels`], which has the memory of that part for itself.
pub(crate) struct LevelsMut<'a> {
    /// Those that there are, then empty ones.
    planes: [&'a mut [u8]; MOST_PLANES],
}

impl<'a> LevelsMut<'a> {
    /// Takes the first `length` entries out of it.
    pub(crate) fn split_off(&mut self, length: usize) -> LevelsMut<'a> {
        let take = |plane: &mut &'a mut [u8]| {
            let all = std::mem::take(plane);
            let (front, rest) = all.split_at_mut(length.min(all.len()));
            *plane = rest;
            front
        };
        LevelsMut {
            planes: self.planes.each_mut().map(take),
        }
    }

    /// Writes `level`, for which there is room, at `start` plus each bit that is set.
    pub(crate) fn set_all(&mut self, start: usize, bits: u64, level: u32) {
        self.set_all_by::<Baseline>(start, bits, level);
    }

    /// The same with the instructions of `I`.
    #[inline(always)]
    pub(crate) fn set_all_by<I: Isa>(&mut self, start: usize, bits: u64, level: u32) {
        let entry = level + 1;
        for (number, plane) in self.planes.iter_mut().enumerate() {
            let byte = (entry >> (8 * number)) as u8;
            if byte == 0 || bits == 0 || plane.is_empty() {
                continue;
            }
            let bytes = &mut plane[start..];
            match bytes.first_chunk_mut() {
                Some(bytes) if bits.count_ones() > FEW => I::fill(bytes, bits, byte),
                _ => {
                    for bit in ones([bits]) {
                        bytes[bit] = byte;
                    }
                }
            }
        }
    }
}

/// So many bytes are written one by one.
const FEW: u32 = 3;

/// The planes that entries need for `level`.
fn planes_for(level: u32) -> usize {
    ((level + 1).ilog2() / 8 + 1) as usize
}

/// How many positions there are of each kind, with one side to move; finished ones included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Draws.
    pub draws: u64,
    /// Positions that the evader wins.
    pub evader_wins: u64,
    /// Positions that the pursuer wins.
    pub pursuer_wins: u64,
    /// The largest distance; `None` when nothing is won.
    pub longest: Option<u32>,
}

/// What a solution knows of its positions.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The row of each of the row side's nodes; with several pursuers, the number of each that teams are made of.
    pub(crate) row_of: Vec<u32>,
    /// The column of each of the column side's nodes.
    pub(crate) column_of: Vec<u32>,
    /// The words in a row of bits.
    pub(crate) row_words: usize,
    /// By side to move: one bit a position, set where the evader wins; rows of whole words.
    pub(crate) evader_wins: PerRole<Block<u64>>,
    /// By side to move: the distance of each won position, rows of `column_of.len()` entries.
    pub(crate) levels: PerRole<Levels>,
}

impl Tables {
    /// Who wins.
    #[inline(always)]
    pub(crate) fn outcome(&self, row_node: usize, column_node: usize, to_move: Role) -> Outcome {
        let (row, column) = self.place(row_node, column_node);
        self.outcome_at(row, column, to_move)
    }

    /// Plies to the end, `None` in a draw.
    #[inline(always)]
    pub(crate) fn distance(
        &self,
        row_node: usize,
        column_node: usize,
        to_move: Role,
    ) -> Option<u32> {
        let (row, column) = self.place(row_node, column_node);
        self.distance_at(row, column, to_move)
    }

    #[inline(always)]
    fn place(&self, row_node: usize, column_node: usize) -> (usize, usize) {
        (
            self.row_of[row_node] as usize,
            self.column_of[column_node] as usize,
        )
    }

    /// Who wins, by row and column.
    #[inline(always)]
    pub(crate) fn outcome_at(&self, row: usize, column: usize, to_move: Role) -> Outcome {
        if self.distance_at(row, column, to_move).is_none() {
            return Outcome::Draw;
        }
        let word = self.evader_wins[to_move][row * self.row_words + column / 64];
        match word >> (column % 64) & 1 {
            0 => Outcome::PursuerWins,
            _ => Outcome::EvaderWins,
        }
    }

    /// Plies to the end, by row and column; `None` in a draw.
    #[inline(always)]
    pub(crate) fn distance_at(&self, row: usize, column: usize, to_move: Role) -> Option<u32> {
        self.levels[to_move].get(row * self.column_of.len() + column)
    }

    /// Whether every position that the evader wins has a distance and lies in a real column: a loaded table may not.
    pub(crate) fn wins_have_distances(&self) -> bool {
        let columns = self.column_of.len();
        [Role::Evader, Role::Pursuer].into_iter().all(|to_move| {
            let rows = self.evader_wins[to_move].chunks_exact(self.row_words);
            rows.enumerate().all(|(row, words)| {
                words.iter().enumerate().all(|(index, &word)| {
                    ones([word]).all(|bit| {
                        let column = index * 64 + bit;
                        column < columns
                            && self.levels[to_move].get(row * columns + column).is_some()
                    })
                })
            })
        })
    }

    /// Counts every position with `to_move` to move.
    pub(crate) fn summary(&self, to_move: Role) -> Summary {
        let levels = &self.levels[to_move];
        let evader_wins: u64 = self.evader_wins[to_move]
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum();
        let (mut won, mut longest) = (0u64, None);
        for index in 0..levels.len() {
            if let Some(plies) = levels.get(index) {
                won += 1;
                longest = longest.max(Some(plies));
            }
        }
        Summary {
            draws: levels.len() as u64 - won,
            evader_wins,
            pursuer_wins: won - evader_wins,
            longest,
        }
    }
}
