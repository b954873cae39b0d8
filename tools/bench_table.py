#!/usr/bin/python3
"""Prints what wardrobe_bench measured as tables of ratios: bench_table.py FILE.json"""

import collections
import json
import statistics
import sys



def medians(data):
    """Benchmark name → median pixels per second."""
    runs = collections.defaultdict(list)
    for run in data["benchmarks"]:
        if run.get("run_type") == "iteration" and "items_per_second" in run:
            name = run["run_name"].removesuffix("/real_time").removesuffix("/manual_time")
            runs[name].append(run["items_per_second"])
    return {name: statistics.median(values) for name, values in runs.items()}


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


def ratio(value, base):
    return f"{value / base:.2f}" if value and base else "-"


def decode_table(speed, corpus):
    variants = [name.split("/")[1] for name in speed
                if name.startswith("decode/") and name.endswith(f"/row/{corpus}")]
    memcpy = speed.get(f"copy/memcpy/{corpus}")
    plain = "naive" if "naive" in variants else "reference"
    base = speed.get(f"decode/{plain}/row/{corpus}")
    rows = []
    for variant in variants:
        cells = [f"decode, {variant}"]
        value = speed[f"decode/{variant}/row/{corpus}"]
        cells += [ratio(value, base), ratio(value, memcpy)]
        rows.append([*cells, f"{value / 1e6:,.0f}"])
    for name in ("copy/memset", "copy/memcpy"):
        if value := speed.get(f"{name}/{corpus}"):
            rows.append([name, ratio(value, base),
                         ratio(value, memcpy), f"{value / 1e6:,.0f}"])
    print_table([corpus, f"× {plain}", "× memcpy", "Mpx/s"], rows)


def pack_table(speed):
    rows = []
    for name, value in sorted(speed.items()):
        if name.startswith("pack_game/"):
            alone = speed.get(name.replace("pack_game/", "zstd_only/"))
            rows.append([name, f"{value / 1e6:,.0f}", ratio(alone, value)])
    if rows:
        print_table(["packing", "Mpx/s", "time × zstd_only"], rows)
    bake = [(threads, speed.get(f"bake/{threads}"), speed.get(f"pack_game/3/{threads}")) for threads in (1, 2)]
    for threads, baking, packing in bake:
        if baking and packing:
            print(f"bake/{threads} takes {packing / baking:.2f} of the time of pack_game/3/{threads}")


def replay_table(speed):
    engine, memcpy = speed.get("replay/engine"), speed.get("replay/memcpy")
    rows = [[name, f"{value / 1e6:,.0f}", ratio(value, engine), ratio(value, memcpy)]
            for name, value in sorted(speed.items()) if name.startswith("replay/")]
    if rows:
        print_table(["replay", "Mpx/s", "× engine", "× memcpy"], rows)


def library_lines(data, speed):
    drawn, baked = speed.get("library/draw_tick"), speed.get("replay/baked")
    if drawn and baked:
        print(f"library/draw_tick draws {drawn / baked:.2f} × as fast as replay/baked")
    runs = [run for run in data["benchmarks"]
            if run.get("run_type") == "iteration" and run["run_name"] == "library/open_first_tick"]
    if runs:
        time = statistics.median(run["real_time"] for run in runs)
        print(f"library/open_first_tick: {time:.0f} µs\n")


def diff_table(data):
    times = collections.defaultdict(list)
    for run in data["benchmarks"]:
        if run.get("run_type") == "iteration" and run["run_name"].startswith("diff/"):
            times[run["run_name"]].append(run["real_time"])
    rows = [[name, f"{statistics.median(values):.1f}"] for name, values in sorted(times.items())]
    if rows:
        print_table(["comparing", "ms"], rows)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    speed = medians(data)
    print(f"{cpu_name()}; {data['context'].get('compiler', 'compiler unknown')}; "
          f"best is {data['context'].get('best_target', 'unknown')}; medians of one interleaved run\n")
    corpora = sorted({name.split("/")[-1] for name in speed if name.startswith("decode/best/row/")})
    for corpus in corpora:
        decode_table(speed, corpus)
    pack_table(speed)
    print()
    replay_table(speed)
    library_lines(data, speed)
    diff_table(data)


if __name__ == "__main__":
    main()
