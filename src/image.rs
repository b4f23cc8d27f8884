//! The saved form of a solution: versioned, checksummed, the same bytes on every platform.
//!
//! An image is a sequence of little-endian 64-bit words. Lists of narrower integers are packed, lowest first, and
//! each list is padded with zeros to a whole word.
//!
//! | words | content |
//! |---|---|
//! | 1 | the bytes `pursuit` and 0x1a |
//! | 1 | format version, [`VERSION`] |
//! | 1 | size of the image in bytes |
//! | 1 | checksum of every other word, in order |
//! | 4 | n; pursuers; bytes in a distance (1 to 4); words in a row of bits |
//! | per side | the legal moves: the length of each row, then the entries (32-bit lists) |
//! | per side | the goals, then the forbidden nodes (bits) |
//! | | the row of each node, the column of each node (32-bit lists); see below |
//! | per side to move | which positions the evader wins (rows of bits) |
//! | per side to move | the distances plus one, 0 for a draw, row after row: the lowest bytes, then the next |
//!
//! With one pursuer the rows are the evader's nodes and the columns the pursuer's. With several the rows are teams: the
//! multisets of the pursuer's nodes, by the numbers in the list of rows, in lexicographic order; the columns are the
//! evader's nodes.
//!
//! "Per side" is the evader, then the pursuer. The checksum step is a bijection of the running sum and of the word,
//! so damage within one word never goes unseen; other damage passes with a chance of 2⁻⁶⁴. The size is in the
//! header, so no truncation passes. What is loaded is checked as if it came from an enemy: every index is in range.

use crate::bits::BitSet;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::memory;
use crate::multisets::{self, Multisets};
use crate::rules::{PerRole, Role};
use crate::solution::Solution;
use crate::tables::{Levels, Tables};

/// The version of the format written, and the only one read.
const VERSION: u64 = 1;
const MAGIC: u64 = u64::from_le_bytes(*b"pursuit\x1a");
const CHECKSUM_WORD: usize = 3;

const FOREIGN: Error = Error::Unsupported("this is no image of a pursuit solution");
const OTHER_VERSION: Error =
    Error::Unsupported("the image has a format version that this library does not read");
const TRUNCATED: Error =
    Error::Unsupported("the image's size is not the one that its header gives");
const DAMAGED: Error = Error::Unsupported("the image is damaged: its checksum does not match");
const INCONSISTENT: Error = Error::Unsupported("the image contradicts itself");

impl Solution {
    /// The bytes that [`Solution::write_image`] needs.
    pub fn image_size(&self) -> usize {
        let mut counter = Writer { out: None, at: 0 };
        self.write(&mut counter, 0);
        counter.at
    }

    /// Writes the solution into the first [`Solution::image_size`] bytes of `buffer`.
    ///
    /// # Errors
    /// [`Error::Length`] when `buffer` is too short.
    pub fn write_image(&self, buffer: &mut [u8]) -> Result<()> {
        let size = self.image_size();
        if buffer.len() < size {
            return Err(Error::Length {
                what: "buffer",
                length: buffer.len(),
                wanted: size,
            });
        }
        let buffer = &mut buffer[..size];
        self.write(
            &mut Writer {
                out: Some(buffer),
                at: 0,
            },
            size as u64,
        );
        let sum = checksum(buffer);
        buffer[CHECKSUM_WORD * 8..][..8].copy_from_slice(&sum.to_le_bytes());
        Ok(())
    }

    /// Reads a solution from an image that [`Solution::write_image`] made, on whatever machine.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a foreign, truncated, damaged or inconsistent image; refused memory.
    pub fn from_image(image: &[u8]) -> Result<Solution> {
        let mut reader = Reader { image, at: 0 };
        if reader.word().ok() != Some(MAGIC) {
            return Err(FOREIGN);
        }
        if reader.word()? != VERSION {
            return Err(OTHER_VERSION);
        }
        if reader.word()? != image.len() as u64 || !image.len().is_multiple_of(8) {
            return Err(TRUNCATED);
        }
        if reader.word()? != checksum(image) {
            return Err(DAMAGED);
        }
        let solution = read(&mut reader)?;
        match reader.at == image.len() {
            true => Ok(solution),
            false => Err(INCONSISTENT),
        }
    }

