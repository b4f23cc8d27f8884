//! The library as the benchmark calls it: through the C functions that a C program links, and through the Rust
//! interface for what only that has (outcomes without distances).

use crate::families::Graph;
use crate::textbook::Matrix;
use pursuit::{Game, InstructionSet, Outcome, Outcomes, Role};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

const MOUSE: i32 = 1;
const CAT: i32 = 2;
const HOLE: i32 = 0;

// As include/pursuit.h and include/coprobber.h declare them.
unsafe extern "C" {
    #[link_name = "start"]
    fn grader_start(n: c_int, a: *mut Matrix) -> c_int;
    fn cat_mouse_game(n: i32, row_offsets: *const i32, column_indices: *const i32) -> i32;
    fn pursuit_game_new(
        n: i32,
        row_offsets: *const i32,
        column_indices: *const i32,
        game: *mut *mut c_void,
    ) -> i32;
    fn pursuit_game_new_matrix(
        n: i32,
        matrix: *const c_void,
        row_stride: usize,
        game: *mut *mut c_void,
    ) -> i32;
    fn pursuit_game_allow_stay(game: *mut c_void, role: i32, allowed: i32) -> i32;
    fn pursuit_game_set_goal(game: *mut c_void, role: i32, node: i32, on: i32) -> i32;
    fn pursuit_game_set_forbidden(game: *mut c_void, role: i32, node: i32, on: i32) -> i32;
    fn pursuit_game_set_threads(game: *mut c_void, threads: i32) -> i32;
    fn pursuit_game_solve(game: *const c_void, solution: *mut *mut c_void) -> i32;
    fn pursuit_game_free(game: *mut c_void);
    fn pursuit_solution_best_start(
        solution: *const c_void,
        first_mover: i32,
        best: *mut Start,
    ) -> i32;
    fn pursuit_solution_export(
        solution: *const c_void,
        to_move: i32,
        capacity: usize,
        outcomes: *mut i8,
        distances: *mut i32,
        best_moves: *mut i32,
    ) -> i32;
    fn pursuit_solution_free(solution: *mut c_void);
    fn pursuit_last_error() -> *const c_char;
}

#[repr(C)]
#[derive(Default)]
struct Start {
    outcome: i32,
    distance: i32,
    pursuer: i32,
    evader: i32,
}

fn check(status: i32) {
    // SAFETY: the library's own C string.
    assert!(
        status >= 0,
        "the library failed: {}",
        unsafe { CStr::from_ptr(pursuit_last_error()) }.to_string_lossy()
    );
}

/// The grader's `start`.
pub fn start(n: usize, matrix: &mut Matrix) -> i32 {
    // SAFETY: 500 rows of 500 bytes.
    unsafe { grader_start(n as c_int, matrix) }
}

/// The plies that `start`'s choice needs, from the table of the same game; -1 for an escape.
pub fn start_plies(n: usize, matrix: &Matrix) -> i32 {
    let mut game = ptr::null_mut();
    let mut best = Start::default();
    // SAFETY: n rows of at least n bytes, their stride the row's size; live handles, freed once.
    unsafe {
        check(pursuit_game_new_matrix(
            n as i32,
            ptr::from_ref(matrix).cast(),
            size_of_val(&matrix[0]),
            &mut game,
        ));
        check(pursuit_game_allow_stay(game, CAT, 1));
        let solution = solve_game(game);
        check(pursuit_solution_best_start(solution, CAT, &mut best));
        pursuit_solution_free(solution);
    }
    if best.outcome == CAT {
        best.distance
    } else {
        -1
    }
}

/// LeetCode 913's answer.
pub fn cat_mouse(graph: &Graph) -> i32 {
    // SAFETY: a valid CSR graph.
    let outcome = unsafe {
        cat_mouse_game(
            graph.n as i32,
            graph.row_offsets.as_ptr(),
            graph.column_indices.as_ptr(),
        )
    };
    check(outcome);
    outcome
}

