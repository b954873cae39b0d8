"""Slots and placements do what SCUMM.md §3 to §5 says, worked out by hand."""

import unittest

from game_files import make_game, picture
from handmade import (INIT_E, INIT_S, INIT_W, NO_LOOP, PLAIN, RESTART, STOP, WALK_E, WALK_N,
                      WALK_S, WALK_W, HandMade, art, cel, line, stills, window)


class Places(HandMade):
    TABLES = {0: [art(3, 2, -1, -2, 5, 3)], 1: [art(2, 4, 2, 1, -7, -4)], 3: [art(4, 1)],
              4: [art(1, 1, 6, 6)]}
    RECORD = [window(limb, 0, 1) for limb in (0, 1, 3, 4)]
    # The moves before each limb are (0, 0), (5, -3), (5 - 7, -3 + 4), and the same again.
    UNFLIPPED = [cel(0, 0, -1, -2), cel(1, 0, 7, -2), cel(3, 0, -2, 1), cel(4, 0, 4, 7)]
    # Each x is -x - (width - 1): 1 - 2, -7 - 1, 2 - 3, -4 - 0.
    FLIPPED = [cel(0, 0, -1, -2, True), cel(1, 0, -8, -2, True), cel(3, 0, -1, 1, True),
               cel(4, 0, -4, 7, True)]

    def all_directions(self, west, **how):
        self.check(self.TABLES, {number: self.RECORD for number in range(WALK_W, WALK_N + 1)}, [0],
                   {(2, "W"): line(0, [west]),
                    **{(2, direction): line(0, [self.UNFLIPPED]) for direction in "ESN"}}, **how)

    def test_facing_west_is_flipped(self):
        self.all_directions(self.FLIPPED)

    def test_bit_7_of_the_format_keeps_west_as_it_is(self):
        self.all_directions(self.UNFLIPPED, format_bit=0x80)

    def test_flipping_works_for_odd_and_even_widths(self):
        widths = (1, 2, 3, 4, 5, 300)
        for x in (-2, 0, 1):
            self.check({0: [art(width, 1, x) for width in widths]},
                       {WALK_W: [window(0, 0, 6)]}, range(6),
                       {(2, "W"): line(0, [[cel(0, index, -x - width + 1, 0, True)]
                                           for index, width in enumerate(widths)])})

    def test_west_with_art_of_its_own(self):
        tables = {0: [art(3, 1, 1), art(3, 1, -5)]}
        records = {WALK_W: [window(0, 1, 1)], WALK_E: [window(0, 0, 1)]}
        east = line(0, [[cel(0, 0, 1)]])
        self.check(tables, records, [0, 1],
                   {(2, "W"): line(0, [[cel(0, 1, -5)]]), (2, "E"): east}, format_bit=0x80)
        self.check(tables, records, [0, 1],  # is still flipped, because the format says so
                   {(2, "W"): line(0, [[cel(0, 1, 3, 0, True)]]), (2, "E"): east})

    def test_west_without_a_record_has_no_timeline(self):
        self.check(PLAIN, {WALK_E: [window(0, 0, 1)]}, [0], {(2, "E"): line(0, stills(0, [0]))})
        self.check(PLAIN, {WALK_W: [window(0, 0, 1)]}, [0],
                   {(2, "W"): line(0, [[cel(0, 0, 0, 0, True)]])})

    def test_west_is_initialised_facing_west(self):
        self.check(PLAIN, {INIT_W: [window(1, 1, 1)], INIT_E: [window(1, 0, 1)],
                           WALK_W: [window(0, 0, 1)]}, [0, 1],
                   {(1, "W"): line(0, [[cel(1, 1, 0, 0, True)]]),
                    (1, "E"): line(0, [[cel(1, 0)]]),
                    (2, "W"): line(0, [[cel(0, 0, 0, 0, True), cel(1, 1, 0, 0, True)]])})

    def test_moves_start_afresh_every_tick(self):
        tables = {0: [art(xinc=1, yinc=1), art(xinc=10, yinc=-10)], 1: [art()]}
        self.check(tables, {WALK_E: [window(0, 0, 2), window(1, 0, 1)]}, [0, 1],
                   {(2, "E"): line(0, [[cel(0, 0), cel(1, 0, 1, -1)],
                                       [cel(0, 1), cel(1, 0, 10, 10)]])})

    def test_a_pictures_moves_do_not_move_itself(self):
        self.check_window([0], line(0, [[cel(0, 0, 3, 4)]]), tables={0: [art(1, 1, 3, 4, 50, 60)]})

    def test_moves_add_up_beyond_16_bits(self):
        tables = {limb: [art(1, 1, 30000, 30000, 30000, -30000)] for limb in range(3)}
        self.check(tables, {WALK_E: [window(limb, 0, 1) for limb in range(3)],
                            WALK_W: [window(limb, 0, 1) for limb in range(3)]}, [0],
                   {(2, "E"): line(0, [[cel(limb, 0, 30000 * (limb + 1), 30000 * (limb + 1))
                                        for limb in range(3)]]),
                    (2, "W"): line(0, [[cel(limb, 0, -30000 * (limb + 1), 30000 * (limb + 1), True)
                                        for limb in range(3)]])})


