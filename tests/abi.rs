//! What compiled callers rely on, against the committed snapshot `c_tests/abi_snapshot.txt`: exported symbols, signatures,
//! types, layouts of structs, values of constants. Within a major version only additions are allowed.
//!
//! Names, types and fields are read from the headers; sizes, offsets and values are what a C compiler makes of them, which
//! also has to agree that the signatures were read rightly.
//!
//! `PURSUIT_UPDATE_ABI=1 cargo test --test abi` adds what is new to the snapshot. It changes no line that is there: to take
//! one out by hand is to begin a new major version.

#![cfg(target_os = "linux")]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::mem::{offset_of, size_of};
use std::path::{Path, PathBuf};
use std::process::Command;

use pursuit::ffi::types::*;
use support::{announce, library, outcome, succeed};

/// What there is, by kind and name ("function nextMove"), and how it is ("int (int)").
type Interface = BTreeMap<String, String>;

const SNAPSHOT: &str = "abi_snapshot.txt";
const UPDATE: &str = "PURSUIT_UPDATE_ABI";

// Reading headers.

struct Header {
    functions: Vec<Function>,
    structs: Vec<Struct>,
    /// Names of types and what they stand for, except structs with their fields shown.
    types: Vec<(String, String)>,
    constants: Vec<String>,
}

struct Function {
    name: String,
    returns: String,
    parameters: Vec<String>,
}

impl Function {
    fn signature(&self) -> String {
        format!("{} ({})", self.returns, self.parameters.join(", "))
    }
}

struct Struct {
    name: String,
    /// Type and name.
    fields: Vec<(String, String)>,
}

impl Header {
    fn read(text: &str) -> Header {
        let text = without_comments(&text.replace("\\\n", " "));
        let mut header = Header {
            functions: Vec::new(),
            structs: Vec::new(),
            types: Vec::new(),
            constants: Vec::new(),
        };
        let mut code = String::new();
        let mut in_cpp = false;
        for line in text.lines().map(str::trim) {
            if let Some(directive) = line.strip_prefix('#') {
                match directive {
                    "ifdef __cplusplus" => in_cpp = true,
                    "else" | "endif" => in_cpp = false,
                    _ => {}
                }
                let words: Vec<&str> = directive.split_whitespace().collect();
                // A macro without a value is an include guard.
                if words[0] == "define" && words.len() > 2 {
                    header.constants.push(words[1].to_owned());
                }
            } else if !in_cpp {
                code.push_str(line);
                code.push(' ');
            }
        }
        statements(&code).iter().for_each(|at| header.add(at));
        header
    }

    fn add(&mut self, statement: &str) {
        if let Some((head, rest)) = statement.split_once('{') {
            let (fields, name) = rest.rsplit_once('}').expect("a struct ends");
            let name = name.trim().to_owned();
            assert_eq!(head.trim(), format!("typedef struct {name}"));
            let fields = fields
                .split(';')
                .map(str::trim)
                .filter(|field| !field.is_empty())
                .map(typed)
                .collect();
            self.structs.push(Struct { name, fields });
        } else if let Some(rest) = statement.strip_prefix("typedef ") {
            if let Some((returns, rest)) = rest.split_once("(*") {
                let (name, parameters) = rest.split_once(')').expect("a name in brackets");
                let function = Function {
                    name: name.to_owned(),
                    returns: normalized(returns),
                    parameters: parameter_types(parameters),
                };
                self.types
                    .push((function.name.clone(), function.signature()));
            } else {
                let (meaning, name) = typed(rest);
                self.types.push((name, meaning));
            }
        } else {
            let (head, parameters) = statement
                .split_once('(')
                .unwrap_or_else(|| panic!("neither a type nor a function: {statement}"));
            let (returns, name) = typed(head);
            self.functions.push(Function {
                name,
                returns,
                parameters: parameter_types(&format!("({parameters}")),
            });
        }
    }
}

fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").expect("a comment ends").1;
    }
    kept.push_str(rest);
    kept.lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The parts that end in a semicolon outside braces.
fn statements(code: &str) -> Vec<String> {
    let (mut all, mut one, mut depth) = (Vec::new(), String::new(), 0);
    for letter in code.chars() {
        match letter {
            ';' if depth == 0 => all.push(normalized(&std::mem::take(&mut one))),
            _ => {
                depth += i32::from(letter == '{') - i32::from(letter == '}');
                one.push(letter);
            }
        }
    }
    assert_eq!(one.trim(), "", "the header ends within a declaration");
    all
}

