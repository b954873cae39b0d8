"""The rows of `wardrobe list WHAT --json`, from an archive's columns by FORMAT.md and tools/list/README.md alone."""

import re

import numpy
import xxhash

from reader import NO_INDEX, NO_LIMB, NO_OFFSET, NONE

KINDS = ("COST", "AKOS")
FAILURES = ("damage", "note")
SHOWS_PICTURE = 1  # entries.state
CODEC_OF_OWN_COLORS = 1  # pixel values are rows of costumes.color; else they are the room's colours
DIRECTIONS = "WESN"  # of costumes with four
FLAGS = {1: "truncated", 2: "dynamic", 4: "stuck", 8: "missing-picture", 16: "lost"}
EVENTS = ("counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset", "picture")
READS = ("random", "sound", "talking", "condition")  # from 256 on; below: variables
PLACE = ("x", "y", "xinc", "yinc")


def table(archive, name, *fields):
    """Returns these fields of all rows of a table."""
    return list(zip(*(archive[f"{name}.{field}"].tolist() for field in fields), strict=True))


def unless(value, none):
    return None if value == none else value


def of_row(archive, name, row):
    """Returns the element of a column in `row`; None if there is no such row, or if the element is 0."""
    return None if row == NONE else int(archive[name][row]) or None


def costume_id(archive, row):
    return of_row(archive, "costumes.id", row)


def text(archive, column, row):
    """A text as rows have it: a byte that is not UTF-8 is a private character."""
    escaped = archive.blob(column, row).tobytes().decode("utf-8", "surrogateescape")
    return "".join(chr(ord(c) - 0xDC00 + 0xF700) if "\udc80" <= c <= "\udcff" else c for c in escaped)


def file_name(archive, source):
    return None if source == NONE else text(archive, "sources.name", source)


def entries_of(archive, costume):
    """Yields (limb or None, index, row of entries) of all slots of a costume's limb tables."""
    for row in archive.row_range("costumes.table_offset", costume):
        limb = unless(int(archive["tables.limb"][row]), NO_LIMB)
        for index, entry in enumerate(archive.row_range("tables.entry_offset", row)):
            yield limb, index, entry


def pictures_of(archive, costume):
    """Yields the slots that show a picture."""
    state = archive["entries.state"]
    return (slot for slot in entries_of(archive, costume) if state[slot[2]] == SHOWS_PICTURE)


def palette_holes(archive, costume):
    """Returns the colours that a costume's pictures draw, and that some palette of its room is too short to have."""
    room, codec = archive["costumes.room"][costume], archive["costumes.codec"][costume]
    sizes = [len(archive.blob("palettes.rgb", row)) // 3
             for row in numpy.flatnonzero(archive["palettes.room"] == room)]
    if not sizes or min(sizes) == 256:
        return [] if sizes else None
    holes = set()
    for picture in {archive["entries.picture"][entry] for *_, entry in pictures_of(archive, costume)}:
        values = numpy.unique(archive.pixels(picture))
        values = values[values != archive["pictures.transparent"][picture]]
        if codec == CODEC_OF_OWN_COLORS:
            colors = archive.blob("costumes.color", costume)
            values = colors[values[values < len(colors)]]
        holes.update(values[values >= min(sizes)].tolist())
    return sorted(holes)


def wearer_texts(archive):
    """Returns {row of a costume: who wears it, in words}."""
    named = {}
    for number, row in reversed(list(zip(archive["rooms.number"].tolist(), range(len(archive["rooms.number"]))))):
        named[number] = text(archive, "rooms.name", row)
    found = {}
    for row in wearers(archive):
        name = row["name"] or (None if row["actor"] is None else f"actor {row['actor']}")
        if row["costume_row"] is not None and name is not None:
            found.setdefault(row["costume_row"], []).append((name, row))
    texts = {}
    for costume, all_rows in found.items():
        name, best = min(all_rows, key=lambda one: (
            ("command", "script", "actor", None).index(one[1]["name_from"]), not one[1]["ego"]))
        others = len({other for other, _ in all_rows}) - 1
        where = f" in {named.get(best['room']) or 'room ' + str(best['room'])}" if best["room"] else ""
        texts[costume] = name + where + (f" and {others} more" if others else "")
        if best["name"] is None:
            texts[costume] = shown_name(archive, "costumes.name", costume) or texts[costume]
    return texts


