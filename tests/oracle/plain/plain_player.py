"""Plays chores tick by tick as in SCUMM.md §3 to §5, from an archive's columns.

This is a second player to compare the program's with, written as plainly as possible from SCUMM.md and FORMAT.md
alone. It computes nothing that it can find out by playing on.
"""

import listing
import plain_loop
import plain_script

EMPTY, PICTURE, NO_PIXELS, MISSING = 0, 1, 2, 3  # entries.state
OFF, LOOPS = 1, 2  # windows.mode
ALL_LIMBS = range(16)
MAX_TICKS = 4096
DIRECTIONS = "WESN"
STOP, RESTART, HIDE, COUNT = 0x79, 0x7A, 0x7B, 0x7C


class Rules:
    """Differences between versions, which are numbered as in game.version."""

    def __init__(self, version):
        self.version = {30: 3, 50: 5}.get(version, version)  # without its form
        self.chores, self.before = [1, 2, 3, 4, 5], [1]  # the named chores; those with which an actor appears
        self.origin, self.unit = (0, 0), 1
        self.hidden = range(0x79, 0x80) if version == 3 else [HIDE]
        if version <= 2:  # stand, init, talk-stop
            self.chores, self.before = [2, 0, 1, 5, 4], [1, 2, 4]
        if version in (2, 30):
            self.origin = (-72, -100)
        if version == 1:
            self.origin, self.unit = (0, 1), 8
        self.shift, self.shift_west = {1: (0, 16), 2: (8, 16)}.get(version, (0, 0))


def records_of(archive, row):
    """Returns the windows of each record of a costume, by the record's number."""
    return {int(archive["records.number"][record]): [
        {name: int(archive["windows." + name][window]) for name in ("limb", "mode", "start", "length")}
        for window in archive.row_range("records.window_offset", record)]
        for record in archive.row_range("costumes.record_offset", row)}


def load(archive, row):
    """Returns a costume as dicts and lists."""
    tables = {}
    for limb, _, entry in listing.entries_of(archive, row):
        slot = {name: int(archive["entries." + name][entry])
                for name in ("state", "x", "y", "xinc", "yinc", "picture")}
        if slot["state"] == PICTURE:
            slot["width"] = int(archive["pictures.width"][slot["picture"]])
        tables.setdefault(limb, []).append(slot)
    return {
        "rules": Rules(int(archive["game.version"][0])),
        "mirror_west": bool(archive["costumes.mirror_west"][row]),
        "commands": [int(byte) for byte in archive.blob("costumes.command", row)],
        "records": records_of(archive, row),
        "tables": tables,
    }


def limb_at_rest():
    """Returns a limb that is off. "chore" and "record" are those that last gave it a window or switched it off."""
    return {"on": False, "stopped": False, "start": 0, "length": 0, "loops": False, "position": 0,
            "chore": None, "record": None}


