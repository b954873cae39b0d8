#!/bin/sh
# wine.sh ARGUMENT …: runs wardrobe.exe, or the program WARDROBE_EXE, under Wine. Paths of this system are valid there,
# too, on drive Z.
# wine.sh --start-server makes Wine's drive C and keeps Wine's server running between runs; --stop-server stops it.
root=$(dirname "$(readlink -f "$0")")/../../..
export WINEPREFIX="$root/build/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" LC_ALL=C.UTF-8
exe=${WARDROBE_EXE:-$root/build/windows/tools/wardrobe.exe}
seconds=10
case ${1:-} in
  --start-server)
    mkdir -p "$WINEPREFIX"
    /usr/lib/wine/wineserver64 --persistent </dev/null >/dev/null 2>&1
    set -- --version
    seconds=120  # to make drive C, which a run that is ended would leave broken
    ;;
  --stop-server) exec /usr/lib/wine/wineserver64 --kill ;;
esac
[ -z "${WINE_ITSELF:-}" ] || exec /usr/lib/wine/wine64 "$exe" "$@"  # so that signals reach it
# The output goes to files. Processes that Wine starts in the background keep pipes open, and a reader would wait for
# them.
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
run() {
  status=0
  "$@" >"$made/out" 2>"$made/err" || status=$?
  sed -i '/^wine client error:/d' "$made/err"  # Wine's, when a run ends while its server is busy
}
# About one run in a thousand hangs while it starts, or is ended by Wine's server. In the latter case, the status is 1
# without the line that the program prints before that status. Such a run is started again.
run timeout -k 1 "$seconds" /usr/lib/wine/wine64 "$exe" "$@"
if [ $status = 124 ] || { [ $status = 1 ] && ! [ -s "$made/out" ] && ! [ -s "$made/err" ]; }; then
  run /usr/lib/wine/wine64 "$exe" "$@"
fi
cat "$made/out"
cat "$made/err" >&2
exit $status
