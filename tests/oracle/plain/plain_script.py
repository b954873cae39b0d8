"""Plays scripts on the plain players' costumes, as plainly as possible: turns and animate calls of SCUMM.md §5."""

DEGREES = (270, 90, 180, 0)  # of the directions of a costume that has 4, by number: W, E, S, N
SECTORS = {8: (21, 72, 107, 157, 202, 252, 287, 337), 4: (70, 109, 251, 289)}


def direction_of(angle, directions):
    """Returns the number of the direction in whose sector an angle is."""
    sector = sum(angle > last for last in SECTORS[directions]) % directions
    return sector if directions == 8 else DEGREES.index(90 * sector)


def meaning_of(operand, version, directions):
    """Returns what an animate call does: "stop", "face", "turn" or "chore", and the direction or the chore."""
    if version in (7, 8):
        if operand == 255 or 2000 <= operand < 3000:
            return "stop", None
        if 3000 <= operand < 5000:
            return "face" if operand < 4000 else "turn", direction_of(operand % 1000 % 360, directions)
    elif 244 <= operand <= 255:
        return ("turn", "face", "stop")[(operand - 244) // 4], operand % 4
    return "chore", operand // 4 if version <= 2 else operand


def after_a_step(facing, wanted, version, directions):
    """Returns the direction after one step of a turn."""
    clockwise = list(range(8)) if directions == 8 else [3, 1, 2, 0]
    here, there = clockwise.index(facing), clockwise.index(wanted)
    right, left = (there - here) % directions, (here - there) % directions
    if right == left != 0:  # half a turn
        goes_right = here < there if version in (7, 8) else DEGREES[facing] == 90
    else:
        goes_right = right < left
    return facing if facing == wanted else clockwise[(here + (1 if goes_right else -1)) % directions]


class Actor:
    """An actor that plays a script. It faces South with all limbs off; its first chore makes it appear. A subclass
    says what changes: turned(), started(chore, limbs), talking(state), draw(), step(tick)."""

    def __init__(self, version, directions, stand):
        self.version, self.directions, self.stand = version, directions, stand
        self.facing = self.wanted = DEGREES.index(180) if directions == 4 else 4

    def face(self, direction):
        self.wanted = direction
        if direction != self.facing:
            self.facing = direction
            self.turned()

    def animate(self, operand):
        what, number = meaning_of(operand, self.version, self.directions)
        if what == "chore":
            self.started(self.named(number), range(16))
        elif what == "stop":
            self.started(self.stand, range(16))
            self.wanted = self.facing
        elif what == "face":
            self.face(number)
        else:
            self.wanted = number

    def play(self, events, ticks, calls=(), talks=()):
        """`events` are (tick, chore, direction, limbs), whose chore and direction are numbers or None; `calls` are
        (tick, operand) and `talks` (tick, talk state). In a tick, the events come first. Returns the cels of each
        tick, and all events."""
        frames, met = [], []
        for tick in range(ticks):
            for _, chore, facing, which in [event for event in events if event[0] == tick]:
                if facing is not None:
                    self.face(facing)
                if chore is not None:
                    self.started(chore, which)
            for _, operand in [call for call in calls if call[0] == tick]:
                self.animate(operand)
            for _, state in [talk for talk in talks if talk[0] == tick]:
                self.talking(state)
            wanted = self.wanted
            self.face(after_a_step(self.facing, wanted, self.version, self.directions))
            self.wanted = wanted
            frames.append(self.draw())
            met += self.step(tick)
        return frames, met
