//! One position's outcome, found without looking at more than is needed.
//!
//! Only what can be reached from the position matters, and often far less. **Restraint**: let one side use a few nodes
//! only, chosen so that it always has a move among them. What it wins so, it wins; what its opponent does not win against it
//! so, the opponent does not win at all. A board
//! without most of a side's nodes costs a fraction of the whole, so such attempts come first. Wins are mostly proved by
//! the winner keeping close to the shortest ways to a goal, draws by both sides in turn: the pursuer guards the goals
//! from nearby, the evader runs round nearby. What no attempt settles is worked out on the whole board.

use crate::arena::{Board, Numbering};
use crate::attractor::sweep::{Sweep, Target};
use crate::attractor::word::{self, Order, Strip, WordBoard};
use crate::bits::BitSet;
use crate::block;
use crate::columns::most_tiles;
use crate::error::Result;
use crate::graph::Graph;
use crate::memory::{self, Budget};
use crate::pace::{Pace, ProgressFn};
use crate::rules::{Outcome, PerRole, Role, Rules};
use crate::settings::Settings;
use crate::solution::check_position;
use std::cell::OnceCell;

/// The outcome of one position.
pub(crate) fn decide(
    rules: &Rules,
    settings: Settings,
    (evader, pursuer, to_move): (usize, usize, Role),
    progress: &mut ProgressFn,
) -> Result<Outcome> {
    check_position(rules.node_count(), evader, pursuer)?;
    let position = Position {
        tokens: PerRole([evader, pursuer]),
        to_move,
    };
    let known = match rules.winner(evader, pursuer) {
        Some(winner) => Some(winner),
        None => position.wins_at_once(rules).then_some(to_move),
    };
    if let Some(winner) = known {
        Pace::new(progress, 1).finish()?;
        return Ok(winner.wins());
    }
    if rules.node_count() <= word::MOST_COLUMNS {
        let outcome = WordBoard::new(rules).decide(position.tokens, to_move);
        Pace::new(progress, 1).finish()?;
        return Ok(outcome);
    }
    let mut budget = Budget::new(settings.memory_limit);
    budget.take(question_estimate(rules))?;
    let question = Question::new(rules, position, budget)?;
    let mut pace = Pace::new(progress, question.positions());
    let outcome = question.settle(&mut pace)?;
    pace.finish()?;
    Ok(outcome)
}

/// The bytes for the moves of both sides and the same turned round, for the walks, and for the boards of one word a row.
fn question_estimate(rules: &Rules) -> u64 {
    const STRIPS: u64 = 4;
    let n = rules.node_count() as u64;
    let graph = |role: Role| 8 * n + 4 * (n + rules.graph(role).arc_count() as u64);
    let strips = STRIPS * 9 * n + 17 * n;
    2 * (graph(Role::Evader) + graph(Role::Pursuer)) + 3 * 12 * n + strips + 32 * n
}

/// The bytes for a board of so many rows and columns, with both tables.
fn board_estimate(rules: &Rules, rows: usize, columns: usize) -> u64 {
    let (rows, columns, n) = (rows as u64, columns as u64, rules.node_count() as u64);
    let words = match columns {
        0..=64 => 1,
        65..=128 => 2,
        129..=256 => 4,
        _ => columns.div_ceil(64),
    };
    let arcs = [Role::Evader, Role::Pursuer].map(|role| rules.graph(role).arc_count() as u64 + n);
    let table = block::padded(8 * words * rows);
    2 * table + 12 * (arcs[0] + arcs[1]) + 64 * n + 1024 * most_tiles(words, arcs[1].max(arcs[0]))
}

/// Where the tokens stand and who is to move.
#[derive(Clone, Copy)]
struct Position {
    tokens: PerRole<usize>,
    to_move: Role,
}

impl Position {
    /// Whether the mover can end the game in its favour with its next move.
    fn wins_at_once(&self, rules: &Rules) -> bool {
        let x = self.tokens[self.to_move];
        let wins = |&y: &u32| {
            let mut tokens = self.tokens;
            tokens[self.to_move] = y as usize;
            // To stay ends nothing: the game is not over yet.
            y as usize != x
                && !rules.is_forbidden(self.to_move, y as usize)
                && rules.winner(tokens[Role::Evader], tokens[Role::Pursuer]) == Some(self.to_move)
        };
        rules.graph(self.to_move).successors(x).iter().any(wins)
    }
}

/// The distance of a node that is not reached.
const UNREACHED: u32 = u32::MAX;

