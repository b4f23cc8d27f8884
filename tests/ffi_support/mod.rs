//! What the tests of the C functions share: graphs in CSR form, handles that free themselves, the last error as text.

#![allow(dead_code)]

use std::ffi::CStr;
use std::ptr;

use pursuit::ffi::game::*;
use pursuit::ffi::solution::*;
use pursuit::ffi::status::*;
use pursuit::ffi::types::*;

/// A graph as a C caller holds it.
#[derive(Clone)]
pub struct Csr {
    pub offsets: Vec<i32>,
    pub columns: Vec<i32>,
}

impl Csr {
    pub fn new(rows: &[&[i32]]) -> Csr {
        let mut offsets = vec![0];
        for row in rows {
            offsets.push(offsets.last().unwrap() + row.len() as i32);
        }
        Csr {
            offsets,
            columns: rows.concat(),
        }
    }

    pub fn n(&self) -> i32 {
        self.offsets.len() as i32 - 1
    }

    pub fn path(n: i32) -> Csr {
        let rows: Vec<Vec<i32>> = (0..n)
            .map(|x| {
                [x - 1, x + 1]
                    .into_iter()
                    .filter(|y| (0..n).contains(y))
                    .collect()
            })
            .collect();
        Csr::new(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    pub fn cycle(n: i32) -> Csr {
        let rows: Vec<[i32; 2]> = (0..n).map(|x| [(x + n - 1) % n, (x + 1) % n]).collect();
        Csr::new(&rows.iter().map(|row| &row[..]).collect::<Vec<_>>())
    }

    /// The matrix of this graph, `stride` bytes a row; bytes outside it are 7.
    pub fn matrix(&self, stride: usize) -> Vec<u8> {
        let n = self.n() as usize;
        let mut bytes = vec![7; n * stride];
        for x in 0..n {
            bytes[x * stride..][..n].fill(0);
            for &y in &self.columns[self.offsets[x] as usize..self.offsets[x + 1] as usize] {
                bytes[x * stride + y as usize] = 1;
            }
        }
        bytes
    }
}

/// A game that frees itself.
pub struct Game(pub *mut pursuit_game);

impl Game {
    pub fn new(graph: &Csr) -> Game {
        let mut game = ptr::null_mut();
        let status = unsafe {
            pursuit_game_new(
                graph.n(),
                graph.offsets.as_ptr(),
                graph.columns.as_ptr(),
                &mut game,
            )
        };
        assert_eq!(status, PURSUIT_OK, "{}", last_error());
        Game(game)
    }

    /// Cop and robber: the cop may wait.
    pub fn cop_and_robber(graph: &Csr) -> Game {
        let game = Game::new(graph);
        ok(unsafe { pursuit_game_allow_stay(game.0, PURSUIT_PURSUER, 1) });
        game
    }

    pub fn solve(&self) -> Solution {
        let mut solution = ptr::null_mut();
        ok(unsafe { pursuit_game_solve(self.0, &mut solution) });
        Solution(solution)
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        unsafe { pursuit_game_free(self.0) };
    }
}

/// A solution that frees itself.
pub struct Solution(pub *mut pursuit_solution);

impl Solution {
    pub fn probe(&self, evader: i32, pursuer: i32, to_move: i32) -> pursuit_value {
        let mut value = UNTOUCHED_VALUE;
        ok(unsafe { pursuit_solution_probe(self.0, evader, pursuer, to_move, &mut value) });
        value
    }

    pub fn best_start(&self, first_mover: i32) -> pursuit_start {
        let mut best = UNTOUCHED_START;
        ok(unsafe { pursuit_solution_best_start(self.0, first_mover, &mut best) });
        best
    }

    pub fn save(&self) -> Vec<u8> {
        let mut size = 0;
        ok(unsafe { pursuit_solution_save(self.0, ptr::null_mut(), 0, &mut size) });
        let mut image = vec![0xAA_u8; size];
        let mut written = 0;
        ok(unsafe { pursuit_solution_save(self.0, image.as_mut_ptr().cast(), size, &mut written) });
        assert_eq!(written, size);
        image
    }
}

impl Drop for Solution {
    fn drop(&mut self) {
        unsafe { pursuit_solution_free(self.0) };
    }
}

pub const UNTOUCHED: i32 = -77;
pub const UNTOUCHED_VALUE: pursuit_value = pursuit_value {
    outcome: UNTOUCHED,
    distance: UNTOUCHED,
    best_move: UNTOUCHED,
};
pub const UNTOUCHED_MOVE: pursuit_move = pursuit_move {
    node: UNTOUCHED,
    outcome: UNTOUCHED,
    distance: UNTOUCHED,
};
pub const UNTOUCHED_START: pursuit_start = pursuit_start {
    outcome: UNTOUCHED,
    distance: UNTOUCHED,
    pursuer: UNTOUCHED,
    evader: UNTOUCHED,
};

/// An address that no handle has: out-parameters that hold it afterwards were left alone.
pub fn untouched_handle<T>() -> *mut T {
    ptr::without_provenance_mut(0xDEAD_BEEF)
}

pub fn last_error() -> String {
    unsafe { CStr::from_ptr(pursuit_last_error()) }
        .to_str()
        .unwrap()
        .to_owned()
}

/// The call went well, and the thread's last status says so.
#[track_caller]
pub fn ok(status: i32) {
    assert_eq!(status, PURSUIT_OK, "{}", last_error());
    assert_eq!(pursuit_last_status(), PURSUIT_OK);
}

/// The call failed with this status and this sentence, and the thread's last status says so.
#[track_caller]
pub fn fails(status: i32, expected: i32, sentence: &str) {
    assert_eq!((status, last_error().as_str()), (expected, sentence));
    assert_eq!(pursuit_last_status(), expected);
}
