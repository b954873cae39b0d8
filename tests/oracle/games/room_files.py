"""Makes rooms with pictures for made-up games (SCUMM.md §8): strips of every code from random commands, z-planes,
walk boxes, scale slots. The pixels of a strip are computed from its commands, not by decoding it.
"""

import struct

import xxhash

from akos_files import Bits
from game_files import block

BASIC = [*range(14, 19), *range(34, 39), *range(24, 29), *range(44, 49)]
RUN = [*range(64, 69), *range(84, 89), *range(104, 109), *range(124, 129)]
HE = [*range(134, 139), *range(143, 149)]
CODES = [1, 149, 8, 9, *BASIC, *RUN, *HE]
BITMAP_CODES = [*range(134, 139), *range(144, 149)]
CHANGES = {"he": (-4, -3, -2, -1, 1, 2, 3, 4), "run": (-4, -3, -2, -1, None, 1, 2, 3)}


def hash_of(rows):
    """The hash of pixels as `list` has it."""
    return f"{xxhash.xxh64_intdigest(b''.join(bytes(row) for row in rows)):016x}"


def random_bits(random, code, count):
    """Returns the data that follows a strip's code, for `count` pixels, and the pixels in their order."""
    color, step, bits = random.randrange(256), -1, Bits()
    pixels, first = [color], color
    while len(pixels) < count:
        kind = random.choice("ssssncc" if code not in RUN else "ssssnccr")
        if kind == "s":
            bits.put(0, 1)
        elif kind == "n":
            color, step = random.randrange(1 << code % 10), -1
            bits.put(0b01, 2)
            bits.put(color, code % 10)
        elif kind == "r":
            length = random.randrange(2, 256)  # may exceed the strip's end
            bits.put(0b10011, 5)
            bits.put(length, 8)
            pixels += [color] * (length - 1)
        elif code in BASIC:
            turns = random.randrange(2)
            step = -step if turns else step
            color = (color + step) % 256
            bits.put(0b011 | turns << 2, 3)
        else:
            by = random.choice([change for change in range(8) if change != 4 or code in HE])
            color = (color + CHANGES["he" if code in HE else "run"][by]) % 256
            bits.put(0b11 | by << 2, 5)
        pixels.append(color)
    return bytes([first]) + bits.bytes(), pixels[:count]


def random_bytes(random, count):
    """Returns the data and the pixels of a strip of code 8 or 9."""
    data, pixels = b"", []
    while len(pixels) < count:
        length, color = random.randrange(1, 129), random.randrange(256)
        if random.randrange(2):
            data += bytes([(length - 1) << 1 | 1, color])
            pixels += [color] * length
        else:
            length = min(length, count - len(pixels))
            literals = random.randbytes(length)
            data += bytes([(length - 1) << 1]) + literals
            pixels += literals
    return data, pixels[:count]


def random_strip(random, code, height):
    """Returns a strip with its code, and its rows of 8 pixels."""
    count = 8 * height
    if code in (1, 149):
        data = random.randbytes(count)
        pixels = list(data)
    elif code in (8, 9):
        data, pixels = random_bytes(random, count)
    else:
        data, pixels = random_bits(random, code, count)
    if code % 100 // 10 in (1, 3) and code < 100:  # The pixels are in columns.
        return bytes([code]) + data, [pixels[y::height] for y in range(height)]
    return bytes([code]) + data, [pixels[8 * y:8 * y + 8] for y in range(height)]


def random_mask(random, height):
    """Returns a mask strip as stored, and its rows, one byte each."""
    data, rows = b"", []
    while len(rows) < height:
        head = random.randrange(256)
        length = head & 127 or 256
        if head & 128:
            byte = random.choice((0, 255, random.randrange(256)))
            data += bytes([head, byte])
            rows += [byte] * length
        else:
            literals = random.randbytes(length)  # may exceed the strip's end
            data += bytes([head]) + literals
            rows += literals
    return data, rows[:height]


