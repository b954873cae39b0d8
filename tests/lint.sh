#!/usr/bin/env bash
# lint.sh: finds mistakes in shell scripts (shellcheck) and in Python (pyflakes).
# lint.sh TSC: finds unknown and unused names in JavaScript, with TypeScript's compiler.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for need in .git "$(command -v git)" "$(command -v shellcheck)" "$(command -v pyflakes3)"; do
  [ -e "$need" ] || exit 77
done
if [ $# -eq 0 ]; then
  git ls-files '*.sh' .ci/run | xargs shellcheck
  # Names of loops may hide functions.
  found=$(git ls-files '*.py' | xargs pyflakes3 | grep -v 'shadowed by loop variable') || true
else
  options=(--noEmit --checkJs --noUnusedLocals --target es2022 --module preserve --strict false)
  found=$(git ls-files '*.js' '*.mjs' | xargs node "$1" "${options[@]}" | grep -E ' TS(2304|2552|6133|6192|18004): ') || true
fi
[ -z "$found" ] || {
  echo "$found"
  exit 1
}
