"""Small files that ask for much: a clear line or an honest result, in little memory.

Prints what each run took; formats/LIMITS.md has the limits.
"""

import pathlib
import unittest

import bombs
from game_files import tiny_costume
from support import DRIVER, ProgramTest, run


class Bomb(ProgramTest):
    def measure(self, what, *arguments):
        """A run that neither crashes nor takes much."""
        done, seconds, memory = bombs.measured(*arguments)
        print(f"{what}: {' '.join(map(str, arguments[:1]))}: status {done.status}, "
              f"{seconds:.1f} s, {memory >> 20} MiB", flush=True)
        self.assert_no_crash(done)
        if not DRIVER:  # Sanitizers need memory of their own.
            self.assertLess(memory, bombs.MOST_MEMORY, str(done))
        return done

    def pack_bomb(self, what, game, status):
        folder = game.write(self.folder / "bomb")
        size = sum(path.stat().st_size for path in pathlib.Path(folder).iterdir())
        path = self.folder / "bomb.wardrobe"
        done = self.measure(f"{what}, {size} bytes", "pack", folder, "-q", "-o", path)
        self.assertEqual(done.status, status, str(done))
        self.assert_fine(run("verify", path))
        self.measure(what, "info", path)
        return path


class Games(Bomb):
    def test_pixels_out_of_nothing(self):
        path = self.pack_bomb("pixels", bombs.pixels_out_of_nothing(100), 1)
        failures = self.rows(path, "failures")
        self.assertTrue(all(row["error"].startswith("the game's pictures exceed 64 Mi pixels")
                            for row in failures))
        packed = self.rows(path, "pictures")
        self.assertEqual(len(packed) + len(failures), 1600)
        self.assertGreaterEqual(sum(row["width"] * row["height"] for row in packed), 64 << 20)
        self.assertEqual({row["costume_row"] for row in packed}, {0, 1})

    def test_ticks_out_of_nothing(self):
        game = bombs.cost_game([*bombs.ticking_costumes(80), tiny_costume(6)])
        rows = self.rows(self.pack_bomb("ticks", game, 0), "timelines")
        self.assertEqual({flag for row in rows[:-2] for flag in row["flags"]}, {"truncated"})
        self.assertTrue(all(row["ticks"] > 0 for row in rows))
        self.assertEqual([row["flags"] for row in rows[-2:]], [[], []], "it took little itself")

    def test_events_out_of_nothing(self):
        rows = self.rows(self.pack_bomb("events", bombs.many_events(9), 0), "timelines")
        self.assertEqual([row["flags"] for row in rows], [["truncated", "dynamic"]] * 9)

    def test_commands_that_do_nothing(self):
        path = self.pack_bomb("commands", bombs.idle_commands(20), 0)
        for row in self.rows(path, "timelines"):
            self.assertIn("truncated", row["flags"])


if __name__ == "__main__":
    unittest.main()
