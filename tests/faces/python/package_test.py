"""The Python package lists and draws what the program does, and writes animations of it."""

import unittest

import numpy
import xxhash

from agreement import Agreement, sha1
from images import delays, rgba
from images import frames as frames_of
from languages import GOLDEN, PackageTest

from reader import Archive
from support import sample

CEL = ["limb", "index", "x", "y", "flip"]
STORED = ("reached", "x", "y", "xinc", "yinc")


class Package(Agreement, PackageTest):
    def described(self, path, palette, most):
        archive = self.open(path)
        drawn = []
        for costume in archive.costumes[:most]:
            drawn += [sha1(picture.rgba(palette)) for picture in costume.pictures]
            drawn += [sha1(*(frame.rgba(palette) for frame in timeline)) for timeline in costume.timelines]
        return {
            "costumes": [self.costume_row(costume) for costume in archive.costumes],
            "pictures": [self.picture_row(costume, table, entry) for costume in archive.costumes
                         for table in costume.tables for entry in table.entries if entry.state == "picture"],
            "timelines": [self.timeline_row(timeline) for timeline in archive.timelines],
            "palettes": [{"room": palette.room.number, "palette": palette.number, "colors": palette.rgb.tobytes().hex()}
                         for palette in archive.palettes],
            "failures": [self.failure_row(failure) for failure in archive.failures],
            "drawn": drawn,
        }

    @staticmethod
    def costume_row(costume):
        return {"row": costume.row, "id": costume.id, "aliases": costume.aliases, "kind": costume.kind,
                "room": costume.room and (costume.room.number or None), "mirror_west": costume.mirror_west,
                "format": costume.format if costume.kind == "COST" else None, "codec": costume.codec,
                "colors": len(costume.colors), "file": costume.source.name, "offset": costume.offset,
                "anims": len(costume.timelines), "timelines": len(costume.timelines),
                "pictures": sum(entry.state == "picture" for table in costume.tables for entry in table.entries)}

    @staticmethod
    def picture_row(costume, table, entry):
        picture = entry.picture
        return {"costume": costume.id, "costume_row": costume.row, "limb": table.limb, "index": entry.index,
                **{name: getattr(entry, name) for name in STORED}, "codec": costume.codec,
                "redirect": entry.redirect and list(entry.redirect), "picture": picture.row,
                "width": picture.width, "height": picture.height, "transparent": picture.transparent,
                "xxh64": xxhash.xxh64_hexdigest(picture.indices.tobytes())}

    @staticmethod
    def timeline_row(timeline):
        events = timeline.events()[["tick", "limb", "name", "value"]].tolist()
        return {"costume": timeline.costume.id, "costume_row": timeline.costume.row, "chore": timeline.chore,
                "dir": timeline.direction, "name": timeline.name or None, "ticks": timeline.ticks,
                "loop_start": timeline.loop_start, "reads": timeline.reads.tolist(),
                "flags": [flag.name.lower().replace("_", "-") for flag in timeline.flags],
                "frames": [list(map(list, frame.cels()[CEL].tolist())) for frame in timeline],
                "events": list(map(list, events))}

    def failure_row(self, failure):
        self.assertIn(failure.error, repr(failure))
        return {"kind": failure.kind, "costume": failure.id, "costume_row": failure.costume and failure.costume.row,
                "room": failure.room, "file": failure.source and failure.source.name, "offset": failure.offset,
                "limb": failure.limb, "index": failure.index, "error": failure.error}

    def in_room(self, path, cases):
        archive = self.open(path)
        room = archive.room(1)
        for row, x, y, choice in cases:
            places = [room.place(x, y, clip=frame.clip, **choice) for frame in archive.timelines[row]]
            yield ([(place.scale, None) for place in places],
                   [room.draw(frame, place) for frame, place in zip(archive.timelines[row], places, strict=True)])

    def test_columns_are_those_of_the_image(self):
        for path in [self.pack(sample(7)), *GOLDEN.glob("*.wardrobe")]:
            archive, plain = self.open(path), Archive.open(path)
            self.assertEqual(archive.columns, list(plain.columns))
            for name in plain.columns:
                self.assertEqual(archive[name].dtype, plain[name].dtype, name)
                numpy.testing.assert_array_equal(archive[name], plain[name], name)

    def test_shadows_are_half_transparent(self):
        (timeline,) = self.open(self.over_limbs("v8", 1)).timelines
        shown = timeline[0].rgba()
        timeline.apng(self.folder / "a.png")
        numpy.testing.assert_array_equal(shown, rgba(self.folder / "a.png"))
        timeline.gif(self.folder / "a.gif")  # has every other pixel of a shadow
        gaps = (shown[:, :, 3] == 128) & (numpy.indices(shown.shape[:2]).sum(axis=0) % 2 == 0)
        self.assertTrue(gaps.any())
        numpy.testing.assert_array_equal(frames_of(self.folder / "a.gif")[0][:, :, 3] == 0, gaps)
        for background, seen in (((90, 200, 41), [45, 100, 20, 255]), ((90, 200, 41, 200), [39, 88, 18, 228])):
            self.assertEqual(timeline[0].rgba(background=background)[1, 0].tolist(), seen)

    def test_shadows_are_ordinary_colours_in_other_palettes(self):
        (timeline,) = self.open(self.over_limbs("v8", 1)).timelines
        colors = (numpy.arange(768) % 256).reshape(256, 3)
        self.assertEqual(timeline[0].rgba(colors)[0].tolist(), [[*colors[3].tolist(), 255]] * 4)
        self.assertEqual(timeline[0].indices()[0].tolist(), [3] * 4)


class Animations(PackageTest):
    def test_show_the_ticks_also_of_which_some_draw_nothing(self):
        timelines = self.archive.timelines
        empty = [one for one in timelines if {0} < {min(len(frame.cels()), 1) for frame in one}]
        self.assertGreater(len(empty), 0)
        for timeline in [*timelines[::20], *empty[:3]]:
            frames = [frame.rgba() for frame in timeline]
            for shown in [*timeline, *timeline.costume.pictures[:3]]:
                numpy.testing.assert_array_equal(rgba(shown.image()), shown.rgba())
            timeline.gif(self.folder / "a.gif")
            timeline.apng(self.folder / "a.png")
            for name in ("a.gif", "a.png"):
                numpy.testing.assert_array_equal(frames_of(self.folder / name), frames)

    def test_are_those_of_replay(self):
        path = self.pack(sample(6))
        timeline = self.open(path).costume(2).timeline("walk", "W")
        timeline.gif(self.folder / "a.gif", scale=2, tick_ms=30, palette=(1, 1))
        other = self.replayed(path, timeline, "--scale", "2", "--tick-ms", "30", "--palette", "1:1", name="replay.gif")
        numpy.testing.assert_array_equal(frames_of(self.folder / "a.gif"), frames_of(other))
        timeline.gif(self.folder / "a.gif", tick_ms=25)
        times = delays(self.folder / "a.gif")
        self.assertEqual((sum(times), set(times)), (timeline.ticks * 25 // 10 * 10, {20, 30}))


if __name__ == "__main__":
    unittest.main()
