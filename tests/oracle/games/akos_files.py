"""Makes AKOS costumes (SCUMM.md §6): codecs, sequences, records and chunks.

The pixels of a cel are rows of bytes, row-major. akos_games.py puts costumes into games.
"""

import itertools
import struct

from game_files import block

# The chunks that every costume needs, in ScummC's order. Readers must not rely on the order.
NO_MIRROR, EIGHT_DIRECTIONS, SHORT_HEADERS = 1, 2, 0x8000  # AKHD flags
EMPTY, REMOVE, LOOP, ONCE, STOP, GO_ON, PROGRAM, FROZEN, HIDDEN_PROGRAM = range(9)  # modes
NO_OPERANDS = (REMOVE, STOP, GO_ON)


# ------------------------------------------------------------------------------------------------
# Pixels: rows of pixels become bytes of AKCD.

def runs(pixels, longest):
    """Yields (value, length) of each run; no run is longer than `longest`."""
    for value, group in itertools.groupby(pixels):
        length = len(list(group))
        while length > 0:
            yield value, min(length, longest)
            length -= longest


def codec1(rows, entries=16):
    """Encodes column by column. The number of entries of AKPL decides how many bits a length has."""
    shift = {32: 3, 64: 2}.get(entries, 4)
    out = bytearray()
    for value, length in runs([row[column] for column in range(len(rows[0])) for row in rows], 256):
        if length < 1 << shift:
            out.append(value << shift | length)
        else:
            out += bytes([value << shift, length & 0xFF])  # a length of 0 counts 256
    return bytes(out)


def chunked(row, longest):
    """Yields the stretches of a row: (True, value, length) for runs, (False, values, length) for literals."""
    literals = []
    for value, length in runs(row, longest):
        if length == 1 and len(literals) < longest:
            literals.append(value)
            continue
        if literals:
            yield False, literals, len(literals)
        literals = []
        if length == 1:
            literals = [value]
        else:
            yield True, [value], length
    if literals:
        yield False, literals, len(literals)


def codec5(rows, _entries=0):
    out = bytearray()
    for row in rows:
        line = bytearray()
        for is_run, values, length in chunked(row, 128):
            line += bytes([(length - 1) << 1 | is_run, *values])
        out += struct.pack("<H", len(line)) + line
    return bytes(out)


def codec32(rows, _entries=0):
    """Encodes rows; 255 is skipped. A row that is skipped as a whole has no bytes."""
    out = bytearray()
    for row in rows:
        line = bytearray()
        if any(value != 255 for value in row):
            for skipped, group in itertools.groupby(row, lambda value: value == 255):
                values = list(group)
                if skipped:
                    line += bytes(length << 1 | 1 for _, length in runs(values, 127))
                    continue
                for is_run, some, length in chunked(values, 64):
                    line += bytes([(length - 1) << 2 | is_run << 1, *some])
        out += struct.pack("<H", len(line)) + line
    return bytes(out)


class Bits:
    """A stream of bits, the lowest of each byte first."""

    def __init__(self):
        self.bits = []

    def put(self, value, count):
        self.bits += [value >> bit & 1 for bit in range(count)]

    def bytes(self):
        return bytes(sum(bit << at for at, bit in enumerate(self.bits[start:start + 8]))
                     for start in range(0, len(self.bits), 8))


def codec16(rows, _entries=0, bpp=8):
    """Writes no command after the last pixel, as no bits are read after it."""
    pixels = [value for row in rows for value in row]
    bits, at = Bits(), 0
    while at + 1 < len(pixels):
        same = len(list(itertools.takewhile(lambda value: value == pixels[at],
                                            itertools.islice(pixels, at + 1, at + 256))))
        change = (pixels[at + 1] - pixels[at] + 128) % 256 - 128
        if same > 12:  # A repeat is shorter.
            bits.put(0b10011, 5)
            bits.put(same, 8)
            at += same
            continue
        if change == 0:
            bits.put(0, 1)
        elif -4 <= change <= 3:
            bits.put(0b11, 2)
            bits.put(change + 4, 3)
        else:
            bits.put(0b01, 2)
            bits.put(pixels[at + 1], bpp)
        at += 1
    return bytes([bpp, pixels[0]]) + bits.bytes()


UNTOUCHED, BACKGROUND = "untouched", "background"  # pixels of auxiliary pictures, besides colours


