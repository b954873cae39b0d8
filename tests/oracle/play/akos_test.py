"""AKOS costumes are read as they were written: pictures of all codecs, records, containers.

The formats are those of SCUMM.md §1 and §6; akos_files.py and akos_games.py write them.
"""

import random
import unittest

import akos_files as akos
import akos_games
from akos_files import Cel, costume, dot
from game_files import costume as cost_costume
from game_files import make_game, picture, rle16
from reader import Archive
from support import ProgramTest, run

WALK_E = 9  # a record of 4 directions
SHAPES = ((1, 1), (1, 40), (40, 1), (300, 7), (5, 290), (17, 13), (64, 64), (3, 5))
PALETTES = {1: (16, 32, 64), 5: (16, 256), 16: (16, 256), 32: (16,)}


def random_rows(generator, width, height, colors):
    """Returns rows with runs of all lengths, noise, or steps of a few colours."""
    kind, value, rows = generator.randrange(4), generator.randrange(colors), []
    for _ in range(height):
        row = []
        for _ in range(width):
            if kind == 0 or generator.random() < (0.01, 0.1, 0.3)[kind - 1]:
                value = generator.choice((generator.randrange(colors), colors - 1,
                                          (value + generator.randrange(-4, 4)) % colors))
            row.append(value)
        rows.append(row)
    return rows


def random_cels(generator, codec, colors):
    return [Cel(random_rows(generator, *shape, colors), *(generator.randrange(-200, 200)
                                                          for _ in range(4)))
            for shape in SHAPES]


def showing(count):
    """Returns a sequence that shows each cel by number and as an item of a draw-many, and a record of it."""
    many = akos.draw_many([(0, 0, cel) for cel in range(count)])
    sequence, labels = akos.assemble([*range(count), "many", many, ("goto", "many")])
    return sequence, {WALK_E: [(0, akos.LOOP, 0, count - 1), (1, akos.PROGRAM, labels["many"], 0)]}


class AkosTest(ProgramTest):
    def packed(self, kind, rooms, *options, status=0):
        """Packs a game of AKOS payloads; returns the path of the archive."""
        folder = akos_games.GAMES[kind][1](rooms).write(self.folder / kind)
        return self.pack(folder, "a.wardrobe", "--force", *options, status=status)

    def version(self, path):
        done = run("info", path, "--json")
        self.assert_fine(done)
        return done.json_lines()[0]["version"]


class Pictures(AkosTest):
    def check_cels(self, path, cels, codec, transparent):
        archive = Archive.open(path)
        self.assert_fine(run("verify", path))
        rows = self.rows(path, "pictures")
        self.assertEqual([row["index"] for row in rows], list(range(len(cels))))
        for row, cel in zip(rows, cels, strict=True):
            self.assertEqual(
                {name: row[name] for name in ("costume", "costume_row", "limb", "reached", "codec",
                                              "redirect", "transparent")},
                {"costume": 1, "costume_row": 0, "limb": None, "reached": True, "codec": codec,
                 "redirect": None, "transparent": transparent})
            self.assertEqual((row["width"], row["height"]), cel.size)
            self.assertEqual(tuple(row[name] for name in ("x", "y", "xinc", "yinc")), cel.place)
            self.assertEqual(archive.pixels(row["picture"]).tolist(), cel.rows, row["index"])

    def test_of_all_codecs_come_out_of_all_containers(self):
        generator = random.Random(1)
        for codec, palettes in PALETTES.items():
            for kind, (version, _) in akos_games.GAMES.items():
                for entries in palettes:
                    palette = bytes(generator.randrange(256) for _ in range(entries))
                    cels = random_cels(generator, codec, entries if codec == 1 else 256)
                    sequence, records = showing(len(cels))
                    path = self.packed(kind, [[costume(cels, records, sequence, codec,
                                                       palette=palette)]])
                    transparent = 0 if codec == 1 else 255
                    if codec == 16 and version >= 61 and entries < 256:
                        transparent = palette[0]
                    with self.subTest(codec=codec, kind=kind, entries=entries):
                        self.check_cels(path, cels, codec, transparent)

    def test_of_codec_1_use_the_bits_that_the_palette_leaves_for_lengths(self):
        short, tall = [[1, 3], [1, 3], [2, 3]], [[1], [1]] + [[2]] * 256
        for entries, cases in {
                16: [(short, b"\x12\x21\x33"), (tall, b"\x12\x20\0"), ([[9] * 3], b"\x90\x03")],
                32: [(short, b"\x0a\x11\x1b"), (tall, b"\x0a\x10\0"), ([[31] * 9], b"\xf8\x09")],
                64: [(short, b"\x06\x09\x0f"), (tall, b"\x06\x08\0"), ([[63] * 5], b"\xfc\x05")],
                **dict.fromkeys((0, 1, 40, 256), [(short, b"\x12\x21\x33")])}.items():
            cels = [Cel(rows, data=data) for rows, data in cases]
            sequence, records = showing(len(cels))
            path = self.packed("v7", [[costume(cels, records, sequence, 1, palette=bytes(entries))]])
            self.check_cels(path, cels, 1, 0)

    def test_of_zero_size_have_no_rows_and_do_not_fail(self):
        cels = [Cel(None, data=b"", size=size) for size in ((0, 0), (0, 7), (7, 0))]
        for codec in akos.CODECS:
            sequence, records = showing(4)
            path = self.packed("v7", [[costume([*cels, dot()], records, sequence, codec)]])
            self.assertEqual([row["index"] for row in self.rows(path, "pictures")], [3])


