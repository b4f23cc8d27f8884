//! Asking a solved game: positions, moves, starts, tables, its check, its saved form.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use super::failure::Failure;
use super::guard;
use super::pointers::{self, Out, Slot};
use super::progress::Callback;
use super::types::{
    self, pursuit_move, pursuit_progress_fn, pursuit_solution, pursuit_start, pursuit_summary,
    pursuit_value,
};
use crate::rules::Role;
use crate::solution::Solution;

/// Tells the number of nodes of the game that was solved.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`.
///
/// # Safety
/// `solution` is NULL or a solution; `n` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_node_count(
    solution: *const pursuit_solution,
    n: *mut i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(n, "n") }?;
        out.set(solution.node_count() as i32);
        Ok(())
    })
}

/// Tells what a position is worth and how to play it. It allocates nothing; outcome and distance take constant time, the
/// best move at most the degree of the token's node.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_NODE`; `PURSUIT_ERR_ARGUMENT` for a bad `to_move` and for solutions
/// with several pursuers.
///
/// # Safety
/// `solution` is NULL or a solution; `value` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_probe(
    solution: *const pursuit_solution,
    evader: i32,
    pursuer: i32,
    to_move: i32,
    value: *mut pursuit_value,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(value, "value") }?;
        let (evader, pursuer, to_move) = position(solution, evader, pursuer, to_move)?;
        out.set(solution.probe(evader, pursuer, to_move)?.into());
        Ok(())
    })
}

/// Probes `count` positions with the same role to move: `values[i]` is that of (`evaders[i]`, `pursuers[i]`). The arrays
/// may be NULL when `count` is 0; `values` must not overlap the others.
///
/// Errors: those of `pursuit_solution_probe`; `PURSUIT_ERR_NODE` names the entry, evaders first, and no value is written.
///
/// # Safety
/// `solution` is NULL or a solution; each array is NULL or has `count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_probe_many(
    solution: *const pursuit_solution,
    count: usize,
    evaders: *const i32,
    pursuers: *const i32,
    to_move: i32,
    values: *mut pursuit_value,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        // SAFETY: the caller's promise.
        let values = unsafe { pointers::array_out(values, count, "values") }?;
        let to_move = types::role(to_move, "to_move")?;
        // SAFETY: the caller's promise.
        let evaders = unsafe { pointers::array(evaders, count, "evaders") }?;
        // SAFETY: the caller's promise.
        let pursuers = unsafe { pointers::array(pursuers, count, "pursuers") }?;
        types::check_nodes(evaders, "evaders", solution.node_count())?;
        types::check_nodes(pursuers, "pursuers", solution.node_count())?;
        for ((value, &evader), &pursuer) in values.iter_mut().zip(evaders).zip(pursuers) {
            let probed = solution.probe(evader as usize, pursuer as usize, to_move)?;
            value.write(probed.into());
        }
        Ok(())
    })
}

/// Lists every legal move of the role to move, ascending by node, with what it leads to; none when the game is over.
///
/// `count` is set to their number. With `moves` NULL that is all, and `capacity` does not matter; otherwise `moves` has
/// room for `capacity` of them, and `PURSUIT_ERR_ARGUMENT` says that it is too small. No position has more than n moves.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_NODE`; `PURSUIT_ERR_ARGUMENT` for a bad `to_move`, too small a
/// capacity, and for solutions with several pursuers.
///
/// # Safety
/// `solution` is NULL or a solution; `moves` is NULL or has room for `capacity` entries; `count` is NULL or may be
/// written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_moves(
    solution: *const pursuit_solution,
    evader: i32,
    pursuer: i32,
    to_move: i32,
    moves: *mut pursuit_move,
    capacity: i32,
    count: *mut i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        // SAFETY: the caller's promise.
        let count = unsafe { Out::new(count, "count") }?;
        let (evader, pursuer, to_move) = position(solution, evader, pursuer, to_move)?;
        let legal = solution.moves(evader, pursuer, to_move)?;
        let number = legal.len();
        if !moves.is_null() {
            let capacity = types::at_least(0, capacity, "capacity", "0 or more")?;
            check_capacity(capacity, number)?;
            // SAFETY: there is room for `capacity` entries, by the caller's promise, and no more than that are used.
            let moves = unsafe { pointers::array_out(moves, number, "moves") }?;
            for (slot, step) in moves.iter_mut().zip(legal) {
                slot.write(step.into());
            }
        }
        count.set(number as i32);
        Ok(())
    })
}

