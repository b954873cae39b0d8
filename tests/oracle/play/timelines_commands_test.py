"""Windows, commands and cues do what SCUMM.md §3 to §5 says, worked out by hand."""

import struct
import unittest

from handmade import (COUNT, HIDE, INIT_E, NO_LOOP, OFF, PLAIN, RESTART, STAND_E, STOP, WALK_E,
                      WALK_S, HandMade, art, cel, line, long_table, stills, window)


class Windows(HandMade):
    def test_the_first_command_shows_before_any_step(self):
        self.check_window([2], line(0, stills(0, [2])))

    def test_loop(self):
        self.check_window([2, 0, 1], line(0, stills(0, [2, 0, 1])))

    def test_that_do_not_loop_stay_on_their_last_command(self):
        self.check_window([2, 0, 1], line(2, stills(0, [2, 0, 1])), NO_LOOP)
        self.check_window([2], line(0, stills(0, [2])), NO_LOOP)

    def test_of_equal_pictures_take_one_tick(self):
        self.check_window([1, 1, 1], line(0, stills(0, [1])))
        self.check_window([0, 1, 1], line(1, stills(0, [0, 1])), NO_LOOP)

    def test_of_128_commands_are_the_longest(self):
        indices = [position % 3 for position in range(128)]
        self.check_window(indices, line(0, stills(0, indices)))
        self.check_window(indices, line(127, stills(0, indices)), NO_LOOP)

    def test_start_anywhere_and_share_commands(self):
        self.check(PLAIN, {WALK_E: [window(0, 2, 2)], WALK_S: [window(0, 1, 3, NO_LOOP)]},
                   [3, 0, 1, 2],
                   {(2, "E"): line(0, stills(0, [1, 2])), (2, "S"): line(2, stills(0, [0, 1, 2]))})

    def test_of_several_limbs_run_on_their_own(self):
        self.check(PLAIN, {WALK_E: [window(0, 0, 2), window(1, 0, 3)]}, [0, 1, 2],
                   {(2, "E"): line(0, [[cel(0, first), cel(1, second)] for first, second in
                                       ((0, 0), (1, 1), (0, 2), (1, 0), (0, 1), (1, 2))])})

    def test_that_loop_and_that_do_not_can_be_combined(self):
        self.check(PLAIN, {WALK_E: [window(0, 0, 3, NO_LOOP), window(2, 0, 2)]}, [0, 1, 2],
                   {(2, "E"): line(2, [[cel(0, first), cel(2, second)] for first, second in
                                       ((0, 0), (1, 1), (2, 0), (2, 1))])})

    def test_are_of_limbs_0_to_15(self):
        self.check({limb: [art()] for limb in range(16)},
                   {WALK_E: [window(15, 0, 1), window(0, 0, 1)],
                    WALK_S: [window(limb, 0, 1) for limb in range(16)]}, [0],
                   {(2, "E"): line(0, [[cel(0, 0), cel(15, 0)]]),
                    (2, "S"): line(0, [[cel(limb, 0) for limb in range(16)]])})


