"""Programs of AKOS costumes, with results worked out by hand: every command, jumps, variables, dead ends."""

import unittest

import akos_files as akos
from akos_files import LOOP, PROGRAM, assemble, condition, dot, draw_many, wide
from akos_timelines_test import ALL, INIT_E, WALK_E, WALK_W, AkosTimelines, cel, line, stills

LATER = ("he61", "he70", "he98")
EARLY = ("v7", "v8")
END_IF_INSIDE = 0x9FC0 - 0x10000  # a number that reads as an end-if


class Programs(AkosTimelines):
    def test_run_to_what_they_draw_and_stay_at_the_end(self):
        self.program([0, ("set", 7, 3), ("add", 1, 3), 1, ("end",), 2],
                     line(4, stills([0, 1, None, 2, None])), kinds=ALL)

    def test_do_not_execute_the_command_they_start_on(self):
        self.program([("sound", 9), 1], line(2, stills([None, 1, None])))
        self.program(["a", ("sound", 9), 1, ("goto", "a")], line(0, stills([None, 1])))

    def test_do_not_execute_the_command_they_jump_to(self):
        self.program([0, ("goto", "a"), "a", ("count",), 1, ("end",), ("goto", "a")],
                     line(1, stills([0, None, 1, None])))

    def test_skip_whole_commands(self):
        """A jump leads to each command; the step from there passes over all of the command."""
        for item in (*(("set", 1, 2), ("add", 1, 2), ("sound", 1), ("goto", 0), ("if_var", 0, 2)),
                     ("soft_sound", 4), ("soft_sound2", 4), ("script", 1), ("count",), ("sound0",),
                     *((f"jump_{how}", 0, 1, 2) for how in ("eq", "ne", "lt", "le", "gt", "ge")),
                     ("anim", 1), ("anim_var", 1), ("random", 1, 2, 3), ("clip", 1),
                     ("anim_of", 1, 2), ("set_var_of", 1, 2, 3), ("hide",), ("offset", 1, 2),
                     ("jump_table", 1), ("flip", 1), ("action", 1, 2, 3, 4), ("script_he", 1),
                     ("sound_var", 1), ("frame", 1, 2), ("end_if",), ("talkie", 300),
                     ("if_talking", 0), ("if_not_talking", 0), ("talkie_var", 1),
                     *((f"do_{how}", 0, 1) for how in ("eq", "ne", "lt", "le", "gt", "ge")),
                     *((name, 0, 1) for name in ("if_sound", "if_no_sound", "if_sound2",
                                                 "if_no_sound2")), ("end",), ("empty",),
                     *(condition(0xC045 + more, size) for more in range(4) for size in (3, 9))):
            self.check_passed(item)
        self.check_passed(("control8", *[1] * 6), EARLY)
        self.check_passed(("control", *[1] * 4), LATER)

    def check_passed(self, item, kinds=("v7",)):
        with self.subTest(item=item):
            self.program([0, ("goto", "a"), "a", item, 1, ("empty",), 2],
                         line(5, stills([0, None, 1, None, 2, None])), kinds=kinds)

    def test_stay_on_unknown_commands(self):
        for code in (0xC000, 0xC002, 0xC0FE, 0xC1FF, 0xFFFF, b"\xC0\x45\x02", b"\xC0\x21\x02",
                     b"\xC0\x46\0"):
            self.program([0, code, 1], line(1, stills([0, None]), flags=["lost"]), status=1)

    def test_stay_on_commands_whose_operands_are_cut_off(self):
        for item in (("set", 1, 2), ("jump_eq", 0, 1, 0), ("sound", 1), ("offset", 1, 2),
                     draw_many([(0, 0, 1)]), condition(0xC045, 6), draw_many([(0, 0, 1)], (1, 1))):
            size = len(assemble([item])[0])
            for missing in range(1, size - 1):
                self.program([0, assemble([item])[0][:-missing]],
                             line(1, stills([0, None]), flags=["lost"]), ends=False, status=1)

    def test_that_jump_past_the_end_show_nothing(self):
        for target in (7, 8, 65535):
            self.program([0, 1, ("goto", target), 2], line(2, stills([0, 1, None]), flags=["lost"]),
                         ends=False, status=1)

    def test_that_run_past_the_end_show_nothing(self):
        for last in (1, wide(1), ("empty",)):
            shown = None if last == ("empty",) else 1
            self.program([0, last], line(2 if shown else 1, stills([0, shown, None] if shown else [0, None]),
                                         flags=["lost"]), ends=False, status=1)


