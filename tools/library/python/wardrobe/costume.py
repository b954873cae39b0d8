"""Costumes, their pictures, and palettes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import images
from .columns import NONE
from .error import need
from .palette_choice import pixel_colors, undrawn
from .player import Player
from .rows import Rows
from .timeline import Timeline, record_number

if TYPE_CHECKING:
    from PIL.Image import Image

    from .archive import Archive

# A palette; the number of a room; (room, number of the palette); or pixel value → red, green, blue as
# an array, whose fourth column, if any, is not used. None: the default, as `wardrobe replay` has it.
PaletteLike = Union["Palette", int, tuple[int, int], np.ndarray, None]
SHOWN = 64  # pictures of a costume in a notebook


class Palette:
    """A palette of a room."""

    def __init__(self, archive: Archive, row: int) -> None:
        self.archive, self.row = archive, row
        self.room = int(archive["palettes.room"][row])  # a row of rooms
        self.number = int(archive["palettes.number"][row])
        self.room_number = int(archive["rooms.number"][self.room])

    @property
    def rgb(self) -> np.ndarray:
        """Its colours, (n, 3) uint8; n is 256 unless the game is damaged."""
        rgb = self.archive.blob("palettes.rgb", self.row)
        return rgb[:len(rgb) // 3 * 3].reshape(-1, 3)

    def __repr__(self) -> str:
        return f"<Palette {self.number} of room {self.room_number}: {len(self.rgb)} colours>"


class Costume:
    def __init__(self, archive: Archive, row: int) -> None:
        self.archive, self.row = archive, row
        self.id = int(archive["costumes.id"][row]) or None
        self.alias: list[int] = archive.blob("costumes.alias", row).tolist()
        self.room = archive.value("costumes.room", row)  # a row of rooms, or None
        self.kind = ("COST", "AKOS")[archive["costumes.kind"][row]]
        self.directions = int(archive["costumes.directions"][row])

    def __repr__(self) -> str:
        return (f"<Costume {self.id}, row {self.row}: {self.kind}, {len(self.pictures)} pictures, "
                f"{len(self.timelines)} timelines>")

    def _repr_html_(self) -> str:
        return images.figure(repr(self), (picture._repr_png_() for picture in self.pictures[:SHOWN]))

    @cached_property
    def pictures(self) -> Rows[Picture]:
        """Its distinct pictures, in the order of its entries."""
        tables = self.archive.row_range("costumes.table_offset", self.row)
        offsets = self.archive["tables.entry_offset"]
        rows = self.archive["entries.picture"][offsets[tables.start]:offsets[tables.stop]].tolist()
        distinct = [row for row in dict.fromkeys(rows) if row != NONE]
        return Rows(distinct, lambda row: Picture(self.archive, row, self))

    @property
    def timelines(self) -> Rows[Timeline]:
        return Rows(self.archive.row_range("costumes.record_offset", self.row),
                    lambda row: Timeline(self.archive, row, self))

    def timeline(self, chore: int | str, direction: int | str) -> Timeline:
        """A chore by number or name (init, walk, stand, talk-start, talk-stop) in a direction: "W",
        "E", "S", "N" or degrees in steps of 45. KeyError: the costume has none such."""
        number = record_number(chore, direction, self.directions)
        rows = self.archive.row_range("costumes.record_offset", self.row)
        found = np.flatnonzero(self.archive["records.number"][rows.start:rows.stop] == number)
        if not len(found):
            raise KeyError(f"no chore {chore} in direction {direction}")
        return self.timelines[int(found[0])]

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


class Picture:
    """A distinct picture. Where it is not taken from a costume, it has the colours of the first
    costume that shows it."""

    def __init__(self, archive: Archive, row: int, costume: Costume | None = None) -> None:
        self.archive, self.row = archive, row
        self.width = int(archive["pictures.width"][row])
        self.height = int(archive["pictures.height"][row])
        self.transparent = int(archive["pictures.transparent"][row])
        self._costume = costume

    def __repr__(self) -> str:
        return f"<Picture {self.row}: {self.width} × {self.height}>"

    @property
    def costume(self) -> Costume:
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
