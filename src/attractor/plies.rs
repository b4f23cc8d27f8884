//! Cop and robber ply by ply, until the cop has a corner that wins against every answer.
//!
//! Both tokens move on the same streets, on at most 512 corners: rows are one chunk, and the moves are a bit matrix. The cop
//! may also wait. Positions and steps are those of [`super`], S is the cop: `x` with the robber to move, `y` with the cop to
//! move. They are taken level by level, as [`super::levels`] does it.
//!
//! # Turning the tables
//! A level costs a visit to each row that has gained something, however much it is. On a path all robbers on one side of a
//! cop are lost to him at the same level: with rows for the robber's corners that is hundreds of visits for one column, with
//! rows for the cop's corners it is a single one. On sparse graphs, on the other hand, the robber's step is cheap where it
//! goes across rows, and dear inside them, where it goes from bit to bit. So the search begins with the robber's corners for
//! rows and counts the visits that the other way would have saved. When these would have paid for it, it exchanges rows and
//! columns of its tables, and with them the two ways of taking each step, and goes on; it may turn back in the same way.
//! What is gained at which level does not depend on it.
//!
//! # Eight at a time
//! Neighbours often have numbers in a row. Eight of them that fill a byte of a set are one step of a union or an
//! intersection, if that of their rows is at hand: for streets it is worked out once, for `y` at each level.

use crate::bits::{self, Chunk, ones};
use crate::error::Result;
use crate::isa::{self, Isa};
use crate::matrix::{self, Streets};
use crate::memory::{self, Budget};
use crate::tables::Levels;
use crate::threads::Crew;

/// Plies to capture with the robber to move, where they are fewer than the cop's best corner needs.
#[derive(Debug)]
pub(crate) struct Plies {
    corners: usize,
    /// What was found with the robber's corners for rows, and what was found with the cop's. A table is made when it is
    /// needed.
    found: [Option<Levels>; 2],
}

impl Plies {
    /// With the robber and the cop on these corners; `None` if it is not known.
    pub(crate) fn get(&self, robber: usize, cop: usize) -> Option<u32> {
        let [by_robber, by_cop] = &self.found;
        let get = |found: &Option<Levels>, row: usize, column: usize| {
            found.as_ref()?.get(row * self.corners + column)
        };
        match robber == cop {
            true => Some(0),
            false => get(by_robber, robber, cop).or_else(|| get(by_cop, cop, robber)),
        }
    }

    /// Writes the level of what `x` has gained.
    #[inline(always)]
    fn write<I: Isa, const C: usize>(
        &mut self,
        by_cop: bool,
        gains: &Gains<C>,
        level: u32,
    ) -> Result<()> {
        // Where the tokens meet, everybody knows.
        if level == 0 || bits::is_empty(&gains.rows) {
            return Ok(());
        }
        let found = &mut self.found[usize::from(by_cop)];
        if found.is_none() {
            *found = Some(Levels::new(
                self.corners * self.corners,
                &mut Crew::alone(),
            )?);
        }
        let Some(levels) = found else { return Ok(()) };
        levels.make_room_for(level, &mut Budget::new(None), &mut Crew::alone())?;
        let mut entries = levels.parts();
        for row in ones(gains.rows) {
            for (word, &bits) in gains.bits[row].iter().enumerate() {
                entries.set_all_by::<I>(row * self.corners + word * 64, bits, level);
            }
        }
        Ok(())
    }
}

/// Finds the corner from which the cop, to move, needs the fewest plies wherever the robber is, the lowest one among equals;
/// `None` where he has none.
pub(crate) fn best_corner<const C: usize>(streets: &Streets) -> Result<Option<(usize, Plies)>> {
    let mut search = Search::<C>::new(streets)?;
    let corner = isa::dispatch(&mut search)?;
    Ok(corner.map(|corner| (corner, search.plies)))
}

/// What a table has gained at one level.
struct Gains<const C: usize> {
    /// For each row; rows that have gained nothing may hold anything.
    bits: Vec<Chunk<C>>,
    /// The rows and the columns that have gained something.
    rows: Chunk<C>,
    columns: Chunk<C>,
}

impl<const C: usize> Gains<C> {
    #[inline(always)]
    fn clear(&mut self) {
        (self.rows, self.columns) = ([0; C], [0; C]);
    }

