//! The attractor where only outcomes matter: rows in the order in which they gain the most at once.
//!
//! A row that is visited settles everything that its marks imply, and hands on whole words. Where wins spread from
//! goals of the row side, the marked row of the lowest number is next: rows are numbered from the goals on,
//! so wins arrive from below and most rows are visited about once. Elsewhere they spread from the diagonal, and
//! visits sweep over the marked rows up and down.

use super::{Attractor, Cells, Sink, Table};
use crate::arena::Board;
use crate::bits::{self, BitSet, Chunk};
use crate::error::Result;
use crate::isa::{self, Isa};
use crate::memory;
use crate::pace::Pace;
use crate::rules::Role;
use crate::threads::Crew;

/// Marked rows, and in each the chunks in which it has to be looked at.
struct Marks {
    mask_words: usize,
    masks: Vec<u64>,
    rows: BitSet,
    /// The order of visits: always the lowest marked row, or up and down.
    lowest_first: bool,
    upwards: bool,
    cursor: usize,
}

impl Marks {
    fn new(rows: usize, chunks: usize, lowest_first: bool) -> Result<Marks> {
        let mask_words = chunks.div_ceil(64);
        Ok(Marks {
            mask_words,
            masks: memory::filled(rows * mask_words, 0)?,
            rows: BitSet::new(rows)?,
            lowest_first,
            upwards: true,
            cursor: 0,
        })
    }

    #[inline(always)]
    fn mark(&mut self, row: usize, chunk: usize) {
        self.rows.set(row, true);
        self.masks[row * self.mask_words + chunk / 64] |= 1 << (chunk % 64);
        if self.lowest_first {
            self.cursor = self.cursor.min(row);
        }
    }

    /// The next row to visit; its marks go to `marks`.
    #[inline(always)]
    fn next(&mut self, marks: &mut [u64]) -> Option<usize> {
        let row = self.next_row()?;
        self.cursor = row;
        self.rows.set(row, false);
        let own = &mut self.masks[row * self.mask_words..][..self.mask_words];
        marks.copy_from_slice(own);
        own.fill(0);
        Some(row)
    }

    #[inline(always)]
    fn next_row(&mut self) -> Option<usize> {
        if self.lowest_first {
            return self.rows.next_from(self.cursor);
        }
        for _ in 0..2 {
            let found = match self.upwards {
                true => self.rows.next_from(self.cursor),
                false => self.rows.last_to(self.cursor),
            };
            if found.is_some() {
                return found;
            }
            self.upwards = !self.upwards;
        }
        None
    }
}

/// Takes what the row side gains with itself to move, and marks where that has to be looked at.
struct RowsSink<'s, 'a, const C: usize> {
    attractor: &'s Attractor<'a, C>,
    marks: &'s mut Marks,
    won: &'s mut u64,
}

impl<const C: usize> Sink<C> for RowsSink<'_, '_, C> {
    #[inline(always)]
    fn gain(&mut self, row: usize, chunk: usize, bits: Chunk<C>) -> Result<()> {
        add(
            &self.attractor.x,
            self.attractor,
            row,
            chunk,
            &bits,
            self.won,
        );
        self.marks.mark(row, chunk);
        Ok(())
    }
}

/// Takes what the row side gains with the column side to move, and goes straight on to the moves that lead there.
struct ThenRows<'s, 'a, const C: usize>(RowsSink<'s, 'a, C>);

impl<const C: usize> Sink<C> for ThenRows<'_, '_, C> {
    #[inline(always)]
    fn gain(&mut self, row: usize, chunk: usize, bits: Chunk<C>) -> Result<()> {
        let attractor = self.0.attractor;
        add(&attractor.y, attractor, row, chunk, &bits, self.0.won);
        attractor.rows_some(attractor.board.rows_before(row), chunk, &bits, &mut self.0)
    }
}

/// Takes what the column side gains with itself to move, and marks where that has to be looked at.
struct ColumnsSink<'s, 'a, const C: usize> {
    attractor: &'s Attractor<'a, C>,
    marks: &'s mut Marks,
    won: &'s mut u64,
}

impl<const C: usize> Sink<C> for ColumnsSink<'_, '_, C> {
    #[inline(always)]
    fn gain(&mut self, row: usize, chunk: usize, bits: Chunk<C>) -> Result<()> {
        add(
            &self.attractor.y,
            self.attractor,
            row,
            chunk,
            &bits,
            self.won,
        );
        for &before in self.attractor.board.rows_before(row) {
            self.marks.mark(before as usize, chunk);
        }
        Ok(())
    }
}

/// Takes what the column side gains with the row side to move, and goes straight on to the moves that lead there.
struct ThenColumns<'s, 'a, const C: usize, I> {
    sink: ColumnsSink<'s, 'a, C>,
    isa: std::marker::PhantomData<I>,
}

impl<const C: usize, I: Isa> Sink<C> for ThenColumns<'_, '_, C, I> {
    #[inline(always)]
    fn gain(&mut self, row: usize, chunk: usize, bits: Chunk<C>) -> Result<()> {
        let attractor = self.sink.attractor;
        add(&attractor.x, attractor, row, chunk, &bits, self.sink.won);
        attractor.columns_some::<I>(row, chunk, &bits, &mut self.sink)
    }
}

