"""Handmade costumes: tables, records and commands, and the complete rows expected for them."""

import plain_player
from game_files import costume, make_game, picture, rle16
from reader import Archive
from timelines import TimelinesTest

FIELDS = ("ticks", "loop_start", "flags", "frames", "events")
NO_LOOP = 0x80
OFF = 0xFFFF
COUNT, HIDE, STOP, RESTART = 0x7C, 0x7B, 0x79, 0x7A


def art(width=1, height=1, x=0, y=0, xinc=0, yinc=0):
    return picture(width, height, rle16([1] * (width * height)), x, y, xinc, yinc)


PLAIN = {limb: [art()] * 4 for limb in range(3)}  # pictures that neither stand nor move off (0, 0)


def long_table(*indices):
    """Returns a table with a slot for every command. Only the slots `indices` have pictures."""
    return [art() if index in indices else None for index in range(0x80)]


def cel(limb, index, x=0, y=0, flip=False):
    return [limb, index, x, y, flip]


def stills(limb, indices):
    """Returns frames of one limb at (0, 0); an index of None gives an empty frame."""
    return [[] if index is None else [cel(limb, index)] for index in indices]


def line(loop_start, frames, events=(), flags=()):
    return {"ticks": len(frames), "loop_start": loop_start, "flags": list(flags),
            "frames": frames, "events": [list(event) for event in events]}


def window(limb, start, length, loop=0):
    return (limb, start, length - 1 | loop)


INIT_W, INIT_E, INIT_S, WALK_W, WALK_E, WALK_S, WALK_N, STAND_E = 4, 5, 6, 8, 9, 10, 11, 13


class HandMade(TimelinesTest):
    """Checks tables of pictures, records and commands against the complete rows expected for them."""

    def payload(self, version, tables, records, commands, format_bit=0, num_anim=None):
        data = bytearray(costume(version, tables, records, commands))
        head = 0 if version == 5 else 6
        data[head + 1] |= format_bit
        if num_anim is not None:
            data[head] = num_anim
        return bytes(data)

    def check_payload(self, version, payload, expected, *options, status=0, max_ticks=4096):
        """Checks the timelines of a costume. `expected` is {(chore, dir): line()}."""
        folder = make_game(version, [[payload]]).write(self.folder / "game")
        path = self.pack(folder, "a.wardrobe", "--force", *options, status=status)
        archive = Archive.open(path)
        plain = plain_player.load(archive, 0)
        played = {(chore, plain_player.DIRECTIONS[direction]):
                  plain_player.timeline(plain, chore, direction, max_ticks)
                  for chore, direction in plain_player.chores(plain)}
        self.assertEqual(played, expected, f"v{version}: the plain player")
        rows = self.rows(path, "timelines")
        baked = {(row["chore"], row["dir"]): {field: row[field] for field in FIELDS}
                 for row in rows}
        for row in baked.values():
            row["flags"].sort()
        self.assertEqual(baked, expected, f"v{version}")
        self.assertEqual(len(rows), len(expected))
        for row in rows:
            self.assertEqual((row["costume"], row["costume_row"]), (1, 0))

    def check(self, tables, records, commands, expected, versions=(5, 6), status=0, **how):
        for version in versions:
            self.check_payload(version, self.payload(version, tables, records, commands, **how),
                               expected, status=status)

    def check_window(self, commands, expected, loop=0, **how):
        """Checks one window of limb 0 over all commands, which walks to the East."""
        how = {"tables": PLAIN, **how}
        self.check(records={WALK_E: [window(0, 0, len(commands), loop)]}, commands=commands,
                   expected={(2, "E"): expected}, **how)
