//! What the benchmark measures with: the clock, a counting allocator, and tables in Markdown.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The system's allocator, which counts bytes while it is told to: not during timed runs.
pub struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static HELD: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

fn count(change: isize) {
    if COUNTS.load(Relaxed) {
        let held = HELD.fetch_add(change, Relaxed) + change;
        PEAK.fetch_max(held, Relaxed);
    }
}

// SAFETY: every call goes to `System` as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // A block that cannot grow in place is there twice for a moment, and so it is counted.
        count(new_size as isize);
        count(-(layout.size() as isize));
        // SAFETY: the caller's promise.
        unsafe { System.realloc(block, layout, new_size) }
    }
}

/// The most bytes that `work` held at once, beyond what was there before it.
pub fn peak_during<T>(work: impl FnOnce() -> T) -> (T, usize) {
    HELD.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    let result = work();
    COUNTS.store(false, Relaxed);
    (result, PEAK.load(Relaxed).max(0) as usize)
}

/// How often something is run: as often as `time` allows, within `least..=most`.
#[derive(Clone, Copy)]
pub struct Effort {
    pub time: Duration,
    pub least: u32,
    pub most: u32,
}

impl Effort {
    /// Seconds of the fastest run, dropping the result included.
    pub fn best_of<T>(self, mut run: impl FnMut() -> T) -> f64 {
        let begin = Instant::now();
        let mut best = f64::INFINITY;
        for done in 1..=self.most {
            let start = Instant::now();
            drop(black_box(run()));
            best = best.min(start.elapsed().as_secs_f64());
            if done >= self.least && begin.elapsed() >= self.time {
                break;
            }
        }
        best
    }
}

/// Three significant digits.
pub fn figure(value: f64) -> String {
    match value {
        v if v >= 99.95 => format!("{v:.0}"),
        v if v >= 9.995 => format!("{v:.1}"),
        v if v >= 0.9995 => format!("{v:.2}"),
        v if v >= 0.09995 => format!("{v:.3}"),
        v if v >= 0.009995 => format!("{v:.4}"),
        v => format!("{v:.5}"),
    }
}

pub fn milliseconds(seconds: f64) -> String {
    figure(seconds * 1e3)
}

/// A section of the report: a Markdown table whose ratio columns get a geometric mean and a worst.
pub struct Table {
    title: String,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    ratios: Vec<(usize, Vec<f64>)>,
}

impl Table {
    pub fn new(title: impl Into<String>, columns: &[&'static str]) -> Table {
        let ratios = (0..columns.len())
            .filter(|&i| columns[i].starts_with("ratio"))
            .map(|i| (i, Vec::new()))
            .collect();
        Table {
            title: title.into(),
            columns: columns.to_vec(),
            rows: Vec::new(),
            ratios,
        }
    }

    /// Adds a row; a ratio column's cell is filled from `ratios`, in order, and must be left out of `cells`.
    pub fn row(&mut self, cells: Vec<String>, ratios: &[f64]) {
        let mut cells = cells.into_iter();
        let mut row = Vec::new();
        let mut next = 0;
        for column in 0..self.columns.len() {
            if next < self.ratios.len() && self.ratios[next].0 == column {
                self.ratios[next].1.push(ratios[next]);
                row.push(times(ratios[next]));
                next += 1;
            } else {
                row.push(cells.next().expect("a cell for every column"));
            }
        }
        eprintln!("  {}", row.join("  "));
        self.rows.push(row);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table in Markdown, numbers to the right.
    pub fn markdown(&self) -> String {
        let mut rows = self.rows.clone();
        type Summary = fn(&[f64]) -> f64;
        let summaries: [(&str, Summary); 2] =
            [("**geometric mean**", geometric_mean), ("**worst**", least)];
        for (name, summary) in summaries.into_iter().filter(|_| !self.ratios.is_empty()) {
            let mut row = vec![String::new(); self.columns.len()];
            row[0] = name.into();
            for (column, values) in &self.ratios {
                row[*column] = format!("**{}**", times(summary(values)));
            }
            rows.push(row);
        }
        let mut out = format!("### {}\n\n", self.title);
        let _ = writeln!(out, "| {} |", self.columns.join(" | "));
        let rule: Vec<&str> = (0..self.columns.len())
            .map(|i| if i == 0 { "---" } else { "--:" })
            .collect();
        let _ = writeln!(out, "|{}|", rule.join("|"));
        for row in rows {
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        out
    }
}

fn times(ratio: f64) -> String {
    format!("{} ×", figure(ratio))
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|v| v.ln()).sum::<f64>() / values.len() as f64).exp()
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}
