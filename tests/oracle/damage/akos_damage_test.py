"""Damage to an AKOS costume costs at most that costume. The program never crashes, nor takes much time or memory."""

import itertools
import random
import struct
import unittest

import akos_files as akos
import akos_games
from akos_files import Cel, assemble, chunks, costume, dot, draw_many, joined
from damaged_game import DamagedGameTest
from game_files import block
from support import EXHAUSTIVE

WALK_E, WALK_S = 9, 10
KINDS = ("v7", "v8", "he70", "he98")
BYTES = 3000 if EXHAUSTIVE else 12  # how many costumes to damage for each kind of chunk
TAGS = (b"AKHD", b"AKPL", b"AKSQ", b"AKCH", b"AKOF", b"AKCI", b"AKCD", b"AKFO", b"RGBS")


def rich_chunks(codec=1, flags=0):
    """Returns a costume that uses some of everything."""
    rows = [[1, 2, 3], [4, 4, 4]]
    cels = [Cel(rows, number, -number, 1, 1) for number in range(6)]
    sequence, labels = assemble([
        0, 1, 2, "a", 3, ("add", 1, 4), ("jump_lt", "a", 4, 2), draw_many([(1, 2, 4), (3, 4, 5)]),
        ("do_eq", 0, 7), 1, ("end_if",), ("jump_table", 4), "b", 2, ("goto", "a"), ("end",)])
    records = {5: [(0, akos.LOOP, 0, 2)], WALK_E: [(1, akos.PROGRAM, labels["a"], 1)],
               WALK_S: [(0, akos.STOP), (2, akos.ONCE, 0, 2), (3, akos.REMOVE)]}
    return chunks(cels, records, sequence, codec, flags, rgb=bytes(48), jumps=[labels["b"]])


def rich(codec=1, flags=0):
    return joined(rich_chunks(codec, flags))


GOOD = costume([dot()], {WALK_E: [(0, akos.LOOP, 0, 0)]}, [0])  # stands beside the damaged costume


class AkosDamage(DamagedGameTest):
    def pack_game(self, kind, rooms, what):
        game = akos_games.GAMES[kind][1](rooms)
        game.name = "GAME"
        return self.pack_damaged(game, f"{kind}: {what}")

    def pack_beside_good(self, kind, payloads, what):
        """Returns the archive, and the costumes' rows by id. Asserts that the last costume, which is undamaged, is
        intact."""
        done, archive = self.pack_game(kind, [payloads, [GOOD]], what)
        self.assertIsNotNone(archive, str(done))
        ids = {int(number): row for row, number in enumerate(archive["costumes.id"])}
        good = len(payloads) + 1
        self.assertIn(good, ids, what)
        self.assertEqual(archive.blob("costumes.command", ids[good]).tolist(), [0])
        (timeline,) = archive.row_range("costumes.record_offset", ids[good])
        self.assertEqual(len(archive.blob("timelines.tick", timeline)), 1)
        return archive, ids


