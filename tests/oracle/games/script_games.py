"""Makes scripts of any version out of the tables of script_tables.py, also hostile ones, and puts them into games."""

import os
import pathlib
import random
import struct

import akos_files as akos
import akos_games
from game_files import KEY, block, make_game, tiny_costume, xored
from plain_game import PlainGame, children
from plain_old import inverted, places_in
from script_files import scripts_of
from script_walk import dialect

HE = 71  # the Humongous form of the sample
VERSIONS = (1, 2, "3-16", *range(3, 9), HE)
LARGEST_OLD = 20000  # bytes of a script, so that offsets of 16 bits reach it


def number_of(version):
    return 3 if version == "3-16" else version


class ScriptGame:
    """A form of the sample game, without XOR. `changed` are the files that differ from those on the disk."""

    def __init__(self, folder, version, changed=None):
        self.folder, self.version, self.name = folder, version, f"sample {version}"
        self.files = {path.name: self.toggled(path.name, path.read_bytes()) for path in sorted(folder.iterdir())}
        self.files |= changed or {}
        self.index, *self.resources = self.files

    def toggled(self, name, data):
        if self.version in (1, 2, "3-16"):
            return inverted(data)
        return xored(data, 0 if self.version in (3, 7, 8) or name == "000.LFL" else KEY)

    def file_name(self):
        return pathlib.Path(self.resources[0]).stem if len(self.resources) == 1 else ".LFL"

    def with_files(self, **files):
        return ScriptGame(self.folder, self.version, {**self.files, **{name: bytes(files[name]) for name in files}})

    def with_file(self, name, data):
        return self.with_files(**{name: data})

    def patched(self, name, at, replacement):
        data = self.files[name]
        return self.with_file(name, data[:at] + replacement + data[at + len(replacement):])

    def write(self, folder):
        folder = pathlib.Path(folder)
        os.makedirs(folder, exist_ok=True)
        for name, data in self.files.items():
            (folder / name).write_bytes(self.toggled(name, data))
        return folder

    def codes(self):
        """Returns (file, position, length) of the code of each script."""
        places = []
        for script in scripts_of(self.folder, self.version):
            for name in self.resources:
                at = self.files[name].find(script.code)
                if at >= 0:
                    places.append((name, at, len(script.code)))
                    break
        return places

    def with_script(self, code):
        """Returns the game with this code in place of global script 1."""
        return self.with_block(code, {1: 0})

    def with_block(self, code, entries):
        """Appends a block with this code to the last room. `entries` are numbers of scripts, and at which distance from
        the block their entries in the index point."""
        name, index = self.resources[-1], bytearray(self.files[self.index])
        data = self.files[name]
        if number_of(self.version) <= 3:
            small = self.version == 3
            added = block(b"SC", code) if small else struct.pack("<HH", len(code) + 4 & 0xFFFF, 0) + code
            places = self.old_entries()
            for number, distance in entries.items():
                room_at, at = places[number]
                index[room_at] = int(name[:2])
                struct.pack_into("<I" if small else "<H", index, at, len(data) + distance)
            return self.with_files(**{self.index: index, name: data + added})
        plain = PlainGame(self.folder, self.version)
        room, (_, start) = max(plain.places.items())
        added = block(b"SC" if plain.v4 else b"SCRP", code)
        parents = [at for _, at, _, _ in self.parents(data, plain.v4)]
        data = bytearray(data + added)
        for at in parents:
            form, where = ("<I", at) if plain.v4 else (">I", at + 4)
            struct.pack_into(form, data, where, struct.unpack_from(form, data, where)[0] + len(added))
        offset = len(data) - len(added) - start
        tag, at, payload, end = next(row for row in children(index, 0, len(index), plain.v4)
                                     if row[0] in (b"DSCR", b"DIRS", b"0S"))
        return self.with_files(**{self.index: self.with_entries(
            index, tag, at, payload, end, {number: (room, offset + distance) for number, distance in entries.items()}),
            name: data})

    def parents(self, data, v4):
        """The outermost block and the last one inside it."""
        outer = next(children(data, 0, len(data), v4))
        *_, last = children(data, outer[2], len(data), v4)
        return outer, last

    def with_entries(self, index, tag, at, payload, end, entries):
        """Returns the index with other entries in a directory, which grows for them."""
        v4, v8, sized = self.version == 4, self.version == 8, self.version == HE
        count, = struct.unpack_from("<I" if v8 else "<H", index, payload)
        list_at = payload + (4 if v8 else 2)
        rows = [struct.unpack_from("<BI", index, list_at + 5 * i) for i in range(count)] if v4 else \
            [(index[list_at + i], struct.unpack_from("<I", index, list_at + count + 4 * i)[0]) for i in range(count)]
        rows += [(0, 0)] * (max(entries) + 1 - count)
        for number, row in entries.items():
            rows[number] = row
        body = struct.pack("<I" if v8 else "<H", len(rows))
        if v4:
            body += b"".join(struct.pack("<BI", *row) for row in rows)
        else:
            body += bytes(room for room, _ in rows) + struct.pack(f"<{len(rows)}I", *(at for _, at in rows))
            body += bytes(4 * len(rows)) if sized else b""
        head = struct.pack("<I", len(body) + 6) + tag if v4 else tag + struct.pack(">I", len(body) + 8)
        return index[:at] + head + body + index[end:]

    def old_entries(self):
        """Returns positions of the room and the offset of each script's entry in an index of version 1 to 3."""
        return places_in(self.files[self.index], self.version, "scripts")[1]