    #[inline(always)]
    fn add(&mut self, row: usize, bits: Chunk<C>) {
        self.bits[row] = bits;
        self.rows[row / 64] |= 1 << (row % 64);
        self.columns = bits::or(&self.columns, &bits);
    }
}

struct Search<'s, const C: usize> {
    /// The corners that exist.
    all: Chunk<C>,
    /// The streets: the robber's moves, and the cop's but for waiting.
    after: &'s [Chunk<C>],
    before: &'s [Chunk<C>],
    /// Where the rows that stand for eight begin in `before`, as their union, and in `y`, as their intersection.
    eights: usize,
    /// Whether the robber's step is much shorter with these; only then are they kept in `y`.
    has_eights: bool,
    /// Whether the cop's corners are the rows.
    by_cop: bool,
    x: Vec<Chunk<C>>,
    y: Vec<Chunk<C>>,
    /// What they have gained at this level.
    x_new: Gains<C>,
    y_new: Gains<C>,
    /// What `x` gains at the next level.
    next: Gains<C>,
    /// For each of the robber's corners, a row of `y` that left nothing to gain: it will mostly do so again.
    spoilers: Vec<u16>,
    /// Visits to rows that would have been fewer had the tables been turned.
    wasted: usize,
    plies: Plies,
}

impl<'s, const C: usize> Search<'s, C> {
    fn new(streets: &'s Streets) -> Result<Self> {
        let n = streets.corners();
        let eights = n.next_multiple_of(8);
        // Both tables begin with the positions where the tokens meet.
        let mut all = [0; C];
        let mut met = memory::filled(eights + eights / 8, [0; C])?;
        for x in 0..n {
            all[x / 64] |= 1 << (x % 64);
            met[x][x / 64] = 1 << (x % 64);
        }
        let gains = || -> Result<Gains<C>> {
            Ok(Gains {
                bits: memory::copied(&met[..n])?,
                rows: all,
                columns: all,
            })
        };
        let mut spoilers = memory::with_capacity(n)?;
        spoilers.extend((0..n).map(|x| streets.streets_from(x).next().unwrap_or(x) as u16));
        Ok(Search {
            all,
            after: streets.after(),
            before: streets.before(),
            eights,
            has_eights: streets.has_eights(),
            by_cop: false,
            x: memory::copied(&met[..n])?,
            x_new: gains()?,
            y_new: gains()?,
            next: gains()?,
            y: met,
            spoilers,
            wasted: 0,
            plies: Plies {
                corners: n,
                found: [None, None],
            },
        })
    }

    /// The lowest column in which the cop has won everything with himself to move.
    #[inline(always)]
    fn full_column(&self) -> Option<usize> {
        if self.by_cop {
            return ones(self.y_new.rows).find(|&cop| self.y[cop] == self.all);
        }
        let mut full = self.all;
        for row in &self.y[..self.x.len()] {
            full = bits::and(&full, row);
            if bits::is_empty(&full) {
                return None;
            }
        }
        ones(full).next()
    }

    /// Whether anything has come to be won at this level.
    #[inline(always)]
    fn has_gained(&self) -> bool {
        !bits::is_empty(&bits::or(&self.x_new.rows, &self.y_new.rows))
    }

    /// Goes on to the next level.
    #[inline(always)]
    fn advance<I: Isa>(&mut self, level: u32) -> Result<()> {
        self.plies.write::<I, C>(self.by_cop, &self.x_new, level)?;
        // The robber's step reads `y` as it stands at this level.
        self.every::<I>();
        self.some::<I>();
        std::mem::swap(&mut self.x_new, &mut self.next);
        Ok(())
    }

    /// Whether rows and columns have gained so unequally that turning the tables is worth its while: then the count begins
    /// anew.
    #[inline(always)]
    fn turning_pays(&mut self) -> bool {
        let count = |x: &Chunk<C>, y: &Chunk<C>| (bits::count(x) + bits::count(y)) as usize;
        let rows = count(&self.x_new.rows, &self.y_new.rows);
        let columns = count(&self.x_new.columns, &self.y_new.columns);
        self.wasted = (self.wasted + rows).saturating_sub(4 * columns);
        let pays = self.wasted > 4 * self.x.len();
        if pays {
            self.wasted = 0;
        }
        pays
    }

