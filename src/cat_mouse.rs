//! Cat and mouse (LeetCode 913): one setting of the general game.

use crate::error::{Error, Result};
use crate::game::Game;
use crate::graph::Graph;
use crate::rules::{Outcome, Role};

const HOLE: usize = 0;
const MOUSE: usize = 1;
const CAT: usize = 2;

/// The fewest nodes that give the hole, the mouse and the cat a place each.
pub(crate) const LEAST_NODES: usize = 3;

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
