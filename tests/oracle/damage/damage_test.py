"""The program notices every changed, missing or added byte of an archive, and never crashes on it.

Changes every byte of a tiny archive and every 97th of the sample game's. With WARDROBE_EXHAUSTIVE=1, changes every
byte of both, and tries all commands each time.
"""

import itertools
import pathlib
import random
import struct
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

    def test_changed_bytes_of_a_larger_archive_are_noticed(self):
        places = range(0, len(read(self.larger)), STEP)
        self.changed_at(self.larger, places)

    def test_appended_bytes_are_noticed(self):
        whole, right = read(self.tiny), self.right_rows(self.tiny)
        skippable = b"\x50\x2a\x4d\x18" + bytes(4)
        for number, more in enumerate((b"\0", b"\n", bytes(40), skippable, whole,
                                       zstandard.ZstdCompressor().compress(b"more"))):
            self.check(f"more-{number}.wardrobe", whole + more, right)
            self.check(f"less-{number}.wardrobe", more + whole, right)


class NotAnArchive(ProgramTest):
    def assert_refused(self, path):
        for command in COMMANDS:
            done = run(*command_line(command, path))
            if command == ("verify",):  # It has a row even then.
                self.assertEqual([row["ok"] for row in done.json_lines()], [False], str(done))
                done.out = ""
            self.assert_trouble(done, path)
        if not pathlib.Path(path).is_file():  # For diff, a folder may be a game, and /dev/null is an absent archive.
            return
        good = self.pack(tiny_game(5).write(self.folder / "good"), "good.wardrobe", "--force")
        for pair, form in itertools.product(((path, good), (good, path)), ((), ("--json",), ("--stat",))):
            self.assert_trouble(run("diff", *pair, *form), path)

    def test_what_is_none(self):
        frame = zstandard.ZstdCompressor(write_checksum=True).compress(b"words")
        table = (b"\x5e\x2a\x4d\x18" + struct.pack("<IIIIB", 17, len(frame), 5, 1, 0) + b"\xb1\xea\x92\x8f")
        for name, data in {"empty": b"", "zeros": bytes(5000), "noise": random.Random(9).randbytes(5000),
                           "text": b"a wardrobe\n" * 400, "a foreign zstd file": frame,
                           "a foreign seekable file": frame + table}.items():
            path = self.folder / name
            path.write_bytes(data)
            self.assert_refused(path)
        (self.folder / "a folder").mkdir()
        for path in (self.folder / "a folder", self.folder / "missing", self.folder / "missing" / "deeper", "", "/dev/null", "/dev/zero"):
            self.assert_refused(path)


if __name__ == "__main__":
    unittest.main()
