"""`wardrobe export --format sheet`, godot: frames that need more than one page of 4096 × 4096 pixels."""

import json
import re
import unittest

from PIL import Image

import large_art
from exported import ExportCase, Sheet, sheets_in
from support import every

LARGE, SMALL = "costume-001", "costume-002"


def game_of_pages(folder):
    """A game with a costume that needs several pages, and one that does not."""
    return large_art.game([large_art.costume([(640, 480)] * 60 + [(100, 90)] * 20), large_art.costume([(64, 60)] * 5)],
                          folder)


class PagesTest(ExportCase):
    def setUp(self):
        super().setUp()
        self.archive = self.pack(game_of_pages(self.folder / "game"), "pages.wardrobe", "--level", "1")

    def test_every_frame_is_on_a_page(self):
        folder = self.export(self.archive, "sheet", "sheets")
        self.assertEqual(self.said,
                         f"wardrobe: {LARGE}: 2 pages of at most 4096 pixels a side; packed, as with --trim\n")
        self.assertEqual(sorted(path.name for path in folder.iterdir()),
                         sorted([f"{LARGE}.json", f"{LARGE}-0.png", f"{LARGE}-1.png", f"{LARGE}-1.json",
                                 f"{SMALL}.json", f"{SMALL}.png", "index.json"]))
        for path in every(folder.glob("*.png")):
            with Image.open(path) as image:
                self.assertLessEqual(max(image.size), 4096)
        for sheet in sheets_in(folder):
            for tag, chore, direction in list(sheet.timelines())[::3]:
                self.check_timeline(self.archive, sheet, tag, chore, direction)

    def test_the_files_agree(self):
        folder = self.export(self.archive, "sheet", "sheets", "--trim")
        first, other = (json.loads((folder / f"{LARGE}{end}.json").read_text()) for end in ("", "-1"))
        self.assertEqual([page["image"] for page in first["textures"]], [f"{LARGE}-0.png", f"{LARGE}-1.png"])
        self.assertEqual(first["meta"]["image"], f"{LARGE}-0.png")
        self.assertEqual(first["meta"]["related_multi_packs"], [f"{LARGE}-1.json"])
        self.assertEqual(other["meta"]["image"], f"{LARGE}-1.png")
        self.assertEqual(other["meta"]["related_multi_packs"], [f"{LARGE}.json"])
        for page, meta in zip(first["textures"], (first["meta"], other["meta"])):
            self.assertEqual(page["size"], meta["size"])
        self.assertEqual(other["frames"], {frame["filename"]: frame for frame in first["textures"][1]["frames"]})
        whole = {frame["filename"]: frame for page in first["textures"] for frame in page["frames"]}
        self.assertEqual(len(whole), len(first["frames"]))
        for number, frame in enumerate(first["frames"]):
            known = whole[str(number)]
            if str(number) in other["frames"]:
                self.assertEqual(frame, {"filename": str(number), "duration": known["duration"]})
            else:
                self.assertEqual(frame, known)
        self.assertNotIn("textures", json.loads((folder / f"{SMALL}.json").read_text()))

    def test_godot_has_a_texture_for_each_page(self):
        for what, mark in (("godot", '"'), ("godot3", "")):
            folder = self.export(self.archive, what, what)
            text = (folder / f"{LARGE}.tres").read_text()
            self.assertEqual(re.findall(r"ext_resource.*path=\"([^\"]*)\"", text), [f"{LARGE}-0.png", f"{LARGE}-1.png"])
            sheet = Sheet(folder / f"{LARGE}.json")
            used = re.findall(rf"atlas = ExtResource\({mark}\s*(\d)\s*{mark}\)\nregion = Rect2\((\d+), (\d+),", text)
            places = {(str(number), str(frame["frame"]["x"]), str(frame["frame"]["y"]))
                      for number, (_, frames) in enumerate(sheet.pages, 1) for frame in frames.values()}
            self.assertEqual(set(used), places)
            self.assertIn(f"load_steps={len(used) + 3} ", text)

    def test_one_costume(self):
        self.export(self.archive, "sheet", "hero.json", "--costume", "1")
        self.assertEqual(sorted(path.name for path in self.folder.glob("hero*")),
                         ["hero-0.png", "hero-1.json", "hero-1.png", "hero.json"])

    def test_a_frame_larger_than_a_page_is_refused(self):
        game = large_art.game([large_art.costume([(4096, 1)] * 2), large_art.costume([(64, 60)] * 5)],
                              self.folder / "wide")
        archive = self.pack(game, "wide.wardrobe")
        self.export(archive, "sheet", "out", status=1)
        self.assertIn(f"wardrobe: {LARGE}: a frame of 4096×1 pixels, which is larger than a page of a sheet", self.said)
        self.assertTrue((self.folder / "out" / f"{SMALL}.png").exists())
        self.assertEqual(list((self.folder / "out").glob(f"{LARGE}*")), [])


if __name__ == "__main__":
    unittest.main()