class Jumps(AkosTimelines):
    def test_depend_on_variables(self):
        loop = ["a", 0, ("add", 1, 5), ("jump_lt", "a", 5, 3), 1, "b", 2, ("goto", "b")]
        self.program(loop, line(4, stills([0, 0, 0, 1, 2]), reads=["var 5"]), kinds=ALL)

    def test_compare_signed(self):
        taken = {"eq": (0, 1, 0), "ne": (1, 0, 1), "lt": (1, 0, 0), "le": (1, 1, 0),
                 "gt": (0, 0, 1), "ge": (0, 1, 1)}
        for how, expected in taken.items():
            for value, jumps in zip((-5, 1, 32767), expected, strict=True):
                jump = [0, ("set", value, 9), (f"jump_{how}", "a", 9, 1), 1, ("end",), "a", 2]
                self.program(jump, line(2 if jumps else 4, stills(
                    [0, 2, None] if jumps else [0, 1, None, 2, None]), reads=["var 9"]))
                block = [0, ("set", value, 9), (f"do_{how}", 1, 9), 1, ("end_if",), 2]
                self.program(block, line(3 if jumps else 2, stills(
                    [0, 1, 2, None] if jumps else [0, 2, None]), reads=["var 9"]))

    def test_on_false_conditions_skip_to_the_end_if(self):
        self.program([0, ("do_ne", 0, 9), ("sound", 1), 1,
                      draw_many([(END_IF_INSIDE, 1, 1)]), ("count",), ("end_if",), 2],
                     line(2, stills([0, 2, None]), reads=["var 9"]))
        self.program([0, ("do_ne", 0, 9), 1, 2],
                     line(1, stills([0, None]), flags=["lost"], reads=["var 9"]), status=1)

    def test_by_a_variable_clear_it(self):
        self.program([0, ("set", 1, 3), "a", 1, ("if_var", "a", 3), 2],
                     line(4, stills([0, 1, 1, 2, None]), reads=["var 3"]))

    def test_through_a_table(self):
        sequence, labels = assemble(["a", 0, ("add", 1, 3), ("jump_table", 3), 1, "z", 4,
                                     ("goto", "z"), "x", 2, ("goto", "a"), "y", 3, ("goto", "a")])
        self.check([sequence], {WALK_E: [(0, PROGRAM, 0, 0)]},
                   {(2, "E"): line(6, stills([0, 2, 0, 3, 0, 1, 4]), reads=["var 3"])},
                   jumps=[labels["x"], labels["y"]])

    def test_on_sound_and_speech_find_silence(self):
        for name, taken, read in (("if_sound", 0, "sound"), ("if_no_sound", 1, "sound"),
                                  ("if_sound2", 0, "sound"), ("if_no_sound2", 1, "sound")):
            self.silent((name, "a", 1), taken, [read] if "2" in name else ["var 1", read])
        for name, taken in (("if_talking", 0), ("if_not_talking", 1), ("if_no_one", 1)):
            self.silent((name, "a"), taken, ["talking"])
        self.program([0, b"\xC0\xA4", 1],
                     line(2, stills([0, 1, None]), flags=["lost"], reads=["talking"]), ends=False, status=1)
        # An if_anyone that is not taken has 2 bytes, and its operands are read as codes.
        self.program([0, ("if_anyone", 3), 1], line(4, stills([0, 3, 0, 1, None]),
                                                    reads=["talking"]))

    def silent(self, item, taken, reads):
        frames = [0, 2, None] if taken else [0, 1, 2, None]
        self.program([0, item, 1, "a", 2], line(len(frames) - 1, stills(frames), reads=reads),
                     cels=[dot()] * 9)  # An operand that is not skipped would be read as a cel.

    def test_on_random_numbers_get_the_lowest(self):
        self.program([0, ("random", 3, 9, 7), ("jump_eq", "a", 7, 3), 1, "a", 2],
                     line(2, stills([0, 2, None]), reads=["var 7", "random"]))

    def test_on_variables_of_the_actor_see_those_set_by_other_limbs(self):
        sequence, labels = assemble(["a", 0, ("add", 1, 4), ("jump_le", "a", 4, 1), "b", 1,
                                     ("goto", "b"), "c", 2, ("jump_ne", "c", 4, 2), "d", 3,
                                     ("goto", "d")])
        frames = [[cel(0, first), cel(1, second)] for first, second in ((0, 2), (0, 2), (1, 3))]
        self.check([sequence], {WALK_E: [(0, PROGRAM, 0, 0), (1, PROGRAM, labels["c"], 0)]},
                   {(2, "E"): line(2, frames, reads=["var 4"])})

    def test_unread_variables_are_not_part_of_the_state(self):
        self.program(["a", 0, ("add", 1, 4), ("count",), ("goto", "a")],
                     line(0, stills([0]), [(0, 0, "counter", 0)]))

    def test_in_windows_too(self):
        self.check([0, ("do_ne", 0, 1), 1, ("end_if",), 2], {WALK_E: [(0, akos.ONCE, 0, 99)]},
                   {(2, "E"): line(2, stills([0, 2, None]), flags=["lost"], reads=["var 1"])}, status=1)
        self.check(["x", 0, ("jump_eq", "a", 1, 0), 1, 1, "a", 2, 3],
                   {WALK_E: [(0, LOOP, 0, 1)]},
                   {(2, "E"): line(0, stills([0, 2]), reads=["var 1"])})