class Slots(HandMade):
    """Slots of limb tables without a picture. Limb 1 shows how far they move it."""

    RECORDS = {WALK_E: [window(0, 0, 2), window(1, 0, 1)], WALK_S: [window(0, 0, 1)],
               INIT_S: [window(1, 0, 1)]}

    def slot(self, slot, second, flags=(), status=0, command=1):
        """Checks slot 1 of limb 0; `second` is what tick 1 shows."""
        self.check({0: [art(xinc=7), *slot], 1: [art()]}, self.RECORDS, [0, command],
                   {(2, "E"): line(0, [[cel(0, 0), cel(1, 0, 7)], second], flags=flags),
                    (2, "S"): line(0, [[cel(0, 0), cel(1, 0, 7)]]),
                    (1, "S"): line(0, [[cel(1, 0)]])}, status=status)

    def test_show_and_move_what_they_hold(self):
        missing = {"flags": ["missing-picture"], "status": 1}
        for what, slot, second, how in (
                ("a picture", [art(1, 1, 0, 0, 5, 3)], [cel(0, 1), cel(1, 0, 5, -3)], {}),
                ("nothing", [None], [cel(1, 0)], {}),
                *(("a picture of zero size", [picture(*size, b"", 1, 1, 5, 3)], [cel(1, 0, 5, -3)], {})
                  for size in ((0, 0), (0, 9), (9, 0))),
                ("just past the table", [], [cel(1, 0)], {**missing, "status": 0}),
                *(("past the table", [], [cel(1, 0)], {**missing, "command": command}) for command in (0x70, 0xF0)),
                ("cannot be decoded", [picture(2, 2, b"\x15", 0, 0, 5, 3)], [cel(1, 0)], missing)):
            with self.subTest(what):
                self.slot(slot, second, **how)

    def test_that_commands_rest_on_may_be_missing(self):
        for command in (STOP, RESTART, 0x7D, 0x7E, 0x7F, 0xFF):
            self.slot([], [cel(1, 0)], command=command)

    def test_of_v5_where_v6_has_sounds_are_missing(self):
        for command in range(0x71, 0x78):
            self.check_window([0, command], line(0, stills(0, [0, None]),
                                                 flags=["missing-picture"]),
                              versions=[5], status=1)

    def test_are_taken_without_bit_7(self):
        self.check_window([0x80, 0x82, 1], line(0, stills(0, [0, 2, 1])))

    def test_that_only_a_stopped_limb_would_show_are_not_missing(self):
        self.check({0: [art()], 1: [art()]},
                   {INIT_E: [window(0, 2, 1)], WALK_E: [window(0, 0, 2), window(1, 0, 1)]},
                   [0, 9, STOP],
                   {(1, "E"): line(0, [[]]), (2, "E"): line(0, [[cel(1, 0)]])}, status=1)


class Truncated(HandMade):
    def limbs(self, *lengths):
        """Returns ticks and loop start of limbs with windows of these lengths. Negative lengths do not loop."""
        records = {WALK_E: [window(limb, 0, abs(length), 0 if length > 0 else NO_LOOP)
                            for limb, length in enumerate(lengths)]}
        payload = self.payload(5, {limb: [art(), art()] for limb in range(len(lengths))}, records,
                               [1, *[0] * 127])
        folder = make_game(5, [[payload]]).write(self.folder / "game")
        archive, rows = self.packed_rows(folder)
        self.assert_rows(archive, rows, str(lengths))
        self.assertEqual(len(rows[0]["frames"]), rows[0]["ticks"])
        return rows[0]["ticks"], rows[0]["loop_start"], rows[0]["flags"]

    def test_after_4096_ticks(self):
        self.assertEqual(self.limbs(63, 65), (4095, 0, []))
        self.assertEqual(self.limbs(63, 65, -2), (4096, 1, []))
        self.assertEqual(self.limbs(63, 65, -3), (4096, None, ["truncated"]))
        self.assertEqual(self.limbs(128, 32), (128, 0, []))
        self.assertEqual(self.limbs(128, 33), (4096, None, ["truncated"]))
        self.assertEqual(self.limbs(127, 126, 125, 124, 123, 122, 121, 119, 113, 109),
                         (4096, None, ["truncated"]))


if __name__ == "__main__":
    unittest.main()
