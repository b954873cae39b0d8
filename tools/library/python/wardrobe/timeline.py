"""Timelines, what playing a chore draws tick by tick, and their frames."""

from __future__ import annotations

import enum
import os
import pathlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, overload

import numpy as np

from . import images
from .error import need
from .rows import Row, Rows

if TYPE_CHECKING:
    from PIL.Image import Image

    from .archive import Archive
    from .costume import Costume, PaletteLike

CHORES = ("init", "walk", "stand", "talk-start", "talk-stop")  # from 1 on
DIRECTIONS = ("W", "E", "S", "N")  # of costumes with four
DEGREES = {"N": 0, "E": 90, "S": 180, "W": 270}
OF_FOUR = (3, 3, 1, 2, 2, 2, 0, 3)  # direction of a costume with four, by degrees / 45
EVENTS = ("counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset")
MAX_PIXELS = 64 << 20
TICKS_SHOWN = 500  # in a notebook


class Flags(enum.IntFlag):
    """timelines.flags"""

    TRUNCATED = 1
    DYNAMIC = 2
    STUCK = 4
    MISSING_PICTURE = 8


class Box(NamedTuple):
    """A rectangle in pixels, relative to the actor's anchor."""

    left: int
    top: int
    width: int
    height: int


def chore_number(chore: int | str) -> int:
    """Of a chore by number or name."""
    if not isinstance(chore, str):
        return chore
    if chore not in CHORES:
        raise KeyError(f"no chore {chore}: a number, or one of {', '.join(CHORES)}")
    return CHORES.index(chore) + 1


def degrees(direction: int | str) -> int:
    """Of a direction by letter or degrees."""
    angle = DEGREES.get(direction) if isinstance(direction, str) else direction
    if angle is None or angle not in range(0, 360, 45):
        raise KeyError(f"no direction {direction}: W, E, S, N, or degrees in steps of 45")
    return angle


def record_number(chore: int | str, direction: int | str, directions: int) -> int:
    """records.number of a chore in a direction."""
    angle = degrees(direction) // 45
    return chore_number(chore) * directions + (angle if directions == 8 else OF_FOUR[angle])


def direction_of(number: int, directions: int) -> int | str:
    """The direction of a records.number: a letter, or degrees of a costume with eight."""
    return DIRECTIONS[number % 4] if directions == 4 else 45 * (number % 8)


class Timeline(Row, Sequence["Frame"]):
    """A sequence of frames, one a tick. In a notebook it plays.

    After the last tick comes `loop_start`; None: it was cut. `chore` is a number, `direction` a letter, or degrees of
    a costume with eight, and `tick` the row of frames of each tick.
    """

    def __init__(self, archive: Archive, row: int, costume: Costume | None = None) -> None:
        super().__init__(archive, row)
        self._costume = costume
        number = int(archive["records.number"][row])
        self.chore, self.direction = number // self.costume.directions, direction_of(number, self.costume.directions)
        self.loop_start = archive.value("timelines.loop_start", row)
        self.flags = Flags(int(archive["timelines.flags"][row]))
        self.tick = archive.blob("timelines.tick", row)  # rows of frames
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
    def costume(self) -> Costume:
        """The costume that it is of."""
        if self._costume is None:
            offsets = self.archive["costumes.record_offset"]
            need(self.row < offsets[-1], f"no costume has timeline {self.row}")
            self._costume = self.archive.costumes[int(np.searchsorted(offsets, self.row, "right")) - 1]
        return self._costume

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
        events = table(self.archive, "events", self.archive.row_range("timelines.event_offset", self.row))
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


class Frame(Row):
    """What a tick draws, in the box of its timeline, so that the anchor is at the same place of all."""

    def __init__(self, timeline: Timeline, tick: int) -> None:
        super().__init__(timeline.archive, int(timeline.tick[tick]))
        self.timeline, self.tick, self.costume = timeline, tick, timeline.costume
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
        return table(self.archive, "cels", self.archive.row_range("frames.cel_offset", self.row))

    @property
    def indices(self) -> np.ndarray:
        """Pixel values, (height, width) uint8; the costume's background where nothing is drawn."""
        box = self.box
        need(box.width * box.height <= MAX_PIXELS, f"a frame of {box.width} × {box.height} pixels")
        canvas = np.full((box.height, box.width), self.costume.background, "u1")
        for cel in self.cels:
            picture = self.archive.pictures[int(cel["picture"])]
            pixels = picture.indices[:, ::-1] if cel["flip"] else picture.indices
            y, x = int(cel["y"]) - box.top, int(cel["x"]) - box.left
            part = canvas[y:y + picture.height, x:x + picture.width]
            np.copyto(part, pixels, where=pixels != picture.transparent)
        return canvas

    def rgba(self, palette: PaletteLike = None) -> np.ndarray:
        """(height, width, 4) uint8; where nothing is drawn all 0."""
        return self.costume.palette(palette)[self.indices]

    def image(self, palette: PaletteLike = None) -> Image:
        """A Pillow image of mode P."""
        return images.image(self.indices, self.costume.palette(palette), self.costume.background)

    def _repr_png_(self) -> bytes:
        return images.png([self.indices], self.costume.palette(), self.costume.background)


def table(archive: Archive, name: str, rows: range) -> np.ndarray:
    """Rows of a table with one element a row in every column, as a structured array."""
    fields = {"cels": ("limb", "index", "picture", "x", "y", "flip"),
              "events": ("tick", "limb", "kind", "value"),
              "windows": ("limb", "mode", "start", "length")}[name]
    columns = [archive[f"{name}.{field}"][rows.start:rows.stop] for field in fields]
    array = np.empty(len(rows), [(field, column.dtype) for field, column in zip(fields, columns)])
    for field, column in zip(fields, columns):
        array[field] = column
    array.flags.writeable = False
    return array


def _write(file: str | os.PathLike[str] | BinaryIO, data: bytes) -> None:
    if isinstance(file, (str, os.PathLike)):
        pathlib.Path(file).write_bytes(data)
    else:
        file.write(data)
