#!/usr/bin/env bash
# Checks every file with clang's warnings and clang-tidy. Tests are not checked by the static analyzer, which would take
# longer for them than for everything else.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."

tools/setup.sh test clang
cmake --preset tidy
check() {
  run-clang-tidy-14 -quiet -j "$(nproc)" -p build/tidy "$@"
}
root=$(python3 -c 'import os, re; print(re.escape(os.getcwd()))')  # unescaped, it may match no file: every check passes
check "^$root/(?!(build/tidy/)?tests/)"
check "^$root/(build/tidy/)?tests/" -checks=-clang-analyzer-*
