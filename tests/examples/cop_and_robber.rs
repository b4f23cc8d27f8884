//! Cop and robber: one-way streets, waiting, a graph for each side, and inputs for the grader.

use std::process::Command;

use super::oracle::families;
use super::oracle::generate::Random;
use super::oracle::{Oracle, Position, Rules, Side, Value};
use super::support::{Link, library, program};
use super::{Rows, json, plies, prints, random_arcs, random_edges, run, words};

#[test]
fn one_way_streets_tells_which_starts_win_and_what_two_way_streets_change() {
    let published = vec![vec![1, 3], vec![2], vec![1], vec![0]];
    let printed = prints("one_way_streets", &[], &json(&published));
    let starts = ["2 plies", "escapes", "escapes", "4 plies"];
    for ((cop, start), line) in starts.iter().enumerate().zip(printed.lines().skip(1)) {
        assert!(
            words(line).starts_with(&format!("on {cop} {start}")),
            "{printed}"
        );
    }

    for n in 3..9 {
        let printed = prints("one_way_streets", &[], &json(&families::directed_cycle(n)));
        let first = words(printed.lines().nth(1).unwrap());
        assert!(
            first.starts_with(&format!("on 0 {} plies", 2 * (n - 2))),
            "{printed}"
        );
    }

    let mut random = Random::new(7);
    for n in [1, 2, 5, 8, 12] {
        let rows = random_arcs(&mut random, n, 25);
        let printed = prints("one_way_streets", &[], &json(&rows));
        let expected: Vec<String> = answers(&rows)
            .into_iter()
            .zip(answers(&both_ways(&rows)))
            .enumerate()
            .map(|(cop, (one_way, two_way))| format!("on {cop} {one_way} {two_way}"))
            .collect();
        let lines: Vec<String> = printed.lines().skip(1).map(words).collect();
        assert_eq!(lines, expected, "{rows:?}");
    }
}

fn both_ways(rows: &Rows) -> Rows {
    let n = rows.len();
    (0..n)
        .map(|x| {
            (0..n)
                .filter(|&y| rows[x].contains(&y) || rows[y].contains(&x))
                .collect()
        })
        .collect()
}

/// What comes of each of the cop's starts.
fn answers(rows: &Rows) -> Vec<String> {
    let starts = Oracle::by_rounds(Rules::cop_and_robber(rows.clone())).starts(Side::Pursuer);
    starts
        .unwrap()
        .into_iter()
        .map(|start| {
            start
                .unwrap()
                .value
                .plies()
                .map_or("escapes".to_owned(), plies)
        })
        .collect()
}

#[test]
fn waiting_tells_the_four_games_apart() {
    let square = prints("waiting", &[], &json(&families::cycle(4)));
    let escapes: Vec<bool> = square
        .lines()
        .skip(1)
        .map(|line| line.ends_with("the robber escapes"))
        .collect();
    assert_eq!(escapes, [true, false, true, true]);
    assert!(square.contains("caught in 3 plies"), "{square}");

    let mut random = Random::new(4);
    let mut graphs = vec![families::king(3), families::grid(2, 3), families::path(5)];
    graphs.extend((1..8).map(|n| random_edges(&mut random, n, 70)));
    for rows in graphs {
        let printed = prints("waiting", &[], &json(&rows));
        let games = [(false, false), (true, false), (false, true), (true, true)];
        let expected = games.map(|(cop, robber)| expected_game(&rows, cop, robber));
        let lines: Vec<String> = printed.lines().skip(1).map(words).collect();
        assert_eq!(lines, expected, "{rows:?}");
    }
}

fn expected_game(rows: &Rows, cop_waits: bool, robber_waits: bool) -> String {
    let mut rules = Rules::on(rows.clone());
    rules.stay = [robber_waits, cop_waits];
    let best = Oracle::by_rounds(rules).best_start(Side::Pursuer).unwrap();
    let what = |waits| if waits { "waits" } else { "moves" };
    let end = match best.value {
        Value::Won(_, count) => format!(
            "caught in {}, cop from {}, robber from {}",
            plies(count),
            best.pursuer,
            best.evader
        ),
        Value::Draw => "the robber escapes".to_owned(),
    };
    format!("{} {} {end}", what(cop_waits), what(robber_waits))
}

#[test]
fn kings_and_wazirs_hunt_their_like_as_long_as_published() {
    for (size, expected) in (1..).zip([0, 1, 1, 3, 3, 5, 5, 7]) {
        let printed = prints("a_graph_each", &["king", "king", &size.to_string()], "");
        let first = printed.lines().next().unwrap();
        assert!(
            first.ends_with(&format!("caught in {}", plies(expected))),
            "{printed}"
        );
    }
    for size in 2..9 {
        let printed = prints("a_graph_each", &["wazir", "wazir", &size.to_string()], "");
        let first = printed.lines().next().unwrap();
        let expected = plies(4 * (size / 2) - 1);
        assert!(
            first.ends_with(&format!("caught in {expected}")),
            "{printed}"
        );
    }
}

/// How far a piece goes along the two sides of the board, the shorter way first.
const PIECES: [(&str, &[(usize, usize)]); 4] = [
    ("king", &[(0, 1), (1, 1)]),
    ("knight", &[(1, 2)]),
    ("wazir", &[(0, 1)]),
    ("ferz", &[(1, 1)]),
];

