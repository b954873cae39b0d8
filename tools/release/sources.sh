#!/usr/bin/env bash
# Unpacks Debian's source packages, with Debian's patches, into build/sources/NAME: tools/release/sources.sh [NAME…]
# Without a NAME, all that dependencies.cmake compiles. Sources that are there already stay. The system's
# apt configuration is read, but not changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mkdir -p build/sources
cd build/sources

[ $# -gt 0 ] || set -- giflib highway libdeflate libpng1.6 libzstd onetbb zlib
missing=()
for name in "$@"; do
  [ -d "$name" ] || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0

# The archives of the installed packages, but with their sources, in folders that only this script uses.
rm -rf apt
mkdir -p apt/parts apt/lists
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
  [ -f "$list" ] || continue
  sed -E 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$list" >"apt/parts/${list##*/}"
done
options=(-qq -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$PWD/apt/parts"
  -o "Dir::State::Lists=$PWD/apt/lists" -o APT::Sandbox::User=root)
# Go on if an archive has no sources: others may have the package.
apt-get "${options[@]}" update >&2 || true
# Unpacks the newest version that can be downloaded, from any of the archives. A mirror may list what it does not have.
unpack() {
  local which
  # shellcheck disable=SC2016  # apt replaces it
  for which in $(apt-cache "${options[@]}" showsrc --only-source "$1" | sed -n 's/^Version: /=/p' | sort -rVu) \
    $(apt-get "${options[@]}" indextargets --format '/$(RELEASE)' 'Created-By: Sources' | sort -u); do
    rm -rf "apt/$1"
    mkdir "apt/$1"
    (cd "apt/$1" && apt-get "${options[@]}" source "$1$which" >&2) || continue
    mv "apt/$1"/*/ "$1"
    rm -r "apt/$1"
    return
  done
  echo "sources.sh: cannot get the source package $1 from the Debian archives in /etc/apt" >&2
  exit 1
}
for name in "${missing[@]}"; do
  unpack "$name"
done
