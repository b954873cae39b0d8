"""The place of an actor in a room: SCUMM.md §8 "Boxes"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .scaling import FULL

class Point(NamedTuple):
    """A point in pixels, from the top left of a room or an image."""

    x: int
    y: int


Corners = Sequence[Point]  # of a box: upper left, upper right, lower right, lower left


@dataclass(frozen=True)
class WalkBox:
    """A walk box."""

    number: int
    corners: tuple[Point, ...]  # upper left, upper right, lower right, lower left
    mask: int  # a z-plane; 0: none
    flags: int
    scale: int  # boxes.scale

    def __contains__(self, point: tuple[int, int]) -> bool:
        return contains(self.corners, *point)


@dataclass(frozen=True)
class Place:
    """The place of an actor in a room. Its anchor is at x, y."""

    x: int
    y: int
    box: int  # 0: none
    inside: bool  # whether that box contains the point
    boxes: tuple[int, ...]  # all that contain the point, the highest first
    plane: int  # the z-plane that hides it; 0: none
    scale: int  # 1 to 255; 255: full size


def _edges(corners: Corners) -> list[tuple[Point, Point]]:
    return list(zip(corners, [*corners[1:], corners[0]]))


def _to_edge(a: Point, b: Point, x: int, y: int) -> float:
    """The square of the distance between a point and a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / length)) if length else 0.0
    return (x - a[0] - along * dx) ** 2 + (y - a[1] - along * dy) ** 2


def distance(corners: Corners, x: int, y: int) -> float:
    """The square of the distance between a point and the edge of a box."""
    return min(_to_edge(a, b, x, y) for a, b in _edges(corners))


def contains(corners: Corners, x: int, y: int) -> bool:
    """Whether a point is in a box. A box that is a line contains the points near it."""
    ul, ur, lr, ll = corners
    if (ul == ur and lr == ll) or (ul == ll and ur == lr):
        return _to_edge(ul, lr, x, y) <= 4
    xs, ys = zip(*corners)
    around = min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)
    return around and all((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0 for a, b in _edges(corners))


def slot_scale(slot: Sequence[int], y: int) -> int:
    """The scale of an actor at this y coordinate, by a scale slot: scale1, y1, scale2, y2."""
    scale1, y1, scale2, y2 = slot
    if y1 == y2:
        return max(1, min(FULL, scale1)) if scale1 else FULL
    rise, run = (scale2 - scale1) * (max(y, 0) - y1), y2 - y1
    cut = abs(rise) // abs(run) * (1 if (rise < 0) == (run < 0) else -1)
    return max(1, min(FULL, cut + scale1))
