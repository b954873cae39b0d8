"""Things dropped on wardrobe.html, which was opened as a file: dragged into a real browser, as from a file manager.
Games in all their wrappings open; anything else gets a line that fits."""

import base64
import struct
import unittest
import zipfile

from containers import files_of, make_mac, make_pak
from drop_support import INSIDE, DropTest
from page_support import CATCH, CAUGHT
from support import read, sample
from wardrobe_page_test import PAGE


class Games(DropTest):
    def test_open_as_folders_and_as_files(self):
        folder = self.copy("v5", "My game")
        self.drop(folder)
        self.assertEqual(self.name(), "My game")
        self.drop(*sorted(folder.iterdir()))
        self.answer("Show it instead")
        self.assertEqual(self.name(), "SAMPLE")
        self.drop(self.pack(folder, "game.wardrobe"))
        self.answer("Show it instead")
        self.assertEqual(self.name(), "game")

    def test_open_as_zips(self):
        self.drop(self.zip("Monkey.zip", "v6"))
        self.assertEqual(self.name(), "Monkey")
        for number, prefix in enumerate(("Monkey/", "a/b/", "a\\")):
            self.open_page(PAGE)
            path = self.zip(f"deep{number}.zip", "v8", prefix)
            with zipfile.ZipFile(path, "a") as packed:
                packed.writestr("__MACOSX/._SAMPLE.LA0", "litter")
                packed.writestr("SECOND/._SAMPLE.LA0", "litter")
            self.drop(path)
            self.assertEqual(self.name(), f"deep{number}")
            self.assertEqual(len(self.shown(".card:not(.look)")), 5)

    def test_open_as_zips_in_zips_and_in_folders(self):
        inner = self.zip("inner.zip", "v6")
        with zipfile.ZipFile(self.folder / "outer.zip", "w") as packed:
            packed.write(inner, "games/inner.zip")
        self.drop(self.folder / "outer.zip")
        self.assertEqual(self.name(), "inner")
        self.open_page(PAGE)
        with zipfile.ZipFile(self.folder / "packed.zip", "w") as packed:
            packed.write(self.pack(sample(5), "five.wardrobe"), "a/five.wardrobe")
        self.drop(self.folder / "packed.zip")
        self.assertEqual(self.name(), "five")
        self.open_page(PAGE)
        self.write("zips/inner.zip", read(inner))
        self.drop(self.folder / "zips")
        self.assertEqual(self.name(), "inner")

    def test_open_as_containers(self):
        for name, make in (("monkey1.pak", make_pak), ("Monkey Data", make_mac)):
            self.open_page(PAGE)
            self.drop(self.write(name, make(files_of(sample(6)))))
            self.assertEqual(self.name(), name)
            self.assertEqual(len(self.shown(".card:not(.look)")), 5)
            self.open_page(PAGE)
            self.write(f"SE {name}/{name}", read(self.folder / name))
            self.write(f"SE {name}/MISE.exe", b"MZ")
            self.drop(self.folder / f"SE {name}")
            self.assertEqual(self.name(), f"SE {name}")

    def test_start_at_the_top(self):
        self.browser.resize(390, 400)
        self.addCleanup(self.browser.devtools, "Emulation.clearDeviceMetricsOverride")
        self.browser.run("scrollTo(0, 600)")
        self.assertGreater(self.browser.run("return scrollY"), 300)
        self.drop(self.copy("v5", "v5"))
        self.assertEqual(self.browser.run("return scrollY"), 0)

    def test_are_chosen_in_the_browsers_own_dialog_to_view_them(self):
        self.browser.run("""
          const file = (name) => ({ kind: "file", name, getFile: async () => new File(["x"], name) });
          const folder = (name, inside) => ({ kind: "directory", name, async *values() { yield* inside; } });
          window.showDirectoryPicker = async (options) => {
            window.asked = options;
            return folder("Chosen", [folder("CD", [file("READ.ME")])]);
          };
        """)
        self.browser.run("document.querySelector('#welcome button.main').click()")
        self.settle()
        self.assertEqual(self.browser.run("return window.asked.mode"), "read")
        self.assertIn("“Chosen”", self.problem())
        self.browser.run("window.showDirectoryPicker = async () => { throw new DOMException('', 'AbortError'); };"
                         "document.getElementById('open-failed').hidden = true;"
                         "document.querySelector('#game-tools button').click()")
        self.assertEqual(self.shown("#open-failed"), [])

    def test_that_a_reload_lost_are_named(self):
        self.drop(self.copy("v5", "Monkey"))
        self.browser.run("location.hash = '#costume=2'")
        self.browser.wait_for("return document.body.dataset.view === 'costume'")
        self.browser.reload()
        self.browser.wait_for("return document.body.dataset.view === 'gallery'")
        self.assertIn("“Monkey” was open before", self.problem())
        self.assertEqual(self.browser.run("return location.hash"), "")
        self.browser.reload()
        self.browser.wait_for("return document.body.dataset.view === 'gallery'")
        self.assertEqual(self.shown("#open-failed"), [])


