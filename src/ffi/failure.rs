//! Why a C function refuses: the core's errors, and those that only C callers can cause.

use std::fmt;

use super::status::{
    PURSUIT_ERR_ARGUMENT, PURSUIT_ERR_CANCELLED, PURSUIT_ERR_COLUMN_INDEX, PURSUIT_ERR_INTERNAL,
    PURSUIT_ERR_NO_MEMORY, PURSUIT_ERR_NODE, PURSUIT_ERR_NODE_COUNT, PURSUIT_ERR_NULL_POINTER,
    PURSUIT_ERR_ROW_OFFSETS,
};
use crate::error::{Error, Graph6Fault};

/// Why a call gives no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The core refused.
    Core(Error),
    /// The argument of this name is NULL.
    Null(&'static str),
    /// An argument is below what the other arguments require.
    TooSmall {
        what: &'static str,
        given: u64,
        least: u64,
    },
    /// The caller's array of this name would be larger than an address space.
    TooLong { what: &'static str, entries: u64 },
    /// The positions of `n` nodes fit no address space.
    TooManyNodes { n: i32, bytes: u64 },
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Core(error)
    }
}

impl Failure {
    /// The status code that the caller gets.
    pub(super) fn status(&self) -> i32 {
        match self {
            Failure::Null(_) => PURSUIT_ERR_NULL_POINTER,
            Failure::TooSmall { .. } | Failure::TooLong { .. } => PURSUIT_ERR_ARGUMENT,
            Failure::TooManyNodes { .. } => PURSUIT_ERR_NO_MEMORY,
            Failure::Core(error) => match error {
                Error::NodeCount { .. } => PURSUIT_ERR_NODE_COUNT,
                Error::FirstRowOffset { .. } | Error::FallingRowOffsets { .. } => {
                    PURSUIT_ERR_ROW_OFFSETS
                }
                Error::ColumnIndex { .. } => PURSUIT_ERR_COLUMN_INDEX,
                Error::Node { .. } | Error::NodeAt { .. } => PURSUIT_ERR_NODE,
                Error::Argument { .. }
                | Error::Length { .. }
                | Error::Unsupported(_)
                | Error::NotSymmetric { .. } => PURSUIT_ERR_ARGUMENT,
                Error::NoMemory { .. } => PURSUIT_ERR_NO_MEMORY,
                Error::Graph6 { fault, .. } => match fault {
                    Graph6Fault::NoNodes => PURSUIT_ERR_NODE_COUNT,
                    Graph6Fault::NoMemory { .. } => PURSUIT_ERR_NO_MEMORY,
                    _ => PURSUIT_ERR_ARGUMENT,
                },
                Error::Cancelled => PURSUIT_ERR_CANCELLED,
                Error::WrongPosition { .. } => PURSUIT_ERR_INTERNAL,
            },
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Core(error) => error.fmt(f),
            Failure::Null(what) => write!(f, "{what} is NULL"),
            Failure::TooSmall { what, given, least } => {
                write!(f, "{what} is {given}, it must be at least {least}")
            }
            Failure::TooLong { what, entries } => write!(
                f,
                "{what} cannot have {entries} entries: no address space holds them"
            ),
            Failure::TooManyNodes { n, bytes } => write!(
                f,
                "n is {n}: its positions take at least {bytes} bytes, no address space holds them"
            ),
        }
    }
}
