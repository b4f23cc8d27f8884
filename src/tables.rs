//! Outcomes and distances of every position, addressed by row and column of the engine's numbering.

use crate::error::Result;
use crate::memory;
use crate::rules::{Outcome, PerRole, Role};
use crate::solution::Summary;

/// An unsigned integer that holds a distance; its largest value stands for "none".
pub(crate) trait Level: Copy + Eq + Send + Sync + 'static {
    /// The mark of a position without a distance.
    const NONE: Self;
    /// The largest distance that fits.
    const MOST: u32;
    /// A distance that fits.
    fn from_plies(plies: u32) -> Self;
}

macro_rules! level {
    ($($t:ty, $most:expr;)*) => {$(
        impl Level for $t {
            const NONE: Self = <$t>::MAX;
            const MOST: u32 = $most;
            #[inline(always)]
            fn from_plies(plies: u32) -> Self {
                plies as $t
            }
        }
    )*};
}
level! { u8, u8::MAX as u32 - 1; u16, u16::MAX as u32 - 1; u32, i32::MAX as u32; }

/// Distances in the narrowest width that has been needed so far.
#[derive(Debug)]
pub(crate) enum Levels {
    /// Below 255.
    Byte(Vec<u8>),
    /// Below 65 535.
    Short(Vec<u16>),
    /// Up to `i32::MAX`.
    Long(Vec<u32>),
}

impl Levels {
    /// `length` positions without a distance.
    pub(crate) fn new(length: usize) -> Result<Levels> {
        Ok(Levels::Byte(memory::filled(length, u8::NONE)?))
    }

    /// The distance at `index`.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Option<u32> {
        fn plies<L: Level + Into<u32>>(level: L) -> Option<u32> {
            (level != L::NONE).then_some(level.into())
        }
        match self {
            Levels::Byte(levels) => plies(levels[index]),
            Levels::Short(levels) => plies(levels[index]),
            Levels::Long(levels) => plies(levels[index]),
        }
    }

    /// The bytes that one entry takes.
    pub(crate) fn width(&self) -> usize {
        match self {
            Levels::Byte(_) => 1,
            Levels::Short(_) => 2,
            Levels::Long(_) => 4,
        }
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        match self {
            Levels::Byte(levels) => levels.len(),
            Levels::Short(levels) => levels.len(),
            Levels::Long(levels) => levels.len(),
        }
    }

    /// Moves the distances to the next wider width.
    pub(crate) fn widen(&mut self) -> Result<()> {
        *self = match self {
            Levels::Byte(levels) => Levels::Short(widened(levels, u8::NONE, u16::NONE)?),
            Levels::Short(levels) => Levels::Long(widened(levels, u16::NONE, u32::NONE)?),
            Levels::Long(_) => return Ok(()),
        };
        Ok(())
    }
}

fn widened<A: Copy + Eq, B: Copy + From<A>>(levels: &[A], none: A, wide_none: B) -> Result<Vec<B>> {
    let mut wide = memory::with_capacity(levels.len())?;
    wide.extend(levels.iter().map(|&level| match level == none {
        true => wide_none,
        false => B::from(level),
    }));
    Ok(wide)
}

/// What a solution knows of its positions.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The row of each of the row side's nodes.
    pub(crate) row_of: Vec<u32>,
    /// The column of each of the column side's nodes.
    pub(crate) column_of: Vec<u32>,
    /// The words in a row of bits.
    pub(crate) row_words: usize,
    /// By side to move: one bit a position, set where the evader wins; rows of whole words.
    pub(crate) evader_wins: PerRole<Vec<u64>>,
    /// By side to move: the distance of each won position, rows of `column_of.len()` entries.
    pub(crate) levels: PerRole<Levels>,
}

impl Tables {
    /// Who wins.
    #[inline(always)]
    pub(crate) fn outcome(&self, row_node: usize, column_node: usize, to_move: Role) -> Outcome {
        let row = self.row_of[row_node] as usize;
        let column = self.column_of[column_node] as usize;
        if self.levels[to_move]
            .get(row * self.column_of.len() + column)
            .is_none()
        {
            return Outcome::Draw;
        }
        let word = self.evader_wins[to_move][row * self.row_words + column / 64];
        match word >> (column % 64) & 1 {
            0 => Outcome::PursuerWins,
            _ => Outcome::EvaderWins,
        }
    }

    /// Plies to the end, `None` in a draw.
    #[inline(always)]
    pub(crate) fn distance(
        &self,
        row_node: usize,
        column_node: usize,
        to_move: Role,
    ) -> Option<u32> {
        let row = self.row_of[row_node] as usize;
        let column = self.column_of[column_node] as usize;
        self.levels[to_move].get(row * self.column_of.len() + column)
    }

    /// Whether every position that the evader wins has a distance and lies in a real column: a loaded table may not.
    pub(crate) fn wins_have_distances(&self) -> bool {
        let columns = self.column_of.len();
        [Role::Evader, Role::Pursuer].into_iter().all(|to_move| {
            let rows = self.evader_wins[to_move].chunks_exact(self.row_words);
            rows.enumerate().all(|(row, words)| {
                words.iter().enumerate().all(|(index, &word)| {
                    crate::bits::ones([word]).all(|bit| {
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
