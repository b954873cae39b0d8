"""Pictures without colours, and functions that draw cels of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .columns import Array
from .error import need
from .images import Box
from .rows import Row, element

if TYPE_CHECKING:
    from .look import Look, PaletteLike


class Pixels(Row):
    """A distinct picture without colours."""

    width: int = element("pictures.width", "In pixels.")
    height: int = element("pictures.height", "In pixels.")
    transparent: int = element("pictures.transparent", "The value of pixels that are not drawn.")

    @property
    def indices(self) -> Array:
        """The pixel values, (height, width) uint8: a view of the archive, not a copy."""
        owned = self.archive.row_range("pictures.pixel_offset", self.row)
        need(len(owned) == self.width * self.height > 0, f"wrong size of picture {self.row}")
        return self.archive.part("pixels", owned.start, owned.stop).reshape(self.height, self.width)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        pixels = self.indices if dtype is None else self.indices.astype(dtype, copy=False)
        return pixels.copy() if copy else pixels


class Shown(Protocol):
    """A Frame or a Player: something that shows cels of a costume."""

    @property
    def costume(self) -> Look:
        """The costume of the cels."""

    @property
    def cels(self) -> Array:
        """The cels in draw order."""


def draw_cels(shown: Shown, canvas: Array, x: int, y: int, *, palette: PaletteLike = None, clip: Box | None = None,
              hidden: Iterable[int] = ()) -> None:
    """Draws a Frame, or the present tick of a Player, over a canvas, with the anchor at x, y. A canvas of (height,
    width) uint8 gets pixel values; a canvas of (height, width, 4) gets colours. `clip` is the part of the canvas that
    may change. `hidden` has limbs to leave out."""
    colors = None if canvas.ndim == 2 else shown.costume.palette(palette)
    height, width = canvas.shape[:2]
    clip, off = clip or Box(0, 0, width, height), set(hidden)
    right, bottom = min(width, clip.left + clip.width), min(height, clip.top + clip.height)
    for limb, row, from_x, from_y, flip in shown.cels[["limb", "picture", "x", "y", "flip"]].tolist():
        if limb in off:
            continue
        picture, to_x, to_y = Pixels(shown.costume.archive, row), x + from_x, y + from_y
        left, top = max(0, clip.left, to_x), max(0, clip.top, to_y)
        pixels = picture.indices[:, ::-1] if flip else picture.indices
        pixels = pixels[top - to_y:max(0, bottom - to_y), left - to_x:max(0, right - to_x)]
        if pixels.size:
            part = canvas[top:top + pixels.shape[0], left:left + pixels.shape[1]]
            drawn = pixels != picture.transparent
            if colors is None:
                np.copyto(part, pixels, where=drawn)
            else:
                np.copyto(part, colors[pixels], where=drawn[:, :, np.newaxis])
