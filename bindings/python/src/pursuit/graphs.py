"""Graphs in the library's form, and everything that is read as one."""

from __future__ import annotations

import ctypes
import operator
import sys
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ._library import LIBRARY, Int32Array, address, check
from .errors import ColumnIndexError, GraphError, NodeError

#: A :class:`Graph`; a networkx graph; a scipy sparse array; a square numpy matrix; a tuple ``(indptr, indices)``;
#: adjacency lists; or a mapping from each label to its neighbours' labels. See :func:`as_graph`.
GraphLike: TypeAlias = Any

_INT32 = np.iinfo(np.int32)


class Graph:
    """A graph as compressed sparse rows, with a label for each node.

    Row ``x``, ``column_indices[row_offsets[x]:row_offsets[x + 1]]``, lists where a token on node number ``x`` can
    go. A neighbour given twice counts once; ``x`` in its own row means that a token on ``x`` may stay. An undirected
    graph lists each edge in both rows.

    Arrays of 32-bit integers are used as they are, without a copy, and must not change while the graph is in use.
    What the rows hold is checked by the library when a game is made of them.

    Args:
        row_offsets: ``n + 1`` integers from 0 up.
        column_indices: ``row_offsets[n]`` node numbers.
        nodes: The labels, in the order of the node numbers; 0, 1, ... if left out.
    """

    __slots__ = ("_numbers", "column_indices", "nodes", "row_offsets")

    row_offsets: Int32Array
    column_indices: Int32Array
    #: The label of each node number.
    nodes: Sequence[Hashable]

    def __init__(
        self,
        row_offsets: npt.ArrayLike,
        column_indices: npt.ArrayLike,
        nodes: Iterable[Hashable] | None = None,
    ) -> None:
        self.row_offsets = _int32(row_offsets, "row_offsets")
        self.column_indices = _int32(column_indices, "column_indices")
        n = len(self.row_offsets) - 1
        if n < 0:
            raise GraphError("row_offsets is empty, it holds one entry more than there are nodes")
        # The library trusts row_offsets[n] as the length of column_indices: no one else can check it.
        if self.row_offsets[n] != len(self.column_indices):
            raise GraphError(
                f"column_indices has {len(self.column_indices)} entries, row_offsets[{n}] says {self.row_offsets[n]}"
            )
        self._numbers: dict[Hashable, int] | None = None
        if nodes is None:
            self.nodes = range(n)
        else:
            self.nodes = nodes if isinstance(nodes, range) else tuple(nodes)
            if len(self.nodes) != n:
                raise GraphError(f"{len(self.nodes)} labels are given for {n} nodes")
            if self.nodes != range(n):
                self._numbers = {label: number for number, label in enumerate(self.nodes)}
                if len(self._numbers) != n:
                    raise GraphError("two nodes have the same label")

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"<pursuit.Graph: {len(self)} nodes, {len(self.column_indices)} arcs>"

    def number(self, label: Hashable) -> int:
        """The node number of a label.

        Raises:
            NodeError: No node has this label.
        """
        n = len(self)
        if self._numbers is None:
            try:
                number = operator.index(label)  # type: ignore[arg-type]
            except TypeError:
                number = -1
            if 0 <= number < n:
                return number
            raise NodeError(f"{label!r} is not a node of this graph, whose nodes are 0..{n - 1}")
        try:
            return self._numbers[label]
        except (KeyError, TypeError):
            raise NodeError(
                f"{label!r} is not a node of this graph ({n} nodes, the first is {self.nodes[0]!r})"
            ) from None

    def neighbours(self, label: Hashable) -> list[Hashable]:
        """The labels in a node's row, as they stand there."""
        number = self.number(label)
        row = self.column_indices[self.row_offsets[number] : self.row_offsets[number + 1]]
        return [self.nodes[neighbour] for neighbour in row.tolist()]

    def check(self) -> None:
        """Lets the library look at the rows; making a game does so too.

        Raises:
            GraphError, NodeCountError: The first fault, in the library's words.
        """
        handle = ctypes.c_void_p()
        offsets, indices = address(self.row_offsets), address(self.column_indices)
        check(LIBRARY.pursuit_game_new(len(self), offsets, indices, ctypes.byref(handle)))
        LIBRARY.pursuit_game_free(handle)

    def arcs(self) -> Iterator[tuple[int, int]]:
        """Every arc as (tail's number, head's number), each once, ascending."""
        self.check()
        n = len(self)
        tails = np.repeat(np.arange(n, dtype=np.int64), np.diff(self.row_offsets))
        for key in np.unique(tails * n + self.column_indices).tolist():
            yield divmod(key, n)

    def renumbered(self, nodes: Sequence[Hashable]) -> Graph:
        """The same graph with the node numbers that ``nodes`` gives to its labels.

        Raises:
            GraphError: The two sets of labels differ.
        """
        if self.nodes == nodes:
            return self
        self.check()
        if len(nodes) != len(self):
            raise GraphError(f"the two graphs have {len(nodes)} and {len(self)} nodes: they must have the same")
        try:
            old = np.array([self.number(label) for label in nodes], dtype=np.int64)
        except NodeError as error:
            raise GraphError(f"the two graphs have different nodes: {error}") from None
        new = np.empty_like(old)
        new[old] = np.arange(len(self))
        tails = np.repeat(new, np.diff(self.row_offsets))
        return _from_arcs(len(self), tails, new[self.column_indices], nodes)


