//! Every request for memory that a call makes is refused, one after the other: the call says so, leaks nothing, leaves
//! its out-parameters alone, and the next call works. With one thread and with several.

mod ffi_support;
mod refusing;
#[cfg(target_os = "linux")]
mod support;

use std::ptr;

use ffi_support::*;
use pursuit::ffi::cat_mouse::*;
use pursuit::ffi::game::*;
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::teams::*;
use pursuit::ffi::types::*;
use refusing::{Refuse, alone, live_bytes, watching};

/// Refuses each request of `call` in turn, alone and with all that follow it, until there is none left to refuse.
///
/// `call` returns a status or a corner; `accept` looks at the answer of a call that was refused nothing, and frees what
/// that call made. After each single refusal the same call is made again, unhindered.
fn refuse_each<T: Copy + std::fmt::Debug>(
    what: &str,
    mut call: impl FnMut() -> T,
    is_refusal: impl Fn(T) -> bool,
    mut accept: impl FnMut(T),
) {
    let (answer, usual) = watching(Refuse::None, &mut call);
    accept(answer);
    let live_before = live_bytes();
    for refuse in [Refuse::One as fn(u64) -> Refuse, Refuse::AllFrom] {
        let mut number = 0;
        loop {
            let (answer, requests) = watching(refuse(number), &mut call);
            if requests <= number {
                accept(answer);
                break;
            }
            assert!(
                is_refusal(answer) && pursuit_last_status() == PURSUIT_ERR_NO_MEMORY,
                "{what}, {:?}: answer {answer:?}, status {}",
                refuse(number),
                pursuit_last_status()
            );
            assert!(last_error().contains("memory"), "{what}: {}", last_error());
            assert_eq!(live_bytes(), live_before, "{what}, {:?}", refuse(number));
            if let Refuse::One(_) = refuse(number) {
                let (answer, _) = watching(Refuse::None, &mut call);
                accept(answer);
                assert_eq!(live_bytes(), live_before, "{what}, after request {number}");
            }
            number += 1;
        }
        assert!(number > 0, "{what} asks for no memory: nothing was tested");
    }
    println!("{what}: {usual} requests refused in turn");
}

/// The same for a function that returns a status, whose result `accept` takes out of its out-parameter.
fn refuse_each_of_a_status(what: &str, call: impl FnMut() -> i32, mut accept: impl FnMut()) {
    refuse_each(
        what,
        call,
        |status| status == PURSUIT_ERR_NO_MEMORY,
        |status| {
            assert_eq!(status, PURSUIT_OK, "{what}: {}", last_error());
            accept();
        },
    );
}

/// An out-parameter for a handle, which a failing call must leave alone.
struct HandleOut<T>(*mut T);

impl<T> HandleOut<T> {
    fn new() -> HandleOut<T> {
        HandleOut(untouched_handle())
    }

    fn pointer(&mut self) -> *mut *mut T {
        assert_eq!(self.0, untouched_handle(), "a failing call wrote a handle");
        &mut self.0
    }

    fn take(&mut self) -> *mut T {
        assert_ne!(
            self.0,
            untouched_handle(),
            "a call that succeeded wrote no handle"
        );
        std::mem::replace(&mut self.0, untouched_handle())
    }
}

/// An m × m grid, with a value known from the literature: the cop's best start wins it in 2·(⌊m/2⌋ + ⌊m/2⌋) − 1 plies.
fn grid(m: i32) -> (Csr, i32) {
    let rows: Vec<Vec<i32>> = (0..m * m)
        .map(|x| {
            let mut row = Vec::new();
            for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let (column, line) = (x % m + dx, x / m + dy);
                if (0..m).contains(&column) && (0..m).contains(&line) {
                    row.push(line * m + column);
                }
            }
            row
        })
        .collect();
    let graph = Csr::new(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>());
    (graph, 4 * (m / 2) - 1)
}

fn cop_and_robber(graph: &Csr, threads: i32) -> Game {
    let game = Game::cop_and_robber(graph);
    ok(unsafe { pursuit_game_set_threads(game.0, threads) });
    game
}

/// Games on narrow tables, with the plies of the best start. The path's distances outgrow a byte.
fn small_games() -> Vec<(&'static str, Csr, i32)> {
    let (small, plies_small) = grid(3);
    let (two_words, plies_two_words) = grid(9);
    vec![
        ("one node", Csr::new(&[&[]]), 0),
        ("a 3 x 3 grid", small, plies_small),
        ("a 9 x 9 grid", two_words, plies_two_words),
        ("a path of 140", Csr::path(140), 138),
    ]
}

