"""`wardrobe export` of a large game: its memory depends on the largest file, not on the game (LIMITS.md)."""

import os
import subprocess
import unittest

import large_art
from support import PROGRAM, ProgramTest, not_under_sanitizers

FORMATS = ("sheet", "godot", "aseprite", "frames", "gif", "apng", "pictures", "html", "json")
COSTUMES, CELS, SIZE = 6, 120, (640, 480)
MOST = 120 << 20  # bytes: 50 MiB for each of two threads, and what is there once


@not_under_sanitizers
@unittest.skipUnless(hasattr(os, "sched_setaffinity"), "memory is measured on Linux only")
class MemoryTest(ProgramTest):
    def peak(self, *arguments):
        """Returns the most memory that a run with two threads takes, in bytes."""
        cpus = sorted(os.sched_getaffinity(0))[:2]
        process = subprocess.Popen([PROGRAM, *map(str, arguments)],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: os.sched_setaffinity(0, cpus))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, arguments)
        return usage.ru_maxrss << 10

    def test_memory_does_not_grow_with_the_game(self):
        self.assertGreater(COSTUMES * CELS * SIZE[0] * SIZE[1], 1.5 * MOST)
        game = large_art.game([large_art.costume([SIZE] * CELS, number * CELS) for number in range(COSTUMES)],
                              self.folder / "game")
        archive = self.pack(game, "large.wardrobe", "--level", "1")
        peaks = {}
        for what in FORMATS:
            peaks[what] = self.peak("export", archive, "--format", what, "-o", self.folder / f"{what}.zip"
                                    if what not in ("html", "json") else self.folder / f"a.{what}")
            if what not in ("html", "json"):
                (self.folder / f"{what}.zip").unlink()
                peaks[what + " folder"] = self.peak("export", archive, "--format", what, "-o", self.folder / what)
        print({what: peak >> 20 for what, peak in peaks.items()}, flush=True)
        self.assertEqual({what: peak for what, peak in peaks.items() if peak > MOST}, {})


if __name__ == "__main__":
    unittest.main()
