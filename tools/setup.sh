#!/usr/bin/env bash
# Installs what is missing from Debian 12's own packages:
#   tools/setup.sh         what building and running the program need
#   tools/setup.sh test    and what tests, benchmarks and the checks of CI need
#   tools/setup.sh page    and what tools/page.sh needs
set -euo pipefail

packages=(
  g++ cmake ninja-build pkg-config
  libhwy-dev libtbb-dev libzstd-dev libxxhash-dev
  libcli11-dev libfmt-dev nlohmann-json3-dev libpng-dev libgif-dev zlib1g-dev libstb-dev
)
if [ "${1:-}" = test ]; then
  packages+=(
    clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev ccache
    libgtest-dev libbenchmark-dev
    dpkg-dev zstd git python3 python3-zstandard python3-numpy python3-pil python3-xxhash python3-pandas
    chromium chromium-driver firefox-esr godot3-server parallel
  )
fi
if [ "${1:-}" = page ]; then
  packages+=(clang-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc)
fi
if [ $# -gt 0 ]; then
  # Node.js often comes from elsewhere, with npm inside.
  command -v node >/dev/null || packages+=(nodejs)
  command -v npm >/dev/null || packages+=(npm)
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
if [ ${#missing[@]} -gt 0 ]; then
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
fi

# What the JavaScript package and wardrobe.html depend on, and the programs that read exports in tests
# (240 MB), unless it is there as the lock file has it.
install_npm() {
  [ "$1/node_modules/.package-lock.json" -nt "$1/package-lock.json" ] && return
  npm --prefix "$1" ci >&2 || fail "npm could not install what $1 needs"
}
root=$(dirname "${BASH_SOURCE[0]}")/..
if [ $# -gt 0 ]; then install_npm "$root/tools/library/javascript"; fi
if [ "${1:-}" = test ]; then install_npm "$root/tests/tools/program/readers"; fi
if [ "${1:-}" = page ]; then install_npm "$root/tools/page/extras"; fi
