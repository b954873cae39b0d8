"""An archive: its tables, and the objects that are made of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import images
from .columns import COLUMNS, LAZY, is_cut, table_of
from .costume import Costume, Picture
from .error import need
from .game import Palette, Room, Source, find_palette, find_room
from .listing import LISTS, ListedRow
from .rows import Row, Rows, element, linked, listed, text
from .tables import Tables
from .timeline import Timeline
from .verify import check_tables

if TYPE_CHECKING:
    from pandas import DataFrame
    from PIL.Image import Image

COSTUMES_SHOWN = 64  # in a notebook


class Failure(Row):
    """Something that could not be read. Unknown and inapplicable fields are None."""

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
    return property(lambda self: Rows(range(self.rows(table)), lambda row: make(self, row)), doc=doc)


class Archive(Tables):
    """An open archive, from wardrobe.open(). Everything that it returns is checked and read-only.

    `archive["cels.x"]` is a column as an array, by its name in FORMAT.md. In a notebook it shows its costumes, playing.
    """

    sources: Rows[Source] = objects("sources", Source, "The files of the game.")
    failures: Rows[Failure] = objects("failures", Failure, "What could not be read.")
    costumes: Rows[Costume] = objects("costumes", Costume, "All costumes, in the order of the files.")
    pictures: Rows[Picture] = objects("pictures", Picture, "All distinct pictures, of all costumes.")
    palettes: Rows[Palette] = objects("palettes", Palette, "The palettes of all rooms.")
    rooms: Rows[Room] = objects("rooms", Room, "All rooms, by row; room(number) finds one by its number.")

    @property
    def game_version(self) -> int:
        """SCUMM version, 1 to 8; from 60 on, that of a Humongous Entertainment game."""
        version = int(self["game.version"][0])
        return version // 10 if version in (30, 50) else version  # the second form of 3 or 5

    @property
    def evidence(self) -> str:
        """Evidence for that version."""
        return self.text("game.evidence", 0)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        version = self.game_version
        game = f"HE {version}" if version >= 60 else f"SCUMM {version}"
        return (f"<Archive {game}: {len(self.costumes)} costumes, "
                f"{len(self.pictures)} pictures, {len(self.timelines)} timelines>")

    def _repr_html_(self) -> str:
        shown = self.costumes[:COSTUMES_SHOWN]
        title = repr(self) if len(shown) == len(self.costumes) else f"{self!r}, of which {len(shown)} here"
        return images.gallery(title, ((f"costume {costume.id}", costume.timeline()._repr_png_())
                                      for costume in shown if costume.records))

    def sheet(self, width: int = 1024) -> Image:
        """The first tick of each costume, as a Pillow image of mode RGBA. The tick is that of the costume's walk or, if
        it has none, of costume.timeline(). The pictures are side by side in rows that are `width` wide. Costume.sheet()
        has all pictures of one costume."""
        return images.sheet((costume.timeline()[0].rgba() for costume in self.costumes if costume.records), width)

    def list(self, what: str) -> list[ListedRow]:
        """The rows of `wardrobe list WHAT --json` (ROWS.md), for pandas.DataFrame, json, sqlite3 … `what` is costumes,
        pictures, timelines, palettes, rooms or failures. Rooms with z-planes need the package xxhash."""
        if what not in LISTS:
            raise KeyError(f"no list of {what}; there are {', '.join(LISTS)}")
        return [*LISTS[what](self)]

    def verify(self) -> None:
        """Reads and checks everything as `wardrobe verify` does, except for the hashes of the file, pictures and
        backgrounds."""
        for name in COLUMNS.keys() - LAZY:
            self[name]
        check_tables(self)
        for frame in range(1, len(self.zstd_frames)):
            self.zstd_frames.frame(frame)

    def to_pandas(self, table: str) -> DataFrame:
        """A table as a DataFrame, with its columns that have one element per row. Needs pandas."""
        import pandas

        self.rows(table)
        names = [name for name in self.columns if table_of(name) == table and not is_cut(name)
                 and not name.endswith("_offset")]
        return pandas.DataFrame({name.removeprefix(f"{table}."): self[name] for name in names})

    @property
    def timelines(self) -> Rows[Timeline]:
        """The timelines of all costumes, one for each animation record."""
        def timeline(row: int) -> Timeline:
            offsets = self["costumes.record_offset"]
            need(row < offsets[-1], f"no costume has timeline {row}")
            return Timeline(Costume(self, self.owner("costumes.record_offset", row)), row)
        return Rows(range(self.rows("timelines")), timeline)

    @cached_property
    def _costume_rows(self) -> dict[int, int]:
        rows: dict[int, int] = {}
        for row, number in enumerate(self["costumes.id"].tolist()):
            for each in (number, *self.blob("costumes.alias", row).tolist()):
                rows.setdefault(each, row)
        rows.pop(0, None)
        return rows

    def costume(self, id: int) -> Costume:
        """The costume with this id or alias. Raises KeyError if there is none."""
        if id not in self._costume_rows:
            raise KeyError(f"no costume {id}; ids are {listed(sorted(self._costume_rows))}")
        return self.costumes[self._costume_rows[id]]

    room, palette = find_room, find_palette
