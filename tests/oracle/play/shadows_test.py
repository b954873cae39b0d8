"""Shadows of versions 7 and 8 (SCUMM.md §6): black at half strength, unless they are to be drawn as stored."""

import unittest

import akos_games
from akos_files import PROGRAM, Cel, costume
from images import indices, rgba
from support import ProgramTest, read, run

WALK = {8 + direction: [(0, PROGRAM, 0, 0)] for direction in range(4)}
ROWS = [[1, 1, 2, 2], [2, 1, 1, 0]]


class Shadows(ProgramTest):
    def test_are_black_at_half_strength_or_as_stored_and_keep_their_indices(self):
        for kind, shadow in (("v7", 13), ("v8", 7)):
            payload = costume([Cel(ROWS)], WALK, [0, ("goto", 0)], palette=bytes([0, shadow, 40, 0]))
            archive = self.pack(getattr(akos_games, kind)([[payload]]).write(self.folder / kind), f"{kind}.wardrobe")
            for options, shown in (((), [0, 0, 0, 128]),
                                   (("--shadows", "as-stored"), [*akos_games.COLORS[3 * shadow:3 * shadow + 3], 255])):
                out = self.folder / "out.png"
                self.assert_fine(run("replay", archive, "--costume", "1", "--dir", "E", "-o", out, "--force", *options))
                other = [*akos_games.COLORS[120:123], 255]
                self.assertEqual(rgba(read(out))[0].tolist(), [shown, shown, other, other])
                self.assertEqual(indices(read(out))[0].tolist(), [[1, 1, 2, 2], [2, 1, 1, 4]])


if __name__ == "__main__":
    unittest.main()
