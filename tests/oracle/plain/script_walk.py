"""Walks scripts from their first byte to their last without running them, as in SCUMM.md alone, and tells what they
say of actors. Written as plainly as possible, to compare the program with.

A value is an int, the name of a variable such as "var95", or None: unknown.

Signs of script_tables.py, up to version 5: B, W an operand of 8, 16 bits or a variable; b, w without variable; V, R a
variable read, written; J a jump; A a list; S a name; T a text; M a byte with the bits of the operands behind it; ?x a
sub-command of list x, *x any number of them; @x a method below. From version 6 on: a digit takes values from the stack, L a
list; + gives a result; b, w, d, s stand in the code; $ is a string of Humongous games; !x a method below.
"""

import functools
import struct

import script_tables as tables

NESTING = 16
SPECIAL = range(14, 17)  # variables of versions 1 and 2 that stand for others


class Bad(Exception):
    """A script that cannot be walked to its end."""


def opcodes(text):
    """Returns {opcode: (name, signs)}."""
    found = {}
    for item in text.replace("\n", " ").split(";"):
        number, name, *signs = item.split()
        base, *mask = (int(part, 16) for part in number.split("/"))
        bits = [bit for bit in (0x80, 0x40, 0x20) if mask and mask[0] & bit]
        for chosen in range(1 << len(bits)):
            opcode = base | sum(bit for i, bit in enumerate(bits) if chosen >> i & 1)
            found[opcode] = None if name == "–" else (name, "".join(signs))
    return found


def numbered(text):
    """The same for a list whose numbers are decimal."""
    rows = (item.split() for item in text.replace("\n", " ").split(";"))
    return {int(number): None if name == "–" else (name, "".join(signs)) for number, name, *signs in rows}


def lists(text):
    """Returns {list: {sub-command: signs}}."""
    found = {}
    for word in text.split():
        if word.endswith(":"):
            current = found[word[:-1]] = {}
            continue
        numbers, signs = word.split(":", 1)
        first, last = (numbers.split("-") * 2)[:2]
        for number in range(int(first), int(last) + 1):
            current[number] = "" if signs == "0" else signs
    return found


def merged(*all_lists):
    found = {}
    for more in all_lists:
        for name, subs in more.items():
            found[name] = found.get(name, {}) | subs
    return found


class Dialect:
    """The tables of a version. Versions: 1, 2, 3 (of Loom), 3.5 (of Indy3), 4 to 8, and from 60 on."""

    def __init__(self, version):
        self.version = version
        self.stack = version >= 6
        self.wide = version == 8
        self.lists = {}
        if version <= 2:
            self.table = opcodes(tables.V1)
        elif version <= 5:
            self.table, self.lists = opcodes(tables.V5), lists(tables.V5_LISTS)
            self.actor = numbered(tables.V5_ACTOR)
            if version < 5:
                self.table |= opcodes(tables.V4)
                self.lists = merged(self.lists, lists(tables.V4_LISTS))
                self.actor = {raw: self.actor[number] for raw, number in enumerate(tables.V3_ACTOR_NUMBERS)
                              if number in self.actor} | {19: ("scale", "B")}
            if version < 4:
                self.table |= opcodes(tables.V3) | opcodes(tables.INDY3 if version == 3.5 else tables.LOOM)
                self.lists = merged(self.lists, lists(tables.V3_LISTS))
        elif version == 8:
            self.table, self.lists, self.actor = opcodes(tables.V8), lists(tables.V8_LISTS), numbered(tables.V8_ACTOR)
        else:
            self._stack_of_16_bits(version)
        self.table = {opcode: row for opcode, row in self.table.items() if row}

    def _stack_of_16_bits(self, version):
        self.table, self.lists, self.actor = opcodes(tables.V6), lists(tables.V6_LISTS), numbered(tables.V6_ACTOR)
        if version == 7:
            self.table |= opcodes(tables.V7)
            self.lists = merged(self.lists, lists(tables.V7_LISTS))
        for first, table, more in ((60, tables.HE60, tables.HE60_LISTS), (70, tables.HE70, tables.HE70_LISTS),
                                   (71, tables.HE71, tables.HE71_LISTS), (72, tables.HE72, tables.HE72_LISTS),
                                   (80, tables.HE80, tables.HE80_LISTS), (90, tables.HE90, tables.HE90_LISTS)):
            if version >= first:
                self.table |= opcodes(table)
                self.lists = merged(self.lists, lists(more))
        if version >= 60:
            self.actor |= numbered(tables.HE60_ACTOR)
        if version >= 72:
            self.actor |= numbered(tables.HE72_ACTOR)
        self.actor = {number: row for number, row in self.actor.items() if row}
        if version >= 100:
            pairs = (pair.split("=") for pair in tables.HE100.split())
            self.table = {int(new, 16): self.table.get(int(old, 16)) for new, old in pairs}
            self.table |= opcodes(tables.HE100_MORE)
            self.lists = self.lists | lists(tables.HE100_LISTS)
            self.actor = numbered(tables.HE100_ACTOR)


