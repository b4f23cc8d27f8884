//! The programs of `examples/`, compiled as their users compile them, run, and what they print held against published
//! facts and the plain oracle.

#![cfg(target_os = "linux")]

#[path = "examples/cat_and_mouse.rs"]
mod cat_and_mouse;
#[path = "examples/cop_and_robber.rs"]
mod cop_and_robber;
#[path = "examples/maps.rs"]
mod maps;
mod oracle;
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use oracle::families;
use oracle::generate::Random;
use oracle::{Side, Value};
use support::{Link, announce, library, program, succeed};

type Rows = Vec<Vec<usize>>;

// Compiling and running them.

#[test]
fn every_example_compiles_without_a_warning_under_gcc_and_clang() {
    for compiler in ["gcc", "clang"] {
        if !support::is_installed(compiler, "--version") {
            announce(&format!(
                "examples with {compiler}: skipped, it is not installed"
            ));
            continue;
        }
        for source in sources() {
            for standard in ["c99", "c11", "c17"] {
                let mut command = Command::new(compiler);
                command
                    .args(support::STRICT)
                    .args(["-O2", "-c", "-o", "/dev/null"])
                    .arg(format!("-std={standard}"))
                    .arg("-I")
                    .arg(support::include())
                    .arg(folder().join(&source));
                succeed(&mut command);
            }
        }
    }
}

fn folder() -> PathBuf {
    support::root().join("examples")
}

/// The names of all C files of the folder.
fn sources() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".c"))
        .collect();
    names.sort();
    assert!(names.len() >= 10, "{names:?}");
    names
}

/// An example, linked with the shared library. Tests run at once and share the programs, so each is compiled once.
fn example(name: &str) -> PathBuf {
    static COMPILED: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let compile = || {
        program(
            &format!("example_{name}"),
            &[&format!("../examples/{name}.c"), "-std=c99"],
            Link::Shared(library()),
        )
    };
    compiled
        .entry(name.to_owned())
        .or_insert_with(compile)
        .clone()
}

/// What a program said.
struct Said {
    printed: String,
    complained: String,
    status: Option<i32>,
}

fn run(command: &mut Command, input: &str) -> Said {
    let mut running = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    // A program that gives up early does not read all of its input.
    let _ = running.stdin.take().unwrap().write_all(input.as_bytes());
    let said = running.wait_with_output().unwrap();
    Said {
        printed: String::from_utf8(said.stdout).unwrap(),
        complained: String::from_utf8(said.stderr).unwrap(),
        status: said.status.code(),
    }
}

/// Runs an example that has to succeed and to complain of nothing, and gives what it printed.
fn prints(name: &str, arguments: &[&str], input: &str) -> String {
    let said = run(Command::new(example(name)).args(arguments), input);
    assert_eq!(
        (said.status, said.complained.as_str()),
        (Some(0), ""),
        "{name} {arguments:?} < {input}\n{}",
        said.printed
    );
    said.printed
}

