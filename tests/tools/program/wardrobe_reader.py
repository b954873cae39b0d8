"""Reads archives after formats/archive/FORMAT.md, "The image" and "The tables".

Written from FORMAT.md alone, to prove that an outsider can. The rows of `wardrobe list --json`
are in wardrobe_rows.py.
"""

import struct

import numpy
import xxhash

from wardrobe_columns import COLUMNS, CUTS, ROW_IDS, TYPES
from wardrobe_frames import ArchiveError, Frames, need

NO_ROW = 0xFFFFFFFF
NO_LIMB = 0xFF
NO_INDEX = 0xFFFF
NO_OFFSET = 0xFFFFFFFFFFFFFFFF
AKOS = 1  # costumes.kind


class Column:
    def __init__(self, entry):
        name, self.type, reserved, self.count, self.start = struct.unpack("<40sIIQQ", entry)
        need(reserved == 0, "reserved bytes of the directory")
        self.name = name.rstrip(b"\0").decode("ascii", "replace")
        need(self.name and "\0" not in self.name and self.name.isascii(), "name of a column")
        need(self.start % 64 == 0, "where a column starts")
        self.width = int(TYPES[self.type][2]) if self.type in TYPES else None

    def end(self):
        """None where the type is of a later minor version."""
        return None if self.width is None else self.start + self.count * self.width


