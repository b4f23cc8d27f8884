"""The C library: where it is found, what its functions take, and how its failures become exceptions."""

from __future__ import annotations

import ctypes
import operator
import os
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from pathlib import Path
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from .errors import ArgumentError, from_status

#: The (major, minor) version whose interface this file describes. In 0.x a new minor number may change it.
INTERFACE = (0, 1)

Int32Array = npt.NDArray[np.int32]


class CValue(ctypes.Structure):
    _fields_ = [("outcome", c_int32), ("distance", c_int32), ("best_move", c_int32)]


class CMove(ctypes.Structure):
    _fields_ = [("node", c_int32), ("outcome", c_int32), ("distance", c_int32)]


class CStart(ctypes.Structure):
    _fields_ = [("outcome", c_int32), ("distance", c_int32), ("pursuer", c_int32), ("evader", c_int32)]


class CSummary(ctypes.Structure):
    _fields_ = [("draws", c_uint64), ("evader_wins", c_uint64), ("pursuer_wins", c_uint64), ("longest", c_int64)]


#: ``int32_t (*)(void *user_data, uint64_t round, uint64_t resolved, uint64_t total)``
ProgressFunction = ctypes.CFUNCTYPE(c_int32, c_void_p, c_uint64, c_uint64, c_uint64)

# Arrays travel as addresses (c_void_p): the callers in this package make sure of their type, length and lifetime.
_ARRAY = c_void_p
_HANDLE = c_void_p
_OUT_HANDLE = POINTER(c_void_p)
_OUT_INT = POINTER(c_int32)

# Functions that hand back a status. Everything else is listed in `_declare`.
_STATUS_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "pursuit_game_new": (c_int32, _ARRAY, _ARRAY, _OUT_HANDLE),
    "pursuit_game_clone": (_HANDLE, _OUT_HANDLE),
    "pursuit_game_set_graph": (_HANDLE, c_int32, _ARRAY, _ARRAY),
    "pursuit_game_allow_stay": (_HANDLE, c_int32, c_int32),
    "pursuit_game_set_goal": (_HANDLE, c_int32, c_int32, c_int32),
    "pursuit_game_set_forbidden": (_HANDLE, c_int32, c_int32, c_int32),
    "pursuit_game_set_threads": (_HANDLE, c_int32),
    "pursuit_game_set_memory_limit": (_HANDLE, c_uint64),
    "pursuit_game_set_progress": (_HANDLE, ProgressFunction, c_void_p),
    "pursuit_game_memory_estimate": (_HANDLE, POINTER(c_uint64)),
    "pursuit_game_solve": (_HANDLE, _OUT_HANDLE),
    "pursuit_game_set_pursuers": (_HANDLE, c_int32),
    "pursuit_game_cop_number": (_HANDLE, c_int32, _OUT_INT),
    "pursuit_game_decide": (_HANDLE, c_int32, c_int32, c_int32, _OUT_INT),
    "pursuit_solution_node_count": (_HANDLE, _OUT_INT),
    "pursuit_solution_probe": (_HANDLE, c_int32, c_int32, c_int32, POINTER(CValue)),
    "pursuit_solution_probe_many": (_HANDLE, c_size_t, _ARRAY, _ARRAY, c_int32, _ARRAY),
    "pursuit_solution_moves": (_HANDLE, c_int32, c_int32, c_int32, POINTER(CMove), c_int32, _OUT_INT),
    "pursuit_solution_best_start": (_HANDLE, c_int32, POINTER(CStart)),
    "pursuit_solution_starts": (_HANDLE, c_int32, POINTER(CStart), c_size_t),
    "pursuit_solution_export": (_HANDLE, c_int32, c_size_t, _ARRAY, _ARRAY, _ARRAY),
    "pursuit_solution_summary": (_HANDLE, c_int32, POINTER(CSummary)),
    "pursuit_solution_verify": (_HANDLE, ProgressFunction, c_void_p),
    "pursuit_solution_save": (_HANDLE, c_void_p, c_size_t, POINTER(c_size_t)),
    "pursuit_solution_load": (c_void_p, c_size_t, _OUT_HANDLE),
    "pursuit_solution_pursuer_count": (_HANDLE, _OUT_INT),
    "pursuit_solution_probe_team": (_HANDLE, c_int32, _ARRAY, c_int32, POINTER(CValue), _ARRAY),
    "pursuit_solution_best_start_team": (_HANDLE, c_int32, POINTER(CStart), _ARRAY),
    "pursuit_cop_number": (c_int32, _ARRAY, _ARRAY, c_int32, _OUT_INT),
    "pursuit_cop_numbers_graph6": (
        c_char_p,
        c_size_t,
        c_uint64,
        c_int32,
        c_int32,
        _ARRAY,
        _ARRAY,
        c_size_t,
        POINTER(c_size_t),
        ProgressFunction,
        c_void_p,
    ),
}


