"""Baked timelines are what a second, plain player plays, and what SCUMM.md §3 to §5 says."""

import random
import struct
import unittest

import plain_player
import wardrobe_rows
from game_files import Game, costume, find, make_game, picture, rle16
from support import EXHAUSTIVE, GAME_NAMES, ProgramTest, games_beside_the_sample, run, sample
from wardrobe_reader import Archive

TICKS_BEHIND_THE_LOOP = 64
RANDOM_COSTUMES = 2000 if EXHAUSTIVE else 100  # of each version
FIELDS = ("ticks", "loop_start", "flags", "frames", "events")
NO_LOOP = 0x80
OFF = 0xFFFF
COUNT, HIDE, STOP, RESTART = 0x7C, 0x7B, 0x79, 0x7A


# ------------------------------------------------------------------------------------------------
# The baked rows against the plain player

def baked_tick(row, tick):
    """The tick of a baked timeline that stands for a tick of the endless one."""
    if tick < row["ticks"]:
        return tick
    loop = row["loop_start"]
    return loop + (tick - loop) % (row["ticks"] - loop)


def unrolled(row, ticks):
    """Frames and events of a number of ticks."""
    at = {}
    for tick, *event in row["events"]:
        at.setdefault(tick, []).append(event)
    baked = [baked_tick(row, tick) for tick in range(ticks)]
    return ([row["frames"][tick] for tick in baked],
            [[tick, *event] for tick in range(ticks) for event in at.get(baked[tick], [])])


class TimelinesTest(ProgramTest):
    def packed_rows(self, source, *options, status=0):
        path = self.pack(source, "a.wardrobe", "--force", *options, status=status)
        return Archive.open(path), self.rows(path, "timelines")

    def assert_row(self, row, costume, max_ticks=plain_player.MAX_TICKS):
        """A row is what the plain player plays."""
        chore, direction = row["chore"], plain_player.DIRECTIONS.index(row["dir"])
        played = plain_player.timeline(costume, chore, direction, max_ticks)
        for field in ("ticks", "loop_start"):
            self.assertEqual(row[field], played[field], field)
        self.assertEqual(sorted(row["flags"]), played["flags"])
        self.assertEqual(len(row["frames"]), row["ticks"])
        ticks = row["ticks"]
        if row["loop_start"] is not None:
            ticks += TICKS_BEHIND_THE_LOOP
        frames, events = unrolled(row, ticks)
        expected, _, expected_events = plain_player.play(costume, chore, direction, ticks)
        for tick in range(ticks):
            self.assertEqual(frames[tick], expected[tick], f"tick {tick}")
        self.assertEqual(events, expected_events)
        self.assertEqual(row["events"], played["events"])

    def assert_rows(self, archive, rows, what, max_ticks=plain_player.MAX_TICKS):
        """Every row, and no others."""
        costumes = [plain_player.load(archive, row) for row in range(archive.rows("costumes"))]
        chores = [(number, chore, plain_player.DIRECTIONS[direction])
                  for number, one in enumerate(costumes)
                  for chore, direction in plain_player.chores(one)]
        self.assertEqual([(row["costume_row"], row["chore"], row["dir"]) for row in rows], chores)

        def one(row):
            where = f'{what}: costume {row["costume_row"]} chore {row["chore"]} {row["dir"]}'
            try:
                self.assertEqual(row["costume"],
                                 wardrobe_rows.costume_id(archive, row["costume_row"]))
                self.assert_row(row, costumes[row["costume_row"]], max_ticks)
            except AssertionError as error:
                raise AssertionError(f"{where}: {error}") from error

        self.check_all(one, rows)

    def assert_game(self, folder, status=0):
        archive, rows = self.packed_rows(folder, status=status)
        self.assert_rows(archive, rows, folder.name)
        return rows


