//! Asking a solved game about teams; any number of pursuers will do, one too.

use crate::error::{Error, Result};
use crate::memory;
use crate::multisets;
use crate::rules::{Outcome, Role};
use crate::solution::{NO_PURSUER_START, Solution, Start, Value};

impl Solution {
    /// Outcome and distance of a position, its pursuers in any order, and the evader's best move if it is to move.
    ///
    /// # Errors
    /// [`Error::Node`], [`Error::NodeAt`]; [`Error::Length`] when `team` has another size than the game's; refused
    /// memory: it takes a few words a pursuer.
    pub fn probe_team(&self, evader: usize, team: &[usize], to_move: Role) -> Result<Value> {
        self.check_team_position(evader, team)?;
        let row = self.team_row(&mut memory::copied(team)?);
        let outcome = self.outcome_in(row, evader, to_move);
        let distance = self.distance_in(row, evader, to_move);
        let wanted = distance.map(|plies| plies.wrapping_sub(1));
        let best_move = match to_move {
            Role::Evader if !self.is_team_game_over(evader, team) => self.moves[Role::Evader]
                .successors(evader)
                .iter()
                .map(|&node| node as usize)
                .find(|&node| {
                    self.distance_in(row, node, Role::Pursuer) == wanted
                        && self.outcome_in(row, node, Role::Pursuer) == outcome
                }),
            _ => None,
        };
        Ok(Value {
            outcome,
            distance,
            best_move,
        })
    }

    /// Writes the team's best move, a node for each of `team` in its order: among equally good ones that whose nodes are
    /// lexicographically smallest when sorted, and of the ways to make it the lexicographically smallest. False, and
    /// nothing is written, when the game is over.
    ///
    /// # Errors
    /// As [`Solution::probe_team`]; [`Error::Length`] also when `moves` has another size.
    pub fn best_team_move(
        &self,
        evader: usize,
        team: &[usize],
        moves: &mut [usize],
    ) -> Result<bool> {
        self.check_team_position(evader, team)?;
        self.check_team_size("moves", moves.len())?;
        if self.is_team_game_over(evader, team) {
            return Ok(false);
        }
        let mut scratch = memory::copied(team)?;
        let row = self.team_row(&mut scratch);
        let outcome = self.outcome_in(row, evader, Role::Pursuer);
        let distance = self.distance_in(row, evader, Role::Pursuer);
        let wanted = distance.map(|plies| plies.wrapping_sub(1));
        let mut moving = Moving::new(self, team)?;
        // The team's value says that there is such a move.
        let found = moving.first_where(|reached| {
            scratch.copy_from_slice(reached);
            let row = self.team_row(&mut scratch);
            self.distance_in(row, evader, Role::Evader) == wanted
                && self.outcome_in(row, evader, Role::Evader) == outcome
        });
        if found {
            moving.assign(moves);
        }
        Ok(found)
    }

    /// The best start of a team: its nodes, ascending, go to `team`, the lexicographically smallest among equally good
    /// ones. See [`Solution::best_start`]; the start's `pursuer` is that of the first node.
    ///
    /// # Errors
    /// As [`Solution::best_start`]; [`Error::Length`] when `team` has another size than the game's; refused memory.
    pub fn best_team_start(&self, first_mover: Role, team: &mut [usize]) -> Result<Start> {
        self.check_team_size("team", team.len())?;
        self.check_any_starts()?;
        let nodes = |role: Role| {
            let mut nodes = memory::with_capacity(self.node_count())?;
            nodes.extend((0..self.node_count()).filter(|&node| self.may_start(role, node)));
            Ok::<Vec<usize>, Error>(nodes)
        };
        let (pursuers, evaders) = (nodes(Role::Pursuer)?, nodes(Role::Evader)?);
        // The team under consideration, as indices of nodes where it may start.
        let mut chosen = memory::filled(team.len(), 0)?;
        let mut scratch = memory::filled(team.len(), 0)?;
        let mut best: Option<Start> = None;
        loop {
            for (node, &index) in scratch.iter_mut().zip(&chosen) {
                *node = pursuers[index];
            }
            let first = scratch[0];
            let row = self.team_row(&mut scratch);
            let answer = self.answer_worse_than(first, row, &evaders, first_mover, best);
            if answer.is_some() {
                best = answer;
                for (node, &index) in team.iter_mut().zip(&chosen) {
                    *node = pursuers[index];
                }
            }
            if multisets::step(&mut chosen, pursuers.len()).is_none() {
                break;
            }
        }
        best.ok_or(NO_PURSUER_START)
    }

