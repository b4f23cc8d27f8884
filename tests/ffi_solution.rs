//! Asking a solved game through the C functions. Values on small graphs are counted by hand or published.

mod ffi_support;

use std::mem::size_of;
use std::ptr;

use ffi_support::*;
use pursuit::ffi::game::*;
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::types::*;

const ROLES: [i32; 2] = [PURSUIT_EVADER, PURSUIT_PURSUER];
const BAD_ROLES: [i32; 4] = [0, 3, -1, i32::MAX];

fn value(outcome: i32, distance: i32, best_move: i32) -> pursuit_value {
    pursuit_value {
        outcome,
        distance,
        best_move,
    }
}

fn bad_role(what: &str, value: i32) -> String {
    format!("{what} is {value}, it must be PURSUIT_EVADER (1) or PURSUIT_PURSUER (2)")
}

#[test]
fn the_numbers_are_those_of_the_contract_and_the_structs_are_packed_as_there() {
    assert_eq!([PURSUIT_EVADER, PURSUIT_PURSUER], [1, 2]);
    assert_eq!(
        [PURSUIT_DRAW, PURSUIT_EVADER_WINS, PURSUIT_PURSUER_WINS],
        [0, 1, 2]
    );
    assert_eq!(size_of::<pursuit_value>(), 12);
    assert_eq!(size_of::<pursuit_move>(), 12);
    assert_eq!(size_of::<pursuit_start>(), 16);
    assert_eq!(size_of::<pursuit_summary>(), 32);
}

#[test]
fn a_probe_tells_outcome_distance_and_best_move() {
    // The path 0 - 1 - 2; the cop may wait, the robber must move.
    let solution = Game::cop_and_robber(&Csr::path(3)).solve();
    let probe = |evader, pursuer, to_move| solution.probe(evader, pursuer, to_move);
    assert_eq!(
        probe(1, 1, PURSUIT_EVADER),
        value(PURSUIT_PURSUER_WINS, 0, -1)
    );
    assert_eq!(
        probe(0, 1, PURSUIT_PURSUER),
        value(PURSUIT_PURSUER_WINS, 1, 0)
    );
    assert_eq!(
        probe(0, 1, PURSUIT_EVADER),
        value(PURSUIT_PURSUER_WINS, 1, 1)
    );
    assert_eq!(
        probe(0, 2, PURSUIT_PURSUER),
        value(PURSUIT_PURSUER_WINS, 2, 1)
    );
    // On a cycle of five nobody wins: the robber keeps two steps away, to 3 rather than to 1.
    let solution = Game::cop_and_robber(&Csr::cycle(5)).solve();
    assert_eq!(
        solution.probe(2, 0, PURSUIT_EVADER),
        value(PURSUIT_DRAW, -1, 3)
    );
}

#[test]
fn a_solution_outlives_its_game_and_ignores_what_becomes_of_it() {
    let game = Game::cop_and_robber(&Csr::path(3));
    let solution = game.solve();
    ok(unsafe { pursuit_game_allow_stay(game.0, PURSUIT_PURSUER, 0) });
    ok(unsafe { pursuit_game_set_goal(game.0, PURSUIT_EVADER, 0, 1) });
    drop(game);
    assert_eq!(
        solution.probe(0, 2, PURSUIT_PURSUER),
        value(PURSUIT_PURSUER_WINS, 2, 1)
    );
}

