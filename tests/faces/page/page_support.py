"""Shared by the tests of pages in a real browser."""

import base64
import os
import pathlib
import re
import unittest

import numpy

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
INSIDE = """
const { top, bottom, left, right } = document.querySelector(arguments[0]).getBoundingClientRect();
return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && bottom > top;
"""
PAGE = pathlib.Path(os.environ.get("WARDROBE_PAGE")
                    or pathlib.Path(__file__).resolve().parents[3] / "build/wardrobe.html")
CARD = ".card:not(.look)"
STAGE = "document.getElementById('stage-picture')"


class PageTest(ProgramTest):
    """A test that uses the module's browser, which remembers nothing of earlier tests. It fails if the page has written
    anything to the console."""

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
        self.addCleanup(self.browser.devtools, "Emulation.clearDeviceMetricsOverride")
        self.addCleanup(self.assert_silent)

    def assert_silent(self):
        """Asserts that nothing was written to the console, except warnings about canvases that a test read."""
        told = [entry for entry in self.browser.console() if "willReadFrequently" not in entry["message"]]
        self.assertEqual(told, [])

    def emulate(self, motion="no-preference", scheme="light"):
        self.browser.emulate(prefers_reduced_motion=motion, prefers_color_scheme=scheme)

    def open_page(self, page, address=""):
        """Opens a page and waits until it shows something."""
        self.browser.open(page, address)
        self.wait("document.body.dataset.view !== 'loading'")
        self.assert_silent()

    def assert_alone(self, page):
        """Asserts that a page, which is open, needs no network and no other file."""
        text = page.read_text()
        self.assertEqual(re.findall(r"(?:https?:)?//[a-z]+\.", text), [])
        self.assertEqual(re.findall(r'[^.](?:src|href)=(?!"(?:data:|#))', text), [])
        self.assertEqual(self.get("performance.getEntriesByType('resource').map((one) => one.name)"
                                  ".filter((name) => !name.startsWith('data:'))"), [])

    def get(self, expression, *arguments):
        """Returns the value of an expression in the page."""
        return self.browser.run(f"return {expression}", *arguments)

    def each(self, selector, expression):
        """Returns the value of an expression about `one` for each element that matches a selector."""
        return self.get(f"[...document.querySelectorAll(arguments[0])].map((one) => {expression})", selector)

    def wait(self, expression, *arguments):
        """Waits until an expression is true."""
        self.browser.wait_for(f"return {expression}", *arguments)

    def wait_for_change(self, expression, before=None):
        """Waits until an expression has another value than now, or than `before`."""
        self.wait(f"{expression} !== arguments[0]", self.get(expression) if before is None else before)

    def wait_for_text(self, selector, text):
        self.wait("document.querySelector(arguments[0]).textContent === arguments[1]", selector, text)

    def view(self):
        return self.get("document.body.dataset.view")

    def wait_for_view(self, view):
        self.wait("document.body.dataset.view === arguments[0]", view)

    def address(self):
        return self.get("location.hash")

    def go(self, address):
        """Goes to a costume in the page that is open."""
        self.browser.run("location.hash = arguments[0]", address)
        self.wait_for_view("costume")

    def click(self, selector, number=0):
        """Clicks on one of the elements that match a selector."""
        self.browser.run("document.querySelectorAll(arguments[0])[arguments[1]].click()", selector, number)

    def press(self, selector, text):
        """Clicks on the element with this text among those that match a selector."""
        self.browser.run("[...document.querySelectorAll(arguments[0])].find((one) => one.textContent === arguments[1])"
                         ".click()", selector, text)

    def set(self, selector, value):
        """Gives a field or a choice a value, as a user does. A selector without signs is the label of a choice."""
        selector = selector if re.search(r"[#\[]", selector) else f"select[aria-label='{selector}']"
        self.browser.run("""
            const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind));""", selector, value)

    def shown(self, selector):
        """Returns the texts of the visible elements that match a selector."""
        return self.get("[...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility())"
                        ".map((one) => one.textContent)", selector)

    def texts(self, selector):
        """Returns the texts of elements that are not hidden, but may be in a panel that is folded."""
        return self.get("[...document.querySelectorAll(arguments[0])].filter((one) => !one.hidden)"
                        ".map((one) => one.textContent)", selector)

    def names(self):
        """Returns the names on the cards of costumes, without those of their other looks."""
        return self.shown(f"{CARD} strong")

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
        data = self.caught("#save-dialog button", button or self.each("#save-dialog button", "one.textContent")[0])
        self.browser.run("document.getElementById('save-dialog').close()")
        return data

    def pixels(self, script=STAGE):
        """Returns the pixels of a canvas as an array, (height, width, 4)."""
        width, height, data = self.browser.run(PIXELS.replace("arguments[0]", script))
        return numpy.array(data, "u1").reshape(height, width, 4)

    def canvas(self, script=STAGE):
        """Returns the visible pixels of a canvas: {(x, y): (red, green, blue)}."""
        pixels = self.pixels(script)
        return {(x, y): tuple(pixels[y, x, :3].tolist()) for y, x in numpy.argwhere(pixels[:, :, 3] == 255).tolist()}

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
            pixels = pictures[limb, index][:, ::-1 if flip else 1]
            for y, x in numpy.argwhere(pixels).tolist():
                seen[left + x, top + y] = colors[pixels[y, x]]
        return seen

    def assert_same_shape(self, one, other):
        """Asserts that two pictures are equal, except for the position of their corners."""
        def cornered(pixels):
            left, top = min(x for x, _ in pixels), min(y for _, y in pixels)
            return {(x - left, y - top): color for (x, y), color in pixels.items()}
        self.assertEqual(cornered(one), cornered(other))

    def assert_drawn(self, path, *timeline_and_tick, script=STAGE, **how):
        """Asserts that a canvas shows drawn(path, …)."""
        self.assert_same_shape(self.canvas(script), self.drawn(path, *timeline_and_tick, **how))
