"""The JavaScript package lists what the program does and draws what a plain painter does, and its own tests run."""

import base64
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import unittest

import numpy
from PIL import Image as pillow

from languages import GOLDEN, ROOT, PackageTest

import drawing
import listing
from images import indices, rgba
from forge import compress, entry, seal
from game_files import tiny_game
from reader import NONE, Archive
from room_replay_test import archive_with_room
from support import AKOS_GAME_NAMES, GAME_NAMES, every, games_beside_the_sample, read, run, sample

PACKAGE = ROOT / "tools" / "library" / "javascript"
TESTS = pathlib.Path(__file__).parent
VERSIONS = ("v1", "v2", "v3-16", "v3", "v4", "v5", "v6", "v7", "v8", "he")
WHAT = ("costumes", "pictures", "timelines", "palettes", "failures")


def node(*arguments, **options):
    done = subprocess.run(["node", *map(str, arguments)], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"node {arguments}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def sha1(*arrays):
    digest = hashlib.sha1()
    for array in arrays:
        digest.update(numpy.ascontiguousarray(array))
    return digest.hexdigest()


def drawn_by_hand(path, palette):
    """Returns a hash of each picture and each timeline of each costume. `palette` is a room, or (room, number)."""
    archive, drawn = Archive.open(path), []
    row = palette and drawing.palette_row(archive, *(palette if isinstance(palette, tuple) else (palette,)))
    for costume in range(archive.rows("costumes")):
        colors = drawing.colors(archive, costume, row)
        pictures = dict.fromkeys(archive["entries.picture"][entry] for *_, entry in listing.pictures_of(archive, costume))
        drawn += [sha1(drawing.picture(archive, picture, colors)) for picture in pictures]
        drawn += [sha1(*drawing.ticks(archive, timeline, colors))
                  for timeline in archive.row_range("costumes.record_offset", costume)]
    return drawn


class Agreement(PackageTest):
    def described(self, path, palette=None):
        arguments = [] if palette is None else [json.dumps(palette)]
        return json.loads(node(TESTS / "describe.mjs", path, *arguments))

    def assert_drawn_alike(self, path, palette=None):
        self.assertEqual(self.described(path, palette)["drawn"], drawn_by_hand(path, palette), path.name)

    def assert_agrees(self, path):
        described = self.described(path)
        for row in described["timelines"]:
            row["reads"] = [listing.read_name(read) for read in row["reads"]]
        for what in WHAT:
            rows = self.rows(path, what)
            for row in rows:
                for absent in ("palette_holes", "wearer"):  # from the JavaScript package
                    row.pop(absent, None)
            self.assertEqual(described[what], rows, f"{path.name}: {what}")
        self.assertEqual(described["drawn"], drawn_by_hand(path, None), path.name)
        chosen = Archive.open(path)["costumes.default_timeline"].tolist()
        self.assertEqual(described["chosen"], [row for row in chosen if row != NONE], path.name)

    def test_samples_and_games(self):
        games = [sample(6).parent / version for version in VERSIONS]
        games += games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES)
        for path in [self.pack(game, f"{game.name}.wardrobe") for game in games]:
            self.assert_agrees(path)

    def test_a_damaged_game(self):
        game = tiny_game(6).write(self.folder / "tiny")
        file = game / "TINY.001"
        file.write_bytes(read(file)[:-100])
        path = self.pack(game, status=1)
        self.assertGreater(Archive.open(path).rows("failures"), 0)
        self.assert_agrees(path)

    def test_golden_archives(self):
        for golden in every(GOLDEN.glob("*.wardrobe")):
            self.assert_agrees(golden)

    def test_frames_of_other_sizes(self):
        """A writer may split zstd frames anywhere, even in the middle of an element."""
        image = Archive.open(self.pack(sample(7))).image
        head = 64 + 64 * struct.unpack_from("<I", image, 12)[0]
        for size in (777, 16 << 10):
            parts = [image[:head], *(image[at:at + size] for at in range(head, len(image), size))]
            frames = [compress(part) for part in parts]
            path = self.folder / f"{size}.wardrobe"
            path.write_bytes(seal(frames, list(map(entry, frames, parts))))
            self.assert_agrees(path)

    def test_palettes_of_rooms(self):
        path = self.pack(sample(6))
        for palette in (2, (1, 0), (1, 1)):
            self.assert_drawn_alike(path, palette)

    def test_true_colours(self):
        path = self.pack(sample(7))
        colors = len(Archive.open(path).blob("costumes.color", 0))
        for count in (colors, 256, 9):
            def add(image, count=count):
                image.column("costumes.rgb")[2] = random.Random(count).randbytes(3 * count)
                for row in range(1, 6):
                    image.change("costumes.rgb_offset", row, 3 * count)
                if count != 9:  # true colours
                    image.change("costumes.default_palette", 0, NONE)
            forged = self.forged(path, add)
            self.assert_drawn_alike(forged)
        self.assert_drawn_alike(forged, 1)


