"""Pictures of pursuits: move by move on a drawn graph or a map, and the distances of all positions.

Needs matplotlib (``animate`` pillow too); graphs that are no map are laid out by networkx where it is installed.
The colours are told apart by colour-blind readers, and shape tells the two tokens apart without any colour: the
evader is a disc, the pursuer a square.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np

from .errors import ArgumentError
from .graphs import Graph, GraphLike, as_graph
from .solution import Solution
from .types import Outcome, Position, Role

try:
    import matplotlib
except ImportError:
    raise ImportError("pursuit.plot draws with matplotlib, which is not installed") from None

from itertools import pairwise

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, ListedColormap, Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Patch, Rectangle
from matplotlib.patheffects import withStroke
from matplotlib.ticker import MaxNLocator

#: Where each node is drawn, by its label.
Layout: TypeAlias = Mapping[Hashable, tuple[float, float]]

# Okabe and Ito's palette for colour-blind readers.
EVADER_COLOUR = "#E69F00"
PURSUER_COLOUR = "#0072B2"
GOAL_COLOUR = "#009E73"
LINE_COLOUR = "#9A9A9A"
WALL_COLOUR = "#4D4D4D"
DRAW_COLOUR = "#DDDDDD"
HATCH_COLOUR = "#A6A6A6"
TEXT_COLOUR = "#222222"
FLOOR_COLOUR = "#FFFFFF"

_COLOUR = {Role.EVADER: EVADER_COLOUR, Role.PURSUER: PURSUER_COLOUR}
_MARKER = {Role.EVADER: "o", Role.PURSUER: "s"}


def film(
    solution: Solution,
    evader: Hashable,
    pursuer: Hashable,
    to_move: Role,
    *,
    graph: GraphLike | None = None,
    layout: Layout | None = None,
    names: tuple[str, str] = ("evader", "pursuer"),
    goals: Sequence[Hashable] = (),
    columns: int = 4,
    panels: int = 12,
) -> Figure:
    """The game from a position on, both sides playing their best moves, one panel a ply.

    Args:
        solution: A solved game.
        evader: The evader's node.
        pursuer: The pursuer's node.
        to_move: Who moves first.
        graph: The graph to draw, where the solution does not know it (a loaded one) or another should be drawn.
        layout: Where the nodes are drawn; chosen if left out. Nodes that are pairs of integers are a map's cells.
        names: What the evader and the pursuer are called.
        goals: Nodes to mark as goals.
        columns: Panels in a row.
        panels: The most panels; of a longer game, evenly spread plies and always the first and last.

    Returns:
        A figure; ``savefig`` writes it.
    """
    line = solution.line(evader, pursuer, to_move)
    board = _board(solution, graph, layout, goals)
    shown = np.unique(np.linspace(0, len(line) - 1, min(len(line), max(panels, 2))).round().astype(int)).tolist()
    columns = min(columns, len(shown))
    rows = -(-len(shown) // columns)
    width, height = board.panel_size()
    figure = _figure(columns * width, rows * (height + 0.35) + 0.5)
    grid = figure.subplots(rows, columns, squeeze=False)
    for axes in grid.flat[len(shown) :]:
        axes.set_axis_off()
    for axes, ply in zip(grid.flat, shown, strict=False):
        board.draw(axes)
        _draw_position(axes, board, line, ply)
        axes.set_title(_caption(solution, line, ply, names), fontsize=9, color=TEXT_COLOUR)
    figure.legend(handles=_legend(names, bool(goals)), loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    return figure


def animate(
    solution: Solution,
    evader: Hashable,
    pursuer: Hashable,
    to_move: Role,
    path: str | os.PathLike[str],
    *,
    graph: GraphLike | None = None,
    layout: Layout | None = None,
    names: tuple[str, str] = ("evader", "pursuer"),
    goals: Sequence[Hashable] = (),
    between: int = 3,
    seconds: float = 0.9,
    dpi: float = 100,
) -> None:
    """Writes the game from a position on as an animated GIF; the arguments of :func:`film`, and:

    Args:
        path: The file to write.
        between: Frames in which a token slides from node to node.
        seconds: How long each position stands.
        dpi: Pixels an inch.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    line = solution.line(evader, pursuer, to_move)
    board = _board(solution, graph, layout, goals)
    width, height = (1.8 * side for side in board.panel_size())
    above, below = 0.38, 0.38
    figure = Figure(figsize=(width, above + height + below), dpi=dpi)
    canvas = FigureCanvasAgg(figure)
    frames: list[Image.Image] = []
    durations: list[int] = []

    def take(ply: int, part: float, milliseconds: float) -> None:
        figure.clear()
        share = 1 / (above + height + below)
        axes = figure.add_axes((0.02, below * share, 0.96, height * share))
        board.draw(axes)
        _draw_position(axes, board, line, ply, part)
        caption = _caption(solution, line, ply, names)
        figure.text(0.5, 1 - 0.5 * above * share, caption, ha="center", va="center", fontsize=11, color=TEXT_COLOUR)
        figure.legend(
            handles=_legend(names, bool(goals)),
            loc="center",
            bbox_to_anchor=(0.5, 0.5 * below * share),
            ncols=3,
            frameon=False,
            fontsize=10,
        )
        canvas.draw()  # type: ignore[no-untyped-call]
        pixels = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]
        frames.append(Image.fromarray(pixels).convert("RGB"))
        durations.append(int(milliseconds))

    for ply in range(len(line)):
        if ply > 0 and _step(line, ply)[1] != _step(line, ply)[2]:
            for frame in range(between):
                take(ply, (frame + 1) / (between + 1), 60)
        take(ply, 1.0, 1000 * seconds * (2.5 if ply in (0, len(line) - 1) else 1))
    # One palette for all frames: without it colours flicker and the file is several times as large.
    stack = Image.fromarray(np.concatenate([np.asarray(frame) for frame in frames[:: max(len(frames) // 8, 1)]]))
    palette = stack.quantize(128)
    images = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    images[0].save(path, save_all=True, append_images=images[1:], duration=durations, loop=0, optimize=True)


def distance_map(
    solution: Solution,
    to_move: Role,
    *,
    axes: Axes | None = None,
    names: tuple[str, str] = ("evader", "pursuer"),
) -> Axes:
    """The distances of all positions as a heat map: a row for each node of the evader, a column for the pursuer's.

    Blue is won by the pursuer, orange by the evader, the darker the sooner; grey is a draw. On few nodes the plies are
    written into the cells.
    """
    n = len(solution)
    outcomes, distances = solution.outcomes(to_move), solution.distances(to_move)
    if axes is None:
        side = min(max(3.2, 0.42 * n + 1.5), 8.0)
        axes = _figure(side + 1.6, side).add_subplot()
    scales = _Scales(outcomes, distances)
    axes.imshow(scales.colours(outcomes, distances), interpolation="nearest")
    if n <= 40:
        for evader, pursuer in np.argwhere(outcomes == Outcome.DRAW):
            _hatch(axes, pursuer, evader)
    if n <= 20:
        for (evader, pursuer), distance in np.ndenumerate(distances):
            if distance >= 0:
                ink = scales.ink(int(outcomes[evader, pursuer]), int(distance))
                axes.text(pursuer, evader, str(distance), ha="center", va="center", fontsize=8, color=ink)
    axes.set_xlabel(f"{names[1]}'s node")
    axes.set_ylabel(f"{names[0]}'s node")
    grey = " (grey: a draw)" if (outcomes == Outcome.DRAW).any() else ""
    axes.set_title(f"plies to the end, {names[to_move - 1]} to move{grey}", fontsize=10)
    if n <= 40:
        labels = [str(label) for label in solution.nodes]
        tilt = 90 if max(map(len, labels)) > 2 else 0
        axes.set_xticks(range(n), labels, fontsize=8, rotation=tilt)
        axes.set_yticks(range(n), labels, fontsize=8)
        axes.tick_params(length=0)
    scales.bars(axes, names)
    return axes


def grid_map(
    solution: Solution,
    evader: Hashable,
    pursuer: Hashable,
    to_move: Role,
    *,
    over: Role | None = Role.EVADER,
    trail: bool = True,
    goals: Sequence[Hashable] = (),
    shape: tuple[int, int] | None = None,
    axes: Axes | None = None,
    names: tuple[str, str] = ("evader", "pursuer"),
) -> Axes:
    """A map whose nodes are cells ``(row, column)``; cells that are no node are walls.

    Args:
        solution: A solved game on a map, as :func:`pursuit.grid_graph` or ``networkx.grid_2d_graph`` makes.
        evader: The evader's cell.
        pursuer: The pursuer's cell.
        to_move: Who moves.
        over: Each cell is coloured with what the position is worth if this side stood there and the other where it
            stands: blue is won by the pursuer, orange by the evader, the darker the sooner; hatched grey is a draw.
            ``None`` colours nothing.
        trail: Whether to draw where the tokens go when both play their best moves.
        goals: Cells to mark as goals.
        shape: Rows and columns of the map; from the nodes if left out.
        axes: Where to draw; a new figure if left out.
        names: What the evader and the pursuer are called.
    """
    board = _GridBoard(solution.nodes, goals, shape)
    if axes is None:
        rows, columns = board.rows_and_columns
        axes = _figure(max(0.45 * columns, 3) + 1.6, max(0.45 * rows, 2) + 0.9).add_subplot()
    board.draw(axes)
    key: list[Artist] = [*_legend(names, bool(goals))]
    if over is not None:
        outcomes, distances = solution.outcomes(to_move), solution.distances(to_move)
        if over == Role.EVADER:
            fixed = solution.number(pursuer)
            outcomes, distances = outcomes[:, fixed], distances[:, fixed]
        else:
            fixed = solution.number(evader)
            outcomes, distances = outcomes[fixed], distances[fixed]
        scales = _Scales(outcomes, distances)
        colours = scales.colours(outcomes, distances)
        taken = {evader, pursuer, *goals}
        for label, outcome, distance, colour in zip(solution.nodes, outcomes, distances, colours, strict=True):
            x, y = board.place(label)
            axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white", linewidth=0.5))
            if outcome == Outcome.DRAW:
                _hatch(axes, x, y)
            elif label not in taken and not trail:
                ink = scales.ink(outcome, distance)
                axes.text(x, y, str(distance), ha="center", va="center", fontsize=8, color=ink)
        board.mark_goals(axes)
        scales.bars(axes, names)
        key += scales.draw_key()
    line = solution.line(evader, pursuer, to_move)
    if trail:
        for role in Role:
            # Side by side, so that two trails through one corridor are both seen.
            shift = 0.09 if role == Role.EVADER else -0.09
            style = "-" if role == Role.PURSUER else (0, (1.2, 0.9))
            for stretch in _stretches([now[role - 1] for now in line]):
                path = np.array([board.place(label) for label in stretch]) + shift
                axes.plot(*path.T, color="white", linewidth=4.5, solid_joinstyle="round", zorder=4)
                axes.plot(*path.T, color=_COLOUR[role], linewidth=2.2, linestyle=style, zorder=5)
        if line[-1].evader == line[-1].pursuer:
            key.append(_capture_mark(axes, board.place(line[-1].evader)))
    _draw_tokens(axes, board, board.place(evader), board.place(pursuer), None)
    start = solution.probe(evader, pursuer, to_move)
    axes.set_title(_verdict(start.outcome, start.distance, names) + f", {names[to_move - 1]} to move", fontsize=10)
    axes.legend(handles=key, loc="upper center", bbox_to_anchor=(0.5, -0.01), ncols=len(key), frameon=False, fontsize=9)
    return axes


def _figure(width: float, height: float) -> Figure:
    """An empty figure of that many inches, which makes room for what is drawn."""
    return Figure(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.08, compress=True))


# Where nodes are drawn


class _Board(Protocol):
    """A background, and where on it a node is."""

    #: A token's size in points squared.
    token: float

    def draw(self, axes: Axes) -> None:
        """Draws all but the tokens."""

    def place(self, label: Hashable) -> tuple[float, float]:
        """Where a node is."""

    def text(self, label: Hashable) -> str:
        """What is written on a token that stands there."""

    def panel_size(self) -> tuple[float, float]:
        """The inches that a small picture needs."""


def _board(solution: Solution, graph: GraphLike | None, layout: Layout | None, goals: Sequence[Hashable]) -> _Board:
    if layout is None and _are_cells(solution.nodes):
        return _GridBoard(solution.nodes, goals, None)
    drawn = solution.graph if graph is None else as_graph(graph)
    if drawn is None:
        raise ArgumentError("this solution was loaded without its graph: give the graph to be drawn")
    return _GraphBoard(drawn, layout, goals)


def _are_cells(nodes: Sequence[Hashable]) -> bool:
    return all(
        isinstance(label, tuple) and len(label) == 2 and all(isinstance(part, int) for part in label) for label in nodes
    )


class _GraphBoard:
    """Discs and lines. An arc without its counterpart is an arrow."""

    def __init__(self, graph: Graph, layout: Layout | None, goals: Sequence[Hashable]) -> None:
        self._graph = graph
        self._goals = set(goals)
        self._arcs = set(graph.arcs())
        self._layout = self._laid_out() if layout is None else layout
        n = len(graph)
        self.token = 190.0 if n <= 24 else 90.0 if n <= 60 else 40.0
        self._written = n <= 60

    def _laid_out(self) -> Layout:
        nodes, n = self._graph.nodes, len(self._graph)
        try:
            import networkx
        except ImportError:
            angles = np.linspace(0, 2 * np.pi, n, endpoint=False) + np.pi / 2
            return {nodes[i]: (float(np.cos(a)), float(np.sin(a))) for i, a in enumerate(angles)}
        drawing = networkx.Graph()
        drawing.add_nodes_from(range(n))
        drawing.add_edges_from((x, y) for x, y in self._arcs if x != y)
        if networkx.check_planarity(drawing)[0]:
            start = networkx.planar_layout(drawing)
        else:
            start = networkx.circular_layout(drawing)
        if networkx.is_connected(drawing):
            places = networkx.kamada_kawai_layout(drawing, pos=start)
        else:
            places = networkx.spring_layout(drawing, pos=start, seed=1)
        return {nodes[i]: (float(x), float(y)) for i, (x, y) in places.items()}

    def place(self, label: Hashable) -> tuple[float, float]:
        x, y = self._layout[label]
        return float(x), float(y)

    def text(self, label: Hashable) -> str:
        return str(label) if self._written and len(str(label)) <= 2 else ""

    def _write(self, axes: Axes, label: Hashable) -> None:
        """A short label stands in the node, a long one below it."""
        if not self._written:
            return
        inside = self.text(label)
        axes.annotate(
            inside or _short(label),
            self.place(label),
            xytext=(0, 0 if inside else -0.75 * np.sqrt(self.token) - 1),
            textcoords="offset points",
            ha="center",
            va="center_baseline" if inside else "top",
            fontsize=8,
            color=TEXT_COLOUR,
            zorder=3,
            annotation_clip=False,
            path_effects=[] if inside else [withStroke(linewidth=2.5, foreground="white")],
        )

    def panel_size(self) -> tuple[float, float]:
        places = np.array([self.place(label) for label in self._graph.nodes])
        width, height = np.ptp(places, axis=0)
        ratio = float(np.clip(height / width if width else 1.0, 0.4, 1.4))
        side = 2.3 if len(self._graph) <= 14 else 3.0
        return side, side * ratio

    def draw(self, axes: Axes) -> None:
        nodes = self._graph.nodes
        both = [(x, y) for x, y in self._arcs if x < y and (y, x) in self._arcs]
        lines = [(self.place(nodes[x]), self.place(nodes[y])) for x, y in both]
        axes.add_collection(LineCollection(lines, colors=LINE_COLOUR, linewidths=1.2, zorder=1))
        for tail, head in self._arcs:
            if tail != head and (head, tail) not in self._arcs:
                arrow = FancyArrowPatch(
                    self.place(nodes[tail]),
                    self.place(nodes[head]),
                    arrowstyle="-|>",
                    mutation_scale=9,
                    shrinkA=np.sqrt(self.token) / 2,
                    shrinkB=np.sqrt(self.token) / 2,
                    color=LINE_COLOUR,
                    linewidth=1.2,
                    zorder=1,
                )
                axes.add_patch(arrow)
        for label in nodes:
            x, y = self.place(label)
            goal = label in self._goals
            axes.scatter(
                x,
                y,
                s=self.token,
                facecolor="white",
                edgecolor=GOAL_COLOUR if goal else LINE_COLOUR,
                linewidth=2.6 if goal else 1.2,
                zorder=2,
                clip_on=False,
            )
            self._write(axes, label)
        axes.margins(0.1, 0.1 if all(map(self.text, nodes)) else 0.16)
        axes.set_axis_off()


class _GridBoard:
    """Square cells and walls."""

    def __init__(self, nodes: Sequence[Hashable], goals: Sequence[Hashable], shape: tuple[int, int] | None) -> None:
        if not _are_cells(nodes):
            raise ArgumentError("a map's nodes are cells, pairs (row, column) of integers")
        self._cells = set(nodes)
        self._goals = list(goals)
        height, width = (np.array(list(nodes)).max(axis=0) + 1).tolist()
        self.rows_and_columns: tuple[int, int] = shape or (height, width)
        self.token = 110.0

    def place(self, label: Hashable) -> tuple[float, float]:
        assert isinstance(label, tuple)
        return float(label[1]), float(label[0])

    def text(self, label: Hashable) -> str:
        return ""

    def panel_size(self) -> tuple[float, float]:
        rows, columns = self.rows_and_columns
        return max(0.27 * columns, 1.9), max(0.27 * rows, 0.9)

    def draw(self, axes: Axes) -> None:
        rows, columns = self.rows_and_columns
        for row in range(rows):
            for column in range(columns):
                colour = FLOOR_COLOUR if (row, column) in self._cells else WALL_COLOUR
                edge = DRAW_COLOUR if colour == FLOOR_COLOUR else WALL_COLOUR
                axes.add_patch(
                    Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=colour, edgecolor=edge, linewidth=0.6)
                )
        self.mark_goals(axes)
        axes.set_xlim(-0.55, columns - 0.45)
        axes.set_ylim(rows - 0.45, -0.55)
        axes.set_aspect("equal")
        axes.set_axis_off()

    def mark_goals(self, axes: Axes) -> None:
        for goal in self._goals:
            x, y = self.place(goal)
            axes.add_patch(
                Rectangle((x - 0.43, y - 0.43), 0.86, 0.86, fill=False, edgecolor=GOAL_COLOUR, linewidth=2.6, zorder=3)
            )


# Tokens, captions, keys


def _step(line: Sequence[Position], ply: int) -> tuple[Role, Hashable, Hashable]:
    """Who made the move that led to ``line[ply]``, from where and to where."""
    role = line[ply - 1].to_move
    return role, line[ply - 1][role - 1], line[ply][role - 1]


def _draw_position(axes: Axes, board: _Board, line: Sequence[Position], ply: int, part: float = 1.0) -> None:
    """Draws ``line[ply]``, its last move only done to a ``part``."""
    places = {role: np.array(board.place(line[ply][role - 1])) for role in Role}
    texts = {role: board.text(line[ply][role - 1]) for role in Role}
    if ply > 0:
        role, origin, target = _step(line, ply)
        start, end = np.array(board.place(origin)), np.array(board.place(target))
        places[role] = start + part * (end - start)
        if part < 1:
            texts[role] = ""
        if origin != target:
            axes.plot(
                *np.array([start, places[role]]).T,
                color=_COLOUR[role],
                linewidth=4.5,
                alpha=0.55,
                solid_capstyle="round",
                zorder=1.5,
            )
    _draw_tokens(axes, board, tuple(places[Role.EVADER]), tuple(places[Role.PURSUER]), texts)


def _draw_tokens(
    axes: Axes,
    board: _Board,
    evader: tuple[float, float],
    pursuer: tuple[float, float],
    texts: Mapping[Role, str] | None,
) -> None:
    together = np.allclose(evader, pursuer)
    for role, place, zorder in ((Role.PURSUER, pursuer, 6), (Role.EVADER, evader, 7)):
        # On one node: the disc inside the square.
        size = board.token * (1.55 if role == Role.PURSUER else 0.75 if together else 1.3)
        axes.scatter(
            *place,
            s=size,
            marker=_MARKER[role],
            facecolor=_COLOUR[role],
            edgecolor=TEXT_COLOUR,
            linewidth=1.0,
            zorder=zorder,
            clip_on=False,
            # A rim of white, for tokens on coloured cells.
            path_effects=[withStroke(linewidth=3.0, foreground="white")],
        )
        text = "" if texts is None or (together and role == Role.PURSUER) else texts[role]
        axes.text(
            *place,
            text,
            ha="center",
            va="center_baseline",
            fontsize=8,
            fontweight="bold",
            color="white" if role == Role.PURSUER else "black",
            zorder=zorder + 0.5,
        )


def _stretches(walk: Sequence[Hashable]) -> list[list[Hashable]]:
    """A walk as polylines in which no step is drawn twice, in whichever direction it was taken."""
    stretches: list[list[Hashable]] = []
    drawn: set[frozenset[Hashable]] = set()
    joined = False
    for before, after in pairwise(walk):
        step = frozenset((before, after))
        if before == after:
            continue
        if step in drawn:
            joined = False
        elif joined:
            stretches[-1].append(after)
        else:
            stretches.append([before, after])
            joined = True
        drawn.add(step)
    return stretches


def _capture_mark(axes: Axes, place: tuple[float, float]) -> Line2D:
    """Crosses out the cell of a capture; the mark for the key."""
    style = {"marker": "X", "markersize": 9, "markerfacecolor": TEXT_COLOUR, "markeredgecolor": "white"}
    axes.plot(*place, linestyle="", zorder=6, **style)  # type: ignore[arg-type]
    return Line2D([], [], linestyle="", label="capture", **style)  # type: ignore[arg-type]


def _caption(solution: Solution, line: Sequence[Position], ply: int, names: tuple[str, str]) -> str:
    now = solution.probe(*line[ply])
    if ply == 0:
        return _verdict(now.outcome, now.distance, names)
    role, origin, target = _step(line, ply)
    name = names[role - 1]
    move = f"{name} waits" if origin == target else f"{name} to {_short(target)}"
    if now.best_move is None:
        if line[ply].evader == line[ply].pursuer:
            return f"{ply}: {move}, capture"
        return f"{ply}: {move}, {names[0 if now.outcome == Outcome.EVADER_WINS else 1]} wins"
    if line[ply] in line[:ply]:
        return f"{ply}: {move}, as before"
    return f"{ply}: {move}"


def _short(label: Hashable) -> str:
    return ", ".join(map(str, label)) if isinstance(label, tuple) else str(label)


def _verdict(outcome: Outcome, distance: int | None, names: tuple[str, str]) -> str:
    if distance is None:
        return "a draw"
    name = names[0 if outcome == Outcome.EVADER_WINS else 1]
    return f"{name} wins in {distance} {'ply' if distance == 1 else 'plies'}"


def _legend(names: tuple[str, str], goals: bool) -> list[Line2D]:
    def entry(label: str, marker: str, face: str, edge: str, size: float) -> Line2D:
        return Line2D(
            [],
            [],
            linestyle="",
            marker=marker,
            markerfacecolor=face,
            markeredgecolor=edge,
            markersize=size,
            label=label,
        )

    entries = [
        entry(names[role - 1], _MARKER[role], _COLOUR[role], TEXT_COLOUR, 9 if role == Role.EVADER else 8)
        for role in Role
    ]
    if goals:
        goal = entry("goal", "o", "white", GOAL_COLOUR, 9)
        goal.set_markeredgewidth(2.2)
        entries.append(goal)
    return entries


def _hatch(axes: Axes, x: float, y: float) -> None:
    axes.add_patch(
        Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=DRAW_COLOUR, edgecolor=HATCH_COLOUR, hatch="////", linewidth=0)
    )


class _Scales:
    """Colours for distances: one scale for each winner, the sooner the darker."""

    def __init__(self, outcomes: Any, distances: Any) -> None:
        self._draws = bool((outcomes == Outcome.DRAW).any())
        self._scales: dict[int, tuple[Colormap, Normalize]] = {}
        self._longest: dict[int, int] = {}
        for outcome, name in ((Outcome.PURSUER_WINS, "Blues"), (Outcome.EVADER_WINS, "Oranges")):
            won = distances[outcomes == outcome]
            if won.size:
                # Without the palest fifth, which would pass for empty, and never a scale of a single value.
                shades = ListedColormap(matplotlib.colormaps[name](np.linspace(0.95, 0.18, 256)))
                self._longest[outcome] = int(won.max())
                self._scales[outcome] = shades, Normalize(0, max(self._longest[outcome], 1))

    def colours(self, outcomes: Any, distances: Any) -> Any:
        """A colour for each position."""
        colours = np.empty((*outcomes.shape, 3))
        colours[:] = to_rgb(HATCH_COLOUR)
        for outcome, (shades, span) in self._scales.items():
            won = outcomes == outcome
            colours[won] = shades(span(distances[won]))[:, :3]
        return colours

    def ink(self, outcome: int, distance: int) -> str:
        """Black or white, whichever is read more easily on that colour."""
        shades, span = self._scales[outcome]
        red, green, blue = shades(span(distance))[:3]
        return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else "white"

    def bars(self, axes: Axes, names: tuple[str, str]) -> None:
        """Adds a colour bar for each winner who has more than finished positions."""
        figure = axes.figure
        for outcome, (shades, span) in self._scales.items():
            if not self._longest[outcome]:
                continue
            bar = figure.colorbar(ScalarMappable(span, shades), ax=axes, shrink=0.85, aspect=28, pad=0.02)
            bar.set_label(f"plies until the {names[outcome - 1]} wins", fontsize=9)
            bar.ax.yaxis.set_major_locator(MaxNLocator(integer=True))
            bar.ax.tick_params(labelsize=8)
            bar.outline.set_visible(False)

    def draw_key(self) -> list[Patch]:
        """A key for hatched grey where there are draws."""
        return [Patch(facecolor=DRAW_COLOUR, edgecolor=HATCH_COLOUR, hatch="////", label="draw")] * self._draws
