"""Costumes, their pictures and animation records, and their timelines: what playing a chore draws tick by tick."""

from __future__ import annotations

import enum
import os
import pathlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO, overload

import numpy as np

from . import images
from .directions import CHORES, direction_of, record_number
from .error import need
from .game import Look, PaletteLike, Pixels, Room, Source
from .images import MAX_PIXELS, Box
from .player import Player
from .rows import Row, Rows, element, linked, listed
from .tables import Tables

if TYPE_CHECKING:
    from PIL.Image import Image

EVENTS = ("counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset")
PICTURES_SHOWN, TICKS_SHOWN = 64, 500  # of a costume, of a timeline, in a notebook


class Flags(enum.IntFlag):
    """timelines.flags"""

    TRUNCATED = 1
    DYNAMIC = 2
    STUCK = 4
    MISSING_PICTURE = 8


class Costume(Look):
    """A costume: Archive.costume(id), or one of Archive.costumes. In a notebook it shows its pictures."""

    id: int | None = element("costumes.id", "The lowest id that leads to it, or None.", 0)
    directions: int = element("costumes.directions", "How many it has: 4 or 8.")
    room: Room | None = linked("costumes.room", Room, "The room that contains it.")
    source: Source = linked("costumes.source", Source, "The file that contains it.")
    offset: int = element("costumes.offset", "Where its block starts in `source`.")

    def __repr__(self) -> str:
        return (f"<Costume {self.id}, row {self.row}: {self.kind}, {len(self.pictures)} pictures, "
                f"{len(self.timelines)} timelines>")

    def _repr_html_(self) -> str:
        return images.figure(repr(self), (picture._repr_png_() for picture in self.pictures[:PICTURES_SHOWN]))

    @property
    def aliases(self) -> list[int]:
        """Other ids that lead to it."""
        return self.archive.blob("costumes.alias", self.row).tolist()

    @property
    def pictures(self) -> Rows[Picture]:
        """Its distinct pictures, in the order of its entries."""
        return Rows(self.picture_rows, lambda row: Picture(self.archive, row, self))

    @property
    def records(self) -> Rows[Record]:
        """Its animation records."""
        return Rows(self.archive.row_range("costumes.record_offset", self.row), lambda row: Record(self, row))

    @property
    def timelines(self) -> Rows[Timeline]:
        """What playing each of its records draws."""
        return Rows(self.archive.row_range("costumes.record_offset", self.row), lambda row: Timeline(self, row))

    def timeline(self, chore: int | str, direction: int | str) -> Timeline:
        """A chore by number or name (init, walk, stand, talk-start, talk-stop) in a direction: "W",
        "E", "S", "N" or degrees in steps of 45. KeyError: the costume has none such."""
        number = record_number(chore, direction, self.directions)
        for record in self.records:
            if record.number == number:
                return record.timeline
        raise KeyError(f"costume {self.id} has no chore {chore} {direction}; "
                       f"there are {listed(f'{record.name} {record.direction}' for record in self.records)}")

    def player(self) -> Player[Costume]:
        """To play it live. OSError: libwardrobe is not installed."""
        return Player(self)


class Played(Row):
    """A chore of a costume in a direction: a letter, or degrees of a costume with eight."""

    def __init__(self, costume: Costume, row: int) -> None:
        super().__init__(costume.archive, row)
        self.costume = costume
        number = int(self.archive["records.number"][row])
        self.chore, self.direction = number // costume.directions, direction_of(number, costume.directions)


class Record(Played):
    """An animation record: how a chore starts in a direction. `name` is the chore's, or its number."""

    number: int = element("records.number", "The game's number of it.")

    @property
    def name(self) -> str:
        """Of the chore."""
        return CHORES[self.chore - 1] if 1 <= self.chore <= len(CHORES) else str(self.chore)

    def __repr__(self) -> str:
        return f"<Record of costume {self.costume.id}: {self.name} {self.direction}>"

    @property
    def windows(self) -> np.ndarray:
        """What it does to limbs, structured: limb, mode, start, length."""
        rows = self.archive.row_range("records.window_offset", self.row)
        return self.archive.records("windows", rows, ("limb", "mode", "start", "length"))

    @property
    def timeline(self) -> Timeline:
        """What playing it draws."""
        return Timeline(self.costume, self.row)


class Drawn(Row):
    """What shows itself as an image, in a notebook too: `indices` in the colours of a `costume`."""

    costume: Costume
    transparent: int
    indices: np.ndarray

    def image(self, palette: PaletteLike = None) -> Image:
        """A Pillow image of mode P."""
        return images.image(self.indices, self.costume.palette(palette), self.transparent)

    def _repr_png_(self) -> bytes:
        return images.png([self.indices], self.costume.palette(), self.transparent)


class Picture(Pixels, Drawn):
    """A distinct picture. Where it is not taken from a costume, it has the colours of the first that shows it."""

    def __init__(self, archive: Tables, row: int, costume: Costume | None = None) -> None:
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

    def rgba(self, palette: PaletteLike = None) -> np.ndarray:
        """(height, width, 4) uint8; what is transparent is all 0."""
        colors = self.costume.palette(palette)
        colors[:, 3] = 255
        colors[self.transparent] = 0
        return colors[self.indices]


