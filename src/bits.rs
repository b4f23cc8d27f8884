//! Bits: sets of nodes, chunks of a row, and the step from a set to its predecessors inside a row.
//!
//! A row of bits is cut into **chunks** of `C` words, `C` a compile-time constant: one chunk of 1, 2, 4 or 8 words
//! holds a whole row of up to 64, 128, 256 or 512 columns, wider rows are many chunks of one word.

use crate::error::Result;
use crate::graph::Graph;
use crate::memory;

/// `C` words of a row.
pub(crate) type Chunk<const C: usize> = [u64; C];

/// The columns in a chunk of `C` words.
pub(crate) const fn chunk_bits<const C: usize>() -> usize {
    64 * C
}

/// Whether no bit is set.
#[inline(always)]
pub(crate) fn is_empty<const C: usize>(a: &Chunk<C>) -> bool {
    a.iter().fold(0, |any, word| any | word) == 0
}

/// The bits of both.
#[inline(always)]
pub(crate) fn and<const C: usize>(a: &Chunk<C>, b: &Chunk<C>) -> Chunk<C> {
    std::array::from_fn(|word| a[word] & b[word])
}

/// The bits of `a` that are not in `b`.
#[inline(always)]
pub(crate) fn and_not<const C: usize>(a: &Chunk<C>, b: &Chunk<C>) -> Chunk<C> {
    std::array::from_fn(|word| a[word] & !b[word])
}

/// The bits of either.
#[inline(always)]
pub(crate) fn or<const C: usize>(a: &Chunk<C>, b: &Chunk<C>) -> Chunk<C> {
    std::array::from_fn(|word| a[word] | b[word])
}

/// How many bits are set.
#[inline(always)]
pub(crate) fn count<const C: usize>(a: &Chunk<C>) -> u32 {
    a.iter().map(|word| word.count_ones()).sum()
}

/// The chunk with one bit set.
#[inline(always)]
pub(crate) fn single<const C: usize>(bit: usize) -> Chunk<C> {
    let mut chunk = [0; C];
    chunk[bit / 64] = 1 << (bit % 64);
    chunk
}

/// The bits that are set, ascending.
#[inline(always)]
pub(crate) fn ones<const C: usize>(a: Chunk<C>) -> Ones<C> {
    Ones { rest: a, word: 0 }
}

/// See [`ones`].
pub(crate) struct Ones<const C: usize> {
    rest: Chunk<C>,
    word: usize,
}

impl<const C: usize> Iterator for Ones<C> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.rest[self.word] == 0 {
            self.word += 1;
            if self.word == C {
                self.word = C - 1;
                return None;
            }
        }
        let bits = self.rest[self.word];
        self.rest[self.word] = bits & (bits - 1);
        Some(self.word * 64 + bits.trailing_zeros() as usize)
    }
}

/// A set of nodes.
#[derive(Debug)]
pub(crate) struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty subset of `0..n`.
    pub(crate) fn new(n: usize) -> Result<BitSet> {
        Ok(BitSet {
            words: memory::filled(n.div_ceil(64), 0)?,
        })
    }

    /// The set with these words, `None` if one of its members is `n` or more.
    pub(crate) fn from_words(words: Vec<u64>, n: usize) -> Option<BitSet> {
        let spare = match n % 64 {
            0 => 0,
            used => words[words.len() - 1] >> used,
        };
        (words.len() == n.div_ceil(64) && spare == 0).then_some(BitSet { words })
    }

    /// Whether `node` is in the set.
    #[inline(always)]
    pub(crate) fn contains(&self, node: usize) -> bool {
        self.words[node / 64] >> (node % 64) & 1 != 0
    }

    /// Puts `node` in or takes it out.
    #[inline(always)]
    pub(crate) fn set(&mut self, node: usize, on: bool) {
        let bit = 1 << (node % 64);
        if on {
            self.words[node / 64] |= bit;
        } else {
            self.words[node / 64] &= !bit;
        }
    }

    /// The members, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words
            .iter()
            .enumerate()
            .flat_map(|(index, &word)| ones([word]).map(move |bit| index * 64 + bit))
    }

    /// The words, 64 nodes each.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// A copy.
    pub(crate) fn try_clone(&self) -> Result<BitSet> {
        Ok(BitSet {
            words: memory::copied(&self.words)?,
        })
    }
}

/// A graph on the columns as bit matrices, one for each pair of chunks that an arc joins.
///
/// The question that it answers is the one step of every attractor that stays inside a row: given a set of columns,
/// which columns have a move into it?
#[derive(Debug)]
pub(crate) struct Tiles<const C: usize> {
    chunks: usize,
    /// Lines in a matrix: the columns of a chunk.
    lines: usize,
    /// For each chunk, where its pairs start in `into`: the chunks with a move into it.
    into_offsets: Vec<u32>,
    into: Vec<Tile>,
    /// For each chunk, where its pairs start in `out`: the chunks that it has a move into.
    out_offsets: Vec<u32>,
    out: Vec<Tile>,
    matrices: Vec<Chunk<C>>,
    /// For each chunk, one bit for each chunk with a move into it.
    into_masks: Vec<u64>,
}

/// A pair of chunks that an arc joins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tile {
    /// The chunk at the other end.
    pub(crate) chunk: u32,
    /// Where the matrix of successors starts: for each column of the tail's chunk, its moves into the head's.
    successors: u32,
    /// Where the matrix of predecessors starts: for each column of the head's chunk, the moves into it.
    predecessors: u32,
}

