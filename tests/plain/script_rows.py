"""What scripts say of costumes: the rows of `list wearers`, `list calls` and `list recolours`, as in SCUMM.md alone."""

import collections

from script_walk import Bad, walk

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


class Wearer:
    def __init__(self, script, at, actor, costume, raw):
        self.script, self.at, self.actor, self.costume, self.raw = script, at, actor, costume, raw


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
            for number in sorted(costumes):
                if number:
                    wearer = Wearer(None, 0, number, number, ())
                    wearer.said = dict.fromkeys(FIELDS)
                    wearer.name, wearer.name_from, wearer.room, wearer.room_from = None, None, None, None
                    self.wearers.append(wearer)
        calls = collections.defaultdict(list)  # global or local script → arguments of its calls
        for script, found in self.walks:
            for event in found.events:
                if event.what == "call" and isinstance(event.values[0], int):
                    calls[self.called(script, event.values[0])].append(event.values[1:])
                if event.what == "name" and isinstance(event.actor, int) and is_name(event.values[0]):
                    self.names[event.actor].add(event.values[0])
        for script, found in self.walks:
            self.say(script, found, {})
            arguments = calls[script.kind, script.number, script.room if script.kind == "local" else None]
            for values in arguments[:64]:
                given = {f"local{i}": value for i, value in enumerate(values)
                         if isinstance(value, int) and f"local{i}" not in found.written}
                if given:
                    self.say(script, found, given)
        for wearer in self.wearers:
            if wearer.name is None and not wearer.name_from and len(self.names.get(wearer.actor, ())) == 1:
                wearer.name, wearer.name_from = next(iter(self.names[wearer.actor])), "actor"

    def called(self, script, number):
        first_local = 2000 if self.version in (7, 8) else 200
        if self.number <= 2 or number < first_local:
            return "global", number, None
        return "local", number, script.room

    def say(self, script, found, given):
        """Adds the rows of a script; if it is called with `given` values, only those that depend on them."""
        value = lambda one: given.get(one, one) if isinstance(one, str) else one
        wears = {}  # what actors wear, by number or name of a variable
        for i, event in enumerate(found.events):
            if event.what == "join":
                wears.clear()
            elif event.what == "write":
                wears.pop(event.actor, None)
            elif event.what == "costume":
                actor, costume = value(event.actor), value(event.values[0])
                raw = {one for one in (event.actor, event.values[0]) if one in given}
                wearer = None
                if isinstance(costume, int) and costume > 0 and actor != 0:
                    wearer = self.wearer(script, found.events, i, actor, costume, raw, value)
                    if raw or not given:
                        self.wearers.append(wearer)
                if event.actor is not None:
                    wears[event.actor] = wearer
            elif event.what in ("palette", "animate", *CHORES):
                actor, values = value(event.actor), [value(one) for one in event.values]
                wearer = wears.get(event.actor)
                depends = {one for one in (event.actor, *event.values) if one in given} | \
                    (wearer.raw if wearer else set())
                if not depends and given:
                    continue
                found_ = (wearer, script, event.at, actor)
                if event.what == "palette":
                    self.recolours.append((*found_, 2 if self.version == 1 else values[0], values[1]))
                elif event.what == "animate":
                    self.animations.append((*found_, self.chore(values[0]), None))
                else:
                    self.animations += [(*found_, chore, role) for chore, role in zip(values, CHORES[event.what])]

    def wearer(self, script, events, i, actor, costume, raw, value):
        event = events[i]
        wearer = Wearer(script, event.at, actor if isinstance(actor, int) else None, costume, raw)
        others = [j for j, other in enumerate(events) if other.what == "costume" and other.actor == event.actor and j > i]
        behind = events[i + 1:others[0] if others and event.actor is not None else len(events)]
        behind = [other for other in behind if other.actor == event.actor and event.actor is not None]
        statement = [other for other in events if other.group == event.group and other.group is not None
                     and other.actor == event.actor]
        said = wearer.said = dict.fromkeys(FIELDS)
        for other in [*reversed(behind), *statement]:
            for field, one in zip(SAID.get(other.what, ()), other.values):
                said[field] = number_of(value(one))
            if other.what in ("never_zclip", "always_zclip"):
                said["plane"] = number_of(value(other.values[0])) if other.values else 0
        wearer.name = wearer.name_from = None
        for source, some in (("command", [other for other in statement if other.what == "name"][-1:]),
                             ("script", [other for other in behind if other.what == "name"][:1])):
            if some:
                wearer.name_from = source
                wearer.name = some[0].values[0] if is_name(some[0].values[0]) else None
                break
        for other in behind:
            if other.what == "place" and said["x"] is None:
                said["x"], said["y"] = (number_of(value(one)) for one in other.values)
        wearer.room, wearer.room_from = script.room, "script"
        if script.kind == "global":
            rooms = (number_of(value(other.values[0])) for other in behind if other.what == "room")
            wearer.room = next((room for room in rooms if room), None)
            wearer.room_from = "placed" if wearer.room else None
        return wearer

    # Rows as the program lists them

    def place(self, script, at):
        return script and {"kind": script.kind, "number": script.number, "room": script.room, "offset": at}

    def wearer_rows(self):
        return [{"costume": one.costume, "costume_row": self.costumes.get(one.costume), "actor": one.actor,
                 "ego": one.actor is not None and one.actor in self.egos, "name": text_of(one.name),
                 "name_from": one.name_from if one.name else None, "room": one.room, "room_from": one.room_from,
                 "script": self.place(one.script, one.at), **one.said} for one in self.wearers]

    def recolour_rows(self):
        return [row | {"slot": slot, "color": color, "script": self.place(script, at)}
                for row, script, at, slot, color in self.of_costumes(self.recolours)
                if isinstance(slot, int) and isinstance(color, int)]

    def call_rows(self):
        return [row | {"chore": chore, "role": role, "script": self.place(script, at)}
                for row, script, at, chore, role in self.of_costumes(self.animations) if isinstance(chore, int)]

    def of_costumes(self, found):
        """Yields what was found of actors whose costume is known, with the fields of the costume and the actor."""
        in_room, in_game = collections.defaultdict(set), collections.defaultdict(set)
        for wearer in self.wearers:
            in_game[wearer.actor].add(wearer.costume)
            if wearer.script:
                in_room[wearer.script.room, wearer.actor].add(wearer.costume)
        for wearer, script, at, actor, *values in found:
            known = [{wearer.costume}] if wearer else []
            if isinstance(actor, int):
                known += [in_room[script.room, actor], in_game[actor]]
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


def number_of(value):
    return value if isinstance(value, int) else None


def is_name(name):
    return name is not None and name.strip(b" @") != b""


def text_of(name):
    """The text of a name: without filling, CP437 for what is not ASCII, and what has no letter as \\xNN."""
    if name is None:
        return None
    return "".join(bytes([byte]).decode("cp437") if 32 <= byte < 127 or byte >= 128 else f"\\x{byte:02X}"
                   for byte in name.strip(b" @"))
