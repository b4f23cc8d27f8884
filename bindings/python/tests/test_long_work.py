"""Progress, Ctrl-C and exceptions while the library is at work."""

import signal
import subprocess
import sys
import textwrap
import threading
import time
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

import pursuit
from pursuit import EVADER, PURSUER, Game, Outcome, Progress


def long_game():
    """A game of seconds: one-way rings of n and n - 1 nodes, so that capture waits for up to n (n - 1) rounds."""
    n = 4000
    evader = [[(x + 1) % n] for x in range(n)]
    pursuer = [[(x + 1) % (n - 1)] if x < n - 1 else [x] for x in range(n)]
    return Game(evader, pursuer_graph=pursuer)


def test_a_callback_hears_figures_that_only_grow_and_end_at_the_total():
    heard = []
    thread = threading.current_thread()

    def listen(now):
        assert threading.current_thread() is thread
        heard.append(now)

    Game.cop_and_robber(nx.path_graph(1500)).solve(listen)
    assert all(isinstance(now, Progress) for now in heard)
    assert len({now.total for now in heard}) == 1
    assert all(a.round <= b.round and a.resolved <= b.resolved for a, b in pairwise(heard))
    assert heard[-1].resolved == heard[-1].total


def test_a_callback_that_returns_false_cancels():
    with pytest.raises(pursuit.Cancelled) as caught:
        long_game().solve(lambda now: False)
    assert caught.value.status == -8
    assert "callback" in str(caught.value) or "cancel" in str(caught.value)


class Unusual(BaseException):
    """Not even an Exception."""


@pytest.mark.parametrize("kind", [ValueError, Unusual, StopIteration, SystemExit])
def test_what_a_callback_raises_comes_out_and_the_game_stays_usable(kind):
    game = long_game()

    def fail(now):
        raise kind("from the callback")

    began = time.monotonic()
    with pytest.raises(kind, match="from the callback"):
        game.solve(fail)
    with pytest.raises(kind, match="from the callback"):
        game.decide(1, 400, EVADER, progress=fail)
    assert time.monotonic() - began < 5
    assert not [thread for thread in threading.enumerate() if thread.name == "pursuit" and thread.is_alive()]
    assert game.memory_estimate() > 0


def test_a_callback_may_use_and_change_the_game_at_work():
    game = Game.cop_and_robber(nx.path_graph(1200))

    def meddle(now):
        game.set_goal(EVADER, 0)
        assert game.decide(0, 5, EVADER) == Outcome.EVADER_WINS

    solution = game.solve(meddle)
    assert solution.probe(0, 5, EVADER).outcome == Outcome.PURSUER_WINS


def test_two_threads_solve_one_game_with_a_callback_each():
    game = Game.cop_and_robber(nx.path_graph(1200))
    heard = {0: [], 1: []}
    solutions = {}

    def work(number):
        solutions[number] = game.solve(lambda now: heard[number].append(threading.get_ident()))

    threads = [threading.Thread(target=work, args=(number,)) for number in heard]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len(set(idents)) == 1 for idents in heard.values())
    assert heard[0][0] != heard[1][0]
    assert (solutions[0].distances(EVADER) == solutions[1].distances(EVADER)).all()


def test_a_bar_is_drawn_and_filled(capsys):
    Game.cop_and_robber(nx.path_graph(1200)).solve(progress=True)
    assert "100%" in capsys.readouterr().err


def test_verify_reports_and_can_be_stopped():
    solution = Game.cop_and_robber(nx.path_graph(1200)).solve()
    heard = []
    solution.verify(heard.append)
    assert heard[-1].resolved == heard[-1].total
    with pytest.raises(pursuit.Cancelled):
        solution.verify(lambda now: False)


def test_other_threads_run_while_the_library_works():
    counted = 0
    stop = threading.Event()

    def count():
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0.001)

    game = long_game()
    thread = threading.Thread(target=count)
    thread.start()
    began = time.monotonic()
    try:
        with pytest.raises(pursuit.Cancelled):
            game.solve(lambda now: time.monotonic() - began < 0.3)
    finally:
        stop.set()
        thread.join()
    # Were the interpreter held while C works, a handful.
    assert counted > 50


INTERRUPTED = """
    import signal, sys, threading, time
    # A shell ignores SIGINT in what it starts in the background, and Python then leaves it so.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.path.insert(0, {tests!r})
    import pursuit
    from test_long_work import long_game
    game = long_game()
    mode = sys.argv[1]
    calls = {{
        "solve": lambda: game.solve(),
        "bar": lambda: game.solve(progress=True),
        "decide": lambda: game.decide(1, 400, pursuit.EVADER),
    }}
    print("ready", flush=True)
    try:
        while True:
            calls[mode]()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    deadline = time.monotonic() + 2
    while threading.active_count() > 1 + (mode == "bar") and time.monotonic() < deadline:
        time.sleep(0.01)
    print("threads", [t.name for t in threading.enumerate() if t.name == "pursuit"])
    print(pursuit.Game([[1], [0]]).decide(0, 1, pursuit.PURSUER).name)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("mode", ["solve", "bar", "decide"])
@pytest.mark.parametrize("delay", [0.1, 0.32])
def test_ctrl_c_stops_a_long_solve_at_once_and_is_raised_again(mode, delay):
    from pathlib import Path

    program = textwrap.dedent(INTERRUPTED.format(tests=str(Path(__file__).parent)))
    process = subprocess.Popen(
        [sys.executable, "-c", program, mode], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate(timeout=60)
        assert time.monotonic() - began < 3
    finally:
        process.kill()
    assert out.splitlines() == ["interrupted", "threads []", "PURSUER_WINS"]
    # ctypes would print what it swallows.
    assert "ignored" not in err
    assert process.returncode == 0


def test_a_signal_handlers_exception_stops_the_work_too():
    if sys.platform == "win32":
        pytest.skip("needs setitimer")

    class Alarm(Exception):
        pass

    def ring(*_):
        raise Alarm

    previous = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Alarm):
            long_game().solve()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def test_errors_of_the_library_come_out_of_a_watched_call_with_their_sentence():
    game = Game.cop_and_robber(nx.path_graph(1200), memory_limit=10_000)
    with pytest.raises(pursuit.OutOfMemoryError, match="over the limit of 10000"):
        game.solve(lambda now: None)


def test_games_may_be_changed_from_several_threads():
    game = Game(np.ones((50, 50), dtype=bool))
    failures = []

    def change():
        try:
            for node in range(50):
                game.set_goal(EVADER, node)
                game.set_goal(EVADER, node, False)
                game.decide(1, 2, PURSUER)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=change) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert game.decide(1, 2, PURSUER) == Outcome.PURSUER_WINS
