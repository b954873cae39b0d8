"""The game's files, its rooms with their palettes, and what their costumes look like."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol, Union

import numpy as np

from .columns import NONE
from .error import need
from .place import Place, contains, distance, slot_scale
from .rows import Row, Rows, element, listed, text
from .scaling import FULL, kept_lines, place_columns, place_rows
from .tables import Tables

AKOS_RLE = 1  # costumes.codec of those whose pixels are indices of costumes.color
INVISIBLE = 0x80  # of a box's flags
SLOT = 0x8000  # of a box's scale
CORNERS = ("ul", "ur", "lr", "ll")
GREYS = np.arange(256, dtype="u1").repeat(3).reshape(256, 3)


class Source(Row):
    """A file of the game."""

    name: str = text("sources.name", "Relative to the game's folder.")
    size: int = element("sources.size", "In bytes.")
    xor_key: int = element("sources.xor_key", "What every byte is XORed with.")

    def __repr__(self) -> str:
        return f"<Source {self.name}: {self.size} bytes>"


class Palette(Row):
    """A palette of a room."""

    number: int = element("palettes.number", "Within the room, from 0 on.")

    @property
    def room(self) -> Room:
        """The room that it belongs to."""
        return Room(self.archive, int(self.archive["palettes.room"][self.row]))

    @property
    def rgb(self) -> np.ndarray:
        """Its colours, (n, 3) uint8; n is 256 unless the game is damaged."""
        rgb = self.archive.blob("palettes.rgb", self.row)
        return rgb[:len(rgb) // 3 * 3].reshape(-1, 3)

    def __repr__(self) -> str:
        return f"<Palette {self.number} of room {self.room.number}: {len(self.rgb)} colours>"


def find_palette(archive: Tables, room: int, number: int = 0) -> Palette:
    """A palette of the room with that number. KeyError: none."""
    for palette in (Palette(archive, row) for row in range(archive.rows("palettes"))):
        if (palette.room.number, palette.number) == (room, number):
            return palette
    raise KeyError(f"room {room} has no palette {number}; "
                   f"it has {listed(palette.number for palette in find_room(archive, room).palettes)}")


def find_room(archive: Tables, number: int) -> Room:
    """The room that games know by that number. KeyError: none."""
    numbers = archive["rooms.number"].tolist()
    if number not in numbers:
        raise KeyError(f"no room {number}; rooms are {listed(numbers)}")
    return Room(archive, numbers.index(number))


# A palette; the number of a room; (room, number of the palette); or pixel value → red, green, blue as
# an array, whose fourth column, if any, is not used. None: the default, as `wardrobe replay` has it.
PaletteLike = Union[Palette, int, tuple[int, int], np.ndarray, None]


class Pixels(Row):
    """A distinct picture without colours."""

    width: int = element("pictures.width", "In pixels.")
    height: int = element("pictures.height", "In pixels.")
    transparent: int = element("pictures.transparent", "The value of pixels that are not drawn.")

    @property
    def indices(self) -> np.ndarray:
        """Its pixel values, (height, width) uint8: a view of the archive, no copy."""
        owned = self.archive.row_range("pictures.pixel_offset", self.row)
        need(len(owned) == self.width * self.height > 0, f"wrong size of picture {self.row}")
        return self.archive.part("pixels", owned.start, owned.stop).reshape(self.height, self.width)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        pixels = self.indices if dtype is None else self.indices.astype(dtype, copy=False)
        return pixels.copy() if copy else pixels


class Look(Row):
    """A costume's pictures and colours."""

    codec: int = element("costumes.codec", "How the game compressed its pictures.")

    @property
    def kind(self) -> str:
        """COST or AKOS."""
        return ("COST", "AKOS")[self.archive["costumes.kind"][self.row]]

    @cached_property
    def picture_rows(self) -> list[int]:
        """Its rows of pictures, each once, in the order of its entries."""
        tables = self.archive.row_range("costumes.table_offset", self.row)
        offsets = self.archive["tables.entry_offset"]
        rows = self.archive["entries.picture"][offsets[tables.start]:offsets[tables.stop]].tolist()
        return [row for row in dict.fromkeys(rows) if row != NONE]

    @property
    def color_map(self) -> np.ndarray:
        """Pixel value → colour of a room's palette."""
        if self.codec != AKOS_RLE:
            return GREYS[:, 0]
        return self.archive.blob("costumes.color", self.row)[:256]

    @cached_property
    def background(self) -> int:
        """A pixel value that it does not draw, for what is behind it: the one after its last colour, or, where it has
        256, the transparent one of its pictures."""
        colors = len(self.color_map)
        if colors < 256:
            return colors
        return Pixels(self.archive, self.picture_rows[0]).transparent if self.picture_rows else 255

    def palette(self, palette: PaletteLike = None) -> np.ndarray:
        """Pixel value → red, green, blue, alpha, as (256, 4) uint8; its background is all 0."""
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

    def _pixel_colors(self, palette: Palette | None) -> np.ndarray:
        """Pixel value → red, green, blue, as (256, 3); what is not known is black."""
        colors, own = np.zeros((256, 3), "u1"), self.color_map
        colors[:len(own)] = (self._default_colors() if palette is None else _all_colors(palette))[own]
        if palette is None and (true := self._true_colors()) is not None:
            colors[:len(true)] = true
        return colors

    def _default_colors(self) -> np.ndarray:
        """The first palette of its room, else of any room, in which it is not all black; or greys."""
        rooms = self.archive["palettes.room"]
        at_home = np.flatnonzero(rooms == self.archive["costumes.room"][self.row])[:1].tolist()
        for row in [*at_home, *range(len(rooms))]:
            colors = _all_colors(Palette(self.archive, row))
            if colors[self.color_map].any():
                return colors
        return GREYS

    def _true_colors(self) -> np.ndarray | None:
        """Its own colour of each pixel value, where it has them."""
        own, rgb = self.color_map, self.archive.blob("costumes.rgb", self.row)
        if self.codec != AKOS_RLE or not len(rgb):
            return None
        if len(rgb) == 3 * len(own):
            return rgb.reshape(-1, 3)
        return rgb.reshape(256, 3)[own] if len(rgb) == 3 * 256 else None


