"""Checks that hold when a game with any damage is packed (SCUMM.md §7)."""

import functools
import pathlib
import shutil
import struct
import subprocess
import tempfile

import listing
from game_files import Game, find
from reader import Archive
from support import EXHAUSTIVE, GAME_NAMES, ProgramTest, games_beside_the_sample, read, run, sample

FAST = ("--level", "1")
# Fields that depend on others: rows shift when some are lost, and palettes belong to the room.
NOT_ITS_OWN = ("costume_row", "picture", "row", "palette_holes")
IDS = ("costume", "id", "aliases", "room")  # These depend on the index and on LOFF.


def games_to_damage():
    """Returns {name: game}: at least one game of each version, from the sample and the test games."""
    folders = {folder.name: folder for folder in games_beside_the_sample(GAME_NAMES)}
    if EXHAUSTIVE or not folders:
        folders = {**folders, **{f"sample{number}": sample(number) for number in (4, 5, 6)}}
    else:
        folders = {"sample4": sample(4), "sample6": sample(6), "openquest5": folders["openquest5"],
                   "road6": folders["road6"]}
    return {name: Game.read(folder) for name, folder in folders.items()}


class CostumeFields:
    """The positions of a COST's fields in the resource file (SCUMM.md §2)."""

    def __init__(self, data, block):
        self.data, self.block = data, block
        self.payload = block.payload
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

    def word(self, at):
        return struct.unpack_from("<H", self.data, at)[0]

    def target(self, at):
        """Returns the position to which the offset at `at` leads."""
        return self.base + self.word(at)

    def slots(self):
        """Returns the positions of the slots of the first limb table."""
        tables = sorted({self.target(at) for at in self.limbs if self.word(at)})
        return list(range(tables[0], (tables + [tables[0] + 2])[1], 2))

    def pictures(self):
        """Returns the positions of the pictures of the first limb table."""
        return [self.target(slot) for slot in self.slots() if self.word(slot)]


@functools.lru_cache(maxsize=16)
def described(archive, ignored=()):
    """Returns {offset of a costume: all that the archive says about it, except the ignored fields}."""
    left_out = {*NOT_ITS_OWN, *ignored}
    clean = lambda row: {name: value for name, value in row.items() if name not in left_out}
    result = {}
    for row, costume in enumerate(listing.costumes(archive)):
        result[costume["offset"]] = (
            clean(costume), [clean(picture) for picture in listing.pictures(archive, row)],
            bytes(archive.blob("costumes.command", row)))
    return result


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

    def assert_others_survive(self, intact, game, damaged, what, touched, ignored=(),
                              may_refuse=False, cut_off=(-1, -1)):
        """Asserts that costumes outside [touched[0], touched[1]) have the same rows as in the undamaged game.

        Costumes that start inside `cut_off` and that the index does not name may be missing.
        """
        named = dict(zip(intact["costumes.offset"].tolist(), intact["costumes.id"].tolist()))
        expected = {offset: row for offset, row in described(intact, ignored).items()
                    if not (touched[0] < offset + self.size_of(game, offset)
                            and offset < touched[1])
                    and (named[offset] or not cut_off[0] <= offset < cut_off[1])}
        done, archive = self.pack_damaged(damaged, what)
        if archive is None:
            self.assertTrue(may_refuse or not expected, f"{game.name}: {what}: refused\n{done}")
            return done, None
        found = described(archive, ignored)
        for offset, row in expected.items():
            how = f"\n{found[offset]}\ninstead of\n{row}"[:400] if offset in found else "is gone"
            self.assertTrue(found.get(offset) == row,
                            f"{game.name}: {what}: costume at {offset} {how}")
        return done, archive

    def size_of(self, game, offset):
        if not hasattr(game, "cost_sizes"):
            game.cost_sizes = {block.start: block.size
                               for block in find(game.resources, b"COST", b"CO")}
        return game.cost_sizes[offset]
