"""Exports in headless Chromium: sheets in Phaser and PixiJS, animated PNGs in the browser itself."""

import base64
import functools
import http.server
import json
import pathlib
import shutil
import threading
import unittest

import numpy

import large_art
from browser import Browser
from exported import ExportCase, in_box, replayed, rgba, sheets_in
from support import SANITIZED, sample

READERS = pathlib.Path(__file__).parents[1] / "readers"
EXPORTS = pathlib.Path(__file__).parents[3] / "tools/export/README.md"
SCRIPTS = {"phaser.min.js": "phaser/dist/phaser.min.js", "pixi.min.js": "pixi.js/dist/pixi.min.js"}
BEHIND = (1, 2, 3, 255)
FRAMES = 25  # how many frames of each sheet to check


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def spread(count, most=FRAMES):
    """Returns up to `most` numbers below `count`, evenly spread."""
    return sorted({number * count // min(count, most) for number in range(min(count, most))})


@unittest.skipIf(SANITIZED, "the browser tests what the program wrote, not the program")
class BrowserTest(ExportCase):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "site"
        shutil.copytree(READERS, self.site, ignore=shutil.ignore_patterns("node_modules"))
        for name, path in SCRIPTS.items():
            shutil.copy(READERS / "node_modules" / path, self.site / name)
        handler = functools.partial(Quiet, directory=self.site)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.url = f"http://127.0.0.1:{server.server_port}"
        self.browser = Browser("--enable-unsafe-swiftshader")
        self.addCleanup(self.browser.close)

    def export_into(self, game, what, *options):
        """Exports a game into the folder `what` of the site."""
        shutil.rmtree(self.site / what, True)
        self.archive = self.pack(game, f"{game.name}.wardrobe", "--force")
        return self.export(self.archive, what, f"site/{what}", *options)

    def assert_shows(self, encoded, frame, what):
        shown = numpy.frombuffer(base64.b64decode(encoded), "u1").reshape(frame.shape)
        expected = numpy.where(frame[..., 3:] == 0, numpy.array(BEHIND, "u1"), frame)
        self.assertTrue(numpy.array_equal(shown, expected), what)

    def no_complaints(self):
        self.assertEqual([entry for entry in self.browser.console() if entry["level"] == "SEVERE"], [])

    def sheets(self):
        """Yields the sheets of an export after the other; those of the last one have two pages."""
        for version, *options in ((6,), (8, "--trim")):
            yield sheets_in(self.export_into(sample(version), "sheet", *options))
        game = large_art.game([large_art.costume([(500, 480)] * 80, first) for first in (0, 80)], self.folder / "game")
        sheets = sheets_in(self.export_into(game, "sheet"))
        self.assertEqual([len(sheet.pages) for sheet in sheets], [2, 2])
        yield sheets

    def test_phaser(self):
        for sheets in self.sheets():
            self.browser.visit(self.url + "/phaser.html")
            files = [{"key": sheet.name, "json": f"sheet/{sheet.name}.json",
                      **({"path": "sheet/"} if len(sheet.pages) > 1 else {"image": f"sheet/{sheet.name}.png"})}
                     for sheet in sheets]
            self.assertTrue(self.browser.run("return start(arguments[0])", files).startswith("3."))
            for sheet in sheets:
                self.check_animations(sheet)
                self.check_frames(sheet)
            for played in [tag for tag in sheet.tags if tag["from"] < tag["to"] < tag["from"] + 20][:1]:
                self.assertEqual(self.browser.run("return play(arguments[0])", played["name"]),
                                 [str(frame) for frame in sheet.frames_of(played)])
            self.no_complaints()

    def test_pixi(self):
        for sheets in self.sheets():
            self.browser.visit(self.url + "/pixi.html")
            self.assertTrue(self.browser.run("return start()").startswith("8."))
            for sheet in sheets:
                self.check_in_pixi(sheet)
            self.no_complaints()

    def check_animations(self, sheet):
        made = {entry["key"]: entry for entry in
                self.browser.run("return animations(arguments[0])", sheet.name)}
        self.assertEqual(set(made), {tag["name"] for tag in sheet.tags})
        for tag in sheet.tags:
            frames = sheet.frames_of(tag)
            self.assertEqual(made[tag["name"]]["frames"], [str(frame) for frame in frames])
            self.assertEqual(made[tag["name"]]["milliseconds"],
                             [sheet.data["frames"][frame]["duration"] for frame in frames])

    def check_frames(self, sheet):
        """Checks that a sprite placed with its anchor at the anchor of its box fills the box."""
        for number in spread(len(sheet)):
            frame = sheet.frame(number)
            shown = self.browser.run("return snap(...arguments)", sheet.name, str(number),
                                     *sheet.about["anchor"], frame.shape[1], frame.shape[0])
            self.assert_shows(shown, frame, f"{sheet.name} frame {number}")

    def check_in_pixi(self, sheet):
        found = self.browser.run("return load(...arguments)", f"sheet/{sheet.name}.json", sheet.name + "/")
        self.assertEqual(len(found["frames"]), len(sheet))
        self.assertEqual(found["animations"],
                         {tag["name"]: [str(frame) for frame in sheet.frames_of(tag)] for tag in sheet.tags})
        for number in spread(len(sheet)):
            frame = sheet.frame(number)
            shown = self.browser.run("return snap(...arguments)", str(number), *sheet.about["anchor"],
                                     frame.shape[1], frame.shape[0])
            self.assert_shows(shown, frame, f"{sheet.name} frame {number}")

    def test_indexed_sheets_by_the_shader_of_the_document(self):
        shader = next(text for text in EXPORTS.read_text().split("```")[1::2] if "gl_FragColor" in text)
        shader = shader.partition("\n")[2]
        for version in (6, 8):
            for options in ([], ["--palette", "1:1"]):
                self.export_into(sample(version), "sheet", *options).rename(self.site / "plain")
                indexed = self.export_into(sample(version), "sheet", *options, "--indexed")
                self.browser.visit(self.url + "/palette.html")
                for path in sorted(indexed.glob("*-palette.png")):
                    name = path.name.replace("-palette", "")
                    shown = self.browser.run("return draw(...arguments)", shader, f"sheet/{name}", f"sheet/{path.name}")
                    expected = rgba(self.site / "plain" / name)
                    pixels = numpy.frombuffer(base64.b64decode(shown), "u1").reshape(expected.shape).copy()
                    pixels[pixels[..., 3] == 0] = 0
                    numpy.testing.assert_array_equal(pixels, expected, f"{version} {name}")
                self.no_complaints()
                shutil.rmtree(self.site / "plain")

    def test_animated_pngs(self):
        folder = self.export_into(sample(6), "apng")
        self.browser.visit(self.url + "/apng.html")
        costumes = json.loads((folder / "index.json").read_text())["costumes"]
        for costume in costumes:
            for line in costume["timelines"][::5]:
                url = f"apng/{costume['name']}/{line['file_name']}.apng"
                found = self.browser.run("return frames(arguments[0])", url)
                ticks, anchor = replayed(self.archive, costume["row"], line["chore"], line["dir"], self.folder)
                self.check_apng(found, [in_box(tick, anchor, costume["size"], costume["anchor"]) for tick in ticks],
                                url)
        self.no_complaints()

    def check_apng(self, found, ticks, url):
        self.assertTrue(found["forever"] or len(found["frames"]) == 1, url)
        tick = 0
        for milliseconds, encoded in found["frames"]:
            shown = numpy.frombuffer(base64.b64decode(encoded), "u1").reshape(ticks[0].shape).copy()
            shown[shown[..., 3] == 0] = 0
            for expected in ticks[tick:tick + max(1, int(milliseconds) // 100)]:
                self.assertTrue(numpy.array_equal(shown, expected), f"{url} tick {tick}")
            tick += int(milliseconds) // 100
        self.assertIn(tick, (len(ticks), 0), url)


if __name__ == "__main__":
    unittest.main()
