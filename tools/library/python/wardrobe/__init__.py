"""Reads `.wardrobe` archives of SCUMM costumes with numpy and zstandard; Pillow for images. With
libwardrobe installed, it also plays costumes live and packs games.

    with wardrobe.open("game.wardrobe") as archive:
        archive.costume(1).timeline("walk", "W").gif("walk.gif", scale=3)

The names are those of FORMAT.md, where their meaning is.
"""

from __future__ import annotations

import os
from typing import BinaryIO

from .archive import Archive
from .columns import NONE
from .costume import Costume, Picture, Record
from .error import Error
from .game import Failure, Palette, Source
from .native import pack
from .player import Player
from .room import Place, Room
from .timeline import CHORES, EVENTS, Box, Flags, Frame, Timeline

__version__ = "1.0.0"

__all__ = ["CHORES", "EVENTS", "NONE", "Archive", "Box", "Costume", "Error", "Failure", "Flags", "Frame",
           "Palette", "Picture", "Place", "Player", "Record", "Room", "Source", "Timeline", "open", "pack"]


def open(source: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO) -> Archive:
    """Opens a file by its path, the bytes of one, or a file object that can seek.

    Reads the directory only; the rest is inflated and checked when it is asked for. What is
    damaged raises wardrobe.Error.
    """
    return Archive(source)