    fn write(&self, writer: &mut Writer, size: u64) {
        let n = self.node_count();
        let tables = &self.tables;
        let width = tables.levels[Role::Evader].planes().len();
        for word in [MAGIC, VERSION, size, 0] {
            writer.word(word);
        }
        let pursuers = self.pursuers() as u64;
        for word in [n as u64, pursuers, width as u64, tables.row_words as u64] {
            writer.word(word);
        }
        for graph in &self.moves.0 {
            writer.list((0..n).map(|x| graph.successors(x).len() as u32));
            writer.list((0..n).flat_map(|x| graph.successors(x).iter().copied()));
        }
        for set in self.goals.0.iter().chain(&self.forbidden.0) {
            set.words().iter().for_each(|&word| writer.word(word));
        }
        writer.list(tables.row_of.iter().copied());
        writer.list(tables.column_of.iter().copied());
        for bits in &tables.evader_wins.0 {
            bits.iter().for_each(|&word| writer.word(word));
        }
        for plane in tables.levels.0.iter().flat_map(Levels::planes) {
            writer.list(plane.iter().copied());
        }
    }
}

/// Everything after the checksum.
fn read(reader: &mut Reader) -> Result<Solution> {
    let n = reader.word()?;
    if n == 0 || n > Graph::MAX_NODES as u64 {
        return Err(INCONSISTENT);
    }
    let n = n as usize;
    let pursuers = reader.word()?;
    let planes = reader.word()?;
    let row_words = reader.word()?;
    if row_words < n.div_ceil(64) as u64 || row_words > n.div_ceil(64) as u64 * 2 {
        return Err(INCONSISTENT);
    }
    let row_words = row_words as usize;
    let teams = read_teams(reader, n, pursuers)?;
    let rows = teams.as_ref().map_or(n, Multisets::rows);
    let positions = rows.checked_mul(n).ok_or(INCONSISTENT)?;
    let bit_words = rows.checked_mul(row_words).ok_or(INCONSISTENT)?;

    let moves = PerRole([read_moves(reader, n)?, read_moves(reader, n)?]);
    let goals = PerRole([read_set(reader, n)?, read_set(reader, n)?]);
    let forbidden = PerRole([read_set(reader, n)?, read_set(reader, n)?]);
    let row_of = read_permutation(reader, n)?;
    let column_of = read_permutation(reader, n)?;
    let evader_wins = PerRole([
        reader.words(bit_words)?.into(),
        reader.words(bit_words)?.into(),
    ]);
    let levels = PerRole([
        read_levels(reader, planes, positions)?,
        read_levels(reader, planes, positions)?,
    ]);
    let tables = Tables {
        row_of,
        column_of,
        row_words,
        evader_wins,
        levels,
    };
    match tables.wins_have_distances() {
        true => Ok(Solution {
            teams,
            moves,
            goals,
            forbidden,
            tables,
        }),
        false => Err(INCONSISTENT),
    }
}

/// The teams of `pursuers` pursuers, if they are several.
fn read_teams(reader: &Reader, n: usize, pursuers: u64) -> Result<Option<Multisets>> {
    if pursuers == 1 {
        return Ok(None);
    }
    // Before memory is asked for, the image must be long enough to hold a distance of each team.
    let pursuers = usize::try_from(pursuers).map_err(|_| INCONSISTENT)?;
    let rows = multisets::count(n, pursuers).ok_or(INCONSISTENT)?;
    if pursuers == 0 || pursuers > Multisets::MAX_SIZE || rows > reader.image.len() as u64 {
        return Err(INCONSISTENT);
    }
    Multisets::new(n, pursuers).map(Some)
}

fn read_moves(reader: &mut Reader, n: usize) -> Result<Graph> {
    let lengths: Vec<u32> = reader.list(n)?;
    let mut offsets = memory::with_capacity(n + 1)?;
    let mut arcs = 0usize;
    offsets.push(0);
    for &length in &lengths {
        // A row is never empty: a token without a move passes.
        if length == 0 || length as usize > n {
            return Err(INCONSISTENT);
        }
        arcs += length as usize;
        offsets.push(arcs);
    }
    let targets = reader.list(arcs)?;
    Graph::from_parts(offsets, targets).ok_or(INCONSISTENT)
}

