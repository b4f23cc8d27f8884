//! Holds the library's answers against the oracle's.
//!
//! Each check returns the first difference as a sentence. The `expect_` functions panic with it, after having made
//! the game that shows it as small as they can.

use super::Side::{Evader, Pursuer};
use super::{
    Oracle, Position, Rules, SIDES, Side, Start, Summary, Value, generate::Random, positions,
};
use pursuit::{Game, Graph, Outcome, Role, Solution};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `Err` names the first difference.
pub type Checked = Result<(), String>;

/// Returns a difference as an error, with what was looked at.
macro_rules! same {
    ($library:expr, $oracle:expr, $($what:tt)+) => {{
        let (library, oracle) = ($library, $oracle);
        if library != oracle {
            let what = format!($($what)+);
            return Err(format!("{what}: the library says {library:?}, the oracle {oracle:?}"));
        }
    }};
}

pub fn role(side: Side) -> Role {
    match side {
        Evader => Role::Evader,
        Pursuer => Role::Pursuer,
    }
}

/// The library's outcome and distance as a value of the oracle's kind, nonsensical pairs refused.
pub fn value(outcome: Outcome, distance: Option<u32>) -> Value {
    match (outcome, distance) {
        (Outcome::Draw, None) => Value::Draw,
        (Outcome::EvaderWins, Some(plies)) => Value::Won(Evader, plies),
        (Outcome::PursuerWins, Some(plies)) => Value::Won(Pursuer, plies),
        pair => panic!("no position is worth {pair:?}"),
    }
}

/// A graph through the CSR door, with rows as they are: unsorted, repetitions and all.
pub fn to_graph(rows: &[Vec<usize>]) -> Graph {
    let mut row_offsets = vec![0];
    let mut column_indices = Vec::new();
    for row in rows {
        column_indices.extend(row.iter().map(|&y| y as i32));
        row_offsets.push(column_indices.len() as i32);
    }
    Graph::from_csr(&row_offsets, &column_indices).expect("a valid graph")
}

/// The library's game with these rules. Where each side has a graph of its own, games of an odd and of an even number
/// of nodes take the two ways in which that can be said.
pub fn to_game(rules: &Rules) -> Game {
    let common = SIDES[rules.node_count() % 2];
    let own = common.other();
    let mut game = Game::new(to_graph(&rules.rows[common as usize])).expect("a valid game");
    let set = game.rules_mut();
    if rules.rows[0] != rules.rows[1] {
        let graph = to_graph(&rules.rows[own as usize]);
        set.set_graph(role(own), graph)
            .expect("a graph of the same size");
    }
    for side in SIDES {
        set.allow_stay(role(side), rules.stay[side as usize]);
        for x in 0..rules.node_count() {
            set.set_goal(role(side), x, rules.goals[side as usize][x])
                .expect("a node");
            set.set_forbidden(role(side), x, rules.forbidden[side as usize][x])
                .expect("a node");
        }
    }
    game
}

pub fn solve(rules: &Rules) -> Solution {
    to_game(rules).solve().expect("a solution")
}

/// What the library says a position is worth.
pub fn probed(solution: &Solution, at: Position) -> Value {
    let value_of = solution
        .probe(at.evader, at.pursuer, role(at.to_move))
        .expect("a position");
    value(value_of.outcome, value_of.distance)
}

/// Outcome and distance of every position.
pub fn check_values(oracle: &Oracle, solution: &Solution) -> Checked {
    same!(solution.node_count(), oracle.node_count(), "node count");
    for at in positions(oracle.node_count()) {
        same!(probed(solution, at), oracle.value(at), "{at:?}");
        let outcome = solution
            .outcome(at.evader, at.pursuer, role(at.to_move))
            .expect("a position");
        same!(
            outcome,
            expected_outcome(oracle.value(at)),
            "outcome of {at:?}"
        );
    }
    Ok(())
}

/// Best move and list of moves of these positions.
pub fn check_moves(
    oracle: &Oracle,
    solution: &Solution,
    at: impl IntoIterator<Item = Position>,
) -> Checked {
    for at in at {
        let mover = role(at.to_move);
        let probed = solution
            .probe(at.evader, at.pursuer, mover)
            .expect("a position");
        same!(
            probed.best_move,
            oracle.best_move(at),
            "best move of {at:?}"
        );
        let moves = solution
            .moves(at.evader, at.pursuer, mover)
            .expect("a position");
        let announced = moves.len();
        let moves: Vec<(usize, Value)> = moves
            .map(|to| (to.node, value(to.outcome, to.distance)))
            .collect();
        same!(announced, moves.len(), "number of moves of {at:?}");
        same!(moves, oracle.moves(at), "moves of {at:?}");
    }
    Ok(())
}

/// The evader's answer to every node, and the best start, with either side moving first.
pub fn check_starts(oracle: &Oracle, solution: &Solution) -> Checked {
    let start = |start: pursuit::Start| Start {
        pursuer: start.pursuer,
        evader: start.evader,
        value: value(start.outcome, start.distance),
    };
    for first in SIDES {
        let best = solution.best_start(role(first)).ok().map(start);
        same!(
            best,
            oracle.best_start(first),
            "best start, {first:?} first"
        );
        if let Some(starts) = oracle.starts(first) {
            for (pursuer, &wanted) in starts.iter().enumerate() {
                let answer = solution
                    .answer_to(pursuer, role(first))
                    .expect("a node")
                    .map(start);
                same!(answer, wanted, "answer to {pursuer}, {first:?} first");
            }
        }
    }
    Ok(())
}

