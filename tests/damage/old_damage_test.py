"""Damage in games of versions 1 to 3 costs at most the costumes that it hits. Each loss is reported, or at least
counted."""

import functools
import itertools
import random
import struct
import unittest

import listing
from damaged_game import IDS, NOT_ITS_OWN, DamagedGameTest
from old_files import (INDEX, VERSIONS, OldFields, OldFiles, filled, make_old_game, old_block, old_costume,
                       old_picture, tiny_costume, tiny_old_game)
from support import EXHAUSTIVE, sample

WORDS = (0, 1, 3, 4, 5, 6, 7, 0x00FF, 0x7FFF, 0x8000, 0xFFFB, 0xFFFE, 0xFFFF)
BYTES = (0, 1, 0x57, 0x58, 0x59, 0x5A, 0x60, 0x7F, 0x80, 0xD7, 0xD8, 0xFE, 0xFF)
FLIPS = 4000 if EXHAUSTIVE else 300


@functools.lru_cache(maxsize=16)
def described(archive, ignored=()):
    """Returns {(file, offset): all that the archive says about a costume, except the ignored fields}."""
    clean = lambda row: {name: value for name, value in row.items() if name not in (*NOT_ITS_OWN, *ignored)}
    return {(costume["file"], costume["offset"]): (
        clean(costume), [clean(picture) for picture in listing.pictures(archive, row)],
        bytes(archive.blob("costumes.command", row)))
        for row, costume in enumerate(listing.costumes(archive))}


def indexed(game):
    """Returns (file, offset) of the costumes that the index names."""
    return {place[:2] for place in game.costumes().values()}


class Base(DamagedGameTest):
    games = {}  # by name; the same for all tests
    intacts = {}  # their archives

    def setUp(self):
        super().setUp()
        if self.games:
            return
        for game in (*(tiny_old_game(version) for version in VERSIONS),
                     *(OldFiles.read(sample(version), version) for version in VERSIONS)):
            self.games[game.name], self.intacts[game.name] = game, self.intact(game)
            self.assertLessEqual(indexed(game), described(self.intacts[game.name]).keys())

    def lead_nowhere(self, archive):
        """Returns how many entries of the index lead to no costume."""
        return sum(int(archive[f"game.index_{why}"][0]) for why in ("no_room", "no_costume", "unused"))

    def check(self, game, what, lost, ignored=(), is_told=True):
        """Asserts that all costumes outside `lost` are unchanged. Those in `lost` must be present or, if the index
        names them, reported or counted.

        A game may be refused only if no costume is expected.
        """
        intact = self.intacts[game.name]
        done, archive = self.pack_damaged(game, what)
        expected = {place: row for place, row in described(intact, ignored).items() if place not in lost}
        if archive is None:
            self.assertEqual(expected, {}, f"{game.name}: {what}: refused\n{done}")
            return
        found = described(archive, ignored)
        for place, row in expected.items():
            self.assertEqual(found.get(place), row, f"{game.name}: {what}: {place}")
        told = listing.rows(archive, "failures")
        for row in told:
            self.assertIn(row["file"], {*game.files, *self.games[game.name].files}, row)
            self.assertTrue(row["error"].isprintable(), row)
        gone = [place for place in lost & indexed(self.games[game.name]) if place not in found]
        counted = self.lead_nowhere(archive) - self.lead_nowhere(intact)
        ends = {place[:2]: place[2] for place in self.games[game.name].costumes().values()}
        for file, offset in gone:
            named = any(row["file"] == file and (not row["offset"] or offset <= row["offset"] <= ends[file, offset])
                        for row in told)
            self.assertTrue(named or counted > 0 or not is_told,
                            f"{game.name}: {what}: nothing tells that {file}:{offset} is gone")

    def check_cases(self, cases):
        self.check_all(lambda case: self.check(*case), cases)


