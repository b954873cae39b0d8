"""Damage inside a costume costs at most that costume. The program never crashes, nor takes much time or memory."""

import random
import struct
import unittest

from damaged_game import CostumeFields, DamagedGameTest, games_to_damage
from game_files import blocks, costume, find, make_game, picture, rle16, tiny_game
from support import EXHAUSTIVE

WORDS = (0, 1, 5, 6, 7, 13, 0x00FF, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF) if EXHAUSTIVE else (
    0, 6, 0x00FF, 0xFFFF)
BYTES = (0, 1, 0x57, 0x5A, 0x60, 0x61, 0x62, 0x7F, 0x80, 0xD8, 0xE0, 0xFF) if EXHAUSTIVE else (
    0, 0x57, 0x61, 0xFF)
FLIPS = 5000 if EXHAUSTIVE else 240


def runs(pixels, color=b"\x10"):
    """Returns RLE of `pixels` pixels of one colour, 8 Mpx at most."""
    pixels = min(pixels, 1 << 23)
    return (color + b"\xff") * (pixels // 255) + color * (pixels % 255 > 0) + bytes(
        [pixels % 255]) * (pixels % 255 > 0)


class Base(DamagedGameTest):
    def setUp(self):
        super().setUp()
        self.games = games_to_damage()
        for version in (5, 6):
            self.games[f"tiny{version}"] = tiny_game(version)
        for name, game in self.games.items():
            game.name = name.upper()
        self.intacts = {name: self.intact(game) for name, game in self.games.items()}

    def check_others(self, cases):
        """`cases` are (name of the game, block of the costume, offset, replacement, description)."""
        def one(case):
            name, block, at, replacement, what = case
            game = self.games[name]
            replacement = replacement[:len(game.resources) - at]
            what = f"{what} at {at} is {replacement[:8].hex()}"
            done, archive = self.assert_others_survive(self.intacts[name], game,
                                                       game.patched(at, replacement), what,
                                                       (block.start, block.end))
            if archive is not None:
                self.assert_told(archive, block, what)
        self.check_all(one, cases)

    def assert_told(self, archive, block, what):
        """Asserts that the damaged costume is in the archive, or that a failure is about it."""
        places = {int(at) for at in archive["costumes.offset"]}
        failed = [at for at in archive["failures.offset"].tolist()
                  if block.start <= at <= block.end]
        self.assertTrue(block.start in places or failed,
                        f"{what}: the costume at {block.start} is gone, and no failure says so")

    def each_costume(self):
        """Yields the first and the last costume of each game, with its fields."""
        for name, game in self.games.items():
            costs = find(game.resources, b"COST", b"CO")
            for block in {costs[0].start: costs[0], costs[-1].start: costs[-1]}.values():
                yield name, block, CostumeFields(game.resources, block)


class Fields(Base):
    def words(self, places, values=WORDS):
        """Returns cases that put each value at each position that places(fields) gives."""
        return [(name, block, at, struct.pack("<H", value), places.__name__)
                for name, block, fields in self.each_costume()
                for at in places(fields) for value in values]

    def test_of_the_head(self):
        self.check_others([
            (name, block, at, bytes([value]), "head")
            for name, block, fields in self.each_costume()
            for at in (fields.num_anim, fields.format) for value in BYTES])

    def test_of_the_size_and_the_mark_of_v6(self):
        self.check_others([
            (name, block, at, value, "v6 head")
            for name, block, fields in self.each_costume() if "6" in name
            for at, value in [(block.payload, struct.pack("<I", size)) for size in
                              (0, 1, 5, block.size, 0xFFFFFFFF)] + [(block.start + 12, b"XX")]])

    def test_of_the_commands(self):
        def command_offset(fields):
            return [fields.command_offset]
        self.check_others(self.words(command_offset))

    def test_of_offsets_of_limb_tables(self):
        def limb_table(fields):
            return fields.limbs[:16 if EXHAUSTIVE else 2] + fields.limbs[15:]
        self.check_others(self.words(limb_table))

    def test_of_offsets_of_records(self):
        def record_offset(fields):
            return [at for at in fields.records if fields.word(at)][:20 if EXHAUSTIVE else 2]
        self.check_others(self.words(record_offset))

    def test_of_slots_of_limb_tables(self):
        def slot(fields):
            return fields.slots()[:20 if EXHAUSTIVE else 2]
        self.check_others(self.words(slot))

    def test_of_sizes_of_pictures(self):
        def size(fields):
            return [at + more for at in fields.pictures()[:1] for more in (0, 2)]
        self.check_others(self.words(size, (*WORDS, 4095, 4096, 4097)))

    def test_of_places_and_moves_of_pictures(self):
        def place(fields):
            return [at + more for at in fields.pictures()[:1] for more in (4, 6, 8, 10)]
        self.check_others(self.words(place, (0x7FFF, 0x8000, 0xFFFF)))

    def test_of_pictures_of_65535_by_65535(self):
        self.check_others([
            (name, block, at, b"\xff\xff\xff\xff", "picture")
            for name, block, fields in self.each_costume() for at in fields.pictures()[:3]])

    def test_of_the_pixels(self):
        self.check_others([
            (name, block, at := fields.pictures()[0] + 12, data[:block.end - at], "RLE")
            for name, block, fields in self.each_costume()
            for data in (b"\0\0" * 50, b"\xff" * 50, b"\x10" * 9, bytes(range(100)),
                         b"\x1f\xff" * 99, b"\x10\x00" * 400)])

    def test_of_everything_from_some_offset_on(self):
        generator = random.Random(5)
        self.check_others([
            (name, block, at, filler * (block.end - at), "rest")
            for name, block, fields in self.each_costume()
            for at in generator.choices(range(block.payload, block.end), k=8 if EXHAUSTIVE else 2)
            for filler in (b"\0", b"\xff", b"\x79")])


