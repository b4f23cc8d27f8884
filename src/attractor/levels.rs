//! The attractor ply by ply, with the distance of every position.
//!
//! The positions that are over have distance 0 with either side to move, so both tables grow at odd and at even
//! levels, and what they gain must be kept apart. At level t, first the every-step reads the some-table as it stood at t,
//! then the some-step is driven by what the every-table gained at t. What comes out has distance t + 1.
//!
//! The every-step settles a chunk of a row once a level, so what it gains is a list. The some-step adds to a chunk from
//! many sides: what it gains is collected in a table of its own, `fresh`, and read from there at the next level.
//!
//! # Threads
//! Each thread owns rows, and only it writes them, in both tables. It meets the others twice a level, after the
//! every-step and after the some-step. In between it reads of theirs only what nobody writes then: where S is the row side,
//! their lists in the some-step; where S is the column side, their marks and rows of `y` in the every-step.

use super::marks::Marks;
use super::{Attractor, Cells, Sink, Table};
use crate::arena::Board;
use crate::bits::{self, Chunk, ones};
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::isa::{self, Isa};
use crate::memory::{self, Budget};
use crate::pace::Pace;
use crate::rules::Role;
use crate::tables::{Levels, LevelsMut};
use crate::threads::{self, Meeting};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Bits that a table has gained in one chunk of one row.
#[derive(Clone, Copy)]
struct Gain<const C: usize> {
    row: u32,
    chunk: u32,
    bits: Chunk<C>,
}

/// Takes what the every-step gains.
struct EverySink<'s, const C: usize, T> {
    table: &'s T,
    chunks: usize,
    list: &'s mut Vec<Gain<C>>,
}

impl<const C: usize, T: Table<C>> Sink<C> for EverySink<'_, C, T> {
    #[inline(always)]
    fn gain(&mut self, row: usize, chunk: usize, bits: Chunk<C>) -> Result<()> {
        self.table.add(row * self.chunks + chunk, &bits);
        note(self.list, row, chunk, bits)
    }
}

/// Takes what the some-step gains, in the rows that a worker owns.
struct SomeSink<'s, T> {
    table: &'s T,
    fresh: &'s T,
    chunks: usize,
    marks: &'s mut Marks,
}

impl<const C: usize, T: Table<C>> Sink<C> for SomeSink<'_, T> {
    #[inline(always)]
    fn gain(&mut self, row: usize, chunk: usize, bits: Chunk<C>) -> Result<()> {
        let index = row * self.chunks + chunk;
        self.table.add(index, &bits);
        if self.fresh.len() > 0 {
            self.fresh.add(index, &bits);
        }
        self.marks.mark_one(row, chunk);
        Ok(())
    }
}

/// Which rows a worker owns: blocks of rows in turn, so that a frontier that passes over the rows keeps all busy.
#[derive(Clone, Copy)]
struct Owner {
    index: usize,
    count: usize,
}

/// Rows in a block of one owner: few, since the frontier of a grid is a handful of blocks wide.
const BLOCK: usize = 16;

impl Owner {
    #[inline(always)]
    fn owns(self, row: usize) -> bool {
        // The count is a power of two: no division.
        (row / BLOCK) & (self.count - 1) == self.index
    }

    /// The place of an owned row's block among the owner's blocks.
    #[inline(always)]
    fn block(self, row: usize) -> usize {
        (row / BLOCK) >> self.count.trailing_zeros()
    }
}

/// Where distances are written, if they are wanted: for the row side and the column side to move, rows of `columns`
/// entries.
pub(crate) struct Record<'a> {
    pub(crate) x: Option<&'a mut Levels>,
    pub(crate) y: Option<&'a mut Levels>,
    pub(crate) columns: usize,
}

/// The distances of an owner's rows, block by block.
struct OwnLevels<'l> {
    blocks: Vec<LevelsMut<'l>>,
    columns: usize,
    owner: Owner,
}

