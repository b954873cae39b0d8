"""The columns of FORMAT.md, "The tables", and their allowed values: schema.json."""

from __future__ import annotations

import json
import pathlib
from typing import Any, NamedTuple

from numpy.typing import NDArray

Array = NDArray[Any]
DTYPES = {1: "<u1", 2: "<u2", 3: "<u4", 4: "<u8", 5: "<i2", 6: "<i4"}
NUMBERS = {"u8": 1, "u16": 2, "u32": 3, "u64": 4, "i16": 5, "i32": 6}
NONE = 0xFFFFFFFF  # no row
LAZY = {"backgrounds", "pixels"}  # read piece by piece

_schema = json.loads(pathlib.Path(__file__).with_name("schema.json").read_text("ascii"))
SCHEMA: dict[str, dict[str, Any]] = _schema["columns"]
LIMITS: dict[str, Any] = _schema["limits"]
COLUMNS = {name: NUMBERS[column["type"]] for name, column in SCHEMA.items()}  # name → number of the type
_divided = {column.get("divides") for column in SCHEMA.values()}


class ColumnInfo(NamedTuple):
    """An entry of the directory."""

    name: str
    type: int
    count: int  # type: ignore[assignment]  # elements; hides tuple.count()
    start: int  # in the image

    @property
    def width(self) -> int | None:
        """The number of bytes of an element; None if the type is newer than this reader."""
        return int(DTYPES[self.type][2]) if self.type in DTYPES else None


def table_of(name: str) -> str:
    """The table of a column."""
    return name.partition(".")[0]


def is_offset(name: str) -> bool:
    """Whether the column divides another column, or a table, into rows."""
    return "divides" in SCHEMA[name]


def is_cut(name: str) -> bool:
    """Whether a row can have any number of elements of this column."""
    return "." in name and name in _divided


def budget(limit: dict[str, int], size: int) -> int:
    """The limit for a file or frame of `size` bytes."""
    return min(limit["most"], limit["free"] + limit["per_byte"] * size)
