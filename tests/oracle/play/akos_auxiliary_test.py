"""Auxiliary pictures of Humongous costumes (SCUMM.md §6 "Auxiliary pictures") are pictures of a limb table of their own,
with the colours of their room, and events tell when they are shown."""

import json
import random
import shutil
import struct
import unittest

import akos_files as akos
import plain_akos
import plain_auxiliary
from akos_files import BACKGROUND, UNTOUCHED, assemble, auxiliary, auxiliary_rows, costume, dot
from akos_games import COLORS
from akos_timelines_test import AkosTimelines
from game_files import block
from images import rgba
from support import read, run

LIMB = 16
WALK_E = 9
SHAPES = ((1, 1), (1, 30), (30, 1), (70, 9), (9, 70), (300, 5))


def random_picture(generator, width, height, colors):
    choices = (UNTOUCHED, BACKGROUND, *colors)
    rows = []
    for _ in range(height):
        row = []
        while len(row) < width:
            row += [generator.choice(choices)] * generator.randrange(1, 90)
        rows.append(row[:width] if generator.random() < 0.9 else [UNTOUCHED] * width)
    return (1, generator.randrange(-300, 300), generator.randrange(-300, 300), width, height, auxiliary_rows(rows))


def shows(*numbers):
    """A program that shows auxiliary pictures, one in each tick, and a record of it that is not drawn itself."""
    items = [("empty",), *(part for number in numbers for part in (("frame", number & 0xFF, number >> 8),)), ("goto", 0)]
    sequence = assemble(items)[0]
    return sequence, {WALK_E: [(0, akos.HIDDEN_PROGRAM, 0, len(sequence) - 1)]}


