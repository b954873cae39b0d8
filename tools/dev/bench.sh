#!/usr/bin/env bash
# Measures the kernels and the pipeline in one interleaved run, and prints ratios: tools/dev/bench.sh
# With --json FILE, it keeps the raw data. With WARDROBE_GAME=FOLDER, it measures a game of your own.
# A last argument is a filter: only benchmarks whose names match it run.
# tools/dev/bench.sh --large: packing a game as large as the largest ones, beside zstd alone.
# tools/dev/bench.sh --scale: how time and memory of the program, and of the page's module if it was built, grow with a game.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build() {
  "$root/tools/setup.sh" bench
  (
    cd "$root"
    cmake --preset release && cmake --build --preset release --target "$@"
  ) >&2
}
if [ "${1:-}" = --scale ]; then
  build wardrobe write_large_sample
  module=()
  package=$root/tools/library/javascript
  if [ -f "$package/wardrobe_pack.wasm" ]; then module=("$package/pack.js" "$package/wardrobe_pack.wasm"); fi
  exec "$root/tools/dev/bench_scale.py" "$root/build/release/tools/wardrobe" \
    "$root/build/release/bench/write_large_sample" "${module[@]}"
fi
if [ "${1:-}" = --large ]; then
  build wardrobe_bench write_large_sample
  export WARDROBE_GAME=$root/build/large_game
  "$root/build/release/bench/write_large_sample" "$WARDROBE_GAME" 8 90 5
  shift
  set -- "${1:-^(pack_game|zstd_only)/}"
  repetitions=3
fi
json=$root/build/bench.json
if [ "${1:-}" = --json ]; then
  json=${2:?--json needs a file}
  shift 2
fi
build wardrobe_bench
"$root/build/release/bench/wardrobe_bench" --benchmark_filter="${1:-.}" \
  --benchmark_enable_random_interleaving=true --benchmark_repetitions="${repetitions:-9}" --benchmark_min_time=0.03 \
  --benchmark_out="$json" --benchmark_out_format=json >/dev/null
/usr/bin/python3 "$root/tools/dev/bench_table.py" "$json"
