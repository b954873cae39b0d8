"""The memory that commands take does not grow with the pixels of a game: formats/LIMITS.md "Memory"."""

import os
import subprocess
import unittest

import bombs
from support import ProgramTest, not_under_sanitizers

MIB = 1 << 20


@not_under_sanitizers
@unittest.skipUnless("WARDROBE_LARGE_SAMPLE" in os.environ, "WARDROBE_LARGE_SAMPLE is not set")
class LargeGame(ProgramTest):
    """A game drawn for 640 × 480 pixels."""

    def test_is_packed_without_keeping_its_pixels(self):
        game = self.folder / "game"
        subprocess.run([os.environ["WARDROBE_LARGE_SAMPLE"], game, "8", "60", "6"], check=True)
        archive = self.folder / "a.wardrobe"
        for options in ([], ["--rooms"]):
            done, _, memory = bombs.measured("pack", game, "-o", archive, "--force", "--level", "3", "--threads", "2",
                                             *options)
            self.assert_fine(done)
            pixels = sum(row["width"] * row["height"] for row in self.rows(archive, "pictures"))
            game_size = sum(path.stat().st_size for path in game.iterdir())
            bound = game_size + archive.stat().st_size + 60 * MIB
            self.assertLess(memory, bound, f"{memory // MIB} MiB with {options}")
            self.assertGreater(pixels, 2 * bound, "otherwise, this proves nothing")
        for words in (("verify", archive), ("info", archive), ("list", archive, "timelines")):
            done, _, memory = bombs.measured(*words)
            self.assert_fine(done)
            self.assertLess(memory, 60 * MIB, f"{memory // MIB} MiB for {words[0]}")

    def test_games_of_a_collection_take_memory_only_while_they_are_packed(self):
        games = self.folder / "games"
        games.mkdir()
        for copies in range(60, 100):
            subprocess.run([os.environ["WARDROBE_LARGE_SAMPLE"], games / str(copies), "8", str(copies), "1"], check=True)
        options = ("--level", "3", "--force", "--threads")
        alone, _, most = bombs.measured("pack", games / "99", "-o", self.folder / "a.wardrobe", *options, "1")
        self.assert_fine(alone)
        done, _, memory = bombs.measured("pack", games, "-o", f"{self.folder}/all/", *options, "2")
        self.assert_fine(done)
        bound = 2 * most + 20 * MIB
        self.assertLess(memory, bound, f"{memory // MIB} MiB; {most // MIB} MiB for one game")
        archives = sum(path.stat().st_size for path in (self.folder / "all").iterdir())
        self.assertGreater(archives, bound, "otherwise, this proves nothing")


if __name__ == "__main__":
    unittest.main()