fn normalized(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// "const int32_t *row_offsets" as its type and its name; "bool a\[2\]" is of type "bool \[2\]".
fn typed(declaration: &str) -> (String, String) {
    let (declaration, array) = match declaration.find('[') {
        Some(at) => declaration.split_at(at),
        None => (declaration, ""),
    };
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let declaration = declaration.trim_end();
    let name_at = declaration
        .rfind(|letter| !is_letter(letter))
        .map_or(0, |at| at + 1);
    let (kind, name) = declaration.split_at(name_at);
    (normalized(&format!("{kind} {array}")), name.to_owned())
}

/// The types of "(int32_t n, void *buffer)".
fn parameter_types(list: &str) -> Vec<String> {
    let list = list.trim().strip_prefix('(').expect("a list in brackets");
    let list = list.strip_suffix(')').expect("a list in brackets").trim();
    match list {
        "void" => vec!["void".to_owned()],
        _ => list.split(',').map(|at| typed(at.trim()).0).collect(),
    }
}

// What a compiler makes of them.

/// Everything that the headers in a folder offer, with the exported symbols beside it.
fn interface(folder: &Path, symbols: &[String]) -> Result<Interface, String> {
    let mut found = Interface::new();
    for symbol in symbols {
        found.insert(format!("symbol {symbol}"), "exported".to_owned());
    }
    for name in ["pursuit.h", "coprobber.h"] {
        let header = Header::read(&fs::read_to_string(folder.join(name)).unwrap());
        for function in &header.functions {
            found.insert(format!("function {}", function.name), function.signature());
        }
        for (name, meaning) in &header.types {
            found.insert(format!("type {name}"), meaning.clone());
        }
        for line in probe(folder, name, &header)?.lines() {
            let (what, how) = line.split_once(": ").expect("a line of the probe");
            found.insert(what.to_owned(), how.to_owned());
        }
    }
    Ok(found)
}

/// Lets the compiler check the signatures, and a program print the layouts and the constants' values.
fn probe(folder: &Path, name: &str, header: &Header) -> Result<String, String> {
    let mut code = format!("#include \"{name}\"\n#include <stddef.h>\n#include <stdio.h>\n");
    let mut declarations = String::new();
    let mut body = String::new();
    for function in &header.functions {
        declarations += &format!(
            "extern {} (*has_the_type_of_{})({});\nextern __typeof__(&{}) has_the_type_of_{};\n",
            function.returns,
            function.name,
            function.parameters.join(", "),
            function.name,
            function.name,
        );
    }
    for Struct { name, fields } in &header.structs {
        body += &format!("printf(\"struct {name}: %zu bytes {{\", sizeof({name}));\n");
        for (kind, field) in fields {
            body += &format!("printf(\" {kind} {field} at %zu;\", offsetof({name}, {field}));\n");
        }
        body += "printf(\" }\\n\");\n";
    }
    for constant in &header.constants {
        // A version's numbers change with every version; that they are there is what callers rely on.
        body += &match constant.starts_with("PURSUIT_VERSION") {
            true => format!("(void){constant};\nprintf(\"constant {constant}: a version\\n\");\n"),
            false => {
                format!("printf(\"constant {constant}: %lld\\n\", (long long)({constant}));\n")
            }
        };
    }
    code += &format!("{declarations}int main(void) {{\n{body}return 0;\n}}\n");
    let source = folder.join(format!("probe_{name}.c"));
    fs::write(&source, code).unwrap();
    let program = source.with_extension("");
    let said = outcome(
        support::cc()
            .arg("-I")
            .arg(folder)
            .arg("-o")
            .arg(&program)
            .arg(&source),
    );
    match said.status.success() {
        true => Ok(succeed(&mut Command::new(program))),
        false => Err(String::from_utf8_lossy(&said.stderr).into_owned()),
    }
}

// Comparing.

fn line((what, how): (&String, &String)) -> String {
    format!("{what}: {how}")
}

/// What breaks callers: each line of the snapshot that no longer holds.
fn breaks(snapshot: &Interface, now: &Interface) -> Vec<String> {
    snapshot
        .iter()
        .filter_map(|(what, how)| match now.get(what) {
            Some(found) if found == how => None,
            Some(found) => Some(format!("{what}: {how} has become {found}")),
            None => Some(format!("{what}: {how} is gone")),
        })
        .collect()
}

fn additions(snapshot: &Interface, now: &Interface) -> Vec<String> {
    now.iter()
        .filter(|(what, _)| !snapshot.contains_key(*what))
        .map(line)
        .collect()
}

fn committed() -> Interface {
    fs::read_to_string(support::source(SNAPSHOT))
        .unwrap_or_default()
        .lines()
        .map(|line| {
            let (what, how) = line.split_once(": ").expect("a line of the snapshot");
            (what.to_owned(), how.to_owned())
        })
        .collect()
}

fn exported() -> Vec<String> {
    succeed(
        Command::new("nm")
            .args(["-D", "--defined-only", "--format=just-symbols"])
            .arg(library().shared()),
    )
    .lines()
    .map(String::from)
    .collect()
}

/// A folder with the headers in it, as they are committed.
fn headers(folder: &str) -> PathBuf {
    let folder = support::work_folder().join("abi").join(folder);
    fs::create_dir_all(&folder).unwrap();
    for name in ["pursuit.h", "coprobber.h"] {
        fs::copy(support::include().join(name), folder.join(name)).unwrap();
    }
    folder
}

// Tests.

#[test]
fn nothing_that_compiled_callers_rely_on_has_changed() {
    let now = interface(&headers("unchanged"), &exported()).unwrap();
    let broken = breaks(&committed(), &now);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(now.len() > 80, "only {} things were found", now.len());
}

#[test]
fn every_addition_is_in_the_snapshot() {
    let now = interface(&headers("to_record"), &exported()).unwrap();
    let mut snapshot = committed();
    let new = additions(&snapshot, &now);
    if std::env::var_os(UPDATE).is_some() {
        for (what, how) in now {
            snapshot.entry(what).or_insert(how);
        }
        let lines: Vec<String> = snapshot.iter().map(line).collect();
        fs::write(support::source(SNAPSHOT), lines.join("\n") + "\n").unwrap();
        announce(&format!("{SNAPSHOT}: {} lines added", new.len()));
        return;
    }
    assert!(
        new.is_empty(),
        "not yet in {SNAPSHOT}; {UPDATE}=1 cargo test --test abi adds them:\n{}",
        new.join("\n")
    );
}

/// What the committed headers would break if in one of them a piece of text were another.
fn breaks_after(folder: &str, header: &str, from: &str, to: &str) -> Vec<String> {
    let folder = headers(folder);
    let before = interface(&folder, &[]).unwrap();
    let text = fs::read_to_string(folder.join(header)).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from:?} in {header}");
    fs::write(folder.join(header), text.replace(from, to)).unwrap();
    match interface(&folder, &[]) {
        Ok(after) => breaks(&before, &after),
        Err(complaint) => vec![complaint],
    }
}

