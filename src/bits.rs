//! Bits: sets of nodes, and chunks of a row.
//!
//! A row of bits is cut into **chunks** of `C` words, `C` a compile-time constant: one chunk of 1, 2, 4 or 8 words
//! holds a whole row of up to 64, 128, 256 or 512 columns, wider rows are many chunks of one word.

use crate::error::Result;
use crate::memory;

/// Calls a function with the number of words in a chunk that suits rows of so many columns: one chunk a row up to 512
/// columns, else chunks of one word.
macro_rules! by_width {
    ($columns:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $columns {
            0..=64 => $function::<1>($($argument),*),
            65..=128 => $function::<2>($($argument),*),
            129..=256 => $function::<4>($($argument),*),
            257..=512 => $function::<8>($($argument),*),
            _ => $function::<1>($($argument),*),
        }
    };
}
pub(crate) use by_width;

/// The most columns that a single chunk holds.
pub(crate) const MOST_IN_A_CHUNK: usize = 512;

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

/// Whether a bit is set.
#[inline(always)]
pub(crate) fn has<const C: usize>(a: &Chunk<C>, bit: usize) -> bool {
    a[bit / 64] >> (bit % 64) & 1 != 0
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

/// Exchanges rows and columns of a 64 × 64 matrix: halves, quarters and so on change places (Warren, Hacker's Delight,
/// 7-3).
#[inline(always)]
pub(crate) fn transpose(square: &mut [u64; 64]) {
    exchange::<32>(square, 0x0000_0000_ffff_ffff);
    exchange::<16>(square, 0x0000_ffff_0000_ffff);
    exchange::<8>(square, 0x00ff_00ff_00ff_00ff);
    exchange::<4>(square, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2>(square, 0x3333_3333_3333_3333);
    exchange::<1>(square, 0x5555_5555_5555_5555);
}

/// In squares of 2·STEP lines and columns, exchanges the two quarters off the diagonal; `low` has the lower half of each
/// group of 2·STEP columns.
#[inline(always)]
fn exchange<const STEP: usize>(square: &mut [u64; 64], low: u64) {
    for group in square.chunks_exact_mut(2 * STEP) {
        let (above, below) = group.split_at_mut(STEP);
        for (above, below) in above.iter_mut().zip(below) {
            let swapped = (*above >> STEP ^ *below) & low;
            *above ^= swapped << STEP;
            *below ^= swapped;
        }
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

    /// The first member that is `from` or more.
    #[inline(always)]
    pub(crate) fn next_from(&self, from: usize) -> Option<usize> {
        let mut index = from / 64;
        let mut word = self.words.get(index)? & (!0 << (from % 64));
        while word == 0 {
            index += 1;
            word = *self.words.get(index)?;
        }
        Some(index * 64 + word.trailing_zeros() as usize)
    }

    /// The last member that is `to` or less.
    #[inline(always)]
    pub(crate) fn last_to(&self, to: usize) -> Option<usize> {
        let mut index = to / 64;
        let mut word = self.words[index] & (!0 >> (63 - to % 64));
        while word == 0 {
            index = index.checked_sub(1)?;
            word = self.words[index];
        }
        Some(index * 64 + 63 - word.leading_zeros() as usize)
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

    /// Whether there is no member.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
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
