"""Plays costumes live, as a game does. Needs libwardrobe."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from ctypes import byref, c_void_p, sizeof
from typing import TYPE_CHECKING

import numpy as np

from . import native
from .columns import Array
from .directions import chore_number, degrees
from .images import MAX_PIXELS, Box
from .look import PaletteLike
from .timeline import with_names

if TYPE_CHECKING:
    from .costume import Costume

ALL_LIMBS = range(16)


class Player:
    """A live player of a costume: costume.player(). In each tick, the costume is drawn and then takes a step.

    At first, it faces South, and all limbs are off. The first chore after that and after each reset() starts init
    before it, as games do, so that it plays a timeline of the archive. One thread at a time may use it. Directions and chores are given as
    for Costume.timeline().
    """

    def __init__(self, costume: Costume) -> None:
        self.costume = costume
        self._archive = costume.archive.native
        self._lib, self._pointer = native.library(), c_void_p()
        native.call(self._lib.wardrobe_player_new, self._archive.pointer, costume.row, byref(self._pointer))
        # The archive's handle is kept until the player is freed.
        weakref.finalize(self, lambda lib, pointer, _: lib.wardrobe_player_free(pointer),
                         self._lib, self._pointer, self._archive)

    def reset(self, direction: int | str = "S") -> None:
        """Turns all limbs off, and faces `direction`."""
        native.call(self._lib.wardrobe_player_reset, self._pointer, degrees(direction), 0)

    def start(self, chore: int | str, direction: int | str | None = None,
              limbs: Iterable[int] = ALL_LIMBS) -> None:
        """Starts a chore on those of its limbs that are also in `limbs`. Other limbs continue, so chores can mix. If a
        direction is given, turns first."""
        if direction is not None:
            self.face(direction)
        mask = 0
        for limb in limbs:
            if limb not in ALL_LIMBS:
                raise KeyError(f"no limb {limb}: 0 to 15")
            mask |= 1 << limb
        native.call(self._lib.wardrobe_player_start, self._pointer,
                    chore_number(chore, self.costume.archive.game_version), mask)

    def face(self, direction: int | str) -> None:
        """Turns at once. Each limb continues with its chore in the new direction."""
        native.call(self._lib.wardrobe_player_face, self._pointer, degrees(direction))

    def animate(self, operand: int) -> None:
        """Does what a script's animate call does: SCUMM.md §5."""
        native.call(self._lib.wardrobe_player_animate, self._pointer, operand)

    def set_variable(self, number: int, value: int) -> None:
        """Sets variable `number`, 0 to 255, of an AKOS. Dynamic timelines read variables. reset() sets all to 0."""
        native.call(self._lib.wardrobe_player_set_variable, self._pointer, number, value)

    def step(self) -> Array:
        """Steps to the next tick. Returns the events of that step, structured as Timeline.events. Their `tick` is the
        number of steps before it since the player was made or reset."""
        native.call(self._lib.wardrobe_player_step, self._pointer)
        return with_names(native.fetched(self._lib.wardrobe_player_events, self._pointer, native.EVENT))

    @property
    def cels(self) -> Array:
        """The cels of the present tick, structured as Frame.cels, in draw order."""
        return native.fetched(self._lib.wardrobe_player_cels, self._pointer, native.CEL)

    def indices(self, box: Box) -> Array:
        """The pixel values in a box around the anchor, (height, width) uint8. Where nothing is drawn, they are the
        costume's background."""
        if box.width < 1 or box.height < 1 or box.width * box.height > MAX_PIXELS:
            raise ValueError(f"a frame of {box.width} × {box.height} pixels")
        pixels = np.full((box.height, box.width), self.costume.background, "u1")
        canvas = native.CanvasStruct(pixels.ctypes.data, box.width, box.width, box.height, -box.left, -box.top)
        native.call(self._lib.wardrobe_player_draw, self._pointer, None, byref(canvas), sizeof(canvas))
        return pixels

    def rgba(self, box: Box, palette: PaletteLike = None) -> Array:
        """The same as (height, width, 4) uint8. Where nothing is drawn, it is all 0."""
        return self.costume.palette(palette)[self.indices(box)]