class Start(HandMade):
    def test_is_init_in_the_same_direction_and_then_the_chore(self):
        self.check(PLAIN, {INIT_E: [window(0, 0, 1), window(1, 1, 1)],
                           WALK_E: [window(0, 2, 1)], WALK_S: [window(0, 2, 1)]}, [0, 1, 2],
                   {(1, "E"): line(0, [[cel(0, 0), cel(1, 1)]]),
                    (2, "E"): line(0, [[cel(0, 2), cel(1, 1)]]),
                    (2, "S"): line(0, [[cel(0, 2)]])})

    def test_is_at_the_first_command_of_the_windows_of_init(self):
        self.check(PLAIN, {INIT_E: [window(1, 0, 3)], WALK_E: [window(0, 3, 1)]}, [0, 1, 2, 3],
                   {(1, "E"): line(0, stills(1, [0, 1, 2])),
                    (2, "E"): line(0, [[cel(0, 3), cel(1, index)] for index in (0, 1, 2)])})

    def test_is_at_the_first_command_of_the_chores_window(self):
        self.check(PLAIN, {INIT_E: [window(0, 2, 2, NO_LOOP)], WALK_E: [window(0, 0, 3)]},
                   [0, 1, 2, 3],
                   {(1, "E"): line(1, stills(0, [2, 3])), (2, "E"): line(0, stills(0, [0, 1, 2]))})

    def test_of_chore_0_is_init_too(self):
        self.check(PLAIN, {1: [window(0, 1, 1)], INIT_E: [window(1, 0, 1)]}, [0, 1],
                   {(0, "E"): line(0, [[cel(0, 1), cel(1, 0)]]),
                    (1, "E"): line(0, [[cel(1, 0)]])})

    def test_of_the_highest_chore(self):
        self.check(PLAIN, {255: [window(0, 0, 1)]}, [0], {(63, "N"): line(0, [[cel(0, 0)]])})

    def test_switches_limbs_off(self):
        self.check(PLAIN, {INIT_E: [window(0, 0, 2), window(1, 0, 1)],
                           WALK_E: [(0, OFF)], WALK_S: [(0, OFF)]}, [0, 1],
                   {(1, "E"): line(0, [[cel(0, 0), cel(1, 0)], [cel(0, 1), cel(1, 0)]]),
                    (2, "E"): line(0, [[cel(1, 0)]]),
                    (2, "S"): line(0, [[]])})

    def test_of_a_record_without_limbs_changes_nothing(self):
        self.check(PLAIN, {INIT_E: [window(0, 0, 2)], WALK_E: [], WALK_S: []}, [0, 1],
                   {(1, "E"): line(0, stills(0, [0, 1])), (2, "E"): line(0, stills(0, [0, 1])),
                    (2, "S"): line(0, [[]])})

    def test_knows_no_records_beyond_num_anim(self):
        records = {WALK_E: [window(0, 0, 1)], WALK_S: [window(0, 1, 1)]}
        east, south = line(0, stills(0, [0])), line(0, stills(0, [1]))
        self.check(PLAIN, records, [0, 1], {(2, "E"): east}, num_anim=WALK_E)
        self.check(PLAIN, records, [0, 1], {(2, "E"): east, (2, "S"): south}, num_anim=WALK_S)

    def test_takes_num_anim_as_the_count_in_v6_with_size_0(self):
        records = {WALK_E: [window(0, 0, 1)], WALK_S: [window(0, 1, 1)]}
        east, south = line(0, stills(0, [0])), line(0, stills(0, [1]))
        for count, expected in ((WALK_S, {(2, "E"): east}),
                                (WALK_S + 1, {(2, "E"): east, (2, "S"): south})):
            payload = self.payload(6, PLAIN, records, [0, 1], num_anim=count)
            self.check_payload(6, struct.pack("<I", 0) + payload[4:], expected)


class Stopped(HandMade):
    def test_limbs_step_unseen(self):
        self.check(PLAIN, {INIT_E: [window(0, 0, 1), window(1, 0, 3)], WALK_E: [window(1, 3, 1)]},
                   [0, COUNT, 2, STOP],
                   {(1, "E"): line(0, [[cel(0, 0), cel(1, 0)], [cel(0, 0), cel(1, 2)]],
                                   [(0, 1, "counter", 0)]),
                    (2, "E"): line(0, [[cel(0, 0)], [cel(0, 0)]], [(0, 1, "counter", 0)])})

    def test_stays_stopped_with_a_new_window(self):
        self.check(PLAIN, {INIT_E: [window(0, 2, 1)], WALK_E: [window(0, 0, 2), window(1, 0, 1)]},
                   [0, 1, STOP],
                   {(1, "E"): line(0, [[]]),
                    (2, "E"): line(0, [[cel(1, 0)]])})

    def test_bits_do_not_switch_limbs_on(self):
        self.check(PLAIN, {INIT_E: [window(0, 0, 1)], WALK_E: [window(0, 1, 1)],
                           WALK_S: [window(0, 1, 1)]}, [STOP, RESTART],
                   {(1, "E"): line(0, [[]]), (2, "E"): line(0, [[]]), (2, "S"): line(0, [[]])})

    def test_by_one_command_whatever_the_window_is(self):
        windows = {INIT_E: [window(0, 0, 2)], WALK_E: [window(0, 2, 3, NO_LOOP)],
                   STAND_E: [window(0, 3, 2)]}
        self.check(PLAIN, windows, [0, 1, STOP, RESTART, 3],
                   {(1, "E"): line(0, stills(0, [0, 1])), (2, "E"): line(0, [[]]),
                    (3, "E"): line(0, stills(0, [0, 1]))})

    def test_limbs_move_nothing(self):
        tables = {0: [art(xinc=5, yinc=3)], 1: [art()]}
        self.check(tables, {INIT_E: [window(0, 0, 1), window(1, 0, 1)], WALK_E: [window(0, 1, 1)]},
                   [0, STOP],
                   {(1, "E"): line(0, [[cel(0, 0), cel(1, 0, 5, -3)]]),
                    (2, "E"): line(0, [[cel(1, 0)]])})

    def test_by_no_command_inside_a_window(self):
        for command in (STOP, RESTART):
            self.check_window([0, command, 2], line(0, stills(0, [0, None, 2])))
            self.check_window([0, command, 2], line(2, stills(0, [0, None, 2])), NO_LOOP)
            self.check_window([0, command], line(1, stills(0, [0, None])), NO_LOOP)
            self.check_window([0, command, 2], line(0, stills(0, [0, command, 2])),
                              tables={0: long_table(0, 2, command)})

    def test_by_no_command_with_bit_7(self):
        for command in (STOP, RESTART):
            self.check_window([command | 0x80, 1], line(0, stills(0, [command, 1])),
                              tables={0: long_table(1, command)})
            self.check_window([command | 0x80, 1], line(0, stills(0, [None, 1])))


