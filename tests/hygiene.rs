//! What the library does to the process that it works in: nothing that its callers didn't ask for.

#![cfg(target_os = "linux")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use support::{Library, Link, library, library_with_faults, outcome, program, succeed};

/// Settings of the environment that Rust's standard library, or a library of threads, could listen to.
const TEMPTATIONS: [(&str, &str); 9] = [
    ("RUST_BACKTRACE", "full"),
    ("RUST_LIB_BACKTRACE", "1"),
    ("RUST_MIN_STACK", "1"),
    ("RUST_LOG", "trace"),
    ("RAYON_NUM_THREADS", "64"),
    ("OMP_NUM_THREADS", "64"),
    ("PURSUIT_THREADS", "64"),
    ("LC_ALL", "C.UTF-8"),
    ("TZ", "Asia/Kathmandu"),
];

/// Runs a program that must be silent but for what it says on standard output, which is returned.
fn quietly(command: &mut Command) -> String {
    let said = outcome(command);
    let printed = String::from_utf8_lossy(&said.stdout).into_owned();
    let complaints = String::from_utf8_lossy(&said.stderr);
    assert!(
        said.status.success() && complaints.is_empty(),
        "{command:?}: {}\n{printed}{complaints}",
        said.status
    );
    printed
}

#[test]
fn the_process_is_left_as_it_was_found_and_the_answers_do_not_depend_on_it() {
    let mut digests = Vec::new();
    for link in [Link::Shared(library()), Link::Static(library())] {
        let test = program(
            "hygiene",
            &["hygiene.c", "-std=c99", "-rdynamic", "-lm"],
            link,
        );
        digests.push(quietly(&mut Command::new(&test)));
        digests.push(quietly(Command::new(&test).env_clear()));
        digests.push(quietly(Command::new(&test).envs(TEMPTATIONS)));
    }
    assert_eq!(digests[0].trim().len(), 16, "{}", digests[0]);
    assert!(
        digests.iter().all(|digest| *digest == digests[0]),
        "{digests:?}"
    );
}

#[test]
fn a_process_that_forks_goes_on_with_both_sides() {
    for link in [Link::Shared(library()), Link::Static(library())] {
        let test = program("hygiene_fork", &["hygiene_fork.c", "-std=c99"], link);
        assert_eq!(quietly(&mut Command::new(test)), "");
    }
}

// Loading and unloading.

fn unloading(library: &Library, rounds: u32) -> Command {
    // Compiled once: tests run at the same time, and a program that is running can't be written to.
    static TEST: OnceLock<PathBuf> = OnceLock::new();
    let test = TEST.get_or_init(|| {
        program(
            "hygiene_unload",
            &["hygiene_unload.c", "-std=c99", "-pthread"],
            Link::Nothing,
        )
    });
    let mut command = Command::new(test);
    command.arg(library.shared()).arg(rounds.to_string());
    command
}

#[test]
fn a_thousand_times_loaded_and_unloaded_it_is_gone_and_has_left_nothing() {
    assert_eq!(quietly(&mut unloading(library(), 1000)), "");
}

#[test]
fn neither_do_panics_keep_it_loaded_or_leave_anything() {
    assert_eq!(
        quietly(unloading(library_with_faults(), 200).env("RUST_BACKTRACE", "full")),
        ""
    );
}

#[test]
fn a_library_that_stays_loaded_is_seen() {
    let said = outcome(unloading(library(), 60).arg("pinned"));
    let printed = String::from_utf8_lossy(&said.stdout);
    assert!(
        printed.contains("FAILED mappings of the library are left"),
        "{printed}"
    );
    assert_eq!(said.status.code(), Some(1));
}

#[test]
fn a_leak_in_every_round_is_seen() {
    let said = outcome(unloading(library(), 60).arg("leaking"));
    let printed = String::from_utf8_lossy(&said.stdout);
    assert!(
        printed.contains("FAILED bytes more in the heap"),
        "{printed}"
    );
    assert_eq!(said.status.code(), Some(1));
}

// Beside another Rust library.

/// A Rust library for the same process, made by the compiler that made ours.
fn other_library() -> PathBuf {
    let library = support::work_folder().join("libbeside.so");
    std::fs::create_dir_all(support::work_folder()).unwrap();
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    succeed(
        Command::new(compiler)
            .args(["--edition", "2024", "--crate-type", "cdylib", "-O", "-o"])
            .arg(&library)
            .arg(support::source("beside.rs")),
    );
    library
}

fn works_beside(library: &Library, other: &Path) {
    let test = program(
        "hygiene_beside",
        &["hygiene_beside.c", "-std=c99"],
        Link::Nothing,
    );
    let printed = quietly(Command::new(test).arg(library.shared()).arg(other));
    assert_eq!(printed, "");
}

#[test]
fn it_works_beside_another_rust_library() {
    let other = other_library();
    works_beside(library(), &other);
    works_beside(library_with_faults(), &other);
}
