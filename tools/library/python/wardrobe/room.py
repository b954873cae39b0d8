"""Rooms, and actors in them, scaled and behind a z-plane: SCUMM.md §8."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from .error import need
from .palette_choice import AKOS_RLE, color_map
from .rows import Row, Rows

if TYPE_CHECKING:
    from .archive import Archive
    from .costume import Costume
    from .game import Palette
    from .player import Player
    from .timeline import Frame

FULL = 255  # a scale
INVISIBLE = 0x80  # of a box's flags
SLOT = 0x8000  # of a box's scale
CORNERS = ("ul", "ur", "lr", "ll")


@dataclass(frozen=True)
class Place:
    """How an actor is drawn whose anchor is at a point of a room."""

    x: int
    y: int
    box: int  # 0: none
    boxes: tuple[int, ...]  # all that contain the point, the highest first
    plane: int  # the z-plane that hides it; 0: none
    scale: int  # 1 to 255, as large as its pictures


class Room(Row):
    """A room: Archive.room(number). Its `width` and `height` are 0 if they are not known."""

    def __init__(self, archive: Archive, row: int) -> None:
        super().__init__(archive, row)
        self.number = int(archive["rooms.number"][row])
        self.name = archive.text("rooms.name", row)
        self.width, self.height = int(archive["rooms.width"][row]), int(archive["rooms.height"][row])

    def __repr__(self) -> str:
        return f"<Room {self.number} {self.name!r}: {self.width} × {self.height}>"

    @property
    def palettes(self) -> Rows[Palette]:
        """Its palettes."""
        rows = np.flatnonzero(self.archive["palettes.room"] == self.row).tolist()
        return Rows(rows, lambda row: self.archive.palettes[row])

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
        boxes = tuple(i for i in numbers if _contains(corners[i], x, y))
        visible = [i for i in numbers if not flags[self.boxes[i]] & INVISIBLE]
        if box is None:
            box = next((i for i in boxes if i in visible), None)
        if box is None:
            box = min(visible, key=lambda i: _distance(corners[i], x, y), default=0)
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
        scale, slots = int(self.archive["boxes.scale"][row]), self.archive.row_range("rooms.scale_offset", self.row)
        if not scale & SLOT:
            return min(scale, FULL) or FULL
        if scale - SLOT >= len(slots):
            return FULL
        scale1, y1, scale2, y2 = (int(self.archive[f"scales.{name}"][slots[scale - SLOT]])
                                  for name in ("scale1", "y1", "scale2", "y2"))
        if y1 == y2:
            return max(1, min(FULL, scale1)) if scale1 else FULL
        rise, run = (scale2 - scale1) * (max(y, 0) - y1), y2 - y1
        cut = abs(rise) // abs(run) * (1 if (rise < 0) == (run < 0) else -1)
        return max(1, min(FULL, cut + scale1))

    def draw(self, frame: Frame | Player, place: Place, canvas: np.ndarray | None = None) -> np.ndarray:
        """A frame of a costume, or what a player shows now, in the room: colours, (height, width) uint8.
        `canvas`: what to draw on, by default the background. Its colours: palette.rgb of one of the
        room's palettes."""
        canvas = self.background if canvas is None else canvas
        if canvas is None:
            raise ValueError(f"room {self.number} has no background in this archive; pack it with --rooms")
        costume = frame.costume
        planes = self.archive.row_range("rooms.plane_offset", self.row)
        plane = self._plane(planes[place.plane - 1]) if place.plane else None
        is_scaled = costume.kind == "COST" or costume.codec == AKOS_RLE
        keeps = _kept_lines(costume.kind, place.scale if is_scaled else FULL)
        colors = color_map(self.archive, costume.row)
        low_tall = costume.kind == "COST" and self.archive.game_version <= 6
        for cel in frame.cels:
            picture = self.archive.pictures[int(cel["picture"])]
            flip, x, y = bool(cel["flip"]), int(cel["x"]), int(cel["y"])
            columns = _columns(keeps, place.x, -x - (picture.width - 1) if flip else x, picture.width, flip)
            rows, kept, top = _rows(keeps, place.y, y, picture.height)
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


def _edges(corners: list[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return list(zip(corners, corners[1:] + corners[:1]))


def _to_edge(a: tuple[int, int], b: tuple[int, int], x: int, y: int) -> float:
    """The square of the distance of a point from a stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / length)) if length else 0.0
    return (x - a[0] - along * dx) ** 2 + (y - a[1] - along * dy) ** 2


def _distance(corners: list[tuple[int, int]], x: int, y: int) -> float:
    return min(_to_edge(a, b, x, y) for a, b in _edges(corners))


def _contains(corners: list[tuple[int, int]], x: int, y: int) -> bool:
    ul, ur, lr, ll = corners
    if (ul == ur and lr == ll) or (ul == ll and ur == lr):
        return _to_edge(ul, lr, x, y) <= 4
    xs, ys = zip(*corners)
    around = min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)
    return around and all((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0 for a, b in _edges(corners))


def _reversed(bits: int) -> int:
    return int(f"{bits & 255:08b}"[::-1], 2)


def _cost_entry(i: int) -> int:
    if i == 0:
        return FULL
    n = 128 - i
    return _reversed(i - 128) if n <= 0 else 255 - _reversed(3 * (1 << (n.bit_length() - 1)) - 1 - n)


@cache
def _kept_lines(kind: str, scale: int) -> np.ndarray:
    """By index, which rows and columns are kept; the anchor's is the middle one."""
    table = [_cost_entry(i) for i in range(256)] if kind == "COST" else [
        254 if i in (255, 511) else _reversed(i) for i in range(768)]
    return (np.array(table) < scale) | (scale == FULL)


def _count(keeps: np.ndarray, first: int, count: int) -> int:
    whole, rest = divmod(count, len(keeps))
    return whole * int(keeps.sum()) + int(keeps[(first + np.arange(rest)) % len(keeps)].sum())


def _columns(keeps: np.ndarray, anchor: int, rel: int, width: int, flip: bool) -> np.ndarray:
    """Where columns go, each over those before."""
    middle, step, away = len(keeps) // 2, -1 if flip else 1, abs(rel)
    before = _count(keeps, middle + 1 if flip else middle - away, away)
    kept = keeps[(middle + step * (np.arange(width) - away)) % len(keeps)]
    return anchor + step * ((before if rel >= 0 else -before) + np.cumsum(kept) - kept)


def _rows(keeps: np.ndarray, anchor: int, rel: int, height: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Where rows go, which of them are kept, and where the top is."""
    first, away = len(keeps) // 2 - abs(rel), abs(rel)
    before = _count(keeps, first, away)
    top = anchor + (before if rel >= 0 else -before)
    kept = keeps[(first + np.arange(height)) % len(keeps)]
    return top + np.cumsum(kept) - kept, kept, top
