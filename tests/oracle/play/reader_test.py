"""The reader in tests/oracle/reader.py, which is written from FORMAT.md alone, agrees with it and with the program."""

import itertools
import pathlib
import re
import struct
import subprocess
import unittest

import xxhash

import listing
from forge import rehash, unseal
from game_files import costume, make_game, picture, rle16
from reader import TYPES, Archive
from support import ProgramTest, all_games, read, sample

FORMAT = pathlib.Path(__file__).parents[3] / "formats" / "archive" / "FORMAT.md"


def many_frames(folder):
    """Makes a game whose pixels fill several zstd frames: 12 costumes with 8 different pictures of 64 KiB each."""
    def pictures(seed):
        return [picture(256, 256, rle16([at // (250 + seed) % 16 for at in range(65536)]))
                for seed in range(seed, seed + 8)]
    payloads = [costume(6, {0: pictures(8 * number)}, {4: [(0, 0, 7)]}, list(range(8)))
                for number in range(4)]
    return make_game(6, [payloads] * 3).write(folder)


class Reader(ProgramTest):
    def setUp(self):
        super().setUp()
        self.archives = [self.pack(game, f"{number}-{game.name}.wardrobe")
                         for number, game in enumerate(all_games())]

    def test_finds_the_hashes_and_zeros_that_the_format_promises(self):
        for path in self.archives:
            data, archive, pixels = read(path), Archive.open(path), []
            self.assertEqual(rehash(data), data)
            for row, size in enumerate(listing.table(archive, "pictures", "width", "height", "transparent", "xxh64")):
                pixels.append((*size[:3], archive.pixels(row).tobytes()))
                self.assertEqual(xxhash.xxh64_intdigest(pixels[-1][3]), size[3])
                self.assertEqual(archive.pixels(row).shape, size[1::-1])
            self.assertEqual(len(set(pixels)), len(pixels), "a picture stands twice")
            end = 64 + 64 * len(archive.columns)
            for name, column in archive.columns.items():
                self.assertEqual(column.start % 64, 0)
                self.assertFalse(any(archive.image[end:column.start]), f"before {name}")
                end = column.start + archive[name].nbytes
            self.assertEqual(end, len(archive.image))

    def test_agrees_with_list_row_by_row(self):
        for path in self.archives:
            archive = Archive.open(path)
            for what in listing.LISTS:
                self.assertEqual(listing.rows(archive, what), self.rows(path, what), (path, what))

    def test_agrees_on_the_rows_of_failures(self):
        broken = costume(5, {0: [picture(4, 4, b"\x14"), 0xFFF0, picture(1, 1, b"\x11")],
                             3: [picture(4097, 1, b"\x11")]},
                         {4: [(0, 0, 2), (3, 3, 0)]}, [0, 1, 2, 0])
        game = make_game(5, [[broken], [b"short"]]).write(self.folder / "game")
        path = self.pack(game, status=1)
        archive = Archive.open(path)
        failures = listing.rows(archive, "failures")
        self.assertEqual(failures, self.rows(path, "failures"))
        self.assertCountEqual([(row["costume"], row["limb"], row["index"]) for row in failures],
                              [(1, 0, 0), (1, 0, 1), (1, 3, 0), (2, None, None)])
        self.assertEqual(listing.rows(archive, "pictures"), self.rows(path, "pictures"))

    def test_agrees_on_colours_that_a_palette_lacks(self):
        """A colour counts as lacking only if it is drawn and not transparent."""
        class Room(list):
            colors = bytes(3 * 20)

        drawn = {0: [picture(2, 2, rle16([0, 1, 2, 5]))]}
        costumes = [costume(6, drawn, {4: [(0, 0, 0)]}, [0], bytes(colors)) for colors in (
            range(16), [20, 19, 20, 255, 255, 200] + 10 * [255], 16 * [255])]
        path = self.pack(make_game(6, [Room(costumes), costumes[:1]]).write(self.folder / "game"),
                         status=1)  # the short palette is reported, too
        rows = self.rows(path, "costumes")
        self.assertEqual([row["palette_holes"] for row in rows], [[], [20, 200], [255], []])
        self.assertEqual(listing.rows(Archive.open(path), "costumes"), rows)

    def test_reads_exactly_the_columns_of_the_format(self):
        text = FORMAT.read_text()
        documented = {"backgrounds": "u8", "pixels": "u8"}
        for names, types in re.findall(r"^\| ((?:\w+\.\w+(?:, )?)+) \| ([ui\d, ]+) \|", text, re.M):
            names, types = names.split(", "), types.split(", ")
            documented.update(zip(names, types * len(names) if len(types) == 1 else types, strict=True))
        numbers = {name: int(number) for number, name in re.findall(r"(\d) ([ui]\d+)(?=, \d| \|)", text)}
        self.assertEqual({number: f"<{name[0]}{int(name[1:]) // 8}" for name, number in numbers.items()}, TYPES)
        for path in self.archives:
            self.assertEqual({name: column.type for name, column in Archive.open(path).columns.items()},
                             {name: numbers[type_] for name, type_ in documented.items()})


class Frames(ProgramTest):
    def test_are_those_of_the_format(self):
        many = self.pack(many_frames(self.folder / "game"), "many.wardrobe")
        for path in (self.pack(sample(6)), many):
            archive, (frames, entries) = Archive.open(path), unseal(read(path))
            inflated = subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True)
            self.assertEqual(inflated.stdout, archive.image)
            self.assertEqual(struct.unpack_from("<Q", archive.image, 16)[0], len(archive.image))
            self.assertEqual(sum(size for _, size, _ in entries), len(archive.image))
            self.assertEqual(sum(map(len, frames)) + 40 + 8 + 12 * (len(frames) + 1) + 9, len(read(path)))
            # Tables and pixels share no frame, and pictures are not cut.
            starts = set(itertools.accumulate((size for _, size, _ in entries), initial=0))
            pixels = archive.columns["pixels"].start
            self.assertIn(pixels, starts)
            ends = {pixels + int(end) for end in archive["pictures.pixel_offset"]}
            self.assertLessEqual({start for start in starts if start > pixels}, ends)
        self.assertGreater(len(entries), 4)


if __name__ == "__main__":
    unittest.main()
