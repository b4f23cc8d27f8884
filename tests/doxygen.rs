//! `docs/Doxyfile` makes the C reference from the headers without a warning, and nothing is missing from it.

#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use support::{announce, is_installed, root};

#[test]
fn doxygen_makes_the_reference_of_every_function_without_a_warning() {
    if !doxygen_is_there() {
        return;
    }
    let folder = work_folder("reference");
    let said = doxygen(&folder, "");
    assert!(
        said.status.success() && said.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
    let page = |name: &str| fs::read_to_string(folder.join("html").join(name)).unwrap();
    let pages = page("pursuit_8h.html") + &page("coprobber_8h.html");
    let symbols = fs::read_to_string(support::source("exported_symbols.txt")).unwrap();
    for name in symbols.lines().filter(|name| !name.starts_with('_')) {
        assert!(
            pages.contains(&format!(" {name} </td>")),
            "{name} is not in the reference"
        );
    }
}

#[test]
fn a_comment_that_names_an_argument_wrongly_is_seen() {
    if !doxygen_is_there() {
        return;
    }
    let folder = work_folder("wrong");
    let header = folder.join("wrong.h");
    fs::write(
        &header,
        "/**\n * Adds.\n * @param nobody is not there\n */\nint add(int one);\n",
    )
    .unwrap();
    let said = doxygen(&folder, &format!("INPUT = {}\n", header.display()));
    assert!(!said.status.success());
    assert!(String::from_utf8_lossy(&said.stderr).contains("nobody"));
}

/// The overview in the manual leaves out no function, and invents none.
#[test]
fn the_manuals_overview_names_every_exported_function_and_no_other() {
    let overview = fs::read_to_string(root().join("docs/c-reference.md")).unwrap();
    let mut named: Vec<&str> = overview
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    named.sort_unstable();
    let symbols = fs::read_to_string(support::source("exported_symbols.txt")).unwrap();
    let exported: Vec<&str> = symbols
        .lines()
        .filter(|name| !name.starts_with("_Z"))
        .collect();
    assert_eq!(named, exported);
}

fn doxygen_is_there() -> bool {
    let there = is_installed("doxygen", "--version");
    if !there {
        announce("C reference: skipped, doxygen is not installed");
    }
    there
}

/// Runs doxygen with the committed settings and a few more.
fn doxygen(output: &Path, more: &str) -> Output {
    let settings = fs::read_to_string(root().join("docs/Doxyfile")).unwrap();
    let mut running = Command::new("doxygen")
        .arg("-")
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut standard_input = running.stdin.take().unwrap();
    write!(
        standard_input,
        "{settings}\nOUTPUT_DIRECTORY = {}\n{more}",
        output.display()
    )
    .unwrap();
    drop(standard_input);
    running.wait_with_output().unwrap()
}

fn work_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("doxygen")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}
