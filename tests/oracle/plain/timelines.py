"""Compares baked timelines with those that a second, plain player plays."""

import listing
import plain_player
from reader import Archive
from support import ProgramTest

TICKS_BEHIND_THE_LOOP = 64


def baked_tick(row, tick):
    """Returns the tick of a baked timeline that shows `tick` of the endless animation."""
    if tick < row["ticks"]:
        return tick
    loop = row["loop_start"]
    return loop + (tick - loop) % (row["ticks"] - loop)


def unrolled(row, ticks):
    """Returns the frames and events of the first `ticks` ticks."""
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
        """Asserts that a row is what the plain player plays."""
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
        """Asserts that each row is what the plain player plays, and that there are no other rows."""
        costumes = [plain_player.load(archive, row) for row in range(archive.rows("costumes"))]
        chores = [(number, chore, plain_player.DIRECTIONS[direction])
                  for number, one in enumerate(costumes)
                  for chore, direction in plain_player.chores(one)]
        self.assertEqual([(row["costume_row"], row["chore"], row["dir"]) for row in rows], chores)

        def one(row):
            where = f'{what}: costume {row["costume_row"]} chore {row["chore"]} {row["dir"]}'
            try:
                self.assertEqual(row["costume"],
                                 listing.costume_id(archive, row["costume_row"]))
                self.assert_row(row, costumes[row["costume_row"]], max_ticks)
            except AssertionError as error:
                raise AssertionError(f"{where}: {error}") from error

        self.check_all(one, rows)

    def assert_game(self, folder, status=0):
        archive, rows = self.packed_rows(folder, status=status)
        self.assert_rows(archive, rows, folder.name)
        return rows