#[test]
fn every_change_that_is_no_addition_is_seen() {
    let pursuit = "pursuit.h";
    let changes = [
        (
            "function pursuit_version_number: int32_t (void) is gone",
            pursuit,
            "int32_t pursuit_version_number(void);",
            "",
        ),
        (
            "function pursuit_last_status: int32_t (void) has become int64_t (void)",
            pursuit,
            "int32_t pursuit_last_status(void);",
            "int64_t pursuit_last_status(void);",
        ),
        (
            "function pursuit_game_free: void (pursuit_game *) has become void (pursuit_game *, int32_t)",
            pursuit,
            "void pursuit_game_free(pursuit_game *game);",
            "void pursuit_game_free(pursuit_game *game, int32_t how);",
        ),
        (
            "function pursuit_status_message: const char * (int32_t) has become char * (int32_t)",
            pursuit,
            "const char *pursuit_status_message(int32_t status);",
            "char *pursuit_status_message(int32_t status);",
        ),
        (
            "type pursuit_progress_fn: int32_t (void *, uint64_t, uint64_t, uint64_t) has become \
             int32_t (const void *, uint64_t, uint64_t, uint64_t)",
            pursuit,
            "(*pursuit_progress_fn)(void *user_data,",
            "(*pursuit_progress_fn)(const void *user_data,",
        ),
        (
            "constant PURSUIT_ERR_NODE: -5 has become -15",
            pursuit,
            "#define PURSUIT_ERR_NODE -5",
            "#define PURSUIT_ERR_NODE -15",
        ),
        (
            "constant PURSUIT_ERR_CANCELLED: -8 is gone",
            pursuit,
            "#define PURSUIT_ERR_CANCELLED -8",
            "",
        ),
        (
            "constant MAX_N: 500 has become 600",
            "coprobber.h",
            "#define MAX_N 500",
            "#define MAX_N 600",
        ),
        (
            "function nextMove: int (int) has become int (unsigned)",
            "coprobber.h",
            "int nextMove(int r);",
            "int nextMove(unsigned r);",
        ),
    ];
    for (expected, header, from, to) in changes {
        assert_eq!(breaks_after("changed", header, from, to), [expected]);
    }
}

