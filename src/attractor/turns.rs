//! The attractor on a board of teams, pass by pass.
//!
//! What [`super`] says of `x` and `y` holds here too: the team is the row side. A pass looks at every team once. It makes
//! the team's turn, by the [chain](super::chain) of its members' moves, and from what `x` gains by it at once the
//! evader's ply before, which stays inside the row. A pass reads `y` as it was when the pass began, so teams can be
//! looked at in any order and on several threads; those with the same first member are neighbours in every table and
//! make up the piece of work that a thread takes.
//!
//! Where only outcomes are wanted, what `y` gains counts from the next pass on. Where distances are, it counts when its
//! level is reached: what is over is so with either side to move, so levels are odd and even, and the pass at level t
//! finds the teams' level t + 1 and the evader's level t + 2.

use super::chain::Chain;
use super::distances::Distances;
use crate::bits::{self, Chunk, chunk_bits};
use crate::error::{Error, Result};
use crate::isa::{self, Isa};
use crate::memory::{self, Budget};
use crate::multisets;
use crate::pace::Pace;
use crate::parallel;
use crate::rules::{PerRole, Role};
use crate::tables::Levels;
use crate::team_board::TeamBoard;
use crate::threads::{self, Crew};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Tables of fewer chunks than this are not worth a second thread.
const WORTH_A_THREAD: u64 = 1 << 14;

/// In how many rounds the team wins from its best placement, wherever the evader starts, when it moves first; `None` if
/// it does not. A round is a turn of the team and the evader's ply after it.
pub(crate) fn rounds_to_win<const C: usize>(
    board: &TeamBoard<C>,
    crew: &mut Crew,
    pace: &mut Pace,
) -> Result<Option<u32>> {
    let mut turns = Turns::new(board, Role::Pursuer, crew)?;
    let mut next = memory::filled(turns.y.len(), [0; C])?;
    let mut found = turns.begin(&mut next, None, pace)?;
    turns.y.copy_from_slice(&turns.x);
    let mut rounds = 0;
    loop {
        pace.resolve(found.won)?;
        if found.a_start_wins {
            return Ok(Some(rounds));
        }
        if rounds > 0 && !found.y_gained {
            return Ok(None);
        }
        count_in(&mut turns.y, &mut next);
        rounds += 1;
        found = turns.pass(&[], &mut next, None, pace)?;
    }
}

/// The tables of a whole attractor: teams to move, evader to move.
pub(crate) struct Climbed<const C: usize> {
    pub(crate) x: Vec<Chunk<C>>,
    pub(crate) y: Vec<Chunk<C>>,
}

/// The whole attractor of `role`; writes the distances of what it wins into `levels`, rows of `columns` entries, by side
/// to move.
pub(crate) fn climb<const C: usize>(
    board: &TeamBoard<C>,
    role: Role,
    crew: &mut Crew,
    levels: &mut PerRole<Levels>,
    budget: &mut Budget,
    pace: &mut Pace,
) -> Result<Climbed<C>> {
    let n = board.teams.nodes();
    let mut turns = Turns::new(board, role, crew)?;
    // What `y` gains at the level after the present one, and at the one after that.
    let mut pending = memory::filled(turns.y.len(), [0; C])?;
    let mut next = memory::filled(turns.y.len(), [0; C])?;
    let distances = Distances::new(levels, n, 0);
    let mut found = turns.begin(&mut pending, Some(distances), pace)?;
    pace.resolve(found.won)?;
    turns.y.copy_from_slice(&turns.x);
    // Whether `y` gained at the present level, and gains at the next.
    let (mut gained, mut gains) = (true, found.y_gained);
    for level in 0.. {
        if gained {
            if level > i32::MAX as u32 - 2 {
                return Err(Error::Unsupported(
                    "a distance of this game passes 2147483647 plies",
                ));
            }
            for levels in &mut levels.0 {
                levels.make_room_for(level + 2, budget, turns.crew)?;
            }
            let distances = Distances::new(levels, n, level + 1);
            found = turns.pass(&pending, &mut next, Some(distances), pace)?;
            pace.resolve(found.won)?;
        }
        let gains_next = gained && found.y_gained;
        if gains {
            count_in(&mut turns.y, &mut pending);
        }
        std::mem::swap(&mut pending, &mut next);
        (gained, gains) = (gains, gains_next);
        if !gained && !gains {
            break;
        }
    }
    Ok(Climbed {
        x: turns.x,
        y: turns.y,
    })
}