class Games(TimelinesTest):
    def test_of_the_sample_are_played_right(self):
        for version in (4, 5, 6):
            rows = self.assert_game(sample(version))
            self.assertGreater(len(rows), 0)

    def test_of_the_test_games_play_correctly(self):
        for folder in games_beside_the_sample(GAME_NAMES):
            self.assertGreater(len(self.assert_game(folder)), 0, folder.name)

    def test_of_a_larger_sample_play_correctly(self):
        done = run("sample", "-o", self.folder / "s", "--scale", "3")
        self.assertEqual(done.status, 0, str(done))
        for version in ("v4", "v5", "v6"):
            rows = self.assert_game(self.folder / "s" / version)
            # The test is worth nothing unless these occur.
            self.assertTrue(any(row["ticks"] > 200 for row in rows), "limbs of different periods")
            self.assertTrue({"counter", "sound"} <= {event[2] for row in rows
                                                     for event in row["events"]})

    def test_costumes_tell_how_many_timelines_they_have(self):
        for version in (4, 5, 6):
            path = self.pack(sample(version), "a.wardrobe", "--force")
            rows = self.rows(path, "timelines")
            for one in self.rows(path, "costumes"):
                self.assertEqual(one["timelines"], one["anims"])
                self.assertEqual(one["timelines"], sum(row["costume_row"] == one["row"]
                                                       for row in rows))


def random_picture(generator):
    """Something for a slot: mostly a picture, sometimes none, one of zero size, or a damaged one."""
    kind = generator.randrange(10)
    if kind == 0:
        return None
    sizes = (0, 1, 2, 3, 6) if kind == 1 else (1, 2, 3, 6)
    width, height = generator.choice(sizes), generator.choice(sizes)
    data = rle16([generator.randrange(16) for _ in range(width * height)])
    if kind == 2:
        data = b"\x10\0" * 2  # 512 pixels
    place = [generator.choice((-300, -2, -1, 0, 0, 1, 40)) for _ in range(4)]
    return picture(width, height, data, *place)


def random_command(generator):
    return generator.choice((
        generator.randrange(4), generator.randrange(4), generator.randrange(4),
        generator.randrange(0x70, 0x80), COUNT, generator.randrange(6) + 0x80,
        generator.randrange(256)))


def random_record(generator, commands):
    record = []
    for limb in generator.sample(range(5), generator.randrange(5)):
        if generator.randrange(8) == 0:
            record.append((limb, OFF))
            continue
        length = min(generator.choice((1, 1, 2, 2, 3, 4, 5, 6)), commands)
        record.append((limb, generator.randrange(commands - length + 1),
                       length - 1 | generator.choice((0, NO_LOOP))))
    return record


def random_costume(version, generator):
    tables = {limb: [random_picture(generator) for _ in range(generator.choice((1, 3, 5)))]
              for limb in range(5)}
    if generator.randrange(4) == 0:
        tables[generator.randrange(5)] = [random_picture(generator) for _ in range(0x80)]
    commands = [random_command(generator) for _ in range(generator.choice((6, 30)))]
    numbers = generator.sample(range(28), 9)
    records = {number: random_record(generator, len(commands)) for number in numbers}
    payload = bytearray(costume(version, tables, records, commands))
    payload[(0 if version == 5 else 6) + 1] |= generator.choice((0, 0x80))
    return bytes(payload)


def random_game(version):
    generator = random.Random(version)
    return make_game(version, [[random_costume(version, generator)
                                for _ in range(RANDOM_COSTUMES)]])


class Random(TimelinesTest):
    def test_costumes_play_correctly(self):
        for version in (5, 6):
            rows = self.assert_game(random_game(version).write(self.folder / f"v{version}"), 1)
            seen = {flag for row in rows for flag in row["flags"]}
            self.assertTrue({"stuck", "missing-picture"} <= seen)

    def test_costumes_are_truncated_correctly(self):
        for version in (5, 6):
            folder = random_game(version).write(self.folder / f"v{version}")
            for ticks in (1, 3, 20):
                archive, rows = self.packed_rows(folder, "--max-ticks", str(ticks), status=1)
                self.assert_rows(archive, rows, f"{ticks} ticks of v{version}", ticks)
                self.assertTrue(any(row["loop_start"] is None for row in rows))

    def test_noise_plays_correctly(self):
        """Costumes with damage, as far as they can be read."""
        generator = random.Random(7)
        games = [random_game(5), random_game(6), Game.read(sample(5)), Game.read(sample(6))]
        for number, game in enumerate(games):
            data = bytearray(game.resources)
            for block in find(game.resources, b"COST", b"CO"):
                head = range(block.start + 8, min(block.start + 308, block.end))
                for at in generator.sample(head, 3):
                    data[at] = generator.randrange(256)
            folder = game.with_resources(data).write(self.folder / f"noise{number}")
            self.assertGreater(len(self.assert_game(folder, status=1)), 0)


