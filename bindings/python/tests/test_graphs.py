"""Everything that describes a graph is read as that graph."""

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

import pursuit
from pursuit import Graph, as_graph, grid_graph

SQUARE = {0: [1, 3], 1: [0, 2], 2: [1, 3], 3: [0, 2]}
MATRIX = np.array([[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]], dtype=bool)


def rows(graph):
    return {label: sorted(set(graph.neighbours(label))) for label in graph.nodes}


@pytest.mark.parametrize(
    "source",
    [
        [[1, 3], [0, 2], [1, 3], [0, 2]],
        [{1, 3}, (0, 2), np.array([1, 3]), iter([0, 2])],
        SQUARE,
        MATRIX,
        MATRIX.astype(float),
        np.asfortranarray(MATRIX),
        np.asmatrix(MATRIX),
        np.pad(MATRIX, (0, 496))[:4, :4],
        ([0, 2, 4, 6, 8], [1, 3, 0, 2, 1, 3, 0, 2]),
        (np.arange(0, 9, 2, dtype=np.uint16), np.array([3, 1, 2, 0, 3, 1, 2, 0], dtype=np.uint64)),
        nx.cycle_graph(4),
        nx.cycle_graph(4).to_directed(),
        nx.MultiGraph([(0, 1), (1, 0), (1, 2), (2, 3), (3, 0), (0, 1)]),
        *(sp.coo_array(MATRIX).asformat(form) for form in ("coo", "csr", "csc", "lil", "dok", "dia", "bsr")),
        sp.csr_matrix(MATRIX.astype(np.int64)),
    ],
    ids=lambda source: type(source).__name__,
)
def test_a_square_is_a_square_in_every_form(source):
    assert rows(as_graph(source)) == SQUARE


def test_a_generator_of_neighbours_is_read_once_and_whole():
    assert rows(as_graph([(y for y in row) for row in ([1], [0, 2], [1])])) == {0: [1], 1: [0, 2], 2: [1]}


def test_a_directed_networkx_graph_keeps_its_directions():
    assert rows(as_graph(nx.DiGraph([(0, 1), (1, 2), (2, 0)]))) == {0: [1], 1: [2], 2: [0]}


def test_networkx_labels_of_any_kind_are_given_back():
    graph = as_graph(nx.Graph([("b", (1, 2)), ((1, 2), 7)]))
    assert list(graph.nodes) == ["b", (1, 2), 7]
    assert graph.number(7) == 2
    assert graph.neighbours((1, 2)) == ["b", 7]


def test_networkx_nodes_keep_their_order_of_insertion():
    assert list(as_graph(nx.path_graph([2, 0, 1])).nodes) == [2, 0, 1]
    assert as_graph(nx.path_graph([2, 0, 1])).number(0) == 1


def test_a_view_of_a_networkx_graph_is_the_graph_that_it_shows():
    assert rows(as_graph(nx.complete_graph(5).subgraph([1, 2, 4]))) == {1: [2, 4], 2: [1, 4], 4: [1, 2]}


def test_a_sparse_array_with_32_bit_indices_is_not_copied():
    array = sp.csr_array(MATRIX)
    array.indptr, array.indices = array.indptr.astype(np.int32), array.indices.astype(np.int32)
    graph = as_graph(array)
    assert np.shares_memory(graph.row_offsets, array.indptr)
    assert np.shares_memory(graph.column_indices, array.indices)


def test_a_sparse_array_with_64_bit_indices_is_cast():
    array = sp.csr_array(MATRIX)
    array.indptr, array.indices = array.indptr.astype(np.int64), array.indices.astype(np.int64)
    assert array.indices.dtype == np.int64
    assert rows(as_graph(array)) == SQUARE


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_stored_zeros_are_no_edges_and_the_array_stays_as_it_was(form):
    tails, heads = [0, 0, 1, 2], [1, 2, 0, 1]
    array = sp.coo_array(([1, 0, 1, 1], (tails, heads)), shape=(3, 3)).asformat(form)
    assert array.nnz == 4
    assert rows(as_graph(array)) == {0: [1], 1: [0], 2: [1]}
    assert array.nnz == 4


