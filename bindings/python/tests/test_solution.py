"""What a solved game answers."""

import copy
import gc
import pickle
import threading
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

import pursuit
from pursuit import EVADER, PURSUER, Game, Outcome, Solution

HOLE = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]


@pytest.fixture(scope="module")
def grid():
    return Game.cop_and_robber(nx.grid_2d_graph(4, 5)).solve()


@pytest.fixture(scope="module")
def mouse():
    return Game.cat_and_mouse(HOLE).solve()


def test_arrays_are_indexed_by_evader_and_pursuer(mouse):
    for to_move in (EVADER, PURSUER):
        outcomes, distances, best = mouse.outcomes(to_move), mouse.distances(to_move), mouse.best_moves(to_move)
        assert (outcomes.dtype, distances.dtype, best.dtype) == (np.int8, np.int32, np.int32)
        for e in range(6):
            for p in range(6):
                value = mouse.probe(e, p, to_move)
                assert outcomes[e, p] == value.outcome
                assert distances[e, p] == (-1 if value.distance is None else value.distance)
                assert best[e, p] == (-1 if value.best_move is None else value.best_move)
    # The mouse in the hole has won, wherever the cat is but there.
    assert (outcomes[0, 1:] == Outcome.EVADER_WINS).all()
    assert outcomes[0, 0] == Outcome.PURSUER_WINS


def test_a_draw_has_no_distance_and_still_a_move(mouse):
    value = mouse.probe(1, 2, EVADER)
    assert value == (Outcome.DRAW, None, 3)


def test_labels_come_back_everywhere(grid):
    best = grid.best_start()
    assert (best.outcome, best.distance) == (Outcome.PURSUER_WINS, 7)
    assert best.pursuer in set(nx.grid_2d_graph(4, 5))
    assert grid.probe(best.evader, best.pursuer, PURSUER).distance == 7
    assert grid.moves((0, 0), (3, 4), EVADER)[0].node == (0, 1)
    assert grid.probe((0, 0), (0, 1), PURSUER).best_move == (0, 0)
    assert {start.pursuer for start in grid.starts()} == set(nx.grid_2d_graph(4, 5))


def test_a_line_is_legal_and_as_long_as_the_distance(grid):
    best = grid.best_start()
    line = grid.line(best.evader, best.pursuer, PURSUER)
    assert len(line) == best.distance + 1
    assert line[-1].evader == line[-1].pursuer
    for before, after in pairwise(line):
        moved = after[before.to_move - 1]
        assert after[after.to_move - 1] == before[after.to_move - 1]
        assert moved in [move.node for move in grid.moves(*before)]
    assert len(grid.line(best.evader, best.pursuer, PURSUER, limit=3)) == 4


def test_a_drawn_line_ends_when_a_position_comes_again(mouse):
    line = mouse.line(1, 2, EVADER)
    assert line[-1] in line[:-1]
    assert len(set(line)) == len(line) - 1


def test_starts_leave_out_where_the_pursuer_may_not_stand(mouse):
    starts = mouse.starts(EVADER)
    assert starts[0] is None
    assert all(start.evader != 0 for start in starts[1:])
    best = mouse.best_start(EVADER)
    assert best in starts


def test_no_node_to_start_from_is_an_error():
    solution = Game([[1], [0]], evader_forbidden=[0, 1]).solve()
    with pytest.raises(pursuit.ArgumentError, match="evader has no node to start from"):
        solution.best_start()


def test_a_summary_counts_every_position(grid):
    summary = grid.summary(PURSUER)
    assert sum(summary[:3]) == 400
    assert summary.pursuer_wins == (grid.outcomes(PURSUER) == Outcome.PURSUER_WINS).sum()
    assert summary.longest == grid.distances(PURSUER).max()
    assert Game([[1], [0]], evader_goals=[]).solve().summary(EVADER).longest is not None


def test_many_positions_are_probed_at_once(mouse):
    evaders, pursuers = np.meshgrid(np.arange(6), np.arange(6), indexing="ij")
    outcomes, distances, best = mouse.probe_many(evaders, pursuers, EVADER)
    assert (outcomes == mouse.outcomes(EVADER)).all()
    assert (distances == mouse.distances(EVADER)).all()
    assert (best == mouse.best_moves(EVADER)).all()
    one_against_all = mouse.probe_many(1, np.arange(6, dtype=np.int64), EVADER)[0]
    assert (one_against_all == mouse.outcomes(EVADER)[1]).all()


@pytest.mark.parametrize("node", [6, -1, 2**32, 2**40 + 1])
def test_probing_many_refuses_what_is_no_node(mouse, node):
    with pytest.raises(pursuit.NodeError):
        mouse.probe_many([1, node], [2, 2], EVADER)
    with pytest.raises(pursuit.ArgumentError):
        mouse.probe_many([1.0], [2.0], EVADER)


def test_a_saved_solution_answers_the_same(grid, tmp_path):
    grid.save(tmp_path / "map.pursuit")
    loaded = Solution.load(tmp_path / "map.pursuit", nodes=grid.nodes)
    bare = Solution.load(str(tmp_path / "map.pursuit"))
    for to_move in (EVADER, PURSUER):
        assert (loaded.distances(to_move) == grid.distances(to_move)).all()
        assert (loaded.best_moves(to_move) == grid.best_moves(to_move)).all()
    assert loaded.best_start() == grid.best_start()
    assert bare.nodes == range(20)
    assert grid.nodes[bare.best_start().pursuer] == grid.best_start().pursuer
    loaded.verify()


def test_a_damaged_image_is_refused(grid):
    image = grid.to_bytes()
    for broken in (b"", image[:-1], image + b"\0", bytes([image[0] ^ 1]) + image[1:], image[:40] + b"x" + image[41:]):
        with pytest.raises(pursuit.ArgumentError):
            Solution.from_bytes(broken)
    assert Solution.from_bytes(bytearray(image)).best_start().distance == 7
    with pytest.raises(pursuit.GraphError, match="1 labels"):
        Solution.from_bytes(image, nodes=["a"])


def test_a_solution_can_be_pickled_and_copied(grid):
    again = pickle.loads(pickle.dumps(grid))
    assert again.best_start() == grid.best_start()
    assert again.graph.neighbours((0, 0)) == grid.graph.neighbours((0, 0))
    assert copy.copy(grid) is grid
    assert copy.deepcopy(grid) is grid


def test_a_solution_is_made_by_solving_only():
    with pytest.raises(TypeError, match=r"comes from Game\.solve"):
        Solution()


def test_many_threads_ask_one_solution_at_once(grid):
    expected = grid.distances(PURSUER)
    wrong = []

    def ask():
        for e, evader in enumerate(grid.nodes):
            for p, pursuer in enumerate(grid.nodes):
                if grid.probe(evader, pursuer, PURSUER).distance != expected[e, p]:
                    wrong.append((evader, pursuer))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(not __import__("os").path.exists("/proc/self/statm"), reason="needs /proc")
def test_games_and_solutions_are_freed():
    def round_trip():
        solution = Game.cop_and_robber(nx.path_graph(300)).solve()
        return len(Solution.from_bytes(solution.to_bytes()))

    for _ in range(5):
        round_trip()
    gc.collect()
    before = resident()
    for _ in range(60):
        round_trip()
    gc.collect()
    # Sixty solutions of 90 000 positions for each side would hold over 20 MB.
    assert resident() - before < 8e6
