"""Animation records, and timelines: the frames of a chore, tick by tick."""

from __future__ import annotations

import enum
import os
import pathlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO, overload

import numpy as np

from . import images
from .columns import Array
from .directions import chore_name, direction_of
from .drawing import draw_cels
from .error import need
from .images import MAX_PIXELS, Box
from .look import PaletteLike
from .place import Point
from .rows import Row, Rows, element

if TYPE_CHECKING:
    from PIL.Image import Image

    from .costume import Costume

EVENTS = ("counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset", "picture")
TICKS_SHOWN = 500  # in a notebook


def with_names(events: Array) -> Array:
    """The events with one more field, the name of their kind."""
    fields = events.dtype.names or ()
    named = np.empty(len(events), [*((field, events.dtype[field]) for field in fields), ("name", "U7")])
    for field in fields:
        named[field] = events[field]
    named["name"] = np.array(EVENTS)[events["kind"]]
    named.flags.writeable = False
    return named


class Flags(enum.IntFlag):
    """timelines.flags"""

    TRUNCATED = 1
    DYNAMIC = 2
    STUCK = 4
    MISSING_PICTURE = 8


class Played(Row):
    """A chore of a costume in a direction. The direction is a letter, or degrees if the costume has eight
    directions."""

    def __init__(self, costume: Costume, row: int) -> None:
        super().__init__(costume.archive, row)
        self.costume = costume
        number = int(self.archive["records.number"][row])
        self.chore, self.direction = number // costume.directions, direction_of(number, costume.directions)


class AnimationRecord(Played):
    """An animation record: how a chore starts in a direction."""

    number: int = element("records.number", "The game's number of it.")

    @property
    def name(self) -> str:
        """The name of the chore or, if it has none, its number as text."""
        return chore_name(self.chore, self.archive.game_version)

    def __repr__(self) -> str:
        return f"<Record of costume {self.costume.id}: {self.name} {self.direction}>"

    @property
    def windows(self) -> Array:
        """The windows of the record, structured: limb, mode, start, length."""
        rows = self.archive.row_range("records.window_offset", self.row)
        return self.archive.records("windows", rows, ("limb", "mode", "start", "length"))

    @property
    def timeline(self) -> Timeline:
        """Its timeline."""
        return Timeline(self.costume, self.row)


class Timeline(Played, Sequence["Frame"]):
    """A sequence of frames, one per tick. In a notebook, it plays.

    `loop_start` is the tick that plays after the last one; None: the timeline was cut. `frame_rows` has the row of
    frames of each tick.
    """

    def __init__(self, costume: Costume, row: int) -> None:
        super().__init__(costume, row)
        self.loop_start = self.archive.value("timelines.loop_start", row)
        self.flags = Flags(int(self.archive["timelines.flags"][row]))
        self.frame_rows = self.archive.blob("timelines.tick", row)
        need(len(self.frame_rows), f"timeline {row} has no ticks")
        need((self.loop_start is None) == (Flags.TRUNCATED in self.flags)
             and (self.loop_start or 0) < self.ticks, f"timeline {row} loops to no tick of its own")

    def __repr__(self) -> str:
        end = "cut" if self.loop_start is None else f"loops to {self.loop_start}"
        return (f"<Timeline of costume {self.costume.id}: chore {self.chore} {self.direction}, "
                f"{self.ticks} ticks, {end}>")

    def _repr_html_(self) -> str:
        return images.figure(repr(self), [self._repr_png_()])

    def _repr_png_(self) -> bytes:
        return images.png(*self._drawn(self[:TICKS_SHOWN]), 100)

    @property
    def ticks(self) -> int:
        """The number of ticks."""
        return len(self.frame_rows)

    @property
    def shown_frames(self) -> int:
        """Number of distinct frames that show something."""
        cels = np.diff(self.archive["frames.cel_offset"])
        return int((cels[np.unique(self.frame_rows)] > 0).sum())

    @property
    def reads(self) -> Array:
        """The game state that a dynamic timeline depends on."""
        return self.archive.blob("timelines.read", self.row)

    @property
    def events(self) -> Array:
        """The events, structured: tick, limb, kind, value, and name: that of the kind in EVENTS."""
        rows = self.archive.row_range("timelines.event_offset", self.row)
        events = self.archive.records("events", rows, ("tick", "limb", "kind", "value"))
        need((events["tick"] < self.ticks).all(), f"an event behind the end of timeline {self.row}")
        return with_names(events)

    @cached_property
    def box(self) -> Box:
        """The smallest box around all cels of all ticks; at least one pixel."""
        rows = [self.archive.row_range("frames.cel_offset", row) for row in np.unique(self.frame_rows)]
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
            palette: PaletteLike = None, hidden: Iterable[int] = ()) -> None:
        """Writes a GIF with one pass of the ticks. It loops forever. Its durations are in hundredths of a second."""
        _write(file, images.gif(*self._drawn(self, scale, palette, hidden), tick_ms))

    def apng(self, file: str | os.PathLike[str] | BinaryIO, *, scale: int = 1, tick_ms: int = 100,
             palette: PaletteLike = None, hidden: Iterable[int] = ()) -> None:
        """The same as an animated PNG, without Pillow."""
        _write(file, images.png(*self._drawn(self, scale, palette, hidden), tick_ms))

    def _drawn(self, frames: Sequence[Frame], scale: int = 1, palette: PaletteLike = None, hidden: Iterable[int] = ()
               ) -> tuple[list[Array], Array, int]:
        """The indices of each frame, the colours, and the transparent index."""
        off = list(hidden)
        return [frame._scaled(scale, off) for frame in frames], self.costume.palette(palette), self.costume.background


