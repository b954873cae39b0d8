"""Plays chores of AKOS costumes tick by tick as in SCUMM.md §6, from an archive's columns.

This is a second player to compare the program's with, written as plainly as possible from SCUMM.md and FORMAT.md
alone. It computes nothing that it can find out by playing on.
"""

import struct

import plain_akos_cels
import plain_loop
import plain_script
from akos_sequence import PICTURE as PICTURE_COMMAND
from akos_sequence import (ADD, COUNT, END_IF, FIRST_SOUND, GOTO, GOTO_IF_VAR, PLAY_SOUND, SET, code_at,
                           full_size, leads_back, rests, signed, word)
from plain_akos_cels import CONDITION, UNSEEN_PROGRAM, draw
from plain_conditions import set_talk_condition, set_talking, set_user_condition

load = plain_akos_cels.load

NOTHING, REMOVE, LOOP, ONCE, STOP, GO_ON, PROGRAM, FROZEN = range(8)
INIT, STAND = 1, 3  # chore numbers
ALL_LIMBS = range(16)
MAX_TICKS = 4096
MOST_CODES = 4096  # of a step of mode 2 or 3
SKIPS = "skips"
RANDOM, SOUND, TALKING = range(256, 259)  # things that are read, besides variables and CONDITION

COMPARE = (lambda one, other: one == other, lambda one, other: one != other,
           lambda one, other: one < other, lambda one, other: one <= other,
           lambda one, other: one > other, lambda one, other: one >= other)


def limb_at_rest():
    """Returns a limb that is off. "chore" and "record" are those that last gave it a window or switched it off."""
    return {"on": False, "stopped": False, "mode": NOTHING, "start": 0, "end": 0, "position": 0,
            "chore": None, "record": None}


def new_actor():
    """Returns a silent actor. Its mask has a bit for each condition, the lowest for condition 1."""
    return {"limbs": [limb_at_rest() for _ in ALL_LIMBS], "variables": [0] * 256, "hidden": False,
            "flip": False, "offset": (0, 0), "mask": 1, "talking": 0, "notes": [], "lost": False, "reads": set()}


def wrapped(value):
    """Wraps a number to an i16."""
    return (value + 0x8000) % 0x10000 - 0x8000


