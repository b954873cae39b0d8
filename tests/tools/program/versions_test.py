"""The version of a game: detected, given, and shown."""

import pathlib
import sys
import unittest

from game_files import tiny_game
from support import GAMES, ProgramTest, run

GOLDEN = pathlib.Path(__file__).parents[2] / "formats/archive/golden"


class Versions(ProgramTest):
    def info(self, archive):
        done = run("info", archive, "--json")
        self.assert_fine(done)
        row = done.json_lines()[0]
        return row["version"], row["version_name"], row["evidence"]

    def packed_info(self, game, *options):
        """What info says of the game packed with these options; some may make its costumes fail."""
        archive = self.folder / "a.wardrobe"
        done = run("pack", game, "-o", archive, "-q", "--force", *options)
        self.assert_no_crash(done)
        self.assertIn(done.status, (0, 1), str(done))
        return self.info(archive)

    def test_is_detected(self):
        for version, size in ((5, 26), (6, 38)):
            game = tiny_game(version).write(self.folder / f"v{version}")
            self.assertEqual(self.packed_info(game),
                             (version, str(version), f"MAXS has {size} bytes"))

    def test_can_be_given(self):
        game = tiny_game(6).write(self.folder / "six")
        for version in (5, 6, 7, 8):
            self.assertEqual(self.packed_info(game, "--game", str(version)),
                             (version, str(version), f"--game {version}"))
        self.assertEqual(self.packed_info(game, "--game", "he"),
                         (60, "HE 60 or later", "--game he"))
        for wrong in ("60", "9", "HE 70", ""):
            self.assert_trouble(run("pack", game, "-o", self.folder / "none", "--game", wrong))

    def test_is_shown_with_its_reason(self):
        archive = self.pack(tiny_game(6).write(self.folder / "six"))
        done = run("info", archive)
        self.assert_fine(done)
        self.assertIn("SCUMM version 6 (MAXS has 38 bytes)\n", done.out)

    def test_of_an_archive_without_a_reason(self):
        self.assertEqual(self.info(GOLDEN / "v1.0.wardrobe")[2], "")
        self.assertIn("SCUMM version 6\n", run("info", GOLDEN / "v1.0.wardrobe").out)

    def test_of_the_test_games_of_version_7(self):
        if GAMES is None:
            print("skipped: WARDROBE_GAMES is not set", file=sys.stderr)
            raise unittest.SkipTest("WARDROBE_GAMES is not set")
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