impl<const C: usize> Tiles<C> {
    /// Cuts `graph` into tiles.
    pub(crate) fn new(graph: &Graph) -> Result<Tiles<C>> {
        let n = graph.node_count();
        let lines = n.min(chunk_bits::<C>());
        let chunks = n.div_ceil(chunk_bits::<C>());
        let chunk_of = |column: u32| column as usize / chunk_bits::<C>();

        // The pairs, row of chunks by row of chunks; `seen` tells which heads this tail has met already.
        let mut seen = memory::filled(chunks, u32::MAX)?;
        let mut out_offsets = memory::with_capacity(chunks + 1)?;
        let mut out: Vec<Tile> = Vec::new();
        out_offsets.push(0);
        let mut into_offsets = memory::filled(chunks + 1, 0u32)?;
        for tail in 0..chunks {
            let first = out.len();
            for x in tail * chunk_bits::<C>()..n.min((tail + 1) * chunk_bits::<C>()) {
                for &y in graph.successors(x) {
                    let head = chunk_of(y);
                    if seen[head] != tail as u32 {
                        seen[head] = tail as u32;
                        memory::push(
                            &mut out,
                            Tile {
                                chunk: head as u32,
                                successors: 0,
                                predecessors: 0,
                            },
                        )?;
                        into_offsets[head + 1] += 1;
                    }
                }
            }
            out[first..].sort_unstable_by_key(|tile| tile.chunk);
            out_offsets.push(out.len() as u32);
        }

        let pairs = out.len();
        let mut matrices = memory::filled(2 * pairs * lines, [0; C])?;
        let mut place = memory::filled(chunks, 0usize)?;
        for tail in 0..chunks {
            let tiles = &mut out[out_offsets[tail] as usize..out_offsets[tail + 1] as usize];
            for (index, tile) in tiles.iter_mut().enumerate() {
                let pair = out_offsets[tail] as usize + index;
                tile.successors = (2 * pair) as u32;
                tile.predecessors = (2 * pair + 1) as u32;
                place[tile.chunk as usize] = pair;
            }
            for x in tail * chunk_bits::<C>()..n.min((tail + 1) * chunk_bits::<C>()) {
                let line = x % chunk_bits::<C>();
                for &y in graph.successors(x) {
                    let pair = place[chunk_of(y)];
                    let column = y as usize % chunk_bits::<C>();
                    matrices[2 * pair * lines + line][column / 64] |= 1 << (column % 64);
                    matrices[(2 * pair + 1) * lines + column][line / 64] |= 1 << (line % 64);
                }
            }
        }

        for chunk in 0..chunks {
            into_offsets[chunk + 1] += into_offsets[chunk];
        }
        let mut next = memory::copied(&into_offsets)?;
        let mut into = memory::filled(
            pairs,
            Tile {
                chunk: 0,
                successors: 0,
                predecessors: 0,
            },
        )?;
        let mask_words = chunks.div_ceil(64);
        let mut into_masks = memory::filled(chunks * mask_words, 0)?;
        for tail in 0..chunks {
            for tile in &out[out_offsets[tail] as usize..out_offsets[tail + 1] as usize] {
                let head = tile.chunk as usize;
                into[next[head] as usize] = Tile {
                    chunk: tail as u32,
                    ..*tile
                };
                next[head] += 1;
                into_masks[head * mask_words + tail / 64] |= 1 << (tail % 64);
            }
        }
        Ok(Tiles {
            chunks,
            lines,
            into_offsets,
            into,
            out_offsets,
            out,
            matrices,
            into_masks,
        })
    }

    /// The number of chunks in a row.
    #[inline(always)]
    pub(crate) fn chunks(&self) -> usize {
        self.chunks
    }

    /// The chunks with a move into `head`.
    #[inline(always)]
    pub(crate) fn tails(&self, head: usize) -> &[Tile] {
        &self.into[self.into_offsets[head] as usize..self.into_offsets[head + 1] as usize]
    }

    /// The chunks that `tail` has a move into.
    #[inline(always)]
    pub(crate) fn heads(&self, tail: usize) -> &[Tile] {
        &self.out[self.out_offsets[tail] as usize..self.out_offsets[tail + 1] as usize]
    }

    /// The chunks with a move into `head`, one bit each.
    #[inline(always)]
    pub(crate) fn tails_mask(&self, head: usize) -> &[u64] {
        let words = self.chunks.div_ceil(64);
        &self.into_masks[head * words..(head + 1) * words]
    }

    /// Those of the tail's columns `wanted` that have a move into the head's columns `set`.
    #[inline(always)]
    pub(crate) fn predecessors(&self, tile: Tile, set: &Chunk<C>, wanted: &Chunk<C>) -> Chunk<C> {
        let matrix = |start: u32| &self.matrices[start as usize * self.lines..][..self.lines];
        let mut found = [0; C];
        if count(set) <= count(wanted) {
            let lines = matrix(tile.predecessors);
            for column in ones(*set) {
                found = or(&found, &lines[column]);
                if is_empty(&and_not(wanted, &found)) {
                    break;
                }
            }
            and(&found, wanted)
        } else {
            let lines = matrix(tile.successors);
            for column in ones(*wanted) {
                if !is_empty(&and(&lines[column], set)) {
                    found[column / 64] |= 1 << (column % 64);
                }
            }
            found
        }
    }

    /// The bytes that the tiles of `pairs` pairs take.
    pub(crate) fn bytes(chunks: usize, pairs: usize, lines: usize) -> u64 {
        (pairs as u64 * 2 * (lines * size_of::<Chunk<C>>() + size_of::<Tile>()) as u64)
            + (chunks * (8 + chunks.div_ceil(64) * 8)) as u64
    }
}
