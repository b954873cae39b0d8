"""Baked timelines of games and of random costumes are what a second, plain player plays."""

import random
import unittest

import listing
import plain_player
from game_files import Game, costume, find, make_game, picture, rle16
from reader import Archive
from support import EXHAUSTIVE, GAMES, GAME_NAMES, ProgramTest, needs_games, sample

RANDOM_COSTUMES = 2000 if EXHAUSTIVE else 100  # how many of each version
NO_LOOP = 0x80
COUNT, OFF = 0x7C, 0xFFFF
FIELDS = ("ticks", "loop_start", "flags", "frames", "events")


class TimelinesTest(ProgramTest):
    def packed_rows(self, source, *options, status=0):
        path = self.pack(source, "a.wardrobe", "--force", *options, status=status)
        return Archive.open(path), self.rows(path, "timelines")

    def assert_rows(self, archive, rows, what, max_ticks=plain_player.MAX_TICKS):
        """Asserts that each row is what the plain player plays, and that there are no other rows."""
        costumes = [plain_player.load(archive, row) for row in range(archive.rows("costumes"))]
        chores = [(number, chore, plain_player.DIRECTIONS[direction])
                  for number, one in enumerate(costumes)
                  for chore, direction in plain_player.chores(one)]
        self.assertEqual([(row["costume_row"], row["chore"], row["dir"]) for row in rows], chores)

        def one(row):
            where = f'{what}: costume {row["costume_row"]} chore {row["chore"]} {row["dir"]}'
            self.assertEqual(row["costume"], listing.costume_id(archive, row["costume_row"]), where)
            direction = plain_player.DIRECTIONS.index(row["dir"])
            played = plain_player.timeline(costumes[row["costume_row"]], row["chore"], direction, max_ticks)
            for field in FIELDS:
                baked = sorted(row[field]) if field == "flags" else row[field]
                self.assertEqual(baked, played[field], f"{where}: {field}")

        self.check_all(one, rows)

    def assert_game(self, folder, status=0):
        archive, rows = self.packed_rows(folder, status=status)
        self.assert_rows(archive, rows, folder.name)
        return rows


class Games(TimelinesTest):
    def test_of_the_sample_are_played_right(self):
        for version in (1, 2, "3-16", 3, 4, 5, 6):
            rows = self.assert_game(sample(version))
            self.assertGreater(len(rows), 0)

    @needs_games
    def test_of_the_test_games_play_correctly(self):
        for name in GAME_NAMES:
            self.assertGreater(len(self.assert_game(GAMES / name)), 0, name)


def random_picture(generator):
    """Returns a slot's content: mostly a picture, sometimes none, one of zero size, or a damaged one."""
    kind = generator.randrange(10)
    if kind == 0:
        return None
    sizes = (0, 1, 2, 3, 6) if kind == 1 else (1, 2, 3, 6)
    width, height = generator.choice(sizes), generator.choice(sizes)
    data = rle16([generator.randrange(16) for _ in range(width * height)])
    if kind == 2:
        data = b"\x10\0" * 2  # 512 pixels
    place = [generator.choice((-300, -2, -1, 0, 0, 1, 40, 30000)) for _ in range(4)]  # moves add up beyond 16 bits
    return picture(width, height, data, *place)


def random_command(generator):
    return generator.choice((
        generator.randrange(4), generator.randrange(4), generator.randrange(4),
        generator.randrange(0x70, 0x80), COUNT, generator.randrange(6) + 0x80,
        generator.randrange(256)))


def random_record(generator, commands):
    record = []
    for limb in generator.sample(range(5), generator.randrange(5)):
        if generator.randrange(8) == 0:
            record.append((limb, OFF))
            continue
        length = min(generator.choice((1, 1, 2, 2, 3, 4, 5, 6)), commands)
        record.append((limb, generator.randrange(commands - length + 1),
                       length - 1 | generator.choice((0, NO_LOOP))))
    return record


