//! Rules compiled for the engine when several pursuers move as a team: a row for each team, a column for each of the
//! evader's nodes.
//!
//! Teams are multisets of the pursuer's nodes. Both sides' nodes are numbered breadth-first, as on a
//! [board](crate::arena) for one pursuer.

use crate::arena::Numbering;
use crate::bits::{self, BitSet, Chunk, chunk_bits};
use crate::columns::Columns;
use crate::error::Result;
use crate::graph::Graph;
use crate::memory;
use crate::multisets::Multisets;
use crate::rules::{PerRole, Role, Rules};

/// A game of a team and an evader, as rows of bits.
#[derive(Debug)]
pub(crate) struct TeamBoard<const C: usize> {
    /// The teams.
    pub(crate) teams: Multisets,
    /// The moves of one pursuer.
    moves: Graph,
    /// For each pursuer's node the lowest that a pursuer from there or from a higher one can move to.
    lowest: Vec<u32>,
    /// For each pursuer's node the column on which it meets the evader.
    meeting: Vec<u32>,
    pursuer_goals: BitSet,
    pursuer_starts: BitSet,
    /// The evader's moves.
    columns: Columns<C>,
    /// The columns that exist.
    real: Vec<Chunk<C>>,
    /// The columns that are no goal of the evader.
    open: Vec<Chunk<C>>,
    /// The columns on which the evader may start.
    evader_starts: Vec<Chunk<C>>,
}

impl<const C: usize> TeamBoard<C> {
    /// The board of `pursuers` pursuers. `moves` are the legal moves.
    pub(crate) fn new(
        rules: &Rules,
        moves: &PerRole<Graph>,
        pursuers: usize,
        numberings: &PerRole<Numbering>,
    ) -> Result<TeamBoard<C>> {
        let n = rules.node_count();
        let (rows, columns) = (&numberings[Role::Pursuer], &numberings[Role::Evader]);
        let row_moves = moves[Role::Pursuer].renumbered(&rows.nodes, &rows.numbers)?;
        let mut lowest = memory::filled(n, u32::MAX)?;
        let mut lowest_from = u32::MAX;
        for node in (0..n).rev() {
            let own = row_moves.successors(node).iter().min();
            lowest_from = own.map_or(lowest_from, |&own| lowest_from.min(own));
            lowest[node] = lowest_from;
        }
        let mut meeting = memory::with_capacity(n)?;
        let mut pursuer_goals = BitSet::new(n)?;
        let mut pursuer_starts = BitSet::new(n)?;
        for (row, &node) in rows.nodes.iter().enumerate() {
            let node = node as usize;
            meeting.push(columns.numbers[node]);
            pursuer_goals.set(row, rules.is_goal(Role::Pursuer, node));
            pursuer_starts.set(row, rules.may_start(Role::Pursuer, node));
        }
        let set = |wanted: &dyn Fn(usize) -> bool| {
            let mut set = memory::filled(n.div_ceil(chunk_bits::<C>()), [0; C])?;
            for (column, &node) in columns.nodes.iter().enumerate() {
                if wanted(node as usize) {
                    let (chunk, bit) = (column / chunk_bits::<C>(), column % chunk_bits::<C>());
                    set[chunk] = bits::or(&set[chunk], &bits::single(bit));
                }
            }
            Ok::<_, crate::Error>(set)
        };
        Ok(TeamBoard {
            teams: Multisets::new(n, pursuers)?,
            moves: row_moves,
            lowest,
            meeting,
            pursuer_goals,
            pursuer_starts,
            columns: Columns::new(
                moves[Role::Evader].renumbered(&columns.nodes, &columns.numbers)?,
            )?,
            real: set(&|_| true)?,
            open: set(&|node| !rules.is_goal(Role::Evader, node))?,
            evader_starts: set(&|node| rules.may_start(Role::Evader, node))?,
        })
    }

    /// The number of teams.
    #[inline(always)]
    pub(crate) fn rows(&self) -> usize {
        self.teams.rows()
    }

    /// The number of chunks in a row.
    #[inline(always)]
    pub(crate) fn chunks(&self) -> usize {
        self.real.len()
    }

    /// Whether the evader has a goal.
    pub(crate) fn has_evader_goals(&self) -> bool {
        self.open != self.real
    }

    /// The nodes that a pursuer on `node` can move to.
    #[inline(always)]
    pub(crate) fn moves(&self, node: usize) -> &[u32] {
        self.moves.successors(node)
    }

    /// The lowest node that a pursuer on `node` or on a higher one can move to.
    #[inline(always)]
    pub(crate) fn lowest(&self, node: usize) -> usize {
        self.lowest[node] as usize
    }

    /// The column on which a pursuer on `node` meets the evader.
    #[inline(always)]
    pub(crate) fn meeting(&self, node: usize) -> usize {
        self.meeting[node] as usize
    }

    /// Whether a pursuer on `node` has won.
    #[inline(always)]
    pub(crate) fn is_goal(&self, node: usize) -> bool {
        self.pursuer_goals.contains(node)
    }

    /// Whether a pursuer may start on `node`.
    #[inline(always)]
    pub(crate) fn may_start(&self, node: usize) -> bool {
        self.pursuer_starts.contains(node)
    }

    /// The columns that exist.
    #[inline(always)]
    pub(crate) fn real(&self) -> &[Chunk<C>] {
        &self.real
    }

    /// The columns that are no goal of the evader.
    #[inline(always)]
    pub(crate) fn open(&self) -> &[Chunk<C>] {
        &self.open
    }

    /// The columns on which the evader may start.
    #[inline(always)]
    pub(crate) fn evader_starts(&self) -> &[Chunk<C>] {
        &self.evader_starts
    }

    /// The evader's moves.
    #[inline(always)]
    pub(crate) fn columns(&self) -> &Columns<C> {
        &self.columns
    }
}
