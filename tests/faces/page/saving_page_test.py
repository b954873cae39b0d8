"""Files that the page saves: as shown on screen, with the shortest loop, and as the program writes them."""

import io
import shlex
import subprocess
import unittest
import zipfile

import numpy
from PIL import Image

from export_aseprite_test import read_with
from gallery_page_test import WALK, Gallery, frames_of, seen
from page_support import PAGE
from support import PROGRAM, read, run


class Saving(Gallery):
    def setUp(self):
        super().setUp()
        self.archive = self.packed_once("sample.wardrobe", "--rooms")  # has the name of the file that the page saves

    def open(self, address=WALK % 3):
        self.open_page(PAGE, address)

    def only(self, first, last):
        """Chooses some ticks."""
        self.set("#save-from", first)
        self.set("#save-to", last)

    def assert_command_lacks(self, what):
        """Asserts that the page says what the command that it offers cannot do."""
        self.assertIn(f"cannot {what}", self.shown("#replay-without")[0])

    def run_command(self):
        """Runs the command that the page offers for copying, beside the archive; returns the file that it makes."""
        line = self.shown("#replay-line")[0]
        link = self.folder / "wardrobe"
        if not link.exists():
            link.symlink_to(PROGRAM)
            (self.folder / "sample.wardrobe").symlink_to(self.archive)
        done = subprocess.run(["sh", "-c", f"PATH={shlex.quote(str(self.folder))}:$PATH\n{line}"], cwd=self.folder,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, line + done.stderr)
        return read(next(self.folder.glob("*.gif")))