class Costumes(Base):
    def each(self):
        """Yields (game, the fields of a costume that has others before and after it)."""
        for game in self.games.values():
            yield game, OldFields(game, 2)

    def check_patches(self, places, values):
        """Checks each value at each position that places(fields) gives."""
        self.check_cases([
            (game.patched(fields.file, at, value), f"{places.__name__} at {at} is {value.hex()}",
             {(fields.file, fields.start)})
            for game, fields in self.each() for at in places(fields) for value in values
            if at + len(value) <= fields.end])

    def words(self, places, values=WORDS):
        self.check_patches(places, [struct.pack("<H", value) for value in values])

    def bytes_(self, places, values=BYTES):
        self.check_patches(places, [bytes([value]) for value in values])

    def test_with_other_heads(self):
        def head(fields):
            return [fields.num_anim, fields.format, fields.palette]
        self.bytes_(head, range(256) if EXHAUSTIVE else BYTES)

    def test_whose_commands_are_elsewhere(self):
        def commands(fields):
            return [fields.command_offset]
        self.words(commands)

    def test_whose_limb_tables_are_elsewhere(self):
        def table(fields):
            return fields.limbs[:2] + fields.limbs[-1:]
        self.words(table)

    def test_whose_records_are_elsewhere(self):
        def record(fields):
            return fields.records[:1] + fields.defined()[:2] + fields.records[-1:]
        self.words(record)

    def test_whose_slots_lead_elsewhere(self):
        def slot(fields):
            return fields.slots()[:2]
        self.words(slot)

    def test_whose_windows_start_anywhere(self):
        def start(fields):
            return fields.starts()
        self.bytes_(start, (0, 1, 0x7F, 0xFE, 0xFF))

    def test_whose_windows_have_any_length(self):
        def length(fields):
            return [at + 1 for at in fields.starts()]
        self.bytes_(length, (0, 0x7F, 0x80, 0xFF))

    def test_with_any_mask_of_limbs(self):
        def mask(fields):
            return [fields.target(at) for at in fields.defined()[:2]]
        self.words(mask)

    def test_whose_pictures_have_any_size_or_place(self):
        def field(fields):
            return [fields.pictures()[0] + more for more in range(6 if fields.wide else 12)]
        self.bytes_(field, (0, 1, 0x7F, 0x80, 0xFF))

    def test_whose_pictures_are_enormous(self):
        def size(fields):
            return fields.pictures()[:3]
        self.check_patches(size, (b"\xFF\xFF\xFF\xFF", b"\xFF\xFF\1\0", b"\1\0\xFF\xFF", b"\0\x10\1\x10"))

    def test_with_other_pixels(self):
        self.check_cases([
            (game.patched(fields.file, at, data), f"pixels at {at} are {data[:8].hex()}", {(fields.file, fields.start)})
            for game, fields in self.each() for at in [fields.pictures()[0] + (6 if fields.wide else 12)]
            for data in [data[:fields.end - at] for data in (
                b"\0\0" * 50, b"\x80" * 99, b"\xFF" * 50, b"\x10" * 9, bytes(range(100)), b"\x1F\xFF" * 99, b"\x7F")]])

    def test_that_claim_other_sizes(self):
        cases = []
        for game, fields in self.each():
            size = fields.end - fields.start
            wrong = {*range(9), size - 1, size + 1, size + 4, 0x7FFF, 0xFFFF}
            if game.version == 3:
                wrong |= {0x7FFFFFFF, 0x80000000, 0xFFFFFFFF}
            for claimed in wrong:
                replacement = struct.pack("<I" if game.version == 3 else "<H", claimed)
                cases.append((game.patched(fields.file, fields.start, replacement), f"a costume of {claimed} bytes",
                              self.from_there_on(game, fields.file, fields.start)))
        self.check_cases(cases)

    def from_there_on(self, game, file, start):
        """Returns the costume at `start`, and those after it that the index does not name."""
        return {place for place in described(self.intacts[game.name])
                if place == (file, start) or (place[0] == file and place[1] >= start and place not in indexed(game))}

    def test_filled_from_anywhere_on(self):
        generator = random.Random(5)
        self.check_cases([
            (game.patched(fields.file, at, filler * (fields.end - at)), f"{filler.hex()} from {at} on",
             {(fields.file, fields.start)})
            for game, fields in self.each() for at in generator.choices(range(fields.payload, fields.end), k=9)
            for filler in (b"\0", b"\xFF", b"\x79", b"\x80")])

    def test_with_noise_anywhere(self):
        generator, cases = random.Random(11), []
        for number in range(FLIPS):
            game, fields = list(self.each())[number % len(self.games)]
            end = min(fields.end, fields.payload + 300) if number % 3 else fields.end
            at = generator.randrange(fields.payload, end)
            noise = generator.randbytes(min(generator.choice((1, 1, 2, 40)), fields.end - at))
            lost = {(fields.file, fields.start)}
            cases.append((game.patched(fields.file, at, noise), f"{at} is {noise.hex()}", lost))
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
        return old_costume(version, {0: [old_picture(version, *shape)]}, records or {4: [(0, 0, 0)]}, commands)

    def test_cut_anywhere(self):
        for version in VERSIONS:
            payload = tiny_costume(version)
            for length in range(len(payload)):
                self.pack_beside_good(version, payload[:length], f"{length} bytes")

    def test_limits_of_pictures(self):
        for version in VERSIONS:
            if version == 1:
                right, wrong = [(2040, 255), (8, 255), (2040, 1)], []
            else:
                right = [(4096, 1), (1, 4096), (2048, 2048)] if version == 3 else [(4096, 1), (1, 4096)]
                wrong = [(4097, 1), (1, 4097), (65535, 65535), (65535, 1)]
            for width, height in right:
                pixels = filled(version, width, height)
                pictures, _, failures = self.pack_beside_good(version, self.one(version, width, height, pixels), "big")
                self.assertEqual([(row["width"], row["height"]) for row in pictures], [(width, height)])
                self.assertEqual(failures, [])
            for width, height in wrong:
                payload = self.one(version, width, height, b"\x11")
                pictures, _, failures = self.pack_beside_good(version, payload, "huge")
                self.assertEqual((pictures, [(row["limb"], row["index"]) for row in failures]), ([], [(0, 0)]))

    def test_empty_pictures_are_neither_pictures_nor_failures(self):
        for version in VERSIONS:
            for width, height in ((0, 0), (0, 9), (8, 0)):
                rows = self.pack_beside_good(version, self.one(version, width, height, b""), "empty")
                self.assertEqual((rows[0], rows[2]), ([], []))

    def test_runs_past_the_end(self):
        """A run past a picture's end is damage, except in version 1. Too few bytes are always damage; too many never
        are."""
        for version in VERSIONS:
            cases = {1: ((b"\x85\x11", 0), (b"\x84\x11\x99", 0), (b"\x83\x11", 1), (b"\5\1\2\3", 1), (b"", 1),
                         (b"\x80\x11\0\0\4\1\2\3\4", 0), (b"\x80", 1))}.get(
                version, ((b"\x10\x21", 1), (b"\x10\x20\x99", 0), (b"\x10\x1F", 1), (b"\x10", 1), (b"", 1)))
            for data, count in cases:
                pictures, _, failures = self.pack_beside_good(version, self.one(version, 8, 4, data), data.hex())
                self.assertEqual((len(pictures), len(failures)), (1 - count, count), f"{version} {data.hex()}")
                for failure in failures:
                    self.assertEqual((failure["file"], failure["limb"], failure["index"]), ("01.LFL", 0, 0))

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
        for version, command in itertools.product(VERSIONS, range(0x70, 0x100)):
            if not EXHAUSTIVE and 0x81 < command < 0xF0:
                continue
            for commands in ([0, command], [command], [command] * 128):
                records = {4: [(0, 0, len(commands) - 1)], 5: [(0, 0, 0x80 | len(commands) - 1)]}
                payload = self.one(version, 8, 4, filled(version, 8, 4), commands=commands, records=records)
                _, timelines, _ = self.pack_beside_good(version, payload, f"commands {commands[:3]}")
                self.assertEqual(len(timelines), 2)
                for row in timelines:
                    self.assertLessEqual(row["ticks"], 130)
                    self.assertNotIn("truncated", row["flags"])

    def test_all_windows_off(self):
        for version in VERSIONS:
            records = {4: [(limb, 0xFF) for limb in range(8 if version == 1 else 16)]}
            self.pack_beside_good(version, self.one(version, 8, 4, filled(version, 8, 4), records=records), "off")