def as_graph(source: GraphLike) -> Graph:
    """Reads anything that describes a graph.

    ==============================  ===================================================================================
    a :class:`Graph`                as it is
    networkx, directed or not       its own labels; parallel edges count once
    scipy sparse array or matrix    an arc for each stored entry that isn't zero; no copy where the indices are 32-bit
    square numpy matrix             ``matrix[x, y]`` true or nonzero is an arc from x to y
    tuple ``(indptr, indices)``     compressed sparse rows, as scipy names them; a tuple, so as not to be mistaken
    list of lists                   adjacency lists: ``graph[x]`` holds the numbers of x's neighbours
    mapping                         from each label to the labels of its neighbours
    ==============================  ===================================================================================

    A self-loop means that a token there may wait.

    Raises:
        GraphError: The input describes no graph; the sentence says where.
    """
    if isinstance(source, Graph):
        return source
    networkx = sys.modules.get("networkx")
    if networkx is not None and isinstance(source, networkx.Graph):
        return _from_networkx(source)
    sparse = sys.modules.get("scipy.sparse")
    if sparse is not None and sparse.issparse(source):
        return _from_sparse(source)
    if isinstance(source, np.ndarray):
        return _from_matrix(source)
    if isinstance(source, Mapping):
        return _from_mapping(source)
    if isinstance(source, tuple) and len(source) == 2:
        return Graph(*source)
    if isinstance(source, Collection) and not isinstance(source, (str, bytes, set, frozenset)):
        return _from_lists(source)
    raise GraphError(f"a {type(source).__name__} is not understood as a graph; pursuit.as_graph says what is")


def grid_graph(rows: Iterable[Iterable[str]], *, jump: int = 1, wall: str = "#") -> Graph:
    """The graph of a map drawn with characters: a node ``(row, column)`` for each cell that is no wall.

    A token goes up to ``jump`` cells up, down, left or right, not across a wall.

    >>> grid_graph(["..#", "#.."]).nodes
    ((0, 0), (0, 1), (1, 1), (1, 2))
    """
    cells = {
        (row, column): None
        for row, line in enumerate(rows)
        for column, character in enumerate(line)
        if character != wall
    }

    def reached(row: int, column: int) -> Iterator[tuple[int, int]]:
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            for step in range(1, jump + 1):
                cell = row + step * down, column + step * right
                if cell not in cells:
                    break
                yield cell

    return _from_mapping({cell: list(reached(*cell)) for cell in cells})


