"""Reads rooms straight from a game's files, as in SCUMM.md §8 alone, from version 5 on: size, background,
z-planes, walk boxes, scale slots. Written as plainly as possible; damaged parts are left out.
"""

from plain_game import children, u16, u32

import struct


def room_of(game, number):
    """Returns a room of a PlainGame."""
    disk, start = game.places[number]
    data = game.disks[disk]
    for tag, at, payload, end in children(data, 8, len(data), False):
        if tag == b"LFLF" and at <= start < end:
            return PlainRoom(data, payload, end, game.version)
    raise AssertionError(f"no room {number}")


class Blocks:
    """A range of blocks, in which the first block of each tag can be found."""

    def __init__(self, data, start, end):
        self.data, self.found = data, {}
        for tag, at, payload, stop in children(data, start, end, False):
            if stop < payload:
                break  # Strips, not blocks, follow an OFFS.
            self.found.setdefault(tag, (at, payload, min(stop, end)))

    def payload(self, tag):
        _, start, end = self.found.get(tag, (0, 0, 0))
        return self.data[start:end]

    def within(self, *tags):
        """Returns the blocks inside the block of the first of these tags that is present."""
        for tag in tags:
            if tag in self.found:
                return Blocks(self.data, *self.found[tag][1:])
        return Blocks(self.data, 0, 0)

    def wrapped(self):
        """Returns the contents of a WRAP: the data from each position that its OFFS lists."""
        wrap = self.within(b"WRAP")
        if b"OFFS" not in wrap.found:
            return []
        at, payload, end = wrap.found[b"OFFS"]
        _, _, last = self.found[b"WRAP"]
        return [self.data[at + u32(self.data, place):last] for place in range(payload, end, 4)]

    def last_within(self, tag):
        """Returns the bytes of a block, with its tag."""
        at, _, end = self.found[tag]
        return self.data[at:end]


