//! Reading graph6: every small graph, every length of the number of nodes, and everything that a line can do wrong.

mod oracle;

use oracle::generate::{self, Random};
use pursuit::{Corpus, Error, Graph, Graph6Fault};

/// Writes a graph as nauty's formats.txt has it, whatever its size.
fn to_graph6(rows: &[Vec<usize>]) -> Vec<u8> {
    let n = rows.len();
    let sixes = |value: usize, count: u32| -> Vec<u8> {
        (0..count)
            .rev()
            .map(|place| (value >> (6 * place) & 63) as u8 + 63)
            .collect()
    };
    let mut line = match n {
        0..=62 => sixes(n, 1),
        63..=258_047 => [vec![126], sixes(n, 3)].concat(),
        _ => [vec![126, 126], sixes(n, 6)].concat(),
    };
    let mut bits: Vec<bool> = (0..n)
        .flat_map(|y| (0..y).map(move |x| (x, y)))
        .map(|(x, y)| rows[x].contains(&y))
        .collect();
    bits.resize(bits.len().next_multiple_of(6), false);
    line.extend(
        bits.chunks(6)
            .map(|six| 63 + six.iter().fold(0, |value, &bit| value << 1 | u8::from(bit))),
    );
    line
}

fn rows_of(graph: &Graph) -> Vec<Vec<usize>> {
    (0..graph.node_count())
        .map(|x| graph.successors(x).iter().map(|&y| y as usize).collect())
        .collect()
}

/// The fault of a text's first bad line, and its number.
fn fault(text: &[u8]) -> (u64, Graph6Fault) {
    match Corpus::from_graph6(text, 1) {
        Err(Error::Graph6 { line, fault }) => (line, fault),
        other => panic!("{other:?}"),
    }
}

/// The corpus reads small graphs by a way of its own; the cop number of a graph with one edge tells whether it has read
/// the same: n - 1 where there is one edge, at whatever place.
fn cops(text: &[u8], n: usize) -> Vec<u32> {
    let corpus = Corpus::from_graph6(text, 1).expect("a corpus");
    let numbers = corpus.cop_numbers(n, false, 1, &mut |_| true);
    numbers.expect("numbers").cops
}

#[test]
fn the_examples_of_the_definition_are_read() {
    // formats.txt: 5 nodes with the edges 0-2, 0-4, 1-3, 3-4.
    let graph = Graph::from_graph6(b"DQc").unwrap();
    assert_eq!(
        rows_of(&graph),
        [vec![2, 4], vec![3], vec![0], vec![1, 4], vec![0, 3]]
    );
}

#[test]
fn random_graphs_of_every_small_size_are_read_as_they_were_written() {
    let mut random = Random::new(1);
    for n in 1..=140 {
        let rows: Vec<Vec<usize>> = symmetric(&generate::graph(&mut random, n));
        let line = to_graph6(&rows);
        assert_eq!(
            rows_of(&Graph::from_graph6(&line).unwrap()),
            rows,
            "{n} nodes"
        );
    }
}

fn symmetric(rows: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let n = rows.len();
    (0..n)
        .map(|x| {
            (0..n)
                .filter(|&y| y != x && (rows[x].contains(&y) || rows[y].contains(&x)))
                .collect()
        })
        .collect()
}

/// The corpus has a second reader, for small graphs: both must read the same.
#[test]
fn a_corpus_reads_an_edge_at_every_place() {
    for n in [2, 3, 5, 11, 12, 13, 33, 61, 62, 63, 64, 65] {
        let mut text = Vec::new();
        for (x, y) in [(0, 1), (0, n - 1), (n / 2, n - 1), (n - 2, n - 1)] {
            if x < y {
                let mut rows = vec![Vec::new(); n];
                rows[x].push(y);
                rows[y].push(x);
                text.extend(to_graph6(&rows));
                text.push(b'\n');
            }
        }
        let lines = text.iter().filter(|&&byte| byte == b'\n').count();
        // Nodes on their own, and one pair that a cop can watch: isolated last nodes are not lost.
        assert_eq!(cops(&text, n), vec![n as u32 - 1; lines], "{n} nodes");
    }
}

#[test]
fn a_corpus_and_a_single_graph_are_read_alike() {
    let mut random = Random::new(2);
    for n in 1..=66 {
        let rows = symmetric(&generate::graph(&mut random, n));
        let line = to_graph6(&rows);
        let graph = Graph::from_graph6(&line).unwrap();
        let alone = pursuit::cop_number(&graph, 2).unwrap();
        assert_eq!(cops(&line, 2), [alone.unwrap_or(0) as u32], "{n} nodes");
    }
}