def _all_colors(palette: Palette) -> np.ndarray:
    """Its 256 colours, black beyond its end."""
    colors, rgb = np.zeros((256, 3), "u1"), palette.rgb[:256]
    colors[:len(rgb)] = rgb
    return colors


class Shown(Protocol):
    """A Frame or a Player: cels of a costume."""

    @property
    def costume(self) -> Look: ...

    @property
    def cels(self) -> np.ndarray: ...


class Room(Row):
    """A room: Archive.room(number)."""

    number: int = element("rooms.number", "By which games know it.")
    name: str = text("rooms.name", "As in the game's index.")
    width: int = element("rooms.width", "In pixels; 0: not known.")
    height: int = element("rooms.height", "In pixels; 0: not known.")

    def __repr__(self) -> str:
        return f"<Room {self.number} {self.name!r}: {self.width} × {self.height}>"

    @property
    def palettes(self) -> Rows[Palette]:
        """Its palettes."""
        rows = np.flatnonzero(self.archive["palettes.room"] == self.row).tolist()
        return Rows(rows, lambda row: Palette(self.archive, row))

    @property
    def background(self) -> np.ndarray | None:
        """Colours, (height, width) uint8. What shows nothing is 0. None: the archive has none."""
        owned = self.archive.row_range("rooms.background_offset", self.row)
        if not owned:
            return None
        need(len(owned) == self.width * self.height, f"wrong size of the background of room {self.number}")
        pixels = self.archive.part("backgrounds", owned.start, owned.stop).reshape(self.height, self.width).copy()
        strips = self.archive.blob("rooms.see_through", self.row).repeat(8)[:self.width]
        rest = self.width - len(strips)  # goes with the last strip
        clear = np.pad(strips, (0, rest), "edge" if len(strips) else "constant") != 0
        pixels[(pixels == self.archive["rooms.transparent"][self.row]) & clear] = 0
        return pixels

    @property
    def planes(self) -> list[np.ndarray]:
        """The z-planes, (height, width) bool, True hides; the first is plane 1."""
        return [self._plane(row) for row in self.archive.row_range("rooms.plane_offset", self.row)]

    def _plane(self, row: int) -> np.ndarray:
        bits = self.archive.blob("planes.bits", row)
        if not len(bits):
            return np.zeros((self.height, self.width), bool)
        return np.unpackbits(bits.reshape(self.height, -1), axis=1)[:, :self.width] != 0

    @property
    def boxes(self) -> range:
        """Their rows of boxes; number 0, the first, is none to stand in."""
        return self.archive.row_range("rooms.box_offset", self.row)

    def place(self, x: int, y: int, *, box: int | None = None, plane: int | None = None,
              scale: int | None = None) -> Place:
        """How an actor is drawn there. What is not given follows from the highest box that contains the
        point, or the nearest: a guess, for boxes overlap, and games lock them."""
        flags, corners = self.archive["boxes.flags"], [self._corners(row) for row in self.boxes]
        numbers = range(len(corners) - 1, 0, -1)
        boxes = tuple(i for i in numbers if contains(corners[i], x, y))
        visible = [i for i in numbers if not flags[self.boxes[i]] & INVISIBLE]
        if box is None:
            box = next((i for i in boxes if i in visible), None)
        if box is None:
            box = min(visible, key=lambda i: distance(corners[i], x, y), default=0)
        if not 0 <= box < max(1, len(corners)):
            raise IndexError(f"room {self.number} has no box {box}")
        planes = len(self.archive.row_range("rooms.plane_offset", self.row))
        if plane is None:
            plane = min(planes, int(self.archive["boxes.mask"][self.boxes[box]])) if box else 0
        if not 0 <= plane <= planes:
            raise IndexError(f"room {self.number} has no plane {plane}")
        if scale is None:
            scale = self._scale(self.boxes[box], y) if box else FULL
        return Place(x, y, box, boxes, plane, scale)

    def _corners(self, row: int) -> list[tuple[int, int]]:
        return [(int(self.archive[f"boxes.{name}x"][row]), int(self.archive[f"boxes.{name}y"][row]))
                for name in CORNERS]

    def _scale(self, row: int, y: int) -> int:
        """Of an actor in a box."""
        scale, slots = int(self.archive["boxes.scale"][row]), self.archive.row_range("rooms.scale_offset", self.row)
        if not scale & SLOT:
            return min(scale, FULL) or FULL
        if scale - SLOT >= len(slots):
            return FULL
        slot = slots[scale - SLOT]
        return slot_scale([int(self.archive[f"scales.{name}"][slot]) for name in ("scale1", "y1", "scale2", "y2")], y)

    def draw(self, frame: Shown, place: Place, canvas: np.ndarray | None = None) -> np.ndarray:
        """A frame of a costume, or what a player shows now, in the room: colours, (height, width) uint8.
        `canvas`: what to draw on, by default the background. Its colours: palette.rgb of one of the
        room's palettes."""
        canvas = self.background if canvas is None else canvas
        if canvas is None:
            raise ValueError(f"room {self.number} has no background in this archive; pack it with --rooms")
        costume, planes = frame.costume, self.archive.row_range("rooms.plane_offset", self.row)
        plane = self._plane(planes[place.plane - 1]) if place.plane else None
        is_cost = costume.kind == "COST"
        keeps = kept_lines(costume.kind, place.scale if is_cost or costume.codec == AKOS_RLE else FULL)
        colors = costume.color_map
        low_tall = is_cost and self.archive["game.version"][0] <= 6
        for cel in frame.cels:
            picture = Pixels(self.archive, int(cel["picture"]))
            flip, x, y = bool(cel["flip"]), int(cel["x"]), int(cel["y"])
            columns = place_columns(keeps, place.x, -x - (picture.width - 1) if flip else x, picture.width, flip)
            rows, kept, top = place_rows(keeps, place.y, y, picture.height)
            if low_tall and max(top, 0) + picture.height >= 256:
                continue
            kept &= (rows >= 0) & (rows < self.height)
            inside = (columns >= 0) & (columns < self.width)
            to_y, to_x, pixels = rows[kept], columns[inside], picture.indices[kept][:, inside]
            shown = pixels != picture.transparent
            if plane is not None:
                shown &= ~plane[np.ix_(to_y, to_x)]
            line, column = np.nonzero(shown)  # Where columns share an x, the last one stays.
            canvas[to_y[line], to_x[column]] = colors[pixels[shown]]
        return canvas
