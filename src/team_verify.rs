//! Checks the solution of a game with several pursuers, by code that shares nothing with the solver but the numbers of the
//! teams. What is checked of a position, and why that is enough, is said in [`crate::verify`].
//!
//! What a team to move can get is the least **key** among the teams that it can become, a key being what a position is
//! worth to the evader. One member after the other is moved: with the moves of the first ones made, what is left is a
//! table of keys over the multisets of the others' nodes, for all nodes of the evader at once.

use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::memory;
use crate::multisets::{self, Multisets};
use crate::pace::{Pace, ProgressFn};
use crate::rules::{Outcome, Role};
use crate::solution::Solution;

/// What a position is worth to the evader: the plies for a loss, then [`DRAW`], then the plies below [`u32::MAX`] for a
/// win.
type Key = u32;

const DRAW: Key = 1 << 31;

/// The key of a position from which a best move leads to one with this key.
fn before(key: Key) -> Key {
    match key {
        _ if key < DRAW => key + 1,
        DRAW => DRAW,
        _ => key - 1,
    }
}

/// See [`Solution::verify`].
pub(crate) fn verify(
    solution: &Solution,
    teams: &Multisets,
    progress: &mut ProgressFn,
) -> Result<()> {
    let n = solution.node_count();
    let tables = &solution.tables;
    let by_number = |numbers: &[u32]| {
        let mut nodes = memory::filled(n, 0u32)?;
        for (node, &number) in numbers.iter().enumerate() {
            nodes[number as usize] = node as u32;
        }
        Ok::<_, Error>(nodes)
    };
    let (nodes, evaders) = (by_number(&tables.row_of)?, by_number(&tables.column_of)?);
    let mut left = memory::with_capacity(teams.size())?;
    for places in 0..teams.size() {
        left.push(memory::filled(teams.count(places) * n, 0)?);
    }
    let positions = (teams.rows() as u64).saturating_mul(2 * n as u64);
    let mut check = Check {
        solution,
        teams,
        pursuer_moves: solution.moves[Role::Pursuer].renumbered(&nodes, &tables.row_of)?,
        evader_moves: solution.moves[Role::Evader].renumbered(&evaders, &tables.column_of)?,
        nodes,
        evaders,
        team: memory::with_capacity(teams.size())?,
        enlarged: memory::with_capacity(teams.size())?,
        claimed: [memory::filled(n, 0)?, memory::filled(n, 0)?],
        pace: Pace::new(progress, positions),
    };
    check.all(None, &mut left)?;
    check.pace.finish()
}

struct Check<'a, 'p, 'f> {
    solution: &'a Solution,
    teams: &'a Multisets,
    /// Both sides' moves, by number and by column.
    pursuer_moves: Graph,
    evader_moves: Graph,
    /// The node behind each number, and that behind each column.
    nodes: Vec<u32>,
    evaders: Vec<u32>,
    /// The members that have been moved, before their move.
    team: Vec<usize>,
    enlarged: Vec<usize>,
    /// What the solution says of one team, by side to move: a key for each column.
    claimed: [Vec<Key>; 2],
    pace: Pace<'p, 'f>,
}