class Archive:
    """An archive that is checked as far as it is read; everything after check()."""

    def __init__(self, data):
        self.frames = Frames(bytes(data))
        self.cache = {}
        head = self.frames.frame(1)
        need(len(head) >= 64 and head[:8] == b"WARDIMAG", "no image")
        major, self.minor, count, size = struct.unpack_from("<HHIQ", head, 8)
        need(major == 1, f"major version {major} of the image")
        need(size == self.frames.image_size, "size of the image")
        need(head[24:64] == bytes(40), "reserved bytes of the image")
        need(len(head) == 64 + 64 * count, "frame 1 is header and directory and nothing else")
        columns = [Column(head[at:at + 64]) for at in range(64, len(head), 64)]
        self.columns = {column.name: column for column in columns}
        need(len(self.columns) == count, "a name stands twice")
        self._check_places(columns, len(head), size)

    @staticmethod
    def _check_places(columns, end, size):
        for column in columns:
            need(end <= column.start <= size, f"where {column.name} stands")
            end = column.start if column.end() is None else column.end()
        need(columns and columns[-1].name == "pixels", "the last column is pixels")
        need(end <= size, "a column passes the end of the image")

    @classmethod
    def open(cls, path):
        with open(path, "rb") as file:
            return cls(file.read())

    def column(self, name):
        """A whole column as a numpy array."""
        if name not in self.cache:
            self.cache[name] = self.part(name, 0, self.columns[name].count)
        return self.cache[name]

    __getitem__ = column

    def part(self, name, start, end):
        """Elements start … end − 1 of a column; inflates the frames that hold them only."""
        need(name in self.columns, f"no column {name}")
        column = self.columns[name]
        need(0 <= start <= end <= column.count, f"range in {name}")
        data = self.frames.read(column.start + start * column.width, (end - start) * column.width)
        return numpy.frombuffer(data, dtype=TYPES[column.type])

    def row_range(self, name, row):
        """The range that row owns: name is a column of offsets."""
        offsets = self[name]
        return range(int(offsets[row]), int(offsets[row + 1]))

    def blob(self, name, row):
        """What row has of a column that is cut by a column of offsets."""
        owned = self.row_range(name + "_offset", row)
        return self[name][owned.start:owned.stop]

    def text(self, name, row):
        return bytes(self.blob(name, row)).decode("utf-8", "replace")

    def rows(self, table):
        """Number of rows, from the table's first column that has one element a row."""
        for name, column in self.columns.items():
            if name in COLUMNS and name.split(".")[0] == table and name + "_offset" not in COLUMNS:
                return column.count - 1 if name.endswith("_offset") else column.count
        raise ArchiveError(f"no table {table}")

    def pixels(self, picture):
        """A picture as an array of height rows; inflates only what holds it."""
        owned = self.row_range("pictures.pixel_offset", picture)
        width, height = int(self["pictures.width"][picture]), int(self["pictures.height"][picture])
        need(len(owned) == width * height, "size of a picture")
        return self.part("pixels", owned.start, owned.stop).reshape(height, width)

    def check(self):
        """All that FORMAT.md promises."""
        self.check_ranges()
        self._check_order_of_costumes()
        self._check_order_of_pictures()

    def check_ranges(self):
        """The hash, every frame, the zeros between columns, offsets, ids and pixels."""
        self.frames.check_file_hash()
        self._check_zeros(self.frames.image())
        for name, type_ in COLUMNS.items():
            need(name in self.columns, f"no column {name}")
            need(self.columns[name].type == type_, f"type of {name}")
        for name in COLUMNS:
            table, _, field = name.partition(".")
            if name == "pixels" or name + "_offset" in COLUMNS:
                continue
            more = 1 if field.endswith("_offset") else 0
            need(self.columns[name].count == self.rows(table) + more, f"elements of {name}")
            if more:
                self._check_offsets(name)
        self._check_ids()
        self._check_windows()
        self._check_timelines()
        self._check_pixels()

    def _check_zeros(self, image):
        end = 64 + 64 * len(self.columns)
        for column in self.columns.values():
            need(not any(image[end:column.start]), f"what lies before {column.name}")
            end = column.end()
        need(end == len(image), "the image ends with its pixels")

    def _check_offsets(self, name):
        offsets = self[name].astype("<u8")
        need(offsets[0] == 0 and (offsets[1:] >= offsets[:-1]).all(), f"order of {name}")
        need(int(offsets[-1]) == self._size_of_what_is_cut(name), f"end of {name}")

    def _size_of_what_is_cut(self, name):
        cut = CUTS.get(name, name.removesuffix("_offset"))
        return self.columns[cut].count if cut in self.columns else self.rows(cut)

    def _check_ids(self):
        for name, (table, may_be_none) in ROW_IDS.items():
            ids = self[name].astype("<u8")
            good = ids < self.rows(table)
            need((good | (ids == NO_ROW) if may_be_none else good).all(), f"ids in {name}")
        need(self.rows("timelines") == self.rows("records"), "a timeline for each record")
        state, picture = self["entries.state"], self["entries.picture"]
        need((state <= 3).all(), "entries.state")
        need(((picture < self.rows("pictures")) == (state == 1)).all(), "entries.picture")
        for name in ("costumes.mirror_west", "entries.reached", "costumes.kind", "cels.flip"):
            need((self[name] <= 1).all(), name)
        need(numpy.isin(self["costumes.directions"], (4, 8)).all(), "costumes.directions")

    def _check_windows(self):
        for costume in range(self.rows("costumes")):
            commands = len(self.blob("costumes.command", costume))
            if self["costumes.kind"][costume] == AKOS:
                continue  # windows may pass the end
            for record in self.row_range("costumes.record_offset", costume):
                for window in self.row_range("records.window_offset", record):
                    end = int(self["windows.start"][window]) + int(self["windows.length"][window])
                    need(end <= commands, "end of a window")

    def _check_timelines(self):
        for row in range(self.rows("timelines")):
            ticks = len(self.row_range("timelines.tick_offset", row))
            flags, loop_start = int(self["timelines.flags"][row]), self["timelines.loop_start"][row]
            need(flags < 16, "flags of a timeline")
            need(loop_start == NO_ROW if flags & 1 else loop_start < ticks, "start of a loop")
            owned = self.row_range("timelines.event_offset", row)
            need((self["events.tick"][owned.start:owned.stop] < ticks).all(), "tick of an event")
        need((self["cels.limb"] < 16).all() and (self["events.limb"] < 16).all(), "limbs")
        need((self["events.kind"] < 9).all(), "kind of an event")
        need((self["timelines.read"] < 260).all(), "what a timeline reads")
        need(((self["timelines.flags"] & 2 != 0) == (numpy.diff(self["timelines.read_offset"]) > 0))
             .all(), "dynamic timelines are those that read something")

    def _check_pixels(self):
        for row in range(self.rows("pictures")):
            pixels = self.pixels(row)
            need(max(pixels.shape) <= 4096 and pixels.size > 0, "size of a picture")
            need(xxhash.xxh64_intdigest(pixels.tobytes()) == self["pictures.xxh64"][row],
                 "hash of a picture")

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
        owned = self.row_range(offsets, row)
        values = self[name][owned.start:owned.stop].tolist()
        need(values == sorted(set(values)), f"order of {name}")

    def _check_order_of_pictures(self):
        used = self["entries.picture"][self["entries.state"] == 1].tolist()
        need(list(dict.fromkeys(used)) == list(range(self.rows("pictures"))), "order of pictures")
        distinct = {(self.pixels(row).shape, int(self["pictures.transparent"][row]),
                     self.pixels(row).tobytes()) for row in range(self.rows("pictures"))}
        need(len(distinct) == self.rows("pictures"), "a picture stands twice")
