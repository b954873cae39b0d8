"""Checks that hold when a game with any damage is packed (SCUMM.md §7)."""

import functools
import pathlib
import shutil
import struct
import subprocess
import tempfile

import listing
from game_files import Game
from reader import Archive
from support import EXHAUSTIVE, GAME_NAMES, ProgramTest, games_beside_the_sample, read, run, sample

FAST = ("--level", "1")
# Fields that depend on others: rows shift when some are lost, and palettes belong to the room.
NOT_ITS_OWN = ("costume_row", "picture", "row", "wearer", "palette_holes")
IDS = ("costume", "id", "aliases", "room")  # These depend on the index and on LOFF.


def games_to_damage():
    """Returns at least one game of each version, from the sample and the test games."""
    folders = {folder.name: folder for folder in games_beside_the_sample(GAME_NAMES)}
    if EXHAUSTIVE or not folders:
        folders = {**folders, **{f"sample{number}": sample(number) for number in (4, 5, 6)}}
    else:
        folders = {"sample4": sample(4), "sample6": sample(6), "openquest5": folders["openquest5"],
                   "road6": folders["road6"]}
    games = [Game.read(folder) for folder in folders.values()]
    for name, game in zip(folders, games):
        game.name = name.upper()
    return games


class CostumeFields:
    """The positions of a COST's fields in the resource file (SCUMM.md §2)."""

    wide = False  # Pictures have headers of 12 bytes.

    def __init__(self, game, block):
        self.game, self.data, self.file = game, game.resources, list(game.files)[1]
        self.start, self.end, self.payload = block.start, block.end, block.payload
        data = self.data
        v6 = data[self.payload + 4:self.payload + 6] == b"CO"
        self.base = self.payload - (0 if v6 else 6)
        self.num_anim = self.payload + (6 if v6 else 0)
        self.format = self.num_anim + 1
        self.palette = self.format + 1
        self.colors = 32 if data[self.format] & 1 else 16
        self.command_offset = self.palette + self.colors
        self.limbs = [self.command_offset + 2 + 2 * limb for limb in range(16)]
        self.records = [self.limbs[15] + 2 + 2 * number
                        for number in range(data[self.num_anim] + 1)]

    def patched(self, at, replacement):
        """Returns the game with other bytes at `at`, as far as the costume reaches."""
        return self.game.patched(at, replacement[:self.end - at])

    def word(self, at):
        return struct.unpack_from("<H", self.data, at)[0]

    def target(self, at):
        """Returns the position to which the offset at `at` leads."""
        return self.base + self.word(at)

    def defined(self):
        """The positions of the records' offsets that are not 0."""
        return [at for at in self.records if self.word(at)]

    def starts(self):
        """The positions of the last bytes of the first record's window starts. A length follows each."""
        at, found = self.target(self.defined()[0]), []
        count, at = self.word(at).bit_count(), at + 2
        for _ in range(count):
            is_off = self.word(at) == 0xFFFF
            found += [] if is_off else [at + 1]
            at += 2 if is_off else 3
        return found

    def slots(self):
        """Returns the positions of the slots of the first limb table."""
        tables = sorted({self.target(at) for at in self.limbs if self.word(at)})
        return list(range(tables[0], (tables + [tables[0] + 2])[1], 2))

    def pictures(self):
        """Returns the positions of the pictures of the first limb table."""
        return [self.target(slot) for slot in self.slots() if self.word(slot)]


@functools.lru_cache(maxsize=32)
def described(archive, ignored=()):
    """Returns {(file, offset) of a costume: all that the archive says about it, except the ignored fields}."""
    left_out = {*NOT_ITS_OWN, *ignored}
    clean = lambda row: {name: value for name, value in row.items() if name not in left_out}
    result = {}
    for row, costume in enumerate(listing.costumes(archive)):
        result[costume["file"], costume["offset"]] = (
            clean(costume), [clean(picture) for picture in listing.pictures(archive, row)],
            bytes(archive.blob("costumes.command", row)))
    return result


def indexed(game):
    """Returns (file, offset) of the costumes that the index names."""
    return {place[:2] for place in game.costumes().values()}


class DamagedGameTest(ProgramTest):
    def intact(self, game):
        """Returns the archive of the undamaged game."""
        folder = game.write(self.folder / f"intact-{game.name}")
        return Archive.open(self.pack(folder, f"{game.name}.wardrobe", *FAST))

    def pack_damaged(self, game, what):
        """Packs a damaged game; checks all that holds for any damage. Returns the finished run, and the archive or
        None."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        out = folder / "out"
        try:
            done = run("pack", game.write(folder / "game"), "-o", out, "-q", *FAST)
        except subprocess.TimeoutExpired:
            self.fail(f"{game.name}: {what}: hangs")
        try:
            self.assert_no_crash(done)
            if done.status == 2:
                self.assert_trouble(done, game.file_name())
                self.assertFalse(out.exists(), what)
                return done, None
            archive = Archive(read(out))
            self.assert_fine(run("verify", out))
            self.assertEqual(done.err.count("\n"), done.status, str(done))
            self.assertEqual(0 in archive["failures.kind"], done.status == 1, f"{what}\n{done}")
            return done, archive
        except AssertionError as error:
            raise AssertionError(f"{game.name}: {what}: {error}") from error
        finally:
            shutil.rmtree(folder)


class Losses(DamagedGameTest):
    """Damage to the games of make_games() costs at most what it hits, and each loss is told."""

    games = {}  # by name; the same for all tests of a process
    intacts = {}  # their archives

    def setUp(self):
        super().setUp()
        if self.games:
            return
        for game in self.make_games():
            self.games[game.name], self.intacts[game.name] = game, self.intact(game)
            self.assertLessEqual(indexed(game), described(self.intacts[game.name]).keys())

    def lead_nowhere(self, archive):
        """Returns how many entries of the index lead to no costume."""
        return sum(int(archive[f"game.index_{why}"][0]) for why in ("no_room", "no_costume", "unused"))

    def check(self, game, what, lost, ignored=(), is_told=True, may_refuse=False):
        """Asserts that all costumes outside `lost` are unchanged. Those in `lost` must be present or, if the index
        names them and it `is_told`, reported or counted.

        Unless it `may_refuse`, a game may be refused only if no costume is expected.
        """
        intact = self.intacts[game.name]
        done, archive = self.pack_damaged(game, what)
        expected = {place: row for place, row in described(intact, ignored).items() if place not in lost}
        if archive is None:
            self.assertTrue(may_refuse or not expected, f"{game.name}: {what}: refused\n{done}")
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
        may_count = not isinstance(game, Game)  # Later games report every loss at its place.
        for file, offset in gone:
            named = any(row["file"] == file and (may_count if not row["offset"] else
                                                 offset <= row["offset"] <= ends[file, offset]) for row in told)
            self.assertTrue(named or may_count and counted > 0 or not is_told,
                            f"{game.name}: {what}: nothing tells that {file}:{offset} is gone")

    def check_cases(self, cases):
        self.check_all(lambda case: self.check(*case), cases)
