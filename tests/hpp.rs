//! `pursuit.hpp` under gcc and clang with the address and undefined-behaviour sanitizers: the programs of `c_tests/hpp`.

#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use support::{announce, outcome, succeed};

const SANITIZERS: [&str; 3] = [
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
];

#[test]
fn the_cpp_interface_passes_its_tests_with_gcc_as_cpp17() {
    passes("g++", "c++17");
}

#[test]
fn the_cpp_interface_passes_its_tests_with_gcc_as_cpp20() {
    passes("g++", "c++20");
}

#[test]
fn the_cpp_interface_passes_its_tests_with_clang_as_cpp17() {
    passes("clang++", "c++17");
}

#[test]
fn the_cpp_interface_passes_its_tests_with_clang_as_cpp20() {
    passes("clang++", "c++20");
}

#[test]
fn the_sanitizers_see_a_read_past_an_end_and_an_overflow() {
    for compiler in ["g++", "clang++"] {
        let Some(program) = compile(compiler, "c++17", "faults") else {
            continue;
        };
        for (fault, report) in [
            ("address", "AddressSanitizer"),
            ("undefined", "signed integer overflow"),
        ] {
            let said = outcome(Command::new(&program).arg(fault));
            assert!(!said.status.success());
            assert!(standard_error(&said).contains(report), "{compiler} {fault}");
        }
    }
}

fn passes(compiler: &str, standard: &str) {
    if let Some(program) = compile(compiler, standard, "") {
        assert_eq!(
            succeed(&mut Command::new(program)),
            "pursuit.hpp: all well\n"
        );
    }
}

/// Compiles the C++ files of a folder below `c_tests/hpp`; `None` where the compiler isn't installed.
fn compile(compiler: &str, standard: &str, folder: &str) -> Option<PathBuf> {
    if !support::is_installed(compiler, "--version") {
        announce(&format!(
            "pursuit.hpp with {compiler}: skipped, it is not installed"
        ));
        return None;
    }
    let programs = support::work_folder().join("programs");
    fs::create_dir_all(&programs).unwrap();
    let program = programs.join(format!("hpp_{folder}_{compiler}_{standard}"));
    let mut command = Command::new(compiler);
    command
        .arg(format!("-std={standard}"))
        .args(support::STRICT)
        .args(["-Wshadow", "-Wconversion", "-g", "-pthread"])
        .args(SANITIZERS)
        .arg("-I")
        .arg(support::include())
        .args(cpp_files(&support::source("hpp").join(folder)))
        .arg("-o")
        .arg(&program)
        .arg(support::library().shared());
    support::search_first(&mut command, &support::library().shared_folder);
    succeed(&mut command);
    Some(program)
}

fn cpp_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cpp"))
        .collect();
    files.sort();
    files
}

fn standard_error(said: &Output) -> String {
    String::from_utf8_lossy(&said.stderr).into_owned()
}