impl Check<'_, '_, '_> {
    /// Checks all teams that begin with `self.team`. `from` has the keys with its moves made, `None` before the first;
    /// `left` is room for the tables that follow, the next one last.
    fn all(&mut self, from: Option<&[Key]>, left: &mut [Vec<Key>]) -> Result<()> {
        let Some((table, left)) = left.split_last_mut() else {
            return self.team(from.unwrap_or_default());
        };
        let lowest = self.team.last().copied().unwrap_or(0);
        for member in lowest..self.teams.nodes() {
            self.team.push(member);
            self.make_moves(member, left.len(), from, table);
            self.all(Some(table), left)?;
            self.team.pop();
        }
        Ok(())
    }

    /// Sets the keys of every multiset of `places` nodes to the least among those with `member`'s new node besides.
    fn make_moves(
        &mut self,
        member: usize,
        places: usize,
        from: Option<&[Key]>,
        table: &mut [Key],
    ) {
        let n = self.teams.nodes();
        let mut others = std::mem::take(&mut self.enlarged);
        others.clear();
        others.resize(places, 0);
        for least in table.chunks_exact_mut(n) {
            least.fill(Key::MAX);
            for &node in self.pursuer_moves.successors(member) {
                let place = others.partition_point(|&other| other < node as usize);
                others.insert(place, node as usize);
                let row = self.teams.number(&others);
                others.remove(place);
                let keys = match from {
                    Some(from) => &from[row * n..][..n],
                    None => {
                        let keys = &mut self.claimed[Role::Evader as usize];
                        read_keys(self.solution, row, Role::Evader, keys);
                        keys
                    }
                };
                for (least, &key) in least.iter_mut().zip(keys) {
                    *least = key.min(*least);
                }
            }
            multisets::step(&mut others, n);
        }
        self.enlarged = others;
    }

    /// Checks `self.team`; `best` are the least keys that it can move to.
    fn team(&mut self, best: &[Key]) -> Result<()> {
        let row = self.teams.number(&self.team);
        for to_move in [Role::Evader, Role::Pursuer] {
            let keys = &mut self.claimed[to_move as usize];
            read_keys(self.solution, row, to_move, keys);
        }
        let [_, team_moves] = &self.claimed;
        for (column, &best) in best.iter().enumerate() {
            let over = self.key_if_over(column);
            let evader_best = || {
                let moves = self.evader_moves.successors(column).iter();
                moves.map(|&next| team_moves[next as usize]).max()
            };
            let expected = match over {
                Some(key) => [key, key],
                None => [before(evader_best().unwrap_or(DRAW)), before(best)],
            };
            for to_move in [Role::Evader, Role::Pursuer] {
                let claimed = self.claimed[to_move as usize][column];
                if claimed != expected[to_move as usize] {
                    return Err(Error::WrongPosition {
                        evader: self.evaders[column] as usize,
                        pursuer: row,
                        evader_to_move: to_move == Role::Evader,
                        what: match over {
                            Some(_) => "the game is over, but something else is claimed",
                            None => "what is claimed does not follow from the next positions",
                        },
                    });
                }
            }
        }
        self.pace.resolve(2 * best.len() as u64)
    }

    /// The key of a position of `self.team` that is over.
    fn key_if_over(&self, column: usize) -> Option<Key> {
        let evader = self.evaders[column] as usize;
        let any = |is: &dyn Fn(usize) -> bool| {
            let mut nodes = self.team.iter().map(|&number| self.nodes[number] as usize);
            nodes.any(is)
        };
        let goals = &self.solution.goals;
        if any(&|node| node == evader) {
            Some(0)
        } else if goals[Role::Evader].contains(evader) {
            Some(Key::MAX)
        } else if any(&|node| goals[Role::Pursuer].contains(node)) {
            Some(0)
        } else {
            None
        }
    }
}

/// Reads what the solution says of a team.
fn read_keys(solution: &Solution, row: usize, to_move: Role, keys: &mut [Key]) {
    let tables = &solution.tables;
    for (column, key) in keys.iter_mut().enumerate() {
        *key = match tables.distance_at(row, column, to_move) {
            None => DRAW,
            Some(plies) => match tables.outcome_at(row, column, to_move) {
                Outcome::EvaderWins => Key::MAX - plies,
                _ => plies,
            },
        };
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::graph::Graph;
    use crate::rules::{PerRole, Role};
    use crate::solution::Solution;

    /// Two cats and a mouse with a hole.
    fn solved() -> Solution {
        // A path with the hole at its end, and two nodes apart.
        let lists: [&[usize]; 5] = [&[1], &[0, 2], &[1], &[4], &[3]];
        let mut game = Game::new(Graph::from_adjacency(&lists).unwrap()).unwrap();
        let rules = game.rules_mut();
        rules.set_goal(Role::Evader, 0, true).unwrap();
        rules.set_forbidden(Role::Pursuer, 0, true).unwrap();
        game.set_pursuers(2).unwrap();
        game.solve().unwrap()
    }

    /// What `verify` says after one entry has been made wrong.
    fn is_found(plant: impl FnOnce(&mut Solution)) -> bool {
        let mut solution = solved();
        assert_eq!(solution.verify(&mut |_| true), Ok(()));
        plant(&mut solution);
        solution.verify(&mut |_| true).is_err()
    }

    #[test]
    fn the_game_has_every_outcome() {
        let summary = solved().summary(Role::Pursuer);
        assert!(summary.draws > 0 && summary.evader_wins > 0 && summary.pursuer_wins > 0);
    }

    #[test]
    fn one_wrong_distance_anywhere_is_found() {
        for to_move in [Role::Evader, Role::Pursuer] {
            for index in 0..solved().tables.levels[to_move].len() {
                // One more than it is; a draw becomes a win.
                let wrong = solved().tables.levels[to_move]
                    .get(index)
                    .map_or(3, |plies| plies + 1);
                let found = is_found(|solution| {
                    let mut levels = solution.tables.levels[to_move].parts();
                    levels.set_all(index, 1, wrong);
                });
                assert!(found, "{to_move:?} to move, entry {index}: {wrong} instead");
            }
        }
    }

    #[test]
    fn one_wrong_winner_anywhere_is_found() {
        for to_move in [Role::Evader, Role::Pursuer] {
            for index in 0..solved().tables.levels[to_move].len() {
                if solved().tables.levels[to_move].get(index).is_none() {
                    continue;
                }
                let found = is_found(|solution| {
                    let PerRole(wins) = &mut solution.tables.evader_wins;
                    wins[to_move as usize][index / 5] ^= 1 << (index % 5);
                });
                assert!(found, "{to_move:?} to move, entry {index}");
            }
        }
    }
}
