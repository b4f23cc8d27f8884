//! Rules compiled for the engine: a board of rows and columns.
//!
//! One side's tokens index the rows, the other side's the columns; a position is a bit in a row, once for each side
//! to move. Nodes are renumbered breadth-first, so that nodes near each other in the graph share words: winning
//! sets then look like intervals, and most words are full or empty.

use crate::bits::{self, BitSet, Chunk, chunk_bits};
use crate::columns::Columns;
use crate::error::Result;
use crate::graph::Graph;
use crate::memory;
use crate::rules::{PerRole, Role, Rules};

/// An order of (some of) a side's nodes.
#[derive(Debug)]
pub(crate) struct Numbering {
    /// The node behind each number.
    pub(crate) nodes: Vec<u32>,
    /// The number of each node, [`ABSENT`] for a node that has none.
    pub(crate) numbers: Vec<u32>,
}

/// The number of a node that is not on the board.
pub(crate) const ABSENT: u32 = u32::MAX;

impl Numbering {
    /// All nodes, breadth-first from `seeds` along arcs in both directions, component after component.
    pub(crate) fn breadth_first(
        forward: &Graph,
        backward: &Graph,
        seeds: impl Iterator<Item = usize>,
    ) -> Result<Numbering> {
        let n = forward.node_count();
        Self::walk(
            n,
            seeds.chain(0..n),
            |_| true,
            |x| forward.successors(x).iter().chain(backward.successors(x)),
        )
    }

    /// These nodes, in this order.
    pub(crate) fn of(n: usize, nodes: Vec<u32>) -> Result<Numbering> {
        let mut numbers = memory::filled(n, ABSENT)?;
        for (number, &x) in nodes.iter().enumerate() {
            numbers[x as usize] = number as u32;
        }
        Ok(Numbering { nodes, numbers })
    }

    /// Breadth-first from each seed that has not been met yet, among the nodes that are `allowed`.
    fn walk<'g, N: Iterator<Item = &'g u32>>(
        n: usize,
        seeds: impl Iterator<Item = usize>,
        allowed: impl Fn(usize) -> bool,
        neighbours: impl Fn(usize) -> N,
    ) -> Result<Numbering> {
        let mut nodes: Vec<u32> = memory::with_capacity(n)?;
        let mut numbers = memory::filled(n, ABSENT)?;
        let mut done = 0;
        for seed in seeds {
            if numbers[seed] != ABSENT || !allowed(seed) {
                continue;
            }
            numbers[seed] = nodes.len() as u32;
            nodes.push(seed as u32);
            while done < nodes.len() {
                let x = nodes[done] as usize;
                done += 1;
                for &y in neighbours(x) {
                    if numbers[y as usize] == ABSENT && allowed(y as usize) {
                        numbers[y as usize] = nodes.len() as u32;
                        nodes.push(y);
                    }
                }
            }
        }
        Ok(Numbering { nodes, numbers })
    }

    /// Puts the nodes in two halves, the first of `first_half` nodes, that share every breadth-first layer between them and
    /// have few arcs from one to the other: in each layer a node goes where most of its predecessors in earlier ones are.
    pub(crate) fn in_halves(self, graph: &Graph, first_half: usize) -> Result<Numbering> {
        let n = self.nodes.len();
        // By number: more predecessors in the first half than in the second.
        let mut leanings = memory::filled(n, 0i32)?;
        let mut in_first = BitSet::new(n)?;
        let (mut layer, mut taken) = (0..0, 0);
        while layer.end < n {
            let done = layer.end;
            let reached = self.nodes[layer]
                .iter()
                .flat_map(|&x| graph.successors(x as usize));
            let last = reached.map(|&y| self.numbers[y as usize] as usize).max();
            layer = done..last.map_or(0, |last| last + 1).clamp(done + 1, n);
            // What is left to the first half, so that it is as full as the layers so far.
            let mut room = layer.end * first_half / n - taken;
            for wanted in [1, 0, -1] {
                for number in layer.clone() {
                    if room > 0 && leanings[number].signum() == wanted {
                        in_first.set(number, true);
                        (room, taken) = (room - 1, taken + 1);
                    }
                }
            }
            for number in layer.clone() {
                let leaning = match in_first.contains(number) {
                    true => 1,
                    false => -1,
                };
                for &y in graph.successors(self.nodes[number] as usize) {
                    leanings[self.numbers[y as usize] as usize] += leaning;
                }
            }
        }
        debug_assert!(taken == first_half, "the last layer leaves no other room");
        self.partition(first_half, |number| in_first.contains(number))
    }