/// Games on wide tables: rows of eight words, and rows of many chunks.
fn large_games() -> Vec<(&'static str, Csr, i32)> {
    let (eight_words, plies_eight_words) = grid(20);
    let (wide, plies_wide) = grid(24);
    vec![
        ("a 20 x 20 grid", eight_words, plies_eight_words),
        ("a 24 x 24 grid", wide, plies_wide),
    ]
}

#[test]
fn a_refused_solve_says_so_and_the_game_stays_usable() {
    alone("a_refused_solve_says_so_and_the_game_stays_usable", || {
        small_games().into_iter().for_each(refuse_each_of_a_solve);
    });
}

#[test]
fn so_does_a_refused_solve_of_a_large_game() {
    alone("so_does_a_refused_solve_of_a_large_game", || {
        large_games().into_iter().for_each(refuse_each_of_a_solve);
    });
}

fn refuse_each_of_a_solve((what, graph, plies): (&str, Csr, i32)) {
    for threads in [1, 2] {
        let game = cop_and_robber(&graph, threads);
        let mut out = HandleOut::new();
        let slot = ptr::from_mut(&mut out);
        refuse_each_of_a_status(
            &format!("solving {what} with {threads} threads"),
            || unsafe { pursuit_game_solve(game.0, (*slot).pointer()) },
            || {
                let solution = Solution(unsafe { (*slot).take() });
                let best = solution.best_start(PURSUIT_PURSUER);
                assert_eq!((best.outcome, best.distance), (PURSUIT_PURSUER_WINS, plies));
            },
        );
    }
}

#[test]
fn with_every_core_too() {
    alone("with_every_core_too", || {
        let (graph, plies) = grid(24);
        let game = cop_and_robber(&graph, 0);
        let mut out = HandleOut::new();
        let slot = ptr::from_mut(&mut out);
        refuse_each_of_a_status(
            "solving a 24 x 24 grid with every core",
            || unsafe { pursuit_game_solve(game.0, (*slot).pointer()) },
            || {
                let solution = Solution(unsafe { (*slot).take() });
                assert_eq!(solution.best_start(PURSUIT_PURSUER).distance, plies);
            },
        );
    });
}

#[test]
fn a_refused_decision_says_so() {
    alone("a_refused_decision_says_so", || {
        // On 64 nodes or fewer it takes no memory.
        let games = [small_games(), large_games()].concat().into_iter();
        for (what, graph, _) in games.filter(|(_, graph, _)| graph.n() > 64) {
            for threads in [1, 2] {
                let game = cop_and_robber(&graph, threads);
                let last = graph.n() - 1;
                let mut outcome = UNTOUCHED;
                let slot = &raw mut outcome;
                refuse_each_of_a_status(
                    &format!("deciding {what} with {threads} threads"),
                    || unsafe {
                        assert_eq!(*slot, UNTOUCHED);
                        pursuit_game_decide(game.0, last, 0, PURSUIT_PURSUER, slot)
                    },
                    || unsafe {
                        assert_eq!(*slot, PURSUIT_PURSUER_WINS);
                        *slot = UNTOUCHED;
                    },
                );
            }
        }
    });
}

#[test]
fn a_refused_estimate_says_so() {
    alone("a_refused_estimate_says_so", || {
        let (graph, _) = grid(9);
        let game = cop_and_robber(&graph, 1);
        // The estimate may do without memory of its own; then there is nothing to refuse.
        let mut bytes = 0;
        let (status, requests) = watching(Refuse::None, || unsafe {
            pursuit_game_memory_estimate(game.0, &mut bytes)
        });
        assert_eq!(status, PURSUIT_OK);
        for number in 0..requests {
            let mut bytes = 77;
            let (status, _) = watching(Refuse::One(number), || unsafe {
                pursuit_game_memory_estimate(game.0, &mut bytes)
            });
            assert_eq!((status, bytes), (PURSUIT_ERR_NO_MEMORY, 77));
        }
    });
}

