"""Damaged containers are refused with one clear line, or pack. Nothing is made up."""

import unittest

from containers import KINDS, files_of
from game_files import tiny_game
from support import EXHAUSTIVE, ProgramTest, run


class Base(ProgramTest):
    def setUp(self):
        super().setUp()
        game = tiny_game(5).write(self.folder / "game")
        self.files = files_of(game)
        self.intact = self.rows(self.pack(game, "intact"), "costumes")

    def check(self, case):
        """Asserts that packing gives the game, or part of it, or a clear line; returns the status."""
        number, name, data = case
        box = self.folder / f"{number} {name}"
        out = self.folder / f"{number}.wardrobe"
        box.write_bytes(data)
        done = run("pack", box, "-q", "-o", out)
        self.assert_no_crash(done)
        if done.status == 2:
            self.assert_one_line(done)
            self.assertFalse(out.exists())
        else:
            self.assert_fine(run("verify", out))
            ids = [row["id"] for row in self.rows(out, "costumes")]
            self.assertIn(ids, ([1], [None], []), str(done))
            out.unlink()
        box.unlink()
        return done.status


class Damage(Base):
    def heads(self, name, data):
        """Returns the positions of the container's bytes that are not in its files."""
        inside = set()
        for content in self.files.values():
            start = data.find(content)
            inside |= set(range(start, start + len(content))) if start >= 0 else set()
        return [at for at in range(len(data)) if at not in inside]

    def test_of_every_byte_number_and_length(self):
        """Changes bytes of the tables, and puts absurd values into every count, size and position."""
        cases, numbers = [], (b"\0\0\0\0", b"\xFF\xFF\xFF\xFF", b"\xFF\xFF\xFF\x7F", b"\0\0\1\0")
        for name, make in KINDS.items():
            data = make(self.files)
            heads = self.heads(name, data)[::1 if EXHAUSTIVE else 3]
            changes = [(at, bytes([data[at] ^ by])) for at in heads for by in ((1, 0x80, 0xFF) if EXHAUSTIVE else (0xFF,))]
            changes += [(at, number) for at in heads[:-3] if EXHAUSTIVE or at % 2 == 0
                        for number in (numbers if EXHAUSTIVE else numbers[at // 2 % 4:][:1])]
            cases += [(name, data[:at] + change + data[at + len(change):]) for at, change in changes]
            cases += [(name, data[:length]) for length in range(0, len(data), 1 if EXHAUSTIVE else 29)]
        self.check_all(self.check, [(number, *case) for number, case in enumerate(cases)])


if __name__ == "__main__":
    unittest.main()
