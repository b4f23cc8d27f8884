//! Several pursuers.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;

use super::failure::Failure;
use super::graphs;
use super::guard;
use super::pointers::{self, Out};
use super::progress::Callback;
use super::solution::solved;
use super::types::{
    self, pursuit_game, pursuit_progress_fn, pursuit_solution, pursuit_start, pursuit_value,
};
use crate::cops::cop_number;
use crate::corpus::Corpus;
use crate::memory;
use crate::rules::Role;
use crate::solution::Value;

/// Finds the cop number of an undirected graph in CSR form: the fewest cops that win the classical game. The cops place
/// themselves, then the robber, seeing them; the cops move first; anyone may stay, any number of cops move at once, several
/// may share a node. For a disconnected graph it is the sum over its components. Loops don't matter.
///
/// `cops` is set to it, or to 0 when more than `max_cops` are needed. One cop is decided by taking out dominated nodes, in
/// microseconds for graphs of a few dozen nodes; from two on, bounds are tried before the game is played out, which takes
/// memory and time that grow like n to the power of one more than the cops.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_NODE_COUNT` for n < 1; `PURSUIT_ERR_ARGUMENT` for max_cops < 1 and for
/// an arc without an arc back; `PURSUIT_ERR_ROW_OFFSETS`; `PURSUIT_ERR_COLUMN_INDEX`; `PURSUIT_ERR_NO_MEMORY`.
///
/// # Safety
/// `row_offsets` is NULL or has n + 1 entries, `column_indices` is NULL or has `row_offsets[n]`; `cops` is NULL or may be
/// written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_cop_number(
    n: i32,
    row_offsets: *const i32,
    column_indices: *const i32,
    max_cops: i32,
    cops: *mut i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(cops, "cops") }?;
        let n = graphs::node_count(n, 1)?;
        let max_cops = types::at_least(1, max_cops, "max_cops", "at least 1")?;
        // SAFETY: the caller's promise.
        let graph = unsafe { graphs::from_csr(n, row_offsets, column_indices) }?;
        out.set(cops_code(cop_number(&graph, max_cops)?));
        Ok(())
    })
}

/// Finds the cop number of every graph of a corpus in graph6 form: `length` bytes of text, a graph a line, as `geng` and
/// others print them. A header `>>graph6<<` may come before line 1, lines may end in CR LF, and the last one need not end at all.
/// The form is that of nauty's formats.txt, read strictly; graphs of any size will do.
///
/// `count` is set to the number of graphs. With `cops` NULL that is all: every line has been checked then. Otherwise
/// `cops` has room for `capacity` entries, at least as many as there are graphs; `cops[i]` is the cop number of the i-th
/// graph, or 0 when it is more than `max_cops`. `rounds`, unless it is NULL, has as much room and gets the capture time:
/// the rounds, one turn of the cops each, that so many cops need from their best placement; -1 where `cops[i]` is 0. That
/// costs more, since every graph has to be played on.
///
/// `threads` is the number of threads to use, 0 for every core; the answers don't depend on it. `callback` may be NULL; it
/// is told of progress in graphs, and can stop the call, as described at `pursuit_progress_fn`.
///
/// For a corpus that is read part by part, each part whole lines: `first_line` is the number of the part's first line,
/// counted from 1, and errors name lines by it.
///
/// Errors, none of which changes an out-parameter: `PURSUIT_ERR_NULL_POINTER` for `count`, and for `lines` if `length` is
/// not 0; `PURSUIT_ERR_ARGUMENT` for first_line < 1, max_cops < 1, threads < 0, too small a capacity, and for a line
/// that is no graph, with its number and what is wrong with it in the last error; `PURSUIT_ERR_NODE_COUNT` for a graph
/// without nodes; `PURSUIT_ERR_CANCELLED`; `PURSUIT_ERR_NO_MEMORY`.
///
/// # Safety
/// `lines` is NULL or has `length` bytes; `cops` and `rounds` are NULL or have room for `capacity` entries; `count` is NULL
/// or may be written to; `callback` is NULL or keeps to what `pursuit_progress_fn` asks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_cop_numbers_graph6(
    lines: *const c_char,
    length: usize,
    first_line: u64,
    max_cops: i32,
    threads: i32,
    cops: *mut i32,
    rounds: *mut i32,
    capacity: usize,
    count: *mut usize,
    callback: pursuit_progress_fn,
    user_data: *mut c_void,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let count = unsafe { Out::new(count, "count") }?;
        // SAFETY: the caller's promise.
        let text = unsafe { pointers::array(lines.cast::<u8>(), length, "lines") }?;
        if first_line < 1 {
            return Err(Failure::TooSmall {
                what: "first_line",
                given: first_line,
                least: 1,
            });
        }
        let max_cops = types::at_least(1, max_cops, "max_cops", "at least 1")?;
        let threads = types::at_least(0, threads, "threads", "0 (every core) or more")?;
        let corpus = Corpus::from_graph6(text, first_line)?;
        if !cops.is_null() {
            if capacity < corpus.len() {
                return Err(Failure::TooSmall {
                    what: "capacity",
                    given: capacity as u64,
                    least: corpus.len() as u64,
                });
            }
            let callback = Callback {
                function: callback,
                user_data,
            };
            let wants_rounds = !rounds.is_null();
            let mut progress = |now| callback.report(now);
            let numbers = corpus.cop_numbers(max_cops, wants_rounds, threads, &mut progress)?;
            // SAFETY: there is room for `capacity` entries, by the caller's promise, and no more than that are used.
            let cops = unsafe { pointers::array_out(cops, corpus.len(), "cops") }?;
            // SAFETY: as above.
            let rounds = unsafe { pointers::array_out(rounds, numbers.rounds.len(), "rounds") }?;
            for (slot, &number) in cops.iter_mut().zip(&numbers.cops) {
                slot.write(number as i32);
            }
            for (slot, &time) in rounds.iter_mut().zip(&numbers.rounds) {
                slot.write(types::distance_code(time));
            }
        }
        count.set(corpus.len());
        Ok(())
    })
}

