//! Builds the library as it is shipped, and C, C++ and Pascal programs against it, with the system's compilers.
//!
//! Everything goes to a folder of its own inside cargo's target folder, so that neither the build under test nor what lies
//! in the source tree is touched. `CC` and `CXX` choose the compilers, as they do elsewhere.

#![allow(dead_code)] // Each test program uses its own part of this.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// What every C and C++ program here is compiled with.
pub const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

/// The library in both its shipped forms, each alone in its folder: a linker that finds both would choose for itself.
pub struct Library {
    pub shared_folder: PathBuf,
    pub static_folder: PathBuf,
}

impl Library {
    pub fn shared(&self) -> PathBuf {
        self.shared_folder.join("libpursuit.so")
    }

    pub fn archive(&self) -> PathBuf {
        self.static_folder.join("libpursuit.a")
    }
}

/// The library with its default features, built as CMakeLists.txt does.
pub fn library() -> &'static Library {
    static BUILT: OnceLock<Library> = OnceLock::new();
    BUILT.get_or_init(|| {
        cargo_builds(DEFAULT, &[], &name_for_the_loader());
        kept(DEFAULT, &target_folder(DEFAULT))
    })
}

/// The library for hosts that have a `start` of their own, built as CMakeLists.txt does with `PURSUIT_GRADER=OFF`.
pub fn library_without_grader() -> &'static Library {
    static BUILT: OnceLock<Library> = OnceLock::new();
    BUILT.get_or_init(|| {
        let options = ["--no-default-features"];
        cargo_builds(WITHOUT_GRADER, &options, &name_for_the_loader());
        kept(WITHOUT_GRADER, &target_folder(WITHOUT_GRADER))
    })
}

/// The library with what test builds have besides: faults on demand. It is never shipped.
pub fn library_with_faults() -> &'static Library {
    static BUILT: OnceLock<Library> = OnceLock::new();
    BUILT.get_or_init(|| {
        // For a named target cargo has a folder inside the other one, and what the build script needs is there already.
        let host = host();
        let options = ["--features", "fault-injection", "--target", &host];
        cargo_builds(DEFAULT, &options, &[]);
        kept("with_faults", &target_folder(DEFAULT).join(&host))
    })
}

pub const DEFAULT: &str = "default";
pub const WITHOUT_GRADER: &str = "without_grader";

/// Where cargo builds one kind of library. In one folder it would build all over again whenever the options are others
/// than the last time. CMake is pointed here too: as long as its options are those of this file, the link-time
/// optimisation of a minute is paid once.
pub fn target_folder(kind: &str) -> PathBuf {
    work_folder().join("target").join(kind)
}

/// The soname that CMakeLists.txt gives: the major version's, in 0.x with the minor one.
fn name_for_the_loader() -> [String; 2] {
    let series = match env!("CARGO_PKG_VERSION_MAJOR") {
        "0" => concat!("0.", env!("CARGO_PKG_VERSION_MINOR")),
        major => major,
    };
    let option = format!("link-arg=-Wl,-soname,libpursuit.so.{series}");
    ["-C".to_owned(), option]
}

fn cargo_builds(kind: &str, options: &[&str], for_rustc: &[String]) {
    // `cargo rustc` with the crate types named leaves the rlib out, and only without it does LTO take place.
    succeed(
        Command::new(env!("CARGO"))
            .current_dir(root())
            .args(["rustc", "--lib", "--release", "--offline"])
            .args(["--crate-type", "cdylib,staticlib"])
            .args(options)
            .arg("--target-dir")
            .arg(target_folder(kind))
            .arg("--")
            .args(for_rustc),
    );
}

/// The platform that rustc compiles for by itself.
pub fn host() -> String {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = succeed(Command::new(compiler).arg("-vV"));
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_owned()
}

/// What cargo has built in a folder, in folders that no later build changes.
fn kept(kind: &str, built: &Path) -> Library {
    let folder = work_folder().join("library").join(kind);
    let library = Library {
        shared_folder: folder.join("shared"),
        static_folder: folder.join("static"),
    };
    put(&built.join("release/libpursuit.so"), &library.shared_folder);
    put(&built.join("release/libpursuit.a"), &library.static_folder);
    link_by_soname(&library);
    library
}

/// Copies a file into a folder in one step: programs of another test run may have the old one mapped.
fn put(file: &Path, folder: &Path) {
    let name = file.file_name().expect("a file has a name");
    let unfinished = folder.join("unfinished");
    fs::create_dir_all(folder).unwrap();
    fs::copy(file, &unfinished).unwrap();
    fs::rename(&unfinished, folder.join(name)).unwrap();
}

/// A program that was linked with the library asks the loader for its soname, where it has one.
fn link_by_soname(library: &Library) {
    let dynamic = succeed(Command::new("readelf").arg("-dW").arg(library.shared()));
    let soname = dynamic
        .lines()
        .find(|line| line.contains("(SONAME)"))
        .and_then(|line| Some(line.split_once('[')?.1.trim_end().trim_end_matches(']')));
    if let Some(soname) = soname.filter(|&soname| soname != "libpursuit.so") {
        let link = library.shared_folder.join(soname);
        let _ = fs::remove_file(&link);
        symlink("libpursuit.so", link).unwrap();
    }
}

