//! The oracle for several pursuers: teams as ordered tuples, every combination of moves tried.
//!
//! Its cost is (n^(k+1)) positions times degree^k moves, so it is for a handful of nodes only. Order in a team does
//! not matter to the game; that the tuples' values don't depend on it either is something a test can check.

use super::Side::{Evader, Pursuer};
use super::Value::{Draw, Won};
use super::{Rules, SIDES, Side, Summary, Value};

/// A start of a team: its nodes ascending, the evader's answer and what the game is worth from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamStart {
    pub pursuers: Vec<usize>,
    pub evader: usize,
    pub value: Value,
}

/// A game of k pursuers solved the plain way.
pub struct TeamOracle {
    pub rules: Rules,
    pub size: usize,
    legal: [Vec<Vec<usize>>; 2],
    /// All ordered teams, lexicographically.
    teams: Vec<Vec<usize>>,
    /// By evader's node, team and side to move.
    values: Vec<Value>,
}

impl TeamOracle {
    /// Solves by rounds, exactly as the oracle for one pursuer does.
    pub fn new(rules: Rules, size: usize) -> TeamOracle {
        let n = rules.node_count();
        let teams = tuples(&vec![(0..n).collect(); size]);
        let legal = SIDES.map(|side| (0..n).map(|x| rules.legal(side, x)).collect());
        let mut oracle = TeamOracle {
            values: vec![Draw; n * teams.len() * 2],
            rules,
            size,
            legal,
            teams,
        };
        let mut undecided = Vec::new();
        for evader in 0..n {
            for team in oracle.teams.clone() {
                for side in SIDES {
                    let index = oracle.index(evader, &team, side);
                    match oracle.winner(evader, &team) {
                        Some(winner) => oracle.values[index] = Won(winner, 0),
                        None => undecided.push((evader, team.clone(), side)),
                    }
                }
            }
        }
        for plies in 1.. {
            let found: Vec<(usize, Side)> = undecided
                .iter()
                .filter_map(|(evader, team, side)| {
                    let winner = oracle.winner_in(*evader, team, *side, plies)?;
                    Some((oracle.index(*evader, team, *side), winner))
                })
                .collect();
            if found.is_empty() {
                break;
            }
            for (index, winner) in found {
                oracle.values[index] = Won(winner, plies);
            }
            undecided.retain(|(evader, team, side)| oracle.value(*evader, team, *side) == Draw);
        }
        oracle
    }

    /// Who has won: any pursuer on the evader's node comes first, then the evader's goals, then any pursuer's goal.
    pub fn winner(&self, evader: usize, team: &[usize]) -> Option<Side> {
        if team.contains(&evader) {
            Some(Pursuer)
        } else if self.rules.goals[Evader as usize][evader] {
            Some(Evader)
        } else if team.iter().any(|&p| self.rules.goals[Pursuer as usize][p]) {
            Some(Pursuer)
        } else {
            None
        }
    }

    fn winner_in(&self, evader: usize, team: &[usize], mover: Side, plies: u32) -> Option<Side> {
        let reached: Vec<Value> = match mover {
            Evader => self.legal[Evader as usize][evader]
                .iter()
                .map(|&node| self.value(node, team, Pursuer))
                .collect(),
            Pursuer => self
                .team_moves(team)
                .iter()
                .map(|moved| self.value(evader, moved, Evader))
                .collect(),
        };
        if reached.contains(&Won(mover, plies - 1)) {
            Some(mover)
        } else if reached
            .iter()
            .all(|value| value.winner() == Some(mover.other()))
        {
            Some(mover.other())
        } else {
            None
        }
    }

    /// Every way in which the team can move, in the team's order, lexicographically.
    pub fn team_moves(&self, team: &[usize]) -> Vec<Vec<usize>> {
        let choices: Vec<Vec<usize>> = team
            .iter()
            .map(|&p| self.legal[Pursuer as usize][p].clone())
            .collect();
        tuples(&choices)
    }

