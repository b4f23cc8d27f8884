//! Generates the two C headers into `OUT_DIR`. `include/` holds committed copies of them; `tests/headers.rs` compares
//! the two and refreshes the copies when asked. (A build that wrote into the source tree would break `cargo package`.)

use std::path::{Path, PathBuf};
use std::{env, fs};

use cbindgen::{Builder, Config};

/// The sections of `pursuit.h`: the source of each and its title.
const SECTIONS: [(&str, &str); 6] = [
    ("status.rs", "Status codes, the last error, the version"),
    ("types.rs", "Roles, outcomes, handles, answers"),
    ("cat_mouse.rs", "Cat and mouse"),
    ("game.rs", "Building a game and solving it"),
    ("solution.rs", "Asking a solved game"),
    ("teams.rs", "Several pursuers"),
];

/// What `types.rs` declares.
const TYPES: [&str; 7] = [
    "pursuit_game",
    "pursuit_solution",
    "pursuit_progress_fn",
    "pursuit_value",
    "pursuit_move",
    "pursuit_start",
    "pursuit_summary",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    fs::write(out.join("pursuit.h"), pursuit_header(&root)).unwrap();
    fs::write(out.join("coprobber.h"), coprobber_header(&root)).unwrap();
}

fn pursuit_header(root: &Path) -> String {
    let config = config(&root.join("cbindgen.toml"));
    let opening = fs::read_to_string(source(&root.join("src/ffi/pursuit.h.in"))).unwrap();
    let mut header = opening.replace("@VERSION_MACROS@", &version_macros());
    header.push_str("\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    for (file, title) in SECTIONS {
        let mut config = config.clone();
        if file == "types.rs" {
            // Most of these types are used in other sections only: cbindgen must be told that they are wanted.
            config.export.include = TYPES.map(String::from).to_vec();
        }
        header.push_str(&format!("\n/* {} */\n\n", banner(title)));
        header.push_str(&declarations(config, &root.join("src/ffi").join(file)));
    }
    header
        .push_str("\n#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n#endif /* PURSUIT_H */\n");
    header
}

fn coprobber_header(root: &Path) -> String {
    let config = config(&root.join("cbindgen-coprobber.toml"));
    declarations(config, &root.join("src/ffi/grader.rs"))
}

/// What cbindgen makes of one source file.
fn declarations(config: Config, file: &Path) -> String {
    let bindings = Builder::new()
        .with_config(config)
        .with_src(source(file))
        .generate()
        .unwrap_or_else(|error| panic!("cbindgen on {}: {error}", file.display()));
    let mut text = Vec::new();
    bindings.write(&mut text);
    String::from_utf8(text).unwrap()
}

/// The macros of the version, from Cargo.toml's.
fn version_macros() -> String {
    let part = |name: &str| env::var(format!("CARGO_PKG_VERSION{name}")).unwrap();
    format!(
        "#define PURSUIT_VERSION \"{}\"\n\
         #define PURSUIT_VERSION_MAJOR {}\n\
         #define PURSUIT_VERSION_MINOR {}\n\
         #define PURSUIT_VERSION_PATCH {}",
        part(""),
        part("_MAJOR"),
        part("_MINOR"),
        part("_PATCH"),
    )
}

fn banner(title: &str) -> String {
    format!("{:-<94}", format!("---- {title} "))
}

fn config(file: &Path) -> Config {
    Config::from_file(source(file)).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The file itself, after cargo has been told to look at it.
fn source(file: &Path) -> &Path {
    println!("cargo::rerun-if-changed={}", file.display());
    file
}
