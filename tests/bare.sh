#!/usr/bin/env bash
# Makes a bare Debian 12 by debootstrap, and runs tools/run.sh and tools/test.sh of the last commit in it, as root in a
# chroot. Tells the time and the CPU time of each part; fails if one fails. The packages come from the mirrors that
# this machine's apt uses.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
fail() {
  echo "bare.sh: $*" >&2
  exit 1
}
[ "$(id -u)" -eq 0 ] || fail "only root can make a chroot"
tools/setup.sh bare
# shellcheck disable=SC2016  # apt replaces these
sources=$(apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
  grep ' bookworm.* main$' | sort -u)
mirror=$(sed -n 's/^deb \(.*\) bookworm main$/\1/p' <<<"$sources")
[ -n "$mirror" ] || fail "apt knows no mirror of Debian 12; call apt-get update"

bare=$(mktemp -d)
trap 'rm -rf --one-file-system "$bare"' EXIT
part() {
  local TIMEFORMAT="bare.sh: $1: %R s, of CPU time %U s and %S s in the system"
  time "${@:2}" || fail "$1 failed"
}
# shellcheck disable=SC2016
in_bare() {  # The mounts end with the command.
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"' "$bare" \
    env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "cd /wardrobe && $*" </dev/null
}
make_bare() {
  debootstrap --variant=minbase bookworm "$bare" "$mirror" >"$bare.log" 2>&1 || {
    cat "$bare.log"
    return 1
  }
  rm "$bare.log"
  echo "$sources" >"$bare/etc/apt/sources.list"
  git clone --quiet --no-hardlinks . "$bare/wardrobe"
}
part debootstrap make_bare
part "installation for run.sh" in_bare tools/setup.sh
part run.sh in_bare tools/run.sh
part "installation for test.sh" in_bare tools/setup.sh test
part test.sh in_bare tools/test.sh
