//! The graph families of the benchmark: seeded, the same on every machine.
//!
//! Nodes carry the labels that their construction gives them (a path is 0, 1, 2 …; a random tree's labels are random);
//! nobody is helped by sorting them.

/// An undirected graph as the library takes it: CSR, each edge in both rows, rows ascending.
#[derive(Clone)]
pub struct Graph {
    pub n: usize,
    pub row_offsets: Vec<i32>,
    pub column_indices: Vec<i32>,
}

impl Graph {
    /// The simple graph with these edges: repeats and loops are dropped.
    pub fn from_edges(n: usize, edges: &[(usize, usize)]) -> Graph {
        let mut arcs: Vec<(i32, i32)> = Vec::with_capacity(2 * edges.len());
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            arcs.push((a as i32, b as i32));
            arcs.push((b as i32, a as i32));
        }
        arcs.sort_unstable();
        arcs.dedup();
        let mut row_offsets = vec![0i32; n + 1];
        for &(a, _) in &arcs {
            row_offsets[a as usize + 1] += 1;
        }
        for x in 0..n {
            row_offsets[x + 1] += row_offsets[x];
        }
        Graph {
            n,
            row_offsets,
            column_indices: arcs.iter().map(|&(_, b)| b).collect(),
        }
    }

    pub fn neighbours(&self, x: usize) -> &[i32] {
        &self.column_indices[self.row_offsets[x] as usize..self.row_offsets[x + 1] as usize]
    }

    /// The same graph with node `x` called `name[x]`.
    pub fn relabelled(&self, name: &[usize]) -> Graph {
        let edges: Vec<(usize, usize)> = (0..self.n)
            .flat_map(|x| {
                self.neighbours(x)
                    .iter()
                    .map(move |&y| (name[x], name[y as usize]))
            })
            .collect();
        Graph::from_edges(self.n, &edges)
    }

    /// The same graph with the mouse's and the cat's start, `mouse` and `cat`, renamed to 1 and 2. Node 0, the hole,
    /// keeps its name; neither may be it.
    pub fn with_starts(&self, mouse: usize, cat: usize) -> Graph {
        let mut name: Vec<usize> = (0..self.n).collect();
        // Two transpositions: whoever is called 1 (then 2) takes the name that becomes free.
        for (node, wanted) in [(mouse, 1), (cat, 2)] {
            let holder = name
                .iter()
                .position(|&x| x == wanted)
                .expect("every name is in use");
            name[holder] = name[node];
            name[node] = wanted;
        }
        self.relabelled(&name)
    }

    /// The nodes in one component with `x`.
    pub fn component(&self, x: usize) -> Vec<bool> {
        let mut reached = vec![false; self.n];
        let mut stack = vec![x];
        reached[x] = true;
        while let Some(x) = stack.pop() {
            for &y in self.neighbours(x) {
                if !std::mem::replace(&mut reached[y as usize], true) {
                    stack.push(y as usize);
                }
            }
        }
        reached
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// 0..bound.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    pub fn chance(&mut self, p: f64) -> bool {
        ((self.next() >> 11) as f64) < p * (1u64 << 53) as f64
    }

    /// A random order of 0..n (Fisher and Yates).
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

type Edges = Vec<(usize, usize)>;

/// Cop and robber: every family at n = 500 (the grid has 484 nodes, the hypercube 256).
pub fn cop_and_robber() -> Vec<(&'static str, Graph)> {
    let n = 500;
    let mut random = Random::new(2014);
    let random = &mut random;
    vec![
        ("G(500, 1/2)", Graph::from_edges(n, &gnp(n, 0.5, random))),
        ("G(500, 0.05)", Graph::from_edges(n, &gnp(n, 0.05, random))),
        ("complete", Graph::from_edges(n, &clique(0, n))),
        ("path", Graph::from_edges(n, &path(0, n))),
        ("random tree", Graph::from_edges(n, &tree(n, random))),
        (
            "star",
            Graph::from_edges(n, &(1..n).map(|x| (0, x)).collect::<Edges>()),
        ),
        ("22 x 22 grid", Graph::from_edges(22 * 22, &grid(22, 22))),
        ("random dismantlable", dismantlable(n, random)),
        ("interval", Graph::from_edges(n, &interval(n, 0.1, random))),
        ("band of width 30", Graph::from_edges(n, &band(n, 30))),
        (
            "K(250, 250)",
            Graph::from_edges(n, &complete_bipartite(n / 2, n / 2)),
        ),
        (
            "random 20-tree",
            Graph::from_edges(n, &k_tree(n, 20, random)),
        ),
        (
            "cliques on a ring",
            Graph::from_edges(n, &cliques_on_a_ring(25, 20)),
        ),
        (
            "path into a clique",
            Graph::from_edges(n, &[path(0, 251), clique(250, n)].concat()),
        ),
        ("hypercube 2^8", Graph::from_edges(1 << 8, &hypercube(8))),
    ]
}

