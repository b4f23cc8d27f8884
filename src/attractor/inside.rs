//! The two steps inside a row, on whole rows at once.

use crate::bits::{self, Chunk, chunk_bits, ones};
use crate::columns::Columns;
use crate::isa::Isa;

impl<const C: usize> Columns<C> {
    /// Adds to `found` those of the columns `wanted` that have a move into `set`.
    #[inline(always)]
    pub(super) fn some<I: Isa>(
        &self,
        set: &[Chunk<C>],
        wanted: &[Chunk<C>],
        found: &mut [Chunk<C>],
    ) {
        match self {
            Columns::Tiles(tiles) => {
                for (head, set) in set.iter().enumerate() {
                    if bits::is_empty(set) {
                        continue;
                    }
                    for &tile in tiles.tails(head) {
                        let tail = tile.chunk as usize;
                        let wanted = bits::and_not(&wanted[tail], &found[tail]);
                        if !bits::is_empty(&wanted) {
                            let new = tiles.predecessors::<I>(tile, set, &wanted);
                            found[tail] = bits::or(&found[tail], &new);
                        }
                    }
                }
            }
            Columns::Lists(lists) => {
                for (head, &set) in set.iter().enumerate() {
                    for bit in ones(set) {
                        let column = head * chunk_bits::<C>() + bit;
                        for &tail in lists.predecessors.successors(column) {
                            let (chunk, bit) = place::<C>(tail);
                            let new = bits::and(&wanted[chunk], &bits::single(bit));
                            found[chunk] = bits::or(&found[chunk], &new);
                        }
                    }
                }
            }
        }
    }

    /// Takes those columns out of `of` that have a move into `set`.
    #[inline(always)]
    pub(super) fn only_outside<I: Isa>(&self, set: &[Chunk<C>], of: &mut [Chunk<C>]) {
        match self {
            Columns::Tiles(tiles) => {
                for (tail, of) in of.iter_mut().enumerate() {
                    for &tile in tiles.heads(tail) {
                        if bits::is_empty(of) {
                            break;
                        }
                        let set = &set[tile.chunk as usize];
                        if !bits::is_empty(set) {
                            *of = bits::and_not(of, &tiles.predecessors::<I>(tile, set, of));
                        }
                    }
                }
            }
            Columns::Lists(lists) => {
                let is_in_set = |&column: &u32| {
                    let (chunk, bit) = place::<C>(column);
                    bits::has(&set[chunk], bit)
                };
                for (tail, of) in of.iter_mut().enumerate() {
                    for bit in ones(*of) {
                        let column = tail * chunk_bits::<C>() + bit;
                        if lists.successors.successors(column).iter().any(is_in_set) {
                            *of = bits::and_not(of, &bits::single(bit));
                        }
                    }
                }
            }
        }
    }
}

/// The chunk of a column, and its bit there.
#[inline(always)]
fn place<const C: usize>(column: u32) -> (usize, usize) {
    let column = column as usize;
    (column / chunk_bits::<C>(), column % chunk_bits::<C>())
}
