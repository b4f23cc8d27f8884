//! From a game of a team to its solution, or to the number of pursuers that it takes.

use crate::arena::Numbering;
use crate::attractor::turns;
use crate::bits::{by_width, chunk_bits};
use crate::block::{self, Block};
use crate::columns::most_tiles;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::memory::Budget;
use crate::multisets::{self, Multisets};
use crate::pace::{Pace, ProgressFn};
use crate::rules::{PerRole, Role, Rules};
use crate::tables::{Levels, Tables};
use crate::team_board::TeamBoard;
use crate::threads::{self, Crew};

/// In how many rounds `pursuers` pursuers win from their best placement, wherever the evader starts, when they move
/// first; `None` if they don't. A round is a turn of the team and the evader's ply after it.
pub(crate) fn rounds_to_win(
    rules: &Rules,
    pursuers: usize,
    threads: usize,
    memory_limit: Option<u64>,
    pace: &mut Pace,
) -> Result<Option<u32>> {
    let needed = by_width!(
        rules.node_count(),
        bytes(rules, pursuers, threads, TABLES_TO_DECIDE)
    );
    check(needed, &mut Budget::new(memory_limit))?;
    by_width!(
        rules.node_count(),
        rounds_to_win_on_board(rules, pursuers, threads, pace)
    )
}

fn rounds_to_win_on_board<const C: usize>(
    rules: &Rules,
    pursuers: usize,
    threads: usize,
    pace: &mut Pace,
) -> Result<Option<u32>> {
    let moves = rules.both_legal_moves()?;
    let board = TeamBoard::<C>::new(rules, &moves, pursuers, &numberings(rules, &moves)?)?;
    let threads = worker_count(&board, threads);
    threads::with_crew(threads, |crew| turns::rounds_to_win(&board, crew, pace))
}

/// The threads that a board is worth.
fn worker_count<const C: usize>(board: &TeamBoard<C>, threads: usize) -> usize {
    let length = board.rows() * board.chunks();
    turns::worker_count(board.teams.nodes(), length as u64, threads)
}

/// A solved game of several pursuers.
pub(crate) struct Solved {
    pub(crate) teams: Multisets,
    /// Rows for the teams, columns for the evader's nodes.
    pub(crate) tables: Tables,
}

/// Solves a game of several pursuers: outcome and distance of every position.
pub(crate) fn solve(
    rules: &Rules,
    pursuers: usize,
    threads: usize,
    budget: &mut Budget,
    progress: &mut ProgressFn,
) -> Result<Solved> {
    check(
        memory_estimate(rules, pursuers, threads),
        &mut Budget::new(None),
    )?;
    by_width!(
        rules.node_count(),
        solve_board(rules, pursuers, threads, budget, progress)
    )
}

fn solve_board<const C: usize>(
    rules: &Rules,
    pursuers: usize,
    threads: usize,
    budget: &mut Budget,
    progress: &mut ProgressFn,
) -> Result<Solved> {
    let moves = rules.both_legal_moves()?;
    let numberings = numberings(rules, &moves)?;
    let board = TeamBoard::<C>::new(rules, &moves, pursuers, &numberings)?;
    let tables = threads::with_crew(worker_count(&board, threads), |crew| {
        climb(&board, numberings, crew, budget, progress)
    })?;
    Ok(Solved {
        teams: board.teams,
        tables,
    })
}

/// Both attractors and their distances.
fn climb<const C: usize>(
    board: &TeamBoard<C>,
    numberings: PerRole<Numbering>,
    crew: &mut Crew,
    budget: &mut Budget,
    progress: &mut ProgressFn,
) -> Result<Tables> {
    let n = board.teams.nodes();
    let (rows, row_words) = (board.rows(), C * board.chunks());
    let mut levels = PerRole([Levels::new(rows * n, crew)?, Levels::new(rows * n, crew)?]);
    let mut pace = Pace::new(progress, positions(rows as u64, n));

    let evader_wins = match board.has_evader_goals() {
        true => {
            let won = turns::climb(board, Role::Evader, crew, &mut levels, budget, &mut pace)?;
            PerRole([won.y.into_flattened().into(), won.x.into_flattened().into()])
        }
        // Nothing else ends the game in its favour.
        false => PerRole([
            Block::zeros(rows * row_words)?,
            Block::zeros(rows * row_words)?,
        ]),
    };
    turns::climb(board, Role::Pursuer, crew, &mut levels, budget, &mut pace)?;
    pace.finish()?;
    let PerRole([columns, nodes]) = numberings;
    Ok(Tables {
        row_of: nodes.numbers,
        column_of: columns.numbers,
        row_words,
        evader_wins,
        levels,
    })
}

/// The orders of both sides' nodes: breadth-first from where the game can end.
fn numberings(rules: &Rules, moves: &PerRole<Graph>) -> Result<PerRole<Numbering>> {
    let number = |role: Role| {
        let graph = &moves[role];
        let seeds = rules
            .goals(role)
            .iter()
            .chain(rules.goals(role.opponent()).iter());
        Numbering::breadth_first(graph, &graph.reversed()?, seeds)
    };
    Ok(PerRole([number(Role::Evader)?, number(Role::Pursuer)?]))
}

/// The positions of so many teams: either side may be to move.
pub(crate) fn positions(teams: u64, n: usize) -> u64 {
    teams.saturating_mul(n as u64).saturating_mul(2)
}

/// Tables of bits that it takes to find the rounds to a win: the two, and what a pass gains.
const TABLES_TO_DECIDE: u64 = 3;

/// Those that it takes to find distances: what the evader wins, the two of the pursuers, and what two passes gain.
const TABLES_TO_SOLVE: u64 = 6;

/// The bytes that solving takes at its peak while distances stay under 255.
pub(crate) fn memory_estimate(rules: &Rules, pursuers: usize, threads: usize) -> u64 {
    let n = rules.node_count();
    let teams = multisets::count(n, pursuers).unwrap_or(u64::MAX);
    by_width!(n, bytes(rules, pursuers, threads, TABLES_TO_SOLVE))
        .saturating_add(block::padded(positions(teams, n) / 2).saturating_mul(2))
}

/// The bytes of `tables` tables of bits and all that goes with them.
fn bytes<const C: usize>(rules: &Rules, pursuers: usize, threads: usize, tables: u64) -> u64 {
    let n = rules.node_count() as u64;
    let arcs = [Role::Evader, Role::Pursuer].map(|role| rules.graph(role).arc_count() as u64);
    // Legal moves, renumbered and turned round.
    let graphs = 4 * (12 * n + 4 * arcs[0] + 4 * arcs[1]);
    let tile = 128 * chunk_bits::<C>() as u64 * C as u64;
    let chunks = n.div_ceil(chunk_bits::<C>() as u64);
    let tiles = most_tiles(chunks, arcs[0] + n) * tile / 8;
    let numbers = 8 * n.saturating_mul(pursuers as u64);
    turns::bytes::<C>(rules.node_count(), pursuers, tables, threads)
        .saturating_add(graphs + tiles + 64 * n)
        .saturating_add(numbers)
}

/// # Errors
/// [`Error::NoMemory`] for more bytes than the budget or an address space has.
fn check(bytes: u64, budget: &mut Budget) -> Result<()> {
    match bytes > isize::MAX as u64 {
        true => Err(Error::NoMemory { bytes, limit: None }),
        false => budget.take(bytes),
    }
}