# ------------------------------------------------------------------------------------------------
# Handmade costumes, and what they do according to SCUMM.md, worked out by hand

def art(width=1, height=1, x=0, y=0, xinc=0, yinc=0):
    return picture(width, height, rle16([1] * (width * height)), x, y, xinc, yinc)


PLAIN = {limb: [art()] * 4 for limb in range(3)}  # pictures that neither stand nor move off (0, 0)


def long_table(*indices):
    """A table that is long enough for every command, with pictures in these slots only."""
    return [art() if index in indices else None for index in range(0x80)]


def cel(limb, index, x=0, y=0, flip=False):
    return [limb, index, x, y, flip]


def stills(limb, indices):
    """Frames of one limb at (0, 0); None: nothing."""
    return [[] if index is None else [cel(limb, index)] for index in indices]


def line(loop_start, frames, events=(), flags=()):
    return {"ticks": len(frames), "loop_start": loop_start, "flags": list(flags),
            "frames": frames, "events": [list(event) for event in events]}


def window(limb, start, length, loop=0):
    return (limb, start, length - 1 | loop)


INIT_W, INIT_E, INIT_S, WALK_W, WALK_E, WALK_S, WALK_N, STAND_E = 4, 5, 6, 8, 9, 10, 11, 13


class HandMade(TimelinesTest):
    """A case: tables of pictures, records, commands, and the whole rows expected of them."""

    def payload(self, version, tables, records, commands, format_bit=0, num_anim=None):
        data = bytearray(costume(version, tables, records, commands))
        head = 0 if version == 5 else 6
        data[head + 1] |= format_bit
        if num_anim is not None:
            data[head] = num_anim
        return bytes(data)

    def check_payload(self, version, payload, expected, *options, status=0, max_ticks=4096):
        """expected: (chore, dir) → line()."""
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
        """One window of limb 0 over all commands; how it walks to the East."""
        how = {"tables": PLAIN, **how}
        self.check(records={WALK_E: [window(0, 0, len(commands), loop)]}, commands=commands,
                   expected={(2, "E"): expected}, **how)