/// The counts, and the library's own check of its solution.
pub fn check_summary_and_verify(oracle: &Oracle, solution: &Solution) -> Checked {
    for side in SIDES {
        let summary = solution.summary(role(side));
        let summary = Summary {
            draws: summary.draws,
            evader_wins: summary.evader_wins,
            pursuer_wins: summary.pursuer_wins,
            longest: summary.longest,
        };
        same!(summary, oracle.summary(side), "summary, {side:?} to move");
    }
    same!(solution.verify(&mut |_| true), Ok(()), "verify");
    Ok(())
}

/// Everything that a solution can be asked.
pub fn check_solution(oracle: &Oracle, solution: &Solution) -> Checked {
    check_values(oracle, solution)?;
    check_moves(oracle, solution, positions(oracle.node_count()))?;
    check_starts(oracle, solution)?;
    check_summary_and_verify(oracle, solution)
}

/// What `decide` says of these positions.
pub fn check_decisions(
    oracle: &Oracle,
    game: &Game,
    at: impl IntoIterator<Item = Position>,
) -> Checked {
    for at in at {
        let outcome = game
            .decide(at.evader, at.pursuer, role(at.to_move))
            .expect("a decision");
        same!(
            outcome,
            expected_outcome(oracle.value(at)),
            "decision of {at:?}"
        );
    }
    Ok(())
}

pub fn expected_outcome(value: Value) -> Outcome {
    match value.winner() {
        None => Outcome::Draw,
        Some(Evader) => Outcome::EvaderWins,
        Some(Pursuer) => Outcome::PursuerWins,
    }
}

/// Some positions of a graph with n nodes, picked at random.
pub fn sample(random: &mut Random, n: usize, count: usize) -> Vec<Position> {
    (0..count)
        .map(|_| Position::new(random.below(n), random.below(n), random.pick(&SIDES)))
        .collect()
}

/// Everything about a game of a few nodes: every position by `solve` and by `decide`, every answer.
pub fn check_game(rules: &Rules) -> Checked {
    let oracle = Oracle::by_rounds(rules.clone());
    let game = to_game(rules);
    check_solution(&oracle, &game.solve().expect("a solution"))?;
    check_decisions(&oracle, &game, positions(rules.node_count()))
}

/// Panics with the smallest game found that fails `check`, when `rules` does.
pub fn expect_agreement(rules: &Rules, check: impl Fn(&Rules) -> Checked) {
    let difference = |rules: &Rules| match catch_unwind(AssertUnwindSafe(|| check(rules))) {
        Ok(checked) => checked.err(),
        Err(_) => Some("it panics".to_owned()),
    };
    if let Some(mut what) = difference(rules) {
        let mut smallest = rules.clone();
        while let Some((smaller, sentence)) = simpler(&smallest)
            .into_iter()
            .find_map(|rules| difference(&rules).map(|what| (rules, what)))
        {
            (smallest, what) = (smaller, sentence);
        }
        panic!("{what}\nin the game {smallest:?}");
    }
}

/// Games that are a step simpler: a node fewer, an arc fewer, a rule fewer.
fn simpler(rules: &Rules) -> Vec<Rules> {
    let n = rules.node_count();
    let mut games: Vec<Rules> = (0..n)
        .filter(|_| n > 1)
        .map(|x| without_node(rules, x))
        .collect();
    let mut with = |change: &dyn Fn(&mut Rules)| {
        let mut game = rules.clone();
        change(&mut game);
        if game != *rules {
            games.push(game);
        }
    };
    for side in [0, 1] {
        with(&|game| game.rows[side] = game.rows[1 - side].clone());
        with(&|game| game.stay[side] = false);
        for x in 0..n {
            with(&|game| game.goals[side][x] = false);
            with(&|game| game.forbidden[side][x] = false);
            for index in 0..rules.rows[side][x].len() {
                with(&|game| game.rows[side][x].retain(|&y| y != rules.rows[side][x][index]));
            }
        }
    }
    games.retain(|game| weight(game) < weight(rules));
    games
}

/// What shrinking makes smaller: nodes, arcs, rules that are set, and graphs of one's own.
fn weight(rules: &Rules) -> usize {
    let arcs: usize = rules.rows.iter().flatten().map(Vec::len).sum();
    let marks = rules
        .goals
        .iter()
        .chain(&rules.forbidden)
        .flatten()
        .filter(|&&on| on)
        .count();
    let stays = rules.stay.iter().filter(|&&on| on).count();
    let own_graph = usize::from(rules.rows[0] != rules.rows[1]);
    1000 * rules.node_count() + 2 * arcs + marks + stays + own_graph
}

fn without_node(rules: &Rules, gone: usize) -> Rules {
    let kept = |list: &Vec<bool>| {
        let mut list = list.clone();
        list.remove(gone);
        list
    };
    let rows = |rows: &Vec<Vec<usize>>| {
        let mut rows = rows.clone();
        rows.remove(gone);
        for row in &mut rows {
            row.retain(|&y| y != gone);
            row.iter_mut().for_each(|y| *y -= usize::from(*y > gone));
        }
        rows
    };
    Rules {
        rows: rules.rows.each_ref().map(rows),
        stay: rules.stay,
        goals: rules.goals.each_ref().map(kept),
        forbidden: rules.forbidden.each_ref().map(kept),
    }
}