class Writer:
    """Encodes instructions of a version with operands by chance."""

    def __init__(self, version, seed=0):
        self.version, self.dialect = number_of(version), dialect(number_of(version))
        self.random = random.Random(seed)
        self.stack = self.dialect.stack
        self.by_name = {}
        for opcode, (name, _) in sorted(self.dialect.table.items()):
            self.by_name.setdefault(name, opcode)

    def opcode(self, name):
        return bytes([self.by_name[name]])

    def word(self, value):
        return struct.pack("<i" if self.version == 8 else "<h", value)

    def push(self, *values):
        return b"".join(self.opcode("pushWord") + self.word(value) for value in values)

    def stop(self):
        return self.opcode("stopObjectCode")

    def wears(self, actor, costume):
        """An actor wears a costume."""
        if self.version <= 2:
            return bytes([0x13, actor, costume, 4])
        numbers = {name: number for number, (name, _) in reversed(list(self.dialect.actor.items()))}
        if not self.stack:
            return bytes([0x13, actor, numbers["costume"], costume, 0xFF])
        command = self.opcode("actorOps")
        return (self.push(actor) + command + bytes([numbers["actor"]])
                + self.push(costume) + command + bytes([numbers["costume"]]))

    def every_instruction(self):
        """Yields each instruction with each of its sub-commands."""
        for opcode, (_, signs) in sorted(self.dialect.table.items()):
            for sub in self.subs(signs):
                yield bytes([opcode]), self.instruction(opcode, sub)

    def subs(self, signs):
        """The sub-commands that signs allow; None: none."""
        what = signs[signs.rindex("?") + 1:] if "?" in signs else signs[signs.rindex("*") + 1:] if "*" in signs else None
        if what == "actor":
            return self.dialect.actor
        return self.dialect.lists[what] if what else [None]

    def instruction(self, opcode, sub=None):
        """Returns an instruction, with the values that it takes from the stack before it."""
        name, signs = self.dialect.table[opcode]
        if not self.stack:
            return self.with_operands(opcode, signs, sub)
        inline = {"?actor": lambda: self.dialect.actor[sub][1]}.get(
            signs, lambda: self.dialect.lists[signs[signs.index("?") + 1:]][sub] if "?" in signs else "")()
        before = signs.split("?")[0]
        pushed, body = b"", bytes([opcode])
        for part, more in ((before, b""), (inline, bytes([sub]) if sub is not None else b"")):
            body += more
            pushes, rest = self.of_signs(part, name)
            pushed = pushes + pushed
            body += rest
        return pushed + body

    def of_signs(self, signs, name):
        """Returns what signs take from the stack, pushed, and what stands in the code."""
        pushed, inline, at = b"", b"", 0
        while at < len(signs):
            sign, at = signs[at], at + 1
            if sign == "!":
                pushes, rest = self.special(signs[at:], name)
                pushed, inline, at = pushes + pushed, inline + rest, len(signs)
            elif sign.isdigit():
                pushed = self.push(*(self.random.randrange(100) for _ in range(int(sign)))) + pushed
            elif sign == "L":
                count = self.random.randrange(4)
                pushed = self.push(*range(count), count) + pushed
            elif sign == "$":
                pushed = self.opcode("getScriptString") + b"text\0" + self.push(-1) + pushed
            elif sign == "J":
                inline += self.word(0)
            elif sign in "bwds":
                inline += {"b": b"\1", "w": self.word(3), "d": bytes(4), "s": self.text()}[sign]
        return pushed, inline

    def text(self):
        if self.version >= 72 and self.version != 8:
            return b"text\0"
        return b"a\xff\x01\xff\x05" + bytes(4 if self.version == 8 else 2) + b"b\0"

    def special(self, what, name):
        """The same for signs with a method."""
        count = {"math": 2, "dup": 1, "write": 1, "size": 1, "spritehit": 4, "spriteinit": 2}.get(what, 0)
        inline = {"push": b"\1" if name == "pushByte" else self.word(5), "pushd": bytes(4), "string": b"text\0",
                  "pushvar": b"\1" if name == "pushByteVar" else self.word(5),
                  "write": b"\1" if "Byte" in name else self.word(5),
                  "inc": b"\1" if "byte" in name else self.word(5), "dupn": b"\0\0",
                  "size": b"\0" if self.version > 72 else b""}.get(what, b"")
        if what == "writeini":
            return self.push(4, 2), self.text() * 2
        if what == "colors":
            return self.push(7, 1), b""
        if what == "group":
            return self.push(1, 2, 0), b""
        if what in ("spritehit", "spriteinit") and self.version < 99:
            count -= 1
        lists = self.push(0) if what == "spritehit" and self.version >= 99 else b""
        return self.push(*range(count)) + lists, inline

    def with_operands(self, opcode, signs, sub):
        self.bits, self.shift = opcode, 0x80
        out, at = bytes([opcode]), 0
        while at < len(signs):
            sign, at = signs[at], at + 1
            if sign in "?*":
                k = sub | self.random.choice((0, 0x20, 0x40, 0x60, 0x80, 0xE0))
                if sign == "*" and k == 0xFF:
                    k = sub
                out += self.sub(signs[at:], k)
                return out + (b"\xff" if sign == "*" else b"")
            if sign == "@":
                return out + getattr(self, "make_" + signs[at:])()
            out += self.operand(sign)
        return out

    def sub(self, what, k):
        self.bits, self.shift = k, 0x80
        return bytes([k]) + b"".join(map(self.operand, self.dialect.lists[what].get(k & 0x1F, "")))

    def operand(self, sign):
        if sign in "BWY":
            if sign == "Y":
                self.shift = 0x40
            is_variable = self.bits & self.shift
            self.shift >>= 1
            if is_variable:
                return self.variable()
            return b"\7" if sign in "BY" else b"\7\0"
        if sign in "VR":
            return self.variable()
        if sign == "M":
            self.bits, self.shift = self.random.randrange(256), 0x80
            return bytes([self.bits])
        if sign == "A":
            return b"\1\2\0\x81" + self.variable() + b"\xff"
        if sign == "T":
            if self.version <= 2:
                return b"text\x85\1\0"
            return b"\x00\1\0\2\0\4\x0f" + self.text()
        if sign == "S":
            return b"name\0" if self.version <= 2 else self.text()
        return {"b": b"\1", "w": b"\1\0", "J": b"\0\0"}[sign]

    def variable(self):
        if self.version <= 2:
            return b"\x2a"
        return self.random.choice((b"\x2a\0", b"\1\x40", b"\3\x80", b"\x2a\x20\1\0"))

    def make_sentence(self):
        return self.operand("B") + b"".join(map(self.operand, "WWb" if self.version <= 2 else "WW"))

    def make_range(self):
        values = bytes(6 if self.bits & 0x80 else 3)
        return self.variable() + b"\3" + values

    def make_verb(self):
        return b"\1\1\1" + self.operand("B") + b"\1" + b"verb\0"

    def make_pseudo(self):
        return b"\1\2\3\0"

    def make_resource(self):
        k = self.random.choice((1, 17, 20, 35, 36)) | self.random.choice((0, 0x40, 0x80, 0xC0))
        self.bits, self.shift = k, 0x80
        return bytes([k]) + (self.operand("B") if k & 0x3F != 17 else b"") + \
            b"".join(map(self.operand, {20: "W", 35: "B", 36: "Bb"}.get(k & 0x3F, "")))

    def make_savevars(self):
        return b"\1\1" + self.variable() + self.variable() + b"\2\1\2\3name\0\0"

    def make_expression(self):
        return self.variable() + b"\1\5\0\x81" + self.variable() + b"\2\6" + self.nested(2) + b"\xff"

    def nested(self, depth):
        """Expressions in each other."""
        one = b"\xac\x2a\0"
        return (one + b"\6") * (depth - 1) + one + b"\1\1\0\xff" + b"\xff" * (depth - 1)

    def make_actor(self):
        if self.version <= 2:
            return self.operand("B") + self.operand("B") + b"\1"
        out = self.operand("B")
        for number, (_, signs) in self.dialect.actor.items():
            self.bits, self.shift = number | self.random.choice((0, 0x80, 0xC0)), 0x80
            out += bytes([self.bits]) + b"".join(map(self.operand, signs))
        return out + b"\xff"