def auxiliary_rows(rows):
    """Encodes an auxiliary picture in coding 1. A row that is untouched as a whole has no bytes."""
    out = bytearray()
    for row in rows:
        line = bytearray()
        if any(value != UNTOUCHED for value in row):
            for value, length in runs(row, 64):
                line += {UNTOUCHED: bytes([length << 1 | 1]), BACKGROUND: bytes([(length - 1) << 2])}.get(
                    value, bytes([(length - 1) << 2 | 2, value if isinstance(value, int) else 0]))
        out += struct.pack("<H", len(line)) + line
    return bytes(out)


def auxiliary(*pictures, offs=None):
    """Encodes AKAX. A picture is (coding, x, y, width, height, data), or the bytes of an AUXD. `offs` are the pictures
    that OFFS lists, by number."""
    listed = range(len(pictures)) if offs is None else offs
    starts, body = [], b""
    for picture in pictures:
        starts.append(8 + 4 * len(listed) + len(body))
        content = picture if isinstance(picture, bytes) else (
            block(b"AXUR", bytes(2)) + block(b"AXFD", struct.pack("<HhhHH", *picture[:5]) + picture[5]))
        body += block(b"AUXD", content)
    return block(b"AKAX", block(b"WRAP", block(b"OFFS", b"".join(
        struct.pack("<I", starts[at] if at < len(starts) else 3) for at in listed)) + body))


CODECS = {1: codec1, 5: codec5, 16: codec16, 32: codec32}


# ------------------------------------------------------------------------------------------------
# Sequences

COMMANDS = {  # name → code and operands; j is a jump's target: a label or a number
    "empty": (0xC001, ""), "set": (0xC010, "hB"), "sound": (0xC015, "B"),
    "if_sound": (0xC016, "jB"), "if_no_sound": (0xC017, "jB"),
    "if_sound2": (0xC018, "jB"), "if_no_sound2": (0xC019, "jB"),
    "goto": (0xC030, "j"), "if_var": (0xC031, "jB"), "add": (0xC040, "hB"),
    "soft_sound": (0xC042, "B"), "soft_sound2": (0xC044, "B"), "script": (0xC050, "B"),
    "count": (0xC060, ""), "sound0": (0xC061, ""),
    "jump_eq": (0xC070, "jBh"), "jump_ne": (0xC071, "jBh"), "jump_lt": (0xC072, "jBh"),
    "jump_le": (0xC073, "jBh"), "jump_gt": (0xC074, "jBh"), "jump_ge": (0xC075, "jBh"),
    "anim": (0xC080, "B"), "anim_var": (0xC081, "B"), "random": (0xC082, "HHB"),
    "clip": (0xC083, "B"), "anim_of": (0xC084, "BB"), "set_var_of": (0xC085, "BBh"),
    "hide": (0xC086, ""), "offset": (0xC087, "hh"), "jump_table": (0xC088, "B"),
    "control": (0xC089, "BBBB"), "control8": (0xC089, "BBBBBB"), "flip": (0xC08A, "H"),
    "action": (0xC08B, "BBBB"), "script_he": (0xC08C, "B"), "sound_var": (0xC08D, "B"),
    "frame": (0xC08E, "BB"),
    "do_eq": (0xC090, "hB"), "do_ne": (0xC091, "hB"), "do_lt": (0xC092, "hB"),
    "do_le": (0xC093, "hB"), "do_gt": (0xC094, "hB"), "do_ge": (0xC095, "hB"),
    "end_if": (0xC09F, ""), "talkie": (0xC0A0, "H"), "if_talking": (0xC0A1, "j"),
    "if_not_talking": (0xC0A2, "j"), "talkie_var": (0xC0A3, "B"),
    "if_anyone": (0xC0A4, "j"), "if_no_one": (0xC0A5, "j"), "end": (0xC0FF, ""),
}


def code_bytes(code):
    """Returns a cel's number in as few bytes as possible, or a 16-bit code unchanged."""
    if code < 0x80:
        return bytes([code])
    return struct.pack(">H", code if code & 0x8000 else code | 0x8000)


def wide(cel):
    """Returns a cel's number as a 16-bit code, even if a byte would be enough."""
    return 0x8000 | cel


def draw_items(items):
    return bytes([len(items)]) + b"".join(
        struct.pack("<hh", dx, dy) + code_bytes(code) for dx, dy, code in items)


