//! The moves of a team, one member at a time.
//!
//! Across rows a team has degreeᵏ moves. But what one member may do does not depend on the others, so "some move" of a
//! team is "some move" of one member, k times over (J. Petr, J. Portier, L. Versteegen, "A faster algorithm for Cops and
//! Robbers", Discrete Applied Mathematics 320, 2022): with a table of rows read as a symmetric one with k places,
//!
//! ```text
//! some(t₁, …, tₖ) = ⋃ over moves t₁ → s₁ of ⋃ over moves t₂ → s₂ of … table(s₁, …, sₖ)
//! ```
//!
//! Teams come in lexicographic order, and the inner unions are shared by all teams that agree in their first members:
//! for each length of what they agree in, one table is kept, with the moves of those members already made. The one for t₁
//! has k − 1 places, the one for t₁, …, tₖ₋₁ is a table over one node; together they are smaller than the table itself
//! by a factor of about n/k, and positions half way through a turn need not be stored at all. "Every move" is the same
//! with complements: ⋂ table = not ⋃ not table.

use crate::bits::{self, Chunk};
use crate::error::Result;
use crate::memory;
use crate::multisets::{self, Multisets};
use crate::team_board::TeamBoard;

/// The tables with the moves of a team's first members made.
pub(super) struct Chain<const C: usize> {
    /// All members but the last.
    agreed: Vec<usize>,
    /// How many of these have their table made.
    made: usize,
    /// At `places - 1`, the table with that many places left.
    tables: Vec<Vec<Chunk<C>>>,
    cursor: Cursor,
}

/// A walk through the rows of a table.
struct Cursor {
    members: Vec<usize>,
    /// What the members from a place on add to a number.
    after: Vec<usize>,
}

impl<const C: usize> Chain<C> {
    /// The bytes that one takes.
    pub(super) fn bytes(n: usize, size: usize, chunks: usize) -> u64 {
        // Multisets of fewer than `size` nodes among n are as many as those of `size` - 1 among n + 1: the last one
        // stands for "no more".
        let rows = multisets::count(n + 1, size - 1).map_or(u64::MAX, |rows| rows - 1);
        let tables = rows.saturating_mul((chunks * size_of::<Chunk<C>>()) as u64);
        tables.saturating_add(64 * size as u64)
    }

    pub(super) fn new(board: &TeamBoard<C>) -> Result<Self> {
        let agreed = board.teams.size() - 1;
        let mut tables = memory::with_capacity(agreed)?;
        for places in 1..=agreed {
            let rows = board.teams.count(places);
            tables.push(memory::filled(rows * board.chunks(), [0; C])?);
        }
        Ok(Chain {
            agreed: memory::filled(agreed, 0)?,
            made: 0,
            tables,
            cursor: Cursor {
                members: memory::filled(agreed, 0)?,
                after: memory::filled(agreed + 1, 0)?,
            },
        })
    }

    /// Goes to the first team that starts with `member`.
    #[inline(always)]
    pub(super) fn start(&mut self, member: usize) {
        self.agreed.fill(member);
        self.made = 0;
    }

    /// All members but the last.
    #[inline(always)]
    pub(super) fn agreed(&self) -> &[usize] {
        &self.agreed
    }

    /// Goes to the next members that start with the same one; false if there are none.
    #[inline(always)]
    pub(super) fn step(&mut self, n: usize) -> bool {
        let changed = self
            .agreed
            .get_mut(1..)
            .and_then(|rest| multisets::step(rest, n));
        if let Some(place) = changed {
            self.made = self.made.min(place + 1);
        }
        changed.is_some()
    }

