"""The rows of `wardrobe list WHAT --json`: ROWS.md describes their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .columns import NONE
from .directions import direction_of
from .tables import Tables
from .timeline import EVENTS, Flags

ListedRow = dict[str, Any]  # field → number, text, bool, None, or a list of these

NO_LIMB, NO_INDEX, NO_OFFSET = 0xFF, 0xFFFF, (1 << 64) - 1
NO_REDIRECT = (0xFF, 0xFF)
SHOWS_PICTURE = 1  # entries.state
KINDS = ("COST", "AKOS")
CODEC_OF_OWN_COLORS = 1  # pixel values are rows of costumes.color; else they are the room's colours
PLACE = ("x", "y", "xinc", "yinc")
READS = ("random", "sound", "talking", "condition")  # from 256 on; below: variables


def unless(value: int, none: int) -> int | None:
    """The value; None if it is `none`."""
    return None if value == none else value


def _of_row(archive: Tables, name: str, row: int) -> int | None:
    """The element of a column in `row`; None if there is no such row, or if the element is 0."""
    return None if row == NONE else archive.numbers(name)[row] or None


def costume_id(archive: Tables, row: int) -> int | None:
    """The id of a row of costumes, or None."""
    return _of_row(archive, "costumes.id", row)


def _file_name(archive: Tables, source: int) -> str | None:
    return None if source == NONE else archive.text("sources.name", source)


def entries_of(archive: Tables, costume: int) -> Iterator[tuple[int | None, int, int]]:
    """All slots of a costume's limb tables: limb (or None), index, and row of entries of each."""
    for table in archive.range_of("costumes.table_offset", costume):
        limb = unless(archive.numbers("tables.limb")[table], NO_LIMB)
        for index, entry in enumerate(archive.range_of("tables.entry_offset", table)):
            yield limb, index, entry


def _pictures_of(archive: Tables, costume: int) -> Iterator[tuple[int | None, int, int]]:
    state = archive.numbers("entries.state")
    return (slot for slot in entries_of(archive, costume) if state[slot[2]] == SHOWS_PICTURE)


