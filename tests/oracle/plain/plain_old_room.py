"""Reads rooms and their objects up to version 4 straight from a game's files, as in SCUMM.md §8 "Pictures up to version
4" and "Objects up to version 4" alone. Written as plainly as possible; it insists that every picture ends exactly.
"""

import pathlib

from plain_game import children, plain, u16, u32
from plain_objects import DEGREES, PlainObject, RoomWithObjects
from plain_old import COUNTS_OF_V1, EGA_OF_C64, inverted
from plain_room import mask_bytes, strip_rows

ZAK_EGA_OF_C64 = (0, 15, 4, 3, 5, 2, 1, 14, 12, 6, 13, 8, 7, 10, 9, 7)
NAMELESS = (1, 2, "3-16")
# The bytes of a bitmap's size and offsets, and of a z-plane's size.
WIDTHS = {"3-16": (2, 0), 3: (4, 4), "4-16": (2, 2), 4: (4, 2)}
FIELDS = {1: 4, 2: 4, "3-16": 4, 3: 6, 4: 6}  # where an object's number is


class OldFiles:
    """The files of a game. `version` is 1, 2, "3-16", 3 or 4."""

    def __init__(self, folder, version):
        self.version = version
        files = {path.name.upper(): path.read_bytes() for path in pathlib.Path(folder).iterdir() if path.is_file()}
        if version in NAMELESS:
            files = {name: inverted(data) for name, data in files.items()}
        if version == 4:
            files = {name: plain(data) for name, data in files.items()}
        self.index = files["000.LFL" if version == 4 else "00.LFL"]
        self.ega_of_c64 = EGA_OF_C64 if len(self.index) == 1972 else ZAK_EGA_OF_C64
        if version == 4:
            self.rooms = {}
            for name, data in files.items():
                for tag, _, at, end in children(data, 6, len(data), True) if name.endswith(".LEC") else []:
                    if tag == b"LF":
                        self.rooms[u16(data, at)] = data[at + 2:end]
        else:
            self.rooms = {int(name[:2]): data for name, data in files.items() if name != "00.LFL"}
        if version == 4 and not any(tag == b"PA" for data in self.rooms.values() for tag, _ in blocks_of_room(data)):
            self.version = "4-16"

    def states(self):
        """Returns the byte of each object."""
        if self.version == 1:
            return self.index[2:2 + COUNTS_OF_V1[len(self.index)][0]]
        if self.version == 2:
            return self.index[4:4 + u16(self.index, 2)]
        if self.version == "3-16":
            return self.index[7:4 + 4 * u16(self.index, 2):4]
        (rows,) = (self.index[at:end] for tag, _, at, end in children(self.index, 0, len(self.index), True)
                   if tag == b"0O")
        return rows[5:2 + 4 * u16(rows, 0):4]


def blocks_of_room(data):
    """Yields (tag, block with its header) of the children of an RO."""
    assert data[4:6] == b"RO"
    for tag, at, _, end in children(data, 6, u32(data, 0), True):
        yield tag, data[at:end]


