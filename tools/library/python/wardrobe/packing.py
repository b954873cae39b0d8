"""Packs games, with libwardrobe-pack."""

from __future__ import annotations

import os
from collections.abc import Callable
from ctypes import byref, c_size_t, sizeof, string_at
from typing import Any

from ._native import Handle, PackOptions, Progress, ended, filled, pack_lib
from .error import Error


class Packed(bytes):
    """The bytes of an archive. `failures` is the number of parts of the game that could not be read, which the archive
    lists."""

    failures: int


def pack(folder: str | os.PathLike[str], *, level: int = 12, game: int | str | None = None, max_ticks: int = 4096,
         threads: int = 0, rooms: bool = False, progress: Callable[[int, int], None] | None = None) -> Packed:
    """Packs a game and returns the bytes of its archive, for wardrobe.open() or a file. The game is named by its
    folder, its index or a resource file.

    `game` is its version, as `wardrobe pack --game` takes it, such as 6, "amiga" or "he80"; None: detect it. `threads` is their number; 0: all that the machine has. `rooms`: pack the backgrounds of rooms,
    too. `progress` is called with the amount of work done, and the total. If it raises an exception, packing ends with
    that exception.
    """
    raised: list[BaseException] = []

    def report(_: Any, done: int, total: int) -> int:
        try:
            if progress is not None:
                progress(done, total)
        except BaseException as error:  # It cannot pass through native code: cancel, and raise below.
            raised.append(error)
        return len(raised)

    options = filled(PackOptions, level, threads, None if game is None else ended(str(game).encode()), max_ticks,
                     Progress(report), None, 1 if rooms else 0)
    try:
        made = Handle(pack_lib.pack_folder, pack_lib.packed_free,
                      (ended(os.fsencode(folder)), byref(options), sizeof(options)))
    except Error:
        if raised:
            raise raised[0] from None
        raise
    size = c_size_t()
    packed = Packed(string_at(pack_lib.packed_bytes(made, byref(size)), size.value))
    packed.failures = pack_lib.packed_failure_count(made)
    return packed