class Effects(AkosTimelines):
    def effect(self, items, events, reads=(), **how):
        self.program(["a", 0, *items, ("goto", "a")],
                     line(0, stills([0]), [(0, 0, *event) for event in events], reads=reads), **how)

    def test_are_events(self):
        self.effect([("count",), ("sound0",), ("soft_sound", 4), ("soft_sound2", 5),
                     ("script", 1), ("anim", 6), ("clip", 7), ("anim_of", 8, 9),
                     ("action", 1, 1, 1, 1), ("script_he", 10), ("talkie", 0x1234),
                     ("set_var_of", 1, 2, 3)],
                    [("counter", 0), ("sound", 0), ("sound", 4), ("sound", 0), ("anim", 6),
                     ("clip", 7), ("anim", 0), ("script", 10), ("talkie", 0x34)],
                    reads=["var 1", "var 5", "var 8", "var 9"], kinds=ALL)

    def test_may_come_from_variables(self):
        events = [("anim", -3), ("sound", -3), ("talkie", -3), ("sound", -3), ("anim", -3)]
        program = ["a", 0, ("set", -3, 1), ("anim_var", 1), ("soft_sound2", 1), ("talkie_var", 1)]
        for kinds, last, heard in ((("v7", "he61"), [("anim_of", 2, 1)], [*events[:3], events[4]]),
                                   (("he70", "he98"), [("sound_var", 1)], events[:4])):
            reads = ["var 1", "var 2"] if last[0][0] == "anim_of" else ["var 1"]
            self.program([*program, *last, ("goto", "a")],
                         line(0, stills([0]), [(0, 0, *event) for event in heard], reads=reads), kinds=kinds)

    def test_of_a_sound_of_a_variable_are_none_before_he_71(self):
        self.effect([("sound_var", 1)], [], kinds=("v7", "he61"))

    def test_are_sounds_from_0_in_each_version(self):
        self.effect([("sound", 4), ("control8", 5, *[0] * 5)], [("sound", 3), ("sound", 5)],
                    kinds=EARLY)
        self.effect([("sound", 4), ("control", 5, 0, 0, 0)], [("sound", 4)], kinds=LATER)

    def test_hide_the_whole_actor_permanently(self):
        self.check([0, ("hide",), 1, "b", 2, ("goto", "b"), ("count",)],
                   {INIT_E: [(1, LOOP, 0, 0)], WALK_E: [(0, PROGRAM, 0, 0)]},
                   {(1, "E"): line(0, stills([0], 1)),
                    (2, "E"): line(1, [[cel(0, 0), cel(1, 0)], []], [(0, 0, "hide", 0)])})

    def test_offset_every_cel_from_then_on(self):
        self.check([0, ("offset", 10, -20), 1, ("offset", 0, 0), "b", 2, ("goto", "b")],
                   {INIT_E: [(1, LOOP, 0, 0)], WALK_E: [(0, PROGRAM, 0, 0)]},
                   {(1, "E"): line(0, [[cel(1, 0, 2, 3)]]),
                    (2, "E"): line(2, [[cel(0, 0, 2, 3), cel(1, 0, 2, 3)],
                                       [cel(0, 1, 10, -20), cel(1, 0, 12, -17)],
                                       [cel(0, 2), cel(1, 0, 2, 3)]],
                                   [(0, 0, "offset", 10 - (20 << 16)), (1, 0, "offset", 0)])},
                   cels=[dot(2, 3), dot(), dot()], kinds=LATER)

    def test_offset_the_actor_and_not_what_is_flipped(self):
        events = [(0, 0, "offset", 10 + (5 << 16)), (1, 0, "offset", 10 + (5 << 16))]
        self.check(["a", 0, ("offset", 10, 5), ("goto", "a")], {WALK_W: [(0, PROGRAM, 0, 0)]},
                   {(2, "W"): line(1, [[cel(0, 0, -4, 3, True)], [cel(0, 0, 6, 8, True)]], events)},
                   cels=[dot(2, 3, 0, 0, 3)], kinds=LATER)
        self.check(["a", 0, ("offset", 10, 5), ("goto", "a")], {WALK_W: [(0, PROGRAM, 0, 0)]},
                   {(2, "W"): line(0, [[cel(0, 0, -4, 3, True)]], events[:1])},
                   cels=[dot(2, 3, 0, 0, 3)], kinds=EARLY)

    def test_flip_in_every_direction(self):
        program = ["a", 0, ("flip", 256), 1, ("flip", 0), ("goto", "a")]
        frames = [[cel(0, 0, 2, 3)], [cel(0, 1, -4, 3, True)]]
        self.check(program, {WALK_E: [(0, PROGRAM, 0, 0)]}, {(2, "E"): line(0, frames)},
                   cels=[dot(2, 3, 0, 0, 3)] * 2)
        frames = [[cel(0, 0, -4, 3, True)], [cel(0, 1, 2, 3)]]
        self.check(program, {WALK_W: [(0, PROGRAM, 0, 0)]}, {(2, "W"): line(0, frames)},
                   cels=[dot(2, 3, 0, 0, 3)] * 2)

    def test_of_init_wait_for_the_first_step(self):
        self.check([0, ("hide",), 1], {INIT_E: [(1, PROGRAM, 0, 0)], WALK_E: [(1, LOOP, 0, 0)]},
                   {(1, "E"): line(1, [[cel(1, 0)], []], [(0, 1, "hide", 0)]),
                    (2, "E"): line(0, stills([0], 1))})


