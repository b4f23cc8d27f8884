//! Games on drawn maps: the chase that looks its moves up, and the map that is solved once and loaded ever after.

use std::fs;
use std::process::Command;

use super::oracle::generate::Random;
use super::oracle::{Oracle, Position, Rules, SIDES, Side};
use super::support::announce;
use super::{Rows, example, folder, prints, result, run, scratch};

/// A drawn map and the graph of its floor, numbered along the rows.
struct Map {
    text: String,
    steps: Rows,
    marks: Vec<char>,
}

impl Map {
    fn of(text: String) -> Map {
        let cells: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let floor: Vec<(usize, usize)> = (0..cells.len())
            .flat_map(|r| (0..cells[r].len()).map(move |c| (r, c)))
            .filter(|&(r, c)| cells[r][c] != '#')
            .collect();
        let next =
            |&(r, c): &(usize, usize), &(s, d): &(usize, usize)| r.abs_diff(s) + c.abs_diff(d) == 1;
        let steps = floor
            .iter()
            .map(|x| (0..floor.len()).filter(|&y| next(x, &floor[y])).collect())
            .collect();
        let marks = floor.iter().map(|&(r, c)| cells[r][c]).collect();
        Map { text, steps, marks }
    }

    /// A floor with walls here and there, the given marks somewhere on it.
    fn random(random: &mut Random, width: usize, height: usize, marks: &str) -> Map {
        let mut cells: Vec<char> = (0..width * height)
            .map(|_| if random.chance(25) { '#' } else { '.' })
            .collect();
        let mut places: Vec<usize> = (0..cells.len()).collect();
        random.shuffle(&mut places);
        for (mark, place) in marks.chars().zip(places) {
            cells[place] = mark;
        }
        let line = |row: &[char]| row.iter().chain(&['\n']).collect::<String>();
        Map::of(cells.chunks(width).map(line).collect())
    }

    /// Writes the map to a file and gives its name.
    fn write(&self, name: &str) -> String {
        let file = scratch().join(name);
        fs::write(&file, &self.text).unwrap();
        file.display().to_string()
    }
}

/// The player takes a step, the monster up to two, both may stay; an exit is the player's goal.
fn chase(map: &Map) -> Rules {
    let twice = |x: usize| {
        let once = &map.steps[x];
        let again = once.iter().flat_map(|&y| map.steps[y].clone());
        once.iter().copied().chain(again).collect()
    };
    let mut rules = Rules::classical(map.steps.clone());
    rules.rows[Side::Pursuer as usize] = (0..map.steps.len()).map(twice).collect();
    rules.goals[Side::Evader as usize] = map.marks.iter().map(|&mark| mark == 'E').collect();
    rules
}

#[test]
fn the_game_loops_chase_ends_as_the_oracle_says() {
    let mut random = Random::new(60);
    let mut seen = [false; 3];
    for (case, marks) in ["PM", "PME", "PMEEEE"].repeat(3).into_iter().enumerate() {
        let map = Map::random(&mut random, 9, 6, marks);
        let at = |mark| map.marks.iter().position(|&here| here == mark).unwrap();
        let start = Position::new(at('P'), at('M'), Side::Evader);
        let value = Oracle::by_rounds(chase(&map)).value(start);
        let file = map.write(&format!("chase_{case}.txt"));
        let said = run(Command::new(example("game_loop")).arg(file), "");
        assert_eq!(said.status, Some(0), "{}", said.complained);
        let best = format!("best play: {}\n", result(value, "player", "monster"));
        assert!(
            said.printed.contains(&best),
            "{best}{}{}",
            map.text,
            said.printed
        );
        // The drawn chase ends with the tokens on one cell exactly if the monster wins.
        let drawing: String = said.printed.split('\n').skip(4).collect();
        let met = drawing.contains('X');
        assert_eq!(
            met,
            value.winner() == Some(Side::Pursuer),
            "{}",
            said.printed
        );
        seen[value.winner().map_or(2, |side| side as usize)] = true;
    }
    assert_eq!(seen, [true; 3], "wins of both and a draw");
}

