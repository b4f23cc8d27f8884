//! A solved game: the value of every position, the best moves and starts that follow from them.

use crate::bits::BitSet;
use crate::block::Block;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::multisets::Multisets;
use crate::pace::ProgressFn;
use crate::rules::{Outcome, PerRole, Role};
use crate::tables::{Summary, Tables};

/// What a position is worth and how to play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Who wins.
    pub outcome: Outcome,
    /// Plies to the end when the winner hurries and the loser delays; `None` in a draw.
    pub distance: Option<u32>,
    /// The node to move to: a fastest win, a longest delay or a safe draw, the lowest-numbered among equals;
    /// `None` when the game is over.
    pub best_move: Option<usize>,
}

/// A legal move and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The node moved to; the token's own when it stays or passes.
    pub node: usize,
    /// Who wins after it.
    pub outcome: Outcome,
    /// Plies to the end after it; `None` in a draw.
    pub distance: Option<u32>,
}

/// A choice of starting nodes: the pursuer's, and the evader's answer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Who wins from there.
    pub outcome: Outcome,
    /// Plies to the end; `None` in a draw.
    pub distance: Option<u32>,
    /// Where the pursuer starts.
    pub pursuer: usize,
    /// Where the evader starts, having seen that.
    pub evader: usize,
}

/// The outcome of every position of a game, without distances.
#[derive(Debug)]
pub struct Outcomes {
    pub(crate) row_of: Vec<u32>,
    pub(crate) column_of: Vec<u32>,
    /// The words in a row of bits.
    pub(crate) row_words: usize,
    /// By side to move: rows of bits.
    pub(crate) evader_wins: PerRole<Block<u64>>,
    pub(crate) pursuer_wins: PerRole<Block<u64>>,
}

impl Outcomes {
    /// Who wins a position.
    ///
    /// # Errors
    /// [`Error::Node`] for a node out of range.
    pub fn outcome(&self, evader: usize, pursuer: usize, to_move: Role) -> Result<Outcome> {
        check_position(self.row_of.len(), evader, pursuer)?;
        let column = self.column_of[pursuer] as usize;
        let word = self.row_of[evader] as usize * self.row_words + column / 64;
        let has = |wins: &PerRole<Block<u64>>| wins[to_move][word] >> (column % 64) & 1 != 0;
        Ok(if has(&self.evader_wins) {
            Outcome::EvaderWins
        } else if has(&self.pursuer_wins) {
            Outcome::PursuerWins
        } else {
            Outcome::Draw
        })
    }
}

/// A solved game. It owns what it needs, never changes, and may be asked from any number of threads at once.
///
/// A question about a position costs O(1), a best move or the list of moves O(degree of the token's node),
/// for a winner as for a loser: the distances of both sides are kept. None of them allocates.
#[derive(Debug)]
pub struct Solution {
    /// The teams, if there are several pursuers: they are the rows of the tables then, else the evader's nodes are.
    pub(crate) teams: Option<Multisets>,
    pub(crate) moves: PerRole<Graph>,
    pub(crate) goals: PerRole<BitSet>,
    pub(crate) forbidden: PerRole<BitSet>,
    pub(crate) tables: Tables,
}

