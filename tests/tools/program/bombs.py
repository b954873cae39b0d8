"""Small files that ask for much memory or time, and a measured run of the program on them."""

import os
import resource
import struct
import subprocess
import tempfile

import akos_files as akos
import akos_games
import game_files
from support import ENVIRONMENT, PROGRAM, Run, decoded

MOST_MEMORY = 512 << 20


def measured(*arguments, seconds=60, cwd=None):
    """A run, its CPU seconds, and its peak memory in bytes; killed after that many CPU seconds."""
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
    """A game of one room with these payloads of COST blocks."""
    return game_files.make_game(version, [costumes])


def pixels_out_of_nothing(costumes, cels=16, side=4096):
    """Cels of up to 4096 × 1024 pixels, whose rows of codec 32 have no bytes: all show the same
    2 KiB."""
    rows = bytes(2 * 1024)
    all_cels = [akos.Cel(None, data=rows if cel == 0 else b"", size=(side - cel, 1024))
                for cel in range(cels)]
    made = akos.chunks(all_cels, {4: [(0, akos.LOOP, 0, cels - 1)]}, list(range(cels)), codec=32)
    made[b"AKOF"] = b"".join(struct.pack("<IH", 0, 12 * cel) for cel in range(cels))
    return akos_games.v7([[akos.joined(made)] * costumes])


def ticking_costumes(count, records=30):
    """Payloads of COST blocks: sixteen limbs whose windows have periods without a common factor: thousands of ticks of
    sixteen cels each."""
    periods = [47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113]
    table = [game_files.picture(1, 1, b"\x11"), game_files.picture(1, 1, b"\x21")]
    windows = [(limb, 0, period - 1) for limb, period in enumerate(periods)]
    made = game_files.costume(6, {0: table}, {4: windows}, [0, 1] * 64)
    head = bytearray(made[:6 + 2 + 16 + 2])  # up to the offsets of limbs
    head[6] = 4 + 4 * records - 1  # the last record
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
    """Each step of each limb passes hundreds of commands that are events, and counts on."""
    sequence = ["start", 0, *[("sound", 1)] * commands, ("add", 1, 5), ("jump_ne", "start", 5, 0),
                ("goto", "start")]
    limbs = [(limb, akos.PROGRAM, 0, 9) for limb in range(16)]
    return akos_games.v7([[akos.costume([akos.dot()], {4: limbs}, sequence)] * costumes])


def idle_commands(costumes, commands=200, records=8):
    """The same with commands that do nothing."""
    sequence = ["start", 0, *[("set", 1, 7)] * commands, ("add", 1, 5), ("jump_ne", "start", 5, 0),
                ("goto", "start")]
    limbs = [(limb, akos.PROGRAM, 0, 9) for limb in range(16)]
    made = akos.chunks([akos.dot()], {4: limbs}, sequence)
    count = 4 + 4 * records
    made[b"AKCH"] = struct.pack("<4H", 0, 0, 0, 0) + struct.pack("<H", 2 * count) * (count - 4) \
        + akos.record_bytes(limbs)
    made[b"AKHD"] = struct.pack("<5H", 1, 0, count, 1, 1)
    return akos_games.v7([[akos.joined(made)] * costumes])
