"""Things dropped on wardrobe.html, which was opened as a file: dragged into a real browser, as from a file manager.
Games in all their wrappings open; anything else gets a line that fits."""

import struct
import unittest
import zipfile

from containers import files_of, make_mac, make_pak
from drop_support import DropTest
from page_support import CARD, INSIDE, PAGE
from support import read, sample


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

    def test_open_as_zips_also_in_zips_and_in_folders(self):
        self.drop(self.zip("Monkey.zip", "v6"))
        self.assertEqual(self.name(), "Monkey")
        for number, prefix in enumerate(("Monkey/", "a/b/", "a\\")):
            path = self.zip(f"deep{number}.zip", "v8", prefix)
            with zipfile.ZipFile(path, "a") as packed:
                for folder in ("__MACOSX", "SECOND"):
                    packed.writestr(f"{folder}/._SAMPLE.LA0", "litter")
            self.drop_alone(path)
            self.assertEqual((self.name(), len(self.shown(CARD))), (f"deep{number}", 5))
        inner, five = read(self.zip("inner.zip", "v6")), read(self.pack(sample(5), "five.wardrobe"))
        self.write("zips/inner.zip", inner)
        for path, name in ((self.zip_of("outer.zip", {"games/inner.zip": inner}), "inner"),
                           (self.zip_of("packed.zip", {"a/five.wardrobe": five}), "five"),
                           (self.folder / "zips", "inner")):
            self.drop_alone(path)
            self.assertEqual(self.name(), name)

    def test_open_as_containers(self):
        for name, make in (("monkey1.pak", make_pak), ("Monkey Data", make_mac)):
            data = make(files_of(sample(6)))
            self.write(f"SE {name}/{name}", data)
            self.write(f"SE {name}/MISE.exe", b"MZ")
            for path in (self.write(name, data), self.folder / f"SE {name}"):
                self.drop_alone(path)
                self.assertEqual((self.name(), len(self.shown(CARD))), (path.name, 5))

    def test_start_at_the_top(self):
        self.browser.resize(390, 400)
        self.browser.run("scrollTo(0, 600)")
        self.assertGreater(self.get("scrollY"), 300)
        self.drop(self.copy("v5", "v5"))
        self.assertEqual(self.get("scrollY"), 0)

    def test_are_chosen_in_the_browsers_own_dialog_to_view_them(self):
        self.browser.run("""
          const file = (name) => ({ kind: "file", name, getFile: async () => new File(["x"], name) });
          const folder = (name, inside) => ({ kind: "directory", name, async *values() { yield* inside; } });
          window.showDirectoryPicker = async (options) => {
            window.asked = options;
            return folder("Chosen", [folder("CD", [file("READ.ME")])]);
          };
        """)
        self.click("#welcome button.main")
        self.settle()
        self.assertEqual(self.get("window.asked.mode"), "read")
        self.assertIn("“Chosen”", self.problem())
        self.browser.run("window.showDirectoryPicker = async () => { throw new DOMException('', 'AbortError'); };"
                         "document.getElementById('open-failed').hidden = true;"
                         "document.querySelector('#game-tools button').click()")
        self.assertEqual(self.shown("#open-failed"), [])

    def test_that_a_reload_lost_are_named(self):
        self.drop(self.copy("v5", "Monkey"))
        self.go("#costume=2")
        self.browser.reload()
        self.wait_for_view("gallery")
        self.assertIn("“Monkey” was open before", self.problem())
        self.assertEqual(self.address(), "")
        self.browser.reload()
        self.wait_for_view("gallery")
        self.assertEqual(self.shown("#open-failed"), [])


class Several(DropTest):
    def test_are_a_choice(self):
        for version in ("v5", "v6", "v8"):
            self.copy(version, "games", "of " + version)
        self.zip("games/more.zip", "v7")  # counts only if there is no other game
        self.drop(self.folder / "games")
        self.assertEqual(self.shown("#drop-title"), ["3 games: which one?"])
        self.assertEqual(self.shown("#drop-choice button"),
                         [*(f"of {version}games/of {version}" for version in ("v5", "v6", "v8")), "Cancel"])
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
            self.assertEqual(self.shown("#old-name, #new-name"), names)
            self.assert_silent()


