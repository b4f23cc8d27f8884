//! Published results, and ones that two independent programs have found, through the Rust API.

mod oracle;

use oracle::compare::to_graph;
use oracle::families;
use pursuit::{Game, Graph, Outcome, Role, Solution};

type Rows = Vec<Vec<usize>>;

/// Cop and robber as in BOI 2014: the cop goes first and may wait, the robber must move.
fn cop_and_robber(rows: &Rows) -> Solution {
    let mut game = Game::new(to_graph(rows)).expect("a game");
    game.rules_mut().allow_stay(Role::Pursuer, true);
    verified(&game)
}

fn verified(game: &Game) -> Solution {
    let solution = game.solve().expect("a solution");
    assert_eq!(solution.verify(&mut |_| true), Ok(()));
    solution
}

/// Plies from the cop's best start, `None` when no start forces capture.
fn capture_time(rows: &Rows) -> Option<u32> {
    let best = cop_and_robber(rows)
        .best_start(Role::Pursuer)
        .expect("a start");
    (best.outcome == Outcome::PursuerWins).then(|| best.distance.expect("a win has a distance"))
}

/// Plies from each of the cop's starts.
fn capture_times(rows: &Rows) -> Vec<Option<u32>> {
    let solution = cop_and_robber(rows);
    (0..rows.len())
        .map(|cop| {
            let start = solution
                .answer_to(cop, Role::Pursuer)
                .expect("a node")
                .expect("a start");
            match start.outcome {
                Outcome::PursuerWins => start.distance,
                Outcome::Draw => None,
                Outcome::EvaderWins => panic!("the robber has no goal to win on"),
            }
        })
        .collect()
}

#[test]
fn a_lone_corner_is_a_win_at_once() {
    assert_eq!(capture_time(&vec![vec![]]), Some(0));
}

#[test]
fn complete_graphs_stars_and_wheels_take_one_ply() {
    for n in 2..=12 {
        assert_eq!(capture_time(&families::complete(n)), Some(1), "K{n}");
        assert_eq!(capture_time(&families::star(n)), Some(1), "star of {n}");
    }
    for spokes in 3..=12 {
        assert_eq!(
            capture_time(&families::wheel(spokes)),
            Some(1),
            "wheel with {spokes} spokes"
        );
    }
}

#[test]
fn fewest_counts_plies_and_not_the_cops_moves() {
    // On the path 0-2-1 the cop in the middle needs one ply; at an end one move of its own too, but two plies.
    let path = vec![vec![2], vec![2], vec![0, 1]];
    let best = cop_and_robber(&path)
        .best_start(Role::Pursuer)
        .expect("a start");
    assert_eq!((best.pursuer, best.distance), (2, Some(1)));
    assert_eq!(capture_times(&path), [Some(2), Some(2), Some(1)]);
}

#[test]
fn among_cycles_only_the_triangle_and_the_square_are_the_cops() {
    assert_eq!(capture_time(&families::cycle(3)), Some(1));
    assert_eq!(capture_time(&families::cycle(4)), Some(3));
    for n in 5..=20 {
        assert_eq!(capture_time(&families::cycle(n)), None, "C{n}");
    }
}

#[test]
fn complete_bipartite_graphs_take_three_plies() {
    for (a, b) in (2..6).flat_map(|a| (2..6).map(move |b| (a, b))) {
        assert_eq!(
            capture_time(&families::complete_bipartite(a, b)),
            Some(3),
            "K{a},{b}"
        );
    }
}

#[test]
fn the_robber_escapes_on_petersen_cube_and_dodecahedron() {
    for rows in [
        families::petersen(),
        families::hypercube(3),
        families::dodecahedron(),
    ] {
        assert_eq!(capture_time(&rows), None, "{} nodes", rows.len());
    }
}

#[test]
fn hypercubes_are_the_cops_up_to_dimension_two() {
    let times: Vec<_> = (1..=6)
        .map(|dimension| capture_time(&families::hypercube(dimension)))
        .collect();
    assert_eq!(times, [Some(1), Some(3), None, None, None, None]);
}

