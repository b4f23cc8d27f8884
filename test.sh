#!/usr/bin/env bash
# Passes all tests: Rust, C, C++ and Pascal through cargo, Python with pytest. Needs Rust, a C and C++ compiler and
# Python 3.10 or newer with its venv module; makes a virtual environment of its own. What needs more (cmake, pkg-config,
# clang, fpc, doxygen) is tested where it is installed, and says "skipped" where it is not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

target=${CARGO_TARGET_DIR:-$PWD/target}
[[ $target == /* ]] || target=$PWD/$target
environment=$target/python

say() { printf '\n==== %s\n' "$*"; }

# part NAME COMMAND...: runs it; the other parts run whatever comes of it.
failed=()
part() {
    say "$1"
    "${@:2}" || failed+=("$1")
}

say "Python: a virtual environment with the package and what its tests need"
python3 -m venv --clear "$environment" || {
    echo "test.sh: python3 cannot make a virtual environment (Debian: apt-get install python3-venv)" >&2
    exit 1
}
pip_install() { "$environment/bin/python" -m pip install --quiet --disable-pip-version-check "$1"; }
pip_install './bindings/python[test,spread]' || {
    echo "test.sh: skipped, dask cannot be installed: the recipe for clusters is not tested"
    pip_install './bindings/python[test]'
}

# With this, the snippets of README.md and docs/ that use the Python package are run too.
export PURSUIT_PYTHON=$environment/bin/python
part "cargo test" cargo test --locked --no-fail-fast

# With faults injected, only the tests that exist with that feature alone. They need no speed: the optimised library with
# faults is tested from C.
arguments=()
while IFS= read -r file; do
    file=${file##*/}
    arguments+=(--test "${file%.rs}")
done < <(grep -l '^#!\[cfg(feature = "fault-injection")\]' tests/*.rs)
part "cargo test, with faults injected" \
    env CARGO_PROFILE_TEST_OPT_LEVEL=0 cargo test --locked --no-fail-fast --features fault-injection "${arguments[@]}"

part "pytest" "$environment/bin/python" -m pytest -q -rs -p no:cacheprovider --rootdir bindings/python bindings/python

if ((${#failed[@]} > 0)); then
    printf 'test.sh: failed: %s\n' "${failed[@]}" >&2
    exit 1
fi
say "all passed"
