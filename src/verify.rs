//! Checks a whole solution against the rules, by code that shares nothing with the solver.
//!
//! A position that is over must say so with distance 0. One that is won in d plies must follow from its successors:
//! for a winner to move the nearest win is at d - 1, for a loser to move every move loses and the farthest is at
//! d - 1. By induction on d every claimed win is then right, and exact. A claimed draw must offer its mover no win
//! and a move to another claimed draw: then neither side can be driven out of the draws, so they are draws.

use crate::error::{Error, Result};
use crate::pace::{Pace, ProgressFn};
use crate::rules::{Outcome, Role};
use crate::solution::Solution;

/// See [`Solution::verify`].
pub(crate) fn verify(solution: &Solution, progress: &mut ProgressFn) -> Result<()> {
    if let Some(teams) = &solution.teams {
        return crate::team_verify::verify(solution, teams, progress);
    }
    let n = solution.node_count();
    let mut pace = Pace::new(progress, 2 * n as u64 * n as u64);
    for evader in 0..n {
        for pursuer in 0..n {
            for to_move in [Role::Evader, Role::Pursuer] {
                check(solution, evader, pursuer, to_move).map_err(|what| Error::WrongPosition {
                    evader,
                    pursuer,
                    evader_to_move: to_move == Role::Evader,
                    what,
                })?;
            }
        }
        pace.resolve(2 * n as u64)?;
    }
    pace.finish()
}

/// Checks one position; the error says what is wrong with it.
fn check(
    solution: &Solution,
    evader: usize,
    pursuer: usize,
    to_move: Role,
) -> std::result::Result<(), &'static str> {
    let tables = &solution.tables;
    let outcome = tables.outcome(evader, pursuer, to_move);
    let distance = tables.distance(evader, pursuer, to_move);
    let over = if evader == pursuer {
        Some(Outcome::PursuerWins)
    } else if solution.goals[Role::Evader].contains(evader) {
        Some(Outcome::EvaderWins)
    } else if solution.goals[Role::Pursuer].contains(pursuer) {
        Some(Outcome::PursuerWins)
    } else {
        None
    };
    if let Some(winner) = over {
        return match (outcome == winner, distance) {
            (true, Some(0)) => Ok(()),
            (true, _) => Err("the game is over, but the distance is not 0"),
            (false, _) => Err("the game is over, but another outcome is claimed"),
        };
    }

    let (mut nearest_win, mut farthest_loss, mut draws) = (None, None, false);
    let own_node = if to_move == Role::Evader {
        evader
    } else {
        pursuer
    };
    for &node in solution.moves[to_move].successors(own_node) {
        let (e, p) = match to_move {
            Role::Evader => (node as usize, pursuer),
            Role::Pursuer => (evader, node as usize),
        };
        let plies = tables.distance(e, p, to_move.opponent());
        match tables.outcome(e, p, to_move.opponent()) {
            Outcome::Draw => draws = true,
            winner if winner == to_move.wins() => {
                nearest_win =
                    Some(nearest_win.map_or(plies, |nearest: Option<u32>| nearest.min(plies)));
            }
            _ => farthest_loss = farthest_loss.max(Some(plies)),
        }
    }
    let next = |plies: Option<u32>| plies.map(|plies| plies + 1);
    match (nearest_win, draws) {
        (Some(nearest), _) => {
            if outcome != to_move.wins() {
                Err("the side to move can win, but another outcome is claimed")
            } else if distance != next(nearest) {
                Err("the distance is not one more than the nearest win's")
            } else {
                Ok(())
            }
        }
        (None, true) => match (outcome, distance) {
            (Outcome::Draw, None) => Ok(()),
            _ => Err("the side to move can hold a draw and not win, but no draw is claimed"),
        },
        (None, false) => {
            if outcome != to_move.opponent().wins() {
                Err("every move loses, but another outcome is claimed")
            } else if distance != next(farthest_loss.flatten()) {
                Err("the distance is not one more than the longest delay's")
            } else {
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::graph::Graph;
    use crate::rules::{PerRole, Role};
    use crate::solution::Solution;

    /// A game of cat and mouse with wins of both sides and draws (LeetCode 913, first example).
    fn solved() -> Solution {
        let lists: [&[usize]; 6] = [&[2, 5], &[3], &[0, 4, 5], &[1, 4, 5], &[2, 3], &[0, 2, 3]];
        let mut game = Game::new(Graph::from_adjacency(&lists).unwrap()).unwrap();
        game.rules_mut().set_goal(Role::Evader, 0, true).unwrap();
        game.rules_mut()
            .set_forbidden(Role::Pursuer, 0, true)
            .unwrap();
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
    fn one_wrong_distance_anywhere_is_found() {
        for to_move in [Role::Evader, Role::Pursuer] {
            for index in 0..36 {
                // One more than it is; a draw becomes a win.
                let wrong = solved().tables.levels[to_move]
                    .get(index)
                    .map_or(3, |plies| plies + 1);
                let found = is_found(|solution| {
                    solution.tables.levels[to_move]
                        .parts()
                        .set_all(index, 1, wrong);
                });
                assert!(found, "{to_move:?} to move, entry {index}: {wrong} instead");
            }
        }
    }

    #[test]
    fn one_wrong_winner_anywhere_is_found() {
        for to_move in [Role::Evader, Role::Pursuer] {
            for row in 0..6 {
                for column in 0..6 {
                    if solved().tables.levels[to_move]
                        .get(row * 6 + column)
                        .is_none()
                    {
                        continue;
                    }
                    let found = is_found(|solution| {
                        let PerRole(wins) = &mut solution.tables.evader_wins;
                        wins[to_move as usize][row] ^= 1 << column;
                    });
                    assert!(found, "{to_move:?} to move, row {row}, column {column}");
                }
            }
        }
    }
}
