#!/usr/bin/python3
"""Prints how processor time and peak memory grow with the size of a game: bench_scale.py PROGRAM WRITER [LIBRARY MODULE]

The games are 1, 10 and 100 copies of the sample that WRITER (write_large_sample) writes.
LIBRARY is pack.js of the JavaScript package; MODULE is its .wasm, which wardrobe.html uses too. An exponent of 1 means
linear growth."""

import math
import os
import pathlib
import resource
import sys
import tempfile

from bench_table import cpu_name, print_table

SCALES = 1, 10, 100
RUNS = 3  # of which the fastest counts
PACK_WITH_MODULE = """
import { readdirSync, readFileSync } from "node:fs";
const [library, module, folder] = process.argv.slice(1), { pack } = await import(library);
const files = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(`${folder}/${name}`) }));
await pack(files, { wasm: readFileSync(module) });
"""


def measured(command):
    """Runs a command, which may find differences (status 1). Returns its processor time in ms and peak memory in MB."""
    best = None
    for _ in range(RUNS):
        actions = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
        child = os.posix_spawnp(command[0], [str(word) for word in command], os.environ, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            raise SystemExit(f"failed: {command}")
        run = 1000 * (usage.ru_utime + usage.ru_stime), usage.ru_maxrss / 1024
        best = run if best is None else (min(best[0], run[0]), min(best[1], run[1]))
    return best


def commands(program, module, folder, out):
    """Name → command for the game in `folder`. The order is such that each command finds its files."""
    old, new = folder / "5.wardrobe", folder / "6.wardrobe"
    found = {
        "pack": [program, "pack", folder / "6", "-o", new, "-q", "--force"],
        "pack --level 3": [program, "pack", folder / "5", "-o", old, "-q", "--force", "--level", "3"],
        "open (info)": [program, "info", new],
        "list pictures": [program, "list", new, "pictures"],
        "list timelines --json": [program, "list", new, "timelines", "--json"],
        "diff of versions 5 and 6": [program, "diff", old, new],
        "export --format sheet": [program, "export", new, "--format", "sheet", "-o", out, "-q", "--force"],
        "export --format html": [program, "export", new, "--format", "html", "-o", f"{out}.html", "-q", "--force"],
    }
    if module:
        found["pack in the page's module"] = ["node", "--input-type=module", "-e", PACK_WITH_MODULE,
                                              *(pathlib.Path(part).resolve() for part in module), folder / "6"]
    return found


def exponent(values):
    """The exponent of the growth from the second to the third value. Their games differ by a factor of ten."""
    return f"{math.log10(values[2] / values[1]):.2f}"


def main(program, writer, *module):
    results = {}
    with tempfile.TemporaryDirectory() as temporary:
        for scale in SCALES:
            folder = pathlib.Path(temporary, str(scale))
            for version in "5", "6":
                measured([writer, folder / version, version, scale, 1])
            for name, command in commands(program, module, folder, folder / "out").items():
                results.setdefault(name, []).append(measured(command))
    print(f"{cpu_name()}\n")
    for title, part in ("Processor time, ms", 0), ("Peak memory, MB", 1):
        rows = [[name, *(f"{run[part]:.1f}" for run in runs), exponent([run[part] for run in runs])]
                for name, runs in results.items()]
        print_table([title, *(f"× {scale}" for scale in SCALES), "exponent, 10 to 100"], rows)
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"Less memory than this script's own, {own:.1f} MB, is not seen.")
    if not module:
        print("The page's module is not built: tools/dev/page.sh builds it.")


if __name__ == "__main__":
    main(*sys.argv[1:])