/// The bytes of `tables` tables and of what the threads work with.
pub(crate) fn bytes<const C: usize>(n: usize, size: usize, tables: u64, threads: usize) -> u64 {
    let chunks = n.div_ceil(chunk_bits::<C>());
    let rows = multisets::count(n, size).unwrap_or(u64::MAX);
    let length = rows.saturating_mul(chunks as u64);
    let workers = worker_count(n, length, threads) as u64;
    length
        .saturating_mul(size_of::<Chunk<C>>() as u64)
        .saturating_mul(tables)
        .saturating_add(workers.saturating_mul(Worker::<C>::bytes(n, size, chunks)))
}

/// The threads that tables of so many chunks, in n slabs, are worth.
pub(crate) fn worker_count(n: usize, length: u64, threads: usize) -> usize {
    match length < WORTH_A_THREAD {
        true => 1,
        false => threads::wanted(threads).min(n),
    }
}

/// Lets gains count, and forgets them.
fn count_in<const C: usize>(table: &mut [Chunk<C>], gains: &mut [Chunk<C>]) {
    for (bits, gain) in table.iter_mut().zip(gains) {
        *bits = bits::or(bits, gain);
        *gain = [0; C];
    }
}

/// The attractor of one side, as far as it is known.
struct Turns<'a, 't, const C: usize> {
    board: &'a TeamBoard<C>,
    role: Role,
    /// The team is to move.
    x: Vec<Chunk<C>>,
    /// The evader is to move.
    y: Vec<Chunk<C>>,
    crew: &'a mut Crew<'t>,
    workers: Vec<Worker<C>>,
}

/// What a pass has found.
#[derive(Clone, Copy, Default)]
struct Found {
    /// Positions won.
    won: u64,
    y_gained: bool,
    /// Whether a team of starting nodes wins from wherever the evader may start: looked for where distances are not
    /// wanted, and the end of a pass.
    a_start_wins: bool,
}

/// What a thread works with.
struct Worker<const C: usize> {
    chain: Chain<C>,
    row: Row<C>,
    found: Found,
}

impl<const C: usize> Worker<C> {
    fn new(board: &TeamBoard<C>) -> Result<Self> {
        Ok(Worker {
            chain: Chain::new(board)?,
            row: Row::new(board.chunks())?,
            found: Found::default(),
        })
    }

    fn bytes(n: usize, size: usize, chunks: usize) -> u64 {
        let rows = 5 * chunks * size_of::<Chunk<C>>();
        Chain::<C>::bytes(n, size, chunks).saturating_add((rows + size_of::<Worker<C>>()) as u64)
    }
}

impl<'a, 't, const C: usize> Turns<'a, 't, C> {
    fn new(board: &'a TeamBoard<C>, role: Role, crew: &'a mut Crew<'t>) -> Result<Self> {
        let length = board.rows() * board.chunks();
        let mut workers = memory::with_capacity(crew.count())?;
        for _ in 0..crew.count() {
            workers.push(Worker::new(board)?);
        }
        Ok(Turns {
            board,
            role,
            x: memory::filled(length, [0; C])?,
            y: memory::filled(length, [0; C])?,
            crew,
            workers,
        })
    }

    /// Sets `x` to the positions that are over and won, and `next`, all zero before, to those from which the evader's ply
    /// leads there. With distances, those of `x` are written for `y` too.
    fn begin(
        &mut self,
        next: &mut [Chunk<C>],
        distances: Option<Distances>,
        pace: &mut Pace,
    ) -> Result<Found> {
        self.look_at_all(&[], next, distances, pace, |look, worker| {
            isa::dispatch(Beginning { look, worker });
        })
    }

