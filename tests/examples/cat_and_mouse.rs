//! LeetCode 913 and 1728, and what becomes of them with other starts and more holes.

use super::oracle::generate::Random;
use super::oracle::{Oracle, Position, Rules, Side, Value};
use super::{Rows, json, prints, random_edges, result, words};

/// Graphs with LeetCode's number, the pair of starts being mouse on 1 and cat on 2.
const CAT_AND_MOUSE: [(&str, u8); 12] = [
    ("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", 0),
    ("[[1,3],[0],[3],[0,2]]", 1),
    ("[[1,2],[0,2],[0,1]]", 1),
    ("[[2],[2],[0,1]]", 2),
    (
        "[[5,7,9],[3,4,5,6],[3,4,5,8],[1,2,6,7],[1,2,5,7,9],[0,1,2,4,8],[1,3,7,8],[0,3,4,6,8],[2,5,6,7,9],[0,4,8]]",
        1,
    ),
    (
        "[[7],[2,6,8,9],[1,4,5,6,7],[4,5,7],[2,3,5,8],[2,3,4,7],[1,2,9],[0,2,3,5,9],[1,4,9],[1,6,7,8]]",
        2,
    ),
    (
        "[[3],[4,5,6],[5,6],[0,6,7],[1,6,7],[1,2,7],[1,2,3,4],[3,4,5]]",
        2,
    ),
    (
        "[[3],[7,8,9,10],[4,7,9],[0,8,9,10],[2,5,6,9],[4,6,8],[4,5,8,9],[1,2,8],[1,3,5,6,7,10],[1,2,3,4,6],[1,3,8]]",
        2,
    ),
    ("[[5,6],[3,4],[6],[1,4,5],[1,3,5],[0,3,4,6],[0,2,5]]", 2),
    ("[[2,3],[2,3],[0,1],[0,1]]", 1),
    ("[[2,4],[2,3],[0,1],[1,4],[0,3]]", 1),
    ("[[2],[2,3],[0,1,4],[1,4],[2,3]]", 0),
];

