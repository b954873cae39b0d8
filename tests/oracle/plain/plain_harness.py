"""A second implementation to compare the program with: prints the lines of tools/conform/README.md,
played by the plain players and drawn as plainly as possible. Usage: plain_harness.py ARCHIVE [FAULT], with one of FAULTS
built in.
"""

import json
import sys

import numpy
import xxhash

import listing
import plain_akos
import plain_player
from reader import Archive

AKOS = 1  # costumes.kind


class Harness:
    """Plays and draws without faults. Each method is a step that a fault can replace."""

    def __init__(self, archive):
        self.archive = archive

    # Playing

    def load(self, plain, row):
        return plain.load(self.archive, row)

    def frames(self, plain, costume, number, ticks):
        """Returns the cels [limb, index, x, y, flip] of the first `ticks` ticks of a record."""
        if plain is plain_player:
            return plain.play(costume, number // 4, number % 4, ticks)[0]
        actor, frames = plain.start(costume, number), []
        for tick in range(ticks):
            frames.append(plain.draw(costume, actor, number)[0])
            plain.step(costume, actor, tick, number % costume["directions"])
        return frames

    # Drawing

    def place(self, x, y, flip):
        return x, y

    def order(self, cels):
        return cels

    def pixels(self, picture):
        return self.archive.pixels(picture)

    def mirrored(self, pixels, flip):
        return pixels[:, ::-1] if flip else pixels

    def drawn(self, pixels, transparent):
        """Returns which pixels of a picture are drawn."""
        return pixels != transparent

    def look(self, cels):
        """Draws cels (limb, x, y, pixels, transparent). Returns x, y, width, height, xxh64."""
        points = {}
        for _, left, top, pixels, transparent in cels:
            for y, x in numpy.argwhere(self.drawn(pixels, transparent)).tolist():
                points[left + x, top + y] = pixels[y, x]
        if not points:
            return 0, 0, 0, 0, xxhash.xxh64_hexdigest(b"")
        left, top = (min(point[axis] for point in points) for axis in (0, 1))
        right, bottom = (1 + max(point[axis] for point in points) for axis in (0, 1))
        canvas = numpy.full((bottom - top, right - left), cels[0][4], "u1")
        for (x, y), value in points.items():
            canvas[y - top, x - left] = value
        return left, top, right - left, bottom - top, xxhash.xxh64_hexdigest(canvas.tobytes())

    # Lines

    def lines(self):
        archive = self.archive
        yield {"format": "wardrobe-conform", "version": 1, "game": int(archive["game.version"][0]),
               "lines": len(archive["timelines.tick"])}
        for row in range(archive.rows("costumes")):
            plain = plain_akos if archive["costumes.kind"][row] == AKOS else plain_player
            costume, looks = self.load(plain, row), {}
            for record in archive.row_range("costumes.record_offset", row):
                number, ticks = int(archive["records.number"][record]), len(archive.blob("timelines.tick", record))
                chore, direction = divmod(number, costume.get("directions", 4))
                for tick, cels in enumerate(self.frames(plain, costume, number, ticks)):
                    key = json.dumps(cels)
                    if key not in looks:
                        looks[key] = self.looks(costume, cels)
                    yield {"costume": listing.costume_id(archive, row), "costume_row": row, "chore": chore,
                           "dir": "WESN"[direction] if costume.get("directions", 4) == 4 else 45 * direction,
                           "tick": tick, **looks[key]}

    def looks(self, costume, cels):
        """Returns what a tick shows."""
        shown = []
        for limb, index, x, y, flip in self.order(cels):
            slot = costume["tables"][limb][index] if "tables" in costume else costume["cels"][index]
            x, y = self.place(x, y, flip)
            shown.append((limb, x, y, self.mirrored(self.pixels(slot["picture"]), flip),
                          self.archive["pictures.transparent"][slot["picture"]]))
        return {**dict(zip(("x", "y", "width", "height", "xxh64"), self.look(shown), strict=True)),
                "cels": [[limb, x, y, *pixels.shape[::-1], xxhash.xxh64_hexdigest(pixels.tobytes())]
                         for limb, x, y, pixels, _ in shown]}


def on_slots(change):
    """Returns a fault that changes each slot of a costume."""
    def load(harness, plain, row):
        costume = Harness.load(harness, plain, row)
        for table in costume["tables"].values():
            for slot in table:
                slot.update(change(slot))
        return costume
    return {"load": load}


def on_player(**functions):
    """Returns a fault that replaces functions of the plain player."""
    def load(harness, plain, row):
        for name, function in functions.items():
            setattr(plain_player, name, function)
        return Harness.load(harness, plain, row)
    return {"load": load}


def loops_late(limb):
    last = limb["start"] + limb["length"] - 1
    if limb["position"] < last:
        limb["position"] += 1
    elif limb["loops"]:
        limb["position"] = min(limb["start"] + 1, last)


def loops_always(limb):
    last = limb["start"] + limb["length"] - 1
    limb["position"] = limb["position"] + 1 if limb["position"] < last else limb["start"]


def unmirrored(harness, plain, row):
    return {**Harness.load(harness, plain, row), "mirror_west": False}


def without_init(costume, chore, direction):
    limbs = [plain_player.limb_at_rest() for _ in plain_player.ALL_LIMBS]
    plain_player.begin_chore(costume, limbs, chore, direction, plain_player.ALL_LIMBS)
    return limbs


def a_tick_late(harness, plain, costume, number, ticks):
    frames = Harness.frames(harness, plain, costume, number, ticks)
    return frames[:1] + frames[:-1]


def a_tick_early(harness, plain, costume, number, ticks):
    return Harness.frames(harness, plain, costume, number, ticks + 1)[1:]


def last_row_lost(harness, picture):
    pixels = harness.archive.pixels(picture).copy()
    pixels[-1] = harness.archive["pictures.transparent"][picture]
    return pixels


def one_column_on(harness, picture):
    pixels = harness.archive.pixels(picture)
    return numpy.roll(pixels.reshape(-1), 1).reshape(pixels.shape)


def rows_as_columns(harness, picture):
    pixels = harness.archive.pixels(picture)
    return numpy.ascontiguousarray(pixels.reshape(pixels.shape[::-1]).T)


FAULTS = {
    "mirrored one pixel to the right": {"place": lambda harness, x, y, flip: (x + flip, y)},
    "one pixel to the right": {"place": lambda harness, x, y, flip: (x + 1, y)},
    "one pixel higher": {"place": lambda harness, x, y, flip: (x, y - 1)},
    "never mirrored": {"mirrored": lambda harness, pixels, flip: pixels},
    "mirrored upside down": {"mirrored": lambda harness, pixels, flip: pixels[::-1] if flip else pixels},
    "drawn in reverse": {"order": lambda harness, cels: cels[::-1]},
    "last two swapped": {"order": lambda harness, cels: cels[:-2] + cels[:-3:-1]},
    "first limb dropped": {"order": lambda harness, cels: cels[1:]},
    "last limb dropped": {"order": lambda harness, cels: cels[:max(len(cels) - 1, 1)]},
    "nothing transparent": {"drawn": lambda harness, pixels, transparent: pixels == pixels},
    "another value transparent": {"drawn": lambda harness, pixels, transparent: pixels != transparent + 1},
    "last row lost": {"pixels": last_row_lost},
    "one column on": {"pixels": one_column_on},
    "rows as columns": {"pixels": rows_as_columns},
    "a tick late": {"frames": a_tick_late},
    "a tick early": {"frames": a_tick_early},
    "West unmirrored": {"load": unmirrored},
    "moves ignored": on_slots(lambda slot: {"xinc": 0, "yinc": 0}),
    "moves downwards": on_slots(lambda slot: {"yinc": -slot["yinc"]}),
    "loops late": on_player(advance=loops_late),
    "always loops": on_player(advance=loops_always),
    "without init": on_player(start=without_init),
}
# Some of those that do not need a COST.
FAULTS_OF_AKOS = ("mirrored one pixel to the right", "West unmirrored", "drawn in reverse", "a tick late")


def main():
    path, *fault = sys.argv[1:]
    harness = type("Faulty", (Harness,), FAULTS[fault[0]] if fault else {})(Archive.open(path))
    for line in harness.lines():
        print(json.dumps(line, separators=(",", ":")))


if __name__ == "__main__":
    main()
