"""Makes and takes apart game files of v4 to v6 (SCUMM.md §1, §2), so that tests can damage them.

Everything here is without XOR; Game.write() XORs.
"""

import os
import pathlib
import struct

KEY = 0x69
CONTAINERS = (b"LECF", b"LFLF", b"ROOM", b"PALS", b"WRAP", b"LE", b"LF", b"RO")


def xored(data, key=KEY):
    return data.translate(bytes(byte ^ key for byte in range(256)))


def block(tag, payload):
    """Makes a block; a tag of two letters makes one of version 4."""
    if len(tag) == 2:
        return struct.pack("<I", len(payload) + 6) + tag + payload
    return tag + struct.pack(">I", len(payload) + 8) + payload


class Block:
    def __init__(self, tag, start, size):
        self.tag, self.start, self.size = tag, start, size
        self.end = start + size
        self.v4 = len(tag) == 2
        self.payload = start + (6 if self.v4 else 8)
        self.tag_at, self.size_at = (start + 4, start) if self.v4 else (start, start + 4)

    def packed_size(self, size):
        return struct.pack("<I" if self.v4 else ">I", size)


def is_v4(data):
    return data[4:6] in (b"RN", b"LE")


def blocks(data, start=0, end=None, v4=None):
    """Yields all blocks, parents before children."""
    end = len(data) if end is None else end
    v4 = is_v4(data) if v4 is None else v4
    while start + (6 if v4 else 8) <= end:
        if v4:
            size, tag = struct.unpack_from("<I2s", data, start)
        else:
            tag, size = struct.unpack_from(">4sI", data, start)
        one = Block(tag, start, size)
        yield one
        if tag in CONTAINERS:
            number = 2 if tag == b"LF" else 0  # the room's number
            yield from blocks(data, one.payload + number, one.end, v4)
        start += size


def find(data, *tags):
    return [one for one in blocks(data) if one.tag in tags]


class Game:
    """An index and a resource file, without XOR."""

    def __init__(self, index, resources, name="GAME", key=KEY, v4=None):
        self.index, self.resources, self.name, self.key = index, resources, name, key
        self.v4 = is_v4(resources) if v4 is None else v4

    @classmethod
    def read(cls, folder):
        folder = pathlib.Path(folder)
        if (folder / "000.LFL").exists():
            return cls((folder / "000.LFL").read_bytes(),
                       xored((folder / "DISK01.LEC").read_bytes()), v4=True)
        index = next(path for path in folder.iterdir() if path.suffix == ".000")
        return cls(xored(index.read_bytes()), xored(index.with_suffix(".001").read_bytes()),
                   index.stem)

    def version(self):
        if self.v4:
            return 4
        return 5 if find(self.index, b"MAXS")[0].size == 26 else 6

    def with_resources(self, resources):
        return Game(self.index, bytes(resources), self.name, self.key, self.v4)

    def with_index(self, index):
        return Game(bytes(index), self.resources, self.name, self.key, self.v4)

    def patched(self, offset, replacement):
        """Returns the game with other bytes in its resources at `offset`."""
        data = bytearray(self.resources)
        data[offset:offset + len(replacement)] = replacement
        assert len(data) == len(self.resources)
        return self.with_resources(data)

    @property
    def files(self):
        """The index and the resource file, by name; None if the game lacks it."""
        names = ("000.LFL", "DISK01.LEC") if self.v4 else (f"{self.name}.000", f"{self.name}.001")
        return dict(zip(names, (self.index, self.resources)))

    def write(self, folder):
        folder = pathlib.Path(folder)
        os.makedirs(folder, exist_ok=True)
        for (name, data), key in zip(self.files.items(), (0 if self.v4 else self.key, self.key)):
            if data is not None:
                (folder / name).write_bytes(xored(data, key))
        return folder

    def costumes(self):
        """Returns {number: (file, start and end of a costume's block)}."""
        file = list(self.files)[1]
        return {number: (file, one.start, one.end) for number, one in enumerate(find(self.resources, b"COST", b"CO"))}

    def file_name(self):
        """The name of the resource file without its extension."""
        return "DISK01" if self.v4 else self.name


def directory(tag, entries):
    """Makes a directory of the index; entries are (room, offset)."""
    if len(tag) == 2:
        return block(tag, struct.pack("<H", len(entries))
                     + b"".join(struct.pack("<BI", *entry) for entry in entries))
    return block(tag, struct.pack("<H", len(entries)) + bytes(room for room, _ in entries)
                 + b"".join(struct.pack("<I", offset) for _, offset in entries))


def room_block(version, room=()):
    """Makes a room. If it is a room of room_files.py, it has a picture. It may have `colors` of its own."""
    head, inside = getattr(room, "head", bytes(6)), getattr(room, "inside", b"")
    colors = getattr(room, "colors", bytes(range(256)) * 3)
    if version == 4:
        return block(b"RO", block(b"HD", bytes(6)) + block(b"PA", b"\0\3" + colors))
    if version == 5:
        return block(b"ROOM", block(b"RMHD", head) + block(b"CLUT", colors) + inside)
    palette = block(b"OFFS", struct.pack("<I", 12)) + block(b"APAL", colors)
    return block(b"ROOM", block(b"RMHD", head) + block(b"PALS", block(b"WRAP", palette)) + inside)


