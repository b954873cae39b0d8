"""Makes small games of v7, v8 and Humongous around AKOS costumes (SCUMM.md §1).

A room is a list of payloads of AKOS blocks. Rooms and costumes are numbered from 1. room_files.py makes rooms with
pictures.
"""

import os
import pathlib
import struct

from game_files import KEY, block, directory, xored

COLORS = bytes(range(256)) * 3


class Files:
    """The files of a game, without XOR, the index first. They are written XORed with `key`, unless it is 0."""

    def __init__(self, files, key):
        self.files, self.key = files, key

    def with_file(self, name, data):
        return Files({**self.files, name: data}, self.key)

    def file_name(self):
        """The name of the resource file."""
        return next(iter(self.files)).rpartition(".")[0]

    def write(self, folder):
        folder = pathlib.Path(folder)
        os.makedirs(folder, exist_ok=True)
        for name, data in self.files.items():
            (folder / name).write_bytes(xored(data, self.key) if self.key else data)
        return folder


class Container:
    """How the containers of a version differ from those of others."""

    def __init__(self, maxs, rmhd, room=b"ROOM", loff=True, names_lflf=False, before_room=b""):
        self.maxs, self.rmhd, self.room, self.loff = maxs, rmhd, room, loff
        self.names_lflf, self.before_room = names_lflf, before_room

    def room_blocks(self, room):
        """Returns the bytes before a room, and the room's block."""
        head = getattr(room, "head", bytes(self.rmhd - 8))
        palette = block(b"OFFS", struct.pack("<I", 12)) + block(b"APAL", COLORS)
        return getattr(room, "before", b"") or self.before_room, \
            block(self.room, block(b"RMHD", head) + block(b"PALS", block(b"WRAP", palette))
                  + getattr(room, "inside", b""))

    def resource_file(self, rooms, tag):
        """Returns (the file, {room: its offset}, (room, offset) of each costume). Offsets of costumes count from
        their room's."""
        head = 8 + (8 + 1 + 5 * len(rooms) if self.loff else 0)
        files, offsets, costumes = b"", {}, []
        for number, payloads in rooms:
            before, block_of_room = self.room_blocks(payloads)
            content = before + block_of_room
            base = 0 if self.names_lflf else 8 + len(before)  # counts from the LFLF
            offsets[number] = head + len(files) + base
            for payload in payloads:
                costumes.append((number, 8 + len(content) - base))
                content += block(tag, payload)
            files += block(b"LFLF", content)
        loff = bytes([len(rooms)]) + b"".join(struct.pack("<BI", *pair) for pair in offsets.items())
        return (block(b"LECF", (block(b"LOFF", loff) if self.loff else b"") + files), offsets,
                costumes)


V6 = Container(38, 14)
V7 = Container(138, 18)
V8 = Container(176, 32, names_lflf=True, before_room=block(b"RMSC", bytes(21)))
HE70 = Container(38, 14, b"RMDA", loff=False)
HE98 = Container(46, 14, b"RMDA", loff=False, before_room=block(b"RMSC", bytes(5)))


def on_disks(container, rooms, disks, tag=b"AKOS"):
    """Returns resource files, offsets of rooms, costumes in order, and {room: its disk (1, 2, …)}."""
    numbered = list(enumerate(rooms, 1))
    disk_of = {number: (number - 1) % disks + 1 for number, _ in numbered}
    files, offsets, costumes = [], {}, {}
    for disk in range(1, disks + 1):
        mine = [room for room in numbered if disk_of[room[0]] == disk]
        data, places, found = container.resource_file(mine, tag)
        files.append(data)
        offsets |= places
        for number, offset in found:
            costumes.setdefault(number, []).append((number, offset))
    return files, offsets, [one for number, _ in numbered for one in costumes.get(number, [])], \
        disk_of


def names8(rooms):
    """Makes an RNAM as before HE 80."""
    return block(b"RNAM", b"".join(
        bytes([number]) + bytes(byte ^ 0xFF for byte in f"room{number}".encode().ljust(9, b"\0"))
        for number in range(1, len(rooms) + 1)) + b"\0")


