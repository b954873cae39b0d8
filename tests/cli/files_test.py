"""Games and folders that a user may not use, and the messages of `pack` about what is unreadable; files.console has what
else it reads and writes."""

import os
import unittest

from game_files import costume, make_game, picture, rle16, tiny_game
from support import ProgramTest, run


class WithoutRights(ProgramTest):
    def setUp(self):
        super().setUp()
        self.game = tiny_game(5).write(self.folder / "game")
        self.here = self.public_folder()
        self.out = self.here / "out"
        self.nobody = self.as_nobody()

    def assert_packed(self, source, file, ids):
        """Asserts that the game packs, and that a file could not be opened."""
        done = run("pack", source, "-o", self.out, "-q", "--force", **self.nobody)
        self.assert_no_crash(done)
        self.assertEqual(done.status, 1 if file else 0, str(done))
        self.assertEqual([row["id"] for row in self.rows(self.out, "costumes")], ids)
        self.assertEqual([(row["file"], row["offset"], row["error"][:30]) for row in self.rows(self.out, "failures")],
                         [(file, None, "cannot open: Permission denied")] if file else [])

    def test_a_game_is_refused(self):
        for path in (self.game / "TINY.001", self.game):
            path.chmod(0)
            self.assert_trouble(run("pack", self.game, "-o", self.out, **self.nobody), path.name)
            self.assertFalse(self.out.exists())
            path.chmod(0o755)

    def test_a_game_is_packed_without_its_index_or_a_second_disk(self):
        second = self.game / "tiny.002"
        second.touch(0)
        for source in (self.game, self.game / "TINY.000"):
            self.assert_packed(source, "tiny.002", [1])
        second.unlink()
        (self.game / "TINY.000").chmod(0)
        self.assert_packed(self.game, "TINY.000", [None])

    def test_files_that_are_none_of_the_game_are_not_opened(self):
        for name in ("README.TXT", "TINY.SOU", "OTHER.001", "OTHER.000", "OTHER.HE0"):
            (self.game / name).touch(0)
        for source in (self.game, self.game / "TINY.000"):
            self.assert_packed(source, None, [1])

    def test_a_folder_that_may_not_be_entered_or_written_to_is_named(self):
        for mode, named in ((0, "Permission denied"), (0o555, "")):
            self.here.chmod(mode)
            for options in ((), ("--force",)):
                done = run("pack", self.game, "-o", self.out, *options, **self.nobody)
                self.assert_trouble(done, self.out, named)
                self.assertNotIn("filesystem", done.err)
            self.assert_trouble(run("sample", "-o", self.here / "sample", **self.nobody), self.here)
            self.here.chmod(0o777)
            self.assertEqual(os.listdir(self.here), [])


class Partly(ProgramTest):
    def test_pack_says_how_much_of_which_costumes_is_unreadable(self):
        good = picture(1, 1, rle16([1]))
        bad = costume(6, {0: [good, 60000]}, {4: [(0, 0, 1)]}, [0, 1])
        fine = costume(6, {0: [good]}, {4: [(0, 0, 0)]}, [0])
        out = self.folder / "b.wardrobe"
        for costumes, told in (([fine, bad], "1 picture unreadable (costume 2)"),
                               ([bad, fine, bad], "2 pictures unreadable (costumes 1, 3)"),
                               ([bad] * 10, "10 pictures unreadable (costumes 1, 2, 3, 4, 5, 6, 7, 8 and 2 more)"),
                               ([fine, b"\xff" * 40], "1 costume unreadable (costume 2)")):
            game = make_game(6, [costumes]).write(self.folder / "partly")
            done = run("pack", game, "-o", out, "-q", "--force")
            self.assertEqual((done.status, done.out), (1, ""), str(done))
            self.assertEqual(done.err, f"wardrobe: {told}; the rest is packed; see: wardrobe list {out} failures\n")

    def test_pack_says_that_there_is_no_background(self):
        done = run("pack", tiny_game(5).write(self.folder / "game"), "-o", self.folder / "c.wardrobe", "--rooms")
        self.assert_no_crash(done)
        self.assertIn("backgrounds of rooms: none readable\n", done.out)


if __name__ == "__main__":
    unittest.main()