    /// The evader's best answer to a team whose first member is `pursuer`, if it is worth less to it than `best`.
    fn answer_worse_than(
        &self,
        pursuer: usize,
        row: Row,
        evaders: &[usize],
        first_mover: Role,
        best: Option<Start>,
    ) -> Option<Start> {
        let mut answer: Option<Start> = None;
        for &evader in evaders {
            let start = Start {
                outcome: self.outcome_in(row, evader, first_mover),
                distance: self.distance_in(row, evader, first_mover),
                pursuer,
                evader,
            };
            if best.is_some_and(|best| start.worth() >= best.worth()) {
                return None;
            }
            if answer.is_none_or(|answer| start.worth() > answer.worth()) {
                answer = Some(start);
            }
        }
        answer
    }

    /// Whether a game with the tokens on these nodes is over.
    pub(crate) fn is_team_game_over(&self, evader: usize, team: &[usize]) -> bool {
        self.goals[Role::Evader].contains(evader)
            || team
                .iter()
                .any(|&node| node == evader || self.goals[Role::Pursuer].contains(node))
    }

    /// Where the tables have a team; its nodes are left in another order.
    fn team_row(&self, team: &mut [usize]) -> Row {
        match &self.teams {
            None => Row::Node(team[0]),
            Some(teams) => {
                for node in &mut *team {
                    *node = self.tables.row_of[*node] as usize;
                }
                team.sort_unstable();
                Row::Team(teams.number(team))
            }
        }
    }

    #[inline]
    fn outcome_in(&self, row: Row, evader: usize, to_move: Role) -> Outcome {
        match row {
            Row::Node(pursuer) => self.tables.outcome(evader, pursuer, to_move),
            Row::Team(row) => {
                let column = self.tables.column_of[evader] as usize;
                self.tables.outcome_at(row, column, to_move)
            }
        }
    }

    #[inline]
    fn distance_in(&self, row: Row, evader: usize, to_move: Role) -> Option<u32> {
        match row {
            Row::Node(pursuer) => self.tables.distance(evader, pursuer, to_move),
            Row::Team(row) => {
                let column = self.tables.column_of[evader] as usize;
                self.tables.distance_at(row, column, to_move)
            }
        }
    }

    fn check_team_position(&self, evader: usize, team: &[usize]) -> Result<()> {
        let n = self.node_count();
        self.check_team_size("team", team.len())?;
        if evader >= n {
            return Err(Error::Node {
                what: "evader",
                value: evader as i64,
                n,
            });
        }
        match team.iter().position(|&node| node >= n) {
            None => Ok(()),
            Some(index) => Err(Error::NodeAt {
                what: "team",
                index,
                value: team[index] as i64,
                n,
            }),
        }
    }

    fn check_team_size(&self, what: &'static str, length: usize) -> Result<()> {
        match length == self.pursuers() {
            true => Ok(()),
            false => Err(Error::Length {
                what,
                length,
                wanted: self.pursuers(),
            }),
        }
    }
}

/// Where the tables have the pursuers.
#[derive(Clone, Copy)]
enum Row {
    /// One pursuer: they are columns, by node.
    Node(usize),
    /// A row.
    Team(usize),
}

