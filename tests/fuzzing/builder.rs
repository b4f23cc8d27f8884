//! Games built, changed, cloned, solved, asked and freed in arbitrary sequences, two or three at a time.

use std::ptr;
use std::rc::Rc;

use super::answers::{check_solution, outcome_code};
use super::csr::Csr;
use super::input::Input;
use super::model::{Known, side};
use super::teams::{check_questions_for_one, check_team_solution, is_small};
use crate::ffi_support::{Solution, ok};
use crate::oracle::teams::{TeamOracle, fewest_pursuers};
use crate::oracle::{Oracle, Position, SIDES};
use pursuit::ffi::game::*;
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::teams::*;

const MOST_NODES: usize = 6;
const MOST_GAMES: usize = 3;
const MOST_STEPS: usize = 40;

/// A solution, and what is to be expected of it.
struct Solved {
    solution: Solution,
    expected: Expected,
}

#[derive(Clone)]
enum Expected {
    One(Rc<Oracle>),
    Team(Rc<TeamOracle>),
    /// Too many teams for the oracle; the solution has to verify.
    LargeTeam(i32),
}

impl Solved {
    fn check(&self) {
        match &self.expected {
            Expected::One(oracle) => check_solution(&self.solution, oracle),
            Expected::Team(oracle) => check_team_solution(&self.solution, oracle),
            Expected::LargeTeam(pursuers) => {
                check_questions_for_one(&self.solution, *pursuers);
                let solution = self.solution.0;
                ok(unsafe { pursuit_solution_verify(solution, None, ptr::null_mut()) });
            }
        }
    }
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
    solved.iter().for_each(Solved::check);
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
            solved.swap_remove(at).check();
        }
        12 => count_pursuers(input, &mut games[at]),
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
    } else if side(to_move).is_none() || known.pursuers > 1 {
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
    let rules = known.rules.clone();
    let solved = Solved {
        solution: Solution(solution),
        expected: match known.pursuers {
            1 => Expected::One(Rc::new(Oracle::backwards(rules))),
            k if is_small(rules.node_count(), k) => {
                Expected::Team(Rc::new(TeamOracle::new(rules, k)))
            }
            k => Expected::LargeTeam(k as i32),
        },
    };
    solved.check();
    Some(solved)
}

/// The fewest pursuers that win, whatever number the game has been set to.
fn count_pursuers(input: &mut Input, known: &mut Known) {
    let n = known.node_count();
    let most = input.pick(&[1, 2, 2, 0, i32::MIN]);
    known.begin();
    let mut fewest = -9;
    let status = unsafe { pursuit_game_cop_number(known.game.0, most, &mut fewest) };
    assert_eq!(pursuit_last_status(), status);
    let may_start = |side| (0..n).any(|x| known.rules.may_start(side, x));
    let is_question = most >= 1 && SIDES.into_iter().all(may_start);
    let expected = if !is_question {
        PURSUIT_ERR_ARGUMENT
    } else if status == PURSUIT_ERR_NO_MEMORY && known.limit != 0 {
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
        return assert_eq!(fewest, -9, "a failing call wrote its answer");
    }
    let expected = fewest_pursuers(&known.rules, most as usize);
    assert_eq!(fewest, expected.map_or(0, |pursuers| pursuers as i32));
}

/// The same solution by way of its image.
fn loaded(solved: &Solved) -> Solved {
    let image = solved.solution.save();
    let mut solution = ptr::null_mut();
    ok(unsafe { pursuit_solution_load(image.as_ptr().cast(), image.len(), &mut solution) });
    let loaded = Solved {
        solution: Solution(solution),
        expected: solved.expected.clone(),
    };
    assert!(
        loaded.solution.save() == image,
        "another image of the same solution"
    );
    loaded
}