    /// Writes the union, over all moves of the team whose last member is `last`, of the rows of `table`, each of them
    /// complemented if `flip` is all ones and not if it is 0.
    #[inline(always)]
    pub(super) fn some(
        &mut self,
        board: &TeamBoard<C>,
        table: &[Chunk<C>],
        flip: u64,
        last: usize,
        into: &mut [Chunk<C>],
    ) {
        while self.made < self.agreed.len() {
            let places = self.agreed.len() - self.made;
            let (lower, upper) = self.tables.split_at_mut(places);
            let (from, flip) = match upper.first() {
                Some(from) => (&from[..], 0),
                None => (table, flip),
            };
            let member = self.agreed[self.made];
            let step = Step {
                teams: &board.teams,
                chunks: board.chunks(),
                places,
                moves: board.moves(member),
                lowest: board.lowest(member),
                flip,
            };
            step.make(from, &mut lower[places - 1], &mut self.cursor);
            self.made += 1;
        }
        let (from, flip) = match self.tables.first() {
            Some(from) => (&from[..], 0),
            None => (table, flip),
        };
        let chunks = board.chunks();
        for (index, &next) in board.moves(last).iter().enumerate() {
            let row = &from[next as usize * chunks..][..chunks];
            join(into, row, flip, index == 0);
        }
    }
}

/// One member's moves, made in a table with one more place.
struct Step<'a> {
    teams: &'a Multisets,
    chunks: usize,
    /// The places left.
    places: usize,
    moves: &'a [u32],
    /// No other member moves to a node below this.
    lowest: usize,
    flip: u64,
}

impl Step<'_> {
    /// Sets each row of `into`, over multisets S without nodes below `lowest`, to the union of the rows of `from` over S
    /// and the member's new node.
    #[inline(always)]
    fn make<const C: usize>(&self, from: &[Chunk<C>], into: &mut [Chunk<C>], cursor: &mut Cursor) {
        let (n, places) = (self.teams.nodes(), self.places);
        // S is walked through in runs that differ in the largest node alone.
        let members = &mut cursor.members[..places - 1];
        let after = &mut cursor.after[..places];
        members.fill(self.lowest);
        loop {
            let start = members.last().copied().unwrap_or(self.lowest);
            after[places - 1] = 0;
            let mut all_before = 0;
            for place in (0..places - 1).rev() {
                after[place] = after[place + 1] + self.teams.weight(places - place, members[place]);
                all_before += self.teams.weight(places + 1 - place, members[place]);
            }
            let rows = |number: usize, from: usize, to: usize| {
                (number + from) * self.chunks..(number + to) * self.chunks
            };
            let run = &mut into[rows(after[0], start, n)];
            for (index, &node) in self.moves.iter().enumerate() {
                let node = node as usize;
                let first = index == 0;
                if node <= start {
                    // The new node stands before the largest.
                    let mut place = 0;
                    let mut before = 0;
                    while place < places - 1 && members[place] < node {
                        before += self.teams.weight(places + 1 - place, members[place]);
                        place += 1;
                    }
                    let own = self.teams.weight(places + 1 - place, node);
                    let number = before + own + after[place];
                    join(run, &from[rows(number, start, n)], self.flip, first);
                } else {
                    // It is the largest itself, until the run has come to it.
                    let (low, high) = run.split_at_mut((node - start) * self.chunks);
                    for (last, row) in (start..node).zip(low.chunks_exact_mut(self.chunks)) {
                        let number = all_before + self.teams.weight(2, last);
                        join(row, &from[rows(number, node, node + 1)], self.flip, first);
                    }
                    let number = all_before + self.teams.weight(2, node);
                    join(high, &from[rows(number, node, n)], self.flip, first);
                }
            }
            if multisets::step(members, n).is_none() {
                return;
            }
        }
    }
}

/// Adds rows to a union, or begins it with them.
#[inline(always)]
fn join<const C: usize>(union: &mut [Chunk<C>], rows: &[Chunk<C>], flip: u64, begin: bool) {
    let pairs = union.iter_mut().zip(rows);
    if begin {
        pairs.for_each(|(union, row)| *union = row.map(|word| word ^ flip));
    } else {
        pairs.for_each(|(union, row)| *union = bits::or(union, &row.map(|word| word ^ flip)));
    }
}
