"""Rows of tables as objects. They are made on demand. Private."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from ctypes import byref, c_char_p
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from ._native import NONE, call, lib

if TYPE_CHECKING:
    from .archive import Archive

T = TypeVar("T")


class Row:
    """A row of a table of an `archive`. Objects of the same row are equal."""

    def __init__(self, archive: Archive, row: int) -> None:
        self.archive, self.row = archive, row

    @property
    def _key(self) -> tuple[Any, ...]:
        return id(self.archive), self.row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and type(self) is type(other) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def element(column: str, doc: str, none: int | None = None) -> Any:
    """A property: the row's element of a column; None if the element is `none`."""
    def get(self: Row) -> int | None:
        value = int(self.archive[column][self.row])
        return None if value == none else value
    return property(get, doc=doc)


def text(column: str, doc: str) -> Any:
    """A property: the row's text."""
    return property(lambda self: self.archive._blob(column, self.row).tobytes().decode("utf-8", "replace"), doc=doc)


def game_name(table: str, doc: str) -> Any:
    """A property: the name that the game gives to the row of this table."""
    def get(self: Row) -> str:
        name = c_char_p()
        call(lib.read_name, self.archive._handle, table.encode(), self.row, byref(name))
        return (name.value or b"").decode()
    return property(get, doc=doc)


def blob(column: str, doc: str) -> Any:
    """A property: the row's elements of a column that has any number per row, as a view."""
    return property(lambda self: self.archive._blob(column, self.row), doc=doc)


def linked(column: str, make: Callable[[Archive, int], object], doc: str) -> Any:
    """A property: an object for the row of another table that the element names; None if there is none."""
    def get(self: Row) -> object:
        row = int(self.archive[column][self.row])
        return None if row == NONE else make(self.archive, row)
    return property(get, doc=doc)


def listed(values: Iterable[object], most: int = 20) -> str:
    """The values as text for a message. Values after the first `most` are left out."""
    texts = [str(value) for value in values]
    return ", ".join(texts[:most]) + (", …" if len(texts) > most else "") if texts else "none"


class Rows(Sequence[T], Generic[T]):
    """A sequence of objects of rows."""

    def __init__(self, what: str, rows: Sequence[int], make: Callable[[int], T]) -> None:
        self._what, self._rows, self._make = what, rows, make

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Rows[T]: ...

    def __getitem__(self, index: int | slice) -> T | Rows[T]:
        if isinstance(index, slice):
            return Rows(self._what, self._rows[index], self._make)
        if not -len(self) <= index < len(self):
            last = f", 0 to {len(self) - 1}" if len(self) else ""
            raise IndexError(f"there are {len(self)} {self._what}{last}")
        return self._make(self._rows[index])

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:4])) + (", …" if len(self) > 4 else "")
        return f"<{len(self)} {self._what}: {shown}>"