#[test]
fn every_piece_hunts_every_other_as_the_oracle_says() {
    for size in [2, 3, 5] {
        for (hunter, hunts) in PIECES {
            for (prey, flees) in PIECES {
                let size_argument = size.to_string();
                let printed = prints("a_graph_each", &[hunter, prey, &size_argument], "");
                check_hunt(&printed, size, leaps(size, hunts), leaps(size, flees));
            }
        }
    }
}

fn leaps(size: usize, leaps: &[(usize, usize)]) -> Rows {
    let squares = size * size;
    let leads = |x: usize, y: usize| {
        let files = (x % size).abs_diff(y % size);
        let ranks = (x / size).abs_diff(y / size);
        leaps.contains(&(files.min(ranks), files.max(ranks)))
    };
    (0..squares)
        .map(|x| (0..squares).filter(|&y| leads(x, y)).collect())
        .collect()
}

fn check_hunt(printed: &str, size: usize, hunts: Rows, flees: Rows) {
    let mut rules = Rules::cop_and_robber(hunts.clone());
    rules.rows = [flees, hunts];
    let oracle = Oracle::by_rounds(rules);
    let best = oracle.best_start(Side::Pursuer).unwrap();
    let square = |node: usize| {
        format!(
            "{}{}",
            char::from(b'a' + (node % size) as u8),
            node / size + 1
        )
    };
    let mut moves = Vec::new();
    let end = match best.value {
        Value::Draw => "the prey can choose a square from which it escapes".to_owned(),
        Value::Won(_, count) => {
            let mut at = Position::new(best.evader, best.pursuer, Side::Pursuer);
            while let Some(to) = oracle.best_move(at) {
                moves.push(format!("{}-{}", square(at.mover()), square(to)));
                at = at.after(to);
            }
            format!(
                "from {} against {} caught in {}",
                square(best.pursuer),
                square(best.evader),
                plies(count)
            )
        }
    };
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].ends_with(&end), "{end}\n{printed}");
    let played = lines[1..lines.len() - 1].join(" ");
    let shown: Vec<&str> = played
        .split_whitespace()
        .filter(|word| !word.ends_with('.'))
        .collect();
    assert_eq!(shown, moves, "{printed}");
    let counts = oracle.summary(Side::Pursuer);
    let last = format!(
        "caught from {} of {} pairs of squares, longest hunt {}",
        counts.pursuer_wins,
        (size * size).pow(2),
        counts.longest.unwrap()
    );
    assert_eq!(*lines.last().unwrap(), last);
}

#[test]
fn made_grader_inputs_have_the_robbers_longest_delays_by_cop_and_robber() {
    let mut random = Random::new(2014);
    let mut graphs = vec![
        vec![vec![]],
        families::path(6),
        families::cycle(4),
        families::cycle(5),
        families::directed_cycle(6),
        vec![vec![1, 3], vec![2], vec![1], vec![0]],
        families::side_by_side(families::path(3), &families::path(2)),
        vec![vec![1], vec![], vec![0, 1]],
    ];
    graphs.extend((2..9).map(|n| random_edges(&mut random, n, 60)));
    graphs.extend((2..9).map(|n| random_arcs(&mut random, n, 40)));
    for rows in graphs {
        let made = prints("make_grader_input", &[], &matrix(&rows));
        assert_eq!(made, expected_input(&rows), "{rows:?}");
    }
}

fn matrix(rows: &Rows) -> String {
    let n = rows.len();
    let mut text = format!("{n}\n");
    for row in rows {
        let cells: Vec<&str> = (0..n)
            .map(|y| if row.contains(&y) { "1" } else { "0" })
            .collect();
        text += &format!("{}\n", cells.join(" "));
    }
    text
}

fn expected_input(rows: &Rows) -> String {
    let oracle = Oracle::by_rounds(Rules::cop_and_robber(rows.clone()));
    let starts = oracle.starts(Side::Pursuer).unwrap();
    let cop_can_win = starts
        .iter()
        .any(|start| start.unwrap().value != Value::Draw);
    let mut text = format!("{}{}\n", matrix(rows), u8::from(cop_can_win));
    if cop_can_win {
        for (cop, start) in starts.iter().enumerate() {
            for robber in 0..rows.len() {
                let at = Position::new(robber, cop, Side::Evader);
                text += &format!("{} ", oracle.best_move(at).unwrap_or(robber));
            }
            text += &format!("{}\n", start.unwrap().evader);
        }
    }
    text
}

#[test]
fn the_grader_accepts_made_inputs_and_plays_them_as_long_as_published() {
    let grader = program(
        "grader_of_made_inputs",
        &["grader.cpp"],
        Link::Shared(library()),
    );
    for (rows, end) in [
        (vec![vec![]], "in 0 plies"),
        (families::complete(7), "in 1 ply"),
        (families::cycle(4), "in 3 plies"),
        (families::cycle(6), "OK escape"),
        (families::directed_cycle(9), "in 14 plies"),
        (families::complete_bipartite(3, 4), "in 3 plies"),
        (families::petersen(), "OK escape"),
        (families::king(8), "in 7 plies"),
        (families::grid(5, 8), "in 11 plies"),
        (families::path(500), "in 498 plies"),
    ] {
        let made = prints("make_grader_input", &[], &matrix(&rows));
        let verdict = run(&mut Command::new(&grader), &made).printed;
        assert!(
            verdict.starts_with("OK ") && verdict.trim_end().ends_with(end),
            "{} corners, {end}: {verdict}",
            rows.len()
        );
    }
}