#[test]
fn a_refused_game_is_no_game() {
    alone("a_refused_game_is_no_game", || {
        let (graph, plies) = grid(9);
        let (n, offsets, columns) = (graph.n(), &graph.offsets, &graph.columns);
        let matrix = graph.matrix(n as usize);
        let original = cop_and_robber(&graph, 1);
        let mut out = HandleOut::new();
        let slot = ptr::from_mut(&mut out);
        let accept = || {
            let game = Game(unsafe { (*slot).take() });
            ok(unsafe { pursuit_game_allow_stay(game.0, PURSUIT_PURSUER, 1) });
            let best = game.solve().best_start(PURSUIT_PURSUER);
            assert_eq!(best.distance, plies);
        };
        refuse_each_of_a_status(
            "making a game",
            || unsafe {
                pursuit_game_new(n, offsets.as_ptr(), columns.as_ptr(), (*slot).pointer())
            },
            accept,
        );
        refuse_each_of_a_status(
            "making a game from a matrix",
            || unsafe {
                pursuit_game_new_matrix(n, matrix.as_ptr().cast(), n as usize, (*slot).pointer())
            },
            accept,
        );
        refuse_each_of_a_status(
            "cloning a game",
            || unsafe { pursuit_game_clone(original.0, (*slot).pointer()) },
            accept,
        );
    });
}

#[test]
fn a_role_keeps_its_graph_when_another_is_refused() {
    alone("a_role_keeps_its_graph_when_another_is_refused", || {
        let cycle = Csr::cycle(9);
        let (path, grid_plies) = grid(3);
        let game = cop_and_robber(&path, 1);
        let mut usual = 0;
        for number in 0.. {
            let (status, requests) = watching(Refuse::One(number), || unsafe {
                pursuit_game_set_graph(
                    game.0,
                    PURSUIT_EVADER,
                    cycle.offsets.as_ptr(),
                    cycle.columns.as_ptr(),
                )
            });
            if requests <= number {
                assert_eq!(status, PURSUIT_OK);
                break;
            }
            assert_eq!(status, PURSUIT_ERR_NO_MEMORY);
            let best = game.solve().best_start(PURSUIT_PURSUER);
            assert_eq!(
                (best.outcome, best.distance),
                (PURSUIT_PURSUER_WINS, grid_plies)
            );
            usual += 1;
        }
        assert!(usual > 0);
        println!("setting a graph: {usual} requests refused in turn");
    });
}

#[test]
fn a_refused_cat_and_mouse_game_says_so() {
    alone("a_refused_cat_and_mouse_game_says_so", || {
        // LeetCode's first example is a draw, and a draw needs the whole game; 64 nodes or fewer take no memory, so a
        // path hangs on it.
        let mut rows = vec![
            vec![2, 5],
            vec![3],
            vec![0, 4, 5],
            vec![1, 4, 5],
            vec![2, 3],
            vec![0, 2, 3],
        ];
        rows[4].push(6);
        rows.extend((6..79).map(|x| vec![if x == 6 { 4 } else { x - 1 }, x + 1]));
        rows.push(vec![78]);
        let rows: Vec<&[i32]> = rows.iter().map(Vec::as_slice).collect();
        let graph = Csr::new(&rows);
        refuse_each(
            "cat and mouse",
            || unsafe { cat_mouse_game(80, graph.offsets.as_ptr(), graph.columns.as_ptr()) },
            |answer| answer == PURSUIT_ERR_NO_MEMORY,
            |answer| assert_eq!(answer, PURSUIT_DRAW),
        );
    });
}

#[test]
fn an_image_survives_refusals() {
    alone("an_image_survives_refusals", || {
        for (what, graph, plies) in [small_games(), large_games()].concat() {
            let image = cop_and_robber(&graph, 1).solve().save();
            let mut out = HandleOut::new();
            let slot = ptr::from_mut(&mut out);
            refuse_each_of_a_status(
                &format!("loading {what}"),
                || unsafe {
                    pursuit_solution_load(image.as_ptr().cast(), image.len(), (*slot).pointer())
                },
                || {
                    let solution = Solution(unsafe { (*slot).take() });
                    assert_eq!(solution.best_start(PURSUIT_PURSUER).distance, plies);
                },
            );
        }
    });
}

/// The Petersen graph, whose cop number is 3, with a capture time of one round.
fn petersen() -> Csr {
    let rows: Vec<[i32; 3]> = (0..10)
        .map(|x| match x {
            0..5 => [(x + 1) % 5, (x + 4) % 5, x + 5],
            _ => [(x - 5 + 2) % 5 + 5, (x - 5 + 3) % 5 + 5, x - 5],
        })
        .collect();
    Csr::new(&rows.iter().map(|row| &row[..]).collect::<Vec<_>>())
}