/// Cat and mouse, n = 50: a random tree and `extra` more edges, a hundred of each.
pub fn small_batches() -> Vec<(&'static str, Vec<Graph>)> {
    [
        ("tree + 10 edges", 10),
        ("tree + 50 edges", 50),
        ("tree + 200 edges", 200),
        ("tree + 600 edges", 600),
    ]
    .into_iter()
    .map(|(name, extra)| {
        let mut random = Random::new(913 + extra as u64);
        (
            name,
            (0..100)
                .map(|_| tree_plus(50, extra, &mut random))
                .collect(),
        )
    })
    .collect()
}

/// Graphs of ten nodes for measuring what a call costs.
pub fn tiny(count: usize) -> Vec<Graph> {
    let mut random = Random::new(10);
    (0..count).map(|_| tree_plus(10, 6, &mut random)).collect()
}

/// The names that [`large`] knows.
pub const LARGE: [&str; 5] = [
    "grid with walls",
    "tree + n/4 edges",
    "2n random edges",
    "ring, chords of 7",
    "ring with a hub",
];

/// Cat and mouse on `n` nodes, one of [`LARGE`].
pub fn large(name: &str, n: usize) -> Graph {
    let mut random = Random::new(n as u64);
    match name {
        // A hole that is walled in is no game: another grid, then.
        "grid with walls" => {
            std::iter::repeat_with(|| Graph::from_edges(n, &grid_with_walls(n, 0.25, &mut random)))
                .find(|graph| {
                    graph
                        .component(0)
                        .iter()
                        .filter(|&&reached| reached)
                        .count()
                        > n / 2
                })
                .expect("most grids will do")
        }
        "tree + n/4 edges" => tree_plus(n, n / 4, &mut random),
        "2n random edges" => {
            let edges: Edges = (0..2 * n)
                .map(|_| (random.below(n), random.below(n)))
                .collect();
            Graph::from_edges(n, &edges)
        }
        "ring, chords of 7" => {
            let edges: Edges = (0..n)
                .flat_map(|x| [(x, (x + 1) % n), (x, (x + 7) % n)])
                .collect();
            Graph::from_edges(n, &edges)
        }
        "ring with a hub" => {
            let rim = n - 1;
            let edges: Edges = (0..rim)
                .flat_map(|x| [(x, (x + 1) % rim), (x, rim)])
                .collect();
            Graph::from_edges(n, &edges)
        }
        _ => unreachable!("no family {name}"),
    }
}

fn gnp(n: usize, p: f64, random: &mut Random) -> Edges {
    let mut edges = Vec::new();
    for x in 0..n {
        edges.extend((x + 1..n).filter(|_| random.chance(p)).map(|y| (x, y)));
    }
    edges
}

/// All pairs within `from..to`.
fn clique(from: usize, to: usize) -> Edges {
    (from..to)
        .flat_map(|x| (x + 1..to).map(move |y| (x, y)))
        .collect()
}

fn path(from: usize, to: usize) -> Edges {
    (from + 1..to).map(|x| (x - 1, x)).collect()
}

/// A uniform random labelled tree, from its Prüfer code.
fn tree(n: usize, random: &mut Random) -> Edges {
    let code: Vec<usize> = (0..n - 2).map(|_| random.below(n)).collect();
    let mut degree = vec![1; n];
    for &x in &code {
        degree[x] += 1;
    }
    let mut leaves: std::collections::BTreeSet<usize> =
        (0..n).filter(|&x| degree[x] == 1).collect();
    let mut edges = Vec::with_capacity(n - 1);
    for &x in &code {
        let leaf = leaves.pop_first().expect("a tree has leaves");
        edges.push((leaf, x));
        degree[x] -= 1;
        if degree[x] == 1 {
            leaves.insert(x);
        }
    }
    edges.push((
        leaves.pop_first().expect("two nodes remain"),
        leaves.pop_first().expect("two nodes remain"),
    ));
    edges
}

/// A random tree with exactly `extra` more edges.
fn tree_plus(n: usize, extra: usize, random: &mut Random) -> Graph {
    let mut edges: std::collections::BTreeSet<(usize, usize)> = tree(n, random)
        .into_iter()
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    let wanted = edges.len() + extra;
    assert!(
        wanted <= n * (n - 1) / 2,
        "{n} nodes have room for {wanted} edges"
    );
    while edges.len() < wanted {
        let (a, b) = (random.below(n), random.below(n));
        if a != b {
            edges.insert((a.min(b), a.max(b)));
        }
    }
    Graph::from_edges(n, &edges.into_iter().collect::<Edges>())
}

