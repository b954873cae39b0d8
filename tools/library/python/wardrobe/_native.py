"""Calls libwardrobe and libwardrobe-pack with ctypes: wardrobe.h and its companions. Private."""

from __future__ import annotations

import ctypes
import pathlib
import sys
import threading
import weakref
from collections.abc import Callable, Iterable
from ctypes import (POINTER, Structure, byref, c_char, c_char_p, c_int, c_int32, c_size_t, c_uint8, c_uint32, c_uint64,
                    c_void_p, sizeof)
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .error import Error

Array = NDArray[Any]
NONE = 0xFFFFFFFF  # no row; any chore or direction
BINARIES = pathlib.Path(__file__).parent / "binaries"  # the program and the libraries, if the package contains them
TYPES = ("", "u1", "u2", "u4", "u8", "i2", "i4")  # WARDROBE_TYPE_…
CEL = np.dtype([("picture", "u4"), ("x", "i4"), ("y", "i4"), ("index", "u2"), ("limb", "u1"), ("flip", "u1")])
EVENT = np.dtype([("tick", "u4"), ("value", "i4"), ("limb", "u1"), ("kind", "u1")], align=True)
Progress = ctypes.CFUNCTYPE(c_int, c_void_p, c_uint32, c_uint32)


def _structure(name: str, /, **fields: Any) -> Any:
    return type(name, (Structure,), {"_fields_": list(fields.items())})


WardrobeError = _structure("WardrobeError", status=c_int, offset=c_uint64, message=c_char * 240)
Column = _structure("Column", data=c_void_p, count=c_size_t, type=c_int)
Game = _structure("Game", version=c_uint32, humongous=c_uint32, directions=c_uint32, name=c_char_p, reason=c_char_p)
Timeline = _structure("Timeline", costume=c_uint32, chore=c_uint32, degrees=c_uint32, tick_count=c_uint32,
                      loop_start=c_uint32, flags=c_uint32, event_count=c_uint32, left=c_int32, top=c_int32,
                      width=c_uint32, height=c_uint32)
Canvas = _structure("Canvas", pixels=c_void_p, stride=c_size_t, width=c_uint32, height=c_uint32, anchor_x=c_int32,
                    anchor_y=c_int32, clip_left=c_int32, clip_top=c_int32, clip_width=c_uint32, clip_height=c_uint32,
                    shading=c_void_p)
Actor = _structure("Actor", room=c_uint32, costume=c_uint32, x=c_int32, y=c_int32, box=c_uint32, plane=c_uint32,
                   scale=c_uint32, states=c_void_p, state_count=c_size_t)
PackOptions = _structure("PackOptions", level=c_int32, threads=c_uint32, game=c_char_p, max_ticks=c_uint32,
                         progress=Progress, user=c_void_p, rooms=c_uint32)
CANVAS_SIZE = sizeof(Canvas)

