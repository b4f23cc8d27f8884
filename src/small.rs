//! Undirected graphs of at most 64 nodes, a word a node, on the stack: corpora are made of these.

use crate::bits;
use crate::graph::Graph;

/// A graph as the closed neighbourhoods of its nodes: each node with those that it is joined to.
#[derive(Clone, Debug)]
pub(crate) struct SmallGraph {
    n: usize,
    closed: [u64; SmallGraph::MAX_NODES],
}

impl SmallGraph {
    /// The most nodes that such a graph can have.
    pub(crate) const MAX_NODES: usize = 64;

    /// `n` nodes, 1 to 64, none joined.
    #[inline]
    pub(crate) fn without_edges(n: usize) -> SmallGraph {
        debug_assert!((1..=Self::MAX_NODES).contains(&n));
        let mut closed = [0; Self::MAX_NODES];
        for (x, row) in closed[..n].iter_mut().enumerate() {
            *row = 1 << x;
        }
        SmallGraph { n, closed }
    }

    /// An undirected graph, loops forgotten, if it is small enough.
    pub(crate) fn of(graph: &Graph) -> Option<SmallGraph> {
        let n = graph.node_count();
        if n > Self::MAX_NODES {
            return None;
        }
        let mut small = Self::without_edges(n);
        for x in 0..n {
            for &y in graph.successors(x) {
                small.closed[x] |= 1 << y;
            }
        }
        Some(small)
    }

    /// Joins `y` to each node of `below`; all are lower than `y`.
    #[inline]
    pub(crate) fn add_edges_below(&mut self, y: usize, below: u64) {
        debug_assert!(y < self.n && below < 1 << y);
        self.closed[y] |= below;
        for x in bits::ones([below]) {
            self.closed[x] |= 1 << y;
        }
    }

    /// All nodes.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        !0 >> (Self::MAX_NODES - self.n)
    }

    /// `x` and its neighbours.
    #[inline]
    pub(crate) fn closed(&self, x: usize) -> u64 {
        self.closed[x]
    }

    /// The nodes among `nodes` that are connected to the lowest of them, which is one of a whole component at least.
    #[inline]
    pub(crate) fn component(&self, nodes: u64) -> u64 {
        let mut met = nodes & nodes.wrapping_neg();
        let mut fresh = met;
        while fresh != 0 {
            let near = bits::ones([fresh]).fold(0, |near, x| near | self.closed[x]);
            fresh = near & !met;
            met |= near;
        }
        met
    }

    /// Takes corners out of the component `nodes` until none is left, and gives what remains; its neighbourhoods then
    /// hold remaining nodes only. See [`crate::dismantle`] for what that is good for.
    #[inline]
    pub(crate) fn dismantle(&mut self, nodes: u64) -> u64 {
        let (mut left, mut suspects) = (nodes, nodes);
        while suspects != 0 {
            let x = suspects.trailing_zeros() as usize;
            let own = 1 << x;
            suspects &= !own;
            let near = self.closed[x];
            // Who dominates x is in the closed neighbourhood of x and of each of its neighbours.
            let mut dominators = near;
            for y in bits::ones([near & !own]) {
                dominators &= self.closed[y];
                if dominators == own {
                    break;
                }
            }
            if dominators == own {
                continue;
            }
            left &= !own;
            for y in bits::ones([near & !own]) {
                self.closed[y] &= !own;
            }
            // Only neighbourhoods that have shrunk can be covered now that were not before.
            suspects = (suspects | near) & left;
        }
        left
    }
}
