//! Games built, changed, cloned, solved, asked and freed in arbitrary sequences, two or three at a time.

use std::ptr;

use super::answers::{check_solution, outcome_code};
use super::csr::Csr;
use super::input::Input;
use super::model::{Known, side};
use crate::ffi_support::{Solution, ok};
use crate::oracle::{Oracle, Position, SIDES};
use pursuit::ffi::game::*;
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;

const MOST_NODES: usize = 6;
const MOST_GAMES: usize = 3;
const MOST_STEPS: usize = 40;

/// A solution and what its game was when it was solved.
struct Solved {
    solution: Solution,
    oracle: Oracle,
}

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let mut games: Vec<Known> = Vec::new();
    let mut solved: Vec<Solved> = Vec::new();
    for _ in 0..MOST_STEPS {
        if input.is_empty() {
            break;
        }
        step(&mut input, &mut games, &mut solved);
    }
    // Solutions outlive their games, and still say the same.
    games.clear();
    for Solved { solution, oracle } in &solved {
        check_solution(solution, oracle);
    }
}

fn step(input: &mut Input, games: &mut Vec<Known>, solved: &mut Vec<Solved>) {
    let choice = input.below(16);
    if choice < 2 || games.is_empty() {
        let game = match choice {
            0 => Some(Known::from_matrix(input, MOST_NODES)),
            _ => Known::new(&Csr::read(input, MOST_NODES)),
        };
        return put(games, game, MOST_GAMES);
    }
    let at = input.below(games.len());
    match choice {
        2 => {
            let copy = games[at].copied();
            put(games, Some(copy), MOST_GAMES);
        }
        3 => drop(games.swap_remove(at)),
        4 => games[at].watch_over(input.pick(&[0, 0, 1, 2, 5])),
        5 => {
            ok(unsafe { pursuit_game_set_progress(games[at].game.0, None, ptr::null_mut()) });
            games[at].watch = None;
        }
        6 | 7 => decide(input, &mut games[at]),
        8 | 9 => {
            let solution = solve(&mut games[at]);
            put(solved, solution, MOST_GAMES);
        }
        10 if !solved.is_empty() => {
            let at = input.below(solved.len());
            let loaded = loaded(&solved[at]);
            put(solved, Some(loaded), MOST_GAMES);
        }
        11 if !solved.is_empty() => {
            let at = input.below(solved.len());
            let Solved { solution, oracle } = solved.swap_remove(at);
            check_solution(&solution, &oracle);
        }
        _ => games[at].change(input),
    }
}

/// Keeps a thing; the oldest makes room.
fn put<T>(list: &mut Vec<T>, thing: Option<T>, most: usize) {
    if thing.is_some() && list.len() == most {
        list.remove(0);
    }
    list.extend(thing);
}

fn decide(input: &mut Input, known: &mut Known) {
    let n = known.node_count();
    let (evader, pursuer, to_move) = (input.node(n), input.node(n), input.role());
    known.begin();
    let mut outcome = -9;
    let status =
        unsafe { pursuit_game_decide(known.game.0, evader, pursuer, to_move, &mut outcome) };
    assert_eq!(pursuit_last_status(), status);
    let nodes = 0..n as i32;
    let expected = if !nodes.contains(&evader) || !nodes.contains(&pursuer) {
        PURSUIT_ERR_NODE
    } else if side(to_move).is_none() {
        PURSUIT_ERR_ARGUMENT
    } else if status == PURSUIT_ERR_NO_MEMORY && known.limit != 0 {
        // What a decision needs is not foretold.
        PURSUIT_ERR_NO_MEMORY
    } else if known
        .watch
        .as_ref()
        .is_some_and(|watch| watch.has_stopped())
    {
        PURSUIT_ERR_CANCELLED
    } else {
        PURSUIT_OK
    };
    assert_eq!(status, expected);
    if status != PURSUIT_OK {
        return assert_eq!(outcome, -9, "a failing call wrote its answer");
    }
    let oracle = Oracle::backwards(known.rules.clone());
    let to_move = SIDES[side(to_move).expect("a role")];
    let at = Position::new(evader as usize, pursuer as usize, to_move);
    assert_eq!(outcome, outcome_code(oracle.value(at)), "{at:?}");
    if let Some(watch) = &known.watch {
        watch.expect_finished();
    }
}

fn solve(known: &mut Known) -> Option<Solved> {
    let mut estimate = 0;
    ok(unsafe { pursuit_game_memory_estimate(known.game.0, &mut estimate) });
    known.begin();
    let mut solution = ptr::null_mut();
    let status = unsafe { pursuit_game_solve(known.game.0, &mut solution) };
    assert_eq!(pursuit_last_status(), status);
    let expected = if known.limit != 0 && known.limit < estimate {
        PURSUIT_ERR_NO_MEMORY
    } else if known
        .watch
        .as_ref()
        .is_some_and(|watch| watch.has_stopped())
    {
        PURSUIT_ERR_CANCELLED
    } else {
        // No distance of so small a game reaches 255, so the estimate holds.
        PURSUIT_OK
    };
    assert_eq!(status, expected);
    if status != PURSUIT_OK {
        assert!(solution.is_null(), "a failing call wrote its answer");
        return None;
    }
    if let Some(watch) = &known.watch {
        watch.expect_finished();
    }
    let solved = Solved {
        solution: Solution(solution),
        oracle: Oracle::backwards(known.rules.clone()),
    };
    check_solution(&solved.solution, &solved.oracle);
    Some(solved)
}

/// The same solution by way of its image.
fn loaded(solved: &Solved) -> Solved {
    let image = solved.solution.save();
    let mut solution = ptr::null_mut();
    ok(unsafe { pursuit_solution_load(image.as_ptr().cast(), image.len(), &mut solution) });
    let loaded = Solved {
        solution: Solution(solution),
        oracle: solved.oracle.clone(),
    };
    assert!(
        loaded.solution.save() == image,
        "another image of the same solution"
    );
    loaded
}
