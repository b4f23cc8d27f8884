//! Where the passes over teams write distances: tables that can be cut by rows, a piece for each thread.

use crate::bits::Chunk;
use crate::rules::{PerRole, Role};
use crate::tables::{Levels, LevelsMut};

/// The distances of some rows.
pub(super) struct Distances<'s> {
    x: LevelsMut<'s>,
    y: LevelsMut<'s>,
    columns: usize,
    /// That of what `x` gains; that of what `y` gains is one more.
    level: u32,
}

impl<'s> Distances<'s> {
    /// All rows, with `columns` entries each. There is room for `level` and the next.
    pub(super) fn new(levels: &'s mut PerRole<Levels>, columns: usize, level: u32) -> Self {
        let PerRole([evader, pursuer]) = levels;
        Distances {
            x: pursuer.parts(),
            y: evader.parts(),
            columns,
            level,
        }
    }

    /// Takes the first rows out of it.
    pub(super) fn split_off(&mut self, rows: usize) -> Distances<'s> {
        Distances {
            x: self.x.split_off(rows * self.columns),
            y: self.y.split_off(rows * self.columns),
            ..*self
        }
    }

    /// Writes the level at the bits that a row, counted from the first one here, has gained with `to_move` to move; the
    /// evader's is one more by `ply` than the teams'.
    pub(super) fn write<const C: usize>(
        &mut self,
        to_move: Role,
        row: usize,
        bits: &[Chunk<C>],
        plies: u32,
    ) {
        let levels = match to_move {
            Role::Pursuer => &mut self.x,
            Role::Evader => &mut self.y,
        };
        for (index, &word) in bits.as_flattened().iter().enumerate() {
            levels.set_all(row * self.columns + index * 64, word, self.level + plies);
        }
    }
}
