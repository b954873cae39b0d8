"""Damage inside a costume of versions 1 to 6 costs at most that costume. The program never crashes, nor takes much
time or memory."""

import random
import struct
import unittest

from damaged_game import CostumeFields, Losses, games_to_damage
from game_files import Game, find, tiny_game
from old_files import VERSIONS, OldFields, OldFiles, tiny_old_game
from support import EXHAUSTIVE, sample, some_of_each

WORDS = (0, 6, 0x00FF, 0xFFFF, 1, 3, 4, 5, 7, 13, 0x7FFF, 0x8000, 0xFFFB, 0xFFFE)
BYTES = (0, 0x57, 0x61, 0xFF, 1, 0x58, 0x59, 0x5A, 0x60, 0x62, 0x7F, 0x80, 0xD7, 0xD8, 0xE0, 0xFE)
FEW = 4  # how many of these are tried on each game of versions 4 to 6
FLIPS = 5000 if EXHAUSTIVE else 30
ENORMOUS = (b"\xFF\xFF\xFF\xFF", b"\xFF\xFF\1\0", b"\1\0\xFF\xFF", b"\0\x10\1\x10")
PIXELS = (b"\0\0" * 50, b"\x80" * 99, b"\xFF" * 50, b"\x10" * 9, bytes(range(100)), b"\x1F\xFF" * 99,
          b"\x10\x00" * 400, b"\x7F")


def words(*values):
    return [struct.pack("<H", value) for value in values]


def bytes_(*values):
    return [bytes([value]) for value in values]


def some(places, count):
    return places if EXHAUSTIVE else places[:count]


def head_of_picture(fields):
    return 6 if fields.wide else 12


# Fields of a costume: their positions, and what is written there.
FIELDS = {
    "head": (lambda f: [f.num_anim, f.format, f.palette], bytes_(*BYTES)),
    "offset of the commands": (lambda f: [f.command_offset], words(*WORDS)),
    "offset of a limb table": (lambda f: some(f.limbs, 2) + f.limbs[-1:], words(*WORDS)),
    "offset of a record": (lambda f: f.records[:1] + some(f.defined(), 2) + f.records[-1:], words(*WORDS)),
    "slot of a limb table": (lambda f: some(f.slots(), 2), words(*WORDS)),
    "mask of limbs": (lambda f: [f.target(at) for at in f.defined()[:2]], words(*WORDS)),
    "start of a window": (lambda f: f.starts(), bytes_(0, 1, 0x7F, 0xFE, 0xFF)),
    "length of a window": (lambda f: [at + 1 for at in f.starts()], bytes_(0, 0x7F, 0x80, 0xFF)),
    "header of a picture": (lambda f: [f.pictures()[0] + more for more in range(head_of_picture(f))],
                            bytes_(0, 0x7F, 0x80, 0xFF, 1)),
    "size of a picture": (lambda f: [f.pictures()[0] + more for more in (0, 2)], words(0, 4095, 4096, 4097, 13)),
    "sizes of pictures": (lambda f: f.pictures()[:3], ENORMOUS),
    "pixels": (lambda f: [f.pictures()[0] + head_of_picture(f)], PIXELS),
}


class Costumes(Losses):
    def make_games(self):
        for version in VERSIONS:
            yield from (tiny_old_game(version), OldFiles.read(sample(version), version))
        yield from (*games_to_damage(), tiny_game(5), tiny_game(6, "TINY6"))

    def each(self):
        """Yields (game, the fields of a costume): the first or the last in turn, or one with others around it."""
        for number, game in enumerate(self.games.values()):
            if isinstance(game, Game):
                costumes = find(game.resources, b"COST", b"CO")
                ends = costumes[0], costumes[-1]
                for block in ends if EXHAUSTIVE else [ends[number % 2]]:
                    yield game, CostumeFields(game, block)
            else:
                yield game, OldFields(game, 2)

    def check_patches(self, patches, of_each=1000):
        """`patches` are (fields, position, replacement, description). Tries so many of each description and game."""
        patches = some_of_each(lambda patch: (patch[3], patch[0].game.name), patches, of_each)
        self.check_cases([(fields.patched(at, value), f"{what} at {at} is {value[:8].hex()}",
                           {(fields.file, fields.start)}) for fields, at, value, what in patches if at < fields.end])

    def test_of_each_field(self):
        self.check_patches([
            (fields, at, value, what) for game, fields in self.each() for what, (places, values) in FIELDS.items()
            for at in places(fields)
            for value in (values if EXHAUSTIVE or len(values) < len(WORDS) or not isinstance(game, Game)
                          else values[:FEW])], of_each=3)

    def test_of_the_size_and_the_mark_of_v6(self):
        self.check_patches([
            (fields, at, value, "v6 head") for game, fields in self.each() if "6" in game.name
            for at, value in [(fields.payload, struct.pack("<I", size)) for size in
                              (0, 1, 5, fields.end - fields.start, 0xFFFFFFFF)] + [(fields.start + 12, b"XX")]])

    def test_of_everything_from_some_offset_on(self):
        generator = random.Random(5)
        self.check_patches([
            (fields, at, filler * (fields.end - at), "rest") for _, fields in self.each()
            for at in generator.choices(range(fields.payload, fields.end), k=9 if EXHAUSTIVE else 3)
            for filler in (b"\0", b"\xFF", b"\x79", b"\x80")], of_each=3)

    def test_of_runs_of_bytes(self):
        generator, patches = random.Random(11), []
        every = list(self.each())
        for number in range(FLIPS * 3):
            game, fields = every[number % len(every)]
            if isinstance(game, Game):  # any costume
                costumes = find(game.resources, b"COST", b"CO")
                fields = CostumeFields(game, generator.choice(costumes))
            end = min(fields.end, fields.payload + 300) if number % 3 else fields.end  # mostly headers and tables
            at = generator.randrange(fields.payload, end)
            patches.append((fields, at, generator.randbytes(generator.choice((1, 1, 2, 40))), "noise"))
        self.check_patches(patches)


if __name__ == "__main__":
    unittest.main()