def costumes(archive):
    wearer = wearer_texts(archive)
    for row, (number, room, kind, form, codec, mirror_west, source, offset) in enumerate(table(
            archive, "costumes", "id", "room", "kind", "format", "codec", "mirror_west", "source", "offset")):
        records = len(archive.row_range("costumes.record_offset", row))
        yield {
            "row": row,
            "id": number or None,
            "aliases": archive.blob("costumes.alias", row).tolist(),
            "room": of_row(archive, "rooms.number", room),
            "wearer": wearer.get(row) or shown_name(archive, "costumes.name", row),
            "kind": KINDS[kind],
            "format": form if KINDS[kind] == "COST" else None,
            "codec": codec,
            "colors": len(archive.blob("costumes.color", row)),
            "mirror_west": bool(mirror_west),
            "file": file_name(archive, source),
            "offset": offset,
            "anims": records,
            "pictures": len(list(pictures_of(archive, row))),
            "timelines": records,
            "palette_holes": palette_holes(archive, row),
        }


def pictures(archive, of=None):
    """Yields a row for each slot that shows a picture, of the costume `of` or of all."""
    entries = table(archive, "entries", "picture", "reached", "redirect_limb", "redirect_index", *PLACE)
    columns = table(archive, "pictures", "width", "height", "transparent", "xxh64")
    for row in range(archive.rows("costumes")) if of is None else [of]:
        number, codec = costume_id(archive, row), int(archive["costumes.codec"][row])
        for limb, index, entry in pictures_of(archive, row):
            picture, reached, *redirect = entries[entry][:4]
            width, height, transparent, xxh64 = columns[picture]
            yield {
                "costume": number,
                "costume_row": row,
                "limb": limb,
                "index": index,
                "reached": bool(reached),
                "picture": picture,
                "width": width,
                "height": height,
                **dict(zip(PLACE, entries[entry][4:], strict=True)),
                "codec": codec,
                "redirect": None if redirect == [0xFF, 0xFF] else redirect,
                "transparent": transparent,
                "xxh64": f"{xxh64:016x}",
            }


def read_name(read):
    """Returns the name of an element of timelines.read."""
    return f"var {read}" if read < 256 else READS[read - 256]


def timelines(archive):
    cels = table(archive, "cels", "limb", "index", "x", "y", "flip")
    offsets = archive["frames.cel_offset"].tolist()
    frames = [[list(cel) for cel in cels[first:last]] for first, last in zip(offsets, offsets[1:])]
    events = table(archive, "events", "tick", "limb", "kind", "value")
    records = [number for number, in table(archive, "records", "number")]
    timelines_ = table(archive, "timelines", "loop_start", "flags")
    for costume, (number, directions) in enumerate(table(archive, "costumes", "id", "directions")):
        for row in archive.row_range("costumes.record_offset", costume):
            chore, direction = divmod(records[row], directions)
            ticks, (loop_start, flags) = archive.blob("timelines.tick", row).tolist(), timelines_[row]
            yield {
                "costume": number or None,
                "costume_row": costume,
                "chore": chore,
                "dir": DIRECTIONS[direction] if directions == 4 else 45 * direction,
                "name": shown_name(archive, "records.name", row),
                "ticks": len(ticks),
                "loop_start": unless(loop_start, NONE),
                "flags": [name for flag, name in FLAGS.items() if flags & flag],
                "reads": [read_name(read) for read in archive.blob("timelines.read", row).tolist()],
                "frames": [frames[tick] for tick in ticks],
                "events": [[tick, limb, EVENTS[kind], value] for tick, limb, kind, value in (
                    events[event] for event in archive.row_range("timelines.event_offset", row))],
            }


def palettes(archive):
    for row, (room, number) in enumerate(table(archive, "palettes", "room", "number")):
        yield {
            "room": of_row(archive, "rooms.number", room),
            "palette": number,
            "colors": archive.blob("palettes.rgb", row).tobytes().hex(),
        }


def plane_pixels(archive, room, plane):
    """Returns a plane, (height, width) of 0 and 1. A plane without bits is all 0."""
    height, width = int(archive["rooms.height"][room]), int(archive["rooms.width"][room])
    bits = archive.blob("planes.bits", plane)
    return (numpy.unpackbits(bits.reshape(height, -1), axis=1)[:, :width] if len(bits)
            else numpy.zeros((height, width), "u1"))