class Hidden(HandMade):
    def test_limbs_move_nothing(self):
        tables = {0: [art(x=2, y=1, xinc=5, yinc=3)], 1: [art(x=10, y=20)]}
        for command in (HIDE, HIDE | 0x80):
            self.check(tables, {WALK_E: [window(0, 0, 2), window(1, 0, 1)]}, [0, command],
                       {(2, "E"): line(0, [[cel(0, 0, 2, 1), cel(1, 0, 15, 17)],
                                           [cel(1, 0, 10, 20)]])})

    def test_limbs_are_shown_again(self):
        self.check_window([HIDE, 1, HIDE, 2], line(0, stills(0, [None, 1, None, 2])))
        self.check_window([1, HIDE], line(1, stills(0, [1, None])), NO_LOOP)

    def test_even_where_the_table_has_that_slot(self):
        for command in (HIDE, HIDE | 0x80):
            self.check_window([0, command], line(0, stills(0, [0, None])),
                              tables={0: long_table(0, HIDE)})


class Cues(HandMade):
    """Counters and sounds."""

    def test_take_no_time(self):
        self.check_window([0, COUNT, 1], line(0, stills(0, [0, 1]), [(0, 0, "counter", 0)]))
        self.check_window([0, 1, COUNT, 2], line(2, stills(0, [0, 1, 2]), [(1, 0, "counter", 0)]),
                          NO_LOOP)

    def test_follow_each_other(self):
        self.check_window([0, COUNT, COUNT, 1, COUNT], line(0, stills(0, [0, 1]), [
            (0, 0, "counter", 0), (0, 0, "counter", 0), (1, 0, "counter", 0)]))

    def test_at_the_end_are_skipped_to_the_start(self):
        self.check_window([0, 1, COUNT], line(0, stills(0, [0, 1]), [(1, 0, "counter", 0)]))
        self.check_window([0, COUNT], line(0, stills(0, [0]), [(0, 0, "counter", 0)]))

    def test_at_the_start_show_at_first_and_are_skipped_later(self):
        self.check_window([COUNT, 0, 1], line(1, stills(0, [None, 0, 1]), [(2, 0, "counter", 0)]))
        self.check_window([COUNT, 0, 1], line(1, stills(0, [COUNT, 0, 1]), [(2, 0, "counter", 0)]),
                          tables={0: long_table(0, 1, COUNT)})
        self.check_window([COUNT, 0, 1], line(2, stills(0, [None, 0, 1])), NO_LOOP)

    def test_depend_on_the_version(self):
        table = {0: long_table(0, 1, 0x71, 0x77)}
        commands = [0, 0x71, 1, 0x77, 0x78]
        self.check_window(commands, line(0, stills(0, [0, 0x71, 1, 0x77]),
                                         [(3, 0, "sound", 0)]), tables=table, versions=[5])
        self.check_window(commands, line(0, stills(0, [0, 1]), [
            (0, 0, "sound", 0), (1, 0, "sound", 6), (1, 0, "sound", 7)]),
            tables=table, versions=[6])

    def test_at_the_start_are_slots_in_either_version(self):
        table = {0: long_table(0, 0x71)}
        self.check_window([0x71, 0], line(0, stills(0, [0x71, 0])), tables=table, versions=[5])
        self.check_window([0x71, 0], line(1, stills(0, [0x71, 0]), [(1, 0, "sound", 0)]),
                          tables=table, versions=[6])

    def test_each_sound_of_v6(self):
        self.check_window([0, *range(0x71, 0x79)],
                          line(0, stills(0, [0]), [(0, 0, "sound", n) for n in range(8)]),
                          versions=[6])

    def test_with_bit_7_are_not_cues(self):
        table = {0: long_table(0, 0x71, 0x78, COUNT)}
        self.check_window([0, 0xF1, 0xF8, COUNT | 0x80],
                          line(0, stills(0, [0, 0x71, 0x78, COUNT])), tables=table)

    def test_in_windows_of_length_1_fire_every_tick(self):
        for loop in (0, NO_LOOP):
            for command, version, event in ((COUNT, 5, ["counter", 0]), (COUNT, 6, ["counter", 0]),
                                            (0x78, 5, ["sound", 0]), (0x73, 6, ["sound", 2])):
                records = {WALK_E: [window(0, 0, 1, loop), window(1, 1, 3)]}
                for slot in (False, True):
                    tables = {**PLAIN, 0: long_table(command)} if slot else PLAIN
                    self.check(tables, records, [command, 0, 1, 2],
                               {(2, "E"): line(0, [[cel(0, command)] * slot + [cel(1, index)]
                                                   for index in range(3)],
                                               [(tick, 0, *event) for tick in range(3)])},
                               versions=[version])

    def test_of_a_stopped_limb_fire(self):
        self.check(PLAIN, {INIT_E: [window(0, 0, 1)], WALK_E: [window(0, 1, 2)]},
                   [STOP, 0, COUNT],
                   {(1, "E"): line(0, [[]]), (2, "E"): line(0, [[]], [(0, 0, "counter", 0)])})

    def test_come_by_tick_and_by_limb(self):
        self.check(PLAIN, {WALK_E: [window(0, 0, 4), window(1, 2, 2), window(2, 3, 1)]},
                   [0, COUNT, 1, 0x78],
                   {(2, "E"): line(0, [[cel(0, 0), cel(1, 1)], [cel(0, 1), cel(1, 1)]], [
                       (0, 0, "counter", 0), (0, 1, "sound", 0), (0, 2, "sound", 0),
                       (1, 0, "sound", 0), (1, 1, "sound", 0), (1, 2, "sound", 0)])},
                   versions=[5])