def test_entries_given_twice_are_one_edge_even_where_their_sum_is_zero():
    # 128 + 128 is 0 in eight bits: adding duplicates up, as `tocsr` does, would lose the edge.
    array = sp.coo_array((np.full(3, 128, np.uint8), ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    assert rows(as_graph(array)) == {0: [1], 1: [0]}
    assert list(as_graph(array).arcs()) == [(0, 1), (1, 0)]


def test_unused_room_behind_a_sparse_array_is_not_read():
    array = sp.csr_array(MATRIX)
    wide = sp.csr_array((np.pad(array.data, (0, 3)), np.pad(array.indices, (0, 3)), array.indptr), shape=(4, 4))
    assert rows(as_graph(wide)) == SQUARE


@pytest.mark.parametrize(
    "loops",
    [
        MATRIX | np.eye(4, dtype=bool),
        sp.csr_array(MATRIX | np.eye(4, dtype=bool)),
        nx.Graph([(0, 1), (1, 2), (2, 3), (3, 0), *((x, x) for x in range(4))]),
        [[0, 1, 3], [1, 0, 2], [2, 1, 3], [3, 0, 2]],
    ],
    ids=lambda source: type(source).__name__,
)
def test_a_robber_on_a_self_loop_may_wait_and_so_escapes_on_a_square(loops):
    assert pursuit.CopRobber(MATRIX).start() == 0
    assert pursuit.CopRobber(loops).start() is None


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (np.zeros((2, 3)), "an adjacency matrix is square, this array is 2 x 3"),
        (np.zeros(3), "an adjacency matrix is square, this array is 3"),
        (sp.csr_array((2, 3)), "an adjacency matrix is square, this sparse array is 2 x 3"),
        ([[False, True], [True, False]], "row 0 of the adjacency lists holds booleans"),
        ([[1], 0], "row 1 of the adjacency lists is 0"),
        ([["1"], [0]], "column_indices holds"),
        ([[1.0], [0.0]], "column_indices holds float64"),
        (([0, 1, 2], [1]), r"column_indices has 1 entries, row_offsets\[2\] says 2"),
        (([], []), "row_offsets is empty"),
        (([[0, 1]], [0]), "row_offsets has 2 dimensions"),
        ("path", "a str is not understood"),
        (7, "a int is not understood"),
        ({"a": ["b"]}, "the row of 'a' cannot be read: 'b' is not a node"),
        ([[2**40], [0]], r"column_indices\[0\] is 1099511627776, beyond 32-bit integers"),
    ],
)
def test_what_describes_no_graph_is_refused_with_a_reason(source, sentence):
    with pytest.raises(pursuit.GraphError, match=sentence):
        as_graph(source)


def test_a_row_that_names_no_node_is_reported_by_the_library_with_its_place():
    with pytest.raises(pursuit.ColumnIndexError, match=r"column_indices\[2\] is 9, outside 0..2 \(row 1\)") as caught:
        pursuit.Game([[1], [0, 9], [1]])
    assert caught.value.status == -4


def test_falling_offsets_are_reported_by_the_library():
    with pytest.raises(pursuit.GraphError, match="row_offsets") as caught:
        pursuit.Game(([0, 2, 1, 3], [1, 2, 0]))
    assert caught.value.status == -3


def test_a_graph_without_nodes_is_refused():
    for nothing in ([], {}, nx.Graph(), ([0], []), np.zeros((0, 0))):
        with pytest.raises(pursuit.NodeCountError):
            pursuit.Game(nothing)


def test_labels_must_differ_and_be_as_many_as_the_nodes():
    with pytest.raises(pursuit.GraphError, match="2 labels are given for 1 nodes"):
        Graph([0, 0], [], ["a", "b"])
    with pytest.raises(pursuit.GraphError, match="two nodes have the same label"):
        Graph([0, 0, 0], [], ["a", "a"])


@pytest.mark.parametrize("label", [-1, 3, "0", 1.5, None, [0], 2**70])
def test_an_unknown_label_is_an_error_that_names_it(label):
    with pytest.raises(pursuit.NodeError) as caught:
        as_graph([[1], [0, 2], [1]]).number(label)
    assert repr(label) in str(caught.value)
    with pytest.raises(LookupError):
        as_graph({"a": ["b"], "b": ["a"]}).number(label)


def test_another_numbering_of_the_same_graph_keeps_its_arcs():
    graph = as_graph(nx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")]))
    other = graph.renumbered(["c", "a", "b"])
    assert rows(other) == rows(graph)
    assert other.number("a") == 1
    with pytest.raises(pursuit.GraphError, match="different nodes"):
        graph.renumbered(["a", "b", "z"])
    with pytest.raises(pursuit.GraphError, match="2 and 3 nodes"):
        graph.renumbered(["a", "b"])


def test_a_map_becomes_cells_and_jumps_do_not_cross_walls():
    graph = grid_graph(["..#.", "...."], jump=3)
    assert graph.number((1, 3)) == 6
    assert sorted(graph.neighbours((0, 0))) == [(0, 1), (1, 0)]
    assert sorted(graph.neighbours((1, 0))) == [(0, 0), (1, 1), (1, 2), (1, 3)]