def draw_many(items, move=None, conditions=None):
    """Encodes a draw-many: C020, C025 with a move, C021 or C022 with conditions."""
    body = b"" if move is None else struct.pack("<hh", *move)
    body += draw_items(items)
    if conditions is None:
        return (b"\xC0\x20" if move is None else b"\xC0\x25") + body
    body = bytes([len(conditions), *conditions]) + body
    return (b"\xC0\x21" if move is None else b"\xC0\x22") + bytes([len(body) + 3]) + body


def condition(code, size, operands=b""):
    """Encodes a condition, C045 to C048, in `size` bytes."""
    return struct.pack(">HB", code, size) + operands.ljust(size, b"\0")[:size - 3]


def encoded(item, labels):
    """Encodes an item. Labels that are not known yet count as 0."""
    if isinstance(item, bytes):
        return item
    if isinstance(item, int):
        return code_bytes(item)
    code, operands = COMMANDS[item[0]]
    out = struct.pack(">H", code)
    for kind, value in zip(operands, item[1:], strict=True):
        if kind == "j":
            kind, value = "H", labels.get(value, 0) if isinstance(value, str) else value
        out += struct.pack("<" + kind, value)
    return out


def assemble(items):
    """Returns the bytes of a sequence, and the positions of its labels.

    An item is a cel's number or code; a (name, operands …) of COMMANDS; bytes, which are kept as they are; or a
    text, which is a label of this position.
    """
    labels = {}
    for _ in range(2):
        out = bytearray()
        for item in items:
            if isinstance(item, str):
                labels[item] = len(out)
            else:
                out += encoded(item, labels)
    return bytes(out), labels


# ------------------------------------------------------------------------------------------------
# Costumes

class Cel:
    """A cel: rows of pixels, or bytes of AKCD with a given size."""

    def __init__(self, rows, x=0, y=0, xinc=0, yinc=0, data=None, size=None):
        self.rows, self.data = rows, data
        self.size = size or (len(rows[0]), len(rows))
        self.place = (x, y, xinc, yinc)


def dot(x=0, y=0, xinc=0, yinc=0, width=1, height=1, color=1):
    return Cel([[color] * width] * height, x, y, xinc, yinc)


def record_bytes(limbs):
    """Encodes a record of AKCH. Limbs are (limb, mode) or (limb, mode, start, length − 1)."""
    limbs = sorted(limbs)
    out = struct.pack("<H", sum(0x8000 >> limb[0] for limb in limbs))
    for limb in limbs:
        out += bytes([limb[1]]) + struct.pack(f"<{len(limb) - 2}H", *limb[2:])
    return out


def record_table(records, count):
    """Encodes AKCH. `records` is {number: limbs}; undefined records have offset 0."""
    offsets, body = [0] * count, b""
    for number, limbs in records.items():
        offsets[number] = 2 * count + len(body)
        body += record_bytes(limbs)
    return struct.pack(f"<{count}H", *offsets) + body


def chunks(cels, records, sequence, codec=1, flags=0, palette=bytes(range(16)), rgb=None,
           jumps=(), layers=None):
    """Returns {tag: payload} of the chunks. `sequence` is bytes, or items for assemble().

    If `flags` have SHORT_HEADERS, AKCI has sizes only.
    """
    count = max(records, default=-1) + 1
    info, data, offsets = b"", b"", b""
    for cel in cels:
        offsets += struct.pack("<IH", len(data), len(info))
        info += struct.pack("<HH", *cel.size)
        if not flags & SHORT_HEADERS:
            info += struct.pack("<hhhh", *cel.place)
        data += CODECS[codec](cel.rows, len(palette)) if cel.data is None else cel.data
    head = struct.pack("<5H", 1, flags, count, len(cels), codec)
    made = {b"AKHD": head if layers is None else head + struct.pack("<H", layers),
            b"AKPL": bytes(palette)}
    if rgb is not None:
        made[b"RGBS"] = rgb
    made[b"AKSQ"] = sequence if isinstance(sequence, bytes) else assemble(sequence)[0]
    made[b"AKCH"] = record_table(records, count)
    made |= {b"AKOF": offsets, b"AKCI": info, b"AKCD": data}
    if jumps:
        made[b"AKFO"] = struct.pack(f"<{len(jumps)}H", *jumps)
    return made


def joined(made):
    """The payload of an AKOS block of these chunks."""
    return b"".join(block(tag, payload) for tag, payload in made.items())


def costume(*arguments, **options):
    """The payload of an AKOS block: chunks(), joined."""
    return joined(chunks(*arguments, **options))
