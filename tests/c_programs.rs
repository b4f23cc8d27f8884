//! The programs of `c_tests/`, compiled and linked with the library as it is shipped, and run.

#![cfg(target_os = "linux")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use support::{Library, Link, announce, library, library_without_grader, program, succeed};

// Graders.

#[test]
fn a_cpp_grader_over_our_header_plays_every_input_with_the_shared_library() {
    plays_every_input(&program(
        "grader_cpp",
        &["grader.cpp"],
        Link::Shared(library()),
    ));
}

#[test]
fn a_cpp_grader_over_our_header_plays_every_input_in_a_static_program() {
    plays_every_input(&program(
        "grader_cpp",
        &["grader.cpp"],
        Link::Static(library()),
    ));
}

#[test]
fn a_c_grader_plays_every_input_with_the_shared_library() {
    plays_every_input(&program("grader_c", &["grader.c"], Link::Shared(library())));
}

#[test]
fn a_c_grader_plays_every_input_with_the_archive() {
    plays_every_input(&program(
        "grader_c",
        &["grader.c"],
        Link::Archive(library()),
    ));
}

#[test]
fn a_grader_that_says_extern_c_itself_plays_every_input_with_the_shared_library() {
    plays_every_input(&program(
        "grader_externc",
        &["grader_externc.cpp"],
        Link::Shared(library()),
    ));
}

#[test]
fn a_grader_that_says_extern_c_itself_plays_every_input_in_a_static_program() {
    plays_every_input(&program(
        "grader_externc",
        &["grader_externc.cpp"],
        Link::Static(library()),
    ));
}

#[test]
fn an_untouched_grader_plays_every_input_with_the_shared_library() {
    plays_every_input(&program(
        "grader_untouched",
        &["grader_untouched.cpp"],
        Link::Shared(library()),
    ));
}

#[test]
fn an_untouched_grader_plays_every_input_in_a_static_program() {
    plays_every_input(&program(
        "grader_untouched",
        &["grader_untouched.cpp"],
        Link::Static(library()),
    ));
}

#[test]
fn a_pascal_grader_plays_every_input_with_the_shared_library() {
    pascal_plays_every_input(Link::Shared(library()));
}

#[test]
fn a_pascal_grader_plays_every_input_with_the_archive() {
    pascal_plays_every_input(Link::Archive(library()));
}

fn pascal_plays_every_input(link: Link) {
    match support::pascal_program("grader_pascal", "grader.pas", link) {
        Some(grader) => plays_every_input(&grader),
        None => announce("Pascal grader: skipped, fpc is not installed"),
    }
}

/// One process plays them all, so whatever a game leaves behind meets the next one.
fn plays_every_input(grader: &Path) {
    let inputs = generated_inputs();
    let printed = succeed(Command::new(grader).args(inputs.iter().map(|input| &input.file)));
    let verdicts: Vec<&str> = printed.lines().collect();
    assert_eq!(verdicts.len(), inputs.len(), "{printed}");
    for (input, verdict) in inputs.iter().zip(verdicts) {
        assert_eq!(verdict, input.verdict, "{}", input.file.display());
    }
}

struct Input {
    file: PathBuf,
    verdict: String,
}

/// Made by `make_inputs.cpp`, which finds winner, best start and plies without the library.
fn generated_inputs() -> &'static [Input] {
    static INPUTS: OnceLock<Vec<Input>> = OnceLock::new();
    INPUTS.get_or_init(|| {
        let folder = support::work_folder().join("inputs");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let maker = program("make_inputs", &["make_inputs.cpp"], Link::Nothing);
        succeed(Command::new(maker).arg(&folder));
        let verdicts = fs::read_to_string(folder.join("verdicts.txt")).unwrap();
        let files = input_files(&folder);
        assert_eq!(files.len(), verdicts.lines().count());
        assert!(files.len() > 100);
        files
            .into_iter()
            .zip(verdicts.lines().map(String::from))
            .map(|(file, verdict)| Input { file, verdict })
            .collect()
    })
}

fn input_files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_real_input_ends_ok() {
    let Some(folder) = std::env::var_os("PURSUIT_REAL_INPUTS") else {
        announce("real inputs: skipped, PURSUIT_REAL_INPUTS names no folder of contest inputs");
        return;
    };
    let files = input_files(Path::new(&folder));
    assert!(!files.is_empty(), "no *.in file in {folder:?}");
    for name in ["grader", "grader_untouched"] {
        let grader = program(
            &format!("{name}_real_inputs"),
            &[&format!("{name}.cpp")],
            Link::Static(library()),
        );
        for file in &files {
            let verdict = succeed(Command::new(&grader).arg(file));
            assert!(verdict.starts_with("OK "), "{}: {verdict}", file.display());
        }
    }
    announce(&format!("real inputs: all {} end OK", files.len()));
}

