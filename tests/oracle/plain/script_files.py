"""Finds the scripts in a game's files, as in SCUMM.md alone. Written as plainly as possible, to compare the program
with; nothing is checked.
"""

from plain_game import PlainGame, children, u16, u32
from plain_old import entries_in, inverted


class Script:
    """`code` is what is walked, `entries` are positions in it where it can start."""

    def __init__(self, kind, number, room, code, entries=(0,)):
        self.kind, self.number, self.room, self.code, self.entries = kind, number, room, bytes(code), entries

    def __repr__(self):
        return f"{self.kind} script {self.number} of room {self.room}"


def scripts_of(folder, version):
    """Returns the scripts of a game. `version` is 1, 2, "3-16", 3 to 8, or 60 and more for Humongous games."""
    return old_scripts(folder, version) if version in (1, 2, "3-16", 3) else late_scripts(folder, version)


def once(scripts):
    """Two numbers may name one script, which is known by the lower one; and verbs one code."""
    found = {}
    for place, script in scripts:
        found.setdefault(place, script)
    return list(found.values())


def verbs(data, at, form, start, code_end):
    """Yields the offsets in a table of verbs at `at`. They count from `start`; those outside are none."""
    verb_size, size = form
    read = {1: lambda at: data[at], 2: lambda at: u16(data, at), 4: lambda at: u32(data, at)}
    while at + verb_size <= code_end and read[verb_size](at):
        if at + verb_size + size > code_end:
            return
        offset = start + read[size](at + verb_size)
        at += verb_size + size
        if at <= offset < code_end:
            yield offset


def object_script(data, number, room, table, form, start, end):
    """Returns what an object's verbs start, from the first of them on; None if there is nothing."""
    entries = sorted(set(verbs(data, table, form, start, end)))
    if not entries:
        return None
    return Script("object", number, room, data[entries[0]:end], [entry - entries[0] for entry in entries])


# Versions 4 and later

KINDS = {b"ENCD": "entry", b"EXCD": "exit", b"EN": "entry", b"EX": "exit"}


def late_scripts(folder, version):
    game = PlainGame(folder, version)
    found = []
    for tag, _, at, _ in children(game.index, 0, len(game.index), game.v4):
        if tag in (b"DSCR", b"DIRS", b"0S"):
            for number, (room, offset) in enumerate(game._entries(at)):
                if room in game.places:
                    disk, start = game.places[room]
                    data = game.disks[disk]
                    block = next(children(data, start + offset, len(data), game.v4), None)
                    if block and block[0] in (b"SCRP", b"SC"):
                        found.append(((disk, block[1]), Script("global", number, room, data[block[2]:block[3]])))
    for disk, data in enumerate(game.disks):
        for _, block, at, end in children(data, 0, len(data), game.v4):
            for tag, start, at, end in children(data, at, end, game.v4):
                if tag in (b"LFLF", b"LF"):
                    room = next((room for room, (on, place) in game.places.items()
                                 if on == disk and start <= place < end), None)
                    for tag, _, at, end in children(data, at + (2 if game.v4 else 0), end, game.v4):
                        if tag in (b"ROOM", b"RMDA", b"RMSC", b"RO"):
                            found += [((disk, place), script)
                                      for place, script in room_scripts(data, at, end, room, version)]
    return once(found)


def room_scripts(data, start, end, room, version):
    """Yields place and script of what stands in a room."""
    small = version in (3, 4)
    for tag, block, at, end in children(data, start, end, small):
        if tag in KINDS:
            yield block, Script(KINDS[tag], None, room, data[at:end])
        elif tag in (b"LSCR", b"LSC2", b"LS"):
            size = 4 if version == 8 or tag == b"LSC2" else 2 if version == 7 else 1
            number = int.from_bytes(data[at:at + size], "little")
            yield block, Script("local", number, room, data[at + size:end])
        elif tag == b"OC":
            script = object_script(data, u16(data, block + 6), room, block + 19, (1, 2), block, end)
            if script:
                yield block, script
        elif tag == b"OBCD":
            parts = {tag: (block, at, end) for tag, block, at, end in children(data, at, end, False)}
            _, head, _ = parts[b"CDHD"]
            number = u16(data, head + (4 if version in (7, 8) else 0))
            verb, payload, verb_end = parts[b"VERB"]
            form, base = ((4, 4), payload) if version == 8 else ((1, 2), verb)
            script = object_script(data, number, room, payload, form, base, verb_end)
            if script:
                yield block, script


# Versions 1 to 3

def old_scripts(folder, version):
    files = {path.name.upper(): path.read_bytes() for path in folder.iterdir()}
    if version != 3:
        files = {name: inverted(data) for name, data in files.items()}
    found = []
    entries = list(entries_in(files["00.LFL"], version, "scripts"))
    for name, data in sorted(files.items()):
        if name == "00.LFL" or not name[:2].isdigit():
            continue
        room, chain = int(name[:2]), chain_of(data, version)
        for number, there, offset in entries:
            size = chain.get(offset)
            if there == room and size and (version != 3 or data[offset + 4:offset + 6] == b"SC"):
                code = data[offset + (6 if version == 3 else 4):offset + size]
                found.append(((room, offset), Script("global", number, room, code)))
        if version == 3:
            in_room = room_scripts(data, 6, u32(data, 0), room, 3)
        else:
            in_room = nameless_room_scripts(data, u16(data, 0), room, version)
        found += [((room, place), script) for place, script in in_room]
    return once(found)


def chain_of(data, version):
    """Returns {offset: size} of the blocks that follow each other from the start of a file."""
    found, at = {}, 0
    header = 6 if version == 3 else 4
    while at + header <= len(data):
        size = u32(data, at) if version == 3 else u16(data, at)
        if size < header or at + size > len(data):
            break
        found[at] = size
        at += size
    return found


def nameless_room_scripts(data, end, room, version):
    v3 = version == "3-16"
    table = 29 if v3 else 28
    if end <= table:
        return
    objects, sounds, scripts = data[20], data[23 if v3 else 22], data[24 if v3 else 23]
    after = table + 4 * objects + sounds + scripts
    for i in range(objects):
        at = u16(data, table + 2 * objects + 2 * i)
        script = object_script(data, u16(data, at + 4), room, at + (17 if v3 else 15), (1, 2 if v3 else 1), at,
                               at + u16(data, at))
        if script:
            yield at, script
    starts = [("exit", None, u16(data, 0x19 if v3 else 0x18)), ("entry", None, u16(data, 0x1B if v3 else 0x1A))]
    while v3 and data[after]:
        starts.append(("local", data[after], u16(data, after + 1)))
        after += 3
    places = sorted({at for _, _, at in starts if at} | {end})
    for kind, number, at in starts:
        if at:
            yield at, Script(kind, number, room, data[at:next(place for place in places if place > at)])