#[test]
fn the_game_loop_solves_its_dungeon_and_reports_look_ups_a_second() {
    let map = folder().join("dungeon.txt");
    let said = run(Command::new(example("game_loop")).arg(&map), "");
    assert_eq!(said.status, Some(0), "{}", said.complained);
    assert!(said.complained.ends_with("solving: 100 %\n"));
    let text = fs::read_to_string(map).unwrap();
    let floor = text.chars().filter(|cell| !"#\n".contains(*cell)).count();
    assert!(
        said.printed
            .starts_with(&format!("map: 100 x 100, {floor} cells of floor\n"))
    );
    let last = said.printed.lines().last().unwrap();
    let (before, _) = last.split_once(" look-ups a second").unwrap();
    let rate: f64 = before.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(rate > 1000.0, "{last}");
    announce(last);
}

#[test]
fn a_loaded_map_of_4000_nodes_answers_as_the_solved_one_and_as_published() {
    let field = Map {
        text: (".".repeat(80) + "\n").repeat(50),
        steps: Rows::new(),
        marks: Vec::new(),
    };
    let (map, image) = (field.write("field.txt"), scratch().join("field.solved"));
    let image = image.display().to_string();
    let solved = prints("save_and_load", &["solve", &map, &image], "");
    fs::remove_file(map).unwrap();
    let loaded = prints("save_and_load", &["load", &image], "");
    fs::remove_file(image).unwrap();
    assert_eq!(loaded, solved);
    assert!(loaded.starts_with("4000 nodes\n"), "{loaded}");
    // A grid of m x n takes 2 (m/2 + n/2) - 1 plies, rounded down within the brackets.
    assert!(loaded.contains("caught in 129 plies\n"), "{loaded}");
    assert_eq!(loaded.matches("caught from 16000000 positions").count(), 2);
}

#[test]
fn the_digest_of_a_loaded_map_is_that_of_the_oracles_answers() {
    let mut random = Random::new(8);
    for (case, (width, height)) in [(1, 1), (5, 4), (9, 8)].into_iter().enumerate() {
        // One mark is floor wherever it lands, so no map is all wall.
        let map = Map::random(&mut random, width, height, "P");
        let oracle = Oracle::by_rounds(Rules::cop_and_robber(map.steps.clone()));
        let file = map.write(&format!("digest_{case}.txt"));
        let image = scratch().join(format!("digest_{case}.solved"));
        let image = image.display().to_string();
        prints("save_and_load", &["solve", &file, &image], "");
        let loaded = prints("save_and_load", &["load", &image], "");
        for side in SIDES {
            let digest = format!("{:016x}\n", digest(&oracle, side));
            assert!(loaded.contains(&digest), "{side:?} {digest}{loaded}");
        }
    }
}

/// FNV-1a over outcome, distance and best move, each as four bytes from the lowest up.
fn digest(oracle: &Oracle, to_move: Side) -> u64 {
    let n = oracle.node_count();
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for (evader, pursuer) in (0..n).flat_map(|e| (0..n).map(move |p| (e, p))) {
        let at = Position::new(evader, pursuer, to_move);
        let value = oracle.value(at);
        let numbers = [
            value.winner().map_or(0, |side| 1 + side as i32),
            value.plies().map_or(-1, |plies| plies as i32),
            oracle.best_move(at).map_or(-1, |node| node as i32),
        ];
        for byte in numbers.iter().flat_map(|number| number.to_le_bytes()) {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    digest
}

#[test]
fn a_damaged_image_is_refused() {
    let map = Map::of("....\n....\n".to_owned()).write("damaged.txt");
    let image = scratch().join("damaged.solved");
    let name = image.display().to_string();
    prints("save_and_load", &["solve", &map, &name], "");
    let mut bytes = fs::read(&image).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&image, bytes).unwrap();
    let said = run(
        Command::new(example("save_and_load")).args(["load", &name]),
        "",
    );
    assert_eq!((said.status, said.printed.as_str()), (Some(1), ""));
    assert!(
        said.complained.starts_with("pursuit: "),
        "{}",
        said.complained
    );
}
