//! Games to test with: every small connected graph, and seeded random rule sets of every kind.

use super::families;
use super::{Rules, SIDES};

/// The splitmix64 generator of Steele, Lea and Flood: small, and good enough to pick test cases.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Runs `case` on `count` generators with seeds of their own. A failing case prints its seed;
/// `PURSUIT_SEED=<that number>` in the environment runs it alone, `PURSUIT_CASES=<k>` runs k times as many cases.
pub fn campaign(count: u64, mut case: impl FnMut(&mut Random)) {
    let number = |name: &str| -> Option<u64> {
        let text = std::env::var(name).ok()?;
        Some(
            text.parse()
                .unwrap_or_else(|_| panic!("{name} is {text:?}, not a number")),
        )
    };
    if let Some(seed) = number("PURSUIT_SEED") {
        eprintln!("only the case with PURSUIT_SEED={seed}");
        return case(&mut Random::new(seed));
    }
    for index in 0..count * number("PURSUIT_CASES").unwrap_or(1) {
        let seed = Random::new(index).next();
        let _reporter = SeedReporter(seed);
        case(&mut Random::new(seed));
    }
}

/// Names the seed of the case at work when it panics, wherever the panic starts.
struct SeedReporter(u64);

impl Drop for SeedReporter {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("to replay this case alone: PURSUIT_SEED={}", self.0);
        }
    }
}

/// Every connected graph on `n` ≤ 7 nodes, one of each kind up to isomorphism.
///
/// A connected graph has a node whose removal leaves it connected, so each is one on n - 1 nodes with a node added.
/// Graphs are masks of edges; a new one is kept, and all its renumberings are struck off.
pub fn connected_graphs(n: usize) -> Vec<Vec<Vec<usize>>> {
    assert!(
        (1..=7).contains(&n),
        "{n} nodes are too few or too many for this method"
    );
    let edges = |mask: u32, n: usize| {
        pairs(n)
            .into_iter()
            .enumerate()
            .filter(move |(bit, _)| mask >> bit & 1 == 1)
            .map(|(_, pair)| pair)
    };
    connected_masks(n)
        .into_iter()
        .map(|mask| families::undirected(n, edges(mask, n)))
        .collect()
}

/// The pairs of nodes below n in the order of their bits; those of n - 1 nodes come first.
fn pairs(n: usize) -> Vec<(usize, usize)> {
    (0..n).flat_map(|y| (0..y).map(move |x| (x, y))).collect()
}

fn connected_masks(n: usize) -> Vec<u32> {
    if n == 1 {
        return vec![0];
    }
    let pairs = pairs(n);
    let bit_of = |x: usize, y: usize| {
        pairs
            .iter()
            .position(|&pair| pair == (x.min(y), x.max(y)))
            .expect("a pair of nodes")
    };
    let renumberings: Vec<Vec<usize>> = permutations(n)
        .into_iter()
        .map(|to| pairs.iter().map(|&(x, y)| bit_of(to[x], to[y])).collect())
        .collect();
    let first_new_bit = pairs.len() - (n - 1);
    let mut seen = vec![false; 1 << pairs.len()];
    let mut found = Vec::new();
    for smaller in connected_masks(n - 1) {
        for neighbours in 1u32..1 << (n - 1) {
            let mask = smaller | neighbours << first_new_bit;
            if seen[mask as usize] {
                continue;
            }
            found.push(mask);
            for renumbered in &renumberings {
                let image: u32 = (0..pairs.len())
                    .filter(|&bit| mask >> bit & 1 == 1)
                    .map(|bit| 1 << renumbered[bit])
                    .sum();
                seen[image as usize] = true;
            }
        }
    }
    found
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    permutations(n - 1)
        .into_iter()
        .flat_map(|shorter| {
            (0..n).map(move |place| {
                let mut longer = shorter.clone();
                longer.insert(place, n - 1);
                longer
            })
        })
        .collect()
}

