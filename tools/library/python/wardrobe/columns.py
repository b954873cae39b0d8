"""The columns that FORMAT.md, "The tables", names, their types, and what their values may be."""

from __future__ import annotations

from typing import NamedTuple

DTYPES = {1: "<u1", 2: "<u2", 3: "<u4", 4: "<u8", 5: "<i2", 6: "<i4"}
NUMBERS = {"u8": 1, "u16": 2, "u32": 3, "u64": 4, "i16": 5, "i32": 6}
NONE = 0xFFFFFFFF  # no row

TABLES = """
game: version u8, index_entries u32, index_unused u32, index_no_room u32, index_no_costume u32
game: evidence_offset u32, evidence u8
sources: name_offset u32, name u8, size u64, xor_key u8
rooms: number u16, source u32, offset u32, name_offset u32, name u8
rooms: width u16, height u16, transparent u8, plane_offset u32, box_offset u32, scale_offset u32
rooms: see_through_offset u32, see_through u8, background_xxh64 u64, background_offset u64
planes: bits_offset u32, bits u8
boxes: ulx i32, uly i32, urx i32, ury i32, lrx i32, lry i32, llx i32, lly i32
boxes: mask u8, flags u32, scale u16
scales: scale1 i32, y1 i32, scale2 i32, y2 i32
palettes: room u32, number u16, rgb_offset u32, rgb u8
costumes: id u16, alias_offset u32, alias u16, room u32, source u32, offset u32, size u32, kind u8
costumes: format u8, codec u8, mirror_west u8, directions u8, color_offset u32, color u8
costumes: table_offset u32, record_offset u32, command_offset u32, command u8
costumes: rgb_offset u32, rgb u8, jump_offset u32, jump u16
tables: limb u8, entry_offset u32
entries: state u8, reached u8, picture u32, x i16, y i16, xinc i16, yinc i16
entries: redirect_limb u8, redirect_index u8
records: number u16, window_offset u32
windows: limb u8, mode u8, start u16, length u16
pictures: width u16, height u16, transparent u8, xxh64 u64, pixel_offset u64
timelines: loop_start u32, flags u16, tick_offset u32, tick u32, event_offset u32
timelines: read_offset u32, read u16
frames: cel_offset u32
cels: limb u8, index u16, picture u32, x i32, y i32, flip u8
events: tick u32, limb u8, kind u8, value i32
failures: costume u32, id u16, room u16, source u32, offset u64, limb u8, index u16
failures: error_offset u32, error u8
"""

# Version 1.0 lacks these, 1.1 some of them; there they count as empty, or 0, in every row.
LATER = {"game.evidence", "costumes.rgb", "costumes.jump", "timelines.read", "backgrounds"}
LATER_TABLES = {"planes", "boxes", "scales"}
LATER |= {f"rooms.{name}" for name in ("width", "height", "transparent", "plane", "box", "scale", "see_through",
                                       "background_xxh64", "background")}
LAZY = {"backgrounds", "pixels"}  # read piece by piece

# What an offset column cuts, where it does not cut the column of its own name.
CUTS = {
    "rooms.plane_offset": "planes",
    "rooms.box_offset": "boxes",
    "rooms.scale_offset": "scales",
    "rooms.background_offset": "backgrounds",
    "costumes.table_offset": "tables",
    "costumes.record_offset": "records",
    "tables.entry_offset": "entries",
    "records.window_offset": "windows",
    "timelines.event_offset": "events",
    "frames.cel_offset": "cels",
    "pictures.pixel_offset": "pixels",
}

# Columns of rows of other tables, and whether they may be none.
ROW_IDS = {
    "rooms.source": ("sources", False),
    "palettes.room": ("rooms", False),
    "costumes.room": ("rooms", True),
    "costumes.source": ("sources", False),
    "entries.picture": ("pictures", True),
    "timelines.tick": ("frames", False),
    "cels.picture": ("pictures", False),
    "failures.costume": ("costumes", True),
    "failures.source": ("sources", True),
}

# The first value that a column may not have any more.
LIMITS = {
    "rooms.see_through": 2, "costumes.kind": 2, "costumes.mirror_west": 2, "entries.state": 4, "entries.reached": 2,
    "windows.limb": 16, "windows.mode": 9, "pictures.width": 4097, "pictures.height": 4097,
    "timelines.flags": 16, "timelines.read": 260, "cels.limb": 16, "cels.flip": 2,
    "events.limb": 16, "events.kind": 9,
}


class Column(NamedTuple):
    """An entry of the directory."""

    name: str
    type: int
    count: int  # elements
    start: int  # in the image

    @property
    def width(self) -> int | None:
        """Bytes of an element; None where the type is of a later minor version."""
        return int(DTYPES[self.type][2]) if self.type in DTYPES else None


def _types() -> dict[str, int]:
    types = {}
    for line in TABLES.strip().splitlines():
        table, fields = line.split(": ")
        for name, type_ in map(str.split, fields.split(", ")):
            types[f"{table}.{name}"] = NUMBERS[type_]
    return {**types, **dict.fromkeys(("backgrounds", "pixels"), NUMBERS["u8"])}


COLUMNS = _types()  # name → number of the type


def is_cut(name: str) -> bool:
    """Whether a row has any number of elements of this column."""
    return name + "_offset" in COLUMNS


def is_later(name: str) -> bool:
    """Whether version 1.0 or 1.1 lacks it."""
    return name.removesuffix("_offset") in LATER or name.partition(".")[0] in LATER_TABLES


def cut_by(name: str) -> str:
    """The column or table that an offset column cuts."""
    return CUTS.get(name, name.removesuffix("_offset"))
