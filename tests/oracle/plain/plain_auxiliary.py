"""Decodes the auxiliary pictures of an AKOS, pixel by pixel, as in SCUMM.md §6 "Auxiliary pictures".

This is a second reader to compare the program's with, written as plainly as possible from SCUMM.md alone.
"""

import struct

from plain_game import children


def only(data, tag):
    """Returns where the first block of a tag starts, and its payload."""
    return next(((at, data[payload:end]) for name, at, payload, end in children(data, 0, len(data), False)
                 if name == tag), (0, b""))


def pictures(payload):
    """Yields (coding, x, y, width, height, data) of each auxiliary picture of an AKOS, in the order of OFFS."""
    _, wrap = only(only(payload, b"AKAX")[1], b"WRAP")
    start, offs = only(wrap, b"OFFS")
    for (distance,) in struct.iter_unpack("<I", offs):
        size = struct.unpack_from(">I", wrap, start + distance + 4)[0]
        _, frame = only(wrap[start + distance + 8:start + distance + size], b"AXFD")
        yield *struct.unpack_from("<HhhHH", frame), frame[10:]


def rows(width, height, data):
    """Returns rows of colours; None where a picture of coding 1 shows nothing of its own."""
    found, at = [], 0
    for _ in range(height):
        end = at + 2 + struct.unpack_from("<H", data, at)[0]
        at += 2
        row = []
        while at < end and len(row) < width:
            code = data[at]
            at += 1
            if code % 2 == 1:
                row += [None] * (code // 2)
            elif code % 4 == 0:
                row += [None] * (code // 4 + 1)
            else:
                row += [data[at]] * (code // 4 + 1)
                at += 1
        found.append(row + [None] * (width - len(row)))
        at = end
    return found