/// Which nodes a restrained side keeps, besides one way from its start towards the evader's goals.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    /// Those near the shortest ways to the evader's goals.
    OnTheWay,
    /// Those around the evader's goals.
    AtTheGoal,
    /// Those around its start.
    AtTheStart,
    /// Those around the evader's start.
    AtTheEvader,
}

/// The attempts that come first, on boards of one word a row: who is restrained, what it keeps, and who may be shown to
/// win, or not to. A restrained side may be shown to win, its opponent not to.
type WordAttempt = (Role, Kept, Role);

/// The most promising first where the evader seems to be nearer to a goal than the pursuer.
const AHEAD: [WordAttempt; 6] = [
    (Role::Evader, Kept::OnTheWay, Role::Evader),
    (Role::Evader, Kept::OnTheWay, Role::Pursuer),
    (Role::Pursuer, Kept::AtTheGoal, Role::Evader),
    (Role::Pursuer, Kept::AtTheGoal, Role::Pursuer),
    (Role::Evader, Kept::AtTheStart, Role::Pursuer),
    (Role::Pursuer, Kept::AtTheEvader, Role::Pursuer),
];

/// The same where it does not: a draw is likely.
const BEHIND: [WordAttempt; 6] = [
    (Role::Evader, Kept::OnTheWay, Role::Pursuer),
    (Role::Pursuer, Kept::AtTheGoal, Role::Evader),
    (Role::Pursuer, Kept::AtTheGoal, Role::Pursuer),
    (Role::Evader, Kept::OnTheWay, Role::Evader),
    (Role::Evader, Kept::AtTheStart, Role::Pursuer),
    (Role::Pursuer, Kept::AtTheEvader, Role::Pursuer),
];

/// The attempts after those, the most promising first: who is restrained, what it keeps, and how many nodes that is at
/// most.
const ATTEMPTS: [(Role, Kept, usize); 2] = [
    (Role::Pursuer, Kept::AtTheGoal, 256),
    (Role::Evader, Kept::OnTheWay, 256),
];

/// What is known about one position.
struct Question<'a> {
    rules: &'a Rules,
    /// What boards of more than one word a row may take.
    budget: Budget,
    position: Position,
    moves: PerRole<Graph>,
    /// The same turned round, once somebody has asked.
    before: PerRole<OnceCell<Graph>>,
    /// The nodes that each side can reach, nearest first.
    reach: PerRole<Walk>,
    /// The way of the evader to its goals, backwards.
    to_goal: Walk,
}

/// Whether a side may still turn out to win.
type MayWin = PerRole<bool>;

impl<'a> Question<'a> {
    fn new(rules: &'a Rules, position: Position, budget: Budget) -> Result<Self> {
        let moves = rules.both_legal_moves()?;
        let walk = |role: Role| {
            let start = [position.tokens[role] as u32];
            Walk::new(&moves[role], &start, |x| rules.is_goal(role, x))
        };
        let reach = PerRole([walk(Role::Evader)?, walk(Role::Pursuer)?]);
        let mut question = Question {
            rules,
            budget,
            position,
            moves,
            before: PerRole([OnceCell::new(), OnceCell::new()]),
            reach,
            to_goal: Walk::nowhere(rules.node_count())?,
        };
        let mut goals = Vec::new();
        for x in rules.goals(Role::Evader).iter() {
            if question.reach[Role::Evader].has_met(x) {
                memory::push(&mut goals, x as u32)?;
            }
        }
        if !goals.is_empty() {
            question.to_goal = Walk::new(question.before(Role::Evader)?, &goals, |_| false)?;
        }
        Ok(question)
    }

    /// The moves of `role` turned round.
    fn before(&self, role: Role) -> Result<&Graph> {
        if self.before[role].get().is_none() {
            let reversed = self.moves[role].reversed()?;
            self.before[role].get_or_init(|| reversed);
        }
        Ok(self.before[role].get().expect("it has just been set"))
    }

    /// The positions within reach.
    fn positions(&self) -> u64 {
        let [evader, pursuer] = &self.reach.0;
        2 * evader.nodes.len() as u64 * pursuer.nodes.len() as u64
    }

    /// Who may win, at a first glance.
    fn may_win(&self) -> MayWin {
        let can_end = |&x: &u32| {
            self.reach[Role::Evader].has_met(x as usize)
                || self.rules.is_goal(Role::Pursuer, x as usize)
        };
        PerRole([
            !self.to_goal.nodes.is_empty(),
            self.reach[Role::Pursuer].nodes.iter().any(can_end),
        ])
    }

