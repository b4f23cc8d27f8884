//! What the functions exchange: roles, outcomes, handles, the structs of the answers.

use std::ffi::c_void;

use super::failure::Failure;
use super::progress::Callback;
use crate::error::Error;
use crate::game::Game;
use crate::rules::{Outcome, Role};
use crate::solution::{Move, Solution, Start, Value};
use crate::tables::Summary;

/// The role of the evader: the mouse, the robber.
pub const PURSUIT_EVADER: i32 = 1;
/// The role of the pursuer: the cat, the cop.
pub const PURSUIT_PURSUER: i32 = 2;

/// An outcome: neither side can force an end. Outcomes and roles are numbered so that `outcome == role` means that
/// this role wins.
pub const PURSUIT_DRAW: i32 = 0;
/// An outcome: the evader can force a win.
pub const PURSUIT_EVADER_WINS: i32 = 1;
/// An outcome: the pursuer can force a win.
pub const PURSUIT_PURSUER_WINS: i32 = 2;

/// A game being set up: graphs, rules, and how the work of solving is to be done. Made by `pursuit_game_new`,
/// `pursuit_game_new_matrix` or `pursuit_game_clone`, freed by `pursuit_game_free`.
///
/// Functions that take a `const pursuit_game *` may run at once on one game, from any number of threads; the others
/// need it alone.
pub struct pursuit_game {
    pub(super) game: Game,
    pub(super) progress: Callback,
}

/// A solved game. Made by `pursuit_game_solve` or `pursuit_solution_load`, freed by `pursuit_solution_free`.
///
/// It owns what it needs and never changes: the game may be changed, solved again or freed meanwhile, and any number
/// of threads may ask a solution at once.
pub struct pursuit_solution {
    pub(super) solution: Solution,
}

/// Is told how far a long call has come; returning 0 stops the call with `PURSUIT_ERR_CANCELLED`.
///
/// It runs on the thread that made the call, about ten times a second while the work is long, and at least once.
/// `user_data` is what was given with the callback. `round` counts rounds of work and `resolved` positions settled:
/// neither ever falls within a call. `total` is constant within a call; when the work is finished, a last call has
/// `resolved == total`.
///
/// The callback must return: no C++ exception and no `longjmp` may leave it. It may use other handles, and may ask
/// this one what a `const` handle is good for; it must not change or free the game at work.
pub type pursuit_progress_fn = Option<
    unsafe extern "C" fn(user_data: *mut c_void, round: u64, resolved: u64, total: u64) -> i32,
>;

/// What a position is worth and how to play it. The struct is frozen: it never gets another field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct pursuit_value {
    /// `PURSUIT_DRAW`, `PURSUIT_EVADER_WINS` or `PURSUIT_PURSUER_WINS`.
    pub outcome: i32,
    /// Plies to the end when the winner hurries and the loser delays; 0 when the game is over, -1 in a draw.
    pub distance: i32,
    /// The node to move to: a winner's fastest win, a loser's longest delay, in a draw a move that keeps it; the
    /// lowest-numbered among equals; the token's own node when it stays or passes; -1 when the game is over.
    pub best_move: i32,
}

/// A legal move and what it leads to. The struct is frozen: it never gets another field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct pursuit_move {
    /// The node moved to; the token's own when it stays or passes.
    pub node: i32,
    /// The outcome of the position after the move.
    pub outcome: i32,
    /// Plies from the position after the move to the end, -1 in a draw.
    pub distance: i32,
}

/// A choice of starting nodes. The struct is frozen: it never gets another field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct pursuit_start {
    /// The outcome from there; -1 for a node where the pursuer may not start.
    pub outcome: i32,
    /// Plies to the end, -1 in a draw.
    pub distance: i32,
    /// The node where the pursuer starts; -1 where a team is meant.
    pub pursuer: i32,
    /// The node where the evader starts, having seen that; -1 when there is no such start.
    pub evader: i32,
}

