"""Forges archives with valid checksums and hashes over valid or invalid contents."""

import struct

from forge import Image, archive_of, compress, entry, seal
from reader import NONE

TRUNCATED = 1
FLAGS_AT, WINDOW_AT = 4, 5  # positions in a zstd frame


def change(*values):
    """Returns a function that changes elements of columns. `values` are a column, an index, a value, and so on."""
    def apply(image):
        for at in range(0, len(values), 3):
            image.change(*values[at:at + 3])
    return apply


def contents(**columns):
    """Returns a function that replaces columns, named like costumes__color. Each gets a type and elements."""
    def apply(image):
        for name, (type_, *values) in columns.items():
            image.column(name.replace("__", "."))[2] = struct.pack(f"<{len(values)}{type_}", *values)
    return apply


def field(name, at, layout, value):
    """Returns a function that sets a value in the directory's entry of column `name`, or in the head if that is
    empty."""
    def apply(image, names):
        place = 64 + 64 * names.index(name) + at if name else at
        struct.pack_into(layout, image, place, value)
    return apply


ACCEPTED_TABLES = {
    "unchanged": change(),
    "HE 80": change("game.version", 0, 80),
    "version 3 with 16 colours": change("game.version", 0, 30),
    "version 5 on the Amiga": change("game.version", 0, 50),
    "a limb at its limit": change("cels.limb", 0, 15, "events.limb", 0, 15, "tables.limb", 0, 16),
    "a truncated timeline": change("timelines.flags", 0, TRUNCATED, "timelines.loop_start", 0, NONE),
    "a picture on its side": change("pictures.width", 0, 20, "pictures.height", 0, 16),
    "256 colours": contents(costumes__color=("B", *bytes(256)), costumes__color_offset=("I", 0, 256, 256, 256)),
    "a cel of another costume's picture": change("entries.picture", 3, 0, "entries.picture", 4, 0,
                                                 "cels.picture", 1, 1),
    "a failure of nothing": change("failures.costume", 0, NONE, "failures.source", 0, NONE),
    "a column of a later version": lambda image: image.insert("costumes.id", "costumes.shoes", 3, bytes(12)),
    "a table of a later version": lambda image: image.insert("tables.limb", "laces.length", 6, bytes(400)),
    "a type of a later version": lambda image: image.insert("backgrounds", "laces.holes", 99, bytes(48)),
}

# tests/unit/formats/archive/validate_test.cc breaks all other rules of tables.
REFUSED_TABLES = {
    **{f"version {number}": change("game.version", 0, number) for number in (0, 9, 40, 62)},
    "a plane of the wrong room": change("rooms.plane_offset", 1, 0),
    "offsets past the end": change("costumes.color_offset", 3, 49),
    "a column missing": lambda image: image.columns.remove(image.column("cels.flip")),
    "a column twice": lambda image: image.insert("cels.x", *image.column("cels.x")),
    "another type": lambda image: image.column("cels.x").__setitem__(1, 3),
    "a known column of an unknown type": lambda image: image.column("cels.x").__setitem__(1, 99),
    "a column too short": lambda image: image.column("cels.x").__setitem__(2, bytes(8)),
    "no offsets": lambda image: image.column("frames.cel_offset").__setitem__(2, b""),
    "pixels not last": lambda image: image.columns.append(["tables.shoes", 1, b""]),
    "pixels not last, a type of a later version": lambda image: image.columns.append(["tables.shoes", 99, b""]),
    "backgrounds not before pixels": lambda image: image.insert("pixels", "tables.shoes", 99, b""),
    "a name with a space": lambda image: image.insert("cels.x", "cels. x", 1, b""),
}

REFUSED_DIRECTORIES = {
    "no magic": field(None, 0, "<B", 0),
    "major version 1 of the image": field(None, 8, "<H", 1),
    "a column more": lambda image, names: struct.pack_into("<I", image, 12, len(names) + 1),
    "a column less": lambda image, names: struct.pack_into("<I", image, 12, len(names) - 1),
    "2^32 - 1 columns": field(None, 12, "<I", 0xFFFFFFFF),
    "another size of the image": field(None, 16, "<Q", 1 << 40),
    "reserved bytes of the head": field(None, 63, "<B", 1),
    "reserved bytes of an entry": field("cels.x", 44, "<I", 1 << 31),
    "a name behind a hole": field("cels.x", 39, "<B", 0x41),
    "no name": field("cels.x", 0, "<40s", b""),
    "2^61 elements": field("cels.x", 48, "<Q", 1 << 61),
    "2^64 - 1 elements": field("pixels", 48, "<Q", (1 << 64) - 1),
    "out of line": field("cels.x", 56, "<Q", 1),
    "over its neighbour": field("cels.x", 56, "<Q", 64 * 200),
    "past the end": field("pixels", 56, "<Q", 1 << 63),
    "in the directory": field("game.version", 56, "<Q", 64),
}