#[test]
fn cat_and_mouse_gives_leetcodes_number_for_one_graph_after_another() {
    let meanings = ["0: a draw", "1: the mouse wins", "2: the cat wins"];
    let expected: Vec<&str> = CAT_AND_MOUSE
        .map(|(_, number)| meanings[usize::from(number)])
        .to_vec();
    for between in ["", "\n", " , ", ",\r\n"] {
        let graphs = CAT_AND_MOUSE.map(|(graph, _)| graph).join(between);
        let printed = prints("cat_and_mouse", &[], &graphs);
        assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn arbitrary_starts_tells_the_winner_and_the_plies_of_every_pair_of_starts() {
    let mut random = Random::new(913);
    for n in 2..10 {
        let hole = random.below(n);
        let rows = random_edges(&mut random, n, 45);
        let printed = prints("arbitrary_starts", &[&hole.to_string()], &json(&rows));
        assert_eq!(
            printed.lines().skip(2).map(words).collect::<Vec<_>>(),
            expected_starts(&rows, hole),
            "hole {hole} of {rows:?}"
        );
    }
}

/// The table as the oracle has it, and the counts beneath it.
fn expected_starts(rows: &Rows, hole: usize) -> Vec<String> {
    let oracle = Oracle::by_rounds(Rules::cat_and_mouse(rows.clone(), hole));
    let nodes: Vec<usize> = (0..rows.len()).filter(|&x| x != hole).collect();
    let (mut mouse_wins, mut cat_wins, mut draws) = (0, 0, 0);
    let mut cell = |mouse: usize, cat: usize| {
        if mouse == cat {
            return "-".to_owned();
        }
        match oracle.value(Position::new(mouse, cat, Side::Evader)) {
            Value::Draw => {
                draws += 1;
                "draw".to_owned()
            }
            Value::Won(Side::Evader, plies) => {
                mouse_wins += 1;
                format!("m{plies}")
            }
            Value::Won(Side::Pursuer, plies) => {
                cat_wins += 1;
                format!("c{plies}")
            }
        }
    };
    let row = |first: String, cells: Vec<String>| format!("{first} {}", cells.join(" "));
    let heads = nodes.iter().map(usize::to_string).collect();
    let mut lines = vec![row("mouse\\cat".to_owned(), heads)];
    for &mouse in &nodes {
        let cells = nodes.iter().map(|&cat| cell(mouse, cat)).collect();
        lines.push(row(mouse.to_string(), cells));
    }
    let all = mouse_wins + cat_wins + draws;
    lines.push(String::new());
    lines.push(format!(
        "Of {all} starts the mouse wins {mouse_wins} and the cat {cat_wins}; draws: {draws}."
    ));
    lines
}

#[test]
fn arbitrary_starts_plays_a_game_out_with_the_best_moves_of_both() {
    for (graph, expected) in [
        (CAT_AND_MOUSE[4].0, "the mouse wins in 21 plies"),
        (CAT_AND_MOUSE[5].0, "the cat wins in 22 plies"),
        (CAT_AND_MOUSE[7].0, "the cat wins in 40 plies"),
        (&long_game(), "the cat wins in 133 plies"),
    ] {
        let printed = prints("arbitrary_starts", &["0", "1", "2"], graph);
        let mut lines = printed.lines();
        assert_eq!(
            lines.next().unwrap(),
            format!("mouse on 1, cat on 2: {expected}")
        );
        let oracle = Oracle::by_rounds(Rules::cat_and_mouse(rows_of(graph), 0));
        let mut at = Position::new(1, 2, Side::Evader);
        let mut ply = 0;
        while let Some(best) = oracle.best_move(at) {
            ply += 1;
            let token = ["mouse", "cat"][at.to_move as usize];
            let line = format!("{ply}. {token} {} -> {best}", at.mover());
            assert_eq!(words(lines.next().unwrap()), line);
            at = at.after(best);
        }
        assert_eq!(lines.next(), None);
    }
}

/// Fifty nodes, LeetCode's most: a knot with a long tail.
fn long_game() -> String {
    let knot = "[3],[12,13,14],[8,9,10,11],[0,5,6,11,13,14],[8,9,12],[3,9,10,14],[3],[8,9],[2,4,7,9,15],\
                [2,4,5,7,8,11],[2,5,13],[2,3,9,12],[1,4,11,13],[1,3,10,12,14],[1,3,5,13],[8,16]";
    let tail: String = (16..49)
        .map(|x| format!("[{},{}],", x - 1, x + 1))
        .collect();
    format!("[{knot},{tail}[48]]")
}

fn rows_of(graph: &str) -> Rows {
    let inner = graph.strip_prefix("[[").unwrap().strip_suffix("]]");
    inner
        .unwrap()
        .split("],[")
        .map(|row| row.split(',').map(|node| node.parse().unwrap()).collect())
        .collect()
}

#[test]
fn several_holes_tells_what_each_hole_does_and_all_together() {
    let mut random = Random::new(2);
    for _ in 0..12 {
        let n = 4 + random.below(6);
        let rows = random_edges(&mut random, n, 35);
        let holes = [0, 3 + random.below(n - 3)];
        let with = |holes: &[usize]| {
            let mut rules = Rules::on(rows.clone());
            for &hole in holes {
                rules.goals[Side::Evader as usize][hole] = true;
                rules.forbidden[Side::Pursuer as usize][hole] = true;
            }
            let value = Oracle::by_rounds(rules).value(Position::new(1, 2, Side::Evader));
            result(value, "mouse", "cat")
        };
        let [first, second] = holes;
        let expected = format!(
            "hole {first} alone: {}\nhole {second} alone: {}\nall together: {}\n",
            with(&[first]),
            with(&[second]),
            with(&holes)
        );
        let arguments = holes.map(|hole| hole.to_string());
        let printed = prints(
            "several_holes",
            &arguments.each_ref().map(String::as_str),
            &json(&rows),
        );
        assert_eq!(printed, expected, "{rows:?}");
    }
}

/// Test cases of LeetCode 1728, the answers with the plies.
const CAT_AND_MOUSE_2: [(&[&str], u32, u32, &str); 5] = [
    (
        &["####F", "#C...", "M...."],
        1,
        2,
        "true: the mouse wins in 5 plies",
    ),
    (&["M.C...F"], 1, 4, "true: the mouse wins in 3 plies"),
    (
        &["C...#", "...#F", "....#", "M...."],
        2,
        5,
        "false: the cat keeps the mouse from the food for ever",
    ),
    (
        &[
            "C#......", "M..####.", "###.....", "....####", ".####...", "......#.", "#######.",
            "F.......",
        ],
        1,
        1,
        "true: the mouse wins in 75 plies",
    ),
    (
        &["..F..", "#....", "#.#..", ".....", "C.#..", "#M..."],
        2,
        2,
        "true: the mouse wins in 7 plies",
    ),
];

#[test]
fn cat_and_mouse_2_answers_test_cases_as_the_problem_writes_them() {
    for between in [",", "\n"] {
        let case = |(grid, cat, mouse, _): (&[&str], u32, u32, &str)| {
            format!("{grid:?}{between}{cat}{between}{mouse}")
        };
        let cases = CAT_AND_MOUSE_2.map(case).join("\n");
        let printed = prints("cat_and_mouse_2", &[], &cases);
        assert_eq!(
            printed.lines().collect::<Vec<_>>(),
            CAT_AND_MOUSE_2.map(|(_, _, _, answer)| answer)
        );
    }
}

#[test]
fn cat_and_mouse_2_answers_a_drawn_grid() {
    for (grid, cat, mouse, answer) in CAT_AND_MOUSE_2 {
        for line_end in ["\n", "\r\n"] {
            let arguments = [cat.to_string(), mouse.to_string()];
            let printed = prints(
                "cat_and_mouse_2",
                &arguments.each_ref().map(String::as_str),
                &grid.join(line_end),
            );
            assert_eq!(printed.trim_end(), answer);
        }
    }
}

#[test]
fn cat_and_mouse_2_says_when_the_cat_wins() {
    // The cat is on the food in one move, the mouse in two: mouse, cat.
    let printed = prints("cat_and_mouse_2", &["1", "1"], "M.FC");
    assert_eq!(printed, "false: the cat wins in 2 plies\n");
}
