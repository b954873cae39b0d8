#!/usr/bin/env bash
# Builds everything on a bare Debian 12 and runs all tests. With the name of a preset (release, clang,
# asan) that build's; what follows goes to ctest. WARDROBE_GAMES names a folder of games with known
# pictures; tests that need it say that they skip where it is not set. With CI=true each library is
# compiled as one file, without a compiler cache: for a build from nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=${1:-release}

tools/setup.sh test
if [ -z "${CI:-}" ] && command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
fi
cmake --preset "$preset"
cmake --build --preset "$preset"
ctest --preset "$preset" "${@:2}"
