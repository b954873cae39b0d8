#!/usr/bin/env bash
# Makes hero.gif in this folder, the animation in README.md, from the sample game and hero.txt.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
wardrobe=$here/../run.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$wardrobe" sample -o "$folder/games" >/dev/null
"$wardrobe" pack "$folder/games/v6" -q -o "$folder/v6.wardrobe"
"$wardrobe" replay "$folder/v6.wardrobe" --costume 1 --script "$here/hero.txt" \
  -o "$here/hero.gif" --scale 2 --force
