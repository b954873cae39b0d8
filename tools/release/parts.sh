#!/usr/bin/env bash
# Makes parts of a release in dist, from the clean clone in which it is: tools/release/parts.sh PART…
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
version=$(sed -n 's/^set(WARDROBE_VERSION \(.*\))$/\1/p' CMakeLists.txt)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
umask 022
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER  # ccache would change the debugging information
mkdir -p dist

# The source has the module of pages as a file, so that it is built without clang and without other sources.
archive() {
  tools/dev/module.sh >&2
  git archive --prefix="$1build/wasm/" --add-file=build/wasm/wardrobe_page.wasm --prefix="$1" HEAD "${@:2}"
}
source() {
  reuse lint --quiet
  archive "wardrobe-$version/" | xz -9 >"dist/wardrobe-$version-source.tar.xz"
}
page() {
  tools/dev/page.sh
  cp build/wardrobe.html dist
}
# Debian's own way, from the source alone.
debian() {
  mkdir -p build/debian/source
  archive "" | tar -C build/debian/source -x
  archive "wardrobe-$version/" . ':!debian' | xz -9 >"build/debian/wardrobe_${version/-/\~}.orig.tar.xz"
  (cd build/debian/source && DEB_BUILD_OPTIONS="noautodbgsym parallel=$(nproc)" dpkg-buildpackage -us -uc)
  # Debian has no bug that asks for this package yet.
  lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs build/debian/*.changes
  cp build/debian/*.deb dist
}
# A .zip for writers of other players, made as windows.sh makes its own.
conformance() {
  local name=wardrobe-$version-conformance
  rm -rf build/conformance
  mkdir -p build/conformance
  tools/run.sh --version
  tools/conform/set.sh build/program/tools/wardrobe "build/conformance/$name"
  find build/conformance -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  (cd build/conformance && find "$name" -type f | sort | zip -q -X -9 -@ "../../dist/$name.zip")
}
python() { tools/release/python.sh; }
npm() { tools/release/npm.sh; }
windows() { tools/release/windows.sh; }

for part in "$@"; do
  echo "release.sh: $part"
  "$part"
done
