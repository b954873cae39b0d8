#!/usr/bin/python3
"""Measures each compression level, prints a table, and draws a plot: bench_levels.py PROGRAM PLOT.svg GAME …

For each game, the table has the processor time of `pack` (one thread, the fastest of several interleaved runs) and the
size of the archive. For all games together, it has both as ratios to the default level, by geometric mean. The plot shows
these."""

import math
import os
import pathlib
import sys
import tempfile

from bench_table import cpu_name, print_table

LEVELS = 1, 3, 6, 9, 12, 13, 14, 15, 16, 17, 18, 19, 22
BASE = 12
RUNS = 3
PLOT = 640, 400, 60  # width, height, margin
STYLE = "text { font: 13px sans-serif; fill: #222 } path { fill: none; stroke: #b5401c; stroke-width: 2 } " \
        "circle { fill: #b5401c } line { stroke: #ccc }"


def packed(program, game, level, archive):
    """Packs a game. Returns the processor time in ms, and the size of the archive in bytes."""
    command = [program, "pack", game, "-o", archive, "-q", "--force", "--threads", "1", "--level", str(level)]
    child = os.posix_spawn(program, command, os.environ)
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"failed: {command}")
    return 1000 * (usage.ru_utime + usage.ru_stime), archive.stat().st_size


def measured(program, games):
    """(game, level) → processor time and size."""
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(RUNS):
            for game in games:
                for level in LEVELS:
                    time, size = packed(program, game, level, pathlib.Path(folder, "a.wardrobe"))
                    best[game, level] = min(time, best.get((game, level), (time,))[0]), size
    return best


def mean_ratios(best, games):
    """Level → time and size, as ratios to those of level BASE."""
    def mean(level, part):
        logs = [math.log(best[game, level][part] / best[game, BASE][part]) for game in games]
        return math.exp(sum(logs) / len(logs))
    return {level: (mean(level, 0), mean(level, 1)) for level in LEVELS}


def plot(ratios):
    """Plots the size against the time. The axis of the time is logarithmic."""
    width, height, margin = PLOT
    times = [math.log2(time) for time, _ in ratios.values()]
    sizes = [size for _, size in ratios.values()]
    low, high = math.floor(min(times)), math.ceil(max(times))
    bottom, top = math.floor(10 * min(sizes)) / 10, math.ceil(10 * max(sizes)) / 10
    place = [(margin + (time - low) / (high - low) * (width - 2 * margin),
              height - margin - (size - bottom) / (top - bottom) * (height - 2 * margin))
             for time, size in zip(times, sizes)]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><style>{STYLE}</style>',
             '<rect width="100%" height="100%" fill="#fff"/>']
    for power in range(low, high + 1):
        x = margin + (power - low) / (high - low) * (width - 2 * margin)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{margin}" y2="{height - margin}"/>'
                     f'<text x="{x:.1f}" y="{height - margin + 20}" text-anchor="middle">{2.0 ** power:g}</text>')
    for step in range(round(10 * bottom), round(10 * top) + 1):
        y = height - margin - (step / 10 - bottom) / (top - bottom) * (height - 2 * margin)
        parts.append(f'<line x1="{margin}" x2="{width - margin}" y1="{y:.1f}" y2="{y:.1f}"/>'
                     f'<text x="{margin - 8}" y="{y + 4:.1f}" text-anchor="end">{step / 10:g}</text>')
    parts.append('<path d="M' + " L".join(f"{x:.1f} {y:.1f}" for x, y in place) + '"/>')
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/><text x="{x + 6:.1f}" y="{y - 6:.1f}">{level}</text>'
              for level, (x, y) in zip(ratios, place)]
    parts.append(f'<text x="{width / 2}" y="{height - 12}" text-anchor="middle">time × level {BASE}</text>'
                 f'<text x="{margin}" y="{margin - 16}">size × level {BASE}</text></svg>')
    return "\n".join(parts) + "\n"


def main(program, picture, *games):
    best = measured(program, games)
    ratios = mean_ratios(best, games)
    print(f"{cpu_name()}\n")
    rows = [[str(level), *(f"{best[game, level][1]:,}, {best[game, level][0]:,.0f} ms" for game in games),
             f"{ratios[level][1]:.2f}", f"{ratios[level][0]:.2f}"] for level in LEVELS]
    print_table(["level", *(pathlib.Path(game).name for game in games), f"size, × level {BASE}", f"time, × level {BASE}"], rows)
    pathlib.Path(picture).write_text(plot(ratios), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
