//! The cop number: the fewest cops that win the classical game on an undirected graph, by the cheapest means that
//! settle it.
//!
//! The classical game: the cops place themselves, then the robber; the cops move first; anyone may stay, any number of
//! cops move at once, several may share a node. In this order:
//!
//! 1. Components add up: the robber picks one and never leaves it, and neither does a cop.
//! 2. Corners are [taken out](crate::dismantle); what is left of a component is one node exactly when one cop wins.
//! 3. The rest needs two cops at least, or [as many as its degrees demand](Neighbourhoods::lower_bound); if so many can
//!    [cover it](Neighbourhoods::is_dominated_by), that is the number.
//! 4. What is still open is played out by the engine, for one number of cops after the other.
//!
//! The capture time is not kept when corners are taken out: it is found by playing on whole components.

use crate::bits::BitSet;
use crate::bounds::Neighbourhoods;
use crate::dismantle::dismantle;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::memory;
use crate::multisets;
use crate::pace::{Pace, ProgressFn};
use crate::rules::{Role, Rules};
use crate::settings::Settings;
use crate::small::SmallGraph;
use crate::solution::{NO_EVADER_START, NO_PURSUER_START};
use crate::teams::{self, positions};

/// What the classical game on a graph takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopNumber {
    /// The fewest cops that win.
    pub cops: usize,
    /// The capture time of so many cops: the rounds that they need from their best placement when the robber holds out
    /// as long as he can. `None` if it was not asked for.
    pub rounds: Option<u32>,
}

/// The cop number of an undirected graph; `None` when more than `max_cops` are needed.
///
/// # Errors
/// [`Error::NotSymmetric`] for a graph with a one-way arc; refused memory.
///
/// ```
/// use pursuit::{Graph, cop_number};
/// let ring = Graph::from_adjacency(&[[1, 3], [0, 2], [1, 3], [2, 0]])?;
/// assert_eq!(cop_number(&ring, 3)?, Some(2));
/// assert_eq!(cop_number(&ring, 1)?, None);
/// # Ok::<(), pursuit::Error>(())
/// ```
pub fn cop_number(graph: &Graph, max_cops: usize) -> Result<Option<usize>> {
    if let Some((from, to)) = graph.find_one_way() {
        return Err(Error::NotSymmetric { from, to });
    }
    let question = Question {
        max_cops,
        rounds: false,
        threads: 1,
        memory_limit: None,
    };
    let mut never = |_| true;
    let answer = question.ask(graph, &mut Pace::new(&mut never, 0))?;
    Ok(answer.map(|answer| answer.cops))
}

/// The fewest pursuers, at most `most`, that win a game from their best placement; see [`crate::Game::cop_number`].
pub(crate) fn fewest_pursuers(
    rules: &Rules,
    settings: Settings,
    most: usize,
    progress: &mut ProgressFn,
) -> Result<Option<usize>> {
    let n = rules.node_count();
    for (role, nowhere) in [
        (Role::Pursuer, NO_PURSUER_START),
        (Role::Evader, NO_EVADER_START),
    ] {
        if !(0..n).any(|node| rules.may_start(role, node)) {
            return Err(nowhere);
        }
    }
    // Teams of 1 to `most` among n nodes are as many as those of `most` among n + 1, but for that of nobody.
    let teams = multisets::count(n + 1, most).map_or(u64::MAX, |teams| teams - 1);
    let mut pace = Pace::new(progress, positions(teams, n));
    let question = Question {
        max_cops: most,
        rounds: false,
        threads: settings.threads,
        memory_limit: settings.memory_limit,
    };
    let fewest = match classical_graph(rules) {
        Some(graph) => question
            .ask(graph, &mut pace)?
            .map(|cop_number| cop_number.cops),
        None => question.play(rules, &mut pace)?,
    };
    pace.finish()?;
    Ok(fewest)
}

/// The graph of a game of cops and robbers as the literature has it; `None` if the game is another.
fn classical_graph(rules: &Rules) -> Option<&Graph> {
    let n = rules.node_count();
    let graph = rules.graph(Role::Evader);
    let no_special_nodes = |role: Role| {
        rules.may_stay(role)
            && (0..n).all(|node| !rules.is_goal(role, node) && !rules.is_forbidden(role, node))
    };
    let other = rules.graph(Role::Pursuer);
    let same_graph = (0..n).all(|x| graph.successors(x) == other.successors(x));
    let is_classical = no_special_nodes(Role::Evader)
        && no_special_nodes(Role::Pursuer)
        && same_graph
        && graph.find_one_way().is_none();
    is_classical.then_some(graph)
}

