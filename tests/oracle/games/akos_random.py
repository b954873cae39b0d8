"""Makes random AKOS costumes: sequences of all commands, records of all modes."""

import struct

import akos_files as akos
from akos_files import Cel, assemble, condition, draw_many, wide

VARIABLES = (0, 1, 2, 255)
NUMBERS = (-32768, -2, -1, 0, 0, 1, 1, 2, 3, 32767)
PLACES = (-300, -2, -1, 0, 0, 1, 40)
CONTROLS = ("control", "control8")  # one command for each version


def random_cel(generator):
    """Returns mostly a picture, sometimes one of zero size or a damaged one."""
    place = [generator.choice(PLACES) for _ in range(4)]
    kind = generator.randrange(12)
    if kind == 0:
        return Cel(None, *place, data=b"", size=generator.choice(((0, 3), (3, 0), (0, 0))))
    if kind == 1:
        return Cel(None, *place, data=b"", size=(200, 3000))
    width, height = generator.choice((1, 2, 3, 6)), generator.choice((1, 2, 3))
    return Cel([[generator.randrange(16) for _ in range(width)] for _ in range(height)], *place)


class RandomSequence:
    """Random items for assemble(), with a label before each."""

    def __init__(self, generator, cels, humongous):
        self.generator, self.cels, self.count = generator, cels, generator.choice((4, 12, 40))
        self.commands = [name for name in akos.COMMANDS if name != CONTROLS[humongous]]

    def items(self):
        for number in range(self.count):
            yield f"L{number}"
            if self.generator.randrange(60) == 0:
                yield ("goto", f"L{number}")
            yield self.item()

    def label(self):
        return f"L{self.generator.randrange(self.count)}"

    def jump(self):
        """Returns mostly a label, sometimes a position inside a code or outside the sequence."""
        kind = self.generator.randrange(30)
        return self.label() if kind > 1 else self.generator.randrange(300 if kind else 0x10000)

    def cel(self):
        number = self.generator.randrange(self.cels)
        kind = self.generator.randrange(40)
        if kind == 0:
            return self.generator.choice((self.cels, 0x7F, 0xB000, 0x8FFF))
        return wide(number) if kind < 10 else number

    def draw_many(self):
        items = [(self.generator.choice(PLACES), self.generator.choice(PLACES), self.cel())
                 for _ in range(self.generator.randrange(4))]
        move = self.generator.choice((None, (5, -7)))
        conditions = self.generator.choice((None, None, [], [1], [2, 0x9F, 0xC0]))
        return draw_many(items, move, conditions)

    def operand(self, kind, is_variable):
        if kind == "j":
            return self.jump()
        if is_variable:
            return self.generator.choice(VARIABLES)
        if kind == "h":
            return self.generator.choice(NUMBERS)
        return self.generator.choice((0, 1, 2, 200))

    def command(self):
        name = self.generator.choice(self.commands)
        _, operands = akos.COMMANDS[name]
        variable = {"jBh": 1, "jB": 1, "hB": 1, "HHB": 2}.get(operands, 0)
        return (name, *(self.operand(kind, kind == "B" and at == variable)
                        for at, kind in enumerate(operands)))

    def item(self):
        kind = self.generator.randrange(40)
        if kind < 16:
            return self.cel()
        if kind < 20:
            return self.draw_many()
        if kind == 20:
            numbers = bytes([self.generator.choice((1, 2, 3, 16)), self.generator.choice(VARIABLES)])
            return condition(self.generator.randrange(0xC045, 0xC049),
                             self.generator.choice((3, 4, 7)), numbers)
        if kind == 21:
            return self.generator.choice((0xC002, 0xC0FE, 0xD000, 0xFFFF))
        return self.command()


def random_window(generator, limb, places, size):
    mode = generator.choice((akos.EMPTY, akos.REMOVE, akos.STOP, akos.GO_ON, akos.FROZEN,
                             *[akos.LOOP, akos.ONCE, akos.PROGRAM, akos.HIDDEN_PROGRAM] * 3))
    if mode in akos.NO_OPERANDS:
        return limb, mode
    start = generator.choice((*places[:6], *places, generator.randrange(size + 3)))
    return limb, mode, start, generator.choice((0, 1, 2, 3, 5, 8, 13, size, 0xFFFF))


def random_costume(generator, humongous, flags=0):
    """Returns the payload of a random AKOS block. `flags` are set in AKHD besides random ones."""
    cels = [random_cel(generator) for _ in range(generator.choice((2, 5, 9)))]
    sequence, labels = assemble(list(RandomSequence(generator, len(cels), humongous).items()))
    places = list(labels.values())
    records = {number: [random_window(generator, limb, places, len(sequence)) for limb in
                        generator.sample(range(5), generator.randrange(5))]
               for number in generator.sample(range(4, 28), 7)}
    jumps = [generator.choice(places) for _ in range(generator.randrange(4))]
    made = akos.chunks(cels, records, sequence, generator.choice((1, 5, 16, 32, 1)),
                       generator.randrange(4) | flags, jumps=jumps)
    return akos.joined(made | (random_tables(generator, records, len(jumps)) if humongous else {}))


def random_windows(generator, humongous):
    """Returns the payload of an AKOS block whose windows of modes 2 and 3 are mostly commands, also in a row and at the
    end."""
    cels = [Cel([[1]]) for _ in range(4)]
    make = RandomSequence(generator, len(cels), humongous)
    make.count, items = 24, []
    for number in range(make.count):
        items += [f"L{number}", *(make.cel() if generator.randrange(3) == 0 else make.command()
                                  for _ in range(generator.randrange(1, 6)))]
    sequence, labels = assemble(items)
    bounds = [*labels.values(), len(sequence)]
    records = {}
    for number in range(make.count):
        last = bounds[generator.randrange(number + 1, min(number + 3, make.count) + 1)] - 1
        records[4 + number] = [(generator.randrange(3), generator.choice((akos.LOOP, akos.ONCE)), bounds[number],
                                max(last - bounds[number] - generator.choice((0, 0, 1, 2)), 0))]
    return akos.costume(cels, records, sequence)


def random_tables(generator, records, jumps):
    """Returns chunks with the conditions of sequences, and parts of the table of jumps."""
    starts = sorted({window[2] for limbs in records.values() for window in limbs if len(window) > 2})
    made = {}
    if generator.randrange(4):
        made[b"AKCT"] = b"".join(struct.pack("<I", generator.choice((0, 1, 2, 4, 0x10000, 0x20001, 0x8000)) |
                                             generator.choice((0, 0, 1, 2, 3)) << 30) for _ in range(12))
        made[b"AKST"] = b"".join(struct.pack("<II", start, 4 * generator.randrange(13))
                                 for start in starts if generator.randrange(5))
    if jumps and generator.randrange(2):
        made[b"AKSF"] = b"".join(struct.pack("<3H", start, 2 * first, generator.randrange(jumps + 2 - first))
                                 for start in starts for first in [generator.randrange(jumps)])
    return made