def _palette_holes(archive: Tables, costume: int) -> list[int] | None:
    """The colours that a costume's pictures draw and that some palette of its room is too short to have."""
    rooms, columns = archive.numbers("palettes.room"), ("costumes.room", "costumes.codec")
    room, codec = (archive.numbers(name)[costume] for name in columns)
    sizes = [len(archive.range_of("palettes.rgb_offset", row)) // 3 for row, of in enumerate(rooms) if of == room]
    if not sizes or min(sizes) == 256:
        return [] if sizes else None
    shown, holes = archive.numbers("entries.picture"), set()
    for picture in {shown[entry] for *_, entry in _pictures_of(archive, costume)}:
        owned = archive.range_of("pictures.pixel_offset", picture)
        values = np.unique(archive.part("pixels", owned.start, owned.stop))
        values = values[values != archive.numbers("pictures.transparent")[picture]]
        if codec == CODEC_OF_OWN_COLORS:
            colors = archive.blob("costumes.color", costume)
            values = colors[values[values < len(colors)]]
        holes.update(values[values >= min(sizes)].tolist())
    return sorted(holes)


def costumes(archive: Tables) -> Iterator[ListedRow]:
    """One row for each block."""
    room, kind, format_, codec, mirror_west, source, offset = (archive.numbers(f"costumes.{name}") for name in (
        "room", "kind", "format", "codec", "mirror_west", "source", "offset"))
    for row in range(archive.rows("costumes")):
        records = len(archive.range_of("costumes.record_offset", row))
        yield {
            "row": row,
            "id": costume_id(archive, row),
            "aliases": archive.blob("costumes.alias", row).tolist(),
            "room": _of_row(archive, "rooms.number", room[row]),
            "kind": KINDS[kind[row]],
            "format": format_[row] if KINDS[kind[row]] == "COST" else None,
            "codec": codec[row],
            "colors": len(archive.range_of("costumes.color_offset", row)),
            "mirror_west": bool(mirror_west[row]),
            "file": _file_name(archive, source[row]),
            "offset": offset[row],
            "anims": records,
            "pictures": sum(1 for _ in _pictures_of(archive, row)),
            "timelines": records,
            "palette_holes": _palette_holes(archive, row),
        }


def pictures(archive: Tables, of: int | None = None) -> Iterator[ListedRow]:
    """One row for each slot whose picture could be decoded; `of` is the costume, or None for all costumes."""
    entries = {name: archive.numbers(f"entries.{name}") for name in (
        "picture", "reached", "redirect_limb", "redirect_index", *PLACE)}
    columns = {name: archive.numbers(f"pictures.{name}") for name in ("width", "height", "transparent", "xxh64")}
    for row in range(archive.rows("costumes")) if of is None else [of]:
        number, codec = costume_id(archive, row), archive.numbers("costumes.codec")[row]
        for limb, index, entry in _pictures_of(archive, row):
            picture = entries["picture"][entry]
            redirect = (entries["redirect_limb"][entry], entries["redirect_index"][entry])
            yield {
                "costume": number,
                "costume_row": row,
                "limb": limb,
                "index": index,
                "reached": bool(entries["reached"][entry]),
                "picture": picture,
                "width": columns["width"][picture],
                "height": columns["height"][picture],
                **{name: entries[name][entry] for name in PLACE},
                "codec": codec,
                "redirect": None if redirect == NO_REDIRECT else list(redirect),
                "transparent": columns["transparent"][picture],
                "xxh64": f'{columns["xxh64"][picture]:016x}',
            }


def _frame(archive: Tables, row: int) -> list[list[int]]:
    """[limb, index, x, y, flip] of each cel in a row of frames."""
    cels = archive.range_of("frames.cel_offset", row)
    fields = (archive.numbers(f"cels.{field}")[cels.start:cels.stop] for field in ("limb", "index", "x", "y", "flip"))
    return [list(cel) for cel in zip(*fields)]


def read_name(read: int) -> str:
    """The name of an element of timelines.read."""
    return f"var {read}" if read < 256 else READS[read - 256]


def timelines(archive: Tables) -> Iterator[ListedRow]:
    """One row for each animation record."""
    frames = [_frame(archive, row) for row in range(archive.rows("frames"))]
    tick, limb, kind, value = (archive.numbers(f"events.{name}") for name in ("tick", "limb", "kind", "value"))
    number, loop_start, flags = (archive.numbers(name) for name in (
        "records.number", "timelines.loop_start", "timelines.flags"))
    for costume in range(archive.rows("costumes")):
        directions = archive.numbers("costumes.directions")[costume]
        for row in archive.range_of("costumes.record_offset", costume):
            ticks = archive.blob("timelines.tick", row).tolist()
            yield {
                "costume": costume_id(archive, costume),
                "costume_row": costume,
                "chore": number[row] // directions,
                "dir": direction_of(number[row], directions),
                "ticks": len(ticks),
                "loop_start": unless(loop_start[row], NONE),
                "flags": [str(flag.name).lower().replace("_", "-") for flag in Flags if flags[row] & flag],
                "reads": [read_name(read) for read in archive.blob("timelines.read", row).tolist()],
                "frames": [frames[tick] for tick in ticks],
                "events": [[tick[event], limb[event], EVENTS[kind[event]], value[event]]
                           for event in archive.range_of("timelines.event_offset", row)],
            }


def palettes(archive: Tables) -> Iterator[ListedRow]:
    """One row for each palette of a room."""
    for row, (room, number) in enumerate(zip(archive.numbers("palettes.room"), archive.numbers("palettes.number"))):
        yield {
            "room": _of_row(archive, "rooms.number", room),
            "palette": number,
            "colors": archive.blob("palettes.rgb", row).tobytes().hex(),
        }


def _plane_hash(archive: Tables, room: int, plane: int) -> str:
    """The hash of a plane with one byte per pixel, 0 or 1. A plane without bits is all 0."""
    import xxhash

    width, height = (archive.numbers(f"rooms.{name}")[room] for name in ("width", "height"))
    bits = archive.blob("planes.bits", plane)
    pixels = (np.unpackbits(bits.reshape(height, -1), axis=1)[:, :width] if len(bits)
              else np.zeros(height * width, "u1"))
    return str(xxhash.xxh64_hexdigest(pixels.tobytes()))


def rooms(archive: Tables) -> Iterator[ListedRow]:
    """One row for each room. Rooms with z-planes need the package xxhash."""
    for row in range(archive.rows("rooms")):
        background = len(archive.range_of("rooms.background_offset", row)) > 0
        planes = [_plane_hash(archive, row, plane) for plane in archive.range_of("rooms.plane_offset", row)]
        yield {
            "room": _of_row(archive, "rooms.number", row),
            "name": archive.text("rooms.name", row),
            **{name: archive.numbers(f"rooms.{name}")[row] for name in ("width", "height", "transparent")},
            "planes": len(planes),
            "boxes": len(archive.range_of("rooms.box_offset", row)),
            "background": background,
            "xxh64": f'{archive.numbers("rooms.background_xxh64")[row]:016x}' if background else None,
            "zplanes": planes,
        }


def failures(archive: Tables) -> Iterator[ListedRow]:
    """One row for each failure."""
    id_, costume, room, source, offset, limb, index = (archive.numbers(f"failures.{name}") for name in (
        "id", "costume", "room", "source", "offset", "limb", "index"))
    for row in range(archive.rows("failures")):
        yield {
            "costume": id_[row] or None,
            "costume_row": unless(costume[row], NONE),
            "room": room[row] or None,
            "file": _file_name(archive, source[row]),
            "offset": unless(offset[row], NO_OFFSET),
            "limb": unless(limb[row], NO_LIMB),
            "index": unless(index[row], NO_INDEX),
            "error": archive.text("failures.error", row),
        }


LISTS: dict[str, Callable[[Tables], Iterator[ListedRow]]] = {
    "costumes": costumes, "pictures": pictures, "timelines": timelines, "palettes": palettes, "rooms": rooms,
    "failures": failures}
