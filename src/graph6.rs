//! Graphs in graph6, the form in which corpora of undirected graphs are passed around: a graph a line, in printable
//! characters. The definition is that of nauty's `formats.txt` (B. D. McKay).
//!
//! A line is the number of nodes, then the upper triangle of the adjacency matrix column by column, six bits a byte, 63
//! added to each: x(0,1), x(0,2), x(1,2), x(0,3), ... with zeros at the end. Nodes are counted, so isolated ones, the
//! last included, are not lost. The reader is strict: what the definition does not allow is refused, with its place.

use crate::error::{Error, Graph6Fault, Result};
use crate::graph::Graph;
use crate::small::SmallGraph;

/// What some programs write before the first graph.
const HEADER: &[u8] = b">>graph6<<";

/// The graphs of a text: each line that is one, with its number.
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    next: u64,
}

impl<'a> Lines<'a> {
    /// The lines of a text, the first of which has the number `first`; a header before line 1 is passed over.
    pub(crate) fn new(text: &'a [u8], first: u64) -> Lines<'a> {
        let mut lines = Lines {
            rest: text,
            next: first,
        };
        if first == 1
            && let Some(rest) = text.strip_prefix(HEADER)
        {
            lines.rest = rest;
            // It may have a line of its own.
            let ends = [&b"\n"[..], b"\r\n"];
            if let Some(rest) = ends.iter().find_map(|end| rest.strip_prefix(*end)) {
                lines.rest = rest;
                lines.next = 2;
            }
        }
        lines
    }

    /// The lines from a place on.
    pub(crate) fn resume(text: &'a [u8], place: Place) -> Lines<'a> {
        Lines {
            rest: &text[place.byte..],
            next: place.line,
        }
    }

    /// Where the next line starts in the `text` that this came from.
    pub(crate) fn place(&self, text: &[u8]) -> Place {
        Place {
            byte: text.len() - self.rest.len(),
            line: self.next,
        }
    }
}

/// The start of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    byte: usize,
    /// The line's number.
    line: u64,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (u64, &'a [u8]);

    #[inline]
    fn next(&mut self) -> Option<(u64, &'a [u8])> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|&byte| byte == b'\n');
        let (line, rest) = match end {
            Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
            None => (self.rest, &[][..]),
        };
        self.rest = rest;
        self.next += 1;
        Some((self.next - 1, line.strip_suffix(b"\r").unwrap_or(line)))
    }
}

/// A line whose form has been checked.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    n: usize,
    /// The upper triangle, six bits a byte.
    triangle: &'a [u8],
}

impl<'a> Line<'a> {
    /// Checks a line, without the characters that end it.
    #[inline]
    pub(crate) fn new(line: &'a [u8]) -> std::result::Result<Line<'a>, Graph6Fault> {
        let form = match line.first() {
            None => return Err(Graph6Fault::Empty),
            Some(b':') => Some("sparse6"),
            Some(b';') => Some("incremental sparse6"),
            Some(b'&') => Some("digraph6"),
            Some(b'>') => Some("a header"),
            Some(_) => None,
        };
        if let Some(form) = form {
            return Err(Graph6Fault::OtherForm(form));
        }
        if let Some(index) = line.iter().position(|byte| !(63..=126).contains(byte)) {
            return Err(Graph6Fault::Byte {
                place: index + 1,
                byte: line[index],
            });
        }
        let (n, triangle) = number(line)?;
        let bits = n.saturating_mul(n.saturating_sub(1)) / 2;
        let wanted = bits.div_ceil(6);
        if triangle.len() as u64 != wanted {
            return Err(Graph6Fault::Length {
                n,
                bytes: line.len(),
                wanted: wanted + (line.len() - triangle.len()) as u64,
            });
        }
        if n == 0 {
            return Err(Graph6Fault::NoNodes);
        }
        let spare = wanted * 6 - bits;
        match triangle.last() {
            Some(last) if (last - 63) & ((1 << spare) - 1) != 0 => Err(Graph6Fault::Padding),
            // A line as long as this bounds n by the square root of an address space.
            _ => Ok(Line {
                n: n as usize,
                triangle,
            }),
        }
    }

    /// The graph, if it has at most [`SmallGraph::MAX_NODES`] nodes.
    #[inline]
    pub(crate) fn small(&self) -> Option<SmallGraph> {
        if self.n > SmallGraph::MAX_NODES {
            return None;
        }
        let mut graph = SmallGraph::without_edges(self.n);
        let mut bytes = self.triangle.iter();
        // Bits that have been read, the next one highest.
        let (mut bits, mut left) = (0u64, 0);
        for y in 1..self.n {
            let mut x = 0;
            while x < y {
                if left == 0 {
                    // Ten bytes at a time, fewer at the end.
                    for &byte in bytes.by_ref().take(10) {
                        bits |= u64::from(byte - 63) << (58 - left);
                        left += 6;
                    }
                }
                let taken = left.min(y - x);
                // The lowest node's bit is the highest: turned round, bit i is node x + i.
                let column = (bits >> (64 - taken)).reverse_bits() >> (64 - taken);
                graph.add_edges_below(y, column << x);
                // `taken` is at most 60.
                bits <<= taken;
                left -= taken;
                x += taken;
            }
        }
        Some(graph)
    }

    /// The graph.
    ///
    /// # Errors
    /// Refused memory.
    pub(crate) fn graph(&self) -> Result<Graph> {
        // Pair (x, y), x < y, is bit y(y - 1)/2 + x.
        let joined = |x: usize, y: usize| {
            let bit = y * (y - 1) / 2 + x;
            (self.triangle[bit / 6] - 63) >> (5 - bit % 6) & 1 != 0
        };
        Graph::from_rows(self.n, |x, row| {
            row.extend((0..x).filter(|&y| joined(y, x)).map(|y| y as u32));
            row.extend((x + 1..self.n).filter(|&y| joined(x, y)).map(|y| y as u32));
        })
    }
}

/// The number of nodes, and what follows it.
#[inline]
fn number(line: &[u8]) -> std::result::Result<(u64, &[u8]), Graph6Fault> {
    let value = |digits: &[u8]| {
        let add = |sum: u64, &byte: &u8| sum << 6 | u64::from(byte - 63);
        digits.iter().fold(0, add)
    };
    let (digits, least, rest) = match line {
        [126, 126, rest @ ..] => (rest.get(..6), 258_048, rest.get(6..)),
        [126, rest @ ..] => (rest.get(..3), 63, rest.get(3..)),
        rest => (rest.get(..1), 0, rest.get(1..)),
    };
    let (Some(digits), Some(rest)) = (digits, rest) else {
        return Err(Graph6Fault::CutNumber);
    };
    match value(digits) {
        n if n < least => Err(Graph6Fault::LongNumber { n }),
        n => Ok((n, rest)),
    }
}

impl Graph {
    /// Reads one graph in graph6 form: a line without the characters that end it.
    ///
    /// # Errors
    /// [`Error::Graph6`] with line 1; refused memory.
    ///
    /// ```
    /// let path = pursuit::Graph::from_graph6(b"Bg")?;
    /// assert_eq!((path.node_count(), path.successors(1)), (3, &[0, 2][..]));
    /// # Ok::<(), pursuit::Error>(())
    /// ```
    pub fn from_graph6(line: &[u8]) -> Result<Graph> {
        Line::new(line)
            .map_err(|fault| Error::Graph6 { line: 1, fault })?
            .graph()
    }
}