class Frame(Row):
    """The frame of a tick. It shows the box of its timeline, so that the anchor is at the same place in all frames."""

    def __init__(self, timeline: Timeline, tick: int) -> None:
        super().__init__(timeline.archive, int(timeline.frame_rows[tick]))
        self.timeline, self.tick, self.costume = timeline, tick, timeline.costume
        self.box = timeline.box
        self.anchor = Point(-self.box.left, -self.box.top)  # in the image

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.timeline, self.tick

    def __repr__(self) -> str:
        return (f"<Frame of tick {self.tick}: {len(self.cels)} cels, "
                f"{self.box.width} × {self.box.height}, anchor {tuple(self.anchor)}>")

    def _repr_png_(self) -> bytes:
        return images.png([self.indices], self.costume.palette(), self.costume.background)

    @property
    def cels(self) -> Array:
        """The cels in draw order, structured: limb, index, picture (a row), x, y, flip."""
        rows = self.archive.row_range("frames.cel_offset", self.row)
        return self.archive.records("cels", rows, ("limb", "index", "picture", "x", "y", "flip"))

    @property
    def indices(self) -> Array:
        """The pixel values, (height, width) uint8. Where nothing is drawn, they are the costume's background."""
        return self._scaled(1, ())

    def rgba(self, palette: PaletteLike = None, *, background: Sequence[int] = (), scale: int = 1,
             hidden: Iterable[int] = ()) -> Array:
        """The frame as (height, width, 4) uint8. `background` is the colour where nothing is drawn: red, green, blue,
        and alpha if it is not 255; default: all 0. `scale` is the width of the square for each pixel. `hidden` has
        limbs to leave out."""
        colors = self.costume.palette(palette)
        if background:
            colors[self.costume.background] = [*background, 255][:4]
        return colors[self._scaled(scale, hidden)]

    def image(self, palette: PaletteLike = None, *, scale: int = 1, hidden: Iterable[int] = ()) -> Image:
        """The frame as a Pillow image of mode P."""
        return images.image(self._scaled(scale, hidden), self.costume.palette(palette), self.costume.background)

    def _scaled(self, scale: int, hidden: Iterable[int]) -> Array:
        """`indices` with each pixel as a square of `scale` × `scale`, and without some limbs."""
        _, _, width, height = self.box
        need(width * height <= MAX_PIXELS, f"a frame of {width} × {height} pixels")
        if scale < 1 or width * height * scale ** 2 > MAX_PIXELS:
            raise ValueError(f"{width} × {height} pixels at scale {scale}")
        canvas = np.full((height, width), self.costume.background, "u1")
        draw_cels(self, canvas, *self.anchor, hidden=hidden)
        return images.scaled(canvas, scale)


def _write(file: str | os.PathLike[str] | BinaryIO, data: bytes) -> None:
    if isinstance(file, (str, os.PathLike)):
        pathlib.Path(file).write_bytes(data)
    else:
        file.write(data)
