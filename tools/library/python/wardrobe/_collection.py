"""Many archives as one."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ._native import Array
from .archive import Archive
from .error import Error

if TYPE_CHECKING:
    from pandas import DataFrame


def rows_of(what: str) -> Any:
    """A property: the rows of all archives, as from list()."""
    return property(lambda self: self.list(what), doc=f"list({what!r})")


class Collection:
    """Many archives, from wardrobe.collection(). Each is opened when it is read, and closed again.

    Archives that cannot be read are left out; `errors` has the reasons, by path.
    """

    costumes: list[dict[str, Any]] = rows_of("costumes")
    pictures: list[dict[str, Any]] = rows_of("pictures")
    timelines: list[dict[str, Any]] = rows_of("timelines")
    palettes: list[dict[str, Any]] = rows_of("palettes")
    rooms: list[dict[str, Any]] = rows_of("rooms")
    failures: list[dict[str, Any]] = rows_of("failures")

    def __init__(self, paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> None:
        """`paths` are those of archives, or a pattern such as "archives/*.wardrobe"."""
        given = sorted(glob.glob(os.fspath(paths))) if isinstance(paths, (str, os.PathLike)) else paths
        self.paths = [os.fspath(path) for path in given]
        self.errors: dict[str, Error | OSError] = {}

    def __iter__(self) -> Iterator[tuple[str, Archive]]:
        """Path and archive, one after the other. An archive is closed when the next one is asked for."""
        for path in self.paths:
            try:
                archive = Archive(path)
            except (Error, OSError) as error:
                self.errors[path] = error
                continue
            with archive:
                yield path, archive

    def __repr__(self) -> str:
        return f"<Collection of {len(self.paths)} archives>"

    def list(self, what: str) -> list[dict[str, Any]]:
        """The rows of Archive.list() of all archives, each with its archive's path as `archive`."""
        return [{"archive": path, **row} for path, archive in self for row in archive.list(what)]

    def column(self, name: str) -> tuple[Array, Array]:
        """A column of FORMAT.md of all archives as one array, and for each element the number of its archive in
        `paths`."""
        number = {path: i for i, path in enumerate(self.paths)}
        parts = [(archive[name].copy(), number[path]) for path, archive in self]
        numbers = [np.full(len(part), i) for part, i in parts]
        return (np.concatenate([part for part, _ in parts] or [np.empty(0, int)]),
                np.concatenate(numbers or [np.empty(0, int)]))

    def to_pandas(self, table: str) -> DataFrame:
        """A table of FORMAT.md of all archives as a DataFrame, with the path in the column `archive`. Needs pandas."""
        import pandas

        parts = []
        for path, archive in self:
            part = archive.to_pandas(table).copy()
            part.insert(0, "archive", path)
            parts.append(part)
        return pandas.concat(parts, ignore_index=True) if parts else pandas.DataFrame({"archive": []})
