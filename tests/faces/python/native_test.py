"""The Python package plays live, and packs."""

import contextlib
import unittest

import numpy

from languages import PACKAGE, PackageTest, examples, game, wardrobe

from game_files import tiny_game
from support import read, sample

FIELDS = ["limb", "index", "picture", "x", "y", "flip"]


class Live(PackageTest):
    """Players play what was baked, and what was not."""

    def setUp(self):
        super().setUp()
        self.archive = self.open(self.pack(sample(6), "a.wardrobe", "--rooms"))

    def test_plays_and_draws_every_timeline_as_it_was_baked(self):
        room = self.archive.room(1)
        place = room.place(125, 84)
        for timeline in self.archive.timelines:
            player, events = timeline.costume.player(), timeline.events()
            player.reset(timeline.direction)
            player.start(timeline.chore)
            for frame in timeline:
                self.assertEqual(player.cels()[FIELDS].tolist(), frame.cels()[FIELDS].tolist(), f"{frame}")
                numpy.testing.assert_array_equal(player.rgba(frame.box), frame.rgba())
                if frame.tick == 0:
                    numpy.testing.assert_array_equal(room.draw(player, place), room.draw(frame, place))
                happened = player.step()[["limb", "kind", "value"]].tolist()
                baked = events[events["tick"] == frame.tick]
                self.assertEqual(happened, baked[["limb", "kind", "value"]].tolist(), f"{frame}")

    def test_chores_mix_on_limbs(self):
        costume = self.archive.costume(1)
        player = costume.player()
        self.assertEqual(len(player.cels()), 0)
        player.face("W")
        player.start("stand")
        player.start("walk", limbs=[0])
        walk, stand = costume.timeline("walk", "W")[0].cels(), costume.timeline("stand", "W")[0].cels()
        expected = walk[walk["limb"] == 0][FIELDS].tolist() + stand[stand["limb"] != 0][FIELDS].tolist()
        # Ignores x and y: the picture that limb 0 shows here may move the limbs drawn after it differently.
        self.assertEqual([cel[:3] for cel in player.cels()[FIELDS].tolist()], [cel[:3] for cel in expected])
        self.assertNotEqual(expected[0][:3], stand[FIELDS].tolist()[0][:3])
        for wrong in (16, -1):
            self.assertRaises(ValueError, player.start, "walk", limbs=[wrong])
        self.assertRaises(ValueError, player.face, "X")
        self.assertRaises(KeyError, player.start, "dance")
        player.reset("W", bare=True)
        player.start("walk", limbs=[0])
        self.assertEqual(set(player.cels()["limb"].tolist()), {0})

    def test_outlives_what_it_came_from(self):
        player = wardrobe.open(wardrobe.pack(sample(6))).costume(1).player()
        player.start("walk", "W")
        self.assertGreater(len(player.cels()), 0)

    def test_the_example_of_the_readme(self):
        [code] = [code for code in examples("python", PACKAGE) if "wardrobe.pack" in code]
        (self.folder / "sample").symlink_to(sample(6).parent)
        names = {}
        with contextlib.chdir(self.folder):
            exec(code, names)
        self.assertEqual(names["image"].shape, (90, 80, 4))
        self.assertTrue(names["image"].any())


class Pack(PackageTest):
    def test_packs_as_the_program_does(self):
        data = wardrobe.pack(sample(8))
        self.assertEqual((data, data.failures), (read(self.pack(sample(8))), 0))
        self.assertLess(len(wardrobe.pack(sample(6), max_ticks=2)), len(wardrobe.pack(sample(6))))
        self.assertEqual(wardrobe.pack(game("he"), game="he"),
                         read(self.pack(game("he"), "named.wardrobe", "--game", "he")))

    def test_says_how_far_it_is_and_can_be_stopped(self):
        seen = []
        wardrobe.pack(sample(6), progress=lambda done, total: seen.append((done, total)))
        self.assertEqual(seen[-1][0], seen[-1][1])
        self.assertEqual(seen, sorted(seen))

        class Enough(Exception):
            pass

        def stop(*_):
            raise Enough

        self.assertRaises(Enough, wardrobe.pack, sample(6), progress=stop)

    def test_tells_how_much_could_not_be_read(self):
        folder = tiny_game(6).write(self.folder / "tiny")
        (folder / "TINY.001").write_bytes(read(folder / "TINY.001")[:-100])
        packed = wardrobe.pack(folder)
        self.assertEqual(packed.failures, len(self.open(packed).failures))
        self.assertGreater(packed.failures, 0)

    def test_says_what_is_wrong(self):
        with self.assertRaisesRegex(wardrobe.Error, "empty"):
            wardrobe.pack(self.folder / "empty")
        with self.assertRaises(wardrobe.Error):
            wardrobe.pack(sample(6), level=99)
        for wrong in (9, 60, "v6", 0):
            with self.assertRaisesRegex(wardrobe.Error, "pack --game"):
                wardrobe.pack(sample(6), game=wrong)


if __name__ == "__main__":
    unittest.main()