def make_game(version, rooms, name="GAME"):
    """Makes a game of version 4 to 6; each room is a list of payloads of COST blocks. Ids count from 1."""
    v4 = version == 4
    whole, offsets_tag, around, tag = (b"LE", b"FO", b"LF", b"CO") if v4 else (b"LECF", b"LOFF", b"LFLF", b"COST")
    head = 6 if v4 else 8
    files, offsets, costumes = [], [], [(0, 0)]
    at = 2 * head + 1 + 5 * len(rooms)
    for number, payloads in enumerate(rooms, 1):
        content = room_block(version, payloads)
        offsets.append((number, at + (0 if v4 else head)))
        for payload in payloads:
            costumes.append((number, len(content)))
            content += block(tag, payload)
        files.append(block(around, (struct.pack("<H", number) if v4 else b"") + content))
        at += len(files[-1])
    of_rooms = bytes([len(rooms)]) + b"".join(struct.pack("<BI", *pair) for pair in offsets)
    resources = block(whole, block(offsets_tag, of_rooms) + b"".join(files))
    all_rooms = [(1, 0)] * (len(rooms) + 1)
    if v4:
        index = (block(b"RN", b"\0") + directory(b"0R", all_rooms) + directory(b"0S", []) + directory(b"0N", [])
                 + directory(b"0C", costumes) + block(b"0O", b"\0\0"))
        return Game(index, resources, v4=True)
    index = (block(b"RNAM", b"\0") + block(b"MAXS", bytes(18 if version == 5 else 30))
             + directory(b"DROO", all_rooms) + directory(b"DCOS", costumes))
    return Game(index, resources, name)


def rle16(columns):
    """Encodes pixels in column-major order as RLE of 16 colours."""
    out, at = bytearray(), 0
    while at < len(columns):
        length = 1
        while at + length < len(columns) and columns[at + length] == columns[at] and length < 255:
            length += 1
        out += bytes([columns[at] << 4 | length]) if length < 16 else bytes([columns[at] << 4,
                                                                             length])
        at += length
    return bytes(out)


def picture(width, height, data, x=0, y=0, xinc=0, yinc=0):
    """Makes a picture: its header and its RLE data."""
    return struct.pack("<HHhhhh", width, height, x, y, xinc, yinc) + data


def costume(version, tables, records, commands, colors=bytes(range(16))):
    """Makes the payload of a COST of 16 colours, or of a costume of versions 1, 2, "3-16" or 3.

    `tables` is {limb: pictures}; a picture is bytes, an int (an offset, used as it is) or None. `records` is
    {number: windows}; a window is (limb, start, length byte), or (limb, 0xFFFF), up to version 3 (limb, 0xFF).
    """
    wide, start_form = version == 1, "<B" if version in (1, 2, "3-16", 3) else "<H"
    limbs, count = 8 if wide else 16, max(records) + 1
    before = {1: 0, 2: 4, "3-16": 4}.get(version, 6)  # from where offsets count to the payload
    palette = {1: b"", 2: b"\5", "3-16": b"\5"}.get(version, colors)
    start = before + 2 + len(palette) + 2 + 2 * limbs + 2 * count
    body, record_offsets = bytearray(), [0] * count
    for number, windows in records.items():
        record_offsets[number] = start + len(body)
        mask = sum(0x8000 >> window[0] for window in windows)
        body += bytes([mask >> 8]) if wide else struct.pack("<H", mask)
        for window in sorted(windows):
            body += struct.pack(start_form, window[1]) + bytes(window[2:])
    command_offset = start + len(body)
    body += bytes(commands)
    starts, at = {}, start + len(body)
    for limb in sorted(tables):
        starts[limb] = at
        at += 2 * len(tables[limb])
    first_picture, pixels = at, bytearray()
    for limb in sorted(tables):
        for entry in tables[limb]:
            body += struct.pack("<H", entry if isinstance(entry, int) else 0 if entry is None else first_picture + len(pixels))
            pixels += entry if isinstance(entry, bytes) else b""
    table_offsets = [min((starts[other] for other in starts if other >= limb), default=first_picture)
                     for limb in range(limbs)]
    payload = (bytes([count - 1, 0x57 if wide else 0x58]) + palette + struct.pack("<H", command_offset)
               + struct.pack(f"<{limbs}H", *table_offsets) + struct.pack(f"<{count}H", *record_offsets) + body + pixels)
    return struct.pack("<I", len(payload) + 6) + b"CO" + payload if version == 6 else payload


def tiny_costume(version):
    """Makes a costume with two limbs, three pictures and two records."""
    tables = {0: [picture(3, 2, rle16([1, 2, 2, 2, 3, 0]), -1, -2), picture(1, 1, rle16([5]))],
              1: [picture(2, 2, rle16([4, 4, 4, 4]), 1, 1, 1, 1)]}
    return costume(version, tables, {4: [(0, 0, 1), (1, 2, 0x80)], 5: [(0, 1, 0)]}, [0, 1, 0])


def tiny_game(version, name="TINY"):
    return make_game(version, [[tiny_costume(version)]], name)