class Containers(AkosTest):
    def rooms(self):
        sequence, records = showing(1)
        one = lambda color: costume([dot(color=color)], records, sequence)
        return [[one(1), one(2)], [one(3)], [], [one(4), one(5)]]

    def test_give_all_costumes_and_their_version(self):
        for kind, (version, make) in akos_games.GAMES.items():
            with self.subTest(kind=kind):
                path = self.packed(kind, self.rooms())
                self.check_costumes(path, make(self.rooms()).files)
                self.assertEqual(self.version(path), version)

    def check_costumes(self, path, files):
        archive, rows = Archive.open(path), self.rows(path, "costumes")
        self.assert_fine(run("verify", path))
        self.assertEqual(sorted((row["id"], row["room"], row["aliases"]) for row in rows),
                         [(1, 1, []), (2, 1, []), (3, 2, []), (4, 4, []), (5, 4, [])])
        for row in rows:
            at = row["offset"]
            self.assertEqual(files[row["file"]][at:at + 4], b"AKOS")
            (picture,) = archive.row_range("tables.entry_offset", row["row"])
            pixels = archive.pixels(archive["entries.picture"][picture])
            self.assertEqual(pixels.tolist(), [[row["id"]]])
        names = {int(number): archive.text("rooms.name", room)
                 for room, number in enumerate(archive["rooms.number"])}
        self.assertEqual(names, {number: f"room{number}" for number in range(1, 5)})
        palettes = [(row["room"], row["colors"]) for row in self.rows(path, "palettes")]
        self.assertEqual(sorted(palettes),
                         [(number, akos_games.COLORS.hex()) for number in range(1, 5)])
        self.assertEqual([int(archive["game.index_" + name][0])
                          for name in ("entries", "unused", "no_room", "no_costume")], [5, 0, 0, 0])

    def test_are_found_from_their_index_and_without_ids_from_one_resource_file(self):
        for kind, (_, make) in akos_games.GAMES.items():
            game = make(self.rooms())
            folder = game.write(self.folder / kind)
            index, *resources = game.files
            self.check_costumes(self.pack(folder / index, "a.wardrobe", "--force"), game.files)
            found = []
            for name in resources:
                path = self.pack(folder / name, "alone.wardrobe", "--force")
                found += [(row["file"], row["id"]) for row in self.rows(path, "costumes")]
            self.assertEqual(len(found), 5)
            self.assertEqual(set(found), {(name, None) for name in resources})

    def test_may_be_overridden(self):
        for kind, option, version in (("v7", "7", 7), ("v8", "8", 8), ("he61", "7", 7),
                                      ("he61", "he", 61), ("he70", "he", 71), ("he70", "he70", 70),
                                      ("he98", "he", 98), ("he98", "he80", 80)):
            path = self.packed(kind, [self.rooms()[0]], "--game", option)
            with self.subTest(kind=kind, option=option):
                self.assertEqual(self.version(path), version)
                self.assertEqual(len(self.rows(path, "costumes")), 2)
                self.assertNotEqual(Archive.open(path).text("game.evidence", 0), "")
        for kind, (_, make) in akos_games.GAMES.items():
            folder = make(self.rooms()).write(self.folder / kind)
            for option in ("5", "6", "7", "8", "he"):  # Some are nonsense.
                self.assert_no_crash(run("pack", folder, "-o", self.folder / "a", "--force", "--game", option))

    def test_of_humongous_games_with_cost(self):
        payload = cost_costume(6, {0: [picture(1, 1, rle16([1]))] * 2},
                               {WALK_E: [(0, 0, 2)]}, [0, 0x73, 1])
        folder = make_game(6, [[payload]]).write(self.folder / "he60")
        for options, version, sound in ((("--game", "he"), 60, 5), ((), 6, 2)):
            path = self.pack(folder, "a.wardrobe", "--force", *options)
            self.assertEqual(self.version(path), version)
            self.assertEqual([row["events"] for row in self.rows(path, "timelines")],
                             [[[0, 0, "sound", sound]]])


if __name__ == "__main__":
    unittest.main()
