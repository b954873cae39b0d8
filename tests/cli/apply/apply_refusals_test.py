"""PNGs that `wardrobe apply` refuses, and those that it puts right; apply.console has what else it refuses."""

import struct
import unittest

from PIL import Image

from apply_test import Base, files
from picture_folder import PictureFolder, palette, png
from support import read, run, sample


class Refusals(Base):
    def setUp(self):
        super().setUp()
        self.game = sample(5)
        self.pictures = PictureFolder(self.unpacked(self.game))
        self.row = next(row for row in self.pictures.rows if row["costume"] == 1)
        self.slot = f"costume 1, limb {self.row['slots'][0][0]}, index {self.row['slots'][0][1]}"
        self.dir = self.folder / "pictures"
        self.pictures.write(self.dir, [self.row])
        self.file = self.dir / self.row["file"]
        self.size = self.row["width"], self.row["height"]
        self.count = self.row["width"] * self.row["height"]

    def refused_file(self, data, *named):
        self.file.write_bytes(data)
        self.assert_refused(self.game, self.dir, self.row["file"], self.slot, *named)

    def test_of_files_that_are_not_indexed(self):
        for mode, name in (("RGB", "RGB"), ("RGBA", "RGBA"), ("L", "grey"), ("LA", "grey")):
            image = Image.new(mode, self.size)
            image.save(self.file, "PNG")
            self.refused_file(read(self.file), f"the PNG is {name}")
        self.refused_file(b"GIF89a", "not a PNG")
        self.refused_file(b"", "not a PNG")

    def test_of_interlaced_files(self):
        data = bytearray(read(self.file))
        data[28] = 1
        self.refused_file(data, "interlaced")

    def test_of_damaged_files(self):
        whole = read(self.file)
        for end in (34, len(whole) // 2, len(whole) - 1):
            self.refused_file(whole[:end], "the PNG is damaged")
        for at in range(33, len(whole), 7):
            data = bytearray(whole)
            data[at] ^= 0x40
            self.refused_file(data, "the PNG is damaged")

    def test_of_sizes(self):
        data = bytearray(read(self.file))
        for width, height in ((0, 5), (5, 0), (4097, 1), (1, 4097), (4096, 2048)):
            struct.pack_into(">II", data, 16, width, height)
            self.refused_file(data, f"the PNG has {width}×{height} pixels")

    def test_of_colours(self):
        other = palette(16) + b"\1\2\3"
        self.refused_file(png(*self.size, bytes([16]) * self.count, other, 0), "pixel 0, 0 has colour 16, #010203")
        self.refused_file(png(*self.size, bytes([20]) * self.count, palette(32), 0), "pixel 0, 0 has colour 20, #14eb")


class Repaired(Base):
    def test_a_sorted_palette_of_an_export(self):
        game = sample(6)
        self.assert_fine(run("export", self.pack(game, "v6.wardrobe"), "-o", self.folder / "pictures",
                             "--format", "pictures"))
        path = self.folder / "pictures" / "costume-001" / "limb-00-003.png"
        with Image.open(path) as image:
            count = len(image.palette.palette) // 3
            clear = count - 1 - image.info["transparency"]
            image.remap_palette(range(count)[::-1]).save(path, transparency=clear)
        new, done = self.apply(game, self.folder / "pictures")
        self.assertIn("costume-001/limb-00-003.png: its palette was in another order", done.out)
        self.assertEqual(files(new), files(game))


if __name__ == "__main__":
    unittest.main()