class Node(PackageTest):
    """Runs the tests in javascript/, on archives made here, and the examples of the README."""

    def setUp(self):
        super().setUp()
        self.paths = {name: self.pack(game, f"{name}.wardrobe") for name, game in {
            "v1": sample(1), "v3-16": sample("3-16"), "v6": sample(6), "v7": sample(7),
            "tiny": tiny_game(6).write(self.folder / "tiny")}.items()}

    def run_tests(self, name):
        node("--test", TESTS / name, env={**os.environ, "WARDROBE_ARCHIVES": str(self.folder)})

    def test_use(self):
        shutil.copy(GOLDEN / "v2.0.wardrobe", self.folder)
        self.run_tests("use_test.mjs")

    def test_drawing(self):
        self.run_tests("draw_test.mjs")

    def test_the_examples_of_the_readme(self):
        examples = re.findall(r"^```js\n(.*?)^```$", (PACKAGE / "README.md").read_text(), re.M | re.S)
        first, *others = (code for code in examples if "pack.js" not in code)  # pack_test.mjs runs that one
        self.assertEqual(len(first.splitlines()), 5)
        (self.folder / "node_modules").mkdir()
        (self.folder / "node_modules" / "scumm-wardrobe").symlink_to(PACKAGE)
        for number, code in enumerate([first, *others]):
            file = self.folder / f"example{number}.mjs"
            file.write_text(code)
            node(file, cwd=self.folder)
        self.assert_ppm_is_the_replay()

    def test_the_package_has_all_that_it_needs(self):
        self.assertEqual((PACKAGE / "LICENSE").read_bytes(), (ROOT / "LICENSE").read_bytes())
        listed = json.loads(subprocess.run(["npm", "pack", "--dry-run", "--json", "--ignore-scripts"], cwd=PACKAGE, check=True,
                                           capture_output=True, text=True).stdout)[0]["files"]
        files = {file["path"] for file in listed}
        package = json.loads((PACKAGE / "package.json").read_text())
        named = re.findall(r'"\./([^"]+\.[^"]+)"', json.dumps(list(package["exports"].values())))
        self.assertGreater(len(named), 5)
        for name in ("LICENSE", "README.md", *named):
            self.assertIn(name, files)
        for path in files:
            for other in re.findall(r'^(?:import|export) .*from "(\.[^"]+)"', (PACKAGE / path).read_text(), re.M) \
                    if path.endswith(".js") else ():
                self.assertIn(os.path.normpath(os.path.join(os.path.dirname(path), other)), files)

    def assert_ppm_is_the_replay(self):
        """The PPM has the ticks, one below the other on black, that `replay` puts side by side."""
        walk = next(row for row in self.rows(self.paths["v6"], "timelines") if (row["chore"], row["dir"]) == (2, "W"))
        strip = rgba(self.replay(self.paths["v6"], walk["costume_row"], 2, "W"))
        ticks = numpy.concatenate(numpy.split(strip[:, :, :3], walk["ticks"], axis=1))
        with pillow.open(self.folder / "walk.ppm") as image:
            numpy.testing.assert_array_equal(numpy.array(image), ticks)


class Rooms(PackageTest):
    def test_actors_in_rooms_are_drawn_as_the_program_draws_them(self):
        path = self.folder / "room.wardrobe"
        path.write_bytes(archive_with_room(self.pack(sample(6))))
        cases = [["W", 80, 100, {}], ["E", 150, 50, {}], ["S", 150, 3, {"box": 1}],
                 ["E", -3, 60, {"plane": 2, "scale": 77}], ["N", 199, 155, {"box": 0, "scale": 254}],
                 ["E", 100, 120, {"plane": 0, "scale": 1}], ["W", 100, 120, {"plane": 0, "scale": 77}],
                 ["W", 90, 120, {"scale": 40}]]
        lines = node(TESTS / "draw_rooms.mjs", path, json.dumps(cases)).splitlines()
        for (direction, x, y, choice), line in zip(cases, lines, strict=True):
            options = [word for name, value in choice.items()
                       for word in ("--actor-scale" if name == "scale" else f"--{name}", str(value))]
            done = run("replay", path, "--costume", "1", "--chore", "walk", "--dir", direction, "--room", "1",
                       f"--at={x},{y}", "--ticks", "1", "-o", self.folder / "a-%d.png", "--force", *options)
            self.assertEqual(done.status, 0, str(done))
            place, pixels = json.loads(line)
            boxes = ", ".join(map(str, place["boxes"])) or "no box"
            self.assertRegex(done.err, f"scale {place['scale']}; the point is in (box(es)? )?{boxes}\n")
            expected = indices(self.folder / "a-0.png")[0]
            drawn = numpy.frombuffer(base64.b64decode(pixels), "u1").reshape(expected.shape)
            numpy.testing.assert_array_equal(drawn, expected, f"{direction} {x},{y} {choice}")


if __name__ == "__main__":
    unittest.main()
