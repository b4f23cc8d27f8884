//! A graph of at most 512 nodes as rows of bits, read from a matrix of bytes.

use crate::bits::{self, Chunk, ones};
use crate::error::Result;
use crate::graph::Graph;
use crate::isa::{self, Isa};
use crate::memory;

/// The streets of a town. Where none leads on, one leads round, from the corner to itself.
#[derive(Debug)]
pub(crate) struct Streets {
    corners: usize,
    /// The words in a row.
    row_words: usize,
    has_eights: bool,
    /// For each corner the corners that a street leads to, and rows of zeros up to a multiple of eight.
    after: Vec<u64>,
    /// For each corner the corners that a street comes from, the same rows of zeros, and for each eight corners the union
    /// of their rows. Where every street leads both ways, these rows are all in `after`, and this is empty.
    before: Vec<u64>,
}

impl Streets {
    /// Reads `n` rows of `n` bytes; any nonzero byte is a street. `n` is at most 64·C, and rows are to be asked for with the
    /// same C.
    pub(crate) fn read<'a, const C: usize>(
        n: usize,
        row: &impl Fn(usize) -> &'a [u8],
    ) -> Result<Streets> {
        let lines = n.next_multiple_of(8);
        let mut after = memory::filled(lines, [0; C])?;
        let mut before = memory::filled(lines + lines / 8, [0; C])?;
        let has_eights = isa::dispatch(Read {
            n,
            row,
            after: &mut after,
            before: &mut before,
        });
        if after == before[..lines] {
            after = std::mem::take(&mut before);
        }
        Ok(Streets {
            corners: n,
            row_words: C,
            has_eights,
            after: after.into_flattened(),
            before: before.into_flattened(),
        })
    }

    /// The number of corners.
    pub(crate) fn corners(&self) -> usize {
        self.corners
    }

    /// The rows of corners, whole groups of eight for the vector units.
    fn lines(&self) -> usize {
        self.corners.next_multiple_of(8)
    }

    /// Whether [`by_eights`] makes the streets from a corner much fewer.
    pub(crate) fn has_eights(&self) -> bool {
        self.has_eights
    }

    /// For each corner the corners that a street leads to; a multiple of eight rows.
    pub(crate) fn after<const C: usize>(&self) -> &[Chunk<C>] {
        debug_assert!(C == self.row_words);
        &self.after.as_chunks().0[..self.lines()]
    }

    /// For each corner the corners that a street comes from; behind as many rows as in [`Streets::after`], for each eight
    /// corners the union of their rows.
    pub(crate) fn before<const C: usize>(&self) -> &[Chunk<C>] {
        debug_assert!(C == self.row_words);
        match self.before.is_empty() {
            true => self.after.as_chunks().0,
            false => self.before.as_chunks().0,
        }
    }

    /// The corners that a street leads to from `x`, ascending.
    pub(crate) fn streets_from(&self, x: usize) -> impl Iterator<Item = usize> + '_ {
        let words = self.after[x * self.row_words..][..self.row_words].iter();
        words
            .enumerate()
            .flat_map(|(word, &bits)| ones([bits]).map(move |bit| word * 64 + bit))
    }

    /// The streets as lists.
    pub(crate) fn graph(&self) -> Result<Graph> {
        Graph::from_rows(self.corners, |x, row| {
            row.extend(self.streets_from(x).map(|y| y as u32));
        })
    }
}

/// Turns bytes into bits, both ways round.
struct Read<'r, F, const C: usize> {
    n: usize,
    row: &'r F,
    after: &'r mut [Chunk<C>],
    before: &'r mut [Chunk<C>],
}

impl<'a, F: Fn(usize) -> &'a [u8], const C: usize> isa::Work for Read<'_, F, C> {
    /// Whether the rows of `after` have a full byte each on average.
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let mut full = 0;
        for (x, row) in self.after[..self.n].iter_mut().enumerate() {
            let bytes = &(self.row)(x)[..self.n];
            let (groups, rest) = bytes.as_chunks::<64>();
            for (word, group) in row.iter_mut().zip(groups) {
                *word = I::nonzero(group);
            }
            if !rest.is_empty() {
                let mut group = [0; 64];
                group[..rest.len()].copy_from_slice(rest);
                row[groups.len()] = I::nonzero(&group);
            }
            if bits::is_empty(row) {
                *row = bits::single(x);
            }
            full += bits::count(&row.map(full_bytes)) as usize;
        }
        transpose(&self.after[..self.n], &mut self.before[..self.n]);
        let (rows, eights) = self.before.split_at_mut(self.n.next_multiple_of(8));
        for (union, eight) in eights.iter_mut().zip(rows.as_chunks::<8>().0) {
            *union = eight
                .iter()
                .fold([0; C], |union, row| bits::or(&union, row));
        }
        full >= self.n
    }
}

/// The members of a set, but eight of them that fill a byte as one number: `eights` plus that of the byte.
#[inline(always)]
pub(crate) fn by_eights<const C: usize>(set: Chunk<C>, eights: usize) -> ByEights<C> {
    ByEights {
        set,
        eights,
        word: 0,
        full: 0,
        rest: 0,
    }
}

/// See [`by_eights`].
pub(crate) struct ByEights<const C: usize> {
    set: Chunk<C>,
    eights: usize,
    /// The next word.
    word: usize,
    /// Of the word before it, the full bytes and the other bits that are still to come.
    full: u64,
    rest: u64,
}

impl<const C: usize> Iterator for ByEights<C> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.full | self.rest == 0 {
            while self.word < C && self.set[self.word] == 0 {
                self.word += 1;
            }
            if self.word == C {
                return None;
            }
            let bits = self.set[self.word];
            self.full = full_bytes(bits);
            self.rest = bits & !(self.full >> 7).wrapping_mul(0xff);
            self.word += 1;
        }
        if self.rest != 0 {
            let bit = self.rest.trailing_zeros() as usize;
            self.rest &= self.rest - 1;
            return Some(self.word * 64 - 64 + bit);
        }
        let top = self.full.trailing_zeros() as usize;
        self.full &= self.full - 1;
        Some(self.eights + self.word * 8 - 8 + top / 8)
    }
}

/// The top bits of the bytes of a word that have all their bits.
#[inline(always)]
fn full_bytes(word: u64) -> u64 {
    // What is added goes through to the top bit of a byte that has all the others.
    let low = word & 0x7f7f_7f7f_7f7f_7f7f;
    (low + 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080
}

/// The matrix with rows and columns exchanged, 64 × 64 bits at a time.
#[inline(always)]
pub(crate) fn transpose<const C: usize>(rows: &[Chunk<C>], columns: &mut [Chunk<C>]) {
    for (down, group) in rows.chunks(64).enumerate() {
        for across in 0..rows.len().div_ceil(64) {
            let mut square = [0; 64];
            for (line, row) in square.iter_mut().zip(group) {
                *line = row[across];
            }
            bits::transpose(&mut square);
            let below = columns[across * 64..].iter_mut();
            below
                .zip(square)
                .for_each(|(column, line)| column[down] = line);
        }
    }
}
