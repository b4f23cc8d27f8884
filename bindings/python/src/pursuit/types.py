"""The words of the field as Python types."""

from __future__ import annotations

from collections.abc import Hashable
from enum import IntEnum
from typing import NamedTuple


class Role(IntEnum):
    """A side of the game."""

    EVADER = 1
    PURSUER = 2

    @property
    def opponent(self) -> Role:
        """The other side."""
        return Role(3 - self)


class Outcome(IntEnum):
    """Who wins. An outcome equals the role that wins: ``outcome == role``."""

    DRAW = 0
    EVADER_WINS = 1
    PURSUER_WINS = 2


class Position(NamedTuple):
    """Where the tokens stand and who moves next."""

    evader: Hashable
    pursuer: Hashable
    to_move: Role


class TeamPosition(NamedTuple):
    """Where the tokens of a team's game stand and who moves next."""

    evader: Hashable
    pursuers: tuple[Hashable, ...]
    to_move: Role


class Value(NamedTuple):
    """What a position is worth and how to play it."""

    outcome: Outcome
    #: Plies to the end when the winner hurries and the loser delays; ``None`` in a draw.
    distance: int | None
    #: A fastest win, a longest delay or a safe draw; ``None`` when the game is over.
    best_move: Hashable | None


class TeamValue(NamedTuple):
    """What a position of a team is worth and how to play it."""

    outcome: Outcome
    #: Plies to the end when the winner hurries and the loser delays; ``None`` in a draw.
    distance: int | None
    #: The evader's best move when it is to move, else ``None``.
    best_move: Hashable | None
    #: Where each pursuer goes, in the order asked, when the team is to move, else ``None``.
    best_moves: tuple[Hashable, ...] | None


class Move(NamedTuple):
    """A legal move and what the position after it is worth."""

    node: Hashable
    outcome: Outcome
    distance: int | None


class Start(NamedTuple):
    """The pursuer's choice of a node, the evader's answer, and what comes of it."""

    outcome: Outcome
    distance: int | None
    pursuer: Hashable
    evader: Hashable


class TeamStart(NamedTuple):
    """The team's choice of nodes, by their numbers ascending, the evader's answer, and what comes of it."""

    outcome: Outcome
    distance: int | None
    pursuers: tuple[Hashable, ...]
    evader: Hashable


class Summary(NamedTuple):
    """How many positions with one side to move there are of each kind, finished ones included.

    A team counts once, whatever its order.
    """

    draws: int
    evader_wins: int
    pursuer_wins: int
    #: The largest distance; ``None`` when nothing is won.
    longest: int | None


class Progress(NamedTuple):
    """How far a long call has come."""

    round: int
    resolved: int
    total: int


def plies(distance: int) -> int | None:
    """The library's -1 for "never" as ``None``."""
    return None if distance < 0 else distance