def random_costume(version, generator):
    tables = {limb: [random_picture(generator) for _ in range(generator.choice((1, 3, 5)))]
              for limb in range(5)}
    if generator.randrange(4) == 0:
        tables[generator.randrange(5)] = [random_picture(generator) for _ in range(0x80)]
    commands = [random_command(generator) for _ in range(generator.choice((6, 30)))]
    numbers = generator.sample(range(28), 9)
    records = {number: random_record(generator, len(commands)) for number in numbers}
    payload = bytearray(costume(version, tables, records, commands))
    payload[(0 if version == 5 else 6) + 1] |= generator.choice((0, 0x80))
    return bytes(payload)


def random_game(version):
    generator = random.Random(version)
    return make_game(version, [[random_costume(version, generator)
                                for _ in range(RANDOM_COSTUMES)]])


class Random(TimelinesTest):
    def test_costumes_play_correctly(self):
        for version in (5, 6):
            rows = self.assert_game(random_game(version).write(self.folder / f"v{version}"), 1)
            seen = {flag for row in rows for flag in row["flags"]}
            self.assertTrue({"stuck", "missing-picture"} <= seen)

    def test_costumes_are_truncated_correctly(self):
        for version in (5, 6):
            folder = random_game(version).write(self.folder / f"v{version}")
            for ticks in (1, 3, 20):
                archive, rows = self.packed_rows(folder, "--max-ticks", str(ticks), status=1)
                self.assert_rows(archive, rows, f"{ticks} ticks of v{version}", ticks)
                self.assertTrue(any(row["loop_start"] is None for row in rows))

    def test_noise_plays_correctly(self):
        """Damaged costumes play correctly as far as they can be read."""
        generator = random.Random(7)
        games = [random_game(5), random_game(6), Game.read(sample(5)), Game.read(sample(6))]
        for number, game in enumerate(games):
            data = bytearray(game.resources)
            for block in find(game.resources, b"COST", b"CO"):
                head = range(block.start + 8, min(block.start + 308, block.end))
                for at in generator.sample(head, 3):
                    data[at] = generator.randrange(256)
            folder = game.with_resources(data).write(self.folder / f"noise{number}")
            self.assertGreater(len(self.assert_game(folder, status=1)), 0)


class Records(TimelinesTest):
    def test_are_as_many_as_the_header_says(self):
        """The header has the number of the last record; in version 6 with size 0, the count of records."""
        one = picture(1, 1, rle16([1]))
        for version, size, number, known in ((5, 1, 9, ["E"]), (6, 1, 9, ["E"]), (6, 1, 10, ["E", "S"]), (6, 0, 10, ["E"]),
                                             (6, 0, 11, ["E", "S"]), (5, 1, 255, ["E", "S", "N"])):
            payload = bytearray(costume(version, {0: [one]}, {record: [(0, 0, 0)] for record in (9, 10, 255)}, [0]))
            payload[6 if version == 6 else 0] = number
            if size == 0:
                payload[:4] = bytes(4)
            rows = self.assert_game(make_game(version, [[bytes(payload)]]).write(self.folder / "game"))
            self.assertEqual([row["dir"] for row in rows], known, (version, size, number))
            self.assertEqual([row["chore"] for row in rows], [2, 2, 63][:len(known)])


class Truncated(TimelinesTest):
    def limbs(self, *lengths):
        """Returns ticks and loop start of limbs with windows of these lengths. Negative lengths do not loop."""
        one = picture(1, 1, rle16([1]))
        records = {9: [(limb, 0, abs(length) - 1 | (0 if length > 0 else NO_LOOP)) for limb, length in enumerate(lengths)]}
        payload = costume(5, {limb: [one, one] for limb in range(len(lengths))}, records, [1, *[0] * 127])
        row, = self.assert_game(make_game(5, [[payload]]).write(self.folder / "game"))
        return row["ticks"], row["loop_start"], row["flags"]

    def test_after_4096_ticks(self):
        self.assertEqual(self.limbs(63, 65), (4095, 0, []))
        self.assertEqual(self.limbs(63, 65, -2), (4096, 1, []))
        self.assertEqual(self.limbs(63, 65, -3), (4096, None, ["truncated"]))
        self.assertEqual(self.limbs(128, 32), (128, 0, []))
        self.assertEqual(self.limbs(128, 33), (4096, None, ["truncated"]))
        self.assertEqual(self.limbs(127, 126, 125, 124, 123, 122, 121, 119, 113, 109), (4096, None, ["truncated"]))


if __name__ == "__main__":
    unittest.main()
