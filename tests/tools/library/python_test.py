"""The Python package agrees with the program to the pixel, and survives any damage."""

import concurrent.futures
import io
import os
import pathlib
import random
import re
import subprocess
import sys
import unittest

import numpy
import xxhash
from PIL import Image as pillow
from PIL import ImageSequence

ROOT = pathlib.Path(__file__).parents[3]
PACKAGE = ROOT / "tools" / "library" / "python"
sys.path[:0] = [str(PACKAGE), str(ROOT / "tests" / "tools" / "program")]

import wardrobe
import wardrobe_rows
from forge import Image, archive_of
from game_files import tiny_game
from reader_test import many_frames
from support import EXHAUSTIVE, ProgramTest, read, run, sample

VERSIONS = ("v5", "v6", "v7", "v8", "he")
GOLDEN = ROOT / "tests" / "formats" / "archive" / "golden"
STEP = 1 if EXHAUSTIVE else 7


def game(version):
    """The folder of the sample game of that version."""
    return sample(6).parent / version


def rgba(image):
    """An image of Pillow as an array; what is invisible is all 0."""
    array = numpy.array(image.convert("RGBA"))
    array[array[:, :, 3] == 0] = 0
    return array


def frames_of(path):
    with pillow.open(path) as image:
        return [rgba(frame) for frame in ImageSequence.Iterator(image)]


class PackageTest(ProgramTest):
    def open(self, source):
        archive = wardrobe.open(source)
        self.addCleanup(archive.close)
        return archive

    def replay(self, path, timeline, *arguments, name="replay.png"):
        """The file of a timeline that the program draws."""
        out = self.folder / name
        self.assert_fine(run("replay", path, "--costume", f"#{timeline.costume.row}", "--chore",
                             str(timeline.chore), "--dir", str(timeline.direction), "-o", out,
                             "--force", *arguments))
        return out

    def assert_drawn_alike(self, path, timeline, palette=None, arguments=()):
        with pillow.open(self.replay(path, timeline, *arguments)) as image:
            strip = rgba(image)
        drawn = numpy.concatenate([frame.rgba(palette) for frame in timeline], axis=1)
        numpy.testing.assert_array_equal(drawn, strip, f"{path.name}: {timeline}")

    def forged(self, path, change, name="forged.wardrobe"):
        """The archive with changed columns and right checksums."""
        image = Image(self.open(path))
        change(image)
        out = self.folder / name
        out.write_bytes(archive_of(image.write()))
        return out


