"""Reads pictures straight from a game's files, as in SCUMM.md alone: the index leads to a costume, a limb's table to
a picture. Written as plainly as possible, to compare `apply` with; nothing is checked.
"""

import functools
import pathlib
import struct

KEY = 0x69
INDEX_TAGS = (b"RNAM", b"MAXS", b"DROO", b"DIRI", b"DLFL")


def u16(data, at):
    return struct.unpack_from("<H", data, at)[0]


def u32(data, at):
    return struct.unpack_from("<I", data, at)[0]


def plain(data):
    """Returns a file's bytes without XOR."""
    known = INDEX_TAGS + (b"LECF",)
    if data[:4] in known or data[4:6] in (b"RN", b"LE"):
        return data
    return data.translate(bytes(byte ^ KEY for byte in range(256)))


def children(data, start, end, v4):
    """Yields (tag, position of the block, of its payload, of its end)."""
    while start + (6 if v4 else 8) <= end:
        if v4:
            size, tag = struct.unpack_from("<I2s", data, start)
        else:
            tag, size = struct.unpack_from(">4sI", data, start)
        yield tag, start, start + (6 if v4 else 8), start + size
        start += size


class PlainGame:
    """The files of a game. `version` is 4 to 8, or 70 and more for Humongous games."""

    def __init__(self, folder, version):
        self.version, self.v4 = version, version == 4
        files = {path.name.upper(): plain(path.read_bytes()) for path in pathlib.Path(folder).iterdir()
                 if path.is_file()}
        self.index = next(data for data in files.values()
                          if data[:4] in INDEX_TAGS or data[4:6] == b"RN")
        self.disks = [data for _, data in sorted(files.items())
                      if data[:4] == b"LECF" or data[4:6] == b"LE"]
        self.places = self._places()
        self.costumes = self._costumes()

    def _places(self):
        """Returns {room: (disk, the position from which the index counts)}."""
        places, disks = {}, {}
        for tag, _, at, _ in children(self.index, 0, len(self.index), self.v4):
            if tag == b"DISK":
                disks = {room: self.index[at + 2 + room] - 1
                         for room in range(u16(self.index, at))}
        for tag, _, at, _ in children(self.index, 0, len(self.index), self.v4):
            if tag == b"DLFL":
                for room in range(u16(self.index, at)):
                    if u32(self.index, at + 2 + 4 * room):
                        places[room] = (disks.get(room, 0), u32(self.index, at + 2 + 4 * room))
        for disk, data in enumerate(self.disks):
            for tag, _, at, _ in children(data, 6 if self.v4 else 8, len(data), self.v4):
                if tag in (b"LOFF", b"FO"):
                    for i in range(data[at]):
                        room, offset = struct.unpack_from("<BI", data, at + 1 + 5 * i)
                        places.setdefault(room, (disk, offset + (8 if self.v4 else 0)))
        return places

    def _entries(self, at):
        """Returns (room, offset) of each entry of a directory."""
        data = self.index
        if self.v4:
            return [struct.unpack_from("<BI", data, at + 2 + 5 * i) for i in range(u16(data, at))]
        count, at = (u32(data, at), at + 4) if self.version == 8 else (u16(data, at), at + 2)
        return [(data[at + i], u32(data, at + count + 4 * i)) for i in range(count)]

    def _costumes(self):
        """Returns {id: the payload of the costume's block}."""
        found = {}
        for tag, _, at, _ in children(self.index, 0, len(self.index), self.v4):
            if tag not in (b"DCOS", b"DIRC", b"0C"):
                continue
            for number, (room, offset) in enumerate(self._entries(at)):
                if number == 0 or room not in self.places:
                    continue
                disk, start = self.places[room]
                data = self.disks[disk]
                block = next(children(data, start + offset, len(data), self.v4), None)
                if block and block[0] in (b"COST", b"CO", b"AKOS"):
                    found[number] = data[block[2]:block[3]]
        return found

    def picture(self, costume, limb, index):
        """Returns (width, height, x, y, xinc, yinc, row-major pixels). For an AKOS, `limb` is None."""
        payload = self.costumes[costume]
        if limb is None:
            return akos_cel(payload, index, self.version)
        return cost_picture(payload, limb, index, self.version)


