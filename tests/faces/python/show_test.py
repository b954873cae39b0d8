"""The Python package shows pictures in notebooks, as Pillow images and on canvases."""

import base64
import io
import struct
import unittest
from xml.etree import ElementTree

import numpy
from PIL import Image as pillow

from images import rgba
from languages import PackageTest, wardrobe
from wardrobe._images import label

from support import sample


class Show(PackageTest):
    def test_notebooks_show_pictures_and_timelines_that_play(self):
        for thing in (self.walk[0], self.archive.pictures[0]):
            with pillow.open(io.BytesIO(thing._repr_png_())) as image:
                numpy.testing.assert_array_equal(rgba(image), thing.rgba())
        self.assertIn("data:image/png;base64,", self.walk._repr_html_())
        with pillow.open(io.BytesIO(self.walk._repr_png_())) as image:
            self.assertEqual(image.n_frames, self.walk.ticks)
        self.assertEqual(self.archive.costume(1)._repr_html_().count("<img"), 64)
        self.assertIsNone(self.archive.room(1)._repr_png_())

    def test_a_notebook_shows_an_archive_as_a_gallery(self):
        page = ElementTree.fromstring(f"<div>{self.archive._repr_html_()}</div>")
        self.assertEqual(page.find("p").text, repr(self.archive))
        figures = page.findall(".//figure")
        self.assertEqual([figure.find("figcaption").text for figure in figures],
                         [f"costume {costume.id}" for costume in self.archive.costumes])
        for figure, costume in zip(figures, self.archive.costumes, strict=True):
            data = base64.b64decode(figure.find("img").get("src").removeprefix("data:image/png;base64,"))
            with pillow.open(io.BytesIO(data)) as image:
                self.assertEqual(image.size, costume.timeline().box[2:])
                self.assertEqual(getattr(image, "n_frames", 1), costume.timeline().ticks)

    def test_sheets_show_every_picture_once(self):
        archive = self.archive
        ids = [label(str(costume.id or f"@{costume.row}")) for costume in archive.costumes]
        for sheet, shown in ((archive.sheet(200), [*(costume.timeline()[0].rgba() for costume in archive.costumes), *ids]),
                             (archive.costume(1).sheet(), [one.rgba() for one in archive.costume(1).pictures])):
            drawn = sum(int((one[:, :, 3] > 0).sum()) for one in shown)
            self.assertEqual(int((numpy.asarray(sheet)[:, :, 3] > 0).sum()), drawn)
            self.assertLessEqual(sheet.width, 1024)
        pictures = archive.costume(1).pictures
        self.assertEqual(archive.costume(1).sheet(1).size,
                         (max(one.width for one in pictures), sum(one.height + 4 for one in pictures) - 4))

    def test_parts_of_apngs_are_numbered(self):
        file = io.BytesIO()
        self.archive.costume(1).timeline("walk", "W").apng(file)
        data, at, numbers = file.getvalue(), 8, []
        while at < len(data):
            size, name = struct.unpack_from(">I4s", data, at)
            if name in (b"fcTL", b"fdAT"):
                numbers += struct.unpack_from(">I", data, at + 8)
            at += 12 + size
        self.assertGreater(len(numbers), 3)
        self.assertEqual(numbers, list(range(len(numbers))))

    def test_cels_are_drawn_on_a_canvas(self):
        costume = self.archive.costume(1)
        for frame in costume.timeline("walk", "W")[:5]:
            x, y = frame.anchor
            for canvas, drawn in ((numpy.full(frame.indices().shape, costume.background, "u1"), frame.indices()),
                                  (numpy.zeros_like(frame.rgba()), frame.rgba())):
                frame.draw(canvas, x, y)
                numpy.testing.assert_array_equal(canvas, drawn)
                for dx, dy in ((-7, 3), (5, -9), (500, 0)):  # over the edges of the canvas
                    moved = numpy.zeros((20, 30, *canvas.shape[2:]), "u1")
                    frame.draw(moved, x + dx, y + dy)
                    large = numpy.zeros((1000, 1000, *canvas.shape[2:]), "u1")
                    frame.draw(large, x + dx + 400, y + dy + 400)
                    numpy.testing.assert_array_equal(moved, large[400:420, 400:430])
                whole, clipped = numpy.zeros_like(canvas), numpy.zeros_like(canvas)
                frame.draw(whole, x, y)
                frame.draw(clipped, x, y, clip=wardrobe.Box(3, 4, 5, 900))
                numpy.testing.assert_array_equal(clipped[4:, 3:8], whole[4:, 3:8])
                clipped[4:, 3:8] = 0
                frame.draw(clipped, x, y, clip=wardrobe.Box(3, 4, 0, 900))
                self.assertFalse(clipped.any())

    def test_limbs_scales_and_backgrounds(self):
        frame = self.walk[0]
        numpy.testing.assert_array_equal(frame.rgba(scale=2), frame.rgba().repeat(2, axis=0).repeat(2, axis=1))
        empty = frame.rgba()[:, :, 3] == 0
        self.assertEqual(frame.rgba(background=(1, 2, 3))[empty][0].tolist(), [1, 2, 3, 255])
        self.assertFalse(frame.rgba(hidden=range(16)).any())
        self.assertTrue(frame.rgba(hidden=[0]).any())
        width, height = self.walk.box[2:]
        self.assertEqual(rgba(frame.image(hidden=[0], scale=3)).shape, (3 * height, 3 * width, 4))

    def test_rooms_show_what_they_look_like_at_first(self):
        path = self.pack(sample(6), "rooms.wardrobe", "--rooms")
        archive = self.open(path)
        for room in archive.rooms:
            expected = room.palettes[0].rgb[room.picture()]
            numpy.testing.assert_array_equal(numpy.asarray(room.image().convert("RGB")), expected)
            numpy.testing.assert_array_equal(room.rgba()[:, :, :3], expected)
            with pillow.open(io.BytesIO(room._repr_png_())) as image:
                numpy.testing.assert_array_equal(numpy.asarray(image.convert("RGB")), expected)
            self.assertEqual((room.source.name, room.offset),
                             ("SAMPLE.001", int(archive["rooms.offset"][room.row])))
        room = archive.room(1)
        numpy.testing.assert_array_equal(room.rgba(palette=1), room.palettes[1].rgba()[room.picture()])
        self.assertRaises(KeyError, room.image, palette=9)
        odd = self.open(self.forged(path, lambda image: image.change("palettes.number", 1, 5))).room(1)
        numpy.testing.assert_array_equal(odd.rgba(palette=5), room.rgba(palette=1))
        boxes = room.boxes()
        self.assertEqual([box.number for box in boxes], [0, 1, 2])
        self.assertEqual(list(boxes[1].corners), [tuple(int(archive[f"boxes.{corner}{axis}"][1]) for axis in "xy")
                                                  for corner in ("ul", "ur", "lr", "ll")])
        self.assertIn(room.place(*boxes[1].corners[0]).box, [box.number for box in boxes])


if __name__ == "__main__":
    unittest.main()
