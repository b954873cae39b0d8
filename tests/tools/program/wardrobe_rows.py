"""The rows of `wardrobe list WHAT --json`, from an archive's columns."""

import numpy
import xxhash

from wardrobe_reader import NO_INDEX, NO_LIMB, NO_OFFSET, NO_ROW

NO_REDIRECT = (0xFF, 0xFF)
FLAGS = ("truncated", "dynamic", "stuck", "missing-picture")
EVENTS = ("counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset")
PLACE = ("x", "y", "xinc", "yinc")
READS = ("random", "sound", "talking", "condition")  # from 256 on; below: variables


def unless(value, none):
    return None if int(value) == none else int(value)


def of_row(archive, name, row):
    """The element of a column that a row of another table points at."""
    return None if int(row) == NO_ROW else int(archive[name][row])


def costume_id(archive, row):
    return None if int(row) == NO_ROW else unless(archive["costumes.id"][row], 0)


def file_name(archive, source):
    return None if int(source) == NO_ROW else archive.text("sources.name", source)


def entries_of(archive, costume):
    """(limb or None, index, row of entries) of each slot of a costume's limb tables."""
    for table in archive.range_of("costumes.table_offset", costume):
        limb = unless(archive.numbers("tables.limb")[table], NO_LIMB)
        for index, entry in enumerate(archive.range_of("tables.entry_offset", table)):
            yield limb, index, entry


def pictures_of(archive, costume):
    state = archive.numbers("entries.state")
    for limb, index, entry in entries_of(archive, costume):
        if state[entry] == 1:
            yield limb, index, entry


def costumes(archive):
    for row in range(archive.rows("costumes")):
        room = of_row(archive, "rooms.number", archive["costumes.room"][row])
        yield {
            "row": row,
            "id": costume_id(archive, row),
            "aliases": [int(alias) for alias in archive.blob("costumes.alias", row)],
            "room": room or None,
            "kind": ("COST", "AKOS")[archive["costumes.kind"][row]],
            "format": int(archive["costumes.format"][row])
            if archive["costumes.kind"][row] == 0 else None,
            "codec": int(archive["costumes.codec"][row]),
            "colors": len(archive.blob("costumes.color", row)),
            "mirror_west": bool(archive["costumes.mirror_west"][row]),
            "file": file_name(archive, archive["costumes.source"][row]),
            "offset": int(archive["costumes.offset"][row]),
            "anims": len(archive.row_range("costumes.record_offset", row)),
            "pictures": sum(1 for _ in pictures_of(archive, row)),
            "timelines": len(archive.row_range("costumes.record_offset", row)),
        }


def pictures(archive, of=None):
    """All rows, or those of one row of costumes."""
    entries = {name: archive.numbers(f"entries.{name}") for name in (
        "picture", "reached", "redirect_limb", "redirect_index", *PLACE)}
    columns = {name: archive.numbers(f"pictures.{name}") for name in ("width", "height", "transparent", "xxh64")}
    for row in range(archive.rows("costumes")) if of is None else [of]:
        number, codec = costume_id(archive, row), archive.numbers("costumes.codec")[row]
        for limb, index, entry in pictures_of(archive, row):
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


def palettes(archive):
    for row in range(archive.rows("palettes")):
        yield {
            "room": of_row(archive, "rooms.number", archive["palettes.room"][row]) or None,
            "palette": int(archive["palettes.number"][row]),
            "colors": bytes(archive.blob("palettes.rgb", row)).hex(),
        }


def plane_hash(archive, room, plane):
    """Of one byte a pixel, 0 or 1; a plane without bits is all 0."""
    height, width = int(archive["rooms.height"][room]), int(archive["rooms.width"][room])
    bits = archive.blob("planes.bits", plane)
    pixels = (numpy.unpackbits(bits.reshape(height, -1), axis=1)[:, :width] if len(bits)
              else numpy.zeros(height * width, "u1"))
    return f"{xxhash.xxh64_intdigest(pixels.tobytes()):016x}"


def rooms(archive):
    for row in range(archive.rows("rooms")):
        begin, end = archive["rooms.background_offset"][row:row + 2].tolist()
        planes = [plane_hash(archive, row, plane)
                  for plane in archive.row_range("rooms.plane_offset", row)]
        yield {
            "room": unless(archive["rooms.number"][row], 0),
            "name": archive.text("rooms.name", row),
            "width": int(archive["rooms.width"][row]),
            "height": int(archive["rooms.height"][row]),
            "transparent": int(archive["rooms.transparent"][row]),
            "planes": len(planes),
            "boxes": len(archive.row_range("rooms.box_offset", row)),
            "background": end > begin,
            "xxh64": f"{archive['rooms.background_xxh64'][row]:016x}" if end > begin else None,
            "zplanes": planes,
        }


def failures(archive):
    for row in range(archive.rows("failures")):
        costume = archive["failures.costume"][row]
        yield {
            "costume": unless(archive["failures.id"][row], 0),
            "costume_row": unless(costume, NO_ROW),
            "room": unless(archive["failures.room"][row], 0),
            "file": file_name(archive, archive["failures.source"][row]),
            "offset": unless(archive["failures.offset"][row], NO_OFFSET),
            "limb": unless(archive["failures.limb"][row], NO_LIMB),
            "index": unless(archive["failures.index"][row], NO_INDEX),
            "error": archive.text("failures.error", row),
        }


def frame(archive, row):
    """[limb, index, x, y, flip] of each cel of a row of frames."""
    cels = archive.range_of("frames.cel_offset", row)
    fields = (archive.numbers(f"cels.{field}")[cels.start:cels.stop] for field in ("limb", "index", "x", "y", "flip"))
    return [list(cel) for cel in zip(*fields, strict=True)]


def read_name(read):
    return f"var {read}" if read < 256 else READS[read - 256]


def timelines(archive):
    frames = [frame(archive, row) for row in range(archive.rows("frames"))]
    tick, limb, kind, value = (archive.numbers(f"events.{name}") for name in ("tick", "limb", "kind", "value"))
    for costume in range(archive.rows("costumes")):
        directions = int(archive["costumes.directions"][costume])
        for row in archive.row_range("costumes.record_offset", costume):
            chore, direction = divmod(int(archive["records.number"][row]), directions)
            ticks = archive.blob("timelines.tick", row)
            flags = int(archive["timelines.flags"][row])
            yield {
                "costume": costume_id(archive, costume),
                "costume_row": costume,
                "chore": chore,
                "dir": "WESN"[direction] if directions == 4 else 45 * direction,
                "ticks": len(ticks),
                "loop_start": unless(archive["timelines.loop_start"][row], NO_ROW),
                "flags": [name for bit, name in enumerate(FLAGS) if flags >> bit & 1],
                "reads": [read_name(int(read)) for read in archive.blob("timelines.read", row)],
                "frames": [frames[tick] for tick in ticks],
                "events": [[tick[event], limb[event], EVENTS[kind[event]], value[event]]
                           for event in archive.range_of("timelines.event_offset", row)],
            }


ROWS = {"costumes": costumes, "pictures": pictures, "timelines": timelines, "palettes": palettes, "rooms": rooms,
        "failures": failures}


def rows(archive, what):
    return list(ROWS[what](archive))


def commands(archive, costume, window):
    """The commands of a window of a costume's records."""
    start = int(archive["windows.start"][window])
    length = int(archive["windows.length"][window])
    return [int(byte) for byte in archive.blob("costumes.command", costume)[start:start + length]]
