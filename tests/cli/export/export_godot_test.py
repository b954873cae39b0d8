"""`wardrobe export --format godot3` in Debian's Godot 3. Godot 4 reads the same contents in other words."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import numpy

from exported import ExportCase, sheets_in
from support import every, not_under_sanitizers, sample

SCRIPT = pathlib.Path(__file__).parents[1] / "readers" / "sprite_frames.gd"
GODOT = shutil.which("godot3-server")


def in_words_of_godot3(text):
    """Returns a resource of Godot 4 in the words of Godot 3, and its frames' durations, which Godot 3 does not have."""
    durations = {name: [float(number) for number in re.findall(r'"duration": ([\d.]+)', frames)]
                 for frames, name in re.findall(r'"frames": \[(.*?)\],.*?"name": &"(.*?)"', text, re.DOTALL)}
    text = text.replace("format=3", "format=2").replace('type="Texture2D"', 'type="Texture"')
    text = re.sub(r'id="(\d+)"', r"id=\1", text)
    text = re.sub(r'Resource\("(\d+)"\)', r"Resource(\1)", text)
    text = re.sub(r'\{\n"duration": [\d.]+,\n"texture": (SubResource\(\d+\))\n\}', r"\1", text)
    return text.replace('&"', '"'), durations


class GodotTest(ExportCase):
    def loaded(self, folder):
        """Returns what Godot loads from each resource of the folder, by name."""
        names = sorted(path.name for path in folder.glob("*.tres"))
        (folder / "project.godot").write_text("config_version=4\n")
        (folder / "list.txt").write_text("".join(name + "\n" for name in names))
        shutil.copy(SCRIPT, folder)
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        environment = {**os.environ, "HOME": str(home), "LANG": "C.UTF-8"}
        # The editor imports the pictures, as it does for a user.
        for options in (["-e", "-q"], ["-s", SCRIPT.name]):
            done = subprocess.run([GODOT, "--path", folder, *options], env=environment, timeout=300,
                                  capture_output=True, text=True, check=False)
        found = [json.loads(line[6:]) for line in done.stdout.splitlines() if line.startswith("found ")]
        self.assertEqual([entry["name"] for entry in found], names, done.stdout[-1500:] + done.stderr[-1500:])
        return {entry["name"][:-5]: entry["animations"] for entry in found}

    def check_animation(self, sheet, tag, animation, frames):
        self.assertEqual(len(animation["frames"]), len(frames), f"{sheet.name} {tag['name']}")
        self.assertEqual(animation["loop"], "repeat" not in tag)
        self.assertAlmostEqual(animation["speed"], 1000 / sheet.about["tick_ms"], 4)
        for number, texture in zip(frames, animation["frames"]):
            self.assertEqual(texture["atlas"], sheet.data["meta"]["image"])
            width, height = map(int, texture["size"])
            x, y, w, h = map(int, texture["region"])
            left, top = map(int, texture["margin"])
            whole = numpy.zeros((height, width, 4), "u1")
            whole[top:top + h, left:left + w] = sheet.picture[y:y + h, x:x + w]
            if not numpy.array_equal(whole, sheet.frame(number)):
                self.fail(f"{sheet.name} {tag['name']}: frame {number} is not that of the sheet")

    @not_under_sanitizers
    def test_godot_3(self):
        for version, options in ((6, ["--trim"]), (8, ["--tick-ms", "60"])):
            folder = self.export(self.pack(sample(version), f"{version}"), "godot3", f"godot3-{version}", *options)
            found = self.loaded(folder)
            for sheet in sheets_in(folder):
                self.assertEqual(set(found[sheet.name]), {tag["name"] for tag in sheet.tags})
                for tag in sheet.tags:
                    self.check_animation(sheet, tag, found[sheet.name][tag["name"]], sheet.ticks_of(tag))

    @not_under_sanitizers
    def test_godot_4_in_words_of_godot_3(self):
        folder = self.export(self.pack(sample(6)), "godot", "godot", "--trim")
        durations = {}
        for path in every(folder.glob("*.tres")):
            text, durations[path.stem] = in_words_of_godot3(path.read_text())
            path.write_text(text)
        found = self.loaded(folder)
        for sheet in sheets_in(folder):
            for tag in sheet.tags:
                frames = list(sheet.frames_of(tag))
                self.check_animation(sheet, tag, found[sheet.name][tag["name"]], frames)
                self.assertEqual(durations[sheet.name][tag["name"]],
                                 [sheet.data["frames"][frame]["duration"] / 100 for frame in frames])


if __name__ == "__main__":
    unittest.main()
