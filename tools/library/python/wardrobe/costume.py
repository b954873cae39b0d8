"""Costumes, their animation records, and their pictures."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import images
from .columns import NONE
from .error import need
from .palette_choice import pixel_colors, undrawn
from .player import Player
from .rows import Row, Rows, listed
from .timeline import CHORES, Timeline, direction_of, record_number, table

if TYPE_CHECKING:
    from PIL.Image import Image

    from .archive import Archive
    from .game import Palette, Source
    from .room import Room

# A palette; the number of a room; (room, number of the palette); or pixel value → red, green, blue as
# an array, whose fourth column, if any, is not used. None: the default, as `wardrobe replay` has it.
PaletteLike = Union["Palette", int, tuple[int, int], np.ndarray, None]
SHOWN = 64  # pictures of a costume in a notebook


class Costume(Row):
    """A costume: Archive.costume(id), or one of Archive.costumes. In a notebook it shows its pictures.

    `id` is the lowest that leads to it, or None, and `aliases` are the others. `kind` is "COST" or "AKOS", `codec`
    how the game compressed its pictures. It has 4 or 8 `directions`.
    """

    def __init__(self, archive: Archive, row: int) -> None:
        super().__init__(archive, row)
        self.id = int(archive["costumes.id"][row]) or None
        self.aliases: list[int] = archive.blob("costumes.alias", row).tolist()
        self.kind = ("COST", "AKOS")[archive["costumes.kind"][row]]
        self.codec = int(archive["costumes.codec"][row])
        self.directions = int(archive["costumes.directions"][row])

    def __repr__(self) -> str:
        return (f"<Costume {self.id}, row {self.row}: {self.kind}, {len(self.pictures)} pictures, "
                f"{len(self.timelines)} timelines>")

    def _repr_html_(self) -> str:
        return images.figure(repr(self), (picture._repr_png_() for picture in self.pictures[:SHOWN]))

    @property
    def room(self) -> Room | None:
        """The room that contains it."""
        row = self.archive.value("costumes.room", self.row)
        return None if row is None else self.archive.rooms[row]

    @property
    def source(self) -> Source:
        """The file that contains it, from `offset` on."""
        return self.archive.sources[int(self.archive["costumes.source"][self.row])]

    @property
    def offset(self) -> int:
        """Where its block starts in `source`."""
        return int(self.archive["costumes.offset"][self.row])

    @cached_property
    def pictures(self) -> Rows[Picture]:
        """Its distinct pictures, in the order of its entries."""
        tables = self.archive.row_range("costumes.table_offset", self.row)
        offsets = self.archive["tables.entry_offset"]
        rows = self.archive["entries.picture"][offsets[tables.start]:offsets[tables.stop]].tolist()
        distinct = [row for row in dict.fromkeys(rows) if row != NONE]
        return Rows(distinct, lambda row: Picture(self.archive, row, self))

    @property
    def records(self) -> Rows[Record]:
        """Its animation records."""
        return Rows(self.archive.row_range("costumes.record_offset", self.row), lambda row: Record(self, row))

    @property
    def timelines(self) -> Rows[Timeline]:
        """What playing each of its records draws."""
        return Rows(self.archive.row_range("costumes.record_offset", self.row),
                    lambda row: Timeline(self.archive, row, self))

    def timeline(self, chore: int | str, direction: int | str) -> Timeline:
        """A chore by number or name (init, walk, stand, talk-start, talk-stop) in a direction: "W",
        "E", "S", "N" or degrees in steps of 45. KeyError: the costume has none such."""
        number = record_number(chore, direction, self.directions)
        for record in self.records:
            if record.number == number:
                return record.timeline
        raise KeyError(f"costume {self.id} has no chore {chore} {direction}; "
                       f"there are {listed(f'{record.name} {record.direction}' for record in self.records)}")

    def player(self) -> Player:
        """To play it live. OSError: libwardrobe is not installed."""
        return Player(self)

    @cached_property
    def background(self) -> int:
        """A pixel value that it does not draw, for what is behind it."""
        transparent = self.pictures[0].transparent if self.pictures else None
        return undrawn(self.archive, self.row, transparent)

    def palette(self, palette: PaletteLike = None) -> np.ndarray:
        """Pixel value → red, green, blue, alpha, as (256, 4) uint8; its background is all 0."""
        rgba = np.full((256, 4), 255, "u1")
        if isinstance(palette, np.ndarray):
            if palette.ndim != 2 or palette.shape[0] > 256 or palette.shape[1] not in (3, 4):
                raise TypeError("a palette is an array of up to 256 × 3 or 256 × 4 numbers")
            rgba[:len(palette), :3] = palette[:, :3]
        else:
            if isinstance(palette, int):
                palette = self.archive.palette(palette)
            elif isinstance(palette, tuple):
                palette = self.archive.palette(*palette)
            rgba[:, :3] = pixel_colors(self.archive, self.row, palette and palette.row)
        rgba[self.background] = 0
        return rgba


class Record(Row):
    """An animation record: how a chore starts in a direction. `name` is the chore's, or its number."""

    def __init__(self, costume: Costume, row: int) -> None:
        super().__init__(costume.archive, row)
        self.costume = costume
        self.number = int(self.archive["records.number"][row])
        self.chore = self.number // costume.directions
        self.name = CHORES[self.chore - 1] if 1 <= self.chore <= len(CHORES) else str(self.chore)
        self.direction = direction_of(self.number, costume.directions)

    def __repr__(self) -> str:
        return f"<Record of costume {self.costume.id}: {self.name} {self.direction}>"

    @property
    def windows(self) -> np.ndarray:
        """What it does to limbs, structured: limb, mode, start, length."""
        return table(self.archive, "windows", self.archive.row_range("records.window_offset", self.row))

    @property
    def timeline(self) -> Timeline:
        """What playing it draws."""
        return Timeline(self.archive, self.row, self.costume)


