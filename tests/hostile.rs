//! Sizes that are too large, products that overflow, arrays with nothing beside them: what can be checked before an array is
//! read is checked before, and no byte is read or written that the caller did not hand over.
//!
//! `row_offsets[n]` is believed, as the header says: how long `column_indices` is only the caller knows.

#![cfg(unix)]

mod ffi_support;

use std::ptr;
use std::time::{Duration, Instant};

use ffi_support::*;
use pursuit::ffi::cat_mouse::*;
use pursuit::ffi::game::*;
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::teams::*;
use pursuit::ffi::types::*;

/// An array that must not be looked at: there is no memory.
fn unreadable<T>() -> *mut T {
    ptr::without_provenance_mut(64)
}

/// Memory that ends where a page ends that nobody may touch, so that one byte too many is a crash.
struct AtTheEnd {
    pages: *mut u8,
    length: usize,
    size: usize,
}

const PAGE: usize = 4096;

impl AtTheEnd {
    fn new(size: usize) -> AtTheEnd {
        let length = size.div_ceil(PAGE) * PAGE + PAGE;
        // SAFETY: new pages, of which the last is closed.
        unsafe {
            let pages = libc::mmap(
                ptr::null_mut(),
                length,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANON,
                -1,
                0,
            );
            assert_ne!(pages, libc::MAP_FAILED);
            let last = pages.cast::<u8>().add(length - PAGE);
            assert_eq!(libc::mprotect(last.cast(), PAGE, libc::PROT_NONE), 0);
            AtTheEnd {
                pages: pages.cast(),
                length,
                size,
            }
        }
    }

    fn with<T: Copy>(items: &[T]) -> AtTheEnd {
        let memory = AtTheEnd::new(size_of_val(items));
        // SAFETY: there is room for them.
        unsafe { ptr::copy_nonoverlapping(items.as_ptr(), memory.start(), items.len()) };
        memory
    }

    fn start<T>(&self) -> *mut T {
        // SAFETY: within the pages.
        unsafe { self.pages.add(self.length - PAGE - self.size) }.cast()
    }

    /// Nothing can be written any more.
    fn closed_to_writing(self) -> AtTheEnd {
        // SAFETY: the pages are this value's own.
        unsafe { libc::mprotect(self.pages.cast(), self.length - PAGE, libc::PROT_READ) };
        self
    }
}

impl Drop for AtTheEnd {
    fn drop(&mut self) {
        // SAFETY: the pages are this value's own.
        unsafe { libc::munmap(self.pages.cast(), self.length) };
    }
}

#[test]
fn a_number_of_nodes_that_no_address_space_holds_is_refused_before_an_array_is_read() {
    let (mut game, mut cops) = (untouched_handle(), UNTOUCHED);
    for n in [i32::MAX, i32::MAX - 1, 800_000_000] {
        let sentence = format!("n is {n}: its positions take at least");
        unsafe {
            for status in [
                pursuit_game_new(n, unreadable(), unreadable(), &mut game),
                pursuit_game_new(n, ptr::null(), ptr::null(), &mut game),
                pursuit_game_new_matrix(n, unreadable(), n as usize, &mut game),
                cat_mouse_game(n, unreadable(), unreadable()),
                pursuit_cop_number(n, unreadable(), unreadable(), 1, &mut cops),
            ] {
                assert_eq!(status, PURSUIT_ERR_NO_MEMORY);
                assert!(last_error().starts_with(&sentence), "{}", last_error());
            }
        }
    }
    for n in [0, -1, i32::MIN] {
        unsafe {
            for status in [
                pursuit_game_new(n, unreadable(), unreadable(), &mut game),
                pursuit_game_new_matrix(n, unreadable(), 1, &mut game),
                cat_mouse_game(n, unreadable(), unreadable()),
                pursuit_cop_number(n, unreadable(), unreadable(), 1, &mut cops),
            ] {
                assert_eq!(status, PURSUIT_ERR_NODE_COUNT);
            }
        }
    }
    assert_eq!((game, cops), (untouched_handle(), UNTOUCHED));
}

