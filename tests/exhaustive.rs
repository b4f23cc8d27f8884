//! Every connected graph of a size, every position, both classic games, against the plain oracle and published counts.
//!
//! Seven nodes are part of every test run. Eight (seconds) and nine (minutes) take their graphs from `geng`, which
//! belongs to nauty (Debian's package `nauty`), and run on demand:
//!
//! ```text
//! cargo test --release --test exhaustive -- --ignored --nocapture
//! ```

mod oracle;

use oracle::Side::{Evader, Pursuer};
use oracle::compare::{
    Checked, check_decisions, check_game, check_solution, expect_agreement, role, sample, solve,
    to_game,
};
use oracle::generate::{Random, connected_graphs, from_graph6};
use oracle::{Oracle, Position, Rules};
use pursuit::Outcome;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

type Rows = Vec<Vec<usize>>;

/// Both classic games, and the one in which everyone may wait.
fn check_classic_games(rows: &Rows, check: impl Fn(&Rules) -> Checked) {
    expect_agreement(&Rules::cop_and_robber(rows.clone()), &check);
    expect_agreement(&Rules::classical(rows.clone()), &check);
    for hole in 0..rows.len() {
        expect_agreement(&Rules::cat_and_mouse(rows.clone(), hole), &check);
    }
}

/// Every answer of the solved game, and a few single decisions, which would take most of the time.
fn check_with_few_decisions(rules: &Rules) -> Checked {
    let oracle = Oracle::by_rounds(rules.clone());
    let game = to_game(rules);
    check_solution(&oracle, &game.solve().expect("a solution"))?;
    let some = sample(&mut Random::new(9), rules.node_count(), 5);
    check_decisions(&oracle, &game, some)
}

/// How many of the graphs the cop wins from its best start: when the robber must move, and when it may wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CopWins {
    graphs: usize,
    robber_must_move: usize,
    robber_may_wait: usize,
}

impl CopWins {
    fn count(&mut self, rows: &Rows) {
        let cop_wins = |rules: &Rules| {
            let start = solve(rules).best_start(role(Pursuer)).expect("a start");
            usize::from(start.outcome == Outcome::PursuerWins)
        };
        self.graphs += 1;
        self.robber_must_move += cop_wins(&Rules::cop_and_robber(rows.clone()));
        self.robber_may_wait += cop_wins(&Rules::classical(rows.clone()));
    }

    fn plus(self, other: CopWins) -> CopWins {
        CopWins {
            graphs: self.graphs + other.graphs,
            robber_must_move: self.robber_must_move + other.robber_must_move,
            robber_may_wait: self.robber_may_wait + other.robber_may_wait,
        }
    }
}

/// Connected graphs on 1 to 7 nodes; those that the cop wins when the robber must move, and when it may wait.
const GRAPHS: [usize; 7] = [1, 1, 2, 6, 21, 112, 853];
const ROBBER_MUST_MOVE: [usize; 7] = [1, 1, 2, 6, 20, 106, 787];
const ROBBER_MAY_WAIT: [usize; 7] = [1, 1, 2, 5, 16, 68, 403];

#[test]
fn the_cop_wins_as_many_graphs_of_up_to_7_nodes_as_published() {
    for n in 1..=7 {
        let mut found = CopWins::default();
        connected_graphs(n)
            .iter()
            .for_each(|rows| found.count(rows));
        let published = CopWins {
            graphs: GRAPHS[n - 1],
            robber_must_move: ROBBER_MUST_MOVE[n - 1],
            robber_may_wait: ROBBER_MAY_WAIT[n - 1],
        };
        assert_eq!(found, published, "{n} nodes");
    }
}

#[test]
fn every_position_of_both_classic_games_is_right_on_every_connected_graph_of_7_nodes() {
    for rows in connected_graphs(7) {
        check_classic_games(&rows, check_game);
    }
}

/// Every rule set there is on one and on two nodes: both sides' graphs, stays, goals and forbidden nodes.
#[test]
fn every_position_is_right_under_every_rule_set_on_one_and_two_nodes() {
    for n in 1..=2 {
        let rows = |mask: usize| -> Rows {
            (0..n)
                .map(|x| (0..n).filter(|y| mask >> (x * n + y) & 1 == 1).collect())
                .collect()
        };
        let nodes = |mask: usize| -> Vec<bool> { (0..n).map(|x| mask >> x & 1 == 1).collect() };
        let (graphs, sets) = (1usize << (n * n), 1usize << n);
        for graph_pair in 0..graphs * graphs {
            for marks in 0..4 * sets * sets * sets * sets {
                let set = |place: u32| nodes(marks / 4 / sets.pow(place) % sets);
                let rules = Rules {
                    rows: [rows(graph_pair % graphs), rows(graph_pair / graphs)],
                    stay: [marks & 1 == 1, marks & 2 == 2],
                    goals: [set(0), set(1)],
                    forbidden: [set(2), set(3)],
                };
                expect_agreement(&rules, check_game);
            }
        }
    }
}

/// In a connected undirected graph the cop wins from everywhere or from nowhere.
#[test]
fn one_winning_start_makes_every_start_win_in_a_connected_undirected_graph() {
    for rows in (1..=6).flat_map(connected_graphs) {
        let n = rows.len();
        let solution = solve(&Rules::cop_and_robber(rows.clone()));
        let winning = (0..n)
            .filter_map(|cop| solution.answer_to(cop, role(Pursuer)).expect("a node"))
            .filter(|start| start.outcome == Outcome::PursuerWins)
            .count();
        assert!(
            winning == 0 || winning == n,
            "{winning} winning starts on {rows:?}"
        );
    }
}