class AsSeen(Saving):
    def test_mirrored(self):
        self.open()
        plain = self.save("PNG")
        self.browser.keys("m")
        mirrored = self.save("PNG")
        self.assertEqual(seen(mirrored.convert("RGBA")), seen(plain.convert("RGBA").transpose(Image.FLIP_LEFT_RIGHT)))
        self.assertEqual(frames_of(self.saved("GIF"))[3], seen(mirrored))
        self.assert_command_lacks("mirror")

    def test_without_hidden_limbs(self):
        self.open()
        for limb in range(len(self.shown("#limbs button"))):
            self.click("#limbs button", limb)
        self.assertEqual(set(frames_of(self.saved("GIF"))), {seen(Image.new("RGBA", (102, 168)))})
        self.assert_command_lacks("hide limbs")

    def test_changed_colours(self):
        self.open()
        before = self.save("PNG")
        self.click("#swatches button", 5)
        self.set("#color-input", "#bf1e10")
        self.assertEqual(self.each("#swatches button", "one.style.background")[5], "rgb(191, 30, 16)")
        after = self.save("PNG")
        self.assert_command_lacks("change colours")
        self.assertEqual(after.tobytes(), before.tobytes())
        colors = [image.getpalette() for image in (before, after)]
        self.assertEqual(colors[1][15:18], [191, 30, 16])
        self.assertEqual(colors[1][:15] + colors[1][18:], colors[0][:15] + colors[0][18:])
        self.assertEqual(self.saved(".gpl").decode().splitlines()[4 + 5].split()[:3], ["191", "30", "16"])
        self.press("button", "As it was")
        self.assertEqual(self.save("PNG").getpalette(), colors[0])

    def test_mixed_as_the_command_plays_it(self):
        self.open(WALK % 0)
        self.browser.keys("ArrowRight")
        self.set("Chore of limb 4", "3")
        self.wait("document.getElementById('mix-script').textContent !== ''")
        saved = self.saved("GIF")
        self.assertEqual(saved, self.run_command())
        played = frames_of(saved)
        self.assertGreater(len(set(played)), 3)
        self.only(29, 31)  # after the end of the timeline without mixed chores
        self.assertEqual(frames_of(self.saved("APNG")), played[29:32])
        self.press("#mix button", "Back to walk alone")
        self.assertRegex(self.shown("#tick-text")[0], "of 0–23$")

    def test_some_of_its_ticks(self):
        self.open()
        whole = frames_of(self.saved("GIF"))
        self.only(2, 8)
        self.assertEqual(frames_of(self.saved("GIF")), whole[2:9])
        self.assert_command_lacks("choose ticks")
        self.click("#chores button", 1)
        self.assertEqual(self.shown("#replay-without"), [])

    def aseprite(self):
        """Returns a reader's results for the saved view, and its frames, upright."""
        file = self.folder / "shown.aseprite"
        file.write_bytes(self.saved(".aseprite"))
        return read_with("ase-parser", self.folder, [file])["shown"]

    def test_an_aseprite_file(self):
        self.open(WALK % 0)
        self.set("Scale", "1")
        plain, frames = self.aseprite()
        drawn = [seen(Image.fromarray(frame)) for frame, about in zip(frames, plain["frames"])
                 for _ in range(about["milliseconds"] // 100)]
        self.assertEqual(drawn, frames_of(self.saved("APNG")))
        self.assertGreater(len(plain["layers"]), 1)
        self.browser.keys("m")
        mirrored, turned = self.aseprite()
        self.assertTrue(numpy.array_equal(turned, frames[:, :, ::-1]))
        self.assertEqual(mirrored["anchor"]["x"], plain["width"] - 1 - plain["anchor"]["x"])
        self.click("#limbs button")
        self.assertEqual(len(self.aseprite()[0]["layers"]), len(plain["layers"]) - 1)
        self.only(1, 3)
        self.assertEqual(sum(frame["milliseconds"] for frame in self.aseprite()[0]["frames"]), 300)

    def test_its_size_and_picture_first(self):
        self.open()
        about = self.preview("PNG")
        self.assertRegex(about, r"^102 × 168 pixels · sample-costume-1-walk-W-3\.png, .* (bytes|KB)$")
        self.wait("document.querySelector('#save-dialog img').naturalWidth === 102")


class AsTheProgram(Saving):
    def exported(self, what):
        folder = self.folder / what
        self.assert_fine(run("export", self.archive, "--format", what, "--costume", "2", "-o", folder, "-q"))
        return folder

    def test_the_command_runs_at_the_speed_of_the_page(self):
        self.open()
        self.browser.keys("+", "+")
        saved = self.saved("GIF")
        self.assertIn("--tick-ms 83", self.shown("#replay-line")[0])
        self.assertEqual(self.run_command(), saved)

    def test_the_command_has_the_look_of_the_card(self):
        self.open()
        usual = self.saved("GIF")
        self.go(self.get("document.querySelector('.card.look a').hash"))
        self.wait("document.getElementById('palette-choice').value === 'look 1'")
        saved = self.saved("GIF")
        self.assertIn("--look 1", self.shown("#replay-line")[0])
        self.assertEqual(self.run_command(), saved)
        self.assertNotEqual(saved, usual)
        self.set("#palette-choice", "")
        self.assertNotIn("look", self.address())
        self.assertEqual(self.saved("GIF"), usual)

    def test_a_costume_is_saved_as_the_program_exports_it(self):
        sheets, aseprites = self.exported("sheet"), self.exported("aseprite")
        self.open("#costume=2")
        self.set("Scale", "1")
        for path, kind, button in ((sheets / "costume-002.png", "Whole costume", "Save PNG"),
                                   (aseprites / "costume-002.aseprite", "Whole costume, .aseprite", "Save")):
            self.assertEqual(self.saved(kind, button), read(path), kind)
        expected = (sheets / "costume-002.json").read_text().replace("costume-002.png", "sample-costume-2-sheet.png")
        self.assertEqual(self.saved("Whole costume", "Save JSON").decode(), expected)

    def test_all_of_it_is_what_the_program_exports(self):
        self.open("#costume=2&chore=walk&dir=W&tick=0")
        with zipfile.ZipFile(io.BytesIO(self.saved("All of it (.zip)"))) as made:
            self.assertIsNone(made.testzip())
            saved = {name: made.read(name) for name in made.namelist()}
        expected = {}
        for what in ("pictures", "gif", "sheet", "aseprite", "gpl"):
            folder = self.exported(what)
            expected.update({str(path.relative_to(folder)): read(path) for path in folder.rglob("*")
                             if path.is_file() and path.name not in ("index.json", "manifest.json")})
        self.assertGreater(len(expected), 40)
        self.assertEqual(saved.keys(), expected.keys())
        self.assertEqual([name for name in saved if saved[name] != expected[name]], [])

    def test_all_of_a_game_as_a_zip(self):
        self.open()
        with zipfile.ZipFile(io.BytesIO(self.saved("The whole game (.zip)"))) as made:
            self.assertEqual({name.split("/")[0] for name in made.namelist() if "/" in name},
                             {"costume-001", "costume-002", "costume-row002", "costume-003", "costume-004"})

    def test_a_labelled_sheet_of_a_costume(self):
        self.open()
        image = self.save("Labelled sheet")
        self.assertGreater(image.height, 28 * 18)
        self.assertGreater(len(image.convert("RGB").getcolors(1 << 20)), 16)


if __name__ == "__main__":
    unittest.main()
