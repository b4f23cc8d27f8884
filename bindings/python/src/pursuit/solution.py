"""A solved game."""

from __future__ import annotations

import ctypes
import math
import os
import weakref
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ._library import LIBRARY, CMove, CStart, CSummary, CValue, Int32Array, address, check, integer
from ._work import ProgressLike, run
from .errors import ArgumentError
from .graphs import Graph
from .types import (
    Move,
    Outcome,
    Position,
    Role,
    Start,
    Summary,
    TeamPosition,
    TeamStart,
    TeamValue,
    Value,
    plies,
)

#: A check of fewer positions than this is over in milliseconds.
_SHORT = 1 << 18

#: ``pursuit_value`` as numpy sees it.
_VALUE = np.dtype([("outcome", np.int32), ("distance", np.int32), ("best_move", np.int32)])


class Solution:
    """The answer to every position of a game; made by :meth:`Game.solve`, :meth:`load` or :meth:`from_bytes`.

    It never changes and may be asked from any number of threads at once. Positions are asked for by the labels of
    the graph; arrays are indexed by node numbers, and ``nodes[number]`` is the label.

    Where there are several pursuers, what names one of them raises :class:`ArgumentError`: ask with
    :meth:`probe_team`, :meth:`line_team`, :meth:`best_start_team` and :meth:`capture_time`, which serve any number.
    """

    _handle: ctypes.c_void_p
    #: The label of each node number.
    nodes: Sequence[Hashable]
    #: The evader's graph; ``None`` for a loaded solution whose graph was not given.
    graph: Graph | None
    #: The pursuer's graph; ``None`` likewise.
    pursuer_graph: Graph | None
    #: The number of pursuers.
    pursuers: int
    #: Knows the labels, if nothing else.
    _labels: Graph

    def __init__(self) -> None:
        raise TypeError("a Solution comes from Game.solve, Solution.load or Solution.from_bytes")

    @classmethod
    def _own(cls, handle: ctypes.c_void_p, graph: Graph | None, pursuer_graph: Graph | None) -> Solution:
        self = cls.__new__(cls)
        self._handle = handle
        weakref.finalize(self, LIBRARY.pursuit_solution_free, handle).atexit = False
        self.graph = graph
        self.pursuer_graph = pursuer_graph
        count = ctypes.c_int32()
        check(LIBRARY.pursuit_solution_node_count(handle, ctypes.byref(count)))
        self.nodes = range(count.value) if graph is None else graph.nodes
        self._labels = Graph(np.zeros(count.value + 1, np.int32), (), self.nodes) if graph is None else graph
        check(LIBRARY.pursuit_solution_pursuer_count(handle, ctypes.byref(count)))
        self.pursuers = count.value
        return self

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        team = "" if self.pursuers == 1 else f" and {self.pursuers} pursuers"
        return f"<pursuit.Solution for {len(self)} nodes{team}>"

    def number(self, label: Hashable) -> int:
        """The node number of a label."""
        return self._labels.number(label)

    def _position(self, evader: Hashable, pursuer: Hashable, to_move: Role) -> tuple[int, int, int]:
        return self.number(evader), self.number(pursuer), integer("to_move", to_move)

    # One position

    def probe(self, evader: Hashable, pursuer: Hashable, to_move: Role) -> Value:
        """Outcome, distance and best move of a position.

        The best move is a fastest win, a longest delay or, in a draw, one that keeps it; the lowest-numbered among
        equals.
        """
        value = CValue()
        check(
            LIBRARY.pursuit_solution_probe(self._handle, *self._position(evader, pursuer, to_move), ctypes.byref(value))
        )
        best = None if value.best_move < 0 else self.nodes[value.best_move]
        return Value(Outcome(value.outcome), plies(value.distance), best)

    def moves(self, evader: Hashable, pursuer: Hashable, to_move: Role) -> list[Move]:
        """Every legal move, ascending by node number, with what it leads to; none when the game is over."""
        position = self._position(evader, pursuer, to_move)
        count = ctypes.c_int32()
        check(LIBRARY.pursuit_solution_moves(self._handle, *position, None, 0, ctypes.byref(count)))
        moves = (CMove * count.value)()
        check(LIBRARY.pursuit_solution_moves(self._handle, *position, moves, count.value, ctypes.byref(count)))
        return [Move(self.nodes[move.node], Outcome(move.outcome), plies(move.distance)) for move in moves]

    def line(self, evader: Hashable, pursuer: Hashable, to_move: Role, limit: int | None = None) -> list[Position]:
        """The game from a position on when both sides play their best moves.

        It ends with the game, after ``limit`` plies, or, in a draw, when a position comes again.
        """
        line = [Position(evader, pursuer, Role(integer("to_move", to_move)))]
        seen = set(line)
        while limit is None or len(line) <= limit:
            now = line[-1]
            move = self.probe(*now).best_move
            if move is None:
                break
            if now.to_move == Role.EVADER:
                after = Position(move, now.pursuer, Role.PURSUER)
            else:
                after = Position(now.evader, move, Role.EVADER)
            line.append(after)
            if after in seen:
                break
            seen.add(after)
        return line

    # Several pursuers

    def probe_team(self, evader: Hashable, pursuers: Iterable[Hashable], to_move: Role) -> TeamValue:
        """Outcome, distance and best moves of a position of any number of pursuers, given in any order.

        Of equally good teams that can be reached the best moves lead to the one that is lexicographically smallest
        when sorted, by node numbers.
        """
        role = integer("to_move", to_move)
        team = self._team(pursuers)
        value = CValue()
        moves = np.empty_like(team)
        check(
            LIBRARY.pursuit_solution_probe_team(
                self._handle, self.number(evader), address(team), role, ctypes.byref(value), address(moves)
            )
        )
        best = None if value.best_move < 0 else self.nodes[value.best_move]
        best_moves = None if moves[0] < 0 else tuple(self.nodes[number] for number in moves.tolist())
        return TeamValue(Outcome(value.outcome), plies(value.distance), best, best_moves)

    def line_team(
        self, evader: Hashable, pursuers: Iterable[Hashable], to_move: Role, limit: int | None = None
    ) -> list[TeamPosition]:
        """The game from a position on, as :meth:`line`, for any number of pursuers; each keeps its place in the tuple."""
        line = [TeamPosition(evader, tuple(pursuers), Role(integer("to_move", to_move)))]
        seen = set()
        while limit is None or len(line) <= limit:
            now = line[-1]
            key = self.number(now.evader), tuple(sorted(self._team(now.pursuers).tolist())), now.to_move
            if key in seen:
                break
            seen.add(key)
            value = self.probe_team(*now)
            if value.best_moves is not None:
                line.append(TeamPosition(now.evader, value.best_moves, Role.EVADER))
            elif value.best_move is not None:
                line.append(TeamPosition(value.best_move, now.pursuers, Role.PURSUER))
            else:
                break
        return line

    def best_start_team(self, first_mover: Role = Role.PURSUER) -> TeamStart:
        """The best start of any number of pursuers, as :meth:`best_start`: the team picks, then the evader answers.

        Raises:
            ArgumentError: A side has no node to start from.
        """
        start = CStart()
        team = np.empty(self.pursuers, np.int32)
        role = integer("first_mover", first_mover)
        check(LIBRARY.pursuit_solution_best_start_team(self._handle, role, ctypes.byref(start), address(team)))
        pursuers = tuple(self.nodes[number] for number in team.tolist())
        return TeamStart(Outcome(start.outcome), plies(start.distance), pursuers, self.nodes[start.evader])

    def capture_time(self) -> int | None:
        """The rounds that the pursuers need from their best placement, moving first, a turn of theirs each.

        ``None`` when they do not win.
        """
        best = self.best_start_team(Role.PURSUER)
        if best.outcome != Outcome.PURSUER_WINS or best.distance is None:
            return None
        return (best.distance + 1) // 2

    def _team(self, pursuers: Iterable[Hashable]) -> Int32Array:
        team = np.array([self.number(pursuer) for pursuer in pursuers], dtype=np.int32)
        if len(team) != self.pursuers:
            raise ArgumentError(f"{len(team)} pursuers are given, the game has {self.pursuers}")
        return team

    # The choice of starting nodes

    def best_start(self, first_mover: Role = Role.PURSUER) -> Start:
        """The best start: the pursuer picks a node, the evader answers, then ``first_mover`` moves.

        The pursuer prefers to win, sooner first, then a draw, then to lose later; the evader the reverse.

        Raises:
            ArgumentError: A side has no node to start from.
        """
        start = CStart()
        check(
            LIBRARY.pursuit_solution_best_start(self._handle, integer("first_mover", first_mover), ctypes.byref(start))
        )
        return self._start(start)

    def starts(self, first_mover: Role = Role.PURSUER) -> list[Start | None]:
        """The evader's best answer to each node of the pursuer; ``None`` where the pursuer may not start."""
        starts = (CStart * len(self))()
        check(LIBRARY.pursuit_solution_starts(self._handle, integer("first_mover", first_mover), starts, len(self)))
        return [None if start.evader < 0 else self._start(start) for start in starts]

    def _start(self, start: CStart) -> Start:
        return Start(Outcome(start.outcome), plies(start.distance), self.nodes[start.pursuer], self.nodes[start.evader])

    # Arrays

    def outcomes(self, to_move: Role) -> npt.NDArray[np.int8]:
        """The outcome of every position, ``[evader, pursuer]``, as the numbers of :class:`Outcome`."""
        table = np.empty((len(self), len(self)), np.int8)
        self._export(to_move, address(table), None, None)
        return table

    def distances(self, to_move: Role) -> Int32Array:
        """The plies to the end of every position, ``[evader, pursuer]``; -1 for a draw."""
        table = np.empty((len(self), len(self)), np.int32)
        self._export(to_move, None, address(table), None)
        return table

    def best_moves(self, to_move: Role) -> Int32Array:
        """The number of the node to move to, ``[evader, pursuer]``; -1 where the game is over."""
        table = np.empty((len(self), len(self)), np.int32)
        self._export(to_move, None, None, address(table))
        return table

    def _export(self, to_move: Role, outcomes: int | None, distances: int | None, best_moves: int | None) -> None:
        role = integer("to_move", to_move)
        check(LIBRARY.pursuit_solution_export(self._handle, role, len(self) ** 2, outcomes, distances, best_moves))

    def probe_many(
        self, evaders: npt.ArrayLike, pursuers: npt.ArrayLike, to_move: Role
    ) -> tuple[Int32Array, Int32Array, Int32Array]:
        """Outcomes, distances and best moves of many positions, given and answered as node numbers.

        The two arrays are broadcast together. Distances are -1 in a draw, best moves -1 when the game is over.
        """
        first, second = (
            np.ascontiguousarray(_numbers(array, name))
            for array, name in zip(np.broadcast_arrays(evaders, pursuers), ("evaders", "pursuers"), strict=True)
        )
        values = np.empty(first.shape, _VALUE)
        check(
            LIBRARY.pursuit_solution_probe_many(
                self._handle, first.size, address(first), address(second), integer("to_move", to_move), address(values)
            )
        )
        return values["outcome"], values["distance"], values["best_move"]

    # The whole

    def summary(self, to_move: Role) -> Summary:
        """How many positions with ``to_move`` to move are draws and wins, and the largest distance."""
        counts = CSummary()
        check(LIBRARY.pursuit_solution_summary(self._handle, integer("to_move", to_move), ctypes.byref(counts)))
        return Summary(counts.draws, counts.evader_wins, counts.pursuer_wins, plies(counts.longest))

    def verify(self, progress: ProgressLike = False) -> None:
        """Checks every position against the rules, by code that shares nothing with the solver.

        Args:
            progress: As in :meth:`Game.solve`.

        Raises:
            InternalError: Names the first position that contradicts its successors.
        """

        def work(callback: Any) -> None:
            check(LIBRARY.pursuit_solution_verify(self._handle, callback, None))

        positions = len(self) * math.comb(len(self) + self.pursuers - 1, self.pursuers)
        run(work, progress, short=positions < _SHORT, what="verify")

    # Saved form

    def to_bytes(self) -> bytes:
        """The solution as a checksummed image, the same on every platform; labels are not part of it."""
        size = ctypes.c_size_t()
        check(LIBRARY.pursuit_solution_save(self._handle, None, 0, ctypes.byref(size)))
        image = bytearray(size.value)
        buffer = (ctypes.c_char * len(image)).from_buffer(image)
        check(LIBRARY.pursuit_solution_save(self._handle, buffer, len(image), ctypes.byref(size)))
        return bytes(image)

    @classmethod
    def from_bytes(cls, image: bytes, nodes: Iterable[Hashable] | None = None) -> Solution:
        """A solution from its image.

        Args:
            image: What :meth:`to_bytes` made, or ``pursuit_solution_save`` in another language.
            nodes: The labels, in the order of the node numbers.

        Raises:
            ArgumentError: The image is damaged, or none.
        """
        if not isinstance(image, bytes):
            image = bytes(memoryview(image))
        handle = ctypes.c_void_p()
        check(LIBRARY.pursuit_solution_load(image, len(image), ctypes.byref(handle)))
        self = cls._own(handle, None, None)
        if nodes is not None:
            self._labels = Graph(self._labels.row_offsets, (), nodes)
            self.nodes = self._labels.nodes
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the image to a file."""
        Path(path).write_bytes(self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike[str], nodes: Iterable[Hashable] | None = None) -> Solution:
        """Reads an image from a file; arguments and errors as in :meth:`from_bytes`."""
        return cls.from_bytes(Path(path).read_bytes(), nodes)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.to_bytes(), self.nodes, self.graph, self.pursuer_graph)

    def __copy__(self) -> Solution:
        return self

    def __deepcopy__(self, _: object) -> Solution:
        return self


def _unpickle(image: bytes, nodes: Sequence[Hashable], graph: Graph | None, pursuer_graph: Graph | None) -> Solution:
    solution = Solution.from_bytes(image, nodes)
    solution.graph = graph
    solution.pursuer_graph = pursuer_graph
    return solution


def _numbers(values: npt.NDArray[Any], name: str) -> Int32Array:
    """Node numbers as 32-bit integers. A larger one becomes -1, which is no node either."""
    if values.size and values.dtype.kind not in "iu":
        raise ArgumentError(f"{name} holds {values.dtype}, not node numbers")
    if np.can_cast(values.dtype, np.int32):
        return values.astype(np.int32, copy=False)
    limits = np.iinfo(np.int32)
    return np.where((values < limits.min) | (values > limits.max), -1, values).astype(np.int32)
