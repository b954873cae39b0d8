"""Damaged rooms: whichever byte is wrong, the rest of the game and of the room is packed, in little memory."""

import collections
import os
import struct
import subprocess
import unittest
from unittest import mock

import game_files
from game_files import block, tiny_game
from reader import Archive
from support import EXHAUSTIVE, PROGRAM, ProgramTest, not_under_sanitizers, run

WIDTH, HEIGHT, STRIPS = 24, 6, 3
PLANES = 2
STRIP = 1 + 8 * HEIGHT  # raw coding: a code, then a byte per pixel
MASK = 1 + HEIGHT  # literal coding: a count, then a byte per row
VALUES = (0x00, 0x01, 0x7F, 0x80, 0xFF)
BIG = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)
MEMORY = 64 << 10  # in KiB, beyond what packing the whole game takes


def picture():
    strips = [bytes([1]) + bytes((11 * strip + i) % 16 for i in range(8 * HEIGHT)) for strip in range(STRIPS)]
    smap = struct.pack("<3I", *(8 + 4 * STRIPS + STRIP * i for i in range(STRIPS))) + b"".join(strips)
    content = block(b"SMAP", smap)
    for plane in range(PLANES):
        masks = [bytes([HEIGHT]) + bytes(17 * (plane + strip + y) % 256 for y in range(HEIGHT))
                 for strip in range(STRIPS)]
        offsets = struct.pack("<3H", *(8 + 2 * STRIPS + MASK * i for i in range(STRIPS)))
        content += block(b"ZP0%d" % (plane + 1), offsets + b"".join(masks))
    return block(b"RMIM", block(b"RMIH", struct.pack("<H", PLANES)) + block(b"IM00", content))


def room_block(_version, _payloads=()):
    palette = block(b"OFFS", struct.pack("<I", 12)) + block(b"APAL", bytes(768))
    box = struct.pack("<8hBBH", 0, 0, 20, 0, 20, 5, 0, 5, 1, 0, 0x8000)
    return block(b"ROOM", block(b"RMHD", struct.pack("<3H", WIDTH, HEIGHT, 0))
                 + block(b"PALS", block(b"WRAP", palette)) + block(b"TRNS", b"\5\0")
                 + block(b"BOXD", struct.pack("<H", 2) + 2 * box)
                 + block(b"SCAL", struct.pack("<16H", *range(16))) + picture())


def make_game():
    with mock.patch.object(game_files, "room_block", room_block):
        return tiny_game(6)


class Damage(ProgramTest):
    def setUp(self):
        super().setUp()
        self.game = make_game()
        self.data = self.game.resources
        self.costumes = Archive.open(self.pack_of(self.game, "whole", {0}))["costumes.id"].tolist()

    def at(self, tag):
        return self.data.index(tag)

    def pack_of(self, game, name, statuses=frozenset({0, 1})):
        path = self.folder / f"{name}.wardrobe"
        done = run("pack", "--rooms", game.write(self.folder / name), "-o", path, "-q", "--force")
        self.assert_no_crash(done)
        self.assertIn(done.status, statuses, str(done))
        return path

    def test_any_byte_of_the_room_leaves_the_costumes(self):
        begin, end = self.at(b"RMHD"), self.at(b"COST")
        failed = collections.Counter()
        skipped = range(self.at(b"APAL") + 8, self.at(b"APAL") + 8 + 768)
        cases = [(at, value) for at in range(begin, end) if at not in skipped for value in VALUES]
        for at, value in cases[::1 if EXHAUSTIVE else 7]:
            path = self.pack_of(self.game.patched(at, bytes([value])), "byte")
            archive = Archive.open(path)
            self.assert_fine(run("verify", path))
            self.assertEqual(archive["costumes.id"].tolist(), self.costumes, (at, value))
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

    def memory_of(self, game, name):
        """Returns the peak memory of packing, in KiB."""
        arguments = [PROGRAM, "pack", "--rooms", game.write(self.folder / name), "--threads", "1", "-q", "--force",
                     "-o", self.folder / f"{name}.wardrobe"]
        process = subprocess.Popen(arguments, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertIn(process.returncode, (0, 1))
        return usage.ru_maxrss

    @not_under_sanitizers
    def test_no_number_claims_much_memory(self):
        little = self.memory_of(self.game, "little")
        most, count = 0, 0
        for at, layout in self.fields():
            for value in BIG:
                change = struct.pack(layout, value & (1 << 8 * struct.calcsize(layout)) - 1)
                most = max(most, self.memory_of(self.game.patched(at, change), "field") - little)
                count += 1
        largest = self.game.patched(self.at(b"RMHD") + 8, b"\xff" * 4)
        most = max(most, self.memory_of(largest, "largest") - little)
        print(f"{count + 1} damaged numbers: at most {most} KiB more than the {little} KiB of the whole game")
        self.assertLess(most, MEMORY)

    def test_every_truncation_leaves_what_is_there(self):
        begin, end = self.at(b"RMHD"), self.at(b"COST")
        for cut in range(begin, end, 1 if EXHAUSTIVE else 37):
            game = self.game.with_resources(self.data[:cut])
            done = run("pack", "--rooms", game.write(self.folder / "cut"), "-o", self.folder / "cut.wardrobe", "-q",
                       "--force")
            self.assert_no_crash(done)
            self.assertEqual(done.status, 2, "there is no costume")


if __name__ == "__main__":
    unittest.main()
