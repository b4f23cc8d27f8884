"""Teams, cop numbers and corpora: against a plain solver, published values, and one process against several."""

import io
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from itertools import count, islice, permutations
from pathlib import Path

import networkx as nx
import numpy as np
import oracle
import pytest
from test_game import as_game, random_rules

import pursuit
from pursuit import EVADER, PURSUER, CaptureTime, Game, Outcome, Solution, cops

PACKAGE = Path(__file__).parents[1]


# Teams


def none_below_zero(number):
    return None if number < 0 else number


@pytest.mark.parametrize(("seed", "size"), [(seed, 2) for seed in range(40)] + [(seed, 3) for seed in range(12)])
def test_every_position_of_a_team_under_random_rules_is_what_a_plain_solver_finds(seed, size):
    chance = random.Random(f"{seed} {size}")
    rules = random_rules(chance)
    while rules.n > 5:
        rules = random_rules(chance)
    expected = oracle.solve_teams(rules, size)
    game = as_game(rules)
    game.set_pursuers(size)
    solution = game.solve()
    assert solution.pursuers == size
    for (evader, team, to_move), (outcome, distance) in expected.items():
        over = oracle.team_over(rules, evader, team)
        for ordered in set(permutations(team)):
            value = solution.probe_team(evader, ordered, to_move)
            assert value[:2] == (outcome, none_below_zero(distance))
            if over:
                assert value[2:] == (None, None)
                continue
            goal = (outcome, distance - 1 if outcome else -1)
            kept = [
                (tuple(sorted(after[1])), after)
                for after in oracle.team_moves(rules, evader, ordered, to_move)
                if expected[after[0], tuple(sorted(after[1])), after[2]] == goal
            ]
            _, best = min(kept)
            if to_move == EVADER:
                assert value[2:] == (best[0], None)
            else:
                assert value[2:] == (None, best[1])
    solution.verify()


def test_a_team_on_a_ring_of_labels_closes_in_from_both_sides():
    game = Game.cop_and_robber({"a": "bf", "b": "ac", "c": "bd", "d": "ce", "e": "df", "f": "ea"}, pursuers=2)
    solution = game.solve()
    value = solution.probe_team("f", ["d", "b"], PURSUER)
    assert value == (Outcome.PURSUER_WINS, 2, None, ("e", "a"))
    assert solution.probe_team("c", ["d", "b"], EVADER) == (Outcome.PURSUER_WINS, 1, "b", None)
    assert solution.best_start_team() == (Outcome.PURSUER_WINS, 1, ("a", "d"), "b")
    assert solution.capture_time() == 1
    line = solution.line_team("f", ("d", "b"), PURSUER)
    assert [position.pursuers for position in line] == [("d", "b"), ("e", "a"), ("e", "a")]
    assert line[-1].evader in "ae"
    assert repr(solution) == "<pursuit.Solution for 6 nodes and 2 pursuers>"


def test_a_line_that_never_ends_stops_where_it_repeats():
    solution = Game.cop_and_robber(nx.petersen_graph(), pursuers=2).solve()
    line = solution.line_team(0, (7, 8), PURSUER)
    keys = [(position.evader, tuple(sorted(position.pursuers)), position.to_move) for position in line]
    assert solution.probe_team(*line[0]).outcome == Outcome.DRAW
    assert len(set(keys)) == len(keys) - 1
    assert keys[-1] in keys[:-1]
    assert len(solution.line_team(0, (7, 8), PURSUER, limit=1)) == 2


def test_a_team_of_one_is_one_pursuer():
    solution = Game.cop_and_robber(nx.path_graph(7)).solve()
    assert solution.pursuers == 1
    for evader in range(7):
        for pursuer in range(7):
            one = solution.probe(evader, pursuer, PURSUER)
            best = None if one.best_move is None else (one.best_move,)
            assert solution.probe_team(evader, [pursuer], PURSUER) == (one.outcome, one.distance, None, best)
    assert solution.best_start_team().pursuers == (solution.best_start().pursuer,)
    assert solution.line_team(0, [6], PURSUER)[-1].evader == solution.line(0, 6, PURSUER)[-1].evader


def test_a_solution_of_a_team_is_saved_and_sent_like_any_other(tmp_path):
    solution = Game.cops_and_robbers(nx.cycle_graph("abcdef"), pursuers=2).solve()
    solution.save(tmp_path / "ring")
    for other in (Solution.load(tmp_path / "ring", "abcdef"), pickle.loads(pickle.dumps(solution))):
        assert other.pursuers == 2
        assert other.probe_team("a", "cd", PURSUER) == solution.probe_team("a", "cd", PURSUER)


