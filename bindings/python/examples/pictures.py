"""Makes the pictures of the README: `python bindings/python/examples/pictures.py [folder]`."""

import sys
from collections.abc import Hashable
from pathlib import Path

import networkx as nx
from matplotlib.figure import Figure

from pursuit import PURSUER, Game, Solution, Start, grid_graph, plot

NAMES = ("robber", "cop")

MAP = [
    "....#.....#......",
    "....#.....#......",
    "....#..#.....#...",
    "....#..#.....#...",
    "....#..#..#..#...",
    ".......#..#..#...",
    "#####..#..#..#...",
    ".......#..#..####",
    ".......#..#......",
]


def longest_chase(solution: Solution) -> Start:
    """The cop starts on his worst corner, the robber answers with his best."""
    return max((start for start in solution.starts() if start), key=lambda start: start.distance or 0)


def on_streets(path: Path) -> None:
    """Cop and robber on a map of streets, move by move."""
    streets = nx.Graph(
        {0: [1, 6], 1: [2, 6, 7], 2: [3, 7, 8], 3: [4, 8, 9], 4: [5, 9], 5: [9], 6: [7, 10], 7: [8, 10, 11]}
        | {8: [9, 11], 9: [11], 10: [11]}
    )
    layout: dict[Hashable, tuple[float, float]] = {
        0: (0.0, 2.0), 1: (1.0, 2.3), 2: (2.0, 2.0), 3: (3.0, 2.3), 4: (4.0, 2.0), 5: (5.0, 2.3),
        6: (0.4, 1.0), 7: (1.6, 1.2), 8: (2.9, 1.2), 9: (4.4, 1.2), 10: (1.0, 0.2), 11: (3.1, 0.2),
    }  # fmt: skip
    solution = Game.cop_and_robber(streets).solve()
    start = longest_chase(solution)
    plot.animate(solution, start.evader, start.pursuer, PURSUER, path, layout=layout, names=NAMES, dpi=130)


def among_walls(path: Path) -> None:
    """The same game among walls, and what each other cell would have been worth to the cop."""
    solution = Game.cop_and_robber(grid_graph(MAP)).solve()
    start = longest_chase(solution)
    axes = plot.grid_map(solution, start.evader, start.pursuer, PURSUER, over=PURSUER, names=NAMES)
    assert isinstance(axes.figure, Figure)
    axes.figure.savefig(path, dpi=90)


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[3] / "docs" / "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    on_streets(folder / "streets.gif")
    among_walls(folder / "walls.png")
