"""The Python package lists and draws what the program does, to the pixel: samples, golden archives and test games."""

import random
import unittest

import numpy
import xxhash
from PIL import Image as pillow
from PIL import ImageSequence

from images import frames as frames_of
from images import rgba
from languages import GOLDEN, VERSIONS, game
from python_package import PackageTest, wardrobe

import drawing
import listing
from reader import Archive
from support import AKOS_GAME_NAMES, EXHAUSTIVE, GAME_NAMES, every, games_beside_the_sample, run, sample

STEP = 1 if EXHAUSTIVE else 7  # of the timelines, as each takes long
CEL = ["limb", "index", "x", "y", "flip"]


class Agreement(PackageTest):
    """The package agrees with the program."""

    def setUp(self):
        super().setUp()
        self.paths = [self.pack(folder, f"{folder.name}.wardrobe") for folder in (
            *map(game, VERSIONS), *games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES))]

    def test_rows_are_those_of_list(self):
        for path in [*self.paths, *GOLDEN.glob("*.wardrobe")]:
            for what in (*listing.LISTS, "windows", "commands"):
                self.assertEqual(self.open(path).list(what), self.rows(path, what), f"{path.name}: {what}")

    def test_columns_are_those_of_the_image(self):
        for path in [*self.paths, *GOLDEN.glob("*.wardrobe")]:
            archive, plain = self.open(path), Archive.open(path)
            self.assertEqual(archive.columns, list(plain.columns))
            for name in plain.columns:
                self.assertEqual(archive[name].dtype, plain[name].dtype, name)
                numpy.testing.assert_array_equal(archive[name], plain[name], name)

    def test_timelines_are_those_of_list(self):
        for path in self.paths:
            archive = self.open(path)
            for timeline, row in zip(archive.timelines, self.rows(path, "timelines"), strict=True):
                self.assertEqual(
                    (timeline.costume.row, timeline.costume.id, timeline.chore, timeline.direction,
                     timeline.name or None, timeline.ticks, timeline.loop_start),
                    tuple(row[name] for name in ("costume_row", "costume", "chore", "dir", "name", "ticks", "loop_start")))
                self.assertEqual([wardrobe.Flags[flag.replace("-", "_").upper()] for flag in row["flags"]],
                                 list(timeline.flags))
                self.assertEqual([listing.read_name(read) for read in timeline.reads.tolist()], row["reads"])
                cels = [list(map(list, frame.cels()[CEL].tolist())) for frame in timeline]
                self.assertEqual(cels, row["frames"])
                events = timeline.events()[["tick", "limb", "name", "value"]].tolist()
                self.assertEqual([list(event) for event in events], row["events"])

    def test_what_is_not_chosen_is_chosen_as_replay_does(self):
        for path in self.paths:
            for costume in self.open(path).costumes:
                for chore, direction in ((None, None), (None, "E"), ("stand", None), ("stand", "N")):
                    options = [*(["--chore", chore] if chore else []), *(["--dir", direction] if direction else [])]
                    done = run("replay", path, "--costume", f"#{costume.row}", *options, "--json")
                    if done.status != 0:
                        self.assertRaises(KeyError, costume.timeline, chore, direction)
                        continue
                    frames = [frame.cels()[CEL].tolist() for frame in costume.timeline(chore, direction)]
                    self.assertEqual(frames, [list(map(tuple, line["cels"])) for line in done.json_lines()])

    def test_slots_are_those_of_list(self):
        fields = ("limb", "index", "reached", "picture", "width", "height", "x", "y", "xinc", "yinc", "redirect")
        for path in self.paths:
            archive = self.open(path)
            slots = [(table.limb, entry.index, entry.reached, entry.picture.row, entry.picture.width,
                      entry.picture.height, entry.x, entry.y, entry.xinc, entry.yinc,
                      entry.redirect and list(entry.redirect))
                     for costume in archive.costumes for table in costume.tables for entry in table.entries
                     if entry.state == "picture"]
            self.assertEqual(slots, [tuple(row[name] for name in fields) for row in self.rows(path, "pictures")])

    def test_costumes_are_those_of_list(self):
        for path in self.paths:
            for costume, row in zip(self.open(path).costumes, self.rows(path, "costumes"), strict=True):
                self.assertEqual((costume.kind, costume.format if costume.kind == "COST" else None, costume.codec,
                                  len(costume.colors), costume.mirror_west, costume.aliases),
                                 tuple(row[name] for name in ("kind", "format", "codec", "colors", "mirror_west",
                                                              "aliases")))

    def test_pictures_are_those_of_list(self):
        for path in self.paths:
            archive, seen = self.open(path), set()
            for row in every(self.rows(path, "pictures")):
                costume = archive.costumes[row["costume_row"]]
                picture = next(one for one in costume.pictures if one.row == row["picture"])
                self.assertEqual(picture.indices.shape, (row["height"], row["width"]))
                self.assertEqual(f"{xxhash.xxh64_intdigest(picture.indices.tobytes()):016x}", row["xxh64"])
                self.assertEqual(picture.transparent, row["transparent"])
                seen.add(picture.row)
            self.assertEqual(seen, set(range(len(archive.pictures))))

    def test_everything_is_drawn_as_a_plain_painter_draws_it(self):
        for path in [*self.paths, *GOLDEN.glob("*.wardrobe")]:
            archive, plain = self.open(path), Archive.open(path)
            for costume in archive.costumes:
                colors = drawing.colors(plain, costume.row)
                for picture in costume.pictures[::STEP]:
                    expected = drawing.picture(plain, picture.row, colors)
                    numpy.testing.assert_array_equal(picture.rgba(), expected)
                    numpy.testing.assert_array_equal(rgba(picture.image()), expected)
                for timeline in costume.timelines[::STEP]:
                    drawn = {frame.row: frame for frame in timeline}
                    for frame, expected in zip(timeline, drawing.ticks(plain, timeline.row, colors), strict=True):
                        if drawn.pop(frame.row, None) is not None:
                            numpy.testing.assert_array_equal(frame.rgba(), expected)
                            numpy.testing.assert_array_equal(rgba(frame.image()), expected)

    def assert_animated(self, timeline):
        frames = [frame.rgba() for frame in timeline]
        timeline.gif(self.folder / "a.gif")
        timeline.apng(self.folder / "a.png")
        for name in ("a.gif", "a.png"):
            numpy.testing.assert_array_equal(frames_of(self.folder / name), frames)

    def test_animations_show_the_ticks(self):
        for path in self.paths[::3]:
            for timeline in self.open(path).timelines[::3 * STEP]:
                self.assert_animated(timeline)

    def test_animations_of_which_some_ticks_draw_nothing(self):
        def has_an_empty_tick(timeline):
            return {0} < {min(len(frame.cels()), 1) for frame in timeline}

        timelines = list(filter(has_an_empty_tick, self.open(self.pack(sample(6))).timelines))
        self.assertGreater(len(timelines), 0)
        for timeline in timelines[:3]:
            self.assert_animated(timeline)

    def test_gifs_are_those_of_replay(self):
        path = self.pack(sample(6))
        timeline = self.open(path).costume(2).timeline("walk", "W")
        timeline.gif(self.folder / "a.gif", scale=2, tick_ms=30, palette=(1, 1))
        other = self.replayed(path, timeline, "--scale", "2", "--tick-ms", "30", "--palette", "1:1", name="replay.gif")
        numpy.testing.assert_array_equal(frames_of(self.folder / "a.gif"), frames_of(other))

    def test_gifs_keep_time_where_ticks_are_no_hundredths(self):
        timeline = self.open(self.pack(sample(6))).costume(2).timeline("walk", "W")
        timeline.gif(self.folder / "a.gif", tick_ms=25)
        with pillow.open(self.folder / "a.gif") as image:
            times = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
        self.assertEqual((sum(times), set(times)), (timeline.ticks * 25 // 10 * 10, {20, 30}))


class Palettes(PackageTest):
    def one_of_each_costume(self, path, *arguments, palette=None):
        for costume in self.open(path).costumes:
            self.assert_drawn_alike(path, costume.timelines[0], palette, arguments)

    def test_of_rooms_and_arrays(self):
        path = self.pack(sample(6))
        archive = self.open(path)
        for room, number in ((1, 0), (1, 1), (2, 0)):
            named = ("--palette", f"{room}:{number}")
            self.one_of_each_costume(path, *named, palette=(room, number))
            self.one_of_each_costume(path, *named, palette=archive.palette(room, number))
        self.one_of_each_costume(path, "--palette", "2", palette=2)
        frame = archive.costume(1).timeline("walk", "W")[0]
        for columns in (3, 4):
            colors = archive.costume(1).palette((1, 1))[:, :columns]
            numpy.testing.assert_array_equal(frame.rgba(colors), frame.rgba((1, 1)))
        for wrong in (numpy.zeros((256, 2)), numpy.zeros((257, 3)), numpy.zeros(768), "1"):
            self.assertRaises(TypeError, frame.rgba, wrong)

    def test_by_default(self):
        path = self.pack(sample(6))
        for default in (0, 1, 2, wardrobe.NONE):
            self.one_of_each_costume(self.forged(
                path, lambda image: [image.change("costumes.default_palette", row, default) for row in range(5)]))

    def test_by_default_of_true_colours(self):
        path = self.pack(sample(7))
        plain = Archive.open(path)
        colors = len(plain.blob("costumes.color", 0))
        self.assertEqual(plain["costumes.codec"][0], 1)
        for count in (colors, 256, 9):
            def add(image):
                image.column("costumes.rgb")[2] = random.Random(count).randbytes(3 * count)
                for row in range(1, 6):
                    image.change("costumes.rgb_offset", row, 3 * count)
                for row in range(5):
                    image.change("costumes.default_palette", row, wardrobe.NONE)
            forged = self.forged(path, add)
            self.one_of_each_costume(forged)
            self.one_of_each_costume(forged, "--palette", "1", palette=1)
            palette = self.open(forged).costumes[0].palette()[:colors]
            expected = drawing.colors(Archive.open(forged), 0)[:colors]
            expected[palette[:, 3] == 0] = 0  # the background
            numpy.testing.assert_array_equal(palette, expected)


if __name__ == "__main__":
    unittest.main()
