//! The engine: the attractor of one side, found backwards from the finished positions.
//!
//! A side S wants to reach the positions that are over in its favour. Its **attractor** is the set from which it can
//! force that: a position where S moves belongs to it if *some* move leads into it, one where the opponent moves if
//! *every* move does. The engine keeps it as two tables of bits, both with the board's rows and columns:
//!
//! * `x`: the row side is to move and S wins;
//! * `y`: the column side is to move and S wins.
//!
//! Both classic questions are the same two steps, told apart by whether S is the row side or the column side:
//!
//! | | S is the row side | S is the column side |
//! |---|---|---|
//! | some move | `x[r] |= y[s]` for each move r → s: across rows, whole words | `y[r] |= pre(x[r])`: inside a row, by tiles |
//! | every move | `y[r] = not pre(not x[r])`: inside a row, by tiles | `x[r] = and of y[s]` over the moves r → s: across rows |
//!
//! with `pre(set)` the columns that have a move into `set`. Bits are only ever added, each for cause; the fixed point
//! is the attractor.
//!
//! # Exact distances
//! [`Levels`] go ply by ply. The positions that are over have distance 0 with either side to move, so `x` and `y`
//! both grow at odd and even levels and must be kept apart. At level t, first the every-step reads the table as it
//! was at t, then the some-step is driven by the list of what was new at t. What comes out has distance t + 1.

use crate::arena::Board;
use crate::bits::{self, BitSet, Chunk};
use crate::error::{Error, Result};
use crate::memory;
use crate::pace::Pace;
use crate::rules::Role;
use crate::tables::Level;
use std::cell::Cell;

/// A table of bits: `rows × chunks` chunks.
pub(crate) struct Cells<const C: usize>(Vec<Cell<Chunk<C>>>);

impl<const C: usize> Cells<C> {
    fn new(length: usize) -> Result<Self> {
        Ok(Cells(memory::filled(length, Cell::new([0; C]))?))
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Chunk<C> {
        self.0[index].get()
    }

    #[inline(always)]
    fn add(&self, index: usize, bits: &Chunk<C>) {
        self.0[index].set(bits::or(&self.0[index].get(), bits));
    }

    /// The table as words.
    pub(crate) fn words(&self) -> impl ExactSizeIterator<Item = [u64; C]> + '_ {
        self.0.iter().map(Cell::get)
    }
}

/// Bits that a table has gained in one chunk of one row.
#[derive(Clone, Copy)]
struct Gain<const C: usize> {
    row: u32,
    chunk: u32,
    bits: Chunk<C>,
}

/// The chunks that must be looked at again, row by row.
struct Dirty {
    mask_words: usize,
    masks: Vec<u64>,
    listed: BitSet,
    rows: Vec<u32>,
}

impl Dirty {
    fn new(rows: usize, chunks: usize) -> Result<Dirty> {
        let mask_words = chunks.div_ceil(64);
        Ok(Dirty {
            mask_words,
            masks: memory::filled(rows * mask_words, 0)?,
            listed: BitSet::new(rows)?,
            rows: memory::with_capacity(rows)?,
        })
    }

    #[inline(always)]
    fn list(&mut self, row: usize) {
        if !self.listed.contains(row) {
            self.listed.set(row, true);
            self.rows.push(row as u32);
        }
    }

    #[inline(always)]
    fn mark(&mut self, row: usize, chunk: usize) {
        self.list(row);
        self.masks[row * self.mask_words + chunk / 64] |= 1 << (chunk % 64);
    }

    #[inline(always)]
    fn mark_all(&mut self, row: usize, chunks: &[u64]) {
        self.list(row);
        for (word, &chunks) in chunks.iter().enumerate() {
            self.masks[row * self.mask_words + word] |= chunks;
        }
    }

    /// Takes every mark, and hands each marked (row, chunk) to `visit`.
    #[inline(always)]
    fn drain(&mut self, mut visit: impl FnMut(usize, usize) -> Result<()>) -> Result<()> {
        for index in 0..self.rows.len() {
            let row = self.rows[index] as usize;
            self.listed.set(row, false);
            for word in 0..self.mask_words {
                let mask = std::mem::take(&mut self.masks[row * self.mask_words + word]);
                for bit in bits::ones([mask]) {
                    visit(row, word * 64 + bit)?;
                }
            }
        }
        self.rows.clear();
        Ok(())
    }
}

