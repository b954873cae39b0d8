"""Reads, draws and plays `.wardrobe` archives of SCUMM costumes, and packs games, with libwardrobe.

    with wardrobe.open("game.wardrobe") as archive:
        archive.costume(1).timeline("walk", "W").gif("walk.gif", scale=3)

The names are those of FORMAT.md, which explains them. Images need Pillow.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import BinaryIO

from ._collection import Collection
from ._drawing import Box, Point
from ._native import NONE
from ._words import EVENTS, Flags
from .archive import Archive, Failure, Game
from .costume import Costume, Entry, LimbTable, Picture
from .error import Error
from .packing import Packed, pack
from .player import Player
from .room import ObjectImage, Palette, Place, Room, RoomObject, Source, WalkBox
from .timeline import Frame, Timeline

__version__ = "1.0.0.dev0"

__all__ = ["EVENTS", "NONE", "Archive", "Box", "Collection", "Costume", "Entry", "Error", "Failure", "Flags", "Frame",
           "Game", "LimbTable", "ObjectImage", "Packed", "Palette", "Picture", "Place", "Player", "Point", "Room",
           "RoomObject", "Source", "Timeline", "WalkBox", "collection", "open", "pack"]


def open(source: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO) -> Archive:
    """Opens an archive: the path of a file, its bytes, or a file object, which is read to its end.

    Checks everything but pixels and backgrounds, which are decompressed when they are asked for. Damage raises
    wardrobe.Error.
    """
    return Archive(source)


def collection(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> Collection:
    """Many archives as one: their paths, or a pattern such as "archives/*.wardrobe"."""
    return Collection(paths)
