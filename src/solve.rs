//! From a game to its solution: outcome, and distance if wanted, of every position.

use crate::arena::{Board, Numbering};
use crate::attractor::levels::Climb;
use crate::attractor::shares::{self, Record};
use crate::attractor::sweep::Sweep;
use crate::attractor::{Attractor, Cells, SharedCells, Table};
use crate::bits::{BitSet, MOST_IN_A_CHUNK, by_width, chunk_bits};
use crate::block::{self, Block};
use crate::columns::most_tiles;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::memory::{self, Budget};
use crate::pace::{Pace, ProgressFn};
use crate::parallel;
use crate::rules::{PerRole, Role, Rules};
use crate::settings::Settings;
use crate::solution::{Outcomes, Solution};
use crate::tables::{Levels, Tables};
use crate::teams;
use crate::threads::{self, Crew};

/// Solves the game of `rules`: outcome and distance of every position.
pub(crate) fn solve(
    rules: &Rules,
    settings: Settings,
    progress: &mut ProgressFn,
) -> Result<Solution> {
    let mut budget = Budget::new(settings.memory_limit);
    let needed = memory_estimate(rules, settings);
    budget.take(needed)?;
    memory::announce(needed)?;
    let threads = settings.threads;
    let (teams, tables) = match settings.pursuers {
        1 => (
            None,
            solve_one_pursuer(rules, threads, &mut budget, progress)?,
        ),
        pursuers => {
            let solved = teams::solve(rules, pursuers, threads, &mut budget, progress)?;
            (Some(solved.teams), solved.tables)
        }
    };
    let copies =
        |sets: [&BitSet; 2]| Ok::<_, Error>(PerRole([sets[0].try_clone()?, sets[1].try_clone()?]));
    Ok(Solution {
        teams,
        moves: rules.both_legal_moves()?,
        goals: copies([rules.goals(Role::Evader), rules.goals(Role::Pursuer)])?,
        forbidden: copies([
            rules.forbidden(Role::Evader),
            rules.forbidden(Role::Pursuer),
        ])?,
        tables,
    })
}

fn solve_one_pursuer(
    rules: &Rules,
    threads: usize,
    budget: &mut Budget,
    progress: &mut ProgressFn,
) -> Result<Tables> {
    let moves = rules.both_legal_moves()?;
    let n = rules.node_count();
    if n <= MOST_IN_A_CHUNK {
        return by_width!(n, solve_small(rules, &moves, budget, progress));
    }
    threads::with_crew(threads::wanted(threads), |crew| {
        solve_board::<1, SharedCells>(
            rules,
            &moves,
            crew,
            |climb, record, budget, pace, crew| climb.run_on_threads(record, budget, pace, crew),
            budget,
            progress,
        )
    })
}

/// The outcome of every position, without distances: several times faster.
pub(crate) fn outcomes(
    rules: &Rules,
    settings: Settings,
    progress: &mut ProgressFn,
) -> Result<Outcomes> {
    let needed = outcomes_estimate(rules);
    Budget::new(settings.memory_limit).take(needed)?;
    memory::announce(needed)?;
    let moves = rules.both_legal_moves()?;
    by_width!(rules.node_count(), outcomes_board(rules, &moves, progress))
}

/// The bytes that solving takes at its peak while distances stay under 255.
pub(crate) fn memory_estimate(rules: &Rules, settings: Settings) -> u64 {
    if settings.pursuers > 1 {
        return teams::memory_estimate(rules, settings.pursuers, settings.threads);
    }
    let positions = square(rules.node_count());
    let threads = match threads::wanted(settings.threads) {
        threads @ 2.. if rules.node_count() > MOST_IN_A_CHUNK => {
            threads_estimate(rules, threads as u64)
        }
        _ => 0,
    };
    // A distance for each side to move, and what the frontiers of a wide level hold.
    let distances = block::padded(positions).saturating_mul(2);
    distances
        .saturating_add(positions / 2)
        .saturating_add(threads)
        .saturating_add(outcomes_estimate(rules))
}

/// The bytes for four tables of bits, one more that levels use, and the graphs in all their forms.
fn outcomes_estimate(rules: &Rules) -> u64 {
    let n = rules.node_count() as u128;
    let row_bytes = match n {
        0..=64 => 8,
        65..=128 => 16,
        129..=256 => 32,
        257..=512 => 64,
        _ => n.div_ceil(64) * 8,
    };
    let graph = |role: Role| 8 * n + 4 * (n + rules.graph(role).arc_count() as u128);
    let graphs = 2 * graph(Role::Evader) + 3 * graph(Role::Pursuer);
    // A single chunk is one tile; otherwise a tile is a kilobyte.
    let arcs = rules.graph(Role::Pursuer).arc_count() as u64;
    let tiles = match n {
        0..=512 => 2 * n * row_bytes,
        _ => 1024 * u128::from(most_tiles(n.div_ceil(64) as u64, arcs + n as u64)),
    };
    let table = block::padded(saturated(n * row_bytes));
    saturated(5 * u128::from(table) + graphs + tiles + 64 * n)
}