/// The attractor of one side under way, level by level.
pub(crate) struct Levels<'a, const C: usize> {
    board: &'a Board<C>,
    /// Whether S is the row side.
    rows_win: bool,
    x: Cells<C>,
    y: Cells<C>,
    /// What `x` and `y` gained at the present level.
    x_new: Vec<Gain<C>>,
    y_new: Vec<Gain<C>>,
    /// What they gain at the next.
    x_next: Vec<Gain<C>>,
    y_next: Vec<Gain<C>>,
    dirty: Dirty,
    level: u32,
}

/// Where distances are written: for the row side and the column side to move.
pub(crate) struct Record<'a, L> {
    /// Row side to move, `rows × columns` entries.
    pub(crate) x: &'a mut [L],
    /// Column side to move.
    pub(crate) y: &'a mut [L],
    /// Entries in a row.
    pub(crate) columns: usize,
}

/// How a run of levels ended.
#[derive(PartialEq, Eq)]
pub(crate) enum Run {
    /// The fixed point is reached.
    Done,
    /// The next level does not fit the distances' width.
    TooWide,
}

impl<'a, const C: usize> Levels<'a, C> {
    /// Starts from the positions that are over and won by `role`.
    pub(crate) fn new(board: &'a Board<C>, role: Role) -> Result<Self> {
        let length = board.rows() * board.chunks();
        let mut attractor = Levels {
            board,
            rows_win: role == board.row_role(),
            x: Cells::new(length)?,
            y: Cells::new(length)?,
            x_new: Vec::new(),
            y_new: Vec::new(),
            x_next: Vec::new(),
            y_next: Vec::new(),
            dirty: Dirty::new(board.rows(), board.chunks())?,
            level: 0,
        };
        for row in 0..board.rows() {
            for chunk in 0..board.chunks() {
                let bits = board.won(role, row, chunk);
                if !bits::is_empty(&bits) {
                    let gain = Gain {
                        row: row as u32,
                        chunk: chunk as u32,
                        bits,
                    };
                    let index = row * board.chunks() + chunk;
                    attractor.x.add(index, &bits);
                    attractor.y.add(index, &bits);
                    memory::push(&mut attractor.x_new, gain)?;
                    memory::push(&mut attractor.y_new, gain)?;
                }
            }
        }
        Ok(attractor)
    }

    /// The finished tables: row side to move, column side to move.
    pub(crate) fn tables(&self) -> (&Cells<C>, &Cells<C>) {
        (&self.x, &self.y)
    }

    /// Goes on level by level, writing distances, until nothing more is won or a distance is too wide for `L`.
    pub(crate) fn run<L: Level>(&mut self, record: &mut Record<L>, pace: &mut Pace) -> Result<Run> {
        while !(self.x_new.is_empty() && self.y_new.is_empty()) {
            if self.level > L::MOST {
                if L::MOST == i32::MAX as u32 {
                    return Err(Error::Unsupported(
                        "a distance of this game passes 2147483647 plies",
                    ));
                }
                return Ok(Run::TooWide);
            }
            let level = L::from_plies(self.level);
            let resolved = write_level(&self.x_new, record.x, record.columns, level)
                + write_level(&self.y_new, record.y, record.columns, level);
            pace.resolve(resolved)?;
            if self.rows_win {
                self.rows_every()?;
                self.rows_some()?;
            } else {
                self.columns_every()?;
                self.columns_some()?;
            }
            self.level += 1;
            std::mem::swap(&mut self.x_new, &mut self.x_next);
            std::mem::swap(&mut self.y_new, &mut self.y_next);
            self.x_next.clear();
            self.y_next.clear();
        }
        Ok(Run::Done)
    }

