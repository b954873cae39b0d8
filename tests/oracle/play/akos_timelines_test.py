"""Baked timelines of AKOS costumes are what a second, plain player plays, and what SCUMM.md §6 says, worked out by
hand."""

import struct
import unittest

import akos_files as akos
import akos_games
import plain_akos
from akos_files import LOOP, ONCE, PROGRAM, Cel, assemble, costume, dot, draw_many, wide
from game_files import block
from reader import Archive
from support import ProgramTest, run

FIELDS = ("ticks", "loop_start", "flags", "reads", "frames", "events")
INIT_E, WALK_W, WALK_E, WALK_S, STAND_E = 5, 8, 9, 10, 13
DOTS = [dot()] * 6  # neither stands nor moves off (0, 0)
ALL = ("v7", "v8", "he61", "he70", "he98")


def cel(limb, index, x=0, y=0, flip=False):
    return [limb, index, x, y, flip]


def stills(indices, limb=0):
    """Returns frames of one limb at (0, 0); an index of None gives an empty frame."""
    return [[] if index is None else [cel(limb, index)] for index in indices]


def line(loop_start, frames, events=(), flags=(), reads=()):
    flags = sorted([*flags, *(["dynamic"] if reads else [])])
    return {"ticks": len(frames), "loop_start": loop_start, "flags": flags, "reads": list(reads),
            "frames": frames, "events": [list(event) for event in events]}


class AkosTimelines(ProgramTest):
    def rows_of(self, kind, payloads, *options, status=0):
        """Packs a game of one room; returns the archive and its timelines."""
        folder = akos_games.GAMES[kind][1]([payloads]).write(self.folder / kind)
        path = self.pack(folder, "a.wardrobe", "--force", *options, status=status)
        self.assert_fine(run("verify", path))
        return Archive.open(path), self.rows(path, "timelines")

    def check(self, sequence, records, expected, kinds=("v7",), status=0, cels=DOTS, ends=True, **how):
        """Checks the timelines of a costume. `expected` is {(chore, dir): line()}; `sequence` is items for
        assemble(), to which an end is added, unless it `ends` without."""
        payload = costume(cels, records, assemble([*sequence, ("end",)] if ends else sequence)[0], **how)
        for kind in kinds:
            archive, rows = self.rows_of(kind, [payload], status=status)
            plain = plain_akos.load(archive, 0)
            played = {where: plain_akos.timeline(plain, number)
                      for number, where in plain_akos.chores(plain).items()}
            self.assertEqual(played, expected, f"{kind}: the plain player")
            baked = {(row["chore"], row["dir"]): {field: row[field] for field in FIELDS}
                     for row in rows}
            for row in baked.values():
                row["flags"].sort()
            self.assertEqual(baked, expected, kind)
            self.assertEqual(len(rows), len(expected))

    def window(self, sequence, expected, mode=LOOP, length=None, **how):
        """Checks one window of limb 0 over the whole sequence, facing East."""
        size = len(assemble(sequence)[0]) if length is None else length
        self.check(sequence, {WALK_E: [(0, mode, 0, (size - 1) % 0x10000)]}, {(2, "E"): expected},
                   **how)

    def program(self, sequence, expected, **how):
        self.window(sequence, expected, PROGRAM, **how)


