//! Eight threads at once: `c_tests/threads.c`, with the library in both its forms.

#![cfg(target_os = "linux")]

mod support;

use std::process::Command;

use support::{Link, library, program, succeed};

const ROUNDS: &str = "100";

#[test]
fn eight_threads_get_right_results_and_their_own_errors() {
    for link in [Link::Shared(library()), Link::Static(library())] {
        let test = program("threads", &["threads.c", "-std=c99", "-pthread"], link);
        let printed = succeed(Command::new(test).arg(ROUNDS));
        assert_eq!(printed, "");
    }
}
