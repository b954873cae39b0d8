"""`wardrobe diff` on games that differ in one known way: its findings, outputs and statuses."""

import copy
import json
import os
import pty
import random
import re
import subprocess
import unittest

from forge import Image, archive_of
from game_files import costume, make_game, picture, rle16
from reader import TYPES, Archive
from support import ENVIRONMENT, PROGRAM, ProgramTest, all_games, run, sample

KEYS = ["kind", "costume", "old_row", "new_row", "limb", "index", "chore", "dir", "room", "palette",
        "field", "old", "new", "pixels", "box"]
KINDS = {"costume-added", "costume-removed", "costume-moved", "picture-added", "picture-removed",
         "picture-pixels", "picture-placement", "picture-size", "palette", "limb-table", "record",
         "format", "mirror", "timeline", "room", "background", "plane", "box", "scale-slot", "object", "object-image",
         "room-added", "room-removed", "unreadable"}
MIRRORED = {"costume-added": "costume-removed", "costume-removed": "costume-added",
            "room-added": "room-removed", "room-removed": "room-added",
            "picture-added": "picture-removed", "picture-removed": "picture-added"}
EXCHANGED = (("old", "new"), ("old_row", "new_row"), ("old_aliases", "new_aliases"), ("from", "to"))

# Columns that may have many values in a valid archive.
FREE = """costumes.command costumes.jump costumes.rgb costumes.color costumes.id costumes.alias
costumes.mirror_west costumes.directions costumes.kind costumes.codec tables.limb entries.x entries.y
entries.xinc entries.yinc windows.mode windows.start windows.length pictures.transparent
pictures.xxh64 timelines.tick timelines.loop_start cels.limb cels.index cels.picture cels.x cels.flip
events.kind events.value palettes.rgb palettes.number rooms.number game.version""".split()