/// A random graph on n nodes of a random kind: sparse or dense, directed or not, with loops, isolated nodes,
/// repetitions and unsorted rows, or a structure with a few arcs more.
pub fn graph(random: &mut Random, n: usize) -> Vec<Vec<usize>> {
    let mut rows = match random.below(8) {
        0 => families::path(n),
        1 if n >= 3 => families::cycle(n),
        2 => families::directed_cycle(n),
        3 => tree(random, n),
        4 if n >= 4 => {
            let width = 2 + random.below(3).min(n / 2 - 1);
            let mut rows = families::grid(n / width, width);
            rows.resize(n, Vec::new());
            rows
        }
        _ => vec![Vec::new(); n],
    };
    let arcs = match random.below(6) {
        0 => 0,
        1 => n / 2,
        2 => n,
        3 => 2 * n,
        4 => random.below(n * n + 1),
        _ => random.below(5),
    };
    let one_way = random.chance(50);
    for _ in 0..arcs {
        let (x, y) = (random.below(n), random.below(n));
        rows[x].push(y);
        if !one_way {
            rows[y].push(x);
        }
    }
    let loops = random.pick(&[0, 0, 0, 10, 50, 100]);
    let isolated = random.pick(&[0, 0, 0, 0, 10, 40]);
    for x in 0..n {
        if random.chance(isolated) {
            rows[x].clear();
            rows.iter_mut().for_each(|row| row.retain(|&y| y != x));
        }
        if random.chance(loops) {
            rows[x].push(x);
        } else if loops == 0 {
            rows[x].retain(|&y| y != x);
        }
    }
    if random.chance(20) {
        for row in &mut rows {
            let repeated: Vec<usize> = row.iter().copied().filter(|_| random.chance(50)).collect();
            row.extend(repeated);
        }
    }
    rows.iter_mut().for_each(|row| random.shuffle(row));
    if random.chance(70) {
        renumbered(random, rows)
    } else {
        rows
    }
}

/// A random tree: each node hangs on an earlier one.
pub fn tree(random: &mut Random, n: usize) -> Vec<Vec<usize>> {
    let reach = random.pick(&[1, 2, 5, n]);
    families::undirected(n, (1..n).map(|x| (x - 1 - random.below(reach.min(x)), x)))
}

/// The same graph with its nodes numbered at random.
pub fn renumbered(random: &mut Random, rows: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut to: Vec<usize> = (0..rows.len()).collect();
    random.shuffle(&mut to);
    let mut moved = vec![Vec::new(); rows.len()];
    for (x, row) in rows.into_iter().enumerate() {
        moved[to[x]] = row.into_iter().map(|y| to[y]).collect();
    }
    moved
}

/// A random rule set on n nodes: one graph or one for each side, goals of both, forbidden nodes, staying or not.
pub fn rules(random: &mut Random, n: usize) -> Rules {
    let mut rules = Rules::on(graph(random, n));
    for side in SIDES {
        if random.chance(30) {
            rules.rows[side as usize] = graph(random, n);
        }
        rules.stay[side as usize] = random.chance(40);
        for nodes in [&mut rules.goals, &mut rules.forbidden] {
            let percent = random.pick(&[0, 0, 0, 3, 10, 30, 100]);
            // A node or two on graphs where a percentage would mean none or many.
            let few = if random.chance(30) {
                1 + random.below(2)
            } else {
                0
            };
            // All of them is a special case of its own, worth a try now and then.
            let percent = if percent == 100 && random.chance(80) {
                0
            } else {
                percent
            };
            nodes[side as usize] = (0..n).map(|_| random.chance(percent)).collect();
            for _ in 0..few {
                nodes[side as usize][random.below(n)] = true;
            }
        }
    }
    rules
}

/// Reads a graph in nauty's graph6 format, up to 62 nodes.
pub fn from_graph6(line: &str) -> Vec<Vec<usize>> {
    let bytes: Vec<usize> = line.bytes().map(|byte| usize::from(byte) - 63).collect();
    let n = bytes[0];
    let bits = bytes[1..]
        .iter()
        .flat_map(|six| (0..6).rev().map(move |bit| six >> bit & 1 == 1));
    let edges = pairs(n).into_iter().zip(bits).filter(|&(_, on)| on);
    families::undirected(n, edges.map(|(pair, _)| pair))
}
