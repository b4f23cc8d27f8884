//! The map in `src/lib.rs`: it names every module once, and a module uses none that stands above it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The line of the map that each module stands on.
fn lines_of_the_map(lib: &str) -> BTreeMap<&str, usize> {
    let mut lines = BTreeMap::new();
    let rows = lib.lines().filter(|line| line.starts_with("//! | "));
    for (number, row) in rows.enumerate() {
        let names = row.split('|').nth(1).expect("a row has cells");
        for name in names.split('`').skip(1).step_by(2) {
            // Types and functions stand in brackets as links, the modules behind them.
            if names.contains(&format!("[`{name}`]")) {
                continue;
            }
            assert!(
                lines.insert(name, number).is_none(),
                "{name} is on the map twice"
            );
        }
    }
    lines
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false => found.push(path),
        }
    }
    found
}

/// The modules that a source names after `crate::`, tests and comments left out.
fn used(source: &str) -> Vec<&str> {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| {
            rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .next()
                .unwrap()
        })
        .collect()
}

/// Whether modules are named in a group, where they would not be found.
fn names_modules_in_a_group(source: &str) -> bool {
    source.contains("crate::{")
}

/// Each use of a module that stands above its user.
fn upward_uses(lines: &BTreeMap<&str, usize>, module: &str, source: &str) -> Vec<String> {
    let own = lines[module];
    used(source)
        .into_iter()
        .filter(|used| lines.get(used).is_some_and(|&line| line < own))
        .map(|used| format!("{module} uses {used}"))
        .collect()
}

#[test]
fn every_module_is_on_the_map_and_uses_none_above_it() {
    let source_folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(source_folder.join("lib.rs")).unwrap();
    let lines = lines_of_the_map(&lib);
    let modules: Vec<&str> = lib
        .lines()
        .filter_map(|line| {
            line.trim_start_matches("pub ")
                .strip_prefix("mod ")?
                .strip_suffix(';')
        })
        .collect();
    assert!(modules.len() > 30, "{modules:?}");
    let mut on_the_map: Vec<&str> = lines.keys().copied().collect();
    on_the_map.sort_unstable();
    let mut declared = modules.clone();
    declared.sort_unstable();
    assert_eq!(on_the_map, declared);

    let mut upward = Vec::new();
    for path in sources(&source_folder) {
        let inside = path.strip_prefix(&source_folder).unwrap();
        let first = inside.iter().next().unwrap().to_str().unwrap();
        let module = first.trim_end_matches(".rs");
        if module != "lib" {
            let source = fs::read_to_string(&path).unwrap();
            assert!(
                !names_modules_in_a_group(&source),
                "{module}: one module a line"
            );
            upward.extend(upward_uses(&lines, module, &source));
        }
    }
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn a_use_of_a_module_above_is_seen() {
    let lines =
        lines_of_the_map("//! | `game` | above |\n//! | [`Graph`] (`graph`, `bits`) | below |");
    let uses = |source| upward_uses(&lines, "graph", source);
    assert_eq!(
        uses("use crate::game::{self, Game};\n"),
        ["graph uses game"]
    );
    assert_eq!(uses("fn f() { crate::game::g() }"), ["graph uses game"]);
    assert!(names_modules_in_a_group("use crate::{bits, game};"));
    assert!(uses("use crate::bits;\n/// See [`crate::game::Game`].\n").is_empty());
    assert!(uses("\n#[cfg(test)]\nmod tests { use crate::game; }").is_empty());
}