    /// One pass. `pending` is what `y` has gained and does not count yet, or empty; `next`, all zero before, is what it
    /// gains.
    fn pass(
        &mut self,
        pending: &[Chunk<C>],
        next: &mut [Chunk<C>],
        distances: Option<Distances>,
        pace: &mut Pace,
    ) -> Result<Found> {
        self.look_at_all(pending, next, distances, pace, |look, worker| {
            isa::dispatch(SlabPass { look, worker });
        })
    }

    /// Looks at all teams, slab by slab.
    fn look_at_all(
        &mut self,
        pending: &[Chunk<C>],
        next: &mut [Chunk<C>],
        distances: Option<Distances>,
        pace: &mut Pace,
        look_at: impl Fn(Look<C>, &mut Worker<C>) + Sync,
    ) -> Result<Found> {
        let (board, role, y) = (self.board, self.role, &self.y[..]);
        for worker in &mut self.workers {
            worker.found = Found::default();
        }
        let slabs = Slabs {
            board,
            next_member: 0,
            all: Slab {
                first_member: 0,
                first_row: 0,
                x: &mut self.x,
                y,
                pending,
                next,
                distances,
            },
        };
        let stop = AtomicBool::new(false);
        let work = |worker: &mut Worker<C>, slab: Slab<C>| {
            let look = Look {
                board,
                role,
                y,
                slab,
            };
            look_at(look, worker);
            if worker.found.a_start_wins {
                stop.store(true, Relaxed);
            }
        };
        let (own, helpers) = self.workers.split_at_mut(1);
        parallel::share(self.crew, slabs, &stop, helpers, work, |slab| {
            work(&mut own[0], slab);
            pace.tick()
        })?;
        let sum = |sum: Found, worker: &Worker<C>| Found {
            won: sum.won + worker.found.won,
            y_gained: sum.y_gained | worker.found.y_gained,
            a_start_wins: sum.a_start_wins | worker.found.a_start_wins,
        };
        Ok(self.workers.iter().fold(Found::default(), sum))
    }
}

/// The teams with the same first member: their part of every table.
struct Slab<'s, const C: usize> {
    first_member: usize,
    first_row: usize,
    x: &'s mut [Chunk<C>],
    y: &'s [Chunk<C>],
    pending: &'s [Chunk<C>],
    next: &'s mut [Chunk<C>],
    distances: Option<Distances<'s>>,
}

/// The tables in slabs.
struct Slabs<'s, const C: usize> {
    board: &'s TeamBoard<C>,
    next_member: usize,
    /// What has not been taken yet.
    all: Slab<'s, C>,
}

impl<'s, const C: usize> Iterator for Slabs<'s, C> {
    type Item = Slab<'s, C>;

    fn next(&mut self) -> Option<Slab<'s, C>> {
        let teams = &self.board.teams;
        let (first_member, first_row) = (self.next_member, self.all.first_row);
        if first_member == teams.nodes() {
            return None;
        }
        self.next_member += 1;
        self.all.first_row = match self.next_member < teams.nodes() {
            true => teams.first_from(teams.size(), self.next_member),
            false => teams.rows(),
        };
        let rows = self.all.first_row - first_row;
        let chunks = rows * self.board.chunks();
        let all = &mut self.all;
        let distances = all.distances.as_mut();
        Some(Slab {
            first_member,
            first_row,
            x: all.x.split_off_mut(..chunks)?,
            y: all.y.split_off(..chunks)?,
            pending: match all.pending {
                [] => &[],
                _ => all.pending.split_off(..chunks)?,
            },
            next: all.next.split_off_mut(..chunks)?,
            distances: distances.map(|distances| distances.split_off(rows)),
        })
    }
}

