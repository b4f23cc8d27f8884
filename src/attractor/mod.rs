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
//! | some move | `x[r]` gains `y[s]` for each move r → s: across rows, whole words | `y[r]` gains `pre(x[r])`: inside a row |
//! | every move | `y[r]` becomes `not pre(not x[r])`: inside a row | `x[r]` becomes the intersection of `y[s]` over the moves r → s: across rows |
//!
//! with `pre(set)` the columns that have a move into `set`. The four functions of [`Attractor`] are these four
//! cells. Each finds bits that are not in its table yet, all for cause, and hands them to a [`Sink`]. Any order of
//! asking that goes on until nothing changes ends in the same fixed point: the attractor.
//!
//! Two drivers choose the order. [`levels`] goes ply by ply and writes distances. [`sweep`] goes where the most is to
//! be gained, and stops as soon as a given position is won. Three more have tables of their own: [`word`] is for single
//! positions on boards whose rows are one word, [`plies`] for cop and robber with a matrix, level by level until the cop
//! has a corner to start from, [`turns`] for boards whose rows are teams, which it crosses one member at a time.

mod chain;
mod distances;
mod inside;
pub(crate) mod levels;
mod marks;
pub(crate) mod plies;
pub(crate) mod shares;
pub(crate) mod sweep;
pub(crate) mod turns;
pub(crate) mod word;

use crate::arena::Board;
use crate::bits::{self, Chunk, ones};
use crate::block::Block;
use crate::columns::{Columns, Lists, Tiles};
use crate::error::Result;
use crate::isa::Isa;
use crate::memory;
use crate::rules::Role;
use crate::threads::Crew;
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A table of bits, chunk after chunk. Writing needs no exclusive access: a chunk is written by one thread only.
pub(crate) trait Table<const C: usize>: Sized {
    /// `length` empty chunks, made by a crew.
    fn new(length: usize, crew: &mut Crew) -> Result<Self>;
    /// A chunk.
    fn get(&self, index: usize) -> Chunk<C>;
    /// Puts a chunk in the place of another.
    fn set(&self, index: usize, bits: Chunk<C>);

    /// All words, chunk after chunk.
    fn into_words(self) -> Block<u64>;

    /// Sets bits of a chunk.
    #[inline(always)]
    fn add(&self, index: usize, bits: &Chunk<C>) {
        self.set(index, bits::or(&self.get(index), bits));
    }
}

/// A table for one thread.
pub(crate) struct Cells<const C: usize>(Block<Cell<Chunk<C>>>);

impl<const C: usize> Table<C> for Cells<C> {
    fn new(length: usize, crew: &mut Crew) -> Result<Self> {
        Ok(Cells(Block::zeros_by(length, crew)?))
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Chunk<C> {
        self.0[index].get()
    }

    #[inline(always)]
    fn set(&self, index: usize, bits: Chunk<C>) {
        self.0[index].set(bits);
    }

    fn into_words(self) -> Block<u64> {
        self.0.into_words()
    }
}

/// A table for several threads. Between two meetings a chunk is either written by the thread that owns its row or read by
/// others, so no order of memory is asked for: loads and stores are plain ones.
pub(crate) struct SharedCells(Block<AtomicU64>);

impl Table<1> for SharedCells {
    fn new(length: usize, crew: &mut Crew) -> Result<Self> {
        Ok(SharedCells(Block::zeros_by(length, crew)?))
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Chunk<1> {
        [self.0[index].load(Ordering::Relaxed)]
    }

    #[inline(always)]
    fn set(&self, index: usize, bits: Chunk<1>) {
        self.0[index].store(bits[0], Ordering::Relaxed);
    }

    fn into_words(self) -> Block<u64> {
        self.0.into_words()
    }
}

/// Where a step puts the bits that it finds.
trait Sink<const C: usize> {
    /// These bits, not one of them in the table so far, are won in this chunk of this row.
    fn gain(&mut self, row: usize, chunk: usize, bits: Chunk<C>) -> Result<()>;
}

/// The attractor of one side, as far as it is known.
pub(crate) struct Attractor<'a, const C: usize, T = Cells<C>> {
    board: &'a Board<C>,
    /// Whether S is the row side.
    rows_win: bool,
    /// Row side to move.
    pub(crate) x: T,
    /// Column side to move.
    pub(crate) y: T,
    /// For each row of one chunk, which of its moves left nothing over last time: it will mostly do so again.
    spoilers: Vec<AtomicU32>,
}

impl<'a, const C: usize, T: Table<C>> Attractor<'a, C, T> {
    /// The positions that are over and won by `role`; each chunk with one of them goes to `begin`.
    fn new(
        board: &'a Board<C>,
        role: Role,
        crew: &mut Crew,
        mut begin: impl FnMut(usize, usize, Chunk<C>) -> Result<()>,
    ) -> Result<Self> {
        let length = board.rows() * board.chunks();
        let attractor = Attractor {
            board,
            rows_win: role == board.row_role(),
            x: T::new(length, crew)?,
            y: T::new(length, crew)?,
            spoilers: match board.chunks() {
                1 => {
                    let mut spoilers = memory::with_capacity(board.rows())?;
                    spoilers.resize_with(board.rows(), AtomicU32::default);
                    spoilers
                }
                _ => Vec::new(),
            },
        };
        board.each_won(role, |row, chunk, bits| {
            let index = attractor.index(row, chunk);
            attractor.x.add(index, &bits);
            attractor.y.add(index, &bits);
            begin(row, chunk, bits)
        })?;
        Ok(attractor)
    }