class Auxiliary(AkosTimelines):
    def payload(self, akax, numbers=(0,), **how):
        sequence, records = shows(*numbers)
        return costume([dot()], records, sequence, **how) + akax

    def pictures(self, kind, payload, status=0):
        """Packs a costume; returns the archive and the rows of its auxiliary pictures."""
        archive, _ = self.rows_of(kind, [payload], status=status)
        return archive, [row for row in self.rows(self.folder / "a.wardrobe", "pictures") if row["limb"] == LIMB]

    def failures(self):
        return self.rows(self.folder / "a.wardrobe", "failures")

    def check(self, kind, payload, own):
        """Checks all pictures against the plain reader. `own` is the number of colours of AKPL that cels use, None if
        pixel values are colours."""
        archive, rows = self.pictures(kind, payload)
        colors = archive.blob("costumes.color", 0).tolist() if own else list(range(256))
        plain = list(plain_auxiliary.pictures(payload))
        self.assertEqual([row["index"] for row in rows], list(range(len(plain))))
        for row, (_, x, y, width, height, data) in zip(rows, plain, strict=True):
            self.assertEqual([row[name] for name in ("x", "y", "xinc", "yinc", "width", "height", "redirect")],
                             [x, y, 0, 0, width, height, None])
            pixels = archive.pixels(row["picture"]).tolist()
            shown = [[None if value == row["transparent"] else colors[value] for value in line] for line in pixels]
            self.assertEqual(shown, plain_auxiliary.rows(width, height, data))
        return archive, rows

    def test_have_the_colours_of_the_room_whatever_the_codec(self):
        generator = random.Random(3)
        for kind in ("he61", "he70", "he98"):
            for codec in (1, 5, 16, 32):
                for entries in (16, 32, 64):
                    palette = bytes(generator.randrange(256) for _ in range(entries))
                    colors = generator.sample(range(256), 40)
                    payload = self.payload(auxiliary(*(random_picture(generator, *shape, colors) for shape in SHAPES)),
                                           codec=codec, palette=palette)
                    with self.subTest(kind=kind, codec=codec, entries=entries):
                        archive, _ = self.check(kind, payload, entries if codec == 1 else None)
                        found = archive.blob("costumes.color", 0).tolist()
                        self.assertEqual(found[:entries], list(palette))
                        self.assertEqual(self.failures(), [])
                        if codec == 1:
                            self.assertEqual(len(set(found[entries:])), len(found) - entries)

    def test_may_have_the_colour_that_is_transparent_elsewhere(self):
        every = [list(range(255, 0, -1))]
        pictures = [(1, 0, 0, 2, 1, auxiliary_rows([[255, UNTOUCHED]])), (1, 0, 0, 255, 1, auxiliary_rows(every)),
                    (1, 0, 0, 2, 1, auxiliary_rows([[7, BACKGROUND]]))]
        _, rows = self.check("he98", self.payload(auxiliary(*pictures), codec=5), None)
        self.assertEqual([row["transparent"] for row in rows], [254, 0, 255])

    def test_with_more_colours_than_there_are_values_fail(self):
        every = (1, 0, 0, 256, 1, auxiliary_rows([list(range(256))]))
        for codec in (1, 32):
            _, rows = self.pictures("he98", self.payload(auxiliary(every), codec=codec, palette=bytes(16)), status=1)
            self.assertEqual(rows, [])
            (failure,) = self.failures()
            self.assertEqual((failure["limb"], failure["index"], failure["kind"]), (LIMB, 0, "damage"))
            self.assertIn("colours", failure["error"])

    def test_are_in_the_order_of_offs_even_if_it_names_one_twice(self):
        pictures = [(1, number, 0, 1, 1, auxiliary_rows([[number]])) for number in range(3)]
        payload = self.payload(auxiliary(*pictures, offs=(2, 0, 2)), codec=32)
        _, rows = self.check("he98", payload, None)
        self.assertEqual([row["x"] for row in rows], [2, 0, 2])
        _, rows = self.pictures("he98", self.payload(auxiliary(*pictures, offs=(2, 9))), status=1)
        self.assertEqual([row["x"] for row in rows], [0, 1, 2])
        self.assertIn("OFFS", self.failures()[0]["error"])

    def test_are_reached_by_programs_that_show_them_from_he_71_on(self):
        pictures = [(1, 0, 0, 2, 2, auxiliary_rows([[5, 5]] * 2)) for _ in range(3)]
        for kind, reached in (("he61", []), ("he98", [0, 2])):
            _, rows = self.pictures(kind, self.payload(auxiliary(*pictures), (2, 0)))
            self.assertEqual([row["index"] for row in rows if row["reached"]], reached)
            (timeline,) = self.rows(self.folder / "a.wardrobe", "timelines")
            self.assertEqual(timeline["events"], [[tick, 0, "picture", number] for tick, number in ((1, 2), (2, 0))]
                             if reached else [])
            self.assertEqual(timeline["frames"], [[], [], []] if reached else [[]])

    def test_are_shown_by_programs_that_pass_over_them_where_a_condition_does_not_hold(self):
        akax = auxiliary(*[(1, 0, 0, 2, 2, auxiliary_rows([[5, 5]] * 2)) for _ in range(3)])
        for do, events in (("do_ne", [[0, 0, "picture", 2]]), ("do_eq", [[1, 0, "picture", 2]])):
            sequence = assemble([0, (do, 0, 9), ("frame", 2, 0), ("end_if",), 1, ("goto", 0)])[0]
            payload = costume([dot()] * 2, {WALK_E: [(0, akos.PROGRAM, 0, len(sequence) - 1)]}, sequence) + akax
            for kind in ("he61", "he98"):
                archive, rows = self.pictures(kind, payload)
                shown = events if kind == "he98" else []
                self.assertEqual([row["index"] for row in rows if row["reached"]], [2] if shown else [])
                (timeline,) = self.rows(self.folder / "a.wardrobe", "timelines")
                self.assertEqual(timeline["events"], shown)
                self.assertEqual(plain_akos.timeline(plain_akos.load(archive, 0), WALK_E)["events"], shown)

    def test_that_akax_lacks_are_failures(self):
        picture = (1, 0, 0, 1, 1, auxiliary_rows([[5]]))
        for number in (1, 0xFFFF):
            self.pictures("he98", self.payload(auxiliary(picture), (0, number)), status=1)
            (failure,) = self.failures()
            self.assertIn("auxiliary picture", failure["error"])
        self.pictures("he98", self.payload(b"", (0, 7)))

    def test_of_other_codings_are_notes_and_of_none_are_nothing(self):
        wide = bytes(40)
        pictures = [(0, 3, 4, 9, 9, b""), (16, 0, 0, 640, 480, wide), (32, 0, 10, 640, 9, wide), block(b"FREL", b"abcd")]
        _, rows = self.pictures("he98", self.payload(auxiliary(*pictures)))
        self.assertEqual(rows, [])
        failures = self.failures()
        self.assertEqual([(row["kind"], row["limb"], row["index"]) for row in failures],
                         [("note", LIMB, 1), ("note", LIMB, 2)])
        data = next(self.folder.glob("he98/*.(a)")).read_bytes()
        for row, coding in zip(failures, (16, 32), strict=True):
            plain = bytes(byte ^ 0x69 for byte in data[row["offset"]:row["offset"] + 2])
            self.assertEqual(struct.unpack("<H", plain), (coding,))

    def test_that_are_damaged_fail_if_they_are_shown(self):
        row = auxiliary_rows([[5] * 4])
        for size, data in (((4, 2), row), ((3, 1), row), ((4, 1), row[:-1]), ((4, 1), b""), ((5000, 1), row)):
            self.pictures("he98", self.payload(auxiliary((1, 0, 0, *size, data))), status=0 if not data else 1)
            (failure,) = self.failures()
            self.assertEqual((failure["limb"], failure["index"]), (LIMB, 0))
            _, rows = self.pictures("he98", self.payload(auxiliary((1, 0, 0, *size, data)), ()))
            self.assertEqual((rows, self.failures()), ([], []))
        akax = auxiliary((1, 0, 0, 4, 1, row))
        for cut in range(9, len(akax)):
            payload = self.payload(akax[:4] + struct.pack(">I", cut) + akax[8:cut])
            folder = self.folder / "a.wardrobe"
            self.rows_of("he98", [payload], status=1)
            self.assertGreater(len(self.rows(folder, "failures")), 0, cut)

    def export(self, *options):
        out = self.folder / "art"
        self.assert_fine(run("export", self.folder / "a.wardrobe", "--format", "pictures", "-o", out, "--force",
                             *options))
        return out

    def test_are_exported_in_the_colours_of_the_room_or_in_true_ones(self):
        rows = [[200, 9, UNTOUCHED], [9, BACKGROUND, 200]]
        true = bytes((7 * at + at // 3) & 0xFF for at in range(768))
        for codec, rgb in ((1, None), (5, None), (16, None), (32, None), (1, true)):
            of = rgb or COLORS
            self.pictures("he98", self.payload(auxiliary((1, 5, -8, 3, 2, auxiliary_rows(rows))), codec=codec,
                                               palette=bytes(range(16)), rgb=rgb))
            out = self.export()
            shown = rgba(read(out / "costume-001" / "auxiliary-000.png")).reshape(-1, 4).tolist()
            self.assertEqual(shown, [[*of[3 * value:3 * value + 3], 255] if isinstance(value, int) else [0] * 4
                                     for row in rows for value in row])
            manifest = json.loads((out / "manifest.json").read_text())
            self.assertIn([[LIMB, 0]], [row["slots"] for row in manifest["pictures"]])

    def test_stay_as_they_are_when_cels_are_edited_and_cannot_be_edited(self):
        pictures = auxiliary((1, 5, -8, 3, 1, auxiliary_rows([[200, 9, UNTOUCHED]])), (1, 0, 0, 1, 1, auxiliary_rows([[9]])))
        for codec, options in ((1, ()), (1, ("--scale", "2")), (5, ("--scale", "2"))):
            self.pictures("he98", self.payload(pictures, codec=codec, palette=bytes(range(32))))
            out, new = self.export(*options), self.folder / f"new{codec}{len(options)}"
            self.assert_fine(run("apply", self.folder / "he98", out, "-o", new, *options))
            for file in (self.folder / "he98").iterdir():
                self.assertEqual(file.read_bytes(), (new / file.name).read_bytes())
            (out / "costume-001" / "auxiliary-000.png").write_bytes(
                (out / "costume-001" / "auxiliary-001.png").read_bytes())
            done = run("apply", self.folder / "he98", out, "-o", self.folder / "newer", *options)
            self.assertEqual(done.status, 2)
            self.assertIn("auxiliary pictures cannot be edited", done.err)
            shutil.rmtree(out)

    def test_that_changed_are_found_with_the_chores_that_show_them(self):
        for number in range(2):
            self.pictures("he98", self.payload(auxiliary((1, number, 0, 1, 1, auxiliary_rows([[200]]))), codec=5))
            (self.folder / "a.wardrobe").rename(self.folder / f"{number}.wardrobe")
        done = run("diff", self.folder / "0.wardrobe", self.folder / "1.wardrobe", "--json")
        finding = next(row for row in done.json_lines() if row.get("limb") == LIMB)
        self.assertEqual(finding["timelines"], [[2, "E"]])
        done = run("diff", self.folder / "0.wardrobe", self.folder / "1.wardrobe")
        self.assertIn("auxiliary picture 0", done.out)


if __name__ == "__main__":
    unittest.main()