fn grid(rows: usize, columns: usize) -> Edges {
    let at = |r: usize, c: usize| r * columns + c;
    let mut edges = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            if c + 1 < columns {
                edges.push((at(r, c), at(r, c + 1)));
            }
            if r + 1 < rows {
                edges.push((at(r, c), at(r + 1, c)));
            }
        }
    }
    edges
}

/// A roughly square grid in which each cell is a wall with chance `walls`; the first `n` free cells, row by row, are
/// the nodes.
fn grid_with_walls(n: usize, walls: f64, random: &mut Random) -> Edges {
    let columns = (n as f64 / (1.0 - walls)).sqrt().round() as usize;
    let mut edges = Vec::new();
    let mut above: Vec<Option<usize>> = vec![None; columns];
    let mut nodes = 0;
    while nodes < n {
        let mut left = None;
        for cell in &mut above {
            let here = (nodes < n && !random.chance(walls)).then_some(nodes);
            if let Some(x) = here {
                edges.extend(
                    [left, *cell]
                        .into_iter()
                        .flatten()
                        .map(|neighbour| (neighbour, x)),
                );
                nodes += 1;
            }
            left = here;
            *cell = here;
        }
    }
    edges
}

/// Each new node is a corner of an older one: it sees that one and a random half of what that one sees, so that the
/// graph can be dismantled by removing the nodes in reverse. One cop wins on it.
fn dismantlable(n: usize, random: &mut Random) -> Graph {
    let mut lists: Vec<Vec<usize>> = vec![Vec::new()];
    let mut edges = Vec::new();
    for x in 1..n {
        let older = random.below(x);
        let mut seen: Vec<usize> = lists[older]
            .iter()
            .copied()
            .filter(|_| random.chance(0.5))
            .collect();
        seen.push(older);
        for &y in &seen {
            lists[y].push(x);
            edges.push((y, x));
        }
        lists.push(seen);
    }
    Graph::from_edges(n, &edges)
}

/// Intervals in the unit line, up to `longest` long; an edge where two meet.
fn interval(n: usize, longest: f64, random: &mut Random) -> Edges {
    let mut unit = || (random.next() >> 11) as f64 / (1u64 << 53) as f64;
    let spans: Vec<(f64, f64)> = (0..n)
        .map(|_| {
            let from = unit();
            (from, from + longest * unit())
        })
        .collect();
    let meet = |a: (f64, f64), b: (f64, f64)| a.0 <= b.1 && b.0 <= a.1;
    (0..n)
        .flat_map(|x| (x + 1..n).map(move |y| (x, y)))
        .filter(|&(x, y)| meet(spans[x], spans[y]))
        .collect()
}

fn band(n: usize, width: usize) -> Edges {
    (0..n)
        .flat_map(|x| (x + 1..n.min(x + width + 1)).map(move |y| (x, y)))
        .collect()
}

fn complete_bipartite(a: usize, b: usize) -> Edges {
    (0..a)
        .flat_map(|x| (a..a + b).map(move |y| (x, y)))
        .collect()
}

/// A random k-tree: from a clique of k + 1 nodes, each new node joins a random clique of k nodes that is there.
fn k_tree(n: usize, k: usize, random: &mut Random) -> Edges {
    let mut edges = clique(0, k + 1);
    let without = |nodes: &[usize], left_out: usize| -> Vec<usize> {
        nodes.iter().copied().filter(|&x| x != left_out).collect()
    };
    let first: Vec<usize> = (0..=k).collect();
    let mut cliques: Vec<Vec<usize>> = first.iter().map(|&x| without(&first, x)).collect();
    for x in k + 1..n {
        let chosen = cliques[random.below(cliques.len())].clone();
        edges.extend(chosen.iter().map(|&y| (y, x)));
        for &y in &chosen {
            let mut fresh = without(&chosen, y);
            fresh.push(x);
            cliques.push(fresh);
        }
    }
    edges
}

/// `count` cliques of `size`, the last node of each joined to the first of the next, all round.
fn cliques_on_a_ring(count: usize, size: usize) -> Edges {
    let n = count * size;
    (0..count)
        .flat_map(|i| {
            let mut edges = clique(i * size, (i + 1) * size);
            edges.push(((i + 1) * size - 1, (i + 1) * size % n));
            edges
        })
        .collect()
}

fn hypercube(dimension: usize) -> Edges {
    (0..1usize << dimension)
        .flat_map(|x| (0..dimension).map(move |bit| (x, x ^ (1 << bit))))
        .filter(|(x, y)| x < y)
        .collect()
}