impl Solution {
    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.moves[Role::Evader].node_count()
    }

    /// The number of pursuers. What names one pursuer's node is for one pursuer only: with several, these functions
    /// return [`Error::Unsupported`].
    pub fn pursuers(&self) -> usize {
        self.teams.as_ref().map_or(1, Multisets::size)
    }

    /// Who wins a position.
    ///
    /// # Errors
    /// [`Error::Node`] for a node out of range; so do all functions below that take a position.
    pub fn outcome(&self, evader: usize, pursuer: usize, to_move: Role) -> Result<Outcome> {
        self.check_position(evader, pursuer)?;
        Ok(self.tables.outcome(evader, pursuer, to_move))
    }

    /// Outcome, distance and best move of a position.
    ///
    /// # Errors
    /// [`Error::Node`].
    pub fn probe(&self, evader: usize, pursuer: usize, to_move: Role) -> Result<Value> {
        self.check_position(evader, pursuer)?;
        Ok(self.value(evader, pursuer, to_move))
    }

    /// Every legal move, ascending by node, with what it leads to; none when the game is over.
    ///
    /// # Errors
    /// [`Error::Node`].
    pub fn moves(
        &self,
        evader: usize,
        pursuer: usize,
        to_move: Role,
    ) -> Result<impl ExactSizeIterator<Item = Move> + '_> {
        self.check_position(evader, pursuer)?;
        let nodes = match self.is_over(evader, pursuer) {
            true => &[],
            false => self.legal_nodes(evader, pursuer, to_move),
        };
        Ok(nodes.iter().map(move |&node| {
            let (e, p, next) = after(evader, pursuer, to_move, node as usize);
            Move {
                node: node as usize,
                outcome: self.tables.outcome(e, p, next),
                distance: self.tables.distance(e, p, next),
            }
        }))
    }

    /// The evader's best answer to a pursuer who starts on `pursuer`; `None` where the pursuer may not start,
    /// because the node is forbidden to it or a goal of its own.
    ///
    /// # Errors
    /// [`Error::Node`]; [`Error::Unsupported`] when the evader has no node to start from.
    pub fn answer_to(&self, pursuer: usize, first_mover: Role) -> Result<Option<Start>> {
        self.check_position(0, pursuer)?;
        if !self.may_start(Role::Pursuer, pursuer) {
            return self.check_starts(Role::Evader).map(|()| None);
        }
        let best = (0..self.node_count())
            .filter(|&evader| self.may_start(Role::Evader, evader))
            .map(|evader| Start {
                outcome: self.tables.outcome(evader, pursuer, first_mover),
                distance: self.tables.distance(evader, pursuer, first_mover),
                pursuer,
                evader,
            })
            .reduce(|best, next| match next.worth() > best.worth() {
                true => next,
                false => best,
            });
        match best {
            Some(start) => Ok(Some(start)),
            None => Err(NO_EVADER_START),
        }
    }

    /// The best start: the pursuer picks a node, then the evader, seeing it, then `first_mover` moves. The pursuer
    /// prefers to win, sooner first, then a draw, then to lose later; the evader the reverse; the lowest-numbered
    /// among equals. Neither starts on a goal of its own or on a node that it may not enter.
    ///
    /// # Errors
    /// [`Error::Unsupported`] when a side has no node to start from.
    pub fn best_start(&self, first_mover: Role) -> Result<Start> {
        self.check_starts(Role::Pursuer)?;
        self.check_starts(Role::Evader)?;
        let mut best: Option<Start> = None;
        for pursuer in 0..self.node_count() {
            if let Some(start) = self.answer_to(pursuer, first_mover)?
                && best.is_none_or(|best| start.worth() < best.worth())
            {
                best = Some(start);
            }
        }
        best.ok_or(NO_PURSUER_START)
    }

    /// Checks that both sides have a node to start from.
    pub(crate) fn check_any_starts(&self) -> Result<()> {
        self.check_starts(Role::Pursuer)?;
        self.check_starts(Role::Evader)
    }

    /// Counts the positions with `to_move` to move.
    pub fn summary(&self, to_move: Role) -> Summary {
        self.tables.summary(to_move)
    }

    /// Checks every position against the rules, by code that shares nothing with the solver.
    ///
    /// # Errors
    /// [`Error::WrongPosition`] names the first position that contradicts its neighbours; [`Error::Cancelled`].
    pub fn verify(&self, progress: &mut ProgressFn) -> Result<()> {
        crate::verify::verify(self, progress)
    }

    /// Whether a game with the tokens on these nodes is over.
    #[inline]
    pub(crate) fn is_over(&self, evader: usize, pursuer: usize) -> bool {
        evader == pursuer
            || self.goals[Role::Evader].contains(evader)
            || self.goals[Role::Pursuer].contains(pursuer)
    }

    /// The value of a position whose nodes are in range.
    #[inline]
    pub(crate) fn value(&self, evader: usize, pursuer: usize, to_move: Role) -> Value {
        let outcome = self.tables.outcome(evader, pursuer, to_move);
        let distance = self.tables.distance(evader, pursuer, to_move);
        Value {
            outcome,
            distance,
            best_move: self.best_move(evader, pursuer, to_move, outcome, distance),
        }
    }

    /// The lowest-numbered move that keeps the outcome and brings the end one ply nearer. For a winner that is a
    /// fastest win, for a loser a longest delay (all its moves lose, none later), in a draw a move that keeps it.
    fn best_move(
        &self,
        evader: usize,
        pursuer: usize,
        to_move: Role,
        outcome: Outcome,
        distance: Option<u32>,
    ) -> Option<usize> {
        if self.is_over(evader, pursuer) {
            return None;
        }
        let wanted = distance.map(|plies| plies.wrapping_sub(1));
        self.legal_nodes(evader, pursuer, to_move)
            .iter()
            .map(|&node| node as usize)
            .find(|&node| {
                let (e, p, next) = after(evader, pursuer, to_move, node);
                self.tables.distance(e, p, next) == wanted
                    && self.tables.outcome(e, p, next) == outcome
            })
    }

    fn legal_nodes(&self, evader: usize, pursuer: usize, to_move: Role) -> &[u32] {
        self.moves[to_move].successors(match to_move {
            Role::Evader => evader,
            Role::Pursuer => pursuer,
        })
    }

    pub(crate) fn may_start(&self, role: Role, node: usize) -> bool {
        !self.forbidden[role].contains(node) && !self.goals[role].contains(node)
    }

    fn check_starts(&self, role: Role) -> Result<()> {
        match (0..self.node_count()).any(|node| self.may_start(role, node)) {
            true => Ok(()),
            false => Err(match role {
                Role::Evader => NO_EVADER_START,
                Role::Pursuer => NO_PURSUER_START,
            }),
        }
    }

    fn check_position(&self, evader: usize, pursuer: usize) -> Result<()> {
        if self.teams.is_some() {
            return Err(Error::Unsupported(
                "the solution has several pursuers, the question names one",
            ));
        }
        check_position(self.node_count(), evader, pursuer)
    }
}

