//! The attractor on boards whose rows are one word: the graph has at most 64 nodes, or one side is held to as many.
//!
//! Here a row is a register and the moves on the columns are a bit matrix, so that the steps of [`super`] shrink to a few
//! instructions each. Rows are nodes, in no particular order: nothing is numbered anew, and the moves on the rows are
//! taken as they are, whether they lie in lists or in words. Setting up anything else would take longer than the search.
//!
//! [`rows_win`] and [`columns_win`] search until one position is known to be won, or until nothing more can be.

use crate::bits::{self, BitSet, ones};
use crate::error::Result;
use crate::graph::Graph;
use crate::isa::{self, Isa};
use crate::memory;
use crate::pace::Pace;
use crate::rules::{Outcome, PerRole, Role, Rules};

/// The most columns of a row of one word.
pub(crate) const MOST_COLUMNS: usize = 64;

/// Lines of bits: bit y of line x says that there is a move from x to y.
pub(crate) type Lines = [u64; MOST_COLUMNS];

/// A position by its place on the board.
#[derive(Clone, Copy)]
struct Target {
    row_side_moves: bool,
    row: usize,
    column: usize,
}

impl Target {
    #[inline(always)]
    fn new(row_role: Role, tokens: PerRole<usize>, to_move: Role) -> Target {
        Target {
            row_side_moves: to_move == row_role,
            row: tokens[row_role],
            column: tokens[row_role.opponent()],
        }
    }
}

/// Moves on the rows, forwards or backwards.
trait Moves {
    /// The rows at the other end.
    fn of(&self, row: usize) -> impl Iterator<Item = usize>;
}

impl Moves for Graph {
    #[inline(always)]
    fn of(&self, row: usize) -> impl Iterator<Item = usize> {
        self.successors(row).iter().map(|&other| other as usize)
    }
}

impl Moves for Lines {
    #[inline(always)]
    fn of(&self, row: usize) -> impl Iterator<Item = usize> {
        ones([self[row]])
    }
}

/// Rows that have to be looked at.
trait Marks {
    fn mark(&mut self, row: usize);

    /// Takes the mark off the row that is next.
    fn take(&mut self) -> Option<usize>;
}

/// Marks of up to 64 rows, taken in turn.
struct WordMarks {
    marked: u64,
    last: usize,
}

impl Marks for WordMarks {
    #[inline(always)]
    fn mark(&mut self, row: usize) {
        self.marked |= 1 << row;
    }

    #[inline(always)]
    fn take(&mut self) -> Option<usize> {
        if self.marked == 0 {
            return None;
        }
        let ahead = match self.marked & !0 << self.last {
            0 => self.marked,
            ahead => ahead,
        };
        self.last = ahead.trailing_zeros() as usize;
        self.marked &= !(1 << self.last);
        Some(self.last)
    }
}

/// An order of the rows.
#[derive(Clone, Copy)]
pub(crate) struct Order<'o> {
    /// The rows that matter, in their order.
    pub(crate) rows: &'o [u32],
    /// The place of each node in `rows`. A node without one is never marked.
    pub(crate) ranks: &'o [u32],
}

/// Marks of many rows. The next one is always the first in the order, or they are taken up and down.
struct OrderedMarks<'o> {
    order: Order<'o>,
    marked: BitSet,
    first_always: bool,
    upwards: bool,
    cursor: usize,
}

impl<'o> OrderedMarks<'o> {
    fn new(order: Order<'o>, first_always: bool) -> Result<Self> {
        Ok(OrderedMarks {
            order,
            marked: BitSet::new(order.rows.len())?,
            first_always,
            upwards: true,
            cursor: 0,
        })
    }

    #[inline(always)]
    fn next_rank(&mut self) -> Option<usize> {
        if self.first_always || self.upwards {
            let found = self.marked.next_from(self.cursor);
            if self.first_always || found.is_some() {
                return found;
            }
            self.upwards = false;
        }
        let found = self.marked.last_to(self.cursor);
        if found.is_none() {
            self.upwards = true;
            return self.marked.next_from(self.cursor);
        }
        found
    }
}