@functools.lru_cache(maxsize=10000)
def cost_picture(payload, limb, index, version):
    base, start = (6, 0) if version <= 5 else (0, 6)
    form = payload[start + 1] & 0x7F
    colors = 32 if form & 1 else 16
    tables = start + 2 + colors + 2
    header = 14 if form & 0x60 == 0x60 else 12

    def place(limb, index):
        return u16(payload, u16(payload, tables + 2 * limb) - base + 2 * index) - base

    at = place(limb, index)
    shape = struct.unpack_from("<HHhhhh", payload, at)
    data = at + header
    if header == 14 and payload[at + 12:at + 14] != b"\xff\xff":
        data = place(payload[at + 12], payload[at + 13]) + header
    return (*shape, by_columns(payload, data, shape[0], shape[1], 3 if colors == 32 else 4))


def by_columns(payload, at, width, height, shift):
    stored = bytearray()
    while len(stored) < width * height:
        value, length = payload[at] >> shift, payload[at] & ((1 << shift) - 1)
        at += 1
        if length == 0:
            length, at = payload[at] or 256, at + 1
        stored += bytes([value]) * length
    assert len(stored) == width * height, "a run passes the end"
    return b"".join(bytes(stored[y::height]) for y in range(height))


@functools.lru_cache(maxsize=100)
def parts_of(payload):
    """Returns {tag: payload}, from the first block of each tag in an AKOS."""
    return {tag: payload[at:end] for tag, _, at, end in reversed(list(children(payload, 0, len(payload), False)))}


@functools.lru_cache(maxsize=10000)
def akos_cel(payload, cel, version):
    parts = parts_of(payload)
    codec, = struct.unpack_from("<H", parts[b"AKHD"], 8)
    data_at, header_at = struct.unpack_from("<IH", parts[b"AKOF"], 6 * cel)
    rows = len(parts[b"AKOF"]) // 6
    starts = sorted({u16(parts[b"AKOF"], 6 * i + 4) for i in range(rows)})
    short = starts[1:] and starts[1] - starts[0] == 4
    shape = struct.unpack_from("<HH", parts[b"AKCI"], header_at) + (0, 0, 0, 0) if short \
        else struct.unpack_from("<HHhhhh", parts[b"AKCI"], header_at)
    data = parts[b"AKCD"][data_at:]
    width, height = shape[:2]
    if codec == 1:
        shift = {32: 3, 64: 2}.get(len(parts.get(b"AKPL", b"")), 4)
        return (*shape, by_columns(data, 0, width, height, shift))
    if codec == 16:
        return (*shape, bit_stream(data, width * height))
    return (*shape, by_rows(data, width, height, codec))


def by_rows(data, width, height, codec):
    pixels = bytearray()
    for _ in range(height):
        end, at, row = 2 + u16(data, 0), 2, bytearray()
        while at < end and len(row) < width:
            code, at = data[at], at + 1
            if codec == 32 and code & 1:
                row += b"\xff" * (code >> 1)
                continue
            run = code & (1 if codec == 5 else 2)
            length = (code >> (1 if codec == 5 else 2)) + 1
            row += data[at:at + 1] * length if run else data[at:at + length]
            at += 1 if run else length
        pixels += row.ljust(width, b"\xff")
        data = data[end:]
    return bytes(pixels)


def bit_stream(data, count):
    at = 16  # counted in bits

    def take(number):
        nonlocal at
        word = int.from_bytes(data[at >> 3:(at >> 3) + 2], "little") >> (at & 7)
        at += number
        return word & ((1 << number) - 1)

    color = data[1]
    pixels = bytearray([color])
    while len(pixels) < count:
        if take(1):
            if not take(1):
                color = take(data[0])
            elif (change := take(3)) != 4:
                color = (color + change - 4) % 256
            else:
                pixels += bytes([color]) * take(8)
                continue
        pixels.append(color)
    return bytes(pixels)
