"""A game as its rules, ready to be solved."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Hashable, Iterable
from typing import Any, NoReturn

from ._library import LIBRARY, address, check, integer
from ._work import ProgressLike, run
from .graphs import Graph, GraphLike, as_graph
from .solution import Solution
from .types import Outcome, Role

#: A solve that needs fewer bytes than this is over in milliseconds, and is not worth a thread to watch it.
_SHORT = 1 << 20

#: On so few nodes, any number of pursuers is played out in milliseconds.
_FEW = 10


class Game:
    """A pursuit game on a graph: two tokens, the evader's and the pursuer's, move in turn along its arcs.

    With several pursuers, the team moves in one turn, each by the pursuer's rules: any of them on the evader's node is
    capture, any of them on a pursuer's goal is a win. Their order does not matter, and several may share a node.

    The game is over, in this order: both on one node, the pursuer has won; the evader on one of its goals, the
    evader has won; the pursuer on one of its goals, the pursuer has won. What neither side can force is a draw. A
    token without a legal move passes.

    A game may be used from several threads. Solving works on a copy: the game may be changed meanwhile.

    Args:
        graph: Where both tokens move; anything that :func:`as_graph` reads.
        pursuer_graph: Where the pursuer moves instead, with the same nodes.
        evader_stays: Whether the evader may wait.
        pursuer_stays: Whether the pursuer may wait.
        evader_goals: Nodes on which the evader wins.
        pursuer_goals: Nodes on which the pursuer wins.
        evader_forbidden: Nodes that the evader may not enter.
        pursuer_forbidden: Nodes that the pursuer may not enter.
        pursuers: How many pursuers there are.
        threads: Threads to solve with; 0 means every core. Results do not depend on it.
        memory_limit: The most bytes that solving may take; ``None`` for no limit.

    Raises:
        GraphError, NodeCountError, NodeError, ArgumentError, OutOfMemoryError: In the library's words.
    """

    def __init__(
        self,
        graph: GraphLike,
        *,
        pursuer_graph: GraphLike | None = None,
        evader_stays: bool = False,
        pursuer_stays: bool = False,
        evader_goals: Iterable[Hashable] = (),
        pursuer_goals: Iterable[Hashable] = (),
        evader_forbidden: Iterable[Hashable] = (),
        pursuer_forbidden: Iterable[Hashable] = (),
        pursuers: int = 1,
        threads: int = 1,
        memory_limit: int | None = None,
    ) -> None:
        graph = as_graph(graph)
        handle = ctypes.c_void_p()
        check(
            LIBRARY.pursuit_game_new(
                len(graph), address(graph.row_offsets), address(graph.column_indices), ctypes.byref(handle)
            )
        )
        self._own(handle, {Role.EVADER: graph, Role.PURSUER: graph})
        if pursuer_graph is not None:
            self.set_graph(Role.PURSUER, pursuer_graph)
        self.allow_stay(Role.EVADER, evader_stays)
        self.allow_stay(Role.PURSUER, pursuer_stays)
        for role, nodes in ((Role.EVADER, evader_goals), (Role.PURSUER, pursuer_goals)):
            for node in nodes:
                self.set_goal(role, node)
        for role, nodes in ((Role.EVADER, evader_forbidden), (Role.PURSUER, pursuer_forbidden)):
            for node in nodes:
                self.set_forbidden(role, node)
        self.set_pursuers(pursuers)
        self.set_threads(threads)
        self.set_memory_limit(memory_limit)

    @classmethod
    def cop_and_robber(cls, graph: GraphLike, **settings: Any) -> Game:
        """BOI 2014: the cop (pursuer) may wait, the robber (evader) must move. A draw is the robber's escape."""
        return cls(graph, pursuer_stays=True, **settings)

    @classmethod
    def cops_and_robbers(cls, graph: GraphLike, **settings: Any) -> Game:
        """The classical game: both sides may wait. A draw is the robber's escape."""
        return cls(graph, evader_stays=True, pursuer_stays=True, **settings)

    @classmethod
    def cat_and_mouse(cls, graph: GraphLike, *, hole: Hashable = 0, **settings: Any) -> Game:
        """LeetCode 913: the mouse (evader) wins in the hole, which the cat (pursuer) may not enter."""
        return cls(graph, evader_goals=[hole], pursuer_forbidden=[hole], **settings)

    def _own(self, handle: ctypes.c_void_p, graphs: dict[Role, Graph]) -> None:
        self._handle = handle
        self._graphs = graphs
        self._lock = threading.Lock()
        weakref.finalize(self, LIBRARY.pursuit_game_free, handle).atexit = False

    @property
    def graph(self) -> Graph:
        """The evader's graph, whose labels the game uses."""
        return self._graphs[Role.EVADER]

    @property
    def pursuer_graph(self) -> Graph:
        """The pursuer's graph."""
        return self._graphs[Role.PURSUER]

    def __repr__(self) -> str:
        return f"<pursuit.Game on {len(self.graph)} nodes>"

    def _set(self, function: str, *arguments: Any) -> None:
        with self._lock:
            check(getattr(LIBRARY, function)(self._handle, *arguments))

    def set_graph(self, role: Role, graph: GraphLike) -> None:
        """Gives a side a graph of its own, with the same nodes as the game's."""
        role = Role(integer("role", role))
        graph = as_graph(graph).renumbered(self.graph.nodes)
        self._set("pursuit_game_set_graph", role, address(graph.row_offsets), address(graph.column_indices))
        self._graphs = {**self._graphs, role: graph}

    def allow_stay(self, role: Role, allowed: bool = True) -> None:
        """Lets a side wait, or not."""
        self._set("pursuit_game_allow_stay", integer("role", role), bool(allowed))

    def set_goal(self, role: Role, node: Hashable, on: bool = True) -> None:
        """Makes a node a goal of a side, or takes that back."""
        self._set("pursuit_game_set_goal", integer("role", role), self.graph.number(node), bool(on))

    def set_forbidden(self, role: Role, node: Hashable, on: bool = True) -> None:
        """Forbids a side to enter a node, or takes that back."""
        self._set("pursuit_game_set_forbidden", integer("role", role), self.graph.number(node), bool(on))

    def set_pursuers(self, pursuers: int) -> None:
        """Sets the number of pursuers that move as a team.

        With k of them on n nodes there are 2 n C(n + k - 1, k) positions; :meth:`memory_estimate` tells what that takes.
        """
        self._set("pursuit_game_set_pursuers", integer("pursuers", pursuers))

    def set_threads(self, threads: int) -> None:
        """Sets the number of threads to solve with; 0 means every core."""
        self._set("pursuit_game_set_threads", integer("threads", threads))

    def set_memory_limit(self, limit: int | None) -> None:
        """Sets the most bytes that solving may take, the solution included; ``None`` for no limit."""
        number = 0 if limit is None else integer("memory_limit", limit, 1, 2**64 - 1)
        self._set("pursuit_game_set_memory_limit", number)

    def memory_estimate(self) -> int:
        """The bytes that :meth:`solve` needs at its peak while distances stay under 255."""
        estimate = ctypes.c_uint64()
        with self._lock:
            check(LIBRARY.pursuit_game_memory_estimate(self._handle, ctypes.byref(estimate)))
        return estimate.value

    def copy(self) -> Game:
        """A game with the same rules, to be changed on its own."""
        handle = ctypes.c_void_p()
        with self._lock:
            check(LIBRARY.pursuit_game_clone(self._handle, ctypes.byref(handle)))
            graphs = self._graphs
        copy = Game.__new__(Game)
        copy._own(handle, graphs)
        return copy

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, _: object) -> Game:
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Game cannot be pickled: send its graph and rules, or its Solution")

    def solve(self, progress: ProgressLike = False) -> Solution:
        """Finds the outcome and distance of every position.

        Ctrl-C stops it within a tenth of a second; other Python threads run while it works.

        Args:
            progress: ``True`` for a tqdm bar, or a function that receives a :class:`Progress` now and then on this
                thread. If it returns ``False`` the solve ends with :class:`Cancelled`; what it raises comes out.

        Raises:
            OutOfMemoryError: The system refuses the memory, or the limit does.
            ArgumentError: A distance would pass 2147483647 plies.
        """
        game = self.copy()

        def work(callback: Any) -> Solution:
            game._set("pursuit_game_set_progress", callback, None)
            handle = ctypes.c_void_p()
            check(LIBRARY.pursuit_game_solve(game._handle, ctypes.byref(handle)))
            return Solution._own(handle, game.graph, game.pursuer_graph)

        return run(work, progress, short=game.memory_estimate() < _SHORT, what="solve")

    def decide(self, evader: Hashable, pursuer: Hashable, to_move: Role, progress: ProgressLike = False) -> Outcome:
        """One position's outcome, found without looking at more than is needed.

        Args:
            evader: The evader's node.
            pursuer: The pursuer's node.
            to_move: Who moves.
            progress: As in :meth:`solve`.
        """
        game = self.copy()
        tokens = self.graph.number(evader), self.graph.number(pursuer), integer("to_move", to_move)

        def work(callback: Any) -> Outcome:
            game._set("pursuit_game_set_progress", callback, None)
            outcome = ctypes.c_int32()
            check(LIBRARY.pursuit_game_decide(game._handle, *tokens, ctypes.byref(outcome)))
            return Outcome(outcome.value)

        return run(work, progress, short=game.memory_estimate() < _SHORT, what="decide")

    def cop_number(self, max_cops: int | None = None, progress: ProgressLike = False) -> int | None:
        """The fewest pursuers that win this game from their best placement, moving first: the cop number of any rules.

        How many pursuers the game has does not matter. :func:`cop_number` asks for the classical game's.

        Args:
            max_cops: More are not tried; ``None`` for as many as there are nodes.
            progress: As in :meth:`solve`.

        Returns:
            The number; ``None`` when it is more than ``max_cops``.

        Raises:
            ArgumentError: A side has no node to start from.
            OutOfMemoryError: Playing with so many takes more than there is, or than the limit.

        >>> Game.cop_and_robber([[1, 3], [0, 2], [1, 3], [2, 0]]).cop_number()
        1
        >>> Game.cops_and_robbers([[1, 3], [0, 2], [1, 3], [2, 0]]).cop_number()
        2
        """
        game = self.copy()
        most = len(self.graph) if max_cops is None else integer("max_cops", max_cops)

        def work(callback: Any) -> int | None:
            game._set("pursuit_game_set_progress", callback, None)
            cops = ctypes.c_int32()
            check(LIBRARY.pursuit_game_cop_number(game._handle, most, ctypes.byref(cops)))
            return cops.value or None

        return run(work, progress, short=len(self.graph) <= _FEW, what="cop number")
