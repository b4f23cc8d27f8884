//! `pursuit_solution_load` on arbitrary bytes, and on images that were changed: refused, or a solution that can be asked
//! everything. A changed image with a checksum to match is a forgery that loading need not see; what it then answers may be
//! wrong, but `verify` says so.

use std::ptr;

use super::answers::{check_solution, listed_moves, role_code};
use super::csr::Csr;
use super::input::Input;
use super::model::Known;
use super::teams::check_questions_for_one;
use crate::ffi_support::{Solution, UNTOUCHED, UNTOUCHED_START, UNTOUCHED_VALUE, ok};
use crate::oracle::{Oracle, Position, SIDES, Side, positions};
use pursuit::ffi::game::*;
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::teams::*;
use pursuit::ffi::types::*;

/// Where the checksum stands in an image, and the first word, from which it starts: see `src/image.rs`.
const CHECKSUM_WORD: usize = 3;

/// Loads bytes as they are.
pub fn load(bytes: &[u8]) {
    if let Some(solution) = loaded(bytes) {
        ask_everything(&solution);
    }
}

/// Changes the image of a small game in arbitrary places, and loads it.
pub fn load_mutated(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let Some((original, oracle)) = solved(&mut input) else {
        return;
    };
    let image = original.save();
    let is_forgery = input.below(2) == 1;
    let mut changed = image.clone();
    while !input.is_empty() {
        change(&mut input, &mut changed);
    }
    if is_forgery {
        forge_checksum(&image, &mut changed);
    }
    let Some(solution) = loaded(&changed) else {
        return assert!(changed != image, "the image is refused as it was written");
    };
    if changed == image {
        if let Some(oracle) = oracle {
            check_solution(&solution, &oracle);
        }
        return ask_everything(&solution);
    }
    let touched_checksum = image[8 * CHECKSUM_WORD..][..8] != changed[8 * CHECKSUM_WORD..][..8];
    assert!(touched_checksum, "a damaged image is loaded");
    ask_everything(&solution);
}

/// A small game by the library, and by the oracle if it has one pursuer; what teams are to answer is the builder's.
fn solved(input: &mut Input) -> Option<(Solution, Option<Oracle>)> {
    let mut known = Known::new(&Csr::read(input, 6))?;
    for _ in 0..input.below(4) {
        known.change(input);
    }
    ok(unsafe { pursuit_game_set_memory_limit(known.game.0, 0) });
    let solution = known.game.solve();
    let oracle = (known.pursuers == 1).then(|| Oracle::by_rounds(known.rules));
    Some((solution, oracle))
}

fn change(input: &mut Input, image: &mut Vec<u8>) {
    let place = u16::from_le_bytes([input.byte(), input.byte()]) as usize;
    match input.below(8) {
        0 => image.truncate(place),
        1 => image.extend((0..place % 64).map(|_| 0)),
        2 if !image.is_empty() => {
            let place = place % image.len();
            image[place] = input.byte();
        }
        3 => {
            let word = 8 * (place % (image.len() / 8).max(1));
            if let Some(bytes) = image.get_mut(word..word + 8) {
                bytes.fill(input.pick(&[0, 1, 0x7F, 0x80, 0xFF]));
            }
        }
        _ if !image.is_empty() => {
            let place = place % image.len();
            image[place] ^= 1 << input.below(8);
        }
        _ => {}
    }
}

