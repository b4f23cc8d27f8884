//! The rules of a game: who may go where, and when it is over.

use crate::bits::BitSet;
use crate::error::{Error, Result};
use crate::graph::Graph;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The mouse, the robber: wins on a goal of its own.
    Evader,
    /// The cat, the cop: wins on the evader's node or on a goal of its own.
    Pursuer,
}

impl Role {
    /// The other side.
    pub fn opponent(self) -> Role {
        match self {
            Role::Evader => Role::Pursuer,
            Role::Pursuer => Role::Evader,
        }
    }

    /// The outcome in which this side wins.
    pub fn wins(self) -> Outcome {
        match self {
            Role::Evader => Outcome::EvaderWins,
            Role::Pursuer => Outcome::PursuerWins,
        }
    }
}

/// How a game ends when both sides play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Neither side can force an end.
    Draw,
    /// The evader can force a win.
    EvaderWins,
    /// The pursuer can force a win.
    PursuerWins,
}

/// Two things, one for each [`Role`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PerRole<T>(pub [T; 2]);

impl<T> std::ops::Index<Role> for PerRole<T> {
    type Output = T;
    #[inline]
    fn index(&self, role: Role) -> &T {
        &self.0[role as usize]
    }
}

impl<T> std::ops::IndexMut<Role> for PerRole<T> {
    #[inline]
    fn index_mut(&mut self, role: Role) -> &mut T {
        &mut self.0[role as usize]
    }
}

/// The rules that both sides play by.
///
/// From `x` a role's legal moves are the nodes in its graph's row that it is not forbidden to enter, and `x` itself
/// where staying is allowed or `x` stands in its own row. With none of these the token passes: it stays on `x`.
///
/// The game is over, in this order of precedence, when both stand on one node (the pursuer has won), when the
/// evader stands on one of its goals (it has won), when the pursuer stands on one of its goals (it has won).
#[derive(Debug)]
pub struct Rules {
    graph: Graph,
    own_graph: PerRole<Option<Graph>>,
    may_stay: PerRole<bool>,
    goals: PerRole<BitSet>,
    forbidden: PerRole<BitSet>,
}

impl Rules {
    /// Both sides move on `graph`; no staying, no goals, nothing forbidden.
    ///
    /// # Errors
    /// Refused memory.
    pub fn new(graph: Graph) -> Result<Rules> {
        let n = graph.node_count();
        let empty_sets = || Ok::<_, Error>(PerRole([BitSet::new(n)?, BitSet::new(n)?]));
        Ok(Rules {
            own_graph: PerRole([None, None]),
            may_stay: PerRole([false, false]),
            goals: empty_sets()?,
            forbidden: empty_sets()?,
            graph,
        })
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.graph.node_count()
    }

    /// The graph that `role` moves on.
    pub fn graph(&self, role: Role) -> &Graph {
        self.own_graph[role].as_ref().unwrap_or(&self.graph)
    }

    /// Gives `role` a graph of its own on the same nodes.
    ///
    /// # Errors
    /// [`Error::NodeCount`] when the number of nodes differs.
    pub fn set_graph(&mut self, role: Role, graph: Graph) -> Result<()> {
        let n = self.node_count() as i64;
        if graph.node_count() as i64 != n {
            return Err(Error::NodeCount {
                n: graph.node_count() as i64,
                least: n,
                most: n,
            });
        }
        self.own_graph[role] = Some(graph);
        Ok(())
    }

    /// Whether `role` may stay where it is.
    pub fn may_stay(&self, role: Role) -> bool {
        self.may_stay[role]
    }

    /// Lets `role` stay where it is, or forbids it.
    pub fn allow_stay(&mut self, role: Role, allowed: bool) {
        self.may_stay[role] = allowed;
    }

    /// Whether `node` is a goal of `role`.
    ///
    /// # Panics
    /// When `node` is no node.
    pub fn is_goal(&self, role: Role, node: usize) -> bool {
        self.goals[role].contains(node)
    }