#[test]
fn every_change_to_a_struct_is_seen() {
    let committed = fs::read_to_string(support::include().join("pursuit.h")).unwrap();
    let end = "} pursuit_move;";
    let start = committed.find("typedef struct pursuit_move {").unwrap();
    let whole = &committed[start..][..committed[start..].find(end).unwrap()];
    let fields = |list: &str| format!("typedef struct pursuit_move {{ {list} ");
    let layout = "struct pursuit_move: 12 bytes { int32_t node at 0; int32_t outcome at 4; int32_t distance at 8; }";
    for (list, becomes) in [
        (
            "int32_t outcome; int32_t node; int32_t distance;",
            "12 bytes { int32_t outcome at 0; int32_t node at 4; int32_t distance at 8; }",
        ),
        (
            "int32_t node; int32_t outcome; int64_t distance;",
            "16 bytes { int32_t node at 0; int32_t outcome at 4; int64_t distance at 8; }",
        ),
        (
            "int32_t node; int32_t outcome; int32_t distance; int32_t more;",
            "16 bytes { int32_t node at 0; int32_t outcome at 4; int32_t distance at 8; int32_t more at 12; }",
        ),
        (
            "int32_t node; uint32_t outcome; int32_t distance;",
            "12 bytes { int32_t node at 0; uint32_t outcome at 4; int32_t distance at 8; }",
        ),
    ] {
        assert_eq!(
            breaks_after("struct", "pursuit.h", whole, &fields(list)),
            [format!("{layout} has become {becomes}")]
        );
    }
}

#[test]
fn additions_break_nothing() {
    let last = "void pursuit_solution_free(pursuit_solution *solution);";
    for more in [
        "int32_t pursuit_more(void);",
        "\n#define PURSUIT_ERR_MORE -99\n",
        "typedef struct pursuit_more { int64_t figure; } pursuit_more;",
        "typedef void (*pursuit_more_fn)(void *user_data);",
    ] {
        let broken = breaks_after("added", "pursuit.h", last, &format!("{last}\n{more}"));
        assert!(broken.is_empty(), "{more}: {broken:?}");
    }
}

#[test]
fn a_symbol_that_is_no_longer_exported_is_seen() {
    let folder = headers("symbols");
    let symbols = exported();
    let before = interface(&folder, &symbols).unwrap();
    let after = interface(&folder, &symbols[1..]).unwrap();
    assert_eq!(
        breaks(&before, &after),
        [format!("symbol {}: exported is gone", symbols[0])]
    );
    assert_eq!(breaks(&after, &before), [""; 0]);
}

#[test]
fn the_librarys_structs_are_laid_out_as_a_c_compiler_lays_out_the_headers() {
    let found = interface(&headers("layouts"), &[]).unwrap();
    macro_rules! layout {
        ($name:ident { $($kind:ident $field:ident),* }) => {{
            let fields: String = [$(
                format!(" {} {} at {};", stringify!($kind), stringify!($field), offset_of!($name, $field))
            ),*].concat();
            let layout = format!("{} bytes {{{fields} }}", size_of::<$name>());
            assert_eq!(found[concat!("struct ", stringify!($name))], layout);
        }};
    }
    layout!(pursuit_value { int32_t outcome, int32_t distance, int32_t best_move });
    layout!(pursuit_move { int32_t node, int32_t outcome, int32_t distance });
    layout!(pursuit_start { int32_t outcome, int32_t distance, int32_t pursuer, int32_t evader });
    layout!(pursuit_summary { uint64_t draws, uint64_t evader_wins, uint64_t pursuer_wins, int64_t longest });
}
