"""Shared by tests that drop things on wardrobe.html: real files and folders are dragged into a real browser."""

import pathlib
import shutil
import tempfile
import zipfile

from page_support import PageTest
from support import sample
from wardrobe_page_test import PAGE

IDLE = """
const of = (id) => document.getElementById(id);
return of("opening").hidden
    && (of("drop-choice").open || of("status").textContent !== "" || !of("open-failed").hidden);
"""
INSIDE = """
const { top, bottom, left, right } = document.querySelector(arguments[0]).getBoundingClientRect();
return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && bottom > top;
"""


class DropTest(PageTest):
    def setUp(self):
        super().setUp()
        # Chromium gives no handles for folders in /dev, where the folders of other tests may be.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dropped-", dir=PAGE.parent))
        self.addCleanup(shutil.rmtree, self.folder)
        self.emulate("reduce")
        self.open_page(PAGE)

    def settle(self):
        self.browser.wait_for(IDLE)

    def drop(self, *paths):
        """Drops files and folders. Waits until the page has opened them, asks something or reports a problem."""
        self.browser.run("document.getElementById('status').textContent = '';"
                         "document.getElementById('open-failed').hidden = true")
        self.browser.drop(*paths)
        self.settle()

    def answer(self, text):
        self.browser.run("[...document.querySelectorAll('#drop-choice button')].find("
                         "(one) => one.firstChild.textContent === arguments[0]).click()", text)
        self.settle()

    def view(self):
        return self.browser.run("return document.body.dataset.view")

    def name(self):
        """Returns the name of the game that is shown."""
        self.assertEqual(self.shown("#open-failed"), [])
        self.assertEqual(self.browser.console(), [])
        return "".join(self.shown("#game-name"))

    def problem(self):
        self.assertEqual(len(self.shown(".card:not(.look)")), 5)  # The game that was there stays.
        text, = self.shown("#open-failed")
        return text

    def copy(self, version, *folders):
        """Copies a sample game into nested new folders."""
        folder = self.folder.joinpath(*folders)
        shutil.copytree(sample(6).parent / version, folder)
        return folder

    def zip(self, name, version, prefix=""):
        path = self.folder / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(prefix + "README.TXT", "hello")
            for file in sorted((sample(6).parent / version).iterdir()):
                packed.write(file, prefix + file.name)
        return path

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path
