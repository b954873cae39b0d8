"""Makes small archives and edits that ask for much memory or time."""

import struct
import zlib

import xxhash

from forge import Image, compress, entry, seal

PIECE = 8 << 20  # the most to which a zstd frame inflates


def archive(image):
    """The file of an image, in as few zstd frames as possible."""
    parts = [image[at:at + PIECE] for at in range(0, len(image), PIECE)]
    directory = 64 + 64 * struct.unpack_from("<I", image, 12)[0]
    parts[:1] = [parts[0][:directory], parts[0][directory:]]
    known = {}
    for part in parts:
        if part not in known:
            frame = compress(part, level=19)
            known[part] = frame, entry(frame, part)
    return seal(*map(list, zip(*(known[part] for part in parts))))


def column(image, name, values, code):
    """Sets the values of an image's column."""
    image.column(name)[2] = struct.pack(f"<{len(values)}{code}", *values)


def with_one_frame(known, cels, ticks, timelines=1):
    """An archive like `known` in which the first costume shows one frame of `cels` cels for `ticks` ticks. The
    others show nothing."""
    image = show_one_frame(Image(known), len(known["costumes.id"]), cels, ticks, timelines)
    return archive(image.write())


def show_one_frame(image, costumes, cels, ticks, timelines):
    column(image, "costumes.record_offset", [0] + [timelines] * costumes, "I")
    column(image, "records.number", range(4, 4 + timelines), "H")
    for name in ("records.window_offset", "records.name_offset", "timelines.event_offset", "timelines.read_offset"):
        image.column(name)[2] = bytes(4 * (timelines + 1))
    for name in list(image.columns):
        if name[0].startswith(("windows.", "events.")) or name[0] == "timelines.read":
            name[2] = b""
    image.column("timelines.flags")[2] = bytes(2 * timelines)
    image.column("timelines.loop_start")[2] = bytes(4 * timelines)
    column(image, "timelines.tick_offset", [ticks * i for i in range(timelines + 1)], "I")
    image.column("timelines.tick")[2] = bytes(4 * ticks * timelines)
    column(image, "frames.cel_offset", [0, cels], "I")
    for name, width in (("limb", 1), ("index", 2), ("picture", 4), ("x", 4), ("y", 4),
                        ("flip", 1)):
        image.column(f"cels.{name}")[2] = bytes(width * cels)
    return image


def with_conditions(known, eights):
    """An archive like `known` in which the last costume has `eights` times 8 MiB of conditions. These are zeros, whose
    zstd frames have a few hundred bytes each."""
    image = Image(known)
    size = eights * PIECE
    column(image, "costumes.condition_offset", [*known["costumes.condition_offset"].tolist()[:-1],
                                               min(size, (1 << 32) - 1)], "I")
    image.column("costumes.condition")[2] = b""
    whole = bytearray(image.write())
    names = [one[0] for one in image.columns]
    at = 64 + 64 * names.index("costumes.condition")
    start, = struct.unpack_from("<Q", whole, at + 56)
    struct.pack_into("<Q", whole, at + 48, size)
    for row in range(names.index("costumes.condition") + 1, len(names)):
        place = 64 + 64 * row + 56
        struct.pack_into("<Q", whole, place, struct.unpack_from("<Q", whole, place)[0] + size)
    struct.pack_into("<Q", whole, 16, len(whole) + size)
    directory = 64 + 64 * len(names)
    zeros = bytes(PIECE)
    zero = compress(zeros, level=19)
    frames = [compress(bytes(part)) for part in (whole[:directory], whole[directory:start])]
    entries = list(map(entry, frames, (whole[:directory], whole[directory:start])))
    frames += [zero] * eights
    entries += [entry(zero, zeros)] * eights
    rest = bytes(whole[start:])
    frames.append(compress(rest))
    entries.append(entry(frames[-1], rest))
    return seal(frames, entries)


def with_slots(known, slots, timelines, x):
    """An archive like `known` of one AKOS, all of whose timelines show all of its cels at `x`."""
    image = Image(known)
    column(image, "tables.entry_offset", [0, slots], "I")
    for name, width in (("picture", 4), ("y", 2), ("xinc", 2), ("yinc", 2)):
        image.column(f"entries.{name}")[2] = bytes(width * slots)
    for name in ("state", "reached"):
        image.column(f"entries.{name}")[2] = b"\1" * slots
    for name in ("redirect_limb", "redirect_index"):
        image.column(f"entries.{name}")[2] = b"\xFF" * slots
    column(image, "entries.x", [x] * slots, "h")
    image = show_one_frame(image, 1, slots, 1, timelines)
    column(image, "cels.index", range(slots), "H")
    return archive(image.write())