impl OwnLevels<'_> {
    /// Writes `level` for the positions of a chunk, and counts them.
    #[inline(always)]
    fn write<I: Isa, const C: usize>(
        &mut self,
        row: usize,
        chunk: usize,
        bits: Chunk<C>,
        level: u32,
    ) -> u64 {
        if self.blocks.is_empty() {
            return 0;
        }
        let block = &mut self.blocks[self.owner.block(row)];
        let start = row % BLOCK * self.columns + chunk * bits::chunk_bits::<C>();
        for (word, &bits) in bits.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            block.set_all_by::<I>(start + word * 64, bits, level);
        }
        u64::from(bits::count(&bits))
    }
}

/// The blocks of a table of distances, each for whoever owns it to take.
struct Blocks<'l> {
    blocks: Vec<Mutex<Option<LevelsMut<'l>>>>,
    columns: usize,
}

impl<'l> Blocks<'l> {
    fn new(levels: &'l mut Option<&mut Levels>, rows: usize, columns: usize) -> Result<Self> {
        let mut blocks = Vec::new();
        if let Some(levels) = levels {
            let mut all = levels.parts();
            blocks = memory::with_capacity(rows.div_ceil(BLOCK))?;
            for first in (0..rows).step_by(BLOCK) {
                let length = BLOCK.min(rows - first) * columns;
                blocks.push(Mutex::new(Some(all.split_off(length))));
            }
        }
        Ok(Blocks { blocks, columns })
    }

    fn take(&self, owner: Owner) -> Result<OwnLevels<'l>> {
        let mut own = memory::with_capacity(self.blocks.len().div_ceil(owner.count))?;
        for block in self.blocks.iter().skip(owner.index).step_by(owner.count) {
            own.extend(lock(block).take());
        }
        Ok(OwnLevels {
            blocks: own,
            columns: self.columns,
            owner,
        })
    }
}

/// What one worker keeps for itself.
struct Worker<const C: usize> {
    /// What the every-table gains at the next level.
    next: Vec<Gain<C>>,
    /// The chunks that the every-step must look at: S is the column side.
    look: Marks,
    scratch: Vec<Chunk<C>>,
}

/// What one worker has found, for all to read: what the every-table gained at the present level, and where the some-table
/// did.
struct Found<const C: usize> {
    new: RwLock<Vec<Gain<C>>>,
    marks: RwLock<Marks>,
}

/// The attractor of one side under way, level by level.
pub(crate) struct Climb<'a, const C: usize, T = Cells<C>> {
    attractor: Attractor<'a, C, T>,
    /// What the some-table gained at the present level, unless nobody asks.
    fresh: T,
    /// For each worker; between two runs the first has it all.
    found: Vec<Found<C>>,
    workers: Vec<Mutex<Worker<C>>>,
    level: u32,
}

impl<'a, const C: usize, T: Table<C>> Climb<'a, C, T> {
    /// Starts from the positions that are over and won by `role`, with up to so many threads.
    pub(crate) fn new(board: &'a Board<C>, role: Role, threads: usize) -> Result<Self> {
        Self::start(board, role, threads, true)
    }

    /// The same for the column side and one thread, when nobody asks for distances with that side to move.
    pub(crate) fn of_columns(board: &'a Board<C>) -> Result<Self> {
        Self::start(board, board.row_role().opponent(), 1, false)
    }

