//! Cat and mouse (LeetCode 913): one setting of the general game.

use crate::attractor::word::{self, WordBoard};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::graph::Graph;
use crate::rules::{Outcome, PerRole, Role};

const HOLE: usize = 0;
const MOUSE: usize = 1;
const CAT: usize = 2;

/// The fewest nodes that give the hole, the mouse and the cat a place each.
pub(crate) const LEAST_NODES: usize = 3;

/// The outcome on a graph in CSR form with at least [`LEAST_NODES`] nodes, whose row offsets have been checked.
pub(crate) fn cat_mouse_csr(row_offsets: &[i32], column_indices: &[i32]) -> Result<Outcome> {
    Graph::check_column_indices(row_offsets, column_indices)?;
    let from_mouse = row_offsets[MOUSE] as usize..row_offsets[MOUSE + 1] as usize;
    // A mouse beside the hole slips in: there is nothing to build.
    if column_indices[from_mouse].contains(&(HOLE as i32)) {
        return Ok(Outcome::EvaderWins);
    }
    let n = row_offsets.len() - 1;
    if n > word::MOST_COLUMNS {
        return cat_mouse(Graph::from_csr(row_offsets, column_indices)?);
    }
    let lines = word::read_csr(row_offsets, column_indices);
    let board = WordBoard::cat_mouse(n, lines, HOLE);
    Ok(board.decide(PerRole([MOUSE, CAT]), Role::Evader))
}

/// The outcome when the mouse starts on 1 and moves first, the cat on 2, and the hole is 0, which the cat may not
/// enter. Neither side may stay, loops of the graph aside.
pub(crate) fn cat_mouse(graph: Graph) -> Result<Outcome> {
    if graph.node_count() < LEAST_NODES {
        return Err(Error::NodeCount {
            n: graph.node_count() as i64,
            least: LEAST_NODES as i64,
            most: Graph::MAX_NODES as i64,
        });
    }
    let mut game = Game::new(graph)?;
    game.rules_mut().set_goal(Role::Evader, HOLE, true)?;
    game.rules_mut().set_forbidden(Role::Pursuer, HOLE, true)?;
    game.decide(MOUSE, CAT, Role::Evader)
}
