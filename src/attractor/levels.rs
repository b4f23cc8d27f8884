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
//! Each thread [owns rows](super::shares), and only it writes them, in both tables. It meets the others twice a level, after
//! the every-step and after the some-step. In between it reads of theirs only what nobody writes then: where S is the row
//! side, their lists in the some-step; where S is the column side, their marks and rows of `y` in the every-step. What one
//! core has written is slow to read for another, so a thread keeps what it gains in **outer** rows, those with a move into
//! them from another's row, apart from the rest, and the others read that list alone.

use super::marks::Marks;
use super::shares::{Blocks, OwnLevels, Owner, Record};
use super::{Attractor, Cells, Sink, Table};
use crate::arena::Board;
use crate::bits::{BitSet, Chunk, ones};
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::isa::{self, Isa};
use crate::memory::{self, Budget};
use crate::pace::Pace;
use crate::rules::Role;
use crate::threads::{Crew, Meeting};
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
    outer_rows: Option<&'s BitSet>,
    inner: &'s mut Vec<Gain<C>>,
    outer: &'s mut Vec<Gain<C>>,
}

impl<const C: usize, T: Table<C>> Sink<C> for EverySink<'_, C, T> {
    #[inline(always)]
    fn gain(&mut self, row: usize, chunk: usize, bits: Chunk<C>) -> Result<()> {
        self.table.add(row * self.chunks + chunk, &bits);
        let list = match self.outer_rows {
            Some(rows) if rows.contains(row) => &mut *self.outer,
            _ => &mut *self.inner,
        };
        note(list, row, chunk, bits)
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
        self.fresh.add(index, &bits);
        self.marks.mark_one(row, chunk);
        Ok(())
    }
}

/// What one worker keeps for itself.
struct Worker<const C: usize> {
    /// What the every-table gained at the present level in inner rows.
    inner: Vec<Gain<C>>,
    /// What it gains at the next level, in inner and in outer rows.
    next_inner: Vec<Gain<C>>,
    next_outer: Vec<Gain<C>>,
    /// The chunks that the every-step must look at: S is the column side.
    look: Marks,
    scratch: Vec<Chunk<C>>,
}

/// What one worker has found, for all to read: what the every-table gained at the present level in outer rows, and where
/// the some-table did. No two share a pair of cache lines.
#[repr(align(128))]
struct Found<const C: usize> {
    outer: RwLock<Vec<Gain<C>>>,
    marks: RwLock<Marks>,
}

/// The attractor of one side under way, level by level.
pub(crate) struct Climb<'a, const C: usize, T = Cells<C>> {
    attractor: Attractor<'a, C, T>,
    /// What the some-table gained at the present level.
    fresh: T,
    /// For each worker; between two runs the first has it all.
    found: Vec<Found<C>>,
    workers: Vec<Mutex<Worker<C>>>,
    level: u32,
}

impl<'a, const C: usize, T: Table<C>> Climb<'a, C, T> {
    /// Starts from the positions that are over and won by `role`, for a crew to go on.
    pub(crate) fn new(board: &'a Board<C>, role: Role, crew: &mut Crew) -> Result<Self> {
        let mut new = Vec::new();
        let attractor = Attractor::<C, T>::new(board, role, crew, |row, chunk, bits| {
            note(&mut new, row, chunk, bits)
        })?;
        let fresh = T::new(board.rows() * board.chunks(), crew)?;
        let mut workers = memory::with_capacity(crew.count())?;
        let mut found = memory::with_capacity(crew.count())?;
        for _ in 0..crew.count() {
            let looks = match attractor.rows_win {
                true => 0,
                false => board.rows(),
            };
            workers.push(Mutex::new(Worker {
                inner: Vec::new(),
                next_inner: Vec::new(),
                next_outer: Vec::new(),
                look: Marks::new(looks, board.chunks())?,
                scratch: memory::filled(board.chunks(), [0; C])?,
            }));
            found.push(Found {
                outer: RwLock::new(Vec::new()),
                marks: RwLock::new(Marks::new(board.rows(), board.chunks())?),
            });
        }
        let mut marks = write(&found[0].marks);
        for gain in &new {
            let (row, chunk) = (gain.row as usize, gain.chunk as usize);
            fresh.add(attractor.index(row, chunk), &gain.bits);
            marks.mark_one(row, chunk);
        }
        drop(marks);
        *write(&found[0].outer) = new;
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
        while !self.run_within_width(record, budget, pace)? {}
        Ok(())
    }

