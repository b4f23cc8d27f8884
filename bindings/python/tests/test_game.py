"""Rules as they are set, and what the library answers under them."""

import copy
import pickle
import random

import networkx as nx
import oracle
import pytest

import pursuit
from pursuit import EVADER, PURSUER, Game, Outcome, grid_graph

PATH = [[1], [0, 2], [1]]


def random_rules(chance):
    n = chance.randint(1, 8)

    def rows():
        return [{y for y in range(n) if chance.random() < 0.3} for _ in range(n)]

    def some(share):
        return {x for x in range(n) if chance.random() < share}

    one = rows()
    return oracle.Rules(
        n,
        {EVADER: one, PURSUER: one if chance.random() < 0.5 else rows()},
        {role: chance.random() < 0.4 for role in (EVADER, PURSUER)},
        {role: some(0.1) for role in (EVADER, PURSUER)},
        {role: some(0.2) for role in (EVADER, PURSUER)},
    )


def as_game(rules):
    return Game(
        rules.rows[EVADER],
        pursuer_graph=None if rules.rows[PURSUER] is rules.rows[EVADER] else rules.rows[PURSUER],
        evader_stays=rules.stays[EVADER],
        pursuer_stays=rules.stays[PURSUER],
        evader_goals=rules.goals[EVADER],
        pursuer_goals=rules.goals[PURSUER],
        evader_forbidden=rules.forbidden[EVADER],
        pursuer_forbidden=rules.forbidden[PURSUER],
    )


@pytest.mark.parametrize("seed", range(150))
def test_every_position_under_random_rules_is_what_a_plain_solver_finds(seed):
    rules = random_rules(random.Random(seed))
    expected = oracle.solve(rules)
    game = as_game(rules)
    solution = game.solve()
    for to_move in (EVADER, PURSUER):
        outcomes, distances, best = (
            solution.outcomes(to_move),
            solution.distances(to_move),
            solution.best_moves(to_move),
        )
        for e in range(rules.n):
            for p in range(rules.n):
                outcome, distance = expected[e, p, to_move]
                assert (outcomes[e, p], distances[e, p]) == (outcome, distance)
                assert game.decide(e, p, to_move) == outcome
                after = {move: expected[oracle.after(e, p, to_move, move)] for move in rules.moves(e, p, to_move)}
                listed = [(move.node, move.outcome, move.distance) for move in solution.moves(e, p, to_move)]
                assert listed == [(m, o, None if d < 0 else d) for m, (o, d) in after.items()]
                kept = [m for m, (o, d) in after.items() if o == outcome and d == (distance - 1 if outcome else -1)]
                assert best[e, p] == (kept[0] if kept else -1)
                value = solution.probe(e, p, to_move)
                assert value == (outcome, None if distance < 0 else distance, kept[0] if kept else None)
    solution.verify()


@pytest.mark.parametrize(
    ("rows", "cat_jump", "mouse_jump", "plies"),
    [
        (["####F", "#C...", "M...."], 1, 2, 5),
        (["M.C...F"], 1, 4, 3),
        (["C...#", "...#F", "....#", "M...."], 2, 5, None),
        (["..F..", "#....", "#.#..", ".....", "C.#..", "#M..."], 2, 2, 7),
        (["C#......", "M..####.", "###.....", "....####", ".####...", "......#.", "#######.", "F......."], 1, 1, 75),
    ],
)
def test_cat_and_mouse_ii_is_a_setting(rows, cat_jump, mouse_jump, plies):
    places = {character: (r, c) for r, row in enumerate(rows) for c, character in enumerate(row)}
    food = [places["F"]]
    game = Game(
        grid_graph(rows, jump=mouse_jump),
        pursuer_graph=grid_graph(rows, jump=cat_jump),
        evader_stays=True,
        pursuer_stays=True,
        evader_goals=food,
        pursuer_goals=food,
    )
    value = game.solve().probe(places["M"], places["C"], EVADER)
    if plies is None:
        assert value.outcome != Outcome.EVADER_WINS
    else:
        assert value[:2] == (Outcome.EVADER_WINS, plies)


def test_the_pursuers_graph_may_number_the_same_labels_in_another_order():
    streets = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")])
    canals = nx.DiGraph([("c", "a"), ("a", "c"), ("b", "a")])
    solution = Game(streets, pursuer_graph=canals).solve()
    assert [move.node for move in solution.moves("a", "b", PURSUER)] == ["a"]
    assert [move.node for move in solution.moves("b", "a", PURSUER)] == ["c"]
    assert [move.node for move in solution.moves("b", "a", EVADER)] == ["c"]
    with pytest.raises(pursuit.GraphError, match="different nodes"):
        Game(streets, pursuer_graph=nx.cycle_graph("abd"))


