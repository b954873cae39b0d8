"""The project's Python package, which is written from FORMAT.md alone, with all checks that a reader need not make.

Its list() returns the rows of `wardrobe list --json`.
"""

import pathlib
import sys

import xxhash

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "tools" / "library" / "python"))

import wardrobe
from wardrobe.columns import COLUMNS, DTYPES as TYPES, NONE as NO_ROW, NUMBERS
from wardrobe.error import Error, need

__all__ = ["COLUMNS", "NO_INDEX", "NO_LIMB", "NO_OFFSET", "NO_ROW", "NUMBERS", "TYPES", "Archive",
           "Error", "hash_of_the_rest"]

NO_LIMB = 0xFF
NO_INDEX = 0xFFFF
NO_OFFSET = 0xFFFFFFFFFFFFFFFF


def hash_of_the_rest(data):
    """Returns the XXH64 that belongs into bytes 32 to 39, over all other bytes."""
    digest = xxhash.xxh64(data[:32])
    digest.update(data[40:])
    return digest.intdigest()


class Archive(wardrobe.Archive):
    """An archive that checks what is read as it is read, and everything in check()."""

    def __init__(self, data):
        super().__init__(data)
        self.data = data

    @classmethod
    def open(cls, path):
        with open(path, "rb") as file:
            return cls(file.read())

    def image(self):
        return bytes(self.zstd_frames.read(0, self.zstd_frames.image_size))

    def pixels(self, picture):
        return self.pictures[int(picture)].indices

    def check(self):
        """Checks every promise of FORMAT.md."""
        self.check_ranges()
        self._check_pictures_are_distinct()

    def check_ranges(self):
        """Checks as verify() does; also all hashes, the zeros between columns, and that no column is missing."""
        need(hash_of_the_rest(self.data) == self.zstd_frames.file_hash, "the hash of the file")
        self._check_zeros(self.image())
        for name in COLUMNS:
            need(name in self.columns, f"no column {name}")
        self.verify()
        self._check_pixels()
        self._check_backgrounds()

    def _check_zeros(self, image):
        end = 64 + 64 * len(self.columns)
        for column in self.columns.values():
            need(not any(image[end:column.start]), f"what lies before {column.name}")
            end = column.start + column.count * (column.width or 0)
        need(end == len(image), "the image ends with its pixels")

    def _check_pixels(self):
        for data, expected in zip(self._pixels_of_all(), self.numbers("pictures.xxh64"), strict=True):
            need(xxhash.xxh64_intdigest(data) == expected, "hash of a picture")

    def _pixels_of_all(self):
        """Yields the pixels of each picture as bytes."""
        pixels, offsets = bytes(self["pixels"]), self.numbers("pictures.pixel_offset")
        for begin, end, width, height in zip(offsets[:-1], offsets[1:], self.numbers("pictures.width"),
                                             self.numbers("pictures.height"), strict=True):
            need(end - begin == width * height > 0, "size of a picture")
            yield pixels[begin:end]

    def _check_backgrounds(self):
        offsets = self["rooms.background_offset"].tolist()
        for room, hash_ in enumerate(self["rooms.background_xxh64"].tolist()):
            background = self.part("backgrounds", *offsets[room:room + 2]).tobytes()
            need(hash_ == (xxhash.xxh64_intdigest(background) if background else 0), "hash of a background")

    def _check_pictures_are_distinct(self):
        distinct = set(zip(self.numbers("pictures.width"), self.numbers("pictures.height"),
                           self.numbers("pictures.transparent"), self._pixels_of_all(), strict=True))
        need(len(distinct) == self.rows("pictures"), "a picture stands twice")
