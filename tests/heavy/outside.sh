#!/usr/bin/env bash
# outside.sh PROGRAM: tests a wardrobe program built elsewhere, or for another system. Checks from outside what PROGRAM
# packs, lists, plays and exports. Needs bash, Python 3.11, numpy, Pillow, xxhash and zstandard.
set -euo pipefail
WARDROBE=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
PYTHONPATH=$PWD:$PWD/oracle:$PWD/oracle/games:$PWD/oracle/plain:$PWD/oracle/play:$PWD/cli/export
export WARDROBE PYTHONPATH PYTHONDONTWRITEBYTECODE=1
for test in oracle/play/{versions,reader,timelines,loops,replay,script,rooms,room_replay} cli/export/export{,_sheet}; do
  echo "outside.sh: $test" >&2
  "${PYTHON:-python3}" -m unittest discover -s "$(dirname "$test")" -p "${test##*/}_test.py"
done