def test_rules_can_be_taken_back():
    game = Game(PATH, evader_goals=[0], pursuer_forbidden=[1])
    assert game.decide(1, 2, EVADER) == Outcome.EVADER_WINS
    game.set_goal(EVADER, 0, False)
    game.set_forbidden(PURSUER, 1, False)
    assert game.decide(1, 2, PURSUER) == Outcome.PURSUER_WINS
    game.allow_stay(EVADER)
    assert [move.node for move in game.solve().moves(0, 2, EVADER)] == [0, 1]
    game.allow_stay(EVADER, False)
    assert [move.node for move in game.solve().moves(0, 2, EVADER)] == [1]


def test_a_solution_outlives_changes_to_its_game():
    game = Game.cop_and_robber(PATH)
    solution = game.solve()
    game.set_goal(EVADER, 0)
    del game
    assert solution.best_start().pursuer == 1


def test_copies_go_their_own_way():
    game = Game.cop_and_robber(PATH)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        other.set_goal(EVADER, 0)
        assert other.decide(0, 2, PURSUER) == Outcome.EVADER_WINS
        del other
        assert game.decide(0, 2, PURSUER) == Outcome.PURSUER_WINS


def test_a_game_says_that_it_cannot_be_pickled():
    with pytest.raises(TypeError, match="send its graph"):
        pickle.dumps(Game(PATH))


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda game: game.set_goal(3, 0), pursuit.ArgumentError),
        (lambda game: game.set_goal(EVADER, 3), pursuit.NodeError),
        (lambda game: game.set_goal("evader", 0), pursuit.ArgumentError),
        (lambda game: game.set_forbidden(0, 0), pursuit.ArgumentError),
        (lambda game: game.allow_stay(2**32 + 1), pursuit.ArgumentError),
        (lambda game: game.set_threads(-1), pursuit.ArgumentError),
        (lambda game: game.set_threads(2**32 + 1), pursuit.ArgumentError),
        (lambda game: game.set_memory_limit(-1), pursuit.ArgumentError),
        (lambda game: game.set_memory_limit(0), pursuit.ArgumentError),
        (lambda game: game.decide(0, 1, 0), pursuit.ArgumentError),
        (lambda game: game.decide(0, 5, EVADER), pursuit.NodeError),
        (lambda game: game.solve().probe(0, 1, 7), pursuit.ArgumentError),
        (lambda game: game.solve().best_start(0), pursuit.ArgumentError),
        (lambda game: game.solve().outcomes(9), pursuit.ArgumentError),
    ],
)
def test_bad_arguments_are_errors_with_a_sentence(call, kind):
    with pytest.raises(kind) as caught:
        call(Game(PATH))
    assert len(str(caught.value)) > 10
    assert isinstance(caught.value, pursuit.PursuitError)


def test_a_memory_limit_is_kept_and_the_game_stays_usable():
    game = Game.cop_and_robber(nx.path_graph(600), memory_limit=1000)
    with pytest.raises(pursuit.OutOfMemoryError, match="over the limit of 1000") as caught:
        game.solve()
    assert isinstance(caught.value, MemoryError)
    assert caught.value.status == -7
    game.set_memory_limit(None)
    assert game.solve().best_start().outcome == Outcome.PURSUER_WINS


def test_the_estimate_grows_with_the_graph():
    small, large = (Game(nx.path_graph(n)).memory_estimate() for n in (1000, 2000))
    assert 3 < large / small < 5


@pytest.mark.parametrize("threads", [0, 2, 3])
def test_threads_change_nothing(threads):
    graph = nx.gnp_random_graph(700, 0.01, seed=3)
    one = Game.cop_and_robber(graph).solve()
    many = Game.cop_and_robber(graph, threads=threads).solve()
    assert (one.distances(EVADER) == many.distances(EVADER)).all()
    assert (one.distances(PURSUER) == many.distances(PURSUER)).all()


def test_roles_know_their_opponents_and_outcomes_equal_roles():
    assert EVADER.opponent == PURSUER
    assert PURSUER.opponent == EVADER
    assert Outcome.PURSUER_WINS == PURSUER