#[test]
fn a_matrix_whose_size_overflows_is_refused_before_it_is_read() {
    let mut game = untouched_handle();
    for (n, stride) in [
        (3, usize::MAX),
        (3, usize::MAX / 2 + 1),
        (2, isize::MAX as usize),
        (1_000_000, usize::MAX / 1_000_000 + 1),
        (1_000_000, 1 << 60),
    ] {
        let status = unsafe { pursuit_game_new_matrix(n, unreadable(), stride, &mut game) };
        assert_eq!(
            status, PURSUIT_ERR_ARGUMENT,
            "{n} rows {stride} bytes apart"
        );
        assert!(
            last_error().starts_with("row_stride is "),
            "{}",
            last_error()
        );
    }
    // With one row there is nothing between rows.
    ok(unsafe { pursuit_game_new_matrix(1, [0_u8].as_ptr().cast(), usize::MAX, &mut game) });
    unsafe { pursuit_game_free(game) };
}

#[test]
fn columns_are_not_looked_at_while_the_offsets_are_wrong() {
    let mut game = untouched_handle();
    let mut expect = |offsets: &[i32], columns: *const i32, status: i32| {
        let n = offsets.len() as i32 - 1;
        let offsets = AtTheEnd::with(offsets).closed_to_writing();
        assert_eq!(
            unsafe { pursuit_game_new(n, offsets.start(), columns, &mut game) },
            status
        );
        assert_eq!(game, untouched_handle());
    };
    let nowhere = unreadable::<i32>().cast_const();
    expect(
        &[0, i32::MAX, i32::MAX - 1],
        nowhere,
        PURSUIT_ERR_ROW_OFFSETS,
    );
    expect(&[0, i32::MAX, -1], nowhere, PURSUIT_ERR_ROW_OFFSETS);
    expect(&[1, i32::MAX, i32::MAX], nowhere, PURSUIT_ERR_ROW_OFFSETS);
    expect(&[i32::MIN, 0, 0], nowhere, PURSUIT_ERR_ROW_OFFSETS);
    expect(&[0, 0, i32::MIN], nowhere, PURSUIT_ERR_ROW_OFFSETS);
    // Two thousand million entries, and none there.
    expect(&[0, 0, i32::MAX], ptr::null(), PURSUIT_ERR_NULL_POINTER);
}

#[test]
fn no_byte_beside_a_graphs_arrays_is_touched() {
    let graph = Csr::cycle(70);
    let offsets = AtTheEnd::with(&graph.offsets).closed_to_writing();
    let columns = AtTheEnd::with(&graph.columns).closed_to_writing();
    let mut game = untouched_handle();
    ok(unsafe { pursuit_game_new(70, offsets.start(), columns.start(), &mut game) });
    let game = Game(game);
    ok(unsafe { pursuit_game_set_graph(game.0, 1, offsets.start(), columns.start()) });
    assert!(unsafe { cat_mouse_game(70, offsets.start(), columns.start()) } >= 0);
    // The last column, and nothing after it, is wrong.
    let mut wrong = graph.columns.clone();
    *wrong.last_mut().unwrap() = 70;
    let wrong = AtTheEnd::with(&wrong).closed_to_writing();
    let status = unsafe { cat_mouse_game(70, offsets.start(), wrong.start()) };
    fails(
        status,
        PURSUIT_ERR_COLUMN_INDEX,
        "column_indices[139] is 70, outside 0..69 (row 69)",
    );
    // Without arcs no column is there to be read.
    let nothing = AtTheEnd::with(&[0; 71]).closed_to_writing();
    ok(unsafe { pursuit_game_set_graph(game.0, 1, nothing.start(), unreadable()) });

    for stride in [70, 71, 100] {
        // Of the last row, n bytes.
        let bytes = graph.matrix(stride);
        let matrix = AtTheEnd::with(&bytes[..69 * stride + 70]).closed_to_writing();
        let mut game = untouched_handle();
        ok(unsafe { pursuit_game_new_matrix(70, matrix.start(), stride, &mut game) });
        let mut outcome = UNTOUCHED;
        ok(unsafe { pursuit_game_decide(game, 0, 35, PURSUIT_EVADER, &mut outcome) });
        assert_eq!(outcome, PURSUIT_DRAW);
        unsafe { pursuit_game_free(game) };
    }
}