/// Finds the fewest pursuers that win a game from their best placement, moving first: the cop number under any rules. The
/// pursuers pick nodes, then the evader, seeing them, as in `pursuit_solution_best_start_team`. What the game has been set
/// to by `pursuit_game_set_pursuers` does not matter; its threads, memory limit and callback do.
///
/// `cops` is set to it, or to 0 when more than `max_cops` are needed.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for max_cops < 1, and when a side has no node to start from;
/// `PURSUIT_ERR_NO_MEMORY`; `PURSUIT_ERR_CANCELLED`.
///
/// # Safety
/// `game` is NULL or a game that no one changes meanwhile; `cops` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_cop_number(
    game: *const pursuit_game,
    max_cops: i32,
    cops: *mut i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::shared(game, "game") }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(cops, "cops") }?;
        let max_cops = types::at_least(1, max_cops, "max_cops", "at least 1")?;
        let progress = game.progress;
        let fewest = game
            .game
            .cop_number_with(max_cops, &mut |now| progress.report(now))?;
        out.set(cops_code(fewest));
        Ok(())
    })
}

/// Sets the number of pursuers, 1 at first. The team moves in one turn, each by the pursuer's rules: any of them on the
/// evader's node is capture, any of them on a pursuer's goal is a win. Their order does not matter, and several may share
/// a node.
///
/// A game of k pursuers on n nodes has 2 n C(n + k - 1, k) positions; `pursuit_game_memory_estimate` tells what that takes
/// before anything is solved. More than 255 pursuers can be set, but not be solved.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for pursuers < 1.
///
/// # Safety
/// `game` is NULL or a game that no other call uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_set_pursuers(game: *mut pursuit_game, pursuers: i32) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::exclusive(game, "game") }?;
        let pursuers = types::at_least(1, pursuers, "pursuers", "at least 1")?;
        Ok(game.game.set_pursuers(pursuers)?)
    })
}

/// Tells the number of pursuers of the game that was solved.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`.
///
/// # Safety
/// `solution` is NULL or a solution; `pursuers` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_pursuer_count(
    solution: *const pursuit_solution,
    pursuers: *mut i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(pursuers, "pursuers") }?;
        out.set(solution.pursuers() as i32);
        Ok(())
    })
}

