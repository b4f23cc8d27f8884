//! Cheap bounds on the cop number of a connected graph (classical game: everyone may stay).

use crate::bits::ones;
use crate::error::Result;
use crate::graph::Graph;
use crate::memory;
use crate::small::SmallGraph;

/// A connected undirected graph as rows of bits: the closed neighbourhood of each node, loops forgotten.
#[derive(Debug)]
pub(crate) struct Neighbourhoods {
    n: usize,
    /// Words in a row.
    words: usize,
    rows: Vec<u64>,
}

impl Neighbourhoods {
    /// Those of the subgraph on `nodes`, renumbered in their order; no other node may be among their neighbours.
    pub(crate) fn of_small(graph: &SmallGraph, nodes: u64) -> Result<Neighbourhoods> {
        let mut rows = memory::with_capacity(nodes.count_ones() as usize)?;
        for x in ones([nodes]) {
            let number = |y: usize| (nodes & !(!0 << y)).count_ones();
            rows.push(ones([graph.closed(x)]).fold(0, |row, y| row | 1 << number(y)));
        }
        Ok(Neighbourhoods {
            n: rows.len(),
            words: 1,
            rows,
        })
    }

    /// Those of a graph.
    pub(crate) fn of_graph(graph: &Graph) -> Result<Neighbourhoods> {
        let n = graph.node_count();
        let words = n.div_ceil(64);
        let mut rows = memory::filled(n * words, 0)?;
        for x in 0..n {
            let row: &mut [u64] = &mut rows[x * words..][..words];
            row[x / 64] |= 1 << (x % 64);
            for &y in graph.successors(x) {
                row[y as usize / 64] |= 1 << (y % 64);
            }
        }
        Ok(Neighbourhoods { n, words, rows })
    }

    /// The graph, every node with a loop: everyone may stay.
    pub(crate) fn graph(&self) -> Result<Graph> {
        Graph::from_rows(self.n, |x, row| {
            row.extend(members(self.row(x)).map(|y| y as u32));
        })
    }

    pub(crate) fn node_count(&self) -> usize {
        self.n
    }

    #[inline]
    fn row(&self, x: usize) -> &[u64] {
        &self.rows[x * self.words..][..self.words]
    }

    /// The nodes that `x` and `y` are both joined to or equal.
    #[inline]
    fn shared(&self, x: usize, y: usize) -> u32 {
        let pairs = self.row(x).iter().zip(self.row(y));
        pairs.map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// A number of cops that is needed.
    ///
    /// Without circles of 3 or 4 nodes, as many as the least degree are (M. Aigner, M. Fromme, "A game of cops and
    /// robbers", Discrete Applied Mathematics 8, 1984, theorem 3): a robber on x has that many streets, and a cop who is
    /// not on x watches at most one of their ends.
    pub(crate) fn lower_bound(&self) -> usize {
        for x in 0..self.n {
            for y in 0..x {
                // Joined nodes share themselves, and more in a circle of 3; others share more than one in one of 4.
                let joined = self.row(x)[y / 64] >> (y % 64) & 1 != 0;
                if self.shared(x, y) > if joined { 2 } else { 1 } {
                    return 1;
                }
            }
        }
        let degree = |x: usize| members(self.row(x)).count() - 1;
        (0..self.n).map(degree).min().unwrap_or(0).max(1)
    }

    /// Whether `cops` nodes can be chosen whose closed neighbourhoods cover everything: then so many cops win with their
    /// first move.
    pub(crate) fn is_dominated_by(&self, cops: usize) -> Result<bool> {
        let Some(widest) = (0..self.n).map(|x| members(self.row(x)).count()).max() else {
            return Ok(true);
        };
        if widest.saturating_mul(cops) < self.n {
            return Ok(false);
        }
        let mut open = memory::filled(self.words * (cops + 1), 0)?;
        for x in 0..self.n {
            open[x / 64] |= 1u64 << (x % 64);
        }
        let mut budget = DOMINATION_BUDGET;
        Ok(self.dominates(&mut open, cops, widest, &mut budget))
    }

    /// Whether `cops` nodes cover the nodes in the first row of `open`; the rows after it are scratch. `widest` is the
    /// largest closed neighbourhood. Gives up with false when the budget is spent.
    fn dominates(&self, open: &mut [u64], cops: usize, widest: usize, budget: &mut u32) -> bool {
        let (own, rest) = open.split_at_mut(self.words);
        let count: usize = own.iter().map(|word| word.count_ones() as usize).sum();
        if count == 0 {
            return true;
        }
        if count > cops * widest || *budget == 0 {
            return false;
        }
        *budget -= 1;
        // One of the neighbours of an open node must be chosen; a node with few of them leaves little choice.
        let Some(x) = members(own).min_by_key(|&x| members(self.row(x)).count()) else {
            return true;
        };
        for y in members(self.row(x)) {
            for (word, rest) in rest[..self.words].iter_mut().enumerate() {
                *rest = own[word] & !self.row(y)[word];
            }
            if self.dominates(rest, cops - 1, widest, budget) {
                return true;
            }
        }
        false
    }
}

/// Steps of the search for a dominating set; a bound that takes longer is not cheap.
const DOMINATION_BUDGET: u32 = 10_000;

/// The bits that are set in a row.
fn members(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter()
        .enumerate()
        .flat_map(|(index, &word)| ones([word]).map(move |bit| index * 64 + bit))
}
