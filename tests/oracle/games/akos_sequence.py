"""Reads the sequences of AKOS costumes (SCUMM.md §6), for plain_akos.py to play."""

import struct

EMPTY_CEL, SET, PLAY_SOUND, GOTO, GOTO_IF_VAR, ADD, COUNT, FIRST_SOUND, PICTURE, END = (
    0xC001, 0xC010, 0xC015, 0xC030, 0xC031, 0xC040, 0xC060, 0xC061, 0xC08E, 0xC0FF)
DRAW_MANY = (0xC020, 0xC021, 0xC022, 0xC025)
SIZE_INSIDE = (0xC021, 0xC022, 0xC045, 0xC046, 0xC047, 0xC048)
SIZES = {
    0xC001: 2, 0xC010: 5, 0xC015: 3, 0xC016: 5, 0xC017: 5, 0xC018: 5, 0xC019: 5, 0xC030: 4,
    0xC031: 5, 0xC040: 5, 0xC042: 3, 0xC044: 3, 0xC050: 3, 0xC060: 2, 0xC061: 2, 0xC070: 7,
    0xC071: 7, 0xC072: 7, 0xC073: 7, 0xC074: 7, 0xC075: 7, 0xC080: 3, 0xC081: 3, 0xC082: 7,
    0xC083: 3, 0xC084: 4, 0xC085: 6, 0xC086: 2, 0xC087: 6, 0xC088: 3, 0xC08A: 4, 0xC08B: 6,
    0xC08C: 3, 0xC08D: 3, 0xC08E: 4, 0xC090: 5, 0xC091: 5, 0xC092: 5, 0xC093: 5, 0xC094: 5,
    0xC095: 5, 0xC09F: 2, 0xC0A0: 4, 0xC0A1: 4, 0xC0A2: 4, 0xC0A3: 3, 0xC0A4: 2, 0xC0A5: 2,
    0xC0FF: 2}
END_IF, IF_NO_ONE = 0xC09F, 0xC0A5
# Commands that read game state or random numbers. They end the search of leads_back().
CONDITIONS = {0xC016, 0xC017, 0xC018, 0xC019, 0xC031, 0xC088, 0xC0A1, 0xC0A2, 0xC0A4, 0xC0A5,
              0xC082, *range(0xC070, 0xC076), *range(0xC090, 0xC096)}


def word(sequence, at):
    return struct.unpack_from("<H", sequence, at)[0]


def signed(sequence, at):
    return struct.unpack_from("<h", sequence, at)[0]


def code_at(sequence, at):
    """Returns (code, number of bytes), or None if there is no code."""
    if at >= len(sequence):
        return None
    if sequence[at] < 0x80:
        return sequence[at], 1
    if at + 1 >= len(sequence):
        return None
    return sequence[at] << 8 | sequence[at + 1], 2


def many(sequence, at, code):
    """Returns (items, move after the last item, end position) of a draw-many, or None if it does not fit."""
    try:
        at += 4 + sequence[at + 3] if code in (0xC021, 0xC022) else 2
        move = (0, 0)
        if code in (0xC022, 0xC025):
            move = signed(sequence, at), signed(sequence, at + 2)
            at += 4
        count, at = sequence[at], at + 1
        items = []
        for _ in range(count):
            cel = code_at(sequence, at + 4)
            if cel is None:
                return None
            items.append((signed(sequence, at), signed(sequence, at + 2), cel[0]))
            at += 4 + cel[1]
        return items, move, at
    except (IndexError, struct.error):
        return None


def condition_numbers(sequence, at, code):
    """Returns the numbers of the conditions of a draw-many's items, or None if it has no conditions."""
    return sequence[at + 4:at + 4 + sequence[at + 3]] if code in (0xC021, 0xC022) else None


def full_size(costume, at):
    """Returns the size in bytes of the code at `at` with its operands, or None if it is unknown or does not fit."""
    sequence, version = costume["sequence"], costume["version"]
    if code_at(sequence, at) is None:
        return None
    code, size = code_at(sequence, at)
    if code < 0xC000:
        return size
    if code in DRAW_MANY and many(sequence, at, code) is None:
        return None
    if code in SIZE_INSIDE:
        size = sequence[at + 2] if at + 2 < len(sequence) else 0
        if size < 3 or code in DRAW_MANY and many(sequence, at, code)[2] > at + size:
            return None
    elif code in DRAW_MANY:
        size = many(sequence, at, code)[2] - at
    elif code == 0xC089:
        size = 6 if version >= 61 else 8
    else:
        size = SIZES.get(code)
    needed = 4 if code == IF_NO_ONE else size  # bytes that must be there to jump
    return None if size is None or at + needed > len(sequence) else size


def leads_back(costume, target):
    """Returns whether the target of a goto leads back to itself in any game state, without drawing or ending."""
    sequence, at, seen = costume["sequence"], target, set()
    while at != target or not seen:
        size = full_size(costume, at)
        if at in seen or size is None:
            return False
        seen.add(at)
        code = code_at(sequence, at)[0]
        if code < 0xC000 or code in (*DRAW_MANY, EMPTY_CEL, PICTURE, END) or code in CONDITIONS:
            return False
        at = word(sequence, at + 2) if code == GOTO else at + size
    return True


def rests(costume, at):
    """Returns whether a program's step ends at `at`: at something that draws, ends or cannot be executed."""
    if full_size(costume, at) is None:
        return True
    code = code_at(costume["sequence"], at)[0]
    return code < 0xC000 or code in (*DRAW_MANY, EMPTY_CEL, PICTURE, END)


def rests_nowhere(costume, at):
    """Returns whether there is no code at `at`, or one that nobody knows."""
    return full_size(costume, at) is None
