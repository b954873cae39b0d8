"""The Python package in use, and the examples of its README."""

import concurrent.futures
import gc
import io
import os
import struct
import subprocess
import sys
import unittest
import unittest.mock

import numpy
import xxhash
from PIL import Image as pillow

from images import frames as frames_of
from images import rgba
from languages import GOLDEN, PACKAGE, ROOT, PackageTest, examples, wardrobe

from reader import Archive
from reader_test import many_frames
from support import read, sample
from wardrobe._rows import listed


class Use(PackageTest):
    def test_opens_paths_bytes_and_files(self):
        path = self.pack(sample(6))
        data = read(path)
        for source in (path, str(path), data, bytearray(data), memoryview(data), io.BytesIO(data)):
            with wardrobe.open(source) as archive:
                self.assertEqual(repr(archive), "<Archive of a game of version 6: 5 costumes, 333 pictures, 120 timelines>")
        with open(path, "rb") as file:
            with wardrobe.open(file) as archive:
                self.assertEqual(len(archive.costumes), 5)
            self.assertFalse(file.closed)

    def test_finds_things(self):
        archive = self.archive
        costume = archive.costume(1)
        self.assertEqual((costume.row, archive.costume(costume.aliases[0]).row), (0, 0))
        walk = costume.timeline("walk", "W")
        for key in ((2, "W"), (2, 270), ("walk", 270)):
            self.assertEqual(costume.timeline(*key).row, walk.row)
        for key in ((200, "W"), ("run", "W"), (-1, "W"), ((1 << 32) - 1, "W")):
            self.assertRaises(KeyError, costume.timeline, *key)
        for wrong in ("X", "west", 44, -45, (1 << 32) - 1):
            self.assertRaises(ValueError, costume.timeline, 2, wrong)
        for wrong in (0, 77, -1, 1 << 40):
            self.assertRaises(KeyError, archive.costume, wrong)
        self.assertRaises(KeyError, archive.palette, 1, 9)
        self.assertRaises(KeyError, archive.__getitem__, "costumes.shoes")
        self.assertRaises(IndexError, archive.costumes.__getitem__, 5)
        self.assertRaises(IndexError, walk.__getitem__, walk.ticks)
        for call, wrong in ((archive.costume, "1"), (archive.costume, None), (archive.room, 1.0), (archive.palette, "1"),
                            (archive.__getitem__, 1), (costume.timeline, 2.5), (costume.palette, "1"),
                            (walk[0].rgba, 1.5), (lambda direction: costume.timeline(2, direction), 1.5)):
            with self.assertRaises(TypeError):
                call(wrong)
        self.assertEqual((walk[-1].tick, [frame.tick for frame in walk[3:9:2]]),
                         (walk.ticks - 1, [3, 5, 7]))

    def test_says_what_there_is_instead(self):
        archive = self.archive
        for message, find in (("no costume 77; ids are 1, 2, ", lambda: archive.costume(77)),
                              ("no room 99; rooms are 1, 2", lambda: archive.room(99)),
                              ("room 1 has no palette 9; it has 0, 1", lambda: archive.palette(1, 9)),
                              ("no room 99; rooms are 1, 2", lambda: archive.palette(99)),
                              ("costume 1 has no timeline 200 W; there are init W, init E, ",
                               lambda: archive.costume(1).timeline(200, "W")),
                              ("no column costumes.shoes; there are costumes.id, ", lambda: archive["costumes.shoes"]),
                              ("no column x; there are game.version, ", lambda: archive["x"]),
                              ("no table shoes; there are game, sources, ", lambda: archive.rows("shoes")),
                              ("shoes", lambda: archive.list("shoes"))):
            with self.assertRaises(KeyError) as raised:
                find()
            self.assertIn(message, raised.exception.args[0])
        for message, find in (("there are 5 costumes, 0 to 4", lambda: archive.costumes[5]),
                              ("there are 0 failures", lambda: archive.failures[0]),
                              ("there are 24 ticks, 0 to 23", lambda: archive.costume(1).timeline()[99999])):
            with self.assertRaises(IndexError) as raised:
                find()
            self.assertIn(message, raised.exception.args[0])
        self.assertTrue(listed(range(20)).endswith(", 18, 19"))
        self.assertTrue(listed(range(21)).endswith(", 18, 19, …"))

    def test_objects_of_the_same_row_are_equal(self):
        path = self.pack(sample(6))
        archive, other = self.open(path), self.open(path)
        walk = archive.costume(1).timeline("walk", "W")
        for one, again, another, elsewhere in (
                *((getattr(archive, name)[0], getattr(archive, name)[0], getattr(archive, name)[1],
                   getattr(other, name)[0])
                  for name in ("costumes", "pictures", "palettes", "rooms", "sources", "timelines")),
                (walk[0], walk[0], walk[1], other.costume(1).timeline("walk", "W")[0])):
            self.assertEqual(one, again)
            self.assertEqual({one: 1}[again], 1)
            self.assertNotEqual(one, another)
            self.assertNotEqual(one, elsewhere)
        self.assertNotEqual(archive.costumes[0], archive.rooms[0])
        self.assertEqual(archive.costumes.index(archive.costumes[2]), 2)
        self.assertEqual(walk.index(walk[3]), 3)
        self.assertIn(archive.pictures[5], archive.pictures)

    def test_costumes_know_their_place_and_their_records(self):
        archive = self.archive
        for costume in archive.costumes:
            self.assertEqual(costume.room, archive.rooms[int(archive["costumes.room"][costume.row])])
            self.assertEqual(costume.source.name, "SAMPLE.001")
            self.assertEqual(costume.offset, archive["costumes.offset"][costume.row])
            self.assertEqual([one.costume for one in costume.timelines], [costume] * len(costume.timelines))
        first = archive.costume(1).timelines[0]
        self.assertEqual((first.chore, first.chore_name, first.direction), (1, "init", "W"))
        self.assertEqual(first.windows().dtype.names, ("limb", "mode", "start", "length"))
        self.assertGreater(len(first.windows()), 0)
        self.assertEqual([(source.name, source.xor_key) for source in archive.sources],
                         [("SAMPLE.000", 0x69), ("SAMPLE.001", 0x69)])
        self.assertEqual([source.xxh64 for source in archive.sources],
                         [xxhash.xxh64_hexdigest(read(sample(6) / source.name)) for source in archive.sources])
        self.assertEqual([source.xxh64 for source in self.open(GOLDEN / "v2.0.wardrobe").sources],
                         ["0123456789abcdef", None])
        self.assertEqual(archive.game, (6, 0, "6", "MAXS has 38 bytes"))
        self.assertEqual(archive.palettes[1].room, archive.room(1))

    def test_tables_are_data_frames(self):
        cels = self.archive.to_pandas("cels")
        self.assertEqual(list(cels.columns), ["limb", "index", "picture", "x", "y", "flip"])
        self.assertEqual(cels["x"].tolist(), self.archive["cels.x"].tolist())
        self.assertEqual(list(self.archive.to_pandas("rooms").columns),
                         ["number", "source", "offset", "width", "height", "transparent", "background_xxh64", "palette"])
        self.assertRaises(KeyError, self.archive.to_pandas, "shoes")

    def test_arrays_are_read_only(self):
        for array in (self.archive["cels.x"], self.archive["pixels"], self.archive.pictures[0].indices,
                      self.walk.frame_rows, self.walk.events(), self.walk[0].cels(), self.archive.palettes[0].rgb):
            self.assertFalse(array.flags.writeable)

    def test_pictures_are_arrays(self):
        picture = self.archive.pictures[0]
        for dtype in ("u1", "i4"):
            numpy.testing.assert_array_equal(numpy.asarray(picture, dtype), picture.indices)
        self.assertEqual(numpy.asarray(picture).dtype, "u1")

    def test_palettes_of_all_kinds(self):
        frame, palette = self.walk[0], self.archive.palette(1, 1)
        expected, colors = frame.rgba((1, 1)), self.archive.costume(1).palette(palette)
        self.assertFalse((expected == frame.rgba()).all())
        for choice in (palette, colors, colors[:, :3]):
            numpy.testing.assert_array_equal(frame.rgba(choice), expected)
        for wrong in (numpy.zeros((256, 2)), numpy.zeros((257, 3)), numpy.zeros(768), "1"):
            self.assertRaises(TypeError, frame.rgba, wrong)

    def test_costumes_have_the_looks_that_scripts_give_them(self):
        with wardrobe.open(self.pack(sample(6))) as archive:
            costume = archive.costume(1)
            own, first = costume.palette(), costume.look(1)
            self.assertTrue((costume.look(0) == own).all())
            self.assertEqual({slot for slot in range(256) if (first[slot] != own[slot]).any()},
                             {row["slot"] for row in archive.list("recolours") if row["costume_row"] == costume.row})
            frame = costume.timeline("walk", "W")[0]
            self.assertFalse((frame.rgba(palette=first) == frame.rgba()).all())
            with self.assertRaisesRegex(wardrobe.Error, "no look 2, only 0 to 1"):
                costume.look(2)

    def test_times_and_scales_out_of_range(self):
        for wrong in ({"scale": 0}, {"scale": 1000}, {"tick_ms": -1}, {"tick_ms": 65536}):
            for write in (self.walk.gif, self.walk.apng):
                self.assertRaises(ValueError, write, self.folder / "a", **wrong)
        self.assertFalse((self.folder / "a").exists())

    def test_wrong_arguments_are_type_and_value_errors(self):
        """None is cut to 32 bits, rounded, or lost on the way to C."""
        archive = self.open(self.pack(sample(6), "a.wardrobe", "--rooms"))
        costume, room = archive.costume(1), archive.room(1)
        walk, player, large = costume.timeline("walk", "W"), costume.player(), (1 << 32) + 5
        frame, place, canvas = walk[0], room.place(1, 1), numpy.zeros((9, 9), "u1")
        file, folder = io.BytesIO(), sample(6)
        player.set_talking(numpy.uint8(1))
        for call in (
                lambda: player.set_talking([]), lambda: player.set_variable("x", 1), lambda: player.animate(1.5),
                lambda: player.indices(3), lambda: player.rgba((0, 0, 1.5, 1)), lambda: player.rgba((0, 0, 1)),
                lambda: frame.rgba(scale=1.5), lambda: frame.rgba(scale=1.0), lambda: frame.rgba(hidden=["x"]),
                lambda: frame.rgba(background=(1, 2, 0.5)), lambda: frame.rgba(background=5),
                lambda: frame.rgba(numpy.full((256, 3), 1.5)), lambda: frame.draw([[0]], 1, 1),
                lambda: frame.draw(canvas, 1.5, 1), lambda: frame.draw(canvas, 1, 1, clip=3),
                lambda: walk.gif(3), lambda: walk.apng(file, tick_ms=50.5), lambda: walk.gif(file, tick_ms="50"),
                lambda: archive.list(3), lambda: archive.rows(3), lambda: archive.to_pandas(3),
                lambda: archive.sheet("x"), lambda: wardrobe.open(3), lambda: wardrobe.collection(3),
                lambda: room.rgba([1.5]), lambda: room.rgba(palette="x"), lambda: room.place("x", 1),
                lambda: room.place(1, 1, plane=0.5), lambda: room.place(1, 1, scale=1.5),
                lambda: room.draw(3, place), lambda: room.draw(frame, (1, 1)), lambda: room.draw(frame, place, 3),
                lambda: wardrobe.pack(folder, level=1.5), lambda: wardrobe.pack(3)):
            self.assertRaises(TypeError, call)
        for call in (
                lambda: player.set_talking(large), lambda: player.set_variable(large, 1), lambda: player.animate(-1),
                lambda: player.set_variable(1, 1 << 31), lambda: frame.rgba(background=(1, 2)),
                lambda: frame.rgba(background=(1, 2, 256)), lambda: frame.rgba(numpy.full((256, 3), 256)),
                lambda: frame.draw(canvas, large, 1), lambda: frame.draw(canvas, 1, 1, clip=(0, 0, large, 1)),
                lambda: walk.gif(file, tick_ms=0), lambda: walk.apng(file, tick_ms=4),
                lambda: archive.list("costumes\0"), lambda: archive.rows("costumes\0"),
                lambda: costume.timeline("walk\0"), lambda: room.place(large, 1), lambda: room.place(1, 1, box=-1),
                lambda: room.place(1, 1, scale=256), lambda: wardrobe.pack(folder, threads=large),
                lambda: wardrobe.pack(folder, game="6\0"), lambda: wardrobe.pack(f"{folder}\0")):
            self.assertRaises(ValueError, call)

    def test_what_is_no_archive_is_refused(self):
        whole = read(GOLDEN / "v2.0.wardrobe")
        for data in (b"", b"words" * 1000, whole[:-1], whole + b"\0"):
            self.assertRaises(wardrobe.Error, wardrobe.open, data)
        with self.assertRaises(wardrobe.Error) as raised:
            wardrobe.open(whole[:16] + b"\1" + whole[17:])
        self.assertRegex(str(raised.exception), "before the first release; pack again")
        self.assertEqual(raised.exception.offset, 16)
        self.assertRaises(FileNotFoundError, wardrobe.open, self.folder / "none")
        with self.assertRaisesRegex(IsADirectoryError, r"is a folder; wardrobe\.pack\(folder\) makes an archive"):
            wardrobe.open(self.folder)
        self.assertTrue(issubclass(wardrobe.Error, ValueError))

    def test_damaged_pixels_are_an_error_where_they_are_used(self):
        data = bytearray(read(self.pack(sample(6))))
        count, = struct.unpack_from("<I", data, len(data) - 9)
        data[len(data) - 17 - 12 * count - 30] ^= 1  # in the last frame, of pixels
        archive = self.open(bytes(data))
        self.assertRaises(wardrobe.Error, archive.verify)
        self.assertRaises(wardrobe.Error, archive.pictures[len(archive.pictures) - 1].rgba)

    def test_cels_far_away_cannot_be_drawn(self):
        archive = self.open(self.forged(self.pack(sample(6)), lambda image: image.change("cels.x", 0, -(1 << 24))))
        timeline = next(one for one in archive.timelines if one.box.width > 1 << 20)
        for draw in (timeline[0].rgba, timeline[0].image, lambda: timeline.gif(self.folder / "a.gif")):
            self.assertRaises(ValueError, draw)

    def test_arrays_outlive_their_archive(self):
        path = self.pack(sample(6))
        with wardrobe.open(path) as archive:
            pixels, picture, cels = archive["pixels"], archive.pictures[3].indices, archive["cels.x"]
        expected = Archive.open(path)
        del archive
        gc.collect()
        blocks = [bytearray(1 << 20) for _ in range(50)]  # would take the memory if it were free
        numpy.testing.assert_array_equal(pixels, expected["pixels"])
        numpy.testing.assert_array_equal(picture, expected.pixels(3))
        numpy.testing.assert_array_equal(cels, expected["cels.x"])
        del blocks

    def test_closed_archives_say_so(self):
        archive = wardrobe.open(self.pack(sample(6)))
        walk = archive.costume(1).timeline()
        archive.close()
        archive.close()
        for use in (lambda: archive["cels.x"], lambda: archive.costumes, archive.verify, walk[0].rgba):
            with self.assertRaisesRegex(ValueError, "closed"):
                use()

    def test_says_what_to_install_where_the_library_is_missing(self):
        for code in ("wardrobe.open(b'')", "wardrobe.pack('.')"):
            done = self.run_python(f"import wardrobe; {code}", LD_LIBRARY_PATH="/nowhere")
            if done.returncode == 0 or "ImportError" not in done.stderr:
                self.skipTest("libwardrobe is installed")
            self.assertRegex(done.stderr, r"ImportError: Wardrobe needs libwardrobe.*\.so\.1: .*wheel.*libwardrobe(-pack)?1.*LD_LIBRARY_PATH")

    def test_many_threads_draw_the_same(self):
        path = self.pack(many_frames(self.folder / "game"))
        archive, other = self.open(path), self.open(path)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            drawn = list(pool.map(lambda picture: picture.rgba(), list(archive.pictures) * 3))
        for picture, pixels in zip(list(other.pictures) * 3, drawn, strict=True):
            numpy.testing.assert_array_equal(picture.rgba(), pixels)

    def test_lists_are_not_too_large(self):
        with unittest.mock.patch("wardrobe.archive.MOST_LISTED", 1 << 18):
            self.assertEqual(len(self.archive.list("rooms")), 2)
            with self.assertRaisesRegex(wardrobe.Error, r"the timelines are 5\d{5} bytes of JSON, more than 262144; "):
                self.archive.list("timelines")

    def test_old_versions(self):
        """What a chore number means depends on the version."""
        for name, version, value in ((1, 1, 1), (2, 2, 2), ("3-16", 3, 30), (3, 3, 3), (6, 6, 6)):
            archive = self.open(self.pack(sample(name), f"{name}.wardrobe"))
            self.assertEqual((archive.game.version, archive["game.version"].tolist()), (version, [value]))
            costume = archive.costume(1)
            named = [chore for chore in costume.chores() if chore in ("init", "walk", "stand")]
            self.assertEqual(named, ["walk", "stand", "init"] if version < 3 else ["init", "walk", "stand"])
            self.assertEqual(costume.chores()["walk"], ["W", "E", "S", "N"])
            for direction in "WESN":
                walk = costume.timeline("walk", direction)
                self.assertEqual(walk, costume.timeline(0 if version < 3 else 2, direction))
            self.assertEqual(costume.timeline(), costume.timeline("walk", "W"))

    def test_pillow_is_only_imported_when_it_is_needed(self):
        path = self.pack(sample(6))
        code = (f"import sys, wardrobe; a = wardrobe.open({str(path)!r}); a.costumes[0].timelines[0][0].rgba();"
                "a.costumes[0]._repr_html_(); a.timelines[0].apng('a.png'); assert 'PIL' not in sys.modules")
        self.python(code)

    def python(self, code):
        done = self.run_python(code)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def run_python(self, code, **environment):
        return subprocess.run([sys.executable, "-c", code], cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": str(PACKAGE), **environment})

    def test_the_examples_of_the_readme(self):
        path = self.pack(sample(6), "v6.wardrobe", "--rooms")
        first, *others = examples("python", PACKAGE)
        others = [code for code in others if "wardrobe.pack" not in code]  # native_test runs that one
        self.assertEqual((len(first.splitlines()), len(others)), (5, 5))
        self.python(first)
        walk = self.open(path).costume(1).timeline("walk", "W")
        numpy.testing.assert_array_equal(
            frames_of(self.folder / "walk.gif"),
            frames_of(self.replayed(path, walk, "--scale", "3", name="replay.gif")))
        self.replayed(path, walk, name="tick-%d.png")
        with pillow.open(self.folder / "walk.png") as drawn, pillow.open(self.folder / "tick-0.png") as image:
            numpy.testing.assert_array_equal(rgba(drawn), rgba(image))
        for code in others:
            self.python(code)
        [short] = examples("python", ROOT)
        self.python(short)
        self.assertEqual(len(frames_of(self.folder / "hero.gif")), walk.ticks)
        with pillow.open(self.folder / "scene.png") as scene, pillow.open(self.folder / "room.png") as room:
            self.assertFalse(numpy.array_equal(rgba(scene), rgba(room)))


if __name__ == "__main__":
    unittest.main()
