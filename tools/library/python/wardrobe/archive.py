"""An archive: its columns, and the objects that are made of them."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Callable, Sequence
from ctypes import byref, c_char_p, c_size_t, sizeof, string_at
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import numpy as np

from . import _images, _native
from ._native import Array, Handle, Memory, call, encoded, find, integer, lib
from ._rows import Row, Rows, element, linked, listed, text
from .costume import Costume, Picture
from .error import Error
from .room import Palette, Room, Source
from .timeline import Timeline

if TYPE_CHECKING:
    from pandas import DataFrame
    from PIL.Image import Image

COSTUMES_SHOWN = 64  # in a notebook
MOST_LISTED = 28 << 20  # bytes of JSON, of which Python makes objects of 16 times that


class Game(NamedTuple):
    """The version of a game."""

    version: int  # of SCUMM, 1 to 8; Humongous games: 6
    humongous: int  # its Humongous version, such as 80, or an earlier one; 0: another game
    name: str  # of the version, for people
    reason: str  # why it is this version


class Failure(Row):
    """Something that could not be read, or is odd. Unknown and inapplicable fields are None."""

    @property
    def kind(self) -> str:
        """"damage", or "note": odd, but no damage."""
        return ("damage", "note")[self.archive["failures.kind"][self.row]]

    costume: Costume | None = linked("failures.costume", Costume, "The costume, if the archive has the rest of it.")
    id: int | None = element("failures.id", "Of the costume.", 0)
    room: int | None = element("failures.room", "The number of the costume's room.", 0)
    source: Source | None = linked("failures.source", Source, "The file.")
    offset: int | None = element("failures.offset", "In the file.", (1 << 64) - 1)
    limb: int | None = element("failures.limb", "Of the picture.", 0xFF)
    index: int | None = element("failures.index", "Of the picture, in its limb.", 0xFFFF)
    error: str = text("failures.error", "Why.")

    def __repr__(self) -> str:
        place = "" if self.source is None else self.source.name
        place += "" if self.offset is None else f" at {self.offset}"
        return f"<Failure {place.strip()}: {self.error}>"


def objects(table: str, make: Callable[[Archive, int], object], doc: str) -> Any:
    """A property that has all rows of a table as objects."""
    return property(lambda self: Rows(table, range(self.rows(table)), lambda row: make(self, row)), doc=doc)


class Archive:
    """An open archive, from wardrobe.open(). All that it gives is read-only.

    `archive["cels.x"]` is a column as an array, by its name in FORMAT.md. In a notebook it shows its costumes, playing.
    """

    sources: Rows[Source] = objects("sources", Source, "The files of the game.")
    failures: Rows[Failure] = objects("failures", Failure, "What could not be read.")
    costumes: Rows[Costume] = objects("costumes", Costume, "All costumes, in the order of the files.")
    pictures: Rows[Picture] = objects("pictures", Picture, "All distinct pictures, of all costumes.")
    timelines: Rows[Timeline] = objects("timelines", Timeline, "The timelines of all costumes.")
    palettes: Rows[Palette] = objects("palettes", Palette, "The palettes of all rooms.")
    rooms: Rows[Room] = objects("rooms", Room, "All rooms, by row; room(number) finds one by its number.")

    def __init__(self, source: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO) -> None:
        if isinstance(source, (str, os.PathLike)):
            path = pathlib.Path(source)
            if path.is_dir():
                raise IsADirectoryError(f"{path} is a folder; wardrobe.pack(folder) makes an archive of a game's folder")
            data = path.read_bytes()
        elif isinstance(source, (bytes, bytearray, memoryview)):
            data = bytes(source)
        elif hasattr(source, "read"):
            data = bytes(source.read())
        else:
            raise TypeError(f"{source!r} is not a path, bytes, or a file")
        self._open: Handle | None = Handle(lib.open_memory, lib.archive_free, (data, len(data)), data)
        self._columns, self._looks = dict[str, Array](), dict[tuple[str, int, int], Array]()

    @property
    def _handle(self) -> Handle:
        if self._open is None:
            raise ValueError("the archive is closed")
        return self._open

    def close(self) -> None:
        """Frees the archive's memory as soon as no array or player needs it."""
        self._open = None
        self._columns.clear()
        self._looks.clear()

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return (f"<Archive of a game of version {self.game.name}: {len(self.costumes)} costumes, "
                f"{len(self.pictures)} pictures, {len(self.timelines)} timelines>")

    def _repr_html_(self) -> str:
        shown = self.costumes[:COSTUMES_SHOWN]
        title = repr(self) if len(shown) == len(self.costumes) else f"{self!r}, of which {len(shown)} here"
        return _images.gallery(title, ((f"costume {costume.id}", costume.timeline()._repr_png_())
                                       for costume in shown if costume.timelines))

    @property
    def game(self) -> Game:
        """The version of the game."""
        game = _native.Game()
        call(lib.read_game, self._handle, byref(game), sizeof(game))
        return Game(game.version, game.humongous, game.name.decode(), game.reason.decode("utf-8", "replace"))

    @property
    def columns(self) -> list[str]:
        """The names of all columns."""
        count = lib.column_count(self._handle)
        return [lib.column_name(self._handle, index).decode() for index in range(count)]

    def __getitem__(self, name: str) -> Array:
        """A whole column: a view of the archive."""
        column = self._columns.get(name)
        if column is None:
            column = self._columns[name] = self._column(name)
        return column

    def _column(self, name: str) -> Array:
        column = _native.Column()
        try:
            call(lib.read_column, self._handle, encoded(name, "the name of a column"), byref(column), sizeof(column))
        except Error as error:
            if error.status != "not found":
                raise
            near = [known for known in self.columns if known.split(".")[0] == name.split(".")[0]]
            raise KeyError(f"no column {name}; there are {', '.join(near or self.columns)}") from None
        if column.type >= len(_native.TYPES):
            raise KeyError(f"{name} has elements of an unknown type")
        if column.count == 0:
            return np.frombuffer(b"", _native.TYPES[column.type])
        return np.asarray(Memory(self._handle, column.data, column.count, _native.TYPES[column.type]))

    def rows(self, table: str) -> int:
        """Number of rows of a table."""
        count = find(lib.row_count, self._handle, encoded(table, "the name of a table"))
        if count is None:
            tables = dict.fromkeys(name.split(".")[0] for name in self.columns if "." in name)
            raise KeyError(f"no table {table}; there are {', '.join(tables)}")
        return count

    def _range(self, offsets: str, row: int) -> range:
        """The rows that a row owns by a column of offsets, such as "frames.cel_offset"."""
        return range(*self[offsets][row:row + 2].tolist())

    def _blob(self, name: str, row: int) -> Array:
        """A row's elements of a column that has any number per row."""
        owned = self._range(f"{name}_offset", row)
        return self[name][owned.start:owned.stop]

    def _owner(self, offsets: str, element: int) -> int:
        """The row that owns an element by a column of offsets."""
        return int(np.searchsorted(self[offsets], element, "right")) - 1

    def _records(self, table: str, rows: range, fields: Sequence[str]) -> Array:
        """Rows of a table as a structured array."""
        columns = {field: self[f"{table}.{field}"][rows.start:rows.stop] for field in fields}
        array = np.empty(len(rows), [(field, column.dtype) for field, column in columns.items()])
        for field, column in columns.items():
            array[field] = column
        array.flags.writeable = False
        return array

    def _costume(self, row: int) -> Costume:
        return Costume(self, row)

    def costume(self, id: int) -> Costume:
        """The costume with this id or alias. Raises KeyError if there is none."""
        row = find(lib.find_costume, self._handle, integer(id, "the id of a costume"))
        if row is None:
            ids = {*self["costumes.id"].tolist(), *self["costumes.alias"].tolist()} - {0}
            raise KeyError(f"no costume {id}; ids are {listed(sorted(ids))}")
        return Costume(self, row)

    def room(self, number: int) -> Room:
        """The room with this number in the game. Raises KeyError if there is none."""
        row = find(lib.find_room, self._handle, integer(number, "the number of a room"))
        if row is None:
            raise KeyError(f"no room {number}; rooms are {listed(self['rooms.number'].tolist())}")
        return Room(self, row)

    def palette(self, room: int, number: int = 0) -> Palette:
        """Palette `number` of the room whose number in the game is `room`. Raises KeyError if there is none."""
        row = find(lib.find_palette, self._handle, integer(room, "the number of a room"),
                   integer(number, "the number of a palette"))
        if row is None:
            numbers = listed(palette.number for palette in self.room(room).palettes)
            raise KeyError(f"room {room} has no palette {number}; it has {numbers}")
        return Palette(self, row)

    def sheet(self, width: int = 1024) -> Image:
        """The first tick of each costume's timeline() that shows something, with the costume's id, side by side in rows
        that are `width` wide, as a Pillow image of mode RGBA. Costume.sheet() has all pictures of one costume."""
        timelines = [costume.timeline() for costume in self.costumes if costume.timelines]
        frames = (next((frame for frame in timeline if len(frame.cels())), timeline[0]) for timeline in timelines)
        return _images.sheet([_images.labelled(frame.rgba(), str(frame.costume.id or f"@{frame.costume.row}"))
                              for frame in frames], width)

    def list(self, what: str) -> list[dict[str, Any]]:
        """The rows of `wardrobe list WHAT --json`, at most 28 MiB of it, for pandas.DataFrame, json, sqlite3 … `what`
        is costumes, pictures, timelines, windows, commands, palettes, rooms, objects, cycles, wearers, recolours,
        calls or failures."""
        lines, size = c_char_p(), c_size_t()
        try:
            call(lib.list, self._handle, encoded(what, "the name of a list"), byref(lines), byref(size))
        except Error as error:
            raise (KeyError(str(error)) if error.status == "not found" else error) from None
        try:
            if size.value > MOST_LISTED:
                raise Error(f"the {what} are {size.value} bytes of JSON, more than {MOST_LISTED}; "
                            "`wardrobe list --json` writes them line by line")
            return [json.loads(line) for line in string_at(lines, size.value).splitlines()]
        finally:
            lib.text_free(lines)

    def verify(self) -> None:
        """Checks every byte of the file, as `wardrobe verify` does. Raises Error if anything is wrong."""
        call(lib.verify, self._handle)

    def to_pandas(self, table: str) -> DataFrame:
        """A table as a DataFrame, with its columns that have one element per row. Needs pandas."""
        import pandas

        self.rows(table)
        names = [name for name in self.columns if name.startswith(f"{table}.") and not name.endswith("_offset")
                 and f"{name}_offset" not in self.columns]
        return pandas.DataFrame({name.removeprefix(f"{table}."): self[name] for name in names})