impl Marks for OrderedMarks<'_> {
    #[inline(always)]
    fn mark(&mut self, row: usize) {
        let rank = self.order.ranks[row] as usize;
        debug_assert!(rank < self.order.rows.len());
        self.marked.set(rank, true);
        if self.first_always {
            self.cursor = self.cursor.min(rank);
        }
    }

    #[inline(always)]
    fn take(&mut self) -> Option<usize> {
        let rank = self.next_rank()?;
        self.cursor = rank;
        self.marked.set(rank, false);
        Some(self.order.rows[rank] as usize)
    }
}

/// The columns' moves, forwards and backwards, and which columns there are.
struct Columns<'c> {
    all: u64,
    after: &'c [u64],
    before: &'c [u64],
}

/// What is known about S, row by row.
struct Tables<'t> {
    /// Where the game goes on.
    live: &'t [u64],
    /// What S has not won with the row side to move.
    missing: &'t mut [u64],
    /// What S has won with the column side to move.
    won: &'t mut [u64],
}

impl Tables<'_> {
    #[inline(always)]
    fn has_won(&self, target: Target) -> bool {
        let won = match target.row_side_moves {
            true => !self.missing[target.row],
            false => self.won[target.row],
        };
        won >> target.column & 1 != 0
    }
}

/// Whether S, the row side, wins `target`; `None` if that takes more than so many visits to rows.
#[inline(always)]
fn rows_win<I: Isa>(
    columns: &Columns,
    before: &impl Moves,
    tables: &mut Tables,
    marks: &mut impl Marks,
    target: Target,
    visits: usize,
) -> Option<bool> {
    for _ in 0..visits {
        if tables.has_won(target) {
            return Some(true);
        }
        let Some(row) = marks.take() else {
            return Some(false);
        };
        let wanted = tables.live[row] & !tables.won[row];
        if wanted == 0 {
            continue;
        }
        let gained = wanted & !I::product(columns.after, tables.missing[row]);
        if gained == 0 {
            continue;
        }
        tables.won[row] |= gained;
        for row in before.of(row) {
            let new = gained & tables.live[row] & tables.missing[row];
            if new != 0 {
                tables.missing[row] &= !new;
                marks.mark(row);
            }
        }
    }
    None
}

/// Whether S, the column side, wins `target`; `None` if that takes more than so many visits to rows.
#[inline(always)]
fn columns_win<I: Isa>(
    columns: &Columns,
    (after, before): (&impl Moves, &impl Moves),
    tables: &mut Tables,
    marks: &mut impl Marks,
    target: Target,
    visits: usize,
) -> Option<bool> {
    for _ in 0..visits {
        if tables.has_won(target) {
            return Some(true);
        }
        let Some(row) = marks.take() else {
            return Some(false);
        };
        let mut gained = tables.live[row] & tables.missing[row];
        for next in after.of(row) {
            gained &= tables.won[next];
            if gained == 0 {
                break;
            }
        }
        if gained == 0 {
            continue;
        }
        tables.missing[row] &= !gained;
        let new = with_move_into::<I>(columns, gained) & tables.live[row] & !tables.won[row];
        if new != 0 {
            tables.won[row] |= new;
            for row in before.of(row) {
                if tables.live[row] & tables.missing[row] & new != 0 {
                    marks.mark(row);
                }
            }
        }
    }
    None
}

/// The columns with a move into `set`.
#[inline(always)]
fn with_move_into<I: Isa>(columns: &Columns, set: u64) -> u64 {
    const FEW: u32 = 8;
    if set.count_ones() > FEW {
        return I::product(columns.after, set) & columns.all;
    }
    let mut found = 0;
    for column in ones([set]) {
        found |= columns.before[column];
    }
    found
}

/// A game in which both sides have at most 64 nodes.
pub(crate) struct WordBoard {
    /// All nodes.
    nodes: u64,
    /// The legal moves, passing included.
    after: PerRole<Lines>,
    goals: PerRole<u64>,
}

