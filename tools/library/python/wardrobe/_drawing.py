"""What draws cels: frames of timelines, and live players. Private."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np

from . import _native
from ._native import CANVAS_SIZE, Array, call, integer, lib

if TYPE_CHECKING:
    from .costume import Costume
    from .room import Palette

# One of these: a palette; the number of a room; (number of a room, number of the palette); an array that maps pixel
# values to red, green, blue, and may have a fourth column, which is ignored; None: the default of `wardrobe replay`.
PaletteLike = Union["Palette", int, tuple[int, int], Array, None]

MAX_PIXELS = 64 << 20


class Point(NamedTuple):
    """A point in pixels, from the top left of a room or an image."""

    x: int
    y: int


class Box(NamedTuple):
    """A rectangle in pixels. Its position is relative to the actor's anchor."""

    left: int
    top: int
    width: int
    height: int


class Shown:
    """Shows cels of a costume."""

    costume: Costume

    def cels(self) -> Array:
        """The cels in draw order, structured: picture (a row), x, y, index, limb, flip."""
        raise NotImplementedError

    def _draw(self, colors: int | None, canvas: Any) -> None:
        """Draws on a wardrobe_canvas. `colors` is the address of wardrobe_colors."""
        raise NotImplementedError

    def draw(self, canvas: Array, x: int, y: int, *, palette: PaletteLike = None, clip: Box | None = None,
             hidden: Iterable[int] = ()) -> None:
        """Draws over a canvas, with the anchor at x, y. A canvas of (height, width) uint8 gets pixel values; one of
        (height, width, 4) gets colours. `clip` is the part of the canvas that may change. `hidden` has limbs to leave
        out."""
        part = None if clip is None else _box(clip)
        if part is None or (part.width > 0 and part.height > 0):
            where = _native.canvas(canvas, x, y, part or (0, 0, 0, 0))
            self._draw_on(where, None if canvas.ndim == 2 else self.costume._colors(palette), hidden)

    def _draw_on(self, where: Any, colors: Array | None, hidden: Iterable[int]) -> None:
        address = None if colors is None else colors.ctypes.data
        if off := limbs(hidden):
            cels = self.cels()
            cels = cels[~np.isin(cels["limb"], off)]
            call(lib.draw_cels, self.costume.archive._handle, cels.ctypes.data, len(cels), address, where, CANVAS_SIZE)
        else:
            self._draw(address, where)

    def _indices(self, box: Box, hidden: Iterable[int] = (), shading: Array | None = None) -> Array:
        """The pixel values in a box around the anchor, on the costume's background."""
        box = _box(box)
        canvas = blank(box, 1)[:, :, 0]
        canvas[:] = self.costume.background
        self._draw_on(_native.canvas(canvas, -box.left, -box.top, shading=shading), None, hidden)
        return canvas

    def _shown(self, box: Box, palette: PaletteLike, hidden: Iterable[int] = ()) -> Array:
        """The same, but shadows darken what is under them, as `wardrobe replay` draws them."""
        return self._indices(box, hidden, self.costume._shading(palette))

    def _rgba(self, box: Box, palette: PaletteLike, background: Sequence[int] = (), hidden: Iterable[int] = ()
              ) -> Array:
        """The colours in a box around the anchor, on a background."""
        colors = self.costume._colors(palette)
        if under := [integer(part, "a part of a colour", 0, 255) for part in background]:
            if len(under) not in (3, 4):
                raise ValueError("a background is red, green, blue, and may have an alpha")
            colors = _over(colors, np.array([*under, 255][:4], "i4"))
        return colors[self._shown(box, palette, hidden)]


def limbs(numbers: Iterable[int]) -> list[int]:
    """Limbs to leave out."""
    return [integer(number, "a limb") for number in numbers]


def _box(box: Sequence[int]) -> Box:
    """The four numbers of a box."""
    return Box(*(integer(number, "a number of pixels") for number in box))


def _over(colors: Array, under: Array) -> Array:
    """Colours over another one. Each has an alpha, by which it is not multiplied."""
    alpha = colors[:, 3:].astype("i4")
    kept = (under[3] * (255 - alpha) + 127) // 255
    total = alpha + kept
    rgb = (colors[:, :3] * alpha + under[:3] * kept + total // 2) // np.maximum(total, 1)
    return np.hstack([rgb, total]).astype("u1")


def blank(box: Box, channels: int) -> Array:
    """Zeros, (height, width, channels)."""
    if box.width < 1 or box.height < 1 or box.width * box.height > MAX_PIXELS:
        raise ValueError(f"a frame of {box.width} × {box.height} pixels")
    return np.zeros((box.height, box.width, channels), "u1")