class Picture(Row):
    """A distinct picture, `width` × `height` pixels, of which those of value `transparent` are not drawn.

    Where it is not taken from a costume, it has the colours of the first costume that shows it.
    """

    def __init__(self, archive: Archive, row: int, costume: Costume | None = None) -> None:
        super().__init__(archive, row)
        self.width = int(archive["pictures.width"][row])
        self.height = int(archive["pictures.height"][row])
        self.transparent = int(archive["pictures.transparent"][row])
        self._costume = costume

    def __repr__(self) -> str:
        return f"<Picture {self.row}: {self.width} × {self.height}>"

    @property
    def costume(self) -> Costume:
        """The costume whose colours it has."""
        if self._costume is None:
            entries = np.flatnonzero(self.archive["entries.picture"] == self.row)
            need(len(entries), f"no entry shows picture {self.row}")
            table = _owner(self.archive["tables.entry_offset"], entries[0])
            self._costume = Costume(self.archive, _owner(self.archive["costumes.table_offset"], table))
        return self._costume

    @property
    def indices(self) -> np.ndarray:
        """Its pixel values, (height, width) uint8: a view of the archive, no copy."""
        owned = self.archive.row_range("pictures.pixel_offset", self.row)
        need(len(owned) == self.width * self.height > 0, f"wrong size of picture {self.row}")
        return self.archive.part("pixels", owned.start, owned.stop).reshape(self.height, self.width)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        pixels = self.indices if dtype is None else self.indices.astype(dtype, copy=False)
        return pixels.copy() if copy else pixels

    def rgba(self, palette: PaletteLike = None) -> np.ndarray:
        """(height, width, 4) uint8; what is transparent is all 0."""
        colors = self.costume.palette(palette)
        colors[:, 3] = 255
        colors[self.transparent] = 0
        return colors[self.indices]

    def image(self, palette: PaletteLike = None) -> Image:
        """A Pillow image of mode P."""
        return images.image(self.indices, self.costume.palette(palette), self.transparent)

    def _repr_png_(self) -> bytes:
        return images.png([self.indices], self.costume.palette(), self.transparent)


def _owner(offsets: np.ndarray, element: int) -> int:
    """The row that owns an element."""
    return int(np.searchsorted(offsets, element, "right")) - 1