    #[inline(always)]
    pub(crate) fn index(&self, row: usize, chunk: usize) -> usize {
        row * self.board.chunks() + chunk
    }

    /// The bits of a chunk that a table may still gain.
    #[inline(always)]
    fn wanted(&self, table: &T, row: usize, chunk: usize) -> Chunk<C> {
        let live = self.board.live(row, chunk);
        bits::and_not(&live, &table.get(self.index(row, chunk)))
    }

    /// The columns of a chunk from which the row side to move does not win yet.
    #[inline(always)]
    fn missing(&self, row: usize, chunk: usize) -> Chunk<C> {
        bits::and_not(self.board.real(chunk), &self.x.get(self.index(row, chunk)))
    }

    /// S is the row side, the column side moves: what `y[row]` gains now that `x[row]` has gained in the chunks of
    /// `changed`: there `gained` holds the new bits, or more. `scratch` is a row.
    #[inline(always)]
    fn rows_every<I: Isa>(
        &self,
        row: usize,
        changed: &[u64],
        gained: &T,
        scratch: &mut [Chunk<C>],
        sink: &mut impl Sink<C>,
    ) -> Result<()> {
        match &self.board.columns {
            Columns::Tiles(tiles) => self.rows_every_by_tiles::<I>(tiles, row, changed, sink),
            Columns::Lists(lists) => {
                self.allow(lists, row, changed, gained, scratch);
                for (chunk, allowed) in scratch.iter().enumerate() {
                    let new = bits::and(&self.wanted(&self.y, row, chunk), allowed);
                    if !bits::is_empty(&new) {
                        sink.gain(row, chunk, new)?;
                    }
                }
                Ok(())
            }
        }
    }

    #[inline(always)]
    fn rows_every_by_tiles<I: Isa>(
        &self,
        tiles: &Tiles<C>,
        row: usize,
        changed: &[u64],
        sink: &mut impl Sink<C>,
    ) -> Result<()> {
        for word in 0..changed.len() {
            // The chunks that look into a changed one.
            let mut look = 0;
            for (index, &changed) in changed.iter().enumerate() {
                for bit in ones([changed]) {
                    look |= tiles.tails_mask(index * 64 + bit)[word];
                }
            }
            for bit in ones([look]) {
                let chunk = word * 64 + bit;
                let mut wanted = self.wanted(&self.y, row, chunk);
                for &tile in tiles.heads(chunk) {
                    if bits::is_empty(&wanted) {
                        break;
                    }
                    let missing = self.missing(row, tile.chunk as usize);
                    if !bits::is_empty(&missing) {
                        let blocked = tiles.predecessors::<I>(tile, &missing, &wanted);
                        wanted = bits::and_not(&wanted, &blocked);
                    }
                }
                if !bits::is_empty(&wanted) {
                    sink.gain(row, chunk, wanted)?;
                }
            }
        }
        Ok(())
    }

    /// Sets the bits of `allowed` for columns without a move to where `x[row]` is not won; they may be wrong where
    /// `y` has nothing to gain. There are three ways, and the numbers of bits at hand tell which is the shortest.
    #[inline(always)]
    fn allow(
        &self,
        lists: &Lists,
        row: usize,
        changed: &[u64],
        gained: &T,
        allowed: &mut [Chunk<C>],
    ) {
        let chunk_of = |column: u32| column as usize / bits::chunk_bits::<C>();
        let bit_of = |column: u32| column as usize % bits::chunk_bits::<C>();
        let all_won = |column: usize| {
            let mut moves = lists.successors.successors(column).iter();
            moves.all(|&v| bits::has(&self.x.get(self.index(row, chunk_of(v))), bit_of(v)))
        };
        let (mut new, mut missing, mut wanted) = (0, 0, 0);
        for (index, &word) in changed.iter().enumerate() {
            for bit in ones([word]) {
                new += bits::count(&gained.get(self.index(row, index * 64 + bit))) as usize;
            }
        }
        for chunk in 0..allowed.len() {
            missing += bits::count(&self.missing(row, chunk)) as usize;
            wanted += bits::count(&self.wanted(&self.y, row, chunk)) as usize;
        }
        let degree = lists.degree();
        let by_new = 3 * new * degree;
        let by_missing = missing * degree;
        let by_wanted = 3 * wanted;
        if by_missing <= by_new && by_missing <= by_wanted {
            // All but the predecessors of what is missing.
            allowed.fill([!0; C]);
            for chunk in 0..allowed.len() {
                for bit in ones(self.missing(row, chunk)) {
                    let column = chunk * bits::chunk_bits::<C>() + bit;
                    for &u in lists.predecessors.successors(column) {
                        let bits = &mut allowed[chunk_of(u)];
                        *bits = bits::and_not(bits, &bits::single(bit_of(u)));
                    }
                }
            }
        } else if by_wanted <= by_new {
            // Each column that may gain, by its own moves.
            for (chunk, allowed) in allowed.iter_mut().enumerate() {
                let mut passed = [0; C];
                for bit in ones(self.wanted(&self.y, row, chunk)) {
                    if all_won(chunk * bits::chunk_bits::<C>() + bit) {
                        passed = bits::or(&passed, &bits::single(bit));
                    }
                }
                *allowed = passed;
            }
        } else {
            // Each predecessor of what is new, by its own moves.
            allowed.fill([0; C]);
            for (index, &word) in changed.iter().enumerate() {
                for bit in ones([word]) {
                    let chunk = index * 64 + bit;
                    for bit in ones(gained.get(self.index(row, chunk))) {
                        let column = chunk * bits::chunk_bits::<C>() + bit;
                        for &u in lists.predecessors.successors(column) {
                            let bits = &mut allowed[chunk_of(u)];
                            if !bits::has(bits, bit_of(u)) && all_won(u as usize) {
                                *bits = bits::or(bits, &bits::single(bit_of(u)));
                            }
                        }
                    }
                }
            }
        }
    }