/// How a program gets at the library.
#[derive(Clone, Copy)]
pub enum Link<'a> {
    /// The `.so`.
    Shared(&'a Library),
    /// The `.a`, in a program that uses the system's shared libraries.
    Archive(&'a Library),
    /// The `.a`, in a wholly static program, as contest machines make them.
    Static(&'a Library),
    /// No library: the program brings what it calls.
    Nothing,
}

impl Link<'_> {
    fn name(self) -> &'static str {
        match self {
            Link::Shared(_) => "shared",
            Link::Archive(_) => "archive",
            Link::Static(_) => "static",
            Link::Nothing => "alone",
        }
    }

    /// The end of the command line; a library comes after what calls it.
    fn add_to(self, command: &mut Command) {
        match self {
            Link::Shared(library) => {
                command.arg(library.shared());
                search_first(command, &library.shared_folder);
            }
            Link::Archive(library) => {
                command
                    .arg(library.archive())
                    .args(["-lpthread", "-ldl", "-lm"]);
            }
            Link::Static(library) => {
                command.arg("-static").arg(library.archive());
            }
            Link::Nothing => {}
        }
    }
}

/// Lets a program find shared libraries in a folder, whatever `LD_LIBRARY_PATH` says: cargo points that at the debug build.
pub fn search_first(command: &mut Command, folder: &Path) {
    command
        .arg("-Wl,--disable-new-dtags")
        .arg(format!("-Wl,-rpath,{}", folder.display()));
}

/// Compiles and links sources of `c_tests/`; options begin with a dash. A warning, from the linker too, is a failure.
pub fn program(name: &str, sources_and_options: &[&str], link: Link) -> PathBuf {
    let is_cpp = sources_and_options.iter().any(|at| at.ends_with(".cpp"));
    let mut command = if is_cpp { cxx() } else { cc() };
    let folder = work_folder().join("programs");
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join(format!("{name}_{}", link.name()));
    command.args(STRICT).arg("-O2").arg("-I").arg(include());
    for at in sources_and_options {
        if at.starts_with('-') {
            command.arg(at);
        } else {
            command.arg(source(at));
        }
    }
    command.arg("-o").arg(&program);
    link.add_to(&mut command);
    let said = outcome(&mut command);
    let warnings = String::from_utf8_lossy(&said.stderr);
    assert!(
        said.status.success() && warnings.is_empty(),
        "{command:?}\n{warnings}"
    );
    program
}

/// Compiles and links a Pascal source of `c_tests/` with Free Pascal; `None` where that is not installed.
pub fn pascal_program(name: &str, source_name: &str, link: Link) -> Option<PathBuf> {
    if !is_installed("fpc", "-iV") {
        return None;
    }
    let program_name = format!("{name}_{}", link.name());
    let folder = work_folder().join("programs").join(&program_name);
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join(&program_name);
    let mut command = Command::new("fpc");
    command
        .args(["-v0ew", "-O2"])
        .arg(joined("-Fu", include()))
        .arg(joined("-FU", &folder))
        .arg(joined("-o", &program));
    match link {
        Link::Shared(library) => {
            command.arg(joined("-Fl", &library.shared_folder));
            command.args(["-k--disable-new-dtags", "-k-rpath"]);
            command.arg(joined("-k", &library.shared_folder));
        }
        Link::Archive(library) => {
            command.arg(joined("-Fl", &library.static_folder));
            command.arg("-k-lgcc_s");
        }
        Link::Static(_) | Link::Nothing => panic!("Pascal programs are not linked like this here"),
    }
    succeed(command.arg(source(source_name)));
    Some(program)
}

fn joined(option: &str, path: impl AsRef<OsStr>) -> OsString {
    let mut argument = OsString::from(option);
    argument.push(path.as_ref());
    argument
}

/// Runs a command that has to succeed, and gives what it printed.
pub fn succeed(command: &mut Command) -> String {
    let said = outcome(command);
    let printed = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(
        said.status.success(),
        "{command:?}: {}\n{printed}{}",
        said.status,
        String::from_utf8_lossy(&said.stderr)
    );
    printed
}

/// Runs a command that may fail.
pub fn outcome(command: &mut Command) -> Output {
    command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Whether a program is there and answers when asked for its version with this option.
pub fn is_installed(program: &str, version_option: &str) -> bool {
    Command::new(program)
        .arg(version_option)
        .output()
        .is_ok_and(|said| said.status.success())
}

/// Says a line that is seen even though the test passes: the test harness swallows what `println!` prints.
pub fn announce(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// The C compiler: `$CC`, which may have options of its own, or `cc`.
pub fn cc() -> Command {
    compiler("CC", "cc")
}

/// The C++ compiler: `$CXX` or `c++`.
pub fn cxx() -> Command {
    compiler("CXX", "c++")
}

fn compiler(variable: &str, otherwise: &str) -> Command {
    let line = env::var(variable).unwrap_or_default();
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or(otherwise));
    command.args(words);
    command
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn include() -> PathBuf {
    root().join("include")
}

pub fn source(name: &str) -> PathBuf {
    root().join("c_tests").join(name)
}

pub fn work_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_programs")
}
