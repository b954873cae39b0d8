"""Costumes, their pictures and limb tables."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _images
from ._drawing import PaletteLike
from ._native import NONE, Array, call, encoded, find, integer, lib
from ._rows import Row, Rows, blob, element, linked, listed
from .player import Player
from .room import Palette, Room, Source
from .timeline import Timeline, degrees

if TYPE_CHECKING:
    from PIL.Image import Image

    from .archive import Archive

PICTURES_SHOWN = 64  # in a notebook
STATES = ("empty", "picture", "zero-size", "missing")  # entries.state
NO_REDIRECT = (0xFF, 0xFF)


class Costume(Row):
    """A costume: Archive.costume(id), or one of Archive.costumes. In a notebook, it displays its pictures."""

    id: int | None = element("costumes.id", "The lowest id that leads to it, or None.", 0)
    directions: int = element("costumes.directions", "How many it has: 4 or 8.")
    room: Room | None = linked("costumes.room", Room, "The room that contains it.")
    source: Source = linked("costumes.source", Source, "The file that contains it.")
    offset: int = element("costumes.offset", "Where its block starts in `source`.")
    size: int = element("costumes.size", "Of its block, in bytes.")
    format: int = element("costumes.format", "Of a COST, its format byte; of an AKOS 0.")
    codec: int = element("costumes.codec", "How the game compressed its pictures: 1, 5, 16 or 32.")
    commands: Array = blob("costumes.command", "Its animation program.")
    colors: Array = blob("costumes.color", "In a COST, and in an AKOS of codec 1, it maps pixel values to colours of a "
                                           "room's palette.")

    def __repr__(self) -> str:
        return (f"<Costume {self.id}, row {self.row}: {self.kind}, {len(self.pictures)} pictures, "
                f"{len(self.timelines)} timelines>")

    def _repr_html_(self) -> str:
        return _images.figure(repr(self), (picture._repr_png_() for picture in self.pictures[:PICTURES_SHOWN]))

    @property
    def kind(self) -> str:
        """COST or AKOS."""
        return ("COST", "AKOS")[self.archive["costumes.kind"][self.row]]

    @property
    def aliases(self) -> list[int]:
        """Its other ids."""
        return [*self.archive._blob("costumes.alias", self.row).tolist()]

    @property
    def mirror_west(self) -> bool:
        """Whether West is drawn by flipping."""
        return bool(self.archive["costumes.mirror_west"][self.row])

    @property
    def tables(self) -> Rows[LimbTable]:
        """The limb tables, with their slots. An AKOS has one of its cels, and one of its auxiliary pictures if it has any."""
        rows = self.archive._range("costumes.table_offset", self.row)
        return Rows("tables", rows, lambda row: LimbTable(self, row))

    @property
    def pictures(self) -> Rows[Picture]:
        """Its distinct pictures, in the order of its entries."""
        return Rows("pictures", self._picture_rows, lambda row: Picture(self.archive, row, self))

    @cached_property
    def _picture_rows(self) -> list[int]:
        tables = self.archive._range("costumes.table_offset", self.row)
        offsets = self.archive["tables.entry_offset"]
        rows = self.archive["entries.picture"][offsets[tables.start]:offsets[tables.stop]].tolist()
        return [row for row in dict.fromkeys(rows) if row != NONE]

    @property
    def timelines(self) -> Rows[Timeline]:
        """Its timelines, by chore and direction."""
        rows = self.archive._range("costumes.record_offset", self.row)
        return Rows("timelines", rows, lambda row: Timeline(self.archive, row))

    def chores(self) -> dict[int | str, list[int | str]]:
        """Each chore, by name or number as for timeline(), and its directions."""
        chores: dict[int | str, list[int | str]] = {}
        for timeline in self.timelines:
            chores.setdefault(timeline.chore_name or timeline.chore, []).append(timeline.direction)
        return chores

    def timeline(self, chore: int | str | None = None, direction: int | str | None = None) -> Timeline:
        """The timeline of a chore in a direction. `chore` is a number or a name (init, walk, stand, talk-start,
        talk-stop). `direction` is "W", "E", "S", "N", or degrees in steps of 45. What is not given is chosen as in
        `wardrobe replay`, so that the costume shows best. Raises KeyError if the costume has no such timeline."""
        number = NONE if chore is None else self._chore(chore)
        facing = NONE if direction is None else degrees(direction)
        row = None if number is None else find(lib.find_timeline, self.archive._handle, self.row, number, facing)
        if row is None:
            wish = " ".join(str(word) for word in (chore, direction) if word is not None)
            there = listed(f"{one.chore_name or one.chore} {one.direction}" for one in self.timelines)
            raise KeyError(f"costume {self.id} has no timeline {wish}; there are {there}")
        return Timeline(self.archive, row)

    def _chore(self, chore: int | str) -> int | None:
        """The number of a chore; None if there is none."""
        if isinstance(chore, str):
            return find(lib.find_chore, self.archive._handle, encoded(chore, "a chore"))
        number = integer(chore, "a chore: a number or a name")
        return number if 0 <= number < NONE else None

    def palette(self, palette: PaletteLike = None) -> Array:
        """Maps pixel values to red, green, blue, alpha, as (256, 4) uint8. The value `background` is all 0."""
        return self._colors(palette).copy()

    def look(self, number: int, palette: Palette | int | tuple[int, int] | None = None) -> Array:
        """The same in a look: 0 has the costume's own colours, 1 the first that the game's scripts give it, and so on.
        Functions that draw take it as their palette. An Error tells how many there are."""
        colors = np.empty((256, 4), "u1")
        call(lib.read_look, self.archive._handle, self.row, self._palette_row(palette), number, colors.ctypes.data)
        return colors

    def _colors(self, palette: PaletteLike) -> Array:
        if isinstance(palette, np.ndarray):
            if (palette.ndim != 2 or palette.shape[0] > 256 or palette.shape[1] not in (3, 4)
                    or palette.dtype.kind not in "iu"):
                raise TypeError("a palette is an array of up to 256 × 3 or 256 × 4 whole numbers")
            if ((palette[:, :3] < 0) | (palette[:, :3] > 255)).any():
                raise ValueError("the colours of a palette are 0 to 255")
            colors = np.full((256, 4), 255, "u1")
            colors[:len(palette), :3] = palette[:, :3]
            colors[self.background] = 0
            return colors
        return self._look(lib.read_colors, 1024, palette).reshape(256, 4)

    def _shading(self, palette: PaletteLike) -> Array | None:
        """How shadows are drawn, a wardrobe_shading; None: as they are stored."""
        return None if isinstance(palette, np.ndarray) else self._look(lib.read_shading, 512, palette)

    def _look(self, read: Any, size: int, palette: Palette | int | tuple[int, int] | None) -> Array:
        """The `size` bytes that a function reads for a palette. They are read once."""
        row, looks = self._palette_row(palette), self.archive._looks
        if (known := looks.get((read.__name__, self.row, row))) is None:
            known = looks[read.__name__, self.row, row] = np.empty(size, "u1")
            call(read, self.archive._handle, self.row, row, known.ctypes.data)
        return known

    def _palette_row(self, palette: Palette | int | tuple[int, int] | None) -> int:
        if palette is not None and not isinstance(palette, Palette):
            palette = self.archive.palette(*(palette if isinstance(palette, tuple) else (palette,)))
        return NONE if palette is None else palette.row

    @property
    def background(self) -> int:
        """A pixel value for the background, which the costume does not draw."""
        return int(self._colors(None)[:, 3].argmin())

    def sheet(self, width: int = 1024) -> Image:
        """All its pictures side by side, in rows that are `width` wide, as a Pillow image of mode RGBA."""
        return _images.sheet([picture.rgba() for picture in self.pictures], width)

    def player(self) -> Player:
        """A live player."""
        return Player(self)


class Picture(Row):
    """A distinct picture. Unless it is taken from a costume, it has the colours of the first costume that shows it, or
    those of the room whose object shows it."""

    width: int = element("pictures.width", "In pixels.")
    height: int = element("pictures.height", "In pixels.")
    transparent: int = element("pictures.transparent", "The value of pixels that are not drawn.")

    def __init__(self, archive: Archive, row: int, costume: Costume | None = None) -> None:
        super().__init__(archive, row)
        self._costume = costume

    def __repr__(self) -> str:
        return f"<Picture {self.row}: {self.width} × {self.height}>"

    @property
    def costume(self) -> Costume | None:
        """The costume whose colours it has; None if only an object shows it."""
        if self._costume is None:
            entries = np.flatnonzero(self.archive["entries.picture"] == self.row)
            if len(entries) == 0:
                return None
            table = self.archive._owner("tables.entry_offset", int(entries[0]))
            self._costume = Costume(self.archive, self.archive._owner("costumes.table_offset", table))
        return self._costume

    def _colors(self, palette: PaletteLike) -> Array:
        if self.costume is not None:
            return self.costume.palette(palette)
        image = int(np.flatnonzero(self.archive["images.picture"] == self.row)[0])
        owner = self.archive._owner("objects.image_offset", image)
        room = self.archive._owner("rooms.object_offset", owner)
        row = self.archive["rooms.palette"][room] if palette is None else getattr(palette, "row", NONE)
        if palette is not None and row == NONE:
            raise TypeError("a picture of an object has a palette of a room")
        return self.archive.palettes[int(row)].rgba() if row != NONE else np.full((256, 4), 255, "u1")

    @property
    def indices(self) -> Array:
        """The pixel values, (height, width) uint8: a view of the archive, not a copy."""
        owned = self.archive._range("pictures.pixel_offset", self.row)
        return self.archive["pixels"][owned.start:owned.stop].reshape(self.height, self.width)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        pixels = self.indices if dtype is None else self.indices.astype(dtype, copy=False)
        return pixels.copy() if copy else pixels

    def _repr_png_(self) -> bytes:
        return _images.png([self.indices], self._colors(None), self.transparent)

    def image(self, palette: PaletteLike = None) -> Image:
        """The picture as a Pillow image of mode P."""
        return _images.image(self.indices, self._colors(palette), self.transparent)

    def rgba(self, palette: PaletteLike = None) -> Array:
        """The picture as (height, width, 4) uint8. Transparent pixels are all 0."""
        colors = self._colors(palette)
        if self.costume is not None:
            colors[self.costume.background, 3] = 255
        colors[self.transparent] = 0
        return colors[self.indices]


class LimbTable(Row):
    """The slots of a limb."""

    limb: int | None = element("tables.limb", "Which; of an AKOS None: its cels, 16: its auxiliary pictures.", 0xFF)

    def __init__(self, costume: Costume, row: int) -> None:
        super().__init__(costume.archive, row)
        self.costume = costume

    def __repr__(self) -> str:
        return f"<LimbTable of limb {self.limb}: {len(self.entries)} entries>"

    @property
    def entries(self) -> Rows[Entry]:
        """Its slots."""
        rows = self.archive._range("tables.entry_offset", self.row)
        return Rows("entries", rows, lambda row: Entry(self.costume, row, row - rows.start))


class Entry(Row):
    """A slot of a limb: its picture and placement."""

    x: int = element("entries.x", "Left of the picture, from the anchor and the moves so far.")
    y: int = element("entries.y", "Its top.")
    xinc: int = element("entries.xinc", "How far it moves the limbs drawn after it.")
    yinc: int = element("entries.yinc", "The same, down.")

    def __init__(self, costume: Costume, row: int, index: int) -> None:
        super().__init__(costume.archive, row)
        self.costume, self.index = costume, index  # `index`: in its table

    def __repr__(self) -> str:
        return f"<Entry {self.index}: {self.state}, {self.picture}>"

    @property
    def state(self) -> str:
        """One of empty, picture, zero-size, missing."""
        return STATES[self.archive["entries.state"][self.row]]

    @property
    def reached(self) -> bool:
        """Whether a window of some record shows it."""
        return bool(self.archive["entries.reached"][self.row])

    @property
    def picture(self) -> Picture | None:
        """The picture that it shows, or None."""
        row = int(self.archive["entries.picture"][self.row])
        return None if row == NONE else Picture(self.archive, row, self.costume)

    @property
    def redirect(self) -> tuple[int, int] | None:
        """Limb and index of the slot from which it takes its pixels, or None."""
        slot = (int(self.archive["entries.redirect_limb"][self.row]),
                int(self.archive["entries.redirect_index"][self.row]))
        return None if slot == NO_REDIRECT else slot