    /// Whether the evader comes to a goal before the pursuer stands beside it, if both hurry.
    fn evader_is_ahead(&self) -> Result<bool> {
        let before = self.before(Role::Evader)?;
        let far = |role: Role, x: u32| self.reach[role].far[x as usize];
        let mut goals = self.rules.goals(Role::Evader).iter();
        let ahead = |goal: usize| {
            let entries = before.successors(goal).iter();
            let guarded = entries.map(|&x| far(Role::Pursuer, x)).min();
            let reached = far(Role::Evader, goal as u32);
            reached != UNREACHED && guarded.is_none_or(|guarded| reached <= guarded)
        };
        Ok(goals.any(ahead))
    }

    fn settle(&self, pace: &mut Pace) -> Result<Outcome> {
        let mut may_win = self.may_win();
        let winner = match self.by_words(&mut may_win, pace)? {
            Some(winner) => Some(winner),
            None => self.by_parts(&mut may_win, pace)?,
        };
        if winner.is_some() || is_drawn(&may_win) {
            return Ok(winner.map_or(Outcome::Draw, Role::wins));
        }
        let all = |role: Role| memory::copied(&self.reach[role].nodes);
        let nodes = [all(Role::Evader)?, all(Role::Pursuer)?];
        let winner = self.play(nodes, None, &mut may_win, pace)?;
        Ok(winner.map_or(Outcome::Draw, Role::wins))
    }

    /// Makes attempts on boards of one word a row.
    fn by_words(&self, may_win: &mut MayWin, pace: &mut Pace) -> Result<Option<Role>> {
        let attempts = match may_win[Role::Evader] && self.evader_is_ahead()? {
            true => AHEAD,
            false => BEHIND,
        };
        let mut strips: Vec<(Role, Kept, Strip)> = memory::with_capacity(attempts.len())?;
        for (held, kept, role) in attempts {
            // Without goals of the evader, there is no way to them, and nothing at them.
            let needs_goals = matches!(kept, Kept::OnTheWay | Kept::AtTheGoal);
            if !may_win[role]
                || needs_goals && self.to_goal.nodes.is_empty()
                || self.reach[held].nodes.len() < 2 * word::MOST_COLUMNS
            {
                continue;
            }
            let found = strips
                .iter()
                .position(|strip| (strip.0, strip.1) == (held, kept));
            let index = match found {
                Some(index) => index,
                None => {
                    strips.push((held, kept, self.strip(held, kept)?));
                    strips.len() - 1
                }
            };
            let wins = self.wins_strip(role, held, &strips[index].2, pace)?;
            pace.resolve(0)?;
            match (role == held, wins) {
                (true, Some(true)) => return Ok(Some(role)),
                (false, Some(false)) => may_win[role] = false,
                _ => {}
            }
        }
        Ok(None)
    }

