//! A game as its users set it up: rules, and how the work of solving them is to be done.

use crate::cops;
use crate::decide;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::pace::ProgressFn;
use crate::rules::{Outcome, Role, Rules};
use crate::settings::Settings;
use crate::solution::{Outcomes, Solution};
use crate::solve;

/// A pursuit game: [`Rules`], the number of pursuers, threads and a memory limit.
///
/// ```
/// use pursuit::{Game, Graph, Outcome, Role};
/// // Cop and robber on a path of three corners: the cop may wait, the robber must move.
/// let mut game = Game::new(Graph::from_csr(&[0, 1, 3, 4], &[1, 0, 2, 1])?)?;
/// game.rules_mut().allow_stay(Role::Pursuer, true);
/// let solution = game.solve()?;
/// let best = solution.best_start(Role::Pursuer)?;
/// assert_eq!((best.outcome, best.pursuer, best.distance), (Outcome::PursuerWins, 1, Some(1)));
/// # Ok::<(), pursuit::Error>(())
/// ```
#[derive(Debug)]
pub struct Game {
    rules: Rules,
    settings: Settings,
}

impl Game {
    /// A game of one pursuer on `graph`, one thread, no memory limit.
    ///
    /// # Errors
    /// Refused memory.
    pub fn new(graph: Graph) -> Result<Game> {
        Ok(Self::with_rules(Rules::new(graph)?))
    }

    /// A game of one pursuer under `rules`, one thread, no memory limit.
    pub fn with_rules(rules: Rules) -> Game {
        Game {
            rules,
            settings: Settings {
                pursuers: 1,
                threads: 1,
                memory_limit: None,
            },
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rules, to be changed.
    pub fn rules_mut(&mut self) -> &mut Rules {
        &mut self.rules
    }

    /// The number of pursuers.
    pub fn pursuers(&self) -> usize {
        self.settings.pursuers
    }

    /// Lets `pursuers` tokens move as a team, each by the pursuer's rules.
    ///
    /// # Errors
    /// [`Error::Argument`] for 0.
    pub fn set_pursuers(&mut self, pursuers: usize) -> Result<()> {
        if pursuers == 0 {
            return Err(Error::Argument {
                what: "pursuers",
                value: 0,
                must_be: "at least 1",
            });
        }
        self.settings.pursuers = pursuers;
        Ok(())
    }

    /// The number of threads that `solve` uses; 0 for every core.
    pub fn threads(&self) -> usize {
        self.settings.threads
    }

    /// Sets the number of threads; 0 for every core. Results don't depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads;
    }

    /// The most bytes that a call may use, the solution included and the game not; `None` for no limit.
    pub fn memory_limit(&self) -> Option<u64> {
        self.settings.memory_limit
    }

    /// Sets the limit that [`Game::memory_limit`] describes.
    pub fn set_memory_limit(&mut self, bytes: Option<u64>) {
        self.settings.memory_limit = bytes;
    }

    /// The bytes that `solve` needs at its peak if no distance reaches 255; saturates.
    pub fn memory_estimate(&self) -> u64 {
        solve::memory_estimate(&self.rules, self.settings)
    }

    /// Solves the game: outcome and distance of every position.
    ///
    /// # Errors
    /// [`Error::NoMemory`]; [`Error::Argument`] for a distance past `i32::MAX`.
    pub fn solve(&self) -> Result<Solution> {
        self.solve_with(&mut |_| true)
    }

    /// Solves the game and reports progress about ten times a second.
    ///
    /// # Errors
    /// As [`Game::solve`], and [`Error::Cancelled`].
    pub fn solve_with(&self, progress: &mut ProgressFn) -> Result<Solution> {
        solve::solve(&self.rules, self.settings, progress)
    }

    /// The outcome of every position, without distances: several times faster than [`Game::solve`], and smaller.
    ///
    /// # Errors
    /// [`Error::Unsupported`] with several pursuers; [`Error::NoMemory`].
    pub fn solve_outcomes(&self) -> Result<Outcomes> {
        self.check_one_pursuer()?;
        solve::outcomes(&self.rules, self.settings, &mut |_| true)
    }

    /// The outcome of one position, found without looking at more than is needed.
    ///
    /// # Errors
    /// [`Error::Unsupported`] with several pursuers; [`Error::Node`] for a node out of range, [`Error::NoMemory`].
    pub fn decide(&self, evader: usize, pursuer: usize, to_move: Role) -> Result<Outcome> {
        self.decide_with(evader, pursuer, to_move, &mut |_| true)
    }

    /// The same, reporting progress.
    ///
    /// # Errors
    /// As [`Game::decide`], and [`Error::Cancelled`].
    pub fn decide_with(
        &self,
        evader: usize,
        pursuer: usize,
        to_move: Role,
        progress: &mut ProgressFn,
    ) -> Result<Outcome> {
        self.check_one_pursuer()?;
        decide::decide(
            &self.rules,
            self.settings,
            (evader, pursuer, to_move),
            progress,
        )
    }

    /// The fewest pursuers that win from their best placement, wherever the evader starts, when they move first; `None`
    /// when more than `max_pursuers` are needed. The number set for the game does not matter.
    ///
    /// # Errors
    /// [`Error::Unsupported`] when a side has no node to start from; [`Error::NoMemory`].
    ///
    /// ```
    /// use pursuit::{Game, Graph, Role};
    /// // On a ring of five who must move is caught by two, not by one.
    /// let ring = Graph::from_adjacency(&[[1, 4], [0, 2], [1, 3], [2, 4], [3, 0]])?;
    /// let mut game = Game::new(ring)?;
    /// game.rules_mut().allow_stay(Role::Pursuer, true);
    /// assert_eq!(game.cop_number(3)?, Some(2));
    /// assert_eq!(game.cop_number(1)?, None);
    /// # Ok::<(), pursuit::Error>(())
    /// ```
    pub fn cop_number(&self, max_pursuers: usize) -> Result<Option<usize>> {
        self.cop_number_with(max_pursuers, &mut |_| true)
    }

    /// The same, reporting progress.
    ///
    /// # Errors
    /// As [`Game::cop_number`], and [`Error::Cancelled`].
    pub fn cop_number_with(
        &self,
        max_pursuers: usize,
        progress: &mut ProgressFn,
    ) -> Result<Option<usize>> {
        cops::fewest_pursuers(&self.rules, self.settings, max_pursuers, progress)
    }

    fn check_one_pursuer(&self) -> Result<()> {
        match self.settings.pursuers {
            1 => Ok(()),
            _ => Err(Error::Unsupported(
                "this answers for one pursuer only, the game has several",
            )),
        }
    }

    /// A copy.
    ///
    /// # Errors
    /// Refused memory.
    pub fn try_clone(&self) -> Result<Game> {
        Ok(Game {
            rules: self.rules.try_clone()?,
            settings: self.settings,
        })
    }
}