    /// The robber's step: what `x` gains at the next level now that `y` has gained.
    #[inline(always)]
    fn every<I: Isa>(&mut self) {
        self.next.clear();
        if self.by_cop {
            for cop in ones(self.y_new.rows) {
                let mut wanted = bits::and_not(&self.all, &self.x[cop]);
                let new = self.y_new.bits[cop];
                if bits::count(&new) <= FEW {
                    wanted = self.with_move_into::<I>(&new, &wanted);
                }
                let missing = bits::and_not(&self.all, &self.y[cop]);
                let blocked = self.with_move_into::<I>(&missing, &wanted);
                self.gain(cop, bits::and_not(&wanted, &blocked));
            }
            return;
        }
        if self.has_eights {
            self.intersect_eights(self.y_new.rows);
        }
        for robber in ones(self.before_any(ones(self.y_new.rows), &self.all)) {
            let mut wanted = bits::and_not(&self.all, &self.x[robber]);
            let spoiler = self.spoilers[robber] as usize;
            if bits::is_empty(&bits::and(&wanted, &self.y[spoiler])) {
                continue;
            }
            let moves = self.after[robber];
            let spoiler = match self.has_eights {
                true => self.intersect(matrix::by_eights(moves, self.eights), &mut wanted),
                false => self.intersect(ones(moves), &mut wanted),
            };
            match spoiler {
                Some(spoiler) => self.spoilers[robber] = spoiler as u16,
                None => self.gain(robber, wanted),
            }
        }
    }

    /// Takes out of `wanted` what is not in all these rows of `y`; gives the one that left nothing.
    #[inline(always)]
    fn intersect(&self, rows: impl Iterator<Item = usize>, wanted: &mut Chunk<C>) -> Option<usize> {
        for row in rows {
            *wanted = bits::and(wanted, &self.y[row]);
            if bits::is_empty(wanted) {
                return Some(row);
            }
        }
        None
    }

    /// Brings the rows of `y` that stand for eight of which some have changed up to date.
    #[inline(always)]
    fn intersect_eights(&mut self, changed: Chunk<C>) {
        for (word, rows) in changed.into_iter().enumerate() {
            for byte in 0..8 {
                let first = word * 64 + byte * 8;
                if rows >> (8 * byte) & 0xff != 0 {
                    let eight = self.y[first..first + 8].iter();
                    self.y[self.eights + first / 8] =
                        eight.fold([!0; C], |all, row| bits::and(&all, row));
                }
            }
        }
    }

    #[inline(always)]
    fn gain(&mut self, row: usize, bits: Chunk<C>) {
        if !bits::is_empty(&bits) {
            self.x[row] = bits::or(&self.x[row], &bits);
            self.next.add(row, bits);
        }
    }

    /// The cop's step: what `y` gains at the next level now that `x` has gained. He may wait.
    #[inline(always)]
    fn some<I: Isa>(&mut self) {
        self.y_new.clear();
        let rows = match self.by_cop {
            true => bits::or(
                &self.x_new.rows,
                &self.before_any(ones(self.x_new.rows), &self.all),
            ),
            false => self.x_new.rows,
        };
        for row in ones(rows) {
            let wanted = bits::and_not(&self.all, &self.y[row]);
            let mut found = [0; C];
            if self.by_cop {
                let moves = bits::or(&self.after[row], &bits::single(row));
                for after in ones(bits::and(&moves, &self.x_new.rows)) {
                    found = bits::or(&found, &self.x_new.bits[after]);
                    if bits::is_empty(&bits::and_not(&wanted, &found)) {
                        break;
                    }
                }
            } else {
                let new = &self.x_new.bits[row];
                found = bits::or(new, &self.with_move_into::<I>(new, &wanted));
            }
            let new = bits::and(&found, &wanted);
            if !bits::is_empty(&new) {
                self.y[row] = bits::or(&self.y[row], &new);
                self.y_new.add(row, new);
            }
        }
    }

    /// The corners with a street to one of these; when all the `wanted` ones are found, the rest may be missing.
    #[inline(always)]
    fn before_any(&self, corners: impl Iterator<Item = usize>, wanted: &Chunk<C>) -> Chunk<C> {
        let mut found = [0; C];
        for corner in corners {
            found = bits::or(&found, &self.before[corner]);
            if bits::is_empty(&bits::and_not(wanted, &found)) {
                break;
            }
        }
        found
    }

