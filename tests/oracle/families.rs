//! Graphs with a name, as lists of successors; undirected where not said otherwise.

/// The undirected graph with these edges.
pub fn undirected(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let mut rows = vec![Vec::new(); n];
    for (x, y) in edges {
        rows[x].push(y);
        rows[y].push(x);
    }
    rows
}

pub fn path(n: usize) -> Vec<Vec<usize>> {
    undirected(n, (1..n).map(|x| (x - 1, x)))
}

/// A cycle of n ≥ 3 nodes.
pub fn cycle(n: usize) -> Vec<Vec<usize>> {
    undirected(n, (0..n).map(|x| (x, (x + 1) % n)))
}

/// A cycle of one-way streets.
pub fn directed_cycle(n: usize) -> Vec<Vec<usize>> {
    (0..n).map(|x| vec![(x + 1) % n]).collect()
}

pub fn complete(n: usize) -> Vec<Vec<usize>> {
    (0..n)
        .map(|x| (0..n).filter(|&y| y != x).collect())
        .collect()
}

pub fn complete_bipartite(a: usize, b: usize) -> Vec<Vec<usize>> {
    undirected(a + b, (0..a).flat_map(|x| (a..a + b).map(move |y| (x, y))))
}

/// Node 0 joined to n - 1 others.
pub fn star(n: usize) -> Vec<Vec<usize>> {
    undirected(n, (1..n).map(|x| (0, x)))
}

/// A star whose tips form a cycle: a hub and `spokes` ≥ 3 others.
pub fn wheel(spokes: usize) -> Vec<Vec<usize>> {
    let rim = (0..spokes).map(|x| (1 + x, 1 + (x + 1) % spokes));
    undirected(spokes + 1, (1..=spokes).map(|x| (0, x)).chain(rim))
}

/// An m × n grid; node `row * n + column`.
pub fn grid(m: usize, n: usize) -> Vec<Vec<usize>> {
    let across = (0..m).flat_map(|r| (1..n).map(move |c| (r * n + c - 1, r * n + c)));
    let down = (1..m).flat_map(|r| (0..n).map(move |c| (r * n + c - n, r * n + c)));
    undirected(m * n, across.chain(down))
}

/// A k × k board on which a king moves.
pub fn king(k: usize) -> Vec<Vec<usize>> {
    (0..k * k)
        .map(|x| {
            (0..k * k)
                .filter(|&y| y != x && (x / k).abs_diff(y / k) <= 1 && (x % k).abs_diff(y % k) <= 1)
                .collect()
        })
        .collect()
}

pub fn hypercube(dimension: usize) -> Vec<Vec<usize>> {
    (0..1 << dimension)
        .map(|x: usize| (0..dimension).map(|bit| x ^ (1 << bit)).collect())
        .collect()
}

/// The generalised Petersen graph: an outer cycle of n nodes, an inner one in steps of k, spokes between them.
pub fn generalised_petersen(n: usize, k: usize) -> Vec<Vec<usize>> {
    let outer = (0..n).map(|x| (x, (x + 1) % n));
    let spokes = (0..n).map(|x| (x, n + x));
    let inner = (0..n).map(|x| (n + x, n + (x + k) % n));
    undirected(2 * n, outer.chain(spokes).chain(inner))
}

pub fn petersen() -> Vec<Vec<usize>> {
    generalised_petersen(5, 2)
}

pub fn dodecahedron() -> Vec<Vec<usize>> {
    generalised_petersen(10, 2)
}

/// Every node with a loop of its own, so that a token may stay there.
pub fn with_loops(mut rows: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    for (x, row) in rows.iter_mut().enumerate() {
        row.push(x);
    }
    rows
}

/// The two graphs side by side, the second one's nodes numbered after the first's.
pub fn side_by_side(mut first: Vec<Vec<usize>>, second: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let shift = first.len();
    first.extend(
        second
            .iter()
            .map(|row| row.iter().map(|y| y + shift).collect()),
    );
    first
}

/// Two one-way rings that share node 0: the evader's graph with `evader` nodes on its ring, the pursuer's with
/// `pursuer` nodes. Neither token has a choice.
pub fn two_rings(evader: usize, pursuer: usize) -> [Vec<Vec<usize>>; 2] {
    let n = evader + pursuer - 1;
    let ring = |nodes: Vec<usize>| {
        let mut rows = vec![Vec::new(); n];
        for (step, &x) in nodes.iter().enumerate() {
            rows[x].push(nodes[(step + 1) % nodes.len()]);
        }
        rows
    };
    let pursuers_own = std::iter::once(0).chain(evader..n);
    [ring((0..evader).collect()), ring(pursuers_own.collect())]
}