class Agreement(PackageTest):
    """With the program, on the sample of all versions."""

    def setUp(self):
        super().setUp()
        self.paths = [self.pack(game(version), f"{version}.wardrobe") for version in VERSIONS]

    def test_timelines_are_those_of_list(self):
        for path in self.paths:
            archive = self.open(path)
            for timeline, row in zip(archive.timelines, self.rows(path, "timelines"), strict=True):
                self.assertEqual(
                    (timeline.costume.row, timeline.costume.id, timeline.chore, timeline.direction,
                     timeline.ticks, timeline.loop_start),
                    tuple(row[name] for name in ("costume_row", "costume", "chore", "dir", "ticks",
                                                 "loop_start")))
                self.assertEqual([wardrobe.Flags[flag.replace("-", "_").upper()]
                                  for flag in row["flags"]], list(timeline.flags))
                self.assertEqual([wardrobe_rows.read_name(read) for read in timeline.read.tolist()],
                                 row["reads"])
                cels = [frame.cels[["limb", "index", "x", "y", "flip"]].tolist() for frame in timeline]
                self.assertEqual([[list(cel) for cel in each] for each in cels], row["frames"])
                self.assertEqual([[tick, limb, wardrobe.EVENTS[kind], value] for
                                  tick, limb, kind, value in timeline.events.tolist()], row["events"])

    def test_pictures_are_those_of_list(self):
        for path in self.paths:
            archive, seen = self.open(path), set()
            for row in self.rows(path, "pictures"):
                costume = archive.costumes[row["costume_row"]]
                picture = next(one for one in costume.pictures if one.row == row["picture"])
                self.assertEqual(picture.indices.shape, (row["height"], row["width"]))
                self.assertEqual(f"{xxhash.xxh64_intdigest(picture.indices.tobytes()):016x}",
                                 row["xxh64"])
                self.assertEqual(picture.transparent, row["transparent"])
                seen.add(picture.row)
            self.assertEqual(seen, set(range(len(archive.pictures))))

    def test_ticks_are_drawn_as_replay_draws_them(self):
        for path in self.paths:
            for timeline in self.open(path).timelines[::STEP]:
                self.assert_drawn_alike(path, timeline)

    def test_every_frame_is_its_cels(self):
        for path in self.paths:
            archive, drawn = self.open(path), set()
            for timeline in archive.timelines:
                for frame in timeline:
                    if frame.row in drawn:
                        continue
                    drawn.add(frame.row)
                    numpy.testing.assert_array_equal(frame.rgba(), rgba(frame.image()))
                    numpy.testing.assert_array_equal(frame.rgba(), self.by_hand(archive, frame))
            self.assertEqual(drawn, set(range(archive.rows("frames"))))

    @staticmethod
    def by_hand(archive, frame):
        """One picture's colours over the other's."""
        canvas = numpy.zeros((frame.box.height, frame.box.width, 4), "u1")
        for _, _, row, x, y, flip in frame.cels.tolist():
            picture = next(one for one in frame.timeline.costume.pictures if one.row == row)
            pixels = picture.rgba()[:, ::-1 if flip else 1]
            top, left = y + frame.anchor[1], x + frame.anchor[0]
            part = canvas[top:top + picture.height, left:left + picture.width]
            part[pixels[:, :, 3] > 0] = pixels[pixels[:, :, 3] > 0]
        return canvas

    def test_images_of_pictures_are_their_colours(self):
        for path in self.paths:
            for picture in self.open(path).pictures:
                numpy.testing.assert_array_equal(rgba(picture.image()), picture.rgba())

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
            return {0} < {min(len(frame.cels), 1) for frame in timeline}

        timelines = list(filter(has_an_empty_tick, self.open(self.paths[1]).timelines))
        self.assertGreater(len(timelines), 0)
        for timeline in timelines[:3]:
            self.assert_animated(timeline)

    def test_gifs_are_those_of_replay(self):
        timeline = self.open(self.paths[1]).costume(2).timeline("walk", "W")
        timeline.gif(self.folder / "a.gif", scale=2, tick_ms=30, palette=(1, 1))
        other = self.replay(self.paths[1], timeline, "--scale", "2", "--tick-ms", "30", "--palette",
                            "1:1", name="replay.gif")
        numpy.testing.assert_array_equal(frames_of(self.folder / "a.gif"), frames_of(other))

    def test_gifs_keep_time_where_ticks_are_no_hundredths(self):
        timeline = self.open(self.paths[1]).costume(2).timeline("walk", "W")
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
        for wrong in (numpy.zeros((256, 2)), numpy.zeros((257, 3)), numpy.zeros(768)):
            self.assertRaises(TypeError, frame.rgba, wrong)

    def test_by_default_where_rooms_are_black(self):
        for version in VERSIONS:
            path = self.pack(game(version), f"{version}.wardrobe")
            for black in (1, 2, 3):
                def blacken(image):
                    rgb = image.column("palettes.rgb")
                    rgb[2] = (bytes(768 * black) + rgb[2][768 * black:])[:len(rgb[2])]
                self.one_of_each_costume(self.forged(path, blacken))

    def test_by_default_of_costumes_without_a_room(self):
        path = self.pack(sample(6))
        self.one_of_each_costume(self.forged(
            path, lambda image: [image.change("costumes.room", row, wardrobe.NONE) for row in range(5)]))

    def test_by_default_that_are_short(self):
        def shorten(image):
            image.column("palettes.rgb")[2] = bytes(range(100))
            for row, end in enumerate((0, 100, 100, 100)):
                image.change("palettes.rgb_offset", row, end)
        self.one_of_each_costume(self.forged(self.pack(sample(6)), shorten))

    def test_by_default_of_true_colours(self):
        path = self.pack(sample(7))
        archive = self.open(path)
        colors = len(archive.blob("costumes.color", 0))
        self.assertEqual(archive["costumes.codec"][0], 1)
        for count in (colors, 256, 9):
            def add(image):
                image.column("costumes.rgb")[2] = random.Random(count).randbytes(3 * count)
                for row in range(1, 6):
                    image.change("costumes.rgb_offset", row, 3 * count)
            forged = self.forged(path, add)
            self.one_of_each_costume(forged)
            self.one_of_each_costume(forged, "--palette", "1", palette=1)
            differs = (self.open(forged).costumes[0].palette() != archive.costumes[0].palette()).any()
            self.assertEqual(differs, count != 9)


def use(archive):
    """Asks an archive for everything."""
    for name in archive.columns:
        archive[name]
    for palette in archive.palettes:
        repr(palette)
    for costume in archive.costumes:
        repr(costume), costume.palette()
    for picture in archive.pictures:
        picture.rgba()
    for timeline in archive.timelines:
        repr(timeline), timeline.events, timeline.read
        for frame in timeline[:20]:
            repr(frame), frame.rgba()


