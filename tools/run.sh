#!/usr/bin/env bash
# Without arguments: builds the program on a bare Debian 12, makes the sample game, packs it and shows the results.
# With arguments: runs the program, as in tools/run.sh pack GAME -o GAME.wardrobe
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

"$root/tools/setup.sh"
mkdir -p "$root/build"
[ -x "$root/build/program/tools/wardrobe" ] || echo "run.sh: building, which takes a few minutes" >&2
(
  cd "$root"
  if [ -z "${CI:-}" ] && command -v ccache >/dev/null; then  # tools/test.sh compiles the same again
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  fi
  tools/dev/module.sh && cmake --preset program && cmake --build --preset program
) >"$root/build/run.log" 2>&1 || {
  cat "$root/build/run.log" >&2
  exit 1
}
wardrobe=$root/build/program/tools/wardrobe
[ $# -eq 0 ] || exec "$wardrobe" "$@"

out=$root/build/sample
rm -rf "$out"
mkdir -p "$out"
show() {
  printf '\n$ wardrobe %s\n' "$*"
  (cd "$out" && "$wardrobe" "$@")
}
echo "In $out:"
show sample -o games
show pack games/v5 -o v5.wardrobe
show pack games/v6 -o v6.wardrobe
show info v6.wardrobe
show list v6.wardrobe costumes
show list v6.wardrobe palettes
show replay v6.wardrobe --costume 1 --chore walk --dir W -o walk.gif --scale 3
show verify v6.wardrobe
show export v6.wardrobe --format html -o v6.html
printf '\nAll costumes, playing: open this in a browser:\n%s\n' "$out/v6.html"
