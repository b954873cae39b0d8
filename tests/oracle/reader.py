"""Reads `.wardrobe` archives, by FORMAT.md alone: an example of a reader, and the one to which the tests compare the
program and the libraries. It decompresses everything and checks nothing.

    archive = Archive.open("game.wardrobe")
    archive["pictures.width"], archive["cels.x"]     # columns, as numpy arrays
    archive.text("sources.name", 0)                  # the name of the first file
    archive.pixels(3)                                # picture 3, (height, width)
"""

import pathlib
import struct
from typing import NamedTuple

import numpy
import zstandard

TYPES = {1: "<u1", 2: "<u2", 3: "<u4", 4: "<u8", 5: "<i2", 6: "<i4"}
NONE, NO_LIMB, NO_INDEX, NO_OFFSET = 0xFFFFFFFF, 0xFF, 0xFFFF, 0xFFFFFFFFFFFFFFFF


class Column(NamedTuple):
    """An entry of the directory."""

    type: int
    count: int
    start: int


class Archive:
    """The image of an archive, and its columns by name."""

    def __init__(self, file):
        """Takes the bytes of the file. Its skippable frames decompress to nothing."""
        self.image = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True).read()
        count, = struct.unpack_from("<I", self.image, 12)
        self.columns = {name.rstrip(b"\0").decode(): Column(type_, count, start) for name, type_, _, count, start
                        in struct.iter_unpack("<40sIIQQ", self.image[64:64 + 64 * count])}

    @classmethod
    def open(cls, path):
        return cls(pathlib.Path(path).read_bytes())

    def __getitem__(self, name):
        """A column: a view of the image."""
        type_, count, start = self.columns[name]
        return numpy.frombuffer(self.image, TYPES[type_], count, start)

    def rows(self, table):
        """The number of rows of a table. No table begins with a column of any number of elements per row."""
        first = next(name for name in self.columns if name.startswith(f"{table}."))
        return self.columns[first].count - first.endswith("_offset")

    def row_range(self, offsets, row):
        """What a row owns by a column of offsets: rows of another table, or elements of a column."""
        return range(*self[offsets][row:row + 2].tolist())

    def blob(self, name, row):
        """A row's elements of a column that has any number per row."""
        owned = self.row_range(f"{name}_offset", row)
        return self[name][owned.start:owned.stop]

    def text(self, name, row):
        return self.blob(name, row).tobytes().decode("utf-8", "replace")

    def pixels(self, picture):
        """A picture's pixels, (height, width)."""
        owned = self.row_range("pictures.pixel_offset", picture)
        return self["pixels"][owned.start:owned.stop].reshape(self["pictures.height"][picture], -1)
