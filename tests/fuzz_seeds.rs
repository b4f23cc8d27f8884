//! Runs the fuzz targets without a fuzzer: on the seeds committed in `fuzz/seeds`, and on bytes made from those by chance.

mod ffi_support;
mod fuzzing;
mod oracle;

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use oracle::generate::{Random, campaign};

const CASES: u64 = 300;

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/seeds")
        .join(target);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no seeds in {}", folder.display());
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// A seed with some of its bytes changed, parts of it repeated or left out; or bytes of no origin.
fn mutated(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    if random.chance(20) || bytes.is_empty() {
        return (0..random.below(200))
            .map(|_| random.next() as u8)
            .collect();
    }
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes[at] = random.next() as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => {
                let end = bytes.len().min(at + 1 + random.below(16));
                let part = bytes[at..end].to_vec();
                let place = random.below(bytes.len());
                bytes.splice(place..place, part);
            }
            _ if bytes.len() > 1 => drop(bytes.remove(at)),
            _ => {}
        }
    }
    bytes
}

fn run(target: &str) {
    // The grader's game is the process's, and so are panics' hooks: one target at a time.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let seeds = seeds(target);
    for seed in &seeds {
        fuzzing::run(target, seed);
    }
    campaign(CASES, |random| {
        fuzzing::run(target, &mutated(random, &seeds));
    });
}

#[test]
fn games_built_and_asked_in_any_order() {
    run("builder");
}

#[test]
fn cat_and_mouse_on_any_graph() {
    run("cat_mouse");
}

#[test]
fn cop_numbers_of_any_arrays_and_texts() {
    run("cops");
}

#[test]
fn the_graders_game_in_any_order() {
    run("grader");
}

#[test]
fn any_bytes_loaded() {
    run("load");
}

#[test]
fn changed_images_loaded() {
    run("load_mutated");
}

#[test]
fn each_target_has_seeds_and_a_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    for (name, _) in fuzzing::TARGETS {
        seeds(name);
        let program = folder.join("fuzz_targets").join(format!("{name}.rs"));
        assert!(program.is_file(), "{}", program.display());
    }
}
