//! Graphs from a caller's arrays, in the order of checks that the header promises.

use std::slice;

use super::failure::Failure;
use super::pointers;
use crate::error::Error;
use crate::graph::Graph;

/// Bits of the widest address space that a machine of this word size has (x86-64 with five-level paging).
const ADDRESS_BITS: u32 = if usize::BITS < 57 { usize::BITS } else { 57 };

/// Checks a number of nodes, before any array is looked at.
pub(super) fn node_count(n: i32, least: usize) -> Result<usize, Failure> {
    if i64::from(n) < least as i64 {
        return Err(Error::NodeCount {
            n: n.into(),
            least: least as i64,
            most: Graph::MAX_NODES as i64,
        }
        .into());
    }
    // Each of the n² positions takes at least a bit for either side to move.
    let nodes = n as u64;
    let bytes = (nodes * nodes).div_ceil(4);
    if bytes >> ADDRESS_BITS != 0 {
        return Err(Failure::TooManyNodes { n, bytes });
    }
    Ok(n as usize)
}

/// Checks and copies a graph in CSR form.
///
/// # Safety
/// `row_offsets` is NULL or has n + 1 entries, `column_indices` is NULL or has `row_offsets[n]`.
pub(super) unsafe fn from_csr(
    n: usize,
    row_offsets: *const i32,
    column_indices: *const i32,
) -> Result<Graph, Failure> {
    // SAFETY: as promised by the caller.
    let (row_offsets, column_indices) = unsafe { csr(n, row_offsets, column_indices) }?;
    Ok(Graph::from_csr(row_offsets, column_indices)?)
}

/// The arrays of a graph in CSR form: the row offsets are in order, the columns have not been looked at.
///
/// # Safety
/// `row_offsets` is NULL or has n + 1 entries, `column_indices` is NULL or has `row_offsets[n]`; nobody changes them while
/// the result is used.
pub(super) unsafe fn csr<'a>(
    n: usize,
    row_offsets: *const i32,
    column_indices: *const i32,
) -> Result<(&'a [i32], &'a [i32]), Failure> {
    // SAFETY: as promised by the caller.
    let row_offsets = unsafe { pointers::array(row_offsets, n + 1, "row_offsets") }?;
    let arcs = Graph::check_row_offsets(row_offsets)?;
    // SAFETY: as promised by the caller.
    let column_indices = unsafe { pointers::array(column_indices, arcs, "column_indices") }?;
    Ok((row_offsets, column_indices))
}

/// A caller's matrix of bytes, any nonzero one an arc.
pub(super) struct Matrix {
    first_row: *const u8,
    n: usize,
    row_stride: usize,
}

impl Matrix {
    /// # Safety
    /// `matrix` is NULL or has `n` rows of `n` bytes, `row_stride` bytes apart, which no one changes while the result
    /// is used. Bytes between the rows are not touched.
    pub(super) unsafe fn new(
        matrix: *const u8,
        n: usize,
        row_stride: usize,
        name: &'static str,
    ) -> Result<Matrix, Failure> {
        if row_stride < n {
            return Err(Failure::TooSmall {
                what: "row_stride",
                given: row_stride as u64,
                least: n as u64,
            });
        }
        let fits = (n - 1)
            .checked_mul(row_stride)
            .and_then(|bytes| bytes.checked_add(n))
            .is_some_and(|bytes| bytes <= isize::MAX as usize);
        if !fits {
            return Err(Error::Argument {
                what: "row_stride",
                value: i64::try_from(row_stride).unwrap_or(i64::MAX),
                must_be: "small enough for n rows to fit an address space",
            }
            .into());
        }
        if matrix.is_null() {
            return Err(Failure::Null(name));
        }
        Ok(Matrix {
            first_row: matrix,
            n,
            row_stride,
        })
    }

    /// The graph of the matrix.
    pub(super) fn graph(&self) -> Result<Graph, Failure> {
        let n = self.n as u32;
        Ok(Graph::from_rows(self.n, |x, successors| {
            let row = self.row(x);
            successors.extend((0..n).filter(|&y| row[y as usize] != 0));
        })?)
    }

    /// # Panics
    /// When there is no row `x`.
    pub(super) fn row(&self, x: usize) -> &[u8] {
        assert!(x < self.n);
        // SAFETY: row x lies within the matrix that `new` was promised, and offsets within it fit an isize.
        unsafe { slice::from_raw_parts(self.first_row.add(x * self.row_stride), self.n) }
    }
}
