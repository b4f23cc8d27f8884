//! Dismantling: taking corners out of an undirected graph, one after another.
//!
//! A **corner** is a node x with a neighbour y that dominates it: y's closed neighbourhood covers that of x,
//! N\[x\] ⊆ N\[y\]. In the classical game (everyone may stay):
//!
//! * One cop wins on a connected graph exactly when taking out corners ends in a single node (R. Nowakowski,
//!   P. Winkler, "Vertex-to-vertex pursuit in a graph", Discrete Mathematics 43, 1983; A. Quilliot, thesis, Paris VI,
//!   1978).
//! * Taking out a corner keeps the cop number (A. Berarducci, B. Intrigila, "On the cop number of a graph", Advances in
//!   Applied Mathematics 14, 1993): the graph folds onto the rest, x onto y. It does not keep the capture time.
//!
//! What is left in the end is the same up to isomorphism, whatever the order.

use std::collections::VecDeque;

use crate::bits::BitSet;
use crate::error::Result;
use crate::graph::Graph;
use crate::memory;

/// The nodes that remain when corners have been taken out of `graph`, an undirected one, until none is left.
/// In each component at least one node remains. Loops don't matter.
///
/// # Errors
/// Refused memory.
pub(crate) fn dismantle(graph: &Graph) -> Result<BitSet> {
    let n = graph.node_count();
    let mut left = BitSet::new(n)?;
    // A node is in the queue at most once at a time. First come, first served: a hub that loses one leaf after the
    // other waits for the last.
    let mut queued = BitSet::new(n)?;
    let mut queue: VecDeque<u32> = VecDeque::new();
    queue
        .try_reserve_exact(n)
        .map_err(|_| memory::refused::<u32>(n))?;
    for x in 0..n {
        left.set(x, true);
        queued.set(x, true);
        queue.push_back(x as u32);
    }
    let mut dominators = Vec::new();
    while let Some(x) = queue.pop_front() {
        queued.set(x as usize, false);
        find_dominators(graph, &left, x, &mut dominators)?;
        if dominators.is_empty() {
            continue;
        }
        left.set(x as usize, false);
        // Only neighbourhoods that have shrunk can be covered now that were not before.
        for &y in graph.successors(x as usize) {
            if left.contains(y as usize) && !queued.contains(y as usize) {
                queued.set(y as usize, true);
                queue.push_back(y);
            }
        }
    }
    Ok(left)
}

/// Writes the nodes that dominate `x` in the subgraph on `left`.
fn find_dominators(graph: &Graph, left: &BitSet, x: u32, dominators: &mut Vec<u32>) -> Result<()> {
    let row = |y: u32| graph.successors(y as usize);
    let is_left = |y: &u32| *y != x && left.contains(*y as usize);
    let neighbours = || row(x).iter().copied().filter(is_left);
    let joined_or_same = |y: u32, z: u32| y == z || graph.has_arc(y as usize, z as usize);

    // They are neighbours of x, and in the closed neighbourhood of each neighbour; the smallest of these sets is the
    // one to start from.
    dominators.clear();
    let Some(least) = neighbours().min_by_key(|&y| row(y).len()) else {
        return Ok(());
    };
    let (from, other) = match row(x).len() <= row(least).len() {
        true => (x, least),
        false => (least, x),
    };
    let itself = (from == least).then_some(least);
    let candidates = row(from).iter().copied().filter(|&y| y != from);
    for y in candidates.chain(itself) {
        if is_left(&y) && joined_or_same(other, y) {
            memory::push(dominators, y)?;
        }
    }
    for z in neighbours() {
        if dominators.is_empty() {
            break;
        }
        dominators.retain(|&y| joined_or_same(z, y));
    }
    Ok(())
}
