"""The Python package plays live, and packs."""

import contextlib
import unittest

import numpy

from languages import VERSIONS, game
from python_package import PackageTest, examples, wardrobe

from game_files import tiny_game
from support import read, sample

FIELDS = ["limb", "index", "picture", "x", "y", "flip"]
TWICE = 2  # passes through a timeline that loops


class Live(PackageTest):
    """Players play what was baked, and what was not."""

    def setUp(self):
        super().setUp()
        self.archives = [self.open(self.pack(game(version), f"{version}.wardrobe"))
                         for version in VERSIONS]

    def begin(self, timeline):
        """Returns a player at tick 0 of a timeline."""
        player = timeline.costume.player()
        player.reset(timeline.direction)
        player.start(timeline.chore)
        return player

    def test_plays_every_timeline_as_it_was_baked(self):
        for archive in self.archives:
            for timeline in archive.timelines:
                player, events, tick = self.begin(timeline), timeline.events(), 0
                end = timeline.ticks if timeline.loop_start is None else timeline.ticks * TWICE
                for _ in range(end):
                    self.assertEqual(player.cels()[FIELDS].tolist(), timeline[tick].cels()[FIELDS].tolist(),
                                     f"{timeline} at tick {tick}")
                    happened = player.step()[["limb", "kind", "value"]].tolist()
                    baked = events[events["tick"] == tick]
                    self.assertEqual(happened, baked[["limb", "kind", "value"]].tolist(), str(timeline))
                    tick += 1
                    if tick == timeline.ticks and timeline.loop_start is not None:
                        tick = timeline.loop_start

    def test_draws_what_the_timeline_draws(self):
        for archive in self.archives:
            for timeline in archive.timelines[::5]:
                player = self.begin(timeline)
                for frame in timeline[:8]:
                    numpy.testing.assert_array_equal(player.rgba(frame.box), frame.rgba())
                    player.step()

    def test_draws_in_a_room_what_the_timeline_draws(self):
        archive = self.open(self.pack(sample(6), "rooms.wardrobe", "--rooms"))
        room, timeline = archive.room(1), archive.costume(1).timeline("walk", "W")
        player, place = self.begin(timeline), room.place(125, 84)
        for frame in timeline[:3]:
            drawn = room.draw(player, place)
            self.assertFalse(numpy.array_equal(drawn, room.background()))
            numpy.testing.assert_array_equal(drawn, room.draw(frame, place))
            player.step()

    def test_chores_mix_on_limbs(self):
        archive = self.archives[VERSIONS.index("v6")]
        costume = archive.costume(1)
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
        [code] = [code for code in examples() if "wardrobe.pack" in code]
        (self.folder / "sample").symlink_to(sample(6).parent)
        names = {}
        with contextlib.chdir(self.folder):
            exec(code, names)
        self.assertEqual(names["image"].shape, (90, 80, 4))
        self.assertTrue(names["image"].any())


class Pack(PackageTest):
    def test_packs_as_the_program_does(self):
        for version in VERSIONS:
            data = wardrobe.pack(game(version))
            self.assertEqual(data, read(self.pack(game(version), f"{version}.wardrobe")), version)
            self.assertEqual(data.failures, 0)
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