def rooms(archive):
    fields = ("number", "width", "height", "transparent", "background_xxh64", "source", "offset")
    for row, (number, width, height, transparent, xxh64, source, offset) in enumerate(table(archive, "rooms", *fields)):
        background = len(archive.row_range("rooms.background_offset", row)) > 0
        planes = [xxhash.xxh64_hexdigest(plane_pixels(archive, row, plane).tobytes())
                  for plane in archive.row_range("rooms.plane_offset", row)]
        yield {
            "row": row,
            "room": number or None,
            "name": text(archive, "rooms.name", row),
            "width": width,
            "height": height,
            "transparent": transparent,
            "planes": len(planes),
            "boxes": len(archive.row_range("rooms.box_offset", row)),
            "background": background,
            "xxh64": f"{xxh64:016x}" if background else None,
            "zplanes": planes,
            "file": file_name(archive, source),
            "offset": offset,
        }


def failures(archive):
    for row, (kind, costume, number, room, source, offset, limb, index) in enumerate(table(
            archive, "failures", "kind", "costume", "id", "room", "source", "offset", "limb", "index")):
        yield {
            "kind": FAILURES[kind],
            "costume": number or None,
            "costume_row": unless(costume, NONE),
            "room": room or None,
            "file": file_name(archive, source),
            "offset": unless(offset, NO_OFFSET),
            "limb": unless(limb, NO_LIMB),
            "index": unless(index, NO_INDEX),
            "error": text(archive, "failures.error", row),
        }


SCRIPTS = ("global", "entry", "exit", "local", "object")
ROLES = (None, "init", "walk", "stand", "talk", "talk_stop")
UNSAID = -2**31
SAID = ("talk_color", "x", "y", "scale", "plane", "walk", "stand", "init", "talk", "talk_stop")


def script(archive, row, offset):
    if row == NONE:
        return None
    kind, number, room = (int(archive["scripts." + column][row]) for column in ("kind", "number", "room"))
    return {"kind": SCRIPTS[kind], "number": number or None, "room": of_row(archive, "rooms.number", room),
            "offset": offset}


def game_text(data, version):
    if 2 < version < 72:
        escape = rb"\xff(?:[\1\2\3\x08\x2e]|.%s)" % (b"...." if version == 8 else b"..")
        data = re.sub(escape, b"", data, flags=re.DOTALL)
    return "".join(f"\\x{byte:02X}" if byte < 32 or byte == 127 else bytes([byte]).decode("cp437")
                   for byte in data.strip(b" @"))


def shown_name(archive, column, row):
    return game_text(archive.blob(column, row).tobytes(), int(archive["game.version"][0])) or None


def unless_ascii(name):
    """The bytes of a name in hexadecimal, if they are not all ASCII."""
    return None if name.isascii() else name.hex()


def wearers(archive):
    fields = ("costume", "id", "actor", "ego", "name_from", "room", "room_from", "script", "offset")
    for row, (costume, number, actor, ego, name_from, room, room_from, script_row, offset) in enumerate(table(
            archive, "wearers", *fields)):
        yield {
            "costume": number,
            "costume_row": unless(costume, NONE),
            "actor": unless(actor, UNSAID),
            "ego": ego != 0,
            "name": shown_name(archive, "wearers.name", row),
            "name_bytes": unless_ascii(archive.blob("wearers.name", row).tobytes()),
            "name_from": (None, "command", "script", "actor")[name_from],
            "room": room or None,
            "room_from": (None, "script", "placed")[room_from],
            "script": script(archive, script_row, offset),
            **{column: unless(int(archive["wearers." + column][row]), UNSAID) for column in SAID},
        }


def used(archive, name, *own):
    """The rows of a table of what scripts do with costumes; `own` are its own columns."""
    for costume, number, actor, script_row, offset, *values in table(
            archive, name, "costume", "id", "actor", "script", "offset", *own):
        yield {
            "costume": number,
            "costume_row": unless(costume, NONE),
            "actor": unless(actor, UNSAID),
            **dict(zip(own, values)),
            "script": script(archive, script_row, offset),
        }


def recolours(archive):
    return used(archive, "recolours", "slot", "color")


def calls(archive):
    return ({**row, "role": ROLES[row["role"]]} for row in used(archive, "calls", "chore", "role"))


LISTS = {"costumes": costumes, "pictures": pictures, "timelines": timelines, "palettes": palettes, "rooms": rooms,
         "wearers": wearers, "recolours": recolours, "calls": calls, "failures": failures}


def rows(archive, what):
    return list(LISTS[what](archive))


def commands(archive, costume, window):
    """Returns the commands of a window of a costume's records."""
    start, length = int(archive["windows.start"][window]), int(archive["windows.length"][window])
    return archive.blob("costumes.command", costume)[start:start + length].tolist()
