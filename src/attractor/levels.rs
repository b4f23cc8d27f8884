//! The attractor ply by ply, with the distance of every position.
//!
//! The positions that are over have distance 0 with either side to move, so both tables grow at odd and at even
//! levels, and what they gain must be kept apart. At level t, first the every-step reads the some-table as it stood at t,
//! then the some-step is driven by what the every-table gained at t. What comes out has distance t + 1.
//!
//! The every-step settles a chunk of a row once a level, so what it gains is a list. The some-step adds to a chunk from
//! many sides: what it gains is collected in a table of its own, `fresh`, and read from there at the next level.

use super::{Attractor, Cells, Layout, Sink};
use crate::arena::Board;
use crate::bits::{self, BitSet, Chunk, ones};
use crate::error::{Error, Result};
use crate::isa::{self, Isa};
use crate::memory::{self, Budget};
use crate::pace::Pace;
use crate::rules::Role;
use crate::tables::Levels;

/// Bits that a table has gained in one chunk of one row.
#[derive(Clone, Copy)]
struct Gain<const C: usize> {
    row: u32,
    chunk: u32,
    bits: Chunk<C>,
}

/// Marked chunks, row by row.
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

    /// Marks chunks of a row.
    #[inline(always)]
    fn mark(&mut self, row: usize, chunks: &[u64]) {
        self.list(row);
        for (mask, chunks) in self.masks[row * self.mask_words..].iter_mut().zip(chunks) {
            *mask |= chunks;
        }
    }

    /// Marks one chunk of a row.
    #[inline(always)]
    fn mark_one(&mut self, row: usize, chunk: usize) {
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
    fn marks(&self, row: usize) -> &[u64] {
        &self.masks[row * self.mask_words..][..self.mask_words]
    }

    /// Takes every mark away.
    #[inline(always)]
    fn clear(&mut self) {
        for index in 0..self.rows.len() {
            let row = self.rows[index] as usize;
            self.listed.set(row, false);
            self.masks[row * self.mask_words..][..self.mask_words].fill(0);
        }
        self.rows.clear();
    }
}

/// Takes what the every-step gains.
struct EverySink<'s, 'a, const C: usize> {
    attractor: &'s Attractor<'a, C>,
    table: &'s Cells<C>,
    list: &'s mut Vec<Gain<C>>,
}

impl<const C: usize> Sink<C> for EverySink<'_, '_, C> {
    #[inline(always)]
    fn gain(&mut self, row: usize, chunk: usize, bits: Chunk<C>) -> Result<()> {
        self.table.add(self.attractor.index(row, chunk), &bits);
        note(self.list, row, chunk, bits)
    }
}

/// Takes what the some-step gains.
struct SomeSink<'s, 'a, const C: usize> {
    attractor: &'s Attractor<'a, C>,
    table: &'s Cells<C>,
    fresh: &'s Cells<C>,
    dirty: &'s mut Dirty,
}

impl<const C: usize> Sink<C> for SomeSink<'_, '_, C> {
    #[inline(always)]
    fn gain(&mut self, row: usize, chunk: usize, bits: Chunk<C>) -> Result<()> {
        let index = self.attractor.index(row, chunk);
        self.table.add(index, &bits);
        if !self.fresh.is_empty() {
            self.fresh.add(index, &bits);
        }
        self.dirty.mark_one(row, chunk);
        Ok(())
    }
}

/// The attractor of one side under way, level by level.
pub(crate) struct Climb<'a, const C: usize> {
    attractor: Attractor<'a, C>,
    /// What the some-table gained at the present level, unless nobody asks, and where.
    fresh: Cells<C>,
    fresh_marks: Dirty,
    /// What the every-table gained at the present level, and gains at the next.
    new: Vec<Gain<C>>,
    next: Vec<Gain<C>>,
    /// The chunks that the every-step must look at: S is the column side.
    look: Dirty,
    scratch: Vec<Chunk<C>>,
    level: u32,
}

/// Where distances are written, if they are wanted: for the row side and the column side to move, rows of `columns`
/// entries.
pub(crate) struct Record<'a> {
    pub(crate) x: Option<&'a mut Levels>,
    pub(crate) y: Option<&'a mut Levels>,
    pub(crate) columns: usize,
}

