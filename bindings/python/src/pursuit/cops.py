"""How many cops does a graph need, and how long do they take? One graph or a whole corpus."""

from __future__ import annotations

import ctypes
from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple, overload

import numpy as np

from ._library import LIBRARY, Int32Array, address, check, integer
from ._work import ProgressLike, run
from .errors import ArgumentError, PursuitError
from .game import Game
from .graphs import Graph, GraphLike, as_graph
from .types import plies

#: Graphs of a corpus that are answered at a time: enough for every core, few enough to wait for.
_PART = 1 << 14


class CaptureTime(NamedTuple):
    """What the classical game on a graph takes."""

    #: The cop number; ``None`` when more cops are needed than were allowed.
    cops: int | None
    #: The rounds, one turn of the cops each, that so many need from their best placement; ``None`` likewise.
    rounds: int | None


@overload
def cop_number(graph: GraphLike, max_cops: None = None, *, threads: int = 1, progress: ProgressLike = False) -> int: ...
@overload
def cop_number(graph: GraphLike, max_cops: int, *, threads: int = 1, progress: ProgressLike = False) -> int | None: ...
def cop_number(
    graph: GraphLike, max_cops: int | None = None, *, threads: int = 1, progress: ProgressLike = False
) -> int | None:
    """The fewest cops that win the classical game on an undirected graph.

    The cops place themselves, then the robber, seeing them; the cops move first; anyone may wait, any number of cops
    move at once, several may share a node. A graph in pieces takes the sum over its pieces. Loops don't matter. For
    other rules there is :meth:`Game.cop_number`.

    Args:
        graph: Anything that :func:`as_graph` reads.
        max_cops: More are not tried; ``None`` for as many as it takes.
        threads: Threads to play with; 0 means every core.
        progress: As in :meth:`Game.solve`.

    Returns:
        The number; ``None`` when it is more than ``max_cops``.

    Raises:
        ArgumentError: An arc has no arc back.
        OutOfMemoryError: So many cops are too much for this machine; see :meth:`Game.memory_estimate`.

    >>> cop_number([[1, 3], [0, 2], [1, 3], [2, 0]])
    2
    """
    graph = as_graph(graph)
    game = Game.cops_and_robbers(graph, threads=threads)
    most = len(graph) if max_cops is None else integer("max_cops", max_cops)
    cops = ctypes.c_int32()
    # Without playing: this finds whether a street is one-way, and whether one cop is enough.
    arrays = address(graph.row_offsets), address(graph.column_indices)
    check(LIBRARY.pursuit_cop_number(len(graph), *arrays, min(most, 1), ctypes.byref(cops)))
    if cops.value == 1:
        return 1
    return game.cop_number(most, progress)


def cop_numbers(graphs: Iterable[GraphLike], max_cops: int = 4, *, threads: int = 1) -> Iterator[int | None]:
    """The cop number of each graph of a corpus, in order.

    The corpus is read and answered part by part while the numbers are taken, so it may be of any length: an open file
    in graph6 form (as ``geng`` prints it), ``sys.stdin.buffer``, a list of lines, networkx graphs.

    Args:
        graphs: Lines in graph6 form, ``str`` or ``bytes``, and whatever :func:`as_graph` reads, as long as it is
            undirected. A header ``>>graph6<<`` may come first.
        max_cops: More are not tried.
        threads: Threads to work with; 0 means every core. Results do not depend on it.

    Yields:
        The number; ``None`` when it is more than ``max_cops``.

    Raises:
        ArgumentError: A line is no graph; the sentence has its number. The lines of a part, some thousands, are looked
            at before any of them is answered.

    >>> list(cop_numbers(["Bw", "Cl", "IheA@GUAo"]))
    [1, 2, 3]
    """
    for cops, _ in _answer(graphs, max_cops, threads, with_rounds=False):
        yield from (number or None for number in cops.tolist())


