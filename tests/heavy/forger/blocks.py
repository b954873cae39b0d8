"""Forges costume blocks: games whose COST or AKOS has extreme values in any byte, word or double word.

A forgery is "u16[40] = 65535", a type, a position in the block and a value; or "tail = 70000", which appends zeros.
"""

import random
import struct

import akos_files as akos
import akos_games
from akos_random import random_costume
from game_files import make_game, picture, rle16, costume, tiny_costume
from old_files import make_old_game, old_block
from old_files import tiny_costume as tiny_old_costume

FIELDS = 500  # how many bytes of a block are forged: the others are pixels or commands
TYPES = {"u8": "<B", "u16": "<H", "u32": "<I", "big": ">I"}


class BlockBase:
    """A block of a costume, and how to make a game of it."""

    def __init__(self, name, block, make):
        self.name, self.block, self.make = name, block, make

    def forge(self, forgery):
        """Returns the game that a forgery describes."""
        data = bytearray(self.block)
        for change in filter(None, forgery.split("; ")):
            place, value = change.split(" = ")
            if place == "tail":
                data += bytes(int(value))
            else:
                type_, at = place.rstrip("]").split("[")
                struct.pack_into(TYPES[type_], data, int(at), int(value))
        return self.make(bytes(data))

    def forgeries(self):
        """Yields all forgeries; the first one is none."""
        yield ""
        size = len(self.block)
        for type_, layout in TYPES.items():
            width = struct.calcsize(layout)
            most = (1 << 8 * width) - 1
            for at in range(min(size, FIELDS) - width + 1):
                own, = struct.unpack_from(layout, self.block, at)
                values = {0, 1, 2, most, most - 1, most // 2, most // 2 + 1, own + 1, own - 1, 2 * own, 4096, 4097,
                          size, size - 1, size - at, 0xC0, 0xC08E, 0x60C0, 0xA4C0, 0x8AC0, 0x40C0, 65_535, 65_530}
                for value in sorted(value for value in values if 0 <= value <= most and value != own):
                    yield f"{type_}[{at}] = {value}"
                    if type_ == "u16" and value > 60_000:
                        yield f"{type_}[{at}] = {value}; tail = 70000"


def akos_costume(seed, humongous):
    """Returns an AKOS with random commands."""
    return random_costume(random.Random(seed), humongous, akos.SHORT_HEADERS if seed % 2 else 0)


def long_akos(size, code):
    """Returns an AKOS of so many bytes of commands."""
    return akos.costume([akos.dot(), akos.dot(2, 3)], {4: [(0, akos.PROGRAM, 0, 0xFFFF), (1, akos.LOOP, 65_530, 9)],
                                                       8: [(0, akos.ONCE, size & 0xFFFF, 0xFFFF)]},
                        (code * (size // len(code) + 1))[:size], jumps=[0, 1, size & 0xFFFF] * 100)


def bases():
    """Returns all bases, by name."""
    found = [BlockBase(f"COST of version {version}", tiny_old_costume(version),
                       # Blocks of versions 1 and 2 state their size in 16 bits.
                       lambda block, version=version: make_old_game(
                           version, [[old_block(version, block if version == 3 else block[:65_531])]]))
             for version in (1, 2, 3)]
    found += [BlockBase(f"COST of version {version}", tiny_costume(version),
                        lambda block, version=version: make_game(version, [[block]])) for version in (4, 5, 6)]
    window = costume(5, {0: [picture(3, 2, rle16([1, 2, 2, 2, 3, 0]))]}, {4: [(0, 65_530, 127)]}, [0, 0, 0])
    found.append(BlockBase("COST with a late window", window + bytes(70_000), lambda block: make_game(5, [[block]])))
    for name, (_, make) in akos_games.GAMES.items():
        for seed in (1, 2):
            found.append(BlockBase(f"AKOS of {name}, {seed}", akos_costume(seed, name.startswith("he")),
                                   lambda block, make=make: make([[block]])))
        for size in (65_535, 70_001) if name in ("v8", "he70") else ():
            for code in (b"\xC0\x60", b"\xC0\xA4", b"\xC0\x8A", b"\xC0\x20\1\0\0\0\0\0", b"\0"):
                found.append(BlockBase(f"AKOS of {name}, {size} bytes of {code.hex()}", long_akos(size, code),
                                       lambda block, make=make: make([[block]])))
    return {base.name: base for base in found}
