"""Costumes as in a released Humongous game (SCUMM.md §6, *seen*): cels with short headers that only draw-many
places, true colours for a whole palette, programs that hold their last frame."""

import json
import random
import unittest

import numpy

import akos_files as akos
import drawing
import plain_akos
from akos_files import PROGRAM, Cel, assemble, costume, draw_many
from akos_test import random_rows
from akos_timelines_test import FIELDS, AkosTimelines
from game_files import block
from images import rgba
from support import ProgramTest, read, run, sample

SIZES = ((4, 3), (1, 1), (7, 5), (2, 9), (40, 30), (3, 3))
KINDS = ("he61", "he70", "he98")
OTHER_CHUNKS = b"".join(block(tag, bytes(6)) for tag in (b"AKLC", b"SP2C", b"CLRS", b"IMGL"))
NAMES = block(b"SPLF", b"sq-bail.SPL\0") + block(b"SQDB", block(b"WRAP", block(b"OFFS", bytes(4)) + block(
    b"SEQI", block(b"NAME", b"spin title\0") + block(b"STOF", bytes(4)) + block(b"SQLC", bytes(4)) +
    block(b"SIZE", bytes(4)))))
RGB = bytes((97 * at + at // 7) & 0xFF for at in range(768))
# A program that shows all cels and then holds the last two.
SEQUENCE = assemble([draw_many([(-3, -9, 0), (5, 6, 1)]), ("sound", 2), draw_many([(0, -40, 2)], (2, -1)),
                     draw_many([(1, 1, 3), (1, 2, 4)]), "last", draw_many([(-7, 8, 5), (9, -10, 0)]), ("add", 1, 4),
                     ("goto", "last")])[0]
RECORDS = {number: [(0, PROGRAM, 0, 0)] for number in range(24, 28)}  # of chore 6, all alike


class Humongous(AkosTimelines):
    def test_costumes_are_packed_named_played_and_drawn(self):
        generator = random.Random(11)
        for colors in (16, 32, 64):
            palette = bytes(generator.sample(range(256), colors))
            # Their positions cannot be stored in short headers.
            cels = [Cel(random_rows(generator, *size, colors), 1, 2, 3, 4) for size in SIZES]
            payload = OTHER_CHUNKS + NAMES + costume(cels, RECORDS, SEQUENCE, flags=akos.SHORT_HEADERS, palette=palette,
                                                     rgb=RGB)
            for kind in KINDS:
                with self.subTest(kind=kind, colors=colors):
                    archive, rows = self.rows_of(kind, [payload])
                    self.check_pictures(archive, cels)
                    self.check_timelines(archive, rows)
                    self.check_colors(archive, rows, palette)

    def check_pictures(self, archive, cels):
        for row, one in zip(self.rows(self.folder / "a.wardrobe", "pictures"), cels, strict=True):
            self.assertEqual((row["width"], row["height"]), one.size)
            self.assertEqual([row[name] for name in ("x", "y", "xinc", "yinc")], [0] * 4)
            self.assertEqual(archive.pixels(row["picture"]).tolist(), one.rows)
            self.assertTrue(row["reached"])
        self.assertEqual(self.rows(self.folder / "a.wardrobe", "failures"), [])

    def check_timelines(self, archive, rows):
        self.assertEqual([row["name"] for row in rows], ["spin title"] * 4)
        wearer, = self.rows(self.folder / "a.wardrobe", "costumes")
        self.assertEqual(wearer["wearer"], "sq-bail.SPL")
        self.assertEqual([(row["chore"], row["dir"]) for row in rows], [(6, name) for name in "WESN"])
        plain = plain_akos.load(archive, 0)
        for row, number in zip(rows, RECORDS, strict=True):
            self.assertEqual({field: row[field] for field in FIELDS}, plain_akos.timeline(plain, number))
            self.assertEqual((row["ticks"], row["loop_start"], row["events"]), (4, 3, [[0, 0, "sound", 2]]))
            self.assertEqual([[cel[1] for cel in frame] for frame in row["frames"]], [[0, 1], [2], [3, 4], [5, 0]])

    def check_colors(self, archive, rows, palette):
        colors = numpy.array([[*RGB[3 * color:3 * color + 3], 255] for color in palette], "u1")
        for timeline, row in enumerate(rows):
            out = self.folder / "a.png"
            self.assert_fine(run("replay", self.folder / "a.wardrobe", "--costume", "#0", "--chore", "6", "--dir",
                                 row["dir"], "-o", out, "--force"))
            expected = numpy.concatenate(drawing.ticks(archive, timeline, colors), axis=1)
            numpy.testing.assert_array_equal(rgba(read(out)), expected)


class Sample(ProgramTest):
    def test_names_its_own_chores(self):
        path = self.pack(sample_he())
        names = {(row["chore"], row["name"]) for row in self.rows(path, "timelines") if row["costume_row"] == 0}
        self.assertEqual(names, {(1, None), (2, None), (3, None), (4, None), (5, None), (6, "wave"), (7, "pick up")})
        self.assertEqual([row["wearer"] for row in self.rows(path, "costumes")][2:],
                         ["cat.spl", "Mélusin in theatre", "ghost.spl"])
        self.assert_fine(run("export", path, "--costume", "cat.spl", "--format", "sheet", "-o", self.folder / "sheets"))
        sheet, = (self.folder / "sheets").glob("costume-*.json")
        tags = {tag["name"] for tag in json.loads(sheet.read_text())["meta"]["frameTags"]}
        self.assertLessEqual({"stand W", "meow (6) W", "meow (6) E"}, tags)

    def test_shows_its_true_colours_as_those_of_the_room(self):
        path = self.pack(sample_he())
        for chore, direction in (("stand", "S"), ("6", "W")):
            self.assertEqual(self.replay(path, "#2", chore, direction),
                             self.replay(path, "#2", chore, direction, "--palette", "1"))

    def test_without_its_index_is_humongous_and_its_costumes_are_replayed_by_row(self):
        whole = self.pack(sample_he())
        alone = self.pack(next(sample_he().glob("*.HE1")), "alone.wardrobe")
        done = run("info", alone, "--json")
        self.assert_fine(done)
        self.assertGreaterEqual(done.json_lines()[0]["version"], 60)
        rows = self.rows(alone, "costumes")
        self.assertEqual([row["id"] for row in rows], [None] * 5)
        for row in rows:
            costume_row = f"#{row['row']}"
            chore = "stand" if row["row"] == 2 else "walk"
            self.assertEqual(self.replay(alone, costume_row, chore, "S"),
                             self.replay(whole, costume_row, chore, "S"))

    def replay(self, path, costume_row, chore, direction, *options):
        out = self.folder / "a.png"
        self.assert_fine(run("replay", path, "--costume", costume_row, "--chore", chore, "--dir",
                             direction, "-o", out, "--force", *options))
        pixels = rgba(out)
        self.assertGreater(pixels.shape[1], 1)
        return pixels.tolist()


def sample_he():
    return sample(5).parent / "he"


if __name__ == "__main__":
    unittest.main()
