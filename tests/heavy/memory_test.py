"""The memory that commands take does not grow with the pixels of a game: formats/LIMITS.md "Memory"."""

import os
import subprocess
import unittest

import bombs
import large_art
from support import ProgramTest, not_under_sanitizers

MIB = 1 << 20
FORMATS = ("sheet", "godot", "aseprite", "frames", "gif", "apng", "pictures", "html", "json")
COSTUMES, CELS, SIZE = 6, 120, (640, 480)
MOST_OF_EXPORTS = 120 << 20  # bytes: 50 MiB for each of two threads, and what is there once


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


@not_under_sanitizers
@unittest.skipUnless(hasattr(os, "sched_setaffinity"), "memory is measured on Linux only")
class Exports(ProgramTest):
    """Their memory depends on the largest file, not on the game."""

    def test_memory_does_not_grow_with_the_game(self):
        self.assertGreater(COSTUMES * CELS * SIZE[0] * SIZE[1], 1.5 * MOST_OF_EXPORTS)
        game = large_art.game([large_art.costume([SIZE] * CELS, number * CELS) for number in range(COSTUMES)],
                              self.folder / "game")
        archive = self.pack(game, "large.wardrobe", "--level", "1")
        cpus = os.sched_getaffinity(0)
        os.sched_setaffinity(0, sorted(cpus)[:2])
        self.addCleanup(os.sched_setaffinity, 0, cpus)
        peaks = {}
        for what in FORMATS:
            for ending in (f".{what}",) if what in ("html", "json") else (".zip", ""):
                done, _, peaks[what + ending] = bombs.measured("export", archive, "--format", what, "-o",
                                                               self.folder / f"{what}{ending}")
                self.assertEqual(done.status, 0, str(done))
        print({what: peak >> 20 for what, peak in peaks.items()}, flush=True)
        self.assertEqual({what: peak for what, peak in peaks.items() if peak > MOST_OF_EXPORTS}, {})


if __name__ == "__main__":
    unittest.main()