class Indexes(Base):
    def test_cut_anywhere(self):
        """Costumes that only the index names are lost. In version 3, none are lost."""
        cases = []
        for game in self.games.values():
            step = 1 if EXHAUSTIVE or game.version == 3 else 13
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
            form, values = ("<I", (0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)) if game.version == 3 else ("<H", ())
            for value in (0, 1, 3, 4, 5, 17, start, start + 1, end - 1, end, 0x7FFF, 0xFFFE, 0xFFFF, *values):
                cases.append((game.patched(INDEX, offsets[2], struct.pack(form, value)), f"entry at {value}", lost, IDS,
                              (costumes[2][0], value) not in known))
        self.check_cases(cases)

    def test_with_entries_that_lead_into_costumes(self):
        """If blocks have no names, bytes inside a costume may look like another costume."""
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
                known, found = described(archive, IDS), described(damaged, IDS)
                self.assertEqual(found, {place: row for place, row in known.items()
                                         if place != game.costumes()[entry][:2]})

    def test_with_wrong_counts(self):
        cases = []
        for game in self.games.values():
            count_at, *_ = game.entries()
            if count_at is None:
                continue
            for count in (0, 1, 2, 5, 127, 255):
                cases.append((game.patched(INDEX, count_at, bytes([count])), f"{count} costumes"))
            for objects in (0, 1, 255, 0x7FFF, 0xFFFF):
                cases.append((game.patched(INDEX, 2, struct.pack("<H", objects)), f"{objects} objects"))
        self.check_all(lambda case: self.pack_damaged(*case), cases)

    def test_with_other_bytes(self):
        generator, cases = random.Random(2), []
        for game in self.games.values():
            data = game.files[INDEX]
            for at in range(0, len(data), 1 if EXHAUSTIVE or len(data) < 200 else 23):
                value = bytes([data[at] ^ generator.randrange(1, 256)])
                cases.append((game.patched(INDEX, at, value), f"index byte {at} is {value.hex()}"))
        self.check_all(lambda case: self.pack_damaged(*case), cases)

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
            edges = {at + more for _, start, end in places for at in (start, end) for more in range(-2, 12)}
            if game.name.startswith("made"):
                edges |= set(range(0, len(data), 1 if EXHAUSTIVE else 7))
            for length in sorted(edges & set(range(len(data)))):
                cases.append((game.replaced("01.LFL", data[:length]), f"01.LFL cut at {length}",
                              self.behind(game, "01.LFL", length)))
        self.check_cases(cases)

    def behind(self, game, file, length):
        """Returns the costumes that end after `length`. Those that the index does not name reach to the end of the
        file."""
        ends = {place[:2]: place[2] for place in game.costumes().values()}
        return {place for place in described(self.intacts[game.name])
                if place[0] == file and ends.get(place, len(game.files[file])) > length}

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

    def test_with_other_sizes_of_their_own(self):
        cases = []
        for game in self.games.values():
            form = "<I" if game.version == 3 else "<H"
            lost = self.behind(game, "01.LFL", 0) - indexed(game)
            for size in (0, 1, 3, 4, 5, 0x0100, 0x0A31, 0x7FFF, 0xFFFF):
                cases.append((game.patched("01.LFL", 0, struct.pack(form, size)), f"a room of {size} bytes", lost))
        self.check_cases(cases)


if __name__ == "__main__":
    unittest.main()