/// Tells what a position is worth and how to play it, for any number k of pursuers. `pursuers` has k nodes, in any order.
///
/// With the team to move, `best_moves` gets k nodes, where each pursuer goes, in the order asked: of the equally good teams
/// that can be reached the one that is lexicographically smallest when sorted, and of the ways to reach it the
/// lexicographically smallest; `value->best_move` is -1, for one pursuer too. With the evader to move, `value->best_move` is
/// its best move as in `pursuit_solution_probe`, and `best_moves` is filled with -1, as it is when the game is over.
/// `best_moves` may be NULL.
///
/// Outcome and distance are looked up; the team's best move may take a search through all its moves.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_NODE`, for `pursuers` with the entry; `PURSUIT_ERR_ARGUMENT` for a bad
/// `to_move`; `PURSUIT_ERR_NO_MEMORY`: a few words a pursuer are needed.
///
/// # Safety
/// `solution` is NULL or a solution; `pursuers` is NULL or has k entries; `value` is NULL or may be written to;
/// `best_moves` is NULL or has room for k entries, apart from `pursuers`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_probe_team(
    solution: *const pursuit_solution,
    evader: i32,
    pursuers: *const i32,
    to_move: i32,
    value: *mut pursuit_value,
    best_moves: *mut i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(value, "value") }?;
        let (n, k) = (solution.node_count(), solution.pursuers());
        let evader = types::node(evader, "evader", n)?;
        let to_move = types::role(to_move, "to_move")?;
        // SAFETY: the caller's promise.
        let pursuers = unsafe { pointers::array(pursuers, k, "pursuers") }?;
        types::check_nodes(pursuers, "pursuers", n)?;
        let mut team = memory::with_capacity(k)?;
        team.extend(pursuers.iter().map(|&node| node as usize));

        let value = solution.probe_team(evader, &team, to_move)?;
        if !best_moves.is_null() {
            let mut moves = memory::filled(k, 0)?;
            let moves_on =
                to_move == Role::Pursuer && solution.best_team_move(evader, &team, &mut moves)?;
            // SAFETY: the caller's promise.
            let best_moves = unsafe { pointers::array_out(best_moves, k, "best_moves") }?;
            write_nodes(
                best_moves,
                moves.iter().map(|&node| moves_on.then_some(node)),
            );
        }
        out.set(Value::into(value));
        Ok(())
    })
}

/// Tells the best start of a team: the pursuers pick their nodes, then the evader, seeing them, then `first_mover` moves.
/// Which nodes they may pick and what each side prefers is said at `pursuit_solution_best_start`. `pursuers` has room for
/// as many nodes as there are pursuers and gets theirs, ascending, the lexicographically smallest of equally good teams;
/// `best->pursuer` is set to -1.
///
/// The capture time in rounds is (`best->distance` + 1) / 2, with the pursuers moving first.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for a bad `first_mover`, and when a side has no node to start
/// from; `PURSUIT_ERR_NO_MEMORY`: a few words a node are needed.
///
/// # Safety
/// `solution` is NULL or a solution; `best` is NULL or may be written to; `pursuers` is NULL or has room for as many nodes
/// as there are pursuers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_best_start_team(
    solution: *const pursuit_solution,
    first_mover: i32,
    best: *mut pursuit_start,
    pursuers: *mut i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(best, "best") }?;
        let k = solution.pursuers();
        // SAFETY: the caller's promise.
        let pursuers = unsafe { pointers::array_out(pursuers, k, "pursuers") }?;
        let first_mover = types::role(first_mover, "first_mover")?;
        let mut team = memory::filled(k, 0)?;
        let start = solution.best_team_start(first_mover, &mut team)?;
        write_nodes(pursuers, team.iter().map(|&node| Some(node)));
        out.set(pursuit_start {
            pursuer: -1,
            ..start.into()
        });
        Ok(())
    })
}

/// A number of cops as C sees it: 0 when there are not enough.
fn cops_code(cops: Option<usize>) -> i32 {
    cops.map_or(0, |cops| cops as i32)
}

fn write_nodes(slots: &mut [MaybeUninit<i32>], nodes: impl Iterator<Item = Option<usize>>) {
    for (slot, node) in slots.iter_mut().zip(nodes) {
        slot.write(types::node_code(node));
    }
}