def capture_times(graphs: Iterable[GraphLike], max_cops: int = 4, *, threads: int = 1) -> Iterator[CaptureTime]:
    """The cop number and the capture time of each graph of a corpus, in order.

    Arguments and errors as in :func:`cop_numbers`. It takes longer, since every graph has to be played on.

    >>> list(capture_times(["Bw", "Cl"]))
    [CaptureTime(cops=1, rounds=1), CaptureTime(cops=2, rounds=1)]
    """
    for cops, rounds in _answer(graphs, max_cops, threads, with_rounds=True):
        for number, time in zip(cops.tolist(), rounds.tolist(), strict=True):
            yield CaptureTime(number or None, plies(time))


def _answer(
    graphs: Iterable[GraphLike], max_cops: int, threads: int, *, with_rounds: bool
) -> Iterator[tuple[Int32Array, Int32Array]]:
    """Cop numbers and rounds, part by part."""
    if isinstance(graphs, (str, bytes)):
        raise ArgumentError("a corpus is a series of graphs: of a text in graph6 form, give the lines, splitlines()")
    settings = integer("max_cops", max_cops), integer("threads", threads)
    lines = enumerate(graphs, start=1)
    first_line = 1
    while part := [_line(graph, number) for number, graph in islice(lines, _PART)]:
        text = b"\n".join(part) + b"\n"
        cops = np.empty(len(part), np.int32)
        rounds = np.empty(len(part) if with_rounds else 0, np.int32)
        count = ctypes.c_size_t()

        def work(
            callback: Any,
            text: bytes = text,
            cops: Int32Array = cops,
            rounds: Int32Array = rounds,
            first_line: int = first_line,
            count: ctypes.c_size_t = count,
        ) -> None:
            check(
                LIBRARY.pursuit_cop_numbers_graph6(
                    text,
                    len(text),
                    first_line,
                    *settings,
                    address(cops),
                    address(rounds) if with_rounds else None,
                    len(cops),
                    ctypes.byref(count),
                    callback,
                    None,
                )
            )

        run(work, False, short=False, what="cop numbers")
        # A header with a line of its own is no graph.
        yield cops[: count.value], rounds[: count.value]
        first_line += len(part)


def _line(graph: Any, number: int) -> bytes:
    """A graph of a corpus as a line in graph6 form, without its end."""
    if isinstance(graph, str):
        # What is not ASCII is no graph6 either; the library says where.
        graph = graph.encode("utf-8")
    if isinstance(graph, bytes):
        line = graph.removesuffix(b"\n").removesuffix(b"\r")
        if b"\n" in line:
            raise ArgumentError(f"line {number} has a line break within")
        return line
    try:
        return graph6(as_graph(graph))
    except PursuitError as error:
        raise type(error)(f"graph {number}: {error}") from None


def graph6(graph: GraphLike) -> bytes:
    """An undirected graph as a line in graph6 form, without its end; loops are not part of it.

    Raises:
        ArgumentError: An arc has no arc back.

    >>> graph6([[1, 2], [0, 2], [0, 1]])
    b'Bw'
    """
    graph = as_graph(graph)
    n = len(graph)
    joined = np.zeros((n, n), dtype=bool)
    graph.check()
    joined[np.repeat(np.arange(n), np.diff(graph.row_offsets)), graph.column_indices] = True
    if not (joined == joined.T).all():
        one_way = np.argwhere(joined & ~joined.T)[0]
        raise ArgumentError(f"there is an arc from {_name(graph, one_way[0])} to {_name(graph, one_way[1])}, none back")
    # Row by row below the diagonal is column by column above it.
    triangle = np.concatenate([joined[y, :y] for y in range(n)])
    sixes = np.zeros((-(-len(triangle) // 6), 6), dtype=np.uint8)
    sixes.reshape(-1)[: len(triangle)] = triangle
    body = sixes @ np.array([32, 16, 8, 4, 2, 1], dtype=np.uint8) + 63
    return _node_count(n) + body.astype(np.uint8).tobytes()


def _node_count(n: int) -> bytes:
    """The number of nodes as graph6 writes it."""
    if n < 63:
        return bytes([n + 63])
    prefix, digits = (b"~", 3) if n < 258_048 else (b"~~", 6)
    return prefix + bytes((n >> 6 * place & 63) + 63 for place in reversed(range(digits)))


def _name(graph: Graph, number: Any) -> str:
    label: Hashable = graph.nodes[int(number)]
    return repr(label)