    /// Those of the corners `wanted` with a street into `set`.
    #[inline(always)]
    fn with_move_into<I: Isa>(&self, set: &Chunk<C>, wanted: &Chunk<C>) -> Chunk<C> {
        let mut found = [0; C];
        let (in_set, in_wanted) = (bits::count(set), bits::count(wanted));
        if C == 1 && I::HAS_PRODUCT && in_set.min(in_wanted) > FEW {
            found[0] = I::product(self.after.as_flattened(), set[0]);
        } else if in_set <= in_wanted {
            found = match in_set > FEW {
                true => self.before_any(matrix::by_eights(*set, self.eights), wanted),
                false => self.before_any(ones(*set), wanted),
            };
        } else {
            for corner in ones(*wanted) {
                if !bits::is_empty(&bits::and(&self.after[corner], set)) {
                    found[corner / 64] |= 1 << (corner % 64);
                }
            }
        }
        bits::and(&found, wanted)
    }

    /// Exchanges rows and columns.
    #[inline(always)]
    fn turn(&mut self) {
        self.by_cop = !self.by_cop;
        for table in [&mut self.x, &mut self.y] {
            let rows = self.next.bits.len();
            self.next.bits.copy_from_slice(&table[..rows]);
            matrix::transpose(&self.next.bits, &mut table[..rows]);
        }
        for gains in [&mut self.x_new, &mut self.y_new] {
            for (row, bits) in gains.bits.iter_mut().enumerate() {
                if !bits::has(&gains.rows, row) {
                    *bits = [0; C];
                }
            }
            std::mem::swap(&mut gains.rows, &mut gains.columns);
            matrix::transpose(&gains.bits, &mut self.next.bits);
            std::mem::swap(&mut gains.bits, &mut self.next.bits);
        }
        self.intersect_eights(self.all);
    }
}

/// So many bits are followed one by one.
const FEW: u32 = 8;