#[test]
fn grids_take_twice_the_halves_of_their_sides_less_one() {
    for (m, n) in (2..=8).flat_map(|m| (2..=8).map(move |n| (m, n))) {
        let plies = 2 * (m / 2 + n / 2) - 1;
        assert_eq!(
            capture_time(&families::grid(m, n)),
            Some(plies as u32),
            "{m} x {n}"
        );
    }
}

#[test]
fn paths_of_up_to_12_and_of_500_take_as_long_as_published() {
    let times: Vec<_> = (1..=12)
        .map(|n| capture_time(&families::path(n)).expect("a win"))
        .collect();
    assert_eq!(times, [0, 1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 10]);

    let times = capture_times(&families::path(500));
    assert_eq!(times.iter().min(), Some(&Some(498)));
    assert_eq!(times.iter().max(), Some(&Some(996)));
}

#[test]
fn king_graphs_take_as_long_as_published() {
    let times: Vec<_> = (1..=8)
        .map(|k| capture_time(&families::king(k)).expect("a win"))
        .collect();
    assert_eq!(times, [0, 1, 1, 3, 3, 5, 5, 7]);
}

#[test]
fn in_a_directed_graph_some_starts_win_and_some_do_not() {
    let rows = vec![vec![1, 3], vec![2], vec![1], vec![0]];
    assert_eq!(capture_times(&rows), [Some(2), None, None, Some(4)]);
}

#[test]
fn a_disconnected_graph_is_never_the_cops() {
    let rows = families::side_by_side(families::path(2), &families::path(3));
    assert_eq!(capture_times(&rows), [None; 5]);
    assert_eq!(capture_times(&vec![vec![], vec![]]), [None; 2]);
}

#[test]
fn the_cop_waits_for_the_robber_on_a_one_way_ring() {
    for n in 3..=20 {
        let plies = 2 * (n - 2);
        assert_eq!(
            capture_time(&families::directed_cycle(n)),
            Some(plies as u32),
            "{n} nodes"
        );
    }
}

#[test]
fn a_loop_at_every_corner_makes_the_classical_game() {
    // The square is the robber's there; on the path of four the cop needs two moves, the robber waits in between.
    assert_eq!(
        capture_time(&families::with_loops(families::cycle(4))),
        None
    );
    assert_eq!(
        capture_time(&families::with_loops(families::path(4))),
        Some(3)
    );
    let mut game = Game::new(to_graph(&families::path(4))).expect("a game");
    game.rules_mut().allow_stay(Role::Pursuer, true);
    game.rules_mut().allow_stay(Role::Evader, true);
    assert_eq!(
        verified(&game)
            .best_start(Role::Pursuer)
            .expect("a start")
            .distance,
        Some(3)
    );
}

#[test]
fn a_cop_that_may_not_wait_loses_the_square() {
    let game = Game::new(to_graph(&families::cycle(4))).expect("a game");
    let start = verified(&game).best_start(Role::Pursuer).expect("a start");
    assert_eq!(start.outcome, Outcome::Draw);
}

#[test]
fn a_cop_next_to_the_robber_catches_it_and_does_not_stay_because_all_is_won() {
    let solution = cop_and_robber(&families::complete(3));
    let value = solution.probe(1, 0, Role::Pursuer).expect("a position");
    assert_eq!((value.distance, value.best_move), (Some(1), Some(1)));
}

/// LeetCode 913: the hole is 0, the mouse starts on 1 and moves first, the cat on 2.
fn cat_and_mouse(rows: &[&[usize]]) -> (Outcome, Option<u32>) {
    let mut game = Game::new(Graph::from_adjacency(rows).expect("a graph")).expect("a game");
    game.rules_mut()
        .set_goal(Role::Evader, 0, true)
        .expect("a node");
    game.rules_mut()
        .set_forbidden(Role::Pursuer, 0, true)
        .expect("a node");
    let value = verified(&game)
        .probe(1, 2, Role::Evader)
        .expect("a position");
    assert_eq!(game.decide(1, 2, Role::Evader), Ok(value.outcome));
    (value.outcome, value.distance)
}

const DRAW: (Outcome, Option<u32>) = (Outcome::Draw, None);

