"""The two games from the contests, as fronts over :class:`Game`."""

from __future__ import annotations

from collections.abc import Hashable

from .errors import ArgumentError
from .game import Game
from .graphs import GraphLike, as_graph
from .types import Outcome, Role


def cat_mouse_game(graph: GraphLike, mouse: Hashable = 1, cat: Hashable = 2, hole: Hashable = 0) -> Outcome:
    """LeetCode 913, on any graph and from any nodes.

    The mouse moves first. Neither may wait; the cat may not enter the hole; a token without a legal move passes. The
    mouse wins in the hole, the cat on the mouse's node, repetition is a draw.

    Args:
        graph: Anything that :func:`as_graph` reads.
        mouse: The mouse's node, by its label.
        cat: The cat's.
        hole: The hole's.

    Returns:
        ``Outcome.EVADER_WINS`` (1) for the mouse, ``Outcome.PURSUER_WINS`` (2) for the cat, ``Outcome.DRAW`` (0).

    Raises:
        NodeError: A label that the graph does not have.

    >>> cat_mouse_game([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
    <Outcome.DRAW: 0>
    """
    return Game.cat_and_mouse(graph, hole=hole).decide(mouse, cat, Role.EVADER)


class CopRobber:
    """BOI 2014, *Cop and Robber*; each object is a game of its own.

    The cop picks a corner, the robber, seeing it, another; then they move in turn, cop first. The cop may wait, the
    robber must move; meeting after anyone's move is capture.

    >>> game = CopRobber([[1, 3], [0, 2], [1, 3], [0, 2]])
    >>> game.start()
    0
    >>> game.next_move(2)
    0
    >>> game.next_move(3)
    3
    """

    def __init__(self, graph: GraphLike) -> None:
        graph = as_graph(graph)
        self._solution = Game.cop_and_robber(graph).solve()
        self._cop: Hashable | None = None

    @property
    def cop(self) -> Hashable | None:
        """Where the cop stands; ``None`` before :meth:`start`."""
        return self._cop

    def start(self) -> Hashable | None:
        """Begins a game: the cop's corner, or ``None`` when no corner forces capture.

        Among winning corners it is the one with the fewest plies at worst, the first among equals.
        """
        best = self._solution.best_start(Role.PURSUER)
        self._cop = best.pursuer if best.outcome == Outcome.PURSUER_WINS else None
        return self._cop

    def next_move(self, robber: Hashable) -> Hashable:
        """The cop's corner after his next move, given that the robber now stands on ``robber``.

        It is a fastest forced capture; with the robber on the cop's own corner he stays.

        Raises:
            ArgumentError: No game has begun, or capture cannot be forced from here; the game stays as it was.
            NodeError: ``robber`` is not a node.
        """
        cop = self._cop
        if cop is None:
            raise ArgumentError("next_move before a winning start: the cop stands nowhere")
        value = self._solution.probe(robber, cop, Role.PURSUER)
        if value.outcome != Outcome.PURSUER_WINS:
            raise ArgumentError(f"capture cannot be forced with the robber on {robber!r} and the cop on {cop!r}")
        if value.best_move is not None:
            self._cop = value.best_move
        return self._cop
