//! A directed graph in compressed sparse rows (CSR), validated once and never doubted again.

use crate::error::{Error, Result};
use crate::memory;

/// A directed graph on the nodes `0..n`: row `x` lists where a token on `x` can go, ascending, each node once.
///
/// An undirected graph lists each edge in both rows. A node in its own row is a place where a token may stay.
#[derive(Debug)]
pub struct Graph {
    offsets: Vec<usize>,
    targets: Vec<u32>,
}

impl Graph {
    /// The most nodes a graph can have: nodes are `int32_t` at the C boundary.
    pub const MAX_NODES: usize = i32::MAX as usize;

    /// Checks and copies a graph in CSR form: `row_offsets` has n + 1 entries, starts at 0 and never falls;
    /// `column_indices` has `row_offsets[n]` entries in `0..n`. Rows need not be sorted; duplicates count once.
    ///
    /// # Errors
    /// The first fault: the number of nodes, the offsets from 0 up, the columns from 0 up; or refused memory.
    ///
    /// ```
    /// let path = pursuit::Graph::from_csr(&[0, 1, 3, 4], &[1, 0, 2, 1])?;
    /// assert_eq!(path.successors(1), [0, 2]);
    /// let error = pursuit::Graph::from_csr(&[0, 1, 2], &[1, 7]).unwrap_err();
    /// assert_eq!(error.to_string(), "column_indices[1] is 7, outside 0..1 (row 1)");
    /// # Ok::<(), pursuit::Error>(())
    /// ```
    pub fn from_csr(row_offsets: &[i32], column_indices: &[i32]) -> Result<Graph> {
        let arcs = Self::check_row_offsets(row_offsets)?;
        if column_indices.len() != arcs {
            return Err(Error::Length {
                what: "column_indices",
                length: column_indices.len(),
                wanted: arcs,
            });
        }
        Self::check_column_indices(row_offsets, column_indices)?;
        let n = row_offsets.len() - 1;
        let mut offsets = memory::with_capacity(n + 1)?;
        let mut targets: Vec<u32> = memory::with_capacity(arcs)?;
        offsets.push(0);
        for row in row_offsets.windows(2) {
            let start = targets.len();
            targets.extend(
                column_indices[row[0] as usize..row[1] as usize]
                    .iter()
                    .map(|&column| column as u32),
            );
            sort_and_dedup(&mut targets, start);
            offsets.push(targets.len());
        }
        Ok(Graph { offsets, targets })
    }

    /// Checks `row_offsets` alone, from 0 up, and gives the number of arcs that it announces.
    pub(crate) fn check_row_offsets(row_offsets: &[i32]) -> Result<usize> {
        if row_offsets.len() < 2 {
            return Err(Error::NodeCount {
                n: row_offsets.len() as i64 - 1,
                least: 1,
                most: Self::MAX_NODES as i64,
            });
        }
        if row_offsets[0] != 0 {
            return Err(Error::FirstRowOffset {
                value: row_offsets[0].into(),
            });
        }
        if let Some(row) = row_offsets.windows(2).position(|pair| pair[1] < pair[0]) {
            return Err(Error::FallingRowOffsets {
                row,
                start: row_offsets[row].into(),
                end: row_offsets[row + 1].into(),
            });
        }
        Ok(row_offsets[row_offsets.len() - 1] as usize)
    }

    /// Checks every column index, from 0 up; the offsets must have passed already.
    pub(crate) fn check_column_indices(row_offsets: &[i32], column_indices: &[i32]) -> Result<()> {
        let n = row_offsets.len() - 1;
        // As unsigned numbers, negative ones are the largest.
        let largest = column_indices
            .iter()
            .fold(0, |largest, &column| largest.max(column as u32));
        if (largest as usize) < n {
            return Ok(());
        }
        match column_indices
            .iter()
            .position(|&column| column as u32 >= n as u32)
        {
            None => Ok(()),
            Some(index) => Err(Error::ColumnIndex {
                index,
                value: column_indices[index].into(),
                row: row_offsets.partition_point(|&offset| offset as usize <= index) - 1,
                n,
            }),
        }
    }