    /// The board of one word a row on which `held` keeps to some of its nodes.
    fn strip(&self, held: Role, kept: Kept) -> Result<Strip<'_>> {
        let free = held.opponent();
        let nodes = self.nearby(held, word::MOST_COLUMNS, kept)?;
        Strip::new(
            self.rules,
            free,
            (&self.moves[free], self.before(free)?),
            &self.reach[free].nodes,
            &self.moves[held],
            &nodes,
        )
    }

    /// Whether `role` wins the position on a strip, if that can be told in a bounded number of visits to rows.
    fn wins_strip(
        &self,
        role: Role,
        held: Role,
        strip: &Strip,
        pace: &mut Pace,
    ) -> Result<Option<bool>> {
        let Position { tokens, to_move } = self.position;
        if !strip.has_column(tokens[held]) {
            return Ok(None);
        }
        let free = held.opponent();
        // The evader's wins come in from its goals; others spread from where the tokens meet.
        let from_goals = role == Role::Evader && free == Role::Evader;
        let order = match from_goals {
            true => self.to_goal.order(),
            false => self.reach[free].order(),
        };
        // Where the evader is free, few rows gain anything. A free pursuer spreads from wherever the tokens meet, and beyond
        // so many visits a larger board mostly settles the position sooner.
        let patience = match (role, free) {
            (_, Role::Evader) => usize::MAX,
            (Role::Evader, Role::Pursuer) => 8,
            (Role::Pursuer, Role::Pursuer) => 1,
        };
        let visits = patience.saturating_mul(self.reach[free].nodes.len());
        strip.wins(role, tokens, to_move, (order, from_goals), visits, pace)
    }

    /// Makes attempts on boards of a few words a row.
    fn by_parts(&self, may_win: &mut MayWin, pace: &mut Pace) -> Result<Option<Role>> {
        for (role, kept, few) in ATTEMPTS {
            // Both are about the evader's win; and where a side can reach few nodes, the whole board is quick.
            if !may_win[Role::Evader] || self.reach[role].nodes.len() < 4 * few {
                continue;
            }
            let nodes = self.nearby(role, few, kept)?;
            if !nodes.contains(&(self.position.tokens[role] as u32)) {
                continue;
            }
            let all = memory::copied(&self.reach[role.opponent()].nodes)?;
            let nodes = match role {
                Role::Evader => [nodes, all],
                Role::Pursuer => [all, nodes],
            };
            let winner = self.play(nodes, Some(role), may_win, pace)?;
            if winner.is_some() {
                return Ok(winner);
            }
        }
        Ok(None)
    }

    /// Works out who wins when the sides use these nodes. Where one is `restrained`, only its own wins are certain; what
    /// its opponent does not win is noted.
    fn play(
        &self,
        [evader, pursuer]: [Vec<u32>; 2],
        restrained: Option<Role>,
        may_win: &mut MayWin,
        pace: &mut Pace,
    ) -> Result<Option<Role>> {
        let n = self.rules.node_count();
        let nodes = PerRole([Numbering::of(n, evader)?, Numbering::of(n, pursuer)?]);
        for role in [Role::Evader, Role::Pursuer] {
            if !may_win[role] {
                continue;
            }
            // The evader's wins come in from its goals, row by row. The pursuer's spread from the diagonal, where rows
            // of one word are best.
            let few = nodes[Role::Evader].len() <= word::MOST_COLUMNS;
            let row_role = match role == Role::Pursuer && few {
                true => Role::Pursuer,
                false => Role::Evader,
            };
            let wins = match nodes[row_role.opponent()].len() {
                0..=64 => self.wins::<1>(role, row_role, &nodes, pace),
                65..=128 => self.wins::<2>(role, row_role, &nodes, pace),
                129..=256 => self.wins::<4>(role, row_role, &nodes, pace),
                _ => self.wins::<1>(role, row_role, &nodes, pace),
            }?;
            match restrained == Some(role.opponent()) {
                false if wins => return Ok(Some(role)),
                true if !wins => may_win[role] = false,
                _ => {}
            }
        }
        Ok(None)
    }

    /// Whether `role` wins the position on the board of these nodes.
    fn wins<const C: usize>(
        &self,
        role: Role,
        row_role: Role,
        nodes: &PerRole<Numbering>,
        pace: &mut Pace,
    ) -> Result<bool> {
        let column_role = row_role.opponent();
        let (row_count, column_count) = (nodes[row_role].len(), nodes[column_role].len());
        self.budget
            .check(board_estimate(self.rules, row_count, column_count))?;
        let mut row_nodes = memory::copied(&nodes[row_role].nodes)?;
        if row_role == Role::Evader {
            row_nodes.sort_unstable_by_key(|&x| self.to_goal.ranks[x as usize]);
        }
        let n = self.rules.node_count();
        let rows = Numbering::of(n, row_nodes)?;
        let columns = Numbering::of(n, memory::copied(&nodes[column_role].nodes)?)?
            .by_colour(&self.moves[column_role])?;
        let board = Board::<C>::new(self.rules, &self.moves, row_role, &rows, &columns)?;
        let target = Target {
            row_side_moves: self.position.to_move == row_role,
            row: rows.numbers[self.position.tokens[row_role]] as usize,
            column: columns.numbers[self.position.tokens[column_role]] as usize,
        };
        Sweep::new(&board, role)?.reaches(target, pace)
    }

    /// At most `few` of the nodes that `role` can reach: a way from its start towards the evader's goals, and what `kept`
    /// says. From each of them it has a move to one of them, unless it has won there: otherwise a side in a dead end would
    /// seem to pass, which it may not. The start itself may be dropped for that.
    fn nearby(&self, role: Role, few: usize, kept: Kept) -> Result<Vec<u32>> {
        let mut chosen = BitSet::new(self.rules.node_count())?;
        let mut nodes = memory::with_capacity(few)?;
        let mut x = self.position.tokens[role] as u32;
        loop {
            chosen.set(x as usize, true);
            nodes.push(x);
            let moves = self.moves[role].successors(x as usize).iter().copied();
            match moves.min_by_key(|&y| self.to_goal.far[y as usize]) {
                Some(y)
                    if self.to_goal.far[y as usize] < self.to_goal.far[x as usize]
                        && nodes.len() < few / 2 =>
                {
                    x = y
                }
                _ => break,
            }
        }
        self.add_nearest(role, few, kept, &mut nodes, &mut chosen)?;
        loop {
            let before = nodes.len();
            nodes.retain(|&x| {
                let moves = self.moves[role].successors(x as usize);
                let stays = self.rules.is_goal(role, x as usize)
                    || moves.iter().any(|&y| chosen.contains(y as usize));
                chosen.set(x as usize, stays);
                stays
            });
            if nodes.len() == before {
                return Ok(nodes);
            }
        }
    }

    /// Adds the nodes that `kept` ranks first, until there are `few`.
    fn add_nearest(
        &self,
        role: Role,
        few: usize,
        kept: Kept,
        nodes: &mut Vec<u32>,
        chosen: &mut BitSet,
    ) -> Result<()> {
        let reach = &self.reach[role];
        let ranked = match kept {
            Kept::OnTheWay => return self.add_on_the_way(role, few, nodes, chosen),
            Kept::AtTheGoal => &self.to_goal.nodes,
            Kept::AtTheStart => &reach.nodes,
            Kept::AtTheEvader => &self.reach[Role::Evader].nodes,
        };
        for &x in ranked {
            if nodes.len() == few {
                break;
            }
            if reach.has_met(x as usize) && !chosen.contains(x as usize) {
                chosen.set(x as usize, true);
                nodes.push(x);
            }
        }
        Ok(())
    }

    /// Adds the nodes on the shortest ways from the start to a goal, until there are `few`.
    fn add_on_the_way(
        &self,
        role: Role,
        few: usize,
        nodes: &mut Vec<u32>,
        chosen: &mut BitSet,
    ) -> Result<()> {
        let reach = &self.reach[role];
        let last = 2 * self.rules.node_count();
        let length = |x: u32| {
            let (near, rest) = (reach.far[x as usize], self.to_goal.far[x as usize]);
            (near as usize).saturating_add(rest as usize).min(last)
        };
        // Lengths are small numbers: count them, and see up to which one there is room for all.
        let mut counts = memory::filled(last + 1, 0u32)?;
        for &x in &reach.nodes {
            counts[length(x)] += u32::from(!chosen.contains(x as usize));
        }
        let mut room = few - nodes.len();
        let mut limit = 0;
        while limit < last && counts[limit] as usize <= room {
            room -= counts[limit] as usize;
            limit += 1;
        }
        for &x in &reach.nodes {
            let length = length(x);
            if length > limit || chosen.contains(x as usize) || length == limit && room == 0 {
                continue;
            }
            room -= usize::from(length == limit);
            chosen.set(x as usize, true);
            nodes.push(x);
        }
        Ok(())
    }
}

