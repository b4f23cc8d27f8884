//! Cop numbers: of any arrays, and of any text that may or may not be graphs in graph6 form.

use std::ptr;

use super::csr::Csr;
use super::input::Input;
use crate::ffi_support::UNTOUCHED;
use crate::oracle::Rules;
use crate::oracle::teams::fewest_pursuers;
use pursuit::ffi::status::*;
use pursuit::ffi::teams::*;

/// The oracle tries every ordered team of up to three cops: graphs have to be small.
const MOST_NODES: usize = 5;
const MOST_COPS: i32 = 3;

/// Texts have at most this many letters, so that the graphs that they may name by chance stay small.
const MOST_LETTERS: usize = 60;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    match input.below(3) {
        0 => number_of_arrays(&mut input),
        1 => numbers_of_a_corpus(&mut input),
        _ => numbers_of_a_text(input.rest()),
    }
}

fn cops_allowed(input: &mut Input) -> i32 {
    input.pick(&[1, 2, 3, 3, 3, 0, -1, i32::MIN])
}

fn fewest_cops(rows: Vec<Vec<usize>>, most: i32) -> i32 {
    fewest_pursuers(&Rules::classical(rows), most as usize).map_or(0, |cops| cops as i32)
}

fn number_of_arrays(input: &mut Input) {
    let most = cops_allowed(input);
    let mut graph = Csr::read(input, MOST_NODES);
    if input.below(4) > 0 {
        graph.symmetrize();
    }
    let mut cops = UNTOUCHED;
    let status =
        unsafe { pursuit_cop_number(graph.n, graph.offsets(), graph.columns(), most, &mut cops) };
    let expected = match graph.checked(1) {
        // Scalars, in their order, come before arrays.
        Err(status @ PURSUIT_ERR_NODE_COUNT) => Err(status),
        Err(status @ PURSUIT_ERR_NO_MEMORY) => Err(status),
        _ if most < 1 => Err(PURSUIT_ERR_ARGUMENT),
        Err(status) => Err(status),
        Ok(rows) if !is_symmetric(&rows) => Err(PURSUIT_ERR_ARGUMENT),
        Ok(rows) => Ok(fewest_cops(rows, most)),
    };
    match expected {
        Ok(fewest) => assert_eq!((status, cops), (PURSUIT_OK, fewest)),
        Err(expected) => assert_eq!((status, cops), (expected, UNTOUCHED)),
    }
    assert_eq!(pursuit_last_status(), status);
}

fn is_symmetric(rows: &[Vec<usize>]) -> bool {
    (0..rows.len()).all(|x| rows[x].iter().all(|&y| rows[y].contains(&x)))
}

/// A few graphs, written as graph6 has it: the number of nodes, then the upper triangle column by column, six bits a letter.
fn numbers_of_a_corpus(input: &mut Input) {
    let most = 1 + input.below(MOST_COPS as usize) as i32;
    let threads = input.below(3) as i32;
    let ending = input.pick(&["\n", "\r\n"]);
    let mut text = String::from(input.pick(&["", ">>graph6<<"]));
    let mut expected = Vec::new();
    for _ in 0..1 + input.below(4) {
        let n = 1 + input.below(MOST_NODES);
        let arcs = u16::from_le_bytes([input.byte(), input.byte()]);
        let mut rows = vec![Vec::new(); n];
        let mut bits = Vec::new();
        for y in 0..n {
            for x in 0..y {
                let is_edge = arcs >> bits.len() & 1 == 1;
                bits.push(is_edge);
                if is_edge {
                    rows[x].push(y);
                    rows[y].push(x);
                }
            }
        }
        text.push(char::from(63 + n as u8));
        for six in bits.chunks(6) {
            let letter = (0..6).fold(0, |letter, at| {
                2 * letter + u8::from(six.get(at) == Some(&true))
            });
            text.push(char::from(63 + letter));
        }
        text.push_str(ending);
        expected.push(fewest_cops(rows, most));
    }
    let (status, found) = corpus(text.as_bytes(), most, threads);
    assert_eq!((status, found), (PURSUIT_OK, expected), "{text:?}");
}

fn numbers_of_a_text(text: &[u8]) {
    let text = &text[..text.len().min(MOST_LETTERS)];
    let (status, found) = corpus(text, 2, 1);
    let lines = text.split_inclusive(|&letter| letter == b'\n').count();
    match status {
        PURSUIT_OK => {
            assert!(found.len() <= lines);
            assert!(found.iter().all(|cops| (0..=2).contains(cops)));
        }
        PURSUIT_ERR_ARGUMENT | PURSUIT_ERR_NODE_COUNT => {}
        _ => panic!("a text ends with status {status}"),
    }
}

/// The cop numbers of a text, in an array of exactly their number.
fn corpus(text: &[u8], most: i32, threads: i32) -> (i32, Vec<i32>) {
    let text: Box<[u8]> = text.into();
    let mut count = usize::MAX;
    let ask = |cops: *mut i32, rounds: *mut i32, capacity: usize, count: &mut usize| unsafe {
        let letters = text.as_ptr().cast();
        let (no_callback, no_data) = (None, ptr::null_mut());
        pursuit_cop_numbers_graph6(
            letters,
            text.len(),
            1,
            most,
            threads,
            cops,
            rounds,
            capacity,
            count,
            no_callback,
            no_data,
        )
    };
    let status = ask(ptr::null_mut(), ptr::null_mut(), 0, &mut count);
    if status != PURSUIT_OK {
        assert_eq!(count, usize::MAX, "a failing call wrote its answer");
        return (status, Vec::new());
    }
    let number = count;
    let mut cops = vec![UNTOUCHED; number];
    let mut rounds = vec![UNTOUCHED; number];
    if number > 0 {
        let too_small = ask(
            cops.as_mut_ptr(),
            rounds.as_mut_ptr(),
            number - 1,
            &mut count,
        );
        assert_eq!(too_small, PURSUIT_ERR_ARGUMENT);
    }
    let status = ask(cops.as_mut_ptr(), rounds.as_mut_ptr(), number, &mut count);
    assert_eq!((status, count), (PURSUIT_OK, number));
    for (&cops, &rounds) in cops.iter().zip(&rounds) {
        assert!((cops == 0 && rounds == -1) || (cops > 0 && rounds >= 0));
    }
    (status, cops)
}