    /// S is the row side and moves: what `x` gains in this chunk of some rows with a move to another, now that `y` has
    /// gained `bits` there in that one.
    #[inline(always)]
    fn rows_some(
        &self,
        rows_before: &[u32],
        chunk: usize,
        bits: &Chunk<C>,
        sink: &mut impl Sink<C>,
    ) -> Result<()> {
        for &before in rows_before {
            let new = bits::and(bits, &self.wanted(&self.x, before as usize, chunk));
            if !bits::is_empty(&new) {
                sink.gain(before as usize, chunk, new)?;
            }
        }
        Ok(())
    }

    /// S is the column side, the row side moves: what `x[row]` gains now that `y` has gained in the chunks of
    /// `changed` of rows that `row` has a move to.
    #[inline(always)]
    fn columns_every(&self, row: usize, changed: &[u64], sink: &mut impl Sink<C>) -> Result<()> {
        for (index, &word) in changed.iter().enumerate() {
            for bit in ones([word]) {
                let chunk = index * 64 + bit;
                let mut wanted = self.wanted(&self.x, row, chunk);
                let moves = self.board.successors.successors(row);
                let spoiler = self.spoilers.get(row);
                let first = spoiler.map_or(0, |spoiler| spoiler.load(Ordering::Relaxed) as usize);
                let places = (first..moves.len()).chain(0..first);
                let spoils = self.intersect(chunk, moves, places, &mut wanted);
                if let (Some(spoiler), Some(place)) = (spoiler, spoils) {
                    spoiler.store(place as u32, Ordering::Relaxed);
                }
                if !bits::is_empty(&wanted) {
                    sink.gain(row, chunk, wanted)?;
                }
            }
        }
        Ok(())
    }

    /// Takes out of `wanted` what is not in this chunk of `y` for all the rows at these `places` of `moves`. Gives the place
    /// at which nothing was left.
    #[inline(always)]
    fn intersect(
        &self,
        chunk: usize,
        moves: &[u32],
        mut places: impl Iterator<Item = usize>,
        wanted: &mut Chunk<C>,
    ) -> Option<usize> {
        places.find(|&place| {
            let next = moves[place] as usize;
            *wanted = bits::and(wanted, &self.y.get(self.index(next, chunk)));
            bits::is_empty(wanted)
        })
    }

    /// S is the column side and moves: what `y[row]` gains now that `x[row]` has gained `bits` in `chunk`.
    #[inline(always)]
    fn columns_some<I: Isa>(
        &self,
        row: usize,
        chunk: usize,
        bits: &Chunk<C>,
        sink: &mut impl Sink<C>,
    ) -> Result<()> {
        match &self.board.columns {
            Columns::Tiles(tiles) => {
                for &tile in tiles.tails(chunk) {
                    let tail = tile.chunk as usize;
                    let wanted = self.wanted(&self.y, row, tail);
                    if !bits::is_empty(&wanted) {
                        let new = tiles.predecessors::<I>(tile, bits, &wanted);
                        if !bits::is_empty(&new) {
                            sink.gain(row, tail, new)?;
                        }
                    }
                }
            }
            Columns::Lists(lists) => {
                for bit in ones(*bits) {
                    let column = chunk * bits::chunk_bits::<C>() + bit;
                    for &u in lists.predecessors.successors(column) {
                        let tail = u as usize / bits::chunk_bits::<C>();
                        let new = bits::and(
                            &self.wanted(&self.y, row, tail),
                            &bits::single(u as usize % bits::chunk_bits::<C>()),
                        );
                        if !bits::is_empty(&new) {
                            sink.gain(row, tail, new)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