    /// Puts nodes of one colour together where the moves among the numbered nodes are bipartite.
    ///
    /// In such a part, whether the two tokens' colours agree at a fixed mover never changes; half the positions never
    /// meet the other half. With the colours apart, words stay full where half of their bits would stay empty.
    pub(crate) fn by_colour(self, graph: &Graph) -> Result<Numbering> {
        let mut colours = memory::filled(self.nodes.len(), false)?;
        let mut met = BitSet::new(self.nodes.len())?;
        // Numbers are breadth-first, so each node but a part's first has met a neighbour before its turn comes.
        for (number, &x) in self.nodes.iter().enumerate() {
            met.set(number, true);
            for &y in graph.successors(x as usize) {
                let other = self.numbers[y as usize];
                if other == ABSENT {
                    continue;
                }
                if !met.contains(other as usize) {
                    met.set(other as usize, true);
                    colours[other as usize] = !colours[number];
                } else if colours[other as usize] == colours[number] {
                    return Ok(self);
                }
            }
        }
        let first = colours.iter().filter(|&&colour| !colour).count();
        self.partition(first, |number| !colours[number])
    }

    /// Puts the nodes whose numbers are `in_front`, `front` of them, before the others; both keep their order.
    fn partition(mut self, front: usize, in_front: impl Fn(usize) -> bool) -> Result<Numbering> {
        let (mut first, mut second) = (0, front);
        let mut nodes = memory::filled(self.nodes.len(), 0)?;
        for (number, &x) in self.nodes.iter().enumerate() {
            let place = match in_front(number) {
                true => &mut first,
                false => &mut second,
            };
            nodes[*place] = x;
            self.numbers[x as usize] = *place as u32;
            *place += 1;
        }
        self.nodes = nodes;
        Ok(self)
    }

