//! A plain oracle for pursuit games: slow, and so simple that it is obviously right.
//!
//! It is written from the rules as the C interface states them and shares no code with the library. A position's
//! value is found twice over: by rounds, which read like the definition, and backwards from the finished positions
//! with a count of open moves, as the textbooks have it, for graphs on which the rounds would take too long. What
//! follows from the values (moves, starts, counts) is picked from all possibilities by preference alone.

#![allow(dead_code)] // Each test program uses its own part of the oracle.

pub mod compare;
pub mod families;
pub mod generate;
pub mod teams;

use std::collections::VecDeque;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Evader,
    Pursuer,
}

use Side::{Evader, Pursuer};

pub const SIDES: [Side; 2] = [Evader, Pursuer];

impl Side {
    pub fn other(self) -> Side {
        match self {
            Evader => Pursuer,
            Pursuer => Evader,
        }
    }
}

/// The rules of a game as plain data. Everything in pairs has the evader's part first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// `rows[side][x]`: where the graph lets that side's token go from x; any order, repetitions allowed.
    pub rows: [Vec<Vec<usize>>; 2],
    /// Whether that side may stay where it is.
    pub stay: [bool; 2],
    /// `goals[side][x]`: whether that side wins on x.
    pub goals: [Vec<bool>; 2],
    /// `forbidden[side][x]`: whether that side may not enter x.
    pub forbidden: [Vec<bool>; 2],
}

impl Rules {
    /// Both sides on one graph; no staying, no goals, nothing forbidden.
    pub fn on(rows: Vec<Vec<usize>>) -> Rules {
        let nowhere = vec![false; rows.len()];
        Rules {
            rows: [rows.clone(), rows],
            stay: [false, false],
            goals: [nowhere.clone(), nowhere.clone()],
            forbidden: [nowhere.clone(), nowhere],
        }
    }

    /// Cop and robber as in BOI 2014: the cop may wait, the robber must move.
    pub fn cop_and_robber(rows: Vec<Vec<usize>>) -> Rules {
        let mut rules = Rules::on(rows);
        rules.stay = [false, true];
        rules
    }

    /// Cops and robbers as the literature has it: everyone may wait.
    pub fn classical(rows: Vec<Vec<usize>>) -> Rules {
        let mut rules = Rules::on(rows);
        rules.stay = [true, true];
        rules
    }

    /// Cat and mouse as in LeetCode 913, with the hole on any node.
    pub fn cat_and_mouse(rows: Vec<Vec<usize>>, hole: usize) -> Rules {
        let mut rules = Rules::on(rows);
        rules.goals[Evader as usize][hole] = true;
        rules.forbidden[Pursuer as usize][hole] = true;
        rules
    }

    pub fn node_count(&self) -> usize {
        self.rows[0].len()
    }

    /// The legal moves of a side's token from x, ascending; x itself when it stays or passes.
    pub fn legal(&self, side: Side, x: usize) -> Vec<usize> {
        let row = &self.rows[side as usize][x];
        let may_stay = self.stay[side as usize] || row.contains(&x);
        let legal: Vec<usize> = (0..self.node_count())
            .filter(|&y| match y == x {
                true => may_stay,
                false => row.contains(&y) && !self.forbidden[side as usize][y],
            })
            .collect();
        match legal.is_empty() {
            true => vec![x],
            false => legal,
        }
    }

    /// Who has won with the tokens on these nodes, if the game is over.
    pub fn winner(&self, evader: usize, pursuer: usize) -> Option<Side> {
        if evader == pursuer {
            Some(Pursuer)
        } else if self.goals[Evader as usize][evader] {
            Some(Evader)
        } else if self.goals[Pursuer as usize][pursuer] {
            Some(Pursuer)
        } else {
            None
        }
    }

    /// Whether a side may pick x to start from.
    pub fn may_start(&self, side: Side, x: usize) -> bool {
        !self.forbidden[side as usize][x] && !self.goals[side as usize][x]
    }
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Draw,
    /// The winner, and the plies to the end when the winner hurries and the loser delays.
    Won(Side, u32),
}

use Value::{Draw, Won};

impl Value {
    pub fn winner(self) -> Option<Side> {
        match self {
            Draw => None,
            Won(side, _) => Some(side),
        }
    }

    pub fn plies(self) -> Option<u32> {
        match self {
            Draw => None,
            Won(_, plies) => Some(plies),
        }
    }