class Windows(AkosTimelines):
    def test_loop_or_stay_on_their_last_code(self):
        self.window([2, 0, 1], line(0, stills([2, 0, 1])), kinds=ALL)
        self.window([2, 0, 1], line(2, stills([2, 0, 1])), ONCE, kinds=ALL)
        self.window([2, 0, 1], line(0, stills([2])), akos.FROZEN, kinds=ALL)

    def test_have_codes_of_one_byte_and_of_two(self):
        self.window([wide(2), 1, wide(0)], line(0, stills([2, 1, 0])))
        self.window([0xB002, 1], line(0, stills([2, 1])))
        self.window([1, 0x12C], line(0, stills([1, 0x12C])), cels=[dot()] * 0x12D)
        # The window ends inside a code, so its end is never met.
        self.window([0, wide(2), wide(3), 1], line(0, stills([0, 2])), length=3)
        self.window([0, wide(2), wide(3), 1, 4], line(5, stills([0, 2, 3, 1, 4, None]), flags=["lost"]),
                    ONCE, 3, status=1)

    def test_past_the_end_of_the_sequence_show_nothing_there(self):
        for mode in (LOOP, ONCE):
            for sequence, length in ([2, 1], 9), ([2, 1, b"\x80"], 3):
                self.window(sequence, line(2, stills([2, 1, None]), flags=["lost"]), mode, length,
                            ends=False, status=1)
        self.check([1], {INIT_E: [(0, LOOP, 0, 0), (1, LOOP, 0, 0)], WALK_E: [(0, LOOP, 1, 0)]},
                   {(1, "E"): line(0, [[cel(0, 1), cel(1, 1)]]), (2, "E"): line(0, [[cel(1, 1)]])},
                   ends=False)

    def test_of_length_0_end_before_they_start(self):
        self.check([0, 1, 2], {WALK_E: [(0, LOOP, 1, 0xFFFF)], WALK_S: [(0, ONCE, 1, 0xFFFF)]},
                   {(2, "E"): line(0, stills([1])), (2, "S"): line(2, stills([1, 2, None]), flags=["lost"])},
                   status=1)

    def test_execute_the_commands_that_they_step_onto_and_step_on(self):
        for item, event in ((("sound0",), ("sound", 0)), (("count",), ("counter", 0))):
            self.window([0, item, 1], line(0, stills([0, 1]), [(0, 0, *event)]), kinds=ALL)
            self.window([0, item, item, 1], line(0, stills([0, 1]), [(0, 0, *event)] * 2))
            self.window([0, 1, item], line(0, stills([0, 1]), [(1, 0, *event)]))
            self.window([item, 0, 1], line(1, stills([None, 0, 1]), [(2, 0, *event)]))
            self.window([0, item, 1], line(1, stills([0, 1]), [(0, 0, *event)]), ONCE, kinds=ALL)
        self.window([0, ("empty",), 1], line(0, stills([0, None, 1])), kinds=ALL)

    def test_take_operands_for_codes(self):
        self.window([0, ("clip", 2), 1], line(0, stills([0, 2, 1]), [(0, 0, "clip", 2)]), kinds=ALL)
        self.window([0, ("clip", 2), 1], line(2, stills([0, 2, 1]), [(0, 0, "clip", 2)]), ONCE)
        self.window([0, ("clip", 0xC0), 0x60, 1], line(0, stills([0, 1]),
                                                              [(0, 0, "clip", 0xC0), (0, 0, "counter", 0)]))

    def test_pass_over_all_codes_up_to_the_end_if_when_a_condition_does_not_hold(self):
        codes = [1, ("count",), 2, ("end_if",), 4]
        self.window([0, ("do_eq", 3, 5), *codes], line(0, stills([0, 4]), reads=["var 5"]), kinds=ALL)
        self.window([0, ("do_ne", 3, 5), *codes],
                    line(0, stills([0, 3, 0, 5, 1, 2, 4]), [(4, 0, "counter", 0)], reads=["var 5"]), kinds=ALL)

    def test_that_never_come_to_rest_are_stuck(self):
        stuck = line(1, stills([1, None]), [(0, 0, "stuck", 0)], ["stuck"])
        self.window([1, ("count",)], stuck, ONCE, 2, kinds=ALL)
        self.window([1, ("do_eq", 3, 5), 2], stuck | {"reads": ["var 5"], "flags": ["dynamic", "stuck"]})
        self.window([("count",), ("sound0",)], line(1, stills([None, None]), [(0, 0, "stuck", 0)], ["stuck"]))
        self.check([1, ("anim", 3)], {WALK_E: [(0, ONCE, 0, 1)], STAND_E: [(1, LOOP, 0, 0)]},
                   {(2, "E"): stuck, (3, "E"): line(0, stills([1], 1))})

    def test_jump_out_of_themselves(self):
        sequence = [1, ("goto", "out"), "out", 2, 3, 4]
        self.window(sequence, line(0, stills([1, 2])), length=2)
        self.window(sequence, line(4, stills([1, 2, 3, 4, None]), flags=["lost"]), ONCE, length=2,
                    status=1)

    def test_of_each_mode_for_limbs(self):
        init = [(limb, LOOP, 0, 1) for limb in range(3)]
        both = [[cel(0, index), cel(1, index), cel(2, index)] for index in range(2)]
        for mode, limbs in ((akos.EMPTY, (1, 2)), (akos.REMOVE, (1, 2)), (akos.STOP, (1, 2)),
                            (akos.GO_ON, (0, 1, 2))):
            window = (0, mode) if mode in akos.NO_OPERANDS else (0, mode, 0, 0)
            self.check([0, 1], {INIT_E: init, WALK_E: [window]}, {
                (1, "E"): line(0, both),
                (2, "E"): line(0, [[cel(limb, index) for limb in limbs] for index in range(2)])})

    def test_of_stopped_limbs_run_unseen(self):
        self.check([0, ("count",), 1], {INIT_E: [(0, akos.STOP), (1, LOOP, 0, 0)],
                                        WALK_E: [(0, LOOP, 0, 3)]},
                   {(1, "E"): line(0, [[cel(1, 0)]]),
                    (2, "E"): line(0, [[cel(1, 0)]] * 2, [(0, 0, "counter", 0)])})

    def test_of_mode_8_are_not_drawn_in_later_humongous_games(self):
        sequence, records = [0, 1], {WALK_E: [(0, akos.HIDDEN_PROGRAM, 0, 1)]}
        self.check(sequence, records, {(2, "E"): line(2, stills([0, 1, None]))},
                   ("v7", "v8", "he61"))
        self.check(sequence, records, {(2, "E"): line(0, stills([None]))}, ("he70", "he98"))