impl<const C: usize> isa::Work for &mut Search<'_, C> {
    type Output = Result<Option<usize>>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Self::Output {
        let mut level = 0;
        while self.has_gained() {
            if let Some(cop) = self.full_column() {
                return Ok(Some(cop));
            }
            self.advance::<I>(level)?;
            level += 1;
            if self.turning_pays() {
                self.turn();
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::by_width;
    use crate::game::Game;
    use crate::graph::Graph;
    use crate::isa::InstructionSet;
    use crate::rules::Role;

    type Arcs = Vec<(usize, usize)>;

    /// Ways that can be taken in both directions.
    fn two_way(ways: impl Iterator<Item = (usize, usize)>) -> Arcs {
        ways.flat_map(|(a, b)| [(a, b), (b, a)]).collect()
    }

    fn path(from: usize, to: usize) -> Arcs {
        two_way((from + 1..to).map(|x| (x - 1, x)))
    }

    fn clique(from: usize, to: usize) -> Arcs {
        two_way((from..to).flat_map(|x| (from..x).map(move |y| (x, y))))
    }

    /// A search that turns its tables after every so many levels.
    struct Turning<'a, 's, const C: usize>(&'a mut Search<'s, C>, u32);

    impl<const C: usize> isa::Work for Turning<'_, '_, C> {
        type Output = Result<Option<usize>>;

        #[inline(always)]
        fn run<I: Isa>(self) -> Self::Output {
            let mut level = 0;
            while self.0.has_gained() {
                if let Some(cop) = self.0.full_column() {
                    return Ok(Some(cop));
                }
                self.0.advance::<I>(level)?;
                level += 1;
                if level % self.1 == 0 {
                    self.0.turn();
                }
            }
            Ok(None)
        }
    }

    /// The best corner, and what is found on the way; tables are turned after every so many levels, or when that pays.
    fn search<const C: usize>(
        n: usize,
        matrix: &[u8],
        turns: Option<u32>,
    ) -> (Option<usize>, Plies) {
        let streets = Streets::read::<C>(n, &|x| &matrix[x * n..][..n]).unwrap();
        let mut search = Search::<C>::new(&streets).unwrap();
        let corner = match turns {
            None => isa::dispatch(&mut search),
            Some(levels) => isa::dispatch(Turning(&mut search, levels)),
        };
        (corner.unwrap(), search.plies)
    }

    fn matrix(n: usize, arcs: &[(usize, usize)]) -> Vec<u8> {
        let mut matrix = vec![0; n * n];
        arcs.iter().for_each(|&(x, y)| matrix[x * n + y] = 1);
        matrix
    }

    /// Compares every distance and the best corner with what the general engine finds.
    fn check(n: usize, arcs: &[(usize, usize)]) {
        let matrix = matrix(n, arcs);
        let mut game = Game::new(Graph::from_matrix(n, &matrix, n).unwrap()).unwrap();
        game.rules_mut().allow_stay(Role::Pursuer, true);
        let solution = game.solve().unwrap();
        let plies = |robber, cop, to_move| {
            let distance = solution.tables.distance(robber, cop, to_move);
            distance.unwrap_or(u32::MAX)
        };
        let worst = |cop| (0..n).map(|robber| plies(robber, cop, Role::Pursuer)).max();
        let least = (0..n).map(|cop| (worst(cop).unwrap(), cop)).min().unwrap();
        for set in [
            InstructionSet::Baseline,
            InstructionSet::Avx2,
            InstructionSet::Avx512,
        ] {
            for turns in [None, Some(1), Some(2), Some(5)] {
                if !set.force() {
                    continue;
                }
                let case = || format!("{n} corners {arcs:?}, {set:?}, {turns:?}");
                let (corner, found) = by_width!(n, search(n, &matrix, turns));
                assert_eq!(
                    corner,
                    (least.0 < u32::MAX).then_some(least.1),
                    "{}",
                    case()
                );
                for (robber, cop) in (0..n * n).map(|place| (place / n, place % n)) {
                    let distance = plies(robber, cop, Role::Evader);
                    let expected = (distance < least.0 || robber == cop).then_some(distance);
                    assert_eq!(
                        found.get(robber, cop),
                        expected,
                        "{robber} {cop}, {}",
                        case()
                    );
                }
            }
        }
    }

    #[test]
    fn games_are_solved_exactly_whenever_the_tables_are_turned() {
        let mut state = 1_u64;
        let mut below = |bound: usize| {
            // Steele and Vigna's step of a linear generator.
            state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            (state >> 33) as usize % bound
        };
        let sizes = match cfg!(miri) {
            true => vec![9, 66],
            false => vec![
                1, 2, 3, 4, 5, 6, 7, 8, 9, 63, 64, 65, 71, 72, 127, 129, 200, 257,
            ],
        };
        for n in sizes {
            for round in 0..if cfg!(miri) { 3 } else { 12 } {
                // A tree, a path or a row of cliques, with some streets more, and names mixed up or not.
                let mut arcs: Arcs = match round % 3 {
                    0 => two_way((1..n).map(|x| (below(x), x)).collect::<Arcs>().into_iter()),
                    1 => path(0, n),
                    _ => (0..n / 8)
                        .flat_map(|x| clique(x * 8, n.min(x * 8 + 17)))
                        .collect(),
                };
                arcs.extend(
                    (0..below(n / 4 + 2))
                        .map(|_| (below(n), below(n)))
                        .collect::<Arcs>(),
                );
                for _ in 0..n * (round % 2) {
                    let (a, b) = (below(n), below(n));
                    let swap = |x| {
                        if x == a {
                            b
                        } else if x == b {
                            a
                        } else {
                            x
                        }
                    };
                    arcs.iter_mut()
                        .for_each(|arc| *arc = (swap(arc.0), swap(arc.1)));
                }
                check(n, &arcs);
            }
        }
    }

    #[test]
    fn tables_are_turned_where_that_pays() {
        let turns = |n, arcs: &[(usize, usize)]| {
            let (_, found) = by_width!(n, search(n, &matrix(n, arcs), None));
            found.found.map(|levels| levels.is_some())
        };
        // All robbers on one side of a cop are lost at once.
        assert_eq!(turns(90, &path(0, 90)), [true, true]);
        assert_eq!(
            turns(110, &[path(0, 60), clique(59, 110)].concat()),
            [true, true]
        );
        // On a bushy tree there is little to be saved.
        assert_eq!(
            turns(50, &two_way((1..50).map(|x| (x / 7, x)))),
            [true, false]
        );
    }
}