def apply(costume, limbs, number, which=ALL_LIMBS):
    """Applies a record to the limbs `which`. An undefined record changes nothing."""
    for window in costume["records"].get(number, []):
        limb = limbs[window["limb"]]
        if window["limb"] not in which:
            continue
        if window["mode"] == OFF:
            limb["on"] = False
        else:
            first = costume["commands"][window["start"]]
            if first in (STOP, RESTART):
                limb["stopped"] = first == STOP
                continue
            limb.update(on=True, start=window["start"], length=window["length"],
                        loops=window["mode"] == LOOPS, position=window["start"])
        limb.update(chore=number // 4, record=number)


def begin_chore(costume, limbs, chore, direction, which):
    """Starts a chore on the limbs `which`. From version 3 on, the chore init switches these off first."""
    if chore == costume["rules"].chores[0] and costume["rules"].version > 2:
        for number in which:
            limbs[number] = limb_at_rest()
    apply(costume, limbs, chore * 4 + direction, which)


def turn(costume, limbs, direction, last):
    """Turns the actor, whose last chore was `last`: each limb continues with its own last chore. Up to version 2, all
    limbs of that chore's record do. Returns the last chore now."""
    for number, limb in enumerate(limbs):
        if limb["chore"] is None:
            continue
        record = limb["chore"] * 4 + direction
        if costume["rules"].version > 2:
            if limb["record"] != record:
                apply(costume, limbs, record, [number])
        elif limb["record"] != record or limb["chore"] != last:
            last = limb["chore"]
            apply(costume, limbs, record)
    return last


def start(costume, chore, direction):
    """Returns the limbs at tick 0 (FORMAT.md, "timelines")."""
    limbs = [limb_at_rest() for _ in ALL_LIMBS]
    for before in costume["rules"].before:
        begin_chore(costume, limbs, before, direction, ALL_LIMBS)
    begin_chore(costume, limbs, chore, direction, ALL_LIMBS)
    return limbs


def event_of(version, command):
    """Returns the kind and the value of the event of a step onto a command, or None if the step rests there."""
    if command == COUNT:
        return ["counter", 0]
    if version <= 5 and command == 0x78:
        return ["sound", 0]
    if version == 6 and 0x71 <= command <= 0x78:
        return ["sound", command - 0x71]
    return None


def advance(limb):
    """Moves the limb to the next position in its window."""
    if limb["position"] < limb["start"] + limb["length"] - 1:
        limb["position"] += 1
    elif limb["loops"]:
        limb["position"] = limb["start"]


def step_limb(costume, limb):
    """Steps a limb; returns its events."""
    events, met = [], []
    if costume["rules"].version <= 3 and costume["commands"][limb["position"]] & 0x80:
        events.append(["sound", 0])
    while True:
        advance(limb)
        event = event_of(costume["rules"].version, costume["commands"][limb["position"]])
        if event is None:
            return events
        if limb["position"] in met:  # The limb never comes to rest.
            limb["on"] = False
            return [["stuck", 0]]
        met.append(limb["position"])
        events.append(event)
        if limb["length"] == 1:
            return events


def step(costume, limbs, tick):
    """Steps all limbs, away from `tick`; returns the events."""
    events = []
    for number, limb in enumerate(limbs):
        if limb["on"]:
            for kind, value in step_limb(costume, limb):
                events.append([tick, number, kind, value])
    return events


def draw(costume, limbs, direction):
    """Returns the cels in draw order, and whether one is missing."""
    flip = DIRECTIONS[direction] == "W" and costume["mirror_west"]
    cels, missing = [], False
    xmove, ymove = costume["rules"].origin
    shift = costume["rules"].shift_west if DIRECTIONS[direction] == "W" else costume["rules"].shift
    for number, limb in enumerate(limbs):
        if not limb["on"] or limb["stopped"]:
            continue
        index = costume["commands"][limb["position"]] & 0x7F
        if index in costume["rules"].hidden:
            continue
        table = costume["tables"].get(number, [])
        if index >= len(table):
            # From this limit on, commands are not slot numbers, so no picture is missing: SCUMM.md §4 "Draw".
            missing = missing or index < (0x78 if costume["rules"].version <= 5 else 0x71)
            continue
        slot = table[index]
        if slot["state"] == MISSING:
            missing = True
        if slot["state"] in (EMPTY, MISSING):
            continue
        x, y = xmove + slot["x"], ymove + slot["y"]
        if slot["state"] == PICTURE:
            left = -x - (slot["width"] - costume["rules"].unit) if flip else x
            cels.append([number, index, left + shift, y, flip])
        xmove += slot["xinc"]
        ymove -= slot["yinc"]
    return cels, missing


def state_of(limbs):
    """Returns the state that distinguishes one tick from another."""
    return tuple((limb["on"], limb["stopped"],
                  (limb["start"], limb["length"], limb["loops"], limb["position"])
                  if limb["on"] else None) for limb in limbs)


class Scripted(plain_script.Actor):
    def __init__(self, costume):
        super().__init__(costume["rules"].version, 4, costume["rules"].chores[2])
        self.costume, self.limbs, self.last = costume, [limb_at_rest() for _ in ALL_LIMBS], None
        self.before = costume["rules"].before

    def turned(self):
        self.last = turn(self.costume, self.limbs, self.facing, self.last)

    def started(self, chore, which):
        for first in self.before if [chore] != self.before else []:
            begin_chore(self.costume, self.limbs, first, self.facing, ALL_LIMBS)
        self.before = []
        begin_chore(self.costume, self.limbs, chore, self.facing, which)
        self.last = chore

    def named(self, number):
        return self.costume["rules"].chores[number - 56] if 56 <= number <= 60 else number

    def draw(self):
        return draw(self.costume, self.limbs, self.facing)[0]

    def step(self, tick):
        return step(self.costume, self.limbs, tick)


def play(costume, chore, direction, ticks):
    """Returns, for each tick, the cels, and whether one is missing; and all events."""
    limbs = start(costume, chore, direction)
    frames, missing, events = [], [], []
    for tick in range(ticks):
        cels, misses = draw(costume, limbs, direction)
        frames.append(cels)
        missing.append(misses)
        events += step(costume, limbs, tick)
    return frames, missing, events


def ticks_and_loop_start(costume, chore, direction, max_ticks=MAX_TICKS):
    """Returns the number of distinct states, and the state that recurs; (max_ticks, None) if there are too many. What
    is drawn can repeat earlier."""
    limbs = start(costume, chore, direction)
    seen = {}
    while state_of(limbs) not in seen:
        if len(seen) == max_ticks:
            return max_ticks, None
        seen[state_of(limbs)] = len(seen)
        step(costume, limbs, 0)
    return len(seen), seen[state_of(limbs)]


def timeline(costume, chore, direction, max_ticks=MAX_TICKS):
    """Returns a chore's row of `wardrobe list ARCHIVE timelines --json`."""
    ticks, loop_start = ticks_and_loop_start(costume, chore, direction, max_ticks)
    frames, missing, events = play(costume, chore, direction, ticks)
    flags = []
    if any(missing):
        flags.append("missing-picture")
    if any(kind == "stuck" for _, _, kind, _ in events):
        flags.append("stuck")
    if loop_start is None:
        flags.append("truncated")
    frames, events, loop_start = plain_loop.shortest(frames, events, loop_start)
    return {"ticks": len(frames), "loop_start": loop_start, "flags": flags, "frames": frames,
            "events": events}


def chores(costume):
    """Returns (chore, direction) of each record."""
    return [(number // 4, number % 4) for number in sorted(costume["records"])]
