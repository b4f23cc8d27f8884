//! What the fuzz targets do: a string of bytes is read as a caller's program, that program is run against the C functions,
//! and every answer is held against the plain oracle's.
//!
//! It lives here and not with the targets in `fuzz/` because it needs no fuzzer: `tests/fuzz_seeds.rs` runs it on the
//! committed seeds and on bytes made from them in every test run.
//!
//! A caller's promises are kept (an array has the length it is said to have), as no library can do without them. All
//! arrays are allocated at their exact size, so that an address sanitizer sees a read or a write beside them.

#![allow(dead_code)] // Each program that includes this uses its own part of it.

mod answers;
mod builder;
mod cat_mouse;
mod cops;
mod csr;
mod grader;
mod images;
mod input;
mod model;
mod teams;

/// A fuzz target: its name, which is also that of its folder of seeds, and what it does with some bytes.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: [Target; 6] = [
    ("builder", builder::run),
    ("cat_mouse", cat_mouse::run),
    ("cops", cops::run),
    ("grader", grader::run),
    ("load", images::load),
    ("load_mutated", images::load_mutated),
];

/// Runs the target of this name.
pub fn run(name: &str, bytes: &[u8]) {
    let (_, target) = TARGETS
        .into_iter()
        .find(|&(known, _)| known == name)
        .unwrap_or_else(|| panic!("there is no fuzz target {name}"));
    target(bytes);
}
