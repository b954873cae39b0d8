#!/usr/bin/env bash
# Runs tools/run.sh and tools/test.sh of the last commit in a bare Debian 12 (bare_debian.sh); with the argument "all",
# also tools/test.sh all. Tells the time and the CPU time of each part; fails if one fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bare=
# shellcheck disable=SC1091
. tests/heavy/bare_debian.sh  # sets it
part() {
  local TIMEFORMAT="bare.sh: $1: %R s, of CPU time %U s and %S s in the system"
  time "${@:2}" || fail "$1 failed"
}
in_clone() { in_bare "cd /root/wardrobe && $*"; }
part debootstrap make_bare
git clone --quiet --no-hardlinks . "$bare/root/wardrobe"
part "installation for run.sh" in_clone tools/setup.sh
part run.sh in_clone tools/run.sh
part "installation for test.sh" in_clone tools/setup.sh test
part test.sh in_clone tools/test.sh
[ "${1:-}" = all ] || exit 0
part "installation for test.sh all" in_clone tools/setup.sh all
part "test.sh all" in_clone tools/test.sh all