class Files(AkosDamage):
    ROOMS = [[rich(1), rich(5)], [rich(16), rich(32)], [rich(1, akos.SHORT_HEADERS)]]

    def test_undamaged_have_no_failures(self):
        for kind in KINDS:
            done, _ = self.pack_game(kind, self.ROOMS, "whole")
            self.assertEqual(done.status, 0, kind)

    def test_cut_anywhere_or_with_any_byte_changed_do_not_crash(self):
        generator, cases = random.Random(1), []
        for kind in KINDS:
            game = akos_games.GAMES[kind][1](self.ROOMS)
            for name, data in game.files.items():
                cases += [(game.with_file(name, data[:length]), f"{kind}: {name} cut at {length}")
                          for length in range(0, len(data), 7 if EXHAUSTIVE else 1 + len(data) // 10)]
                for _ in range(1000 if EXHAUSTIVE else 10):
                    at, value = generator.randrange(len(data)), generator.randrange(256)
                    cases.append((game.with_file(name, data[:at] + bytes([value]) + data[at + 1:]),
                                  f"{kind}: byte {at} of {name} is {value}"))
        for game, _ in cases:
            game.name = "GAME"
        self.check_all(lambda case: self.pack_damaged(*case), cases)


def short_chunks():
    for tag, flags in itertools.product(TAGS, (0, akos.SHORT_HEADERS)):
        made = rich_chunks(flags=flags)
        yield from (joined(made | {tag: made[tag][:left]}) for left in {0, 1, 2, 3, 5, 7, len(made[tag]) - 1})


def with_size(tag, size):
    payload = bytearray(rich())
    at = payload.index(tag) + 4
    payload[at:at + 4] = struct.pack(">I", size)
    return bytes(payload)


def odd_chunks():
    """Repeated, reordered or unknown ones."""
    unknown = b"".join(block(tag, bytes(5)) for tag in (b"AKST", b"AKSF", b"AKCT", b"XXXX"))
    turned = joined(dict(reversed(rich_chunks().items())))
    return rich() + rich(), turned, unknown + rich(), rich() + unknown, b"", unknown, b"\0" * 40


def noisy(kind, codec, tag):
    generator = random.Random(f"{kind} {codec} {tag}")
    for _ in range(BYTES):
        made = rich_chunks(codec, akos.SHORT_HEADERS if kind == "he98" else 0)
        data = bytearray(made[tag])
        for at in generator.sample(range(len(data)), min(len(data), 3)):
            data[at] = generator.choice((0, 0x80, 0xC0, 0xFF, generator.randrange(256)))
        yield joined(made | {tag: bytes(data)})


class Chunks(AkosDamage):
    def test_cost_one_costume_at_most(self):
        damage = {"short chunks": [*short_chunks()], "odd chunks": [*odd_chunks()]}
        for size in (0, 1, 7, 8, 9, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF8, 0xFFFFFFFF):
            damage[f"chunks of size {size}"] = [with_size(tag, size) for tag in TAGS]
        cases = [(kind, payloads, what) for kind in KINDS for what, payloads in damage.items()]
        cases += [(kind, [*noisy(kind, codec, tag)], f"noise in {tag} of codec {codec}")
                  for kind in ("v7", "he98") for codec in akos.CODECS for tag in TAGS]
        self.check_all(lambda case: self.pack_beside_good(*case), cases)


class Cels(AkosDamage):
    def failed(self, cels, codec, kind="v7"):
        """Returns the indices of failures. All cels are shown as items of one draw-many."""
        many = draw_many([(0, 0, cel) for cel in range(len(cels))])
        payload = costume(cels, {WALK_E: [(0, akos.FROZEN, 0, 0)]}, [many], codec)
        archive, ids = self.pack_beside_good(kind, [payload], "cels")
        self.assertIn(1, ids)
        return sorted(set(archive["failures.index"].tolist()))

    def test_of_65535_by_65535_pixels_fail_quickly(self):
        sizes = ((65535, 65535), (65535, 1), (1, 65535), (4097, 1), (2049, 2048))
        for codec in akos.CODECS:
            for data in (b"", b"\x08\x00\x13\xff\xff\xff\xff", bytes(600), b"\xff" * 600):
                cels = [Cel(None, data=data, size=size) for size in sizes]
                self.assertEqual(self.failed(cels, codec), list(range(len(sizes))))


class Records(AkosDamage):
    def test_as_many_as_possible_are_packed_quickly(self):
        """Costumes of as many records as possible, all identical. Their loops never close or are as long as
        possible."""
        limbs = [(limb, akos.LOOP, 16 * limb, 60 + 2 * limb) for limb in range(16)]
        programs = [(limb, akos.PROGRAM, 0, 0) for limb in range(16)]
        turn = [("add", 1, 5), ("jump_ne", "a", 5, 0)]
        many = [draw_many([(1, 1, 0)] * 255)] * 9
        for sequence, window in ((bytes(400), limbs), (b"\xC0\xFF" * 200, limbs),
                                 (assemble(["a", 0, *turn])[0], programs),
                                 (assemble(["a", *many, *turn])[0], programs)):
            made = chunks([dot()], {0: window}, sequence)
            body = akos.record_bytes(window)
            count = (0xFFFF - len(body)) // 2
            made[b"AKHD"] = struct.pack("<5H", 1, 0, count, 1, 1)
            made[b"AKCH"] = struct.pack("<H", 2 * count) * count + body
            self.pack_beside_good("v7", [joined(made)], f"{count} records")


def circle(step):
    """Thousands of gotos, each to one before or behind it."""
    return [0, *(item for number in range(9000) for item in (f"L{number}", ("goto", f"L{(number + step) % 9000}")))]


class Sequences(AkosDamage):
    def test_that_go_on_and_on_end_quickly(self):
        """Cycles of gotos, and ticks of thousands of commands or items, no two of them alike."""
        turn, many = [("add", 1, 5), ("jump_ne", "a", 5, 0)], draw_many([(1, 1, 0)] * 255)
        windows = akos.PROGRAM, akos.LOOP, akos.ONCE
        cases = [(items, 16, mode) for mode in windows for items in ([0, "a", ("goto", "a")], circle(1), circle(-1))]
        for command in (("count",), ("end_if",), ("do_eq", 0, 7), ("do_ne", 0, 7), ("if_var", "a", 7)):
            size = len(assemble(["a", command])[0])
            cases.append((["a", 0, *[command] * (65500 // size), *turn], 16, akos.PROGRAM))
        cases += [(["a", *[many] * 50, *turn], 16, akos.PROGRAM), ([many], 16, akos.FROZEN)]
        cases += [([bytes([byte]) * 65535], 2, mode) for byte in (0, 1, 0x7F, 0x80, 0xBF, 0xC0, 0xFF) for mode in windows]
        for items, limbs, mode in cases:
            sequence = assemble(items)[0][:65535]
            window = [(limb, mode, 0, 0xFFFE) for limb in range(limbs)]
            payload = costume([dot()], {number: window for number in range(8, 24)}, sequence)
            self.pack_beside_good("v7", [payload], f"{str(items)[:60]} in mode {mode}")


if __name__ == "__main__":
    unittest.main()