/// The team that is looked at, and rows to work with.
struct Row<const C: usize> {
    /// The columns on which the members that the chain agrees in meet the evader, and those of the whole team.
    agreed_meet: Vec<Chunk<C>>,
    meet: Vec<Chunk<C>>,
    /// What may be gained.
    wanted: Vec<Chunk<C>>,
    /// What is gained.
    new: Vec<Chunk<C>>,
    missing: Vec<Chunk<C>>,
}

impl<const C: usize> Row<C> {
    fn new(chunks: usize) -> Result<Self> {
        let row = || memory::filled(chunks, [0; C]);
        Ok(Row {
            agreed_meet: row()?,
            meet: row()?,
            wanted: row()?,
            new: row()?,
            missing: row()?,
        })
    }

    /// Sets `wanted` to the columns where the game of a team without a goal goes on, without those of `known`; tells
    /// whether there are any.
    #[inline(always)]
    fn want(&mut self, open: &[Chunk<C>], known: [&[Chunk<C>]; 2]) -> bool {
        let mut any = false;
        for (index, wanted) in self.wanted.iter_mut().enumerate() {
            *wanted = bits::and_not(&open[index], &self.meet[index]);
            for known in known {
                if let Some(known) = known.get(index) {
                    *wanted = bits::and_not(wanted, known);
                }
            }
            any |= !bits::is_empty(wanted);
        }
        any
    }
}

/// What a team's members have in common.
#[derive(Clone, Copy)]
struct Members {
    /// Its row.
    row: usize,
    last: usize,
    /// Whether one of them stands on a goal of the pursuer.
    on_goal: bool,
    /// Whether all of them may start where they are.
    may_start: bool,
}

/// Visits the teams with this first member, in order; their meeting columns are in the worker's row.
#[inline(always)]
fn each_team<const C: usize>(
    board: &TeamBoard<C>,
    first_member: usize,
    worker: &mut Worker<C>,
    mut visit: impl FnMut(&mut Worker<C>, Members),
) {
    let (n, size) = (board.teams.nodes(), board.teams.size());
    worker.chain.start(first_member);
    loop {
        let (mut first_row, mut on_goal, mut may_start) = (0, false, true);
        worker.row.agreed_meet.fill([0; C]);
        for (place, &member) in worker.chain.agreed().iter().enumerate() {
            first_row += board.teams.weight(size - place, member);
            on_goal |= board.is_goal(member);
            may_start &= board.may_start(member);
            set(&mut worker.row.agreed_meet, board.meeting(member));
        }
        let last_members = match worker.chain.agreed().last() {
            Some(&member) => member..n,
            None => first_member..first_member + 1,
        };
        for last in last_members {
            worker.row.meet.copy_from_slice(&worker.row.agreed_meet);
            set(&mut worker.row.meet, board.meeting(last));
            let members = Members {
                row: first_row + last,
                last,
                on_goal: on_goal | board.is_goal(last),
                may_start: may_start & board.may_start(last),
            };
            visit(worker, members);
        }
        if !worker.chain.step(n) {
            return;
        }
    }
}

#[inline(always)]
fn set<const C: usize>(row: &mut [Chunk<C>], column: usize) {
    let chunk = &mut row[column / chunk_bits::<C>()];
    *chunk = bits::or(chunk, &bits::single(column % chunk_bits::<C>()));
}

/// What every look at a team needs to know.
struct Look<'w, 's, const C: usize> {
    board: &'w TeamBoard<C>,
    role: Role,
    /// All of `y`, as it was before.
    y: &'w [Chunk<C>],
    slab: Slab<'s, C>,
}

impl<const C: usize> Look<'_, '_, C> {
    /// The chunks of a row in the slab.
    #[inline(always)]
    fn chunks(&self, row: usize) -> std::ops::Range<usize> {
        let chunks = self.board.chunks();
        let start = (row - self.slab.first_row) * chunks;
        start..start + chunks
    }