#[test]
fn probes_refuse_null_bad_nodes_and_bad_roles_in_that_order() {
    let solution = Game::cop_and_robber(&Csr::path(3)).solve();
    let probe = |evader, pursuer, to_move, sentence: &str, status| {
        let mut value = UNTOUCHED_VALUE;
        let got =
            unsafe { pursuit_solution_probe(solution.0, evader, pursuer, to_move, &mut value) };
        fails(got, status, sentence);
        assert_eq!(value, UNTOUCHED_VALUE);
    };
    for node in [-1, 3, i32::MIN, i32::MAX] {
        probe(
            node,
            node,
            0,
            &format!("evader is {node}, outside 0..2"),
            PURSUIT_ERR_NODE,
        );
        probe(
            2,
            node,
            0,
            &format!("pursuer is {node}, outside 0..2"),
            PURSUIT_ERR_NODE,
        );
    }
    for role in BAD_ROLES {
        probe(0, 0, role, &bad_role("to_move", role), PURSUIT_ERR_ARGUMENT);
    }
    unsafe {
        let no_value = pursuit_solution_probe(solution.0, -1, 0, 0, ptr::null_mut());
        fails(no_value, PURSUIT_ERR_NULL_POINTER, "value is NULL");
        let no_n = pursuit_solution_node_count(solution.0, ptr::null_mut());
        fails(no_n, PURSUIT_ERR_NULL_POINTER, "n is NULL");
    }
}

#[test]
fn every_question_refuses_a_null_solution_first() {
    let none: *const pursuit_solution = ptr::null();
    let out = ptr::null_mut();
    let statuses = unsafe {
        [
            pursuit_solution_node_count(none, ptr::null_mut()),
            pursuit_solution_probe(none, -1, -1, 0, ptr::null_mut()),
            pursuit_solution_probe_many(
                none,
                usize::MAX,
                ptr::null(),
                ptr::null(),
                0,
                ptr::null_mut(),
            ),
            pursuit_solution_moves(none, -1, -1, 0, ptr::null_mut(), -1, ptr::null_mut()),
            pursuit_solution_best_start(none, 0, ptr::null_mut()),
            pursuit_solution_starts(none, 0, ptr::null_mut(), 0),
            pursuit_solution_export(none, 0, 0, ptr::null_mut(), out, out),
            pursuit_solution_summary(none, 0, ptr::null_mut()),
            pursuit_solution_verify(none, None, ptr::null_mut()),
            pursuit_solution_save(none, ptr::null_mut(), 0, ptr::null_mut()),
        ]
    };
    assert_eq!(statuses, [PURSUIT_ERR_NULL_POINTER; 10]);
    assert_eq!(last_error(), "solution is NULL");
    let no_out = unsafe { pursuit_solution_load(ptr::null(), 0, ptr::null_mut()) };
    fails(no_out, PURSUIT_ERR_NULL_POINTER, "solution is NULL");
    unsafe { pursuit_solution_free(ptr::null_mut()) };
}

#[test]
fn many_probes_are_the_single_ones() {
    let solution = Game::cop_and_robber(&Csr::path(7)).solve();
    let (evaders, pursuers): (Vec<i32>, Vec<i32>) = (0..49).map(|i| (i / 7, i % 7)).unzip();
    for to_move in ROLES {
        let mut values = vec![UNTOUCHED_VALUE; 50];
        ok(unsafe {
            pursuit_solution_probe_many(
                solution.0,
                49,
                evaders.as_ptr(),
                pursuers.as_ptr(),
                to_move,
                values.as_mut_ptr(),
            )
        });
        for index in 0..49 {
            let single = solution.probe(evaders[index], pursuers[index], to_move);
            assert_eq!(values[index], single);
        }
        assert_eq!(values[49], UNTOUCHED_VALUE);
    }
}

