"""Damaged blocks, directories and indexes never crash the program, and never hide the rest of a game."""

import itertools
import random
import struct
import unittest

from damaged_game import IDS, Losses, described, games_to_damage
from game_files import Game, blocks, find, tiny_game
from support import EXHAUSTIVE

SIZES = (0, 1, 7, 8, 9, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF8, 0xFFFFFFFF) if EXHAUSTIVE else (
    0, 9, 0x80000000, 0xFFFFFFFF)
OFFSETS = (0, 1, 8, 0x7FFFFFFF, 0xFFFFFFF0, 0xFFFFFFFF) if EXHAUSTIVE else (0, 8, 0xFFFFFFFF)
END = 1 << 40


class Base(Losses):
    def make_games(self):
        return games_to_damage()

    def touched(self, game, start, end):
        """Returns the costumes that reach into [start, end)."""
        return {place[:2] for place in game.costumes().values() if place[1] < end and start < place[2]}

    def unnamed(self, game, start, end):
        """Returns the costumes that start in [start, end) and that the index does not name."""
        costumes = described(self.intacts[game.name])
        return {place for place, (row, *_) in costumes.items() if start <= place[1] < end and row["id"] is None}

    def check_survivors(self, cases, may_refuse=False):
        """`cases` are (damaged game, description, what may be lost[, fields that may differ])."""
        self.check_cases([(game, what, lost, *(ignored or ((),)), False, may_refuse)
                          for game, what, lost, *ignored in cases])


class Truncation(Base):
    def lengths(self, game, generator):
        size = len(game.resources)
        edges = {at + more for block in blocks(game.resources) for at in (block.start, block.end)
                 for more in (-1, 0, 1, 8)}
        some = sorted(edges & set(range(size)))
        if not EXHAUSTIVE:
            some = generator.sample(some, min(6, len(some)))
        return [0, 1, 7, size - 1, *some, *(generator.randrange(size) for _ in range(400 if EXHAUSTIVE else 6))]

    def test_of_the_resources_keeps_everything_before(self):
        generator = random.Random(1)
        self.check_survivors([
            (game.with_resources(game.resources[:length]), f"resources cut at {length}", self.touched(game, length, END))
            for game in self.games.values() for length in self.lengths(game, generator)])

    def test_of_the_index_keeps_the_costumes(self):
        self.check_survivors([
            (game.with_index(game.index[:length]), f"index cut at {length}", set(), IDS)
            for game in self.games.values() for length in range(0, len(game.index), 1 if EXHAUSTIVE else 31)],
            may_refuse=True)


class BlockSizes(Base):
    def rest_of_room(self, game, block):
        """Returns the unnamed costumes from the block to the end of its LFLF."""
        rooms = find(game.resources, b"LFLF", b"LF")
        return self.unnamed(game, block.start, next(room.end for room in rooms if room.start <= block.start < room.end))

    def cases(self, tags, near=(-8, -1, 1, 8)):
        """Yields cases of impossible and of slightly wrong sizes, for the first block of each tag."""
        for game in self.games.values():
            seen = set()
            for block in blocks(game.resources):
                if block.tag in tags and (EXHAUSTIVE or block.tag not in seen):
                    for size in {*SIZES, *(block.size + more for more in near), len(game.resources)}:
                        damaged = game.patched(block.size_at, block.packed_size(size))
                        yield game, damaged, f"{block.tag} at {block.start} has size {size}", block
                seen.add(block.tag)

    def test_of_costumes_do_not_hide_other_costumes(self):
        self.check_survivors([
            (damaged, what, self.touched(game, block.start, block.end) | self.rest_of_room(game, block))
            for game, damaged, what, block in self.cases((b"COST", b"CO"))])

    def test_of_rooms_and_their_palettes_do_not_hide_costumes(self):
        tags = (b"ROOM", b"RMHD", b"CLUT", b"PALS", b"WRAP", b"OFFS", b"APAL", b"RO", b"HD", b"PA")
        self.check_survivors([(damaged, what, self.rest_of_room(game, block))
                              for game, damaged, what, block in self.cases(tags, (-1, 8))])

    def test_of_the_blocks_of_a_room_do_not_hide_other_rooms(self):
        self.check_survivors([(damaged, what, self.touched(game, block.start, block.end))
                              for game, damaged, what, block in self.cases((b"LFLF", b"LF"))])

    def test_of_the_whole_file_or_of_its_directory_hide_nothing(self):
        cases = [*self.cases((b"LECF", b"LE")), *self.cases((b"LOFF", b"FO"), near=())]
        self.check_survivors([(damaged, what, self.unnamed(game, block.start, END), IDS)
                              for game, damaged, what, block in cases], may_refuse=True)

    def test_numbers_in_rooms_of_version_4_do_not_hide_costumes(self):
        self.check_survivors([
            (game.patched(block.payload, struct.pack("<H", number)), f"{block.tag} at {block.start} starts with {number}",
             set(), IDS)
            for game in self.games.values() for block in find(game.resources, b"LF", b"PA")
            for number in (0, 1, 3, 99, 767, 769, 65535)])