    fn start(board: &'a Board<C>, role: Role, threads: usize, keeps_fresh: bool) -> Result<Self> {
        let mut new = Vec::new();
        let attractor = Attractor::<C, T>::new(board, role, |row, chunk, bits| {
            note(&mut new, row, chunk, bits)
        })?;
        let fresh = T::new(match keeps_fresh {
            true => board.rows() * board.chunks(),
            false => 0,
        })?;
        let mut workers = memory::with_capacity(threads)?;
        let mut found = memory::with_capacity(threads)?;
        for _ in 0..threads {
            let looks = match attractor.rows_win {
                true => 0,
                false => board.rows(),
            };
            workers.push(Mutex::new(Worker {
                next: Vec::new(),
                look: Marks::new(looks, board.chunks())?,
                scratch: memory::filled(board.chunks(), [0; C])?,
            }));
            found.push(Found {
                new: RwLock::new(Vec::new()),
                marks: RwLock::new(Marks::new(board.rows(), board.chunks())?),
            });
        }
        let mut marks = write(&found[0].marks);
        for gain in &new {
            let (row, chunk) = (gain.row as usize, gain.chunk as usize);
            if keeps_fresh {
                fresh.add(attractor.index(row, chunk), &gain.bits);
            }
            marks.mark_one(row, chunk);
        }
        drop(marks);
        *write(&found[0].new) = new;
        Ok(Climb {
            attractor,
            fresh,
            found,
            workers,
            level: 0,
        })
    }

    /// The attractor so far.
    pub(crate) fn into_attractor(self) -> Attractor<'a, C, T> {
        self.attractor
    }

    /// Goes on level by level on this thread, writing distances, until nothing more is won.
    pub(crate) fn run(
        &mut self,
        record: &mut Record,
        budget: &mut Budget,
        pace: &mut Pace,
    ) -> Result<()> {
        while !self.run_within_width(record, budget, pace, &mut |_| false)? {}
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
        let mut column = None;
        let mut is_full = |attractor: &Attractor<C, T>| {
            let mut full = *attractor.board.real(0);
            let rows = attractor.board.rows();
            for row in (spoiler..rows).chain(0..spoiler) {
                full = bits::and(&full, &attractor.y.get(row));
                if bits::is_empty(&full) {
                    spoiler = row;
                    return false;
                }
            }
            column = ones(full).next();
            true
        };
        while !self.run_within_width(record, budget, pace, &mut is_full)? {}
        Ok(column)
    }

    /// Goes on on this thread while distances fit; true when nothing more is won or `stop` says so.
    fn run_within_width(
        &mut self,
        record: &mut Record,
        budget: &mut Budget,
        pace: &mut Pace,
        stop: &mut dyn FnMut(&Attractor<C, T>) -> bool,
    ) -> Result<bool> {
        let most = self.make_room(record, budget)?;
        let rows = self.attractor.board.rows();
        let run = Run {
            climb: self,
            x: Blocks::new(&mut record.x, rows, record.columns)?,
            y: Blocks::new(&mut record.y, rows, record.columns)?,
            most,
            meeting: Meeting::new(),
            won: AtomicU64::new(0),
        };
        let reached = run.work(0, 1, |won| pace.resolve(won), stop)?;
        Ok(self.note_reached(reached))
    }

    /// Makes room for the present level; gives the highest level that fits then.
    fn make_room(&self, record: &mut Record, budget: &mut Budget) -> Result<u32> {
        if self.level > i32::MAX as u32 {
            return Err(Error::Unsupported(
                "a distance of this game passes 2147483647 plies",
            ));
        }
        let mut most = i32::MAX as u32;
        for levels in [&mut record.x, &mut record.y].into_iter().flatten() {
            levels.make_room_for(self.level, budget)?;
            most = most.min(levels.most());
        }
        Ok(most)
    }

    /// Keeps the level that a run has reached; tells whether that was the end.
    fn note_reached(&mut self, reached: Option<(u32, bool)>) -> bool {
        let (level, end) = reached.expect("nobody has left without an error");
        self.level = level;
        end
    }

    /// Gives everything found to the first worker.
    fn gather(&self) -> Result<()> {
        let mut first_new = write(&self.found[0].new);
        let mut first_marks = write(&self.found[0].marks);
        for found in &self.found[1..] {
            for &gain in &*read(&found.new) {
                memory::push(&mut first_new, gain)?;
            }
            let mut marks = write(&found.marks);
            for &row in &marks.rows {
                first_marks.mark(row as usize, marks.of(row as usize));
            }
            marks.clear();
            write(&found.new).clear();
        }
        Ok(())
    }
}