class Comparisons(DropTest):
    def setUp(self):
        super().setUp()
        self.drop(self.copy("v5", "v5"), self.copy("v8", "v8"))
        self.sides = "#old-name, #new-name"

    def test_are_exchanged(self):
        kinds = dict(text.split() for text in self.shown("#kinds button"))
        self.press("#keep button", "Exchange old and new")
        self.wait_for_text("#old-name", "v8")
        self.assertEqual(self.shown(self.sides), ["v8", "v5"])
        exchanged = {"added": "removed", "removed": "added"}
        self.assertEqual(dict(text.split() for text in self.shown("#kinds button")),
                         {"-".join(exchanged.get(word, word) for word in kind.split("-")): count
                          for kind, count in kinds.items()})
        self.assertEqual(self.shown("#opening, #open-failed"), [])

    def test_are_saved_as_pages(self):
        page = self.write("saved.html", self.caught("#keep button", "Save as a page"))
        kinds, heads = self.shown("#kinds button"), self.shown("#costumes summary")
        self.open_page(page)
        self.assertEqual(self.view(), "comparison")
        self.assertEqual(self.shown(self.sides), ["v5", "v8"])
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
            (self.write("SETUP.EXE", b"MZ"), ["The file “SETUP.EXE” is a program", "Open the folder"]),
            (self.write("NOISE.001", b"noise" * 99), ["NOISE cannot be opened", "no SCUMM index or resource file"]),
            (self.write("00.LFL", b"x" * 1188), ["which is not read"]),
            (self.write("torn.zip", b"PK\3\4" + b"x" * 99),
             ["torn.zip cannot be opened: it is damaged, or its end is missing"]),
            (self.write("noise.zip", b"\xa5" * 999), ["noise.zip cannot be opened: it is no .zip"]),
            (self.write("x.wardrobe", b"\x50\x2a\x4d\x18    WARDROBE" + b"x" * 99), ["x.wardrobe cannot be opened: "]),
            (self.write("<img src=x onerror=alert(1)>", b"x"), ["<img src=x onerror=alert(1)>"]),
        ]
        for path, parts in cases:
            self.drop(path)
            for part in parts:
                self.assertIn(part, self.problem())
            self.assertNotIn("this folder", self.problem())
        for path, part in ((self.folder / "nothing", "There is nothing in “nothing”"),
                           (self.folder / "photos", "There is no SCUMM game in “photos”: none of its 2 files"),
                           (self.zip_of("notes.zip", {"a/note.txt": "hello"}),
                            "There is no SCUMM game in “notes.zip”: none of its 1 file ")):
            self.drop(path)
            self.assertIn(part, self.problem())
        self.drop(self.folder / "SETUP.EXE", self.folder / "photos/one.jpg")
        self.assertIn("None of these 2 files is or contains a SCUMM game", self.problem())
        self.assertEqual(self.each("body img", "1"), [])

    def test_are_told_of_zips_with_a_password_and_of_bombs(self):
        locked = bytearray(read(self.zip("game.zip", "v6")))
        locked[6] |= 1
        bomb = self.zip_of("bomb.zip", {"GAME.000": bytes(1 << 20)})

        def stating(size):
            """Returns the bomb with another inflated size."""
            data = bytearray(read(bomb))
            struct.pack_into("<I", data, data.rindex(b"PK\1\2") + 24, size)
            return data

        nested = bomb
        for _ in range(5):
            nested = self.zip_of("nested.zip", {"inner.zip": read(nested)})
        for path, part in ((self.write("locked.zip", locked), "cannot be opened: it is locked with a password"),
                           (self.write("large.zip", stating(0xFFFFFFF0)), "it would unpack to more than 1 GiB"),
                           (self.write("liar.zip", stating(100)), "cannot be opened"),  # inflates to far more
                           (self.zip_of("many.zip", {f"{number}.txt": "" for number in range(20001)}),
                            "there are more than 20,000 files in it"), (nested, "too many zips")):
            self.drop(path)
            self.assertIn(part, self.problem())

    def test_are_seen_wherever_one_is_and_can_be_closed(self):
        self.browser.resize(390, 500)
        self.browser.run("scrollTo(0, document.body.scrollHeight)")
        self.drop(self.write("SETUP.EXE", b"MZ"))
        self.assertTrue(self.browser.run(INSIDE, "#open-failed"))
        self.click("#open-failed button[aria-label]")
        self.assertEqual(self.shown("#open-failed"), [])

    def test_are_gone_with_the_next_view(self):
        self.drop(self.write("SETUP.EXE", b"MZ"))
        self.problem()
        self.click(f"{CARD} a")
        self.wait_for_view("costume")
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
        self.assertEqual(self.get("[window.taken, window.marked]"), [False, False])
        self.assertEqual(self.shown("#open-failed, #opening"), [])


if __name__ == "__main__":
    unittest.main()
