//! The snippets of README.md and of the manual, run as they stand there, as a reader would.
//!
//! A code block that begins with a file's name in a comment (`/* square.c */`, `// square.cpp`, `# square.py`) is
//! written to that file, in a folder that each page has for itself. The blocks marked `sh` are run there, one after
//! another in one shell; a block marked `text` that follows one is how its output ends. Blocks marked `console` show
//! what is not run here: the two commands, which run the tests, and what would change the machine.
//!
//! README.md installs the library as it says, in a home folder of its own, with the repository linked beside as
//! `pursuit`. The other pages find it where README.md puts it.

#![cfg(target_os = "linux")]

mod markdown;
mod support;

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use markdown::{Block, Document, document, documents};
use support::{announce, is_installed, outcome, root, succeed};

macro_rules! pages_with_snippets {
    ($($test:ident: $page:literal,)*) => {
        const PAGES: &[&str] = &[$($page),*];

        $(
            #[test]
            fn $test() {
                if tools_are_there() {
                    run_page(&document($page));
                }
            }
        )*
    };
}

pages_with_snippets! {
    every_snippet_of_the_readme_does_what_it_says: "README.md",
    every_snippet_on_errors_does_what_it_says: "docs/errors.md",
    every_snippet_on_images_does_what_it_says: "docs/image-format.md",
    every_snippet_on_linking_does_what_it_says: "docs/linking.md",
    every_recipe_does_what_it_says: "docs/recipes.md",
    every_snippet_on_threads_does_what_it_says: "docs/threads.md",
}

#[test]
fn no_page_of_the_manual_has_snippets_that_are_not_run() {
    let pages: Vec<String> = documents()
        .into_iter()
        .filter(|page| page.name == "README.md" || page.name.starts_with("docs/"))
        .filter(|page| page.blocks.iter().any(|block| block.language == "sh"))
        .map(|page| page.name)
        .collect();
    assert_eq!(pages, PAGES);
}

#[test]
fn a_snippet_that_does_something_else_is_seen() {
    let page = |text: &str| markdown::parse("invented.md", text);
    let complaint = |text: &str| {
        let page = page(text);
        std::panic::catch_unwind(move || run(&page, &home("invented"), &Python::none()))
            .expect_err("it passes")
            .downcast_ref::<String>()
            .cloned()
            .unwrap_or_default()
    };
    let right = "```c\n/* a.c */\n#include <stdio.h>\nint main(void) { puts(\"1\"); return 0; }\n```\n\
        ```sh\ncc a.c -o a && ./a\n```\n```text\n1\n```\n";
    run(&page(right), &home("invented"), &Python::none());
    assert!(complaint(&right.replace("```text\n1", "```text\n2")).contains("invented.md:6"));
    assert!(complaint(&right.replace("puts", "pust")).contains("invented.md:6"));
    assert!(complaint(&right.replace("return 0", "return 7")).contains("invented.md:6"));
    assert!(complaint(&right.replace("/* a.c */", "")).contains("invented.md:1: names no file"));
    assert!(complaint("```c\n/* a.c */\nint a;\n```\n").contains("a.c is never used"));
}

/// The README's two commands are what is tested elsewhere: the continuous integration runs both.
#[test]
fn the_two_commands_of_the_readme_are_those_that_ci_runs() {
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    let readme = document("README.md");
    let commands: Vec<&str> = readme
        .blocks
        .iter()
        .filter(|block| block.language == "console")
        .flat_map(|block| block.text.lines())
        .filter_map(|line| line.strip_prefix("$ ./"))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(commands, ["try.sh", "test.sh"]);
    for command in commands {
        assert!(root().join(command).exists());
        assert!(
            ci.lines()
                .any(|line| line.starts_with("step ") && line.ends_with(&format!(" ./{command}")))
        );
    }
}

// Running a page.

