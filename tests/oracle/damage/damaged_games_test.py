"""Damaged blocks, directories and indexes never crash the program, and never hide the rest of a game."""

import itertools
import random
import struct
import unittest

from damaged_game import IDS, DamagedGameTest, games_to_damage
from game_files import Game, blocks, find, tiny_game
from support import EXHAUSTIVE

NOWHERE = (-1, -1)
SIZES = (0, 1, 7, 8, 9, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF8, 0xFFFFFFFF) if EXHAUSTIVE else (
    0, 9, 0x80000000, 0xFFFFFFFF)
OFFSETS = (0, 1, 8, 0x7FFFFFFF, 0xFFFFFFF0, 0xFFFFFFFF) if EXHAUSTIVE else (0, 8, 0xFFFFFFFF)


class Base(DamagedGameTest):
    def setUp(self):
        super().setUp()
        self.games = games_to_damage()
        for name, game in self.games.items():
            game.name = name.upper()
        self.intacts = {name: self.intact(game) for name, game in self.games.items()}

    def check_survivors(self, cases, may_refuse=False):
        """`cases` are (name of the game, damaged game, description, touched, ignored[, cut_off])."""
        def one(case):
            name, damaged, what, touched, ignored, *cut_off = case
            self.assert_others_survive(self.intacts[name], self.games[name], damaged, what,
                                       touched, ignored, may_refuse, *cut_off)
        self.check_all(one, cases)


class Truncation(Base):
    def lengths(self, game, generator):
        size = len(game.resources)
        edges = {at + more for block in blocks(game.resources) for at in (block.start, block.end)
                 for more in (-1, 0, 1, 8)}
        some = sorted(edges & set(range(size)))
        if not EXHAUSTIVE:
            some = generator.sample(some, min(6, len(some)))
        return [0, 1, 7, size - 1, *some,
                *(generator.randrange(size) for _ in range(400 if EXHAUSTIVE else 6))]

    def test_of_the_resources_keeps_everything_before(self):
        generator = random.Random(1)
        self.check_survivors([
            (name, game.with_resources(game.resources[:length]), f"resources cut at {length}",
             (length, 1 << 40), ())
            for name, game in self.games.items() for length in self.lengths(game, generator)])

    def test_of_the_index_keeps_the_costumes(self):
        cases = []
        for name, game in self.games.items():
            step = 1 if EXHAUSTIVE else 31
            for length in range(0, len(game.index), step):
                cases.append((name, game.with_index(game.index[:length]), f"index cut at {length}",
                              NOWHERE, IDS))
        self.check_survivors(cases, may_refuse=True)


class BlockSizes(Base):
    def rest_of_room(self, name, block):
        """Returns the range from the block to the end of its LFLF."""
        rooms = find(self.games[name].resources, b"LFLF", b"LF")
        return block.start, next(room.end for room in rooms if room.start <= block.start < room.end)

    def cases(self, tags, near=(-8, -1, 1, 8), of_each=1):
        """Yields cases of impossible and of slightly wrong sizes, for the first blocks of each tag."""
        for name, game in self.games.items():
            seen = {}
            for block in blocks(game.resources):
                seen[block.tag] = seen.get(block.tag, 0) + 1
                if block.tag in tags and (EXHAUSTIVE or seen[block.tag] <= of_each):
                    for size in {*SIZES, *(block.size + more for more in near),
                                 len(game.resources)}:
                        damaged = game.patched(block.size_at, block.packed_size(size))
                        yield name, damaged, f"{block.tag} at {block.start} has size {size}", block

    def test_of_costumes_do_not_hide_other_costumes(self):
        self.check_survivors([(name, damaged, what, (block.start, block.end), (),
                                self.rest_of_room(name, block))
                               for name, damaged, what, block in self.cases((b"COST", b"CO"))])

    def test_of_rooms_and_their_palettes_do_not_hide_costumes(self):
        tags = (b"ROOM", b"RMHD", b"CLUT", b"PALS", b"WRAP", b"OFFS", b"APAL", b"RO", b"HD", b"PA")
        self.check_survivors([(name, damaged, what, NOWHERE, (), self.rest_of_room(name, block))
                               for name, damaged, what, block in self.cases(tags, (-1, 8), 1)])

    def test_of_the_blocks_of_a_room_do_not_hide_other_rooms(self):
        self.check_survivors([(name, damaged, what, (block.start, block.end), ())
                              for name, damaged, what, block in self.cases((b"LFLF", b"LF"))])

    def test_of_the_whole_file_or_of_its_directory_hide_nothing(self):
        cases = [*self.cases((b"LECF", b"LE")), *self.cases((b"LOFF", b"FO"), near=())]
        self.check_survivors([(name, damaged, what, NOWHERE, IDS, (block.start, 1 << 40))
                              for name, damaged, what, block in cases], may_refuse=True)

    def test_numbers_in_rooms_of_version_4_do_not_hide_costumes(self):
        self.check_survivors([
            (name, game.patched(block.payload, struct.pack("<H", number)),
             f"{block.tag} at {block.start} starts with {number}", NOWHERE, IDS)
            for name, game in self.games.items() for block in find(game.resources, b"LF", b"PA")
            for number in (0, 1, 3, 99, 767, 769, 65535)])


