//! The example `copnumber`, which answers for a corpus on its standard input part by part.

#![cfg(target_os = "linux")]

mod support;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;

use support::{Link, library, program};

fn copnumber() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let sources = ["../examples/copnumber.c", "-std=c99"];
        program("copnumber", &sources, Link::Shared(library()))
    })
}

/// What it prints, what it complains of, and whether it succeeds.
fn run(arguments: &[&str], corpus: Vec<u8>) -> (String, String, bool) {
    let mut running = Command::new(copnumber())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = running.stdin.take().unwrap();
    // It answers before it has read everything, so somebody has to go on writing meanwhile; and it may give up early.
    let writer = thread::spawn(move || drop(input.write_all(&corpus)));
    let said = running.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(said.stdout), text(said.stderr), said.status.success())
}

/// A triangle, a square, Petersen's graph, four nodes on their own.
const FEW: &[u8] = b"Bw\nCl\nIheA@GUAo\nC?";

#[test]
fn each_graph_gets_its_number_and_its_rounds() {
    let printed = |arguments: &[&str], corpus: &[u8]| {
        let (printed, complained, succeeds) = run(arguments, corpus.to_vec());
        assert_eq!((complained.as_str(), succeeds), ("", true));
        printed
    };
    assert_eq!(printed(&[], FEW), "1 1\n2 1\n3 1\n4 0\n");
    assert_eq!(printed(&["2"], FEW), "1 1\n2 1\n0 -1\n0 -1\n");
    assert_eq!(printed(&["3", "2"], FEW), "1 1\n2 1\n3 1\n0 -1\n");
    assert_eq!(
        printed(&[], &[b">>graph6<<", FEW].concat()),
        "1 1\n2 1\n3 1\n4 0\n"
    );
    assert_eq!(printed(&[], b""), "");
}

/// Over a megabyte is read in parts; the numbers of lines go on counting, and a line of a megabyte and a half is one.
#[test]
fn a_corpus_of_many_parts_is_answered_line_by_line() {
    let ring = "Dhc\n";
    let graphs = 600_000;
    let mut corpus = ring.repeat(graphs).into_bytes();
    let (printed, complained, succeeds) = run(&["3", "0"], corpus.clone());
    assert_eq!((complained.as_str(), succeeds), ("", true));
    assert_eq!(printed, "2 1\n".repeat(graphs));

    corpus.extend(b"Dhc\nDh\nDhc\n");
    let (_, complained, succeeds) = run(&["3", "0"], corpus);
    assert!(!succeeds);
    assert_eq!(
        complained,
        "pursuit: line 600002: a graph of 5 nodes takes 3 bytes, the line has 2\n"
    );

    // 4200 nodes on their own.
    let n = 4200;
    let mut wide = vec![
        126,
        63 + (n >> 12) as u8,
        63 + (n >> 6 & 63) as u8,
        63 + (n & 63) as u8,
    ];
    wide.resize(4 + (n * (n - 1) / 2usize).div_ceil(6), 63);
    assert!(wide.len() > 1 << 20);
    wide.extend(b"\nDhc");
    assert_eq!(run(&["5000"], wide).0, "4200 0\n2 1\n");
}

#[test]
fn what_is_wrong_is_said() {
    for (arguments, corpus, complaint) in [
        (
            &["0"][..],
            FEW,
            "pursuit: max_cops is 0, it must be at least 1\n",
        ),
        (
            &["3", "-1"],
            FEW,
            "pursuit: threads is -1, it must be 0 (every core) or more\n",
        ),
        (&["three"], FEW, "'three' is not a whole number\n"),
        (
            &["1", "1", "1"],
            FEW,
            "usage: copnumber [MAX_COPS [THREADS]] < graphs.g6\n",
        ),
        (
            &[],
            b"Bw\n:An\n",
            "pursuit: line 2: this is sparse6, not graph6\n",
        ),
    ] {
        let (_, complained, succeeds) = run(arguments, corpus.to_vec());
        assert_eq!((complained.as_str(), succeeds), (complaint, false));
    }
}