/// Tells the best start: the pursuer picks a node, then the evader, seeing it, then `first_mover` moves.
///
/// Each picks among the nodes that it is not forbidden to enter and that are no goal of its own. The pursuer prefers to
/// win, sooner first, then a draw, then to lose later; the evader the reverse; both the lowest-numbered among equals.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for a bad `first_mover`, when a side has no node to start
/// from, and for solutions with several pursuers.
///
/// # Safety
/// `solution` is NULL or a solution; `best` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_best_start(
    solution: *const pursuit_solution,
    first_mover: i32,
    best: *mut pursuit_start,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(best, "best") }?;
        let first_mover = types::role(first_mover, "first_mover")?;
        out.set(solution.best_start(first_mover)?.into());
        Ok(())
    })
}

/// Tells the evader's best answer to each of the pursuer's n nodes: `starts[x]` is that to a pursuer who starts on x. For a
/// node where the pursuer may not start, outcome, distance and evader are -1.
///
/// `starts` has room for `capacity` entries, at least n; the first n are written.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for a bad `first_mover`, too small a capacity, when a side
/// has no node to start from, and for solutions with several pursuers.
///
/// # Safety
/// `solution` is NULL or a solution; `starts` is NULL or has room for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_starts(
    solution: *const pursuit_solution,
    first_mover: i32,
    starts: *mut pursuit_start,
    capacity: usize,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        if starts.is_null() {
            return Err(Failure::Null("starts"));
        }
        let first_mover = types::role(first_mover, "first_mover")?;
        let n = solution.node_count();
        check_capacity(capacity, n)?;
        // All that can fail comes before the first entry is written.
        solution.check_any_starts()?;
        solution.answer_to(0, first_mover)?;
        // SAFETY: there is room for `capacity` entries, by the caller's promise, and n are no more than that.
        let starts = unsafe { pointers::array_out(starts, n, "starts") }?;
        for (pursuer, slot) in starts.iter_mut().enumerate() {
            slot.write(match solution.answer_to(pursuer, first_mover)? {
                Some(start) => start.into(),
                None => pursuit_start {
                    outcome: -1,
                    distance: -1,
                    pursuer: pursuer as i32,
                    evader: -1,
                },
            });
        }
        Ok(())
    })
}

/// Writes whole tables of the positions with one role to move: n x n entries, row-major, that of a position at
/// `[evader * n + pursuer]`. (The BOI grader's table is the other way round, [cop][robber].)
///
/// `outcomes`, `distances`, `best_moves` hold what `pursuit_value` names; any of them may be NULL, the others have room for
/// `capacity` entries, at least n * n. Best moves cost far more than the others.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for a bad `to_move`, too small a capacity, and for solutions
/// with several pursuers.
///
/// # Safety
/// `solution` is NULL or a solution; each array is NULL or has room for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_export(
    solution: *const pursuit_solution,
    to_move: i32,
    capacity: usize,
    outcomes: *mut i8,
    distances: *mut i32,
    best_moves: *mut i32,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        let to_move = types::role(to_move, "to_move")?;
        let n = solution.node_count();
        // A product past the largest size is larger than any capacity.
        let positions = n.saturating_mul(n);
        check_capacity(capacity, positions)?;
        // Whether the solution can be asked about single nodes is known before the first entry is written.
        solution.outcome(0, 0, to_move)?;
        // SAFETY: NULL or room for `capacity` entries, by the caller's promise, and no more than that are used.
        let outcomes = unsafe { wanted(outcomes, positions, "outcomes") }?;
        // SAFETY: as above.
        let distances = unsafe { wanted(distances, positions, "distances") }?;
        // SAFETY: as above.
        let best_moves = unsafe { wanted(best_moves, positions, "best_moves") }?;
        fill(outcomes, n, |evader, pursuer| {
            types::outcome_code(solution.tables.outcome(evader, pursuer, to_move)) as i8
        });
        fill(distances, n, |evader, pursuer| {
            types::distance_code(solution.tables.distance(evader, pursuer, to_move))
        });
        fill(best_moves, n, |evader, pursuer| {
            types::node_code(solution.value(evader, pursuer, to_move).best_move)
        });
        Ok(())
    })
}

/// Counts the positions with one role to move, finished ones included; with several pursuers a team counts once, however
/// its members are named.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for a bad `to_move`.
///
/// # Safety
/// `solution` is NULL or a solution; `summary` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_summary(
    solution: *const pursuit_solution,
    to_move: i32,
    summary: *mut pursuit_summary,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(summary, "summary") }?;
        let to_move = types::role(to_move, "to_move")?;
        out.set(solution.summary(to_move).into());
        Ok(())
    })
}

