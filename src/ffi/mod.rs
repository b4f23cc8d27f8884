//! The C interface, and nothing else. `include/pursuit.h` and `include/coprobber.h` are generated from these files:
//! the doc comments of exported items are written for readers of the headers.
//!
//! # Conventions
//! - **Shells.** An exported function is a few lines: it names its arguments, calls the core through internal
//!   functions and hands the result out. None calls another exported one: within a shared library such a call goes
//!   through the dynamic linker, and a host with a `nextMove` of its own would get into ours, or we into his.
//! - **One guard.** Each body runs inside a function of [`guard`]: a panic ends there, silently, as
//!   `PURSUIT_ERR_INTERNAL`, and the thread's last status and last error are set there and nowhere else.
//! - **Order of checks.** Handles and out-parameters (NULL), scalars in the order of the arguments, `row_offsets`
//!   NULL, offsets from 0 up, `column_indices` NULL, columns from 0 up. The first fault is the one named.
//! - **Out-parameters** are written last, and only by a call that succeeds.
//! - **Pointers** become references and slices in [`pointers`] alone, once each, after their sizes are known to fit
//!   the address space. Memory that a caller hands over to be filled may be uninitialised: it is written, never read.
//! - **Handles** are boxed without the aborting `Box::new`, and room for one is found before the work that fills it.
//! - **No thread-local with a destructor**: it would keep `dlclose` from unloading the library.
//! - Functions are written out plainly: cbindgen silently drops those that macros make.
//!
//! | file | what it holds |
//! |---|---|
//! | [`types`] | roles, outcomes, handles, the structs of the answers |
//! | [`status`] | status codes, the last error, the version |
//! | [`cat_mouse`] | `cat_mouse_game` |
//! | [`game`] | building a game, solving it |
//! | [`solution`] | asking a solved game |
//! | [`teams`] | several pursuers |
//! | [`grader`] | `start`, `nextMove` |
//! | `guard`, `failure`, `last_error` | how a call ends |
//! | `pointers`, `graphs`, `progress` | how arguments come in |
//! | `faults` | faults on demand, in test builds |

#![allow(unsafe_code, non_camel_case_types)]
// These comments become C headers: a bracket there is an index, not a link.
#![allow(rustdoc::broken_intra_doc_links, rustdoc::private_intra_doc_links)]

mod failure;
mod faults;
mod graphs;
mod guard;
mod last_error;
mod pointers;
mod progress;

pub mod cat_mouse;
pub mod game;
#[cfg(feature = "grader")]
pub mod grader;
pub mod solution;
pub mod status;
pub mod teams;
pub mod types;

#[cfg(feature = "fault-injection")]
pub use faults::{
    pursuit_test_leak, pursuit_test_panic_next, pursuit_test_race, pursuit_test_read_beyond,
    pursuit_test_read_freed, pursuit_test_read_uninitialized,
};
