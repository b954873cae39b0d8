"""Makes games of version 8 with large pictures, and quickly: numpy encodes them, as codec 5."""

import numpy

import akos_files
import akos_games

RUNS = 32


def cel(width, height, number):
    """Returns a cel of runs of pixels in wavy columns; another number, other pixels. Values below 8 are shadows."""
    edges = numpy.linspace(0, width, RUNS + 1) + numpy.zeros((height, 1))
    edges[:, 1:-1] += width / RUNS / 3 * numpy.sin(numpy.arange(height) / (5 + number % 9))[:, None]
    lengths = numpy.diff(edges.astype(int), axis=1)
    assert 1 <= lengths.min() and lengths.max() <= 128, "a run of codec 5 has up to 128 pixels"
    rows = numpy.empty((height, 2 + 2 * RUNS), "u1")
    rows[:, :2] = 2 * RUNS, 0
    rows[:, 2::2] = (lengths - 1) << 1 | 1
    rows[:, 3::2] = numpy.random.default_rng(number).integers(8, 40, (height, RUNS))
    return akos_files.Cel(None, -width // 2, -height, data=rows.tobytes(), size=(width, height))


def costume(sizes, first=0, ticks=10, repeats=1):
    """Returns the payload of an AKOS block with a cel of each size, shown one after the other, in timelines of up to
    `ticks` ticks; and that `repeats` times."""
    cels = [cel(*size, first + number) for number, size in enumerate(sizes)]
    sequence = [akos_files.wide(number) for number in range(len(cels))]
    limbs = [[(0, akos_files.LOOP, 2 * at, 2 * min(ticks, len(cels) - at) - 2)] for at in range(0, len(cels), ticks)]
    records = dict(enumerate(limbs * repeats, 8))
    return akos_files.costume(cels, records, b"".join(code.to_bytes(2, "big") for code in sequence), codec=5,
                              palette=bytes(range(256)))


def game(costumes, folder):
    return akos_games.v8([[payload] for payload in costumes]).write(folder)