/// On the path 0-1-2 the cop wins from anywhere; the robber runs to and fro as long as he isn't caught.
const WON: &str = "3\n0 1 0\n1 0 1\n0 1 0\n1\n0 2 1 2\n0 1 2 0\n1 0 2 0\n";
const ESCAPED: &str = "5\n0 1 0 0 1\n1 0 1 0 0\n0 1 0 1 0\n0 0 1 0 1\n1 0 0 1 0\n0\n";

#[test]
fn the_grader_sees_a_cop_who_gives_up_too_early() {
    sees_the_fault(
        "GIVES_UP",
        WON,
        "WRONG start says -1, but the cop can win\n",
    );
}

#[test]
fn the_grader_sees_a_cop_who_claims_what_he_cannot_win() {
    sees_the_fault(
        "CLAIMS_A_WIN",
        ESCAPED,
        "WRONG start says 0, but the cop cannot win\n",
    );
}

#[test]
fn the_grader_sees_a_cop_who_starts_nowhere() {
    sees_the_fault(
        "STARTS_NOWHERE",
        WON,
        "WRONG start says 3, which is no corner\n",
    );
}

#[test]
fn the_grader_sees_a_cop_who_goes_nowhere() {
    sees_the_fault(
        "GOES_NOWHERE",
        WON,
        "WRONG nextMove(2) says -1, which is no corner\n",
    );
}

#[test]
fn the_grader_sees_a_cop_who_leaves_the_streets() {
    sees_the_fault(
        "JUMPS",
        WON,
        "WRONG nextMove(2) goes from 0 to 2, where no street leads\n",
    );
}

#[test]
fn the_grader_sees_a_cop_who_comes_back_to_where_he_was() {
    sees_the_fault(
        "DAWDLES",
        WON,
        "WRONG the cop on 0 and the robber on 2 have stood like this before\n",
    );
}

#[test]
fn the_grader_sees_a_cop_who_writes_to_the_matrix() {
    sees_the_fault("WRITES", ESCAPED, "WRONG the matrix was written to\n");
}

fn sees_the_fault(fault: &str, input: &str, verdict: &str) {
    let grader = program(
        &format!("wrong_{fault}"),
        &["grader.cpp", "wrong_cop.cpp", &format!("-DFAULT={fault}")],
        Link::Nothing,
    );
    let mut running = Command::new(grader)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut standard_input = running.stdin.take().unwrap();
    standard_input.write_all(input.as_bytes()).unwrap();
    drop(standard_input);
    let said = running.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&said.stdout), verdict);
    assert_eq!(said.status.code(), Some(1));
}

// Contracts.

#[test]
fn cat_and_mouse_gives_every_published_result() {
    passes_both_ways("cat_mouse");
}

#[test]
fn misuse_of_the_two_games_is_refused_with_the_figures() {
    passes_both_ways("misuse");
}

#[test]
fn misuse_of_games_and_solutions_is_refused_with_the_figures() {
    passes_both_ways("misuse_handles");
}

#[test]
fn misuse_of_teams_and_cop_numbers_is_refused_with_the_figures() {
    passes_both_ways("misuse_teams");
}

#[test]
fn start_reads_what_it_may_and_every_game_is_its_own() {
    passes_both_ways("start_contract");
}

fn passes_both_ways(name: &str) {
    for link in [Link::Shared(library()), Link::Static(library())] {
        let source = format!("{name}.c");
        let test = program(name, &[&source, "-std=c99", "-pthread"], link);
        succeed(&mut Command::new(test));
    }
}

// Hosts that have the library's names for functions of their own.

#[test]
fn a_c_host_keeps_its_own_names_beside_the_shared_library() {
    let host = program(
        "own_names_c",
        &["own_names.c", "-DLIBRARY_HAS_GRADER", "-rdynamic"],
        Link::Shared(library()),
    );
    succeed(&mut Command::new(host));
}

#[test]
fn a_cpp_host_keeps_its_own_names_beside_the_shared_library() {
    let host = program(
        "own_names_cpp",
        &["own_names.cpp", "-DLIBRARY_HAS_GRADER", "-rdynamic"],
        Link::Shared(library()),
    );
    succeed(&mut Command::new(host));
}

#[test]
fn a_host_that_is_a_shared_library_keeps_its_own_names() {
    let link = Link::Shared(library());
    let host = program(
        "libhost.so",
        &[
            "own_names.c",
            "-DLIBRARY_HAS_GRADER",
            "-Dmain=host_main",
            "-Wl,-soname,libhost.so_shared",
            "-shared",
            "-fPIC",
        ],
        link,
    );
    let host_folder = host.parent().unwrap().display().to_string();
    // -lhost comes before the library, so that the loader finds the host's names first.
    let main = program(
        "own_names_main",
        &[
            "own_names_main.c",
            &format!("-Wl,-rpath,{host_folder}"),
            &format!("-L{host_folder}"),
            "-Wl,--no-as-needed",
            "-l:libhost.so_shared",
        ],
        link,
    );
    succeed(&mut Command::new(main));
}