fn team_game(threads: i32) -> Game {
    let game = cop_and_robber(&petersen(), threads);
    ok(unsafe { pursuit_game_allow_stay(game.0, PURSUIT_EVADER, 1) });
    ok(unsafe { pursuit_game_set_pursuers(game.0, 3) });
    game
}

fn expect_petersens_best_start(solution: &Solution) {
    let (mut best, mut team) = (UNTOUCHED_START, [UNTOUCHED; 3]);
    ok(unsafe {
        let team = team.as_mut_ptr();
        pursuit_solution_best_start_team(solution.0, PURSUIT_PURSUER, &mut best, team)
    });
    assert_eq!((best.outcome, best.distance), (PURSUIT_PURSUER_WINS, 1));
}

#[test]
fn a_refused_game_of_several_pursuers_says_so() {
    alone("a_refused_game_of_several_pursuers_says_so", || {
        for threads in [1, 2] {
            let game = team_game(threads);
            let mut out = HandleOut::new();
            let slot = ptr::from_mut(&mut out);
            refuse_each_of_a_status(
                &format!("solving for three pursuers with {threads} threads"),
                || unsafe { pursuit_game_solve(game.0, (*slot).pointer()) },
                || expect_petersens_best_start(&Solution(unsafe { (*slot).take() })),
            );
        }
        let image = team_game(1).solve().save();
        let mut out = HandleOut::new();
        let slot = ptr::from_mut(&mut out);
        refuse_each_of_a_status(
            "loading a game of three pursuers",
            || unsafe {
                pursuit_solution_load(image.as_ptr().cast(), image.len(), (*slot).pointer())
            },
            || expect_petersens_best_start(&Solution(unsafe { (*slot).take() })),
        );
    });
}

/// Asks a solution of three pursuers: with what it needs refused it says so, or it needs nothing.
#[test]
fn refused_answers_about_teams_are_no_answers() {
    alone("refused_answers_about_teams_are_no_answers", || {
        let solution = team_game(1).solve();
        let s = solution.0;
        let (mut value, mut best) = (UNTOUCHED_VALUE, UNTOUCHED_START);
        let (mut moves, mut team) = ([UNTOUCHED; 3], [UNTOUCHED; 3]);
        let asked = [0, 1, 2];
        let (value_out, best_out) = (&raw mut value, &raw mut best);
        let (moves_out, team_out) = (&raw mut moves, &raw mut team);
        type Question<'a> = Box<dyn Fn() -> i32 + 'a>;
        let questions: [Question; 3] = [
            Box::new(|| unsafe {
                let (team, moves) = (asked.as_ptr(), moves_out.cast());
                pursuit_solution_probe_team(s, 9, team, PURSUIT_PURSUER, value_out, moves)
            }),
            Box::new(|| unsafe {
                pursuit_solution_best_start_team(s, PURSUIT_PURSUER, best_out, team_out.cast())
            }),
            Box::new(|| unsafe { pursuit_solution_verify(s, None, ptr::null_mut()) }),
        ];
        for ask in questions {
            let (status, requests) = watching(Refuse::None, &ask);
            assert_eq!(status, PURSUIT_OK);
            for number in 0..requests {
                let (status, _) = watching(Refuse::One(number), &ask);
                assert_eq!(status, PURSUIT_ERR_NO_MEMORY);
            }
        }
        assert_eq!((best.outcome, best.distance), (PURSUIT_PURSUER_WINS, 1));
    });
}

#[test]
fn a_refused_cop_number_says_so() {
    alone("a_refused_cop_number_says_so", || {
        // Bounds settle the one, the game has to be played for the other.
        for (what, graph, expected) in [("Petersen", petersen(), 3), ("a grid", grid(3).0, 2)] {
            let (n, offsets, columns) = (graph.n(), &graph.offsets, &graph.columns);
            let game = Game::cop_and_robber(&graph);
            let mut cops = UNTOUCHED;
            let cops_out = &raw mut cops;
            let accept = |expected: i32| unsafe {
                assert_eq!(*cops_out, expected);
                *cops_out = UNTOUCHED;
            };
            refuse_each_of_a_status(
                &format!("the cop number of {what}"),
                || unsafe {
                    assert_eq!(*cops_out, UNTOUCHED);
                    pursuit_cop_number(n, offsets.as_ptr(), columns.as_ptr(), 4, cops_out)
                },
                || accept(expected),
            );
            for threads in [1, 2] {
                ok(unsafe { pursuit_game_allow_stay(game.0, PURSUIT_EVADER, 1) });
                ok(unsafe { pursuit_game_set_threads(game.0, threads) });
                refuse_each_of_a_status(
                    &format!("the cop number of a game on {what} with {threads} threads"),
                    || unsafe { pursuit_game_cop_number(game.0, 4, cops_out) },
                    || accept(expected),
                );
            }
        }
        // By other rules no bound is known: the robber has to move on a ring of five.
        let game = Game::cop_and_robber(&Csr::cycle(5));
        let mut cops = UNTOUCHED;
        let cops_out = &raw mut cops;
        refuse_each_of_a_status(
            "the cop number of a ring where the robber has to move",
            || unsafe { pursuit_game_cop_number(game.0, 4, cops_out) },
            || unsafe { assert_eq!(std::mem::replace(&mut *cops_out, UNTOUCHED), 2) },
        );
    });
}

