"""Timelines are cut to their shortest loop of cels and events. Replays and exports are as long as the timelines."""

import json
import re
import unittest

from game_files import costume, make_game, picture, rle16
from images import Gif, delays, rgba
from support import ProgramTest, read, run

COUNT, NO_LOOP = 0x7C, 0x80
WALK_W, WALK_E, WALK_S, WALK_N = range(8, 12)


def art(width=1, height=1, x=0, y=0):
    return picture(width, height, rle16([1] * (width * height)), x, y)


def window(limb, start, length, loop=0):
    return limb, start, length - 1 | loop


COMMANDS = [0, 1, *[0] * 7, 0, 0, 0, COUNT, 0, 1, 1, 1, 0, 1, 0]
BLINK, SILENCE, COUNTER, ONCE, SLOTS = (0, 2), (2, 7), (9, 4), (13, 4), (17, 3)  # periods: 2, 7, 3, 4, 3 ticks
TABLES = {0: [art(2, 2), art(2, 2, x=3)], 1: [None], 2: [None], 3: [art(y=5)] * 2}  # Two slots of limb 3 look the same.
RECORDS = {
    WALK_W: [window(0, *BLINK), window(1, *SILENCE)],
    WALK_E: [window(0, *BLINK), window(1, *COUNTER), window(2, *SILENCE, NO_LOOP)],
    WALK_S: [window(0, *ONCE, NO_LOOP)],
    WALK_N: [window(0, *BLINK), window(3, *SLOTS)],
}
LOOPS = {"W": (2, 0), "E": (6, 0), "S": (2, 1), "N": (6, 0)}  # ticks and loop_start


class LoopsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        payload = costume(6, TABLES, RECORDS, COMMANDS)
        self.archive = self.pack(make_game(6, [[payload]]).write(self.folder / "game"))

    def replay(self, direction, *options):
        return run("replay", self.archive, "--costume", "1", "--chore", "walk", "--dir", direction, *options)

    def export(self, what):
        folder = self.folder / what
        self.assert_fine(run("export", self.archive, "--format", what, "-o", folder, "-q"))
        return folder


class Archives(LoopsTest):
    def test_have_the_shortest_loop_of_cels_and_events(self):
        rows = self.rows(self.archive, "timelines")
        self.assertEqual({row["dir"]: (row["ticks"], row["loop_start"]) for row in rows}, LOOPS)
        events = {row["dir"]: row["events"] for row in rows}
        self.assertEqual(events, {"W": [], "E": [[2, 1, "counter", 0], [5, 1, "counter", 0]], "S": [], "N": []})


class Replay(LoopsTest):
    def test_pictures_loop_with_the_timeline(self):
        for direction, (ticks, _) in LOOPS.items():
            path = self.folder / "a"
            gif, apng, strip = path.with_suffix(".gif"), path.with_suffix(".apng"), path.with_suffix(".png")
            for out in (gif, apng, strip):
                self.assert_fine(self.replay(direction, "-o", out, "--force"))
            played = Gif(read(gif))
            self.assertEqual(len(played.delays), ticks)
            self.assertEqual(delays(apng), [100] * ticks)
            self.assertEqual(rgba(strip).shape[1], played.size[0] * ticks)
            self.assert_fine(self.replay(direction, "-o", self.folder / f"{direction}-%d.png"))
            self.assertEqual(len(list(self.folder.glob(f"{direction}-*.png"))), ticks)

    def test_the_summary_tells_the_number_of_ticks(self):
        done = self.replay("W", "-o", self.folder / "a.gif")
        self.assertRegex(done.out, r"a\.gif: walk W, 2 frames of 5×2 pixels, the anchor at 4, 0\n$")

    def test_scripts_have_no_loop(self):
        script = self.folder / "script.txt"
        script.write_text("0 init W\n0 walk\n9 end\n")
        done = run("replay", self.archive, "--costume", "1", "--script", script, "--json")
        self.assert_fine(done)
        self.assertEqual(len(done.json_lines()), 9)


class Export(LoopsTest):
    def test_godot(self):
        text = (self.export("godot") / "costume-001.tres").read_text()
        for direction, (ticks, _) in LOOPS.items():
            frames = re.search(rf'"frames": \[([^\]]*)\],\n"loop": \w+,\n"name": &"walk {direction}"', text)[1]
            self.assertEqual(sum(map(float, re.findall(r'"duration": ([\d.]+)', frames))), ticks)
        text = (self.export("godot3") / "costume-001.tres").read_text()
        for direction, (ticks, _) in LOOPS.items():
            frames = re.search(rf'"frames": \[([^\]]*)\],\n"loop": \w+,\n"name": "walk {direction}"', text)[1]
            self.assertEqual(frames.count("SubResource"), ticks)

    def test_the_index_tells_the_loops(self):
        index = json.loads((self.export("sheet") / "index.json").read_text())
        lines = index["costumes"][0]["timelines"]
        self.assertEqual({line["dir"]: (line["ticks"], line["loop_start"]) for line in lines}, LOOPS)


if __name__ == "__main__":
    unittest.main()
