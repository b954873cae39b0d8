"""Damage in games of versions 1 to 3 costs at most the costumes that it hits. Each loss is reported, or at least
counted."""

import itertools
import random
import struct
import unittest

import listing
from damaged_game import IDS, Losses, described, indexed
from game_files import costume
from old_files import (INDEX, VERSIONS, OldFields, OldFiles, filled, make_old_game, old_block, old_picture,
                       tiny_costume, tiny_old_game)
from support import EXHAUSTIVE, sample


HUGE = {False: (), True: (0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)}  # sizes and offsets; True: of 32 bits


class Base(Losses):
    def make_games(self):
        return [*map(tiny_old_game, VERSIONS), *(OldFiles.read(sample(version), version) for version in VERSIONS)]

    def check_cases(self, cases):
        super().check_cases(cases if EXHAUSTIVE else cases[::2])

    def behind(self, game, file, length):
        """Returns the costumes that end after `length`. Those that the index does not name reach to the end of the
        file."""
        ends = {place[:2]: place[2] for place in game.costumes().values()}
        return {place for place in described(self.intacts[game.name])
                if place[0] == file and ends.get(place, len(game.files[file])) > length}


class Sizes(Base):
    def test_that_claim_other_sizes(self):
        cases = []
        for game in self.games.values():
            fields, form = OldFields(game, 2), "<I" if game.version == 3 else "<H"
            size = fields.end - fields.start
            wrong = {*range(9), size - 1, size + 1, size + 4, 0x7FFF, 0xFFFF, *HUGE[game.version == 3]}
            # What may be lost: the costume, and those after it that the index does not name.
            lost = {place for place in described(self.intacts[game.name]) if place == (fields.file, fields.start)
                    or place[0] == fields.file and place[1] >= fields.start and place not in indexed(game)}
            cases += [(game.patched(fields.file, fields.start, struct.pack(form, claimed)), f"a costume of {claimed} bytes",
                       lost) for claimed in wrong]
            lost = self.behind(game, "01.LFL", 0) - indexed(game)
            cases += [(game.patched("01.LFL", 0, struct.pack(form, size)), f"a room of {size} bytes", lost)
                      for size in (0, 1, 3, 4, 5, 0x0100, 0x0A31, 0x7FFF, 0xFFFF)]
        self.check_cases(cases)


