#!/usr/bin/python3
"""Prints what wardrobe_bench measured as tables of ratios: bench_table.py FILE.json"""

import collections
import json
import statistics
import sys


def medians(data):
    """Benchmark name → median time in the benchmark's unit, and median items per second."""
    runs = collections.defaultdict(list)
    for run in data["benchmarks"]:
        if run.get("run_type") == "iteration" and not run.get("error_occurred"):
            runs[run["run_name"].removesuffix("/real_time")].append(run)
    return {name: (statistics.median(run["real_time"] for run in found),
                   statistics.median(run.get("items_per_second", 0) for run in found))
            for name, found in runs.items()}


def cpu_name():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else "unknown CPU"


def print_table(header, rows):
    rows = [header, ["-" * len(cell) for cell in header], *rows]
    width = [max(len(row[c]) for row in rows) for c in range(len(header))]
    for row in rows:
        print("| " + " | ".join(cell.ljust(width[c]) for c, cell in enumerate(row)) + " |")
    print()


def print_decoders(speed):
    """A row for each codec: the speed of the plain form, and the others as ratios to it."""
    names = [name.split("/")[1:] for name in speed if name.startswith("decode/")]
    variants = list(dict.fromkeys(variant for variant, _ in names if variant != "reference"))
    rows = []
    for codec in dict.fromkeys(codec for _, codec in names):
        plain = speed.get(f"decode/reference/{codec}")
        found = [speed.get(f"decode/{variant}/{codec}") for variant in variants]
        rows.append([codec, f"{plain / 1e6:,.0f}" if plain else "-",
                     *(f"{value / plain:.1f}" if value and plain else "-" for value in found)])
    if rows:
        print_table(["codec", "reference, Mpx/s", *(f"× {variant}" for variant in variants)], rows)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        measured = medians(json.load(file))
    print(f"{cpu_name()}; medians of one interleaved run\n")
    print_decoders({name: items for name, (_, items) in measured.items()})
    rows = []
    for name, (time, items) in sorted(measured.items()):
        if name.startswith("decode/"):
            continue
        alone = measured.get(name.replace("pack_game", "zstd_only"), (0,))[0] if name.startswith("pack_game") else 0
        unit = "µs" if name == "open_first_tick" else "ms"
        rows.append([name, f"{time:,.1f} {unit}", f"{items / 1e6:,.0f}" if items else "", f"{time / alone:.2f}" if alone else ""])
    if rows:
        print_table(["", "time", "Mpx/s", "time × zstd_only"], rows)


if __name__ == "__main__":
    main()
