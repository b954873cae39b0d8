"""The game's files, and its rooms with their palettes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import images
from .columns import Array
from .drawing import Pixels, Shown
from .error import need
from .place import Place, Point, WalkBox, distance, slot_scale
from .rows import Row, Rows, element, linked, listed, text
from .scaling import FULL, kept_lines, place_columns, place_rows

if TYPE_CHECKING:
    from PIL.Image import Image

    from .archive import Archive

INVISIBLE = 0x80  # of a box's flags
SLOT = 0x8000  # of a box's scale
CORNERS = ("ul", "ur", "lr", "ll")


class Source(Row):
    """A file of the game."""

    name: str = text("sources.name", "Relative to the game's folder.")
    size: int = element("sources.size", "In bytes.")
    xor_key: int = element("sources.xor_key", "What every byte is XORed with.")

    @property
    def xxh64(self) -> str | None:
        """XXH64 of the file, 16 hexadecimal digits; None if the archive is too old to have it."""
        value = int(self.archive["sources.xxh64"][self.row])
        return f"{value:016x}" if value else None

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
    def rgb(self) -> Array:
        """The colours, (n, 3) uint8; n is 256 unless the game is damaged."""
        rgb = self.archive.blob("palettes.rgb", self.row)
        return rgb[:len(rgb) // 3 * 3].reshape(-1, 3)

    @property
    def rgba(self) -> Array:
        """256 colours, (256, 4) uint8. Colours past the palette's end are black; alpha is 255."""
        rgba, rgb = np.zeros((256, 4), "u1"), self.rgb[:256]
        rgba[:len(rgb), :3], rgba[:, 3] = rgb, 255
        return rgba

    def __repr__(self) -> str:
        return f"<Palette {self.number} of room {self.room.number}: {len(self.rgb)} colours>"


def find_palette(archive: Archive, room: int, number: int = 0) -> Palette:
    """Palette `number` of the room whose number in the game is `room`. Raises KeyError if there is none."""
    for palette in (Palette(archive, row) for row in range(archive.rows("palettes"))):
        if (palette.room.number, palette.number) == (room, number):
            return palette
    raise KeyError(f"room {room} has no palette {number}; "
                   f"it has {listed(palette.number for palette in find_room(archive, room).palettes)}")


def find_room(archive: Archive, number: int) -> Room:
    """The room with this number in the game. Raises KeyError if there is none."""
    numbers = archive["rooms.number"].tolist()
    if number not in numbers:
        raise KeyError(f"no room {number}; rooms are {listed(numbers)}")
    return Room(archive, numbers.index(number))