def pixels(width, height, seed):
    return [1 + (i * seed + i // 3) % 15 for i in range(width * height)]


class Draft:
    """A costume in pieces, which can be changed one by one."""

    def __init__(self, seed):
        self.shapes = {(limb, index): [4 + limb, 5 + index, pixels(4 + limb, 5 + index,
                                                                   seed + 3 * limb + index),
                                       -2, -3, limb, 1]
                       for limb in (0, 3) for index in range(4)}
        self.slots = {0: [(0, 0), (0, 1), (0, 2), (0, 3)], 3: [(3, 0), (3, 1), (3, 2), None, (3, 3)]}
        self.records = {4: [(0, 0, 1), (3, 2, 0x80)], 8: [(0, 0, 1), (3, 3, 3)],
                        10: [(0, 7, 0)], 13: [(0, 0xFFFF), (3, 5, 1)]}
        self.commands = [0, 1, 2, 0, 1, 2, 4, 3]
        self.mirror = True

    def payload(self, version):
        tables = {limb: [slot and self.picture(slot) for slot in slots]
                  for limb, slots in self.slots.items()}
        data = bytearray(costume(version, tables, self.records, self.commands))
        if not self.mirror:
            data[7 if version == 6 else 1] |= 0x80
        return bytes(data)

    def picture(self, slot):
        width, height, colors, *place = self.shapes[slot]
        return picture(width, height, rle16(colors), *place)


def mirrored(row):
    row = dict(row, kind=MIRRORED.get(row["kind"], row["kind"]))
    for one, other in EXCHANGED:
        if one in row:
            row[one], row[other] = row[other], row[one]
    if row["kind"] in ("costume-moved", "costume-added", "costume-removed"):
        row["costume"] = row["new"] if row["new"] is not None else row["old"]
    return row


class Base(ProgramTest):
    def diff(self, before, after):
        """Returns the findings, after checks that hold for every comparison."""
        done = run("diff", before, after, "--json")
        rows = done.json_lines()
        self.assert_fine(done, 1 if rows else 0)
        for row in rows:
            self.assertEqual(list(row)[:len(KEYS)], KEYS)
            self.assertIn(row["kind"], KINDS)
            if row["kind"] not in ("costume-added", "costume-removed"):
                self.assertNotEqual((row["old"], row.get("old_aliases")),
                                    (row["new"], row.get("new_aliases")), row)
        back = run("diff", after, before, "--json")
        self.assert_fine(back, done.status)
        as_text = lambda rows: sorted(json.dumps(row, sort_keys=True) for row in rows)
        # Of names, those of the new game count.
        mirror = [dict(mirrored(row), wearer=None) for row in back.json_lines()]
        self.assertEqual(as_text(mirror), as_text([dict(row, wearer=None) for row in rows]))
        return rows

    def pack_drafts(self, name, version, drafts):
        game = make_game(version, [[draft.payload(version) for draft in drafts]])
        return self.pack(game.write(self.folder / f"{name}{version}"), f"{name}{version}.wardrobe")


class Outputs(Base):
    def setUp(self):
        super().setUp()
        self.a = self.pack_drafts("a", 6, [Draft(3), Draft(7), Draft(8)])
        other = Draft(7)
        other.shapes[3, 1][2][9] ^= 1
        other.shapes[0, 1][3] += 4
        other.mirror = False
        third = Draft(8)
        third.commands[7] = 2
        self.b = self.pack_drafts("b", 6, [Draft(3), other, third, Draft(20)])

    def test_json_has_a_row_for_each_finding(self):
        rows = {row["kind"]: row for row in self.diff(self.a, self.b)}
        expected = {
            "mirror": {"costume": 2, "old": True, "new": False},
            "picture-pixels": {"costume": 2, "limb": 3, "index": 1, "pixels": 1, "box": [1, 3, 1, 1]},
            "picture-placement": {"costume": 2, "limb": 0, "index": 1, "field": "x", "old": -2, "new": 2,
                                  "timelines": [[1, "W"], [2, "W"]]},
            "record": {"costume": 3, "chore": 2, "dir": "S", "limb": 0, "field": "commands", "old": "03", "new": "02"},
            "costume-added": {"costume": 4, "old": None, "new": 4}}
        self.assertEqual(rows.keys(), expected.keys())
        for kind, fields in expected.items():
            self.assertEqual({key: rows[kind][key] for key in fields}, fields)

    def test_text_is_a_summary_and_then_each_costume_most_changed_first(self):
        done = run("diff", self.a, self.b)
        self.assert_fine(done, 1)
        lines = done.out.splitlines()
        self.assertEqual(lines[0], "4 costumes: 1 same, 2 changed, 1 added")
        self.assertEqual(lines[1], "1 costume-added, 1 mirror, 1 picture-pixels, "
                         "1 picture-placement, 1 record")
        self.assertEqual(re.findall(r"^costume (\d+): (\d+) finding", done.out, re.MULTILINE),
                         [("2", "3"), ("3", "1"), ("4", "1")])
        self.assertIn("limb 3 index 1: 1 pixel in 1×1 at", done.out)
        self.assertIn("limb 0 index 1: x -2 → 2, in chore", done.out)
        self.assertNotIn("\x1b", done.out)

    def test_stat_is_a_line_per_costume(self):
        done = run("diff", self.a, self.b, "--stat")
        self.assert_fine(done, 1)
        self.assertEqual([line.split()[:3] for line in done.out.splitlines()[:-1]],
                         [["costume", "2", "3"], ["costume", "3", "1"], ["costume", "4", "1"]])
        self.assertEqual(done.out.splitlines()[-1], "4 costumes: 1 same, 2 changed, 1 added")

    def test_all_say_so_when_nothing_changed(self):
        self.assertEqual(run("diff", self.a, self.a).out, "3 costumes: 3 same\nno difference\n")
        self.assertEqual(run("diff", self.a, self.a, "--stat").out, "3 costumes: 3 same\n")
        self.assertEqual(run("diff", self.a, self.a, "--json").out, "")

    def test_colours_only_on_a_terminal(self):
        def on_terminal(**environment):
            leader, follower = pty.openpty()
            try:
                subprocess.run([PROGRAM, "diff", self.a, self.b], stdout=follower, check=False,
                               env={**ENVIRONMENT, "TERM": "xterm", **environment})
                return os.read(leader, 1 << 16)
            finally:
                os.close(leader)
                os.close(follower)

        self.assertIn(b"\x1b[", on_terminal())
        self.assertNotIn(b"\x1b[", on_terminal(NO_COLOR="1"))
        self.assertNotIn(b"\x1b[", on_terminal(TERM="dumb"))

    def test_other_games_are_told_in_one_line(self):
        done = run("diff", *(self.pack(sample(version), f"v{version}.wardrobe") for version in (1, 8)))
        self.assert_fine(done, 1)
        self.assertRegex(done.out, r"^these look like different games, .* show their \d+ findings\n$")

    def test_an_empty_archive_against_a_full_one_is_all_of_it(self):
        rows = self.diff("/dev/null", self.a)
        self.assertEqual([row["kind"] for row in rows], ["room-added"] + ["costume-added"] * 3)


class EveryPair(Base):
    def test_of_different_games_is_the_same_from_both_sides(self):
        games = [*all_games(), *sorted(sample(6).parent.glob("[vh][78e]"))]
        archives = [self.pack(game, f"{game.name}.wardrobe") for game in games]
        for before, after in zip(archives, archives[1:] + archives[:1]):
            self.diff(before, after)

    def test_takes_archives_whose_contents_make_no_sense(self):
        for game in (sample(6), sample(6).with_name("v8")):
            archive = self.pack(game, f"{game.name}.wardrobe")
            image = Image(Archive.open(archive))
            generator = random.Random(5)

            def one(number, archive=archive, image=image, generator=generator):
                generator.seed(number)
                changed = copy.deepcopy(image)
                for _ in range(generator.randrange(1, 6)):
                    name, type_, data = changed.column(generator.choice(FREE))
                    width = int(TYPES[type_][2])
                    if data:
                        changed.change(name, generator.randrange(len(data) // width),
                                       generator.choice((0, 1, 2, 3, 7, 255, 65535, 2**32 - 1)))
                path = self.folder / f"{number}.wardrobe"
                path.write_bytes(archive_of(changed.write()))
                for pair in ((archive, path), (path, archive), (path, path)):
                    done = run("diff", *pair, "--json", "--html", self.folder / f"{number}.html",
                               "--force")
                    if done.status == 2:
                        self.assert_trouble(done, path)
                    else:
                        self.assert_fine(done, done.status)
                path.unlink()

            self.check_all(one, range(60))


if __name__ == "__main__":
    unittest.main()
