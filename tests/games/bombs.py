"""Makes small files that ask for much memory or time, and measures the program on them."""

import os
import resource
import struct
import subprocess
import tempfile
import zlib

import xxhash

import akos_files as akos
import akos_games
import game_files
import old_files
from forge import Image, compress, entry, seal
from support import ENVIRONMENT, PROGRAM, Run, decoded

MOST_MEMORY = 512 << 20


def measured(*arguments, seconds=60, cwd=None):
    """Runs the program; returns the run, its CPU seconds and its peak memory in bytes. Kills it after `seconds` of
    CPU time."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        program = subprocess.Popen([PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=err, env=ENVIRONMENT, preexec_fn=limit,
                                   cwd=cwd)
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
        size = out.seek(0, os.SEEK_END)
        out.seek(0)
        err.seek(0)
        run = Run(arguments, program.returncode, decoded(out.read(1 << 20)), decoded(err.read()))
        run.out_size = size
        return run, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10


# ------------------------------------------------------------------------------------------------
# Games

def cost_game(costumes, version=6):
    """A game of one room whose costumes are these payloads of COST blocks."""
    return game_files.make_game(version, [costumes])


def pixels_out_of_nothing(costumes, cels=16, side=256):
    """A game whose cels of up to 256 × 1024 pixels all share the same 2 KiB. Their rows of codec 32 have no codes."""
    rows = bytes(2 * 1024)
    all_cels = [akos.Cel(None, data=rows if cel == 0 else b"", size=(side - cel, 1024))
                for cel in range(cels)]
    made = akos.chunks(all_cels, {4: [(0, akos.LOOP, 0, cels - 1)]}, list(range(cels)), codec=32)
    made[b"AKOF"] = b"".join(struct.pack("<IH", 0, 12 * cel) for cel in range(cels))
    return akos_games.v7([[akos.joined(made)] * costumes])


def ticking_costumes(count, records=20):
    """Payloads of COST blocks with sixteen limbs. The periods of their windows have no common factor, so that there
    are thousands of ticks of sixteen cels each."""
    periods = [47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113]
    table = [game_files.picture(1, 1, b"\x11"), game_files.picture(1, 1, b"\x21")]
    windows = [(limb, 0, period - 1) for limb, period in enumerate(periods)]
    made = game_files.costume(6, {0: table}, {4: windows}, [0, 1] * 64)
    head = bytearray(made[:6 + 2 + 16 + 2])  # up to the offsets of limb tables
    head[6] = 4 + 4 * records - 1  # the number of the last record
    first, *_ = struct.unpack_from("<H", made, len(head))
    rest = made[len(head) + 32:]
    offsets, body = rest[:10], rest[10:]
    more = 2 * (4 + 4 * records - 5)
    shifted = [struct.unpack_from("<H", offsets, 8)[0] + more] * (4 * records)
    struct.pack_into("<H", head, 24, struct.unpack_from("<H", head, 24)[0] + more)
    body = bytearray(body)
    at = len(body) - sum(map(len, table)) - 4
    for slot in (at, at + 2):
        struct.pack_into("<H", body, slot, struct.unpack_from("<H", body, slot)[0] + more)
    made = bytes(head) + struct.pack("<16H", *[first + more] * 16) + bytes(8) \
        + struct.pack(f"<{len(shifted)}H", *shifted) + bytes(body)
    return [struct.pack("<I", len(made)) + made[4:]] * count


def many_events(costumes, commands=250):
    """A game in which each step of each limb passes hundreds of commands that are events; no two states are alike."""
    sequence = ["start", 0, *[("sound", 1)] * commands, ("add", 1, 5), ("jump_ne", "start", 5, 0),
                ("goto", "start")]
    limbs = [(limb, akos.PROGRAM, 0, 9) for limb in range(16)]
    return akos_games.v7([[akos.costume([akos.dot()], {4: limbs}, sequence)] * costumes])


def idle_commands(costumes, commands=200, records=8):
    """A game as by many_events(), but the commands do nothing."""
    sequence = ["start", 0, *[("set", 1, 7)] * commands, ("add", 1, 5), ("jump_ne", "start", 5, 0),
                ("goto", "start")]
    limbs = [(limb, akos.PROGRAM, 0, 9) for limb in range(16)]
    made = akos.chunks([akos.dot()], {4: limbs}, sequence)
    count = 4 + 4 * records
    made[b"AKCH"] = struct.pack("<4H", 0, 0, 0, 0) + struct.pack("<H", 2 * count) * (count - 4) \
        + akos.record_bytes(limbs)
    made[b"AKHD"] = struct.pack("<5H", 1, 0, count, 1, 1)
    return akos_games.v7([[akos.joined(made)] * costumes])


def jumps_everywhere(jumps=2000, places=400000):
    """A game with a window of jumps by a table, whose places are these jumps, again and again."""
    sequence = [("jump_table", 0)] * jumps
    table = [3 * (place % jumps) for place in range(places)]
    return akos_games.he98([[akos.costume([akos.dot()], {4: [(0, akos.LOOP, 0, 3 * jumps - 1)]}, sequence, jumps=table)]])


def old_game(version, payload, costumes=1):
    """A game of versions 1 to 3 that repeats one costume in each room's file. Version 1 has few rooms."""
    rooms = (34 if version == 1 else 97) // costumes
    return old_files.make_old_game(version, [[old_files.old_block(version, payload)] * costumes] * rooms)


