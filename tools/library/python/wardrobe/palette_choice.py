"""Which colours a costume is shown in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .archive import Archive

AKOS_RLE = 1  # costumes.codec of those whose pixels are indices of costumes.color


def room_colors(archive: Archive, row: int | None) -> np.ndarray:
    """The 256 colours of a row of palettes, black beyond its end; greys where there is none."""
    if row is None:
        return np.repeat(np.arange(256, dtype="u1"), 3).reshape(256, 3)
    colors = np.zeros((256, 3), "u1")
    rgb = archive.blob("palettes.rgb", row)
    count = min(len(rgb) // 3, 256)
    colors[:count] = rgb[:3 * count].reshape(count, 3)
    return colors


def color_map(archive: Archive, costume: int) -> np.ndarray:
    """Pixel value → colour of a room's palette."""
    if archive["costumes.codec"][costume] != AKOS_RLE:
        return np.arange(256, dtype="u1")
    return archive.blob("costumes.color", costume)[:256]


def default_palette(archive: Archive, costume: int) -> int | None:
    """The first palette of the costume's room, else of any room, in which it is not all black."""
    colors, rooms = color_map(archive, costume), archive["palettes.room"]
    at_home = np.flatnonzero(rooms == archive["costumes.room"][costume])[:1].tolist()
    for row in [*at_home, *range(len(rooms))]:
        if room_colors(archive, row)[colors].any():
            return row
    return None


def true_colors(archive: Archive, costume: int) -> np.ndarray | None:
    """The costume's own colour of each pixel value, where it has them."""
    colors, rgb = color_map(archive, costume), archive.blob("costumes.rgb", costume)
    if archive["costumes.codec"][costume] != AKOS_RLE or not len(rgb):
        return None
    if len(rgb) == 3 * len(colors):
        return rgb.reshape(-1, 3)
    return rgb.reshape(256, 3)[colors] if len(rgb) == 3 * 256 else None


def undrawn(archive: Archive, costume: int, transparent: int | None) -> int:
    """A pixel value that the costume does not draw: the one after its last colour, or, where it
    has 256, the `transparent` one of its pictures."""
    colors = len(color_map(archive, costume))
    if colors < 256:
        return colors
    return 255 if transparent is None else transparent


def pixel_colors(archive: Archive, costume: int, palette: int | None) -> np.ndarray:
    """Pixel value → red, green, blue, as (256, 3), in a row of palettes or, without one, by default."""
    chosen = default_palette(archive, costume) if palette is None else palette
    colors = np.zeros((256, 3), "u1")
    own = color_map(archive, costume)
    colors[:len(own)] = room_colors(archive, chosen)[own]
    if palette is None and (true := true_colors(archive, costume)) is not None:
        colors[:len(true)] = true
    return colors