#[test]
fn many_probes_with_one_bad_node_write_nothing() {
    let solution = Game::cop_and_robber(&Csr::path(3)).solve();
    let many = |count, evaders: *const i32, pursuers: *const i32, to_move, with_out: bool| {
        let mut values = [UNTOUCHED_VALUE; 3];
        let out = if with_out {
            values.as_mut_ptr()
        } else {
            ptr::null_mut()
        };
        let status = unsafe {
            pursuit_solution_probe_many(solution.0, count, evaders, pursuers, to_move, out)
        };
        assert_eq!(values, [UNTOUCHED_VALUE; 3]);
        status
    };
    let (good, bad, none) = ([0, 1, 2], [0, 1, 3], ptr::null());
    let good = good.as_ptr();
    fails(
        many(3, bad.as_ptr(), [-4, 0, 0].as_ptr(), 1, true),
        PURSUIT_ERR_NODE,
        "evaders[2] is 3, outside 0..2",
    );
    fails(
        many(3, good, [0, -4, 9].as_ptr(), 1, true),
        PURSUIT_ERR_NODE,
        "pursuers[1] is -4, outside 0..2",
    );
    fails(
        many(3, none, none, 0, false),
        PURSUIT_ERR_NULL_POINTER,
        "values is NULL",
    );
    fails(
        many(3, none, none, 0, true),
        PURSUIT_ERR_ARGUMENT,
        &bad_role("to_move", 0),
    );
    fails(
        many(3, none, none, 1, true),
        PURSUIT_ERR_NULL_POINTER,
        "evaders is NULL",
    );
    fails(
        many(3, good, none, 1, true),
        PURSUIT_ERR_NULL_POINTER,
        "pursuers is NULL",
    );
    let count = usize::MAX / 8;
    fails(
        many(count, good, good, 1, true),
        PURSUIT_ERR_ARGUMENT,
        &format!("values cannot have {count} entries: no address space holds them"),
    );
    ok(many(0, none, none, 1, false));
    fails(
        many(0, none, none, 7, false),
        PURSUIT_ERR_ARGUMENT,
        &bad_role("to_move", 7),
    );
}

#[test]
fn moves_are_listed_in_order_with_what_they_lead_to() {
    let solution = Game::cop_and_robber(&Csr::path(3)).solve();
    let list = |evader, pursuer, to_move, capacity: i32| {
        let mut moves = [UNTOUCHED_MOVE; 4];
        let mut count = UNTOUCHED;
        let status = unsafe {
            pursuit_solution_moves(
                solution.0,
                evader,
                pursuer,
                to_move,
                moves.as_mut_ptr(),
                capacity,
                &mut count,
            )
        };
        (status, count, moves)
    };
    let (status, count, moves) = list(0, 2, PURSUIT_PURSUER, 2);
    ok(status);
    assert_eq!(count, 2);
    let step = |node, distance| pursuit_move {
        node,
        outcome: PURSUIT_PURSUER_WINS,
        distance,
    };
    assert_eq!(
        moves,
        [step(1, 1), step(2, 2), UNTOUCHED_MOVE, UNTOUCHED_MOVE]
    );

    let (status, count, moves) = list(0, 2, PURSUIT_PURSUER, 1);
    fails(
        status,
        PURSUIT_ERR_ARGUMENT,
        "capacity is 1, it must be at least 2",
    );
    assert_eq!((count, moves), (UNTOUCHED, [UNTOUCHED_MOVE; 4]));
    fails(
        list(0, 2, PURSUIT_PURSUER, -1).0,
        PURSUIT_ERR_ARGUMENT,
        "capacity is -1, it must be 0 or more",
    );
    // The game is over: there is no move, and no room is needed.
    let (status, count, moves) = list(1, 1, PURSUIT_EVADER, 0);
    ok(status);
    assert_eq!((count, moves), (0, [UNTOUCHED_MOVE; 4]));

    let count_only = |evader, pursuer, to_move, count: *mut i32| unsafe {
        pursuit_solution_moves(
            solution.0,
            evader,
            pursuer,
            to_move,
            ptr::null_mut(),
            -9,
            count,
        )
    };
    let mut count = UNTOUCHED;
    ok(count_only(1, 2, PURSUIT_EVADER, &mut count));
    assert_eq!(count, 2);
    count = UNTOUCHED;
    fails(
        count_only(3, 3, 0, &mut count),
        PURSUIT_ERR_NODE,
        "evader is 3, outside 0..2",
    );
    fails(
        count_only(0, -1, 0, &mut count),
        PURSUIT_ERR_NODE,
        "pursuer is -1, outside 0..2",
    );
    fails(
        count_only(0, 1, 0, &mut count),
        PURSUIT_ERR_ARGUMENT,
        &bad_role("to_move", 0),
    );
    assert_eq!(count, UNTOUCHED);
    fails(
        count_only(3, 3, 0, ptr::null_mut()),
        PURSUIT_ERR_NULL_POINTER,
        "count is NULL",
    );
}