def old_pixels(version):
    """A costume of 64 Mpx, in which the pixels of each picture begin with the header of the next one."""
    if version == 1:
        slots, header, pixels = 127, old_files.old_picture(1, 2040, 255, b""), b"\xFF\x55" * 520
    else:
        slots, header = 16, old_files.old_picture(version, 4096, 1024, b"")
        tail = slots * (16 + 4 + 4 * 256)  # Headers are pixels, too, as they are read as runs.
        pixels = b"\x20\xFF" * ((4096 * 1024 - tail) // 255) + b"\x11" * (tail + 255)
    made = old_files.old_costume(version, {0: [header * slots + pixels, *[0] * (slots - 1)]},
                                 {4: [(0, 0, slots - 1)]}, range(slots))
    first = len(made) - len(header) * slots - len(pixels)
    base = {1: 0, 3: 6}.get(version, 4)
    offsets = struct.pack(f"<{slots}H", *(first + base + len(header) * slot for slot in range(slots)))
    return made[:first - len(offsets)] + offsets + made[first:]


def old_ticks(version, records=60, commands=(0, 0x81)):
    """A costume of windows whose periods have no common factor. Commands with bit 7 make each step an event, too."""
    periods = (47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113)[:8 if version == 1 else 16]
    table = [old_files.old_picture(version, 8, 1, old_files.filled(version, 8, 1))] * 2
    windows = [(limb, 0, period - 1) for limb, period in enumerate(periods)]
    tables = {limb: table for limb, *_ in windows}
    return old_files.old_costume(version, tables, {number: windows for number in range(records)}, commands * 64)


# ------------------------------------------------------------------------------------------------
# Archives

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
    for name in ("records.window_offset", "timelines.event_offset", "timelines.read_offset"):
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


def with_colors(known, eights):
    """An archive like `known` in which the last palette has `eights` times 8 MiB of colours. These are zeros, whose
    zstd frames have a few hundred bytes each."""
    image = Image(known)
    size = eights * PIECE
    column(image, "palettes.rgb_offset", [*known["palettes.rgb_offset"].tolist()[:-1],
                                               min(size, (1 << 32) - 1)], "I")
    image.column("palettes.rgb")[2] = b""
    whole = bytearray(image.write())
    names = [one[0] for one in image.columns]
    at = 64 + 64 * names.index("palettes.rgb")
    start, = struct.unpack_from("<Q", whole, at + 56)
    struct.pack_into("<Q", whole, at + 48, size)
    for row in range(names.index("palettes.rgb") + 1, len(names)):
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


def rooms_game(rooms):
    """A game of version 6 whose rooms have these contents. The first room has a costume."""
    costume = game_files.block(b"COST", game_files.tiny_costume(6))
    files = [game_files.block(b"LFLF", room + (b"" if number else costume))
             for number, room in enumerate(rooms)]
    index = (game_files.block(b"RNAM", b"\0") + game_files.block(b"MAXS", bytes(30))
             + game_files.directory(b"DROO", [(1, 0)] * 2)
             + game_files.directory(b"DCOS", [(0, 0), (1, len(rooms[0]))]))
    return game_files.Game(index, game_files.block(
        b"LECF", game_files.block(b"LOFF", b"\0") + b"".join(files)))


def room(width, height, inside):
    return game_files.block(b"ROOM", game_files.block(
        b"RMHD", struct.pack("<HHH", width, height, 0)) + inside)


def room_with_shared_strips(width, height, planes):
    """A room whose picture lists one strip many times, and so do its planes."""
    strips = width // 8
    strip = b"\x09" + b"\xFF\x07" * -(-8 * height // 128)
    masks = struct.pack("<H", 8 + 2 * strips) * strips + b"\xFF\xAA" * -(-height // 127)
    image = game_files.block(b"SMAP", struct.pack("<I", 8 + 4 * strips) * strips + strip) \
        + b"".join(game_files.block(b"ZP%02d" % (plane + 1), masks) for plane in range(planes))
    return room(width, height, game_files.block(b"RMIM", game_files.block(
        b"RMIH", struct.pack("<H", planes)) + game_files.block(b"IM00", image)))


def room_without_its_planes(width, height):
    """A room that names seven planes, and has none of them."""
    return room(width, height, game_files.block(b"RMIM", game_files.block(
        b"RMIH", struct.pack("<H", 7)) + game_files.block(b"IM00", b"")))


def room_that_repeats_a_palette(count):
    """A room that lists one palette of 256 colours `count` times, and has `count` more palettes without colours."""
    offs = game_files.block(b"OFFS", struct.pack("<I", 8 + 4 * count) * count)
    apals = game_files.block(b"APAL", bytes(768)) + game_files.block(b"APAL", b"") * count
    return room(8, 8, game_files.block(b"PALS", game_files.block(b"WRAP", offs + apals)))


def with_many_palettes(count):
    """A game of version 6 whose room lists `count` palettes without colours, the last one first."""
    first = 8 + 4 * count
    offs = game_files.block(b"OFFS", b"".join(
        struct.pack("<I", first + 8 * (count - 1 - i)) for i in range(count)))
    wrap = game_files.block(b"WRAP", offs + game_files.block(b"APAL", b"") * count)
    game = game_files.tiny_game(6)
    blocks = {one.tag: one for one in game_files.blocks(game.resources)}
    pals = blocks[b"PALS"]
    data = bytearray(game.resources)
    data[pals.start:pals.end] = game_files.block(b"PALS", wrap)
    more = len(data) - len(game.resources)
    for tag in (b"ROOM", b"LFLF", b"LECF"):
        one = blocks[tag]
        data[one.size_at:one.size_at + 4] = struct.pack(">I", one.end - one.start + more)
    index = bytearray(game.index)
    dcos = game_files.find(game.index, b"DCOS")[0]
    at = dcos.payload + 2 + 2 + 4  # the offset of costume 1
    index[at:at + 4] = struct.pack("<I", struct.unpack_from("<I", index, at)[0] + more)
    return game.with_resources(data).with_index(index)


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


# ------------------------------------------------------------------------------------------------
# Edits

def deflated_zeros(size):
    deflate, piece = zlib.compressobj(9), bytes(1 << 20)
    return b"".join(deflate.compress(piece[:size - at]) for at in range(0, size, len(piece))) \
        + deflate.flush()


def png(width, height, data, palette):
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content \
            + struct.pack(">I", zlib.crc32(name + content))
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
