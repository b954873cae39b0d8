"""Loops of drawings."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple


class Loop(NamedTuple):
    """`loop_start` is the tick that follows the last one; None: the timeline was cut. `ticks` is the number of
    ticks."""

    ticks: int
    loop_start: int | None


def shortest_loop(looks: Sequence[Hashable], loop_start: int | None) -> Loop:
    """The shortest loop that shows the same `looks`, one per tick."""
    if loop_start is None:
        return Loop(len(looks), None)
    loop = looks[loop_start:]
    period = next(period for period in range(1, len(loop) + 1)
                  if len(loop) % period == 0 and loop[period:] == loop[:len(loop) - period])
    start = loop_start
    while start > 0 and looks[start - 1] == looks[start - 1 + period]:
        start -= 1
    return Loop(start + period, start)