fn mouse_in(plies: u32) -> (Outcome, Option<u32>) {
    (Outcome::EvaderWins, Some(plies))
}

fn cat_in(plies: u32) -> (Outcome, Option<u32>) {
    (Outcome::PursuerWins, Some(plies))
}

#[test]
fn leetcodes_own_examples_and_the_smallest_games_end_as_published() {
    assert_eq!(
        cat_and_mouse(&[&[2, 5], &[3], &[0, 4, 5], &[1, 4, 5], &[2, 3], &[0, 2, 3]]),
        DRAW
    );
    assert_eq!(cat_and_mouse(&[&[1, 3], &[0], &[3], &[0, 2]]), mouse_in(1));
    assert_eq!(cat_and_mouse(&[&[1, 2], &[0, 2], &[0, 1]]), mouse_in(1));
    assert_eq!(cat_and_mouse(&[&[2], &[2], &[0, 1]]), cat_in(1));
    assert_eq!(
        cat_and_mouse(&[&[2], &[2, 3], &[0, 1, 4], &[1, 4], &[2, 3]]),
        DRAW
    );
}

#[test]
fn a_search_cut_off_after_2n_moves_would_call_these_wins_draws() {
    let mouse_wins: &[&[usize]] = &[
        &[5, 7, 9],
        &[3, 4, 5, 6],
        &[3, 4, 5, 8],
        &[1, 2, 6, 7],
        &[1, 2, 5, 7, 9],
        &[0, 1, 2, 4, 8],
        &[1, 3, 7, 8],
        &[0, 3, 4, 6, 8],
        &[2, 5, 6, 7, 9],
        &[0, 4, 8],
    ];
    assert_eq!(cat_and_mouse(mouse_wins), mouse_in(21));
    let cat_wins: &[&[usize]] = &[
        &[7],
        &[2, 6, 8, 9],
        &[1, 4, 5, 6, 7],
        &[4, 5, 7],
        &[2, 3, 5, 8],
        &[2, 3, 4, 7],
        &[1, 2, 9],
        &[0, 2, 3, 5, 9],
        &[1, 4, 9],
        &[1, 6, 7, 8],
    ];
    assert_eq!(cat_and_mouse(cat_wins), cat_in(22));
    let cat_wins: &[&[usize]] = &[
        &[3],
        &[4, 5, 6],
        &[5, 6],
        &[0, 6, 7],
        &[1, 6, 7],
        &[1, 2, 7],
        &[1, 2, 3, 4],
        &[3, 4, 5],
    ];
    assert_eq!(cat_and_mouse(cat_wins), cat_in(16));
}

#[test]
fn a_search_cut_off_after_n_plus_1_rounds_or_that_calls_its_own_path_a_draw_would_miss_this_win() {
    let rows: &[&[usize]] = &[
        &[5, 6],
        &[3, 4],
        &[6],
        &[1, 4, 5],
        &[1, 3, 5],
        &[0, 3, 4, 6],
        &[0, 2, 5],
    ];
    assert_eq!(cat_and_mouse(rows), cat_in(8));
}

#[test]
fn the_cat_takes_40_plies_on_eleven_nodes() {
    let rows: &[&[usize]] = &[
        &[3],
        &[7, 8, 9, 10],
        &[4, 7, 9],
        &[0, 8, 9, 10],
        &[2, 5, 6, 9],
        &[4, 6, 8],
        &[4, 5, 8, 9],
        &[1, 2, 8],
        &[1, 3, 5, 6, 7, 10],
        &[1, 2, 3, 4, 6],
        &[1, 3, 8],
    ];
    assert_eq!(cat_and_mouse(rows), cat_in(40));
}