/// The moves of a team, by the nodes that they lead to.
struct Moving<'a> {
    solution: &'a Solution,
    team: &'a [usize],
    /// The nodes that some member can move to, ascending.
    nodes: Vec<u32>,
    /// The nodes reached, ascending, as far as they have been chosen; there is a place for each member.
    reached: Vec<usize>,
    /// The member that fills each place, in a matching.
    filled_by: Vec<usize>,
    /// The places that a matching may not touch.
    taken: Vec<bool>,
    /// Those that the search for an augmenting path need not look at again.
    tried: Vec<bool>,
}

const NOBODY: usize = usize::MAX;

impl<'a> Moving<'a> {
    fn new(solution: &'a Solution, team: &'a [usize]) -> Result<Self> {
        let successors = |&node: &usize| solution.moves[Role::Pursuer].successors(node);
        let moves = team.iter().map(|node| successors(node).len()).sum();
        let mut nodes: Vec<u32> = memory::with_capacity(moves)?;
        team.iter()
            .for_each(|node| nodes.extend_from_slice(successors(node)));
        nodes.sort_unstable();
        nodes.dedup();
        Ok(Moving {
            solution,
            team,
            nodes,
            reached: memory::with_capacity(team.len())?,
            filled_by: memory::filled(team.len(), NOBODY)?,
            taken: memory::filled(team.len(), false)?,
            tried: memory::filled(team.len(), false)?,
        })
    }

    /// Leaves in `reached` the lexicographically smallest nodes that the team can move to and that are `wanted`.
    fn first_where(&mut self, mut wanted: impl FnMut(&[usize]) -> bool) -> bool {
        // The index in `nodes` of what comes next.
        let mut next = 0;
        loop {
            let Some(&node) = self.nodes.get(next) else {
                // Nothing more begins like this.
                let Some(last) = self.reached.pop() else {
                    return false;
                };
                next = self.nodes.partition_point(|&node| node as usize <= last);
                continue;
            };
            self.reached.push(node as usize);
            let complete = self.reached.len() == self.team.len();
            let possible = self.can_be_filled(0);
            if possible && complete && wanted(&self.reached) {
                return true;
            }
            if !possible || complete {
                self.reached.pop();
                next += 1;
            }
        }
    }

    /// Writes the lexicographically smallest way to move to `reached`, which is complete and can be reached.
    fn assign(&mut self, moves: &mut [usize]) {
        for (member, node) in moves.iter_mut().enumerate() {
            for place in 0..self.team.len() {
                if self.taken[place] || !self.fits(member, place) {
                    continue;
                }
                self.taken[place] = true;
                if self.can_be_filled(member + 1) {
                    *node = self.reached[place];
                    break;
                }
                self.taken[place] = false;
            }
        }
    }

    /// Whether the members from `first` on can fill all places but those taken; one without a node yet is filled by a
    /// move to a node that is not below the last. A matching, found by augmenting paths.
    fn can_be_filled(&mut self, first: usize) -> bool {
        self.filled_by.fill(NOBODY);
        (first..self.team.len()).all(|member| {
            self.tried.copy_from_slice(&self.taken);
            self.find_place(member)
        })
    }

    /// Finds a place for a member, moving others if need be.
    fn find_place(&mut self, member: usize) -> bool {
        for place in 0..self.team.len() {
            if self.tried[place] || !self.fits(member, place) {
                continue;
            }
            self.tried[place] = true;
            let other = self.filled_by[place];
            if other == NOBODY || self.find_place(other) {
                self.filled_by[place] = member;
                return true;
            }
        }
        false
    }

    fn fits(&self, member: usize, place: usize) -> bool {
        let moves = &self.solution.moves[Role::Pursuer];
        let from = self.team[member];
        match self.reached.get(place) {
            Some(&node) => moves.has_arc(from, node),
            None => {
                let highest = moves.successors(from).last().map(|&node| node as usize);
                highest >= self.reached.last().copied()
            }
        }
    }
}