class Places(AkosTimelines):
    CELS = [dot(-3, 5, 7, 2, 4, 2), dot(1, 1)]
    BOTH = [(0, LOOP, 0, 0), (1, LOOP, 1, 0)]

    def test_are_moved_by_the_limbs_before(self):
        self.check([0, 1], {WALK_E: self.BOTH},
                   {(2, "E"): line(0, [[cel(0, 0, -3, 5), cel(1, 1, 8, -1)]])}, cels=self.CELS)

    def test_are_flipped_facing_west_if_the_costume_mirrors(self):
        flipped = [cel(0, 0, 0, 5, True), cel(1, 1, -8, -1, True)]
        plain = [cel(0, 0, -3, 5), cel(1, 1, 8, -1)]
        for flags, frame in ((0, flipped), (akos.NO_MIRROR, plain)):
            self.check([0, 1], {WALK_W: self.BOTH}, {(2, "W"): line(0, [frame])}, cels=self.CELS,
                       flags=flags, kinds=ALL)

    def test_of_8_directions_are_flipped_at_270_degrees_only(self):
        records = {16 + number: self.BOTH for number in range(8)}
        plain = line(0, [[cel(0, 0, -3, 5), cel(1, 1, 8, -1)]])
        flipped = line(0, [[cel(0, 0, 0, 5, True), cel(1, 1, -8, -1, True)]])
        self.check([0, 1], records, {(2, angle): flipped if angle == 270 else plain
                                     for angle in range(0, 360, 45)},
                   ("v7", "v8"), cels=self.CELS, flags=akos.EIGHT_DIRECTIONS)
        self.check([0, 1], records, {(chore, name): flipped if name == "W" else plain
                                     for chore in (4, 5) for name in "WESN"},
                   ("he61", "he70", "he98"), cels=self.CELS, flags=akos.EIGHT_DIRECTIONS)

    def test_start_with_init_of_the_same_of_8_directions(self):
        self.check([0, 1], {8 + 3: [(1, LOOP, 0, 0)], 16 + 3: [(0, LOOP, 1, 0)],
                            16 + 4: [(0, LOOP, 1, 0)]},
                   {(1, 135): line(0, stills([0], 1)), (2, 135): line(0, [[cel(0, 1), cel(1, 0)]]),
                    (2, 180): line(0, stills([1]))}, flags=akos.EIGHT_DIRECTIONS)

    def test_of_zero_size_move_what_comes_after(self):
        self.check([0, 1], {WALK_E: self.BOTH}, {(2, "E"): line(0, [[cel(1, 1, 8, -1)]])},
                   cels=[Cel(None, 0, 0, 7, 2, b"", (0, 4)), self.CELS[1]])

    def test_past_the_table_or_undecodable_are_missing(self):
        empty, cut_off = (Cel(None, 0, 0, 7, 2, data, (3, 3)) for data in (b"", b"\x11"))
        for cels, status in ((DOTS[:2], 1), ([*DOTS[:2], cut_off], 1), ([*DOTS[:2], empty], 0)):
            self.window([0, 2, 1], line(0, stills([0, None, 1]), flags=["missing-picture"]),
                        cels=cels, status=status)