/// Gives a changed image the checksum that fits it. The sum is written anew from its description in `src/image.rs`, and
/// must give what the library wrote into the image that it made.
fn forge_checksum(original: &[u8], changed: &mut [u8]) {
    let word = |image: &[u8], index: usize| -> Option<u64> {
        let bytes = image.get(8 * index..8 * index + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    };
    let sum = |image: &[u8]| {
        let mut sum = word(original, 0).expect("an image begins with its mark");
        for index in (0..image.len() / 8).filter(|&index| index != CHECKSUM_WORD) {
            let word = word(image, index).expect("a word");
            sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            sum ^= sum >> 29;
        }
        sum
    };
    assert_eq!(
        Some(sum(original)),
        word(original, CHECKSUM_WORD),
        "the checksum"
    );
    let forged = sum(changed).to_le_bytes();
    if let Some(place) = changed.get_mut(8 * CHECKSUM_WORD..8 * CHECKSUM_WORD + 8) {
        place.copy_from_slice(&forged);
    }
}

/// What loading the bytes gives; they are no longer there when it is used.
fn loaded(bytes: &[u8]) -> Option<Solution> {
    let image: Box<[u8]> = bytes.into();
    let mut solution = ptr::null_mut();
    let status =
        unsafe { pursuit_solution_load(image.as_ptr().cast(), image.len(), &mut solution) };
    assert_eq!(pursuit_last_status(), status);
    match status {
        PURSUIT_OK => Some(Solution(solution)),
        PURSUIT_ERR_ARGUMENT => {
            assert!(solution.is_null());
            None
        }
        _ => panic!("loading ends with status {status}"),
    }
}

/// Asks a solution of unknown origin everything. If it verifies, its answers are those of the game that it describes.
fn ask_everything(solution: &Solution) {
    let (mut n, mut pursuers) = (0, 0);
    unsafe {
        ok(pursuit_solution_node_count(solution.0, &mut n));
        ok(pursuit_solution_pursuer_count(solution.0, &mut pursuers));
    }
    let verified = unsafe { pursuit_solution_verify(solution.0, None, ptr::null_mut()) };
    assert!([PURSUIT_OK, PURSUIT_ERR_INTERNAL].contains(&verified));
    let is_verified = verified == PURSUIT_OK;
    let rows = match pursuers {
        1 => ask_about_one(solution, n as usize, is_verified),
        _ => ask_about_teams(solution, n as usize, pursuers as usize, is_verified),
    };
    for side in SIDES.map(role_code) {
        let mut summary = pursuit_summary {
            draws: 0,
            evader_wins: 0,
            pursuer_wins: 0,
            longest: 0,
        };
        ok(unsafe { pursuit_solution_summary(solution.0, side, &mut summary) });
        let total = summary.draws + summary.evader_wins + summary.pursuer_wins;
        assert_eq!(total, (rows * n as usize) as u64);
    }
    let image = solution.save();
    assert!(loaded(&image).is_some(), "what was saved is refused");
}

/// What only a game with one pursuer can be asked; it has as many rows of positions as nodes.
fn ask_about_one(solution: &Solution, n: usize, is_verified: bool) -> usize {
    for at in positions(n) {
        let value = probe(solution, at);
        let moves = listed_moves(solution, at);
        if is_verified {
            check_value(solution, at, value, &moves);
        }
    }
    let size = n * n;
    for side in SIDES.map(role_code) {
        let mut outcomes = vec![0_i8; size];
        let mut distances = vec![0; size];
        let mut best_moves = vec![0; size];
        let mut starts: Vec<pursuit_start> = Vec::with_capacity(n);
        let mut best = UNTOUCHED_START;
        unsafe {
            let (a, b, c) = (&mut outcomes, &mut distances, &mut best_moves);
            let (a, b, c) = (a.as_mut_ptr(), b.as_mut_ptr(), c.as_mut_ptr());
            ok(pursuit_solution_export(solution.0, side, size, a, b, c));
            let answers = [
                pursuit_solution_best_start(solution.0, side, &mut best),
                pursuit_solution_starts(solution.0, side, starts.as_mut_ptr(), n),
            ];
            assert!(
                answers == [PURSUIT_OK; 2] || answers == [PURSUIT_ERR_ARGUMENT; 2],
                "{answers:?}"
            );
        }
    }
    n
}

/// What a game with several pursuers can be asked; it has a row of positions for each of their teams.
fn ask_about_teams(solution: &Solution, n: usize, pursuers: usize, is_verified: bool) -> usize {
    check_questions_for_one(solution, pursuers as i32);
    let teams = multisets(n as i32, pursuers);
    for team in &teams {
        for (evader, side) in (0..n as i32).flat_map(|x| SIDES.map(|side| (x, side))) {
            let (value, moved) = probe_team(solution, evader, team, side);
            if value.distance == 0 {
                assert_eq!((value.best_move, moved), (-1, vec![-1; pursuers]));
            } else if is_verified {
                // The best move leads to the same outcome, and a win is a ply nearer.
                let (after, _) = match side {
                    Side::Evader => probe_team(solution, value.best_move, team, Side::Pursuer),
                    Side::Pursuer => probe_team(solution, evader, &moved, Side::Evader),
                };
                let nearer = match value.outcome {
                    PURSUIT_DRAW => -1,
                    _ => value.distance - 1,
                };
                assert_eq!((after.outcome, after.distance), (value.outcome, nearer));
            }
        }
    }
    for side in SIDES.map(role_code) {
        let mut best = UNTOUCHED_START;
        let mut team = vec![UNTOUCHED; pursuers].into_boxed_slice();
        let status = unsafe {
            pursuit_solution_best_start_team(solution.0, side, &mut best, team.as_mut_ptr())
        };
        assert!([PURSUIT_OK, PURSUIT_ERR_ARGUMENT].contains(&status));
    }
    teams.len()
}

/// All multisets of a size, each ascending.
fn multisets(n: i32, size: usize) -> Vec<Vec<i32>> {
    (0..size).fold(vec![Vec::new()], |shorter, _| {
        let longer = |team: &Vec<i32>| {
            let team = team.clone();
            let least = team.last().copied().unwrap_or(0);
            (least..n).map(move |node| [&team[..], &[node]].concat())
        };
        shorter.iter().flat_map(longer).collect()
    })
}

fn probe_team(
    solution: &Solution,
    evader: i32,
    team: &[i32],
    to_move: Side,
) -> (pursuit_value, Vec<i32>) {
    let asked: Box<[i32]> = team.into();
    let mut value = UNTOUCHED_VALUE;
    let mut moves = vec![UNTOUCHED; team.len()].into_boxed_slice();
    ok(unsafe {
        pursuit_solution_probe_team(
            solution.0,
            evader,
            asked.as_ptr(),
            role_code(to_move),
            &mut value,
            moves.as_mut_ptr(),
        )
    });
    (value, moves.into_vec())
}

fn probe(solution: &Solution, at: Position) -> pursuit_value {
    solution.probe(at.evader as i32, at.pursuer as i32, role_code(at.to_move))
}

/// A value follows from those of the moves: won at once, in one ply more than the best move, or a draw that a move keeps.
fn check_value(solution: &Solution, at: Position, value: pursuit_value, moves: &[pursuit_move]) {
    let (own, others) = match at.to_move {
        Side::Evader => (PURSUIT_EVADER_WINS, PURSUIT_PURSUER_WINS),
        Side::Pursuer => (PURSUIT_PURSUER_WINS, PURSUIT_EVADER_WINS),
    };
    for step in moves {
        let after = probe(solution, at.after(step.node as usize));
        assert_eq!(
            (after.outcome, after.distance),
            (step.outcome, step.distance)
        );
    }
    let with = |outcome| moves.iter().filter(move |step| step.outcome == outcome);
    let nearest = with(own).map(|step| step.distance).min();
    let farthest = with(others).map(|step| step.distance).max();
    let expected = match (
        moves.is_empty(),
        nearest,
        with(PURSUIT_DRAW).count(),
        farthest,
    ) {
        (true, ..) => (value.outcome, 0),
        (_, Some(nearest), ..) => (own, nearest + 1),
        (_, None, 1.., _) => (PURSUIT_DRAW, -1),
        (_, None, 0, farthest) => (others, farthest.expect("a move") + 1),
    };
    assert_eq!((value.outcome, value.distance), expected, "{at:?}");
}