    /// S is the row side, the column side moves: `y[r] = not pre(not x[r])`, where `x[r]` has gained.
    fn rows_every(&mut self) -> Result<()> {
        let Levels {
            board,
            x,
            y,
            x_new,
            y_next,
            dirty,
            ..
        } = self;
        let chunks = board.chunks();
        for gain in &*x_new {
            dirty.mark_all(
                gain.row as usize,
                board.tiles.tails_mask(gain.chunk as usize),
            );
        }
        dirty.drain(|row, chunk| {
            let index = row * chunks + chunk;
            let mut wanted = bits::and_not(&board.live(row, chunk), &y.get(index));
            for &tile in board.tiles.heads(chunk) {
                if bits::is_empty(&wanted) {
                    return Ok(());
                }
                let head = tile.chunk as usize;
                let missing = bits::and_not(board.real(head), &x.get(row * chunks + head));
                if !bits::is_empty(&missing) {
                    let blocked = board.tiles.predecessors(tile, &missing, &wanted);
                    wanted = bits::and_not(&wanted, &blocked);
                }
            }
            gained(y, y_next, row, chunk, index, wanted)
        })
    }

    /// S is the row side and moves: `x[r] |= y[s]` for each move r → s, where `y[s]` has gained.
    fn rows_some(&mut self) -> Result<()> {
        let Levels {
            board,
            x,
            y_new,
            x_next,
            ..
        } = self;
        let chunks = board.chunks();
        for gain in &*y_new {
            let chunk = gain.chunk as usize;
            for &row in board.predecessors.successors(gain.row as usize) {
                let row = row as usize;
                let index = row * chunks + chunk;
                let new = bits::and(
                    &bits::and_not(&gain.bits, &x.get(index)),
                    &board.live(row, chunk),
                );
                gained(x, x_next, row, chunk, index, new)?;
            }
        }
        Ok(())
    }

    /// S is the column side, the row side moves: `x[r]` is the intersection of `y[s]` over the moves r → s.
    fn columns_every(&mut self) -> Result<()> {
        let Levels {
            board,
            x,
            y,
            y_new,
            x_next,
            dirty,
            ..
        } = self;
        let chunks = board.chunks();
        for gain in &*y_new {
            for &row in board.predecessors.successors(gain.row as usize) {
                dirty.mark(row as usize, gain.chunk as usize);
            }
        }
        dirty.drain(|row, chunk| {
            let index = row * chunks + chunk;
            let mut wanted = bits::and_not(&board.live(row, chunk), &x.get(index));
            for &next in board.successors.successors(row) {
                if bits::is_empty(&wanted) {
                    return Ok(());
                }
                wanted = bits::and(&wanted, &y.get(next as usize * chunks + chunk));
            }
            gained(x, x_next, row, chunk, index, wanted)
        })
    }

    /// S is the column side and moves: `y[r] |= pre(x[r])`, where `x[r]` has gained.
    fn columns_some(&mut self) -> Result<()> {
        let Levels {
            board,
            y,
            x_new,
            y_next,
            ..
        } = self;
        let chunks = board.chunks();
        for gain in &*x_new {
            let row = gain.row as usize;
            for &tile in board.tiles.tails(gain.chunk as usize) {
                let chunk = tile.chunk as usize;
                let index = row * chunks + chunk;
                let wanted = bits::and_not(&board.live(row, chunk), &y.get(index));
                if !bits::is_empty(&wanted) {
                    let new = board.tiles.predecessors(tile, &gain.bits, &wanted);
                    gained(y, y_next, row, chunk, index, new)?;
                }
            }
        }
        Ok(())
    }
}

/// Adds new bits to a table and to the list of what it gained.
#[inline(always)]
fn gained<const C: usize>(
    table: &Cells<C>,
    list: &mut Vec<Gain<C>>,
    row: usize,
    chunk: usize,
    index: usize,
    bits: Chunk<C>,
) -> Result<()> {
    if bits::is_empty(&bits) {
        return Ok(());
    }
    table.add(index, &bits);
    memory::push(
        list,
        Gain {
            row: row as u32,
            chunk: chunk as u32,
            bits,
        },
    )
}

/// Writes `level` for every position gained, and counts them.
fn write_level<L: Level, const C: usize>(
    gains: &[Gain<C>],
    levels: &mut [L],
    columns: usize,
    level: L,
) -> u64 {
    let mut written = 0;
    for gain in gains {
        let start = gain.row as usize * columns + gain.chunk as usize * bits::chunk_bits::<C>();
        for column in bits::ones(gain.bits) {
            levels[start + column] = level;
        }
        written += u64::from(bits::count(&gain.bits));
    }
    written
}
