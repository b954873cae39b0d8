"""The version of a game is detected, can be given, and is shown."""

import unittest

from game_files import tiny_game
from support import GAMES, ProgramTest, needs_games, run


class Versions(ProgramTest):
    def info(self, archive):
        done = run("info", archive, "--json")
        self.assert_fine(done)
        row = done.json_lines()[0]
        return row["version"], row["version_name"], row["evidence"]

    def packed_info(self, game, *options):
        """Returns `info` of the game packed with these options, some of which may make costumes fail."""
        archive = self.folder / "a.wardrobe"
        done = run("pack", game, "-o", archive, "-q", "--force", *options)
        self.assert_no_crash(done)
        self.assertIn(done.status, (0, 1), str(done))
        return self.info(archive)

    def test_can_be_given(self):
        game = tiny_game(6).write(self.folder / "six")
        for version in (4, 5, 6, 7, 8):
            self.assertEqual(self.packed_info(game, "--game", str(version)),
                             (version, str(version), f"--game {version}"))
        self.assertEqual(self.packed_info(game, "--game", "he"),
                         (60, "HE 60", "--game he"))
        for version in (61, 70, 71, 72, 80, 85, 90, 95, 98, 99, 100):
            self.assertEqual(self.packed_info(game, "--game", f"he{version}"),
                             (version, f"HE {version}", f"--game he{version}"))
        for wrong in ("60", "9", "HE 70", ""):
            self.assert_trouble(run("pack", game, "-o", self.folder / "none", "--game", wrong))

    def test_names_of_files_tell_titles(self):
        folder = tiny_game(6).write(self.folder / "six")
        for name, title in (("Monkey2", "Monkey Island 2: LeChuck's Revenge"), ("MONKEY3", None)):
            for file in list(folder.iterdir()):
                file.rename(folder / (name + file.suffix))
            archive = self.pack(folder, name + ".wardrobe")
            self.assertEqual(run("info", archive, "--json").json_lines()[0]["title"], title)
            self.assertIn(f"\ngame       {title + ', ' if title else ''}SCUMM version 6 (", run("info", archive).out)

    def test_is_shown_with_its_reason(self):
        archive = self.pack(tiny_game(6).write(self.folder / "six"))
        done = run("info", archive)
        self.assert_fine(done)
        self.assertIn("SCUMM version 6 (MAXS has 38 bytes)\n", done.out)

    @needs_games
    def test_of_the_test_games_of_version_7(self):
        for name, ids in (("road7", [2, 1]), ("synth16_7", [1])):
            archive = self.pack(GAMES / name, f"{name}.wardrobe")
            self.assertEqual(self.info(archive), (7, "7", "MAXS has 138 bytes"))
            costumes = self.rows(archive, "costumes")
            self.assertEqual([row["id"] for row in costumes], ids)
            self.assertEqual([row["room"] for row in costumes], ids, "each lives in its own room")
            bare = self.pack(next((GAMES / name).glob("*.LA1")), f"{name}.bare.wardrobe")
            self.assertEqual(self.info(bare), (7, "7", "RMHD has 18 bytes"))
            self.assertEqual(len(self.rows(bare, "costumes")), len(ids))


if __name__ == "__main__":
    unittest.main()