fn read_set(reader: &mut Reader, n: usize) -> Result<BitSet> {
    BitSet::from_words(reader.words(n.div_ceil(64))?, n).ok_or(INCONSISTENT)
}

fn read_permutation(reader: &mut Reader, n: usize) -> Result<Vec<u32>> {
    let numbers: Vec<u32> = reader.list(n)?;
    let mut seen = BitSet::new(n)?;
    for &number in &numbers {
        if number as usize >= n || seen.contains(number as usize) {
            return Err(INCONSISTENT);
        }
        seen.set(number as usize, true);
    }
    Ok(numbers)
}

fn read_levels(reader: &mut Reader, planes: u64, positions: usize) -> Result<Levels> {
    if !(1..=4).contains(&planes) {
        return Err(INCONSISTENT);
    }
    let mut bytes = memory::with_capacity(4)?;
    for _ in 0..planes {
        bytes.push(reader.list(positions)?.into());
    }
    Levels::from_planes(bytes).ok_or(INCONSISTENT)
}

/// A sum over every word but the checksum's own.
fn checksum(image: &[u8]) -> u64 {
    let mut sum = MAGIC;
    for (index, bytes) in image.chunks_exact(8).enumerate() {
        if index != CHECKSUM_WORD {
            let word = u64::from_le_bytes(bytes.try_into().expect("a chunk of 8 bytes"));
            sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            sum ^= sum >> 29;
        }
    }
    sum
}

/// An integer that lists are made of.
trait Packed: Copy {
    const BYTES: usize;
    fn into_word(self) -> u64;
    fn from_word(word: u64) -> Self;
}

macro_rules! packed {
    ($($t:ty)*) => {$(
        impl Packed for $t {
            const BYTES: usize = size_of::<$t>();
            fn into_word(self) -> u64 {
                self.into()
            }
            fn from_word(word: u64) -> Self {
                word as $t
            }
        }
    )*};
}
packed! { u8 u16 u32 u64 }

/// Writes words, or only counts their bytes.
struct Writer<'a> {
    out: Option<&'a mut [u8]>,
    at: usize,
}

impl Writer<'_> {
    fn word(&mut self, word: u64) {
        if let Some(out) = &mut self.out {
            out[self.at..self.at + 8].copy_from_slice(&word.to_le_bytes());
        }
        self.at += 8;
    }

    fn list<T: Packed>(&mut self, items: impl Iterator<Item = T>) {
        let (mut word, mut shift) = (0, 0);
        for item in items {
            word |= item.into_word() << shift;
            shift += 8 * T::BYTES;
            if shift == 64 {
                self.word(word);
                (word, shift) = (0, 0);
            }
        }
        if shift > 0 {
            self.word(word);
        }
    }
}

/// Reads words from an image whose bytes may be anything.
struct Reader<'a> {
    image: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn word(&mut self) -> Result<u64> {
        let bytes = self.image.get(self.at..).and_then(<[u8]>::first_chunk::<8>);
        self.at += 8;
        bytes
            .map(|&bytes| u64::from_le_bytes(bytes))
            .ok_or(TRUNCATED)
    }

    fn words(&mut self, count: usize) -> Result<Vec<u64>> {
        self.list(count)
    }

    fn list<T: Packed>(&mut self, count: usize) -> Result<Vec<T>> {
        let per_word = 8 / T::BYTES;
        // Before memory is asked for, the image must be long enough to fill it.
        if count.div_ceil(per_word) > (self.image.len() - self.at.min(self.image.len())) / 8 {
            return Err(TRUNCATED);
        }
        let mut items = memory::with_capacity(count)?;
        while items.len() < count {
            let mut word = self.word()?;
            for _ in 0..per_word.min(count - items.len()) {
                items.push(T::from_word(word));
                word = word.checked_shr(8 * T::BYTES as u32).unwrap_or(0);
            }
        }
        Ok(items)
    }
}