/// What is asked about a graph, and how it is to be worked out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) max_cops: usize,
    /// Whether the capture time is wanted too.
    pub(crate) rounds: bool,
    pub(crate) threads: usize,
    /// The most bytes that playing may take.
    pub(crate) memory_limit: Option<u64>,
}

impl Question {
    /// The answer for an undirected graph; `None` when more than `max_cops` cops are needed.
    pub(crate) fn ask(&self, graph: &Graph, pace: &mut Pace) -> Result<Option<CopNumber>> {
        if let Some(small) = SmallGraph::of(graph) {
            return self.ask_small(&small, pace);
        }
        let remaining = dismantle(graph)?;
        let mut parts = Components::new(graph)?;
        let (mut parts_seen, mut cores_seen) = (Subgraphs::new(graph)?, Subgraphs::new(graph)?);
        let mut core = memory::with_capacity(graph.node_count())?;
        let mut sum = Sum::new(self);
        while parts.next() {
            core.clear();
            core.extend(
                parts
                    .part()
                    .iter()
                    .filter(|&&x| remaining.contains(x as usize)),
            );
            let cops = match (core.len(), sum.budget(parts.more())) {
                (_, 0) => None,
                (1, _) => Some(1),
                (_, 1) => None,
                (_, budget) => self.number_of_core(&cores_seen.on(&core)?, budget, pace)?,
            };
            let whole = || parts_seen.on(parts.part());
            if !sum.add(cops, whole, pace)? {
                return Ok(None);
            }
        }
        Ok(Some(sum.total))
    }

    /// The same for a small graph.
    #[inline]
    pub(crate) fn ask_small(
        &self,
        graph: &SmallGraph,
        pace: &mut Pace,
    ) -> Result<Option<CopNumber>> {
        let mut rest = graph.clone();
        let mut nodes = graph.nodes();
        let mut sum = Sum::new(self);
        while nodes != 0 {
            let part = graph.component(nodes);
            nodes &= !part;
            let core = rest.dismantle(part);
            let cops = match (core.count_ones(), sum.budget(nodes != 0)) {
                (_, 0) => None,
                (1, _) => Some(1),
                (_, 1) => None,
                (_, budget) => {
                    self.number_of_core(&Neighbourhoods::of_small(&rest, core)?, budget, pace)?
                }
            };
            let whole = || Neighbourhoods::of_small(graph, part);
            if !sum.add(cops, whole, pace)? {
                return Ok(None);
            }
        }
        Ok(Some(sum.total))
    }

    /// The cop number of a connected graph without corners that has more than one node; `None` above `budget`.
    fn number_of_core(
        &self,
        core: &Neighbourhoods,
        budget: usize,
        pace: &mut Pace,
    ) -> Result<Option<usize>> {
        let mut rules = None;
        for cops in core.lower_bound().max(2)..=budget {
            if core.is_dominated_by(cops)? {
                return Ok(Some(cops));
            }
            let rules = match &rules {
                Some(rules) => rules,
                None => rules.insert(classical(core)?),
            };
            if self.rounds_to_win(rules, cops, pace)?.is_some() {
                return Ok(Some(cops));
            }
        }
        Ok(None)
    }

    /// The capture time of the cops that win on a connected graph.
    fn capture_time(&self, part: &Neighbourhoods, cops: usize, pace: &mut Pace) -> Result<u32> {
        if part.node_count() <= cops {
            return Ok(0);
        }
        if part.is_dominated_by(cops)? {
            return Ok(1);
        }
        let rounds = self.rounds_to_win(&classical(part)?, cops, pace)?;
        Ok(rounds.expect("as many cops as the cop number win"))
    }

    /// The same for any game: the fewest pursuers that win it from their best placement, moving first.
    pub(crate) fn play(&self, rules: &Rules, pace: &mut Pace) -> Result<Option<usize>> {
        for cops in 1..=self.max_cops {
            if self.rounds_to_win(rules, cops, pace)?.is_some() {
                return Ok(Some(cops));
            }
        }
        Ok(None)
    }