class Flips(Base):
    def some(self, seed, size, how_many):
        generator = random.Random(seed)
        for name, game in self.games.items():
            costs = find(game.resources, b"COST", b"CO")
            for number in range(how_many // len(self.games) + 1):
                block = costs[generator.randrange(len(costs))]
                head = 300 if number % 2 else block.size  # puts half of them into headers and tables
                at = generator.randrange(block.payload, min(block.payload + head, block.end))
                length = min(generator.randrange(1, size + 1), block.end - at)
                yield name, block, at, generator.randbytes(length), "noise"

    def test_of_single_bytes_cost_one_costume_at_most(self):
        self.check_others(list(self.some(11, 1, FLIPS)))

    def test_of_runs_of_bytes_cost_one_costume_at_most(self):
        self.check_others(list(self.some(12, 40, FLIPS // 2)))

    def test_anywhere_in_the_resources_do_not_crash(self):
        generator = random.Random(13)
        games = list(self.games.values())

        def one(number):
            game = games[number % len(games)]
            data = bytearray(game.resources)
            heads = [block.start for block in blocks(game.resources)]
            for _ in range(generator.randrange(1, 6)):
                at = generator.choice(heads) + generator.randrange(12)
                data[min(at, len(data) - 1)] = generator.randrange(256)
            self.pack_damaged(game.with_resources(data), f"flips {number}")

        self.check_all(one, range(FLIPS // 2))


class Limits(DamagedGameTest):
    """The limits of LIMITS.md."""

    def failed(self, tables, records, commands=(0, 1, 2, 3)):
        game = make_game(5, [[costume(5, tables, records, commands)]])
        done, archive = self.pack_damaged(game, "limits")
        self.assertIsNotNone(archive, str(done))
        pairs = lambda one, other: list(zip(archive[one].tolist(), archive[other].tolist()))
        return (pairs("pictures.width", "pictures.height"),
                pairs("failures.limb", "failures.index"))

    def one(self, width, height):
        return self.failed({0: [picture(width, height, runs(width * height))]}, {4: [(0, 0, 0)]})

    def test_4096_pixels_wide_or_high_is_the_maximum(self):
        for size in ((4096, 1), (1, 4096), (2048, 2048)):
            self.assertEqual(self.one(*size), ([size], []))
        for size in ((4097, 1), (1, 4097), (2049, 2048), (4096, 4096), (65535, 65535), (65535, 1)):
            self.assertEqual(self.one(*size), ([], [(0, 0)]))

    def test_zero_sized_pictures_are_neither_pictures_nor_failures(self):
        for size in ((0, 0), (0, 9), (9, 0), (0, 65535)):
            self.assertEqual(self.one(*size), ([], []))

    def test_null_entries_are_neither_pictures_nor_failures(self):
        self.assertEqual(self.failed({0: [None, picture(1, 1, b"\x11")]}, {4: [(0, 0, 1)]}),
                         ([(1, 1)], []))

    def test_runs_past_the_end_are_damage_and_bytes_after_the_end_are_not(self):
        self.assertEqual(self.failed({0: [picture(2, 2, b"\x15"), picture(2, 2, b"\x14\x15")]},
                                     {4: [(0, 0, 1)]}), ([(2, 2)], [(0, 0)]))

    def test_slots_past_the_table_are_failures_of_that_picture(self):
        self.assertEqual(self.failed({0: [picture(2, 2, b"\x14")], 1: [picture(1, 1, b"\x11")]},
                                     {4: [(0, 0, 3), (1, 0, 0)]}, [0, 1, 9, 0x70]),
                         ([(2, 2), (1, 1)], [(0, 1), (0, 9), (0, 0x70)]))

    def test_a_costume_may_have_256_pixels_for_each_of_its_bytes(self):
        # Headers follow each other, so that a picture's pixels begin with the next picture's header, which reads as 8 +
        # 8 + 4 * 256 pixels. All runs have 255 pixels, except for the last few thousand.
        side, count, header = 2048, 18, picture(2048, 2048, b"")
        tail = 1040 * count
        data = header * (count - 1) + runs(side * side - tail, b"\x20") + b"\x11" * tail
        start = 6 + 2 + 16 + 2 + 32 + 2 * 5 + 5 + count + 2 * count  # as costume() places them
        table = [header + data, *(start + 12 * number for number in range(1, count))]
        pictures, failures = self.failed({0: table}, {4: [(0, 0, count - 1)]}, range(count))
        self.assertEqual(pictures, [(side, side)] * 3)
        self.assertEqual(failures, [(0, number) for number in range(3, count)])

    def test_a_costume_that_reaches_past_its_block_is_a_failure(self):
        payload = costume(5, {0: [picture(2, 2, rle16([1, 2, 3, 4]))]}, {4: [(0, 0, 0)]}, [0])
        for length in range(len(payload)):
            game = make_game(5, [[payload[:length]], [payload]])
            done, archive = self.pack_damaged(game, f"costume of {length} bytes")
            self.assertEqual(done.status, 1, f"{length}\n{done}")
            self.assertIn(2, archive["costumes.id"].tolist())


if __name__ == "__main__":
    unittest.main()
