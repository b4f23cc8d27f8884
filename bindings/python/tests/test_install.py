"""`pip install ./bindings/python` in a clean environment. Run with `-m install`: it builds the library."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1]

pytestmark = pytest.mark.install

PLAYED = """
import pursuit, pathlib
assert pursuit.cat_mouse_game([[1, 3], [0], [3], [0, 2]]) == 1
folder = pathlib.Path(pursuit.__file__).parent
assert list(folder.glob("libpursuit.*")) and (folder / "py.typed").is_file()
print(folder)
"""


def clean():
    return {
        name: value for name, value in os.environ.items() if name not in ("PURSUIT_LIBRARY", "PYTHONPATH", "PYTHONHOME")
    }


def test_a_clean_environment_installs_the_package_and_plays(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    python = tmp_path / "env" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", PACKAGE], env=clean(), check=True)
    result = subprocess.run(
        [python, "-c", PLAYED], env=clean(), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert str(tmp_path) in result.stdout


def test_a_wheel_serves_every_python_of_a_platform(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, PACKAGE],
        env=clean(),
        check=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.split("-")[2:4] == ["py3", "none"]
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if name.startswith("pursuit/libpursuit.")]
    assert not [name for name in names if "test" in name]