class Made(Base):
    """Costumes made for one test, between good ones."""

    def pack_beside_good(self, version, payload, what):
        """Packs the costume between good ones; returns the rows of its pictures, timelines and failures."""
        good = old_block(version, tiny_costume(version))
        game = make_old_game(version, [[good, old_block(version, payload), good], [good] * 2])
        _, archive = self.pack_damaged(game, what)
        self.assertIsNotNone(archive, what)
        known, found = (self.by_id(described(one)) for one in (self.intacts[game.name], archive))
        for number in (1, 3, 4, 5):
            self.assertEqual(found[number], known[number], f"{version}: {what}: costume {number}")
        return [[row for row in listing.rows(archive, name) if row["costume"] == 2]
                for name in ("pictures", "timelines", "failures")]

    def by_id(self, costumes):
        return {row["id"]: ({name: value for name, value in row.items() if name != "offset"}, *more)
                for row, *more in costumes.values()}

    def one(self, version, *shape, commands=(0,), records=None):
        return costume(version, {0: [old_picture(version, *shape)]}, records or {4: [(0, 0, 0)]}, commands)

    def test_cut_anywhere(self):
        for version in VERSIONS:
            payload = tiny_costume(version)
            for length in range(0, len(payload), 1 if EXHAUSTIVE else 5):
                self.pack_beside_good(version, payload[:length], f"{length} bytes")

    def test_limits_of_pictures(self):
        right = {1: [(2040, 255), (8, 255), (2040, 1)], 3: [(4096, 1), (1, 4096), (2048, 2048)]}
        for version in VERSIONS:
            for width, height in right.get(version, [(4096, 1), (1, 4096)]):
                pixels = filled(version, width, height)
                pictures, _, failures = self.pack_beside_good(version, self.one(version, width, height, pixels), "big")
                self.assertEqual([(row["width"], row["height"]) for row in pictures], [(width, height)])
                self.assertEqual(failures, [])
            for width, height in [] if version == 1 else [(4097, 1), (1, 4097), (65535, 65535), (65535, 1)]:
                payload = self.one(version, width, height, b"\x11")
                pictures, _, failures = self.pack_beside_good(version, payload, "huge")
                self.assertEqual((pictures, [(row["limb"], row["index"]) for row in failures]), ([], [(0, 0)]))

    def test_windows_that_pass_the_end(self):
        """Windows past the block's end are damage. Windows past only the commands' end read the bytes that follow."""
        for version in VERSIONS:
            for start, length, damaged in ((0, 0x7F, False), (0xFE, 0x7F, True), (0xFE, 0xFF, True),
                                           (0xFF, None, False)):
                windows = [(0, start) if length is None else (0, start, length)]
                payload = self.one(version, 8, 4, filled(version, 8, 4) + bytes(200), records={4: windows})
                _, timelines, failures = self.pack_beside_good(version, payload, f"window {windows}")
                self.assertEqual(any("window" in row["error"] for row in failures), damaged, f"{version} {windows}")
                self.assertEqual(len(timelines), 0 if damaged else 1)

    def test_commands_of_any_kind_at_the_end(self):
        """A step from a command with bit 7 plays a sound. No window plays without end."""
        for (turn, version), command in itertools.product(enumerate(VERSIONS), range(0x70, 0x100)):
            if not EXHAUSTIVE and 0x81 < command < 0xFE:
                continue
            shapes = [0, command], [command], [command] * 128
            for commands in shapes if EXHAUSTIVE else shapes[(command + turn) % 3:][:1]:
                records = {4: [(0, 0, len(commands) - 1)], 5: [(0, 0, 0x80 | len(commands) - 1)]}
                payload = self.one(version, 8, 4, filled(version, 8, 4), commands=commands, records=records)
                _, timelines, _ = self.pack_beside_good(version, payload, f"commands {commands[:3]}")
                self.assertEqual(len(timelines), 2)
                for row in timelines:
                    self.assertLessEqual(row["ticks"], 130)
                    self.assertNotIn("truncated", row["flags"])


