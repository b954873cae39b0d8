"""Timelines: the frames of a chore, tick by tick."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterable, Iterator, Sequence
from ctypes import byref, c_int32, sizeof
from typing import TYPE_CHECKING, Any, BinaryIO, overload

import numpy as np

from . import _images, _native
from ._drawing import MAX_PIXELS, Box, PaletteLike, Point, Shown, limbs
from ._native import CANVAS_SIZE, CEL, NONE, Array, call, fetch, find, integer, lib
from ._rows import Row, Rows, blob, game_name
from ._words import EVENTS, Flags

if TYPE_CHECKING:
    from PIL.Image import Image

    from .archive import Archive

DEGREES = {"N": 0, "E": 90, "S": 180, "W": 270}
LETTERS = {angle: letter for letter, angle in DEGREES.items()}
TICKS_SHOWN = 500  # in a notebook


def degrees(direction: int | str) -> int:
    """The degrees of a direction, given by letter or degrees."""
    angle = DEGREES.get(direction, -1) if isinstance(direction, str) else integer(direction, "a direction")
    if angle not in range(0, 360, 45):
        raise ValueError(f"no direction {direction}: W, E, S, N, or degrees in steps of 45")
    return angle


def with_names(events: Array) -> Array:
    """Events, structured: tick, limb, kind, value, and name: that of the kind."""
    named = np.empty(len(events), [("tick", "u4"), ("limb", "u1"), ("kind", "u1"), ("value", "i4"), ("name", "U7")])
    for field in ("tick", "limb", "kind", "value"):
        named[field] = events[field]
    named["name"] = np.array(EVENTS)[events["kind"]]
    named.flags.writeable = False
    return named


class Timeline(Row, Sequence["Frame"]):
    """A chore of a costume in a direction: a sequence of frames, one per tick. In a notebook, it plays.

    `chore` is a number; `direction` is a letter, or degrees if the costume has eight directions. `loop_start` is the
    tick that plays after the last one; None: the timeline was cut. `box` is the smallest box around all cels of all
    ticks, at least one pixel. `frame_rows` has the row of frames of each tick.
    """

    name: str = game_name("records", "What its makers called it, in some Humongous games; else empty.")
    reads: Array = blob("timelines.read", "The game state that a dynamic timeline depends on.")

    def __init__(self, archive: Archive, row: int) -> None:
        super().__init__(archive, row)
        read = _native.Timeline()
        call(lib.read_timeline, archive._handle, row, byref(read), sizeof(read))
        self.costume = archive._costume(read.costume)
        self.chore: int = read.chore
        self.direction: int | str = LETTERS[read.degrees] if self.costume.directions == 4 else read.degrees
        self.ticks: int = read.tick_count
        self.loop_start: int | None = None if read.loop_start == NONE else read.loop_start
        self.flags = Flags(read.flags)
        self.box = Box(read.left, read.top, read.width, read.height)
        self.frame_rows = archive._blob("timelines.tick", row)

    def __repr__(self) -> str:
        end = "cut" if self.loop_start is None else f"loops to {self.loop_start}"
        return (f"<Timeline of costume {self.costume.id}: chore {self.chore_name or self.chore} {self.direction}, "
                f"{self.ticks} ticks, {end}>")

    def _repr_html_(self) -> str:
        return _images.figure(repr(self), [self._repr_png_()])

    def _repr_png_(self) -> bytes:
        return _images.png(*self._drawn(self[:TICKS_SHOWN]), 100)

    @property
    def chore_name(self) -> str | None:
        """The name of the chore: init, walk, stand, talk-start, talk-stop, or None."""
        name = lib.chore_name(self.archive._handle, self.chore)
        return None if name is None else str(name, "ascii")

    def events(self) -> Array:
        """The events, structured: tick, limb, kind, value, and name: that of the kind in EVENTS."""
        rows = self.archive._range("timelines.event_offset", self.row)
        return with_names(self.archive._records("events", rows, ("tick", "limb", "kind", "value")))

    def windows(self) -> Array:
        """How the chore starts: what its animation record does to limbs, structured: limb, mode, start, length."""
        rows = self.archive._range("records.window_offset", self.row)
        return self.archive._records("windows", rows, ("limb", "mode", "start", "length"))

    def __len__(self) -> int:
        return self.ticks

    @overload
    def __getitem__(self, index: int) -> Frame: ...

    @overload
    def __getitem__(self, index: slice) -> Rows[Frame]: ...

    def __getitem__(self, index: int | slice) -> Frame | Rows[Frame]:
        return Rows("ticks", range(self.ticks), lambda tick: Frame(self, tick))[index]

    def __iter__(self) -> Iterator[Frame]:
        return (Frame(self, tick) for tick in range(self.ticks))

    def gif(self, file: str | os.PathLike[str] | BinaryIO, *, scale: int = 1, tick_ms: int = 100,
            palette: PaletteLike = None, hidden: Iterable[int] = ()) -> None:
        """Writes a GIF with one pass of the ticks. It loops forever. Its durations are in hundredths of a second."""
        _write(file, _images.gif(*self._drawn(self, scale, palette, hidden), _milliseconds(tick_ms)))

    def apng(self, file: str | os.PathLike[str] | BinaryIO, *, scale: int = 1, tick_ms: int = 100,
             palette: PaletteLike = None, hidden: Iterable[int] = ()) -> None:
        """The same as an animated PNG, without Pillow."""
        _write(file, _images.png(*self._drawn(self, scale, palette, hidden), _milliseconds(tick_ms)))

    def _drawn(self, frames: Sequence[Frame], scale: int = 1, palette: PaletteLike = None, hidden: Iterable[int] = ()
               ) -> tuple[list[Array], Array, int]:
        """The indices of each frame, the colours, and the transparent index."""
        off = limbs(hidden)
        return ([frame._scaled(frame._shown(self.box, palette, off), scale) for frame in frames],
                self.costume.palette(palette), self.costume.background)


class Frame(Shown):
    """The frame of a tick. It shows the box of its timeline, so that the anchor is at the same place in all frames."""

    def __init__(self, timeline: Timeline, tick: int) -> None:
        self.timeline, self.tick = timeline, tick
        self.costume = timeline.costume

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and (self.timeline, self.tick) == (other.timeline, other.tick)

    def __hash__(self) -> int:
        return hash((self.timeline, self.tick))

    def __repr__(self) -> str:
        return (f"<Frame of tick {self.tick}: {len(self.cels())} cels, "
                f"{self.box.width} × {self.box.height}, anchor {tuple(self.anchor)}>")

    def _repr_png_(self) -> bytes:
        return _images.png([self._shown(self.box, None)], self.costume.palette(), self.costume.background)

    @property
    def row(self) -> int:
        """Its row of frames. Equal frames of a costume have the same."""
        return int(self.timeline.frame_rows[self.tick])

    @property
    def box(self) -> Box:
        """The box of its timeline."""
        return self.timeline.box

    @property
    def anchor(self) -> Point:
        """The position of the actor in images of the frame."""
        return Point(-self.box.left, -self.box.top)

    @property
    def clip(self) -> int | None:
        """To what an earlier tick set the z-plane, for Room.place(): the value of its first event "clip"; or None."""
        value = find(lib.find_clip, self.timeline.archive._handle, self.timeline.row, self.tick)
        return None if value is None else c_int32(value).value

    def cels(self) -> Array:
        """The cels in draw order, structured: picture (a row), x, y, index, limb, flip."""
        return fetch(lib.read_cels, CEL, self.timeline.archive._handle, self.timeline.row, self.tick)

    def _draw(self, colors: int | None, canvas: Any) -> None:
        call(lib.draw_tick, self.timeline.archive._handle, self.timeline.row, self.tick, colors, canvas, CANVAS_SIZE)

    def indices(self) -> Array:
        """The pixel values, (height, width) uint8. Where nothing is drawn, they are the costume's background.
        Shadows have their own values, whatever is under them."""
        return self._indices(self.box)

    def rgba(self, palette: PaletteLike = None, *, background: Sequence[int] = (), scale: int = 1,
             hidden: Iterable[int] = ()) -> Array:
        """The frame as (height, width, 4) uint8. `background` is the colour where nothing is drawn: red, green, blue,
        and alpha if it is not 255; default: all 0. `scale` is the width of the square for each pixel. `hidden` has
        limbs to leave out."""
        return self._scaled(self._rgba(self.box, palette, background, hidden), scale)

    def image(self, palette: PaletteLike = None, *, scale: int = 1, hidden: Iterable[int] = ()) -> Image:
        """The frame as a Pillow image of mode P."""
        return _images.image(self._scaled(self._shown(self.box, palette, hidden), scale), self.costume.palette(palette),
                             self.costume.background)

    def _scaled(self, pixels: Array, scale: int) -> Array:
        """Each pixel as a square of `scale` × `scale`."""
        if integer(scale, "a scale") == 1:
            return pixels
        if scale < 1 or pixels.shape[0] * pixels.shape[1] * scale ** 2 > MAX_PIXELS:
            raise ValueError(f"{self.box.width} × {self.box.height} pixels at scale {scale}")
        return pixels.repeat(scale, axis=0).repeat(scale, axis=1)


def _milliseconds(tick: int) -> int:
    """The length of a tick, which players keep to only if it is not too short."""
    return integer(tick, "a number of milliseconds", 20, 0xFFFF)


def _write(file: str | os.PathLike[str] | BinaryIO, data: bytes) -> None:
    if isinstance(file, (str, os.PathLike)):
        pathlib.Path(file).write_bytes(data)
    elif hasattr(file, "write"):
        file.write(data)
    else:
        raise TypeError(f"{file!r} is not a path or a file")
