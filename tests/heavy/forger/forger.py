#!/usr/bin/env python3
"""Forges archives from the schema: archives whose checksums and hashes are valid, and whose contents are extreme.

A forgery is a text, so that each can be made again: changes of an archive, separated by "; ".

    cels.x[3] = -2147483648             sets an element
    costumes.rgb_offset[0] has 769      gives a row so many elements, or rows, of what the column divides; new ones are
                                        like the last one, rise where they must, and own nothing
    costumes.table_offset[0] has 9 alike    … and own as much as the last one
    costumes has 100 alike              the same for the rows of a table
    pictures[2] is 4096x1               gives a picture or a room a size, with all that follows from it

    forger.py ARCHIVE FORGERY OUTPUT    makes one again
    forger.py ARCHIVE                   lists the forgeries of an archive
"""

import itertools
import json
import pathlib
import re
import struct
import sys

import numpy
import xxhash

from forge import Image, compress, entry, seal
from reader import NONE, Archive, Column

ROOT = pathlib.Path(__file__).parents[3]
TYPE_NAMES = {"u8": 1, "u16": 2, "u32": 3, "u64": 4, "i16": 5, "i32": 6}
HUGE = 200_000
MANY = 5_000
LARGE_FRAME = 4 << 20


def read_schema(text):
    """Returns the columns of schema.js, by name."""
    return json.loads(text[text.index("SCHEMA = ") + 9:].split(";\n")[0])


SCHEMA = read_schema((ROOT / "tests/heavy/forger/schema.js").read_text())
DIVIDES = {name: column["divides"] for name, column in SCHEMA.items() if "divides" in column}
ROWS = {name: column["rows"] for name, column in SCHEMA.items() if "rows" in column}
OWNED = {divided: owner for owner, divided in DIVIDES.items()}  # column or table → the column that divides it
TABLES = list(dict.fromkeys(name.split(".")[0] for name in SCHEMA if "." in name))
ALIKE = {"records": "timelines"}  # a table → one with a row for each of its rows
RISING = {}  # a column of offsets → the columns that rise within what it divides
for _name, _column in SCHEMA.items():
    if "rises" in _column:
        RISING.setdefault(_column["rises"], []).append(_name)


def columns_of(table):
    """Returns the columns with an element for each row of a table; those of offsets have one more."""
    return [name for name in SCHEMA if name.startswith(f"{table}.") and name not in OWNED]