class Several(DropTest):
    def test_are_a_choice(self):
        for version in ("v5", "v6", "v8"):
            self.copy(version, "games", "of " + version)
        self.zip("games/more.zip", "v7")  # counts only if there is no other game
        self.drop(self.folder / "games")
        self.assertEqual(self.shown("#drop-title"), ["3 games: which one?"])
        self.assertEqual(self.shown("#drop-choice button"), ["of v5games/of v5", "of v6games/of v6", "of v8games/of v8", "Cancel"])
        # While the choice is still closing, the page does not take another drop.
        self.browser.run("const choice = document.getElementById('drop-choice');"
                         "choice.querySelector('button:last-child').click();"
                         "return new Promise((closed) => choice.addEventListener('close', () => closed(true)))")
        self.assertEqual(len(self.shown("#welcome")), 1)
        self.drop(self.folder / "games")
        self.answer("of v8")
        self.assertEqual(self.name(), "of v8")
        self.assertIn("SCUMM 8", self.shown("#game-about")[0])

    def test_of_which_one_comes_after_the_other_may_be_compared(self):
        self.drop(self.copy("v5", "v5"))
        self.drop(self.copy("v8", "v8"))
        self.assertEqual(self.shown("#drop-title"), ["v8 and v5"])
        self.answer("Compare them")
        self.assertEqual(self.view(), "comparison")

    def test_two_at_once_are_compared(self):
        folders = self.copy("v5", "v5"), self.copy("v8", "v8")
        five, eight = self.pack(folders[0], "5.wardrobe"), self.pack(folders[1], "8.wardrobe")
        zips = self.zip("five.zip", "v5"), self.zip("eight.zip", "v8")
        for one, other, names in ((five, eight, ["5", "8"]), (*folders, ["v5", "v8"]),
                                  (*zips, ["eight", "five"]), (folders[0], eight, ["8", "v5"])):
            self.open_page(PAGE)
            self.drop(one, other)
            self.assertEqual(self.shown("#open-failed"), [])
            self.assertEqual(self.view(), "comparison")
            self.assertEqual(self.shown("#old-name") + self.shown("#new-name"), names)
            self.assertEqual(self.browser.console(), [])


class Comparisons(DropTest):
    def setUp(self):
        super().setUp()
        self.drop(self.copy("v5", "v5"), self.copy("v8", "v8"))
        self.names = "#old-name, #new-name"

    def keep(self, text):
        self.browser.run("[...document.querySelectorAll('#keep button')].find("
                         "(one) => one.textContent === arguments[0]).click()", text)

    def test_are_exchanged(self):
        kinds = dict(text.split() for text in self.shown("#kinds button"))
        self.keep("Exchange old and new")
        self.browser.wait_for("return document.getElementById('old-name').textContent === 'v8'")
        self.assertEqual(self.shown(self.names), ["v8", "v5"])
        exchanged = {"added": "removed", "removed": "added"}
        self.assertEqual(dict(text.split() for text in self.shown("#kinds button")),
                         {"-".join(exchanged.get(word, word) for word in kind.split("-")): count
                          for kind, count in kinds.items()})
        self.assertEqual(self.shown("#opening, #open-failed"), [])
        self.assertEqual(self.browser.console(), [])

    def test_are_saved_as_pages(self):
        self.browser.run(CATCH)
        self.keep("Save as a page")
        page = self.write("saved.html", base64.b64decode(self.browser.wait_for(CAUGHT)))
        kinds, heads = self.shown("#kinds button"), self.shown("#costumes summary")
        self.open_page(page)
        self.assertEqual(self.view(), "comparison")
        self.assertEqual(self.shown(self.names), ["v5", "v8"])
        self.assertEqual(self.shown("#kinds button"), kinds)
        self.assertEqual(self.shown("#costumes summary"), heads)
        self.open_page(page, "#side=old&costume=1")
        self.assertEqual(self.view(), "costume")
        self.drop(self.copy("v6", "v6"))
        self.answer("Show it instead")
        self.assertEqual(self.name(), "v6")


