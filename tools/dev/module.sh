#!/usr/bin/env bash
# Builds the WebAssembly modules of pages and of the JavaScript package on Debian 12: tools/dev/module.sh [TARGET…]
# Without a TARGET, that of the pages that the program writes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tools/setup.sh module
if command -v ccache >/dev/null && { [ -z "${CI:-}" ] || [ -n "${CCACHE_DIR:-}" ]; }; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
fi
[ $# -gt 0 ] || set -- wardrobe_page_wasm
tools/release/sources.sh giflib highway libdeflate libpng1.6 libzstd zlib
cmake --preset wasm
cmake --build --preset wasm --target "$@"