class Directories(Base):
    def entries(self, data, *tags):
        """Returns positions in a directory of the index: of its count, its rooms and its offsets."""
        directory = find(data, *tags)[0]
        start = directory.payload
        count = struct.unpack_from("<H", data, start)[0]
        if directory.v4:
            return start, [start + 2 + 5 * i for i in range(count)], \
                [start + 3 + 5 * i for i in range(count)]
        return start, [start + 2 + i for i in range(count)], \
            [start + 2 + count + 4 * i for i in range(count)]

    def patched_index(self, game, at, replacement):
        return game.with_index(game.index[:at] + replacement + game.index[at + len(replacement):])

    def test_of_rooms_out_of_range_lose_no_costume(self):
        cases = []
        for name, game in self.games.items():
            loff = find(game.resources, b"LOFF", b"FO")[0].payload
            for count in {0, 1, game.resources[loff] + 1, 255}:
                cases.append((name, game.patched(loff, bytes([count])), f"LOFF of {count}", NOWHERE,
                              IDS))
            for row in range(min(3, game.resources[loff])):
                for offset in (*OFFSETS, len(game.resources), len(game.resources) - 1, 30):
                    cases.append((name, game.patched(loff + 2 + 5 * row, struct.pack("<I", offset)),
                                  f"LOFF {row} is {offset}", NOWHERE, IDS))
                for room in (0, 1, 99, 255):
                    cases.append((name, game.patched(loff + 1 + 5 * row, bytes([room])),
                                  f"LOFF {row} is room {room}", NOWHERE, IDS))
        self.check_survivors(cases)

    def test_of_costumes_out_of_range_lose_no_costume(self):
        cases = []
        for name, game in self.games.items():
            start, rooms, offsets = self.entries(game.index, b"DCOS", b"0C")
            changes = [(start, struct.pack("<H", count)) for count in (0, 1, len(rooms) + 1, 65535)]
            changes += [(at, bytes([room])) for at in rooms[:4] for room in (0, 99, 255)]
            changes += [(at, struct.pack("<I", offset)) for at in offsets[:4]
                        for offset in (*OFFSETS, len(game.resources), 62)]
            cases += [(name, self.patched_index(game, at, bytes_), f"DCOS byte {at} is {bytes_}",
                       NOWHERE, IDS) for at, bytes_ in changes]
        self.check_survivors(cases)

    def test_with_any_byte_of_the_index_changed(self):
        generator = random.Random(2)
        cases = []
        for name, game in self.games.items():
            step = 1 if EXHAUSTIVE else 29
            for at in range(generator.randrange(step), len(game.index), step):
                value = bytes([game.index[at] ^ generator.randrange(1, 256)])
                cases.append((name, self.patched_index(game, at, value),
                              f"index byte {at} is {value}", NOWHERE, IDS))
        self.check_survivors(cases, may_refuse=True)

    def test_of_another_game_lose_no_costume(self):
        others = [*self.games.values(), *map(tiny_game, (4, 5, 6))]
        self.check_survivors([
            (name, Game(other.index, game.resources, game.name), f"index of {other.name}", NOWHERE,
             IDS) for name, game in self.games.items() for other in others
            if other is not game and other.version() == game.version()])

    def test_of_another_version_are_no_crash(self):
        for five, six in itertools.permutations((tiny_game(4), tiny_game(5), tiny_game(6)), 2):
            self.pack_damaged(Game(five.index, six.resources, "MIXED", v4=False), "index of another version")


class Nesting(DamagedGameTest):
    def test_a_thousand_nested_blocks_do_not_crash(self):
        game = tiny_game(5)
        for tag in (b"LFLF", b"ROOM", b"LECF", b"WRAP", b"PALS"):
            data = b""
            for depth in range(20000 if EXHAUSTIVE else 3000):
                data = tag + struct.pack(">I", 8 * (depth + 1)) + data
            self.pack_damaged(game.with_resources(game.resources[:8] + data), f"nested {tag}")
            self.pack_damaged(game.with_resources(game.resources + data), f"nested {tag} behind")


if __name__ == "__main__":
    unittest.main()
