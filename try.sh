#!/usr/bin/env bash
# Builds the library, then plays both games with it: cop and robber through a grader that knows nothing of this
# library, cat and mouse from C. Needs Rust and a C and C++ compiler.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

target=${CARGO_TARGET_DIR:-$PWD/target}
[[ $target == /* ]] || target=$PWD/$target
library=$target/release
games=$target/try

say() { printf '\n%s\n' "$*"; }

need() {
    for tool in "$@"; do
        command -v "$tool" > /dev/null || { echo "try.sh: $tool is not installed" >&2; exit 1; }
    done
}

# compile PROGRAM SOURCE: with the shared library, by its full path, so that the program can be moved.
compile() {
    local compiler=${CC:-cc}
    [[ $2 == *.cpp ]] && compiler=${CXX:-c++}
    # CC and CXX may hold options beside the compiler's name.
    # shellcheck disable=SC2086
    $compiler -O2 -Iinclude -o "$games/$1" "c_tests/$2" -L"$library" -lpursuit -Wl,-rpath,"$library"
}

compiler_name=${CC:-cc} cpp_compiler_name=${CXX:-c++}
need cargo "${compiler_name%% *}" "${cpp_compiler_name%% *}"

say "Building the library"
# With the crate type named there is no rlib, and only then does link-time optimisation take place. (What is asked for here
# is what the Python package's installation asks for, so that ./test.sh finds it done.)
cargo rustc --locked --lib --release --crate-type cdylib --target-dir "$target"

say "Writing contest inputs, each with a robber who delays as long as he can"
rm -rf "$games"
mkdir -p "$games/inputs"
compile make_inputs make_inputs.cpp
"$games/make_inputs" "$games/inputs"

say "Cop and robber: a grader that knows nothing of this library, linked with it"
compile grader grader_untouched.cpp
played=0
for input in "$games"/inputs/*.in; do
    verdict=$("$games/grader" "$input") || { echo "$input: $verdict" >&2; exit 1; }
    played=$((played + 1))
    name=${input##*/???_}
    case ${name%.in} in
        cycle_4 | cycle_5 | grid_20x25 | king_8 | petersen | path_500 | dismantlable_500 | one_way_town_sparse_500)
            printf '  %-24s %s\n' "${name%.in}" "$verdict" ;;
    esac
done
echo "  $played games in all, every one judged OK"

say "Cat and mouse: cat_mouse_game, called from C"
compile cat_mouse cat_mouse.c
"$games/cat_mouse" | sed 's/^/  /'

say "Both programs and all inputs are in $games"