impl<'a, const C: usize> Climb<'a, C> {
    /// Starts from the positions that are over and won by `role`.
    pub(crate) fn new(board: &'a Board<C>, role: Role) -> Result<Self> {
        Self::start(board, role, true)
    }

    /// The same for the column side when nobody asks for distances with itself to move.
    pub(crate) fn of_columns(board: &'a Board<C>) -> Result<Self> {
        Self::start(board, board.row_role().opponent(), false)
    }

    fn start(board: &'a Board<C>, role: Role, keeps_fresh: bool) -> Result<Self> {
        let mut new = Vec::new();
        let attractor = Attractor::new(board, role, Layout::RowByRow, |row, chunk, bits| {
            note(&mut new, row, chunk, bits)
        })?;
        let fresh = Cells::new(match keeps_fresh {
            true => board.rows() * board.chunks(),
            false => 0,
        })?;
        let mut fresh_marks = Dirty::new(board.rows(), board.chunks())?;
        for gain in &new {
            let (row, chunk) = (gain.row as usize, gain.chunk as usize);
            if keeps_fresh {
                fresh.add(attractor.index(row, chunk), &gain.bits);
            }
            fresh_marks.mark_one(row, chunk);
        }
        Ok(Climb {
            fresh,
            fresh_marks,
            new,
            next: Vec::new(),
            look: Dirty::new(
                match attractor.rows_win {
                    true => 0,
                    false => board.rows(),
                },
                board.chunks(),
            )?,
            scratch: memory::filled(board.chunks(), [0; C])?,
            level: 0,
            attractor,
        })
    }