    /// After `x` has gained `new`, which may be all there is: whether the team wins from every start, and what `y` gains
    /// by the evader's ply.
    #[inline(always)]
    fn gained<I: Isa>(&mut self, worker: &mut Worker<C>, members: Members) {
        let (board, at) = (self.board, self.chunks(members.row));
        let Worker { row, found, .. } = worker;
        let slab = &mut self.slab;
        let own_row = members.row - slab.first_row;
        found.won += count(&row.new);
        if let Some(distances) = &mut slab.distances {
            distances.write(Role::Pursuer, own_row, &row.new, 0);
        }
        let x = &slab.x[at.clone()];
        if self.role == Role::Pursuer && members.may_start && slab.distances.is_none() {
            let mut starts = board.evader_starts().iter().zip(x);
            found.a_start_wins |= starts.all(|(start, x)| bits::is_empty(&bits::and_not(start, x)));
        }
        let pending = slab.pending.get(at.clone()).unwrap_or(&[]);
        if members.on_goal || !row.want(board.open(), [&slab.y[at.clone()], pending]) {
            return;
        }
        let next = &mut slab.next[at];
        board.columns().some::<I>(&row.new, &row.wanted, next);
        if self.role == Role::Pursuer {
            for (index, missing) in row.missing.iter_mut().enumerate() {
                *missing = bits::and_not(&board.real()[index], &x[index]);
            }
            board.columns().only_outside::<I>(&row.missing, next);
        }
        let won = count(next);
        if won > 0 {
            found.won += won;
            found.y_gained = true;
            if let Some(distances) = &mut slab.distances {
                distances.write(Role::Evader, own_row, next, 1);
            }
        }
    }
}

fn count<const C: usize>(row: &[Chunk<C>]) -> u64 {
    row.iter().map(|chunk| u64::from(bits::count(chunk))).sum()
}

/// The positions that are over, in one slab.
struct Beginning<'w, 's, const C: usize> {
    look: Look<'w, 's, C>,
    worker: &'w mut Worker<C>,
}

impl<const C: usize> isa::Work for Beginning<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let Beginning { mut look, worker } = self;
        let board = look.board;
        each_team(board, look.slab.first_member, worker, |worker, members| {
            let row = &mut worker.row;
            for index in 0..board.chunks() {
                let (meet, open) = (&row.meet[index], &board.open()[index]);
                row.new[index] = match (look.role, members.on_goal) {
                    (Role::Pursuer, true) => bits::or(meet, open),
                    (Role::Pursuer, false) => *meet,
                    (Role::Evader, _) => {
                        bits::and_not(&bits::and_not(&board.real()[index], open), meet)
                    }
                };
            }
            let at = look.chunks(members.row);
            look.slab.x[at].copy_from_slice(&row.new);
            worker.found.won += count(&row.new);
            let own_row = members.row - look.slab.first_row;
            if let Some(distances) = &mut look.slab.distances {
                distances.write(Role::Evader, own_row, &row.new, 0);
            }
            look.gained::<I>(worker, members);
        });
    }
}

/// The teams' turn in one slab.
struct SlabPass<'w, 's, const C: usize> {
    look: Look<'w, 's, C>,
    worker: &'w mut Worker<C>,
}

impl<const C: usize> isa::Work for SlabPass<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let SlabPass { mut look, worker } = self;
        let board = look.board;
        // "Every move" of the team is "no move" into the complement.
        let flip = match look.role {
            Role::Pursuer => 0,
            Role::Evader => !0,
        };
        each_team(board, look.slab.first_member, worker, |worker, members| {
            let Worker { chain, row, .. } = &mut *worker;
            let at = look.chunks(members.row);
            if members.on_goal || !row.want(board.open(), [&look.slab.x[at.clone()], &[]]) {
                return;
            }
            chain.some(board, look.y, flip, members.last, &mut row.new);
            let mut any = false;
            for (index, x) in look.slab.x[at].iter_mut().enumerate() {
                let won = row.new[index].map(|word| word ^ flip);
                row.new[index] = bits::and(&won, &row.wanted[index]);
                *x = bits::or(x, &row.new[index]);
                any |= !bits::is_empty(&row.new[index]);
            }
            if any {
                look.gained::<I>(worker, members);
            }
        });
    }
}
