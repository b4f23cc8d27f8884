//! Cop and robber as the BOI 2014 grader plays it: one setting of the general game, and where the cop stands.
//!
//! The cop picks a corner, the robber, seeing it, another; then they move in turn, the cop first. The cop may wait,
//! the robber must move.

use crate::error::{Error, Result};
use crate::game::Game;
use crate::graph::Graph;
use crate::rules::{Outcome, Role};
use crate::solution::Solution;

/// A game that the cop wins, in play, or the finding that he can't.
#[derive(Debug)]
pub(crate) struct CopRobber {
    play: Option<Play>,
}

#[derive(Debug)]
struct Play {
    solution: Solution,
    cop: usize,
}

impl CopRobber {
    /// The most corners that the grader's matrix has room for.
    pub(crate) const MAX_CORNERS: usize = 500;

    /// Solves the game on `n` corners and places the cop; `row(x)` has `n` bytes, nonzero where a street leads from
    /// x. The best corner takes the fewest plies in the worst case, the lowest number among equals.
    pub(crate) fn start<'a>(n: usize, row: impl Fn(usize) -> &'a [u8]) -> Result<CopRobber> {
        if n == 0 || n > Self::MAX_CORNERS {
            return Err(Error::NodeCount {
                n: n as i64,
                least: 1,
                most: Self::MAX_CORNERS as i64,
            });
        }
        let mut game = Game::new(Graph::from_rows(n, |x, streets| {
            streets.extend((0..n as u32).filter(|&y| row(x)[y as usize] != 0));
        })?)?;
        game.rules_mut().allow_stay(Role::Pursuer, true);
        let solution = game.solve()?;
        let best = solution.best_start(Role::Pursuer)?;
        let play = (best.outcome == Outcome::PursuerWins).then_some(Play {
            solution,
            cop: best.pursuer,
        });
        Ok(CopRobber { play })
    }

    /// Where the cop stands; `None` when no corner forces capture.
    pub(crate) fn corner(&self) -> Option<usize> {
        self.play.as_ref().map(|play| play.cop)
    }

    /// The number of corners; 0 when none forces capture, for then there is no game.
    pub(crate) fn corner_count(&self) -> usize {
        self.play
            .as_ref()
            .map_or(0, |play| play.solution.node_count())
    }

    /// Moves the cop along a fastest forced capture of the robber on `robber`, to the lowest-numbered corner among
    /// equally fast ones, and tells where he stands then. `None`, and he stays, when capture can't be forced.
    pub(crate) fn next_move(&mut self, robber: usize) -> Result<Option<usize>> {
        let Some(play) = &mut self.play else {
            return Ok(None);
        };
        let value = play.solution.probe(robber, play.cop, Role::Pursuer)?;
        if value.outcome != Outcome::PursuerWins {
            return Ok(None);
        }
        // No best move: they stand on one corner already, and the cop stays.
        play.cop = value.best_move.unwrap_or(play.cop);
        Ok(Some(play.cop))
    }
}