class Problems(DropTest):
    def test_fit_what_was_dropped(self):
        (self.folder / "nothing").mkdir()
        self.write("photos/one.jpg", b"x")
        self.write("photos/two.jpg", b"x")
        cases = [
            (self.write("MONKEY2.001", b""), ["MONKEY2 cannot be opened", "0 bytes"]),
            (self.write("empty.dat", b""), ["The file “empty.dat” is empty"]),
            (self.write("SETUP.EXE", b"MZ"), ["The file “SETUP.EXE” is a program", "Open the folder"]),
            (self.write("manual.pdf", b"%PDF"), ["The file “manual.pdf” is a document"]),
            (self.write("game.iso", b"CD001"), ["The file “game.iso” is a disc image"]),
            (self.write("game.rar", b"Rar!"), ["The file “game.rar” is in a format", "Unpack it"]),
            (self.write("thing", b"x"), ["The file “thing” is not named like"]),
            (self.write("NOISE.001", b"noise" * 99), ["NOISE cannot be opened", "no SCUMM index or resource file"]),
            (self.write("00.LFL", b"x" * 1188), ["which is not read"]),
            (self.write("torn.zip", b"PK\3\4" + b"x" * 99), ["torn.zip cannot be opened: it is damaged, or its end is missing"]),
            (self.write("noise.zip", b"\xa5" * 999), ["noise.zip cannot be opened: it is no .zip"]),
            (self.write("x.wardrobe", b"\x50\x2a\x4d\x18    WARDROBE" + b"x" * 99), ["x.wardrobe cannot be opened: "]),
            (self.write("<img src=x onerror=alert(1)>", b"x"), ["<img src=x onerror=alert(1)>"]),
        ]
        for path, parts in cases:
            self.drop(path)
            for part in parts:
                self.assertIn(part, self.problem())
            self.assertNotIn("this folder", self.problem())
            self.assertEqual(len(self.shown(".card:not(.look)")), 5, path)  # The game that was there stays.
        for path, part in ((self.folder / "nothing", "There is nothing in “nothing”"),
                           (self.folder / "photos", "There is no SCUMM game in “photos”: none of its 2 files")):
            self.drop(path)
            self.assertIn(part, self.problem())
        self.drop(self.folder / "SETUP.EXE", self.folder / "manual.pdf")
        self.assertIn("None of these 2 files is or contains a SCUMM game", self.problem())
        self.assertEqual(self.browser.run("return document.querySelectorAll('body img').length"), 0)
        self.assertEqual(self.browser.console(), [])

    def test_are_told_of_zips_without_a_game(self):
        with zipfile.ZipFile(self.folder / "notes.zip", "w") as packed:
            packed.writestr("a/note.txt", "hello")
        self.drop(self.folder / "notes.zip")
        self.assertIn("There is no SCUMM game in “notes.zip”: none of its 1 file ", self.problem())

    def test_are_told_of_zips_with_a_password(self):
        data = bytearray(read(self.zip("game.zip", "v6")))
        data[6] |= 1
        self.drop(self.write("locked.zip", data))
        self.assertIn("locked.zip cannot be opened: it is locked with a password", self.problem())

    def test_are_told_of_bombs(self):
        bomb = self.folder / "bomb.zip"
        with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            packed.writestr("GAME.000", bytes(1 << 20))
        data = bytearray(read(bomb))
        central = data.rindex(b"PK\1\2")
        struct.pack_into("<I", data, central + 24, 0xFFFFFFF0)  # the inflated size
        self.drop(self.write("large.zip", data))
        self.assertIn("it would unpack to more than 1 GiB", self.problem())
        struct.pack_into("<I", data, central + 24, 100)  # The file inflates to far more than that.
        self.drop(self.write("liar.zip", data))
        self.assertIn("cannot be opened", self.problem())
        with zipfile.ZipFile(self.folder / "many.zip", "w") as packed:
            for number in range(20001):
                packed.writestr(f"{number}.txt", "")
        self.drop(self.folder / "many.zip")
        self.assertIn("there are more than 20,000 files in it", self.problem())
        whole = read(bomb)
        for _ in range(5):
            with zipfile.ZipFile(self.folder / "nested.zip", "w") as packed:
                packed.writestr("inner.zip", whole)
            whole = read(self.folder / "nested.zip")
        self.drop(self.folder / "nested.zip")
        self.assertIn("too many zips", self.problem())

    def test_are_seen_wherever_one_is_and_can_be_closed(self):
        self.browser.resize(390, 500)
        self.addCleanup(self.browser.devtools, "Emulation.clearDeviceMetricsOverride")
        self.browser.run("scrollTo(0, document.body.scrollHeight)")
        self.drop(self.write("SETUP.EXE", b"MZ"))
        self.assertTrue(self.browser.run(INSIDE, "#open-failed"))
        self.browser.run("document.querySelector('#open-failed button[aria-label]').click()")
        self.assertEqual(self.shown("#open-failed"), [])

    def test_are_gone_with_the_next_view(self):
        self.drop(self.write("SETUP.EXE", b"MZ"))
        self.problem()
        self.browser.run("document.querySelector('.card:not(.look) a').click()")
        self.browser.wait_for("return document.body.dataset.view === 'costume'")
        self.assertEqual(self.shown("#open-failed"), [])

    def test_are_told_before_anything_is_asked(self):
        self.drop(self.copy("v5", "v5"))
        self.write("photos/one.jpg", b"x")
        self.drop(self.folder / "photos")
        self.assertEqual(self.shown("#drop-choice"), [])
        self.assertIn("There is no SCUMM game in “photos”", self.problem())

    def test_are_not_made_of_what_is_no_file(self):
        self.browser.run("addEventListener('drop', (event) => {"
                         "  window.taken = event.defaultPrevented; event.preventDefault(); });"
                         "addEventListener('dragover', (event) => {"
                         "  window.marked = document.body.classList.contains('dropping'); event.preventDefault(); });")
        self.browser.drop(links=["file:///tmp/x#costume=1"])
        self.assertEqual(self.browser.run("return [window.taken, window.marked]"), [False, False])
        self.assertEqual(self.shown("#open-failed, #opening"), [])


if __name__ == "__main__":
    unittest.main()
