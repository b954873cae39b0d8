"""Reads games of versions 1 to 3 straight from their files, as in SCUMM.md alone. Written as plainly as possible, to
compare the program with; nothing is checked. Offsets in a costume count from its block's header.
"""

import pathlib
import struct

from plain_game import by_columns, u16, u32

EGA_SKIN, EGA_ACTOR = 12, 7
LISTS = ("rooms", "costumes", "scripts")  # of an index, in order
COUNTS_OF_V1 = {1972: (800, 55, 35, 200), 1896: (775, 61, 37, 155)}  # size of the index: objects; entries of LISTS

# Of the actors of Maniac Mansion, by costume; and what these colours of the C64 are on the PC.
C64_OF_ACTOR = (0, 7, 2, 6, 9, 1, 3, 7, 7, 1, 1, 9, 1, 4, 5, 5, 4, 1, 0, 5, 4, 2, 2, 7, 7)
EGA_OF_C64 = (0, 15, 4, 3, 5, 2, 1, 14, 12, 6, 12, 8, 7, 10, 9, 8)


def inverted(data):
    return bytes(byte ^ 0xFF for byte in data)


def places_in(index, version, which):
    """Returns where the count of a list of the index is, if it has one, and where each entry's room and offset are."""
    if version == 3:
        at = 0
        while index[at + 4:at + 6] != {"costumes": b"0C", "scripts": b"0S"}[which]:
            at += u32(index, at)
        return at + 6, [(at + 8 + 5 * i, at + 9 + 5 * i) for i in range(u16(index, at + 6))]
    before = LISTS.index(which)
    if version == 1:
        objects, *counts = COUNTS_OF_V1[len(index)]
        count_at, count, at = None, counts[before], 2 + objects + 3 * sum(counts[:before])
    else:
        count_at = 4 + u16(index, 2) * (1 if version == 2 else 4)
        for _ in range(before):
            count_at += 1 + 3 * index[count_at]
        count, at = index[count_at], count_at + 1
    return count_at, [(at + i, at + count + 2 * i) for i in range(count)]


def entries_in(index, version, which):
    """Yields (number, room, offset) of each entry of a list of the index."""
    for number, (room_at, at) in enumerate(places_in(index, version, which)[1]):
        yield number, index[room_at], u32(index, at) if version == 3 else u16(index, at)


class OldGame:
    """A game of version 1, 2, "3-16" or 3. `costumes` is {id: its block, with header}."""

    def __init__(self, folder, version):
        self.version, self.costumes = version, {}
        files = {path.name.upper(): path.read_bytes() for path in pathlib.Path(folder).iterdir()}
        if version != 3:
            files = {name: inverted(data) for name, data in files.items()}
        self.is_maniac = version == 1 and len(files["00.LFL"]) == 1972
        for number, room, offset in entries_in(files["00.LFL"], version, "costumes"):
            data = files.get(f"{room:02}.LFL")
            if number == 0 or room == 0 or data is None:
                continue
            size = u32(data, offset) if version == 3 else u16(data, offset)
            self.costumes[number] = data[offset:offset + size]

    def colors(self, number):
        """Returns the colours of a costume."""
        if not self.is_maniac or number >= len(C64_OF_ACTOR):
            return OldCostume(self.costumes[number], self.version).colors
        return [0, EGA_OF_C64[4 if number == 4 else 8], EGA_OF_C64[C64_OF_ACTOR[number]], 0]


class OldCostume:
    def __init__(self, block, version):
        self.block, self.version = block, version
        self.wide = version == 1
        at = 6 if version == 3 else 4
        self.adjust = -4 if self.wide else 0
        self.last, self.format = block[at], block[at + 1]
        at += 2
        size = 32 if self.format & 0x7F == 0x59 else 16
        if self.wide:
            self.colors = [0, EGA_SKIN, EGA_ACTOR, 0]
        elif version == 3:
            self.colors, at = list(block[at:at + size]), at + size
        else:
            self.colors, at = [0 if color == block[at] else color for color in range(16)], at + 1
        self.commands = self._place(at)
        limbs = 8 if self.wide else 16
        self.tables = [self._place(at + 2 + 2 * limb) for limb in range(limbs)]
        self.record_field = at + 2 + 2 * limbs

    def _place(self, field):
        return u16(self.block, field) - self.adjust

    def records(self):
        """Returns {number: {limb: None if it is switched off, else (commands, whether it loops)}}."""
        found = {}
        for number in range(self.last + 1):
            if u16(self.block, self.record_field + 2 * number) == 0:
                continue
            at = self._place(self.record_field + 2 * number)
            mask, at = (self.block[at] << 8, at + 1) if self.wide else (u16(self.block, at), at + 2)
            limbs = found[number] = {}
            for limb in range(16):
                if not mask & 0x8000 >> limb:
                    continue
                start, at = self.block[at], at + 1
                if start == 0xFF:
                    limbs[limb] = None
                    continue
                length, at = self.block[at], at + 1
                first = self.commands + start
                limbs[limb] = (self.block[first:first + (length & 0x7F) + 1], length < 0x80)
        return found

    def picture(self, limb, index):
        """Returns (width, height, x, y, xinc, yinc, row-major pixels)."""
        at = self._place(self.tables[limb] + 2 * index)
        if not self.wide:
            shape = struct.unpack_from("<HHhhhh", self.block, at)
            shift = 3 if len(self.colors) == 32 else 4
            return (*shape, by_columns(self.block, at + 12, *shape[:2], shift))
        columns, height, x, y, xinc, yinc = struct.unpack_from("<BBbbbb", self.block, at)
        pixels = wide_pixels(self.block, at + 6, columns, height)
        return 8 * columns, height, 8 * x, -y, 8 * xinc, yinc, pixels


def wide_pixels(data, at, columns, height):
    stored = []
    while len(stored) < columns * height:
        code, at = data[at], at + 1
        if code & 0x80:
            stored += [data[at]] * (code & 0x7F)
            at += 1
        else:
            stored += data[at:at + code]
            at += code
    rows = bytearray()
    for y in range(height):
        for column in range(columns):
            byte = stored[column * height + y]
            for shift in (6, 4, 2, 0):
                rows += bytes([byte >> shift & 3]) * 2
    return bytes(rows)