def test_what_names_one_pursuer_is_refused_where_there_are_two():
    game = Game.cop_and_robber(nx.cycle_graph(6), pursuers=2)
    solution = game.solve()
    for ask in (
        lambda: solution.probe(0, 1, PURSUER),
        lambda: solution.moves(0, 1, PURSUER),
        lambda: solution.best_start(),
        lambda: solution.starts(),
        lambda: solution.outcomes(EVADER),
        lambda: solution.probe_many([0], [1], EVADER),
        lambda: game.decide(0, 1, PURSUER),
        lambda: solution.probe_team(0, [1], PURSUER),
        lambda: solution.probe_team(0, [1, 2, 3], PURSUER),
        lambda: game.set_pursuers(0),
    ):
        with pytest.raises(pursuit.ArgumentError, match="pursuer"):
            ask()
    with pytest.raises(pursuit.NodeError):
        solution.probe_team(0, [1, 6], PURSUER)


# Cop numbers and capture times. The values are published ones.


NAMED = [
    (nx.petersen_graph, 3, 1),
    (nx.dodecahedral_graph, 3, 3),
    (nx.icosahedral_graph, 2, 1),
    (lambda: nx.hypercube_graph(4), 3, 2),
    (nx.heawood_graph, 3, 2),
    (nx.pappus_graph, 3, 2),
    (nx.desargues_graph, 3, 3),
    (nx.moebius_kantor_graph, 3, 2),
    (nx.chvatal_graph, 2, 3),
    (nx.frucht_graph, 2, 2),
    (nx.karate_club_graph, 2, 2),
    (lambda: nx.grid_2d_graph(4, 5), 2, 3),
    (lambda: nx.path_graph(9), 1, 4),
]


@pytest.mark.parametrize(("make", "number", "rounds"), NAMED)
def test_named_graphs_take_what_is_published(make, number, rounds):
    graph = make()
    assert pursuit.cop_number(graph) == number
    assert pursuit.cop_number(graph, number) == number
    assert Game.cops_and_robbers(graph).cop_number() == number
    if number > 1:
        assert pursuit.cop_number(graph, number - 1, threads=2) is None
    assert Game.cops_and_robbers(graph, pursuers=number).solve().capture_time() == rounds
    assert list(pursuit.capture_times([graph])) == [CaptureTime(number, rounds)]
    if number > 1:
        assert Game.cops_and_robbers(graph, pursuers=number - 1).solve().capture_time() is None


def test_rounds_are_the_teams_turns():
    # Caught at once where he must be, and on his own ply where he must step onto the cop.
    assert Game.cop_and_robber(nx.path_graph(1)).solve().capture_time() == 0
    solution = Game.cop_and_robber(nx.path_graph(4)).solve()
    assert (solution.best_start_team().distance, solution.capture_time()) == (2, 1)


def test_other_rules_take_other_numbers():
    ring = nx.cycle_graph(4)
    assert pursuit.cop_number(ring) == 2
    assert Game.cop_and_robber(ring).cop_number() == 1
    assert Game.cops_and_robbers(ring, evader_goals=[0]).cop_number() is not None
    with pytest.raises(pursuit.ArgumentError):
        pursuit.cop_number(nx.DiGraph([(0, 1)]))
    assert Game.cops_and_robbers(nx.DiGraph([(0, 1)])).cop_number() == 1
    with pytest.raises(pursuit.ArgumentError, match="max_cops is 0"):
        pursuit.cop_number(ring, 0)
    with pytest.raises(pursuit.ArgumentError, match="threads is -1"):
        pursuit.cop_number(nx.path_graph(3), threads=-1)


def test_a_cop_number_that_takes_long_can_be_watched_and_stopped():
    graph = nx.random_regular_graph(6, 90, seed=1)
    heard = []
    with pytest.raises(pursuit.Cancelled):
        pursuit.cop_number(graph, progress=lambda now: heard.append(now) or False)
    assert heard
    limited = Game.cops_and_robbers(graph, memory_limit=1000)
    with pytest.raises(pursuit.OutOfMemoryError):
        limited.cop_number()


# Corpora


def atlas():
    """Every connected graph on 1 to 7 nodes, once."""
    return [graph for graph in nx.graph_atlas_g()[1:] if nx.is_connected(graph)]


def test_every_connected_graph_on_up_to_seven_nodes_is_counted_as_published():
    graphs = atlas()
    counts = Counter(zip((len(graph) for graph in graphs), pursuit.cop_numbers(graphs, threads=2), strict=True))
    for nodes, one, two in zip(range(1, 8), [1, 1, 2, 5, 16, 68, 403], [0, 0, 0, 1, 5, 44, 450], strict=True):
        assert (counts[nodes, 1], counts[nodes, 2]) == (one, two)
    assert sum(counts.values()) == 1 + 1 + 2 + 6 + 21 + 112 + 853


