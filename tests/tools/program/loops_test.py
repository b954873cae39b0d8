"""Replays and exports loop as soon as the drawing repeats. With --whole-state, they also wait for limbs that draw
nothing."""

import json
import re
import unittest

from aseprite_file import AsepriteFile
from export_test import apng_delays
from exported import sheets_in
from game_files import make_game
from handmade import COUNT, NO_LOOP, WALK_E, WALK_N, WALK_S, WALK_W, HandMade, art, window
from replay_test import read_png, walk_gif
from support import ProgramTest, read, run, sample

COMMANDS = [0, 1, *[0] * 7, 0, 0, 0, COUNT, 0, 1, 1, 1, 0, 1, 0]
BLINK, SILENCE, COUNTER, ONCE, SLOTS = (0, 2), (2, 7), (9, 4), (13, 4), (17, 3)  # periods: 2, 7, 3, 4, 3 ticks
TABLES = {0: [art(2, 2), art(2, 2, x=3)], 1: [None], 2: [None], 3: [art(y=5)] * 2}  # Two slots of limb 3 look the same.
RECORDS = {
    WALK_W: [window(0, *BLINK), window(1, *SILENCE)],
    WALK_E: [window(0, *BLINK), window(1, *COUNTER), window(2, *SILENCE, NO_LOOP)],
    WALK_S: [window(0, *ONCE, NO_LOOP)],
    WALK_N: [window(0, *BLINK), window(3, *SLOTS)],
}
WHOLE = {"W": (14, 0), "E": (12, 6), "S": (4, 3), "N": (6, 0)}  # ticks and loop_start
DRAWN = {"W": (2, 0), "E": (2, 0), "S": (2, 1), "N": (2, 0)}
OF_CELS = {**DRAWN, "N": (6, 0)}
WITH_EVENTS = {**OF_CELS, "E": (6, 0)}


class LoopsTest(HandMade):
    def setUp(self):
        super().setUp()
        payload = self.payload(6, TABLES, RECORDS, COMMANDS)
        self.archive = self.pack(make_game(6, [[payload]]).write(self.folder / "game"))

    def replay(self, direction, *options):
        return run("replay", self.archive, "--costume", "1", "--chore", "walk", "--dir", direction, *options)

    def export(self, what, *options):
        folder = self.folder / "".join([what, *options])
        self.assert_fine(run("export", self.archive, "--format", what, "-o", folder, "-q", *options))
        return folder


class Archives(LoopsTest):
    def test_keep_the_whole_state(self):
        rows = {row["dir"]: (row["ticks"], row["loop_start"]) for row in self.rows(self.archive, "timelines")}
        self.assertEqual(rows, WHOLE)


class Replay(LoopsTest):
    def test_pictures_loop_with_what_is_drawn(self):
        for options, loops in (((), DRAWN), (("--whole-state",), WHOLE)):
            for direction, (ticks, _) in loops.items():
                path = self.folder / "a"
                gif, apng, strip = path.with_suffix(".gif"), path.with_suffix(".apng"), path.with_suffix(".png")
                for out in (gif, apng, strip):
                    self.assert_fine(self.replay(direction, "-o", out, "--force", *options))
                width, _, delays, *_ = walk_gif(read(gif))
                self.assertEqual(len(delays), ticks)
                self.assertEqual(apng_delays(read(apng)), [100] * ticks)
                self.assertEqual(read_png(read(strip))[0], width * ticks)
                self.assert_fine(self.replay(direction, "-o", self.folder / f"{direction}{len(options)}-%d.png", *options))
                self.assertEqual(len(list(self.folder.glob(f"{direction}{len(options)}-*.png"))), ticks)

    def test_the_summary_tells_both_numbers(self):
        done = self.replay("W", "-o", self.folder / "a.gif")
        self.assertRegex(done.out, r"a\.gif: walk W, 2 frames of 5×2 pixels, the anchor at 4, 0 \(14 ticks of the whole state\)\n$")
        done = self.replay("W", "-o", self.folder / "b.gif", "--whole-state")
        self.assertRegex(done.out, r"b\.gif: walk W, 14 frames of 5×2 pixels, the anchor at 4, 0\n$")

    def test_json_loses_no_event(self):
        for options, loops in (((), WITH_EVENTS), (("--whole-state",), WHOLE)):
            for direction, (ticks, _) in loops.items():
                done = self.replay(direction, "--json", *options)
                self.assert_fine(done)
                lines = done.json_lines()
                row = next(row for row in self.rows(self.archive, "timelines") if row["dir"] == direction)
                self.assertEqual([line["cels"] for line in lines], row["frames"][:ticks])
                self.assertEqual([[line["tick"], *event] for line in lines for event in line["events"]],
                                 [event for event in row["events"] if event[0] < ticks])

    def test_a_picture_beside_json_has_as_many_ticks(self):
        done = self.replay("E", "--json", "-o", self.folder / "a.gif")
        self.assert_fine(done)
        self.assertEqual(len(walk_gif(read(self.folder / "a.gif"))[2]), len(done.json_lines()))

    def test_scripts_have_no_loop(self):
        script = self.folder / "script.txt"
        script.write_text("0 init W\n0 walk\n9 end\n")
        whom = ("replay", self.archive, "--costume", "1", "--script", script, "--json")
        done = run(*whom)
        self.assert_fine(done)
        self.assertEqual(len(done.json_lines()), 9)
        self.assert_trouble(run(*whom, "--whole-state"), "--whole-state", "--script")


