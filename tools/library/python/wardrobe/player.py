"""Plays costumes live, as a game does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._drawing import Box, PaletteLike, Shown
from ._native import CANVAS_SIZE, CEL, EVENT, Array, Handle, call, fetch, lib
from .timeline import degrees, with_names

if TYPE_CHECKING:
    from .costume import Costume

ALL_LIMBS = range(16)
BARE = 1  # WARDROBE_PLAYER_BARE


class Player(Shown):
    """A live player of a costume: costume.player(). In each tick, the costume is drawn and then takes a step.

    At first, it faces South, and all limbs are off. The first chore that starts makes the actor appear, as in the game:
    it starts init before. One thread at a time may use a player. Directions and chores are given as for
    Costume.timeline().
    """

    def __init__(self, costume: Costume) -> None:
        self.costume = costume
        archive = costume.archive._handle
        self._handle = Handle(lib.player_new, lib.player_free, (archive, costume.row), archive)

    def reset(self, direction: int | str = "S", *, bare: bool = False) -> None:
        """Turns all limbs off, and faces `direction`. `bare`: the first chore does not start init before."""
        call(lib.player_reset, self._handle, degrees(direction), BARE if bare else 0)

    def start(self, chore: int | str, direction: int | str | None = None, limbs: Iterable[int] = ALL_LIMBS) -> None:
        """Starts a chore on those of its limbs that are also in `limbs`. Other limbs continue, so chores can mix. If a
        direction is given, turns first."""
        if direction is not None:
            self.face(direction)
        number, mask = self.costume._chore(chore), 0
        if number is None:
            raise KeyError(f"no chore {chore}: a number, or one of init, walk, stand, talk-start, talk-stop")
        for limb in limbs:
            if limb not in ALL_LIMBS:
                raise ValueError(f"no limb {limb}: 0 to 15")
            mask |= 1 << limb
        call(lib.player_start, self._handle, number, mask)

    def face(self, direction: int | str) -> None:
        """Turns at once. Each limb continues with its chore in the new direction."""
        call(lib.player_face, self._handle, degrees(direction))

    def animate(self, operand: int) -> None:
        """Does what a script's animate call does: SCUMM.md §5."""
        call(lib.player_animate, self._handle, operand)

    def set_variable(self, number: int, value: int) -> None:
        """Sets variable `number`, 0 to 255, of an AKOS. Dynamic timelines read variables. reset() sets all to 0."""
        call(lib.player_set_variable, self._handle, number, value)

    def set_talking(self, state: int) -> None:
        """Makes the actor of an AKOS talk, with the mouth of `state`, 1 to 13 (SCUMM.md §6 "Conditions"); 0: it is
        silent, as after a reset."""
        call(lib.player_set_talking, self._handle, state)

    def step(self) -> Array:
        """Steps to the next tick. Returns the events of that step, structured as Timeline.events(). Their `tick` is the
        number of steps before it since the player was made or reset."""
        call(lib.player_step, self._handle)
        return with_names(fetch(lib.player_events, EVENT, self._handle))

    def cels(self) -> Array:
        """The cels of the present tick in draw order, structured: picture (a row), x, y, index, limb, flip."""
        return fetch(lib.player_cels, CEL, self._handle)

    def _draw(self, colors: int | None, canvas: Any) -> None:
        call(lib.player_draw, self._handle, colors, canvas, CANVAS_SIZE)

    def indices(self, box: Box) -> Array:
        """The pixel values in a box around the anchor, (height, width) uint8. Where nothing is drawn, they are the
        costume's background."""
        return self._indices(box)

    def rgba(self, box: Box, palette: PaletteLike = None) -> Array:
        """The colours in that box, (height, width, 4) uint8. Where nothing is drawn, it is all 0."""
        return self._rgba(box, palette)