class OldRoom:
    """What PlainRoom is for later versions."""

    def __init__(self, width, height):
        self.width, self.height, self.transparent = width, height, 255
        self.pixels, self.planes, self.see_through, self.boxes, self.slots = None, [], [], [], []

    def show(self, picture):
        self.pixels, self.planes = picture
        self.see_through = [False] * (self.width // 8)


class OldRoomWithObjects(RoomWithObjects):
    def __init__(self, files, number):
        self.files, self.version, self.cycles, self.objects = files, files.version, [], []
        self.states = files.states()
        data = files.rooms[number]
        if self.version in NAMELESS:
            self._nameless(data[:u16(data, 0)])
        else:
            self._blocks(list(blocks_of_room(data)))

    # Objects

    def _object(self, data):
        wide, at = self.version not in (1, 2), FIELDS.get(self.version, 6)
        shift = 2 if wide else 0
        one = PlainObject(u16(data, at), data[data[at + 10 + shift]:].split(b"\0")[0])
        one.x, one.width, one.parent = 8 * data[at + 3], 8 * data[at + 5], data[at + 6]
        one.y, one.parent_state = 8 * (data[at + 4] & 127), data[at + 4] >> 7
        if wide:
            one.walk_x, one.walk_y = (int.from_bytes(data[place:place + 2], "little", signed=True)
                                      for place in (at + 7, at + 9))
        else:
            one.walk_x, one.walk_y = 8 * data[at + 7], 8 * (data[at + 8] & 31)
        one.height, one.direction = data[at + 9 + shift] & 0xF8, DEGREES[data[at + 9 + shift] & 3]
        state = self.states[one.number] >> 4 if one.number < len(self.states) else 0
        one.state = state >> 3 & 1 if self.version in (1, 2) else int(state != 0)
        return one

    def _give(self, one, picture):
        rows, planes = picture
        masks = [[[(bit, True) for bit in row] for row in plane] for plane in planes]
        count = len(self.room.planes)
        one.images[1] = one.x, one.y, rows, (masks + [None] * count)[:count]

    # Blocks

    def _blocks(self, blocks):
        head = next(block for tag, block in blocks if tag == b"HD")
        self.room = OldRoom(u16(head, 6), u16(head, 8))
        codes = [block for tag, block in blocks if tag == b"OC"]
        assert len(codes) == u16(head, 10)
        self.objects = [self._object(block) for block in codes]
        for picture in (picture_in(block[6:], self.version, self.room.width, self.room.height)
                        for tag, block in blocks if tag == b"BM"):
            if picture:
                self.room.show(picture)
        for tag, block in blocks:
            if tag == b"OI" and len(block) > 8:
                one = next(one for one in self.objects if one.number == u16(block, 6))
                self._give(one, picture_in(block[8:], self.version, one.width, one.height))
            if tag == b"CC" and self.version == 4:
                for i, at in enumerate(range(6, 6 + 64, 4)):
                    delay = block[at] << 8 | block[at + 1]
                    if delay not in (0, 0x0AAA) and block[at + 2]:
                        self.cycles.append((i + 1, block[at + 2], block[at + 3], 1, False))

    # Without names

    def _nameless(self, data):
        wide = self.version == "3-16"
        if self.version == 1:
            self.room = OldRoom(8 * data[4], 8 * data[5])
        else:
            self.room = OldRoom(u16(data, 4), u16(data, 6))
        count, tables = data[20], 29 if wide else 28
        images = [u16(data, tables + 2 * i) for i in range(count)]
        codes = [u16(data, tables + 2 * (count + i)) for i in range(count)]
        shown = [u16(data, at) for at in ((10, 12, 14, 16, 18) if self.version == 1 else (10,))]
        used = {*images, *codes, *shown, *(u16(data, 0x18 + wide + at) for at in (0, 2)), len(data)}
        local = tables + 4 * count + data[22 + wide] + data[23 + wide]
        while wide and data[local]:
            used.add(u16(data, local + 1))
            local += 3

        def part(at):
            """Returns the data up to the next offset in use."""
            return data[at:min(offset for offset in used if offset > at)]

        if self.version == 1:
            self.cells = Cells(data[6:9], *map(part, shown), self.room, self.files.ega_of_c64)
            self.room.show(self.cells.background())
        else:
            self.room.show(self._exact(part(shown[0]), self.room.width, self.room.height))
        for image, code in zip(images, codes):
            one = self._object(data[code:code + u16(data, code)])
            self.objects.append(one)
            try:
                self._give(one, self._exact(part(image), one.width, one.height))
            except (IndexError, ValueError):
                pass

    def _exact(self, data, width, height):
        if self.version == 1:
            return self.cells.picture(data, width, height)
        if self.version == 2:
            return picture_of_v2(data, width, height)
        return picture_in(data, self.version, width, height)


# ------------------------------------------------------------------------------------------------
# Strips

def number(data, at, width):
    if at + width > len(data):
        raise IndexError
    return int.from_bytes(data[at:at + width], "little")


def picture_in(data, version, width, height):
    """Returns the rows of a picture of version 3 or 4, and of its planes. None: its table does not fit."""
    wide, plane_wide = WIDTHS[version]
    count = width // 8
    table = wide * (1 + count)
    if len(data) < table:
        return None
    size = number(data, 0, wide)
    starts = [number(data, wide * (1 + i), wide) for i in range(count)]
    if starts[:1] != [table] or size > len(data):
        raise ValueError("no bitmap")
    columns = []  # of all strips
    for start, end in zip(starts, starts[1:] + [size]):
        strip = data[start:end]
        if wide == 2:
            columns += ega_columns(strip, height, columns)
        elif version == 4:
            needs_all(strip, lambda strip: strip_rows(strip, height))
            columns += zip(*strip_rows(strip, height))
        else:
            pixels = needs_all(strip, lambda strip: old_strip(strip, 8 * height))
            columns += [pixels[i:i + height] for i in range(0, 8 * height, height)]
    rows = [bytes(column[y] for column in columns) for y in range(height)]
    planes, at = [], size
    while at < len(data) or version == "3-16":
        plane_size = number(data, at, plane_wide) if plane_wide else len(data) - at
        if plane_size == 0:
            at += plane_wide
            break
        plane = data[at:at + plane_size]
        assert len(plane) == plane_size
        planes.append(plane_rows(plane, plane_wide, count, height))
        at += plane_size
        if len(planes) == (3 if plane_wide == 2 else 1):
            break
    if at < len(data):  # behind the last plane may be a size of 0
        assert plane_wide and data[at:] == bytes(plane_wide), "bytes that are not read"
    return rows, planes


def plane_rows(plane, head, count, height):
    """Returns the rows of a plane."""
    starts = [number(plane, head + 2 * i, 2) for i in range(count)]
    ends = [start for start in starts if start][1:] + [len(plane)]
    rows = [bytearray() for _ in range(height)]
    first = head + 2 * count
    for start in starts:
        masks = [0] * height
        if start:
            if start != first and first == head + 2 * count:
                raise ValueError("not directly behind the table")
            masks, first = mask_bytes(plane, start, height)
            if first != ends.pop(0):
                raise ValueError("a mask strip does not end exactly")
        for row, byte in zip(rows, masks):
            row += bits_of(byte)
    if first != len(plane):
        raise ValueError("the plane does not end exactly")
    return rows


def bits_of(byte):
    return bytes(byte >> 7 - bit & 1 for bit in range(8))


def needs_all(data, decode):
    """Returns what is decoded, if not even one byte less would do."""
    try:
        decode(data[:-1])
    except IndexError:
        return decode(data)
    raise ValueError("bytes that are not read")


def counted(data, at, count):
    """Returns a count, which may be in the next byte, and what is behind it."""
    return (count, at) if count else (data[at], at + 1)


def runs(data, height, left, columns, most, has_pairs):
    """Returns the pixels of columns with 16 colours, behind those of the column to their left, and where they end. `most`
    has the bits of the count of pixels that are like the ones to their left."""
    pixels, at = list(left), 0
    while len(pixels) < (columns + 1) * height:
        code, at = data[at], at + 1
        if has_pairs and code >= 0xC0:
            both = data[at]
            length, at = counted(data, at + 1, code & most)
            pixels += [both & 15 if i & 1 else both >> 4 for i in range(length)]
        elif code >= 0x80:
            length, at = counted(data, at, code & most)
            for _ in range(length):
                pixels.append(pixels[-height])
        else:
            length, at = counted(data, at, code >> 4)
            pixels += [code & 15] * length
    if len(pixels) != (columns + 1) * height:
        raise ValueError("a run passes the end")
    return pixels[height:], at


def ega_columns(data, height, before):
    """Returns the columns of a strip; `before` are those of the strips before it."""
    pixels, at = runs(data, height, before[-1] if before else [0] * height, 8, 63, True)
    if at != len(data):
        raise ValueError("the strip does not end exactly")
    return [pixels[i:i + height] for i in range(0, 8 * height, height)]


def old_strip(data, count):
    """Returns the pixels of a strip of version 3 with 256 colours, by columns."""
    code, pixels, at = data[0], [], 1
    if code == 1:
        return [data[1 + i] for i in range(count)]
    if code == 2:
        while len(pixels) < count:
            pixels += [data[at + 1]] * (data[at] + 1)
            at += 2
    elif code == 4:
        listed = data[1]
        colors, at = data[2:2 + listed], 2 + listed
        while len(pixels) < count:
            byte, at = data[at], at + 1
            if byte < listed:
                pixels.append(colors[byte])
            else:
                pixels += [data[at]] * (byte - listed + 1)
                at += 1
    elif code in (3, 7):
        pixels = old_bits(data, count)
    else:
        raise ValueError(f"code {code}")
    assert len(pixels) == count, "a run passes the end"
    return pixels


def old_bits(data, count):
    place = 8

    def take(bits):
        nonlocal place
        found = sum((data[at >> 3] >> (at & 7) & 1) << at - place for at in range(place, place + bits))
        place += bits
        return found

    pixels = []
    if data[0] == 7:
        pixels, step = [take(8)], 1
        while len(pixels) < count:
            color = pixels[-1]
            if take(1):
                if not take(1):
                    step = -step
                    color -= step
                elif not take(1):
                    color -= step
                else:
                    step, color = 1, take(8)
            pixels.append(color & 255)
        return pixels
    high = 0
    while len(pixels) < count:
        code = take(4)
        if code < 4:
            pixels += [16 * high + take(4)] * ((code & 3) + 2)
        elif code < 8:
            for _ in range((code & 3) + 1):
                pixels.append(16 * high + take(4))
        elif code < 12:
            high = take(4)
    return pixels


def picture_of_v2(data, width, height):
    pixels, at = runs(data, height, [0] * height, width, 127, False)
    masks, at = mask_bytes(data, at, width // 8 * height)
    if at != len(data):
        raise ValueError("the picture does not end exactly")
    return ([bytes(pixels[y::height]) for y in range(height)],
            [[b"".join(bits_of(byte) for byte in masks[y::height]) for y in range(height)]])


# ------------------------------------------------------------------------------------------------
# Cells

def map_in(data, size):
    """Returns the bytes of a map, which must end where the data do."""
    common, at, found = data[:4], 4, bytearray()
    while len(found) < size:
        code, at = data[at], at + 1
        if code >= 0x80:
            found += common[code >> 5 & 3:][:1] * ((code & 31) + 1)
        elif code >= 0x40:
            found += data[at:at + 1] * ((code & 63) + 1)
            at += 1
        else:
            found += data[at:at + code + 1]
            at += code + 1
    if at != len(data) or len(found) != size:
        raise ValueError("the map does not end exactly")
    return found


class Cells:
    """The pictures of a room of version 1."""

    def __init__(self, colors, font, characters, own, masks, mask_font, room, ega):
        count = room.width // 8 * (room.height // 8)
        self.colors, self.room, self.ega = colors, room, ega
        self.font, self.mask_font = map_in(font, 2048), map_in(mask_font[2:], u16(mask_font, 0) - 8)
        self.maps = [map_in(data, count) for data in (characters, own, masks)]

    def background(self):
        high = self.room.height // 8
        return self._rows(self.maps, self.room.width // 8, high, lambda x, y: x * high + y)

    def picture(self, data, width, height):
        wide, high = width // 8, height // 8
        cells = map_in(data, 3 * wide * high)
        maps = [cells[i * wide * high:(i + 1) * wide * high] for i in range(3)]
        return self._rows(maps, wide, high, lambda x, y: y * wide + x)

    def _rows(self, maps, wide, high, place):
        rows, plane = [], []
        for y in range(8 * high):
            row, bits = bytearray(), bytearray()
            for x in range(wide):
                character, own, mask = (part[place(x, y // 8)] for part in maps)
                colors = [*self.colors, own & 7]
                byte = self._byte(self.font, 8 * character + y % 8)
                for shift in (6, 4, 2, 0):
                    row += bytes([self.ega[colors[byte >> shift & 3] & 15]]) * 2
                bits += bits_of(self._byte(self.mask_font, 8 * mask + y % 8) ^ 255)
            rows.append(bytes(row))
            plane.append(bytes(bits))
        return rows, [plane]

    @staticmethod
    def _byte(font, at):
        return font[at] if at < len(font) else 0