    /// The number of nodes on the board.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// A game on one pursuer's and one evader's node, as rows of bits.
#[derive(Debug)]
pub(crate) struct Board<const C: usize> {
    row_role: Role,
    /// The row side's legal moves, and the same turned round.
    pub(crate) successors: Graph,
    predecessors: Graph,
    /// The column side's legal moves.
    pub(crate) columns: Columns<C>,
    /// The columns that exist.
    real: Vec<Chunk<C>>,
    /// The columns that are no goal of the column side.
    open: Vec<Chunk<C>>,
    /// The chunks that have a goal of the column side.
    goal_chunks: Vec<usize>,
    /// The rows that are a goal of the row side, and whether there are any.
    row_goals: BitSet,
    has_row_goals: bool,
    /// What [`Board::live`] answers, for rows of one chunk of several words; else empty.
    live: Vec<Chunk<C>>,
    /// For each row the column on which the tokens meet, [`ABSENT`] if that is not on the board.
    meeting: Vec<u32>,
}

impl<const C: usize> Board<C> {
    /// The board whose rows are the nodes of `row_role` and whose columns are its opponent's. `moves` are the legal moves.
    pub(crate) fn new(
        rules: &Rules,
        moves: &PerRole<Graph>,
        row_role: Role,
        rows: &Numbering,
        columns: &Numbering,
    ) -> Result<Board<C>> {
        let successors = moves[row_role].renumbered(&rows.nodes, &rows.numbers)?;
        let predecessors = successors.reversed()?;
        let column_moves =
            Columns::new(moves[row_role.opponent()].renumbered(&columns.nodes, &columns.numbers)?)?;
        let chunks = columns.len().div_ceil(chunk_bits::<C>());

        let mut real = memory::filled(chunks, [0; C])?;
        let mut open = memory::filled(chunks, [0; C])?;
        for (column, &node) in columns.nodes.iter().enumerate() {
            let (chunk, bit) = (column / chunk_bits::<C>(), column % chunk_bits::<C>());
            real[chunk][bit / 64] |= 1 << (bit % 64);
            if !rules.is_goal(row_role.opponent(), node as usize) {
                open[chunk][bit / 64] |= 1 << (bit % 64);
            }
        }
        let mut goal_chunks = memory::with_capacity(chunks)?;
        goal_chunks.extend((0..chunks).filter(|&chunk| open[chunk] != real[chunk]));
        let mut row_goals = BitSet::new(rows.len())?;
        let mut meeting = memory::with_capacity(rows.len())?;
        for (row, &node) in rows.nodes.iter().enumerate() {
            row_goals.set(row, rules.is_goal(row_role, node as usize));
            meeting.push(columns.numbers[node as usize]);
        }
        Board {
            row_role,
            successors,
            predecessors,
            columns: column_moves,
            real,
            open,
            goal_chunks,
            has_row_goals: !row_goals.is_empty(),
            row_goals,
            live: Vec::new(),
            meeting,
        }
        .with_live()
    }

    fn with_live(mut self) -> Result<Self> {
        if C > 1 {
            self.live = memory::with_capacity(self.rows())?;
            for row in 0..self.rows() {
                self.live.push(self.find_live(row, 0));
            }
        }
        Ok(self)
    }

    /// The row side's legal moves turned round.
    #[inline(always)]
    pub(crate) fn predecessors(&self) -> &Graph {
        &self.predecessors
    }

    /// The rows with a move to `row`.
    #[inline(always)]
    pub(crate) fn rows_before(&self, row: usize) -> &[u32] {
        self.predecessors().successors(row)
    }

    /// The number of rows.
    #[inline(always)]
    pub(crate) fn rows(&self) -> usize {
        self.meeting.len()
    }

    /// The number of chunks in a row.
    #[inline(always)]
    pub(crate) fn chunks(&self) -> usize {
        self.real.len()
    }

    /// Whether the row side has a goal on the board.
    pub(crate) fn has_row_goals(&self) -> bool {
        self.has_row_goals
    }

    /// The side whose nodes are the rows.
    pub(crate) fn row_role(&self) -> Role {
        self.row_role
    }

    /// The columns of a chunk that exist.
    #[inline(always)]
    pub(crate) fn real(&self, chunk: usize) -> &Chunk<C> {
        &self.real[chunk]
    }

    /// The columns of a chunk where, in this row, the game goes on.
    #[inline(always)]
    pub(crate) fn live(&self, row: usize, chunk: usize) -> Chunk<C> {
        match C > 1 {
            true => self.live[row],
            false => self.find_live(row, chunk),
        }
    }

    #[inline(always)]
    fn find_live(&self, row: usize, chunk: usize) -> Chunk<C> {
        let open = bits::and_not(&self.open[chunk], &self.meeting(row, chunk));
        match self.has_row_goals && self.row_goals.contains(row) {
            true => [0; C],
            false => open,
        }
    }