P, U, N, S = c_void_p, c_uint32, c_size_t, c_char_p
# The functions that return a status, with their parameters before the last one, which is a wardrobe_error.
CALLS: dict[str, tuple[Any, ...]] = {
    "open_memory": (S, N, P),
    "verify": (P,),
    "read_column": (P, S, P, N),
    "row_count": (P, S, P),
    "list": (P, S, P, P),
    "read_game": (P, P, N),
    "read_timeline": (P, U, P, N),
    "read_cels": (P, U, U, P, N, P),
    "read_colors": (P, U, U, P),
    "read_look": (P, U, U, U, P),
    "read_shading": (P, U, U, P),
    "read_room_shading": (P, U, U, P),
    "read_name": (P, S, U, P),
    "find_costume": (P, U, P),
    "find_chore": (P, S, P),
    "find_timeline": (P, U, U, U, P),
    "find_palette": (P, U, U, P),
    "find_room": (P, U, P),
    "find_clip": (P, U, U, P),
    "draw_cels": (P, P, N, P, P, N),
    "draw_tick": (P, U, U, P, P, N),
    "read_object_states": (P, U, U, P, N, P),
    "set_object_state": (P, U, U, P, N),
    "draw_room": (P, U, P, N, P, P, N),
    "draw_actor": (P, P, N, P, N, P, P, N),
    "place_actor": (P, P, N),
    "clip_actor": (P, P, N, c_int32),
    "player_new": (P, U, P),
    "player_reset": (P, U, U),
    "player_start": (P, U, U),
    "player_face": (P, U),
    "player_animate": (P, U),
    "player_set_variable": (P, U, c_int32),
    "player_set_talking": (P, U),
    "player_step": (P,),
    "player_cels": (P, P, N, P),
    "player_events": (P, P, N, P),
    "player_draw": (P, P, P, N),
}
# All others: their parameters, and what they return.
OTHERS: dict[str, tuple[tuple[Any, ...], Any]] = {
    "status_text": ((c_int,), S),
    "archive_free": ((P,), None),
    "player_free": ((P,), None),
    "text_free": ((P,), None),
    "column_count": ((P,), U),
    "column_name": ((P, U), S),
    "chore_name": ((P, U), S),
}
PACK_CALLS: dict[str, tuple[Any, ...]] = {"pack_folder": (S, P, N, P)}
PACK_OTHERS: dict[str, tuple[tuple[Any, ...], Any]] = {
    "packed_bytes": ((P, P), POINTER(c_uint8)),
    "packed_failure_count": ((P,), U),
    "packed_free": ((P,), None),
}


class Library:
    """The functions of a library, without the prefix of their names. It is loaded when the first of them is used."""

    def __init__(self, name: str, calls: dict[str, tuple[Any, ...]], others: dict[str, tuple[tuple[Any, ...], Any]]
                 ) -> None:
        self._name, self._calls, self._others = name, calls, others

    def __getattr__(self, function: str) -> Any:
        if function.startswith("_"):
            raise AttributeError(function)
        file = f"{self._name}.dll" if sys.platform == "win32" else f"{self._name}.so.1"
        inside = BINARIES / file
        try:
            library = ctypes.CDLL(str(inside) if inside.exists() else file)
            for name, types in self._calls.items():
                self._add(library, name, (*types, P), c_int)
            for name, (types, result) in self._others.items():
                self._add(library, name, types, result)
        except (OSError, AttributeError) as error:
            raise ImportError(f"Wardrobe needs {file}: install Wardrobe's wheel, which contains it, or the Debian package "
                              f"{self._name}1, or name its folder in LD_LIBRARY_PATH ({error})", name="wardrobe", path=file) from error
        return self.__dict__[function]

    def _add(self, library: ctypes.CDLL, name: str, types: tuple[Any, ...], result: Any) -> None:
        function = getattr(library, f"wardrobe_{name}")
        function.argtypes, function.restype = types, result
        setattr(self, name, function)


lib = Library("libwardrobe", CALLS, OTHERS)
pack_lib = Library("libwardrobe-pack", PACK_CALLS, PACK_OTHERS)


class _Errors(threading.local):
    """A wardrobe_error for each thread."""

    def __init__(self) -> None:
        self.error = WardrobeError()
        self.pointer = byref(self.error)


_errors = _Errors()


LIMITS = {c_int32: (-1 << 31, (1 << 31) - 1), c_uint32: (0, NONE)}


def integer(value: object, what: str = "a whole number", least: int | None = None, most: int | None = None) -> int:
    """A number that a caller gave as `what`. Raises TypeError if it is something else, ValueError if it is less than
    `least` or more than `most`."""
    if not isinstance(value, SupportsIndex):
        raise TypeError(f"{value!r} is not {what}")
    number = value.__index__()
    if (least is not None and number < least) or (most is not None and number > most):
        raise ValueError(f"{number} is not {what} from {least} to {most}")
    return number


