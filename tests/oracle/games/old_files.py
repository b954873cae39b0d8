"""Makes and takes apart game files of versions 1 to 3 (SCUMM.md §1, §2), so that tests can damage them.

Everything here is without XOR; OldFiles.write() XORs. Version 3 with 16 colours is called "3-16".
"""

import itertools
import os
import pathlib
import struct

from damaged_game import CostumeFields
from game_files import block, costume, directory, picture
from plain_game import u16, u32
from plain_old import entries_in, inverted, places_in

VERSIONS = (1, 2, "3-16", 3)
INDEX = "00.LFL"
MANIAC = (800, 55, 35, 200, 100)  # numbers of objects, rooms, costumes, scripts and sounds of version 1
ROOM_OF_V3 = block(b"RO", block(b"HD", bytes(6)) + block(b"PA", b"\0\1" + bytes(range(256)) * 3))


class OldFiles:
    """The files of a game by name: its index, and one for each room."""

    def __init__(self, version, files, name):
        self.version, self.files, self.name = version, files, name

    @classmethod
    def read(cls, folder, version):
        plain = bytes if version == 3 else inverted
        return cls(version, {path.name: plain(path.read_bytes()) for path in pathlib.Path(folder).iterdir()},
                   f"sample {version}")

    def replaced(self, file, data):
        """Returns these files with `data` in place of one of them, or without it if `data` is None."""
        files = {name: known for name, known in self.files.items() if name != file}
        return OldFiles(self.version, files if data is None else files | {file: bytes(data)}, self.name)

    def patched(self, file, at, replacement):
        data = self.files[file]
        return self.replaced(file, data[:at] + replacement + data[at + len(replacement):])

    def write(self, folder):
        os.makedirs(folder, exist_ok=True)
        for name, data in self.files.items():
            (pathlib.Path(folder) / name).write_bytes(data if self.version == 3 else inverted(data))
        return folder

    def file_name(self):
        """The extension of all its files."""
        return ".LFL"

    def entries(self):
        """Positions in the index's directory of costumes: of its count (or None), of each room and of each offset."""
        count_at, places = places_in(self.files[INDEX], self.version, "costumes")
        return count_at, *map(list, zip(*places))

    def costumes(self):
        """Returns {id: (file, start and end of the costume's block)}."""
        found, read = {}, u32 if self.version == 3 else u16
        for number, room, start in entries_in(self.files[INDEX], self.version, "costumes"):
            if number and room:
                file = f"{room:02}.LFL"
                found[number] = file, start, start + read(self.files[file], start)
        return found


class OldFields(CostumeFields):
    """The positions of a costume's fields in a room's file."""

    def __init__(self, game, number):
        self.game = game
        self.file, self.start, self.end = game.costumes()[number]
        self.data = game.files[self.file]
        self.payload = self.start + (6 if game.version == 3 else 4)
        self.base = self.start + (4 if game.version == 1 else 0)
        self.num_anim, self.format, self.palette = self.payload, self.payload + 1, self.payload + 2
        self.wide = game.version == 1
        listed = 32 if self.data[self.format] & 1 else 16
        self.colors = 0 if self.wide else listed if game.version == 3 else 1
        self.command_offset = self.palette + self.colors
        self.limbs = [self.command_offset + 2 + 2 * limb for limb in range(8 if self.wide else 16)]
        self.records = [self.limbs[-1] + 2 + 2 * number for number in range(self.data[self.num_anim] + 1)]

    def patched(self, at, replacement):
        return self.game.patched(self.file, at, replacement[:self.end - at])

    def starts(self):
        """The positions of the window starts of the first record. A length follows each start."""
        at = self.target(self.defined()[0])
        mask = self.data[at] if self.wide else self.word(at)
        at += 1 if self.wide else 2
        return [at + 2 * number for number in range(mask.bit_count())]


def old_block(version, payload, size=None):
    """Makes a costume's block or, in versions whose blocks have no names, any block. The block claims `size` bytes."""
    if version == 3:
        return struct.pack("<I", len(payload) + 6 if size is None else size) + b"CO" + payload
    return struct.pack("<HH", len(payload) + 4 if size is None else size, 0) + payload


def old_picture(version, width, height, data, x=0, y=0):
    """Makes a picture. Version 1 counts the width in units of 8 pixels."""
    if version == 1:
        return struct.pack("<BBbbbb", width // 8, height, x // 8, -y, 0, 0) + data
    return picture(width, height, data, x, y)


def filled(version, width, height):
    """Makes pixels of one colour."""
    left, out = (width // 8 if version == 1 else width) * height, b""
    while left:
        run = min(left, 127)
        out += bytes([0x80 | run, 0x55] if version == 1 else [0x10, run])
        left -= run
    return out


def tiny_costume(version):
    """Makes a costume with two limbs, three pictures and three records."""
    one = lambda width, height: old_picture(version, width, height, filled(version, width, height), 8, -3)
    return costume(version, {0: [one(8, 2), one(16, 3)], 1: [one(8, 5)]},
                       {4: [(0, 0, 1), (1, 2, 0x80)], 5: [(0, 1, 0)], 6: [(0, 0xFF), (1, 2, 0)]}, [0, 1, 0])


def old_index(version, entries, rooms):
    """Makes an index with `rooms` rooms; `entries` are the (room, offset) of each costume."""
    if version == 3:
        return b"".join(directory(tag, list_) for tag, list_ in (
            (b"0R", [(1, 0)] * (rooms + 1)), (b"0S", []), (b"0N", []), (b"0C", entries))) + block(b"0O", b"\0\0")
    of_list = lambda list_: bytes(room for room, _ in list_) + b"".join(struct.pack("<H", at) for _, at in list_)
    if version == 1:
        objects, *counts = MANIAC
        lists = [[(1, 0)] * counts[0], entries + [(0, 0xFFFF)] * (counts[1] - len(entries)),
                 [(0, 0xFFFF)] * counts[2], [(0, 0xFFFF)] * counts[3]]
        return struct.pack("<H", 0x0A31) + bytes(objects) + b"".join(map(of_list, lists))
    lists = [[(1, 0)] * (rooms + 1), entries, [], []]
    objects = 30
    return (struct.pack("<HH", 0x0100, objects) + bytes(objects * (1 if version == 2 else 4))
            + b"".join(bytes([len(list_)]) + of_list(list_) for list_ in lists))


def make_old_game(version, rooms, name=None):
    """Makes a game; each room is a list of blocks of costumes. Ids and rooms count from 1."""
    entries, files = [(0, 0 if version == 3 else 0xFFFF)], {}
    for number, blocks in enumerate(rooms, 1):
        parts = [ROOM_OF_V3 if version == 3 else old_block(version, bytes(9)), *blocks]
        *starts, _ = itertools.accumulate(map(len, parts))
        entries += [(number, start) for start in starts]
        files[f"{number:02}.LFL"] = b"".join(parts)
    return OldFiles(version, {INDEX: old_index(version, entries, len(rooms)), **files}, name or f"made {version}")


def tiny_old_game(version):
    """Makes a game of five costumes in two rooms."""
    one = old_block(version, tiny_costume(version))
    return make_old_game(version, [[one] * 3, [one] * 2])
