#!/usr/bin/env bash
# Builds on a bare Debian 12 and runs tests:
#   tools/test.sh           the tests in C++, and those of the program and the Python package from outside
#   tools/test.sh more      what .ci/run adds: tests with browsers, JavaScript and packages, and those that use games
#   tools/test.sh all       all tests: also those with Wine, NEON, load; benchmarks built
#   tools/test.sh PRESET    all tests of a build: clang or asan
# Further arguments go to ctest. WARDROBE_GAMES names a folder of games with known pictures; tests that need it are
# skipped without it. WARDROBE_TEST_PATH is the PATH of the tests, if it differs. With CI=true, there is no compiler
# cache unless CCACHE_DIR names it. The last line of output tells how long both parts took.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=release
targets=(all)
case ${1:-} in
  '' | -*)
    set -- short "$@"
    export WARDROBE_TESTS=short
    tools/setup.sh test
    ;;
  more)
    labels=tools${WARDROBE_GAMES:+|games}
    set -- more --label-regex "^($labels)\$" --label-exclude '^rare$' "${@:2}"
    export WARDROBE_TESTS=all
    tools/setup.sh all
    ;;
  all)
    export WARDROBE_TESTS=all
    targets+=(test_all)
    tools/setup.sh all
    ;;
  *)
    preset=$1
    tools/setup.sh all
    ;;
esac

if [ -z "${CI:-}" ] || [ -n "${CCACHE_DIR:-}" ] && command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
fi
SECONDS=0
tools/dev/module.sh
cmake --preset "$preset"
cmake --build --preset "$preset" --target "${targets[@]}"
if [ "$1" = all ] || [ "$1" = more ]; then
  WARDROBE=build/release/tools/wardrobe tools/dev/page.sh
fi
if [ "$1" = all ]; then
  tools/release/npm.sh
  tools/release/windows.sh
fi
# Tests write tens of thousands of small files. They go into memory if there is enough of it.
if [ -z "${TMPDIR:-}" ] && [ "$(df --output=avail /dev/shm 2>/dev/null | tail -1)" -gt $((4 << 20)) ] 2>/dev/null; then
  export TMPDIR=/dev/shm
fi
built=$SECONDS
status=0
PATH=${WARDROBE_TEST_PATH:-$PATH} ctest --preset "$preset" --parallel "$(nproc)" "${@:2}" || status=$?
echo "test.sh: building took $built s, the tests $((SECONDS - built)) s"
exit $status