def test_a_corpus_may_come_in_any_form_and_any_number_of_parts(monkeypatch):
    graphs = atlas()[:200]
    lines = [nx.to_graph6_bytes(graph, header=False) for graph in graphs]
    expected = list(pursuit.cop_numbers(graphs))
    assert set(expected) == {1, 2}
    text = b"".join(lines)
    for part in (1 << 14, 7):
        monkeypatch.setattr(cops, "_PART", part)
        for corpus in (
            lines,
            [line.decode().rstrip() for line in lines],
            [line.replace(b"\n", b"\r\n") for line in lines],
            io.BytesIO(text),
            io.StringIO(text.decode()),
            io.BytesIO(b">>graph6<<" + text),
            io.BytesIO(b">>graph6<<\n" + text),
            (graph if number % 2 else line for number, (graph, line) in enumerate(zip(graphs, lines, strict=True))),
        ):
            assert list(pursuit.cop_numbers(corpus, threads=2)) == expected
        assert [time.cops for time in pursuit.capture_times(lines)] == expected
    assert list(pursuit.cop_numbers([])) == []
    assert list(pursuit.cop_numbers(["IheA@GUAo"], 2)) == [None]
    assert list(pursuit.capture_times(["IheA@GUAo"], 2)) == [(None, None)]


def test_a_corpus_without_end_is_read_as_far_as_it_is_asked_for(monkeypatch):
    monkeypatch.setattr(cops, "_PART", 10)
    read = []
    numbers = pursuit.cop_numbers(read.append(number) or "Cl" for number in count())
    assert not read
    assert list(islice(numbers, 25)) == [2] * 25
    assert len(read) == 30


def test_what_is_wrong_in_a_corpus_is_said_with_its_line(monkeypatch):
    monkeypatch.setattr(cops, "_PART", 10)
    numbers = pursuit.cop_numbers(["Bw"] * 12 + ["Dh"])
    assert list(islice(numbers, 10)) == [1] * 10
    with pytest.raises(pursuit.ArgumentError, match="^line 13: a graph of 5 nodes takes 3 bytes, the line has 2$"):
        next(numbers)
    for corpus, sentence in (
        (["Bw", nx.DiGraph([("a", "b")])], "graph 2: there is an arc from 'a' to 'b', none back"),
        (["Bw\nBw"], "line 1 has a line break within"),
        (["Bü"], "line 1: byte 2 is 195"),
        ("Bw\nCl\n", "splitlines"),
        (["Bw", ""], "line 2: the line is empty"),
    ):
        with pytest.raises(pursuit.ArgumentError, match=sentence):
            list(pursuit.cop_numbers(corpus))
    with pytest.raises(pursuit.GraphError, match="graph 1: a int is not understood"):
        list(pursuit.cop_numbers([7]))
    with pytest.raises(pursuit.ArgumentError, match="max_cops is 0"):
        list(pursuit.cop_numbers(["Bw"], 0))
    with pytest.raises(pursuit.ArgumentError, match="threads is -1"):
        list(pursuit.cop_numbers(["Bw"], threads=-1))


@pytest.mark.parametrize("nodes", [1, 2, 5, 17, 62, 63, 64, 300])
def test_graphs_are_written_in_graph6_as_networkx_writes_them(nodes):
    graph = nx.gnp_random_graph(nodes, 0.4, seed=nodes)
    assert pursuit.graph6(graph) + b"\n" == nx.to_graph6_bytes(graph, header=False)
    graph.add_edge(0, 0)
    assert pursuit.graph6(graph) == pursuit.graph6(nx.to_numpy_array(graph))


def test_the_largest_numbers_of_nodes_are_written_as_defined():
    # From the definition of the form, nauty's formats.txt.
    assert [cops._node_count(n) for n in (30, 12345, 460175067)] == [
        bytes([93]),
        bytes([126, 66, 63, 120]),
        bytes([126, 126, 63, 90, 90, 90, 90, 90]),
    ]


def test_the_recipe_spreads_a_corpus_over_a_cluster_and_answers_as_one_process(tmp_path):
    for module in ("dask.bag", "distributed"):
        pytest.importorskip(module, reason="dask[distributed] is not installed: the recipe for clusters is not tested")
    graphs = [*atlas(), nx.petersen_graph(), nx.dodecahedral_graph()]
    halves = graphs[: len(graphs) // 2], graphs[len(graphs) // 2 :]
    for number, half in enumerate(halves):
        text = b"".join(nx.to_graph6_bytes(graph, header=False) for graph in half)
        (tmp_path / f"graphs-{number}.g6").write_bytes(text)
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    (recipe,) = [part for part in readme.split("```python\n")[1:] if "import dask" in part]
    # Blocks so small that there are more of them than workers.
    program = recipe.split("```")[0].replace('"64MiB"', "1000")
    assert "1000" in program
    (tmp_path / "spread.py").write_text(program, encoding="utf-8")
    paths = [str(Path(pursuit.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    subprocess.run([sys.executable, "spread.py"], cwd=tmp_path, env=environment, check=True, timeout=300)

    answered = sorted(tmp_path.glob("numbers-*.txt"))
    assert len(answered) > 4
    together = "".join(file.read_text() for file in answered).split()
    alone = [str(number) for number in pursuit.cop_numbers(graphs)]
    assert together == alone
    assert np.unique(together).tolist() == ["1", "2", "3"]
