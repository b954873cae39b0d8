#!/bin/sh
# with_tools.sh "TOOL …" COMMAND …: runs a test that needs programs or files beyond those of a short run. If one of them
# is missing, the test is skipped, but fails under WARDROBE_TESTS=all. WARDROBE_TESTS=short always skips it.
tools=$1
shift
if [ "$WARDROBE_TESTS" = short ]; then
  echo "skipped: tools/test.sh all runs this"
  exit 77
fi
for tool in $tools "$1"; do
  [ -e "$tool" ] || command -v "$tool" >/dev/null && continue
  echo "$tool is missing; tools/test.sh all installs or builds it"
  [ "$WARDROBE_TESTS" = all ] && exit 1
  exit 77
done
exec "$@"
