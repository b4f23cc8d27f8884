//! Cop and robber as the BOI 2014 grader plays it: one setting of the general game, and where the cop stands.
//!
//! The cop picks a corner, the robber, seeing it, another; then they move in turn, the cop first. The cop may wait,
//! the robber must move. The search goes ply by ply and stops as soon as some corner wins against every answer: what
//! lies beyond can't come up in play, and is worked out if somebody asks all the same.

use crate::attractor::plies::{self, Plies};
use crate::bits::by_width;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::matrix::Streets;
use crate::rules::Role;
use crate::solution::Solution;

/// A game that the cop wins, in play, or the finding that he can't.
#[derive(Debug)]
pub(crate) struct CopRobber {
    play: Option<Play>,
}

#[derive(Debug)]
struct Play {
    /// Where the robber can go, and the cop, who may also wait.
    streets: Streets,
    /// Plies to capture where they are fewer than the start needs: all that comes up in play.
    plies: Plies,
    /// Every position, once somebody has asked for one that doesn't come up.
    every: Option<Solution>,
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
        let play = by_width!(n, place(n, &row))?;
        Ok(CopRobber { play })
    }

    /// Where the cop stands; `None` when no corner forces capture.
    pub(crate) fn corner(&self) -> Option<usize> {
        self.play.as_ref().map(|play| play.cop)
    }

    /// The number of corners; 0 when none forces capture, for then there is no game.
    pub(crate) fn corner_count(&self) -> usize {
        self.play.as_ref().map_or(0, |play| play.streets.corners())
    }

    /// Moves the cop along a fastest forced capture of the robber on `robber`, to the lowest-numbered corner among
    /// equally fast ones, and tells where he stands then. `None`, and he stays, when capture can't be forced.
    pub(crate) fn next_move(&mut self, robber: usize) -> Result<Option<usize>> {
        let Some(play) = &mut self.play else {
            return Ok(None);
        };
        let n = play.streets.corners();
        if robber >= n {
            return Err(Error::Node {
                what: "r",
                value: robber as i64,
                n,
            });
        }
        if robber == play.cop {
            return Ok(Some(play.cop));
        }
        if play.fastest(robber).is_none() && play.every.is_none() {
            play.every = Some(play.solve()?);
        }
        let corner = play.fastest(robber);
        play.cop = corner.unwrap_or(play.cop);
        Ok(corner)
    }
}

impl Play {
    /// The cop's best move.
    fn fastest(&self, robber: usize) -> Option<usize> {
        let moves = self.streets.streets_from(self.cop).chain([self.cop]);
        let known = moves.filter_map(|cop| Some((self.plies(robber, cop)?, cop)));
        known.min().map(|(_, corner)| corner)
    }

    fn plies(&self, robber: usize, cop: usize) -> Option<u32> {
        match &self.every {
            None => self.plies.get(robber, cop),
            Some(solution) => solution.tables.distance(robber, cop, Role::Evader),
        }
    }

    /// Works out every position: a robber who leaves the streets may come to one that the search did not need.
    fn solve(&self) -> Result<Solution> {
        let mut game = Game::new(self.streets.graph()?)?;
        game.rules_mut().allow_stay(Role::Pursuer, true);
        game.solve()
    }
}

/// Finds the best corner for the cop, if there is a good one.
fn place<'a, const C: usize>(n: usize, row: &impl Fn(usize) -> &'a [u8]) -> Result<Option<Play>> {
    let streets = Streets::read::<C>(n, row)?;
    let best = plies::best_corner::<C>(&streets)?;
    Ok(best.map(|(cop, plies)| Play {
        streets,
        plies,
        every: None,
        cop,
    }))
}
