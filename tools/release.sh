#!/usr/bin/env bash
# Makes the release in dist from what is committed: tools/release.sh [PART…]
#   source    the source
#   debian    Debian packages
#   page      wardrobe.html
#   python, npm, windows
# Without a PART, all, with a list of their contents (SPDX) and with checksums. The same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for part in "$@"; do
  case $part in source | debian | page | python | npm | windows) ;; *)
    sed -n '2,7s/^# //p' "$0" >&2
    exit 2
    ;;
  esac
done
dist=$PWD/dist
version=$(sed -n 's/^set(WARDROBE_VERSION \(.*\))$/\1/p' CMakeLists.txt)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
umask 022

# Only committed files are released.
rm -rf "$dist" build/clone
mkdir -p "$dist"
git clone -q . build/clone
cd build/clone
tools/setup.sh page python windows >&2

source() {
  git archive --prefix="wardrobe-$version/" HEAD | xz -9 >"dist/wardrobe-$version-source.tar.xz"
}
page() {
  tools/dev/page.sh
  cp build/wardrobe.html dist
}
debian() {
  cmake --preset program
  cmake --build --preset program
  cpack --config build/program/CPackConfig.cmake -B build/debian
  cp build/debian/*.deb dist
}
python() { tools/release/python.sh; }
npm() { tools/release/npm.sh; }
windows() { tools/release/windows.sh; }

mkdir dist
[ $# -gt 0 ] || set -- source debian page python npm windows
for part in "$@"; do
  echo "release.sh: $part" >&2
  "$part" >&2
done
/usr/bin/python3 tools/release/spdx.py dist "$version"
(cd dist && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS .)
mv dist/* "$dist"
ls -l "$dist"
