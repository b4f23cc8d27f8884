"""Builds the Rust library two folders up and puts it into the package.

Nothing links against Python: the package loads the library through ctypes. So one wheel serves every Python on a
platform, and it is tagged so.
"""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools_rust import Binding, RustExtension

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).resolve().parent
MANIFEST = HERE.parent.parent / "Cargo.toml"

if not MANIFEST.is_file():
    sys.exit(
        "pursuit is built from a checkout of the whole repository: the Rust crate is two folders above this one, "
        f"and {MANIFEST} is not there"
    )


class PlatformWheel(bdist_wheel):
    """A wheel for one platform and any Python 3."""

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


setup(
    version=tomllib.loads(MANIFEST.read_text(encoding="utf-8"))["package"]["version"],
    rust_extensions=[
        RustExtension(
            "pursuit.libpursuit",
            path=str(MANIFEST),
            binding=Binding.NoBinding,
            debug=False,
            # No Python API is used at all: the flag keeps the interpreter's version out of the file's name.
            py_limited_api=True,
        )
    ],
    cmdclass={"bdist_wheel": PlatformWheel},
    zip_safe=False,
)