    /// The attractor so far.
    pub(crate) fn into_attractor(self) -> Attractor<'a, C> {
        self.attractor
    }

    /// Goes on level by level, writing distances, until nothing more is won.
    pub(crate) fn run(
        &mut self,
        record: &mut Record,
        budget: &mut Budget,
        pace: &mut Pace,
    ) -> Result<()> {
        while self.climb(record, budget, pace)? {}
        Ok(())
    }

    /// Goes on until S, the column side and to move, wins everywhere in some column, and gives the lowest such column;
    /// `None` when that never happens. Rows are one chunk.
    pub(crate) fn run_until_column_full(
        &mut self,
        record: &mut Record,
        budget: &mut Budget,
        pace: &mut Pace,
    ) -> Result<Option<usize>> {
        // The row that spoilt it last time will mostly do so again.
        let mut spoiler = 0;
        loop {
            let mut full = *self.attractor.board.real(0);
            let rows = self.attractor.board.rows();
            for row in (spoiler..rows).chain(0..spoiler) {
                full = bits::and(&full, &self.attractor.y.get(row));
                if bits::is_empty(&full) {
                    spoiler = row;
                    break;
                }
            }
            if let Some(column) = ones(full).next() {
                return Ok(Some(column));
            }
            if !self.climb(record, budget, pace)? {
                return Ok(None);
            }
        }
    }

    /// One level more; false when nothing more is won.
    fn climb(&mut self, record: &mut Record, budget: &mut Budget, pace: &mut Pace) -> Result<bool> {
        if self.new.is_empty() && self.fresh_marks.rows.is_empty() {
            return Ok(false);
        }
        if self.level > i32::MAX as u32 {
            return Err(Error::Unsupported(
                "a distance of this game passes 2147483647 plies",
            ));
        }
        for levels in [&mut record.x, &mut record.y].into_iter().flatten() {
            levels.make_room_for(self.level, budget)?;
        }
        let resolved = isa::dispatch(Ply {
            climb: self,
            record,
        })?;
        pace.resolve(resolved)?;
        Ok(true)
    }

    /// Writes the distances of what is new. Returns the number of positions.
    #[inline(always)]
    fn write(&self, record: &mut Record) -> u64 {
        let Record { x, y, columns } = record;
        let (some, every) = match self.attractor.rows_win {
            true => (x, y),
            false => (y, x),
        };
        let mut written = 0;
        let fresh_rows = match some {
            Some(_) => &*self.fresh_marks.rows,
            None => &[],
        };
        for &row in fresh_rows {
            let row = row as usize;
            for (index, &word) in self.fresh_marks.marks(row).iter().enumerate() {
                for bit in ones([word]) {
                    let chunk = index * 64 + bit;
                    let bits = self.fresh.get(self.attractor.index(row, chunk));
                    written += write_chunk(some, row, chunk, bits, *columns, self.level);
                }
            }
        }
        for gain in &self.new {
            let (row, chunk) = (gain.row as usize, gain.chunk as usize);
            written += write_chunk(every, row, chunk, gain.bits, *columns, self.level);
        }
        written
    }

    /// From level t to t + 1.
    #[inline(always)]
    fn step<I: Isa>(&mut self) -> Result<()> {
        let Climb {
            attractor,
            fresh,
            fresh_marks,
            new,
            next,
            look,
            scratch,
            ..
        } = self;
        let (some, every) = match attractor.rows_win {
            true => (&attractor.x, &attractor.y),
            false => (&attractor.y, &attractor.x),
        };
        let mut sink = EverySink {
            attractor,
            table: every,
            list: next,
        };
        if attractor.rows_win {
            for &row in &fresh_marks.rows {
                let row = row as usize;
                attractor.rows_every::<I>(
                    row,
                    fresh_marks.marks(row),
                    fresh,
                    scratch,
                    &mut sink,
                )?;
            }
        } else {
            let board = attractor.board;
            let mut fresh_rows = &*fresh_marks.rows;
            let arcs = fresh_marks.rows.len() * board.successors.arc_count() / board.rows();
            if board.chunks() == 1 && arcs > 2 * board.rows() {
                // Most rows would be marked many times over.
                (0..board.rows()).for_each(|row| look.mark_one(row, 0));
                fresh_rows = &[];
            }
            for &row in fresh_rows {
                let marks = fresh_marks.marks(row as usize);
                for &before in attractor.board.rows_before(row as usize) {
                    look.mark(before as usize, marks);
                }
            }
            attractor.intersect_blocks();
            for &row in &look.rows {
                let row = row as usize;
                attractor.columns_every(row, look.marks(row), &mut sink)?;
            }
            look.clear();
        }
        let fresh_rows = match fresh.is_empty() {
            true => &[],
            false => &*fresh_marks.rows,
        };
        for &row in fresh_rows {
            let row = row as usize;
            for (index, &word) in fresh_marks.marks(row).iter().enumerate() {
                for bit in ones([word]) {
                    fresh.take(attractor.index(row, index * 64 + bit));
                }
            }
        }
        fresh_marks.clear();

        let mut sink = SomeSink {
            attractor,
            table: some,
            fresh,
            dirty: fresh_marks,
        };
        for gain in &*new {
            let (row, chunk) = (gain.row as usize, gain.chunk as usize);
            match attractor.rows_win {
                true => attractor.rows_some(row, chunk, &gain.bits, &mut sink)?,
                false => attractor.columns_some::<I>(row, chunk, &gain.bits, &mut sink)?,
            }
        }
        std::mem::swap(new, next);
        next.clear();
        Ok(())
    }
}

/// One ply of work: write the distances of what is new, and find what comes next.
struct Ply<'w, 'a, 'r, const C: usize> {
    climb: &'w mut Climb<'a, C>,
    record: &'w mut Record<'r>,
}

impl<const C: usize> isa::Work for Ply<'_, '_, '_, C> {
    type Output = Result<u64>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<u64> {
        let resolved = self.climb.write(self.record);
        self.climb.step::<I>()?;
        self.climb.level += 1;
        Ok(resolved)
    }
}

#[inline(always)]
fn note<const C: usize>(
    list: &mut Vec<Gain<C>>,
    row: usize,
    chunk: usize,
    bits: Chunk<C>,
) -> Result<()> {
    memory::push(
        list,
        Gain {
            row: row as u32,
            chunk: chunk as u32,
            bits,
        },
    )
}

/// Writes `level` for the positions of a chunk, and counts them.
#[inline(always)]
fn write_chunk<const C: usize>(
    levels: &mut Option<&mut Levels>,
    row: usize,
    chunk: usize,
    bits: Chunk<C>,
    columns: usize,
    level: u32,
) -> u64 {
    let Some(levels) = levels else {
        return 0;
    };
    let start = row * columns + chunk * bits::chunk_bits::<C>();
    for (word, &bits) in bits.iter().enumerate().filter(|(_, bits)| **bits != 0) {
        levels.set_all(start + word * 64, bits, level);
    }
    u64::from(bits::count(&bits))
}
