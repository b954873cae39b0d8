#!/usr/bin/env bash
# Checks every file with clang's warnings and clang-tidy; the static analyzer, which takes longer for tests than for
# everything else, leaves those out.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."

tools/setup.sh test clang
cmake --preset tidy
check() {
  run-clang-tidy-14 -quiet -j "$(nproc)" -p build/tidy "$@"
}
root=$(python3 -c 'import os, re; print(re.escape(os.getcwd()))')  # otherwise no file matches, and every check passes
check "^$root/(?!(build/tidy/)?tests/)"
check "^$root/(build/tidy/)?tests/" -checks=-clang-analyzer-*
