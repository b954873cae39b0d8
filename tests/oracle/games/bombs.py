"""Makes small files that ask for much memory or time, and measures the program on them."""

import os
import resource
import struct
import subprocess
import tempfile

import akos_files as akos
import akos_games
import game_files
import old_files
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


PERIODS = (47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113)  # without a common factor


def ticking_costumes(count, records=20):
    """Payloads of COST blocks with sixteen limbs, whose windows make thousands of ticks of sixteen cels each. All
    records share one."""
    table = [game_files.picture(1, 1, b"\x11"), game_files.picture(1, 1, b"\x21")]
    windows = [(limb, 0, period - 1) for limb, period in enumerate(PERIODS)]
    last, offsets = 4 * records + 4, 6 + 2 + 16 + 2 + 32
    made = bytearray(game_files.costume(6, {15: table}, {4: windows} | {last - 1: []}, [0, 1] * 64))  # of all limbs
    shared, = struct.unpack_from("<H", made, offsets + 2 * 4)
    struct.pack_into(f"<{last - 4}H", made, offsets + 2 * 4, *[shared] * (last - 4))
    return [bytes(made)] * count


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
    made = game_files.costume(version, {0: [header * slots + pixels, *[0] * (slots - 1)]},
                              {4: [(0, 0, slots - 1)]}, range(slots))
    first = len(made) - len(header) * slots - len(pixels)
    base = {1: 0, 3: 6}.get(version, 4)
    offsets = struct.pack(f"<{slots}H", *(first + base + len(header) * slot for slot in range(slots)))
    return made[:first - len(offsets)] + offsets + made[first:]


def old_ticks(version, records=60, commands=(0, 0x81)):
    """A costume of windows whose periods have no common factor. Commands with bit 7 make each step an event, too."""
    table = [old_files.old_picture(version, 8, 1, old_files.filled(version, 8, 1))] * 2
    windows = [(limb, 0, period - 1) for limb, period in enumerate(PERIODS[:8 if version == 1 else 16])]
    tables = {limb: table for limb, *_ in windows}
    return game_files.costume(version, tables, {number: windows for number in range(records)}, commands * 64)


def rooms_game(rooms):
    """A game of version 6 whose rooms have these contents. The first room has a costume."""
    costume = game_files.block(b"COST", game_files.tiny_costume(6))
    files = [game_files.block(b"LFLF", room + (b"" if number else costume))
             for number, room in enumerate(rooms)]
    index = (game_files.block(b"RNAM", b"\0") + game_files.block(b"MAXS", bytes(30))
             + game_files.directory(b"DROO", [(1, 0)] * 2)
             + game_files.directory(b"DCOS", [(0, 0), (1, len(rooms[0]))]))
    return game_files.Game(index, game_files.block(
        b"LECF", game_files.block(b"LOFF", struct.pack("<BBI", 1, 1, 8 + 14 + 8)) + b"".join(files)))


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


def room_with_many_palettes(count):
    """A room that lists `count` palettes without colours, the last one first."""
    first = 8 + 4 * count
    offs = game_files.block(b"OFFS", b"".join(
        struct.pack("<I", first + 8 * (count - 1 - i)) for i in range(count)))
    wrap = game_files.block(b"WRAP", offs + game_files.block(b"APAL", b"") * count)
    return room(8, 8, game_files.block(b"PALS", wrap))
