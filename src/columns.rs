//! Moves inside a row: given a set of columns, which columns have a move into it?
//!
//! That question is the one step of every attractor that stays inside a row, and the graph on the columns decides how
//! it is best answered. Numbered breadth-first, most graphs join few pairs of chunks: [`Tiles`] keep a bit matrix for
//! each, and winning sets look like intervals, so that most chunks are full or empty and need no matrix at all. In
//! graphs that spread fast (random ones, say) every chunk has moves into every other, a few each: there [`Lists`] go from bit to bit.

use crate::bits::{self, Chunk, chunk_bits, ones};
use crate::error::Result;
use crate::graph::Graph;
use crate::isa::Isa;
use crate::memory;

/// The moves on the columns, in the form that suits them.
#[derive(Debug)]
pub(crate) enum Columns<const C: usize> {
    /// Bit matrices for pairs of chunks.
    Tiles(Tiles<C>),
    /// Lists of columns.
    Lists(Lists),
}

/// More pairs than this for each chunk, and lists are faster than tiles.
const TILES_PER_CHUNK: usize = 12;

/// So many tiles stay in a near cache, and are faster than lists in any case.
const NEAR_TILES: usize = 640;

/// The most pairs of chunks that tiles are kept for, with so many chunks and arcs.
pub(crate) fn most_tiles(chunks: u64, arcs: u64) -> u64 {
    (NEAR_TILES as u64)
        .max(chunks.saturating_mul(TILES_PER_CHUNK as u64))
        .min(chunks.saturating_mul(chunks))
        .min(arcs)
}

impl<const C: usize> Columns<C> {
    /// Brings `graph` into the form that suits it.
    pub(crate) fn new(graph: Graph) -> Result<Columns<C>> {
        let pairs = Pairs::<C>::new(&graph)?;
        match pairs.heads.len() > NEAR_TILES.max(TILES_PER_CHUNK * pairs.chunks()) {
            true => Ok(Columns::Lists(Lists::new(graph)?)),
            false => Ok(Columns::Tiles(Tiles::new(&graph, pairs)?)),
        }
    }
}

/// Moves as lists of columns.
#[derive(Debug)]
pub(crate) struct Lists {
    pub(crate) successors: Graph,
    pub(crate) predecessors: Graph,
}

impl Lists {
    fn new(graph: Graph) -> Result<Lists> {
        Ok(Lists {
            predecessors: graph.reversed()?,
            successors: graph,
        })
    }

    /// Moves from a column on average, at least 1.
    #[inline(always)]
    pub(crate) fn degree(&self) -> usize {
        self.successors.arc_count() / self.successors.node_count()
    }
}

/// The pairs of chunks that an arc joins: for each tail its heads, ascending.
struct Pairs<const C: usize> {
    offsets: Vec<u32>,
    heads: Vec<u32>,
}

impl<const C: usize> Pairs<C> {
    fn new(graph: &Graph) -> Result<Self> {
        let n = graph.node_count();
        let chunks = n.div_ceil(chunk_bits::<C>());
        let mut seen = memory::filled(chunks, u32::MAX)?;
        let mut offsets = memory::with_capacity(chunks + 1)?;
        let mut heads: Vec<u32> = Vec::new();
        offsets.push(0);
        for tail in 0..chunks {
            let first = heads.len();
            for x in columns_of::<C>(tail, n) {
                for &y in graph.successors(x) {
                    let head = y as usize / chunk_bits::<C>();
                    if seen[head] != tail as u32 {
                        seen[head] = tail as u32;
                        memory::push(&mut heads, head as u32)?;
                    }
                }
            }
            heads[first..].sort_unstable();
            offsets.push(heads.len() as u32);
        }
        Ok(Pairs { offsets, heads })
    }

    fn chunks(&self) -> usize {
        self.offsets.len() - 1
    }

    fn of(&self, tail: usize) -> std::ops::Range<usize> {
        self.offsets[tail] as usize..self.offsets[tail + 1] as usize
    }
}

/// The columns of a chunk.
fn columns_of<const C: usize>(chunk: usize, n: usize) -> std::ops::Range<usize> {
    chunk * chunk_bits::<C>()..n.min((chunk + 1) * chunk_bits::<C>())
}

/// Moves as bit matrices, one for each pair of chunks that an arc joins and each direction.
#[derive(Debug)]
pub(crate) struct Tiles<const C: usize> {
    /// Lines in a matrix: the columns of a chunk.
    lines: usize,
    /// For each chunk, where its tiles start in `tails`: the chunks with a move into it.
    tail_offsets: Vec<u32>,
    tails: Vec<Tile>,
    /// For each chunk, where its tiles start in `heads`: the chunks that it has a move into.
    head_offsets: Vec<u32>,
    heads: Vec<Tile>,
    matrices: Vec<Chunk<C>>,
    mask_words: usize,
    /// For each chunk, one bit for each chunk with a move into it.
    tail_masks: Vec<u64>,
}

