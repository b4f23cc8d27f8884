//! One position's outcome, found without looking at more than is needed.
//!
//! Only what can be reached from the position matters, and often far less. **Restraint**: let one side use a few nodes
//! only. What it wins so, it wins; what its opponent does not win against it so, the opponent does not win at all. A board
//! without most of a side's nodes costs a fraction of the whole, so such attempts come first. Wins are mostly proved by
//! the winner keeping close to the shortest ways to a goal, draws by both sides in turn: the pursuer guards the goals
//! from nearby, the evader runs round nearby. What no attempt settles is worked out on the whole board.

use crate::arena::{Board, Numbering};
use crate::attractor::sweep::{Sweep, Target};
use crate::bits::BitSet;
use crate::error::Result;
use crate::game::{Game, ProgressFn};
use crate::graph::Graph;
use crate::memory;
use crate::pace::Pace;
use crate::rules::{Outcome, PerRole, Role, Rules};
use crate::solution::check_position;

/// The outcome of one position.
pub(crate) fn decide(
    game: &Game,
    evader: usize,
    pursuer: usize,
    to_move: Role,
    progress: &mut ProgressFn,
) -> Result<Outcome> {
    let rules = game.rules();
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
    let mut question = Question::new(rules, position)?;
    let mut pace = Pace::new(progress, question.positions());
    let outcome = question.settle(&mut pace)?;
    pace.finish()?;
    Ok(outcome)
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
#[derive(Clone, Copy)]
enum Kept {
    /// Those near the shortest ways to the evader's goals.
    OnTheWay,
    /// Those around the evader's goals.
    AtTheGoal,
    /// Those around its start.
    AtTheStart,
}

/// The attempts, the most promising first: who is restrained, what it keeps, and the share of its nodes that this is;
/// 0 stands for as many as make a row of one word.
const ATTEMPTS: [(Role, Kept, usize); 6] = [
    (Role::Evader, Kept::OnTheWay, 0),
    (Role::Pursuer, Kept::AtTheGoal, 0),
    (Role::Evader, Kept::AtTheStart, 0),
    (Role::Evader, Kept::OnTheWay, 16),
    (Role::Pursuer, Kept::AtTheGoal, 4),
    (Role::Evader, Kept::OnTheWay, 4),
];

/// Visits to rows, as a multiple of their number, after which an attempt with rows of one word is given up.
const PATIENCE: usize = 1;

/// The columns of a row of one word.
const WORD: usize = 64;

/// What is known about one position.
struct Question<'a> {
    rules: &'a Rules,
    position: Position,
    moves: PerRole<Graph>,
    /// The nodes that each side can reach, nearest first, and for each node how far it is.
    reach: PerRole<Vec<u32>>,
    from_start: PerRole<Vec<u32>>,
    /// How far it is for the evader from each node to its nearest goal, and which nodes are nearer: a rank, breadth-first.
    to_goal: Vec<u32>,
    goal_rank: Vec<u32>,
    /// Whether a side may still turn out to win.
    may_win: PerRole<bool>,
}

impl<'a> Question<'a> {
    fn new(rules: &'a Rules, position: Position) -> Result<Self> {
        let moves = PerRole([
            rules.legal_moves(Role::Evader)?,
            rules.legal_moves(Role::Pursuer)?,
        ]);
        let walk = |role: Role| {
            let start = [position.tokens[role] as u32];
            distances(&moves[role], &start, |x| rules.is_goal(role, x))
        };
        let (evader_reach, evader_far) = walk(Role::Evader)?;
        let (pursuer_reach, pursuer_far) = walk(Role::Pursuer)?;
        let mut goals = memory::with_capacity(evader_reach.len())?;
        let is_goal = |&x: &u32| rules.is_goal(Role::Evader, x as usize);
        goals.extend(evader_reach.iter().copied().filter(is_goal));
        let n = rules.node_count();
        let (nearest, to_goal) = match goals.is_empty() {
            true => (Vec::new(), memory::filled(n, UNREACHED)?),
            false => distances(&moves[Role::Evader].reversed()?, &goals, |_| false)?,
        };
        let mut goal_rank = memory::filled(n, UNREACHED)?;
        for (rank, &x) in nearest.iter().enumerate() {
            goal_rank[x as usize] = rank as u32;
        }
        let can_end = |&x: &u32| {
            evader_far[x as usize] != UNREACHED || rules.is_goal(Role::Pursuer, x as usize)
        };
        Ok(Question {
            rules,
            position,
            may_win: PerRole([!goals.is_empty(), pursuer_reach.iter().any(can_end)]),
            moves,
            reach: PerRole([evader_reach, pursuer_reach]),
            from_start: PerRole([evader_far, pursuer_far]),
            to_goal,
            goal_rank,
        })
    }