class PlainRoom:
    """A room. `pixels` are the rows of its background, or None; `planes` are rows of 0 and 1 each."""

    def __init__(self, data, start, end, version):
        self.version = version
        self.width = self.height = 0
        self.transparent, self.pixels, self.see_through = 255, None, []
        self.planes, self.boxes, self.slots = [], [], []
        outside = Blocks(data, start, end)
        room = outside.within(b"ROOM", b"RMDA")
        head = room.payload(b"RMHD")
        if version == 8:
            _, self.width, self.height, _, _, self.transparent = struct.unpack_from("<6I", head)
        else:
            self._size(head, 4 if version == 7 else 0)
        if room.payload(b"TRNS"):
            self.transparent = room.payload(b"TRNS")[0]
        self._boxes(room.payload(b"BOXD"), room.payload(b"SCAL"))
        if version == 8:
            self._picture8(room.within(b"IMAG"))
        else:
            self._picture(room if b"RMIM" in room.found else outside)

    def _size(self, head, at):
        self.width, self.height = struct.unpack_from("<HH", head, at)

    def _picture(self, outside):
        image = outside.within(b"RMIM")
        inside = image.within(b"IM00")
        if b"BMAP" in inside.found:
            self._bitmap(inside.payload(b"BMAP"))
        elif b"SMAP" in inside.found:
            smap = inside.last_within(b"SMAP")
            self._strips([smap[u32(smap, 8 + 4 * i):] for i in range(self.width // 8)])
        count = u16(image.payload(b"RMIH"), 0) if image.payload(b"RMIH") else 0
        for number in range(1, count + 1):
            tag = b"ZP%02X" % number
            strips = []
            if tag in inside.found:
                block = inside.last_within(tag)
                places = [u16(block, 8 + 2 * i) for i in range(self.width // 8)]
                strips = [block[place:] if place else None for place in places]
            self._plane(strips)

    def _picture8(self, image):
        objects = image.wrapped()
        if not objects:
            return
        smap = Blocks(objects[0], 0, len(objects[0])).within(b"SMAP")
        self._strips(smap.within(b"BSTR").wrapped())
        for plane in smap.within(b"ZPLN").wrapped():
            block = Blocks(plane, 0, len(plane)).within(b"ZSTR")
            at, payload, end = block.within(b"WRAP").found[b"OFFS"]
            empty = [u32(block.data, place) == 0 for place in range(payload, end, 4)]
            self._plane([None if none else strip
                         for none, strip in zip(empty, block.wrapped())])

    def _strips(self, strips):
        self.pixels = [bytearray(self.width) for _ in range(self.height)]
        for i, strip in enumerate(strips[:self.width // 8]):
            try:
                rows = strip_rows(strip, self.height)
                self.see_through.append(strip[0] in SEE_THROUGH)
            except (IndexError, ValueError):
                rows = [[self.transparent] * 8] * self.height
                self.see_through.append(True)
            for y, row in enumerate(rows):
                self.pixels[y][8 * i:8 * i + 8] = bytes(row)

    def _bitmap(self, data):
        if data[0] == 150:
            pixels = [data[1]] * (self.width * self.height)
        else:
            pixels = bit_coded(data, self.width * self.height)
        self.pixels = [bytearray(pixels[y * self.width:(y + 1) * self.width])
                       for y in range(self.height)]
        self.see_through = [data[0] in SEE_THROUGH] * (self.width // 8)

    def _plane(self, strips):
        rows = [bytearray(self.width) for _ in range(self.height)]
        for i, strip in enumerate(strips[:self.width // 8]):
            try:
                mask = mask_bytes(strip, 0, self.height)[0] if strip is not None else []
            except IndexError:
                mask = []
            for y, byte in enumerate(mask):
                rows[y][8 * i:8 * i + 8] = bytes(byte >> (7 - x) & 1 for x in range(8))
        self.planes.append(rows)

    def _boxes(self, boxes, slots):
        """Returns the boxes: (four corners, mask, flags, scale as in BOXD until version 7)."""
        big = self.version == 8
        size, head = (52, 4) if big else (20, 2)
        for at in range(head, len(boxes) - size + 1, size)[:u16(boxes, 0) if boxes else 0]:
            if big:
                *xy, mask, flags, slot, scale = struct.unpack_from("<8i4I", boxes, at)
                scale = 0x8000 | slot - 1 if slot else scale
            else:
                *xy, mask, flags, scale = struct.unpack_from("<8hBBH", boxes, at)
            self.boxes.append((list(zip(xy[::2], xy[1::2])), mask, flags, scale))
        form = "<4i" if big else "<4H"
        self.slots = [struct.unpack_from(form, slots, at)
                      for at in range(0, len(slots) - struct.calcsize(form) + 1,
                                      struct.calcsize(form))]


# ------------------------------------------------------------------------------------------------
# Strips

SEE_THROUGH = {8, 149, *range(34, 39), *range(44, 49), *range(84, 89), *range(124, 129),
               *range(143, 149)}
BY_COLUMNS = {*range(14, 19), *range(34, 39)}
BASIC = {*BY_COLUMNS, *range(24, 29), *range(44, 49)}
RUN = {*range(64, 69), *range(84, 89), *range(104, 109), *range(124, 129)}
HE = {*range(134, 139), *range(143, 149)}


def strip_rows(data, height):
    """Returns the rows of a strip, 8 pixels each."""
    code, count = data[0], 8 * height
    if code in (1, 149):
        pixels = [data[1 + i] for i in range(count)]
    elif code in (8, 9):
        pixels = byte_coded(data, count)
    else:
        pixels = bit_coded(data, count)
    if code in BY_COLUMNS:
        return [pixels[y::height] for y in range(height)]
    return [pixels[8 * y:8 * y + 8] for y in range(height)]


def byte_coded(data, count):
    pixels, at = [], 1
    while len(pixels) < count:
        head, at = data[at], at + 1
        for _ in range((head >> 1) + 1):
            if len(pixels) == count:
                break
            pixels.append(data[at])
            at += 1 - (head & 1)
        at += head & 1
    return pixels


def bit_coded(data, count):
    """Returns the pixels in the order of the data. Raises IndexError if the data ends early, ValueError if it is
    invalid."""
    code, pixels, place = data[0], [data[1]], 16
    if code not in BASIC | RUN | HE:
        raise ValueError(f"code {code}")

    def take(number):
        nonlocal place
        bits = [data[at >> 3] >> (at & 7) & 1 for at in range(place, place + number)]
        place += number
        return sum(bit << i for i, bit in enumerate(bits))

    step = -1
    while len(pixels) < count:
        color = pixels[-1]
        if take(1) == 0:
            pixels.append(color)
        elif take(1) == 0:
            pixels.append(take(code % 10))
            step = -1
        elif code in BASIC:
            step = -step if take(1) else step
            pixels.append((color + step) & 255)
        elif code in HE:
            pixels.append((color + (-4, -3, -2, -1, 1, 2, 3, 4)[take(3)]) & 255)
        elif (change := take(3)) != 4:
            pixels.append((color + change - 4) & 255)
        elif (length := take(8)) < 2:
            raise ValueError("a run that never ends")
        else:
            pixels += [color] * length
    return pixels[:count]


def mask_bytes(data, at, count):
    """Returns the bytes of mask strips, one a row, and where they end."""
    found = []
    while len(found) < count:
        head, at = data[at], at + 1
        for _ in range(head & 127 or 256):
            if len(found) == count:
                break
            found.append(data[at])
            at += 0 if head & 128 else 1
        at += head >> 7
    return found, at