#[test]
fn a_c_host_keeps_its_own_names_in_a_program_with_the_archive_without_the_grader() {
    for link in [
        Link::Archive(library_without_grader()),
        Link::Static(library_without_grader()),
    ] {
        let host = program("own_names_c_without_grader", &["own_names.c"], link);
        succeed(&mut Command::new(host));
    }
}

#[test]
fn a_cpp_host_keeps_its_own_names_in_a_program_with_the_archive_without_the_grader() {
    let host = program(
        "own_names_cpp_without_grader",
        &["own_names.cpp"],
        Link::Static(library_without_grader()),
    );
    succeed(&mut Command::new(host));
}

// Headers.

const C: [&str; 3] = ["c99", "c11", "c17"];
const CPP: [&str; 4] = ["c++11", "c++14", "c++17", "c++20"];

#[test]
fn each_header_compiles_alone() {
    compile_in_every_standard(&["pursuit_alone.c", "coprobber_alone.c"]);
}

#[test]
fn both_headers_compile_together_in_either_order_and_twice() {
    compile_in_every_standard(&["pursuit_first.c", "coprobber_first.c", "each_twice.c"]);
}

#[test]
fn both_headers_compile_before_and_after_the_contests_own() {
    compile_in_every_standard(&["before_the_original.cpp", "after_the_original.cpp"]);
}

#[test]
fn a_program_that_includes_pursuit_h_may_own_start_next_move_max_n_and_bool() {
    compile_in_every_standard(&["own_names.c", "own_macros.c"]);
}

#[test]
fn constants_layouts_and_signatures_are_the_contracts() {
    compile_in_every_standard(&["contract.c", "signatures.c"]);
}

/// C files as C and as C++, others as C++ only.
fn compile_in_every_standard(files: &[&str]) {
    for compiler in ["gcc", "clang"] {
        if !support::is_installed(compiler, "--version") {
            announce(&format!(
                "headers with {compiler}: skipped, it is not installed"
            ));
            continue;
        }
        for file in files {
            let c_standards: &[&str] = if file.ends_with(".c") { &C } else { &[] };
            for (language, standard) in c_standards
                .iter()
                .map(|standard| ("c", standard))
                .chain(CPP.iter().map(|standard| ("c++", standard)))
            {
                succeed(
                    Command::new(compiler)
                        .args(support::STRICT)
                        .arg("-fsyntax-only")
                        .arg(format!("-std={standard}"))
                        .arg("-I")
                        .arg(support::include())
                        .args(["-x", language])
                        .arg(support::source("headers").join(file)),
                );
            }
        }
    }
}

// Symbols.

const GRADERS_NAMES: [&str; 4] = ["_Z5startiPA500_b", "_Z8nextMovei", "nextMove", "start"];

#[test]
fn the_shared_library_exports_the_listed_symbols_and_no_other() {
    expect_symbols(exported(library()), listed());
}

#[test]
fn without_the_grader_its_four_names_are_gone_and_nothing_else() {
    let mut expected = listed();
    for name in GRADERS_NAMES {
        assert!(expected.remove(name), "{name} is not in the list");
    }
    expect_symbols(exported(library_without_grader()), expected);
}

#[test]
fn the_archive_defines_every_listed_symbol() {
    let defined = symbols(
        Command::new("nm")
            .args(["-g", "--defined-only"])
            .arg(library().archive()),
    );
    let listed = listed();
    let missing: Vec<_> = listed.difference(&defined).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn expect_symbols(found: BTreeSet<String>, expected: BTreeSet<String>) {
    let missing: Vec<_> = expected.difference(&found).collect();
    let unexpected: Vec<_> = found.difference(&expected).collect();
    assert!(
        missing.is_empty() && unexpected.is_empty(),
        "missing: {missing:?}, unexpected: {unexpected:?}"
    );
}

fn listed() -> BTreeSet<String> {
    let list = fs::read_to_string(support::source("exported_symbols.txt")).unwrap();
    assert!(
        list.lines().is_sorted(),
        "exported_symbols.txt is not sorted"
    );
    list.lines().map(String::from).collect()
}

fn exported(library: &Library) -> BTreeSet<String> {
    symbols(
        Command::new("nm")
            .args(["-D", "--defined-only"])
            .arg(library.shared()),
    )
}

/// A line of nm is an address, a letter and the name.
fn symbols(nm: &mut Command) -> BTreeSet<String> {
    succeed(nm)
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace().skip(1);
            words.next().filter(|kind| kind.len() == 1)?;
            Some(words.next()?.to_string())
        })
        .collect()
}
