"""Random AKOS costumes are read as they were written, and played as a second, plain player does."""

import random
import struct
import unittest

import akos_files as akos
import akos_games
import plain_akos
from akos_random import random_costume
from akos_timelines_test import FIELDS, AkosTimelines
from support import EXHAUSTIVE

COSTUMES = 1000 if EXHAUSTIVE else 60  # how many for each container
MAX_TICKS = 150


def noisy(generator, payload, tag):
    """Returns the payload with some bytes of a chunk changed."""
    data = bytearray(payload)
    start = data.index(tag) + 8
    size = struct.unpack_from(">I", data, start - 4)[0] - 8
    for at in generator.sample(range(start, start + size), min(size, 6)):
        data[at] = generator.choice((0xC0, generator.randrange(256), generator.randrange(16, 166)))
    return bytes(data)


class Random(AkosTimelines):
    def rows_of_random(self, kind, count, max_ticks):
        generator = random.Random(kind)
        payloads = [random_costume(generator, kind.startswith("he"),
                                   akos.SHORT_HEADERS if number % 2 else 0)
                    for number in range(count)]
        return self.rows_of(kind, payloads, "--max-ticks", str(max_ticks), status=1)

    def assert_rows(self, archive, rows, what, max_ticks):
        """Asserts that each row is what the plain player plays, and that there are no other rows."""
        costumes = [plain_akos.load(archive, row) for row in range(archive.rows("costumes"))]
        records = [(row, number, *where) for row, one in enumerate(costumes)
                   for number, where in plain_akos.chores(one).items()]
        self.assertEqual([(row["costume_row"], row["chore"], row["dir"]) for row in rows],
                         [(row, *where) for row, _, *where in records])

        def one(case):
            (costume, number, *where), row = case
            played = plain_akos.timeline(costumes[costume], number, max_ticks)
            for field in FIELDS:
                baked = sorted(row[field]) if field == "flags" else row[field]
                self.assertEqual(baked, played[field],
                                 f"{what}: costume {costume} {where}: {field}")

        self.check_all(one, zip(records, rows, strict=True))

    def test_costumes_play_correctly(self):
        seen, kinds = set(), set()
        for kind in akos_games.GAMES:
            archive, rows = self.rows_of_random(kind, COSTUMES, MAX_TICKS)
            self.assert_rows(archive, rows, kind, MAX_TICKS)
            seen |= {flag for row in rows for flag in row["flags"]}
            seen |= {read for row in rows for read in row["reads"]}
            kinds |= {event[2] for row in rows for event in row["events"]}
        # Without these, the test would prove nothing.
        self.assertEqual(seen, {"stuck", "missing-picture", "dynamic", "truncated", "random",
                                "sound", "talking", "condition", "var 0", "var 1", "var 2",
                                "var 255"})
        self.assertEqual(kinds, {"counter", "sound", "stuck", "script", "anim", "talkie", "hide",
                                 "clip", "offset"})

    def test_costumes_are_truncated_correctly(self):
        for ticks in (1, 2, 7):
            archive, rows = self.rows_of_random("v7", 40, ticks)
            self.assert_rows(archive, rows, f"{ticks} ticks", ticks)

    def test_costumes_with_noise_play_correctly(self):
        """Costumes with noise play as far as they can be read. Command bytes are more common than chance would make
        them."""
        for tag in (b"AKSQ", b"AKCH", b"AKOF", b"AKCI"):
            for kind in ("v7", "he70"):
                generator = random.Random(f"{tag} {kind}")
                payloads = [noisy(generator, random_costume(generator, kind == "he70"), tag)
                            for _ in range(COSTUMES)]
                archive, rows = self.rows_of(kind, payloads, "--max-ticks", "60", status=1)
                self.assert_rows(archive, rows, f"noise in {tag} of {kind}", 60)


if __name__ == "__main__":
    unittest.main()