#[inline(always)]
fn add<const C: usize>(
    table: &Cells<C>,
    attractor: &Attractor<C>,
    row: usize,
    chunk: usize,
    bits: &Chunk<C>,
    won: &mut u64,
) {
    table.add(attractor.index(row, chunk), bits);
    *won += u64::from(bits::count(bits));
}

/// A position by its place on the board.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) row_side_moves: bool,
    pub(crate) row: usize,
    pub(crate) column: usize,
}

/// The attractor of one side under way, in any order.
pub(crate) struct Sweep<'a, const C: usize> {
    attractor: Attractor<'a, C>,
    marks: Marks,
    /// The marks of the row that is visited.
    changed: Vec<u64>,
    scratch: Vec<Chunk<C>>,
    /// Positions won since the last report.
    won: u64,
}

impl<'a, const C: usize> Sweep<'a, C> {
    /// Starts from the positions that are over and won by `role`.
    pub(crate) fn new(board: &'a Board<C>, role: Role) -> Result<Self> {
        let lowest_first = role == board.row_role() && board.has_row_goals();
        let mut marks = Marks::new(board.rows(), board.chunks(), lowest_first)?;
        let changed = memory::filled(marks.mask_words, 0)?;
        let scratch = memory::filled(board.chunks(), [0; C])?;
        let attractor = Attractor::new(board, role, &mut Crew::alone(), |_, _, _| Ok(()))?;
        let mut won = 0;
        board.each_won(role, |row, chunk, bits| {
            won += 2 * u64::from(bits::count(&bits));
            if attractor.rows_win {
                marks.mark(row, chunk);
                let mut sink = RowsSink {
                    attractor: &attractor,
                    marks: &mut marks,
                    won: &mut won,
                };
                attractor.rows_some(board.rows_before(row), chunk, &bits, &mut sink)
            } else {
                for &before in board.rows_before(row) {
                    marks.mark(before as usize, chunk);
                }
                let mut sink = ColumnsSink {
                    attractor: &attractor,
                    marks: &mut marks,
                    won: &mut won,
                };
                attractor.columns_some::<isa::Baseline>(row, chunk, &bits, &mut sink)
            }
        })?;
        Ok(Sweep {
            attractor,
            marks,
            changed,
            scratch,
            won,
        })
    }

    /// The attractor so far.
    pub(crate) fn into_attractor(self) -> Attractor<'a, C> {
        self.attractor
    }

    /// Whether a position is known to be won.
    #[inline(always)]
    fn has_won(&self, target: Target) -> bool {
        let table = match target.row_side_moves {
            true => &self.attractor.x,
            false => &self.attractor.y,
        };
        let chunk = target.column / bits::chunk_bits::<C>();
        let bits = table.get(self.attractor.index(target.row, chunk));
        bits::has(&bits, target.column % bits::chunk_bits::<C>())
    }

    /// Goes on to the fixed point.
    pub(crate) fn finish(&mut self, pace: &mut Pace) -> Result<()> {
        while !self.go_on(None, pace)? {}
        Ok(())
    }

    /// Goes on until it is known whether `target` is won.
    pub(crate) fn reaches(&mut self, target: Target, pace: &mut Pace) -> Result<bool> {
        while !self.has_won(target) {
            if self.go_on(Some(target), pace)? {
                return Ok(self.has_won(target));
            }
        }
        Ok(true)
    }

    /// Some visits more; true when nothing is left to visit.
    fn go_on(&mut self, target: Option<Target>, pace: &mut Pace) -> Result<bool> {
        let done = isa::dispatch(Visits {
            sweep: self,
            target,
        })?;
        pace.resolve(std::mem::take(&mut self.won))?;
        Ok(done)
    }

    /// Settles one row; false when none is marked.
    #[inline(always)]
    fn visit<I: Isa>(&mut self) -> Result<bool> {
        let Sweep {
            attractor,
            marks,
            changed,
            scratch,
            won,
        } = self;
        let Some(row) = marks.next(changed) else {
            return Ok(false);
        };
        if attractor.rows_win {
            let mut sink = ThenRows(RowsSink {
                attractor,
                marks,
                won,
            });
            attractor.rows_every::<I>(row, changed, &attractor.x, scratch, &mut sink)?;
        } else {
            let mut sink = ThenColumns {
                sink: ColumnsSink {
                    attractor,
                    marks,
                    won,
                },
                isa: std::marker::PhantomData::<I>,
            };
            attractor.columns_every(row, changed, &mut sink)?;
        }
        Ok(true)
    }
}

/// Visits to some rows; true when nothing is left to visit.
struct Visits<'w, 'a, const C: usize> {
    sweep: &'w mut Sweep<'a, C>,
    target: Option<Target>,
}

/// Visits between two looks at the clock.
const VISITS: usize = 256;

impl<const C: usize> isa::Work for Visits<'_, '_, C> {
    type Output = Result<bool>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<bool> {
        for _ in 0..VISITS {
            if !self.sweep.visit::<I>()? {
                return Ok(true);
            }
            if self.target.is_some_and(|target| self.sweep.has_won(target)) {
                return Ok(false);
            }
        }
        Ok(false)
    }
}