    pub fn value(&self, evader: usize, team: &[usize], to_move: Side) -> Value {
        self.values[self.index(evader, team, to_move)]
    }

    fn index(&self, evader: usize, team: &[usize], to_move: Side) -> usize {
        let n = self.rules.node_count();
        let team = team.iter().fold(0, |number, &node| number * n + node);
        (evader * self.teams.len() + team) * 2 + to_move as usize
    }

    /// The evader's best move; `None` when the game is over.
    pub fn best_evader_move(&self, evader: usize, team: &[usize]) -> Option<usize> {
        if self.winner(evader, team).is_some() {
            return None;
        }
        let liked = |node: usize| self.value(node, team, Pursuer).liking(Evader);
        let moves = &self.legal[Evader as usize][evader];
        let best = moves.iter().map(|&node| liked(node)).max()?;
        moves.iter().copied().find(|&node| liked(node) == best)
    }

    /// The team's best move in the order asked: of equally good teams the one that is smallest when sorted, of the
    /// ways to reach that team the smallest as it stands; `None` when the game is over.
    pub fn best_team_move(&self, evader: usize, team: &[usize]) -> Option<Vec<usize>> {
        if self.winner(evader, team).is_some() {
            return None;
        }
        self.team_moves(team).into_iter().min_by_key(|moved| {
            let liking = self.value(evader, moved, Evader).liking(Pursuer);
            (-liking, sorted(moved), moved.clone())
        })
    }

    /// The best start: the team picks its nodes, then the evader, seeing them; `None` when a side has nowhere to go.
    pub fn best_start(&self, first: Side) -> Option<TeamStart> {
        let n = self.rules.node_count();
        let may_start = |side: Side, x: usize| self.rules.may_start(side, x);
        self.teams
            .iter()
            .filter(|team| team.is_sorted() && team.iter().all(|&p| may_start(Pursuer, p)))
            .filter_map(|team| {
                (0..n)
                    .filter(|&evader| may_start(Evader, evader))
                    .map(|evader| TeamStart {
                        pursuers: team.clone(),
                        evader,
                        value: self.value(evader, team, first),
                    })
                    .min_by_key(|start| (-start.value.liking(Evader), start.evader))
            })
            .min_by_key(|start| (-start.value.liking(Pursuer), start.pursuers.clone()))
    }

    /// Counts the positions with `to_move` to move, a team counted once whatever its order.
    pub fn summary(&self, to_move: Side) -> Summary {
        let mut summary = Summary::default();
        for evader in 0..self.rules.node_count() {
            for team in self.teams.iter().filter(|team| team.is_sorted()) {
                let value = self.value(evader, team, to_move);
                match value.winner() {
                    None => summary.draws += 1,
                    Some(Evader) => summary.evader_wins += 1,
                    Some(Pursuer) => summary.pursuer_wins += 1,
                }
                summary.longest = summary.longest.max(value.plies());
            }
        }
        summary
    }

    pub fn teams(&self) -> &[Vec<usize>] {
        &self.teams
    }
}

/// The fewest pursuers, at most `most`, that win from their best placement, moving first.
pub fn fewest_pursuers(rules: &Rules, most: usize) -> Option<usize> {
    (1..=most).find(|&size| {
        TeamOracle::new(rules.clone(), size)
            .best_start(Pursuer)
            .is_some_and(|start| start.value.winner() == Some(Pursuer))
    })
}

/// Every tuple with its i-th entry from `choices[i]`, lexicographically when the choices ascend.
fn tuples(choices: &[Vec<usize>]) -> Vec<Vec<usize>> {
    choices.iter().fold(vec![Vec::new()], |starts, entries| {
        starts
            .iter()
            .flat_map(|start| {
                entries.iter().map(move |&entry| {
                    let mut longer = start.clone();
                    longer.push(entry);
                    longer
                })
            })
            .collect()
    })
}

/// The team with its nodes ascending.
pub fn sorted(team: &[usize]) -> Vec<usize> {
    let mut sorted = team.to_vec();
    sorted.sort_unstable();
    sorted
}
