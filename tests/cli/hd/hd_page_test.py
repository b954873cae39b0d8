"""The page of `hd check --html`: it plays the game's pictures and the remade ones side by side."""

import unittest

import numpy
from PIL import Image

from hd_test import SCALE, Base
from page_support import PIXELS, PageTest
from support import run, sample


class HdPage(Base, PageTest):
    def test_plays_old_and_new_in_step_and_shows_findings(self):
        folder = self.remade(self.export(self.pack(sample(6)), "hd", "--costume", "1"))
        file = self.pictures(folder)[0]
        with Image.open(folder / file) as image:
            image.resize((7, 5)).save(folder / file)
        gone = self.pictures(folder)[1]
        (folder / gone).unlink()
        page = self.folder / "hd.html"
        self.assertEqual(run("hd", "check", folder, "--html", page).status, 1)
        self.emulate(motion="reduce")
        self.open_page(page)
        remade = len(self.pictures(folder)) - 2
        self.assertEqual(self.shown("#counts li"), [f"{remade} remade", "2 left"])
        self.assertEqual(self.shown("summary .name"), ["costume 1 (Pip in quay and 1 more)"])
        self.assertEqual(sorted(self.shown(".finding .kind")), ["missing", "size"])
        self.assertEqual(self.shown("#left"), [])
        self.assertIn(f"missing {gone}", self.shown(".finding[data-kind=missing]")[0])
        compared = 0
        for number, _ in enumerate(self.shown("figure.timeline")):
            self.browser.run("document.querySelectorAll('figure.timeline')[arguments[0]].scrollIntoView()", number)
            old, new = (self.canvas_pixels(number, side) for side in (0, 1))
            self.assertEqual(new.shape[:2], tuple(SCALE * side for side in old.shape[:2]))
            if (new[::SCALE, ::SCALE] == old).all() and old[:, :, 3].any():
                compared += 1
        self.assertGreater(compared, 10, "those without the two wrong pictures look the same")
        self.assertEqual(self.browser.console(), [])

    def test_has_what_was_exported_at_its_own_size_with_names(self):
        folder = self.remade(self.export(self.pack(sample(6)), "hd", "--costume", "1", "--chore", "walk"))
        page = self.folder / "hd.html"
        run("hd", "check", folder, "--html", page)
        self.open_page(page)
        self.assertEqual(self.shown("figure.timeline > figcaption"), ["walk W", "walk E", "walk S", "walk N"])
        self.assertEqual(self.shown("#old-name"), ["SAMPLE"])
        sizes = self.browser.run("return [...document.querySelectorAll('figure.timeline')].map((one) =>"
                                 "[...one.querySelectorAll('canvas')].map(({ clientWidth }) => clientWidth))")
        wide = self.browser.run("return [...document.querySelectorAll('figure.timeline')].map((one) =>"
                                "one.querySelectorAll('canvas')[1].width)")
        self.assertEqual(sizes, [[width, width] for width in wide])

    def test_lists_what_is_left(self):
        folder = self.export(self.pack(sample(6)), "hd", "--costume", "1")
        names = self.pictures(folder)
        exported = {name: (folder / name).read_bytes() for name in names[:2]}
        self.remade(folder)
        for name, data in exported.items():
            (folder / name).write_bytes(data)
        page = self.folder / "hd.html"
        run("hd", "check", folder, "--html", page)
        self.open_page(page)
        self.assertEqual(self.shown("#left summary"), ["2 pictures not remade yet"])
        self.assertEqual(self.texts("#left li"), names[:2])

    def test_shows_pictures_larger_when_they_are_pressed(self):
        folder = self.remade(self.export(self.pack(sample(6)), "hd", "--costume", "1", "--chore", "walk"))
        (folder / self.pictures(folder)[0]).unlink()
        page = self.folder / "hd.html"
        run("hd", "check", folder, "--html", page)
        self.open_page(page)
        for row in ".finding .pictures", ".timeline .pair":
            width = f"return document.querySelector('{row} canvas').clientWidth"
            before = self.browser.run(width)
            self.browser.run(f"document.querySelector('{row}').focus()")
            self.browser.keys("Enter")
            self.assertGreater(self.browser.run(width), 1.5 * before)
            self.browser.run(f"document.querySelector('{row}').click()")
            self.assertEqual(self.browser.run(width), before)

    def canvas_pixels(self, number, side):
        canvas = f"document.querySelectorAll('figure.timeline')[{number}].querySelectorAll('canvas')[{side}]"
        width, height, pixels = self.browser.run(f"{PIXELS.replace('arguments[0]', canvas)}")
        return numpy.array(pixels).reshape(height, width, 4)


if __name__ == "__main__":
    unittest.main()
