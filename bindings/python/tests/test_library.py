"""How the library is found, and what is refused in its place."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pursuit
from pursuit import _library, errors

ROOT = Path(__file__).parents[3]
SOURCES = Path(pursuit.__file__).parents[1]


def load(**changes):
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PURSUIT_LIBRARY": _library.LIBRARY._name}
    environment.update(changes)
    environment = {name: value for name, value in environment.items() if value is not None}
    return subprocess.run(
        [sys.executable, "-c", "import pursuit; print(pursuit.__version__)"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_environment_may_name_the_library():
    assert load().stdout.strip() == pursuit.__version__


def test_a_library_that_is_none_is_an_import_error_with_its_path(tmp_path):
    (tmp_path / "no.so").write_bytes(b"not a library")
    for path in (str(tmp_path / "no.so"), str(tmp_path / "absent.so"), "libc.so.6"):
        result = load(PURSUIT_LIBRARY=path)
        assert f"ImportError: {path} cannot be used as the pursuit library" in result.stderr


@pytest.mark.skipif(any(Path(pursuit.__file__).parent.glob("libpursuit.*")), reason="a library is bundled")
def test_a_package_without_a_library_says_how_to_get_one():
    assert "pip install ./bindings/python" in load(PURSUIT_LIBRARY=None).stderr


def test_a_library_of_another_version_is_refused():
    program = (
        "import ctypes, types; real = ctypes.CDLL\n"
        "def other(path):\n"
        "    library = real(path)\n"
        "    return types.SimpleNamespace(pursuit_version_number=lambda: 7_002_001)\n"
        "ctypes.CDLL = other\n"
        "import pursuit\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PURSUIT_LIBRARY": _library.LIBRARY._name}
    result = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert "is version 7.2.1 of the pursuit library, this package needs 0.1" in result.stderr


@pytest.mark.skipif(not (ROOT / "include" / "pursuit.h").is_file(), reason="needs the checkout")
def test_every_function_is_declared_with_as_many_arguments_as_the_header_has():
    header = re.sub(r"/\*.*?\*/", "", (ROOT / "include" / "pursuit.h").read_text(encoding="utf-8"), flags=re.DOTALL)
    declared = {name: arguments for name, arguments in re.findall(r"(pursuit_\w+)\(([^()]*)\);", header)}
    for name, arguments in _library._STATUS_FUNCTIONS.items():
        assert declared[name].count(",") + 1 == len(arguments), name
    constants = {name: int(value) for name, value in re.findall(r"(PURSUIT_ERR_\w+)\s*=?\s*\(?(-\d+)", header)}
    if constants:
        assert {constants[f"PURSUIT_ERR_{name}"] for name in ("NODE_COUNT", "NODE", "ARGUMENT", "NO_MEMORY")} <= set(
            errors._BY_STATUS
        )


@pytest.mark.parametrize(
    ("absent", "program", "sentence"),
    [
        ("tqdm", "pursuit.Game([[1], [0]]).solve(progress=True)", "draws its bar with tqdm, which is not installed"),
        ("matplotlib", "import pursuit.plot", "draws with matplotlib, which is not installed"),
    ],
)
def test_what_is_optional_is_missed_only_where_it_is_used(absent, program, sentence):
    blocked = (
        "import sys\nfor name in ('tqdm', 'tqdm.auto', 'matplotlib', 'networkx', 'scipy'): sys.modules[name] = None\n"
    )
    works = "import pursuit\nassert pursuit.CopRobber([[1], [0, 2], [1]]).start() == 1\n"
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PURSUIT_LIBRARY": _library.LIBRARY._name}
    result = subprocess.run(
        [sys.executable, "-c", blocked + works + program], env=environment, capture_output=True, text=True, check=False
    )
    assert sentence in result.stderr.splitlines()[-1], absent


def test_the_modules_are_typed():
    assert (Path(pursuit.__file__).parent / "py.typed").is_file()


@pytest.mark.parametrize("kind", sorted(errors._BY_STATUS.values(), key=lambda kind: kind.status))
def test_exceptions_carry_their_status_and_a_plain_sentence(kind):
    error = errors.from_status(kind.status, "what went wrong")
    assert type(error) is kind
    assert str(error) == "what went wrong"
    assert _library.status_message(kind.status)


def test_an_unknown_status_is_an_internal_error():
    assert type(errors.from_status(-77, "?")) is pursuit.InternalError
