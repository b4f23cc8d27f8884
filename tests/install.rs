//! The installation: what CMake puts where, and that programs find it there through pkg-config and CMake, shared and
//! static, also after its folder has moved.

#![cfg(target_os = "linux")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use support::{DEFAULT, WITHOUT_GRADER, announce, outcome, root, succeed};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What an installation holds beside the folders themselves, in alphabetical order.
fn expected_files() -> Vec<String> {
    [
        "include/coprobber.h",
        "include/pursuit.h",
        "include/pursuit.hpp",
        "lib/libpursuit.a",
        "lib/libpursuit.so",
        "lib/libpursuit.so.0.1",
        "lib/libpursuit.so.VERSION",
        "lib/pkgconfig/pursuit.pc",
        "share/cmake/pursuit/pursuitConfig.cmake",
        "share/cmake/pursuit/pursuitConfigVersion.cmake",
        "share/cmake/pursuit/pursuitInstallDirs.cmake",
        "share/pursuit/coprobber.pas",
    ]
    .map(|file| file.replace("VERSION", VERSION))
    .to_vec()
}

#[test]
fn an_installation_holds_the_libraries_the_headers_and_what_finds_them() {
    if !tools_are_there() {
        return;
    }
    let prefix = install(build(), "files");
    assert_eq!(files_below(&prefix), expected_files());
    let library = format!("libpursuit.so.{VERSION}");
    for link in ["libpursuit.so", "libpursuit.so.0.1"] {
        let target = fs::read_link(prefix.join("lib").join(link)).unwrap();
        assert_eq!(target, Path::new(&library), "{link}");
    }
    let dynamic = succeed(
        Command::new("readelf")
            .arg("-d")
            .arg(prefix.join("lib/libpursuit.so")),
    );
    assert!(
        dynamic.contains("Library soname: [libpursuit.so.0.1]"),
        "{dynamic}"
    );
}

#[test]
fn every_file_of_include_is_installed() {
    if !tools_are_there() {
        return;
    }
    let names = |folder: &Path| -> BTreeSet<String> {
        files_below(folder)
            .into_iter()
            .map(|file| file.rsplit('/').next().unwrap().to_owned())
            .collect()
    };
    let installed = names(&install(build(), "include"));
    let missing: Vec<String> = names(&support::include())
        .difference(&installed)
        .cloned()
        .collect();
    assert!(missing.is_empty(), "Cargo.toml does not list {missing:?}");
}

#[test]
fn programs_find_it_through_pkg_config_also_after_a_move() {
    if !tools_are_there() {
        return;
    }
    let before = install(build(), "pkg_config_before");
    pkg_config_programs(&before);
    let after = moved(&before, "pkg_config_after");
    // The programs lie in the folder and have moved with it.
    runs_with(&after.join("c_shared"), &after.join("lib"));
    pkg_config_programs(&after);
}

#[test]
fn programs_find_it_through_cmake_also_after_a_move() {
    if !tools_are_there() {
        return;
    }
    let before = install(build(), "cmake_before");
    cmake_programs("cmake_before", &[found_in(&before)]);
    let after = moved(&before, "cmake_after");
    cmake_programs("cmake_after", &[found_in(&after)]);
}

#[test]
fn folders_of_other_names_are_found_as_well() {
    if !tools_are_there() {
        return;
    }
    let build = configured_and_built(
        "elsewhere",
        &[
            &built_in(DEFAULT),
            "-DCMAKE_INSTALL_LIBDIR=lib/some/where",
            "-DCMAKE_INSTALL_INCLUDEDIR=headers",
            "-DCMAKE_INSTALL_DATADIR=data/more",
        ],
    );
    let prefix = moved(&install(&build, "elsewhere_before"), "elsewhere");
    let files = files_below(&prefix);
    for file in [
        "lib/some/where/pkgconfig/pursuit.pc",
        "headers/pursuit.h",
        "data/more/pursuit/coprobber.pas",
    ] {
        assert!(files.contains(&file.to_owned()), "{files:?}");
    }
    let lib = prefix.join("lib/some/where");
    pkg_config_program(&lib, "c_shared", "cc", "solve.c", SHARED);
    let package = prefix.join("data/more/cmake/pursuit");
    cmake_programs(
        "elsewhere",
        &[format!("-Dpursuit_DIR={}", package.display())],
    );
}