class Export(LoopsTest):
    def both(self, what):
        """Exports twice; returns each folder with its loops, the short ones and the whole ones."""
        return (self.export(what), DRAWN), (self.export(what, "--whole-state"), WHOLE)

    def test_animated_pictures(self):
        for folder, loops in self.both("gif"):
            for direction, (ticks, _) in loops.items():
                delays = walk_gif(read(folder / "costume-001" / f"walk-{direction}.gif"))[2]
                self.assertEqual(sum(delays), 10 * ticks)
        for folder, loops in self.both("apng"):
            for direction, (ticks, _) in loops.items():
                self.assertEqual(sum(apng_delays(read(folder / "costume-001" / f"walk-{direction}.apng"))), 100 * ticks)

    def test_numbered_pictures(self):
        for folder, loops in self.both("frames"):
            for direction, (ticks, _) in loops.items():
                self.assertEqual(len(list((folder / "costume-001" / f"walk-{direction}").iterdir())), ticks)

    def test_sheets(self):
        for folder, loops in self.both("sheet"):
            sheet, = sheets_in(folder)
            tags = {tag["name"]: tag for tag in sheet.tags}
            for direction, (ticks, loop_start) in loops.items():
                tag, loop = tags[f"walk {direction}"], tags.get(f"walk {direction} loop")
                self.assertEqual(len(sheet.ticks_of(tag)), ticks)
                self.assertEqual(loop is not None, loop_start > 0)
                if loop:
                    self.assertEqual(len(sheet.ticks_of(loop)), ticks - loop_start)

    def test_godot(self):
        for folder, loops in self.both("godot"):
            text = (folder / "costume-001.tres").read_text()
            for direction, (ticks, _) in loops.items():
                frames = re.search(rf'"frames": \[([^\]]*)\],\n"loop": \w+,\n"name": &"walk {direction}"', text)[1]
                self.assertEqual(sum(map(float, re.findall(r'"duration": ([\d.]+)', frames))), ticks)
        for folder, loops in self.both("godot3"):
            text = (folder / "costume-001.tres").read_text()
            for direction, (ticks, _) in loops.items():
                frames = re.search(rf'"frames": \[([^\]]*)\],\n"loop": \w+,\n"name": "walk {direction}"', text)[1]
                self.assertEqual(frames.count("SubResource"), ticks)

    def test_aseprite_keeps_every_slot(self):
        for folder, loops in ((self.export("aseprite"), OF_CELS), (self.export("aseprite", "--whole-state"), WHOLE)):
            file = AsepriteFile(read(folder / "costume-001.aseprite"))
            self.assertEqual(sum(milliseconds for milliseconds, _ in file.frames),
                             100 * sum(ticks for ticks, _ in loops.values()))

    def test_the_index_tells_both_loops(self):
        for folder, loops in self.both("sheet"):
            index = json.loads((folder / "index.json").read_text())
            lines = index["costumes"][0]["timelines"]
            self.assertEqual({line["dir"]: (line["ticks"], line["loop_start"]) for line in lines}, WHOLE)
            self.assertEqual({line["dir"]: (line["drawn_ticks"], line["drawn_loop_start"]) for line in lines}, loops)

    def test_formats_without_loops_have_no_whole_state(self):
        for what in ("pictures", "json", "html"):
            done = run("export", self.archive, "--format", what, "-o", self.folder / "out", "--whole-state")
            self.assert_trouble(done, "--whole-state", what)
            self.assertFalse((self.folder / "out").exists())


class Samples(ProgramTest):
    def test_a_loop_that_is_drawn_shows_all_of_the_whole_one(self):
        """Repeating the drawn loop shows every tick that `replay --whole-state` draws."""
        archive, shorter = self.pack(sample(8)), 0
        for row in self.rows(archive, "timelines")[::5]:
            whom = ("replay", archive, "--costume", f"#{row['costume_row']}", "--chore", str(row["chore"]),
                    "--dir", str(row["dir"]), "--force", "-o")
            drawn, whole = self.folder / "drawn.gif", self.folder / "whole.gif"
            self.assert_fine(run(*whom, drawn))
            self.assert_fine(run(*whom, whole, "--whole-state"))
            self.assert_shows(drawn, whole, row)
            shorter += read(drawn) != read(whole)
        self.assertGreater(shorter, 0)

    def assert_shows(self, drawn, whole, row):
        few, all_ = [], []
        walk_gif(read(drawn), few)
        walk_gif(read(whole), all_)
        few, all_ = [tick.tobytes() for tick in few], [tick.tobytes() for tick in all_]
        self.assertEqual(len(all_), row["ticks"])
        self.assertEqual(all_[:len(few)], few)
        starts = [start for start in range(len(few))
                  if all(tick == few[start + (i - start) % (len(few) - start)]
                         for i, tick in enumerate(all_[start:], start))]
        self.assertTrue(starts or row["loop_start"] is None)


if __name__ == "__main__":
    unittest.main()