#[test]
fn starts_are_answers_to_each_node_and_the_best_is_among_them() {
    let game = Game::cop_and_robber(&Csr::path(3));
    let starts = |solution: &Solution, first_mover, capacity| {
        let mut starts = [UNTOUCHED_START; 4];
        let status = unsafe {
            pursuit_solution_starts(solution.0, first_mover, starts.as_mut_ptr(), capacity)
        };
        (status, starts)
    };
    let start = |outcome, distance, pursuer, evader| pursuit_start {
        outcome,
        distance,
        pursuer,
        evader,
    };
    let solution = game.solve();
    let (status, all) = starts(&solution, PURSUIT_PURSUER, 4);
    ok(status);
    assert_eq!(
        all,
        [
            start(PURSUIT_PURSUER_WINS, 2, 0, 2),
            start(PURSUIT_PURSUER_WINS, 1, 1, 0),
            start(PURSUIT_PURSUER_WINS, 2, 2, 0),
            UNTOUCHED_START,
        ]
    );
    assert_eq!(solution.best_start(PURSUIT_PURSUER), all[1]);

    // A node that the pursuer may not enter is no start for it.
    ok(unsafe { pursuit_game_set_forbidden(game.0, PURSUIT_PURSUER, 1, 1) });
    let (status, all) = starts(&game.solve(), PURSUIT_PURSUER, 3);
    ok(status);
    assert_eq!(all[1], start(-1, -1, 1, -1));
    assert_eq!(game.solve().best_start(PURSUIT_PURSUER).pursuer, 0);

    for (status, all) in [
        starts(&solution, PURSUIT_EVADER, 2),
        starts(&solution, 0, 4),
        starts(&solution, 3, 0),
    ] {
        assert_eq!(status, PURSUIT_ERR_ARGUMENT);
        assert_eq!(all, [UNTOUCHED_START; 4]);
    }
    fails(
        starts(&solution, PURSUIT_EVADER, 2).0,
        PURSUIT_ERR_ARGUMENT,
        "capacity is 2, it must be at least 3",
    );
    fails(
        starts(&solution, 3, 0).0,
        PURSUIT_ERR_ARGUMENT,
        &bad_role("first_mover", 3),
    );
    let no_out = unsafe { pursuit_solution_starts(solution.0, 0, ptr::null_mut(), 0) };
    fails(no_out, PURSUIT_ERR_NULL_POINTER, "starts is NULL");
    let no_out = unsafe { pursuit_solution_best_start(solution.0, 0, ptr::null_mut()) };
    fails(no_out, PURSUIT_ERR_NULL_POINTER, "best is NULL");
}

#[test]
fn a_side_without_a_node_to_start_from_is_refused() {
    let refusal = |role, sentence: &str| {
        let game = Game::cop_and_robber(&Csr::path(2));
        unsafe {
            ok(pursuit_game_set_forbidden(game.0, role, 0, 1));
            ok(pursuit_game_set_goal(game.0, role, 1, 1));
        }
        let solution = game.solve();
        let mut starts = [UNTOUCHED_START; 2];
        for first_mover in ROLES {
            unsafe {
                let best = pursuit_solution_best_start(solution.0, first_mover, &mut starts[0]);
                fails(best, PURSUIT_ERR_ARGUMENT, sentence);
                let all = pursuit_solution_starts(solution.0, first_mover, starts.as_mut_ptr(), 2);
                fails(all, PURSUIT_ERR_ARGUMENT, sentence);
            }
            assert_eq!(starts, [UNTOUCHED_START; 2]);
        }
    };
    let reason = "has no node to start from: each is forbidden to it or its goal";
    refusal(PURSUIT_EVADER, &format!("the evader {reason}"));
    refusal(PURSUIT_PURSUER, &format!("the pursuer {reason}"));
}

