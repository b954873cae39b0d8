"""Random AKOS costumes are read as they were written, and played as a second, plain player does.

formats_test plays every mode and command by hand.
"""

import random
import struct
import unittest

import akos_files as akos
import akos_games
import plain_akos
from akos_files import dot
from akos_random import random_costume, random_windows
from reader import Archive
from support import EXHAUSTIVE, ProgramTest, run

FIELDS = ("ticks", "loop_start", "flags", "reads", "frames", "events")
WALK_E = 9
DOTS = [dot()] * 6  # neither stands nor moves off (0, 0)
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


class AkosTimelines(ProgramTest):
    def rows_of(self, kind, payloads, *options, status=0):
        """Packs a game of one room; returns the archive and its timelines."""
        folder = akos_games.GAMES[kind][1]([payloads]).write(self.folder / kind)
        path = self.pack(folder, "a.wardrobe", "--force", *options, status=status)
        self.assert_fine(run("verify", path))
        return Archive.open(path), self.rows(path, "timelines")


class Timelines(AkosTimelines):
    def rows_of_random(self, kind, count, max_ticks, *options):
        generator = random.Random(" ".join((kind, *options)))
        payloads = [random_costume(generator, kind.startswith("he"), akos.SHORT_HEADERS if number % 2 else 0)
                    for number in range(count)]
        return self.rows_of(kind, payloads, "--max-ticks", str(max_ticks), *options, status=1)

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
        self.assertLessEqual({"stuck", "missing-picture", "lost", "dynamic", "truncated", "random", "sound", "talking",
                              "condition", "var 0", "var 1", "var 2", "var 255"}, seen)
        self.assertEqual(kinds, {"counter", "sound", "stuck", "script", "anim", "talkie", "hide",
                                 "clip", "offset", "picture"})

    def test_costumes_play_correctly_in_each_version_of_humongous(self):
        for version in (61, 70, 71, 72, 80, 85, 90, 95, 98, 99, 100):
            archive, rows = self.rows_of_random("he98", COSTUMES // 3, MAX_TICKS, "--game", f"he{version}")
            self.assert_rows(archive, rows, f"HE {version}", MAX_TICKS)

    def test_windows_of_commands_play_correctly(self):
        kinds = set()
        for kind in akos_games.GAMES:
            generator = random.Random(kind)
            payloads = [random_windows(generator, kind.startswith("he")) for _ in range(COSTUMES // 3)]
            archive, rows = self.rows_of(kind, payloads, "--max-ticks", str(MAX_TICKS), status=1)
            self.assert_rows(archive, rows, kind, MAX_TICKS)
            kinds |= {event[2] for row in rows for event in row["events"]}
        self.assertEqual(kinds, {"counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset"})

    def test_talking_actors_play_correctly(self):
        talks, ticks = [(1, 2), (4, 0), (6, 1), (9, 3), (14, 13)], 20
        for version in (61, 72, 80, 85, 90):
            archive, rows = self.rows_of_random("he98", COSTUMES, ticks, "--game", f"he{version}")
            path, changed = self.folder / "script.txt", 0
            for row in [row for row in rows if "condition" in row["reads"]]:
                chore, direction = row["chore"], "WESN".index(row["dir"])
                costume = plain_akos.load(archive, row["costume_row"])
                events = [(0, 1, direction, range(16)), (0, chore, None, range(16)), (9, chore, None, range(16))]
                lines = [f"0 init {row['dir']}", f"0 chore {chore}", f"9 chore {chore}", f"{ticks} end",
                         *(f"{tick} set talking {state}" for tick, state in talks)]
                path.write_text("\n".join(sorted(lines, key=lambda line: int(line.split()[0]))))
                done = run("replay", self.folder / "a.wardrobe", "--costume", f"#{row['costume_row']}",
                           "--script", path, "--json")
                self.assert_fine(done)
                frames, met = plain_akos.Scripted(costume).play(events, ticks, talks=talks)
                told = done.json_lines()
                self.assertEqual([line["cels"] for line in told], frames, f"HE {version}: {row}")
                self.assertEqual([[line["tick"], *event] for line in told for event in line["events"]], met)
                changed += frames != plain_akos.Scripted(costume).play(events, ticks)[0]
            self.assertGreater(changed, 0, "some actor looks different when it talks")

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