def _declare(library: ctypes.CDLL) -> None:
    for name, arguments in _STATUS_FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = c_int32
        function.argtypes = arguments
    for name in ("pursuit_game_free", "pursuit_solution_free"):
        function = getattr(library, name)
        function.restype = None
        function.argtypes = (_HANDLE,)
    library.pursuit_status_message.restype = c_char_p
    library.pursuit_status_message.argtypes = (c_int32,)
    library.pursuit_last_error.restype = c_char_p
    library.pursuit_last_error.argtypes = ()
    library.pursuit_version.restype = c_char_p
    library.pursuit_version.argtypes = ()
    library.pursuit_version_number.restype = c_int32
    library.pursuit_version_number.argtypes = ()


def _path() -> str:
    """The library to load: the one that ``PURSUIT_LIBRARY`` names, else the one inside the package."""
    chosen = os.environ.get("PURSUIT_LIBRARY")
    if chosen:
        return chosen
    bundled = sorted(Path(__file__).parent.glob("libpursuit.*"))
    if not bundled:
        raise ImportError(
            "the package holds no libpursuit: install it with `pip install ./bindings/python` from a checkout, or "
            "name a built library in the environment variable PURSUIT_LIBRARY"
        )
    return str(bundled[0])


def _load() -> ctypes.CDLL:
    path = _path()
    try:
        library = ctypes.CDLL(path)
        version = library.pursuit_version_number()
    except (OSError, AttributeError) as error:
        raise ImportError(f"{path} cannot be used as the pursuit library: {error}") from error
    if (version // 1_000_000, version // 1_000 % 1_000) != INTERFACE:
        wanted = ".".join(map(str, INTERFACE))
        found = f"{version // 1_000_000}.{version // 1_000 % 1_000}.{version % 1_000}"
        raise ImportError(f"{path} is version {found} of the pursuit library, this package needs {wanted}")
    _declare(library)
    return library


LIBRARY = _load()

#: The version of the C library in use.
VERSION: str = LIBRARY.pursuit_version().decode("ascii")

#: A NULL callback.
NO_PROGRESS = ProgressFunction()


def check(status: int) -> None:
    """Raises what a failing status means, in the library's own words."""
    if status != 0:
        raise from_status(status, LIBRARY.pursuit_last_error().decode("utf-8", "replace"))


def status_message(status: int) -> str:
    """The library's sentence for a status code."""
    message: bytes = LIBRARY.pursuit_status_message(status)
    return message.decode("utf-8", "replace")


def integer(name: str, value: SupportsIndex, low: int = -(2**31), high: int = 2**31 - 1) -> int:
    """``value`` as an integer that C can hold: ctypes would cut a larger one to its low bits without a word."""
    try:
        number = operator.index(value)
    except TypeError:
        raise ArgumentError(f"{name} is {value!r}, not an integer") from None
    if not low <= number <= high:
        raise ArgumentError(f"{name} is {number}, outside {low}..{high}")
    return number


def address(array: npt.NDArray[Any]) -> int:
    """Where a contiguous array begins. The caller keeps the array alive while C uses it."""
    assert array.flags.c_contiguous
    return int(array.ctypes.data)