#[cfg(feature = "grader")]
#[test]
fn no_byte_beside_the_graders_matrix_is_touched() {
    use pursuit::ffi::grader::*;
    for n in [1, 2, 77, 500] {
        let bytes = Csr::path(n).matrix(MAX_N);
        let used = (n as usize - 1) * MAX_N + n as usize;
        let matrix = AtTheEnd::with(&bytes[..used]).closed_to_writing();
        assert!(unsafe { start(n, matrix.start()) } >= 0, "{}", last_error());
    }
    for n in [0, -1, 501, i32::MIN, i32::MAX] {
        assert_eq!(unsafe { start(n, unreadable()) }, -1);
        assert_eq!(pursuit_last_status(), PURSUIT_ERR_NODE_COUNT);
    }
}

#[test]
fn no_byte_beside_an_answers_array_is_touched() {
    let solution = Game::cop_and_robber(&Csr::path(9)).solve();
    let s = solution.0;
    let room = |bytes: usize| AtTheEnd::new(bytes);
    let nodes = AtTheEnd::with(&[0, 8, 4]).closed_to_writing();
    let (values, moves, starts) = (room(3 * 12), room(2 * 12), room(9 * 16));
    let (outcomes, distances, best_moves) = (room(81), room(81 * 4), room(81 * 4));
    let mut count = 0;
    unsafe {
        ok(pursuit_solution_probe_many(
            s,
            3,
            nodes.start(),
            nodes.start(),
            PURSUIT_EVADER,
            values.start(),
        ));
        ok(pursuit_solution_moves(
            s,
            4,
            0,
            PURSUIT_EVADER,
            moves.start(),
            2,
            &mut count,
        ));
        ok(pursuit_solution_starts(
            s,
            PURSUIT_PURSUER,
            starts.start(),
            9,
        ));
        ok(pursuit_solution_export(
            s,
            PURSUIT_PURSUER,
            81,
            outcomes.start(),
            distances.start(),
            best_moves.start(),
        ));
    }
    assert_eq!(count, 2);
    let mut size = 0;
    ok(unsafe { pursuit_solution_save(s, ptr::null_mut(), 0, &mut size) });
    let image = room(size);
    ok(unsafe { pursuit_solution_save(s, image.start(), size, &mut size) });
    let image = image.closed_to_writing();
    let mut loaded = untouched_handle();
    ok(unsafe { pursuit_solution_load(image.start(), size, &mut loaded) });
    assert_eq!(Solution(loaded).probe(0, 1, PURSUIT_PURSUER).distance, 1);
    // Cut short, with the closed page where the rest was.
    for length in 0..size {
        let bytes = unsafe { std::slice::from_raw_parts(image.start::<u8>(), length) };
        let cut = AtTheEnd::with(bytes).closed_to_writing();
        let mut loaded = untouched_handle();
        let status = unsafe { pursuit_solution_load(cut.start(), length, &mut loaded) };
        assert_eq!((status, loaded), (PURSUIT_ERR_ARGUMENT, untouched_handle()));
    }
}

