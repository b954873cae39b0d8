#!/bin/sh
# wine.sh ARGUMENT …: wardrobe.exe, or the program WARDROBE_EXE, under Wine. Paths of this system are also paths there, of its drive Z.
# wine.sh --start-server, --stop-server: keeps Wine's server running between runs; makes Wine's drive C.
root=$(dirname "$(readlink -f "$0")")/../../..
export WINEPREFIX="$root/build/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" LC_ALL=C.UTF-8
exe=${WARDROBE_EXE:-$root/build/windows/tools/wardrobe.exe}
case ${1:-} in
  --start-server)
    mkdir -p "$WINEPREFIX"
    /usr/lib/wine/wineserver64 --persistent </dev/null >/dev/null 2>&1
    set -- --version
    ;;
  --stop-server) exec /usr/lib/wine/wineserver64 --kill ;;
esac
[ -z "${WINE_ITSELF:-}" ] || exec /usr/lib/wine/wine64 "$exe" "$@"  # so that signals reach it
# Through files: what Wine starts in the background keeps pipes open, and who reads them would wait for it.
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
run() { "$@" >"$made/out" 2>"$made/err"; }
# About one run in a thousand hangs while it starts, or is ended by Wine's server (status 1, without the line that the
# program prints before that status): such a run is started again.
run timeout -k 1 10 /usr/lib/wine/wine64 "$exe" "$@"
status=$?
if [ $status = 124 ] || { [ $status = 1 ] && ! [ -s "$made/out" ] && ! [ -s "$made/err" ]; }; then
  run /usr/lib/wine/wine64 "$exe" "$@"
  status=$?
fi
cat "$made/out"
cat "$made/err" >&2
exit $status
