//! A game as the interface describes it: plain data beside the library's handle, changed by the same calls.

use super::answers::{Watch, watch};
use super::csr::Csr;
use super::input::Input;
use crate::ffi_support::{Game, ok};
use crate::oracle::Rules;
use pursuit::ffi::game::*;
use pursuit::ffi::status::*;
use pursuit::ffi::teams::*;
use pursuit::ffi::types::*;
use std::ptr;

/// A game, and what is known about it.
pub struct Known {
    pub game: Game,
    pub rules: Rules,
    pub pursuers: usize,
    pub limit: u64,
    /// Reports come here, if they go anywhere; boxed, since the library keeps the address.
    pub watch: Option<Box<Watch>>,
}

impl Known {
    /// A new game with the defaults, if the graph will do.
    pub fn new(graph: &Csr) -> Option<Known> {
        let mut game = ptr::null_mut();
        let status =
            unsafe { pursuit_game_new(graph.n, graph.offsets(), graph.columns(), &mut game) };
        match graph.checked(1) {
            Ok(rows) => {
                assert_eq!(status, PURSUIT_OK);
                Some(Known::with_defaults(game, rows))
            }
            Err(expected) => {
                assert_eq!((status, pursuit_last_status()), (expected, expected));
                assert!(game.is_null());
                None
            }
        }
    }

    /// The same from a matrix, which has no more bytes than it must.
    pub fn from_matrix(input: &mut Input, most: usize) -> Known {
        let n = 1 + input.below(most);
        let stride = n + input.below(3);
        let mut matrix = vec![0xEE_u8; (n - 1) * stride + n];
        let mut rows = vec![Vec::new(); n];
        for x in 0..n {
            let bits = input.byte();
            for y in 0..n {
                let is_arc = bits >> y & 1 == 1;
                matrix[x * stride + y] = if is_arc { bits } else { 0 };
                rows[x].extend(is_arc.then_some(y));
            }
        }
        let mut game = ptr::null_mut();
        let matrix = matrix.as_ptr().cast();
        let too_small = unsafe { pursuit_game_new_matrix(n as i32, matrix, n - 1, &mut game) };
        assert_eq!(too_small, PURSUIT_ERR_ARGUMENT);
        ok(unsafe { pursuit_game_new_matrix(n as i32, matrix, stride, &mut game) });
        Known::with_defaults(game, rows)
    }

    fn with_defaults(game: *mut pursuit_game, rows: Vec<Vec<usize>>) -> Known {
        Known {
            game: Game(game),
            rules: Rules::on(rows),
            pursuers: 1,
            limit: 0,
            watch: None,
        }
    }

    pub fn node_count(&self) -> usize {
        self.rules.node_count()
    }

    /// A copy, with its own watch: a clone keeps the callback, and then two games would report to one place.
    pub fn copied(&self) -> Known {
        let mut game = ptr::null_mut();
        ok(unsafe { pursuit_game_clone(self.game.0, &mut game) });
        let mut copy = Known {
            game: Game(game),
            rules: self.rules.clone(),
            pursuers: self.pursuers,
            limit: self.limit,
            watch: None,
        };
        if let Some(watch) = &self.watch {
            copy.watch_over(watch.stop_at);
        }
        copy
    }

    /// Has the game report to a new watch, which stops its work at a call.
    pub fn watch_over(&mut self, stop_at: u64) {
        let mut observer = Box::new(Watch::new(stop_at));
        let address = ptr::from_mut(&mut *observer).cast();
        ok(unsafe { pursuit_game_set_progress(self.game.0, Some(watch), address) });
        self.watch = Some(observer);
    }

    /// Begins a call that reports: what was reported before is forgotten.
    pub fn begin(&mut self) {
        if let Some(watch) = &self.watch {
            self.watch_over(watch.stop_at);
        }
    }

