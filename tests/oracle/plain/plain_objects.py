"""Reads the objects of rooms straight from a game's files, and draws rooms with them, as in SCUMM.md §8 "Objects"
alone, from version 5 on. Written as plainly as possible.
"""

import struct

from plain_game import by_rows, children, u16, u32
from plain_room import SEE_THROUGH, Blocks, mask_bytes, room_of, strip_rows

DEGREES = (270, 90, 180, 0)


def states_of_index(game):
    """Returns {number: first state}, and {name: number}."""
    for tag, _, at, end in children(game.index, 0, len(game.index), game.v4):
        if tag != b"DOBJ":
            continue
        data = game.index[at:end]
        if game.version == 8:
            rows = [data[4 + 46 * i:50 + 46 * i] for i in range(u32(data, 0))]
            return ({number: row[40] for number, row in enumerate(rows)},
                    {row[:40].split(b"\0")[0]: number for number, row in enumerate(rows)})
        states = data[2:2 + u16(data, 0)]
        return {i: state if game.version >= 7 else state >> 4 for i, state in enumerate(states)}, {}
    return {}, {}


class PlainObject:
    """An object. `images` are {state: (x, y, rows of pixels; None is not drawn, planes)}. A plane is None if the room's
    stays, or rows of (bit, whether the room's is cleared)."""

    def __init__(self, number, name):
        self.number, self.name, self.images, self.blasts = number, name, {}, set()
        self.x = self.y = self.width = self.height = self.walk_x = self.walk_y = 0
        self.direction = self.parent = self.parent_state = self.state = 0