class DrawMany(AkosTimelines):
    CELS = [dot(-3, 5, 7, 2, 4, 2), dot(1, 1)]
    ITEMS = [(10, 20, 0), (-1, -2, wide(1)), (0, 0, 0)]

    def draws(self, code, frame, reads=(), **how):
        sequence, labels = assemble([0, "many", code, ("goto", "many"), "one", 1])
        self.check([sequence], {WALK_E: [(0, LOOP, 0, 0), (1, PROGRAM, labels["many"], 0),
                                         (2, LOOP, labels["one"], 0)]},
                   {(2, "E"): line(0, [frame], reads=reads)}, cels=self.CELS, **how)

    def test_places_cels_by_its_own_offsets(self):
        frame = [cel(0, 0, -3, 5), cel(1, 0, 17, 18), cel(1, 1, 6, -4), cel(1, 0, 7, -2)]
        self.draws(draw_many(self.ITEMS), [*frame, cel(2, 1, 8, -1)], kinds=ALL)
        self.draws(draw_many(self.ITEMS, (100, 50)), [*frame, cel(2, 1, 108, -51)], kinds=ALL)

    def test_under_a_condition_is_dynamic(self):
        frame = [cel(0, 0, -3, 5), cel(1, 0, 17, 18), cel(1, 1, 6, -4), cel(1, 0, 7, -2)]
        for conditions in ([], [1], [7, 8, 9]):
            self.draws(draw_many(self.ITEMS, None, conditions), [*frame, cel(2, 1, 8, -1)],
                       ["condition"], kinds=("he70", "he98"))
            self.draws(draw_many(self.ITEMS, (100, 50), conditions), [*frame, cel(2, 1, 108, -51)],
                       ["condition"], kinds=("he70", "he98"))

    def test_moves_what_comes_after_even_if_nothing_of_it_is_drawn(self):
        sequence = assemble([draw_many([(0, 0, 0)], (5, -7), [0]), 1])[0]
        never = block(b"AKCT", struct.pack("<I", 2))  # of a silent actor
        payload = costume(DOTS, {WALK_E: [(0, akos.FROZEN, 0, 0), (1, akos.FROZEN, len(sequence) - 1, 0)]}, sequence)
        for kind in ("he61", "he70", "he98"):
            (row,) = self.rows_of(kind, [payload + never])[1]
            self.assertEqual(row["frames"], [[cel(1, 1, 5, 7)]], kind)

    def test_is_all_that_codec_32_draws(self):
        self.draws(draw_many([(10, 20, 0)], (3, 4)), [cel(1, 0, 10, 20)], codec=32,
                   kinds=("he70", "v7"))

    def test_of_no_items_draws_nothing(self):
        self.draws(draw_many([]), [cel(0, 0, -3, 5), cel(2, 1, 8, -1)])

    def test_past_the_table_is_missing(self):
        sequence, _ = assemble(["a", draw_many([(0, 0, 0), (0, 0, 9), (0, 0, 1)]), ("goto", "a")])
        self.window([sequence], line(0, [[cel(0, 0), cel(0, 1)]], flags=["missing-picture"]),
                    PROGRAM, status=1)


if __name__ == "__main__":
    unittest.main()
