"""What scripts say of costumes: the rows of `list wearers`, `list calls` and `list recolours`, as in SCUMM.md alone."""

import collections
import itertools
import re

from script_walk import Bad, Event, walk

OWN_CHORES = range(56, 61)  # as numbers of animate: the actor's own init, walk, stand, talk, stop talking
SAID = {"talk_color": ("talk_color",), "scale": ("scale",), "walk_anim": ("walk",), "stand_anim": ("stand",),
        "init_anim": ("init",), "talk_anim": ("talk", "talk_stop")}
CHORES = {what: SAID[what] for what in ("init_anim", "walk_anim", "stand_anim", "talk_anim")}
FIELDS = ("talk_color", "x", "y", "scale", "plane", "walk", "stand", "init", "talk", "talk_stop")


def best_walks(scripts, version):
    """Returns (script, walk or Bad) of each. Of two dialects, the one in which more scripts end."""
    dialects = {3: (3, 3.5), "3-16": (3, 3.5)}.get(version, (version,))
    tried = []
    for dialect in dialects:
        walks = []
        for script in scripts:
            try:
                walks.append((script, walk(script.code, dialect)))
            except Bad as bad:
                walks.append((script, bad))
        tried.append(walks)
    return min(tried, key=lambda walks: sum(isinstance(walk, Bad) for _, walk in walks))


def entered(scripts, version):
    """Returns {room: {object: the state that the room's entry script sets, if it sets only one, by a constant}}."""
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for script, walked in best_walks(scripts, version):
        for event in walked.events if script.kind == "entry" and not isinstance(walked, Bad) else []:
            if event.what == "state" and isinstance(event.values[0], int):
                one, state = event.values
                known = isinstance(state, int) and 0 <= state <= 253
                found[script.room][one].add((int(state != 0) if version in (1, 2, "3-16", 3, 4) else state) if known else None)
    return {room: {one: state for one, (state, *more) in states.items() if not more and state is not None}
            for room, states in found.items()}


UNKNOWN = object()  # what an actor wears who was given a costume by a variable


class Wearer:
    def __init__(self, script, at, actor, costume):
        self.script, self.at, self.actor, self.costume = script, at, actor, costume
        self.said = dict.fromkeys(FIELDS)
        self.name = self.name_from = self.room = self.room_from = None


