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
}

impl<const C: usize> Streets<C> {
    /// Reads `n` rows of `n` bytes; any nonzero byte is a street. `n` is at most 64·C.
    pub(crate) fn read<'a>(n: usize, row: &impl Fn(usize) -> &'a [u8]) -> Result<Streets<C>> {
        let mut rows = memory::with_capacity(n)?;
        isa::dispatch(Read {
            n,
            row,
            rows: &mut rows,
        });
        let reversed = transposed(&rows)?;
        Ok(Streets { rows, reversed })
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
    pub(crate) fn rows_with_stay(&self) -> impl ExactSizeIterator<Item = Chunk<C>> + Clone + '_ {
        let rows = self.rows.iter().enumerate();
        rows.map(|(x, row)| bits::or(row, &bits::single(x)))
    }

    /// The streets to each corner, and the corner itself.
    pub(crate) fn reversed_with_stay(&self) -> impl ExactSizeIterator<Item = Chunk<C>> + '_ {
        let rows = self.reversed.iter().enumerate();
        rows.map(|(x, row)| bits::or(row, &bits::single(x)))
    }

    /// The moves of somebody who must take a street, and passes where there is none.
    pub(crate) fn with_pass(&self) -> Result<Graph> {
        let rows = self.rows.iter().enumerate();
        listed(rows.map(|(x, row)| match bits::is_empty(row) {
            true => bits::single(x),
            false => *row,
        }))
    }

    /// The moves of [`Streets::with_pass`] for the intersection of many rows: eight rows of one byte that are all moves
    /// are one entry, the byte's number behind the corners. `None` where that does not halve the work.
    pub(crate) fn by_blocks(&self) -> Result<Option<Graph>> {
        let n = self.rows.len();
        let words = self.rows.as_flattened();
        let arcs: usize = words.iter().map(|word| word.count_ones() as usize).sum();
        let is_full = |byte: &u8| *byte == u8::MAX;
        let full_bytes = |word: &u64| {
            word.to_ne_bytes()
                .iter()
                .filter(|byte| is_full(byte))
                .count()
        };
        let saved = 7 * words.iter().map(full_bytes).sum::<usize>();
        if 2 * saved < arcs {
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
        listed(self.rows_with_stay())
    }
}

/// The matrix with rows and columns exchanged, 64 × 64 bits at a time.
fn transposed<const C: usize>(rows: &[Chunk<C>]) -> Result<Vec<Chunk<C>>> {
    let mut columns = memory::filled(rows.len(), [0; C])?;
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
    Ok(columns)
}

/// The graph with these rows.
fn listed<const C: usize>(rows: impl ExactSizeIterator<Item = Chunk<C>> + Clone) -> Result<Graph> {
    let arcs = rows.clone().map(|row| bits::count(&row) as usize).sum();
    let mut offsets = memory::with_capacity(rows.len() + 1)?;
    let mut targets = memory::with_capacity(arcs)?;
    offsets.push(0);
    for row in rows {
        targets.extend(ones(row).map(|y| y as u32));
        offsets.push(targets.len());
    }
    Ok(Graph::from_ascending_rows(offsets, targets))
}

/// Turns bytes into bits.
struct Read<'r, F, const C: usize> {
    n: usize,
    row: &'r F,
    rows: &'r mut Vec<Chunk<C>>,
}

impl<'a, F: Fn(usize) -> &'a [u8], const C: usize> isa::Work for Read<'_, F, C> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
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
            self.rows.push(bits);
        }
    }
}
