#!/usr/bin/env bash
# Searches for inputs that break something: tools/dev/fuzz.sh TARGET SECONDS
# TARGET is the name of a file in tests/heavy/fuzz without .cc, such as fuzz_files. Inputs that reach new code are kept
# in build/asan/corpus/TARGET, and the next search starts there. Inputs that break something are written to
# build/asan/corpus/TARGET-….
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if [ $# -ne 2 ] || [ ! -f "tests/heavy/fuzz/$1.cc" ]; then
  sed -n '2,5s/^# //p' "$0" >&2
  exit 2
fi
target=$1
seconds=$2

tools/setup.sh test clang
cmake --preset asan >&2
cmake --build --preset asan --target "$target" write_seeds >&2
build=build/asan/tests/heavy/fuzz
corpus=build/asan/corpus
mkdir -p "$corpus/$target"
"$build/write_seeds" "$build/seeds"
folders=("$corpus/$target")
[ -d "$build/seeds/$target" ] && folders+=("$build/seeds/$target")
[ -d "tests/heavy/fuzz/regressions/$target" ] && folders+=("tests/heavy/fuzz/regressions/$target")
exec "$build/$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=65536 \
  -dict=tests/heavy/fuzz/words.dict -artifact_prefix="$corpus/$target-" -print_final_stats=1 "${folders[@]}"