#[test]
fn numbers_of_nodes_of_every_length_are_read() {
    for n in [62, 63, 64, 200, 1000] {
        let line = to_graph6(&vec![Vec::new(); n]);
        assert_eq!(Graph::from_graph6(&line).unwrap().node_count(), n);
    }
    // 258 048 nodes would take 5.5 GB; the length that is missing shows that the number was read.
    let many = b"~~???~??";
    assert_eq!(
        fault(many),
        (
            1,
            Graph6Fault::Length {
                n: 258_048,
                bytes: 8,
                wanted: 8 + (258_048u64 * 258_047 / 2).div_ceil(6)
            }
        )
    );
    let most = b"~~~~~~~~";
    assert!(matches!(
        fault(most).1,
        Graph6Fault::Length {
            n: 68_719_476_735,
            ..
        }
    ));
}

#[test]
fn a_corpus_may_have_a_header_and_any_line_ends() {
    for text in [
        &b"Bw\nB?\n"[..],
        b"Bw\nB?",
        b"Bw\r\nB?\r\n",
        b"Bw\r\nB?",
        b">>graph6<<Bw\nB?\n",
        b">>graph6<<\nBw\nB?\n",
        b">>graph6<<\r\nBw\r\nB?\r\n",
    ] {
        assert_eq!(cops(text, 3), [1, 3], "{text:?}");
    }
    for empty in [&b""[..], b">>graph6<<", b">>graph6<<\n"] {
        assert!(
            Corpus::from_graph6(empty, 1).unwrap().is_empty(),
            "{empty:?}"
        );
    }
}

#[test]
fn what_is_wrong_with_a_line_is_said_with_its_number() {
    let sentence = |text: &[u8]| Corpus::from_graph6(text, 1).unwrap_err().to_string();
    assert_eq!(sentence(b"Bw\n\nBw\n"), "line 2: the line is empty");
    assert_eq!(sentence(b"Bw\n\r\n"), "line 2: the line is empty");
    assert_eq!(
        sentence(b"Bw\nB w\n"),
        "line 2: byte 2 is 32, outside 63..126"
    );
    assert_eq!(
        sentence(b"Bw\nB\x7f"),
        "line 2: byte 2 is 127, outside 63..126"
    );
    assert_eq!(
        sentence(b"Bw\nBw \n"),
        "line 2: byte 3 is 32, outside 63..126"
    );
    assert_eq!(
        sentence(b"Bw\nBw\nD?"),
        "line 3: a graph of 5 nodes takes 3 bytes, the line has 2"
    );
    assert_eq!(
        sentence(b"D????"),
        "line 1: a graph of 5 nodes takes 3 bytes, the line has 5"
    );
    assert_eq!(
        sentence(b"~?"),
        "line 1: the line ends within the number of nodes"
    );
    assert_eq!(
        sentence(b"~~?????"),
        "line 1: the line ends within the number of nodes"
    );
    assert_eq!(
        sentence(b"~??BB"),
        "line 1: n is 3, which is written with fewer bytes"
    );
    assert_eq!(
        sentence(b"~~??????"),
        "line 1: n is 0, which is written with fewer bytes"
    );
    assert_eq!(
        sentence(b"Bx\n"),
        "line 1: a bit after the last pair of nodes is set"
    );
    assert_eq!(
        sentence(b"?\n"),
        "line 1: n is 0, a graph has at least one node"
    );
    assert_eq!(sentence(b":An\n"), "line 1: this is sparse6, not graph6");
    assert_eq!(sentence(b"&AG\n"), "line 1: this is digraph6, not graph6");
    assert_eq!(
        sentence(b"Bw\n>>graph6<<Bw\n"),
        "line 2: this is a header, not graph6"
    );
    assert_eq!(
        sentence(b">>sparse6<<:An\n"),
        "line 1: this is a header, not graph6"
    );
    assert_eq!(
        sentence(b">>graph6<<\nBw\nB\n"),
        "line 3: a graph of 3 nodes takes 2 bytes, the line has 1"
    );
}

#[test]
fn a_later_part_of_a_corpus_counts_lines_from_where_it_starts() {
    let error = Corpus::from_graph6(b"Bw\nB\n", 1001).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1002: a graph of 3 nodes takes 2 bytes, the line has 1"
    );
}

#[test]
fn no_text_is_too_wild() {
    let mut random = Random::new(4);
    let alphabet = b"?@AB_w~~~:&>\n\n\r 0\x7f\xff";
    for _ in 0..20_000 {
        let length = random.below(30);
        let text: Vec<u8> = (0..length).map(|_| random.pick(alphabet)).collect();
        if let Ok(corpus) = Corpus::from_graph6(&text, 1) {
            let numbers = corpus.cop_numbers(2, true, 1, &mut |_| true).unwrap();
            assert_eq!(numbers.cops.len(), corpus.len());
        }
    }
}
