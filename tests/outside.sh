#!/usr/bin/env bash
# outside.sh PROGRAM: tests a wardrobe program built elsewhere, or for another system. Checks from outside what PROGRAM
# packs, lists, plays and exports. Needs bash, Python 3.11, numpy, Pillow, xxhash and zstandard.
set -euo pipefail
WARDROBE=$(realpath "$1")
PYTHONPATH=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
export WARDROBE PYTHONPATH PYTHONDONTWRITEBYTECODE=1
cd "$PYTHONPATH/tools/program"
for test in versions reader timelines loops replay script export export_sheet rooms room_replay; do
  echo "outside.sh: $test" >&2
  "${PYTHON:-python3}" -m unittest discover -p "${test}_test.py"
done