    /// Makes `node` a goal of `role`, or no longer one.
    ///
    /// # Errors
    /// [`Error::Node`] when `node` is no node.
    pub fn set_goal(&mut self, role: Role, node: usize, on: bool) -> Result<()> {
        self.check_node(node)?;
        self.goals[role].set(node, on);
        Ok(())
    }

    /// Whether `role` may not enter `node`.
    ///
    /// # Panics
    /// When `node` is no node.
    pub fn is_forbidden(&self, role: Role, node: usize) -> bool {
        self.forbidden[role].contains(node)
    }

    /// Forbids `role` to enter `node`, or allows it again.
    ///
    /// # Errors
    /// [`Error::Node`] when `node` is no node.
    pub fn set_forbidden(&mut self, role: Role, node: usize, on: bool) -> Result<()> {
        self.check_node(node)?;
        self.forbidden[role].set(node, on);
        Ok(())
    }

    /// Whether `role` may pick `node` to start from.
    pub(crate) fn may_start(&self, role: Role, node: usize) -> bool {
        !self.is_forbidden(role, node) && !self.is_goal(role, node)
    }

    /// The goals of `role`.
    pub(crate) fn goals(&self, role: Role) -> &BitSet {
        &self.goals[role]
    }

    /// The nodes that `role` may not enter.
    pub(crate) fn forbidden(&self, role: Role) -> &BitSet {
        &self.forbidden[role]
    }

    /// The winner when the tokens stand on these nodes, `None` while the game goes on.
    ///
    /// # Panics
    /// When one of them is no node.
    #[inline]
    pub fn winner(&self, evader: usize, pursuer: usize) -> Option<Role> {
        if evader == pursuer {
            Some(Role::Pursuer)
        } else if self.goals[Role::Evader].contains(evader) {
            Some(Role::Evader)
        } else if self.goals[Role::Pursuer].contains(pursuer) {
            Some(Role::Pursuer)
        } else {
            None
        }
    }

    /// The legal moves of `role` as a graph: passing has become a loop, so no row is empty.
    ///
    /// # Errors
    /// Refused memory.
    pub fn legal_moves(&self, role: Role) -> Result<Graph> {
        let (graph, forbidden) = (self.graph(role), &self.forbidden[role]);
        let may_stay = self.may_stay[role];
        if !may_stay && forbidden.is_empty() && graph.has_no_empty_row() {
            return graph.try_clone();
        }
        graph.with_rows(|x, row, legal| {
            let may_enter = |&y: &u32| y as usize == x || !forbidden.contains(y as usize);
            let start = legal.len();
            match row.iter().all(may_enter) {
                true => legal.extend_from_slice(row),
                false => legal.extend(row.iter().copied().filter(may_enter)),
            }
            let stays = may_stay || legal.len() == start;
            if stays && !legal[start..].contains(&(x as u32)) {
                legal.push(x as u32);
                legal[start..].sort_unstable();
            }
        })
    }

    /// The legal moves of each side.
    pub(crate) fn both_legal_moves(&self) -> Result<PerRole<Graph>> {
        Ok(PerRole([
            self.legal_moves(Role::Evader)?,
            self.legal_moves(Role::Pursuer)?,
        ]))
    }

    /// A copy.
    ///
    /// # Errors
    /// Refused memory.
    pub fn try_clone(&self) -> Result<Rules> {
        let clone_own = |graph: &Option<Graph>| graph.as_ref().map(Graph::try_clone).transpose();
        let clone_sets = |sets: &PerRole<BitSet>| {
            Ok::<_, Error>(PerRole([sets.0[0].try_clone()?, sets.0[1].try_clone()?]))
        };
        Ok(Rules {
            graph: self.graph.try_clone()?,
            own_graph: PerRole([
                clone_own(&self.own_graph.0[0])?,
                clone_own(&self.own_graph.0[1])?,
            ]),
            may_stay: self.may_stay,
            goals: clone_sets(&self.goals)?,
            forbidden: clone_sets(&self.forbidden)?,
        })
    }

    fn check_node(&self, node: usize) -> Result<()> {
        if node < self.node_count() {
            return Ok(());
        }
        Err(Error::Node {
            what: "node",
            value: node as i64,
            n: self.node_count(),
        })
    }
}
