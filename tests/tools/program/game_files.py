"""Makes and takes apart game files of v5 and v6 (SCUMM.md §1, §2), so that tests can damage them.

Everything here is un-XORed; write_game() XORs.
"""

import os
import pathlib
import struct

KEY = 0x69
CONTAINERS = (b"LECF", b"LFLF", b"ROOM", b"PALS", b"WRAP")


def xored(data, key=KEY):
    return data.translate(bytes(byte ^ key for byte in range(256)))


def block(tag, payload):
    return tag + struct.pack(">I", len(payload) + 8) + payload


class Block:
    def __init__(self, tag, start, size):
        self.tag, self.start, self.size = tag, start, size
        self.end = start + size


def blocks(data, start=0, end=None):
    """All blocks, parents before children."""
    end = len(data) if end is None else end
    while start + 8 <= end:
        tag, size = struct.unpack_from(">4sI", data, start)
        yield Block(tag, start, size)
        if tag in CONTAINERS:
            yield from blocks(data, start + 8, start + size)
        start += size


def find(data, tag):
    return [one for one in blocks(data) if one.tag == tag]


class Game:
    """An index and a resource file, un-XORed."""

    def __init__(self, index, resources, name="GAME", key=KEY):
        self.index, self.resources, self.name, self.key = index, resources, name, key

    @classmethod
    def read(cls, folder):
        index = next(path for path in pathlib.Path(folder).iterdir() if path.suffix == ".000")
        return cls(xored(index.read_bytes()), xored(index.with_suffix(".001").read_bytes()),
                   index.stem)

    def version(self):
        return 5 if find(self.index, b"MAXS")[0].size == 26 else 6

    def with_resources(self, resources):
        return Game(self.index, bytes(resources), self.name, self.key)

    def with_index(self, index):
        return Game(bytes(index), self.resources, self.name, self.key)

    def patched(self, offset, replacement):
        """The resources with other bytes at offset."""
        data = bytearray(self.resources)
        data[offset:offset + len(replacement)] = replacement
        assert len(data) == len(self.resources)
        return self.with_resources(data)

    def write(self, folder):
        folder = pathlib.Path(folder)
        os.makedirs(folder, exist_ok=True)
        if self.index is not None:
            (folder / f"{self.name}.000").write_bytes(xored(self.index, self.key))
        if self.resources is not None:
            (folder / f"{self.name}.001").write_bytes(xored(self.resources, self.key))
        return folder


def directory(tag, entries):
    """A directory of the index; entries are (room, offset)."""
    return block(tag, struct.pack("<H", len(entries)) + bytes(room for room, _ in entries)
                 + b"".join(struct.pack("<I", offset) for _, offset in entries))


def room_block(version):
    colors = bytes(range(256)) * 3
    if version == 5:
        return block(b"ROOM", block(b"RMHD", bytes(6)) + block(b"CLUT", colors))
    palette = block(b"OFFS", struct.pack("<I", 12)) + block(b"APAL", colors)
    return block(b"ROOM", block(b"RMHD", bytes(6)) + block(b"PALS", block(b"WRAP", palette)))


def make_game(version, rooms, name="GAME"):
    """A game of rooms; each is a list of payloads of COST blocks. Ids count from 1."""
    files, offsets, costumes = [], [], [(0, 0)]
    at = 8 + 8 + 1 + 5 * len(rooms)  # behind LECF's head and LOFF
    for number, payloads in enumerate(rooms, 1):
        content = room_block(version)
        offsets.append((number, at + 8))
        for payload in payloads:
            costumes.append((number, len(content)))
            content += block(b"COST", payload)
        files.append(block(b"LFLF", content))
        at += len(files[-1])
    loff = bytes([len(rooms)]) + b"".join(struct.pack("<BI", *pair) for pair in offsets)
    resources = block(b"LECF", block(b"LOFF", loff) + b"".join(files))
    index = (block(b"RNAM", b"\0") + block(b"MAXS", bytes(18 if version == 5 else 30))
             + directory(b"DROO", [(1, 0)] * (len(rooms) + 1)) + directory(b"DCOS", costumes))
    return Game(index, resources, name)


def rle16(columns):
    """Pixels in column-major order as the RLE of 16 colours."""
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
    """A picture: its header and its RLE data."""
    return struct.pack("<HHhhhh", width, height, x, y, xinc, yinc) + data


def costume(version, tables, records, commands):
    """The payload of a COST of 16 colours.

    tables: limb → list of pictures (bytes, an int for an offset as it is, or None);
    records: number → list of (limb, start, length byte) or (limb, 0xFFFF).
    """
    count = max(records) + 1
    head = 2 + 16 + 2 + 32 + 2 * count
    body, record_offsets = bytearray(), [0] * count
    for number, limbs in records.items():
        record_offsets[number] = 6 + head + len(body)
        body += struct.pack("<H", sum(0x8000 >> entry[0] for entry in limbs))
        for entry in sorted(limbs):
            body += struct.pack("<H", entry[1]) + bytes(entry[2:])
    command_offset = 6 + head + len(body)
    body += bytes(commands)
    starts, at = {}, 6 + head + len(body)
    for limb in sorted(tables):
        starts[limb] = at
        at += 2 * len(tables[limb])
    first_picture, pixels = at, bytearray()
    for limb in sorted(tables):
        for entry in tables[limb]:
            offset = entry if isinstance(entry, int) else 0 if entry is None \
                else first_picture + len(pixels)
            body += struct.pack("<H", offset)
            pixels += entry if isinstance(entry, bytes) else b""
    limbs = [min((starts[other] for other in starts if other >= limb), default=first_picture)
             for limb in range(16)]
    payload = (bytes([count - 1, 0x58]) + bytes(range(16)) + struct.pack("<H", command_offset)
               + struct.pack("<16H", *limbs) + struct.pack(f"<{count}H", *record_offsets)
               + body + pixels)
    return payload if version == 5 else struct.pack("<I", len(payload) + 6) + b"CO" + payload


def tiny_costume(version):
    """Two limbs, three pictures, two records."""
    tables = {0: [picture(3, 2, rle16([1, 2, 2, 2, 3, 0]), -1, -2), picture(1, 1, rle16([5]))],
              1: [picture(2, 2, rle16([4, 4, 4, 4]), 1, 1, 1, 1)]}
    return costume(version, tables, {4: [(0, 0, 1), (1, 2, 0x80)], 5: [(0, 1, 0)]}, [0, 1, 0])


def tiny_game(version):
    return make_game(version, [[tiny_costume(version)]], "TINY")