    /// Reads a matrix of `n` rows of `n` bytes, `row_stride` bytes apart; any nonzero byte is an arc.
    ///
    /// # Errors
    /// [`Error::NodeCount`] for n = 0, [`Error::Length`] for a slice that is too short, refused memory.
    pub fn from_matrix(n: usize, matrix: &[u8], row_stride: usize) -> Result<Graph> {
        let wanted = match n {
            0 => 0,
            _ => (n - 1)
                .checked_mul(row_stride)
                .and_then(|bytes| bytes.checked_add(n))
                .unwrap_or(usize::MAX),
        };
        if matrix.len() < wanted {
            return Err(Error::Length {
                what: "matrix",
                length: matrix.len(),
                wanted,
            });
        }
        Self::from_rows(n, |x, row| {
            let bytes = &matrix[x * row_stride..][..n];
            row.extend((0..n as u32).filter(|&y| bytes[y as usize] != 0));
        })
    }

    /// Builds a graph from lists of successors, one a node.
    ///
    /// # Errors
    /// [`Error::NodeCount`] for no list at all, [`Error::Node`] for a successor that is no node, refused memory.
    ///
    /// ```
    /// let one_way_ring = pursuit::Graph::from_adjacency(&[[1], [2], [0]])?;
    /// assert_eq!(one_way_ring.arc_count(), 3);
    /// # Ok::<(), pursuit::Error>(())
    /// ```
    pub fn from_adjacency<L: AsRef<[usize]>>(lists: &[L]) -> Result<Graph> {
        let n = lists.len();
        for &node in lists.iter().flat_map(AsRef::as_ref) {
            if node >= n {
                return Err(Error::Node {
                    what: "successor",
                    value: node as i64,
                    n,
                });
            }
        }
        Self::from_rows(n, |x, row| {
            row.extend(lists[x].as_ref().iter().map(|&y| y as u32));
        })
    }

    /// Builds a graph row by row: `fill(x, row)` appends x's successors, nodes below `n` in any order.
    pub(crate) fn from_rows(n: usize, mut fill: impl FnMut(usize, &mut Vec<u32>)) -> Result<Graph> {
        if n == 0 || n > Self::MAX_NODES {
            return Err(Error::NodeCount {
                n: n as i64,
                least: 1,
                most: Self::MAX_NODES as i64,
            });
        }
        let mut offsets = memory::with_capacity(n + 1)?;
        let mut targets = Vec::new();
        let mut row = memory::with_capacity(n)?;
        offsets.push(0);
        for x in 0..n {
            row.clear();
            fill(x, &mut row);
            sort_and_dedup(&mut row, 0);
            targets
                .try_reserve(row.len())
                .map_err(|_| memory::refused::<u32>(targets.len() + row.len()))?;
            targets.extend_from_slice(&row);
            offsets.push(targets.len());
        }
        Ok(Graph { offsets, targets })
    }