class Columns(dict):
    """The columns of an archive: name → array."""

    @property
    def columns(self):
        """As of an archive, for forge.Image."""
        return {name: Column(TYPE_NAMES[column["type"]], len(self[name]), 0) for name, column in SCHEMA.items()}

    def rows(self, table):
        name = columns_of(table)[0]
        return len(self[name]) - (name in DIVIDES)

    def insert(self, table, at, sources, deep):
        """Inserts copies of rows, `sources`, before row `at`."""
        sources = numpy.asarray(sources, "i8")
        for name in columns_of(table):
            column = self[name]
            if name not in DIVIDES:
                self[name] = numpy.insert(column, at, column[sources])
                continue
            offsets = column.astype("i8")
            each = offsets[sources + 1] - offsets[sources]
            if not deep:
                each = numpy.minimum(each, SCHEMA[name].get("count", [0])[0])
            firsts = numpy.repeat(offsets[sources] - (numpy.cumsum(each) - each), each)
            self.insert_divided(DIVIDES[name], int(offsets[at]), firsts + numpy.arange(each.sum()), deep)
            ends = offsets[at] + numpy.cumsum(each)
            self[name] = numpy.concatenate([offsets[:at + 1], ends, offsets[at + 1:] + each.sum()]).astype(column.dtype)
        for name, of in ROWS.items():
            if of == table:
                values = self[name].astype("i8")
                values[(values >= at) & (values != NONE)] += len(sources)
                self[name] = values.astype(self[name].dtype)
        if table in ALIKE:
            self.insert(ALIKE[table], at, sources, deep)

    def insert_divided(self, divided, at, sources, deep):
        if divided in SCHEMA:
            self[divided] = numpy.insert(self[divided], at, self[divided][sources])
        elif len(sources):
            self.insert(divided, at, sources, deep)

    def keep(self, table, kept):
        """Removes rows, and what they own, where `kept` is false. References to them become none."""
        for name in columns_of(table):
            if name not in DIVIDES:
                self[name] = self[name][kept]
                continue
            each = numpy.diff(self[name].astype("i8"))
            self.keep_divided(DIVIDES[name], numpy.repeat(kept, each))
            self[name] = numpy.concatenate([[0], numpy.cumsum(each[kept])]).astype(self[name].dtype)
        moved = numpy.where(kept, numpy.cumsum(kept) - 1, NONE)
        for name, of in ROWS.items():
            if of == table and len(self[name]):
                values = self[name].astype("i8")
                inside = values < len(kept)
                self[name] = numpy.where(inside, moved[numpy.where(inside, values, 0)] if len(moved) else NONE,
                                         values).astype(self[name].dtype)
        if table in ALIKE:
            self.keep(ALIKE[table], kept)

    def keep_divided(self, divided, kept):
        if divided in SCHEMA:
            self[divided] = self[divided][kept]
        else:
            self.keep(divided, kept)

    def resize(self, owner, row, count, deep):
        """Gives a row `count` elements or rows of what `owner` divides."""
        divided = DIVIDES[owner]
        first, last = map(int, self[owner][row:row + 2])
        more = count - (last - first)
        size = len(self[divided]) if divided in SCHEMA else self.rows(divided)
        if more > 0:
            if size:
                like = [min(max(last - 1, 0), size - 1)] * more
                self.insert_divided(divided, last, like, deep)
            elif divided in SCHEMA:
                self[divided] = numpy.zeros(more, self[divided].dtype)
            else:
                self.make_rows(divided, more)
        else:
            kept = numpy.ones(size, bool)
            kept[first + count:last] = False
            self.keep_divided(divided, kept)
        offsets = self[owner].astype("i8")
        offsets[row + 1:] += more
        self[owner] = offsets.astype(self[owner].dtype)
        for name in RISING.get(owner, []):
            values = self[name].astype("i8")
            if more > 0:
                start = values[last - 1] + 1 if last > first else 0
                values[last:last + more] = start + numpy.arange(more)
            self[name] = values.astype(self[name].dtype)

    def make_rows(self, table, count):
        """Fills an empty table with rows of zeros."""
        for name in columns_of(table):
            self[name] = numpy.zeros(count + (name in DIVIDES), self[name].dtype)
        if table in ALIKE:
            self.make_rows(ALIKE[table], count)

    def repeat(self, table, count, deep):
        """Appends rows like the last one, up to `count`."""
        rows = self.rows(table)
        self.insert(table, rows, [rows - 1] * (count - rows), deep)
        if table == "costumes":  # in order of file and offset, and each with a timeline of its own
            records = self["costumes.record_offset"].astype("i8")
            new = numpy.arange(rows, count)
            self["costumes.offset"][rows:] = self["costumes.offset"][rows - 1] + 1 + numpy.arange(count - rows)
            shown = int(self["costumes.default_timeline"][rows - 1])
            self["costumes.default_timeline"][rows:] = numpy.where(
                records[new + 1] > records[new], records[new] + shown - records[rows - 1], NONE)

    def give_size(self, table, row, width, height):
        """Gives a picture or a room a size, with as many pixels and all that follows from it."""
        self[f"{table}.width"][row], self[f"{table}.height"][row] = width, height
        if table == "pictures":
            self.resize("pictures.pixel_offset", row, width * height, False)
            return
        if self["rooms.background_offset"][row] < self["rooms.background_offset"][row + 1]:
            self.resize("rooms.background_offset", row, width * height, False)
            self.resize("rooms.see_through_offset", row, width // 8, False)
        for plane in range(*map(int, self["rooms.plane_offset"][row:row + 2])):
            if self["planes.bits_offset"][plane] < self["planes.bits_offset"][plane + 1]:
                self.resize("planes.bits_offset", plane, (width + 7) // 8 * height, False)

    def reorder_pictures(self, order):
        """Puts the pictures into this order, the one in which entries first use them."""
        ends = self["pictures.pixel_offset"]
        self["pixels"] = numpy.concatenate([self["pixels"][ends[row]:ends[row + 1]] for row in order])
        sizes = numpy.diff(ends)[order]
        for name in columns_of("pictures"):
            if name not in DIVIDES:
                self[name] = self[name][order]
        self["pictures.pixel_offset"] = numpy.concatenate([[0], numpy.cumsum(sizes)]).astype(ends.dtype)
        moved = {old: new for new, old in enumerate(order)} | {NONE: NONE}
        for name, of in ROWS.items():
            if of == "pictures":
                self[name] = numpy.array([moved[row] for row in self[name].tolist()], self[name].dtype)

    def hash_pixels(self):
        """Makes the hashes of pictures and backgrounds valid."""
        for offsets, pixels, hashes in (("pictures.pixel_offset", "pixels", "pictures.xxh64"),
                                        ("rooms.background_offset", "backgrounds", "rooms.background_xxh64")):
            ends = self[offsets].tolist()
            data = self[pixels].tobytes()
            for row, (first, last) in enumerate(zip(ends, ends[1:])):
                if pixels == "pixels" or first < last:
                    self[hashes][row] = xxhash.xxh64_intdigest(data[first:last])


class Base:
    """An archive to forge."""

    def __init__(self, name, columns):
        self.name, self.columns, self.frames = name, columns, {}

    @classmethod
    def open(cls, path, name=None):
        archive = Archive.open(path)
        return cls(name or str(path), Columns({name: archive[name] for name in SCHEMA}))

    def forge(self, forgery):
        """Returns the columns that a forgery describes; None if one of its changes removes what another one changes."""
        columns = Columns(self.columns)
        pixels = False
        try:
            for change in forgery.split("; "):
                pixels |= apply(columns, change)
        except IndexError:
            return None
        if pixels:
            columns["pictures.xxh64"] = columns["pictures.xxh64"].copy()
            columns["rooms.background_xxh64"] = columns["rooms.background_xxh64"].copy()
            columns.hash_pixels()
        return columns

    def write(self, columns):
        """Returns the file of an archive, and its image."""
        image = Image(columns).write()
        directory = 64 + 64 * len(SCHEMA)
        backgrounds, pixels = (struct.unpack_from("<Q", image, directory - back)[0] for back in (72, 8))
        frames, entries = [], []
        for start, end in itertools.pairwise(sorted({0, directory, backgrounds, pixels, len(image)})):
            for first in range(start, end, LARGE_FRAME):
                frame, its_entry = self.frame(image[first:min(first + LARGE_FRAME, end)])
                frames.append(frame)
                entries.append(its_entry)
        return seal(frames, entries), image

    def frame(self, part):
        """Compresses a part of an image; remembers some that stay the same."""
        key = xxhash.xxh64_intdigest(part)
        found = self.frames.get(key)
        if found is None:
            frame = compress(part, level=1)
            found = frame, entry(frame, part)
            if len(self.frames) < 64:
                self.frames[key] = found
        return found


SET = re.compile(r"([\w.]+)\[(\d+)\] = (-?\d+)")
HAS = re.compile(r"([\w.]+?)(?:\[(\d+)\])? has (\d+)( alike)?")
IS = re.compile(r"(pictures|rooms)\[(\d+)\] is (\d+)x(\d+)")


def apply(columns, change):
    """Applies a change; returns whether pixels changed."""
    if match := SET.fullmatch(change):
        name, index, value = match[1], int(match[2]), int(match[3])
        column = columns[name].copy()
        column[index] = numpy.array(value % (1 << 8 * column.dtype.itemsize), "u8").astype(column.dtype)
        columns[name] = column
        return name in ("pixels", "backgrounds")
    if match := HAS.fullmatch(change):
        name, row, count, deep = match[1], match[2], int(match[3]), bool(match[4])
        if row is None:
            columns.repeat(name, count, deep)
        else:
            columns.resize(name, int(row), count, deep)
        return name in ("pictures.pixel_offset", "rooms.background_offset")
    if match := IS.fullmatch(change):
        for side in ("width", "height"):
            columns[f"{match[1]}.{side}"] = columns[f"{match[1]}.{side}"].copy()
        columns.give_size(match[1], int(match[2]), int(match[3]), int(match[4]))
        return True
    if not change:
        return False
    raise ValueError(f"{change}: no change")


def limits(type_):
    """Returns the least and the greatest value of a type."""
    bits = int(type_[1:])
    return (0, (1 << bits) - 1) if type_[0] == "u" else (-1 << bits - 1, (1 << bits - 1) - 1)


def spread(count):
    """Returns the first, the middle and the last of so many."""
    return sorted({0, count // 2, count - 1}) if count else []


def values_for(columns, name, index):
    """Returns extreme values for an element, in order."""
    column, schema = columns[name], SCHEMA[name]
    least, most = limits(schema["type"])
    values = {0, 1, 2, 3, 7, 15, 16, 17, 127, 128, 255, 256, 257, 32767, 32768, 65535, 65536,
              least, least + 1, most, most - 1, most // 2, most // 2 + 1, (least - 1) // 2, -1, -2, -32768, -32769}
    for first, last in schema.get("values", []):
        values |= {first - 1, first, last, last + 1}
    values |= {len(column) - 1, len(column), len(column) + 1}
    tables = {ROWS[name]} if name in ROWS else set(TABLES)
    for table in tables:
        values |= {columns.rows(table) - 1, columns.rows(table)}
    own = int(column[index])
    values |= {own - 1, own + 1, 2 * own, -own}
    for other in (index - 1, index + 1, 0, len(column) - 1):
        if 0 <= other < len(column):
            values |= {int(column[other]), int(column[other]) + 1}
    return sorted(value for value in values if least <= value <= most and value != own)


def counts_for(columns, owner, row):
    """Returns extreme numbers of elements for a row."""
    now = int(columns[owner][row + 1]) - int(columns[owner][row])
    counts = {0, 1, 2, now - 1, now + 1, 17, 256, 257, 768, 769, 4096, 65_535, 65_536, 70_000, HUGE}
    for bound in SCHEMA[owner].get("count", []):
        counts |= {bound - 1, bound, bound + 1}
    return sorted(count for count in counts if 0 <= count <= HUGE and count != now)


def elements(columns):
    """Yields forgeries that change one element."""
    for name in SCHEMA:
        for index in spread(len(columns[name])):
            for value in values_for(columns, name, index):
                yield f"{name}[{index}] = {value}"


def structures(columns):
    """Yields forgeries that change how many elements or rows there are."""
    for owner in DIVIDES:
        if owner in ("pictures.pixel_offset", "rooms.background_offset"):
            continue
        for row in spread(len(columns[owner]) - 1):
            for count in counts_for(columns, owner, row):
                yield f"{owner}[{row}] has {count}"
            if DIVIDES[owner] in TABLES:
                for count in (17, 300):
                    yield f"{owner}[{row}] has {count} alike"
    for table in TABLES:
        if table not in OWNED and columns.rows(table) and table not in ALIKE.values():
            for count in (columns.rows(table) + 1, 300, 70_000):
                yield f"{table} has {count}"
    for count in (columns.rows("costumes") + 1, 64):
        yield f"costumes has {count} alike"
    for table, sizes in (("pictures", ("1x1", "1x4096", "4096x1", "4096x300", "2048x2048", "4096x4096")),
                         ("rooms", ("0x0", "1x1", "7x9", "65535x1", "1x65535", "8x4096", "4096x4096", "65535x500"))):
        for row in spread(columns.rows(table)):
            for size in sizes:
                yield f"{table}[{row}] is {size}"


def combinations(columns):
    """Yields forgeries that change several things that belong together."""
    for row in spread(columns.rows("timelines")):
        frame = int(columns["timelines.tick"][columns["timelines.tick_offset"][row]])
        ticks = int(columns["timelines.tick_offset"][row + 1]) - int(columns["timelines.tick_offset"][row])
        flags = int(columns["timelines.flags"][row])
        end = int(columns["timelines.tick_offset"][row + 1]) - 1
        last_frame = int(columns["timelines.tick"][end])
        yield f"timelines.flags[{row}] = {flags | 1}; timelines.loop_start[{row}] = {NONE}"
        for count in (1, 4, 260):
            yield f"timelines.flags[{row}] = {flags | 2}; timelines.read_offset[{row}] has {count}"
        yield f"timelines.loop_start[{row}] = {ticks - 1}"
        for many, of in ((1000, 1000), (HUGE, 64), (300, HUGE), (HUGE, HUGE)):
            yield f"timelines.tick_offset[{row}] has {many}; frames.cel_offset[{last_frame}] has {of}"
            yield (f"timelines.tick_offset[{row}] has {many}; timelines.event_offset[{row}] has {of}; "
                   f"frames.cel_offset[{frame}] has 17")
    for row in spread(columns.rows("entries")):
        for state in (0, 2, 3):
            yield f"entries.state[{row}] = {state}; entries.picture[{row}] = {NONE}"
        yield f"entries.state[{row}] = 1; entries.picture[{row}] = 0"
    for row in spread(columns.rows("costumes")):
        is_cost = columns["costumes.kind"][row] == 0
        other = f"costumes.kind[{row}] = {int(is_cost)}; costumes.format[{row}] = {0 if is_cost else 88}"
        for codec in (1, 5, 16, 32):
            for directions in (4, 8):
                yield (f"{other}; costumes.codec[{row}] = {codec}; costumes.directions[{row}] = {directions}; "
                       f"costumes.default_palette[{row}] = {NONE}")
        for size in (1, 767, 768, 769, 2000, HUGE):
            yield f"costumes.rgb_offset[{row}] has {size}; costumes.default_palette[{row}] = {NONE}"
            yield f"costumes.default_palette[{row}] = 0; palettes.rgb_offset[0] has {size}"
        first = int(columns["costumes.record_offset"][row])
        table = int(columns["costumes.table_offset"][row + 1]) - 1
        window = int(columns["records.window_offset"][first]) if columns.rows("records") else 0
        if columns.rows("windows"):
            for size, start, length in ((65_535, 65_534, 1), (65_536, 65_535, 1), (70_000, 65_535, 128),
                                        (65_536, 65_408, 128), (70_000, 65_000, 65_535)):
                for fill in (None, 0x60, 0xC0, 0xC1, 0x7A):
                    content = "" if fill is None else (
                        f"costumes.command[{int(columns['costumes.command_offset'][row + 1]) - 1}] = {fill}; ")
                    yield (f"{content}costumes.command_offset[{row}] has {size}; windows.start[{window}] = {start}; "
                           f"windows.length[{window}] = {length}")
        for many in (HUGE, 17):
            yield f"costumes.table_offset[{row}] has {many}; tables.entry_offset[{table}] has {HUGE}"
            yield f"costumes.sequence_offset[{row}] has {many}; costumes.jump_offset[{row}] has {HUGE}"
        yield f"costumes.jump_offset[{row}] has {HUGE}; costumes.command_offset[{row}] has 65535"
    yield "costumes has 200 alike; frames.cel_offset[0] has 65536"


def rows_of(forgery):
    """Returns the largest number of elements or rows that a forgery asks for."""
    return max((int(count) for count in re.findall(r" has (\d+)", forgery)), default=0)


def pairs(accepted, count, generator):
    """Returns two or three at once of forgeries that were accepted one by one. Those with tens of thousands of rows,
    which take consumers as long as a hundred others, are left alone."""
    accepted = [forgery for forgery in accepted if rows_of(forgery) <= MANY]
    if len(accepted) < 3:
        return []
    chosen = ["; ".join(generator.sample(accepted, generator.choice((2, 2, 3)))).split("; ") for _ in range(count)]
    # Elements first, as long as there are as many as before.
    return ["; ".join(sorted(changes, key=lambda change: " = " not in change)) for changes in chosen]


def forgeries(columns):
    """Returns all forgeries of an archive but pairs."""
    return list(dict.fromkeys(["", *elements(columns), *structures(columns), *combinations(columns)]))


def cut(base, costumes, records=2, ticks=6, cels=4):
    """Returns a small part of an archive: some costumes, of each a few records, and the first ticks and cels of what
    they show. Most other slots are empty."""
    columns = Columns(base.columns)
    rows = numpy.arange(columns.rows("costumes"))
    columns.keep("costumes", numpy.isin(rows, costumes))
    sizes = numpy.diff(columns["timelines.tick_offset"].astype("i8"))
    kept = numpy.zeros(len(sizes), bool)
    for row in range(columns.rows("costumes")):
        own = range(*map(int, columns["costumes.record_offset"][row:row + 2]))
        kept[sorted(own, key=lambda record: (sizes[record] > ticks, sizes[record] == 1, record))[:records]] = True
    offsets = columns["costumes.record_offset"]
    columns.keep("records", kept)
    columns["costumes.record_offset"] = numpy.concatenate([[0], numpy.cumsum(kept)])[offsets].astype(offsets.dtype)
    columns["costumes.default_timeline"] = numpy.where(
        columns["costumes.default_timeline"] == NONE,
        numpy.where(numpy.diff(columns["costumes.record_offset"].astype("i8")) > 0,
                    columns["costumes.record_offset"][:-1], NONE), columns["costumes.default_timeline"]).astype("<u4")
    for row, size in enumerate(numpy.diff(columns["timelines.tick_offset"].astype("i8")).tolist()):
        if size > ticks:
            columns.resize("timelines.tick_offset", row, ticks, False)
            first, last = map(int, columns["timelines.event_offset"][row:row + 2])
            columns.resize("timelines.event_offset", row, int((columns["events.tick"][first:last] < ticks).sum()), False)
            if columns["timelines.loop_start"][row] != NONE:
                columns["timelines.loop_start"][row] = 0
    columns.keep("frames", numpy.isin(numpy.arange(columns.rows("frames")), columns["timelines.tick"]))
    for frame in range(columns.rows("frames")):
        if numpy.diff(columns["frames.cel_offset"][frame:frame + 2].astype("i8"))[0] > cels:
            columns.resize("frames.cel_offset", frame, cels, False)
    shown = numpy.isin(columns["entries.picture"], columns["cels.picture"])
    shown[(columns["tables.entry_offset"][:-1][:, None] + numpy.arange(2)).clip(0, len(shown) - 1)] = True
    for name in columns_of("entries"):
        none = NONE if name in ROWS else 0
        columns[name] = numpy.where(shown, columns[name], none).astype(columns[name].dtype)
    columns.keep("pictures", numpy.isin(numpy.arange(columns.rows("pictures")), columns["entries.picture"]))
    used = [picture for picture in dict.fromkeys(columns["entries.picture"].tolist()) if picture != NONE]
    columns.reorder_pictures(used)
    return Base(base.name, columns)


def main():
    if len(sys.argv) == 2:
        for forgery in forgeries(Base.open(sys.argv[1]).columns):
            print(forgery)
    elif len(sys.argv) == 4:
        base = Base.open(sys.argv[1])
        pathlib.Path(sys.argv[3]).write_bytes(base.write(base.forge(sys.argv[2]))[0])
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