/// How many positions there are of each kind. The struct is frozen: it never gets another field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct pursuit_summary {
    /// Positions that are draws.
    pub draws: u64,
    /// Positions that the evader wins, finished ones included.
    pub evader_wins: u64,
    /// Positions that the pursuer wins, finished ones included.
    pub pursuer_wins: u64,
    /// The largest distance in plies, -1 if no position is won.
    pub longest: i64,
}

/// Reads a role; `what` is the argument's name.
pub(super) fn role(value: i32, what: &'static str) -> Result<Role, Failure> {
    match value {
        PURSUIT_EVADER => Ok(Role::Evader),
        PURSUIT_PURSUER => Ok(Role::Pursuer),
        _ => Err(Error::Argument {
            what,
            value: value.into(),
            must_be: "PURSUIT_EVADER (1) or PURSUIT_PURSUER (2)",
        }
        .into()),
    }
}

/// Reads a node; `what` is the argument's name.
pub(super) fn node(value: i32, what: &'static str, n: usize) -> Result<usize, Failure> {
    match usize::try_from(value) {
        Ok(node) if node < n => Ok(node),
        _ => Err(Error::Node {
            what,
            value: value.into(),
            n,
        }
        .into()),
    }
}

/// Checks an array of nodes, from 0 up; `what` is the array's name.
pub(super) fn check_nodes(values: &[i32], what: &'static str, n: usize) -> Result<(), Failure> {
    // One unsigned comparison covers negative values too.
    match values.iter().position(|&value| value as u32 as usize >= n) {
        None => Ok(()),
        Some(index) => Err(Error::NodeAt {
            what,
            index,
            value: values[index].into(),
            n,
        }
        .into()),
    }
}

/// Reads a number that must be at least `least`; `must_be` says so in words.
pub(super) fn at_least(
    least: i32,
    value: i32,
    what: &'static str,
    must_be: &'static str,
) -> Result<usize, Failure> {
    if value < least {
        return Err(Error::Argument {
            what,
            value: value.into(),
            must_be,
        }
        .into());
    }
    Ok(value as usize)
}

pub(super) fn outcome_code(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Draw => PURSUIT_DRAW,
        Outcome::EvaderWins => PURSUIT_EVADER_WINS,
        Outcome::PursuerWins => PURSUIT_PURSUER_WINS,
    }
}

/// A distance as C sees it. The core refuses distances past `i32::MAX`.
pub(super) fn distance_code(distance: Option<u32>) -> i32 {
    distance.map_or(-1, |plies| plies as i32)
}

/// A node as C sees it. Nodes are below `i32::MAX`.
pub(super) fn node_code(node: Option<usize>) -> i32 {
    node.map_or(-1, |node| node as i32)
}

impl From<Value> for pursuit_value {
    fn from(value: Value) -> pursuit_value {
        pursuit_value {
            outcome: outcome_code(value.outcome),
            distance: distance_code(value.distance),
            best_move: node_code(value.best_move),
        }
    }
}

impl From<Move> for pursuit_move {
    fn from(step: Move) -> pursuit_move {
        pursuit_move {
            node: step.node as i32,
            outcome: outcome_code(step.outcome),
            distance: distance_code(step.distance),
        }
    }
}

impl From<Start> for pursuit_start {
    fn from(start: Start) -> pursuit_start {
        pursuit_start {
            outcome: outcome_code(start.outcome),
            distance: distance_code(start.distance),
            pursuer: start.pursuer as i32,
            evader: start.evader as i32,
        }
    }
}

impl From<Summary> for pursuit_summary {
    fn from(summary: Summary) -> pursuit_summary {
        pursuit_summary {
            draws: summary.draws,
            evader_wins: summary.evader_wins,
            pursuer_wins: summary.pursuer_wins,
            longest: summary.longest.map_or(-1, i64::from),
        }
    }
}