class RoomWithObjects:
    """A room of a PlainGame with its objects, in the order of their code."""

    def __init__(self, game, number):
        self.version, self.room = game.version, room_of(game, number)
        self.states, self.numbers = states_of_index(game)
        disk, start = game.places[number]
        data = game.disks[disk]
        (file,) = ((at + 8, end) for tag, at, _, end in children(data, 8, len(data), False)
                   if tag == b"LFLF" and at <= start < end)
        beside = list(children(data, *file, False))
        (room,) = ((at, end) for tag, _, at, end in beside if tag in (b"ROOM", b"RMDA"))
        blocks = [*children(data, *room, False)]
        blocks += [block for tag, _, at, end in beside if tag == b"RMSC" for block in children(data, at, end, False)]
        self.cycles = []
        for tag, _, at, end in blocks:
            if tag == b"CYCL" and game.version < 70:
                self._cycles(data[at:end])
        self.objects = [self._code(Blocks(data, at, end)) for tag, _, at, end in blocks if tag == b"OBCD"]
        for tag, _, at, end in blocks:
            if tag == b"OBIM":
                self._images(data, at, end)

    def _cycles(self, data):
        while data and data[0]:
            _, rate, flags = struct.unpack_from(">3H", data, 1)
            if 0 < rate <= 16384 and data[7] < data[8]:
                self.cycles.append((data[0], data[7], data[8], 16384 // rate, bool(flags & 2)))
            data = data[9:]

    def _code(self, parts):
        head, name = parts.payload(b"CDHD"), parts.payload(b"OBNA").split(b"\0")[0]
        if self.version in (7, 8):
            one = PlainObject(u16(head, 4), name)
            one.parent, one.parent_state = head[6:8]
        else:
            one = PlainObject(u16(head, 0), name)
            rest = "<4B" if self.version == 5 else "<hhHH"
            scale = 8 if self.version == 5 else 1
            one.x, one.y, one.width, one.height = (scale * value for value in struct.unpack_from(rest, head, 2))
            flags, one.parent, one.walk_x, one.walk_y, direction = struct.unpack_from(
                "<BBhhB", head, 2 + struct.calcsize(rest))
            one.parent_state = 1 if flags & 0x80 else flags & 15
            one.direction = DEGREES[direction & 3]
        one.state = self.states.get(one.number, 0)
        return one

    def _images(self, data, at, end):
        parts = Blocks(data, at, end)
        head = parts.payload(b"IMHD")
        if self.version == 8:
            number = self.numbers[head[:40].split(b"\0")[0]]
            count, x, y, width, height, degrees, flags = struct.unpack_from("<IiiIIII", head, 44)
            spots = [struct.unpack_from("<ii", head, 72 + 8 * i) for i in range((len(head) - 72) // 8)]
            adds = not flags & 16
        elif self.version == 7:
            number, count, x, y, width, height = struct.unpack_from("<HHhhHH", head, 4)
            degrees, adds, spots = DEGREES[head[19] & 3], None, self._spots(head, 20)
        else:
            number, count, _, flags, _, x, y, width, height = struct.unpack_from("<HHHBBhhHH", head)
            degrees, spots = None, [] if self.version == 5 else self._spots(head, 16)
            adds = bool(flags & 1) if self.version >= 60 else None
        one = next(one for one in self.objects if one.number == number)
        if self.version in (7, 8):
            one.x, one.y, one.width, one.height, one.direction = x, y, width, height, degrees
        if self.version != 5:
            spot = spots[min(max(one.state, 1) - 1, len(spots) - 1)]
            one.walk_x, one.walk_y = one.x + spot[0], one.y + spot[1]
        for state in range(1, count + 1):
            if self.version == 8:
                whole = parts.within(b"IMAG").wrapped()[state - 1]
                inside = Blocks(whole, 0, len(whole))
            else:
                inside = parts.within(b"IM%02X" % state)
            self._image(one, state, inside, (x, y, width, height), adds)

    @staticmethod
    def _spots(head, at):
        return [struct.unpack_from("<hh", head, at + 2 + 4 * i) for i in range(u16(head, at))]

    def _image(self, one, state, inside, place, adds):
        x, y, width, height = place
        if b"BOMP" in inside.found:
            data, wide = inside.payload(b"BOMP"), self.version == 8
            width, height = struct.unpack_from("<II" if wide else "<HH", data, 0 if wide else 2)
            pixels = by_rows(data[8 if wide else 10:], width, height, 5)
            one.blasts.add(state)
        elif b"BMAP" in inside.found:
            data = inside.payload(b"BMAP")
            assert data[0] in (8, 9)
            height -= height % 8
            pixels = by_rows(data[1:], width, height, 32)
        else:
            x, width = x // 8 * 8, width // 8 * 8
            height -= height % 8 if self.version not in (7, 8) else 0
            return self._strips(one, state, inside, (x, y, width, height), adds)
        rows = [[None if value == 255 else value for value in pixels[row * width:(row + 1) * width]]
                for row in range(height)]
        one.images[state] = x, y, rows, [None] * (0 if self.version == 8 else len(self.room.planes))

    def _strips(self, one, state, inside, place, adds):
        x, y, width, height = place
        count = width // 8
        if self.version == 8:
            smap = inside.within(b"SMAP")
            strips = smap.within(b"BSTR").wrapped()
            masks = [self._masks8(plane) for plane in smap.within(b"ZPLN").wrapped()]
        else:
            smap = inside.last_within(b"SMAP")
            strips = [smap[u32(smap, 8 + 4 * i):] for i in range(count)]
            masks = []
            for number in range(1, len(self.room.planes) + 1):
                block = inside.last_within(b"ZP%02X" % number) if b"ZP%02X" % number in inside.found else None
                places = [u16(block, 8 + 2 * i) for i in range(count)] if block else []
                masks.append([block[at:] if at else None for at in places] if block else None)
        rows, seen = [[] for _ in range(height)], []
        for strip in strips[:count]:
            seen.append(strip[0] in SEE_THROUGH)
            for row, pixels in zip(rows, strip_rows(strip, height)):
                row += [None if seen[-1] and pixel == self.room.transparent else pixel for pixel in pixels]
        planes = []
        for plane in masks:
            bits = [[] for _ in range(height)]
            for i, mask in enumerate(plane or []):
                clears = not adds if adds is not None else not seen[i]
                for row, byte in zip(bits, mask_bytes(mask, 0, height)[0] if mask else [0] * height):
                    row += [(byte >> 7 - bit & 1, clears) for bit in range(8)]
            planes.append(bits if plane is not None else None)
        one.images[state] = x, y, rows, planes

    @staticmethod
    def _masks8(plane):
        block = Blocks(plane, 0, len(plane)).within(b"ZSTR")
        _, payload, end = block.within(b"WRAP").found[b"OFFS"]
        empty = [u32(block.data, place) == 0 for place in range(payload, end, 4)]
        return [None if none else strip for none, strip in zip(empty, block.wrapped())]

    def shown(self, states):
        """Yields the images that are drawn, in order. `states` are {number: state} for objects not in their first."""
        def state(one):
            return states.get(one.number, one.state) & 15

        def is_there(one):
            if not one.parent:
                return True
            parent = self.objects[one.parent - 1]
            return state(parent) == one.parent_state and is_there(parent)

        for one in reversed(self.objects):
            if is_there(one) and state(one) in one.images and state(one) not in one.blasts:
                yield one.images[state(one)]

    def drawn(self, states):
        """Returns the rows of the room and its planes, as rows of 0 and 1."""
        pixels = [list(row) for row in self.room.pixels]
        planes = [[list(row) for row in plane] for plane in self.room.planes]
        for x, y, rows, masks in self.shown(states):
            for dy, row in enumerate(rows):
                for dx, pixel in enumerate(row):
                    if not (0 <= y + dy < len(pixels) and 0 <= x + dx < len(pixels[0])):
                        continue
                    if pixel is not None:
                        pixels[y + dy][x + dx] = pixel
                    for plane, mask in zip(planes, masks):
                        if mask is not None:
                            bit, clears = mask[dy][dx]
                            plane[y + dy][x + dx] = bit | (0 if clears else plane[y + dy][x + dx])
        return pixels, planes