def encoded(value: object, what: str) -> bytes:
    """A text that a caller gave as `what`, for C. Raises TypeError if it is something else."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not {what}")
    return ended(value.encode())


def ended(text: bytes) -> bytes:
    """The same bytes, for C, which would cut them at a 0. Raises ValueError if there is one."""
    if b"\0" in text:
        raise ValueError(f"{text!r} contains a 0")
    return text


def _checked(types: Iterable[Any], arguments: Iterable[Any]) -> list[Any]:
    """The arguments, of which ctypes would cut whole numbers to the bits of their types. Raises TypeError or ValueError
    if they are no numbers, or too large."""
    return [integer(argument, "a whole number", *LIMITS[kind]) if kind in LIMITS else argument
            for kind, argument in zip(types, arguments)]


def filled(structure: Any, *fields: Any) -> Any:
    """A structure with these first fields, which are checked as the arguments of call() are."""
    return structure(*_checked((field[1] for field in structure._fields_), fields))


def call(function: Any, *arguments: Any) -> None:
    """Calls a function that returns a status. Raises an Error if it fails, a TypeError or ValueError if an argument is
    no number that it takes."""
    errors = _errors
    if function(*_checked(function.argtypes, arguments), errors.pointer):
        error = errors.error
        message = error.message.decode("utf-8", "replace")
        status = lib.status_text(error.status).decode()
        if status == "out of memory":
            raise MemoryError(message)
        raise Error(message, None if error.offset == (1 << 64) - 1 else error.offset, status)


def find(function: Any, *arguments: Any) -> int | None:
    """The row, or the number, that a function finds; None if there is none."""
    if not all(0 <= number <= NONE for number in arguments if isinstance(number, int)):
        return None
    found = c_uint32()
    try:
        call(function, *arguments, byref(found))
    except Error as error:
        if error.status == "not found":
            return None
        raise
    return found.value


def fetch(function: Any, dtype: np.dtype[Any], *arguments: Any) -> Array:
    """Everything that a function fills in. It is called twice: for the number of results, and for the results."""
    count = c_size_t()
    call(function, *arguments, None, 0, byref(count))
    array = np.empty(count.value, dtype)
    call(function, *arguments, array.ctypes.data, len(array), byref(count))
    array.flags.writeable = False
    return array


class Handle:
    """What a function makes, until a second one frees it. `owners` live as long. It can be passed to functions."""

    def __init__(self, make: Any, free: Callable[[c_void_p], None], arguments: tuple[Any, ...], *owners: Any) -> None:
        self._as_parameter_ = c_void_p()
        call(make, *arguments, byref(self._as_parameter_))
        weakref.finalize(self, lambda pointer, _: free(pointer), self._as_parameter_, owners)


class Memory:
    """Numbers of a handle, for numpy.asarray(). The array is a view, and keeps the handle."""

    def __init__(self, handle: Handle, address: int, count: int, dtype: str) -> None:
        self.handle = handle
        self.__array_interface__ = {"data": (address, True), "shape": (count,), "version": 3,
                                    "typestr": np.dtype(dtype).str}


def canvas(pixels: Array, x: int, y: int, clip: tuple[int, int, int, int] = (0, 0, 0, 0), shading: Array | None = None
           ) -> Any:
    """A reference to a wardrobe_canvas of an array, (height, width) or (height, width, 4) uint8. The array must outlive
    it, and so must `shading`, the bytes of a wardrobe_shading. The anchor is at x, y."""
    if (not isinstance(pixels, np.ndarray) or pixels.dtype != np.uint8 or pixels.ndim not in (2, 3)
            or pixels.shape[2:] not in ((), (4,))):
        raise TypeError("a canvas is (height, width) or (height, width, 4) uint8")
    if not pixels.flags.writeable or pixels.strides[1:] not in ((1,), (4, 1)) or pixels.strides[0] < 0:
        raise ValueError("the pixels of a row of a canvas must be writable and side by side")
    height, width = pixels.shape[:2]
    return byref(filled(Canvas, pixels.ctypes.data, pixels.strides[0], width, height, x, y, *clip,
                        None if shading is None else shading.ctypes.data))