#[test]
fn exported_tables_are_the_probes_row_by_row() {
    let game = Game::cop_and_robber(&Csr::path(5));
    ok(unsafe { pursuit_game_set_goal(game.0, PURSUIT_EVADER, 4, 1) });
    let solution = game.solve();
    for to_move in ROLES {
        let (mut outcomes, mut distances, mut best) =
            ([99_i8; 26], [UNTOUCHED; 26], [UNTOUCHED; 26]);
        let export = |outcomes: *mut i8, distances: *mut i32, best: *mut i32| unsafe {
            pursuit_solution_export(solution.0, to_move, 26, outcomes, distances, best)
        };
        ok(export(
            outcomes.as_mut_ptr(),
            distances.as_mut_ptr(),
            best.as_mut_ptr(),
        ));
        for evader in 0..5 {
            for pursuer in 0..5 {
                let at = evader * 5 + pursuer;
                assert_eq!(
                    value(outcomes[at].into(), distances[at], best[at]),
                    solution.probe(evader as i32, pursuer as i32, to_move)
                );
            }
        }
        assert_eq!(
            (outcomes[25], distances[25], best[25]),
            (99, UNTOUCHED, UNTOUCHED)
        );
        // Any of them may be left out.
        let mut alone = [99_i8; 26];
        ok(export(alone.as_mut_ptr(), ptr::null_mut(), ptr::null_mut()));
        assert_eq!(alone, outcomes);
        let mut alone = [UNTOUCHED; 26];
        ok(export(ptr::null_mut(), alone.as_mut_ptr(), ptr::null_mut()));
        assert_eq!(alone, distances);
        alone = [UNTOUCHED; 26];
        ok(export(ptr::null_mut(), ptr::null_mut(), alone.as_mut_ptr()));
        assert_eq!(alone, best);
        ok(export(ptr::null_mut(), ptr::null_mut(), ptr::null_mut()));
    }
}

#[test]
fn an_export_without_room_writes_nothing() {
    let solution = Game::cop_and_robber(&Csr::path(5)).solve();
    let mut outcomes = [99_i8; 25];
    let mut export = |to_move, capacity| unsafe {
        let none = ptr::null_mut();
        pursuit_solution_export(
            solution.0,
            to_move,
            capacity,
            outcomes.as_mut_ptr(),
            none,
            none,
        )
    };
    fails(
        export(1, 24),
        PURSUIT_ERR_ARGUMENT,
        "capacity is 24, it must be at least 25",
    );
    fails(export(9, 24), PURSUIT_ERR_ARGUMENT, &bad_role("to_move", 9));
    assert_eq!(outcomes, [99; 25]);
}

#[test]
fn a_summary_counts_finished_positions_too() {
    let solution = Game::cop_and_robber(&Csr::cycle(5)).solve();
    let untouched = pursuit_summary {
        draws: 7,
        evader_wins: 7,
        pursuer_wins: 7,
        longest: 7,
    };
    let summary = |to_move| {
        let mut summary = untouched;
        let status = unsafe { pursuit_solution_summary(solution.0, to_move, &mut summary) };
        (status, summary)
    };
    // The cop to move wins where he stands on the robber (5) or beside him (10); the robber to move loses only the
    // five finished ones.
    let count = |draws, pursuer_wins, longest| pursuit_summary {
        draws,
        evader_wins: 0,
        pursuer_wins,
        longest,
    };
    assert_eq!(summary(PURSUIT_PURSUER), (PURSUIT_OK, count(10, 15, 1)));
    assert_eq!(summary(PURSUIT_EVADER), (PURSUIT_OK, count(20, 5, 0)));
    let (status, left) = summary(5);
    fails(status, PURSUIT_ERR_ARGUMENT, &bad_role("to_move", 5));
    assert_eq!(left, untouched);
    let no_out = unsafe { pursuit_solution_summary(solution.0, 5, ptr::null_mut()) };
    fails(no_out, PURSUIT_ERR_NULL_POINTER, "summary is NULL");
}

