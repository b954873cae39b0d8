"""What AKOS costumes show, for plain_akos.py: a costume from an archive's columns, and the cels of an actor."""

from akos_sequence import DRAW_MANY, code_at, condition_numbers, full_size, many, rests_nowhere
from plain_conditions import condition_holds
from plain_player import records_of
from reader import NO_LIMB

PICTURE, MISSING = 1, 3  # entries.state
UNSEEN_PROGRAM = 8  # windows.mode
CONDITION = 259  # a thing that is read


def load(archive, row):
    """Returns a costume as dicts and lists."""
    table = archive.row_range("costumes.table_offset", row)[0]
    assert archive["tables.limb"][table] == NO_LIMB
    cels = []
    for entry in archive.row_range("tables.entry_offset", table):
        cel = {name: int(archive["entries." + name][entry])
               for name in ("state", "x", "y", "xinc", "yinc", "picture")}
        if cel["state"] == PICTURE:
            cel["width"] = int(archive["pictures.width"][cel["picture"]])
        cels.append(cel)
    return {
        "version": int(archive["game.version"][0]),
        "directions": int(archive["costumes.directions"][row]),
        "mirror_west": bool(archive["costumes.mirror_west"][row]),
        "codec": int(archive["costumes.codec"][row]),
        "sequence": bytes(archive.blob("costumes.command", row)),
        "jumps": [int(jump) for jump in archive.blob("costumes.jump", row)],
        "conditions": bytes(archive.blob("costumes.condition", row)),
        "sequences": {int(archive["sequences.start"][part]): {
            name: int(archive["sequences." + name][part]) for name in ("condition", "jump", "jumps")}
            for part in archive.row_range("costumes.sequence_offset", row)},
        "records": records_of(archive, row),
        "cels": cels,
    }


class Drawing:
    """Collects the cels of one tick of an actor, limb by limb."""

    def __init__(self, costume, actor, flip):
        self.costume, self.actor, self.flip = costume, actor, flip
        self.move = [0, 0]
        self.cels, self.missing = [], False

    def slot(self, code):
        """Returns the cel, or None if there is nothing to draw or to move by."""
        number = code & 0xFFF
        if number >= len(self.costume["cels"]) \
                or self.costume["cels"][number]["state"] == MISSING:
            self.missing = True
            return None
        return self.costume["cels"][number]

    def put(self, limb, code, slot, x, y):
        if slot["state"] == PICTURE:
            x, y = self.move[0] + x, self.move[1] + y
            left = -x - (slot["width"] - 1) if self.flip else x
            dx, dy = self.actor["offset"]
            self.cels.append([limb, code & 0xFFF, left + dx, y + dy, self.flip])

    def moved(self, dx, dy):
        self.move = [self.move[0] + dx, self.move[1] - dy]

    def plain(self, limb, code):
        slot = None if self.costume["codec"] == 32 else self.slot(code)
        if slot is not None:
            self.put(limb, code, slot, slot["x"], slot["y"])
            self.moved(slot["xinc"], slot["yinc"])

    def condition(self, start, numbers, item):
        """Returns the condition of an item; those that are not in AKCT are 0."""
        number = numbers[item] if item < len(numbers) else item
        at = self.costume["sequences"].get(start, {"condition": 0})["condition"] + 4 * number
        found = self.costume["conditions"][at:at + 4]
        return int.from_bytes(found, "little") if len(found) == 4 else 0

    def many(self, limb, code, at, start):
        items, move, _ = many(self.costume["sequence"], at, code)
        numbers = condition_numbers(self.costume["sequence"], at, code)
        for number, (dx, dy, item) in enumerate(items):
            if numbers is not None and not condition_holds(self.costume, self.actor["mask"],
                                                           self.condition(start, numbers, number)):
                continue
            slot = self.slot(item)
            if slot is not None:
                self.put(limb, item, slot, dx, dy)
        self.moved(*move)
        if code in (0xC021, 0xC022):
            self.actor["reads"].add(CONDITION)


def draw(costume, actor, number):
    """Returns the cels in draw order, and whether one is missing."""
    angle = {4: (270, 90, 180, 0), 8: range(0, 360, 45)}[costume["directions"]][
        number % costume["directions"]]
    drawing = Drawing(costume, actor,
                      costume["codec"] != 32
                      and (angle == 270 and costume["mirror_west"]) != actor["flip"])
    for limb, state in enumerate(actor["limbs"]):
        if actor["hidden"] or not state["on"]:
            continue
        if rests_nowhere(costume, state["position"]):
            actor["lost"] = True
        if state["stopped"] or (state["mode"] == UNSEEN_PROGRAM and costume["version"] >= 70):
            continue
        code = code_at(costume["sequence"], state["position"])
        if code is None:
            continue
        if code[0] < 0xC000:
            drawing.plain(limb, code[0])
        elif code[0] in DRAW_MANY and full_size(costume, state["position"]) is not None:
            drawing.many(limb, code[0], state["position"], state["start"])
    return drawing.cels, drawing.missing