class Damage(PackageTest):
    def assert_fine_or_error(self, data, what):
        """True where nothing was wrong; anything but wardrobe.Error fails."""
        try:
            use(wardrobe.open(data))
            return True
        except wardrobe.Error as error:
            self.assertTrue(error.offset is None or 0 <= error.offset <= len(data), what)
            return False

    def test_changed_bytes(self):
        for path, step in ((self.pack(tiny_game(5).write(self.folder / "tiny"), "a.wardrobe"), 1),
                           (self.pack(sample(7), "b.wardrobe"), 1 if EXHAUSTIVE else 997)):
            whole, generator = read(path), random.Random(7)
            for at in range(0, len(whole), step):
                data = bytearray(whole)
                data[at] ^= generator.randrange(1, 256)
                fine = self.assert_fine_or_error(bytes(data), at)
                # Minor versions and the file's own hash are not this reader's.
                self.assertEqual(fine, at in (18, 19) or 32 <= at < 40, at)

    def test_truncations_and_more_bytes(self):
        whole = read(self.pack(tiny_game(6).write(self.folder / "tiny")))
        for length in range(len(whole)):
            self.assertFalse(self.assert_fine_or_error(whole[:length], length))
        for more in (b"\0", whole, bytes(40)):
            self.assertFalse(self.assert_fine_or_error(whole + more, len(more)))
            self.assertFalse(self.assert_fine_or_error(more + whole, len(more)))

    def test_columns_at_their_extremes_under_right_checksums(self):
        source = self.open(self.pack(tiny_game(6).write(self.folder / "tiny")))
        for archive in (source, self.open(GOLDEN / "v1.1.wardrobe")):
            for name, column in archive.columns.items():
                for index in {0, column.count - 1} if column.count else ():
                    for value in (0, 1, 77, column.count, -1, -2, 1 << (8 * column.width - 1)):
                        image = Image(archive)
                        image.change(name, index, value)
                        self.assert_fine_or_error(archive_of(image.write()), (name, index, value))

    def test_columns_that_are_short_long_or_missing(self):
        source = self.open(self.pack(tiny_game(6).write(self.folder / "tiny")))
        for name, column in source.columns.items():
            for change in (lambda data: data[:-column.width], lambda data: data + bytes(column.width),
                           lambda data: b"", None):
                image = Image(source)
                if change is None:
                    image.columns.remove(image.column(name))
                else:
                    image.column(name)[2] = change(image.column(name)[2])
                self.assert_fine_or_error(archive_of(image.write()), name)

    def test_cels_far_away(self):
        def move(image):
            image.change("cels.x", 0, -(1 << 31))
        archive = self.open(self.forged(self.pack(sample(6)), move))
        timeline = next(one for one in archive.timelines if one.box.width > 1 << 30)
        self.assertRaises(wardrobe.Error, timeline[0].rgba)
        self.assertRaises(ValueError, timeline.gif, self.folder / "a.gif")

    def test_what_is_no_archive(self):
        for data in (b"", b"words" * 1000, bytes(5000), random.Random(9).randbytes(5000)):
            self.assertRaises(wardrobe.Error, wardrobe.open, data)
        self.assertRaises(FileNotFoundError, wardrobe.open, self.folder / "none")
        self.assertTrue(issubclass(wardrobe.Error, ValueError))


