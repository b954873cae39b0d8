"""Costumes, their pictures and limb tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import images
from .columns import Array
from .directions import CHORES, chore_number, record_number
from .drawing import Pixels
from .error import need
from .game import Room, Source
from .look import Look, PaletteLike
from .player import Player
from .rows import Row, Rows, element, linked, listed
from .timeline import AnimationRecord, Timeline

if TYPE_CHECKING:
    from PIL.Image import Image

    from .archive import Archive

PICTURES_SHOWN = 64  # in a notebook
STATES = ("empty", "picture", "zero-size", "missing")  # entries.state
NO_REDIRECT = (0xFF, 0xFF)


class Costume(Look):
    """A costume: Archive.costume(id), or one of Archive.costumes. In a notebook, it displays its pictures."""

    id: int | None = element("costumes.id", "The lowest id that leads to it, or None.", 0)
    directions: int = element("costumes.directions", "How many it has: 4 or 8.")
    room: Room | None = linked("costumes.room", Room, "The room that contains it.")
    source: Source = linked("costumes.source", Source, "The file that contains it.")
    offset: int = element("costumes.offset", "Where its block starts in `source`.")
    size: int = element("costumes.size", "Of its block, in bytes.")
    format: int = element("costumes.format", "Of a COST, its format byte; of an AKOS 0.")

    def __repr__(self) -> str:
        return (f"<Costume {self.id}, row {self.row}: {self.kind}, {len(self.pictures)} pictures, "
                f"{len(self.timelines)} timelines>")

    def _repr_html_(self) -> str:
        return images.figure(repr(self), (picture._repr_png_() for picture in self.pictures[:PICTURES_SHOWN]))

    @property
    def aliases(self) -> list[int]:
        """Its other ids."""
        return [*self.archive.blob("costumes.alias", self.row).tolist()]

    @property
    def mirror_west(self) -> bool:
        """Whether West is drawn by flipping."""
        return bool(self.archive["costumes.mirror_west"][self.row])

    @property
    def commands(self) -> Array:
        """Its animation program: costumes.command."""
        return self.archive.blob("costumes.command", self.row)

    @property
    def tables(self) -> Rows[LimbTable]:
        """The limb tables, with their slots. An AKOS has a single one."""
        return Rows(self.archive.row_range("costumes.table_offset", self.row), lambda row: LimbTable(self, row))

    @property
    def pictures(self) -> Rows[Picture]:
        """Its distinct pictures, in the order of its entries."""
        return Rows(self._picture_rows, lambda row: Picture(self.archive, row, self))

    @property
    def records(self) -> Rows[AnimationRecord]:
        """Its animation records."""
        return Rows(self.archive.row_range("costumes.record_offset", self.row), lambda row: AnimationRecord(self, row))

    @property
    def timelines(self) -> Rows[Timeline]:
        """Its timelines, one for each record."""
        return Rows(self.archive.row_range("costumes.record_offset", self.row), lambda row: Timeline(self, row))

    @property
    def chores(self) -> dict[int | str, list[int | str]]:
        """Each chore, by name or number as for timeline(), and its directions."""
        chores: dict[int | str, list[int | str]] = {}
        for record in self.records:
            chores.setdefault(record.name if record.name in CHORES else record.chore, []).append(record.direction)
        return chores

    def timeline(self, chore: int | str | None = None, direction: int | str | None = None) -> Timeline:
        """The timeline of a chore in a direction. `chore` is a number or a name (init, walk, stand, talk-start,
        talk-stop). `direction` is "W", "E", "S", "N", or degrees in steps of 45. What is not given is chosen as in
        `wardrobe replay`: the walk, or else the timeline with the most frames, not mirrored if possible; West, if there
        is one. Raises KeyError if the costume has no such chore."""
        def asked_for(record: AnimationRecord) -> bool:
            number = record_number(record.chore if chore is None else chore,
                                   record.direction if direction is None else direction, self.directions,
                                   self.archive.game_version)
            return record.number == number

        def rank(timeline: Timeline) -> tuple[bool, int, int, bool]:
            shown, flipped = timeline.shown_frames, sum(int(frame.cels["flip"].sum()) for frame in timeline)
            walks = timeline.chore == chore_number("walk", self.archive.game_version) and shown > 0
            return walks, 0 if walks else shown, 0 if walks else -flipped, timeline.direction in ("W", 270)

        default = self.archive.value("costumes.default_timeline", self.row)
        if chore is None and direction is None and default is not None:
            return Timeline(self, default)
        found = [record.timeline for record in self.records if asked_for(record)]
        if not found:
            wish = " ".join(str(word) for word in (chore, direction) if word is not None)
            raise KeyError(f"costume {self.id} has no chore {wish}; "
                           f"there are {listed(f'{record.name} {record.direction}' for record in self.records)}")
        return found[0] if len(found) == 1 else max(found, key=rank)

    def sheet(self, width: int = 1024) -> Image:
        """All its pictures side by side, in rows that are `width` wide, as a Pillow image of mode RGBA."""
        return images.sheet([picture.rgba() for picture in self.pictures], width)

    def player(self) -> Player:
        """A live player. Raises OSError if libwardrobe is not installed."""
        return Player(self)


class Picture(Pixels):
    """A distinct picture. Unless it is taken from a costume, it has the colours of the first costume that shows it."""

    def __init__(self, archive: Archive, row: int, costume: Costume | None = None) -> None:
        super().__init__(archive, row)
        self._costume = costume

    def __repr__(self) -> str:
        return f"<Picture {self.row}: {self.width} × {self.height}>"

    @property
    def costume(self) -> Costume:
        """The costume whose colours it has."""
        if self._costume is None:
            entries = np.flatnonzero(self.archive["entries.picture"] == self.row)
            need(len(entries), f"no entry shows picture {self.row}")
            table = self.archive.owner("tables.entry_offset", entries[0])
            self._costume = Costume(self.archive, self.archive.owner("costumes.table_offset", table))
        return self._costume

    def _repr_png_(self) -> bytes:
        return images.png([self.indices], self.costume.palette(), self.transparent)

    def image(self, palette: PaletteLike = None) -> Image:
        """The picture as a Pillow image of mode P."""
        return images.image(self.indices, self.costume.palette(palette), self.transparent)

    def rgba(self, palette: PaletteLike = None) -> Array:
        """The picture as (height, width, 4) uint8. Transparent pixels are all 0."""
        colors = self.costume.palette(palette)
        colors[:, 3] = 255
        colors[self.transparent] = 0
        return colors[self.indices]


class LimbTable(Row):
    """The slots of a limb."""

    limb: int | None = element("tables.limb", "Which; None: the one table of an AKOS.", 0xFF)

    def __init__(self, costume: Costume, row: int) -> None:
        super().__init__(costume.archive, row)
        self.costume = costume

    def __repr__(self) -> str:
        return f"<LimbTable of limb {self.limb}: {len(self.entries)} entries>"

    @property
    def entries(self) -> Rows[Entry]:
        """Its slots."""
        rows = self.archive.row_range("tables.entry_offset", self.row)
        return Rows(rows, lambda row: Entry(self.costume, row, row - rows.start))


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
        row = self.archive.value("entries.picture", self.row)
        return None if row is None else Picture(self.archive, row, self.costume)

    @property
    def redirect(self) -> tuple[int, int] | None:
        """Limb and index of the slot from which it takes its pixels, or None."""
        slot = (int(self.archive["entries.redirect_limb"][self.row]),
                int(self.archive["entries.redirect_index"][self.row]))
        return None if slot == NO_REDIRECT else slot