/// One page at a time: README.md and the installation for the others build in the same folder.
fn run_page(page: &Document) {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    match &*page.name {
        "README.md" => run(page, &home("readme"), &Python::at_hand()),
        _ => run(page, installed(), &Python::at_hand()),
    }
}

/// A shell command's output up to here belongs to the block of this number.
const MARK: &str = "@@ end of block ";

fn run(page: &Document, home: &Path, python: &Python) {
    let folder = work_folder()
        .join("pages")
        .join(page.name.replace('/', "_"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    symlink(root(), folder.join("pursuit")).unwrap();
    for block in page.blocks.iter().filter(|block| block.language == "sh") {
        for name in words_after(&block.text, "-B") {
            prepare_build_folder(&folder.join(name));
        }
    }

    let files = write_files(page, &folder);
    let mut script = String::from("set -e\n");
    let mut expected: Vec<(usize, Option<&str>)> = Vec::new();
    for (index, block) in page.blocks.iter().enumerate() {
        if block.language != "sh" {
            continue;
        }
        if !python.has_package && uses_package(block, &files) {
            announce(&format!(
                "{}:{}: skipped, PURSUIT_PYTHON names no Python that has the package",
                page.name, block.line
            ));
            continue;
        }
        script.push_str(&block.text);
        script.push_str(&format!("echo '{MARK}{}'\n", block.line));
        let output = page
            .blocks
            .get(index + 1)
            .filter(|next| next.language == "text");
        expected.push((block.line, output.map(|output| &*output.text)));
    }

    let said = outcome(
        Command::new("bash")
            .args(["-c", &script])
            .current_dir(&folder)
            .envs(environment(home, python))
            .env_remove("LD_LIBRARY_PATH")
            .envs(installation_variables(page, home)),
    );
    let printed = String::from_utf8_lossy(&said.stdout);
    let complaints = String::from_utf8_lossy(&said.stderr);
    let mut rest = &*printed;
    for (line, output) in expected {
        let mark = format!("{MARK}{line}\n");
        let Some((part, after)) = rest.split_once(&mark) else {
            panic!("{}:{line}: fails\n{rest}{complaints}", page.name);
        };
        if let Some(output) = output {
            assert!(
                !output.is_empty(),
                "{}:{line}: no output is said",
                page.name
            );
            assert!(
                part.ends_with(output),
                "{}:{line}: prints\n{part}which does not end with\n{output}",
                page.name
            );
        }
        rest = after;
    }
    assert!(said.status.success(), "{}: {complaints}", page.name);
    assert!(
        !complaints.contains("warning:"),
        "{}: {complaints}",
        page.name
    );
}

/// Writes the blocks that name a file, and gives their contents by name.
fn write_files(page: &Document, folder: &Path) -> HashMap<String, String> {
    let mut files = HashMap::new();
    for (index, block) in page.blocks.iter().enumerate() {
        if ["sh", "text", "console", ""].contains(&&*block.language) {
            continue;
        }
        let Some(name) = file_name(block) else {
            panic!("{}:{}: names no file", page.name, block.line);
        };
        let stem = name.split('.').next().unwrap();
        let is_used = page.blocks[index..].iter().any(|later| {
            later.language == "sh" && (later.text.contains(stem) || name == "CMakeLists.txt")
        });
        assert!(
            is_used,
            "{}:{}: {name} is never used",
            page.name, block.line
        );
        fs::write(folder.join(&name), &block.text).unwrap();
        files.insert(name, block.text.clone());
    }
    files
}

/// The name in the comment that is a block's first line.
fn file_name(block: &Block) -> Option<String> {
    let line = block.text.lines().next()?;
    let name = line
        .strip_prefix("/* ")
        .and_then(|rest| rest.strip_suffix(" */"))
        .or_else(|| line.strip_prefix("// "))
        .or_else(|| line.strip_prefix("# "))?;
    let is_name = name.contains('.') && !name.contains(' ');
    is_name.then(|| name.to_owned())
}

fn uses_package(block: &Block, files: &HashMap<String, String>) -> bool {
    files.iter().any(|(name, text)| {
        block.text.contains(&**name)
            && text
                .lines()
                .any(|line| line.starts_with("import pursuit") || line.starts_with("from pursuit"))
    })
}

// The reader's machine.

struct Python {
    /// A folder whose `python3` goes before all others.
    folder: Option<PathBuf>,
    has_package: bool,
}

impl Python {
    fn none() -> Python {
        Python {
            folder: None,
            has_package: false,
        }
    }

    fn at_hand() -> Python {
        let Some(python) = env::var_os("PURSUIT_PYTHON").map(PathBuf::from) else {
            return Python::none();
        };
        succeed(Command::new(&python).args(["-c", "import pursuit, networkx"]));
        Python {
            folder: python.parent().map(Path::to_path_buf),
            has_package: true,
        }
    }
}

fn tools_are_there() -> bool {
    for tool in ["cmake", "pkg-config", "python3"] {
        if !is_installed(tool, "--version") {
            announce(&format!("snippets: skipped, {tool} is not installed"));
            return false;
        }
    }
    true
}

/// A home folder of this name, empty.
fn home(name: &str) -> PathBuf {
    let home = work_folder().join("homes").join(name);
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(&home).unwrap();
    home
}

/// A home folder in which the library is installed as README.md says.
fn installed() -> &'static Path {
    static HOME: OnceLock<PathBuf> = OnceLock::new();
    HOME.get_or_init(|| {
        let home = home("manual");
        let readme = document("README.md");
        let install = readme
            .blocks
            .into_iter()
            .find(|block| block.language == "sh")
            .expect("README.md installs the library");
        assert!(install.text.contains("cmake --install"));
        let page = Document {
            name: "README.md_installation".to_owned(),
            blocks: vec![install],
            links: Vec::new(),
            anchors: Vec::new(),
        };
        run(&page, &home, &Python::none());
        home
    })
}

/// What README.md tells its readers to set is set for the other pages.
fn installation_variables(page: &Document, home: &Path) -> Vec<(&'static str, PathBuf)> {
    if page.name.starts_with("README.md") {
        return Vec::new();
    }
    let local = home.join(".local");
    vec![
        ("PKG_CONFIG_PATH", local.join("lib/pkgconfig")),
        ("LD_LIBRARY_PATH", local.join("lib")),
        ("CMAKE_PREFIX_PATH", local),
    ]
}

/// Rust is found where it is, though the home folder is another.
fn environment(home: &Path, python: &Python) -> Vec<(&'static str, OsString)> {
    let real_home = PathBuf::from(env::var_os("HOME").unwrap_or_default());
    let kept = |name: &str, folder: &str| {
        env::var_os(name).unwrap_or_else(|| real_home.join(folder).into())
    };
    let mut variables = vec![
        ("HOME", home.into()),
        ("CARGO_HOME", kept("CARGO_HOME", ".cargo")),
        ("RUSTUP_HOME", kept("RUSTUP_HOME", ".rustup")),
    ];
    if let Some(folder) = &python.folder {
        let mut folders = vec![folder.clone()];
        folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        variables.push(("PATH", env::join_paths(folders).unwrap()));
    }
    variables
}

fn words_after<'a>(text: &'a str, option: &'a str) -> impl Iterator<Item = &'a str> {
    let words = text.split_whitespace();
    words
        .clone()
        .zip(words.skip(1))
        .filter_map(move |(word, next)| (word == option).then_some(next))
}

/// A build folder remembers where cargo shall build: what other tests have built is used again.
fn prepare_build_folder(build: &Path) {
    let _ = fs::remove_dir_all(build);
    fs::create_dir_all(build).unwrap();
    let cargo = support::target_folder(support::DEFAULT);
    fs::write(
        build.join("CMakeCache.txt"),
        format!("PURSUIT_CARGO_TARGET_DIR:PATH={}\n", cargo.display()),
    )
    .unwrap();
}

fn work_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme")
}