class Use(PackageTest):
    def test_opens_paths_bytes_and_files(self):
        path = self.pack(sample(6))
        data = read(path)
        for source in (path, str(path), data, bytearray(data), memoryview(data), io.BytesIO(data)):
            with wardrobe.open(source) as archive:
                self.assertEqual(repr(archive), "<Archive SCUMM 6: 5 costumes, 333 pictures, 120 timelines>")
        with open(path, "rb") as file:
            with wardrobe.open(file) as archive:
                self.assertEqual(len(archive.costumes), 5)
            self.assertFalse(file.closed)

    def test_finds_things(self):
        archive = self.open(self.pack(sample(6)))
        costume = archive.costume(1)
        self.assertEqual((costume.row, archive.costume(costume.alias[0]).row), (0, 0))
        walk = costume.timeline("walk", "W")
        for key in ((2, "W"), (2, 270), ("walk", 270)):
            self.assertEqual(costume.timeline(*key).row, walk.row)
        for key in ((200, "W"), ("run", "W"), (2, "X"), (2, 44)):
            self.assertRaises(KeyError, costume.timeline, *key)
        for wrong in (0, 77, -1):
            self.assertRaises(KeyError, archive.costume, wrong)
        self.assertRaises(KeyError, archive.palette, 1, 9)
        self.assertRaises(KeyError, archive.__getitem__, "costumes.shoes")
        self.assertRaises(IndexError, archive.costumes.__getitem__, 5)
        self.assertRaises(IndexError, walk.__getitem__, walk.ticks)
        self.assertEqual((walk[-1].tick, [frame.tick for frame in walk[3:9:2]]),
                         (walk.ticks - 1, [3, 5, 7]))

    def test_costumes_of_eight_directions(self):
        for costume in self.open(self.pack(sample(8))).costumes:
            for timeline in costume.timelines:
                self.assertEqual(costume.timeline(timeline.chore, timeline.direction).row, timeline.row)

    def test_arrays_are_read_only(self):
        archive = self.open(self.pack(sample(6)))
        walk = archive.costume(1).timeline("walk", "W")
        for array in (archive["cels.x"], archive["pixels"], archive.pictures[0].indices, walk.tick,
                      walk.events, walk[0].cels, archive.palettes[0].rgb):
            self.assertFalse(array.flags.writeable)

    def test_archives_of_version_1_0(self):
        archive = self.open(GOLDEN / "v1.0.wardrobe")
        use(archive)
        self.assertEqual(len(archive["costumes.rgb"]), 0)
        self.assertEqual(archive["timelines.read_offset"].tolist(), [0] * (1 + archive.rows("timelines")))

    def test_one_costume_inflates_little(self):
        path = self.pack(many_frames(self.folder / "game"))
        archive = self.open(path)
        self.assertEqual(archive.inflated_bytes, 64 + 64 * len(archive.columns))
        for picture in archive.costumes[0].pictures:
            picture.rgba()
        once = archive.inflated_bytes
        self.assertLess(once, archive.zstd_frames.image_size // 2)
        archive.costumes[0].pictures[0].rgba()
        self.assertEqual(archive.inflated_bytes, once)

    def test_many_threads_draw_the_same(self):
        path = self.pack(many_frames(self.folder / "game"))
        archive, other = self.open(path), self.open(path)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            drawn = list(pool.map(lambda picture: picture.rgba(), list(archive.pictures) * 3))
        for picture, pixels in zip(list(other.pictures) * 3, drawn, strict=True):
            numpy.testing.assert_array_equal(picture.rgba(), pixels)

    def test_notebooks_show_pictures_and_timelines_that_play(self):
        archive = self.open(self.pack(sample(6)))
        walk = archive.costume(1).timeline("walk", "W")
        for thing in (walk[0], archive.pictures[0]):
            with pillow.open(io.BytesIO(thing._repr_png_())) as image:
                numpy.testing.assert_array_equal(rgba(image), thing.rgba())
        self.assertIn("data:image/png;base64,", walk._repr_html_())
        self.assertEqual(archive.costume(1)._repr_html_().count("<img"), 64)

    def test_pillow_is_only_imported_when_it_is_needed(self):
        path = self.pack(sample(6))
        code = (f"import sys, wardrobe; a = wardrobe.open({str(path)!r}); a.costumes[0].timelines[0][0].rgba();"
                "a.costumes[0]._repr_html_(); a.timelines[0].apng('a.png'); assert 'PIL' not in sys.modules")
        self.python(code)

    def python(self, code):
        done = subprocess.run([sys.executable, "-c", code], cwd=self.folder, capture_output=True,
                              text=True, env={**os.environ, "PYTHONPATH": str(PACKAGE)}, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_the_examples_of_the_readme(self):
        path = self.pack(sample(6), "v6.wardrobe")
        first, *others = re.findall(r"^```python\n(.*?)^```$", (PACKAGE / "README.md").read_text(),
                                    re.M | re.S)
        self.assertEqual((len(first.splitlines()), len(others)), (5, 2))
        self.python(first)
        walk = self.open(path).costume(1).timeline("walk", "W")
        numpy.testing.assert_array_equal(
            frames_of(self.folder / "walk.gif"),
            frames_of(self.replay(path, walk, "--scale", "3", name="replay.gif")))
        self.replay(path, walk, name="tick-%d.png")
        with pillow.open(self.folder / "walk.png") as drawn, pillow.open(self.folder / "tick-0.png") as image:
            numpy.testing.assert_array_equal(rgba(drawn), rgba(image))
        for code in others:
            self.python(code)


if __name__ == "__main__":
    unittest.main()
