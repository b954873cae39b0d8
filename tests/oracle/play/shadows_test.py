"""Shadows of versions 7 and 8 (SCUMM.md §6): black at half strength, unless they are to be drawn as stored."""

import unittest

import akos_games
from akos_files import PROGRAM, Cel, costume
from images import Gif, indices, rgba
from support import ProgramTest, read, run

SHADOW = [0, 0, 0, 128]
WALK = {8 + direction: [(0, PROGRAM, 0, 0)] for direction in range(4)}
ROWS = [[1, 1, 2, 2], [2, 1, 1, 0]]
PALETTES = {"v7": bytes([0, 13, 40, 0]), "v8": bytes([0, 7, 40, 0])}


class Shadows(ProgramTest):
    def replayed(self, name, *options, kind="v8"):
        game = getattr(akos_games, kind)([[costume([Cel(ROWS)], WALK, [0, ("goto", 0)], palette=PALETTES[kind])]])
        archive = self.folder / f"{kind}.wardrobe"
        if not archive.exists():
            run("pack", game.write(self.folder / kind), "-o", archive)
        self.assertEqual(run("replay", archive, "--costume", "1", "--dir", "E", "-o", self.folder / name, "--force", *options).status, 0)
        return read(self.folder / name)

    def colors(self, *options, kind="v8"):
        """Returns the colours of the first row."""
        return rgba(self.replayed("out.png", *options, kind=kind))[0].tolist()

    def test_are_black_at_half_strength(self):
        for kind in ("v7", "v8"):
            color = [*akos_games.COLORS[120:123], 255]
            self.assertEqual(self.colors(kind=kind), [SHADOW, SHADOW, color, color], kind)

    def test_can_be_drawn_as_stored(self):
        self.assertEqual(self.colors("--shadows", "as-stored")[0], [*akos_games.COLORS[21:24], 255])

    def test_keep_their_indices(self):
        drawn, stored = (indices(self.replayed("out.png", *options))[0] for options in ((), ("--shadows", "as-stored")))
        self.assertEqual(drawn.tolist(), stored.tolist())
        self.assertEqual(drawn.tolist(), [[1, 1, 2, 2], [2, 1, 1, 4]])

    def test_are_every_other_pixel_of_a_gif(self):
        gif = Gif(self.replayed("out.gif", "--scale", "2"))
        self.assertEqual(gif.frames[0][0].tolist(), [gif.transparent, 1, gif.transparent, 1, 2, 2, 2, 2])
        self.assertEqual(gif.frames[0][1].tolist(), [1, gif.transparent, 1, gif.transparent, 2, 2, 2, 2])


if __name__ == "__main__":
    unittest.main()
