//! **pursuit** solves pursuit games on graphs exactly: who wins, in how many plies, and how.
//!
//! Two tokens stand on the nodes of a graph, an evader (mouse, robber) and a pursuer (cat, cop), and move in turn.
//! The library is used from C through `include/pursuit.h` and `include/coprobber.h`; this crate is also a Rust
//! library of its own.
//!
//! # Map
//! From the outside in: a module uses those of its own line and below it.
//!
//! | module | what it is |
//! |---|---|
//! | `ffi` | the C interface and nothing else |
//! | `grader`, `cat_mouse` | the two contest games, as settings of a game |
//! | [`Game`] (`game`) | a game as its users set it up |
//! | [`Corpus`] (`corpus`, `graph6`) | cop numbers of whole corpora of graphs |
//! | [`cop_number`] (`cops`, `dismantle`, `bounds`, `small`) | how many cops a game takes, by the cheapest means |
//! | `solve`, `decide` | from a game to its solution, or to one position's outcome |
//! | `teams` | the same for several pursuers |
//! | [`Solution`] (`solution`, `verify`, `image`, `team_solution`, `team_verify`) | values, best moves, starts; its check; its saved form; the same for teams |
//! | `attractor` | the engine: one side's winning positions, found backwards |
//! | `team_board`, `multisets` | the board below with teams for rows: multisets of nodes |
//! | `arena`, `columns` | rules compiled for the engine: numbering, rows, moves inside a row |
//! | `tables` | outcomes and distances, in the narrowest width that holds them |
//! | [`Rules`] (`rules`) | who may go where, and when a game is over |
//! | `matrix` | a graph read from a matrix of bytes, for the grader |
//! | [`Graph`] (`graph`) | a validated graph |
//! | `isa` | the instruction sets that the engine is compiled for |
//! | `bits`, `block`, `memory` | rows of bits, large tables, memory that may be refused |
//! | [`Error`] (`error`), `settings`, `threads`, `parallel`, `pace`, `quiet` | errors; how the work is to be done: limits, threads, work handed out to them, progress, silent panics |

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
mod settings;
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
pub use error::{Error, Graph6Fault, Result};
pub use game::Game;
pub use graph::Graph;
#[doc(hidden)]
pub use isa::InstructionSet;
pub use pace::{Progress, ProgressFn};
pub use rules::{Outcome, Role, Rules};
pub use solution::{Move, Outcomes, Solution, Start, Value};
pub use tables::Summary;

#[cfg(not(panic = "unwind"))]
compile_error!("pursuit needs panic = \"unwind\": its C functions stop a panic at the boundary");