#[test]
fn cmake_finds_what_cargo_c_installs() {
    if !tools_are_there() {
        return;
    }
    // cargo-c copies the listed files as they are, and writes a .pc file that names all that rustc does.
    let prefix = install(build(), "as_by_cargo_c");
    fs::remove_file(prefix.join("share/cmake/pursuit/pursuitInstallDirs.cmake")).unwrap();
    let pc = prefix.join("lib/pkgconfig/pursuit.pc");
    let text = fs::read_to_string(&pc).unwrap();
    fs::write(
        &pc,
        text.replace("Libs.private: ", "Libs.private: -lgcc_s -lc "),
    )
    .unwrap();
    cmake_programs("as_by_cargo_c", &[found_in(&prefix)]);
    fs::rename(prefix.join("lib"), prefix.join("lib64")).unwrap();
    cmake_programs("as_by_cargo_c_in_lib64", &[found_in(&prefix)]);
}

#[test]
fn a_project_may_have_the_source_inside_it() {
    if !tools_are_there() {
        return;
    }
    cmake_programs(
        "inside",
        &[
            format!("-DPURSUIT_SOURCE={}", root().display()),
            built_in(DEFAULT),
        ],
    );
}

#[test]
fn find_package_takes_versions_of_the_same_series() {
    if !tools_are_there() {
        return;
    }
    let prefix = install(build(), "versions");
    let project = work_folder().join("versions_project");
    fs::create_dir_all(&project).unwrap();
    fs::write(
        project.join("CMakeLists.txt"),
        "cmake_minimum_required(VERSION 3.12)
         project(versions LANGUAGES C)
         foreach(wanted \"\" 0 0.1 0.1.0 0.0 0.2 0.1.99 0.10 1 1.0)
             unset(pursuit_DIR CACHE)
             find_package(pursuit ${wanted} QUIET)
             message(STATUS \"wanted '${wanted}' ${pursuit_FOUND}\")
         endforeach()",
    )
    .unwrap();
    let said = succeed(
        cmake()
            .arg("-S")
            .arg(&project)
            .arg("-B")
            .arg(fresh("versions_build"))
            .arg(found_in(&prefix)),
    );
    let verdicts: Vec<(&str, bool)> = said
        .lines()
        .filter_map(|line| line.strip_prefix("-- wanted '")?.split_once("' "))
        .map(|(wanted, found)| (wanted, found == "1"))
        .collect();
    let expected = [
        ("", true),
        ("0", true),
        ("0.1", true),
        ("0.1.0", true),
        ("0.0", false),
        ("0.2", false),
        ("0.1.99", false),
        ("0.10", false),
        ("1", false),
        ("1.0", false),
    ];
    assert_eq!(verdicts, expected);
}

#[test]
fn the_private_libraries_are_those_that_rustc_names() {
    if !tools_are_there() {
        return;
    }
    // What has to be linked does not depend on optimisation. Built for a named target, this has a folder of its own in
    // which only the library is compiled, and not what the build script needs.
    let said = outcome(
        Command::new(env!("CARGO"))
            .current_dir(root())
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            .args(["rustc", "--lib", "--release", "--locked", "--target-dir"])
            .arg(support::target_folder(WITHOUT_GRADER))
            .args(["--target", &support::host()])
            .args(["--crate-type", "staticlib"])
            .args(["--", "--print", "native-static-libs"]),
    );
    let report = String::from_utf8_lossy(&said.stderr);
    let named = words_after("native-static-libs:", &report);
    let pc = fs::read_to_string(build().join("pursuit.pc")).unwrap();
    let mut written = words_after("Libs.private:", &pc);
    // What the compiler adds by itself, a static unwinder instead of libgcc_s where that is called for.
    written.extend(["-lc".to_owned(), "-lgcc_s".to_owned()]);
    assert_eq!(written, named);
}

#[test]
fn destdir_is_honoured_and_uninstalling_leaves_nothing_of_ours() {
    if !tools_are_there() {
        return;
    }
    let _turn = one_install_at_a_time();
    let stage = fresh("stage");
    succeed(
        cmake()
            .arg("--install")
            .arg(build())
            .args(["--prefix", "/opt/games"])
            .env("DESTDIR", &stage),
    );
    let installed = stage.join("opt/games");
    assert_eq!(files_below(&installed), expected_files());
    let of_others = installed.join("share/cmake/other/otherConfig.cmake");
    fs::create_dir_all(of_others.parent().unwrap()).unwrap();
    fs::write(&of_others, "").unwrap();

    succeed(
        cmake()
            .arg("--build")
            .arg(build())
            .args(["--target", "uninstall"])
            .env("DESTDIR", &stage),
    );
    assert_eq!(
        files_below(&stage),
        ["opt/games/share/cmake/other/otherConfig.cmake"]
    );
    assert!(!installed.join("share/cmake/pursuit").exists());
    assert!(!installed.join("share/pursuit").exists());
}

#[test]
fn without_the_grader_neither_its_names_nor_its_files_are_installed() {
    if !tools_are_there() {
        return;
    }
    let build = configured_and_built(
        "without_grader",
        &["-DPURSUIT_GRADER=OFF", &built_in(WITHOUT_GRADER)],
    );
    let prefix = install(&build, "without_grader");
    let expected: Vec<String> = expected_files()
        .into_iter()
        .filter(|file| !file.contains("coprobber"))
        .collect();
    assert_eq!(files_below(&prefix), expected);
    for (options, library) in [("-D", "lib/libpursuit.so"), ("-g", "lib/libpursuit.a")] {
        let symbols = succeed(
            Command::new("nm")
                .args([options, "--defined-only"])
                .arg(prefix.join(library)),
        );
        let has = |name: &str| {
            symbols
                .lines()
                .any(|line| line.ends_with(&format!(" {name}")))
        };
        for name in ["start", "nextMove", "_Z5startiPA500_b", "_Z8nextMovei"] {
            assert!(!has(name), "{library} has {name}");
        }
        assert!(has("pursuit_game_solve"), "{library}");
    }
    pkg_config_programs(&prefix);
}

/// Runs only where cargo-c is: compiling it takes a quarter of an hour.
#[test]
fn cargo_c_installs_the_same_files() {
    let version = match Command::new("cargo-cinstall").arg("--version").output() {
        Ok(said) if said.status.success() => String::from_utf8_lossy(&said.stdout).into_owned(),
        _ => {
            announce("cargo-c: skipped, cargo-cinstall is not installed");
            return;
        }
    };
    if !is_at_least(&version, (0, 10)) || !tools_are_there() {
        announce(&format!(
            "cargo-c: skipped, 0.10 or newer is needed, this is {}",
            version.trim()
        ));
        return;
    }
    let prefix = fresh("cargo_c");
    succeed(
        Command::new(env!("CARGO"))
            .current_dir(root())
            .args(["cinstall", "--locked", "--release", "--target-dir"])
            .arg(work_folder().join("cargo"))
            .arg("--prefix")
            .arg(&prefix)
            .arg("--libdir")
            .arg(prefix.join("lib")),
    );
    let expected: Vec<String> = expected_files()
        .into_iter()
        .filter(|file| !file.ends_with("pursuitInstallDirs.cmake"))
        .collect();
    assert_eq!(files_below(&prefix), expected);
    let dynamic = succeed(
        Command::new("readelf")
            .arg("-d")
            .arg(prefix.join("lib/libpursuit.so")),
    );
    assert!(
        dynamic.contains("Library soname: [libpursuit.so.0.1]"),
        "{dynamic}"
    );
    cmake_programs("cargo_c", &[found_in(&prefix)]);
}

#[test]
fn versions_of_cargo_c_are_compared_as_numbers() {
    for (line, expected) in [
        ("cargo-cinstall 0.9.14", false),
        ("cargo-c 0.9.14+cargo-0.67", false),
        ("cargo-cinstall 0.10.0", true),
        ("cargo-c 0.10.9+cargo-0.85.0", true),
        ("cargo-cinstall 1.0.0", true),
        ("nothing of the kind", false),
    ] {
        assert_eq!(is_at_least(line, (0, 10)), expected, "{line}");
    }
}

/// Whether the first version in a line is this one or a later one.
fn is_at_least(line: &str, least: (u32, u32)) -> bool {
    line.split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .filter_map(|word| word.split_once('.'))
        .find_map(|(major, rest)| {
            let minor = rest.split('.').next()?;
            Some((major.parse().ok()?, minor.parse().ok()?) >= least)
        })
        .unwrap_or(false)
}

// Building and installing.

fn tools_are_there() -> bool {
    for tool in ["cmake", "pkg-config"] {
        if !support::is_installed(tool, "--version") {
            announce(&format!("installation: skipped, {tool} is not installed"));
            return false;
        }
    }
    true
}

/// The build folder that most tests install from.
fn build() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| configured_and_built("build", &[&built_in(DEFAULT)]))
}

