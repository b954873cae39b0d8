"""The program notices every changed, missing or added byte of an archive, and never crashes on it.

Changes every byte of a tiny archive and every 97th of the sample game's. With WARDROBE_EXHAUSTIVE=1, changes every
byte of both, and tries all commands each time.
"""

import itertools
import pathlib
import random
import unittest

import zstandard

from game_files import tiny_game
from support import EXHAUSTIVE, ProgramTest, read, run, sample

STEP = 1 if EXHAUSTIVE else 97
COMMANDS = (("info",), ("list", "costumes"), ("list", "pictures"), ("list", "palettes"),
            ("list", "failures"), ("verify",))
LISTS = (("list", "pictures"), ("list", "costumes"))


def command_line(command, archive):
    """Returns a command line; ("list", "pictures") becomes list ARCHIVE pictures --json."""
    return [command[0], archive, *command[1:], "--json"]


class Damage(ProgramTest):
    def setUp(self):
        super().setUp()
        self.tiny = self.pack(tiny_game(5).write(self.folder / "tiny"), "tiny.wardrobe")
        self.larger = self.pack(sample(6), "larger.wardrobe")

    def right_rows(self, archive):
        return {command: run(*command_line(command, archive)).out for command in LISTS}

    def check(self, name, data, right, commands=LISTS):
        """Asserts that verify refuses the data, and that lists refuse it or are correct."""
        path = self.folder / name
        path.write_bytes(data)
        done = run(*command_line(("verify",), path))
        self.assert_no_crash(done)
        self.assertIn(done.status, (1, 2), f"not noticed: {done}")
        self.assertLessEqual(done.err.count("\n"), 1, str(done))
        for command in commands:
            done = run(*command_line(command, path))
            if done.status == 0:
                self.assertEqual((done.out, done.err), (right[command], ""), str(done))
            else:
                self.assert_trouble(done, path)
        self.assert_trouble(run("diff", path, self.tiny), path)
        path.unlink()

    def changed_at(self, archive, places):
        whole, right = read(archive), self.right_rows(archive)
        generator = random.Random(7)
        values = [generator.randrange(1, 256) for _ in whole]

        def one(at):
            data = bytearray(whole)
            data[at] ^= values[at]
            turn = LISTS if EXHAUSTIVE else LISTS[at % 8:][:1]  # tries each list at every 8th byte
            self.check(f"{at}.wardrobe", data, right, turn)

        self.check_all(one, places)

    def test_every_changed_byte_of_a_tiny_archive_is_noticed(self):
        self.changed_at(self.tiny, range(len(read(self.tiny))))

    def test_bits_of_the_leading_frame_and_the_seek_table_are_noticed(self):
        whole, right = read(self.tiny), self.right_rows(self.tiny)
        places = [*range(40), *range(len(whole) - (8 + 4 * 12 + 9), len(whole))]

        def one(bit):
            data = bytearray(whole)
            data[bit // 8] ^= 1 << bit % 8
            self.check(f"bit-{bit}.wardrobe", data, right, LISTS[:EXHAUSTIVE])

        self.check_all(one, [8 * at + bit for at in places
                             for bit in (range(8) if EXHAUSTIVE else (0, 4, 7))])

    def test_changed_bytes_of_a_larger_archive_are_noticed(self):
        places = range(0, len(read(self.larger)), STEP)
        self.changed_at(self.larger, places)

    def truncated_to(self, archive, lengths, commands=()):
        whole, right = read(archive), self.right_rows(archive)
        self.check_all(lambda length: self.check(f"{length}.wardrobe", whole[:length], right,
                                                 commands), lengths)

    def test_truncations_of_a_tiny_archive_are_noticed(self):
        step = 1 if EXHAUSTIVE else 5
        self.truncated_to(self.tiny, range(0, len(read(self.tiny)), step), LISTS[:EXHAUSTIVE])

    def test_truncations_of_a_larger_archive_are_noticed(self):
        self.truncated_to(self.larger, range(0, len(read(self.larger)), STEP))

    def test_appended_bytes_are_noticed(self):
        whole, right = read(self.tiny), self.right_rows(self.tiny)
        skippable = b"\x50\x2a\x4d\x18" + bytes(4)
        for number, more in enumerate((b"\0", b"\n", bytes(40), skippable, whole,
                                       zstandard.ZstdCompressor().compress(b"more"))):
            self.check(f"more-{number}.wardrobe", whole + more, right)
            self.check(f"less-{number}.wardrobe", more + whole, right)

    def test_swapped_bytes_are_noticed(self):
        whole, right = read(self.tiny), self.right_rows(self.tiny)
        generator = random.Random(8)

        def one(pair):
            data = bytearray(whole)
            data[pair[0]], data[pair[1]] = data[pair[1]], data[pair[0]]
            if data != whole:
                self.check(f"{pair[0]}-{pair[1]}.wardrobe", data, right)

        self.check_all(one, [generator.sample(range(len(whole)), 2)
                             for _ in range(1000 if EXHAUSTIVE else 50)])


class NotAnArchive(ProgramTest):
    def assert_refused(self, path):
        for command in COMMANDS:
            self.assert_trouble(run(*command_line(command, path)), path)
        if not pathlib.Path(path).is_file():  # For diff, a folder may be a game, and /dev/null is an absent archive.
            return
        good = self.pack(tiny_game(5).write(self.folder / "good"), "good.wardrobe", "--force")
        for pair, form in itertools.product(((path, good), (good, path)), ((), ("--json",), ("--stat",))):
            self.assert_trouble(run("diff", *pair, *form), path)

    def file(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return path

    def test_an_empty_file(self):
        self.assert_refused(self.file("empty", b""))

    def test_a_foreign_zstd_file(self):
        self.assert_refused(self.file("text.zst", zstandard.ZstdCompressor().compress(b"words")))

    def test_a_foreign_seekable_file(self):
        frame = zstandard.ZstdCompressor(write_checksum=True).compress(b"words")
        entry = len(frame).to_bytes(4, "little") + (5).to_bytes(4, "little")
        table = (b"\x5e\x2a\x4d\x18" + (17).to_bytes(4, "little") + entry
                 + (1).to_bytes(4, "little") + b"\0" + b"\xb1\xea\x92\x8f")
        self.assert_refused(self.file("seekable.zst", frame + table))

    def test_zeros_and_noise_and_text(self):
        self.assert_refused(self.file("zeros", bytes(5000)))
        self.assert_refused(self.file("noise", random.Random(9).randbytes(5000)))
        self.assert_refused(self.file("text", b"a wardrobe\n" * 400))

    def test_a_folder(self):
        self.assert_refused(self.folder)

    def test_a_missing_file(self):
        self.assert_refused(self.folder / "missing")
        self.assert_refused(self.folder / "missing" / "deeper")
        self.assert_refused("")

    def test_a_device(self):
        self.assert_refused("/dev/null")
        self.assert_refused("/dev/zero")


if __name__ == "__main__":
    unittest.main()
