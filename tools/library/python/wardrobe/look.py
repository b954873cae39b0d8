"""The colours of costumes."""

from __future__ import annotations

from functools import cached_property
from typing import Union

import numpy as np

from .columns import NONE, Array
from .drawing import Pixels
from .game import Palette, find_palette
from .rows import Row, element
from .scaling import AKOS_RLE

GREYS = np.arange(256, dtype="u1").repeat(3).reshape(256, 3)

# One of these: a palette; the number of a room; (number of a room, number of the palette); an array that maps pixel
# values to red, green, blue, and may have a fourth column, which is ignored; None: the default of `wardrobe replay`.
PaletteLike = Union[Palette, int, tuple[int, int], Array, None]


class Look(Row):
    """The pictures and colours of a costume."""

    codec: int = element("costumes.codec", "How the game compressed its pictures: 1, 5, 16 or 32.")

    @property
    def kind(self) -> str:
        """COST or AKOS."""
        return ("COST", "AKOS")[self.archive["costumes.kind"][self.row]]

    @cached_property
    def _picture_rows(self) -> list[int]:
        """The distinct rows of pictures, in the order of the costume's entries."""
        tables = self.archive.row_range("costumes.table_offset", self.row)
        offsets = self.archive["tables.entry_offset"]
        rows = self.archive["entries.picture"][offsets[tables.start]:offsets[tables.stop]].tolist()
        return [row for row in dict.fromkeys(rows) if row != NONE]

    @property
    def colors(self) -> Array:
        """costumes.color. In a COST, and in an AKOS of codec 1, it maps pixel values to colours of a room's palette."""
        return self.archive.blob("costumes.color", self.row)

    @property
    def color_map(self) -> Array:
        """Pixel value → colour of a room's palette."""
        if self.codec != AKOS_RLE:
            return GREYS[:, 0]
        return self.colors[:256]

    @cached_property
    def background(self) -> int:
        """A pixel value for the background, which the costume does not draw: the value after its last colour. If it has
        256 colours, the transparent value of its pictures."""
        colors = len(self.color_map)
        if colors < 256:
            return colors
        return Pixels(self.archive, self._picture_rows[0]).transparent if self._picture_rows else 255

    def palette(self, palette: PaletteLike = None) -> Array:
        """Maps pixel values to red, green, blue, alpha, as (256, 4) uint8. The value `background` is all 0."""
        rgba = np.full((256, 4), 255, "u1")
        if isinstance(palette, np.ndarray):
            if palette.ndim != 2 or palette.shape[0] > 256 or palette.shape[1] not in (3, 4):
                raise TypeError("a palette is an array of up to 256 × 3 or 256 × 4 numbers")
            rgba[:len(palette), :3] = palette[:, :3]
        else:
            if isinstance(palette, (int, tuple)):
                palette = find_palette(self.archive, *(palette if isinstance(palette, tuple) else (palette,)))
            rgba[:, :3] = self._pixel_colors(palette)
        rgba[self.background] = 0
        return rgba

    def _pixel_colors(self, palette: Palette | None) -> Array:
        """Maps pixel values to red, green, blue, as (256, 3). Unknown colours are black."""
        colors, own = np.zeros((256, 3), "u1"), self.color_map
        if palette is None and (row := self.archive.value("costumes.default_palette", self.row)) is not None:
            palette = Palette(self.archive, row)
        colors[:len(own)] = (GREYS if palette is None else palette.rgba[:, :3])[own]
        if palette is None and (true := self._true_colors()) is not None:
            colors[:len(true)] = true
        return colors

    def _true_colors(self) -> Array | None:
        """The costume's true colours, one for each pixel value; None if it has none."""
        own, rgb = self.color_map, self.archive.blob("costumes.rgb", self.row)
        if self.codec != AKOS_RLE or not len(rgb):
            return None
        if len(rgb) == 3 * len(own):
            return rgb.reshape(-1, 3)
        return rgb.reshape(256, 3)[own] if len(rgb) == 3 * 256 else None