/// Checks that both nodes are nodes.
pub(crate) fn check_position(n: usize, evader: usize, pursuer: usize) -> Result<()> {
    for (what, node) in [("evader", evader), ("pursuer", pursuer)] {
        if node >= n {
            return Err(Error::Node {
                what,
                value: node as i64,
                n,
            });
        }
    }
    Ok(())
}

pub(crate) const NO_EVADER_START: Error =
    Error::Unsupported("the evader has no node to start from: each is forbidden to it or its goal");
pub(crate) const NO_PURSUER_START: Error = Error::Unsupported(
    "the pursuer has no node to start from: each is forbidden to it or its goal",
);

/// The position after the mover has gone to `node`.
#[inline]
fn after(evader: usize, pursuer: usize, to_move: Role, node: usize) -> (usize, usize, Role) {
    match to_move {
        Role::Evader => (node, pursuer, Role::Pursuer),
        Role::Pursuer => (evader, node, Role::Evader),
    }
}

impl Start {
    /// What the start is worth to the evader: larger is better for it. A win counts most, sooner first, then a
    /// draw, then to lose as late as possible.
    pub(crate) fn worth(&self) -> i64 {
        let plies = i64::from(self.distance.unwrap_or(0));
        match self.outcome {
            Outcome::EvaderWins => (1 << 40) - plies,
            Outcome::Draw => 1 << 36,
            Outcome::PursuerWins => plies,
        }
    }
}
