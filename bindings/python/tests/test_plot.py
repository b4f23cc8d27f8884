"""Pictures: what is on them, where it can be counted."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle
from PIL import Image

import pursuit
from pursuit import EVADER, PURSUER, Game, Outcome, Solution, grid_graph, plot

ROWS = ["..#.", "....", ".#.."]
PICTURES = Path(__file__).parents[1] / "examples" / "pictures.py"


@pytest.fixture(scope="module")
def path():
    return Game.cop_and_robber(nx.path_graph("abcdefg")).solve()


def pixels(figure, file):
    figure.savefig(file, dpi=80)
    return np.asarray(Image.open(file).convert("RGB"))


def count(image, colour):
    """Pixels of nearly a colour."""
    return int((np.abs(image / 255 - to_rgb(colour)).max(axis=2) < 0.02).sum())


def test_a_film_has_a_panel_for_each_ply_and_tells_the_moves(path, tmp_path):
    figure = plot.film(path, "g", "a", PURSUER, names=("robber", "cop"))
    plies = path.probe("g", "a", PURSUER).distance
    titles = [axes.get_title() for axes in figure.axes if axes.get_title()]
    assert len(titles) == plies + 1
    assert titles[0] == f"cop wins in {plies} plies"
    assert titles[1] == "1: cop to b"
    assert titles[-1].endswith("capture")
    image = pixels(figure, tmp_path / "film.png")
    assert count(image, plot.EVADER_COLOUR) > 100
    assert count(image, plot.PURSUER_COLOUR) > 100


def test_a_long_film_keeps_its_first_and_last_ply(tmp_path):
    solution = Game.cop_and_robber(nx.path_graph(30)).solve()
    figure = plot.film(solution, 29, 0, PURSUER, panels=5)
    titles = [axes.get_title() for axes in figure.axes if axes.get_title()]
    assert len(titles) == 5
    assert titles[-1].endswith("capture")


def test_no_panel_cuts_a_token_off(path, tmp_path):
    figure = plot.film(path, "g", "a", PURSUER)
    figure.savefig(tmp_path / "film.png")
    width, height = figure.canvas.get_width_height()
    for axes in figure.axes:
        for artist in axes.collections:
            box = artist.get_window_extent()
            assert box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height


def test_titles_and_keys_do_not_overlap(path, tmp_path):
    solution = Game.cat_and_mouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]).solve()
    for figure in (
        plot.film(path, "g", "a", PURSUER),
        plot.film(solution, 1, 2, EVADER, goals=[0], columns=3),
        plot.distance_map(solution, EVADER).figure,
        plot.grid_map(Game.cop_and_robber(grid_graph(ROWS)).solve(), (0, 0), (2, 3), PURSUER).figure,
    ):
        figure.savefig(tmp_path / "picture.png")
        texts = [axes.title for axes in figure.axes if axes.get_title()]
        legends = [*figure.legends, *(axes.get_legend() for axes in figure.axes if axes.get_legend())]
        boxes = [artist.get_window_extent() for artist in (*texts, *legends)]
        width, height = figure.canvas.get_width_height()
        for number, box in enumerate(boxes):
            assert box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height
            assert not any(box.overlaps(other) for other in boxes[:number])


def test_one_way_streets_are_arrows():
    solution = Game(nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("a", "c")])).solve()
    axes = plot.film(solution, "a", "b", EVADER).axes[0]
    assert sum(type(patch).__name__ == "FancyArrowPatch" for patch in axes.patches) == 2
    assert [len(lines.get_segments()) for lines in axes.collections if hasattr(lines, "get_segments")] == [1]


def test_an_animation_moves_from_the_first_position_to_the_last(path, tmp_path):
    plot.animate(path, "g", "a", PURSUER, tmp_path / "chase.gif", between=2)
    with Image.open(tmp_path / "chase.gif") as gif:
        plies = path.probe("g", "a", PURSUER).distance
        moved = sum(a[role - 1] != b[role - 1] for a, b, role in steps(path.line("g", "a", PURSUER)))
        assert gif.n_frames == plies + 1 + 2 * moved
        assert gif.info["loop"] == 0
        first = np.asarray(gif.convert("RGB"))
        gif.seek(gif.n_frames - 1)
        last = np.asarray(gif.convert("RGB"))
    assert (first != last).any()


def steps(line):
    return [(before, after, before.to_move) for before, after in pairwise(line)]


def test_a_distance_map_writes_every_distance_and_colours_by_winner():
    solution = Game.cat_and_mouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]).solve()
    axes = plot.distance_map(solution, EVADER, names=("mouse", "cat"))
    written = {tuple(map(int, text.get_position()))[::-1]: int(text.get_text()) for text in axes.texts}
    distances, outcomes = solution.distances(EVADER), solution.outcomes(EVADER)
    assert written == {(e, p): distances[e, p] for e in range(6) for p in range(6) if outcomes[e, p] != Outcome.DRAW}
    colours = axes.images[0].get_array()
    assert (colours[outcomes == Outcome.PURSUER_WINS][:, 2] > colours[outcomes == Outcome.PURSUER_WINS][:, 0]).all()
    assert (colours[outcomes == Outcome.EVADER_WINS][:, 0] > colours[outcomes == Outcome.EVADER_WINS][:, 2]).all()
    assert axes.get_ylabel() == "mouse's node"


def test_a_map_shows_its_walls_and_the_capture(tmp_path):
    solution = Game.cop_and_robber(grid_graph(ROWS)).solve()
    start = solution.best_start()
    axes = plot.grid_map(solution, start.evader, start.pursuer, PURSUER, goals=[(0, 3)])
    walls = {
        (round(patch.get_y() + 0.5), round(patch.get_x() + 0.5))
        for patch in axes.patches
        if isinstance(patch, Rectangle) and np.allclose(patch.get_facecolor()[:3], to_rgb(plot.WALL_COLOUR))
    }
    assert walls == {(0, 2), (2, 1)}
    assert "capture" in [text.get_text() for text in axes.get_legend().get_texts()] or start.distance is None


def test_a_map_can_be_drawn_over_either_side_or_plain():
    solution = Game.cop_and_robber(grid_graph(ROWS)).solve()
    for over in (EVADER, PURSUER, None):
        plot.grid_map(solution, (0, 0), (2, 3), PURSUER, over=over, trail=False).figure.canvas.draw()


def test_what_cannot_be_drawn_is_refused_with_a_reason(path):
    with pytest.raises(pursuit.ArgumentError, match="nodes are cells"):
        plot.grid_map(path, "a", "b", EVADER)
    with pytest.raises(pursuit.ArgumentError, match="loaded without its graph"):
        plot.film(Solution.from_bytes(path.to_bytes()), 0, 1, EVADER)
    loaded = Solution.from_bytes(path.to_bytes(), nodes=path.nodes)
    assert plot.film(loaded, "a", "g", PURSUER, graph=nx.path_graph("abcdefg")).axes


def test_the_pictures_of_the_readme_are_made_and_small(tmp_path):
    subprocess.run([sys.executable, str(PICTURES), str(tmp_path)], check=True)
    sizes = {file.name: file.stat().st_size for file in tmp_path.iterdir()}
    assert set(sizes) == {"streets.gif", "walls.png"}
    assert all(size < 200_000 for size in sizes.values())
