#!/usr/bin/env bash
# Writes recipes for Homebrew, Arch Linux and winget into dist, with the hashes of the files there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
setting() { sed -n "s/^set(WARDROBE_$1 \"\?\([^\"]*\)\"\?)\$/\1/p" CMakeLists.txt; }
version=$(setting VERSION)
sum() { sha256sum "dist/wardrobe-$version-$1" | cut -d' ' -f1; }
for recipe in tools/release/recipes/*; do
  sed -e "s|@VERSION@|$version|g" -e "s|@REPOSITORY@|$(setting REPOSITORY)|g" -e "s|@CONTACT@|$(setting CONTACT)|g" \
    -e "s|@SOURCE_SHA256@|$(sum source.tar.xz)|g" -e "s|@WINDOWS_SHA256@|$(sum windows-x64.zip)|g" \
    -e "s|@DATE@|$(git log -1 --format=%cs)|g" "$recipe" >"dist/${recipe##*/}"
done
