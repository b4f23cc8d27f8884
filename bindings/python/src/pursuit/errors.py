"""The exceptions of this package. Each carries the library's status code and its sentence."""

from __future__ import annotations

from typing import ClassVar


class PursuitError(Exception):
    """Base of everything that the library refuses; ``status`` is the number that a C caller would get."""

    status: ClassVar[int] = -9

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NodeCountError(PursuitError, ValueError):
    """A graph with too few or too many nodes."""

    status = -2


class GraphError(PursuitError, ValueError):
    """An input that describes no graph."""

    status = -3


class ColumnIndexError(GraphError):
    """A neighbour that is no node."""

    status = -4


class NodeError(PursuitError, LookupError):
    """A node that the graph does not have."""

    status = -5


class ArgumentError(PursuitError, ValueError):
    """An argument outside its range, or a request that this game cannot serve."""

    status = -6


class OutOfMemoryError(PursuitError, MemoryError):
    """The system refused memory, or the need passes the game's limit."""

    status = -7


class Cancelled(PursuitError):
    """A progress callback returned ``False``."""

    status = -8


class InternalError(PursuitError, RuntimeError):
    """The library contradicts itself: a defect worth reporting."""

    status = -9


_BY_STATUS: dict[int, type[PursuitError]] = {
    kind.status: kind
    for kind in (
        NodeCountError,
        GraphError,
        ColumnIndexError,
        NodeError,
        ArgumentError,
        OutOfMemoryError,
        Cancelled,
        InternalError,
    )
}


def from_status(status: int, sentence: str) -> PursuitError:
    """The exception for a status code of the library."""
    return _BY_STATUS.get(status, InternalError)(sentence)
