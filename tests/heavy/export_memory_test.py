"""`wardrobe export` of a large game: its memory depends on the largest file, not on the game (LIMITS.md)."""

import os
import unittest

import bombs
import large_art
from support import ProgramTest, not_under_sanitizers

FORMATS = ("sheet", "godot", "aseprite", "frames", "gif", "apng", "pictures", "html", "json")
COSTUMES, CELS, SIZE = 6, 120, (640, 480)
MOST = 120 << 20  # bytes: 50 MiB for each of two threads, and what is there once


@not_under_sanitizers
@unittest.skipUnless(hasattr(os, "sched_setaffinity"), "memory is measured on Linux only")
class MemoryTest(ProgramTest):
    def test_memory_does_not_grow_with_the_game(self):
        self.assertGreater(COSTUMES * CELS * SIZE[0] * SIZE[1], 1.5 * MOST)
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
        self.assertEqual({what: peak for what, peak in peaks.items() if peak > MOST}, {})


if __name__ == "__main__":
    unittest.main()