    /// How much `side` likes it: to win, sooner first, then a draw, then to lose late rather than soon.
    pub fn liking(self, side: Side) -> i64 {
        match self {
            Draw => 0,
            Won(winner, plies) if winner == side => (1 << 40) - i64::from(plies),
            Won(_, plies) => i64::from(plies) - (1 << 40),
        }
    }
}

/// Where the tokens stand and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub evader: usize,
    pub pursuer: usize,
    pub to_move: Side,
}

impl Position {
    pub fn new(evader: usize, pursuer: usize, to_move: Side) -> Position {
        Position {
            evader,
            pursuer,
            to_move,
        }
    }

    /// The node of the token that moves next.
    pub fn mover(self) -> usize {
        match self.to_move {
            Evader => self.evader,
            Pursuer => self.pursuer,
        }
    }

    /// The position after the mover has gone to `node`.
    pub fn after(self, node: usize) -> Position {
        match self.to_move {
            Evader => Position::new(node, self.pursuer, Pursuer),
            Pursuer => Position::new(self.evader, node, Evader),
        }
    }

    fn index(self, n: usize) -> usize {
        (self.evader * n + self.pursuer) * 2 + self.to_move as usize
    }
}

/// Every position of a graph with n nodes.
pub fn positions(n: usize) -> impl Iterator<Item = Position> {
    (0..n).flat_map(move |evader| {
        (0..n).flat_map(move |pursuer| SIDES.map(|side| Position::new(evader, pursuer, side)))
    })
}

/// A start: the pursuer's node, the evader's answer, and what the game is worth from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    pub pursuer: usize,
    pub evader: usize,
    pub value: Value,
}

/// How many positions there are of each kind, and the largest distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub draws: u64,
    pub evader_wins: u64,
    pub pursuer_wins: u64,
    pub longest: Option<u32>,
}

/// A game solved the plain way.
#[derive(Clone, Debug)]
pub struct Oracle {
    pub rules: Rules,
    /// The legal moves of each side from each node.
    pub legal: [Vec<Vec<usize>>; 2],
    values: Vec<Value>,
}

impl Oracle {
    /// Solves by rounds: in round t, the positions whose distance is t.
    pub fn by_rounds(rules: Rules) -> Oracle {
        let mut oracle = Oracle::with_finished_positions(rules);
        let n = oracle.rules.node_count();
        let mut undecided: Vec<Position> = positions(n)
            .filter(|&at| oracle.value(at) == Draw)
            .collect();
        for plies in 1.. {
            let found: Vec<(Position, Side)> = undecided
                .iter()
                .filter_map(|&at| Some((at, oracle.winner_in(at, plies)?)))
                .collect();
            // A position at distance t + 1 has a successor at distance t: an empty round is the last.
            if found.is_empty() {
                break;
            }
            for (at, winner) in found {
                oracle.values[at.index(n)] = Won(winner, plies);
            }
            undecided.retain(|&at| oracle.values[at.index(n)] == Draw);
        }
        oracle
    }

    /// Who wins the undecided position in exactly `plies` plies, when all shorter wins are known.
    fn winner_in(&self, at: Position, plies: u32) -> Option<Side> {
        let mut reached = self.successors(at).map(|(_, value)| value);
        if reached
            .clone()
            .any(|value| value == Won(at.to_move, plies - 1))
        {
            return Some(at.to_move);
        }
        reached
            .all(|value| value.winner() == Some(at.to_move.other()))
            .then_some(at.to_move.other())
    }

    /// Solves backwards from the finished positions, nearest first: a position is won by its mover as soon as one
    /// move is, and lost by it once the last of its moves is.
    pub fn backwards(rules: Rules) -> Oracle {
        let mut oracle = Oracle::with_finished_positions(rules);
        let n = oracle.rules.node_count();
        let mut predecessors = [vec![Vec::new(); n], vec![Vec::new(); n]];
        for side in SIDES {
            for x in 0..n {
                for &y in &oracle.legal[side as usize][x] {
                    predecessors[side as usize][y].push(x);
                }
            }
        }
        let mut open_moves: Vec<usize> = positions(n)
            .map(|at| oracle.legal[at.to_move as usize][at.mover()].len())
            .collect();
        let mut queue: VecDeque<Position> = positions(n)
            .filter(|&at| oracle.value(at) != Draw)
            .collect();
        while let Some(reached) = queue.pop_front() {
            let Won(winner, plies) = oracle.value(reached) else {
                unreachable!("only decided positions are queued");
            };
            let mover = reached.to_move.other();
            let node = match mover {
                Evader => reached.evader,
                Pursuer => reached.pursuer,
            };
            for &from in &predecessors[mover as usize][node] {
                let before = match mover {
                    Evader => Position::new(from, reached.pursuer, Evader),
                    Pursuer => Position::new(reached.evader, from, Pursuer),
                };
                if oracle.value(before) != Draw {
                    continue;
                }
                open_moves[before.index(n)] -= 1;
                if winner == mover || open_moves[before.index(n)] == 0 {
                    oracle.values[before.index(n)] = Won(winner, plies + 1);
                    queue.push_back(before);
                }
            }
        }
        oracle
    }

