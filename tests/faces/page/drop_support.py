"""Shared by tests that drop things on wardrobe.html: real files and folders are dragged into a real browser."""

import pathlib
import shutil
import tempfile
import zipfile

from page_support import CARD, PAGE, PageTest
from support import read, sample

IDLE = """
const of = (id) => document.getElementById(id);
return of("opening").hidden
    && (of("drop-choice").open || of("status").textContent !== "" || !of("open-failed").hidden);
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
        self.click("#drop-choice button", self.each("#drop-choice button", "one.firstChild.textContent").index(text))
        self.settle()

    def drop_alone(self, path):
        """Drops one thing on a page that was just opened."""
        self.open_page(PAGE)
        self.drop(path)

    def name(self):
        """Returns the name of the game that is shown."""
        self.assertEqual(self.shown("#open-failed"), [])
        self.assert_silent()
        return "".join(self.shown("#game-name"))

    def problem(self):
        self.assertEqual(len(self.shown(CARD)), 5)  # The game that was there stays.
        text, = self.shown("#open-failed")
        return text

    def copy(self, version, *folders):
        """Copies a sample game into nested new folders."""
        folder = self.folder.joinpath(*folders)
        shutil.copytree(sample(6).parent / version, folder)
        return folder

    def zip(self, name, version, prefix=""):
        """Zips a sample game."""
        files = {prefix + file.name: read(file) for file in sorted((sample(6).parent / version).iterdir())}
        return self.zip_of(name, {prefix + "README.TXT": "hello", **files})

    def zip_of(self, name, files):
        """Zips {name: contents}."""
        path = self.folder / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for inside, data in files.items():
                packed.writestr(inside, data)
        return path

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path
