"""Inputs that the program accepts as a game, and outputs that it writes."""

import os
import shutil
import unittest

from game_files import costume, make_game, picture, rle16, tiny_costume, tiny_game
from support import ProgramTest, read, run, sample


class Inputs(ProgramTest):
    def assert_refused(self, source, *named):
        out = self.folder / "out"
        self.assert_trouble(run("pack", source, "-o", out), *named)
        self.assertFalse(out.exists())

    def folder_of(self, name, files):
        folder = self.folder / name
        folder.mkdir()
        for file, data in files.items():
            (folder / file).write_bytes(data)
        return folder

    def test_two_games_whose_names_differ_in_case_are_not_mixed(self):
        both = tiny_game(5).write(self.folder / "both")
        other = make_game(5, [[tiny_costume(5)] * 3], "tiny")
        other.write(both)
        alone = self.pack(other.write(self.folder / "alone"), "alone.wardrobe")
        self.assert_refused(both, "both")
        done = run("pack", both / "tiny.000", "-o", self.folder / "one", "-q")
        if done.status == 0:
            self.assertEqual(self.rows(self.folder / "one", "costumes"),
                             self.rows(alone, "costumes"))
        else:
            self.assert_trouble(done, "tiny.001")

    def test_resources_that_are_a_folder_or_a_dangling_link(self):
        for make in (os.mkdir, lambda path: os.symlink("nowhere", path)):
            game = tiny_game(5)
            game.resources = None
            folder = game.write(self.folder / "odd")
            make(folder / "TINY.001")
            self.assert_refused(folder, "TINY")
            shutil.rmtree(folder)

    def test_empty_and_foreign_files(self):
        files = {"EMPTY.000": b"", "EMPTY.001": b"", "NOISE.000": bytes(range(256)),
                 "ZEROS.001": bytes(9000), "KEYS.000": b"\x69" * 9000}
        folder = self.folder_of("files", files)
        self.assert_refused(folder, "files")
        for name in files:
            self.assert_refused(folder / name, name)

    def test_devices_and_pipes(self):
        os.mkfifo(self.folder / "PIPE.000")
        for source in ("/dev/null", "/dev/zero", "/dev/stdin", self.folder / "PIPE.000"):
            self.assert_refused(source, source)

    def test_an_unreadable_game(self):
        folder = tiny_game(5).write(self.folder / "locked")
        out = self.public_folder() / "out"
        for path in (folder / "TINY.001", folder):
            path.chmod(0)
            done = run("pack", folder, "-o", out, **self.as_nobody())
            self.assert_trouble(done, path.name)
            self.assertFalse(out.exists())
            path.chmod(0o755)

    def test_a_game_of_another_version_than_requested(self):
        folder = tiny_game(5).write(self.folder / "five")
        done = run("pack", folder, "-o", self.folder / "six", "--game", "6")
        self.assert_no_crash(done)
        self.assertNotEqual(done.status, 0, str(done))