def with_far_cels(known, side, ticks):
    """An archive like `known` in which the first costume shows a cel at each of two opposite corners of a box of
    side `side`."""
    image = show_one_frame(Image(known), len(known["costumes.id"]), 2, ticks, 1)
    far = side - int(known["pictures.width"][0])
    down = side - int(known["pictures.height"][0])
    column(image, "cels.x", [0, far], "i")
    column(image, "cels.y", [0, down], "i")
    return archive(image.write())


def with_texts(known, text):
    """An archive like `known` in which the names of all files and rooms, and the evidence for the version, are
    `text`."""
    image = Image(known)
    for table, name in (("sources", "name"), ("rooms", "name"), ("game", "evidence")):
        rows = len(known[f"{table}.{name}_offset"]) - 1
        column(image, f"{table}.{name}_offset", [len(text) * row for row in range(rows + 1)], "I")
        image.column(f"{table}.{name}")[2] = text * rows
    return archive(image.write())


def with_pictures(known, count, color):
    """An archive like `known` with `count` pictures of 4 Mpx of one colour, each in a slot of its own."""
    image = Image(known)
    pixels = bytes([color]) * (4 << 20)
    for name, value, code in (("width", 4096, "H"), ("height", 1024, "H"), ("transparent", 0, "B"),
                              ("xxh64", xxhash.xxh64_intdigest(pixels), "Q")):
        column(image, f"pictures.{name}", [value] * count, code)
    column(image, "pictures.pixel_offset", [len(pixels) * row for row in range(count + 1)], "Q")
    image.column("pixels")[2] = pixels * count
    column(image, "tables.entry_offset", [0, count - 1, count], "I")
    column(image, "entries.picture", range(count), "I")
    for name in ("x", "y", "xinc", "yinc"):
        image.column(f"entries.{name}")[2] = bytes(2 * count)
    for name, value in (("state", 1), ("reached", 1), ("redirect_limb", 255), ("redirect_index", 255)):
        image.column(f"entries.{name}")[2] = bytes([value]) * count
    return archive(image.write())


def with_background(known, width, height):
    """An archive like `known` whose only room has a background of zeros."""
    image = Image(known)
    column(image, "rooms.width", [width], "H")
    column(image, "rooms.height", [height], "H")
    pixels = bytes(width * height)
    column(image, "rooms.background_xxh64", [xxhash.xxh64_intdigest(pixels)], "Q")
    column(image, "rooms.background_offset", [0, len(pixels)], "Q")
    column(image, "rooms.see_through_offset", [0, width // 8], "I")
    image.column("rooms.see_through")[2] = bytes(width // 8)
    image.column("backgrounds")[2] = pixels
    return archive(image.write())


def deflated_zeros(size):
    deflate, piece = zlib.compressobj(9), bytes(1 << 20)
    return b"".join(deflate.compress(piece[:size - at]) for at in range(0, size, len(piece))) \
        + deflate.flush()


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width, height, data, palette):
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
            + palette + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def palette_of(png_file):
    """Returns PLTE and tRNS of a PNG."""
    at, found = 8, b""
    while at < len(png_file):
        size, name = struct.unpack_from(">I4s", png_file, at)
        if name in (b"PLTE", b"tRNS"):
            found += png_file[at:at + size + 12]
        at += size + 12
    return found


def aseprite_of_cels(cels):
    """An .aseprite file of `cels` cels of 4096 × 1024 pixels each, all zeros."""
    data = deflated_zeros(4 << 20)
    chunk = struct.pack("<IHHhhBHh5xHH", len(data) + 26, 0x2005, 0, 0, 0, 255, 2, 0, 4096, 1024) + data
    frame = struct.pack("<IHHHHI", 16 + cels * len(chunk), 0xF1FA, cels, 100, 0, cels) + chunk * cels
    return struct.pack("<IHHHHHIHIIB3xHBBhhHH84x", 128 + len(frame), 0xA5E0, 1, 4096, 1024, 8, 1, 100,
                       0, 0, 0, 256, 1, 1, 0, 0, 16, 16) + frame
