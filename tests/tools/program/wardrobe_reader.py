"""The project's Python package, which is written from FORMAT.md alone, and beyond it all that a
reader need not check.

The rows of `wardrobe list --json` are in wardrobe_rows.py.
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
AKOS = 1  # costumes.kind


def hash_of_the_rest(data):
    """The XXH64 that bytes 32 to 39 hold: of every other byte."""
    digest = xxhash.xxh64(data[:32])
    digest.update(data[40:])
    return digest.intdigest()


class Archive(wardrobe.Archive):
    """An archive that is checked as far as it is read; everything after check()."""

    def __init__(self, data):
        super().__init__(data)
        self.data = data
        self._numbers = {}

    @classmethod
    def open(cls, path):
        with open(path, "rb") as file:
            return cls(file.read())

    def numbers(self, name):
        """A column as a list, which Python reads faster one by one than an array."""
        if name not in self._numbers:
            self._numbers[name] = self[name].tolist()
        return self._numbers[name]

    def range_of(self, name, row):
        """As row_range(), for many rows."""
        return range(*self.numbers(name)[row:row + 2])

    def image(self):
        return bytes(self.zstd_frames.read(0, self.zstd_frames.image_size))

    def pixels(self, picture):
        return self.pictures[int(picture)].indices

    def check(self):
        """All that FORMAT.md promises."""
        self.check_ranges()
        self._check_order_of_costumes()
        self._check_order_of_pictures()

    def check_ranges(self):
        """The hash, every frame, the zeros between columns, offsets, ids and pixels."""
        need(hash_of_the_rest(self.data) == self.zstd_frames.file_hash, "the hash of the file")
        self._check_zeros(self.image())
        for name in COLUMNS:
            need(name in self.columns, f"no column {name}")
            self[name]
        self._check_entries()
        self._check_windows()
        self._check_timelines()
        self._check_pixels()
        self._check_rooms()

    def _check_zeros(self, image):
        end = 64 + 64 * len(self.columns)
        for column in self.columns.values():
            need(not any(image[end:column.start]), f"what lies before {column.name}")
            end = column.start + column.count * (column.width or 0)
        need(end == len(image), "the image ends with its pixels")

    def _check_entries(self):
        state, picture = self["entries.state"], self["entries.picture"]
        need(((picture != NO_ROW) == (state == 1)).all(), "entries.picture")

    def _check_windows(self):
        for costume in range(self.rows("costumes")):
            commands = len(self.blob("costumes.command", costume))
            if self["costumes.kind"][costume] == AKOS:
                continue  # windows may pass the end
            for record in self.range_of("costumes.record_offset", costume):
                for window in self.range_of("records.window_offset", record):
                    end = self.numbers("windows.start")[window] + self.numbers("windows.length")[window]
                    need(end <= commands, "end of a window")

    def _check_timelines(self):
        for timeline in self.timelines:
            timeline.events  # checked when it is asked for
            need((wardrobe.Flags.DYNAMIC in timeline.flags) == (len(timeline.read) > 0),
                 "dynamic timelines are those that read something")

    def _check_pixels(self):
        for data, expected in zip(self._pixels_of_all(), self.numbers("pictures.xxh64"), strict=True):
            need(xxhash.xxh64_intdigest(data) == expected, "hash of a picture")

    def _pixels_of_all(self):
        """The pixels of each picture, as bytes."""
        pixels, offsets = bytes(self["pixels"]), self.numbers("pictures.pixel_offset")
        for begin, end, width, height in zip(offsets[:-1], offsets[1:], self.numbers("pictures.width"),
                                             self.numbers("pictures.height"), strict=True):
            need(end - begin == width * height > 0, "size of a picture")
            yield pixels[begin:end]

    def _check_rooms(self):
        offsets = self["rooms.background_offset"].tolist()
        for room in range(self.rows("rooms")):
            width, height = int(self["rooms.width"][room]), int(self["rooms.height"][room])
            background = self.part("backgrounds", *offsets[room:room + 2])
            need(len(background) in (0, width * height), "size of a background")
            strips = width // 8 if len(background) else 0
            need(len(self.blob("rooms.see_through", room)) == strips, "strips of a background")
            hash_ = xxhash.xxh64_intdigest(background.tobytes()) if len(background) else 0
            need(hash_ == self["rooms.background_xxh64"][room], "hash of a background")
            for plane in self.row_range("rooms.plane_offset", room):
                size = len(self.blob("planes.bits", plane))
                need(size in (0, (width + 7) // 8 * height), "size of a plane")

    def _check_order_of_costumes(self):
        places = list(zip(self["costumes.source"].tolist(), self["costumes.offset"].tolist()))
        need(places == sorted(set(places)), "order of costumes")
        for costume in range(self.rows("costumes")):
            self._check_rising("costumes.alias_offset", costume, "costumes.alias")
            self._check_rising("costumes.record_offset", costume, "records.number")
        for record in range(self.rows("records")):
            self._check_rising("records.window_offset", record, "windows.limb")
            self._check_rising("timelines.read_offset", record, "timelines.read")

    def _check_rising(self, offsets, row, name):
        owned = self.range_of(offsets, row)
        values = self.numbers(name)[owned.start:owned.stop]
        need(values == sorted(set(values)), f"order of {name}")

    def _check_order_of_pictures(self):
        used = self["entries.picture"][self["entries.state"] == 1].tolist()
        need(list(dict.fromkeys(used)) == list(range(self.rows("pictures"))), "order of pictures")
        distinct = set(zip(self.numbers("pictures.width"), self.numbers("pictures.height"),
                           self.numbers("pictures.transparent"), self._pixels_of_all(), strict=True))
        need(len(distinct) == self.rows("pictures"), "a picture stands twice")