class Windows(HandMade):
    def test_the_first_command_shows_before_any_step(self):
        self.check_window([2], line(0, stills(0, [2])))

    def test_loop(self):
        self.check_window([2, 0, 1], line(0, stills(0, [2, 0, 1])))

    def test_that_do_not_loop_stay_on_their_last_command(self):
        self.check_window([2, 0, 1], line(2, stills(0, [2, 0, 1])), NO_LOOP)
        self.check_window([2], line(0, stills(0, [2])), NO_LOOP)

    def test_are_distinguished_by_position_and_not_by_picture(self):
        self.check_window([1, 1, 1], line(0, stills(0, [1, 1, 1])))

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
                    (2, "E"): line(0, [[cel(1, 0)], [cel(1, 0)]])})

    def test_bits_do_not_switch_limbs_on(self):
        self.check(PLAIN, {INIT_E: [window(0, 0, 1)], WALK_E: [window(0, 1, 1)],
                           WALK_S: [window(0, 1, 1)]}, [STOP, RESTART],
                   {(1, "E"): line(0, [[]]), (2, "E"): line(0, [[]]), (2, "S"): line(0, [[]])})

    def test_by_one_command_whatever_the_window_is(self):
        windows = {INIT_E: [window(0, 0, 2)], WALK_E: [window(0, 2, 3, NO_LOOP)],
                   STAND_E: [window(0, 3, 2)]}
        self.check(PLAIN, windows, [0, 1, STOP, RESTART, 3],
                   {(1, "E"): line(0, stills(0, [0, 1])), (2, "E"): line(0, [[], []]),
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


class Places(HandMade):
    TABLES = {0: [art(3, 2, -1, -2, 5, 3)], 1: [art(2, 4, 2, 1, -7, -4)], 3: [art(4, 1)],
              4: [art(1, 1, 6, 6)]}
    RECORD = [window(limb, 0, 1) for limb in (0, 1, 3, 4)]
    # Moves before each limb: (0, 0), (5, -3), (5 - 7, -3 + 4), the same.
    UNFLIPPED = [cel(0, 0, -1, -2), cel(1, 0, 7, -2), cel(3, 0, -2, 1), cel(4, 0, 4, 7)]
    # 1 - 2, -7 - 1, 2 - 3, -4 - 0
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
        self.check(tables, records, [0, 1],  # still flipped: the format says so
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
    """Slots of limb tables without a picture. Limb 1 shows what they move."""

    RECORDS = {WALK_E: [window(0, 0, 2), window(1, 0, 1)], WALK_S: [window(0, 0, 1)],
               INIT_S: [window(1, 0, 1)]}

    def slot(self, slot, second, flags=(), status=0, command=1):
        """The slot in question is index 1 of limb 0; second is what tick 1 shows."""
        self.check({0: [art(xinc=7), *slot], 1: [art()]}, self.RECORDS, [0, command],
                   {(2, "E"): line(0, [[cel(0, 0), cel(1, 0, 7)], second], flags=flags),
                    (2, "S"): line(0, [[cel(0, 0), cel(1, 0, 7)]]),
                    (1, "S"): line(0, [[cel(1, 0)]])}, status=status)

    def test_pictures_are_drawn(self):
        self.slot([art(1, 1, 0, 0, 5, 3)], [cel(0, 1), cel(1, 0, 5, -3)])

    def test_null_entries_are_nothing(self):
        self.slot([None], [cel(1, 0)])

    def test_pictures_of_zero_size_are_not_drawn_and_move_the_next(self):
        for size in ((0, 0), (0, 9), (9, 0)):
            self.slot([picture(*size, b"", 1, 1, 5, 3)], [cel(1, 0, 5, -3)])

    def test_past_the_table_are_missing(self):
        self.slot([], [cel(1, 0)], ["missing-picture"], status=1)
        self.slot([], [cel(1, 0)], ["missing-picture"], status=1, command=0x70)
        self.slot([], [cel(1, 0)], ["missing-picture"], status=1, command=0xF0)

    def test_that_cannot_be_decoded_are_missing_and_move_nothing(self):
        self.slot([picture(2, 2, b"\x15", 0, 0, 5, 3)], [cel(1, 0)], ["missing-picture"], status=1)

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
                   {(1, "E"): line(0, [[]]), (2, "E"): line(0, [[cel(1, 0)]] * 2)}, status=1)


class Truncated(HandMade):
    def limbs(self, *lengths):
        """Ticks and loop start of limbs with windows of these lengths (negative: no loop)."""
        records = {WALK_E: [window(limb, 0, abs(length), 0 if length > 0 else NO_LOOP)
                            for limb, length in enumerate(lengths)]}
        payload = self.payload(5, {limb: [art()] for limb in range(len(lengths))}, records,
                               [0] * 128)
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

    def test_after_max_ticks(self):
        records = {WALK_E: [window(0, 0, 3), window(1, 0, 2)]}
        frames = [[cel(0, first), cel(1, second)] for first, second in
                  ((0, 0), (1, 1), (2, 0), (0, 1), (1, 0), (2, 1))]
        for version in (5, 6):
            payload = self.payload(version, PLAIN, records, [0, 1, 2])
            for ticks in range(1, 8):
                cut = ticks < 6
                self.check_payload(
                    version, payload,
                    {(2, "E"): line(None if cut else 0, frames[:ticks],
                                    flags=["truncated"] if cut else [])},
                    "--max-ticks", str(ticks), max_ticks=ticks)


class ManyCostumes(HandMade):
    def test_have_their_own_rows(self):
        payloads = [self.payload(5, PLAIN, {number: [window(0, number % 4, 1)]}, [0, 1, 2, 3])
                    for number in (WALK_E, WALK_S, WALK_E)]
        archive, rows = self.packed_rows(
            make_game(5, [payloads[:1], payloads[1:]]).write(self.folder / "game"))
        self.assert_rows(archive, rows, "three costumes")
        self.assertEqual([(row["costume"], row["costume_row"], row["chore"], row["dir"],
                           row["frames"]) for row in rows],
                         [(1, 0, 2, "E", stills(0, [1])), (2, 1, 2, "S", stills(0, [2])),
                          (3, 2, 2, "E", stills(0, [1]))])


if __name__ == "__main__":
    unittest.main()
