//! What can go wrong, with the figures that a person needs to put it right.
//!
//! An [`Error`] holds no heap memory: it can be made, copied and printed when memory has run out.

use std::fmt;

/// Why a call failed. The sentence printed by `Display` names the culprit and the allowed range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A number of nodes outside the allowed range.
    NodeCount {
        /// The number given.
        n: i64,
        /// The least number allowed.
        least: i64,
        /// The largest number allowed.
        most: i64,
    },
    /// `row_offsets[0]` is not 0.
    FirstRowOffset {
        /// The value found there.
        value: i64,
    },
    /// `row_offsets` falls from one entry to the next.
    FallingRowOffsets {
        /// The row that would get a negative length.
        row: usize,
        /// `row_offsets[row]`.
        start: i64,
        /// `row_offsets[row + 1]`.
        end: i64,
    },
    /// An array of offsets or indices has another length than the graph needs.
    Length {
        /// Which array.
        what: &'static str,
        /// Its length.
        length: usize,
        /// The length needed.
        wanted: usize,
    },
    /// A column index that is no node.
    ColumnIndex {
        /// The place in `column_indices`.
        index: usize,
        /// The value found there.
        value: i64,
        /// The row to which the entry belongs.
        row: usize,
        /// The number of nodes.
        n: usize,
    },
    /// A node outside `0..n`.
    Node {
        /// The argument's name.
        what: &'static str,
        /// The value given.
        value: i64,
        /// The number of nodes.
        n: usize,
    },
    /// An element of an array of nodes outside `0..n`.
    NodeAt {
        /// The array's name.
        what: &'static str,
        /// The place in the array.
        index: usize,
        /// The value found there.
        value: i64,
        /// The number of nodes.
        n: usize,
    },
    /// An argument outside its range.
    Argument {
        /// The argument's name.
        what: &'static str,
        /// The value given.
        value: i64,
        /// What is allowed, as it reads after "must be".
        must_be: &'static str,
    },
    /// A request that this game or solution cannot serve; the text is a whole sentence.
    Unsupported(&'static str),
    /// A matrix is not symmetric where an undirected graph is required.
    NotSymmetric {
        /// The arc's tail.
        from: usize,
        /// The arc's head, which has no arc back.
        to: usize,
    },
    /// A line that is no graph in graph6 form.
    Graph6 {
        /// The line's number, from 1.
        line: u64,
        /// What is wrong with it.
        fault: Graph6Fault,
    },
    /// The system refused memory, or the need passes a limit.
    NoMemory {
        /// The bytes needed, as far as known.
        bytes: u64,
        /// The limit that forbids them; `None` when the system refused.
        limit: Option<u64>,
    },
    /// A progress callback asked to stop.
    Cancelled,
    /// A solution contradicts the rules at a position: `verify` found it.
    WrongPosition {
        /// The evader's node.
        evader: usize,
        /// The pursuer's node, or the number of the team.
        pursuer: usize,
        /// Whether the evader is to move.
        evader_to_move: bool,
        /// What is wrong there.
        what: &'static str,
    },
}

/// The crate's result type.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::NodeCount { n, least, most } => {
                write!(f, "n is {n}, outside {least}..{most}")
            }
            Error::FirstRowOffset { value } => write!(f, "row_offsets[0] is {value}, not 0"),
            Error::FallingRowOffsets { row, start, end } => write!(
                f,
                "row_offsets[{}] is {end}, below row_offsets[{row}], which is {start} (row {row})",
                row + 1
            ),
            Error::Length {
                what,
                length,
                wanted,
            } => write!(f, "{what} has {length} entries, not {wanted}"),
            Error::ColumnIndex {
                index,
                value,
                row,
                n,
            } => write!(
                f,
                "column_indices[{index}] is {value}, outside 0..{} (row {row})",
                n - 1
            ),
            Error::Node { what, value, n } => {
                write!(f, "{what} is {value}, outside 0..{}", n - 1)
            }
            Error::NodeAt {
                what,
                index,
                value,
                n,
            } => write!(f, "{what}[{index}] is {value}, outside 0..{}", n - 1),
            Error::Argument {
                what,
                value,
                must_be,
            } => write!(f, "{what} is {value}, it must be {must_be}"),
            Error::Unsupported(sentence) => f.write_str(sentence),
            Error::NotSymmetric { from, to } => write!(
                f,
                "the graph is not undirected: row {from} lists {to}, row {to} does not list {from}"
            ),
            Error::Graph6 { line, fault } => write!(f, "line {line}: {fault}"),
            Error::NoMemory {
                bytes,
                limit: Some(limit),
            } => write!(f, "{bytes} bytes are needed, over the limit of {limit}"),
            Error::NoMemory { bytes, limit: None } => {
                write!(f, "the system refused memory ({bytes} bytes asked for)")
            }
            Error::Cancelled => f.write_str("the progress callback stopped the work"),
            Error::WrongPosition {
                evader,
                pursuer,
                evader_to_move,
                what,
            } => write!(
                f,
                "position (evader {evader}, pursuer {pursuer}, {} to move): {what}",
                if evader_to_move { "evader" } else { "pursuer" }
            ),
        }
    }
}

impl std::error::Error for Error {}

/// What is wrong with a line that should be a graph in graph6 form. Bytes are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Graph6Fault {
    /// Nothing is on it.
    Empty,
    /// It is in a form other than graph6.
    OtherForm(&'static str),
    /// A byte that graph6 does not use.
    Byte {
        /// Its place in the line.
        place: usize,
        /// The byte.
        byte: u8,
    },
    /// It ends within the number of nodes.
    CutNumber,
    /// The number of nodes is written longer than it must be.
    LongNumber {
        /// The number of nodes.
        n: u64,
    },
    /// It has more or fewer bytes than a graph of `n` nodes takes.
    Length {
        /// The number of nodes.
        n: u64,
        /// Its bytes.
        bytes: usize,
        /// The bytes of a graph of `n` nodes.
        wanted: u64,
    },
    /// A bit after the last pair of nodes is set.
    Padding,
    /// The graph has no nodes.
    NoNodes,
    /// The graph is too large for this machine.
    NoMemory {
        /// The bytes needed, as far as known.
        bytes: u64,
    },
}

impl fmt::Display for Graph6Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Graph6Fault::Empty => f.write_str("the line is empty"),
            Graph6Fault::OtherForm(form) => write!(f, "this is {form}, not graph6"),
            Graph6Fault::Byte { place, byte } => {
                write!(f, "byte {place} is {byte}, outside 63..126")
            }
            Graph6Fault::CutNumber => f.write_str("the line ends within the number of nodes"),
            Graph6Fault::LongNumber { n } => {
                write!(f, "n is {n}, which is written with fewer bytes")
            }
            Graph6Fault::Length { n, bytes, wanted } => write!(
                f,
                "a graph of {n} nodes takes {wanted} bytes, the line has {bytes}"
            ),
            Graph6Fault::Padding => f.write_str("a bit after the last pair of nodes is set"),
            Graph6Fault::NoNodes => f.write_str("n is 0, a graph has at least one node"),
            Graph6Fault::NoMemory { bytes } => {
                write!(
                    f,
                    "the system refused memory for this graph ({bytes} bytes asked for)"
                )
            }
        }
    }
}
