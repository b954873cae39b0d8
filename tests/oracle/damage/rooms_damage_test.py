"""Damaged rooms: whichever byte is wrong, the rest of the game and of the room is packed, in little memory, and can be
listed, drawn and verified."""

import collections
import os
import random
import shutil
import struct
import unittest

import bombs
from game_files import make_game, tiny_costume
from reader import Archive
from room_files import Drawing, DrawnRoom
from support import EXHAUSTIVE, ProgramTest, in_parallel, not_under_sanitizers, run, sample

VALUES = (0x00, 0x01, 0x7F, 0x80, 0xFF)
BIG = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)
MEMORY = 64 << 20  # beyond what packing the whole game takes
BOX = ((0, 0, 20, 0, 20, 5, 0, 5), 1, 0, 0x8000)
FORMS = ("v1", "v2", "v3-16", "v3", "v4", "v5", "v6", "v7", "v8", "he")
CASES = 200 if EXHAUSTIVE else 8  # of each form
NUMBERS = (0, 1, 2, 7, 15, 16, 17, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


class Damage(ProgramTest):
    def setUp(self):
        super().setUp()
        drawing = Drawing(random.Random(1), [1] * 3, 6, 2)
        drawing.masks = [[mask or b"\x06" + bytes(6) for mask in masks] for masks in drawing.masks]
        self.game = make_game(6, [DrawnRoom("v6", drawing, [tiny_costume(6)], boxes=[BOX] * 2, slots=[(0, 1, 2, 3)] * 4)])
        self.data = self.game.resources

    def at(self, tag):
        return self.data.index(tag)

    def pack_of(self, game, *options):
        """Returns the run of pack, the memory it took, and the path of its archive."""
        path = self.folder / "a.wardrobe"
        done, _, memory = bombs.measured("pack", "--rooms", game.write(self.folder / "game"), "-o", path, "-q", "--force",
                                         *options)
        self.assert_no_crash(done)
        return done, memory, path

    def test_any_byte_of_the_room_leaves_the_costumes(self):
        failed = collections.Counter()
        colors = range(self.at(b"APAL") + 8, self.at(b"APAL") + 8 + 768)
        cases = [(at, value) for at in range(self.at(b"RMHD"), self.at(b"COST")) if at not in colors for value in VALUES]
        for at, value in cases[::1 if EXHAUSTIVE else 7]:
            done, _, path = self.pack_of(self.game.patched(at, bytes([value])))
            self.assertIn(done.status, (0, 1), str(done))
            archive = Archive.open(path)
            self.assert_fine(run("verify", path))
            self.assertEqual(archive["costumes.id"].tolist(), [1], (at, value))
            failed[archive.rows("failures") > 0] += 1
        print(f"{failed.total()} damaged bytes: {failed[True]} with failures, {failed[False]} without")

    def fields(self):
        """Yields the offset and the layout of every number that is a position or a count."""
        for tag, places, layout in ((b"RMHD", (8, 10), "<H"), (b"RMIH", (8,), "<H"), (b"BOXD", (8,), "<H"),
                                    (b"SMAP", (8, 12, 16), "<I"), (b"ZP01", (8, 10, 12), "<H"),
                                    (b"ZP02", (8, 10, 12), "<H")):
            yield from ((self.at(tag) + place, layout) for place in places)
        for tag in (b"RMHD", b"TRNS", b"BOXD", b"SCAL", b"RMIM", b"RMIH", b"IM00", b"SMAP", b"ZP01", b"ZP02"):
            yield self.at(tag) + 4, ">I"

    @not_under_sanitizers
    def test_no_number_claims_much_memory(self):
        done, little, _ = self.pack_of(self.game, "--threads", "1")
        self.assertEqual(done.status, 0, str(done))
        games = [self.game.patched(at, struct.pack(layout, value & (1 << 8 * struct.calcsize(layout)) - 1))
                 for at, layout in self.fields() for value in BIG]
        games.append(self.game.patched(self.at(b"RMHD") + 8, b"\xff" * 4))
        for game in games:
            done, memory, _ = self.pack_of(game, "--threads", "1")
            self.assertIn(done.status, (0, 1), str(done))
            self.assertLess(memory - little, MEMORY)

    def test_every_truncation_leaves_what_is_there(self):
        for cut in range(self.at(b"RMHD"), self.at(b"COST"), 1 if EXHAUSTIVE else 37):
            done, *_ = self.pack_of(self.game.with_resources(self.data[:cut]))
            self.assertEqual(done.status, 2, "there is no costume")


def damaged(data, generator):
    """Returns a file with one to four numbers changed, in the half that has its first room."""
    key = max(range(256), key=data.count)  # of its XOR: the most frequent byte is 0 in a plain file
    out = bytearray(data)
    for _ in range(generator.randint(1, 4)):
        at, size = generator.randrange(len(data) // 2), generator.choice((1, 1, 2, 4))
        number = generator.choice((*NUMBERS, generator.randrange(256))) % 256 ** size
        order = generator.choice(("little", "big"))
        out[at:at + size] = bytes(byte ^ key for byte in number.to_bytes(size, order))
    return bytes(out[:generator.randrange(len(out))] if generator.random() < 0.1 else out)


class Objects(ProgramTest):
    def test_what_can_be_used_is_left(self):
        sample(6)  # is written before several processes need it
        statuses = collections.Counter()
        for found in in_parallel(self.use, [(form, seed) for form in FORMS for seed in range(CASES)]):
            statuses.update(found)
        print(dict(statuses))
        self.assertGreater(statuses["pack", 0], CASES)

    def use(self, case):
        form, seed = case
        generator = random.Random(f"{form} {seed}")
        folder = self.folder / f"{os.getpid()}-{form}"
        shutil.rmtree(folder, True)
        shutil.copytree(sample(6).parent / form, folder)
        path = max(folder.iterdir(), key=lambda one: one.stat().st_size)
        path.write_bytes(damaged(path.read_bytes(), generator))
        archive = folder / "packed.wardrobe"
        done = [run("pack", "--rooms", folder, "-o", archive, "-q")]
        if archive.exists():
            self.assert_fine(run("verify", archive))
            done += [run("list", archive, "objects", "--json"), run("list", archive, "cycles"),
                     run("replay", archive, "--room", "@0", "--objects", "all", "--cycle", "--ticks", "3", "-o",
                         folder / "room.png")]
        for one in done:
            self.assert_no_crash(one)
        return [(one.arguments[0], one.status) for one in done]


if __name__ == "__main__":
    unittest.main()
