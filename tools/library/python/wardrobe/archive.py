"""An archive: its columns, and the objects made of them."""

from __future__ import annotations

import io
import os
import struct
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from . import columns as schema
from .columns import NONE, Column
from .costume import Costume, Picture
from .error import need
from .game import Failure, Palette, Source
from .native import Handle
from .room import Room
from .rows import Rows, listed
from .timeline import Timeline
from .verify import check_tables
from .zstd_frames import ZstdFrames

if TYPE_CHECKING:
    from pandas import DataFrame


class Archive:
    """An open archive: wardrobe.open(). Whatever it returns has been checked, and is read-only.

    `archive["cels.x"]` is a column as an array, by its name in FORMAT.md.
    """

    def __init__(self, source: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO) -> None:
        self._owns_file = isinstance(source, (str, os.PathLike))
        if isinstance(source, (str, os.PathLike)):
            source = io.open(source, "rb")
        elif isinstance(source, (bytes, bytearray, memoryview)):
            source = io.BytesIO(source)
        self._file, self._loaded = source, dict[str, np.ndarray]()
        try:
            self.zstd_frames = ZstdFrames(source)
            self._read_directory()
            self._count_rows()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Closes the file, if it was opened here. What was read stays usable."""
        if self._owns_file:
            self._file.close()

    def file_bytes(self) -> bytes:
        """The whole file. ValueError: it was closed."""
        return self.zstd_frames.file_bytes()

    @cached_property
    def native(self) -> Handle:
        """The archive in libwardrobe, which must be installed (OSError)."""
        return Handle(self)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        version = self.game_version
        game = f"HE {version}" if version >= 60 else f"SCUMM {version}"
        return (f"<Archive {game}: {len(self.costumes)} costumes, "
                f"{len(self.pictures)} pictures, {len(self.timelines)} timelines>")

    # The image

    def _read_directory(self) -> None:
        frames = self.zstd_frames
        head, offset = frames.frame(1), frames.file_starts[1]
        need(len(head) >= 64 and head[:8] == b"WARDIMAG", "no image", offset)
        major, minor, count, size = struct.unpack_from("<HHIQ", head, 8)
        need(major == 1, f"an image of version {major}, which this reader does not know", offset)
        self.format_version = f"{major}.{minor}"
        need(size == frames.image_size, "wrong size of the image", offset)
        need(not any(head[24:64]), "reserved bytes of the image are not zero", offset)
        need(len(head) == 64 + 64 * count, "frame 1 is not the directory", offset)
        self.columns: dict[str, Column] = {}
        end = len(head)
        for at in range(64, len(head), 64):
            column = self._read_column(head[at:at + 64])
            need(end <= column.start, f"{column.name} overlaps the column before it", offset)
            end = column.start + column.count * (column.width or 0)
            need(end <= size, f"{column.name} passes the end of the image", offset)
            self.columns[column.name] = column
        need(len(self.columns) == count, "two columns have the same name", offset)
        need(count > 0 and column.name == "pixels", "the last column is not pixels", offset)
        first = self.columns.get("backgrounds", column)
        need(first is column or list(self.columns)[-2] == "backgrounds",
             "the last column but one is not backgrounds", offset)
        need(first.start <= schema.budget(schema.LIMITS["tables"], frames.file_size),
             "larger tables than an archive may have", offset)
        need(size - first.start <= schema.budget(schema.LIMITS["pixels"], frames.file_size),
             "more pixels than an archive may have", offset)

    @staticmethod
    def _read_column(entry: bytes) -> Column:
        name, type_, reserved, count, start = struct.unpack("<40sIIQQ", entry)
        name = name.rstrip(b"\0")
        need(name and all(0x20 < byte < 0x7F for byte in name), "the name of a column is not ASCII")
        need(reserved == 0, "reserved bytes of the directory are not zero")
        need(start % 64 == 0, "a column does not start at a multiple of 64")
        return Column(name.decode("ascii"), type_, count, start)

    def _count_rows(self) -> None:
        """Checks types and sizes of the known columns."""
        self._rows: dict[str, int] = {}
        for name, type_ in schema.COLUMNS.items():
            column = self.columns.get(name)
            if column is None:
                need(schema.is_later(name), f"no column {name}")
                continue
            need(column.type == type_, f"{name} has another type than it should")
            if not schema.is_cut(name):
                table = name.partition(".")[0]
                rows = column.count - name.endswith("_offset")
                need(rows == self._rows.setdefault(table, rows) and rows >= 0,
                     f"{name} has another number of rows than {table}")
        for name in schema.COLUMNS:  # an archive that is older than a table has no rows of it
            self._rows.setdefault(name.partition(".")[0], 0)
        need(self._rows["game"] == 1, "game has not one row")
        need(self._rows["timelines"] == self._rows["records"], "not one timeline for each record")

    @property
    def inflated_bytes(self) -> int:
        """How many bytes were inflated so far."""
        return self.zstd_frames.inflated_bytes

    def rows(self, table: str) -> int:
        """Number of rows of a table."""
        return self._rows[table]

    def __getitem__(self, name: str) -> np.ndarray:
        """A whole column. Each but `backgrounds` and `pixels` is inflated and checked once."""
        if name in schema.LAZY and name in self.columns:
            return self.part(name, 0, self.columns[name].count)
        if name not in self._loaded:
            if name in self.columns:
                array = self.part(name, 0, self.columns[name].count)
            else:
                array = self._missing(name)
            self._check(name, array)
            self._loaded[name] = array
        return self._loaded[name]

    def part(self, name: str, start: int, stop: int) -> np.ndarray:
        """Elements start to stop - 1 of a column, unchecked; inflates only the frames they are in."""
        column = self.columns[name]
        if column.width is None:
            raise KeyError(f"{name} has elements of an unknown type")
        if not 0 <= start <= stop <= column.count:
            raise IndexError(f"{name} has {column.count} elements")
        data = self.zstd_frames.read(column.start + start * column.width, (stop - start) * column.width)
        return np.frombuffer(data, schema.DTYPES[column.type])

    def _missing(self, name: str) -> np.ndarray:
        """A column that is newer than the archive."""
        if name not in schema.COLUMNS or not schema.is_later(name):
            raise KeyError(name)
        rows = 0 if schema.is_cut(name) else self._rows[name.partition(".")[0]] + name.endswith("_offset")
        array = np.zeros(rows, schema.DTYPES[schema.COLUMNS[name]])
        array.flags.writeable = False
        return array

    def _elements(self, name: str) -> int:
        return self.columns[name].count if name in self.columns else 0

    def _check(self, name: str, array: np.ndarray) -> None:
        """Offsets never fall and end where they should; values are those that FORMAT.md has."""
        column = schema.SCHEMA.get(name, {})
        if cut := column.get("divides"):
            size = self._elements(cut) if cut in schema.COLUMNS else self._rows[cut]
            need(array[0] == 0 and (array[1:] >= array[:-1]).all() and array[-1] == size,
                 f"{name} does not cut {cut} into rows")
        if "count" in column:
            need(_in_ranges(np.diff(array), [column["count"]]), f"{name}: too few or too many")
        if table := column.get("rows"):
            good = array < self._rows[table]
            need((good | (array == NONE) if "none" in column else good).all(), f"{name}: no such row of {table}")
        if "values" in column:
            need(_in_ranges(array, column["values"]), f"{name}: a value out of range")

    def verify(self) -> None:
        """Reads everything and checks it as `wardrobe verify` does, but for the hashes of file, pictures and
        backgrounds."""
        for name in schema.COLUMNS.keys() - schema.LAZY:
            self[name]
        check_tables(self)
        for frame in range(1, len(self.zstd_frames)):
            self.zstd_frames.frame(frame)

    def row_range(self, name: str, row: int) -> range:
        """What a row owns by a column of offsets, such as "frames.cel_offset"."""
        offsets = self[name]
        return range(int(offsets[row]), int(offsets[row + 1]))

    def blob(self, name: str, row: int) -> np.ndarray:
        """A row's elements of a column that has any number of them a row."""
        owned = self.row_range(name + "_offset", row)
        return self[name][owned.start:owned.stop]

    def to_pandas(self, table: str) -> DataFrame:
        """A table as a DataFrame of its columns that have one element a row. Needs pandas."""
        import pandas

        if table not in self._rows:
            raise KeyError(table)
        names = [name for name in self.columns if name.startswith(f"{table}.") and not schema.is_cut(name)
                 and not name.endswith("_offset")]
        return pandas.DataFrame({name.removeprefix(f"{table}."): self[name] for name in names})

    def text(self, name: str, row: int) -> str:
        """A row's text, such as "rooms.name"."""
        return self.blob(name, row).tobytes().decode("utf-8", "replace")

    def value(self, name: str, row: int) -> int | None:
        """An element that is a row of another table, or None."""
        value = int(self[name][row])
        return None if value == NONE else value

    # The objects

    @property
    def game_version(self) -> int:
        """Of SCUMM, 4 to 8; from 60 on, of Humongous Entertainment's games."""
        return int(self["game.version"][0])

    @property
    def evidence(self) -> str:
        """Why the game is of that version."""
        return self.text("game.evidence", 0)

    @property
    def sources(self) -> Rows[Source]:
        """The files of the game."""
        return Rows(range(self._rows["sources"]), lambda row: Source(self, row))

    @property
    def failures(self) -> Rows[Failure]:
        """What could not be read."""
        return Rows(range(self._rows["failures"]), lambda row: Failure(self, row))

    @property
    def costumes(self) -> Rows[Costume]:
        """All costumes, in the order of the files."""
        return Rows(range(self._rows["costumes"]), lambda row: Costume(self, row))

    @property
    def pictures(self) -> Rows[Picture]:
        """All distinct pictures, of all costumes."""
        return Rows(range(self._rows["pictures"]), lambda row: Picture(self, row))

    @property
    def palettes(self) -> Rows[Palette]:
        """The palettes of all rooms."""
        return Rows(range(self._rows["palettes"]), lambda row: Palette(self, row))

    @property
    def rooms(self) -> Rows[Room]:
        """All rooms, by row; room(number) finds one by its number."""
        return Rows(range(self._rows["rooms"]), lambda row: Room(self, row))

    def room(self, number: int) -> Room:
        """The room that games know by that number. KeyError: none."""
        rows = np.flatnonzero(self["rooms.number"] == number).tolist()
        if not rows:
            raise KeyError(f"no room {number}; rooms are {listed(self['rooms.number'].tolist())}")
        return self.rooms[rows[0]]

    @property
    def timelines(self) -> Rows[Timeline]:
        """What playing each animation record draws, of all costumes."""
        return Rows(range(self._rows["timelines"]), lambda row: Timeline(self, row))

    @cached_property
    def _costume_rows(self) -> dict[int, int]:
        rows: dict[int, int] = {}
        for row, number in enumerate(self["costumes.id"].tolist()):
            for each in (number, *self.blob("costumes.alias", row).tolist()):
                rows.setdefault(each, row)
        rows.pop(0, None)
        return rows

    def costume(self, id: int) -> Costume:
        """The costume with that id or alias. KeyError: none."""
        if id not in self._costume_rows:
            raise KeyError(f"no costume {id}; ids are {listed(sorted(self._costume_rows))}")
        return self.costumes[self._costume_rows[id]]

    def palette(self, room: int, number: int = 0) -> Palette:
        """A palette of the room with that number. KeyError: none."""
        for palette in self.palettes:
            if (palette.room.number, palette.number) == (room, number):
                return palette
        raise KeyError(f"room {room} has no palette {number}; "
                       f"it has {listed(palette.number for palette in self.room(room).palettes)}")


def _in_ranges(array: np.ndarray, ranges: list[list[int]]) -> bool:
    good = np.zeros(len(array), bool)
    for first, last in ranges:
        good |= (array >= first) & (array <= last)
    return bool(good.all())
