"""Reads `.wardrobe` archives of SCUMM costumes with numpy and zstandard; Pillow for images. With
libwardrobe installed, it also plays costumes live and packs games.

    with wardrobe.open("game.wardrobe") as archive:
        archive.costume(1).timeline("walk", "W").gif("walk.gif", scale=3)

The names are those of FORMAT.md, which explains them.
"""

from __future__ import annotations

import os
from typing import BinaryIO

from .archive import Archive, Failure
from .columns import NONE, ColumnInfo
from .costume import Costume, Entry, LimbTable, Picture
from .directions import CHORES, chore_name, chore_number, chores_before
from .drawing import draw_cels
from .error import Error
from .game import Palette, Room, Source
from .images import Box
from .native import pack
from .place import Place, Point, WalkBox
from .player import Player
from .timeline import EVENTS, AnimationRecord, Flags, Frame, Timeline

__version__ = "1.0.0"

__all__ = ["CHORES", "EVENTS", "NONE", "AnimationRecord", "Archive", "Box", "ColumnInfo", "Costume", "Entry", "Error",
           "Failure", "Flags", "Frame", "LimbTable", "Palette", "Picture", "Place", "Player", "Point", "Room",
           "Source", "Timeline", "WalkBox", "chore_name", "chore_number", "chores_before", "draw_cels", "open", "pack"]


def open(source: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO) -> Archive:
    """Opens an archive: the path of a file, its bytes, or a file object that can seek.

    Reads the directory only. Everything else is inflated and checked when it is asked for. Damage raises
    wardrobe.Error.
    """
    return Archive(source)
