"""Rows of a table as a sequence of objects, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Rows(Sequence[T], Generic[T]):
    def __init__(self, rows: Sequence[int], make: Callable[[int], T]) -> None:
        self._rows, self._make = rows, make

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Rows[T]: ...

    def __getitem__(self, index: int | slice) -> T | Rows[T]:
        if isinstance(index, slice):
            return Rows(self._rows[index], self._make)
        return self._make(self._rows[index])

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:4])) + (", …" if len(self) > 4 else "")
        return f"<{len(self)} rows: {shown}>"
