"""Pursuit games on graphs, solved exactly: who wins, in how many plies, and how.

Two tokens stand on the nodes of a graph and move in turn: the **evader** (mouse, robber) and the **pursuer** (cat,
cop). A **position** is their two nodes and who moves; a **ply** is one move of one side.

>>> import pursuit
>>> game = pursuit.Game.cop_and_robber({"a": "bd", "b": "ac", "c": "bd", "d": "ac"})
>>> game.solve().best_start()
Start(outcome=<Outcome.PURSUER_WINS: 2>, distance=3, pursuer='a', evader='c')

Pictures are in :mod:`pursuit.plot`, which needs matplotlib and is imported on its own.
"""

from ._library import VERSION as __version__
from ._work import ProgressLike
from .classic import CopRobber, cat_mouse_game
from .cops import CaptureTime, capture_times, cop_number, cop_numbers, graph6
from .errors import (
    ArgumentError,
    Cancelled,
    ColumnIndexError,
    GraphError,
    InternalError,
    NodeCountError,
    NodeError,
    OutOfMemoryError,
    PursuitError,
)
from .game import Game
from .graphs import Graph, GraphLike, as_graph, grid_graph
from .solution import Solution
from .types import (
    Move,
    Outcome,
    Position,
    Progress,
    Role,
    Start,
    Summary,
    TeamPosition,
    TeamStart,
    TeamValue,
    Value,
)

EVADER = Role.EVADER
PURSUER = Role.PURSUER

__all__ = [
    "EVADER",
    "PURSUER",
    "ArgumentError",
    "Cancelled",
    "CaptureTime",
    "ColumnIndexError",
    "CopRobber",
    "Game",
    "Graph",
    "GraphError",
    "GraphLike",
    "InternalError",
    "Move",
    "NodeCountError",
    "NodeError",
    "OutOfMemoryError",
    "Outcome",
    "Position",
    "Progress",
    "ProgressLike",
    "PursuitError",
    "Role",
    "Solution",
    "Start",
    "Summary",
    "TeamPosition",
    "TeamStart",
    "TeamValue",
    "Value",
    "__version__",
    "as_graph",
    "capture_times",
    "cat_mouse_game",
    "cop_number",
    "cop_numbers",
    "graph6",
    "grid_graph",
]
