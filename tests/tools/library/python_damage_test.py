"""However an archive is damaged, the Python package raises only wardrobe.Error. forged_test.py also checks this, of
archives with valid checksums."""

import random
import unittest

from python_package import PackageTest, use, wardrobe

from game_files import tiny_game
from support import EXHAUSTIVE, read, sample


def image_of(data):
    frames = wardrobe.open(data).zstd_frames
    return bytes(frames.read(0, frames.image_size))


class Damage(PackageTest):
    def assert_fine_or_error(self, data, what):
        """Returns whether no error was raised. Any error but wardrobe.Error fails the test."""
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
                if at in (18, 19) or 32 <= at < 40:  # minor versions and the file's hash, which this reader ignores
                    self.assertTrue(fine, at)
                elif fine:  # zstd's tables have bits that change nothing
                    self.assertEqual(image_of(bytes(data)), image_of(whole), at)

    def test_truncations_and_more_bytes(self):
        whole = read(self.pack(tiny_game(6).write(self.folder / "tiny")))
        for length in range(len(whole)):
            self.assertFalse(self.assert_fine_or_error(whole[:length], length))
        for more in (b"\0", whole, bytes(40)):
            self.assertFalse(self.assert_fine_or_error(whole + more, len(more)))
            self.assertFalse(self.assert_fine_or_error(more + whole, len(more)))

    def test_offsets_that_fall(self):
        path = self.pack(sample(6))
        for name, column in self.open(path).columns.items():
            if name.endswith("_offset") and column.count > 2:
                archive = self.open(self.forged(path, lambda image: image.change(name, 1, 1 << 31)))
                self.assertRaises(wardrobe.Error, archive.__getitem__, name)

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


if __name__ == "__main__":
    unittest.main()