class Stuck(AkosTimelines):
    def test_in_cycles_of_gotos(self):
        for sequence in ([0, "a", ("goto", "a")],
                         [0, "a", ("goto", "b"), "b", ("goto", "a")],
                         [0, "a", ("script", 1), ("action", 1, 2, 3, 4), ("goto", "a")]):
            self.program(sequence, line(1, stills([0, None]), [(0, 0, "stuck", 0)], ["stuck"]),
                         status=1)

    def test_comes_after_the_effects_of_the_same_step(self):
        self.program([0, "a", ("count",), ("goto", "a")],
                     line(1, stills([0, None]), [(0, 0, "counter", 0), (0, 0, "stuck", 0)],
                          ["stuck"]), status=1)

    def test_not_in_gotos_past_a_command_that_may_rest_or_branch(self):
        for item in (("end",), ("empty",), 1):
            self.program([0, "a", item, ("goto", "a")], line(1, stills([0, item if item == 1
                                                                        else None])))
        self.program([0, "a", ("if_sound", 0, 1), ("goto", "a")], line(1, stills([0, None]),
                                                                       reads=["var 1", "sound"]))

    def test_limbs_do_not_stop_the_others(self):
        sequence, labels = assemble([0, "a", ("goto", "a"), "w", 1, 2])
        self.check([sequence], {WALK_E: [(0, PROGRAM, 0, 0), (1, LOOP, labels["w"], 1)]},
                   {(2, "E"): line(1, [[cel(0, 0), cel(1, 1)], [cel(1, 2)], [cel(1, 1)]],
                                   [(0, 0, "stuck", 0)], ["stuck"])}, status=1)


if __name__ == "__main__":
    unittest.main()