impl WordBoard {
    /// Cat and mouse with the hole on `hole`, which the cat may not enter; nobody may stay. `graph` has n lines.
    #[inline]
    pub(crate) fn cat_mouse(n: usize, graph: Lines, hole: usize) -> WordBoard {
        let goal = 1 << hole;
        let mut board = WordBoard {
            nodes: nodes(n),
            after: PerRole([graph, graph]),
            goals: PerRole([goal, 0]),
        };
        make_legal(&mut board.after[Role::Evader][..n], 0, false);
        make_legal(&mut board.after[Role::Pursuer][..n], goal, false);
        board
    }

    /// The board of `rules` on at most [`MOST_COLUMNS`] nodes.
    pub(crate) fn new(rules: &Rules) -> WordBoard {
        let n = rules.node_count();
        let moves = |role: Role| {
            let mut lines = [0; MOST_COLUMNS];
            for (x, line) in lines[..n].iter_mut().enumerate() {
                for &y in rules.graph(role).successors(x) {
                    *line |= 1 << y;
                }
            }
            let forbidden = rules.forbidden(role).words()[0];
            make_legal(&mut lines[..n], forbidden, rules.may_stay(role));
            lines
        };
        WordBoard {
            nodes: nodes(n),
            after: PerRole([moves(Role::Evader), moves(Role::Pursuer)]),
            goals: PerRole([Role::Evader, Role::Pursuer].map(|role| rules.goals(role).words()[0])),
        }
    }

    /// The outcome of one position.
    pub(crate) fn decide(&self, tokens: PerRole<usize>, to_move: Role) -> Outcome {
        isa::dispatch(Decision {
            board: self,
            tokens,
            to_move,
        })
    }
}

/// The first n nodes.
fn nodes(n: usize) -> u64 {
    u64::MAX.checked_shr((MOST_COLUMNS - n) as u32).unwrap_or(0)
}

/// Takes moves into `forbidden` nodes away, and puts in what a token does that `may_stay` or must pass.
#[inline(always)]
fn make_legal(lines: &mut [u64], forbidden: u64, may_stay: bool) {
    for (x, line) in lines.iter_mut().enumerate() {
        let own = 1 << x;
        *line &= !forbidden | own;
        if may_stay || *line == 0 {
            *line |= own;
        }
    }
}

/// Reads a graph of at most [`MOST_COLUMNS`] nodes in CSR form that has passed all checks.
pub(crate) fn read_csr(row_offsets: &[i32], column_indices: &[i32]) -> Lines {
    isa::dispatch(Read {
        row_offsets,
        column_indices,
    })
}

/// A graph in CSR form becomes lines of bits.
struct Read<'g> {
    row_offsets: &'g [i32],
    column_indices: &'g [i32],
}

impl isa::Work for Read<'_> {
    type Output = Lines;

    #[inline(always)]
    fn run<I: Isa>(self) -> Lines {
        let mut lines = [0; MOST_COLUMNS];
        for (line, ends) in lines.iter_mut().zip(self.row_offsets.windows(2)) {
            let mut bits = 0u64;
            for &column in &self.column_indices[ends[0] as usize..ends[1] as usize] {
                bits |= 1 << (column as u32 % 64);
            }
            *line = bits;
        }
        lines
    }
}

/// Who wins one position of a word's board.
struct Decision<'b> {
    board: &'b WordBoard,
    tokens: PerRole<usize>,
    to_move: Role,
}

impl isa::Work for Decision<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<I: Isa>(self) -> Outcome {
        for role in [Role::Evader, Role::Pursuer] {
            if self.wins::<I>(role) {
                return role.wins();
            }
        }
        Outcome::Draw
    }
}