class PartsOfGames(ProgramTest):
    """An unusable file of a game is a failure; the rest is packed."""

    def setUp(self):
        super().setUp()
        self.game = tiny_game(5).write(self.folder / "game")
        self.index = self.game / "TINY.000"
        self.out = self.public_folder() / "out"

    def assert_packed(self, source, failures, ids=(None,), **how):
        """Asserts that the game packs with these failures, each (file, offset)."""
        done = run("pack", source, "-o", self.out, "-q", "--force", **how)
        self.assert_no_crash(done)
        self.assertEqual(done.status, 1 if failures else 0, str(done))
        self.assertEqual(done.err.count("\n"), done.status, str(done))
        self.assert_fine(run("verify", self.out))
        self.assertEqual([row["id"] for row in self.rows(self.out, "costumes")], list(ids))
        rows = self.rows(self.out, "failures")
        self.assertEqual([(row["file"], row["offset"]) for row in rows], failures)
        return [row["error"] for row in rows]

    def test_a_damaged_or_empty_index(self):
        intact = read(self.index)
        for damaged in (bytes([intact[0] ^ 1]) + intact[1:], b"", intact[:3], bytes(100)):
            self.index.write_bytes(damaged)
            errors = self.assert_packed(self.game, [("TINY.000", 0)])
            self.assertIn("index", errors[0])

    def test_a_damaged_index_under_any_of_its_names(self):
        for index, resources in (("a.SM0", "A.SM1"), ("A.la0", "A.LA1"), ("A.HE0", "A.HE1"),
                                 ("A.he0", "A.(a)"), ("A.000", "a.001")):
            folder = self.folder / index
            folder.mkdir()
            (folder / index).write_bytes(b"?" + read(self.index)[1:])
            shutil.copy(self.game / "TINY.001", folder / resources)
            self.assert_packed(folder, [(index, 0)])

    def test_an_unreadable_index(self):
        self.index.chmod(0)
        errors = self.assert_packed(self.game, [("TINY.000", None)], **self.as_nobody())
        self.assertIn("Permission denied", errors[0])

    def test_a_second_disk_that_cannot_be_used(self):
        second = self.game / "tiny.002"
        shutil.copy(self.game / "TINY.001", second)
        second.chmod(0)
        self.assert_packed(self.game, [("tiny.002", None)], [1], **self.as_nobody())
        self.assert_packed(self.index, [("tiny.002", None)], [1], **self.as_nobody())
        second.chmod(0o644)
        second.write_bytes(b"")
        self.assert_packed(self.game, [("tiny.002", 0)], [1])
        second.unlink()
        second.symlink_to("nowhere")
        self.assert_packed(self.game, [("tiny.002", None)], [1])

    def test_unrelated_files_are_ignored(self):
        for name in ("README.TXT", "TINY.SOU", "TINY.mp3", "OTHER.001", "OTHER.000", "OTHER.HE0"):
            (self.game / name).write_bytes(b"something else")
            (self.game / name).chmod(0)
        for name in ("TINY.LA0", "TINY.HE2"):
            (self.game / name).write_bytes(b"")
        for source in (self.game, self.index):
            self.assert_packed(source, [], [1], **self.as_nobody())

    def test_a_damaged_index_of_another_game_asks_which(self):
        other = tiny_game(5)
        other.name = "OTHER"
        other.write(self.game)
        (self.game / "OTHER.000").write_bytes(b"damaged")
        done = run("pack", self.game, "-o", self.out)
        self.assert_trouble(done, "TINY.000", "OTHER.000")


class Partly(ProgramTest):
    """The messages of `pack` if something could not be read."""

    def packed(self, costumes, *options):
        out = self.folder / "b.wardrobe"
        done = run("pack", make_game(6, [costumes]).write(self.folder / "partly"), "-o", out, "-q", "--force", *options)
        self.assert_no_crash(done)
        self.assertEqual(done.status, 1, str(done))
        self.assert_one_line(done)
        self.assertIn(f"; the rest is packed; see: wardrobe list {out} failures", done.err)
        return done.err

    def test_says_how_many_pictures_of_which_costumes(self):
        good = picture(1, 1, rle16([1]))
        bad = costume(6, {0: [good, 60000]}, {4: [(0, 0, 1)]}, [0, 1])
        fine = costume(6, {0: [good]}, {4: [(0, 0, 0)]}, [0])
        self.assertIn("wardrobe: 1 picture unreadable (costume 2);", self.packed([fine, bad]))
        self.assertIn("wardrobe: 2 pictures unreadable (costumes 1, 3);", self.packed([bad, fine, bad]))
        self.assertIn("wardrobe: 10 pictures unreadable (costumes 1, 2, 3, 4, 5, 6, 7, 8 and 2 more);",
                      self.packed([bad] * 10))

    def test_says_how_many_costumes(self):
        fine = costume(6, {0: [picture(1, 1, rle16([1]))]}, {4: [(0, 0, 0)]}, [0])
        self.assertIn("wardrobe: 1 costume unreadable (costume 2);", self.packed([fine, b"\xff" * 40]))

    def test_says_that_there_is_no_background(self):
        done = run("pack", tiny_game(5).write(self.folder / "game"), "-o", self.folder / "c.wardrobe", "--rooms")
        self.assert_no_crash(done)
        self.assertIn("backgrounds of rooms: none readable\n", done.out)


