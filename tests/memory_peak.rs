//! What a call says beforehand that it will take, beside what it asks of the allocator.
#![allow(unsafe_code)]

mod oracle;

use oracle::generate::{Random, tree};
use oracle::{Rules, compare::to_game, families};
use pursuit::{Error, Game, Role};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// The system's allocator, which counts.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to `System` as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), SeqCst) + layout.size();
        PEAK.fetch_max(held, SeqCst);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), SeqCst);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` asked for at its peak, beyond what was there before.
fn peak_of<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = HELD.load(SeqCst);
    PEAK.store(before, SeqCst);
    let result = work();
    (result, (PEAK.load(SeqCst) - before) as u64)
}

fn tree_with_shortcuts(n: usize) -> Vec<Vec<usize>> {
    let random = &mut Random::new(n as u64);
    let mut rows = tree(random, n);
    for _ in 0..n / 4 {
        let (x, y) = (random.below(n), random.below(n));
        rows[x].push(y);
        rows[y].push(x);
    }
    rows
}

fn games() -> Vec<(String, Game)> {
    let mut games = Vec::new();
    for n in [1000, 1025, 1100, 1448, 1449, 1800, 2100] {
        let rules = Rules::cat_and_mouse(tree_with_shortcuts(n), 0);
        games.push((
            format!("a tree of {n} nodes with shortcuts"),
            to_game(&rules),
        ));
    }
    let grid = Rules::cop_and_robber(families::grid(30, 35));
    games.push(("a grid".to_owned(), to_game(&grid)));
    games
}

/// Every position is over at once, and what the levels gain first is all of them.
fn goals_everywhere() -> (String, Game) {
    let mut rows = vec![Vec::new(); 1025];
    let random = &mut Random::new(1025);
    for _ in 0..4 * rows.len() {
        let (x, y) = (random.below(rows.len()), random.below(rows.len()));
        rows[x].push(y);
        rows[y].push(x);
    }
    let mut goals = Rules::cat_and_mouse(rows, 0);
    goals.goals[0].fill(true);
    ("goals everywhere".to_owned(), to_game(&goals))
}

// One test: the count is the whole process's.
#[test]
fn a_call_asks_for_no_more_than_it_says_and_than_it_may() {
    for (what, mut game) in games().into_iter().chain([goals_everywhere()]) {
        for threads in [1, 2, 16] {
            game.set_threads(threads);
            let estimate = game.memory_estimate();
            let (solution, peak) = peak_of(|| game.solve().expect("a solution"));
            let longest = [Role::Evader, Role::Pursuer].map(|role| solution.summary(role).longest);
            assert!(longest.iter().flatten().all(|&plies| plies < 255), "{what}");
            assert!(
                peak <= estimate && 2 * estimate <= 3 * peak,
                "{what}, {threads} threads: {peak} bytes, {estimate} announced"
            );
        }
    }
    for (what, mut game) in games() {
        let n = game.rules().node_count();
        let decide = |game: &Game, at: usize| {
            let (evader, pursuer) = (1 + at * (n - 2) / 9, n - 1 - at);
            game.decide(evader, pursuer, Role::Evader)
        };
        game.set_memory_limit(Some(1));
        let refused = |at| matches!(decide(&game, at), Err(Error::NoMemory { .. }));
        assert!((0..9).any(refused), "{what}: nothing is refused");
        // Half a megabyte does for attempts on words, not for every whole board.
        for limit in [500_000, 50_000_000] {
            game.set_memory_limit(Some(limit));
            for at in 0..9 {
                let (outcome, peak) = peak_of(|| decide(&game, at));
                assert!(peak <= limit, "{what}: {peak} bytes, {limit} allowed");
                let may_be_refused = limit < 50_000_000;
                assert!(outcome.is_ok() || may_be_refused, "{what}: {outcome:?}");
            }
        }
    }
}