class Stuck(HandMade):
    """Limbs whose steps never come to rest."""

    def stuck(self, tick, before, events=(), limb=0):
        frames = stills(0, before)
        return line(len(frames), [*frames, []], [*events, (tick, limb, "stuck", 0)], ["stuck"])

    def test_at_an_end_that_does_not_loop(self):
        self.check_window([0, COUNT], self.stuck(0, [0]), NO_LOOP)
        self.check_window([0, 0x78], self.stuck(0, [0]), NO_LOOP)
        self.check_window([0, 1, COUNT, COUNT], self.stuck(1, [0, 1]), NO_LOOP)

    def test_where_nothing_but_cues_loops(self):
        self.check_window([COUNT, COUNT], self.stuck(0, [None]))
        self.check_window([0x78, COUNT, 0x78], self.stuck(0, [None]))
        self.check_window([COUNT, COUNT], self.stuck(0, [None]), NO_LOOP)

    def test_of_sounds_of_v6_only(self):
        table = {0: long_table(0, 0x71)}
        self.check_window([0, 0x71], self.stuck(0, [0]), NO_LOOP, tables=table, versions=[6])
        self.check_window([0, 0x71], line(1, stills(0, [0, 0x71])), NO_LOOP, tables=table,
                          versions=[5])

    def test_keeps_the_cues_of_earlier_steps(self):
        self.check_window([0, COUNT, 1, COUNT],
                          self.stuck(1, [0, 1], [(0, 0, "counter", 0)]), NO_LOOP)

    def test_limbs_do_not_stop_the_others(self):
        tables = {0: [art(xinc=5)], 1: [art()]}
        self.check(tables, {WALK_E: [window(0, 0, 2, NO_LOOP), window(1, 0, 2)]}, [0, COUNT],
                   {(2, "E"): line(1, [[cel(0, 0), cel(1, 0, 5)], [cel(1, 0)]],
                                   [(0, 0, "stuck", 0), (0, 1, "counter", 0),
                                    (1, 1, "counter", 0)], ["stuck"])})

    def test_followed_by_a_loop(self):
        self.check(PLAIN, {WALK_E: [window(0, 0, 2, NO_LOOP), window(1, 2, 2)]},
                   [0, COUNT, 1, 2],
                   {(2, "E"): line(1, [[cel(0, 0), cel(1, 1)], [cel(1, 2)], [cel(1, 1)]],
                                   [(0, 0, "stuck", 0)], ["stuck"])})

    def test_while_stopped(self):
        self.check(PLAIN, {INIT_E: [window(0, 2, 1)], WALK_E: [window(0, 0, 2, NO_LOOP)]},
                   [0, COUNT, STOP],
                   {(1, "E"): line(0, [[]]),
                    (2, "E"): line(1, [[], []], [(0, 0, "stuck", 0)], ["stuck"])})

    def test_is_flagged_only_on_timelines_that_get_stuck(self):
        self.check(PLAIN, {INIT_E: [window(0, 0, 2, NO_LOOP)], WALK_E: [window(0, 0, 1)],
                           STAND_E: [window(1, 0, 1)]}, [0, COUNT],
                   {(1, "E"): self.stuck(0, [0]),
                    (2, "E"): line(0, stills(0, [0])),
                    (3, "E"): line(1, [[cel(0, 0), cel(1, 0)], [cel(1, 0)]],
                                   [(0, 0, "stuck", 0)], ["stuck"])})


if __name__ == "__main__":
    unittest.main()
