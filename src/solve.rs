//! From a game to its solution, or to one position's outcome.

use crate::arena::{Board, Numbering};
use crate::attractor::{Cells, Levels as Attractor, Record, Run};
use crate::bits::{BitSet, Tiles, chunk_bits};
use crate::error::{Error, Result};
use crate::game::{Game, ProgressFn};
use crate::graph::Graph;
use crate::memory;
use crate::pace::Pace;
use crate::rules::{Outcome, PerRole, Role, Rules};
use crate::solution::Solution;
use crate::tables::{Levels, Tables};

/// Solves `game`: outcome and distance of every position.
pub(crate) fn solve(game: &Game, progress: &mut ProgressFn) -> Result<Solution> {
    let needed = memory_estimate(game)?;
    if let Some(limit) = game.memory_limit().filter(|&limit| needed > limit) {
        return Err(Error::NoMemory {
            bytes: needed,
            limit: Some(limit),
        });
    }
    let rules = game.rules();
    let moves = legal_moves(rules)?;
    let tables = match rules.node_count() {
        0..=64 => solve_board::<1>(rules, &moves, progress),
        65..=128 => solve_board::<2>(rules, &moves, progress),
        129..=256 => solve_board::<4>(rules, &moves, progress),
        257..=512 => solve_board::<8>(rules, &moves, progress),
        _ => solve_board::<1>(rules, &moves, progress),
    }?;
    let copies =
        |sets: [&BitSet; 2]| Ok::<_, Error>(PerRole([sets[0].try_clone()?, sets[1].try_clone()?]));
    Ok(Solution {
        moves,
        goals: copies([rules.goals(Role::Evader), rules.goals(Role::Pursuer)])?,
        forbidden: copies([
            rules.forbidden(Role::Evader),
            rules.forbidden(Role::Pursuer),
        ])?,
        tables,
    })
}

fn legal_moves(rules: &Rules) -> Result<PerRole<Graph>> {
    Ok(PerRole([
        rules.legal_moves(Role::Evader)?,
        rules.legal_moves(Role::Pursuer)?,
    ]))
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

fn solve_board<const C: usize>(
    rules: &Rules,
    moves: &PerRole<Graph>,
    progress: &mut ProgressFn,
) -> Result<Tables> {
    let numberings = numberings(rules, moves)?;
    let board = Board::<C>::new(
        rules,
        moves,
        &numberings[Role::Evader],
        &numberings[Role::Pursuer],
    )?;
    let n = rules.node_count();
    let positions = n * n;
    let mut pace = Pace::new(progress, 2 * positions as u64);
    let mut levels = PerRole([Levels::new(positions)?, Levels::new(positions)?]);

    let evader = run(&board, Role::Evader, &mut levels, &mut pace)?;
    let evader_wins = PerRole([words(evader.tables().0)?, words(evader.tables().1)?]);
    drop(evader);
    run(&board, Role::Pursuer, &mut levels, &mut pace)?;
    pace.finish()?;

    let PerRole([rows, columns]) = numberings;
    Ok(Tables {
        row_of: rows.numbers,
        column_of: columns.numbers,
        row_words: C * board.chunks(),
        evader_wins,
        levels,
    })
}

/// Runs one side's attractor to its end, widening the distances when they outgrow their width.
fn run<'a, const C: usize>(
    board: &'a Board<C>,
    role: Role,
    levels: &mut PerRole<Levels>,
    pace: &mut Pace,
) -> Result<Attractor<'a, C>> {
    let mut attractor = Attractor::new(board, role)?;
    let columns = levels[Role::Evader].len() / board.rows();
    loop {
        let [x, y] = &mut levels.0;
        let run = match (x, y) {
            (Levels::Byte(x), Levels::Byte(y)) => {
                attractor.run(&mut Record { x, y, columns }, pace)
            }
            (Levels::Short(x), Levels::Short(y)) => {
                attractor.run(&mut Record { x, y, columns }, pace)
            }
            (Levels::Long(x), Levels::Long(y)) => {
                attractor.run(&mut Record { x, y, columns }, pace)
            }
            _ => unreachable!("both sides' distances are widened together"),
        }?;
        if run == Run::Done {
            return Ok(attractor);
        }
        levels.0.iter_mut().try_for_each(Levels::widen)?;
    }
}

fn words<const C: usize>(cells: &Cells<C>) -> Result<Vec<u64>> {
    let mut words = memory::with_capacity(cells.words().len() * C)?;
    cells
        .words()
        .for_each(|chunk| words.extend_from_slice(&chunk));
    Ok(words)
}

/// The outcome of one position.
pub(crate) fn decide(
    game: &Game,
    evader: usize,
    pursuer: usize,
    to_move: Role,
    progress: &mut ProgressFn,
) -> Result<Outcome> {
    solve(game, progress)?.outcome(evader, pursuer, to_move)
}

/// The bytes that solving takes at its peak while distances stay under 255.
pub(crate) fn memory_estimate(game: &Game) -> Result<u64> {
    let n = game.rules().node_count() as u64;
    let _ = (Tiles::<1>::bytes(1, 1, 1), chunk_bits::<1>());
    Ok(n.saturating_mul(n).saturating_mul(4))
}