@functools.lru_cache(None)
def dialect(version):
    return Dialect(version)


class Code:
    """A cursor over a script's code."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        size = struct.calcsize(form)
        if self.at + size > len(self.data):
            raise Bad(f"the script ends inside an instruction, at {self.at}")
        self.at += size
        return struct.unpack_from("<" + form, self.data, self.at - size)[0]

    def up_to_zero(self):
        end = self.data.find(b"\0", self.at)
        if end < 0:
            raise Bad(f"a text without end at {self.at}")
        text, self.at = self.data[self.at:end], end + 1
        return text

    def escaped(self, size):
        """Takes a text in which FF starts an escape, which has `size` more bytes but for a few."""
        start = self.at
        while (byte := self.take("B")) != 0:
            if byte == 0xFF and self.take("B") not in (1, 2, 3, 8, 0x2E):
                for _ in range(size):
                    self.take("B")
        return self.data[start:self.at - 1]


class Event:
    """What an instruction says of actors. `group` tells statements apart."""

    def __init__(self, what, at, actor=None, values=(), group=None):
        self.what, self.at, self.actor, self.values, self.group = what, at, actor, list(values), group


class Walk:
    """The walk of one script: `starts` of instructions, `targets` of jumps, `events`, the names of `written` variables."""

    def __init__(self, code, version, targets=frozenset()):
        self.code, self.dialect, self.version = Code(code), dialect(version), version
        self.known_targets = targets
        self.starts, self.targets, self.events, self.written = [], set(), [], set()
        self.backward = set()
        self.locals = {}
        self.nesting = 0

    def jump(self):
        distance = self.code.take("i" if self.dialect.wide else "h")
        target = self.code.at + distance
        self.targets.add(target)
        if distance < 0:
            self.backward.add(target)
        return target

    def known(self, name):
        return self.locals.get(name, name)

    def write(self, name, value=None):
        """A variable gets a value; None: one that is not known."""
        if name is None:  # a variable whose number is computed
            self.locals.clear()
            return
        self.written.add(name)
        self.events.append(Event("write", self.start, name))
        self.locals.pop(name, None)
        if name == EGO.get(min(self.version, 60)) or self.version >= 72 and name == "var9":
            self.events.append(Event("ego", self.start, None, [value]))
        if name.startswith("local") and isinstance(value, int):
            self.locals[name] = value


EGO = {1: "var0", 2: "var0", 3: "var1", 3.5: "var1", 4: "var1", 5: "var1", 6: "var1", 60: "var1", 7: "var111", 8: "var126"}


# What these instructions set the state of an object to.
STATES = {"setState08": 1, "clearState08": 0, "drawObject": 1, "pickupObject": 1}


class OperandWalk(Walk):
    """Versions 1 to 5."""

    def run(self):
        while self.code.at < len(self.code.data):
            if self.code.at in self.known_targets:
                self.locals.clear()
                self.events.append(Event("join", self.code.at))
            self.instruction()

    def instruction(self):
        start = self.start = self.code.at
        if self.nesting == 0:
            self.starts.append(start)
        opcode = self.code.take("B")
        if opcode not in self.dialect.table:
            raise Bad(f"opcode {opcode:02X} at {start}")
        name, signs = self.dialect.table[opcode]
        self.bits = opcode
        self.shift = 0x80
        self.results = []  # variables that are written
        values = self.operands(signs, opcode)
        self.start = start
        for result in self.results:
            self.write(result)
        self.say(name, values)

    def variable(self):
        if self.version <= 2:
            number = self.code.take("B")
            return None if number in SPECIAL else f"var{number}"
        number = self.code.take("H")
        if number & 0x2000:
            self.code.take("H")
            return None
        if number & 0x8000:
            return f"bit{number & 0x7FFF}"
        return f"local{number & 0xFFF}" if number & 0x4000 else f"var{number}"

    def operand(self, form):
        is_variable = self.bits & self.shift
        self.shift >>= 1
        return self.known(self.variable()) if is_variable else self.code.take(form)

    def bits_of(self, byte):
        self.bits, self.shift = byte, 0x80
        return byte

    def list(self):
        values = []
        while (k := self.code.take("B")) != 0xFF:
            self.bits_of(k)
            values.append(self.operand("h"))
        return values

    def operands(self, signs, opcode):
        values, at = [], 0
        while at < len(signs):
            sign, at = signs[at], at + 1
            if sign in "?*@":
                what, at = signs[at:], len(signs)
                if sign == "@":
                    values.append(getattr(self, "take_" + what)())
                elif sign == "?":
                    values.append(self.sub(what, self.code.take("B")))
                else:
                    while (k := self.code.take("B")) != 0xFF:
                        values.append(self.sub(what, k))
            elif sign in "BW":
                values.append(self.operand("B" if sign == "B" else "h"))
            elif sign in "bw":
                values.append(self.code.take("B" if sign == "b" else "h"))
            elif sign in "VR":
                values.append(self.variable())
                self.results += values[-1:] if sign == "R" else []
            elif sign == "J":
                values.append(self.jump())
            elif sign == "A":
                values.append(self.list())
            elif sign == "S":
                values.append(self.name())
            elif sign == "T":
                self.text()
            elif sign == "M":
                self.bits_of(self.code.take("B"))
            elif sign == "Y":
                self.shift = 0x40
                values.append(self.operand("B"))
            else:
                raise AssertionError(sign)
        return values

    def sub(self, what, k):
        subs = self.dialect.lists[what]
        number = k & 0x1F
        if number not in subs and what != "effect":
            raise Bad(f"sub-command {number} of {what} at {self.code.at}")
        self.bits_of(k)
        signs = subs.get(number, "")
        return number, self.operands(signs, k)

    def name(self):
        return self.code.up_to_zero() if self.version <= 2 else self.code.escaped(2)

    def text(self):
        if self.version <= 2:
            while byte := self.code.take("B"):
                if 4 <= byte & 0x7F <= 7:
                    self.code.take("B")
            return
        forms = {0: "WW", 1: "B", 2: "W", 3: "WW", 4: "", 6: "W" if self.version < 4 else "", 7: "", 8: "WW"}
        while (k := self.code.take("B")) != 0xFF:
            if k & 15 == 15:
                self.code.escaped(2)
                return
            if k & 15 not in forms:
                raise Bad(f"text command {k & 15} at {self.code.at}")
            self.bits_of(k)
            self.operands(forms[k & 15], k)

    def take_sentence(self):
        is_variable = self.bits & 0x80
        verb = self.operand("B")
        if not is_variable and verb in ((0xFB, 0xFC) if self.version <= 2 else (0xFE,)):
            return
        self.operands("WWb" if self.version <= 2 else "WW", 0)

    def take_range(self):
        self.write(self.variable())
        count = self.code.take("B")
        form = "h" if self.bits & 0x80 else "B"
        for _ in range(count or (256 if self.version <= 2 else 0)):
            self.code.take(form)

    def take_verb(self):
        k = self.code.take("B")
        self.operands({0: "B", 0xFF: "bb"}.get(k, "bbBbS"), 0)

    def take_pseudo(self):
        self.code.take("B")
        while self.code.take("B"):
            pass

    def take_effect(self):
        self.sub("effect", self.code.take("B"))

    def take_resource(self):
        k = self.bits_of(self.code.take("B")) & 0x3F
        if k != 17:
            self.operand("B")
        self.operands({20: "W", 35: "B", 36: "Bb", 37: "B"}.get(k, ""), 0)

    def take_expression(self):
        result = self.variable()
        start = self.start
        while (k := self.code.take("B")) != 0xFF:
            self.bits_of(k)
            if k & 0x1F == 1:
                self.operand("h")
            elif k & 0x1F == 6:
                self.nesting += 1
                if self.nesting > NESTING:
                    raise Bad(f"expressions in expressions at {self.code.at}")
                self.instruction()
                self.nesting -= 1
            elif not 2 <= k & 0x1F <= 5:
                raise Bad(f"sub-command {k & 0x1F} of an expression at {self.code.at}")
        self.start = start
        self.write(result)

    def take_savevars(self):
        self.code.take("B")
        while k := self.code.take("B"):
            self.bits_of(k)
            if k & 0x1F in (4, 31):
                return
            if k & 0x1F not in (1, 2, 3):
                raise Bad(f"sub-command {k} of saveLoadVars at {self.code.at}")
            self.operands({1: "RR", 2: "BB", 3: "S"}[k & 0x1F], k)

    def take_actor(self):
        actor = self.operand("B")
        group = self.start
        if self.version <= 2:
            argument = self.operand("B")
            k = self.code.take("B")
            if k not in (1, 2, 3, 4, 5):
                raise Bad(f"sub-command {k} of actorOps at {self.code.at}")
            name = {1: "sound", 2: "palette", 3: "name", 4: "costume", 5: "talk_color"}[k]
            values = [argument]
            if k == 2:
                values = [self.code.take("B") if self.version == 2 else None, argument]
            if k == 3:
                values = [self.name()]
            self.events.append(Event(name, self.start, actor, values, group))
            return
        while (k := self.code.take("B")) != 0xFF:
            if k & 0x1F not in self.dialect.actor:
                raise Bad(f"sub-command {k & 0x1F} of actorOps at {self.code.at}")
            name, signs = self.dialect.actor[k & 0x1F]
            self.bits_of(k)
            self.events.append(Event(name, self.start, actor, self.operands(signs, k), group))

    def say(self, name, values):
        """Turns an instruction into events."""
        self.last = name
        if name == "putActor":
            unit = (8, 2) if self.version <= 2 else (1, 1)
            x, y = (value * by if isinstance(value, int) else value for value, by in zip(values[1:], unit))
            self.events.append(Event("place", self.start, values[0], [x, y]))
        elif name == "putActorInRoom":
            self.events.append(Event("room", self.start, values[0], values[1:]))
        elif name == "animateActor":
            self.events.append(Event("animate", self.start, values[0], values[1:]))
        elif name == "startScript":
            self.events.append(Event("call", self.start, None, [values[0], *(values[1] if self.version > 2 else [])]))
        elif name == "move":
            self.write(values[0], values[1])
        elif name in STATES or name == "setState":
            state = STATES.get(name, values[-1])
            if self.version == 5 and name == "drawObject" and values[1][0] == 2:
                (state,) = values[1][1]
            self.events.append(Event("state", self.start, None, [values[0], state]))


class StackWalk(Walk):
    """Versions 6 to 8 and Humongous games."""

    MATH = {"eq": lambda a, b: a == b, "neq": lambda a, b: a != b, "gt": lambda a, b: a > b, "lt": lambda a, b: a < b,
            "le": lambda a, b: a <= b, "ge": lambda a, b: a >= b, "add": lambda a, b: a + b,
            "sub": lambda a, b: a - b, "mul": lambda a, b: a * b}

    def run(self):
        self.stack, self.strings = [], []
        self.missing = 0
        self.remembered = {}  # target of a jump forward → stack and locals there
        self.reached = True
        self.actor, self.select = None, 0
        while self.code.at < len(self.code.data):
            if self.code.at in self.known_targets:
                self.join(self.code.at)
            self.instruction()

    def join(self, at):
        there = self.remembered.pop(at, None)
        if not self.reached:
            self.stack, self.locals = there or ([], {})
            self.stack, self.locals = list(self.stack), dict(self.locals)
        elif there:
            self.stack, self.locals = both((self.stack, self.locals), there)
        if at in self.all_backward:
            self.locals.clear()
        self.reached = True
        self.actor, self.select = None, self.select + 1
        self.events.append(Event("join", at))

    def remember(self, target):
        if target < self.code.at:
            return
        here = list(self.stack), dict(self.locals)
        self.remembered[target] = both(here, self.remembered[target]) if target in self.remembered else here

    def pop(self):
        if not self.stack:
            self.missing += 1
            return None
        return self.stack.pop()

    def push(self, value):
        self.stack.append(value)
        if len(self.stack) > 1024:
            raise Bad(f"more than 1,024 values on the stack at {self.start}")

    def popped_list(self):
        count = self.pop()
        if not isinstance(count, int) or not 0 <= count <= len(self.stack):
            self.missing += isinstance(count, int)
            self.stack.clear()
            return None
        values = self.stack[len(self.stack) - count:]
        del self.stack[len(self.stack) - count:]
        return values

    def variable(self, form):
        number = self.code.take(form)
        top = {"B": 0, "H": 15, "I": 31}[form]
        if top and number >> top & 1:
            return f"bit{number & ~(1 << top)}"
        if top and number >> top - 1 & 1:
            return f"local{number & ~(1 << top - 1)}"
        return f"var{number}"

    def text(self):
        return self.code.up_to_zero() if self.version >= 72 and self.version != 8 else \
            self.code.escaped(4 if self.dialect.wide else 2)

    def dollar(self):
        number = self.pop()
        return self.strings.pop() if number == -1 and self.strings else None

    def instruction(self):
        start = self.start = self.code.at
        self.starts.append(start)
        opcode = self.code.take("B")
        row = self.dialect.table.get(opcode)
        if row is None:
            raise Bad(f"opcode {opcode:02X} at {start}")
        name, signs = row
        self.last = name
        if signs == "?actor":
            self.actor_command()
            return
        values = self.do(signs, name, opcode)
        self.say(name, values)

    def do(self, signs, name, opcode):
        """Does what the signs say; returns what was taken, in the order of the push."""
        word = "I" if self.dialect.wide else "H"
        values, at = [], 0
        while at < len(signs):
            sign, at = signs[at], at + 1
            if sign in "?!":
                what, at = signs[at:], len(signs)
                if sign == "!":
                    getattr(self, "do_" + what)(name, opcode)
                    continue
                number = self.code.take("B")
                subs = self.dialect.lists[what]
                if number not in subs:
                    raise Bad(f"sub-command {number} of {what} at {self.start}")
                values = [number, *self.do(subs[number], name, opcode)]
            elif sign.isdigit():
                values = [*reversed([self.pop() for _ in range(int(sign))]), *values]
            elif sign == "L":
                values = [self.popped_list(), *values]
            elif sign == "+":
                self.push(None)
            elif sign in "bwd":
                self.code.take({"b": "B", "w": word, "d": "I"}[sign])
            elif sign == "s":
                self.text()
            elif sign == "$":
                self.dollar()
            elif sign == "J":
                target = self.jump()
                self.remember(target)
            else:
                raise AssertionError(sign)
        return values

    def do_push(self, name, _opcode):
        self.push(self.code.take("i" if self.dialect.wide else "B" if name == "pushByte" else "h"))

    def do_pushd(self, _name, _opcode):
        self.push(self.code.take("i"))

    def do_pushvar(self, name, _opcode):
        form = "I" if self.dialect.wide else "B" if name == "pushByteVar" else "H"
        self.push(self.known(self.variable(form)))

    def do_string(self, _name, _opcode):
        self.strings.append(self.code.up_to_zero())

    def do_dup(self, _name, _opcode):
        value = self.pop()
        self.push(value)
        self.push(value)

    def do_dupn(self, _name, _opcode):
        count = self.code.take("H")
        if count > len(self.stack):
            self.missing += 1
        for value in self.stack[max(0, len(self.stack) - count):]:
            self.push(value)

    def do_math(self, name, _opcode):
        b, a = self.pop(), self.pop()
        fold = self.MATH.get(name)
        self.push(int(fold(a, b)) if fold and isinstance(a, int) and isinstance(b, int) else None)

    def do_write(self, name, _opcode):
        form = "I" if self.dialect.wide else "B" if "Byte" in name else "H"
        variable = self.variable(form)
        self.write(variable, self.pop())

    def do_inc(self, name, _opcode):
        self.write(self.variable("I" if self.dialect.wide else "B" if "byte" in name else "H"))

    def do_writeini(self, _name, _opcode):
        kind = self.pop()
        self.pop()
        self.text()
        if kind == 2:
            self.text()

    def do_size(self, _name, _opcode):
        self.pop()
        if self.version > 72:
            self.code.take("B")
        self.push(None)

    def do_colors(self, _name, _opcode):
        if (count := self.pop()) == 1:
            self.pop()
            return
        self.push(count)
        self.popped_list()

    def do_group(self, _name, _opcode):
        k = self.pop()
        for _ in range({0: 2, 4: 0}.get(k, 1)):
            self.pop()

    def do_spritehit(self, _name, _opcode):
        if self.version >= 99:
            self.popped_list()
        for _ in range(4 if self.version >= 99 else 3):
            self.pop()
        self.push(None)

    def do_spriteinit(self, _name, _opcode):
        for _ in range(2 if self.version >= 99 else 1):
            self.pop()

    def actor_command(self):
        number = self.code.take("B")
        if number not in self.dialect.actor:
            raise Bad(f"sub-command {number} of actorOps at {self.start}")
        name, signs = self.dialect.actor[number]
        values, text = [], None
        for sign in signs:
            if sign == "s":
                text = self.text()
            elif sign == "$":
                text = self.dollar()
            elif sign == "L":
                self.popped_list()
            else:
                values = [self.pop() for _ in range(int(sign))][::-1]
        if name == "actor":
            self.actor, self.select = values[0], self.select + 1
            return
        self.events.append(Event(name, self.start, self.actor, [text] if name == "name" else values, self.select))

    def say(self, name, values):
        if name == "stopObjectCode":
            self.stack.clear()
            self.reached = False
        elif name == "jump":
            self.reached = False
        elif name == "putActorAtXY":
            actor, x, y, room = values
            self.events.append(Event("place", self.start, actor, [x, y]))
            if not (isinstance(room, int) and (room < 0 or room in (0xFF, 0x7FFFFFFF))):
                self.events.append(Event("room", self.start, actor, [room]))
        elif name == "animateActor":
            self.events.append(Event("animate", self.start, values[0], values[1:]))
        elif name in ("startScript", "startScriptQuick", "startScriptQuick2"):
            *_, script, arguments = values
            if arguments is not None:
                self.events.append(Event("call", self.start, None, [script, *arguments]))
        elif name == "roomOps" and values[0] == (92 if self.dialect.wide else 213):
            self.events.append(Event("room palette", self.start, None, values[1:]))
        elif name in ("setState", "drawObject", "drawObjectAt", "pickupObject"):
            at = self.version >= 72 and name == "drawObject" and values.pop(0)
            state = 1 if name in ("drawObjectAt", "pickupObject") or at in (65, 6) else values[-1]
            if name == "drawObject" and state == 0 and self.version != 8 and at not in (62, 7):
                state = 1
            self.events.append(Event("state", self.start, None, [values[0], state]))


def both(a, b):
    """Returns what two states have in common."""
    (stack, locals_), (other, others) = a, b
    same = [x if x == y else None for x, y in zip(stack, other)] if len(stack) == len(other) else list(stack)
    return same, {name: value for name, value in locals_.items() if others.get(name) == value}


def walk(code, version):
    """Returns the walk of a script. Raises Bad."""
    kind = StackWalk if dialect(version).stack else OperandWalk
    targets, backward = frozenset(), frozenset()
    for _ in range(2):  # once for the targets of jumps
        found = kind(code, version, targets)
        found.all_backward = backward
        found.run()
        targets, backward = frozenset(found.targets), frozenset(found.backward)
    return found