class Timeline(Played, Sequence["Frame"]):
    """A sequence of frames, one a tick. In a notebook it plays.

    After the last tick comes `loop_start`; None: it was cut. `tick` is the row of frames of each tick.
    """

    def __init__(self, costume: Costume, row: int) -> None:
        super().__init__(costume, row)
        self.loop_start = self.archive.value("timelines.loop_start", row)
        self.flags = Flags(int(self.archive["timelines.flags"][row]))
        self.tick = self.archive.blob("timelines.tick", row)  # rows of frames
        need(len(self.tick), f"timeline {row} has no ticks")
        need((self.loop_start is None) == (Flags.TRUNCATED in self.flags)
             and (self.loop_start or 0) < self.ticks, f"timeline {row} loops to no tick of its own")

    def __repr__(self) -> str:
        end = "cut" if self.loop_start is None else f"loops to {self.loop_start}"
        return (f"<Timeline of costume {self.costume.id}: chore {self.chore} {self.direction}, "
                f"{self.ticks} ticks, {end}>")

    def _repr_html_(self) -> str:
        return images.figure(repr(self), [images.png(*self._drawn(self[:TICKS_SHOWN]), 100)])

    @property
    def ticks(self) -> int:
        """The number of ticks."""
        return len(self.tick)

    @property
    def reads(self) -> np.ndarray:
        """What a dynamic timeline read of the game's state."""
        return self.archive.blob("timelines.read", self.row)

    @property
    def events(self) -> np.ndarray:
        """Structured: tick, limb, kind (EVENTS), value."""
        rows = self.archive.row_range("timelines.event_offset", self.row)
        events = self.archive.records("events", rows, ("tick", "limb", "kind", "value"))
        need((events["tick"] < self.ticks).all(), f"an event behind the end of timeline {self.row}")
        return events

    @cached_property
    def box(self) -> Box:
        """The smallest that holds all cels of all ticks; at least a pixel."""
        rows = [self.archive.row_range("frames.cel_offset", row) for row in np.unique(self.tick)]
        cels = np.concatenate([np.arange(owned.start, owned.stop) for owned in rows])
        if not len(cels):
            return Box(0, 0, 1, 1)
        picture = self.archive["cels.picture"][cels]
        x, y = (self.archive[name][cels].astype(np.int64) for name in ("cels.x", "cels.y"))
        left, top = int(x.min()), int(y.min())
        return Box(left, top, int((x + self.archive["pictures.width"][picture]).max()) - left,
                   int((y + self.archive["pictures.height"][picture]).max()) - top)

    def __len__(self) -> int:
        return self.ticks

    @overload
    def __getitem__(self, index: int) -> Frame: ...

    @overload
    def __getitem__(self, index: slice) -> Rows[Frame]: ...

    def __getitem__(self, index: int | slice) -> Frame | Rows[Frame]:
        return Rows(range(self.ticks), lambda tick: Frame(self, tick))[index]

    def gif(self, file: str | os.PathLike[str] | BinaryIO, *, scale: int = 1, tick_ms: int = 100,
            palette: PaletteLike = None) -> None:
        """Writes one pass of the ticks, which plays for ever. GIF counts hundredths of a second."""
        _write(file, images.gif(*self._drawn(self, scale, palette), tick_ms))

    def apng(self, file: str | os.PathLike[str] | BinaryIO, *, scale: int = 1, tick_ms: int = 100,
             palette: PaletteLike = None) -> None:
        """The same as an animated PNG, for which no Pillow is needed."""
        _write(file, images.png(*self._drawn(self, scale, palette), tick_ms))

    def _drawn(self, frames: Sequence[Frame], scale: int = 1, palette: PaletteLike = None
               ) -> tuple[list[np.ndarray], np.ndarray, int]:
        """Indices of each, colours, and the transparent index."""
        if scale < 1 or self.box.width * self.box.height * scale ** 2 > MAX_PIXELS:
            raise ValueError(f"{self.box.width} × {self.box.height} pixels at scale {scale}")
        return ([images.scaled(frame.indices, scale) for frame in frames],
                self.costume.palette(palette), self.costume.background)


class Frame(Drawn):
    """What a tick draws, in the box of its timeline, so that the anchor is at the same place of all."""

    def __init__(self, timeline: Timeline, tick: int) -> None:
        super().__init__(timeline.archive, int(timeline.tick[tick]))
        self.timeline, self.tick, self.costume = timeline, tick, timeline.costume
        self.transparent = self.costume.background
        self.box = timeline.box
        self.anchor = (-self.box.left, -self.box.top)  # in the image

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.timeline, self.tick

    def __repr__(self) -> str:
        return (f"<Frame of tick {self.tick}: {len(self.cels)} cels, "
                f"{self.box.width} × {self.box.height}, anchor {self.anchor}>")

    @property
    def cels(self) -> np.ndarray:
        """Structured: limb, index, picture, x, y, flip; in the order in which they are drawn."""
        rows = self.archive.row_range("frames.cel_offset", self.row)
        return self.archive.records("cels", rows, ("limb", "index", "picture", "x", "y", "flip"))

    @property
    def indices(self) -> np.ndarray:
        """Pixel values, (height, width) uint8; the costume's background where nothing is drawn."""
        box = self.box
        need(box.width * box.height <= MAX_PIXELS, f"a frame of {box.width} × {box.height} pixels")
        canvas = np.full((box.height, box.width), self.transparent, "u1")
        for cel in self.cels:
            picture = Pixels(self.archive, int(cel["picture"]))
            pixels = picture.indices[:, ::-1] if cel["flip"] else picture.indices
            y, x = int(cel["y"]) - box.top, int(cel["x"]) - box.left
            part = canvas[y:y + picture.height, x:x + picture.width]
            np.copyto(part, pixels, where=pixels != picture.transparent)
        return canvas

    def rgba(self, palette: PaletteLike = None) -> np.ndarray:
        """(height, width, 4) uint8; where nothing is drawn all 0."""
        return self.costume.palette(palette)[self.indices]


def _write(file: str | os.PathLike[str] | BinaryIO, data: bytes) -> None:
    if isinstance(file, (str, os.PathLike)):
        pathlib.Path(file).write_bytes(data)
    else:
        file.write(data)