def jump(writer, distance):
    if writer.stack:
        return writer.opcode("jump") + writer.word(distance)
    return b"\x18" + writer.word(distance)


def hostile(version, seed=1):
    """Yields (kind, code)."""
    writer, chance = Writer(version, seed), random.Random(f"{version} {seed}")
    stop = writer.stop()
    most = LARGEST_OLD if version in (1, 2, "3-16") else (1 << 20) - 1
    fill = lambda one, size: one * (size // len(one))
    instructions = list(writer.every_instruction())
    for opcode in chance.sample(range(256), 64):
        yield "any opcode", writer.wears(1, 2) + bytes([opcode]) + chance.randbytes(chance.choice((0, 1, 40)))
    for count in (1, 2, 3, 5, 200):
        for _ in range(3):
            yield "jumps", b"".join(jump(writer, chance.choice((0, -3, -5, 1, 300, -300, 0x7FFF, -0x8000)))
                                    for _ in range(count)) + stop
    yield "jumps", fill(jump(writer, 0), most)
    yield "jumps", fill(jump(writer, 0x7FF0), most)
    yield "jumps", fill(jump(writer, -0x7FF0), most)
    for one in (writer.opcode("talkActor") if writer.stack else b"\x14\1\x0f", b"\xff", b"\xff\4"):
        yield "texts without end", one + bytes([65]) * 1000
        yield "texts without end", one + fill(b"\xff\1", most)
    yield "nothing", b""
    yield "too large", fill(writer.wears(1, 2), min(4 * most, 4 << 20) if most > LARGEST_OLD else most)
    yield "no end", fill(writer.wears(1, 2), most)
    yield "no end", fill(writer.wears(200, 0), most)
    if writer.stack:
        yield from hostile_stack(writer, fill, most)
    elif writer.version > 2:
        for depth in (2, 15, 16, 17, 18, 1000, most // 5):
            yield "nests", writer.nested(depth) + stop
        yield "nests", fill(b"\xac\x2a\0\6", most)
        yield "lists", b"\x40" + fill(b"\1\7\0", most)
        yield "calls", fill(b"\x0a\1\1\2\0\xff", most)
        yield "calls", (b"\x0a\1\1\2\0\xff") * 1000 + b"\x13\1\x81\0\x40\xff" * 1000 + stop
        # A case of a switch in 9 bytes
        yield "switches", fill(b"\x48\x2a\0\1\0\3\0" + jump(writer, 0), most)
    for _ in range(20):
        yield "noise", chance.randbytes(chance.randrange(1, 3000))
        yield "instructions", b"".join(one for _, one in chance.choices(instructions, k=50))


def hostile_stack(writer, fill, most):
    """The same for versions from 6 on."""
    if_not = writer.opcode("ifNot")
    for count in (1023, 1024, 1025, 30000):
        yield "stacks", writer.push(*[1] * count) + writer.stop()
    yield "stacks", fill(writer.opcode("dup"), most) if "dup" in writer.by_name else b""
    # Jumps that carry a stack of a thousand values, each to the next instruction
    yield "stacks carried", writer.push(*[1] * 1000) + fill(writer.push(0) + if_not + writer.word(0), most // 2)
    # … and all to one place
    carried = writer.push(*[1] * 1000)
    one = writer.push(0) + if_not + writer.word(0x4000)
    yield "stacks carried", carried + one * 2000 + fill(writer.opcode("breakHere"), 0x8000) + writer.stop()
    if "dup" in writer.by_name:
        case = writer.opcode("dup") + writer.push(1) + writer.opcode("eq") + if_not
        tail = writer.opcode("pop") + jump(writer, 0)
        yield "switches", writer.push(5) + fill(case + writer.word(len(tail)) + tail, most - 20) + writer.stop()
        yield "switches", writer.push(5) + fill(case + writer.word(len(tail)) + tail, 4 << 20)
    for count in (-1, 1, 32767, -32768, 5000):
        for name in ("startScript", "startScriptQuick", "setClass", "cutscene", "soundKludge", "isAnyOf"):
            if name in writer.by_name:
                inline = b"\1" if writer.dialect.table[writer.by_name[name]][1].endswith("b") else b""
                yield "lists", writer.push(1, 2, 3, count) + writer.opcode(name) + inline + writer.stop()
    yield "calls", fill(writer.push(1, 2, 1) + writer.opcode("startScriptQuick"), most)
    variable = writer.opcode("pushWordVar") + (struct.pack("<I", 1 << 30) if writer.version == 8 else b"\0\x40")
    command = writer.opcode("actorOps")
    actor, costume = (b"\x7a", b"\x64") if writer.version == 8 else (b"\xc5", b"\x4c")
    dressed = writer.push(1) + command + actor + variable + command + costume
    yield "calls", (writer.push(1, 2, 1) + writer.opcode("startScriptQuick")) * 1000 + dressed * 1000 + writer.stop()


ATTRIBUTES = ("costume", "name", "palette", "talk_color", "walk_anim", "stand_anim", "init_anim", "talk_anim", "scale",
              "never_zclip", "always_zclip", "default", "sound")
V1_ATTRIBUTES = {"sound": 1, "palette": 2, "name": 3, "costume": 4, "talk_color": 5}
NAMES = (b"Pip", b"Lottie", b"M\x82lusin", b"", b"  ", b"@@@", b"Baron@@", b" Boo")


class Speaker(Writer):
    """Writes scripts that say much of few actors."""

    def value(self, *constants):
        """Returns a constant or a variable: (number, whether it is one)."""
        chance = self.random.random()
        if chance < 0.8:
            return self.random.choice(constants), False
        return (self.random.choice((0, 1, 2)) | self.local(), True) if chance < 0.93 else (42, True)

    def local(self):
        return {8: 1 << 30}.get(self.version, 0 if self.version <= 2 else 0x4000)

    def code_of(self, value, form="B"):
        number, is_variable = value
        if is_variable:
            return struct.pack("B" if self.version <= 2 else "<H", number)
        return struct.pack("<" + form, number)

    def pushed(self, *values):
        variable = self.opcode("pushWordVar")
        return b"".join(variable + struct.pack("<I" if self.version == 8 else "<H", number) if is_variable else
                        self.push(number) for number, is_variable in values)

    def called(self, name, *values, forms="BBBB", opcode=None):
        """An instruction with these values as its operands."""
        if self.stack:
            return self.pushed(*values) + self.opcode(name)
        opcode = self.by_name[name] if opcode is None else opcode
        bits = sum(bit for (_, is_variable), bit in zip(values, (0x80, 0x40, 0x20)) if is_variable)
        return bytes([opcode | bits]) + b"".join(map(self.code_of, values, forms))

    def actor_number(self):
        return self.value(0, 1, 2, 3, 4)

    def statement(self):
        kind = self.random.choice(("actor", "actor", "actor", "put", "animate", "call", "set", "if", "noise", "noise"))
        return getattr(self, "say_" + kind)()

    def say_actor(self):
        chosen = self.random.sample(ATTRIBUTES, k=self.random.randrange(1, 4))
        if self.random.random() < 0.7:
            chosen.insert(self.random.randrange(2), "costume")
        actor = self.actor_number()
        if self.version <= 2:
            return b"".join(self.old_attribute(actor, name) for name in chosen if name in V1_ATTRIBUTES)
        numbers = {name: (number, signs) for number, (name, signs) in reversed(list(self.dialect.actor.items()))}
        command = self.opcode("actorOps")
        out = self.pushed(actor) + command + bytes([numbers["actor"][0]]) if self.stack else \
            self.called("actorOps", actor)
        for name in chosen:
            if name not in numbers or name == "sound" and self.stack:
                continue
            number, signs = numbers[name]
            if name == "name":
                text = self.random.choice(NAMES)
                if "$" in signs:
                    out += self.opcode("getScriptString") + text + b"\0" + self.push(-1)
                out += (command if self.stack else b"") + bytes([number]) + (b"" if "$" in signs else text + b"\0")
                continue
            count = int(signs or 0) if self.stack else len(signs)
            values = [self.value(0, 1, 2, 4, 9, 77, 200) for _ in range(count)]
            if self.stack:
                out += self.pushed(*values) + command + bytes([number])
            else:
                out += self.called(None, *values, opcode=number)
        return out + (b"" if self.stack else b"\xff")

    def old_attribute(self, actor, name):
        value = self.value(0, 1, 2, 4, 9, 77, 200)
        more = {"palette": b"\3" if self.version == 2 else b"", "name": self.random.choice(NAMES) + b"\0"}
        return self.called("actorOps", actor, value) + bytes([V1_ATTRIBUTES[name]]) + more.get(name, b"")

    def say_put(self):
        actor, x, y, room = self.actor_number(), self.value(10, 20), self.value(30, 40), self.value(0, 1, 2, 255)
        if self.stack:
            return self.called("putActorAtXY", actor, x, y, room)
        return self.random.choice((b"", self.called("putActorInRoom", actor, room))) + \
            self.called("putActor", actor, x, y, forms="BBB" if self.version <= 2 else "Bhh")

    def say_animate(self):
        return self.called("animateActor", self.actor_number(), self.value(0, 1, 6, 57, 245, 255))

    def say_call(self):
        script = self.value(1, 2, 3, 4, 200)
        if self.version <= 2:
            return self.called("startScript", script)
        values = [self.value(0, 1, 2, 3, 9) for _ in range(self.random.randrange(4))]
        if self.stack:
            quick = self.random.random() < 0.5
            before = [] if quick or self.version >= 72 and self.version != 8 else [(0, False)]
            name = "startScriptQuick" if quick else "startScript"
            inline = b"\0" if self.dialect.table[self.by_name[name]][1].endswith("b") else b""
            return self.pushed(*before, script, *values, (len(values), False)) + self.opcode(name) + inline
        return self.called("startScript", script) + b"".join(
            self.called(None, value, forms="h", opcode=1) for value in values) + b"\xff"

    def say_set(self):
        number = self.random.choice((0, 1, 2)) | self.local()
        ego = {7: 111, 8: 126}.get(self.version, 0 if self.version <= 2 else 9 if self.version >= 72 else 1)
        variable = (self.random.choice((number, number, ego)), True)
        value = self.value(1, 2, 3)
        if self.stack:
            return self.pushed(value) + self.opcode("writeWordVar") + self.code_of(variable, "") \
                if self.version != 8 else self.pushed(value) + self.opcode("writeWordVar") + struct.pack("<I", variable[0])
        return bytes([0x1A | (0x80 if value[1] else 0)]) + self.code_of(variable) + self.code_of(value, "h")

    def say_if(self):
        """A statement or two that are jumped over."""
        inside = b"".join(self.statement() for _ in range(self.random.randrange(3)))
        ends = self.random.random() < 0.2
        inside += self.stop() if ends else b""
        if self.stack:
            return self.push(1) + self.opcode("ifNot") + self.word(len(inside)) + inside
        return b"\x28" + self.code_of((42, True)) + struct.pack("<h", len(inside)) + inside

    def say_noise(self):
        if not hasattr(self, "all_instructions"):
            self.all_instructions = [code for opcode, code in self.every_instruction()
                                     if self.dialect.table[opcode[0]][0] not in ("stopObjectCode", "actorOps", "startScript")]
        return self.random.choice(self.all_instructions)

    def script(self, statements):
        return b"".join(self.statement() for _ in range(statements)) + self.stop()


def flipped(game, seed, count=20):
    """Yields games with up to so many bytes of their scripts changed."""
    chance, places = random.Random(f"{game.version} {seed}"), game.codes()
    for number in range(1, count + 1):
        changed = game
        for _ in range(number):
            name, at, length = chance.choice(places)
            changed = changed.patched(name, at + chance.randrange(length), chance.randbytes(1))
        yield changed


def repeated(game):
    """Yields games in whose index many entries of scripts name one place, or places a byte apart."""
    code = Speaker(game.version).script(10)
    numbers = range(1, len(game.old_entries()) if number_of(game.version) <= 3 else 65535)
    yield game.with_block(code, dict.fromkeys(numbers, 0))
    yield game.with_block(code * 200, {number: number for number in numbers})


def object_of(version, verbs, code):
    """Returns a block of an object of version 5, 6 or 8 with these verbs: (number, offset in the code)."""
    v8 = version == 8
    form, size = ("<II", 8) if v8 else ("<BH", 3)
    start = (0 if v8 else 8) + size * len(verbs) + (4 if v8 else 1)
    table = b"".join(struct.pack(form, verb, start + offset & 0xFFFF) for verb, offset in verbs)
    head = struct.pack("<I", 801) if v8 else b""
    return block(b"OBCD", block(b"CDHD", head + struct.pack("<H", 7) + bytes(11))
                 + block(b"VERB", table + bytes(4 if v8 else 1) + code) + block(b"OBNA", b"thing\0"))


class Room(list):
    """Costumes of a room that has more blocks `inside` its block or `before` it."""

    inside = before = b""


def with_objects(version, *objects):
    """Makes a game of version 5, 6 or 8 whose room has these objects."""
    if version == 8:
        room = Room([akos.costume([akos.dot()], {9: [(0, akos.LOOP, 0, 0)]}, [0])])
        room.before = block(b"RMSC", b"".join(objects))
        game = akos_games.v8([room])
        game.name = "GAME8"
        return game
    room = Room([tiny_costume(version)])
    room.inside = b"".join(objects)
    return make_game(version, [room], f"GAME{version}")
