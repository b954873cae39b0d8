"""An archive as columns."""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Sequence
from functools import cached_property
from typing import BinaryIO

import numpy as np

from . import columns as schema
from .columns import NONE, Array, ColumnInfo
from .error import need
from .native import Handle
from .zstd_frames import ZstdFrames


class Tables:
    """The columns of an open file. They are checked when they are read."""

    def __init__(self, source: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO) -> None:
        self._owns_file = isinstance(source, (str, os.PathLike))
        if isinstance(source, (str, os.PathLike)):
            source = io.open(source, "rb")
        elif isinstance(source, (bytes, bytearray, memoryview)):
            source = io.BytesIO(source)
        self._file, self._loaded, self._lists = source, dict[str, Array](), dict[str, list[int]]()
        try:
            self.zstd_frames = ZstdFrames(source)
            self._read_directory()
            self._count_rows()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Closes the file if this object opened it. Data that have been read can still be used."""
        if self._owns_file:
            self._file.close()

    @property
    def file(self) -> bytes:
        """The bytes of the whole file. Raises ValueError if it is closed."""
        return self.zstd_frames.file_bytes()

    @cached_property
    def native(self) -> Handle:
        """The archive as libwardrobe opens it. Raises OSError if libwardrobe is not installed."""
        return Handle(self.file)

    def _read_directory(self) -> None:
        frames = self.zstd_frames
        head, offset = frames.frame(1), frames.file_starts[1]
        need(len(head) >= 64 and head[:8] == b"WARDIMAG", "no image", offset)
        major, minor, count, size = struct.unpack_from("<HHIQ", head, 8)
        need(major == 2, f"an image of version {major}, which this reader does not know", offset)
        self.format_version = f"{major}.{minor}"
        need(size == frames.image_size, "wrong size of the image", offset)
        need(not any(head[24:64]), "reserved bytes of the image are not zero", offset)
        need(len(head) == 64 + 64 * count, "frame 1 is not the directory", offset)
        self.columns: dict[str, ColumnInfo] = {}
        end = len(head)
        for at in range(64, len(head), 64):
            column = self._read_column(head[at:at + 64])
            need(end <= column.start, f"{column.name} overlaps the column before it", offset)
            end = column.start + column.count * (column.width or 0)
            need(end <= size, f"{column.name} passes the end of the image", offset)
            self.columns[column.name] = column
        need(len(self.columns) == count, "two columns have the same name", offset)
        need(list(self.columns)[-2:] == ["backgrounds", "pixels"],
             "the last columns are not backgrounds and pixels", offset)
        first = self.columns["backgrounds"]
        need(first.start <= schema.budget(schema.LIMITS["tables"], frames.file_size),
             "larger tables than an archive may have", offset)
        need(size - first.start <= schema.budget(schema.LIMITS["pixels"], frames.file_size),
             "more pixels than an archive may have", offset)

    @staticmethod
    def _read_column(entry: bytes) -> ColumnInfo:
        name, type_, reserved, count, start = struct.unpack("<40sIIQQ", entry)
        name = name.rstrip(b"\0")
        need(name and all(0x20 < byte < 0x7F for byte in name), "the name of a column is not ASCII")
        need(reserved == 0, "reserved bytes of the directory are not zero")
        need(start % 64 == 0, "a column does not start at a multiple of 64")
        return ColumnInfo(name.decode("ascii"), type_, count, start)

    def _count_rows(self) -> None:
        """Counts the rows of each table. Checks the types and sizes of the known columns."""
        self._rows: dict[str, int] = {}
        for name, type_ in schema.COLUMNS.items():
            need(name in self.columns, f"no column {name}")
            column = self.columns[name]
            need(column.type == type_, f"{name} has another type than it should")
            if not schema.is_cut(name):
                rows, table = column.count - schema.is_offset(name), schema.table_of(name)
                need(rows == self._rows.setdefault(table, rows) and rows >= 0,
                     f"{name} has another number of rows than {table}")
        need(self._rows["game"] == 1, "game has not one row")
        need(self._rows["timelines"] == self._rows["records"], "not one timeline for each record")

    @property
    def inflated_bytes(self) -> int:
        """Bytes inflated so far."""
        return self.zstd_frames.inflated_bytes

    @property
    def image_size(self) -> int:
        """Size of the inflated archive in bytes."""
        return self.zstd_frames.image_size

    def rows(self, table: str) -> int:
        """Number of rows of a table."""
        if table not in self._rows:
            raise KeyError(f"no table {table}; there are {', '.join(self._rows)}")
        return self._rows[table]

    def __getitem__(self, name: str) -> Array:
        """A whole column. Except for `backgrounds` and `pixels`, it is inflated and checked once."""
        if name in self._loaded:
            return self._loaded[name]
        if name not in self.columns:
            raise self._unknown(name)
        array = self.part(name, 0, self.columns[name].count)
        if name not in schema.LAZY:
            self._check(name, array)
            self._loaded[name] = array
        return array

    def numbers(self, name: str) -> list[int]:
        """A whole column as a list, which is kept: Python reads an element of a list faster than one of an array."""
        if name not in self._lists:
            self._lists[name] = self[name].tolist()
        return self._lists[name]

    def part(self, name: str, start: int, stop: int) -> Array:
        """The elements `start` to `stop` - 1 of a column, unchecked. Inflates only the frames that have them."""
        if name not in self.columns:
            raise self._unknown(name)
        column = self.columns[name]
        if column.width is None:
            raise KeyError(f"{name} has elements of an unknown type")
        if not 0 <= start <= stop <= column.count:
            raise IndexError(f"{name} has {column.count} elements")
        data = self.zstd_frames.read(column.start + start * column.width, (stop - start) * column.width)
        return np.frombuffer(data, schema.DTYPES[column.type])

    def _unknown(self, name: str) -> KeyError:
        names = [known for known in self.columns if schema.table_of(known) == schema.table_of(name)]
        return KeyError(f"no column {name}; there are {', '.join(names or self.columns)}")

    def _check(self, name: str, array: Array) -> None:
        """Checks that offsets never fall, and end where they should; and that FORMAT.md allows the values."""
        column = schema.SCHEMA.get(name, {})
        if cut := column.get("divides"):
            size = self.columns[cut].count if cut in schema.COLUMNS else self._rows[cut]
            need(array[0] == 0 and (array[1:] >= array[:-1]).all() and array[-1] == size,
                 f"{name} does not cut {cut} into rows")
        if "count" in column:
            need(_in_ranges(np.diff(array), [column["count"]]), f"{name}: too few or too many")
        if table := column.get("rows"):
            good = array < self._rows[table]
            need((good | (array == NONE) if "none" in column else good).all(), f"{name}: no such row of {table}")
        if "values" in column:
            need(_in_ranges(array, column["values"]), f"{name}: a value out of range")

    def row_range(self, name: str, row: int) -> range:
        """The rows that a row owns by a column of offsets, such as "frames.cel_offset"."""
        offsets = self[name]
        return range(int(offsets[row]), int(offsets[row + 1]))

    def range_of(self, name: str, row: int) -> range:
        """The same as row_range(), but faster for many rows."""
        return range(*self.numbers(name)[row:row + 2])

    def blob(self, name: str, row: int) -> Array:
        """A row's elements of a column with any number of elements per row."""
        owned = self.row_range(name + "_offset", row)
        return self[name][owned.start:owned.stop]

    def text(self, name: str, row: int) -> str:
        """A row's text, such as "rooms.name"."""
        return self.blob(name, row).tobytes().decode("utf-8", "replace")

    def value(self, name: str, row: int) -> int | None:
        """An element that is a row of another table; None if it is none."""
        value = int(self[name][row])
        return None if value == NONE else value

    def owner(self, name: str, element: int) -> int:
        """The row that owns an element by a column of offsets."""
        return int(np.searchsorted(self[name], element, "right")) - 1

    def records(self, table: str, rows: range, fields: Sequence[str]) -> Array:
        """Rows of a table as a structured array."""
        columns = {field: self[f"{table}.{field}"][rows.start:rows.stop] for field in fields}
        array = np.empty(len(rows), [(field, column.dtype) for field, column in columns.items()])
        for field, column in columns.items():
            array[field] = column
        array.flags.writeable = False
        return array


def _in_ranges(array: Array, ranges: list[list[int]]) -> bool:
    good = np.zeros(len(array), bool)
    for first, last in ranges:
        good |= (array >= first) & (array <= last)
    return bool(good.all())
