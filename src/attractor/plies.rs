//! The column side's attractor ply by ply on boards of at most 64 rows of one word: what [`super::levels`] does, with
//! everything that it needs in a few registers and on the stack.

use super::word::{Columns, Lines, with_move_into};
use crate::bits::ones;
use crate::error::Result;
use crate::isa::{self, Isa};
use crate::memory::Budget;
use crate::tables::Levels;
use crate::threads::Crew;

/// A board for a side that stands on a column and wants to meet its opponent's row.
pub(crate) struct Chase<'c> {
    /// The rows and the columns: the same nodes.
    pub(crate) nodes: usize,
    /// The moves on the rows, forwards and backwards.
    pub(crate) rows: [&'c Lines; 2],
    /// The same for the columns.
    pub(crate) columns: [&'c Lines; 2],
}

impl Chase<'_> {
    /// Goes on until the column side, to move, wins everywhere in some column, and gives the lowest such column; `None` when
    /// that never happens. Distances of the positions with the row side to move that are met before go to `plies`, row by row.
    pub(crate) fn until_column_full(&self, plies: &mut Levels) -> Result<Option<usize>> {
        isa::dispatch(Climb { chase: self, plies })
    }
}

struct Climb<'c, 'l> {
    chase: &'c Chase<'c>,
    plies: &'l mut Levels,
}

impl isa::Work for Climb<'_, '_> {
    type Output = Result<Option<usize>>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let Chase {
            nodes: n,
            rows: [after, before],
            columns,
        } = *self.chase;
        let all = u64::MAX >> (64 - n);
        let columns = Columns {
            all,
            after: &columns[0][..n.next_multiple_of(8)],
            before: columns[1],
        };
        // Where the column side wins with the row side to move, and with itself to move. Both grow from where the tokens meet.
        let (mut x, mut y) = ([0; 64], [0; 64]);
        for row in 0..n {
            (x[row], y[row]) = (1 << row, 1 << row);
        }
        // What `x` has gained at this level, and the rows in which each has gained.
        let mut gained = x;
        let (mut x_rows, mut y_rows) = (all, all);
        let mut level = 0;
        while x_rows | y_rows != 0 {
            let full = y[..n].iter().fold(all, |full, row| full & row);
            if full != 0 {
                return Ok(Some(full.trailing_zeros() as usize));
            }
            self.plies
                .make_room_for(level, &mut Budget::new(None), &mut Crew::alone())?;
            let mut entries = self.plies.parts();
            for row in ones([x_rows]) {
                entries.set_all_by::<I>(row * n, gained[row], level);
            }
            // The every-step reads `y` as it stood at this level.
            let looks = ones([y_rows]).fold(0, |looks, row| looks | before[row]);
            let mut next = [0; 64];
            let mut next_rows = 0;
            for row in ones([looks]) {
                let mut wanted = all & !x[row];
                for after in ones([after[row]]) {
                    wanted &= y[after];
                    if wanted == 0 {
                        break;
                    }
                }
                next[row] = wanted;
                next_rows |= u64::from(wanted != 0) << row;
            }
            y_rows = 0;
            for row in ones([x_rows]) {
                let new = with_move_into::<I>(&columns, gained[row]) & !y[row];
                y[row] |= new;
                y_rows |= u64::from(new != 0) << row;
            }
            for row in ones([next_rows]) {
                x[row] |= next[row];
            }
            (gained, x_rows) = (next, next_rows);
            level += 1;
        }
        Ok(None)
    }
}
