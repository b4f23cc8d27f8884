//! Multisets of nodes, numbered: the teams of several pursuers, whose order does not matter.
//!
//! A multiset of size k is written ascending, t₁ ≤ … ≤ tₖ, and multisets of one size are numbered lexicographically. A
//! number is a sum of one weight for each member, by the members left from it on, so that multisets that differ in their
//! largest member alone have numbers in a row, and those without nodes below a given one are the last.

use crate::error::{Error, Result};
use crate::memory;

/// How many multisets of `size` nodes there are among `n`: C(n + size − 1, size); `None` past 2⁶⁴ − 1.
pub(crate) fn count(n: usize, size: usize) -> Option<u64> {
    if n == 0 {
        return Some((size == 0).into());
    }
    // The smaller of the two lower indices; factor by factor, every partial product is a binomial itself.
    let rest = size.min(n - 1) as u128;
    let top = n as u128 + size as u128 - 1;
    let mut count = 1u128;
    for i in 1..=rest {
        count = count * (top - rest + i) / i;
        if count > u128::from(u64::MAX) {
            return None;
        }
    }
    Some(count as u64)
}

/// The numbers of the multisets of up to `size` nodes among `n`.
#[derive(Debug)]
pub(crate) struct Multisets {
    n: usize,
    size: usize,
    /// How many there are of each size.
    counts: Vec<usize>,
    /// What a node adds to a number when `left` members, itself included, are left: at `(left - 1) * n + node`.
    weights: Vec<usize>,
}

impl Multisets {
    /// The largest size. Far smaller ones are too much for any memory, unless there are hardly any nodes.
    pub(crate) const MAX_SIZE: usize = u8::MAX as usize;

    /// # Errors
    /// Refused memory, multisets that no machine could number, and sizes past [`Self::MAX_SIZE`].
    pub(crate) fn new(n: usize, size: usize) -> Result<Multisets> {
        const TOO_MANY: Error = Error::NoMemory {
            bytes: u64::MAX,
            limit: None,
        };
        if count(n, size).is_none_or(|count| usize::try_from(count).is_err()) {
            return Err(TOO_MANY);
        }
        if size > Self::MAX_SIZE {
            return Err(Error::Argument {
                what: "pursuers",
                value: size as i64,
                must_be: "at most 255",
            });
        }
        let cells = n.checked_mul(size).ok_or(TOO_MANY)?;
        let mut weights = memory::filled(cells, 0)?;
        let mut counts = memory::with_capacity(size + 1)?;
        counts.push(1);
        // Of a size: how many lack the nodes below x. `above` is that of the size before.
        let mut above = memory::filled(n + 1, 1usize)?;
        for left in 1..=size {
            // A multiset without the nodes below x has x once more, or lacks x too.
            let mut without = memory::filled(n + 1, 0usize)?;
            for x in (0..n).rev() {
                without[x] = without[x + 1] + above[x];
            }
            for x in 0..n {
                // Those of this size that begin below x come first. Of those that begin with x, only what is left
                // counts, and its own number counts those that begin below x too many.
                let too_many = if left == 1 { 0 } else { above[0] - above[x] };
                weights[(left - 1) * n + x] = without[0] - without[x] - too_many;
            }
            counts.push(without[0]);
            above = without;
        }
        Ok(Multisets {
            n,
            size,
            counts,
            weights,
        })
    }

    /// The number of nodes.
    #[inline(always)]
    pub(crate) fn nodes(&self) -> usize {
        self.n
    }

    /// The largest size.
    #[inline(always)]
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// How many there are of a size.
    #[inline(always)]
    pub(crate) fn count(&self, size: usize) -> usize {
        self.counts[size]
    }

    /// How many there are of the largest size.
    #[inline(always)]
    pub(crate) fn rows(&self) -> usize {
        self.counts[self.size]
    }

    /// What `node` adds to a number when `left` members, itself included, are left.
    #[inline(always)]
    pub(crate) fn weight(&self, left: usize, node: usize) -> usize {
        self.weights[(left - 1) * self.n + node]
    }

    /// The number of a multiset, given ascending.
    #[inline]
    pub(crate) fn number(&self, members: &[usize]) -> usize {
        let left = (1..=members.len()).rev();
        left.zip(members)
            .map(|(left, &node)| self.weight(left, node))
            .sum()
    }

    /// The first number of the multisets of a size that lack the nodes below `node`.
    #[inline]
    pub(crate) fn first_from(&self, size: usize, node: usize) -> usize {
        (1..=size).map(|left| self.weight(left, node)).sum()
    }
}

/// Steps to the lexicographically next multiset of nodes below `n` and gives the first place that changed; `None` after
/// the last.
#[inline(always)]
pub(crate) fn step(members: &mut [usize], n: usize) -> Option<usize> {
    let place = members.iter().rposition(|&node| node + 1 < n)?;
    let next = members[place] + 1;
    members[place..].fill(next);
    Some(place)
}