impl<'a, T: Table<1> + Sync> Climb<'a, 1, T> {
    /// As [`Climb::run`], on all the threads that it was made for.
    pub(crate) fn run_on_threads(
        &mut self,
        record: &mut Record,
        budget: &mut Budget,
        pace: &mut Pace,
    ) -> Result<()> {
        loop {
            let most = self.make_room(record, budget)?;
            let rows = self.attractor.board.rows();
            let run = Run {
                climb: self,
                x: Blocks::new(&mut record.x, rows, record.columns)?,
                y: Blocks::new(&mut record.y, rows, record.columns)?,
                most,
                meeting: Meeting::new(),
                won: AtomicU64::new(0),
            };
            let mut own_end = Ok(None);
            let helpers_error = Mutex::new(None);
            let helper = |index, count| {
                let count_won = |won| {
                    run.won.fetch_add(won, Ordering::Relaxed);
                    Ok(())
                };
                let leave = Leave(&run.meeting);
                match run.work(index, count, count_won, &mut |_| false) {
                    Ok(_) => leave.stay(),
                    Err(error) => {
                        lock(&helpers_error).get_or_insert(error);
                    }
                }
            };
            threads::run(
                self.found.len(),
                |count| {
                    let leave = Leave(&run.meeting);
                    let resolve = |won| pace.resolve(won + run.won.swap(0, Ordering::Relaxed));
                    own_end = run.work(0, count, resolve, &mut |_| false);
                    if own_end.is_ok() {
                        leave.stay();
                    }
                },
                &helper,
            );
            drop(run);
            let reached = own_end?;
            if let Some(error) = lock(&helpers_error).take() {
                return Err(error);
            }
            let end = self.note_reached(reached);
            self.gather()?;
            if end {
                return Ok(());
            }
        }
    }
}

/// Leaves a meeting when it is dropped, in a panic too.
struct Leave<'m>(&'m Meeting);

impl Leave<'_> {
    /// The work has ended well: the others need not be told.
    fn stay(self) {
        std::mem::forget(self);
    }
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// Levels that are worked on together, as long as distances fit.
struct Run<'c, 'a, 'l, const C: usize, T> {
    climb: &'c Climb<'a, C, T>,
    x: Blocks<'l>,
    y: Blocks<'l>,
    /// The highest level that fits.
    most: u32,
    meeting: Meeting,
    /// Positions won that the calling thread has not heard of.
    won: AtomicU64,
}

impl<const C: usize, T: Table<C>> Run<'_, '_, '_, C, T> {
    /// One worker's part. Gives the level reached, and whether that is the end; `None` if another one has left.
    fn work(
        &self,
        index: usize,
        count: usize,
        mut resolve: impl FnMut(u64) -> Result<()>,
        stop: &mut dyn FnMut(&Attractor<C, T>) -> bool,
    ) -> Result<Option<(u32, bool)>> {
        let climb = self.climb;
        let owner = Owner { index, count };
        let (x, y) = (self.x.take(owner)?, self.y.take(owner)?);
        let own_before = match count {
            1 => None,
            _ => {
                let all = climb.attractor.board.predecessors();
                Some(all.with_arcs_to(|row| owner.owns(row))?)
            }
        };
        let (some, every) = match climb.attractor.rows_win {
            true => (x, y),
            false => (y, x),
        };
        let mut part = Part {
            climb,
            own: &climb.found[index],
            worker: &mut lock(&climb.workers[index]),
            owner,
            own_before,
            some,
            every,
        };
        let meet = |go_on| self.meeting.meet(count, go_on);
        if count > 1 {
            // The first worker has it all. Each takes its own, then it keeps its own.
            if index != 0 {
                part.take_own(&climb.found[0])?;
            }
            if meet(true).is_none() {
                return Ok(None);
            }
            if index == 0 {
                part.keep_own();
            }
        }
        let mut level = climb.level;
        let mut more = meet(part.has_work());
        while more == Some(true) {
            if level > self.most {
                return Ok(Some((level, false)));
            }
            if stop(&climb.attractor) {
                return Ok(Some((level, true)));
            }
            let won = isa::dispatch(EveryStep {
                part: &mut part,
                level,
            })?;
            resolve(won)?;
            let every_gains = meet(!part.worker.next.is_empty());
            if every_gains.is_none() {
                return Ok(None);
            }
            isa::dispatch(SomeStep { part: &mut part })?;
            let some_gains = meet(part.has_marks());
            more = some_gains.map(|gains| gains || every_gains == Some(true));
            part.turn();
            level += 1;
        }
        Ok(more.map(|_| (level, true)))
    }
}