    /// The columns of a chunk where, in this row, the game is over and `role` has won.
    pub(crate) fn won(&self, role: Role, row: usize, chunk: usize) -> Chunk<C> {
        let meeting = self.meeting(row, chunk);
        if !self.has_row_goals && self.goal_chunks.is_empty() {
            return match role {
                Role::Evader => [0; C],
                Role::Pursuer => meeting,
            };
        }
        let row_goal = match self.row_goals.contains(row) {
            true => self.real[chunk],
            false => [0; C],
        };
        let column_goal = bits::and_not(&self.real[chunk], &self.open[chunk]);
        let (evader_goal, pursuer_goal) = match self.row_role {
            Role::Evader => (row_goal, column_goal),
            Role::Pursuer => (column_goal, row_goal),
        };
        match role {
            Role::Evader => bits::and_not(&evader_goal, &meeting),
            Role::Pursuer => bits::or(&meeting, &bits::and_not(&pursuer_goal, &evader_goal)),
        }
    }

    /// Hands each chunk with positions that are over and won by `role` to `visit`.
    pub(crate) fn each_won(
        &self,
        role: Role,
        mut visit: impl FnMut(usize, usize, Chunk<C>) -> Result<()>,
    ) -> Result<()> {
        let mut visit_if_any = |row, chunk| {
            let bits = self.won(role, row, chunk);
            match bits::is_empty(&bits) {
                true => Ok(()),
                false => visit(row, chunk, bits),
            }
        };
        for row in 0..self.rows() {
            if self.row_goals.contains(row) && role == self.row_role {
                (0..self.chunks()).try_for_each(|chunk| visit_if_any(row, chunk))?;
                continue;
            }
            let meeting = self.meeting[row] as usize / chunk_bits::<C>();
            for &chunk in &self.goal_chunks {
                if chunk != meeting {
                    visit_if_any(row, chunk)?;
                }
            }
            if meeting < self.chunks() {
                visit_if_any(row, meeting)?;
            }
        }
        Ok(())
    }

    /// The columns of a chunk where the tokens meet.
    #[inline(always)]
    fn meeting(&self, row: usize, chunk: usize) -> Chunk<C> {
        let column = self.meeting[row] as usize;
        let bit = column % chunk_bits::<C>();
        let mut meeting = [0; C];
        meeting[bit / 64] = u64::from(column / chunk_bits::<C>() == chunk) << (bit % 64);
        meeting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of so many nodes a side, numbered breadth-first from a corner and then put in halves.
    fn halves_of_a_grid(side: usize, first_half: usize) -> Result<(Graph, Numbering)> {
        let grid = Graph::from_rows(side * side, |x, row| {
            let (i, j) = (x / side, x % side);
            let neighbours = [
                (i > 0).then(|| x - side),
                (j > 0).then(|| x - 1),
                (j + 1 < side).then(|| x + 1),
                (i + 1 < side).then(|| x + side),
            ];
            row.extend(neighbours.into_iter().flatten().map(|y| y as u32));
        })?;
        let numbering = Numbering::breadth_first(&grid, &grid, [0].into_iter())?;
        let numbering = numbering.in_halves(&grid, first_half)?;
        Ok((grid, numbering))
    }

    #[test]
    fn halves_share_each_layer_and_few_moves_cross() -> Result<()> {
        let (side, first_half) = (30, 464);
        let (grid, Numbering { nodes, numbers }) = halves_of_a_grid(side, first_half)?;
        for (number, &x) in nodes.iter().enumerate() {
            assert_eq!(numbers[x as usize] as usize, number);
        }
        let in_first = |x: usize| (numbers[x] as usize) < first_half;
        // The layers are the diagonals.
        for layer in 0..2 * side - 1 {
            let of_layer = (0..side * side).filter(|x| x / side + x % side == layer);
            let (first, second): (Vec<_>, Vec<_>) = of_layer.partition(|&x| in_first(x));
            assert!(
                first.len().abs_diff(second.len()) <= 2,
                "layer {layer}: {first:?}, {second:?}"
            );
        }
        let crossing = (0..side * side)
            .flat_map(|x| grid.successors(x).iter().map(move |&y| (x, y as usize)))
            .filter(|&(x, y)| in_first(x) != in_first(y))
            .count();
        assert!(crossing <= 8 * side, "{crossing} moves cross");
        Ok(())
    }
}