impl Decision<'_> {
    /// Whether `role` wins the position.
    #[inline(always)]
    fn wins<I: Isa>(&self, role: Role) -> bool {
        let WordBoard {
            nodes,
            after,
            goals,
        } = self.board;
        let (nodes, other) = (*nodes, role.opponent());
        if role == Role::Evader && goals[role] == 0 {
            return false;
        }
        let mut before = after[role];
        bits::transpose(&mut before);
        let n = nodes.count_ones() as usize;
        let (mut live, mut missing, mut won) = ([0; 64], [0; 64], [0; 64]);
        for row in 0..n {
            let is_goal = goals[role] >> row & 1 != 0;
            let begin = Begin::new(role, nodes, is_goal, goals[other], 1 << row);
            live[row] = begin.live;
            won[row] = begin.won[role];
            // The pursuer catches whom it can reach.
            let caught = match role {
                Role::Evader => 0,
                Role::Pursuer => after[role][row] & begin.live,
            };
            missing[row] = nodes & !won[row] & !caught;
        }
        let mut marked = match role {
            Role::Evader => 0,
            Role::Pursuer => nodes,
        };
        for goal in ones([goals[role]]) {
            marked |= before[goal];
            for row in ones([before[goal]]) {
                missing[row] &= !(won[goal] & live[row]);
            }
        }
        let columns = Columns {
            all: nodes,
            after: &after[other][..n.next_multiple_of(8)],
            before: &[],
        };
        let mut tables = Tables {
            live: &live,
            missing: &mut missing,
            won: &mut won,
        };
        let mut marks = WordMarks { marked, last: 0 };
        let target = Target::new(role, self.tokens, self.to_move);
        rows_win::<I>(
            &columns,
            &before,
            &mut tables,
            &mut marks,
            target,
            usize::MAX,
        ) == Some(true)
    }
}

/// What is known of a row before the first step.
struct Begin {
    live: u64,
    won: PerRole<u64>,
}

impl Begin {
    /// The columns are `all`; in this row the tokens meet on those of `meeting`, one or none.
    #[inline(always)]
    fn new(row_role: Role, all: u64, row_is_goal: bool, column_goals: u64, meeting: u64) -> Begin {
        let row_goal = match row_is_goal {
            true => all,
            false => 0,
        };
        let (evader_goal, pursuer_goal) = match row_role {
            Role::Evader => (row_goal, column_goals),
            Role::Pursuer => (column_goals, row_goal),
        };
        Begin {
            live: all & !row_goal & !column_goals & !meeting,
            won: PerRole([
                evader_goal & !meeting,
                pursuer_goal & !evader_goal | meeting,
            ]),
        }
    }
}

/// A board with a row for each node of one side, the free one, and up to 64 columns for the other, which is held to
/// those nodes.
pub(crate) struct Strip<'s> {
    free: Role,
    /// The free side's legal moves, and the same turned round.
    after: &'s Graph,
    before: &'s Graph,
    /// The rows that can be reached.
    rows: &'s [u32],
    rules: &'s Rules,
    /// The column of each node, [`MOST_COLUMNS`] if it has none.
    column_of: Vec<u8>,
    all: u64,
    lines: Lines,
    lines_before: Lines,
    goals: u64,
    live: Vec<u64>,
}

