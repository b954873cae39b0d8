#!/usr/bin/env bash
# Builds the program and the libraries for Windows, and makes these of them. The same commit gives the same bytes.
#   dist/wardrobe-VERSION-windows-x64.zip
#   dist/scumm_wardrobe-VERSION-py3-none-win_amd64.whl   the Python package with both inside
# On a bare Debian 12, run this first: tools/setup.sh windows
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tools/dev/module.sh
tools/release/sources.sh
cmake --preset windows
cmake --build --preset windows --target wheel

version=$(sed -n 's/^set(WARDROBE_VERSION \(.*\))$/\1/p' CMakeLists.txt)
name=wardrobe-$version-windows-x64
folder=build/windows/package/$name
rm -rf build/windows/package
mkdir -p "$folder"/{include,lib}
# The README as plain text: its links lead to files that are not in the package.
sed '/^!\[/d; s/!\?\[\([^]]*\)\]([^)]*)/\1/g' README.md >"$folder/README.txt"
cp LICENSE build/windows/tools/wardrobe.exe build/windows/tools/library/*.dll "$folder"
cp tools/library/wardrobe*.h "$folder/include"
cp build/windows/tools/library/*.dll.a "$folder/lib"
/usr/bin/python3 tools/release/spdx.py --licences "wardrobe-.zip" "$folder/licenses"

date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
find "$folder" -exec touch -h -d "@$date" {} +
find "$folder" -type d -exec chmod 755 {} +
find "$folder" -type f -exec chmod 644 {} +
mkdir -p dist
rm -f "dist/$name.zip"
(cd build/windows/package && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -q -X -9 -@ "../../../dist/$name.zip")
(cd dist && sha256sum "$name.zip")
SOURCE_DATE_EPOCH=$date WARDROBE_BUILD=$PWD/build/windows /usr/bin/python3 -m hatchling build -d dist -t wheel
chmod a+r dist/scumm_wardrobe-*-win_amd64.whl  # hatchling makes it readable only by its owner
