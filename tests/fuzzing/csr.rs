//! Graphs as C callers hand them over, well-formed and not, and what a caller must be told about them.

use std::ptr;

use super::input::Input;
use pursuit::ffi::status::*;

/// A number of nodes so large that their positions fit no address space.
const UNTHINKABLE_NODES: i32 = 800_000_000;

/// A graph in CSR form. `None` is a NULL.
pub struct Csr {
    pub n: i32,
    offsets: Option<Box<[i32]>>,
    columns: Option<Box<[i32]>>,
}

impl Csr {
    /// Any graph, with up to `most` nodes if it is a possible one.
    pub fn read(input: &mut Input, most: usize) -> Csr {
        match input.below(16) {
            0 => Csr {
                n: input.pick(&[0, -1, i32::MIN, UNTHINKABLE_NODES, i32::MAX]),
                offsets: None,
                columns: None,
            },
            1..4 => {
                let n = 1 + input.below(most);
                Csr::rough(input, n)
            }
            _ => {
                let n = 1 + input.below(most);
                Csr::well_formed(input, n)
            }
        }
    }

    /// A graph on n nodes, for a game that has n.
    pub fn read_on(input: &mut Input, n: usize) -> Csr {
        match input.below(8) {
            0 | 1 => Csr::rough(input, n),
            _ => Csr::well_formed(input, n),
        }
    }

    /// Rows from bits, at times descending and with a repetition.
    fn well_formed(input: &mut Input, n: usize) -> Csr {
        let mut offsets = vec![0];
        let mut columns = Vec::new();
        for _ in 0..n {
            let bits = u16::from_le_bytes([input.byte(), if n > 6 { input.byte() } else { 0 }]);
            let mut row: Vec<i32> = (0..n as i32).filter(|y| bits >> y & 1 == 1).collect();
            if bits & 0x8000 != 0 || (n <= 6 && bits & 0x80 != 0) {
                row.reverse();
                row.extend(row.first().copied());
            }
            columns.extend(row);
            offsets.push(columns.len() as i32);
        }
        let is_null = columns.is_empty();
        Csr {
            n: n as i32,
            offsets: Some(offsets.into()),
            columns: (!is_null).then(|| columns.into()),
        }
    }

    /// Offsets and columns as they come, NULLs among them.
    fn rough(input: &mut Input, n: usize) -> Csr {
        let mut offsets: Vec<i32> = vec![0];
        for _ in 0..n {
            let before = *offsets.last().expect("the first offset");
            offsets.push(match input.byte() {
                byte @ 0..200 => before.saturating_add(i32::from(byte % 8)),
                200..220 => before.saturating_sub(1),
                220..230 => i32::MAX,
                _ => input.integer(),
            });
        }
        if input.below(8) == 0 {
            offsets[0] = input.integer();
        }
        // The caller's promise is as many columns as the last offset says; where that is beyond this test's means the
        // offsets are made to fall, and then no column may be looked at.
        let promised = offsets[n];
        let mut columns = Vec::new();
        if promised > 4096 {
            offsets[n] = -1;
        } else {
            columns.extend((0..promised.max(0)).map(|_| input.node(n)));
        }
        Csr {
            n: n as i32,
            offsets: (input.below(16) > 0).then(|| offsets.into()),
            columns: (input.below(16) > 0).then(|| columns.into()),
        }
    }

    /// Gives each arc of a well-formed graph its arc back; any other stays as it is.
    pub fn symmetrize(&mut self) {
        let Ok(mut rows) = self.checked(1) else {
            return;
        };
        for x in 0..rows.len() {
            for y in rows[x].clone() {
                if !rows[y].contains(&x) {
                    rows[y].push(x);
                }
            }
        }
        let mut offsets = vec![0];
        let mut columns = Vec::new();
        for row in rows {
            columns.extend(row.into_iter().map(|y| y as i32));
            offsets.push(columns.len() as i32);
        }
        self.offsets = Some(offsets.into());
        self.columns = Some(columns.into());
    }

    pub fn offsets(&self) -> *const i32 {
        self.offsets.as_ref().map_or(ptr::null(), |at| at.as_ptr())
    }

    pub fn columns(&self) -> *const i32 {
        self.columns.as_ref().map_or(ptr::null(), |at| at.as_ptr())
    }

    /// The rows, or the status of the first fault in the order that the interface promises.
    pub fn checked(&self, least: i32) -> Result<Vec<Vec<usize>>, i32> {
        if self.n < least {
            return Err(PURSUIT_ERR_NODE_COUNT);
        }
        if self.n >= UNTHINKABLE_NODES {
            return Err(PURSUIT_ERR_NO_MEMORY);
        }
        let offsets = self.offsets.as_ref().ok_or(PURSUIT_ERR_NULL_POINTER)?;
        if offsets[0] != 0 || !offsets.is_sorted() {
            return Err(PURSUIT_ERR_ROW_OFFSETS);
        }
        let columns: &[i32] = match &self.columns {
            Some(columns) => columns,
            None if offsets[self.n as usize] == 0 => &[],
            None => return Err(PURSUIT_ERR_NULL_POINTER),
        };
        if !columns.iter().all(|column| (0..self.n).contains(column)) {
            return Err(PURSUIT_ERR_COLUMN_INDEX);
        }
        Ok(offsets
            .windows(2)
            .map(|row| {
                columns[row[0] as usize..row[1] as usize]
                    .iter()
                    .map(|&y| y as usize)
                    .collect()
            })
            .collect())
    }
}