    /// The positions within reach.
    fn positions(&self) -> u64 {
        let [evader, pursuer] = &self.reach.0;
        2 * evader.len() as u64 * pursuer.len() as u64
    }

    fn settle(&mut self, pace: &mut Pace) -> Result<Outcome> {
        for (role, kept, share) in ATTEMPTS {
            if self.is_drawn() {
                break;
            }
            if let Some(winner) = self.attempt(role, kept, share, pace)? {
                return Ok(winner.wins());
            }
        }
        if self.is_drawn() {
            return Ok(Outcome::Draw);
        }
        let [evader, pursuer] = &self.reach.0;
        let (evader, pursuer) = (memory::copied(evader)?, memory::copied(pursuer)?);
        Ok(self
            .play(evader, pursuer, None, pace)?
            .map_or(Outcome::Draw, Role::wins))
    }

    fn is_drawn(&self) -> bool {
        !self.may_win[Role::Evader] && !self.may_win[Role::Pursuer]
    }

    /// Lets `role` use some nodes only. A winner found so is the winner; what the attempt rules out is noted.
    fn attempt(
        &mut self,
        role: Role,
        kept: Kept,
        share: usize,
        pace: &mut Pace,
    ) -> Result<Option<Role>> {
        let few = match share {
            0 => WORD,
            share => self.reach[role].len() / share,
        };
        // An attempt on most of the nodes, or one to show what is known, is no gain; a few words are quick anyway.
        let pointless = match kept {
            Kept::OnTheWay => !self.may_win[Role::Evader] && share != 0,
            Kept::AtTheGoal => !self.may_win[Role::Evader],
            Kept::AtTheStart => !self.may_win[Role::Pursuer],
        };
        if pointless || few < WORD || self.reach[role].len() < 2 * few {
            return Ok(None);
        }
        let nodes = self.nearby(role, few, kept)?;
        if !nodes.contains(&(self.position.tokens[role] as u32)) {
            return Ok(None);
        }
        let all = memory::copied(&self.reach[role.opponent()])?;
        match role {
            Role::Evader => self.play(nodes, all, Some(role), pace),
            Role::Pursuer => self.play(all, nodes, Some(role), pace),
        }
    }

    /// Works out who wins when the sides use these nodes. Where one is `restrained`, only its own wins are certain; what
    /// its opponent does not win is noted.
    fn play(
        &mut self,
        evader: Vec<u32>,
        pursuer: Vec<u32>,
        restrained: Option<Role>,
        pace: &mut Pace,
    ) -> Result<Option<Role>> {
        let n = self.rules.node_count();
        let nodes = PerRole([Numbering::of(n, evader)?, Numbering::of(n, pursuer)?]);
        for role in [Role::Evader, Role::Pursuer] {
            if !self.may_win[role] {
                continue;
            }
            // The evader's wins come in from its goals, row by row. The pursuer's spread from the diagonal, where rows
            // of one word are best.
            let row_role = match role == Role::Pursuer && nodes[Role::Evader].len() <= WORD {
                true => Role::Pursuer,
                false => Role::Evader,
            };
            let may_give_up = restrained.is_some() && row_role == Role::Pursuer;
            let wins = match nodes[row_role.opponent()].len() {
                0..=64 => self.wins::<1>(role, row_role, &nodes, may_give_up, pace),
                65..=128 => self.wins::<2>(role, row_role, &nodes, may_give_up, pace),
                129..=256 => self.wins::<4>(role, row_role, &nodes, may_give_up, pace),
                _ => self.wins::<1>(role, row_role, &nodes, may_give_up, pace),
            }?;
            match restrained == Some(role.opponent()) {
                false if wins == Some(true) => return Ok(Some(role)),
                true if wins == Some(false) => self.may_win[role] = false,
                _ => {}
            }
        }
        Ok(None)
    }

