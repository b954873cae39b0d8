#!/usr/bin/env bash
# Makes the release in dist from what is committed: tools/release.sh [PART…]
#   source    the source
#   debian    Debian packages
#   page      wardrobe.html
#   conformance  the conformance set
#   python, npm, windows
# Without a PART, all, with recipes for other package managers, a list of their contents (SPDX) and checksums; then every
# package is installed and tried, and all is made again, in another folder and on another day: the same commit gives the
# same bytes. A version that is not under development (-dev) must say who publishes it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for part in "$@"; do
  case $part in source | debian | page | conformance | python | npm | windows) ;; *)
    sed -n '2,10s/^# //p' "$0" >&2
    exit 2
    ;;
  esac
done
whole=$([ $# -gt 0 ] || echo yes)
[ -z "$whole" ] || set -- source debian page conformance python npm windows
version=$(sed -n 's/^set(WARDROBE_VERSION \(.*\))$/\1/p' CMakeLists.txt)
case $version in *-dev) check= ;; *) check=--check-release ;; esac
tools/release/metadata.py $check
tools/setup.sh page python windows debian >&2

# Only committed files are released.
make_in() {
  rm -rf "$1"
  git clone -q . "$1"
  cd "$1"
  "${@:2}"
}
(make_in build/clone tools/release/parts.sh "$@") >&2
rm -rf dist
mv build/clone/dist dist
[ -z "$whole" ] || tools/release/recipes.sh
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
/usr/bin/python3 tools/release/spdx.py dist "$version"
(cd dist && sha256sum -- * >../build/SHA256SUMS && mv ../build/SHA256SUMS .)
ls -l dist
if [ -n "$whole" ]; then
  tools/release/check.sh
  later() {
    tools/release/sources.sh  # dpkg-source cannot set times under faketime
    faketime -f +400d tools/release/parts.sh "$@"
  }
  (export CCACHE_DISABLE=1 && make_in build/again later "$@") >&2
  for file in build/again/dist/*; do
    cmp "$file" "dist/${file##*/}"
  done
  echo "release.sh: made again, all is the same"
fi
