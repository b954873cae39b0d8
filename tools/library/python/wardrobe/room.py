"""The game's files, and its rooms with their palettes."""

from __future__ import annotations

from ctypes import byref, c_size_t, sizeof
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from . import _images, _native
from ._drawing import Box, Point, Shown, blank
from ._native import CANVAS_SIZE, NONE, Array, call, filled, integer, lib
from ._rows import Row, Rows, blob, element, game_name, linked, listed, text

if TYPE_CHECKING:
    from PIL.Image import Image as PilImage

    from .costume import Picture

CORNERS = ("ul", "ur", "lr", "ll")
SHOWN = ("none", "first", "all", "entered")


def _states(states: Array | None) -> tuple[int | None, int]:
    """The arguments for the states of objects; without them, none."""
    if states is None:
        return None, 0
    if not isinstance(states, np.ndarray) or states.dtype != np.uint8 or states.ndim != 1 or not states.flags.c_contiguous:
        raise TypeError("states of objects are those of states()")
    return states.ctypes.data, len(states)


class Source(Row):
    """A file of the game."""

    name: str = text("sources.name", "Relative to the game's folder.")
    size: int = element("sources.size", "In bytes.")
    xor_key: int = element("sources.xor_key", "What every byte is XORed with.")

    @property
    def xxh64(self) -> str | None:
        """XXH64 of the file, 16 hexadecimal digits; None if it is not known."""
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
        rgb = self.archive._blob("palettes.rgb", self.row)
        return rgb[:len(rgb) // 3 * 3].reshape(-1, 3)

    def rgba(self) -> Array:
        """256 colours, (256, 4) uint8. Colours past the palette's end are black; alpha is 255."""
        rgba, rgb = np.zeros((256, 4), "u1"), self.rgb[:256]
        rgba[:len(rgb), :3], rgba[:, 3] = rgb, 255
        return rgba

    def __repr__(self) -> str:
        return f"<Palette {self.number} of room {self.room.number}: {len(self.rgb)} colours>"


@dataclass(frozen=True)
class WalkBox:
    """A walk box."""

    number: int
    corners: tuple[Point, ...]  # upper left, upper right, lower right, lower left
    mask: int  # a z-plane; 0: none
    flags: int
    scale: int  # boxes.scale


@dataclass(frozen=True)
class Place:
    """The place of an actor in a room. Its anchor is at x, y."""

    x: int
    y: int
    box: int  # 0: none
    plane: int  # the z-plane that hides it; 0: none
    scale: int  # 1 to 255; 255: full size


class ObjectImage(Row):
    """A picture of an object."""

    state: int = element("images.state", "The state in which the object looks so, from 1 on.")
    x: int = element("images.x", "Where it is drawn in the room.")
    y: int = element("images.y", "Where it is drawn in the room.")
    width: int = element("images.width", "In pixels.")
    height: int = element("images.height", "In pixels.")

    @property
    def is_blast(self) -> bool:
        """Whether only scripts draw it, over everything and anywhere."""
        return bool(self.archive["images.blast"][self.row])

    @property
    def picture(self) -> Picture | None:
        """Its pixels are colours of the room's palettes. None if the archive does not have it."""
        row = int(self.archive["images.picture"][self.row])
        return None if row == NONE else self.archive.pictures[row]

    def __repr__(self) -> str:
        return f"<ObjectImage {self.state}: {self.width} × {self.height}>"


class RoomObject(Row):
    """An object of a room, such as a door."""

    number: int = element("objects.number", "In the game; 0: not known.")
    name: str = game_name("objects", "As the game starts, read in code page 437.")
    x: int = element("objects.x", "In the room.")
    y: int = element("objects.y", "In the room.")
    width: int = element("objects.width", "In pixels.")
    height: int = element("objects.height", "In pixels.")
    walk_x: int = element("objects.walk_x", "Where an actor goes to use it.")
    walk_y: int = element("objects.walk_y", "Where an actor goes to use it.")
    direction: int = element("objects.direction", "In which an actor then looks: degrees, clockwise from North.")
    state: int = element("objects.state", "When the game starts.")
    entered: int | None = element("objects.entered", "Its state as the room's entry script sets it.", none=255)
    parent_state: int = element("objects.parent_state", "The state of `parent` in which it is there.")

    @property
    def parent(self) -> RoomObject | None:
        """It is there only while this object is."""
        row = int(self.archive["objects.parent"][self.row])
        return None if row == NONE else RoomObject(self.archive, row)

    @property
    def images(self) -> Rows[ObjectImage]:
        """What it looks like, by state."""
        rows = self.archive._range("objects.image_offset", self.row)
        return Rows("images", rows, lambda row: ObjectImage(self.archive, row))

    def __repr__(self) -> str:
        return f"<RoomObject {self.number} {self.name!r}>"


class Room(Row):
    """A room: Archive.room(number). In a notebook, it displays what it looks like at first."""

    number: int = element("rooms.number", "By which games know it; 0: none.")
    name: str = text("rooms.name", "As in the game's index.")
    source: Source = linked("rooms.source", Source, "The file that contains it.")
    offset: int = element("rooms.offset", "Where its block starts in `source`.")
    width: int = element("rooms.width", "In pixels; 0: not known.")
    height: int = element("rooms.height", "In pixels; 0: not known.")
    transparent: int = element("rooms.transparent", "The colour that shows nothing in strips that are see-through.")
    see_through: Array = blob("rooms.see_through", "For each strip of 8 columns, 1 if it is see-through, else 0.")

    def __repr__(self) -> str:
        return f"<Room {self.number} {self.name!r}: {self.width} × {self.height}>"

    def _repr_png_(self) -> bytes | None:
        if not self.has_background or not self.palettes:
            return None
        return _images.png([self.picture()], self.palettes[0].rgba())

    @property
    def palettes(self) -> Rows[Palette]:
        """Its palettes."""
        rows = np.flatnonzero(self.archive["palettes.room"] == self.row).tolist()
        return Rows("palettes", rows, lambda row: Palette(self.archive, row))

    @property
    def has_background(self) -> bool:
        """Whether the archive has the room's background: it was packed with --rooms."""
        return len(self.archive._range("rooms.background_offset", self.row)) > 0

    def background(self) -> Array:
        """The background: colours, (height, width) uint8; 0 where no pixel is drawn."""
        return self._drawn(None)

    def picture(self, states: Array | None = None) -> Array:
        """The background with the objects that the room shows, as background(). `states` is from states(); by default,
        objects are as when the game starts."""
        return self._drawn(self.states() if states is None else states)

    def _drawn(self, states: Array | None) -> Array:
        if not self.has_background:
            raise ValueError(f"room {self.number} has no background in this archive; pack it with --rooms")
        pixels = blank(Box(0, 0, self.width, self.height), 1)[:, :, 0]
        call(lib.draw_room, self.archive._handle, self.row, *_states(states), None, _native.canvas(pixels, 0, 0),
             CANVAS_SIZE)
        return pixels

    @property
    def objects(self) -> Rows[RoomObject]:
        """Its objects; the first is drawn over the others."""
        rows = self.archive._range("rooms.object_offset", self.row)
        return Rows("objects", rows, lambda row: RoomObject(self.archive, row))

    def states(self, changes: dict[int, int] | None = None, shown: str = "first") -> Array:
        """The states of its objects, in their order: uint8. `shown` is "first", as when the game starts; "none";
        "all", in which objects that are not shown at first are in the first state with an image; or "entered", in the
        states that the room's entry script sets by constants, mostly behind conditions: a guess. `changes` has states
        by the numbers of objects."""
        if shown not in SHOWN:
            raise ValueError(f"shown is one of {listed(SHOWN)}, not {shown!r}")
        rows, numbers = self.archive._range("rooms.object_offset", self.row), [one.number for one in self.objects]
        states = np.zeros(len(rows), "u1")
        call(lib.read_object_states, self.archive._handle, self.row, SHOWN.index(shown), *_states(states),
             byref(c_size_t()))
        for number, state in (changes or {}).items():
            if number not in numbers:
                raise KeyError(f"room {self.number} has no object {number}; it has {listed(numbers)}")
            call(lib.set_object_state, self.archive._handle, rows[numbers.index(number)],
                 integer(state, "a state", 0, 255), *_states(states))
        return states

    def rgba(self, pixels: Array | None = None, palette: Palette | int = 0) -> Array:
        """picture(), or the `pixels` that draw() returned, as (height, width, 4) uint8. `palette` is any palette,
        or the number of one of the room."""
        return self._palette(palette).rgba()[self._pixels(pixels)]

    def image(self, pixels: Array | None = None, palette: Palette | int = 0) -> PilImage:
        """The same as a Pillow image of mode P."""
        return _images.image(self._pixels(pixels), self._palette(palette).rgba())

    def _pixels(self, pixels: Array | None) -> Array:
        if pixels is None:
            return self.picture()
        if not isinstance(pixels, np.ndarray) or pixels.dtype != np.uint8 or pixels.ndim != 2:
            raise TypeError("pixels of a room are (height, width) uint8")
        return pixels

    def _palette(self, palette: Palette | int) -> Palette:
        if isinstance(palette, Palette):
            return palette
        number, numbers = integer(palette, "a palette, or the number of one"), [one.number for one in self.palettes]
        if number not in numbers:
            raise KeyError(f"room {self.number} has no palette {number}; it has {listed(numbers)}")
        return self.palettes[numbers.index(number)]

    def planes(self) -> list[Array]:
        """The z-planes, (height, width) bool. True hides the actor. The first one is plane 1."""
        return [self._plane(row) for row in self.archive._range("rooms.plane_offset", self.row)]

    def _plane(self, row: int) -> Array:
        bits = self.archive._blob("planes.bits", row)
        if not len(bits):
            return np.zeros((self.height, self.width), bool)
        return np.unpackbits(bits.reshape(self.height, -1), axis=1)[:, :self.width].astype(bool)

    def boxes(self) -> list[WalkBox]:
        """The walk boxes. The first one, number 0, is a dummy."""
        fields = [f"{corner}{axis}" for corner in CORNERS for axis in "xy"]
        rows = self.archive._range("rooms.box_offset", self.row)
        return [WalkBox(number, tuple(map(Point, box[:8:2], box[1:8:2])), *box[8:]) for number, box in enumerate(
            self.archive._records("boxes", rows, (*fields, "mask", "flags", "scale")).tolist())]

    def scales(self) -> Array:
        """Its scale slots, structured: scale1, y1, scale2, y2."""
        slots = self.archive._range("rooms.scale_offset", self.row)
        return self.archive._records("scales", slots, ("scale1", "y1", "scale2", "y2"))

    def place(self, x: int, y: int, *, box: int | None = None, plane: int | None = None,
              scale: int | None = None, clip: int | None = None) -> Place:
        """The place of an actor at a point. What is not given follows from the highest box that contains the point, or
        else from the nearest box. That is a guess: boxes overlap, and games lock some of them. `clip` is Frame.clip, by
        which an animation sets the plane."""
        actor = filled(_native.Actor, self.row, NONE, x, y, NONE if box is None else box)
        call(lib.place_actor, self.archive._handle, byref(actor), sizeof(actor))
        if clip is not None:
            call(lib.clip_actor, self.archive._handle, byref(actor), sizeof(actor), clip)
        planes = len(self.archive._range("rooms.plane_offset", self.row))
        if plane is not None and not 0 <= integer(plane, "the number of a plane") <= planes:
            raise ValueError(f"room {self.number} has no plane {plane}; there are 0 (none) to {planes}")
        return Place(x, y, actor.box, actor.plane if plane is None else plane,
                     actor.scale if scale is None else integer(scale, "a scale", 1, 255))

    def draw(self, frame: Shown, place: Place, canvas: Array | None = None, palette: Palette | int = 0,
             states: Array | None = None) -> Array:
        """Draws a frame of a costume, or the present tick of a player, into the room. Returns colours, (height, width)
        uint8, for rgba() and image(). `canvas` is the image to draw on; by default, picture(states). Shadows darken it
        as `palette` allows."""
        if not isinstance(frame, Shown) or not isinstance(place, Place):
            raise TypeError("draw() takes a frame or a player, and a place from place()")
        states = self.states() if states is None else states
        if canvas is None:
            canvas = self.picture(states)
        actor = filled(_native.Actor, self.row, frame.costume.row, place.x, place.y, place.box, place.plane, place.scale,
                       *_states(states))
        cels, shading = frame.cels(), None
        if self.palettes:
            shading = frame.costume._look(lib.read_room_shading, 512, self._palette(palette))
        call(lib.draw_actor, self.archive._handle, byref(actor), sizeof(actor), cels.ctypes.data, len(cels), None,
             _native.canvas(canvas, 0, 0, shading=shading), CANVAS_SIZE)
        return canvas