/// What one worker works with.
struct Part<'p, 'a, 'l, const C: usize, T> {
    climb: &'p Climb<'a, C, T>,
    own: &'p Found<C>,
    worker: &'p mut Worker<C>,
    owner: Owner,
    /// The moves turned round that come from its own rows, unless all rows are.
    own_before: Option<Graph>,
    some: OwnLevels<'l>,
    every: OwnLevels<'l>,
}

impl<const C: usize, T: Table<C>> Part<'_, '_, '_, C, T> {
    fn has_work(&self) -> bool {
        self.has_marks() || !read(&self.own.new).is_empty()
    }

    fn has_marks(&self) -> bool {
        !read(&self.own.marks).rows.is_empty()
    }

    /// Copies what is found in its own rows.
    fn take_own(&mut self, all: &Found<C>) -> Result<()> {
        let all_new = read(&all.new);
        let own = all_new
            .iter()
            .filter(|gain| self.owner.owns(gain.row as usize));
        *write(&self.own.new) = memory::with_capacity(own.clone().count())?;
        write(&self.own.new).extend(own);
        let all = read(&all.marks);
        let mut marks = write(&self.own.marks);
        for &row in all
            .rows
            .iter()
            .filter(|&&row| self.owner.owns(row as usize))
        {
            marks.mark(row as usize, all.of(row as usize));
        }
        Ok(())
    }

    /// Drops what is found in the others' rows.
    fn keep_own(&mut self) {
        write(&self.own.new).retain(|gain| self.owner.owns(gain.row as usize));
        write(&self.own.marks).retain(|row| self.owner.owns(row));
    }

    /// What was next is new.
    fn turn(&mut self) {
        let mut new = write(&self.own.new);
        std::mem::swap(&mut *new, &mut self.worker.next);
        self.worker.next.clear();
    }

    /// Writes the distances of what is new. Returns the number of positions.
    #[inline(always)]
    fn write<I: Isa>(&mut self, level: u32) -> u64 {
        let mut written = 0;
        if !self.some.blocks.is_empty() {
            let marks = read(&self.own.marks);
            for &row in &marks.rows {
                let row = row as usize;
                for (index, &word) in marks.of(row).iter().enumerate() {
                    for bit in ones([word]) {
                        let chunk = index * 64 + bit;
                        let bits = self.climb.fresh.get(self.climb.attractor.index(row, chunk));
                        written += self.some.write::<I, C>(row, chunk, bits, level);
                    }
                }
            }
        }
        for gain in &*read(&self.own.new) {
            let (row, chunk) = (gain.row as usize, gain.chunk as usize);
            written += self.every.write::<I, C>(row, chunk, gain.bits, level);
        }
        written
    }

    /// The every-step in its own rows: it reads the some-table as it stands.
    #[inline(always)]
    fn every<I: Isa>(&mut self) -> Result<()> {
        let Climb {
            attractor,
            fresh,
            found,
            ..
        } = self.climb;
        let board = attractor.board;
        let before = self.own_before.as_ref().unwrap_or(board.predecessors());
        let Worker {
            next,
            look,
            scratch,
        } = &mut *self.worker;
        let mut sink = EverySink {
            table: match attractor.rows_win {
                true => &attractor.y,
                false => &attractor.x,
            },
            chunks: board.chunks(),
            list: next,
        };
        if attractor.rows_win {
            let marks = read(&self.own.marks);
            for &row in &marks.rows {
                let row = row as usize;
                attractor.rows_every::<I>(row, marks.of(row), fresh, scratch, &mut sink)?;
            }
            return Ok(());
        }
        for found in found {
            let marks = read(&found.marks);
            let arcs = |marked: usize| marked * board.successors.arc_count() / board.rows();
            if board.chunks() == 1 && arcs(marks.rows.len()) > 2 * board.rows() {
                // Most rows would be marked many times over.
                (0..board.rows()).for_each(|row| look.mark_one(row, 0));
                break;
            }
            for &row in &marks.rows {
                for &before in before.successors(row as usize) {
                    look.mark(before as usize, marks.of(row as usize));
                }
            }
        }
        attractor.intersect_blocks();
        for &row in &look.rows {
            attractor.columns_every(row as usize, look.of(row as usize), &mut sink)?;
        }
        look.clear();
        Ok(())
    }

    /// The some-step: what it finds in its own rows.
    #[inline(always)]
    fn some<I: Isa>(&mut self) -> Result<()> {
        let Climb {
            attractor,
            fresh,
            found,
            ..
        } = self.climb;
        let board = attractor.board;
        let before = self.own_before.as_ref().unwrap_or(board.predecessors());
        let chunks = board.chunks();
        let mut marks = write(&self.own.marks);
        if fresh.len() > 0 {
            for &row in &marks.rows {
                for (index, &word) in marks.of(row as usize).iter().enumerate() {
                    for bit in ones([word]) {
                        fresh.set(row as usize * chunks + index * 64 + bit, [0; C]);
                    }
                }
            }
        }
        marks.clear();
        let mut sink = SomeSink {
            table: match attractor.rows_win {
                true => &attractor.x,
                false => &attractor.y,
            },
            fresh,
            chunks,
            marks: &mut marks,
        };
        if attractor.rows_win {
            for found in found {
                for gain in &*read(&found.new) {
                    let (row, chunk) = (gain.row as usize, gain.chunk as usize);
                    attractor.rows_some(before.successors(row), chunk, &gain.bits, &mut sink)?;
                }
            }
        } else {
            for gain in &*read(&self.own.new) {
                let (row, chunk) = (gain.row as usize, gain.chunk as usize);
                attractor.columns_some::<I>(row, chunk, &gain.bits, &mut sink)?;
            }
        }
        Ok(())
    }
}

/// The first half of a ply's work: the distances of what is new, and the every-step.
struct EveryStep<'w, 'p, 'a, 'l, const C: usize, T> {
    part: &'w mut Part<'p, 'a, 'l, C, T>,
    level: u32,
}

impl<const C: usize, T: Table<C>> isa::Work for EveryStep<'_, '_, '_, '_, C, T> {
    type Output = Result<u64>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<u64> {
        let written = self.part.write::<I>(self.level);
        self.part.every::<I>()?;
        Ok(written)
    }
}

/// The second half: the some-step.
struct SomeStep<'w, 'p, 'a, 'l, const C: usize, T> {
    part: &'w mut Part<'p, 'a, 'l, C, T>,
}

impl<const C: usize, T: Table<C>> isa::Work for SomeStep<'_, '_, '_, '_, C, T> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<()> {
        self.part.some::<I>()
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

// A panic ends the whole call, whatever it has left behind: a poisoned lock tells nothing new.

fn lock<G>(mutex: &Mutex<G>) -> MutexGuard<'_, G> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read<G>(lock: &RwLock<G>) -> RwLockReadGuard<'_, G> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<G>(lock: &RwLock<G>) -> RwLockWriteGuard<'_, G> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