    /// A graph from its inner form, `None` unless the rows ascend and stay in range.
    pub(crate) fn from_parts(offsets: Vec<usize>, targets: Vec<u32>) -> Option<Graph> {
        let n = offsets.len() - 1;
        let graph = Graph { offsets, targets };
        let ascends = |x| graph.successors(x).windows(2).all(|pair| pair[0] < pair[1]);
        let in_range = graph.targets.iter().all(|&y| (y as usize) < n);
        ((0..n).all(ascends) && in_range).then_some(graph)
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The number of arcs, each counted once.
    pub fn arc_count(&self) -> usize {
        self.targets.len()
    }

    /// Where a token on `x` can go, ascending.
    ///
    /// # Panics
    /// When `x` is no node.
    #[inline]
    pub fn successors(&self, x: usize) -> &[u32] {
        &self.targets[self.offsets[x]..self.offsets[x + 1]]
    }

    /// Whether every node has a successor.
    pub(crate) fn has_no_empty_row(&self) -> bool {
        self.offsets.windows(2).all(|pair| pair[0] < pair[1])
    }

    /// Whether there is an arc from `x` to `y`.
    pub fn has_arc(&self, x: usize, y: usize) -> bool {
        self.successors(x).binary_search(&(y as u32)).is_ok()
    }

    /// The graph with every arc turned round.
    ///
    /// # Errors
    /// Refused memory.
    pub fn reversed(&self) -> Result<Graph> {
        let n = self.node_count();
        let mut offsets = memory::filled(n + 1, 0usize)?;
        for &y in &self.targets {
            offsets[y as usize + 1] += 1;
        }
        for x in 0..n {
            offsets[x + 1] += offsets[x];
        }
        let mut targets = memory::filled(self.arc_count(), 0u32)?;
        let mut next = memory::copied(&offsets)?;
        for x in 0..n {
            for &y in self.successors(x) {
                targets[next[y as usize]] = x as u32;
                next[y as usize] += 1;
            }
        }
        Ok(Graph { offsets, targets })
    }

    /// An arc without an arc back, `None` in an undirected graph.
    pub fn find_one_way(&self) -> Option<(usize, usize)> {
        (0..self.node_count()).find_map(|x| {
            self.successors(x)
                .iter()
                .find(|&&y| !self.has_arc(y as usize, x))
                .map(|&y| (x, y as usize))
        })
    }

    /// The same nodes with other rows: `change(x, row, out)` appends x's new row, ascending and at most one longer.
    pub(crate) fn with_rows(
        &self,
        mut change: impl FnMut(usize, &[u32], &mut Vec<u32>),
    ) -> Result<Graph> {
        let n = self.node_count();
        let mut offsets = memory::with_capacity(n + 1)?;
        let mut targets = memory::with_capacity(self.arc_count() + n)?;
        offsets.push(0);
        for x in 0..n {
            change(x, self.successors(x), &mut targets);
            offsets.push(targets.len());
        }
        Ok(Graph { offsets, targets })
    }

    /// The same nodes with the arcs to some of them only.
    pub(crate) fn with_arcs_to(&self, wanted: impl Fn(usize) -> bool) -> Result<Graph> {
        let is_wanted = |y: &u32| wanted(*y as usize);
        let arcs = self.targets.iter().filter(|y| is_wanted(y)).count();
        let mut offsets = memory::with_capacity(self.offsets.len())?;
        let mut targets = memory::with_capacity(arcs)?;
        offsets.push(0);
        for x in 0..self.node_count() {
            targets.extend(self.successors(x).iter().copied().filter(is_wanted));
            offsets.push(targets.len());
        }
        Ok(Graph { offsets, targets })
    }

    /// The subgraph on `nodes`, renumbered: number i stands for `nodes[i]`, `numbers` is the inverse with `u32::MAX`
    /// for a node that is left out. Rows keep their order, so they need not ascend.
    pub(crate) fn renumbered(&self, nodes: &[u32], numbers: &[u32]) -> Result<Graph> {
        let arcs = nodes
            .iter()
            .map(|&x| self.successors(x as usize).len())
            .sum();
        let mut offsets = memory::with_capacity(nodes.len() + 1)?;
        let mut targets = memory::with_capacity(arcs)?;
        offsets.push(0);
        for &x in nodes {
            targets.extend(
                self.successors(x as usize)
                    .iter()
                    .map(|&y| numbers[y as usize])
                    .filter(|&number| number != u32::MAX),
            );
            offsets.push(targets.len());
        }
        Ok(Graph { offsets, targets })
    }

    /// A copy.
    ///
    /// # Errors
    /// Refused memory.
    pub fn try_clone(&self) -> Result<Graph> {
        Ok(Graph {
            offsets: memory::copied(&self.offsets)?,
            targets: memory::copied(&self.targets)?,
        })
    }
}

/// Sorts the items from `start` on and drops repetitions.
fn sort_and_dedup(items: &mut Vec<u32>, start: usize) {
    if items[start..].windows(2).all(|pair| pair[0] < pair[1]) {
        return;
    }
    items[start..].sort_unstable();
    let mut kept = start;
    for index in start..items.len() {
        if kept == start || items[kept - 1] != items[index] {
            items[kept] = items[index];
            kept += 1;
        }
    }
    items.truncate(kept);
}