class Rows:
    """All rows of a game. `costumes` is {id: row in the archive}."""

    def __init__(self, scripts, version, costumes):
        self.version, self.costumes = version, costumes
        self.number = 3 if version == "3-16" else version
        self.walks = [(script, found) for script, found in best_walks(scripts, version) if not isinstance(found, Bad)]
        self.wearers, self.recolours, self.animations = [], [], []
        self.egos = {event.values[0] for _, found in self.walks for event in found.events if event.what == "ego"}
        self.names = collections.defaultdict(set)  # actor → all its names
        if version == 1:
            self.wearers = [Wearer(None, 0, number, number) for number in sorted(costumes) if number]
        calls = collections.defaultdict(list)  # global or local script → arguments of its calls
        for script, found in self.walks:
            for event in found.events:
                if event.what == "call" and isinstance(event.values[0], int):
                    calls[self.called(script, event.values[0])].append(event.values[1:])
        for script, found in self.walks:
            self.say(script, found, {})
            arguments = calls[script.kind, script.number, script.room if script.kind == "local" else None]
            for values in arguments[:64]:
                given = {f"local{i}": value for i, value in enumerate(values)
                         if isinstance(value, int) and f"local{i}" not in found.written}
                if given:
                    self.say(script, found, given)
        for wearer in self.wearers:
            if wearer.name is None and len(self.names.get(wearer.actor, ())) == 1:
                wearer.name, wearer.name_from = next(iter(self.names[wearer.actor])), "actor"

    def called(self, script, number):
        first_local = 2000 if self.version in (7, 8) else 200
        if self.number <= 2 or number < first_local:
            return "global", number, None
        return "local", number, script.room

    def say(self, script, found, given):
        """Adds the rows of a script; if it is called with `given` values, only those that depend on them."""
        value = lambda one: given.get(one, one) if isinstance(one, str) else one
        events = [Event(one.what, one.at, value(one.actor) if one.what != "write" else one.actor,
                        map(value, one.values), one.group) for one in found.events]
        wears = {}  # what actors wear, by number or name of a variable
        for i, (raw, event) in enumerate(zip(found.events, events)):
            actor = event.actor
            depends = not given or any(one in given for one in (raw.actor, *raw.values) if isinstance(one, str))
            if event.what == "name" and isinstance(actor, int) and is_name(event.values[0]):
                self.names[actor].add(event.values[0].strip(b" @"))
            elif event.what == "join":
                wears.clear()
            elif event.what == "write":
                wears.pop(actor, None)
            elif event.what == "costume":
                wearer = UNKNOWN
                costume = event.values[0]
                if isinstance(costume, int) and costume > 0 and actor != 0:
                    wearer = self.wearer(script, events, i)
                    wearer.depends = depends
                    if depends:
                        self.wearers.append(wearer)
                if actor is not None:
                    wears[actor] = wearer
            elif event.what in ("palette", "animate", *CHORES) and actor != 0:
                wearer = wears.get(actor)
                if wearer is UNKNOWN or not depends and not (wearer and wearer.depends):
                    continue
                place = (wearer, script, event.at, actor)
                if event.what == "palette":
                    slot, color = event.values
                    self.recolours.append((*place, 2 if self.version == 1 else slot, color))
                elif event.what == "animate":
                    self.animations.append((*place, self.chore(event.values[0]), None))
                else:
                    self.animations += [(*place, chore, role) for chore, role in zip(event.values, CHORES[event.what])]

    def wearer(self, script, events, i):
        """Returns the row of a costume command, events[i]."""
        event = events[i]
        wearer = Wearer(script, event.at, number_of(event.actor), event.values[0])
        same = [] if event.actor is None else [other for other in events[i + 1:] if other.actor == event.actor]
        behind = list(itertools.takewhile(lambda other: other.what != "costume", same))
        of_group = [j for j, other in enumerate(events) if (other.group, other.actor) == (event.group, event.actor)]
        end = next((j for j in of_group if j > i and events[j].what == "costume"), len(events))
        statement = [events[j] for j in of_group if j < end]
        behind = [other for other in behind if other not in statement]
        said = wearer.said = dict.fromkeys(FIELDS)
        for other in statement:
            said.update(dict.fromkeys(FIELDS) if other.what == "default" else fields_of(other))
        for other in behind:
            said.update({field: one for field, one in fields_of(other).items() if said[field] is None})
        for source, names in (("script", names_in(behind)[:1]), ("command", names_in(statement)[-1:])):
            if names:
                wearer.name, wearer.name_from = names[0], source
        wearer.room, wearer.room_from = script.room, "script"
        if script.kind == "global":
            rooms = [number_of(other.values[0]) for other in behind if other.what == "room"]
            wearer.room = next((room for room in rooms if room and room != 255), None)
            wearer.room_from = wearer.room and "placed"
        return wearer

    # Rows as the program lists them

    def place(self, script, at):
        return script and {"kind": script.kind, "number": script.number, "room": script.room, "offset": at}

    def wearer_rows(self):
        return once({"costume": one.costume, "costume_row": self.costumes.get(one.costume), "actor": one.actor,
                     "ego": one.actor is not None and one.actor in self.egos, "name": text_of(one.name, self.number),
                     "name_bytes": None if one.name is None or one.name.isascii() else one.name.hex(),
                     "name_from": one.name_from, "room": one.room, "room_from": one.room_from,
                     "script": self.place(one.script, one.at), **one.said} for one in self.wearers)

    def recolour_rows(self):
        return once(row | {"slot": slot, "color": color, "script": self.place(script, at)}
                    for row, script, at, slot, color in self.of_costumes(self.recolours)
                    if isinstance(slot, int) and isinstance(color, int))

    def call_rows(self):
        return once(row | {"chore": chore, "role": role, "script": self.place(script, at)}
                    for row, script, at, chore, role in self.of_costumes(self.animations) if isinstance(chore, int))

    def of_costumes(self, found):
        """Yields what was found of actors whose costume is known, with the fields of the costume and the actor."""
        in_room, in_game = collections.defaultdict(set), collections.defaultdict(set)
        for wearer in self.wearers:
            in_game[wearer.actor].add(wearer.costume)
            if wearer.script and wearer.script.kind != "global":
                in_room[wearer.script.room, wearer.actor].add(wearer.costume)
        for wearer, script, at, actor, *values in found:
            known = [{wearer.costume}] if wearer else []
            if isinstance(actor, int) and wearer is None:
                known += [in_room[script.kind != "global" and script.room, actor], in_game[actor]]
            costume = next((next(iter(costumes)) for costumes in known if len(costumes) == 1), None)
            if costume is not None:
                yield ({"costume": costume, "costume_row": self.costumes.get(costume),
                        "actor": actor if isinstance(actor, int) else None}, script, at, *values)

    def chore(self, number):
        """Returns the chore that an animate call plays; None: it turns or stops, or plays one of the actor's own."""
        if not isinstance(number, int):
            return None
        if self.version in (7, 8):
            return number if 0 <= number < 1000 and number != 255 else None
        chore = number // 4 if self.number <= 2 else number
        return chore if 0 <= number < 244 and chore not in OWN_CHORES else None


def once(rows):
    """Returns the rows without those that say the same as an earlier one."""
    return list({repr(row): row for row in rows}.values())


def fields_of(event):
    """Returns the fields that an event gives, unless they depend on variables."""
    values = [number_of(value) for value in event.values]
    if event.what == "place":
        return {} if None in values else dict(zip("xy", values))
    if event.what in ("never_zclip", "always_zclip"):
        return {"plane": values[0] if values else 0}
    return dict(zip(SAID.get(event.what, ()), values))


def names_in(events):
    return [event.values[0] for event in events if event.what == "name" and is_name(event.values[0])]


def number_of(value):
    return value if isinstance(value, int) else None


def is_name(name):
    return name is not None and name.strip(b" @") != b""


def text_of(name, version):
    """The text of a name: without filling and escapes, CP437 for what is not ASCII, and what has no letter as \\xNN."""
    if name is None:
        return None
    if 3 <= version < 72:
        name = re.sub(rb"\xff(?:[\1\2\3\x08\x2e]|.%s)" % (b"...." if version == 8 else b".."), b"", name, flags=re.DOTALL)
    return "".join(bytes([byte]).decode("cp437") if 32 <= byte < 127 or byte >= 128 else f"\\x{byte:02X}"
                   for byte in name.strip(b" @"))
