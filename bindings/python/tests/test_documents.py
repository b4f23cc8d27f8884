"""What the documents show runs as it stands."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pursuit
from pursuit import _library, classic, cops, game, graphs

PACKAGE = Path(__file__).parents[1]
LIBRARY = Path(_library.LIBRARY._name).resolve()


def snippets():
    for document in (PACKAGE / "README.md", PACKAGE.parents[1] / "README.md"):
        if document.is_file():
            text = document.read_text(encoding="utf-8")
            for found in re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
                # The recipe for clusters is run by test_cops.py, on a corpus.
                if "import dask" in found.group(1):
                    continue
                line = text[: found.start()].count("\n") + 2
                name = f"{document.relative_to(PACKAGE.parents[1])}:{line}"
                yield pytest.param(found.group(1), id=name)


@pytest.mark.skipif(sys.platform != "linux", reason="the documents name the library as it is called on Linux")
@pytest.mark.parametrize("snippet", list(snippets()))
def test_a_snippet_runs_as_written(snippet, tmp_path):
    # The library under the names that an install and a build give it.
    (tmp_path / "target" / "release").mkdir(parents=True)
    for name in ("libpursuit.so.0.1", "libpursuit.so", "target/release/libpursuit.so"):
        (tmp_path / name).symlink_to(LIBRARY)
    paths = [str(Path(pursuit.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": str(tmp_path),
        "PURSUIT_LIBRARY": str(LIBRARY),
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }
    subprocess.run([sys.executable, "-c", snippet], cwd=tmp_path, env=environment, check=True)


def test_bare_ctypes_takes_ten_lines():
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    snippet = text.split("## Without the package")[1].split("```python\n")[1].split("```")[0]
    assert "import pursuit" not in snippet
    assert len([line for line in snippet.splitlines() if line]) == 10


@pytest.mark.parametrize("module", [pursuit, classic, cops, game, graphs], ids=lambda module: module.__name__)
def test_examples_in_docstrings_hold(module):
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_name_is_documented():
    for name in pursuit.__all__:
        thing = getattr(pursuit, name)
        if callable(thing):
            assert thing.__doc__, name
            for member, value in vars(thing).items() if isinstance(thing, type) else ():
                if callable(value) and not member.startswith("_"):
                    assert value.__doc__, f"{name}.{member}"
