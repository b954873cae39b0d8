# shellcheck shell=bash
# A bare Debian 12 for the script that reads this file: `make_bare` makes it by debootstrap in the folder $bare, which is
# removed when the script ends, and `in_bare COMMAND` runs a command in it, as root in a chroot. Its packages come from
# the mirrors that this machine's apt uses. The script must stand in the root of the source.
fail() {
  echo "${0##*/}: $*" >&2
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
make_bare() {
  debootstrap --variant=minbase bookworm "$bare" "$mirror" >"$bare.log" 2>&1 || {
    cat "$bare.log"
    return 1
  }
  rm "$bare.log"
  echo "$sources" >"$bare/etc/apt/sources.list"
  echo "127.0.0.1 localhost" >"$bare/etc/hosts"
}
# shellcheck disable=SC2016
in_bare() {  # The mounts end with the command.
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --rbind /sys "$0/sys" &&
    exec chroot "$0" "$@"' "$bare" \
    env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "$*" </dev/null
}