#[test]
fn a_refused_corpus_says_so() {
    alone("a_refused_corpus_says_so", || {
        // The Petersen graph, a ring of five, a triangle.
        let text = "IheA@GUAo\nDhc\nBw\n";
        let (mut cops, mut rounds, mut count) = ([UNTOUCHED; 3], [UNTOUCHED; 3], 77);
        let (cops_out, rounds_out) = (&raw mut cops, &raw mut rounds);
        let count_out = &raw mut count;
        for threads in [1, 2] {
            refuse_each_of_a_status(
                &format!("the cop numbers of a corpus with {threads} threads"),
                || unsafe {
                    assert_eq!((*cops_out, *rounds_out), ([UNTOUCHED; 3], [UNTOUCHED; 3]));
                    pursuit_cop_numbers_graph6(
                        text.as_ptr().cast(),
                        text.len(),
                        1,
                        4,
                        threads,
                        cops_out.cast(),
                        rounds_out.cast(),
                        3,
                        count_out,
                        None,
                        ptr::null_mut(),
                    )
                },
                || unsafe {
                    assert_eq!(
                        (*count_out, *cops_out, *rounds_out),
                        (3, [3, 2, 1], [1, 1, 1])
                    );
                    (*cops_out, *rounds_out) = ([UNTOUCHED; 3], [UNTOUCHED; 3]);
                },
            );
        }
    });
}

#[test]
fn what_is_said_to_need_no_memory_needs_none() {
    alone("what_is_said_to_need_no_memory_needs_none", || {
        let (graph, plies) = grid(9);
        let n = graph.n() as usize;
        let game = cop_and_robber(&graph, 1);
        let solution = game.solve();
        let (evaders, pursuers) = (vec![0; 9], vec![80; 9]);
        let mut values = vec![UNTOUCHED_VALUE; 9];
        let mut moves = vec![
            pursuit_move {
                node: 0,
                outcome: 0,
                distance: 0
            };
            n
        ];
        let mut starts = vec![UNTOUCHED_START; n];
        let mut best = UNTOUCHED_START;
        let mut summary = pursuit_summary {
            draws: 0,
            evader_wins: 0,
            pursuer_wins: 0,
            longest: 0,
        };
        let (mut outcomes, mut distances, mut best_moves) =
            (vec![0i8; n * n], vec![0; n * n], vec![0; n * n]);
        let (mut number, mut count, mut size) = (0, 0, 0);
        let mut image = solution.save();
        let s = solution.0;
        let ((), requests) = watching(Refuse::AllFrom(0), || unsafe {
            for status in [
                pursuit_game_allow_stay(game.0, PURSUIT_PURSUER, 1),
                pursuit_game_set_goal(game.0, PURSUIT_EVADER, 3, 1),
                pursuit_game_set_forbidden(game.0, PURSUIT_PURSUER, 3, 1),
                pursuit_game_set_threads(game.0, 2),
                pursuit_game_set_memory_limit(game.0, 0),
                pursuit_game_set_progress(game.0, None, ptr::null_mut()),
                pursuit_solution_node_count(s, &mut number),
                pursuit_solution_probe(s, 0, 80, PURSUIT_PURSUER, &mut values[0]),
                pursuit_solution_probe_many(
                    s,
                    9,
                    evaders.as_ptr(),
                    pursuers.as_ptr(),
                    PURSUIT_EVADER,
                    values.as_mut_ptr(),
                ),
                pursuit_solution_moves(
                    s,
                    0,
                    80,
                    PURSUIT_EVADER,
                    moves.as_mut_ptr(),
                    n as i32,
                    &mut count,
                ),
                pursuit_solution_best_start(s, PURSUIT_PURSUER, &mut best),
                pursuit_solution_starts(s, PURSUIT_PURSUER, starts.as_mut_ptr(), n),
                pursuit_solution_export(
                    s,
                    PURSUIT_EVADER,
                    n * n,
                    outcomes.as_mut_ptr(),
                    distances.as_mut_ptr(),
                    best_moves.as_mut_ptr(),
                ),
                pursuit_solution_summary(s, PURSUIT_EVADER, &mut summary),
                pursuit_solution_save(s, image.as_mut_ptr().cast(), image.len(), &mut size),
            ] {
                assert_eq!(status, PURSUIT_OK);
            }
            // Nor does it take memory to say what is wrong.
            assert_eq!(
                pursuit_solution_probe(s, 0, 81, PURSUIT_EVADER, &mut values[0]),
                PURSUIT_ERR_NODE
            );
            pursuit_status_message(PURSUIT_ERR_NODE);
            pursuit_version();
        });
        assert_eq!(requests, 0);
        assert_eq!(last_error(), "pursuer is 81, outside 0..80");
        assert_eq!(best.distance, plies);
    });
}