/// Solves `game` and frees it.
///
/// # Safety
/// A live game, not used again.
unsafe fn solve_game(game: *mut c_void) -> *mut c_void {
    let mut solution = ptr::null_mut();
    // SAFETY: the caller's promise.
    unsafe {
        check(pursuit_game_solve(game, &mut solution));
        pursuit_game_free(game);
    }
    solution
}

/// Outcome and distance of every position of cat and mouse: a `pursuit_solution`.
pub struct Solved {
    n: usize,
    handle: *mut c_void,
}

impl Solved {
    pub fn new(graph: &Graph) -> Solved {
        Self::on_threads(graph, 1)
    }

    pub fn on_threads(graph: &Graph, threads: i32) -> Solved {
        let mut game = ptr::null_mut();
        // SAFETY: a valid CSR graph; live handles.
        let handle = unsafe {
            check(pursuit_game_new(
                graph.n as i32,
                graph.row_offsets.as_ptr(),
                graph.column_indices.as_ptr(),
                &mut game,
            ));
            check(pursuit_game_set_goal(game, MOUSE, HOLE, 1));
            check(pursuit_game_set_forbidden(game, CAT, HOLE, 1));
            check(pursuit_game_set_threads(game, threads));
            solve_game(game)
        };
        Solved { n: graph.n, handle }
    }

    /// Entries `mouse * n + cat` with the mouse (turn 0) or the cat (turn 1) to move.
    pub fn export(&self, turn: usize) -> (Vec<i8>, Vec<i32>) {
        let pairs = self.n * self.n;
        let (mut outcomes, mut distances) = (vec![0; pairs], vec![0; pairs]);
        // SAFETY: a live solution, two arrays of `pairs` entries, and none where none is wanted.
        check(unsafe {
            pursuit_solution_export(
                self.handle,
                [MOUSE, CAT][turn],
                pairs,
                outcomes.as_mut_ptr(),
                distances.as_mut_ptr(),
                ptr::null_mut(),
            )
        });
        (outcomes, distances)
    }
}

impl Drop for Solved {
    fn drop(&mut self) {
        // SAFETY: a live solution, freed once.
        unsafe { pursuit_solution_free(self.handle) };
    }
}

/// Cat and mouse on `graph`, through the Rust interface.
fn game(graph: &Graph) -> pursuit::Result<Game> {
    let mut game = Game::new(pursuit::Graph::from_csr(
        &graph.row_offsets,
        &graph.column_indices,
    )?)?;
    game.rules_mut()
        .set_goal(Role::Evader, HOLE as usize, true)?;
    game.rules_mut()
        .set_forbidden(Role::Pursuer, HOLE as usize, true)?;
    Ok(game)
}

/// The outcome of every position of cat and mouse, without distances.
pub fn outcomes(graph: &Graph) -> Outcomes {
    game(graph)
        .and_then(|game| game.solve_outcomes())
        .expect("the library solves it")
}

/// Entry (mouse, cat, turn) of [`outcomes`], as the C interface numbers outcomes.
pub fn outcome(outcomes: &Outcomes, mouse: usize, cat: usize, turn: usize) -> u8 {
    let to_move = [Role::Evader, Role::Pursuer][turn];
    match outcomes
        .outcome(mouse, cat, to_move)
        .expect("a position of the game")
    {
        Outcome::Draw => 0,
        Outcome::EvaderWins => 1,
        Outcome::PursuerWins => 2,
    }
}

/// Makes the library take one of its code paths, by name.
pub fn force_isa(name: &str) -> Result<(), String> {
    let set = match name {
        "baseline" => InstructionSet::Baseline,
        "avx2" => InstructionSet::Avx2,
        "avx512" => InstructionSet::Avx512,
        _ => {
            return Err(format!(
                "no instruction set {name}: baseline, avx2 or avx512"
            ));
        }
    };
    match set.force() {
        true => Ok(()),
        false => Err(format!("this machine has no {name}")),
    }
}