impl<'s> Strip<'s> {
    /// The board on which the opponent of `free` has the nodes `kept`, at most [`MOST_COLUMNS`], and may move among them
    /// as `held` says. `after` and `before` are the free side's moves, `rows` the nodes that it can reach.
    pub(crate) fn new(
        rules: &'s Rules,
        free: Role,
        (after, before): (&'s Graph, &'s Graph),
        rows: &'s [u32],
        held: &Graph,
        kept: &[u32],
    ) -> Result<Strip<'s>> {
        let n = rules.node_count();
        let mut column_of = memory::filled(n, MOST_COLUMNS as u8)?;
        for (column, &x) in kept.iter().enumerate() {
            column_of[x as usize] = column as u8;
        }
        let all = nodes(kept.len());
        let (mut lines, mut goals) = ([0; MOST_COLUMNS], 0);
        for (column, &x) in kept.iter().enumerate() {
            for &y in held.successors(x as usize) {
                lines[column] |= bit(column_of[y as usize]);
            }
            goals |= u64::from(rules.is_goal(free.opponent(), x as usize)) << column;
        }
        let mut lines_before = lines;
        bits::transpose(&mut lines_before);
        let mut strip = Strip {
            free,
            after,
            before,
            rows,
            rules,
            column_of,
            all,
            lines,
            lines_before,
            goals,
            live: memory::filled(n, 0)?,
        };
        for &row in rows {
            strip.live[row as usize] = strip.begin(row).live;
        }
        Ok(strip)
    }

    #[inline(always)]
    fn begin(&self, row: u32) -> Begin {
        let is_goal = self.rules.is_goal(self.free, row as usize);
        let meeting = bit(self.column_of[row as usize]);
        Begin::new(self.free, self.all, is_goal, self.goals, meeting)
    }

    /// The held side's moves.
    #[inline(always)]
    fn columns(&self) -> Columns<'_> {
        Columns {
            all: self.all,
            after: &self.lines,
            before: &self.lines_before,
        }
    }

    /// Whether the held side may stand on `node`.
    pub(crate) fn has_column(&self, node: usize) -> bool {
        usize::from(self.column_of[node]) < MOST_COLUMNS
    }

    /// Whether `role` wins a position; `None` if that takes more than so many visits to rows. Rows are visited in this
    /// `order`, the first one always, or up and down.
    pub(crate) fn wins(
        &self,
        role: Role,
        tokens: PerRole<usize>,
        to_move: Role,
        (order, first_always): (Order, bool),
        visits: usize,
        pace: &mut Pace,
    ) -> Result<Option<bool>> {
        let mut tokens = tokens;
        let held = self.free.opponent();
        tokens[held] = self.column_of[tokens[held]] as usize;
        let n = self.live.len();
        let (mut missing, mut won) = (memory::filled(n, self.all)?, memory::filled(n, 0)?);
        let mut search = StripSearch {
            strip: self,
            role,
            target: Target::new(self.free, tokens, to_move),
            tables: Tables {
                live: &self.live,
                missing: &mut missing,
                won: &mut won,
            },
            marks: OrderedMarks::new(order, first_always)?,
        };
        isa::dispatch(BeginSearch(&mut search));
        let mut left = visits;
        loop {
            let visits = left.min(VISITS);
            let wins = isa::dispatch(GoOn {
                search: &mut search,
                visits,
            });
            left -= visits;
            if wins.is_some() || left == 0 {
                return Ok(wins);
            }
            pace.tick()?;
        }
    }
}

/// Visits between two looks at the clock.
const VISITS: usize = 4096;

/// The bit of a column, none for [`MOST_COLUMNS`].
#[inline(always)]
fn bit(column: u8) -> u64 {
    1u64.checked_shl(column.into()).unwrap_or(0)
}

/// The search for whether a side wins one position of a strip.
struct StripSearch<'s> {
    strip: &'s Strip<'s>,
    role: Role,
    target: Target,
    tables: Tables<'s>,
    marks: OrderedMarks<'s>,
}

/// Puts in the positions that are over, and marks where they matter.
struct BeginSearch<'w, 's>(&'w mut StripSearch<'s>);

impl isa::Work for BeginSearch<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let StripSearch {
            strip,
            role,
            tables,
            marks,
            ..
        } = self.0;
        let columns = strip.columns();
        for &row in strip.rows {
            let over = strip.begin(row).won[*role];
            if over == 0 {
                continue;
            }
            let row = row as usize;
            tables.missing[row] &= !over;
            tables.won[row] |= over;
            if *role == strip.free {
                marks.mark(row);
                for row in strip.before.of(row) {
                    let new = over & tables.live[row] & tables.missing[row];
                    if new != 0 {
                        tables.missing[row] &= !new;
                        marks.mark(row);
                    }
                }
            } else {
                tables.won[row] |= with_move_into::<I>(&columns, over) & tables.live[row];
                for row in strip.before.of(row) {
                    if tables.live[row] != 0 {
                        marks.mark(row);
                    }
                }
            }
        }
    }
}

/// Some visits more; `None` if they have not settled it.
struct GoOn<'w, 's> {
    search: &'w mut StripSearch<'s>,
    visits: usize,
}

impl isa::Work for GoOn<'_, '_> {
    type Output = Option<bool>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<bool> {
        let StripSearch {
            strip,
            role,
            target,
            tables,
            marks,
        } = self.search;
        let columns = strip.columns();
        match *role == strip.free {
            true => rows_win::<I>(&columns, strip.before, tables, marks, *target, self.visits),
            false => {
                let moves = (strip.after, strip.before);
                columns_win::<I>(&columns, moves, tables, marks, *target, self.visits)
            }
        }
    }
}
