"""The rows and columns of scaled actors: SCUMM.md §8 "Scaled pictures"."""

from __future__ import annotations

from functools import cache

import numpy as np

from .columns import Array

FULL = 255  # a scale
AKOS_RLE = 1  # costumes.codec of those whose pixels are indices of costumes.color


def _reversed(bits: int) -> int:
    return int(f"{bits & 255:08b}"[::-1], 2)


def _cost_entry(i: int) -> int:
    if i == 0:
        return FULL
    n = 128 - i
    return _reversed(i - 128) if n <= 0 else 255 - _reversed(3 * (1 << (n.bit_length() - 1)) - 1 - n)


@cache
def kept_lines(kind: str, codec: int, scale: int) -> Array:
    """For each index, whether its row or column is kept. The middle index is the anchor's."""
    if kind == "AKOS" and codec != AKOS_RLE:  # AKOS of other codecs are not scaled.
        scale = FULL
    table = [_cost_entry(i) for i in range(256)] if kind == "COST" else [
        254 if i in (255, 511) else _reversed(i) for i in range(768)]
    return np.array([entry < scale or scale == FULL for entry in table])


def _count(keeps: Array, first: int, count: int) -> int:
    whole, rest = divmod(count, len(keeps))
    return whole * int(keeps.sum()) + int(keeps[(first + np.arange(rest)) % len(keeps)].sum())


def place_columns(keeps: Array, anchor: int, rel: int, width: int, flip: bool) -> Array:
    """The target x of each column. Later columns are drawn over earlier ones."""
    middle, step, away = len(keeps) // 2, -1 if flip else 1, abs(rel)
    before = _count(keeps, middle + 1 if flip else middle - away, away)
    kept = keeps[(middle + step * (np.arange(width) - away)) % len(keeps)]
    return np.array(anchor + step * ((before if rel >= 0 else -before) + np.cumsum(kept) - kept))


def place_rows(keeps: Array, anchor: int, rel: int, height: int) -> tuple[Array, Array, int]:
    """The target y of each row, whether the row is kept, and the target y of the top."""
    first, away = len(keeps) // 2 - abs(rel), abs(rel)
    before = _count(keeps, first, away)
    top = anchor + (before if rel >= 0 else -before)
    kept = keeps[(first + np.arange(height)) % len(keeps)]
    return top + np.cumsum(kept) - kept, kept, top
