//! The committed headers are the ones that the source generates.
//!
//! After a change to an exported function or its doc comment, refresh them with
//! `PURSUIT_UPDATE_HEADERS=1 cargo test --test headers` and commit the result.

use std::path::Path;
use std::{env, fs};

fn generated(name: &str) -> String {
    fs::read_to_string(Path::new(env!("OUT_DIR")).join(name)).unwrap()
}

fn check(name: &str) {
    let generated = generated(name);
    let committed = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("include")
        .join(name);
    if env::var_os("PURSUIT_UPDATE_HEADERS").is_some() {
        fs::write(&committed, &generated).unwrap();
    }
    let text = fs::read_to_string(&committed).unwrap_or_default();
    let line = 1 + text
        .lines()
        .zip(generated.lines())
        .take_while(|(a, b)| a == b)
        .count();
    assert!(
        text == generated,
        "include/{name} differs from the generated header at line {line}; refresh it with \
         PURSUIT_UPDATE_HEADERS=1 cargo test --test headers"
    );
}

#[test]
fn pursuit_h_is_the_one_that_the_source_generates() {
    check("pursuit.h");
}

#[test]
fn coprobber_h_is_the_one_that_the_source_generates() {
    check("coprobber.h");
}

/// The value that a header gives to a macro, as text.
fn macro_text<'a>(header: &'a str, name: &str) -> &'a str {
    let start = format!("#define {name} ");
    header
        .lines()
        .find_map(|line| line.strip_prefix(&start))
        .unwrap()
}

#[test]
fn the_macros_of_the_version_are_those_of_cargo_toml() {
    let header = generated("pursuit.h");
    assert_eq!(
        macro_text(&header, "PURSUIT_VERSION"),
        format!("\"{}\"", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(
        macro_text(&header, "PURSUIT_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MAJOR")
    );
    assert_eq!(
        macro_text(&header, "PURSUIT_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_MINOR")
    );
    assert_eq!(
        macro_text(&header, "PURSUIT_VERSION_PATCH"),
        env!("CARGO_PKG_VERSION_PATCH")
    );
}

#[test]
fn pursuit_h_leaves_the_names_of_the_grader_to_others() {
    let header = generated("pursuit.h");
    let declarations = header.split("#include <stdint.h>").nth(1).unwrap();
    for (name, reason) in [
        ("MAX_N", "an embedding program may define it"),
        ("bool", "C99 has none without a header, and ours may hold 2"),
        ("int start(", "an embedding program may have one"),
        ("nextMove", "an embedding program may have one"),
    ] {
        assert!(
            !declarations.contains(name),
            "pursuit.h says {name}: {reason}"
        );
    }
}