    fn rounds_to_win(&self, rules: &Rules, cops: usize, pace: &mut Pace) -> Result<Option<u32>> {
        teams::rounds_to_win(rules, cops, self.threads, self.memory_limit, pace)
    }
}

/// The classical game.
fn classical(graph: &Neighbourhoods) -> Result<Rules> {
    let mut rules = Rules::new(graph.graph()?)?;
    rules.allow_stay(Role::Evader, true);
    rules.allow_stay(Role::Pursuer, true);
    Ok(rules)
}

/// What the components seen so far take together.
struct Sum<'q> {
    question: &'q Question,
    total: CopNumber,
}

impl<'q> Sum<'q> {
    fn new(question: &'q Question) -> Self {
        Sum {
            question,
            total: CopNumber {
                cops: 0,
                rounds: question.rounds.then_some(0),
            },
        }
    }

    /// The most cops that the next component may take, which is followed by `more` or not: each takes one.
    fn budget(&self, more: bool) -> usize {
        self.question
            .max_cops
            .saturating_sub(self.total.cops + usize::from(more))
    }

    /// Adds a component's cops, if there are enough for it; its graph is asked for only when it is to be played on.
    #[inline]
    fn add(
        &mut self,
        cops: Option<usize>,
        whole: impl FnOnce() -> Result<Neighbourhoods>,
        pace: &mut Pace,
    ) -> Result<bool> {
        let Some(cops) = cops else {
            return Ok(false);
        };
        self.total.cops += cops;
        if let Some(rounds) = &mut self.total.rounds {
            // Cops in other components can't help, so the slowest component decides.
            *rounds = (*rounds).max(self.question.capture_time(&whole()?, cops, pace)?);
        }
        Ok(true)
    }
}

/// The components of a graph, one after another.
struct Components<'g> {
    graph: &'g Graph,
    met: BitSet,
    /// Where the search for the next one starts.
    next: usize,
    /// All nodes met, component after component; the present one starts at `start`.
    nodes: Vec<u32>,
    start: usize,
}

impl<'g> Components<'g> {
    fn new(graph: &'g Graph) -> Result<Self> {
        Ok(Components {
            graph,
            met: BitSet::new(graph.node_count())?,
            next: 0,
            nodes: memory::with_capacity(graph.node_count())?,
            start: 0,
        })
    }

    /// Goes to the next component; false after the last.
    fn next(&mut self) -> bool {
        let n = self.graph.node_count();
        let Some(seed) = (self.next..n).find(|&x| !self.met.contains(x)) else {
            return false;
        };
        self.next = seed + 1;
        self.start = self.nodes.len();
        self.met.set(seed, true);
        self.nodes.push(seed as u32);
        let mut done = self.start;
        while let Some(&x) = self.nodes.get(done) {
            done += 1;
            for &y in self.graph.successors(x as usize) {
                if !self.met.contains(y as usize) {
                    self.met.set(y as usize, true);
                    self.nodes.push(y);
                }
            }
        }
        true
    }

    /// The nodes of the present component.
    fn part(&self) -> &[u32] {
        &self.nodes[self.start..]
    }

    /// Whether there are others after it.
    fn more(&self) -> bool {
        self.nodes.len() < self.graph.node_count()
    }
}

/// Subgraphs of one graph without a node in common.
struct Subgraphs<'g> {
    graph: &'g Graph,
    /// The number of each node in its subgraph; nodes of none have `u32::MAX`.
    numbers: Vec<u32>,
}

impl<'g> Subgraphs<'g> {
    fn new(graph: &'g Graph) -> Result<Self> {
        Ok(Subgraphs {
            graph,
            numbers: memory::filled(graph.node_count(), u32::MAX)?,
        })
    }

    /// That on `nodes`, none of which has an arc to a node of an earlier one.
    fn on(&mut self, nodes: &[u32]) -> Result<Neighbourhoods> {
        for (number, &x) in nodes.iter().enumerate() {
            self.numbers[x as usize] = number as u32;
        }
        Neighbourhoods::of_graph(&self.graph.renumbered(nodes, &self.numbers)?)
    }
}
