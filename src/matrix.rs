//! A graph of at most 512 nodes as rows of bits, read from a matrix of bytes.

use crate::bits::{self, Chunk, ones};
use crate::error::Result;
use crate::graph::Graph;
use crate::isa::{self, Isa};
use crate::memory;

/// The streets of a town: for each corner the corners that a street leads to.
#[derive(Debug)]
pub(crate) struct Streets<const C: usize> {
    rows: Vec<Chunk<C>>,
    /// For each corner the corners that a street comes from.
    reversed: Vec<Chunk<C>>,
    /// The number of streets, one for each way.
    arcs: usize,
}

impl<const C: usize> Streets<C> {
    /// Reads `n` rows of `n` bytes; any nonzero byte is a street. `n` is at most 64·C.
    pub(crate) fn read<'a>(n: usize, row: &impl Fn(usize) -> &'a [u8]) -> Result<Streets<C>> {
        let (mut rows, mut reversed) = (memory::with_capacity(n)?, memory::filled(n, [0; C])?);
        let arcs = isa::dispatch(Read {
            n,
            row,
            rows: &mut rows,
            reversed: &mut reversed,
        });
        Ok(Streets {
            rows,
            reversed,
            arcs,
        })
    }

    /// The number of corners.
    pub(crate) fn corners(&self) -> usize {
        self.rows.len()
    }

    /// Whether every street leads both ways.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.rows == self.reversed
    }

    /// The streets from each corner, and the corner itself.
    pub(crate) fn rows_with_stay(&self) -> impl ExactSizeIterator<Item = Chunk<C>> + '_ {
        let rows = self.rows.iter().enumerate();
        rows.map(|(x, row)| bits::or(row, &bits::single(x)))
    }

    /// The streets to each corner, and the corner itself.
    pub(crate) fn reversed_with_stay(&self) -> impl ExactSizeIterator<Item = Chunk<C>> + '_ {
        let rows = self.reversed.iter().enumerate();
        rows.map(|(x, row)| bits::or(row, &bits::single(x)))
    }

    /// The moves from each corner of somebody who must take a street, and passes where there is none.
    pub(crate) fn rows_with_pass(&self) -> impl ExactSizeIterator<Item = Chunk<C>> + '_ {
        let rows = self.rows.iter().enumerate();
        rows.map(|(x, row)| bits::or(row, &self.pass(x)))
    }

    /// The moves to each corner of the same.
    pub(crate) fn reversed_with_pass(&self) -> impl ExactSizeIterator<Item = Chunk<C>> + '_ {
        let rows = self.reversed.iter().enumerate();
        rows.map(|(x, row)| bits::or(row, &self.pass(x)))
    }

    /// The corner itself where no street leads on.
    #[inline(always)]
    fn pass(&self, x: usize) -> Chunk<C> {
        match bits::is_empty(&self.rows[x]) {
            true => bits::single(x),
            false => [0; C],
        }
    }

    /// The moves of [`Streets::rows_with_pass`] as lists.
    pub(crate) fn with_pass(&self) -> Result<Graph> {
        self.listed(self.rows_with_pass())
    }

    /// The moves of [`Streets::with_pass`] for the intersection of many rows: eight rows of one byte that are all moves
    /// are one entry, the byte's number behind the corners. `None` where that does not halve the work.
    pub(crate) fn by_blocks(&self) -> Result<Option<Graph>> {
        let n = self.rows.len();
        let words = self.rows.as_flattened();
        let saved = 7 * words.iter().map(|&word| full_bytes(word)).sum::<usize>();
        if 2 * saved < self.arcs {
            return Ok(None);
        }
        let mut offsets = memory::with_capacity(n + 1)?;
        let mut items: Vec<u32> = Vec::new();
        offsets.push(0);
        for (x, row) in self.rows.iter().enumerate() {
            items
                .try_reserve(n)
                .map_err(|_| memory::refused::<u32>(items.len() + n))?;
            let bytes = row.iter().flat_map(|word| word.to_le_bytes()).enumerate();
            for (block, byte) in bytes.filter(|&(_, byte)| byte != 0) {
                match byte {
                    u8::MAX => items.push((n + block) as u32),
                    _ => items.extend(ones([u64::from(byte)]).map(|bit| (block * 8 + bit) as u32)),
                }
            }
            if bits::is_empty(row) {
                items.push(x as u32);
            }
            offsets.push(items.len());
        }
        Ok(Some(Graph::from_ascending_rows(offsets, items)))
    }

    /// The moves of somebody who may wait.
    pub(crate) fn with_stay(&self) -> Result<Graph> {
        self.listed(self.rows_with_stay())
    }

    /// The graph with these rows, which have one move more than there are streets at most.
    fn listed(&self, rows: impl ExactSizeIterator<Item = Chunk<C>>) -> Result<Graph> {
        let mut offsets = memory::with_capacity(rows.len() + 1)?;
        let mut targets = memory::filled(self.arcs + rows.len(), 0)?;
        isa::dispatch(List {
            rows,
            offsets: &mut offsets,
            targets: &mut targets,
        });
        targets.truncate(offsets[offsets.len() - 1]);
        Ok(Graph::from_ascending_rows(offsets, targets))
    }
}

/// Rows of one word, and nothing where there are no more.
pub(crate) fn lines(rows: impl Iterator<Item = Chunk<1>>) -> [u64; 64] {
    let mut lines = [0; 64];
    for (line, [row]) in lines.iter_mut().zip(rows) {
        *line = row;
    }
    lines
}

/// Turns bytes into bits, both ways round, and counts them.
struct Read<'r, F, const C: usize> {
    n: usize,
    row: &'r F,
    rows: &'r mut Vec<Chunk<C>>,
    reversed: &'r mut [Chunk<C>],
}

impl<'a, F: Fn(usize) -> &'a [u8], const C: usize> isa::Work for Read<'_, F, C> {
    type Output = usize;

    #[inline(always)]
    fn run<I: Isa>(self) -> usize {
        let mut arcs = 0;
        for x in 0..self.n {
            let bytes = &(self.row)(x)[..self.n];
            let mut bits = [0; C];
            let (groups, rest) = bytes.as_chunks::<64>();
            for (word, group) in groups.iter().enumerate() {
                bits[word] = I::nonzero(group);
            }
            if !rest.is_empty() {
                let mut group = [0; 64];
                group[..rest.len()].copy_from_slice(rest);
                bits[groups.len()] = I::nonzero(&group);
            }
            arcs += bits::count(&bits) as usize;
            self.rows.push(bits);
        }
        transpose(self.rows, self.reversed);
        arcs
    }
}

/// The matrix with rows and columns exchanged, 64 × 64 bits at a time.
#[inline(always)]
fn transpose<const C: usize>(rows: &[Chunk<C>], columns: &mut [Chunk<C>]) {
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

/// The bytes of a word that have all their bits.
fn full_bytes(word: u64) -> usize {
    // What is added goes through to the top bit of a byte that has all the others.
    let low = word & 0x7f7f_7f7f_7f7f_7f7f;
    let tops = (low + 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080;
    tops.count_ones() as usize
}

/// Turns bits into lists.
struct List<'l, R> {
    rows: R,
    offsets: &'l mut Vec<usize>,
    targets: &'l mut [u32],
}

impl<R: Iterator<Item = Chunk<C>>, const C: usize> isa::Work for List<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        self.offsets.push(0);
        let mut length = 0;
        for row in self.rows {
            for y in ones(row) {
                self.targets[length] = y as u32;
                length += 1;
            }
            self.offsets.push(length);
        }
    }
}
