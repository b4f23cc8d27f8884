# What the checks share that run C programs under sanitizers and valgrind. They source it from the root of the repository.
set -euo pipefail

target=${CARGO_TARGET_DIR:-$PWD/target}
[[ $target == /* ]] || target=$PWD/$target
work=$target/checks
mkdir -p "$work"
host=$(rustc -vV | sed -n 's/^host: //p')
check=${0##*/}

# skip WHY: nothing is checked here, and the run's list of what was skipped says so.
skip() {
    echo "$check: skipped, $1"
    exit 0
}

# needs PROGRAM...: skips the check where one is not installed.
needs() {
    local program
    for program in "$@"; do
        command -v "$program" > /dev/null || skip "$program is not installed"
    done
}

# The programs of c_tests/ that any tool can run, each with its arguments: few rounds, as tools are slow.
programs=(
    "cat_mouse"
    "misuse"
    "misuse_handles"
    "misuse_teams"
    "start_contract"
    "hygiene_fork"
    "threads ${thread_rounds:-5}"
    "address_space 200 2"
)

# compile COMPILER_AND_OPTIONS... -- SOURCE OUTPUT WHAT_TO_LINK_WITH...
compile() {
    local options=()
    while [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    local source=$2 output=$3
    shift 3
    "${options[@]}" -std=c99 -g -O1 -pthread -DLIBRARY_HAS_FAULTS -Iinclude -Ic_tests "c_tests/$source" -o "$output" "$@"
}

# passes NAME COMMAND...: it must succeed; what it says is shown only if it doesn't.
passes() {
    local name=$1 log=$work/passes.log
    shift
    if "$@" > "$log" 2>&1; then
        echo "passes: $name"
    else
        echo "FAILED ($?): $name"
        tail -n 60 "$log"
        return 1
    fi
}

# sees FAULT PATTERN COMMAND...: the planted fault must be seen, in these words. A tool that is not at work would let it pass.
sees() {
    local fault=$1 pattern=$2 log=$work/sees.log
    shift 2
    if "$@" > "$log" 2>&1; then
        echo "FAILED: the planted fault $fault is not seen"
        return 1
    elif ! grep -q -- "$pattern" "$log"; then
        echo "FAILED: the planted fault $fault ends otherwise than with \"$pattern\""
        tail -n 30 "$log"
        return 1
    fi
    echo "sees: $fault"
}

# The shared library as it is shipped but for the faults that tests may ask for. The tests have built it already: the folder
# and the options are those of tests/support.
build_shared_library() {
    local folder=$target/tmp/c_programs/target/default
    cargo rustc --lib --release --locked --quiet --crate-type cdylib,staticlib --features fault-injection \
        --target "$host" --target-dir "$folder"
    mkdir -p "$work/shared"
    cp "$folder/$host/release/libpursuit.so" "$work/shared/libpursuit.so.new"
    mv "$work/shared/libpursuit.so.new" "$work/shared/libpursuit.so"
    local soname
    soname=$(readelf -dW "$work/shared/libpursuit.so" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
    [[ -z $soname || $soname == libpursuit.so ]] || ln -sf libpursuit.so "$work/shared/$soname"
}
with_shared_library=("$work/shared/libpursuit.so" -Wl,--disable-new-dtags "-Wl,-rpath,$work/shared")

# instrumented_for SANITIZER TOOLCHAIN CARGO_ARGUMENTS...: cargo, for code with a sanitizer's instructions in it. No LTO: it
# takes long, and changes nothing here.
instrumented_for() {
    local sanitizer=$1 toolchain=$2 command=$3
    shift 3
    RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=$sanitizer" CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        CARGO_PROFILE_RELEASE_DEBUG=line-tables-only \
        cargo ${toolchain:+"+$toolchain"} "$command" --quiet --target "$host" --target-dir "$work/instrumented" "$@"
}

# build_instrumented_archive SANITIZER TOOLCHAIN CARGO_OPTIONS...: sets with_archive, what to link C objects with. The run-time
# part of the sanitizer is the Rust compiler's own; the C compiler's is not linked.
build_instrumented_archive() {
    local sanitizer=$1 toolchain=$2 short=${1:0:1}san runtime
    shift 2
    instrumented_for "$sanitizer" "$toolchain" rustc --lib --release --crate-type staticlib --features fault-injection "$@"
    runtime=$(rustc ${toolchain:+"+$toolchain"} --print sysroot)/lib/rustlib/$host/lib
    with_archive=("$work/instrumented/$host/release/libpursuit.a" -rdynamic
        -Wl,--whole-archive "$runtime"/librustc*_rt."$short".a -Wl,--no-whole-archive -lm -ldl -lrt -lresolv)
}