#[test]
fn a_refused_check_of_a_solution_says_so() {
    alone("a_refused_check_of_a_solution_says_so", || {
        let (graph, _) = grid(9);
        let solution = cop_and_robber(&graph, 1).solve();
        let verify = || unsafe { pursuit_solution_verify(solution.0, None, ptr::null_mut()) };
        // The check may do without memory of its own; then there is nothing to refuse.
        let (status, requests) = watching(Refuse::None, verify);
        assert_eq!(status, PURSUIT_OK);
        for number in 0..requests {
            let (status, _) = watching(Refuse::One(number), verify);
            assert_eq!(status, PURSUIT_ERR_NO_MEMORY);
        }
    });
}

#[cfg(feature = "grader")]
mod grader {
    use super::*;
    use pursuit::ffi::grader::*;

    #[test]
    fn a_refused_start_is_minus_one_and_the_next_one_plays() {
        alone(
            "grader::a_refused_start_is_minus_one_and_the_next_one_plays",
            || {
                let (graph, plies) = grid(20);
                let mut matrix = graph.matrix(MAX_N);
                let streets = matrix.as_mut_ptr();
                let end_game = || assert_eq!(unsafe { start(0, ptr::null_mut()) }, -1);
                refuse_each(
                    "start",
                    || unsafe { start(graph.n(), streets.cast()) },
                    |corner| corner == -1,
                    |corner| {
                        assert!(corner >= 0, "{}", last_error());
                        let robber = graph.n() - 1;
                        assert!(plies > 0 && nextMove(robber) >= 0);
                        end_game();
                    },
                );
            },
        );
    }

    #[test]
    fn next_move_asks_for_no_memory() {
        alone("grader::next_move_asks_for_no_memory", || {
            let mut matrix = Csr::path(3).matrix(MAX_N);
            assert_eq!(unsafe { start(3, matrix.as_mut_ptr().cast()) }, 1);
            let (corners, requests) = watching(Refuse::AllFrom(0), || [nextMove(9), nextMove(0)]);
            assert_eq!((corners, requests), ([-1, 0], 0));
        });
    }
}

#[cfg(target_os = "linux")]
mod a_small_address_space {
    use std::collections::BTreeSet;
    use std::process::Command;

    use super::support::{Link, library, program, succeed};

    /// From hardly enough to begin with to more than enough, in steps that hit the work at many places.
    #[test]
    fn is_refused_memory_or_enough() {
        let test = program(
            "address_space",
            &["address_space.c", "-std=c99"],
            Link::Static(library()),
        );
        for threads in ["1", "2"] {
            let endings: BTreeSet<String> = (12_000..150_000)
                .step_by(12_000)
                .map(|kilobytes| {
                    succeed(
                        Command::new("sh")
                            .args(["-c", "ulimit -v $1 && exec $2 1500 $3", "sh"])
                            .arg(kilobytes.to_string())
                            .arg(&test)
                            .arg(threads),
                    )
                })
                .collect();
            let both = BTreeSet::from(["refused\n".to_owned(), "solved\n".to_owned()]);
            assert_eq!(endings, both, "with {threads} threads");
        }
    }
}