class OutputsThatAreInputs(ProgramTest):
    """An output that is also an input, under any name, is refused and left unchanged."""

    def assert_refused(self, file, *command):
        before = read(file)
        links = [self.folder / name for name in ("hard.gif", "symbolic.gif")]
        os.link(file, links[0])
        links[1].symlink_to(file)
        (self.folder / "folder").symlink_to(file.parent)
        for output in (file, *links, self.folder / "folder" / file.name):
            for force in ((), ("--force",)):
                self.assert_trouble(run(*command, output, *force), output, file.name)
                self.assertEqual(read(file), before)
                self.assertEqual(file.stat().st_nlink, 2)
        for link in (*links, self.folder / "folder"):
            link.unlink()

    def test_the_files_of_a_game(self):
        game = tiny_game(5).write(self.folder / "game")
        shutil.copy(game / "TINY.001", game / "TINY.002")
        for name in ("TINY.000", "TINY.001", "TINY.002"):
            self.assert_refused(game / name, "pack", game, "-o")
            self.assert_refused(game / name, "pack", game / "TINY.000", "-o")
        self.assert_refused(game / "TINY.001", "pack", game / "TINY.001", "-o")
        (game / "TINY.000").write_bytes(b"damaged")
        self.assert_refused(game / "TINY.000", "pack", game, "-o")

    def test_the_archives_of_a_comparison(self):
        old, new = (self.pack(sample(version), f"{version}") for version in (5, 6))
        for file in (old, new):
            self.assert_refused(file, "diff", old, new, "--html")

    def test_the_archive_and_the_script_of_a_replay(self):
        folder = self.folder / "replay"
        folder.mkdir()
        archive, script = folder / "a-0.gif", folder / "script.gif"
        self.pack(sample(5), archive)
        script.write_text("0 walk W\n3 end\n")
        play = ("replay", archive, "--costume", "1")
        self.assert_refused(archive, *play, "--chore", "walk", "--dir", "W", "-o")
        self.assert_refused(archive, *play, "--script", script, "-o")
        self.assert_refused(script, *play, "--script", script, "-o")

    def test_the_archive_among_the_pictures_of_a_replay(self):
        archive = self.pack(sample(5), "a-0.png")
        before = read(archive)
        done = run("replay", archive, "--costume", "1", "--chore", "walk", "--dir", "W", "-o",
                   self.folder / "a-%d.png", "--force")
        self.assert_trouble(done, archive)
        self.assertEqual(read(archive), before)
        self.assertEqual(os.listdir(self.folder), [archive.name])


class Outputs(ProgramTest):
    def setUp(self):
        super().setUp()
        self.game = tiny_game(5).write(self.folder / "game")
        self.here = self.folder / "here"
        self.here.mkdir()
        self.out = self.here / "out.wardrobe"

    def pack_to(self, out, *options, **how):
        return run("pack", self.game, "-o", out, *options, **how)

    def test_names_as_long_as_the_file_system_allows(self):
        longest = self.here / ("x" * 255)
        self.assert_fine(self.pack_to(longest))
        self.assert_fine(self.pack_to(longest, "--force"))
        self.assert_trouble(self.pack_to(self.here / ("x" * 256)), "x" * 256)
        self.assertEqual(os.listdir(self.here), [longest.name])

    def test_the_archive_may_be_in_the_folder_of_the_game(self):
        out = self.game / "TINY.wardrobe"
        self.assert_fine(self.pack_to(out))
        before = read(out)
        self.assert_fine(self.pack_to(out, "--force"))
        self.assertEqual(read(out), before)

    def test_a_folder_that_may_not_be_entered(self):
        nobody = self.as_nobody()
        self.here.chmod(0)
        for options in ((), ("--force",)):
            done = self.pack_to(self.out, *options, **nobody)
            self.assert_trouble(done, self.out, "Permission denied")
            self.assertNotIn("filesystem", done.err)
        self.here.chmod(0o755)

    def test_a_read_only_folder(self):
        nobody = self.as_nobody()
        self.here.chmod(0o555)
        for options in ((), ("--force",)):
            self.assert_trouble(self.pack_to(self.out, *options, **nobody), self.out)
        self.assert_trouble(run("sample", "-o", self.here / "sample", **nobody), self.here)
        self.assertEqual(os.listdir(self.here), [])


if __name__ == "__main__":
    unittest.main()
