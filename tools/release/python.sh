#!/usr/bin/env bash
# Makes the Python package as it is published, in dist:
#   scumm_wardrobe-VERSION-py3-none-manylinux_….whl  with the program and libwardrobe inside, which need only glibc
#   scumm_wardrobe-VERSION.tar.gz                     the source that pip builds it from
# The same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tools/setup.sh python
tools/dev/module.sh
tools/release/sources.sh
cmake --preset bundled
cmake --build --preset bundled --target wheel

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH WARDROBE_BUILD=$PWD/build/bundled
# Use Debian's Python, whatever is first on PATH: tools/setup.sh installed packages for it.
/usr/bin/python3 -m hatchling build -d dist -t sdist -t wheel
chmod a+r dist/scumm_wardrobe-*  # hatchling makes them readable only by their owner
/usr/bin/python3 tools/release/needs_glibc_only.py dist/scumm_wardrobe-*-manylinux_*.whl
