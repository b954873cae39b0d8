"""The game's files, its palettes, and what could not be read of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .rows import Row

if TYPE_CHECKING:
    from .archive import Archive
    from .costume import Costume
    from .room import Room


class Source(Row):
    """A file of the game. `name` is relative to the game's folder, `size` in bytes; every byte is XORed with `xor_key`."""

    def __init__(self, archive: Archive, row: int) -> None:
        super().__init__(archive, row)
        self.name = archive.text("sources.name", row)
        self.size = int(archive["sources.size"][row])
        self.xor_key = int(archive["sources.xor_key"][row])

    def __repr__(self) -> str:
        return f"<Source {self.name}: {self.size} bytes>"


class Palette(Row):
    """A palette of a room; `number` counts from 0 within the room."""

    def __init__(self, archive: Archive, row: int) -> None:
        super().__init__(archive, row)
        self.number = int(archive["palettes.number"][row])

    @property
    def room(self) -> Room:
        """The room that it belongs to."""
        return self.archive.rooms[int(self.archive["palettes.room"][self.row])]

    @property
    def rgb(self) -> np.ndarray:
        """Its colours, (n, 3) uint8; n is 256 unless the game is damaged."""
        rgb = self.archive.blob("palettes.rgb", self.row)
        return rgb[:len(rgb) // 3 * 3].reshape(-1, 3)

    def __repr__(self) -> str:
        return f"<Palette {self.number} of room {self.room.number}: {len(self.rgb)} colours>"


class Failure(Row):
    """Something that could not be read. `error` says why; what is not known or does not apply is None.

    `id` is the costume's and `room` its room's number; `offset` is in the file `source`; `limb` and `index` name a
    picture.
    """

    def __init__(self, archive: Archive, row: int) -> None:
        super().__init__(archive, row)
        self.id = self._value("id", 0)
        self.room = self._value("room", 0)
        self.offset = self._value("offset", (1 << 64) - 1)
        self.limb = self._value("limb", 0xFF)
        self.index = self._value("index", 0xFFFF)
        self.error = archive.text("failures.error", row)

    def _value(self, field: str, none: int) -> int | None:
        value = int(self.archive[f"failures.{field}"][self.row])
        return None if value == none else value

    @property
    def costume(self) -> Costume | None:
        """The costume, if the archive has the rest of it."""
        row = self.archive.value("failures.costume", self.row)
        return None if row is None else self.archive.costumes[row]

    @property
    def source(self) -> Source | None:
        """The file."""
        row = self.archive.value("failures.source", self.row)
        return None if row is None else self.archive.sources[row]

    def __repr__(self) -> str:
        place = "" if self.source is None else self.source.name
        place += "" if self.offset is None else f" at {self.offset}"
        return f"<Failure {place.strip()}: {self.error}>"