#[test]
fn the_cat_takes_133_plies_on_fifty_nodes_with_a_long_tail() {
    let head: [&[usize]; 16] = [
        &[3],
        &[12, 13, 14],
        &[8, 9, 10, 11],
        &[0, 5, 6, 11, 13, 14],
        &[8, 9, 12],
        &[3, 9, 10, 14],
        &[3],
        &[8, 9],
        &[2, 4, 7, 9, 15],
        &[2, 4, 5, 7, 8, 11],
        &[2, 5, 13],
        &[2, 3, 9, 12],
        &[1, 4, 11, 13],
        &[1, 3, 10, 12, 14],
        &[1, 3, 5, 13],
        &[8, 16],
    ];
    let mut rows: Rows = head.iter().map(|row| row.to_vec()).collect();
    rows.extend((16..=48).map(|x| vec![x - 1, x + 1]));
    rows.push(vec![48]);
    let rows: Vec<&[usize]> = rows.iter().map(Vec::as_slice).collect();
    assert_eq!(cat_and_mouse(&rows), cat_in(133));
}

#[test]
fn the_hole_does_not_count_among_the_cats_moves_and_the_cat_may_not_enter_it() {
    assert_eq!(
        cat_and_mouse(&[&[2, 3], &[2, 3], &[0, 1], &[0, 1]]),
        mouse_in(3)
    );
    assert_eq!(
        cat_and_mouse(&[&[2, 4], &[2, 3], &[0, 1], &[1, 4], &[0, 3]]),
        mouse_in(5)
    );
}

/// LeetCode 1728: a grid with walls, jumps in the four directions that stop at a wall, food that both want. Nodes are
/// the cells that are no wall.
fn cat_and_mouse_two(grid: &[&str], cat_jump: usize, mouse_jump: usize) -> (Outcome, Option<u32>) {
    let cells: Vec<(usize, usize)> = (0..grid.len())
        .flat_map(|r| (0..grid[r].len()).map(move |c| (r, c)))
        .filter(|&(r, c)| grid[r].as_bytes()[c] != b'#')
        .collect();
    let node = |r: usize, c: usize| cells.iter().position(|&cell| cell == (r, c));
    let find = |letter: u8| {
        let cell = cells
            .iter()
            .position(|&(r, c)| grid[r].as_bytes()[c] == letter);
        cell.expect("a letter that the grid has")
    };
    let jumps = |longest: usize| {
        let from = |&(r, c): &(usize, usize)| {
            let mut row = Vec::new();
            for (down, right) in [(0, 1), (0, usize::MAX), (1, 0), (usize::MAX, 0)] {
                let (mut r, mut c) = (r, c);
                for _ in 0..longest {
                    (r, c) = (r.wrapping_add(down), c.wrapping_add(right));
                    match node(r, c) {
                        Some(y) => row.push(y),
                        None => break,
                    }
                }
            }
            row
        };
        to_graph(&cells.iter().map(from).collect::<Rows>())
    };
    let mut game = Game::new(jumps(cat_jump)).expect("a game");
    let rules = game.rules_mut();
    rules
        .set_graph(Role::Evader, jumps(mouse_jump))
        .expect("a graph of the same size");
    for role in [Role::Evader, Role::Pursuer] {
        rules.allow_stay(role, true);
        rules.set_goal(role, find(b'F'), true).expect("a node");
    }
    let value = verified(&game)
        .probe(find(b'M'), find(b'C'), Role::Evader)
        .expect("a position");
    assert_eq!(
        game.decide(find(b'M'), find(b'C'), Role::Evader),
        Ok(value.outcome)
    );
    (value.outcome, value.distance)
}

#[test]
fn cat_and_mouse_two_ends_as_in_leetcodes_examples() {
    assert_eq!(
        cat_and_mouse_two(&["####F", "#C...", "M...."], 1, 2),
        mouse_in(5)
    );
    assert_eq!(cat_and_mouse_two(&["M.C...F"], 1, 4), mouse_in(3));
    assert_eq!(
        cat_and_mouse_two(&["C...#", "...#F", "....#", "M...."], 2, 5),
        DRAW
    );
    let maze = [
        "C#......", "M..####.", "###.....", "....####", ".####...", "......#.", "#######.",
        "F.......",
    ];
    assert_eq!(cat_and_mouse_two(&maze, 1, 1), mouse_in(75));
    let room = ["..F..", "#....", "#.#..", ".....", "C.#..", "#M..."];
    assert_eq!(cat_and_mouse_two(&room, 2, 2), mouse_in(7));
}
