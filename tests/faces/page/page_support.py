"""Shared by the tests of pages in a real browser."""

import base64
import re
import unittest

import listing
from browser import Browser
from reader import Archive
from support import ProgramTest

# Returns the size of a canvas and [red, green, blue, alpha, red, …].
PIXELS = """
const canvas = arguments[0];
const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
return [canvas.width, canvas.height, Array.from(data)];
"""

# Keeps what the page makes the browser save next.
CATCH = """
const { createObjectURL } = URL;
window.caught = null;
URL.createObjectURL = (blob) => {
  window.caught = blob;
  URL.createObjectURL = createObjectURL;
  return 'data:,';
};
"""
CAUGHT = """
if (!window.caught) return null;
return window.caught.arrayBuffer().then((data) => btoa(
  Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join("")));
"""
# Presses the element with the text arguments[1] among those that match the selector arguments[0].
PRESS = """
[...document.querySelectorAll(arguments[0])].find((one) => one.textContent === arguments[1]).click();
"""


class PageTest(ProgramTest):
    """A test that uses the module's browser, which remembers nothing of earlier tests."""

    browser = None

    @classmethod
    def setUpClass(cls):
        if PageTest.browser is None:
            PageTest.browser = Browser()
            unittest.addModuleCleanup(cls.close_browser)

    @staticmethod
    def close_browser():
        PageTest.browser.close()
        PageTest.browser = None

    def setUp(self):
        super().setUp()
        self.emulate()
        self.addCleanup(self.browser.run, "try { localStorage.clear() } catch { }")

    def emulate(self, motion="no-preference", scheme="light"):
        self.browser.emulate(prefers_reduced_motion=motion, prefers_color_scheme=scheme)

    def open_page(self, page, address=""):
        """Opens a page and waits until it shows something; fails on any message in the console."""
        self.browser.console()  # drops warnings about canvases that an earlier test read
        self.browser.open(page, address)
        self.browser.wait_for("return document.body.dataset.view !== 'loading'")
        self.assertEqual(self.browser.console(), [])

    def assert_alone(self, page):
        """Asserts that a page, which is open, needs no network and no other file."""
        text = page.read_text()
        self.assertEqual(re.findall(r"(?:https?:)?//[a-z]+\.", text), [])
        self.assertEqual(re.findall(r'[^.](?:src|href)=(?!"(?:data:|#))', text), [])
        self.assertEqual(self.browser.run(
            "return performance.getEntriesByType('resource').map((one) => one.name)"
            ".filter((name) => !name.startsWith('data:'))"), [])

    def shown(self, selector):
        """Returns the texts of the visible elements that match a selector."""
        return self.browser.run("return [...document.querySelectorAll(arguments[0])]"
                                ".filter((one) => one.checkVisibility())"
                                ".map((one) => one.textContent)", selector)

    def texts(self, selector):
        """Returns the texts of elements that are not hidden, but may be in a panel that is folded."""
        return self.browser.run("return [...document.querySelectorAll(arguments[0])].filter((one) => !one.hidden)"
                                ".map((one) => one.textContent)", selector)

    def press(self, selector, text):
        self.browser.run(PRESS, selector, text)

    def caught(self, selector, text):
        """Returns the bytes that a button saves at once."""
        self.browser.run(CATCH)
        self.press(selector, text)
        return base64.b64decode(self.browser.wait_for(CAUGHT))

    def preview(self, label):
        """Presses a button that saves; waits for the dialog that it opens and returns its text."""
        self.browser.run("document.getElementById('save-dialog').replaceChildren()")
        self.press("#save-panel button", label)
        self.browser.wait_for("return document.querySelector('#save-dialog[open] #save-about')", seconds=30)
        return self.shown("#save-about")[0]

    def saved(self, label, button=None):
        """Returns the bytes that a button saves. If its dialog offers several files, saves the one on `button`. Small
        files that are no pictures are saved without a dialog."""
        if label.endswith((".aseprite", ".gpl")) and button is None:
            return self.caught("#save-panel button", label)
        self.preview(label)
        self.browser.run(CATCH)
        self.browser.run("[...document.querySelectorAll('#save-dialog button')].find((one) => arguments[0] === null"
                         " || one.textContent === arguments[0]).click()", button)
        data = base64.b64decode(self.browser.wait_for(CAUGHT))
        self.browser.run("document.getElementById('save-dialog').close()")
        return data

    def canvas(self, script):
        """Returns the visible pixels of a canvas: {(x, y): (red, green, blue)}."""
        width, _, data = self.browser.run(f"const found = {script};" + PIXELS.replace(
            "arguments[0]", "found"))
        return {(i // 4 % width, i // 4 // width): tuple(data[i:i + 3])
                for i in range(0, len(data), 4) if data[i + 3] == 255}

    def colors(self, archive, costume):
        """Returns the colours of a costume's pixel values in the first palette, which belongs to its room."""
        rgb = archive.blob("palettes.rgb", 0)
        return [tuple(int(rgb[3 * color + i]) for i in range(3))
                for color in archive.blob("costumes.color", costume)]

    def drawn(self, path, costume, chore, direction, tick, hidden=()):
        """Returns the picture of a tick of a timeline, painted from the archive, with the anchor at (0, 0)."""
        archive = Archive.open(path)
        colors = self.colors(archive, costume)
        pictures = {(one["limb"], one["index"]): archive.pixels(one["picture"])
                    for one in listing.pictures(archive, of=costume)}
        line = next(one for one in listing.timelines(archive)
                    if (one["costume_row"], one["chore"], one["dir"]) == (costume, chore, direction))
        seen = {}
        for limb, index, left, top, flip in line["frames"][tick]:
            if limb in hidden:
                continue
            pixels = pictures[limb, index]
            height, width = pixels.shape
            for y in range(height):
                for x in range(width):
                    if value := int(pixels[y, width - 1 - x if flip else x]):
                        seen[left + x, top + y] = colors[value]
        return seen

    def assert_same_shape(self, one, other):
        """Asserts that two pictures are equal, except for the position of their corners."""
        def cornered(pixels):
            left, top = min(x for x, _ in pixels), min(y for _, y in pixels)
            return {(x - left, y - top): color for (x, y), color in pixels.items()}
        self.assertEqual(cornered(one), cornered(other))