class Room(Row):
    """A room: Archive.room(number). In a notebook, it displays its background."""

    number: int = element("rooms.number", "By which games know it; 0: none.")
    name: str = text("rooms.name", "As in the game's index.")
    source: Source = linked("rooms.source", Source, "The file that contains it.")
    offset: int = element("rooms.offset", "Where its block starts in `source`.")
    width: int = element("rooms.width", "In pixels; 0: not known.")
    height: int = element("rooms.height", "In pixels; 0: not known.")
    transparent: int = element("rooms.transparent", "The colour that shows nothing in strips that are see-through.")

    def __repr__(self) -> str:
        return f"<Room {self.number} {self.name!r}: {self.width} × {self.height}>"

    def _repr_png_(self) -> bytes | None:
        if self.background is None or not self.palettes:
            return None
        return images.png([self.background], self.palettes[0].rgba)

    @property
    def palettes(self) -> Rows[Palette]:
        """Its palettes."""
        rows = np.flatnonzero(self.archive["palettes.room"] == self.row).tolist()
        return Rows(rows, lambda row: Palette(self.archive, row))

    @property
    def has_background(self) -> bool:
        """Whether the archive has the room's background: it was packed with --rooms."""
        return len(self.archive.row_range("rooms.background_offset", self.row)) > 0

    @property
    def see_through(self) -> Array:
        """For each strip of 8 columns, 1 if it is see-through, else 0."""
        return self.archive.blob("rooms.see_through", self.row)

    @property
    def background(self) -> Array | None:
        """The background: colours, (height, width) uint8; 0 where no pixel is drawn. None if the archive does not have
        it."""
        owned = self.archive.row_range("rooms.background_offset", self.row)
        if not owned:
            return None
        need(len(owned) == self.width * self.height, f"wrong size of the background of room {self.number}")
        pixels = self.archive.part("backgrounds", owned.start, owned.stop).reshape(self.height, self.width).copy()
        strips = self.see_through.repeat(8)[:self.width]
        rest = self.width - len(strips)  # belongs to the last strip
        clear = np.pad(strips, (0, rest), "edge" if len(strips) else "constant") != 0
        pixels[(pixels == self.transparent) & clear] = 0
        return pixels

    def rgba(self, pixels: Array | None = None, palette: Palette | int = 0) -> Array:
        """The background, or the `pixels` that draw() returned, as (height, width, 4) uint8. `palette` is any palette,
        or the number of one of the room."""
        return self._colors(palette)[self._pixels(pixels)]

    def image(self, pixels: Array | None = None, palette: Palette | int = 0) -> Image:
        """The same as a Pillow image of mode P."""
        return images.image(self._pixels(pixels), self._colors(palette))

    def _pixels(self, pixels: Array | None) -> Array:
        pixels = self.background if pixels is None else pixels
        if pixels is None:
            raise ValueError(f"room {self.number} has no background in this archive; pack it with --rooms")
        return pixels

    def _colors(self, palette: Palette | int) -> Array:
        if isinstance(palette, int):
            numbers = [one.number for one in self.palettes]
            if palette not in numbers:
                raise KeyError(f"room {self.number} has no palette {palette}; it has {listed(numbers)}")
            palette = self.palettes[numbers.index(palette)]
        return palette.rgba

    @property
    def planes(self) -> list[Array]:
        """The z-planes, (height, width) bool. True hides the actor. The first one is plane 1."""
        return [self._plane(row) for row in self.archive.row_range("rooms.plane_offset", self.row)]

    def _plane(self, row: int) -> Array:
        bits = self.archive.blob("planes.bits", row)
        if not len(bits):
            return np.zeros((self.height, self.width), bool)
        return np.unpackbits(bits.reshape(self.height, -1), axis=1)[:, :self.width].astype(bool)

    @property
    def boxes(self) -> list[WalkBox]:
        """The walk boxes. The first one, number 0, is a dummy."""
        rows = self.archive.row_range("rooms.box_offset", self.row)
        return [self._box(number, row) for number, row in enumerate(rows)]

    def _box(self, number: int, row: int) -> WalkBox:
        def value(name: str) -> int:
            return int(self.archive[f"boxes.{name}"][row])
        corners = tuple(Point(value(f"{name}x"), value(f"{name}y")) for name in CORNERS)
        return WalkBox(number, corners, value("mask"), value("flags"), value("scale"))

    @property
    def scales(self) -> Array:
        """Its scale slots, structured: scale1, y1, scale2, y2."""
        slots = self.archive.row_range("rooms.scale_offset", self.row)
        return self.archive.records("scales", slots, ("scale1", "y1", "scale2", "y2"))

    def place(self, x: int, y: int, *, box: int | None = None, plane: int | None = None,
              scale: int | None = None) -> Place:
        """The place of an actor at a point. What is not given follows from the highest box that contains the point, or
        else from the nearest box. That is a guess: boxes overlap, and games lock some of them."""
        every = self.boxes
        around = [one for one in every[:0:-1] if (x, y) in one]
        visible = [one for one in every[:0:-1] if not one.flags & INVISIBLE]
        if box is None:
            nearest = min(visible, key=lambda one: distance(one.corners, x, y), default=None)
            chosen = next((one for one in around if one in visible), nearest)
        elif 0 <= box < max(1, len(every)):
            chosen = every[box] if box else None
        else:
            raise IndexError(f"room {self.number} has no box {box}; there are 0 (none) to {max(1, len(every)) - 1}")
        planes = len(self.archive.row_range("rooms.plane_offset", self.row))
        if plane is None:
            plane = min(planes, chosen.mask) if chosen else 0
        elif not 0 <= plane <= planes:
            raise IndexError(f"room {self.number} has no plane {plane}; there are 0 (none) to {planes}")
        if scale is None:
            scale = self._scale(chosen, y) if chosen else FULL
        return Place(x, y, chosen.number if chosen else 0, chosen in around, tuple(one.number for one in around),
                     plane, scale)

    def _scale(self, box: WalkBox, y: int) -> int:
        """The scale of an actor in a box at this y coordinate."""
        if not box.scale & SLOT:
            return min(box.scale, FULL) or FULL
        slot = self.scales[box.scale - SLOT:][:1].tolist()
        return slot_scale(slot[0], y) if slot else FULL

    def draw(self, frame: Shown, place: Place, canvas: Array | None = None) -> Array:
        """Draws a frame of a costume, or the present tick of a player, into the room. Returns colours, (height, width)
        uint8, for rgba() and image(). `canvas` is the image to draw on; by default, the background."""
        canvas = self._pixels(canvas)
        costume, planes = frame.costume, self.archive.row_range("rooms.plane_offset", self.row)
        plane = self._plane(planes[place.plane - 1]) if place.plane else None
        keeps, colors = kept_lines(costume.kind, costume.codec, place.scale), costume.color_map
        low_tall = costume.kind == "COST" and self.archive.game_version <= 6
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
            line, column = np.nonzero(shown)  # Of columns with the same x, the last one remains visible.
            canvas[to_y[line], to_x[column]] = colors[pixels[shown]]
        return canvas
