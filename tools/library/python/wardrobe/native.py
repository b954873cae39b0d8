"""Calls libwardrobe and libwardrobe-pack with ctypes, to play live and to pack."""

from __future__ import annotations

import ctypes
import os
import pathlib
import weakref
from collections.abc import Callable
from ctypes import POINTER, byref, c_char, c_char_p, c_int, c_int32, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from functools import cache
from typing import Any

import numpy as np

from .columns import Array
from .error import Error

BINARIES = pathlib.Path(__file__).parent / "binaries"  # the program and the libraries, if the package contains them
STATUS = ("no error", "invalid argument", "out of memory", "input or output failed", "not found", "unknown format",
          "truncated", "damaged", "limit exceeded", "cancelled")  # wardrobe_status_text
NO_OFFSET = (1 << 64) - 1
CEL = np.dtype([("picture", "u4"), ("x", "i4"), ("y", "i4"), ("index", "u2"), ("limb", "u1"), ("flip", "u1")])
EVENT = np.dtype([("tick", "u4"), ("value", "i4"), ("limb", "u1"), ("kind", "u1")], align=True)
GAMES: dict[int | str | None, int] = {
    None: 0, **{version: version for version in range(1, 9)}, "amiga": 50, "he": 60}  # WARDROBE_GAME_…
Progress = ctypes.CFUNCTYPE(c_int, c_void_p, c_uint32, c_uint32)


class ErrorStruct(ctypes.Structure):
    """wardrobe_error"""

    _fields_ = [("status", c_int), ("offset", c_uint64), ("message", c_char * 240)]


class BoxStruct(ctypes.Structure):
    """wardrobe_box"""

    _fields_ = [("left", c_int32), ("top", c_int32), ("width", c_uint32), ("height", c_uint32)]


class CanvasStruct(ctypes.Structure):
    """wardrobe_canvas"""

    _fields_ = [("pixels", c_void_p), ("stride", c_size_t), ("width", c_uint32), ("height", c_uint32),
                ("anchor_x", c_int32), ("anchor_y", c_int32), ("clip", BoxStruct)]


class PackOptions(ctypes.Structure):
    """wardrobe_pack_options"""

    _fields_ = [("level", c_int32), ("threads", c_uint32), ("game", c_uint32), ("max_ticks", c_uint32),
                ("progress", Progress), ("user", c_void_p), ("rooms", c_uint32)]


# The parameters of each function, without the handle before them and the error after them.
PLAYER = {
    "new": (c_uint32, POINTER(c_void_p)),
    "reset": (c_uint32, c_uint32),
    "start": (c_uint32, c_uint32),
    "face": (c_uint32,),
    "animate": (c_uint32,),
    "set_variable": (c_uint32, c_int32),
    "step": (),
    "cels": (c_void_p, c_size_t, POINTER(c_size_t)),
    "events": (c_void_p, c_size_t, POINTER(c_size_t)),
    "draw": (c_void_p, POINTER(CanvasStruct), c_size_t),
}


def _load(name: str) -> ctypes.CDLL:
    """A library in this package, or else in the system. Raises OSError if neither has it."""
    inside = BINARIES / name
    return ctypes.CDLL(str(inside) if inside.exists() else name)


@cache
def library() -> ctypes.CDLL:
    """Loads libwardrobe."""
    lib = _load("libwardrobe.so.1")
    error = POINTER(ErrorStruct)
    for name, types in PLAYER.items():
        getattr(lib, f"wardrobe_player_{name}").argtypes = (c_void_p, *types, error)
    lib.wardrobe_open_memory.argtypes = (c_char_p, c_size_t, POINTER(c_void_p), error)
    for name in ("wardrobe_player_free", "wardrobe_archive_free"):
        getattr(lib, name).argtypes = (c_void_p,)
        getattr(lib, name).restype = None
    return lib


@cache
def pack_library() -> ctypes.CDLL:
    """Loads libwardrobe-pack."""
    lib = _load("libwardrobe-pack.so.1")
    lib.wardrobe_pack_folder.argtypes = (c_char_p, POINTER(PackOptions), c_size_t, POINTER(c_void_p),
                                         POINTER(ErrorStruct))
    lib.wardrobe_packed_bytes.argtypes = (c_void_p, POINTER(c_size_t))
    lib.wardrobe_packed_bytes.restype = POINTER(c_uint8)
    lib.wardrobe_packed_free.argtypes = (c_void_p,)
    lib.wardrobe_packed_free.restype = None
    return lib


def call(function: Any, *arguments: Any) -> None:
    """Calls a function whose last parameter is a wardrobe_error. Raises that error if the call fails."""
    error = ErrorStruct()
    if function(*arguments, byref(error)) != 0:
        offset = None if error.offset == NO_OFFSET else error.offset
        raise Error(error.message.decode("utf-8", "replace"), offset, STATUS[error.status])


def fetched(function: Any, player: c_void_p, dtype: np.dtype[Any]) -> Array:
    """Everything that a function fills in. It is called twice: for the number of results, and for the results."""
    count = c_size_t()
    call(function, player, None, 0, byref(count))
    array = np.empty(count.value, dtype)
    call(function, player, array.ctypes.data, len(array), byref(count))
    return array


class Handle:
    """An archive that libwardrobe has opened. It reads from `data`, the bytes of the file, until it is closed."""

    def __init__(self, data: bytes) -> None:
        self._data, self.pointer = data, c_void_p()
        call(library().wardrobe_open_memory, data, len(data), byref(self.pointer))
        weakref.finalize(self, library().wardrobe_archive_free, self.pointer)


def pack(folder: str | os.PathLike[str], *, level: int = 12, game: int | str | None = None, max_ticks: int = 4096,
         threads: int = 0, rooms: bool = False,
         progress: Callable[[int, int], None] | None = None) -> bytes:
    """Packs a game and returns the bytes of its archive, for wardrobe.open() or a file. The game is named by its
    folder, its index or a resource file. Unreadable parts are listed in the archive's table of failures.

    `game` is its version: 1 to 8, "amiga" for version 5 with pictures stored by rows, or "he" for any Humongous game;
    None: detect it. `threads` is their number; 0: all that the machine has. `rooms`: pack the backgrounds of rooms,
    too. `progress` is called with the amount of work done, and the total. If it raises an exception, packing ends with
    that exception.
    """
    if game not in GAMES:
        raise ValueError(f'game is {game!r}: not 1 to 8, "amiga" or "he"')
    raised: list[BaseException] = []

    def report(_: int | None, done: int, total: int) -> int:
        try:
            if progress is not None:
                progress(done, total)
        except BaseException as error:  # It cannot pass through native code: cancel, and raise below.
            raised.append(error)
        return len(raised)

    options = PackOptions(level, threads, GAMES[game], max_ticks, Progress(report), None, int(rooms))
    lib, packed, size = pack_library(), c_void_p(), c_size_t()
    try:
        call(lib.wardrobe_pack_folder, os.fsencode(folder), byref(options), ctypes.sizeof(options), byref(packed))
    except Error:
        if raised:
            raise raised[0] from None
        raise
    try:
        return ctypes.string_at(lib.wardrobe_packed_bytes(packed, byref(size)), size.value)
    finally:
        lib.wardrobe_packed_free(packed)