def names16(rooms):
    """Makes an RNAM as from HE 80 on."""
    return block(b"RNAM", b"".join(struct.pack("<H", number) + f"room{number}\0".encode()
                                   for number in range(1, len(rooms) + 1)) + bytes(2))


def wide_directory(tag, entries):
    """Makes a directory of v8, whose count has 32 bits."""
    return block(tag, struct.pack("<I", len(entries)) + bytes(room for room, _ in entries)
                 + b"".join(struct.pack("<I", offset) for _, offset in entries))


def sized_directory(tag, entries):
    """Makes a directory as from HE 70 on, with sizes, which no reader needs."""
    return block(tag, directory(tag, entries)[8:] + struct.pack("<I", 99) * len(entries))


def v7(rooms, name="GAME"):
    (data,), _, costumes, disks = on_disks(V7, rooms, 1)
    index = (names8(rooms) + block(b"MAXS", bytes(V7.maxs - 8))
             + directory(b"DROO", [(0, 0)] + [(disks[number], 0) for number in sorted(disks)])
             + directory(b"DCOS", [(0, 0), *costumes]))
    return Files({f"{name}.LA0": index, f"{name}.LA1": data}, 0)


def v8(rooms, name="GAME"):
    """Makes a game of v8 with its rooms on two disks in turn."""
    (first, second), _, costumes, disks = on_disks(V8, rooms, 2)
    index = (names8(rooms) + block(b"MAXS", bytes(V8.maxs - 8))
             + wide_directory(b"DROO",
                              [(0, 0)] + [(disks[number], 0) for number in sorted(disks)])
             + wide_directory(b"DRSC", [(0, 0)]) + wide_directory(b"DCOS", [(0, 0), *costumes]))
    return Files({f"{name}.LA0": index, f"{name}.LA1": first, f"{name}.LA2": second}, 0)


def he61(rooms, name="GAME"):
    """Makes a game of HE 61, which has the container of version 6."""
    (data,), _, costumes, _ = on_disks(V6, rooms, 1)
    index = (names8(rooms) + block(b"MAXS", bytes(V6.maxs - 8))
             + directory(b"DROO", [(1, 0)] * (len(rooms) + 1))
             + directory(b"DCOS", [(0, 0), *costumes]))
    return Files({f"{name}.HE0": index, f"{name}.HE1": data}, KEY)


def room_offsets(rooms, offsets):
    """DLFL."""
    return block(b"DLFL", struct.pack("<H", len(rooms) + 1) + b"".join(
        struct.pack("<I", offsets.get(number, 0)) for number in range(len(rooms) + 1)))


def he70(rooms, name="GAME"):
    (data,), offsets, costumes, _ = on_disks(HE70, rooms, 1)
    index = (names8(rooms) + block(b"MAXS", bytes(HE70.maxs - 8))
             + sized_directory(b"DIRR", [(0, 0)] + [(n, 0) for n in sorted(offsets)])
             + sized_directory(b"DIRC", [(0, 0), *costumes]) + room_offsets(rooms, offsets))
    return Files({f"{name}.HE0": index, f"{name}.HE1": data}, KEY)


def he98(rooms, name="GAME"):
    """Makes a game of HE 98 with its rooms on two disks in turn."""
    (first, second), offsets, costumes, disks = on_disks(HE98, rooms, 2)
    disk = bytes([0] + [disks[number] for number in sorted(disks)])
    index = (names16(rooms) + block(b"MAXS", bytes(HE98.maxs - 8))
             + sized_directory(b"DIRR", [(0, 0)] + [(n, 0) for n in sorted(offsets)])
             + sized_directory(b"DIRC", [(0, 0), *costumes]) + room_offsets(rooms, offsets)
             + block(b"DISK", struct.pack("<H", len(disk)) + disk))
    return Files({f"{name}.HE0": index, f"{name}.(a)": first, f"{name}.(b)": second}, KEY)


GAMES = {"v7": (7, v7), "v8": (8, v8), "he61": (61, he61), "he70": (71, he70), "he98": (98, he98)}