/// Whether neither side may still win.
fn is_drawn(may_win: &MayWin) -> bool {
    !may_win[Role::Evader] && !may_win[Role::Pursuer]
}

/// A breadth-first walk.
struct Walk {
    /// The nodes met, in order.
    nodes: Vec<u32>,
    /// For each node its place in `nodes`, and how far it is; [`UNREACHED`] if it was not met.
    ranks: Vec<u32>,
    far: Vec<u32>,
}

impl Walk {
    /// One that has not met any of n nodes.
    fn nowhere(n: usize) -> Result<Walk> {
        Ok(Walk {
            nodes: Vec::new(),
            ranks: memory::filled(n, UNREACHED)?,
            far: memory::filled(n, UNREACHED)?,
        })
    }

    /// From `seeds`; it does not go on from a node that is `last`.
    fn new(graph: &Graph, seeds: &[u32], last: impl Fn(usize) -> bool) -> Result<Walk> {
        let n = graph.node_count();
        let mut walk = Self::nowhere(n)?;
        walk.nodes = memory::with_capacity(n)?;
        for &seed in seeds {
            walk.meet(seed, 0);
        }
        let mut done = 0;
        while done < walk.nodes.len() {
            let x = walk.nodes[done] as usize;
            done += 1;
            if last(x) {
                continue;
            }
            let far = walk.far[x] + 1;
            for &y in graph.successors(x) {
                if walk.far[y as usize] == UNREACHED {
                    walk.meet(y, far);
                }
            }
        }
        Ok(walk)
    }

    #[inline(always)]
    fn meet(&mut self, x: u32, far: u32) {
        self.ranks[x as usize] = self.nodes.len() as u32;
        self.far[x as usize] = far;
        self.nodes.push(x);
    }

    fn has_met(&self, x: usize) -> bool {
        self.far[x] != UNREACHED
    }

    fn order(&self) -> Order<'_> {
        Order {
            rows: &self.nodes,
            ranks: &self.ranks,
        }
    }
}