/// One cop wins the classical game exactly on the dismantlable graphs: those that can be taken down to one node by
/// removing, again and again, a node whose closed neighbourhood lies within another's (Nowakowski, Winkler; Quilliot).
fn is_dismantlable(rows: &Rows) -> bool {
    let n = rows.len();
    let mut left: Vec<usize> = (0..n).collect();
    let sees = |x: usize, y: usize| x == y || rows[x].contains(&y);
    let is_covered = |left: &[usize], x: usize| {
        left.iter()
            .any(|&cover| cover != x && left.iter().all(|&y| !sees(x, y) || sees(cover, y)))
    };
    while let Some(place) = (0..left.len()).find(|&place| is_covered(&left, left[place])) {
        left.remove(place);
    }
    left.len() == 1
}

#[test]
fn the_cop_wins_the_classical_game_exactly_on_dismantlable_graphs() {
    for rows in (1..=7).flat_map(connected_graphs) {
        let start = solve(&Rules::classical(rows.clone()))
            .best_start(role(Pursuer))
            .expect("a start");
        assert_eq!(
            start.outcome == Outcome::PursuerWins,
            is_dismantlable(&rows),
            "{rows:?}"
        );
    }
}

/// Cat and mouse with the mouse to move from every three distinct nodes (hole, mouse, cat).
#[derive(Debug, Default, PartialEq, Eq)]
struct CatAndMouse {
    draws: usize,
    mouse: usize,
    cat: usize,
    /// The mouse's wins without the starts in which the cat has only the hole beside it, and so passes.
    mouse_where_the_cat_can_move: usize,
}

impl CatAndMouse {
    fn count(n: usize) -> CatAndMouse {
        let mut found = CatAndMouse::default();
        for rows in connected_graphs(n) {
            for hole in 0..n {
                let solution = solve(&Rules::cat_and_mouse(rows.clone(), hole));
                for (mouse, cat) in (0..n).flat_map(|mouse| (0..n).map(move |cat| (mouse, cat))) {
                    if mouse == cat || mouse == hole || cat == hole {
                        continue;
                    }
                    let cat_passes = rows[cat] == [hole];
                    match solution
                        .outcome(mouse, cat, role(Evader))
                        .expect("a position")
                    {
                        Outcome::Draw => found.draws += 1,
                        Outcome::PursuerWins => found.cat += 1,
                        Outcome::EvaderWins => {
                            found.mouse += 1;
                            found.mouse_where_the_cat_can_move += usize::from(!cat_passes);
                        }
                    }
                }
            }
        }
        found
    }
}

#[test]
fn cat_and_mouse_on_every_connected_graph_of_5_and_6_nodes_ends_as_often_each_way_as_counted() {
    let counted = |draws, mouse, cat, mouse_where_the_cat_can_move| CatAndMouse {
        draws,
        mouse,
        cat,
        mouse_where_the_cat_can_move,
    };
    assert_eq!(CatAndMouse::count(5), counted(6, 936, 318, 882));
    assert_eq!(CatAndMouse::count(6), counted(159, 9925, 3356, 9585));
}

/// The smallest draw: five nodes, the mouse on 1, the cat on 2, the hole on 0.
#[test]
fn no_game_of_cat_and_mouse_on_fewer_than_5_nodes_is_a_draw() {
    for n in 3..5 {
        assert_eq!(CatAndMouse::count(n).draws, 0, "{n} nodes");
    }
    let smallest = vec![vec![2], vec![2, 3], vec![0, 1, 4], vec![1, 4], vec![2, 3]];
    let solution = solve(&Rules::cat_and_mouse(smallest, 0));
    let at = Position::new(1, 2, Evader);
    let outcome = solution.outcome(at.evader, at.pursuer, role(at.to_move));
    assert_eq!(outcome, Ok(Outcome::Draw));
}

/// nauty's generator of connected graphs, one part of its output: Debian's name for it, then everyone else's.
fn geng(n: usize, part: usize, parts: usize) -> Child {
    ["nauty-geng", "geng"]
        .iter()
        .find_map(|name| {
            Command::new(name)
                .args(["-cq", &n.to_string(), &format!("{part}/{parts}")])
                .stdout(Stdio::piped())
                .spawn()
                .ok()
        })
        .expect("geng, of nauty, on the path")
}

/// Checks everything on every connected graph of n nodes, and counts what the cop wins.
fn check_all_that_geng_finds(n: usize) -> CopWins {
    let parts = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let check_part = move |part: usize| {
        let mut child = geng(n, part, parts);
        let mut found = CopWins::default();
        for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
            let rows = from_graph6(&line.expect("a line"));
            check_classic_games(&rows, check_with_few_decisions);
            found.count(&rows);
        }
        assert!(child.wait().expect("an end").success(), "geng failed");
        found
    };
    let workers: Vec<_> = (0..parts)
        .map(|part| std::thread::spawn(move || check_part(part)))
        .collect();
    workers
        .into_iter()
        .map(|worker| worker.join().expect("a part without a difference"))
        .fold(CopWins::default(), CopWins::plus)
}

#[test]
#[ignore = "takes a while and needs nauty's geng"]
fn every_position_of_both_classic_games_is_right_on_every_connected_graph_of_8_nodes() {
    let found = check_all_that_geng_finds(8);
    println!("8 nodes: {found:?}");
    let counts = [found.graphs, found.robber_must_move, found.robber_may_wait];
    assert_eq!(counts, [11_117, 9989, 3791]);
}

#[test]
#[ignore = "takes long and needs nauty's geng"]
fn every_position_of_both_classic_games_is_right_on_every_connected_graph_of_9_nodes() {
    let found = check_all_that_geng_finds(9);
    println!("9 nodes: {found:?}");
    let counts = [found.graphs, found.robber_must_move, found.robber_may_wait];
    assert_eq!(counts, [261_080, 227_432, 65_561]);
}
