"""The two contest games, against published examples and theorems."""

import random

import networkx as nx
import numpy as np
import pytest

import pursuit
from pursuit import CopRobber, Outcome, cat_mouse_game

MOUSE, CAT, DRAW = Outcome.EVADER_WINS, Outcome.PURSUER_WINS, Outcome.DRAW

CATCHER_OF_50 = [
    [3], [12, 13, 14], [8, 9, 10, 11], [0, 5, 6, 11, 13, 14], [8, 9, 12], [3, 9, 10, 14], [3], [8, 9],
    [2, 4, 7, 9, 15], [2, 4, 5, 7, 8, 11], [2, 5, 13], [2, 3, 9, 12], [1, 4, 11, 13], [1, 3, 10, 12, 14],
    [1, 3, 5, 13], [8, 16], *([i - 1, i + 1] for i in range(16, 49)), [48],
]  # fmt: skip


@pytest.mark.parametrize(
    ("graph", "outcome"),
    [
        ([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]], DRAW),
        ([[1, 3], [0], [3], [0, 2]], MOUSE),
        ([[1, 2], [0, 2], [0, 1]], MOUSE),
        ([[2], [2], [0, 1]], CAT),
        ([[5, 6], [3, 4], [6], [1, 4, 5], [1, 3, 5], [0, 3, 4, 6], [0, 2, 5]], CAT),
        ([[2, 3], [2, 3], [0, 1], [0, 1]], MOUSE),
        ([[2, 4], [2, 3], [0, 1], [1, 4], [0, 3]], MOUSE),
        (CATCHER_OF_50, CAT),
    ],
)
def test_cat_and_mouse_examples(graph, outcome):
    assert cat_mouse_game(graph) == outcome


def test_the_cat_on_50_nodes_needs_133_plies():
    game = pursuit.Game.cat_and_mouse(CATCHER_OF_50)
    assert game.solve().probe(1, 2, pursuit.EVADER)[:2] == (CAT, 133)


def test_cat_and_mouse_start_where_the_labels_say_whatever_the_order_of_the_nodes():
    rows = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]
    won = [[1, 3], [0], [3], [0, 2]]
    for plain, outcome in ((rows, DRAW), (won, MOUSE), (CATCHER_OF_50, CAT)):
        edges = [(x, y) for x, row in enumerate(plain) for y in row]
        random.Random(5).shuffle(edges)
        assert cat_mouse_game(nx.Graph(edges)) == outcome
        named = nx.relabel_nodes(nx.Graph(edges), {0: "hole", 1: "mouse", 2: "cat"})
        assert cat_mouse_game(named, mouse="mouse", cat="cat", hole="hole") == outcome


def test_a_label_that_is_missing_is_an_error_and_not_another_node():
    graph = nx.path_graph(["a", "b", "c"])
    with pytest.raises(pursuit.NodeError, match="0 is not a node"):
        cat_mouse_game(graph)
    with pytest.raises(pursuit.NodeError, match="'d' is not a node"):
        cat_mouse_game(graph, mouse="d", cat="b", hole="c")
    with pytest.raises(pursuit.NodeError, match="2 is not a node"):
        cat_mouse_game([[1], [0]])


@pytest.mark.parametrize(
    ("graph", "plies"),
    [
        (nx.empty_graph(1), 0),
        (nx.complete_graph(6), 1),
        (nx.star_graph(9), 1),
        (nx.wheel_graph(8), 1),
        (nx.cycle_graph(4), 3),
        (nx.complete_bipartite_graph(3, 4), 3),
        (nx.hypercube_graph(1), 1),
        (nx.grid_2d_graph(4, 7), 9),
        (nx.path_graph(12), 10),
        (nx.path_graph(500), 498),
        (nx.cycle_graph(5), None),
        (nx.petersen_graph(), None),
        (nx.dodecahedral_graph(), None),
        (nx.hypercube_graph(3), None),
    ],
    ids=str,
)
def test_cop_and_robber_capture_times(graph, plies):
    best = pursuit.Game.cop_and_robber(graph).solve().best_start()
    assert best.distance == plies
    assert (CopRobber(graph).start() is None) == (plies is None)


def test_the_cop_takes_the_corner_with_the_fewest_plies_and_the_first_of_equals():
    assert CopRobber([[2], [2], [0, 1]]).start() == 2
    assert CopRobber(nx.complete_graph("xyz")).start() == "x"


def play(game, rows, choose, limit):
    """Plays the robber's moves by ``choose`` until capture; the situations must never repeat."""
    cop = game.start()
    robber = choose([corner for corner in range(len(rows)) if corner != cop] or [cop])
    seen = set()
    for _ in range(limit):
        if robber == cop:
            return
        moved = game.next_move(robber)
        assert moved == cop or moved in rows[cop]
        cop = moved
        assert (cop, robber) not in seen
        seen.add((cop, robber))
        if robber != cop and rows[robber]:
            robber = choose(sorted(rows[robber]))
    raise AssertionError("the robber was not caught")


@pytest.mark.parametrize("seed", range(8))
def test_a_robber_of_any_kind_is_caught(seed):
    chance = random.Random(seed)
    n = 40
    rows = [set() for _ in range(n)]
    for x in range(1, n):  # each new corner's neighbours lie within an older one's reach: the cop wins
        older = chance.randrange(x)
        near = [y for y in rows[older] if chance.random() < 0.5]
        for y in (older, *near):
            rows[x].add(y)
            rows[y].add(x)
    matrix = np.array([[y in row for y in range(n)] for row in rows])
    play(CopRobber(matrix), rows, chance.choice, 4 * n)


def test_any_number_of_games_go_on_at_once():
    games = {n: CopRobber(nx.path_graph(n)) for n in (5, 7, 9)}
    lost = CopRobber(nx.cycle_graph(5))
    assert {n: game.start() for n, game in games.items()} == {5: 2, 7: 3, 9: 4}
    assert lost.start() is None
    for n, game in games.items():
        game.next_move(n - 1)
    assert {n: game.cop for n, game in games.items()} == {5: 3, 7: 4, 9: 5}


def test_with_the_robber_on_his_corner_the_cop_stays():
    game = CopRobber(nx.path_graph(5))
    assert (game.start(), game.next_move(2), game.cop) == (2, 2, 2)


def test_calls_out_of_order_are_refused_and_change_nothing():
    game = CopRobber(nx.path_graph(3))
    with pytest.raises(pursuit.ArgumentError, match="before a winning start"):
        game.next_move(0)
    game.start()
    with pytest.raises(pursuit.NodeError):
        game.next_move(3)
    assert game.cop == 1
    lost = CopRobber(nx.cycle_graph(5))
    lost.start()
    with pytest.raises(pursuit.ArgumentError, match="before a winning start"):
        lost.next_move(0)


def test_a_robber_who_jumps_out_of_reach_is_refused_and_the_game_stays():
    # A one-way street from 0, where a robber may wait, to 1: who stands on 1 cannot get at 0.
    game = CopRobber([[0, 1], []])
    assert (game.start(), game.next_move(1)) == (0, 1)
    with pytest.raises(pursuit.ArgumentError, match="capture cannot be forced with the robber on 0 and the cop on 1"):
        game.next_move(0)
    assert game.cop == 1
    assert (game.start(), game.cop) == (0, 0)