/// Checks the whole solution against the rules, by code of its own that shares nothing with the solver: the outcome and
/// the distance of each position follow from its successors', finished positions are right, nothing is called a draw
/// that is none. For those who want proof, and for images from elsewhere.
///
/// `callback` may be NULL; it is told of progress as by `pursuit_game_solve`.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_INTERNAL` with the wrong position in the last error;
/// `PURSUIT_ERR_CANCELLED`; `PURSUIT_ERR_NO_MEMORY`.
///
/// # Safety
/// `solution` is NULL or a solution; `callback` is NULL or keeps to what `pursuit_progress_fn` asks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_verify(
    solution: *const pursuit_solution,
    callback: pursuit_progress_fn,
    user_data: *mut c_void,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        let callback = Callback {
            function: callback,
            user_data,
        };
        Ok(solution.verify(&mut |now| callback.report(now))?)
    })
}

/// Writes an image of a solution, for `pursuit_solution_load` on any machine: a game ships its solved map. The image has a
/// version, a checksum, and no address or byte order of this machine in it.
///
/// `size` is set to the bytes of the image. With `buffer` NULL that is all, and `capacity` does not matter; otherwise
/// `buffer` has room for `capacity` bytes, and `PURSUIT_ERR_ARGUMENT` says that it is too small.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER` for `solution` or `size`; `PURSUIT_ERR_ARGUMENT`.
///
/// # Safety
/// `solution` is NULL or a solution; `buffer` is NULL or has room for `capacity` bytes; `size` is NULL or may be written
/// to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_save(
    solution: *const pursuit_solution,
    buffer: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let solution = unsafe { solved(solution) }?;
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(size, "size") }?;
        let bytes = solution.image_size();
        if !buffer.is_null() {
            check_capacity(capacity, bytes)?;
            // SAFETY: there is room for `capacity` bytes, by the caller's promise, and no more than that are used.
            let image = unsafe { pointers::bytes_out(buffer.cast(), bytes, "buffer") }?;
            solution.write_image(image)?;
        }
        out.set(bytes);
        Ok(())
    })
}

/// Reads an image that `pursuit_solution_save` wrote: `size` bytes, neither more nor fewer. The solution is yours to free;
/// the image is not needed after the call.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for an image that is damaged, of another version or of
/// something else; `PURSUIT_ERR_NO_MEMORY`.
///
/// # Safety
/// `buffer` is NULL or has `size` bytes; `solution` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_load(
    buffer: *const c_void,
    size: usize,
    solution: *mut *mut pursuit_solution,
) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let out = unsafe { Out::new(solution, "solution") }?;
        if buffer.is_null() {
            return Err(Failure::Null("buffer"));
        }
        // SAFETY: the caller's promise.
        let image = unsafe { pointers::array(buffer.cast::<u8>(), size, "buffer") }?;
        let slot = Slot::reserve()?;
        let solution = Solution::from_image(image)?;
        out.set(slot.fill(pursuit_solution { solution }));
        Ok(())
    })
}

/// Frees a solution; NULL is fine.
///
/// # Safety
/// `solution` is NULL or a solution that no other call uses, and it is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_solution_free(solution: *mut pursuit_solution) {
    // SAFETY: the caller's promise.
    guard::infallible((), || unsafe { pointers::free(solution) });
}

/// # Safety
/// `solution` is NULL or a solution that lives through `'a`.
pub(super) unsafe fn solved<'a>(
    solution: *const pursuit_solution,
) -> Result<&'a Solution, Failure> {
    // SAFETY: the caller's promise.
    Ok(&unsafe { pointers::shared(solution, "solution") }?.solution)
}

/// Reads the arguments that name a position, in their order.
fn position(
    solution: &Solution,
    evader: i32,
    pursuer: i32,
    to_move: i32,
) -> Result<(usize, usize, Role), Failure> {
    let n = solution.node_count();
    Ok((
        types::node(evader, "evader", n)?,
        types::node(pursuer, "pursuer", n)?,
        types::role(to_move, "to_move")?,
    ))
}

fn check_capacity(capacity: usize, needed: usize) -> Result<(), Failure> {
    if capacity < needed {
        return Err(Failure::TooSmall {
            what: "capacity",
            given: capacity as u64,
            least: needed as u64,
        });
    }
    Ok(())
}

/// An array that a caller may leave out; an array left out is an empty one.
///
/// # Safety
/// As for [`pointers::array_out`].
unsafe fn wanted<'a, T>(
    pointer: *mut T,
    length: usize,
    name: &'static str,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    let length = if pointer.is_null() { 0 } else { length };
    // SAFETY: the caller's promise.
    unsafe { pointers::array_out(pointer, length, name) }
}

/// Fills a table of positions, or none if the array is empty.
fn fill<T>(table: &mut [MaybeUninit<T>], n: usize, entry: impl Fn(usize, usize) -> T) {
    for (evader, row) in table.chunks_exact_mut(n).enumerate() {
        for (pursuer, slot) in row.iter_mut().enumerate() {
            slot.write(entry(evader, pursuer));
        }
    }
}
