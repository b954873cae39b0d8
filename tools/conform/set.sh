#!/usr/bin/env bash
# Writes the conformance set: tools/conform/set.sh PROGRAM FOLDER. PROGRAM is `wardrobe`; FOLDER is new. SET.md describes
# the files.
set -euo pipefail
wardrobe=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir "$2"
cd "$2"
cp "$here/SET.md" README.md
cp "$here/../../formats/SCUMM.md" "$here/../../LICENSE" .
"$wardrobe" sample -o games -q
for game in games/*; do
  version=${game#games/}
  "$wardrobe" pack "$game" --rooms -o "$version.wardrobe" -q
  mkdir "$version"
  mv "$game" "$version/game"
  for rows in costumes pictures windows rooms palettes; do
    "$wardrobe" list "$version.wardrobe" "$rows" --json >"$version/$rows.jsonl"
  done
  "$wardrobe" conform "$version.wardrobe" >"$version/ticks.jsonl"
  cp "$here/turns.txt" "$version"
  "$wardrobe" replay "$version.wardrobe" --costume 1 --script "$version/turns.txt" --json >"$version/turns.jsonl"
  rm "$version.wardrobe"
done
rmdir games
