"""The columns that FORMAT.md, "The tables", knows, and their types. A reader ignores others."""

TYPES = {1: "<u1", 2: "<u2", 3: "<u4", 4: "<u8", 5: "<i2", 6: "<i4"}
NUMBERS = {"u8": 1, "u16": 2, "u32": 3, "u64": 4, "i16": 5, "i32": 6}

TABLES = """
game: version u8, index_entries u32, index_unused u32, index_no_room u32, index_no_costume u32
game: evidence_offset u32, evidence u8
sources: name_offset u32, name u8, size u64, xor_key u8
rooms: number u16, source u32, offset u32, name_offset u32, name u8
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

# What an offset column cuts, where it does not cut the column of its own name.
CUTS = {
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
    "timelines.tick": ("frames", False),
    "cels.picture": ("pictures", False),
    "failures.costume": ("costumes", True),
    "failures.source": ("sources", True),
}


def _columns():
    for line in TABLES.strip().splitlines():
        table, fields = line.split(": ")
        for field in fields.split(", "):
            name, type_ = field.split()
            yield f"{table}.{name}", NUMBERS[type_]
    yield "pixels", NUMBERS["u8"]


COLUMNS = dict(_columns())