    /// Goes on on this thread while distances fit; true when nothing more is won.
    fn run_within_width(
        &mut self,
        record: &mut Record,
        budget: &mut Budget,
        pace: &mut Pace,
    ) -> Result<bool> {
        let most = self.make_room(record, budget, &mut Crew::alone())?;
        let run = Run::new(self, record, most)?;
        let reached = run.work(0, 1, |won| pace.resolve(won))?;
        Ok(self.note_reached(reached))
    }

    /// Makes room for the present level; gives the highest level that fits then.
    fn make_room(&self, record: &mut Record, budget: &mut Budget, crew: &mut Crew) -> Result<u32> {
        if self.level > i32::MAX as u32 {
            return Err(Error::Unsupported(
                "a distance of this game passes 2147483647 plies",
            ));
        }
        let mut most = i32::MAX as u32;
        for levels in [&mut *record.x, &mut *record.y] {
            levels.make_room_for(self.level, budget, crew)?;
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
        let mut first_outer = write(&self.found[0].outer);
        let mut first_marks = write(&self.found[0].marks);
        for worker in &self.workers {
            for gain in lock(worker).inner.drain(..) {
                memory::push(&mut first_outer, gain)?;
            }
        }
        for found in &self.found[1..] {
            for &gain in &*read(&found.outer) {
                memory::push(&mut first_outer, gain)?;
            }
            let mut marks = write(&found.marks);
            for &row in &marks.rows {
                first_marks.mark(row as usize, marks.of(row as usize));
            }
            marks.clear();
            write(&found.outer).clear();
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
        crew: &mut Crew,
    ) -> Result<()> {
        let count = crew.count();
        loop {
            let most = self.make_room(record, budget, crew)?;
            let run = Run::new(self, record, most)?;
            let mut own_end = Ok(None);
            let helpers_error = Mutex::new(None);
            let helper = |index| {
                let count_won = |won| {
                    run.won.fetch_add(won, Ordering::Relaxed);
                    Ok(())
                };
                let leave = Leave(&run.meeting);
                match run.work(index, count, count_won) {
                    Ok(_) => leave.stay(),
                    Err(error) => {
                        lock(&helpers_error).get_or_insert(error);
                    }
                }
            };
            crew.run(
                || {
                    let leave = Leave(&run.meeting);
                    let resolve = |won| pace.resolve(won + run.won.swap(0, Ordering::Relaxed));
                    own_end = run.work(0, count, resolve);
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

impl<'c, 'a, 'l, const C: usize, T: Table<C>> Run<'c, 'a, 'l, C, T> {
    fn new(climb: &'c Climb<'a, C, T>, record: &'l mut Record, most: u32) -> Result<Self> {
        let rows = climb.attractor.board.rows();
        Ok(Run {
            climb,
            x: Blocks::new(record.x, rows, record.columns)?,
            y: Blocks::new(record.y, rows, record.columns)?,
            most,
            meeting: Meeting::new(),
            won: AtomicU64::new(0),
        })
    }

    /// One worker's part. Gives the level reached, and whether that is the end; `None` if another one has left.
    fn work(
        &self,
        index: usize,
        count: usize,
        mut resolve: impl FnMut(u64) -> Result<()>,
    ) -> Result<Option<(u32, bool)>> {
        let climb = self.climb;
        let owner = Owner::new(index, count, climb.attractor.board.rows());
        let (x, y) = (self.x.take(owner)?, self.y.take(owner)?);
        let board = climb.attractor.board;
        let before = board.predecessors();
        let (mut own_before, mut outer_rows) = (None, None);
        if count > 1 {
            own_before = Some(before.with_arcs_to(|row| owner.owns(row))?);
            if climb.attractor.rows_win {
                let mut rows = BitSet::new(board.rows())?;
                for row in (0..board.rows()).filter(|&row| owner.owns(row)) {
                    let mut before = before.successors(row).iter();
                    rows.set(row, before.any(|&row| !owner.owns(row as usize)));
                }
                outer_rows = Some(rows);
            }
        }
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
            outer_rows,
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
            let won = isa::dispatch(EveryStep {
                part: &mut part,
                level,
            })?;
            resolve(won)?;
            let every_gains = meet(part.has_gains());
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
    /// Its outer rows, where S is the row side and has several threads.
    outer_rows: Option<BitSet>,
    some: OwnLevels<'l>,
    every: OwnLevels<'l>,
}

impl<const C: usize, T: Table<C>> Part<'_, '_, '_, C, T> {
    fn has_work(&self) -> bool {
        self.has_marks() || !self.worker.inner.is_empty() || !read(&self.own.outer).is_empty()
    }

    fn has_gains(&self) -> bool {
        !self.worker.next_inner.is_empty() || !self.worker.next_outer.is_empty()
    }

    fn has_marks(&self) -> bool {
        !read(&self.own.marks).rows.is_empty()
    }

    /// Copies what is found in its own rows.
    fn take_own(&mut self, all: &Found<C>) -> Result<()> {
        let all_gains = read(&all.outer);
        let own = all_gains
            .iter()
            .filter(|gain| self.owner.owns(gain.row as usize));
        *write(&self.own.outer) = memory::with_capacity(own.clone().count())?;
        write(&self.own.outer).extend(own);
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
        write(&self.own.outer).retain(|gain| self.owner.owns(gain.row as usize));
        write(&self.own.marks).retain(|row| self.owner.owns(row));
    }

    /// What was next is new.
    fn turn(&mut self) {
        let worker = &mut *self.worker;
        std::mem::swap(&mut worker.inner, &mut worker.next_inner);
        worker.next_inner.clear();
        std::mem::swap(&mut *write(&self.own.outer), &mut worker.next_outer);
        worker.next_outer.clear();
    }

    /// Writes the distances of what is new. Returns the number of positions.
    #[inline(always)]
    fn write<I: Isa>(&mut self, level: u32) -> u64 {
        let mut written = 0;
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
        for gain in self.worker.inner.iter().chain(&*read(&self.own.outer)) {
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
            next_inner,
            next_outer,
            look,
            scratch,
            ..
        } = &mut *self.worker;
        let mut sink = EverySink {
            table: match attractor.rows_win {
                true => &attractor.y,
                false => &attractor.x,
            },
            chunks: board.chunks(),
            outer_rows: self.outer_rows.as_ref(),
            inner: next_inner,
            outer: next_outer,
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
        for &row in &marks.rows {
            for (index, &word) in marks.of(row as usize).iter().enumerate() {
                for bit in ones([word]) {
                    fresh.set(row as usize * chunks + index * 64 + bit, [0; C]);
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
            rows_some(attractor, before, &self.worker.inner, &mut sink)?;
            for found in found {
                rows_some(attractor, before, &read(&found.outer), &mut sink)?;
            }
        } else {
            for gain in self.worker.inner.iter().chain(&*read(&self.own.outer)) {
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

/// The some-step of the row side from all these gains.
#[inline(always)]
fn rows_some<const C: usize, T: Table<C>>(
    attractor: &Attractor<C, T>,
    before: &Graph,
    gains: &[Gain<C>],
    sink: &mut SomeSink<T>,
) -> Result<()> {
    for gain in gains {
        let (row, chunk) = (gain.row as usize, gain.chunk as usize);
        attractor.rows_some(before.successors(row), chunk, &gain.bits, sink)?;
    }
    Ok(())
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
