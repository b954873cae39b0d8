#!/usr/bin/env bash
# Installs what is missing from Debian 12's own packages, and from npm: tools/setup.sh [GROUP…]
# Elsewhere, it names the packages and goes on; tools/Brewfile lists those of macOS.
#   (none)   packages for building and running the program; the groups add to these
#   test     packages for tools/test.sh
#   bench    the library of the benchmarks
#   clang    clang with its tools
#   libcxx   clang and libc++ for the preset libcxx
#   page     packages for tools/dev/page.sh
#   python   packages for building, checking and installing the Python package
#   neon     a compiler for 64-bit Arm, and qemu
#   windows  packages for tools/release/windows.sh, and Wine
#   debian   what makes the Debian packages
#   bare     what makes a bare Debian, for tests/heavy/bare.sh
#   all      all of these, and the programs that only tools/test.sh all runs
set -euo pipefail
root=${BASH_SOURCE[0]%/*}/..
[ "$*" = all ] && set -- test bench clang module page python neon windows bare readers

packages=(
  g++ cmake ninja-build pkg-config ccache
  libhwy-dev libtbb-dev libzstd-dev libxxhash-dev
  libcli11-dev libfmt-dev nlohmann-json3-dev libpng-dev libgif-dev zlib1g-dev libdeflate-dev libdeflate-tools libminizip-dev libstb-dev esbuild
)
npm=()  # folders
for group in "$@"; do
  case $group in
    test) packages+=(
      libgtest-dev zstd git shellcheck pyflakes3
      python3 python3-zstandard python3-numpy python3-pil python3-xxhash python3-pandas python3-yaml
    ) ;;
    bench) packages+=(libbenchmark-dev python3) ;;
    clang) packages+=(clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev) ;;
    libcxx) packages+=(clang-19 libc++-19-dev libc++abi-19-dev) ;;
    module) packages+=(
      clang-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc dpkg-dev
      binaryen # clang runs its wasm-opt where it links
    ) ;;
    page)
      packages+=(python3)
      npm+=(tools/page/extras)
      ;;
    python) packages+=(python3-hatchling python3-pip python3-venv python3-numpy python3-pil mypy binutils dpkg-dev git) ;;
    neon) packages+=(g++-aarch64-linux-gnu qemu-user googletest) ;;
    debian) packages+=(
      debhelper dh-python lintian reuse dpkg-dev fakeroot faketime git python3 zip
    ) ;;
    windows) packages+=(g++-mingw-w64-x86-64-posix wine64 dpkg-dev zip git python3-hatchling) ;;
    bare) packages+=(debootstrap git) ;;
    readers)
      packages+=(chromium chromium-driver python3-selenium firefox-esr godot3-server parallel mandoc man-db sqlite3 zsh fish)
      npm+=(tests/cli/readers)  # 240 MB
      ;;
    *)
      sed -n '2,16s/^# //p' "$0" >&2
      exit 2
      ;;
  esac
done
if [ ${#npm[@]} -gt 0 ]; then
  # Node.js is often installed from elsewhere, with npm in it.
  command -v node >/dev/null || packages+=(nodejs)
  command -v npm >/dev/null || packages+=(npm)
fi
fail() {
  echo "setup.sh: $*" >&2
  exit 1
}

if ! command -v apt-get >/dev/null; then
  echo "setup.sh: not Debian, so nothing is installed; this needs, by Debian's names: ${packages[*]}" >&2
  packages=()
fi

missing=()
for package in ${packages[@]+"${packages[@]}"}; do  # Bash before 4.4, as on macOS, takes no empty array for set.
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

for folder in ${npm[@]+"${npm[@]}"}; do
  [ "$root/$folder/node_modules/.package-lock.json" -nt "$root/$folder/package-lock.json" ] ||
    npm --prefix "$root/$folder" ci >&2 || fail "npm could not install what $folder needs"
done