#[test]
fn counts_that_no_address_space_holds_are_refused_before_an_array_is_read() {
    let solution = Game::cop_and_robber(&Csr::path(9)).solve();
    for count in [usize::MAX, usize::MAX / 4, isize::MAX as usize, 1 << 61] {
        let (nodes, values) = (unreadable(), unreadable());
        let status = unsafe {
            pursuit_solution_probe_many(solution.0, count, nodes, nodes, PURSUIT_EVADER, values)
        };
        assert_eq!(status, PURSUIT_ERR_ARGUMENT);
        assert!(
            last_error().contains(&count.to_string()),
            "{}",
            last_error()
        );
        let mut loaded = untouched_handle();
        if count > isize::MAX as usize {
            let status = unsafe { pursuit_solution_load(unreadable(), count, &mut loaded) };
            assert_eq!((status, loaded), (PURSUIT_ERR_ARGUMENT, untouched_handle()));
        }
    }
    // A capacity is the room that there is, and it may be said to be any.
    let mut starts = [UNTOUCHED_START; 9];
    ok(unsafe {
        pursuit_solution_starts(solution.0, PURSUIT_PURSUER, starts.as_mut_ptr(), usize::MAX)
    });
    let mut outcomes = [9_i8; 81];
    let none: *mut i32 = ptr::null_mut();
    ok(unsafe {
        pursuit_solution_export(
            solution.0,
            PURSUIT_EVADER,
            usize::MAX,
            outcomes.as_mut_ptr(),
            none,
            none,
        )
    });
    let mut image = solution.save();
    let mut size = 0;
    ok(unsafe {
        pursuit_solution_save(solution.0, image.as_mut_ptr().cast(), usize::MAX, &mut size)
    });
    assert_eq!(size, image.len());
}

