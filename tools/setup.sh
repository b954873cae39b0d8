#!/usr/bin/env bash
# Installs what is missing from Debian 12's own packages:
#   tools/setup.sh         what building and running the program need
#   tools/setup.sh test    and what tests, benchmarks and the checks of CI need
set -euo pipefail

packages=(
  g++ cmake ninja-build pkg-config
  libhwy-dev libtbb-dev libzstd-dev libxxhash-dev
  libcli11-dev libfmt-dev nlohmann-json3-dev libpng-dev libgif-dev
)
if [ "${1:-}" = test ]; then
  packages+=(
    clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev ccache
    libgtest-dev libbenchmark-dev
    zstd git python3 python3-zstandard python3-numpy python3-pil python3-xxhash
    chromium chromium-driver
  )
fi

fail() {
  echo "setup.sh: $*" >&2
  exit 1
}

command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
  fail "this is not Debian 12: install these yourself: ${packages[*]}"

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "not root and no sudo: as root, install: ${missing[*]}"
  as_root=(sudo)
fi
echo "setup.sh: installing ${missing[*]}" >&2
{
  "${as_root[@]}" apt-get update -q &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
} >&2 || fail "apt-get could not install: ${missing[*]}"