    /// Whether `role` wins the position on the board of these nodes; `None` if that takes too long to tell.
    fn wins<const C: usize>(
        &self,
        role: Role,
        row_role: Role,
        nodes: &PerRole<Numbering>,
        may_give_up: bool,
        pace: &mut Pace,
    ) -> Result<Option<bool>> {
        let column_role = row_role.opponent();
        let mut row_nodes = memory::copied(&nodes[row_role].nodes)?;
        if row_role == Role::Evader {
            row_nodes.sort_unstable_by_key(|&x| self.goal_rank[x as usize]);
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
        let visits = match may_give_up {
            true => PATIENCE * rows.len(),
            false => usize::MAX,
        };
        Sweep::new(&board, role)?.reaches(target, visits, pace)
    }

    /// At most `few` of the nodes that `role` can reach: a way from its start towards the evader's goals, and what `kept`
    /// says. From each it has a move to another, unless it has won there: a side that ran into a dead end would
    /// otherwise seem to pass.
    fn nearby(&self, role: Role, few: usize, kept: Kept) -> Result<Vec<u32>> {
        let mut chosen = BitSet::new(self.rules.node_count())?;
        let mut nodes = memory::with_capacity(few)?;
        let mut x = self.position.tokens[role] as u32;
        loop {
            chosen.set(x as usize, true);
            nodes.push(x);
            let moves = self.moves[role].successors(x as usize).iter().copied();
            match moves.min_by_key(|&y| self.to_goal[y as usize]) {
                Some(y)
                    if self.to_goal[y as usize] < self.to_goal[x as usize]
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
        let last = 2 * self.rules.node_count();
        let rank = |x: u32| {
            let near = self.from_start[role][x as usize] as usize;
            let rest = self.to_goal[x as usize] as usize;
            let rank = match kept {
                Kept::OnTheWay => near.saturating_add(rest),
                Kept::AtTheGoal => rest,
                Kept::AtTheStart => near,
            };
            rank.min(last)
        };
        // Ranks are small numbers: count them, and see up to which one there is room for all.
        let mut counts = memory::filled(last + 1, 0usize)?;
        for &x in reach.iter().filter(|&&x| !chosen.contains(x as usize)) {
            counts[rank(x)] += 1;
        }
        let mut room = few - nodes.len();
        let mut limit = 0;
        while limit < last && counts[limit] <= room {
            room -= counts[limit];
            limit += 1;
        }
        for &x in reach {
            let fits = match rank(x).cmp(&limit) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal => room > 0,
                std::cmp::Ordering::Greater => false,
            };
            if fits && !chosen.contains(x as usize) {
                if rank(x) == limit {
                    room -= 1;
                }
                chosen.set(x as usize, true);
                nodes.push(x);
            }
        }
        Ok(())
    }
}

/// Breadth-first from `seeds`: the nodes met, in order, and for each node how far it is, [`UNREACHED`] if not met. The
/// walk does not go on from a node that is `last`.
fn distances(
    graph: &Graph,
    seeds: &[u32],
    last: impl Fn(usize) -> bool,
) -> Result<(Vec<u32>, Vec<u32>)> {
    let n = graph.node_count();
    let mut nodes: Vec<u32> = memory::with_capacity(n)?;
    let mut far = memory::filled(n, UNREACHED)?;
    for &seed in seeds {
        far[seed as usize] = 0;
        nodes.push(seed);
    }
    let mut done = 0;
    while done < nodes.len() {
        let x = nodes[done] as usize;
        done += 1;
        if last(x) {
            continue;
        }
        for &y in graph.successors(x) {
            if far[y as usize] == UNREACHED {
                far[y as usize] = far[x] + 1;
                nodes.push(y);
            }
        }
    }
    Ok((nodes, far))
}