/// The bytes that several threads take for themselves: marks, and the evader's moves that come from a thread's own rows.
fn threads_estimate(rules: &Rules, threads: u64) -> u64 {
    let n = rules.node_count() as u64;
    let arcs = n + rules.graph(Role::Evader).arc_count() as u64;
    let marks = 8 * n.div_ceil(64 * 64) + 5;
    (threads * n)
        .saturating_mul(2 * marks + 8)
        .saturating_add(4 * arcs)
}

fn square(n: usize) -> u64 {
    (n as u64).saturating_mul(n as u64)
}

fn saturated(bytes: u128) -> u64 {
    bytes.try_into().unwrap_or(u64::MAX)
}

/// The order of a side's nodes: breadth-first from where the game can end.
fn numbering(rules: &Rules, moves: &PerRole<Graph>, role: Role) -> Result<Numbering> {
    let graph = &moves[role];
    let goals = rules.goals(role).iter();
    let seeds = goals.chain(rules.goals(role.opponent()).iter());
    Numbering::breadth_first(graph, &graph.reversed()?, seeds)
}

/// The order of the columns.
fn column_numbering(rules: &Rules, moves: &PerRole<Graph>) -> Result<Numbering> {
    numbering(rules, moves, Role::Pursuer)?.by_colour(&moves[Role::Pursuer])
}

/// Rows of one chunk are done before a second thread has started.
fn solve_small<const C: usize>(
    rules: &Rules,
    moves: &PerRole<Graph>,
    budget: &mut Budget,
    progress: &mut ProgressFn,
) -> Result<Tables> {
    solve_board::<C, Cells<C>>(
        rules,
        moves,
        &mut Crew::alone(),
        |climb, record, budget, pace, _| climb.run(record, budget, pace),
        budget,
        progress,
    )
}

/// Levels are climbed by `run`, on a crew's threads.
fn solve_board<const C: usize, T: Table<C>>(
    rules: &Rules,
    moves: &PerRole<Graph>,
    crew: &mut Crew,
    run: impl Fn(&mut Climb<C, T>, &mut Record, &mut Budget, &mut Pace, &mut Crew) -> Result<()>,
    budget: &mut Budget,
    progress: &mut ProgressFn,
) -> Result<Tables> {
    let rows_in_halves = || {
        let rows = numbering(rules, moves, Role::Evader)?;
        let first_half = shares::first_half(rows.len());
        rows.in_halves(&moves[Role::Evader], first_half)
    };
    let (rows, columns) = parallel::both(crew, rows_in_halves, || column_numbering(rules, moves));
    let numberings = PerRole([rows?, columns?]);
    let board = evaders_board::<C>(rules, moves, &numberings)?;
    let positions = square(rules.node_count());
    let mut pace = Pace::new(progress, positions.saturating_mul(2));
    let positions = positions as usize;
    let mut levels = PerRole([Levels::new(positions, crew)?, Levels::new(positions, crew)?]);
    let mut climb = |role| {
        let mut climb = Climb::<C, T>::new(&board, role, crew)?;
        let [x, y] = &mut levels.0;
        let mut record = Record {
            x,
            y,
            columns: board.rows(),
        };
        run(&mut climb, &mut record, budget, &mut pace, crew)?;
        Ok::<_, Error>(climb.into_attractor())
    };
    let evader_wins = words(climb(Role::Evader)?);
    climb(Role::Pursuer)?;
    pace.finish()?;
    let PerRole([rows, columns]) = numberings;
    Ok(Tables {
        row_of: rows.numbers,
        column_of: columns.numbers,
        row_words: row_words(&board),
        evader_wins,
        levels,
    })
}

fn outcomes_board<const C: usize>(
    rules: &Rules,
    moves: &PerRole<Graph>,
    progress: &mut ProgressFn,
) -> Result<Outcomes> {
    let rows = numbering(rules, moves, Role::Evader)?;
    let numberings = PerRole([rows, column_numbering(rules, moves)?]);
    let board = evaders_board::<C>(rules, moves, &numberings)?;
    let positions = square(rules.node_count());
    let mut pace = Pace::new(progress, positions.saturating_mul(2));
    let mut wins = |role| {
        let mut sweep = Sweep::new(&board, role)?;
        sweep.finish(&mut pace)?;
        Ok::<_, Error>(words(sweep.into_attractor()))
    };
    let evader_wins = wins(Role::Evader)?;
    let pursuer_wins = wins(Role::Pursuer)?;
    pace.finish()?;
    let PerRole([rows, columns]) = numberings;
    Ok(Outcomes {
        row_of: rows.numbers,
        column_of: columns.numbers,
        row_words: row_words(&board),
        evader_wins,
        pursuer_wins,
    })
}

/// The board of all positions, rows for the evader's nodes.
fn evaders_board<const C: usize>(
    rules: &Rules,
    moves: &PerRole<Graph>,
    numberings: &PerRole<Numbering>,
) -> Result<Board<C>> {
    let PerRole([rows, columns]) = numberings;
    Board::new(rules, moves, Role::Evader, rows, columns)
}

fn row_words<const C: usize>(board: &Board<C>) -> usize {
    board.chunks() * chunk_bits::<C>() / 64
}

/// The tables as words, by side to move.
fn words<const C: usize, T: Table<C>>(attractor: Attractor<C, T>) -> PerRole<Block<u64>> {
    PerRole([attractor.x.into_words(), attractor.y.into_words()])
}