fn configured_and_built(name: &str, options: &[&str]) -> PathBuf {
    let build = fresh(name);
    succeed(
        cmake()
            .arg("-S")
            .arg(root())
            .arg("-B")
            .arg(&build)
            .args(options),
    );
    succeed(cmake().arg("--build").arg(&build));
    build
}

/// Installs into an empty folder.
fn install(build: &Path, name: &str) -> PathBuf {
    let _turn = one_install_at_a_time();
    let prefix = fresh(&format!("prefix_{name}"));
    succeed(
        cmake()
            .arg("--install")
            .arg(build)
            .arg("--prefix")
            .arg(&prefix),
    );
    prefix
}

fn moved(prefix: &Path, name: &str) -> PathBuf {
    let to = fresh(&format!("prefix_{name}"));
    fs::rename(prefix, &to).unwrap();
    to
}

/// An installation writes the list of its files into the build folder, where uninstalling reads it.
fn one_install_at_a_time() -> impl Drop {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The option that lets CMake's cargo build where this kind of library is built for the other tests.
fn built_in(kind: &str) -> String {
    format!(
        "-DPURSUIT_CARGO_TARGET_DIR={}",
        support::target_folder(kind).display()
    )
}

// Programs that use an installation.

/// What follows the sources on the command line for the archive in a program that uses the system's shared libraries:
/// its path, and what it needs beside it.
const ARCHIVE: &str = "$(pkg-config --variable=libdir pursuit)/libpursuit.a \
    $(pkg-config --static --libs-only-l pursuit | sed 's/-lpursuit//')";
const SHARED: &str = "$(pkg-config --libs pursuit)";
const STATIC: &str = "$(pkg-config --static --libs pursuit)";

/// Compiles the consumers with the flags that pkg-config gives, and runs them.
fn pkg_config_programs(prefix: &Path) {
    let lib = prefix.join("lib");
    for (name, compiler, file, libraries) in [
        ("c_shared", "cc", "solve.c", SHARED),
        ("c_archive", "cc", "solve.c", ARCHIVE),
        ("c_static", "cc -static", "solve.c", STATIC),
        ("cpp_shared", "c++ -std=c++17", "solve.cpp", SHARED),
        ("cpp_static", "c++ -static", "solve.cpp", STATIC),
    ] {
        pkg_config_program(&lib, name, compiler, file, libraries);
    }
}

fn pkg_config_program(lib: &Path, name: &str, compiler: &str, file: &str, libraries: &str) {
    let program = lib.parent().unwrap().join(name);
    let line = format!(
        "{compiler} -Wall -Wextra -Werror -O2 -o {} $(pkg-config --cflags pursuit) {} {libraries}",
        program.display(),
        root().join("cmake/consumer").join(file).display(),
    );
    let said = outcome(
        Command::new("sh")
            .args(["-c", &line])
            .env("PKG_CONFIG_LIBDIR", lib.join("pkgconfig"))
            .env_remove("PKG_CONFIG_PATH"),
    );
    let complaints = String::from_utf8_lossy(&said.stderr);
    // Linked with -static, an archive without link-time optimisation draws warnings about getaddrinfo and getpwuid_r.
    assert!(
        said.status.success() && complaints.is_empty(),
        "{line}\n{complaints}"
    );
    runs_with(&program, lib);
}

fn runs_with(program: &Path, libraries: &Path) {
    runs(Command::new(program).env("LD_LIBRARY_PATH", libraries));
}

fn runs(program: &mut Command) {
    assert_eq!(
        succeed(program),
        format!("pursuit {VERSION}: outcome 2 in 3 plies\n")
    );
}

/// The option that points CMake at an installation.
fn found_in(prefix: &Path) -> String {
    format!("-DCMAKE_PREFIX_PATH={}", prefix.display())
}

/// Builds the consumers as a CMake project, and runs them.
fn cmake_programs(name: &str, options: &[String]) {
    let build = fresh(&format!("consumer_{name}"));
    succeed(
        cmake()
            .arg("-S")
            .arg(root().join("cmake/consumer"))
            .arg("-B")
            .arg(&build)
            .args(options),
    );
    succeed(cmake().arg("--build").arg(&build));
    for program in ["c_shared", "c_static", "cpp_shared", "cpp_static"] {
        runs(Command::new(build.join(program)).env_remove("LD_LIBRARY_PATH"));
    }
    for (program, is_shared) in [("c_shared", true), ("c_static", false)] {
        let dynamic = succeed(Command::new("readelf").arg("-d").arg(build.join(program)));
        assert_eq!(
            dynamic.contains("[libpursuit.so.0.1]"),
            is_shared,
            "{program}"
        );
    }
}

// Small tools.

fn cmake() -> Command {
    let mut cmake = Command::new("cmake");
    cmake.env_remove("DESTDIR");
    cmake
}

fn work_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("install")
}

/// A path inside the work folder at which there is nothing yet.
fn fresh(name: &str) -> PathBuf {
    let path = work_folder().join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(work_folder()).unwrap();
    path
}

/// The files and links below a folder, as sorted relative paths.
fn files_below(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(current) = folders.pop() {
        for entry in fs::read_dir(&current).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let relative = path.strip_prefix(folder).unwrap();
                files.push(relative.to_str().unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}

/// The words of the line that has this marker, after it.
fn words_after(marker: &str, text: &str) -> BTreeSet<String> {
    let line = text
        .lines()
        .find_map(|line| Some(line.split_once(marker)?.1));
    line.unwrap_or_else(|| panic!("no {marker} in:\n{text}"))
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}