class Directories(Base):
    def entries(self, data, *tags):
        """Returns positions in a directory of the index: of its count, its rooms and its offsets."""
        directory = find(data, *tags)[0]
        start = directory.payload
        rows = range(struct.unpack_from("<H", data, start)[0])
        if directory.v4:
            return start, [start + 2 + 5 * i for i in rows], [start + 3 + 5 * i for i in rows]
        return start, [start + 2 + i for i in rows], [start + 2 + len(rows) + 4 * i for i in rows]

    def patched_index(self, game, at, replacement):
        return game.with_index(game.index[:at] + replacement + game.index[at + len(replacement):])

    def changes_of_loff(self, game):
        """Yields positions in the resources, and what to write there."""
        loff, size = find(game.resources, b"LOFF", b"FO")[0].payload, len(game.resources)
        yield from ((loff, bytes([count])) for count in {0, 1, game.resources[loff] + 1, 255})
        for row in range(min(3, game.resources[loff])):
            yield from ((loff + 2 + 5 * row, struct.pack("<I", offset)) for offset in (*OFFSETS, size, size - 1, 30))
            yield from ((loff + 1 + 5 * row, bytes([room])) for room in (0, 1, 99, 255))

    def test_of_rooms_out_of_range_lose_no_costume(self):
        self.check_survivors([(game.patched(at, data), f"LOFF byte {at} is {data}", set(), IDS)
                              for game in self.games.values() for at, data in self.changes_of_loff(game)])

    def changes_of_dcos(self, game):
        """The same for the index."""
        start, rooms, offsets = self.entries(game.index, b"DCOS", b"0C")
        yield from ((start, struct.pack("<H", count)) for count in (0, 1, len(rooms) + 1, 65535))
        yield from ((at, bytes([room])) for at in rooms[:4] for room in (0, 99, 255))
        yield from ((at, struct.pack("<I", offset)) for at in offsets[:4]
                    for offset in (*OFFSETS, len(game.resources), 62))

    def test_of_costumes_out_of_range_lose_no_costume(self):
        self.check_survivors([(self.patched_index(game, at, data), f"DCOS byte {at} is {data}", set(), IDS)
                              for game in self.games.values() for at, data in self.changes_of_dcos(game)])

    def test_with_any_byte_of_the_index_changed(self):
        generator, cases = random.Random(2), []
        for game in self.games.values():
            step = 1 if EXHAUSTIVE else 29
            for at in range(generator.randrange(step), len(game.index), step):
                value = bytes([game.index[at] ^ generator.randrange(1, 256)])
                cases.append((self.patched_index(game, at, value), f"index byte {at} is {value}", set(), IDS))
        self.check_survivors(cases, may_refuse=True)

    def test_of_another_game_lose_no_costume(self):
        others = [*self.games.values(), *map(tiny_game, (4, 5, 6))]
        self.check_survivors([
            (Game(other.index, game.resources, game.name), f"index of {other.name}", set(), IDS)
            for game in self.games.values() for other in others
            if other is not game and other.version() == game.version()])

    def test_of_another_version_are_no_crash(self):
        for five, six in itertools.permutations(map(tiny_game, (4, 5, 6)), 2):
            self.pack_damaged(Game(five.index, six.resources, "MIXED", v4=False), "index of another version")


class Nesting(Base):
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
