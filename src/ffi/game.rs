//! Building a game and solving it.

use std::ffi::c_void;

use super::failure::Failure;
use super::graphs::{self, Matrix};
use super::guard;
use super::pointers::{self, Out, Slot};
use super::progress::Callback;
use super::types::{self, pursuit_game, pursuit_progress_fn, pursuit_solution};
use crate::error::Error;
use crate::game::Game;
use crate::graph::Graph;

/// Makes a game on a graph in CSR form, which is copied: n nodes, `row_offsets` with n + 1 entries, `column_indices` with
/// `row_offsets[n]` entries. Both roles move on it until `pursuit_game_set_graph` gives one its own.
///
/// The game starts with: no staying, no goals, nothing forbidden, one pursuer, one thread, no memory limit, no callback.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_NODE_COUNT` for n < 1; `PURSUIT_ERR_ROW_OFFSETS`;
/// `PURSUIT_ERR_COLUMN_INDEX`; `PURSUIT_ERR_NO_MEMORY`.
///
/// # Safety
/// `row_offsets` is NULL or has n + 1 entries, `column_indices` is NULL or has `row_offsets[n]`; `game` is NULL or may be
/// written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_new(
    n: i32,
    row_offsets: *const i32,
    column_indices: *const i32,
    game: *mut *mut pursuit_game,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(game, "game") }?;
        let n = graphs::node_count(n, 1)?;
        // SAFETY: the caller's promise.
        let graph = unsafe { graphs::from_csr(n, row_offsets, column_indices) }?;
        out.set(new_game(graph)?);
        Ok(())
    })
}

/// Makes a game on the graph of a matrix, which is copied: n rows of n bytes, `row_stride` bytes apart; any nonzero byte
/// in row x, column y is an arc from x to y. Bytes between the rows are not read. For the rest see `pursuit_game_new`.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_NODE_COUNT` for n < 1; `PURSUIT_ERR_ARGUMENT` for a `row_stride`
/// below n or too large for an address space; `PURSUIT_ERR_NO_MEMORY`.
///
/// # Safety
/// `matrix` is NULL or has n rows as described; `game` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_new_matrix(
    n: i32,
    matrix: *const c_void,
    row_stride: usize,
    game: *mut *mut pursuit_game,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(game, "game") }?;
        let n = graphs::node_count(n, 1)?;
        // SAFETY: the caller's promise.
        let matrix = unsafe { Matrix::new(matrix.cast(), n, row_stride, "matrix") }?;
        out.set(new_game(matrix.graph()?)?);
        Ok(())
    })
}

fn new_game(graph: Graph) -> Result<*mut pursuit_game, Failure> {
    let slot = Slot::reserve()?;
    Ok(slot.fill(pursuit_game {
        game: Game::new(graph)?,
        progress: Callback::NONE,
    }))
}

/// Copies a game with everything set in it, the callback and its `user_data` included. The two live apart from then on.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`, `PURSUIT_ERR_NO_MEMORY`.
///
/// # Safety
/// `game` is NULL or a game; `copy` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_clone(
    game: *const pursuit_game,
    copy: *mut *mut pursuit_game,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::shared(game, "game") }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(copy, "copy") }?;
        let slot = Slot::reserve()?;
        out.set(slot.fill(pursuit_game {
            game: game.game.try_clone()?,
            progress: game.progress,
        }));
        Ok(())
    })
}

/// Gives a role a graph of its own on the same n nodes, in CSR form as for `pursuit_game_new`; it is copied, and replaces
/// the one that the role had. For games in which the two sides move differently: one jumps, one flies, one drives.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for a bad role; `PURSUIT_ERR_ROW_OFFSETS`;
/// `PURSUIT_ERR_COLUMN_INDEX`; `PURSUIT_ERR_NO_MEMORY`. The role keeps its graph then.
///
/// # Safety
/// `game` is NULL or a game that no other call uses; `row_offsets` is NULL or has n + 1 entries, `column_indices` is NULL
/// or has `row_offsets[n]`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_set_graph(
    game: *mut pursuit_game,
    role: i32,
    row_offsets: *const i32,
    column_indices: *const i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::exclusive(game, "game") }?;
        let role = types::role(role, "role")?;
        let rules = game.game.rules_mut();
        // SAFETY: the caller's promise.
        let graph = unsafe { graphs::from_csr(rules.node_count(), row_offsets, column_indices) }?;
        Ok(rules.set_graph(role, graph)?)
    })
}

/// Lets a role stay where it is instead of moving (`allowed` nonzero), or takes that back (0). A node in its own row is a
/// place where a token may stay in any case.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for a bad role.
///
/// # Safety
/// `game` is NULL or a game that no other call uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_allow_stay(
    game: *mut pursuit_game,
    role: i32,
    allowed: i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::exclusive(game, "game") }?;
        let role = types::role(role, "role")?;
        game.game.rules_mut().allow_stay(role, allowed != 0);
        Ok(())
    })
}

/// Makes a node a goal of a role (`on` nonzero), or no longer one (0): a role whose token stands on a goal of its own has
/// won. A goal may be one of both roles; the evader's goals go first, and capture goes before either.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for a bad role; `PURSUIT_ERR_NODE`.
///
/// # Safety
/// `game` is NULL or a game that no other call uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_set_goal(
    game: *mut pursuit_game,
    role: i32,
    node: i32,
    on: i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::exclusive(game, "game") }?;
        let role = types::role(role, "role")?;
        let rules = game.game.rules_mut();
        let node = types::node(node, "node", rules.node_count())?;
        Ok(rules.set_goal(role, node, on != 0)?)
    })
}