class Drawing:
    """A room's picture: the data of strips and mask strips, and the pixels and planes that they show."""

    def __init__(self, random, codes, height, planes=0, rest=0):
        self.width, self.height = 8 * len(codes) + rest, height
        made = [random_strip(random, code, height) for code in codes]
        self.strips = [data for data, _ in made]
        self.pixels = [bytes(sum((rows[y] for _, rows in made), [])) + bytes(rest)
                       for y in range(height)]
        self.masks, self.planes = [], []
        for _ in range(planes):
            masks = [random_mask(random, height) if random.randrange(4) else None for _ in codes]
            self.masks.append([mask and mask[0] for mask in masks])
            self.planes.append([self._bits(masks, y) + bytes(rest) for y in range(height)])
        self.bitmap = None

    @staticmethod
    def _bits(masks, y):
        return bytes((mask[1][y] if mask else 0) >> (7 - x) & 1 for mask in masks for x in range(8))


class Bitmap(Drawing):
    """A picture that is stored as one bitmap (HE from 71 on)."""

    def __init__(self, random, code, width, height):
        super().__init__(random, [9] * (width // 8), height, 1, width % 8)
        if code == 150:
            data, pixels = b"\x4D", [0x4D] * (width * height)
        else:
            data, pixels = random_bits(random, code, width * height)
        self.bitmap = bytes([code]) + data
        self.pixels = [bytes(pixels[y * width:(y + 1) * width]) for y in range(height)]


# ------------------------------------------------------------------------------------------------
# Blocks

def table(tag, form, strips):
    """Makes a block of strips' offsets, which count from the block's tag, and the strips. None has offset 0."""
    places, data, head = [], b"", 8 + struct.calcsize(form) * len(strips)
    for strip in strips:
        places.append(0 if strip is None else head + len(data))
        data += strip or b""
    return block(tag, struct.pack(f"<{len(places)}{form}", *places) + data)


def wrapped(things):
    """Makes WRAP { OFFS, things }. None has offset 0."""
    places, data, head = [], b"", 8 + 4 * len(things)
    for thing in things:
        places.append(0 if thing is None else head + len(data))
        data += thing or b""
    return block(b"WRAP", block(b"OFFS", struct.pack(f"<{len(places)}I", *places)) + data)


def image_blocks(drawing):
    """RMIM."""
    picture = (table(b"SMAP", "I", drawing.strips) if drawing.bitmap is None
               else block(b"BMAP", drawing.bitmap))
    planes = b"".join(table(b"ZP%02d" % number, "H", masks)
                      for number, masks in enumerate(drawing.masks, 1) if any(masks))
    return block(b"RMIM", block(b"RMIH", struct.pack("<H", len(drawing.masks)))
                 + block(b"IM00", picture + planes))


def image_blocks8(drawing):
    """IMAG."""
    strips = block(b"BSTR", wrapped(drawing.strips))
    planes = [block(b"ZSTR", wrapped(masks)) for masks in drawing.masks]
    smap = block(b"SMAP", strips + (block(b"ZPLN", wrapped(planes)) if planes else b""))
    return block(b"IMAG", wrapped([smap]))


def box_block(boxes, big=False):
    """Makes a BOXD; boxes are (eight coordinates, mask, flags, scale)."""
    out = struct.pack("<I" if big else "<H", len(boxes))
    for corners, mask, flags, scale in boxes:
        if big:
            slot, scale = (scale - 0x8000 + 1, 0) if scale & 0x8000 else (0, scale)
            out += struct.pack("<8i5I", *corners, mask, flags, slot, scale, 0)
        else:
            out += struct.pack("<8hBBH", *corners, mask, flags, scale)
    return block(b"BOXD", out)


def scale_block(slots, big=False):
    return block(b"SCAL", b"".join(struct.pack("<4i" if big else "<4H", *slot) for slot in slots))


class DrawnRoom(list):
    """A room for make_game() or akos_games.py: the payloads of its costumes, and a picture."""

    def __init__(self, form, drawing, costumes=(), transparent=5, boxes=(), slots=()):
        super().__init__(costumes)
        big, beside = form == "v8", form in ("he70", "he98")
        size = struct.pack("<HHH", drawing.width, drawing.height, 0)
        self.head, self.before = size, b""
        self.inside = box_block(boxes, big) + scale_block(slots, big)
        if big:
            self.head = struct.pack("<6I", 0, drawing.width, drawing.height, 0,
                                    len(drawing.masks), transparent)
            self.inside += image_blocks8(drawing)
            return
        if form == "v7":
            self.head = bytes(4) + size
        self.inside += block(b"TRNS", bytes([transparent, 0]))
        if beside:
            self.before = image_blocks(drawing)
        else:
            self.inside += image_blocks(drawing)
