#!/usr/bin/env bash
# outside.sh PROGRAM: tests a wardrobe program built elsewhere, or for another system. Checks from outside what PROGRAM
# packs, lists, plays and exports. Needs bash, Python 3.11, numpy, Pillow, xxhash and zstandard.
set -euo pipefail
WARDROBE=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
PYTHONPATH=$PWD:$PWD/games:$PWD/plain:$PWD/play:$PWD/tools/export
export WARDROBE PYTHONPATH PYTHONDONTWRITEBYTECODE=1
for test in play/{versions,reader,timelines,loops,replay,script,rooms,room_replay} tools/export/export{,_sheet}; do
  echo "outside.sh: $test" >&2
  "${PYTHON:-python3}" -m unittest discover -s "$(dirname "$test")" -p "${test##*/}_test.py"
done