#[test]
fn an_image_read_back_answers_everything_alike() {
    let game = Game::cop_and_robber(&Csr::path(8));
    ok(unsafe { pursuit_game_set_goal(game.0, PURSUIT_EVADER, 0, 1) });
    ok(unsafe { pursuit_game_set_forbidden(game.0, PURSUIT_PURSUER, 0, 1) });
    let solution = game.solve();
    let image = solution.save();
    let mut loaded = ptr::null_mut();
    ok(unsafe { pursuit_solution_load(image.as_ptr().cast(), image.len(), &mut loaded) });
    let loaded = Solution(loaded);
    assert_eq!(loaded.save(), image);
    drop(image);
    let mut n = UNTOUCHED;
    ok(unsafe { pursuit_solution_node_count(loaded.0, &mut n) });
    assert_eq!(n, 8);
    for to_move in ROLES {
        assert_eq!(loaded.best_start(to_move), solution.best_start(to_move));
        for position in 0..64 {
            let (evader, pursuer) = (position / 8, position % 8);
            assert_eq!(
                loaded.probe(evader, pursuer, to_move),
                solution.probe(evader, pursuer, to_move)
            );
        }
    }
    ok(unsafe { pursuit_solution_verify(loaded.0, None, ptr::null_mut()) });
}

#[test]
fn a_buffer_too_small_for_the_image_is_left_alone() {
    let solution = Game::cop_and_robber(&Csr::path(4)).solve();
    let needed = solution.save().len();
    let mut buffer = vec![0xAA_u8; needed];
    let mut size = 123;
    fails(
        unsafe {
            pursuit_solution_save(
                solution.0,
                buffer.as_mut_ptr().cast(),
                needed - 1,
                &mut size,
            )
        },
        PURSUIT_ERR_ARGUMENT,
        &format!("capacity is {}, it must be at least {needed}", needed - 1),
    );
    assert!(size == 123 && buffer.iter().all(|&byte| byte == 0xAA));
    let no_size = unsafe {
        pursuit_solution_save(
            solution.0,
            buffer.as_mut_ptr().cast(),
            needed,
            ptr::null_mut(),
        )
    };
    fails(no_size, PURSUIT_ERR_NULL_POINTER, "size is NULL");
}

#[test]
fn a_damaged_or_cut_image_is_refused() {
    let image = Game::cop_and_robber(&Csr::path(4)).solve().save();
    let load = |image: &[u8]| {
        let mut solution = untouched_handle();
        let status =
            unsafe { pursuit_solution_load(image.as_ptr().cast(), image.len(), &mut solution) };
        assert!(status == PURSUIT_OK || solution == untouched_handle());
        status
    };
    for length in 0..image.len() {
        assert_eq!(
            load(&image[..length]),
            PURSUIT_ERR_ARGUMENT,
            "cut to {length} bytes"
        );
        assert!(last_error().contains("image"), "{}", last_error());
    }
    let mut longer = image.clone();
    longer.push(0);
    assert_eq!(load(&longer), PURSUIT_ERR_ARGUMENT);
    for bit in 0..image.len() * 8 {
        let mut flipped = image.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(load(&flipped), PURSUIT_ERR_ARGUMENT, "bit {bit}");
    }
    let mut solution = untouched_handle();
    unsafe {
        let no_buffer = pursuit_solution_load(ptr::null(), 5, &mut solution);
        fails(no_buffer, PURSUIT_ERR_NULL_POINTER, "buffer is NULL");
        let absurd = pursuit_solution_load(image.as_ptr().cast(), usize::MAX, &mut solution);
        fails(
            absurd,
            PURSUIT_ERR_ARGUMENT,
            "buffer cannot have 18446744073709551615 entries: no address space holds them",
        );
    }
    assert_eq!(solution, untouched_handle());
}
