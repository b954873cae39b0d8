#!/usr/bin/env bash
# Checks every file with clang's warnings and clang-tidy. Tests are not checked by the static analyzer, which would take
# longer for them than for everything else.
#   tools/dev/tidy.sh          all files
#   tools/dev/tidy.sh COMMIT   the units with a source in a folder where C++ changed since this commit
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/../.."

tools/setup.sh test clang
cmake --preset tidy
# Calls clang-tidy on the units of tests, or on the others. A unit is a file that includes many sources, or a source.
check() {
  python3 - "$@" <<'END' | xargs -r -d '\n' run-clang-tidy-14 -quiet -j "$(nproc)" -p build/tidy "${options[@]}"
import json, os, re, subprocess, sys
which, *commits = sys.argv[1:]
changed = None  # folders; None: all
for commit in commits:
    names = subprocess.run(["git", "diff", "--name-only", commit], check=True, capture_output=True, text=True).stdout.split()
    if ".clang-tidy" not in names:
        changed = {os.path.abspath(os.path.dirname(name)) for name in names if name.endswith((".h", ".cc"))}
for unit in sorted({entry["file"] for entry in json.load(open("build/tidy/compile_commands.json"))}):
    in_tests = re.match(r"(build/tidy/)?tests/", os.path.relpath(unit)) is not None
    again = "/threads_wardrobe_" in unit  # the sources of the libraries, built for threads_test
    text = open(unit).read() if "/Unity/" in unit else f'#include "{unit}"'
    folders = {os.path.dirname(source) for source in re.findall(r'#include "(.*)"', text)}
    if in_tests == (which == "tests") and not again and (changed is None or changed & folders):
        print(f"^{re.escape(unit)}$")  # unescaped, it may match no file: every check passes
END
}
options=()
check program "$@"
options=(-checks=-clang-analyzer-*)
check tests "$@"