#[test]
fn a_need_over_the_limit_is_refused_at_once_however_large() {
    // Two million nodes without arcs: 4·10¹² positions for each side to move.
    let n = 2_000_000;
    let offsets = vec![0; n as usize + 1];
    let mut game = untouched_handle();
    ok(unsafe { pursuit_game_new(n, offsets.as_ptr(), ptr::null(), &mut game) });
    let game = Game(game);
    let mut estimate = 0;
    ok(unsafe { pursuit_game_memory_estimate(game.0, &mut estimate) });
    assert!(estimate >= 4_000_000_000_000, "{estimate}");
    ok(unsafe { pursuit_game_set_memory_limit(game.0, 1 << 30) });
    let begun = Instant::now();
    let mut solution = untouched_handle();
    let status = unsafe { pursuit_game_solve(game.0, &mut solution) };
    assert_eq!(
        (status, solution),
        (PURSUIT_ERR_NO_MEMORY, untouched_handle())
    );
    assert!(
        last_error().contains("over the limit of 1073741824"),
        "{}",
        last_error()
    );
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_team_whose_positions_no_number_counts_is_refused_at_once() {
    let game = Game::new(&Csr::path(100));
    for pursuers in [50, 1000, i32::MAX] {
        ok(unsafe { pursuit_game_set_pursuers(game.0, pursuers) });
        let mut estimate = 0;
        ok(unsafe { pursuit_game_memory_estimate(game.0, &mut estimate) });
        assert_eq!(estimate, u64::MAX, "{pursuers} pursuers");
        let mut solution = untouched_handle();
        let status = unsafe { pursuit_game_solve(game.0, &mut solution) };
        assert_eq!(
            (status, solution),
            (PURSUIT_ERR_NO_MEMORY, untouched_handle())
        );
    }
    ok(unsafe { pursuit_game_set_pursuers(game.0, 1) });
    assert_eq!(game.solve().probe(0, 0, PURSUIT_EVADER).distance, 0);
}

fn cop_numbers(text: &[u8], cops: *mut i32, capacity: usize) -> (i32, usize) {
    // No byte of the text may be read but its own.
    let text_at_the_end = AtTheEnd::with(text).closed_to_writing();
    let mut count = 77;
    let status = unsafe {
        pursuit_cop_numbers_graph6(
            text_at_the_end.start(),
            text.len(),
            1,
            3,
            2,
            cops,
            ptr::null_mut(),
            capacity,
            &mut count,
            None,
            ptr::null_mut(),
        )
    };
    (status, count)
}

#[test]
fn a_corpus_that_announces_more_than_it_has_is_refused() {
    let mut cops = [UNTOUCHED; 2];
    let cops_out = cops.as_mut_ptr();
    for line in [
        // 2³⁶ − 1 nodes, and the least number that takes so long a form, with no arcs.
        &b"~~~~~~~~"[..],
        b"~~??@???",
        // 258047 nodes, and the size begun only.
        b"~}~~",
        b"~",
        b"~~",
        b"~~~",
        // Three nodes, and no arcs.
        b"B",
        // Letters that are none.
        b"\xFF\xFF",
        b"\0",
        b">>graph6<",
    ] {
        assert_eq!(
            cop_numbers(line, cops_out, 2),
            (PURSUIT_ERR_ARGUMENT, 77),
            "{line:?}"
        );
        assert!(last_error().contains('1'), "{}", last_error());
    }
    assert_eq!(
        cop_numbers(b"Bw\nBw\nBw", cops_out, 2),
        (PURSUIT_ERR_ARGUMENT, 77)
    );
    assert_eq!(cops, [UNTOUCHED; 2]);
    assert_eq!(cop_numbers(b"Bw\nBw", cops_out, 2), (PURSUIT_OK, 2));
    assert_eq!(cops, [1, 1]);
    for length in [usize::MAX, isize::MAX as usize + 1] {
        let mut count = 77;
        let status = unsafe {
            pursuit_cop_numbers_graph6(
                unreadable(),
                length,
                1,
                1,
                1,
                ptr::null_mut(),
                ptr::null_mut(),
                0,
                &mut count,
                None,
                ptr::null_mut(),
            )
        };
        assert_eq!((status, count), (PURSUIT_ERR_ARGUMENT, 77));
    }
}

#[test]
fn no_node_beside_a_teams_array_is_touched() {
    let game = Game::cop_and_robber(&Csr::cycle(5));
    ok(unsafe { pursuit_game_set_pursuers(game.0, 2) });
    let solution = game.solve();
    let asked = AtTheEnd::with(&[0, 2]).closed_to_writing();
    let (moves, team) = (AtTheEnd::new(8), AtTheEnd::new(8));
    let (mut value, mut best) = (UNTOUCHED_VALUE, UNTOUCHED_START);
    unsafe {
        ok(pursuit_solution_probe_team(
            solution.0,
            1,
            asked.start(),
            PURSUIT_PURSUER,
            &mut value,
            moves.start(),
        ));
        ok(pursuit_solution_best_start_team(
            solution.0,
            PURSUIT_PURSUER,
            &mut best,
            team.start(),
        ));
    }
    assert_eq!((value.outcome, value.distance), (PURSUIT_PURSUER_WINS, 1));
    assert_eq!((best.outcome, best.pursuer), (PURSUIT_PURSUER_WINS, -1));
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    let wide = Game::cop_and_robber(&Csr::path(600));
    let team = Game::cop_and_robber(&Csr::cycle(12));
    ok(unsafe { pursuit_game_set_pursuers(team.0, 3) });
    let [one, many] = [1, i32::MAX].map(|threads| {
        ok(unsafe { pursuit_game_set_threads(wide.0, threads) });
        ok(unsafe { pursuit_game_set_threads(team.0, threads) });
        (wide.solve().save(), team.solve().save())
    });
    assert!(one == many);
    let text = b"Bw\n".repeat(1000);
    let mut cops = vec![UNTOUCHED; 1000];
    let mut count = 0;
    ok(unsafe {
        pursuit_cop_numbers_graph6(
            text.as_ptr().cast(),
            text.len(),
            1,
            3,
            i32::MAX,
            cops.as_mut_ptr(),
            ptr::null_mut(),
            1000,
            &mut count,
            None,
            ptr::null_mut(),
        )
    });
    assert_eq!(cops, vec![1; 1000]);
}
