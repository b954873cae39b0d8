"""Shadows (SCUMM.md §6) that lie over other limbs: the program and both packages draw the same."""

import json
import unittest

import numpy

from packages import ROOT, frames_of, rgba
from python_package import PackageTest

import akos_games
import drawing
from akos_files import FROZEN, Cel, costume
from javascript_test import node
from reader import Archive

WALK_E = 9
LIMBS = ([[1, 1, 2, 4], [3, 2, 2, 5]], [[3, 3, 3, 3], [0, 3, 3, 0]], [[3, 0, 3, 0], [3, 0, 0, 3]])  # 3 is a shadow
PALETTES = {"v7": bytes([0, 100, 50, 13, 25, 200]), "v8": bytes([0, 100, 50, 5, 25, 200])}
BACKGROUND = (90, 200, 41)
DRAW = f"""
import {{ readFileSync }} from "node:fs";
import {{ open }} from "{(ROOT / 'tools/library/javascript/wardrobe.js').as_uri()}";
const [timeline] = (await open(readFileSync(process.argv[1]))).timelines;
console.log(JSON.stringify([...timeline.draw(0, JSON.parse(process.argv[2])).data]));
"""


class OverLimbs(PackageTest):
    def packed(self, kind, codec):
        palette = PALETTES[kind] + bytes(range(60, 70))
        shown = {value: value if codec == 1 else palette[value] if value else 255 for value in range(16)}
        cels = [Cel([[shown[value] for value in row] for row in rows]) for rows in LIMBS]
        walk = costume(cels, {WALK_E: [(limb, FROZEN, limb, 0) for limb in range(3)]}, [0, 1, 2], codec=codec,
                       palette=palette)
        game = getattr(akos_games, kind)([[walk]]).write(self.folder / f"{kind}-{codec}")
        return self.pack(game, f"{kind}-{codec}.wardrobe")

    def drawn_by_node(self, path, shape, **options):
        drawn = json.loads(node("--input-type=module", "-e", DRAW, path, json.dumps(options)))
        return numpy.array(drawn, "u1").reshape(shape)

    def test_are_alike_in_the_program_and_the_packages(self):
        for kind, codec in (("v7", 1), ("v7", 5), ("v8", 1), ("v8", 5), ("v8", 16)):
            path = self.packed(kind, codec)
            plain, (timeline,) = Archive.open(path), self.open(path).timelines
            shown = timeline[0].rgba()
            with self.subTest(kind=kind, codec=codec):
                self.assertEqual({*numpy.unique(shown[:, :, 3])}, {128, 255})
                self.assert_drawn_alike(path, timeline)
                numpy.testing.assert_array_equal(shown, drawing.ticks(plain, 0, drawing.colors(plain, 0))[0])
                numpy.testing.assert_array_equal(shown, self.drawn_by_node(path, shown.shape))
                numpy.testing.assert_array_equal(shown, rgba(timeline[0].image()))
                timeline.apng(self.folder / "a.png")
                numpy.testing.assert_array_equal(shown, frames_of(self.folder / "a.png")[0])

    def test_are_alike_over_a_background(self):
        path = self.packed("v8", 1)
        (timeline,) = self.open(path).timelines
        for background in (BACKGROUND, (*BACKGROUND, 9)):
            shown = timeline[0].rgba(background=background)
            numpy.testing.assert_array_equal(shown, self.drawn_by_node(path, shown.shape, background=background))
        self.assertEqual(timeline[0].rgba(background=BACKGROUND)[1, 0].tolist(), [45, 100, 20, 255])

    def test_are_ordinary_colours_in_other_palettes(self):
        (timeline,) = self.open(self.packed("v8", 1)).timelines
        colors = numpy.arange(768).reshape(256, 3)
        self.assertEqual(timeline[0].rgba(colors)[0].tolist(), [[*colors[3].tolist(), 255]] * 4)
        self.assertEqual(timeline[0].indices()[0].tolist(), [3] * 4)


if __name__ == "__main__":
    unittest.main()
