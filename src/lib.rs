//! **pursuit** solves pursuit games on graphs exactly: who wins, in how many plies, and how.
//!
//! Two tokens stand on the nodes of a graph, an evader (mouse, robber) and a pursuer (cat, cop), and move in turn.
//! The library is used from C through `include/pursuit.h` and `include/coprobber.h`; this crate is also a Rust
//! library of its own.
//!
//! # Map
//! From the outside in: a module uses those of its own line and below it. (What a call is told and tells, `Game`'s settings
//! and progress, is known further down.)
//!
//! | module | what it is |
//! |---|---|
//! | `ffi` | the C interface and nothing else |
//! | [`Game`] (`game`) | a game as its users set it up |
//! | `grader`, `cat_mouse` | the two contest games, as settings of a game |
//! | `solve`, `decide` | from a game to its solution, or to one position's outcome |
//! | `teams` | the same for several pursuers, and how many it takes |
//! | [`cop_number`] (`cops`, `dismantle`, `bounds`, `small`) | how many cops the classical game takes, by the cheapest means |
//! | [`Corpus`] (`corpus`, `graph6`) | cop numbers of whole corpora of graphs |
//! | [`Solution`] (`solution`, `verify`, `image`) | values, best moves, starts; its check; its saved form |
//! | `team_solution`, `team_verify` | the same for teams |
//! | `attractor` | the engine: one side's winning positions, found backwards |
//! | `arena`, `columns` | rules compiled for the engine: numbering, rows, moves inside a row |
//! | `team_board`, `multisets` | the same with teams for rows: multisets of nodes |
//! | `tables` | outcomes and distances, in the narrowest width that holds them |
//! | [`Rules`] (`rules`) | who may go where, and when a game is over |
//! | [`Graph`] (`graph`) | a validated graph |
//! | `isa` | the instruction sets that the engine is compiled for |
//! | `matrix` | a graph read from a matrix of bytes, for the grader |
//! | `bits`, `block`, `memory` | rows of bits, large tables, memory that may be refused |
//! | `threads`, `parallel`, `pace`, `quiet`, [`Error`] | threads of a call, work handed out to them, progress, silent panics, errors |

#![deny(missing_docs, unsafe_code, unsafe_op_in_unsafe_fn)]

mod arena;
mod attractor;
mod bits;
mod block;
mod bounds;
mod cat_mouse;
mod columns;
mod cops;
mod corpus;
mod decide;
mod dismantle;
mod error;
pub mod ffi;
mod game;
// Compiled in any case; only its exported functions hang on the feature.
#[cfg_attr(not(feature = "grader"), allow(dead_code))]
mod grader;
mod graph;
mod graph6;
mod image;
mod isa;
mod matrix;
mod memory;
mod multisets;
mod pace;
mod parallel;
mod quiet;
mod rules;
mod small;
mod solution;
mod solve;
mod tables;
mod team_board;
mod team_solution;
mod team_verify;
mod teams;
mod threads;
mod verify;

pub use cops::{CopNumber, cop_number};
pub use corpus::{CopNumbers, Corpus};
pub use error::{Error, Result};
pub use game::{Game, Progress, ProgressFn};
pub use graph::Graph;
pub use graph6::Graph6Fault;
#[doc(hidden)]
pub use isa::InstructionSet;
pub use rules::{Outcome, Role, Rules};
pub use solution::{Move, Outcomes, Solution, Start, Summary, Value};

#[cfg(not(panic = "unwind"))]
compile_error!("pursuit needs panic = \"unwind\": its C functions stop a panic at the boundary");