    fn with_finished_positions(rules: Rules) -> Oracle {
        let n = rules.node_count();
        let values = positions(n)
            .map(|at| match rules.winner(at.evader, at.pursuer) {
                Some(side) => Won(side, 0),
                None => Draw,
            })
            .collect();
        let legal = SIDES.map(|side| (0..n).map(|x| rules.legal(side, x)).collect());
        Oracle {
            rules,
            legal,
            values,
        }
    }

    pub fn node_count(&self) -> usize {
        self.rules.node_count()
    }

    pub fn value(&self, at: Position) -> Value {
        self.values[at.index(self.node_count())]
    }

    pub fn is_over(&self, at: Position) -> bool {
        self.rules.winner(at.evader, at.pursuer).is_some()
    }

    fn successors(&self, at: Position) -> impl Iterator<Item = (usize, Value)> + Clone + '_ {
        self.legal[at.to_move as usize][at.mover()]
            .iter()
            .map(move |&node| (node, self.value(at.after(node))))
    }

    /// Every legal move, ascending, with what it leads to; none when the game is over.
    pub fn moves(&self, at: Position) -> Vec<(usize, Value)> {
        match self.is_over(at) {
            true => Vec::new(),
            false => self.successors(at).collect(),
        }
    }

    /// The move that the mover likes best, the lowest-numbered among equals; `None` when the game is over.
    pub fn best_move(&self, at: Position) -> Option<usize> {
        let liked = |value: Value| value.liking(at.to_move);
        let moves = self.moves(at);
        let best = moves.iter().map(|&(_, value)| liked(value)).max()?;
        let (node, _) = moves.into_iter().find(|&(_, value)| liked(value) == best)?;
        Some(node)
    }

    /// The evader's answer to a pursuer on `pursuer`; `None` when it has nowhere to start.
    fn answer(&self, pursuer: usize, first: Side) -> Option<Start> {
        let starts: Vec<Start> = (0..self.node_count())
            .filter(|&evader| self.rules.may_start(Evader, evader))
            .map(|evader| Start {
                pursuer,
                evader,
                value: self.value(Position::new(evader, pursuer, first)),
            })
            .collect();
        favourite(&starts, Evader)
    }

    /// The evader's answer to each of the pursuer's nodes, `None` for one that the pursuer may not pick; no list at
    /// all when a side has nowhere to start.
    pub fn starts(&self, first: Side) -> Option<Vec<Option<Start>>> {
        let n = self.node_count();
        let has_start = |side| (0..n).any(|x| self.rules.may_start(side, x));
        SIDES.into_iter().all(has_start).then(|| {
            (0..n)
                .map(|pursuer| match self.rules.may_start(Pursuer, pursuer) {
                    true => self.answer(pursuer, first),
                    false => None,
                })
                .collect()
        })
    }

    /// The pursuer's choice among these.
    pub fn best_start(&self, first: Side) -> Option<Start> {
        let starts: Vec<Start> = self.starts(first)?.into_iter().flatten().collect();
        favourite(&starts, Pursuer)
    }

    /// Counts the positions with `to_move` to move.
    pub fn summary(&self, to_move: Side) -> Summary {
        let mut summary = Summary::default();
        for at in positions(self.node_count()).filter(|at| at.to_move == to_move) {
            match self.value(at).winner() {
                None => summary.draws += 1,
                Some(Evader) => summary.evader_wins += 1,
                Some(Pursuer) => summary.pursuer_wins += 1,
            }
            summary.longest = summary.longest.max(self.value(at).plies());
        }
        summary
    }
}

/// The first of the starts that `side` likes best.
fn favourite(starts: &[Start], side: Side) -> Option<Start> {
    let best = starts.iter().map(|start| start.value.liking(side)).max()?;
    starts
        .iter()
        .copied()
        .find(|start| start.value.liking(side) == best)
}