def of_tables(base, forge):
    """Returns the archive with columns changed by `forge`."""
    image = Image(base)
    forge(image)
    return archive_of(image.write())


def of_directory(base, forge):
    """Returns the archive with directory bytes changed by `forge`."""
    image = bytearray(base.image)
    forge(image, list(base.columns))
    directory = 64 + 64 * len(base.columns)
    parts = [bytes(image[:directory]), bytes(image[directory:])]
    frames = list(map(compress, parts))
    return seal(frames, list(map(entry, frames, parts)))


def frame_cases(base):
    """Yields cases about zstd frames and the seek table: (name, file, whether it is valid).
    tests/unit/formats/archive/zstd_frames_test.cc has the limits of single fields."""
    image = base.image
    directory = 64 + 64 * len(base.columns)
    head, rest = image[:directory], image[directory:]
    good = [compress(head), compress(rest)]
    entries = [entry(good[0], head), entry(good[1], rest)]
    size, checksum = len(rest), entries[1][2]
    empty = compress(b"")

    def second(frame, size=size):
        return seal([good[0], frame], [entries[0], (len(frame), size, checksum)])

    def patched(at, value, frame=good[1]):
        return second(frame[:at] + bytes([value]) + frame[at + 1:])

    # `streamed` is a frame that states a window instead of its size. `blocks` and `last` are the blocks and the
    # checksum of a frame of raw blocks.
    streamed = compress(rest, write_content_size=False)
    blocks = b"".join((len(part) << 3).to_bytes(3, "little") + part for part in (rest[:size // 2], rest[size // 2:]))
    last = checksum.to_bytes(4, "little")

    def raw(stated=size, flags=0b11100100, more=b"", end=b"\1\0\0"):
        return second(struct.pack("<IB", 0xFD2FB528, flags) + bytes([7] * (flags & 1)) + struct.pack("<Q", stated)
                      + blocks + more + end + last)

    yield "frames of other cuts", seal(*map(list, zip(*[
        (frame, entry(frame, part)) for part in [head, *(rest[at:at + 100] for at in range(0, size, 100))]
        for frame in [compress(part)]]))), True
    yield "a frame without its size", second(streamed), True
    yield "a size in 8 bytes", raw(), True
    yield "a wrong size in 8 bytes", raw(size + 1), False
    yield "level 22", second(compress(rest, level=22)), True
    yield "a window of 8 MiB", second(streamed[:WINDOW_AT] + b"\x68" + streamed[WINDOW_AT + 1:]), True
    yield "a window of 2 TiB", second(streamed[:WINDOW_AT] + b"\xf8" + streamed[WINDOW_AT + 1:]), False
    yield "a dictionary", raw(flags=0b11100101), False
    yield "a reserved bit", patched(FLAGS_AT, good[1][FLAGS_AT] | 8), False
    yield "a block of kind 3", raw(end=b"\7\0\0"), False
    yield "empty blocks", raw(more=bytes(300)), True
    yield "more empty blocks than a frame may have", raw(more=bytes(60_000)), False
    yield "two frames in one", second(good[1] + empty), False
    yield "a skippable frame behind", second(good[1] + struct.pack("<II", 0x184D2A50, 0)), False
    yield "a skippable frame instead", second(struct.pack("<III", 0x184D2A50, 4, 0)), False
    yield "a frame cut short", second(good[1][:-5]), False
    yield "no frame at all", second(b""), False
    yield "less than promised", second(compress(rest[:-1])), False
    yield "more than promised", second(compress(rest + b"\0")), False
    yield "a byte more in the seek table", second(good[1], size + 1), False
    yield "frames that overlap", seal(good, [(len(frame) + more, *rest) for frame, more, (_, *rest) in zip(
        good, (1, -1), entries)]), False
    yield "sizes that do not add up", seal(good, [entries[0], (len(good[1]) - 1, *entries[1][1:])]), False
    yield "an empty frame at the end", seal([*good, empty], [*entries, entry(empty, b"")]), False
    yield "frames swapped", seal(good[::-1], entries[::-1]), False
    yield "the directory and more in frame 1", seal([compress(image)], [entry(compress(image), image)]), False
    yield "only a directory", seal(good[:1], entries[:1]), False
    yield "no frames", seal([], []), False
    yield "minor version 9", seal(good, entries, minor=9), True