/// So many bits are followed one by one without a thought.
const FEW: u32 = 4;

/// A pair of chunks that an arc joins.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tile {
    /// The chunk at the other end.
    pub(crate) chunk: u32,
    /// The pair's number. Two matrices stand at twice that: for each of the tail's columns its moves into the head, and for
    /// each of the head's columns the moves into it.
    pair: u32,
}

impl<const C: usize> Tiles<C> {
    fn new(graph: &Graph, pairs: Pairs<C>) -> Result<Tiles<C>> {
        let n = graph.node_count();
        let chunks = pairs.chunks();
        // A single chunk needs only the lines that exist, whole groups of eight for the vector units.
        let lines = n.next_multiple_of(8).min(chunk_bits::<C>());
        let mut heads = memory::with_capacity(pairs.heads.len())?;
        let mut matrices = memory::filled(2 * pairs.heads.len() * lines, [0; C])?;
        let mut tail_offsets = memory::filled(chunks + 1, 0u32)?;
        let mut pair_of = memory::filled(chunks, 0usize)?;
        for tail in 0..chunks {
            for pair in pairs.of(tail) {
                let head = pairs.heads[pair];
                heads.push(Tile {
                    chunk: head,
                    pair: pair as u32,
                });
                pair_of[head as usize] = pair;
                tail_offsets[head as usize + 1] += 1;
            }
            for x in columns_of::<C>(tail, n) {
                let line = x % chunk_bits::<C>();
                for &y in graph.successors(x) {
                    let first = 2 * pair_of[y as usize / chunk_bits::<C>()] * lines;
                    let column = y as usize % chunk_bits::<C>();
                    matrices[first + line][column / 64] |= 1 << (column % 64);
                    matrices[first + lines + column][line / 64] |= 1 << (line % 64);
                }
            }
        }

        for chunk in 0..chunks {
            tail_offsets[chunk + 1] += tail_offsets[chunk];
        }
        let mut next = memory::copied(&tail_offsets)?;
        let mut tails = memory::filled(heads.len(), Tile::default())?;
        let mask_words = chunks.div_ceil(64);
        let mut tail_masks = memory::filled(chunks * mask_words, 0)?;
        for tail in 0..chunks {
            for tile in &heads[pairs.of(tail)] {
                let head = tile.chunk as usize;
                tails[next[head] as usize] = Tile {
                    chunk: tail as u32,
                    ..*tile
                };
                next[head] += 1;
                tail_masks[head * mask_words + tail / 64] |= 1 << (tail % 64);
            }
        }
        Ok(Tiles {
            lines,
            tail_offsets,
            tails,
            head_offsets: pairs.offsets,
            heads,
            matrices,
            mask_words,
            tail_masks,
        })
    }

    /// The chunks with a move into `head`.
    #[inline(always)]
    pub(crate) fn tails(&self, head: usize) -> &[Tile] {
        &self.tails[self.tail_offsets[head] as usize..self.tail_offsets[head + 1] as usize]
    }

    /// The chunks that `tail` has a move into.
    #[inline(always)]
    pub(crate) fn heads(&self, tail: usize) -> &[Tile] {
        &self.heads[self.head_offsets[tail] as usize..self.head_offsets[tail + 1] as usize]
    }

    /// The chunks with a move into `head`, one bit each.
    #[inline(always)]
    pub(crate) fn tails_mask(&self, head: usize) -> &[u64] {
        &self.tail_masks[head * self.mask_words..][..self.mask_words]
    }

    /// Those of the tail's columns `wanted` that have a move into the head's columns `set`.
    #[inline(always)]
    pub(crate) fn predecessors<I: Isa>(
        &self,
        tile: Tile,
        set: &Chunk<C>,
        wanted: &Chunk<C>,
    ) -> Chunk<C> {
        let first = 2 * tile.pair as usize * self.lines;
        let successors = &self.matrices[first..first + self.lines];
        let predecessors = &self.matrices[first + self.lines..first + 2 * self.lines];
        let mut found = [0; C];
        let in_set = bits::count(set);
        if in_set <= FEW {
            for column in ones(*set) {
                found = bits::or(&found, &predecessors[column]);
            }
            return bits::and(&found, wanted);
        }
        let in_wanted = bits::count(wanted);
        if C == 1 && I::HAS_PRODUCT && in_wanted > FEW {
            found[0] = I::product(successors.as_flattened(), set[0]) & wanted[0];
        } else if in_set <= in_wanted {
            for column in ones(*set) {
                found = bits::or(&found, &predecessors[column]);
                if bits::is_empty(&bits::and_not(wanted, &found)) {
                    break;
                }
            }
            found = bits::and(&found, wanted);
        } else {
            for column in ones(*wanted) {
                if !bits::is_empty(&bits::and(&successors[column], set)) {
                    found[column / 64] |= 1 << (column % 64);
                }
            }
        }
        found
    }
}