/// Forbids a role to enter a node (`on` nonzero), or allows it again (0). Forbidding does not stop a token that stands
/// there from staying, where it may stay, and a position with a token there may be asked about.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for a bad role; `PURSUIT_ERR_NODE`.
///
/// # Safety
/// `game` is NULL or a game that no other call uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_set_forbidden(
    game: *mut pursuit_game,
    role: i32,
    node: i32,
    on: i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::exclusive(game, "game") }?;
        let role = types::role(role, "role")?;
        let rules = game.game.rules_mut();
        let node = types::node(node, "node", rules.node_count())?;
        Ok(rules.set_forbidden(role, node, on != 0)?)
    })
}

/// Sets the number of threads that a call may use: 1 at first, 0 for every core. Fewer are used when the system refuses
/// some. Results do not depend on it, and no thread outlives the call.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for threads < 0.
///
/// # Safety
/// `game` is NULL or a game that no other call uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_set_threads(game: *mut pursuit_game, threads: i32) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::exclusive(game, "game") }?;
        let threads = types::at_least(0, threads, "threads", "0 (every core) or more")?;
        game.game.set_threads(threads);
        Ok(())
    })
}

/// Sets the most bytes that a call on this game may use at its peak, the solution that it makes included and the game
/// not; 0, the default, for no limit. A call that needs more returns `PURSUIT_ERR_NO_MEMORY`, most often before it
/// allocates anything.
///
/// Many systems grant memory that they do not have and end the process when it is used: set a limit where that matters.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`.
///
/// # Safety
/// `game` is NULL or a game that no other call uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_set_memory_limit(game: *mut pursuit_game, bytes: u64) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::exclusive(game, "game") }?;
        game.game.set_memory_limit((bytes != 0).then_some(bytes));
        Ok(())
    })
}

/// Sets the function that `pursuit_game_solve` and the other long calls on this game report to, and can be stopped by; see
/// `pursuit_progress_fn`. A NULL callback removes it. `user_data` is handed to it and never looked at.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER` for a NULL game.
///
/// # Safety
/// `game` is NULL or a game that no other call uses; `callback` is NULL or keeps to what `pursuit_progress_fn` asks, for
/// as long as the game or a clone of it is worked on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_set_progress(
    game: *mut pursuit_game,
    callback: pursuit_progress_fn,
    user_data: *mut c_void,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::exclusive(game, "game") }?;
        game.progress = Callback {
            function: callback,
            user_data,
        };
        Ok(())
    })
}

/// Tells how many bytes `pursuit_game_solve` takes at its peak, the solution included and the game not, if every distance
/// stays under 255 (longer ones take up to four times as much). A need past 2^64 - 1 is given as that.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_NO_MEMORY`: the estimate looks at the graph.
///
/// # Safety
/// `game` is NULL or a game that no one changes meanwhile; `bytes` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_memory_estimate(
    game: *const pursuit_game,
    bytes: *mut u64,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::shared(game, "game") }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(bytes, "bytes") }?;
        out.set(game.game.memory_estimate());
        Ok(())
    })
}

/// Solves a game: who wins each position, and in how many plies. The solution is yours to free, and independent of the
/// game from then on. Several threads may solve one game at once.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_NO_MEMORY`; `PURSUIT_ERR_CANCELLED` when the callback returned 0;
/// `PURSUIT_ERR_ARGUMENT` for a game with a distance past 2^31 - 1.
///
/// # Safety
/// `game` is NULL or a game that no one changes meanwhile; `solution` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_solve(
    game: *const pursuit_game,
    solution: *mut *mut pursuit_solution,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::shared(game, "game") }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(solution, "solution") }?;
        let slot = Slot::reserve()?;
        let progress = game.progress;
        let solution = game.game.solve_with(&mut |now| progress.report(now))?;
        out.set(slot.fill(pursuit_solution { solution }));
        Ok(())
    })
}

/// Tells who wins one position, and stops as soon as that is known: far quicker and smaller than solving the whole game,
/// and the way for graphs too large for that. `to_move` is the role whose turn it is.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_NODE`; `PURSUIT_ERR_ARGUMENT` for a bad `to_move` and for games with
/// several pursuers; `PURSUIT_ERR_NO_MEMORY`; `PURSUIT_ERR_CANCELLED`.
///
/// # Safety
/// `game` is NULL or a game that no one changes meanwhile; `outcome` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_decide(
    game: *const pursuit_game,
    evader: i32,
    pursuer: i32,
    to_move: i32,
    outcome: *mut i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::shared(game, "game") }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(outcome, "outcome") }?;
        let n = game.game.rules().node_count();
        let evader = types::node(evader, "evader", n)?;
        let pursuer = types::node(pursuer, "pursuer", n)?;
        let to_move = types::role(to_move, "to_move")?;
        if game.game.pursuers() > 1 {
            return Err(Error::Unsupported(
                "pursuit_game_decide answers for one pursuer only, this game has several",
            )
            .into());
        }
        let progress = game.progress;
        let decided = game
            .game
            .decide_with(evader, pursuer, to_move, &mut |now| progress.report(now))?;
        out.set(types::outcome_code(decided));
        Ok(())
    })
}

/// Frees a game; NULL is fine. Solutions made from it live on.
///
/// # Safety
/// `game` is NULL or a game that no other call uses, and it is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_free(game: *mut pursuit_game) {
    // SAFETY: the caller's promise.
    guard::infallible((), || unsafe { pointers::free(game) });
}
