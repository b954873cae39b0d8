#!/usr/bin/env bash
# Builds and tests on macOS, with Homebrew's packages. It has never run: no Mac was available.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
brew bundle --file tools/Brewfile
python3 -m venv build/python
build/python/bin/pip install numpy pillow xxhash zstandard
cmake -B build/macos -G Ninja -DCMAKE_PREFIX_PATH="$(brew --prefix)"
cmake --build build/macos
ctest --test-dir build/macos --output-on-failure -R '_test'
PYTHON=$PWD/build/python/bin/python3 tests/heavy/outside.sh build/macos/tools/wardrobe