def apply(costume, actor, number, which=ALL_LIMBS):
    """Applies a record to the limbs `which`. An undefined record changes nothing."""
    for window in costume["records"].get(number, []):
        limb, mode = actor["limbs"][window["limb"]], window["mode"]
        if window["limb"] not in which:
            continue
        if mode in (STOP, GO_ON):
            limb["stopped"] = mode == STOP
            continue
        if mode in (NOTHING, REMOVE) or window["start"] >= len(costume["sequence"]):
            limb["on"] = False
        else:
            end = (window["start"] + window["length"] - 1) % 0x10000
            limb.update(on=True, mode=mode, start=window["start"], end=end,
                        position=window["start"])
        limb.update(chore=number // costume["directions"], record=number)


def begin_chore(costume, actor, chore, direction, which):
    """Starts a chore on the limbs `which`. The chore init switches these off first."""
    if chore == INIT:
        for number in which:
            actor["limbs"][number] = limb_at_rest()
    apply(costume, actor, chore * costume["directions"] + direction, which)


def turn(costume, actor, direction):
    """Turns the actor: each limb starts its own last chore anew."""
    for number, limb in enumerate(actor["limbs"]):
        if limb["chore"] is not None:
            apply(costume, actor, limb["chore"] * costume["directions"] + direction, [number])


def start(costume, number):
    """Returns the actor at tick 0 of a record's timeline."""
    actor = new_actor()
    chore, direction = divmod(number, costume["directions"])
    if chore != INIT:
        apply(costume, actor, INIT * costume["directions"] + direction)
    apply(costume, actor, number)
    return actor


def read_variable(actor, number):
    actor["reads"].add(number)
    return actor["variables"][number]


def jump_of(costume, actor, at, code, start):
    """`start` is that of the limb's window. Returns the target of a jump; None if the command is not a jump, or the jump is not taken."""
    sequence = costume["sequence"]
    if code == GOTO:
        return word(sequence, at + 2)
    if code in (0xC016, 0xC017, 0xC018, 0xC019):
        if code in (0xC016, 0xC017):
            read_variable(actor, sequence[at + 4])
        actor["reads"].add(SOUND)
        return word(sequence, at + 2) if code in (0xC017, 0xC019) else None
    if code in (0xC0A1, 0xC0A2, 0xC0A4, 0xC0A5):
        actor["reads"].add(TALKING)
        return word(sequence, at + 2) if (code in (0xC0A1, 0xC0A4)) == (actor["talking"] > 0) else None
    if code == GOTO_IF_VAR:
        taken = read_variable(actor, sequence[at + 4]) != 0
        if taken:
            actor["variables"][sequence[at + 4]] = 0
        return word(sequence, at + 2) if taken else None
    if 0xC070 <= code <= 0xC075:
        value = read_variable(actor, sequence[at + 4])
        taken = COMPARE[code - 0xC070](value, signed(sequence, at + 5))
        return word(sequence, at + 2) if taken else None
    if code == 0xC088:
        entry = read_variable(actor, sequence[at + 2]) - 1
        part = costume["sequences"].get(start)
        jumps = costume["jumps"][part["jump"]:][:part["jumps"]] if part else costume["jumps"]
        return jumps[entry] if 0 <= entry < len(jumps) else None
    return None


def event_of(costume, actor, at, code):
    """Returns the kind and the value of a command's event, or None."""
    sequence = costume["sequence"]
    if code == PLAY_SOUND:
        return ["sound", sequence[at + 2] - (0 if costume["version"] >= 61 else 1)]
    if code == 0xC042 or code == 0xC089 and costume["version"] < 61:
        return ["sound", sequence[at + 2]]
    if code in (0xC08C, 0xC080, 0xC083):
        return [{0xC08C: "script", 0xC080: "anim", 0xC083: "clip"}[code], sequence[at + 2]]
    if code in (0xC044, 0xC081, 0xC0A3) or code == 0xC08D and costume["version"] >= 71:
        return [{0xC081: "anim", 0xC0A3: "talkie"}.get(code, "sound"), read_variable(actor, sequence[at + 2])]
    if code == 0xC084:
        return ["anim", read_variable(actor, sequence[at + 3])]
    if code == 0xC0A0:
        return ["talkie", sequence[at + 2]]
    if code == 0xC087:
        return ["offset", struct.unpack_from("<i", sequence, at + 2)[0]]
    return {COUNT: ["counter", 0], FIRST_SOUND: ["sound", 0], 0xC086: ["hide", 0]}.get(code)


def change(costume, actor, at, code):
    """Changes the actor as a command does. Jumps are left to jump_of()."""
    sequence, variables = costume["sequence"], actor["variables"]
    if code == SET:
        variables[sequence[at + 4]] = signed(sequence, at + 2)
    elif code == ADD:
        variables[sequence[at + 4]] = wrapped(variables[sequence[at + 4]]
                                              + signed(sequence, at + 2))
    elif code == COUNT:
        variables[0] = wrapped(variables[0] + 1)
    elif code == 0xC082:
        actor["reads"].add(RANDOM)
        variables[sequence[at + 6]] = signed(sequence, at + 2)
    elif code in (0xC084, 0xC085):
        read_variable(actor, sequence[at + 2])
    elif code == 0xC081:
        actor["notes"].append((code, read_variable(actor, sequence[at + 2])))
    elif code in (0xC080, 0xC086):
        actor["notes"].append((code, sequence[at + 2] if code == 0xC080 else None))
    elif code == 0xC087 and costume["version"] >= 61:
        actor["notes"].append((code, (signed(sequence, at + 2), signed(sequence, at + 4))))
    elif code in (0xC045, 0xC046, 0xC047, 0xC048) and costume["version"] >= 61 and at + 4 < len(sequence):
        change_condition(costume, actor, code, sequence[at + 3], sequence[at + 4])
    elif code == 0xC08A:
        actor["flip"] = word(sequence, at + 2) != 0


def change_condition(costume, actor, code, number, variable):
    if code == 0xC045:
        set_user_condition(costume, actor, number, read_variable(actor, variable) != 0)
    elif code == 0xC047:
        set_talk_condition(costume, actor, number)
    else:
        actor["reads"].add(CONDITION)
        bit = number + (15 if code == 0xC046 else -1)
        actor["variables"][variable] = actor["mask"] >> bit & 1 if 0 <= bit < 32 else 0


def execute(costume, actor, at, events, start):
    """Executes the command at `at` of a limb whose window starts at `start`; returns the target of a jump, or SKIPS if
    what follows up to an end-if is passed over, or None."""
    sequence = costume["sequence"]
    code = code_at(sequence, at)[0]
    event = event_of(costume, actor, at, code)
    if event is not None:
        events.append(event)
    change(costume, actor, at, code)
    if 0xC090 <= code <= 0xC095:
        value = read_variable(actor, sequence[at + 4])
        holds = COMPARE[code - 0xC090](value, signed(sequence, at + 2))
        return None if holds else SKIPS
    return jump_of(costume, actor, at, code, start)


def switch_off_if_stuck(costume, limb, at, events):
    """Switches a limb off if it can never rest again. `at` is the position of the command that just jumped."""
    if code_at(costume["sequence"], at)[0] == GOTO and leads_back(costume, limb["position"]):
        limb["on"] = False
        events.append(["stuck", 0])


def pass_over(costume, limb, events):
    """Moves past the code on which the limb stands, without executing it."""
    here, size = code_at(costume["sequence"], limb["position"]), full_size(costume, limb["position"])
    if size is not None and here[0] == PICTURE_COMMAND and costume["version"] >= 71:
        events.append(["picture", signed(costume["sequence"], limb["position"] + 2)])
    limb["position"] += size or here[1]


def step_program(costume, actor, limb, events):
    size = full_size(costume, limb["position"])
    if size is None or code_at(costume["sequence"], limb["position"])[0] == 0xC0FF \
            and limb["position"] + size >= len(costume["sequence"]):
        return
    pass_over(costume, limb, events)
    target = None
    while True:
        at = limb["position"]
        if target == SKIPS and (code_at(costume["sequence"], at) or (END_IF,))[0] != END_IF:
            pass_over(costume, limb, events)
            continue
        if rests(costume, at):
            return
        target = execute(costume, actor, at, events, limb["start"])
        if target not in (None, SKIPS):
            limb["position"] = target
            return switch_off_if_stuck(costume, limb, at, events)
        limb["position"] = at + full_size(costume, at)


def step_window(costume, actor, limb, events):
    """Executes each command that the limb steps onto, and steps on from there, until it rests or jumps."""
    noted, target = len(actor["notes"]), None
    for _ in range(MOST_CODES):
        at = limb["position"]
        here = code_at(costume["sequence"], at)
        if here is None:
            return
        if limb["mode"] == LOOP:
            limb["position"] = at + here[1] if at + here[1] <= limb["end"] else limb["start"]
        elif at != limb["end"]:
            limb["position"] = at + here[1]
        at = limb["position"]
        code = (code_at(costume["sequence"], at) or (None,))[0]
        if target == SKIPS and code != END_IF:
            continue
        if rests(costume, at):
            return
        target = execute(costume, actor, at, events, limb["start"])
        if target not in (None, SKIPS):
            limb["position"] = target
            return switch_off_if_stuck(costume, limb, at, events)
    limb["on"] = False
    del actor["notes"][noted:]
    events[:] = [["stuck", 0]]


def end_step(costume, actor, direction):
    """Carries out what the commands of a tick noted, the last note first."""
    for code, value in reversed(actor["notes"]):
        if code == 0xC086:
            actor["hidden"] = True
        elif code == 0xC087:
            actor["offset"] = value
        elif value >= 0 and not actor["hidden"]:
            begin_chore(costume, actor, chore_called(costume, value), direction, ALL_LIMBS)
    actor["notes"] = []
    if costume["version"] >= 80:
        set_talk_condition(costume, actor, actor["talking"])


def chore_called(costume, number):
    """Returns the chore that a number in a command or an animate call stands for."""
    version = costume["version"]
    firsts = {7: (1001,), 8: (1001,), 99: (56, 1024), 100: (1024,)}.get(version, (56,))
    return next((number - first + 1 for first in firsts if first <= number < first + 5), number)


def step(costume, actor, tick, direction):
    """Steps all limbs, away from `tick`, and ends the tick; returns the events."""
    events = []
    for number, limb in enumerate([] if actor["hidden"] else actor["limbs"]):
        mine = []
        if limb["on"] and limb["mode"] in (LOOP, ONCE):
            step_window(costume, actor, limb, mine)
        elif limb["on"] and limb["mode"] in (PROGRAM, UNSEEN_PROGRAM):
            step_program(costume, actor, limb, mine)
        events += [[tick, number, kind, value] for kind, value in mine]
    end_step(costume, actor, direction)
    return events


def state_of(actor):
    """Returns the state that distinguishes one tick from another, except for variables."""
    return (tuple((limb["on"], limb["stopped"], limb["position"], limb["record"]) for limb in actor["limbs"]),
            actor["hidden"], actor["flip"], actor["offset"], actor["mask"])


def earlier(seen, actor):
    """Returns the earlier tick with the same state, including the variables read so far, or None."""
    read = [number for number in actor["reads"] if number < RANDOM]
    for tick, variables in seen.get(state_of(actor), []):
        if all(variables[number] == actor["variables"][number] for number in read):
            return tick
    return None


class Scripted(plain_script.Actor):
    def __init__(self, costume):
        super().__init__(costume["version"], costume["directions"], STAND)
        self.costume, self.actor, self.appeared = costume, new_actor(), False

    def turned(self):
        turn(self.costume, self.actor, self.facing)

    def started(self, chore, which):
        if not self.appeared and chore != INIT:
            apply(self.costume, self.actor, INIT * self.directions + self.facing)
        self.appeared = True
        begin_chore(self.costume, self.actor, chore, self.facing, which)

    def named(self, number):
        return chore_called(self.costume, number)

    def talking(self, state):
        set_talking(self.costume, self.actor, state)

    def draw(self):
        return draw(self.costume, self.actor, self.facing)[0]

    def step(self, tick):
        return step(self.costume, self.actor, tick, self.facing)


def timeline(costume, number, max_ticks=MAX_TICKS):
    """Returns a record's row of `wardrobe list ARCHIVE timelines --json`."""
    actor, seen = start(costume, number), {}
    frames, events, missing, loop_start = [], [], False, None
    while loop_start is None and len(frames) < max_ticks:
        seen.setdefault(state_of(actor), []).append((len(frames), list(actor["variables"])))
        cels, misses = draw(costume, actor, number)
        missing = missing or misses
        events += step(costume, actor, len(frames), number % costume["directions"])
        frames.append(cels)
        loop_start = earlier(seen, actor)
    flags = [name for name, holds in (
        ("dynamic", bool(actor["reads"])), ("lost", actor["lost"]), ("missing-picture", missing),
        ("stuck", any(event[2] == "stuck" for event in events)),
        ("truncated", loop_start is None)) if holds]
    frames, events, loop_start = plain_loop.shortest(frames, events, loop_start)
    return {"ticks": len(frames), "loop_start": loop_start, "flags": flags,
            "reads": [name_of(read) for read in sorted(actor["reads"])],
            "frames": frames, "events": events}


def name_of(read):
    return f"var {read}" if read < RANDOM else ("random", "sound", "talking", "condition")[
        read - RANDOM]


def chores(costume):
    """Returns {record: (chore, direction as `list` names it)}."""
    directions = costume["directions"]
    return {number: (number // directions, "WESN"[number % 4] if directions == 4
                     else 45 * (number % 8)) for number in sorted(costume["records"])}