def _int32(values: npt.ArrayLike, name: str) -> Int32Array:
    """``values`` as a contiguous array of 32-bit integers: the same array where it is one already."""
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise GraphError(f"{name} is no array of integers: {error}") from None
    if array.ndim != 1:
        raise GraphError(f"{name} has {array.ndim} dimensions, not one")
    if array.size and array.dtype.kind not in "iu":
        raise GraphError(f"{name} holds {array.dtype}, not integers")
    if array.size and array.dtype.kind in "iu" and not np.can_cast(array.dtype, np.int32):
        outside = np.flatnonzero((array > _INT32.max) | (array < _INT32.min))
        if outside.size:
            place = int(outside[0])
            raise ColumnIndexError(f"{name}[{place}] is {array[place]}, beyond 32-bit integers")
    return np.ascontiguousarray(array, dtype=np.int32)


def _from_arcs(n: int, tails: npt.NDArray[Any], heads: npt.NDArray[Any], nodes: Iterable[Hashable] | None) -> Graph:
    offsets = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(tails, minlength=n), out=offsets[1:])
    return Graph(offsets, heads[np.argsort(tails, kind="stable")], nodes)


def _from_networkx(source: Any) -> Graph:
    nodes = list(source)
    numbers = {label: number for number, label in enumerate(nodes)}
    rows = [[numbers[neighbour] for neighbour in neighbours] for _, neighbours in source.adjacency()]
    return _from_rows(rows, nodes)


def _from_mapping(source: Mapping[Hashable, Iterable[Hashable]]) -> Graph:
    numbers = {label: number for number, label in enumerate(source)}
    rows = []
    for label, neighbours in source.items():
        try:
            rows.append([numbers[neighbour] for neighbour in neighbours])
        except (KeyError, TypeError) as error:
            raise ColumnIndexError(f"the row of {label!r} cannot be read: {error} is not a node") from None
    return _from_rows(rows, list(source))


def _from_lists(source: Collection[Any]) -> Graph:
    rows: list[Collection[Any]] = []
    for number, row in enumerate(source):
        if isinstance(row, (str, bytes)) or not isinstance(row, Iterable):
            raise GraphError(f"row {number} of the adjacency lists is {row!r}, not a list of nodes")
        row = row if isinstance(row, Collection) else list(row)
        if any(isinstance(entry, (bool, np.bool_)) for entry in row):
            raise GraphError(f"row {number} of the adjacency lists holds booleans: give a matrix as a numpy array")
        rows.append(row)
    return _from_rows(rows, None)


def _from_rows(rows: Sequence[Collection[Any]], nodes: Iterable[Hashable] | None) -> Graph:
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    return Graph(offsets, list(chain.from_iterable(rows)), nodes)


def _from_matrix(source: npt.NDArray[Any]) -> Graph:
    if source.ndim != 2 or source.shape[0] != source.shape[1]:
        shape = " x ".join(map(str, source.shape))
        raise GraphError(f"an adjacency matrix is square, this array is {shape}")
    tails, heads = np.nonzero(np.asarray(source))
    return _from_arcs(len(source), tails, heads, None)


def _from_sparse(source: Any) -> Graph:
    if len(source.shape) != 2 or source.shape[0] != source.shape[1]:
        shape = " x ".join(map(str, source.shape))
        raise GraphError(f"an adjacency matrix is square, this sparse array is {shape}")
    n = source.shape[0]
    if source.format == "csr":
        stored = source.indptr[n]
        if source.data[:stored].all():
            return Graph(source.indptr, source.indices[:stored])
    # Not through `tocsr`: it adds up entries given twice, and their sum may be zero in a narrow dtype.
    entries = source.tocoo(copy=False)
    stored = entries.data != 0
    return _from_arcs(n, entries.row[stored], entries.col[stored], None)