    /// Changes a setting, with any arguments; a refused change is none.
    pub fn change(&mut self, input: &mut Input) {
        let n = self.node_count();
        match input.below(9) {
            0 | 1 => self.set_graph(input),
            2 => {
                let (role, allowed) = (input.role(), input.flag());
                let status = unsafe { pursuit_game_allow_stay(self.game.0, role, allowed) };
                if let Some(side) = expect_role(status, role) {
                    self.rules.stay[side] = allowed != 0;
                }
            }
            3 | 4 => {
                let (role, node, on) = (input.role(), input.node(n), input.flag());
                let status = unsafe { pursuit_game_set_goal(self.game.0, role, node, on) };
                if let Some((side, node)) = expect_role_and_node(status, role, node, n) {
                    self.rules.goals[side][node] = on != 0;
                }
            }
            5 => {
                let (role, node, on) = (input.role(), input.node(n), input.flag());
                let status = unsafe { pursuit_game_set_forbidden(self.game.0, role, node, on) };
                if let Some((side, node)) = expect_role_and_node(status, role, node, n) {
                    self.rules.forbidden[side][node] = on != 0;
                }
            }
            6 => {
                let threads = input.pick(&[0, 1, 2, 3, -1, i32::MIN]);
                let status = unsafe { pursuit_game_set_threads(self.game.0, threads) };
                let expected = if threads < 0 {
                    PURSUIT_ERR_ARGUMENT
                } else {
                    PURSUIT_OK
                };
                assert_eq!(status, expected);
            }
            7 => {
                let pursuers = input.pick(&[1, 2, 3, 1, 2, 0, -1, i32::MIN]);
                let status = unsafe { pursuit_game_set_pursuers(self.game.0, pursuers) };
                if pursuers < 1 {
                    assert_eq!(status, PURSUIT_ERR_ARGUMENT);
                } else {
                    assert_eq!(status, PURSUIT_OK);
                    self.pursuers = pursuers as usize;
                }
            }
            _ => {
                self.limit = match input.below(4) {
                    0 => u64::from(input.byte()),
                    1 => 64 * u64::from(input.byte()),
                    2 => u64::MAX,
                    _ => 0,
                };
                ok(unsafe { pursuit_game_set_memory_limit(self.game.0, self.limit) });
            }
        }
    }

    fn set_graph(&mut self, input: &mut Input) {
        let role = input.role();
        let graph = Csr::read_on(input, self.node_count());
        let status =
            unsafe { pursuit_game_set_graph(self.game.0, role, graph.offsets(), graph.columns()) };
        match (side(role), graph.checked(1)) {
            (None, _) => assert_eq!(status, PURSUIT_ERR_ARGUMENT),
            (Some(_), Err(expected)) => assert_eq!(status, expected),
            (Some(side), Ok(rows)) => {
                assert_eq!(status, PURSUIT_OK);
                self.rules.rows[side] = rows;
            }
        }
    }
}

/// The place of a role's part in the oracle's pairs, if it is a role.
pub fn side(role: i32) -> Option<usize> {
    match role {
        PURSUIT_EVADER => Some(0),
        PURSUIT_PURSUER => Some(1),
        _ => None,
    }
}

fn expect_role(status: i32, role: i32) -> Option<usize> {
    let side = side(role);
    let expected = if side.is_some() {
        PURSUIT_OK
    } else {
        PURSUIT_ERR_ARGUMENT
    };
    assert_eq!((status, pursuit_last_status()), (expected, expected));
    side
}

fn expect_role_and_node(status: i32, role: i32, node: i32, n: usize) -> Option<(usize, usize)> {
    let side = side(role);
    let node = usize::try_from(node).ok().filter(|&node| node < n);
    let expected = match (side, node) {
        (None, _) => PURSUIT_ERR_ARGUMENT,
        (_, None) => PURSUIT_ERR_NODE,
        _ => PURSUIT_OK,
    };
    assert_eq!((status, pursuit_last_status()), (expected, expected));
    side.zip(node)
}