class Indexes(Base):
    def test_cut_anywhere(self):
        """Costumes that only the index names are lost. In version 3, none are lost."""
        cases = []
        for game in self.games.values():
            step = 1 if EXHAUSTIVE else 7 if game.version == 3 else 53
            count_at, rooms, offsets = game.entries()
            edges = [at + more for at in (count_at or 0, rooms[0], rooms[-1], offsets[0], offsets[-1])
                     for more in (-1, 0, 1, 2, 3, 4)]
            whole = len(game.files[INDEX])
            for length in {*range(0, whole, step), *(at for at in edges if 0 <= at < whole)}:
                cases.append((game.replaced(INDEX, game.files[INDEX][:length]), length))

        def one(case):
            game, length = case
            done, archive = self.pack_damaged(game, f"index cut at {length}")
            if archive is None:
                return
            intact, found = (described(one, IDS) for one in (self.intacts[game.name], archive))
            for place, row in found.items():
                self.assertEqual(row, intact.get(place), f"{game.name} {length}: {place}")
            if game.version == 3:
                self.assertEqual(found.keys(), intact.keys())
            else:
                self.assertEqual(done.status, 1, f"{game.name} {length}: {done}")

        self.check_all(one, cases)

    def test_with_entries_that_lead_anywhere(self):
        """Changed entries cost only what they named. If they lead to another costume, no failure need report this."""
        cases = []
        for game in self.games.values():
            _, rooms, offsets = game.entries()
            costumes = game.costumes()
            known, lost = indexed(game), {costumes[2][:2]}
            _, start, end = costumes[max(costumes)]
            for room in (0, 1, 2, 3, 54, 97, 98, 255):
                cases.append((game.patched(INDEX, rooms[2], bytes([room])), f"entry in room {room}", lost, IDS,
                              (f"{room:02}.LFL", costumes[2][1]) not in known))
            form = "<I" if game.version == 3 else "<H"
            for value in (0, 1, 3, 4, 5, 17, start, start + 1, end - 1, end, 0x7FFF, 0xFFFE, 0xFFFF,
                          *HUGE[game.version == 3]):
                cases.append((game.patched(INDEX, offsets[2], struct.pack(form, value)), f"entry at {value}", lost, IDS,
                              (costumes[2][0], value) not in known))
        self.check_cases(cases)

    def test_with_entries_that_lead_into_costumes(self):
        """If blocks have no names, bytes inside a costume may look like another costume. Where the blocks of a room are
        whole, they are not taken for one, and the costume that loses its id stays."""
        for version in (1, 2, "3-16"):
            good = tiny_costume(version)
            seeming = old_block(version, bytes([4, 0x57 if version == 1 else 0x58]) + bytes(90))
            around = old_block(version, good + seeming + bytes(300))
            game = make_old_game(version, [[around] * 3, [around]], f"around {version}")
            archive = self.intact(game)
            _, rooms, offsets = game.entries()
            for number, (file, start, _) in game.costumes().items():
                entry = number % 4 + 1  # an entry before it in the index, or after it
                patched = game.patched(INDEX, rooms[entry], bytes([int(file[:2])]))
                patched = patched.patched(INDEX, offsets[entry], struct.pack("<H", start + 4 + len(good)))
                _, damaged = self.pack_damaged(patched, f"an entry into costume {number}")
                self.assertEqual(described(damaged, IDS), described(archive, IDS))

    def test_of_other_games_and_versions(self):
        self.check_all(lambda case: self.pack_damaged(*case), [
            (one.replaced(INDEX, other.files[INDEX]), f"index of {other.name}")
            for one, other in itertools.permutations(self.games.values(), 2)
            if (one.version == 3) == (other.version == 3)])


class Rooms(Base):
    def test_cut_anywhere(self):
        """A cut costs only the costumes at or after it."""
        cases = []
        for game in self.games.values():
            data = game.files["01.LFL"]
            places = [place for place in game.costumes().values() if place[0] == "01.LFL"]
            edges = {at + more for _, start, end in places for at in (start, end)
                     for more in (range(-2, 12) if EXHAUSTIVE else (-1, 0, 5))}
            if game.name.startswith("made"):
                edges |= set(range(0, len(data), 1 if EXHAUSTIVE else 31))
            for length in sorted(edges & set(range(len(data)))):
                cases.append((game.replaced("01.LFL", data[:length]), f"01.LFL cut at {length}",
                              self.behind(game, "01.LFL", length)))
        self.check_cases(cases)

    def test_that_are_not_there_or_something_else(self):
        cases = []
        for game in self.games.values():
            lost = self.behind(game, "01.LFL", 0)
            noise = random.Random(3).randbytes(3000)
            for what, data in (("gone", None), ("empty", b""), ("zeros", bytes(5000)), ("noise", noise),
                               ("the index", game.files[INDEX])):
                cases.append((game.replaced("01.LFL", data), f"01.LFL is {what}", lost))
        self.check_cases(cases)

    def test_beside_files_that_are_none(self):
        for game in self.games.values():
            more = game
            for name in ("03.LFL", "54.LFL", "97.LFL", "98.LFL", "99.LFL", "7.LFL", "100.LFL"):
                more = more.replaced(name, bytes(40))
            self.check(more, "more files", set())


if __name__ == "__main__":
    unittest.main()