/// A folder for files that the examples read and write.
fn scratch() -> PathBuf {
    let folder = support::work_folder().join("examples");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A line with one blank between its words.
fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A graph as LeetCode writes it.
fn json(rows: &Rows) -> String {
    format!("{rows:?}")
}

fn plies(count: u32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// What the examples say of a game's end.
fn result(value: Value, evader: &str, pursuer: &str) -> String {
    match value {
        Value::Draw => "a draw".to_owned(),
        Value::Won(Side::Evader, count) => format!("the {evader} wins in {}", plies(count)),
        Value::Won(Side::Pursuer, count) => format!("the {pursuer} wins in {}", plies(count)),
    }
}

/// A graph in which each arc is there in `percent` of 100 cases.
fn random_arcs(random: &mut Random, n: usize, percent: usize) -> Rows {
    (0..n)
        .map(|_| (0..n).filter(|_| random.chance(percent)).collect())
        .collect()
}

/// The same with edges, and no loops.
fn random_edges(random: &mut Random, n: usize, percent: usize) -> Rows {
    let pairs = (0..n).flat_map(|y| (0..y).map(move |x| (x, y)));
    families::undirected(
        n,
        pairs.filter(|_| random.chance(percent)).collect::<Vec<_>>(),
    )
}

// What goes wrong, and what must not.

/// Calls that an example refuses, with what it says: program, arguments, input, the complaint's begin.
const REFUSED: [(&str, &[&str], &str, &str); 31] = [
    (
        "cat_and_mouse",
        &[],
        "[[1],[0]]",
        "pursuit: n is 2, outside 3..",
    ),
    (
        "cat_and_mouse",
        &[],
        "[[1,90],[0],[0]]",
        "pursuit: column_indices[1] is 90, outside 0..2 (row 0)",
    ),
    (
        "cat_and_mouse",
        &[],
        "[[1],\n[-1],[0]]",
        "pursuit: column_indices[1] is -1, outside 0..2 (row 1)",
    ),
    (
        "cat_and_mouse",
        &[],
        "[[1],[0],[0]] [[1],[0",
        "input, line 1, column 22: expected ',' or ']', found the end",
    ),
    (
        "cat_and_mouse",
        &[],
        "[[1],[0],\n [x]]",
        "input, line 2, column 3: expected a whole number, found 'x'",
    ),
    (
        "cat_and_mouse",
        &[],
        "[[1.5]]",
        "input, line 1, column 4: expected the end of a whole number",
    ),
    (
        "cat_and_mouse",
        &[],
        "[[3000000000]]",
        "input, line 1, column 13: expected the end of a whole number",
    ),
    (
        "cat_and_mouse",
        &[],
        "[[1]",
        "input, line 1, column 5: expected ',' or ']', found the end",
    ),
    (
        "cat_and_mouse",
        &[],
        "[[1] [0]]",
        "input, line 1, column 6: expected ',' or ']', found '['",
    ),
    (
        "cat_and_mouse",
        &[],
        "{\"graph\": []}",
        "input, line 1, column 1: expected '[', found '{'",
    ),
    ("arbitrary_starts", &[], "", "usage: "),
    (
        "arbitrary_starts",
        &["0"],
        "",
        "input, line 1, column 1: expected '[', found the end",
    ),
    (
        "arbitrary_starts",
        &["0"],
        "[]",
        "pursuit: n is 0, outside 1..",
    ),
    (
        "arbitrary_starts",
        &["0"],
        "[[1],[0]] [[1],[0]]",
        "input, line 1, column 11: expected the end, found '['",
    ),
    (
        "arbitrary_starts",
        &["5"],
        "[[1],[0]]",
        "pursuit: node is 5, outside 0..1",
    ),
    (
        "arbitrary_starts",
        &["0", "1", "7"],
        "[[1],[0]]",
        "pursuit: pursuer is 7, outside 0..1",
    ),
    (
        "arbitrary_starts",
        &["hole"],
        "[[1],[0]]",
        "'hole' is not a whole number",
    ),
    (
        "several_holes",
        &["0", "9"],
        "[[1],[2],[0]]",
        "pursuit: node is 9, outside 0..2",
    ),
    (
        "one_way_streets",
        &[],
        "[[1],[2]]",
        "pursuit: column_indices[1] is 2, outside 0..1 (row 1)",
    ),
    ("waiting", &[], "[]", "pursuit: n is 0, outside 1.."),
    (
        "a_graph_each",
        &["king", "queen"],
        "",
        "'queen' is no piece",
    ),
    (
        "a_graph_each",
        &["king", "king", "27"],
        "",
        "a board of size 27",
    ),
    (
        "cat_and_mouse_2",
        &[],
        "[\"M.C\"],1,2",
        "the grid needs a mouse M, a cat C and food F",
    ),
    (
        "cat_and_mouse_2",
        &[],
        "[\"M.C\",\"F\"],1,2",
        "row 2 of the map has 1 cells, the rows before it have 3",
    ),
    (
        "cat_and_mouse_2",
        &[],
        "[\"MFC\"],1",
        "input, line 1, column 10: expected a whole number, found the end",
    ),
    (
        "cat_and_mouse_2",
        &[],
        "[\"MFC",
        "input, line 1, column 6: expected a character of a string",
    ),
    (
        "make_grader_input",
        &[],
        "501\n",
        "the input must begin with a number of corners, 1 to 500",
    ),
    (
        "make_grader_input",
        &[],
        "2\n0 1\n2 0\n",
        "row 1, column 0 of the matrix is neither 0 nor 1",
    ),
    ("game_loop", &["no_such_map"], "", "no_such_map: "),
    (
        "save_and_load",
        &["load", "no_such_image"],
        "",
        "no_such_image: ",
    ),
    ("save_and_load", &["load"], "", "usage: "),
];

#[test]
fn bad_input_is_refused_with_a_sentence_and_status_1() {
    for (name, arguments, input, complaint) in REFUSED {
        let said = run(Command::new(example(name)).args(arguments), input);
        assert!(
            said.status == Some(1) && said.complained.starts_with(complaint),
            "{name} {arguments:?} < {input}: {:?}\n{}",
            said.status,
            said.complained
        );
    }
}

/// Calls that succeed, and together go through every program. `MAP` and `IMAGE` stand for files.
const ACCEPTED: [(&str, &[&str], &str); 13] = [
    (
        "cat_and_mouse",
        &[],
        "[[1,3],[0],[3],[0,2]] [[1,2],[0,2],[0,1]]",
    ),
    ("arbitrary_starts", &["0"], "[[1,3],[0],[3],[0,2]]"),
    (
        "arbitrary_starts",
        &["0", "3", "2"],
        "[[1,3],[0],[3],[0,2]]",
    ),
    ("several_holes", &["0", "3"], "[[1,3],[0],[3],[0,2]]"),
    ("one_way_streets", &[], "[[1,3],[2],[1],[0]]"),
    ("waiting", &[], "[[1,3],[0,2],[1,3],[0,2]]"),
    ("a_graph_each", &["king", "wazir", "4"], ""),
    (
        "cat_and_mouse_2",
        &[],
        "[\"####F\",\"#C...\",\"M....\"],1,2",
    ),
    ("cat_and_mouse_2", &["1", "4"], "M.C...F\n"),
    ("make_grader_input", &[], "3\n0 1 0\n1 0 1\n0 1 0\n"),
    ("game_loop", &["MAP"], ""),
    ("save_and_load", &["solve", "MAP", "IMAGE"], ""),
    ("save_and_load", &["load", "IMAGE"], ""),
];

#[test]
fn the_examples_free_what_they_take_and_touch_nothing_else() {
    if !support::is_installed("valgrind", "--version") {
        announce("examples under valgrind: skipped, it is not installed");
        return;
    }
    let (map, image) = (scratch().join("small.txt"), scratch().join("small.solved"));
    fs::write(&map, "P..E\n.#..\n..#M\n").unwrap();
    let under_valgrind = |name: &str, arguments: &[&str], input: &str, status: i32| {
        let mut command = Command::new("valgrind");
        command
            .args(["-q", "--leak-check=full", "--error-exitcode=99"])
            .arg(example(name));
        for argument in arguments {
            match *argument {
                "MAP" => command.arg(&map),
                "IMAGE" => command.arg(&image),
                other => command.arg(other),
            };
        }
        let said = run(&mut command, input);
        assert_eq!(
            said.status,
            Some(status),
            "{command:?} < {input}\n{}",
            said.complained
        );
    };
    for (name, arguments, input) in ACCEPTED {
        under_valgrind(name, arguments, input, 0);
    }
    for (name, arguments, input, _) in REFUSED {
        under_valgrind(name, arguments, input, 1);
    }
}

// The page that shows them.

#[test]
fn the_readmes_commands_print_what_it_shows() {
    let shell = scratch().join("readme");
    let _ = fs::remove_dir_all(&shell);
    fs::create_dir_all(&shell).unwrap();
    fs::copy(folder().join("dungeon.txt"), shell.join("dungeon.txt")).unwrap();
    let readme = fs::read_to_string(folder().join("README.md")).unwrap();
    let commands = console_commands(&readme);
    for source in sources() {
        let name = source.strip_suffix(".c").unwrap();
        assert!(
            commands
                .iter()
                .any(|(command, _)| command.contains(&format!("./{name}"))),
            "the README doesn't show {name}"
        );
        symlink(example(name), shell.join(name)).unwrap();
    }
    for (command, shown) in commands {
        let printed = succeed(
            Command::new("sh")
                .arg("-c")
                .arg(&command)
                .current_dir(&shell),
        );
        assert!(
            matches(&printed, &shown),
            "$ {command}{shown}\nprints\n{printed}"
        );
    }
}

/// The commands of the console blocks, each with the output shown beneath it.
fn console_commands(readme: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let blocks = readme.split("```console\n").skip(1);
    for line in blocks.flat_map(|block| block.split("```").next().unwrap().lines()) {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((format!("{command}\n"), String::new())),
            // A here-document belongs to its command.
            (None, Some((command, _)))
                if command.contains("<<END") && !command.ends_with("\nEND\n") =>
            {
                *command += &format!("{line}\n");
            }
            (None, Some((_, shown))) => *shown += &format!("{line}\n"),
            (None, None) => panic!("{line} stands before the first command"),
        }
    }
    commands
}

/// Whether a text is as shown, with anything in place of each "…".
fn matches(text: &str, shown: &str) -> bool {
    let mut rest = text;
    let mut parts = shown.split('…');
    let begins = rest.strip_prefix(parts.next().unwrap());
    match begins {
        Some(after) => rest = after,
        None => return false,
    }
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}
