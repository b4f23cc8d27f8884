//! `cat_mouse_game` on arbitrary graphs.

use super::answers::outcome_code;
use super::csr::Csr;
use super::input::Input;
use crate::oracle::{Oracle, Position, Rules, Side};
use pursuit::ffi::cat_mouse::cat_mouse_game;
use pursuit::ffi::status::pursuit_last_status;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let graph = Csr::read(&mut input, 14);
    let answer = unsafe { cat_mouse_game(graph.n, graph.offsets(), graph.columns()) };
    match graph.checked(3) {
        Err(status) => assert_eq!((answer, pursuit_last_status()), (status, status)),
        Ok(rows) => {
            let oracle = Oracle::backwards(Rules::cat_and_mouse(rows, 0));
            let value = oracle.value(Position::new(1, 2, Side::Evader));
            assert_eq!((answer, pursuit_last_status()), (outcome_code(value), 0));
        }
    }
}
