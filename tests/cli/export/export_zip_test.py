"""`wardrobe export -o NAME.zip`: the same files as in a folder, and always the same bytes."""

import unittest
import zipfile

import large_art
from export_test import FOLDER_FORMATS, FilesCase
from support import files_in, read, sample


class ZipTest(FilesCase):
    def setUp(self):
        super().setUp()
        self.archive = self.pack(sample(6))

    def test_a_zip_holds_what_a_folder_holds(self):
        for what in FOLDER_FORMATS:
            folder = self.export(self.archive, what, what)
            path = self.export(self.archive, what, f"{what}.zip")
            with zipfile.ZipFile(path) as opened:
                self.assertIsNone(opened.testzip())
                names = opened.namelist()
                self.assertEqual({name: opened.read(name) for name in names}, files_in(folder), what)
                self.assertEqual(len(names), len(set(names)), what)
                self.assertEqual(names[-1], "index.json", what)
                self.assertEqual({info.date_time for info in opened.infolist()}, {(1980, 1, 1, 0, 0, 0)})
            self.assertEqual(read(path), read(self.export(self.archive, what, f"{what}-again.zip")), what)
            self.assertEqual([entry.name for entry in self.folder.iterdir() if entry.name.startswith(".")], [])

    def test_one_costume_and_options(self):
        path = self.export(self.archive, "pictures", "hero.ZIP", "--costume", "1", "--scale", "2")
        with zipfile.ZipFile(path) as opened:
            self.assertIn("manifest.json", opened.namelist())
            self.assertTrue(all(name.startswith("costume-001/") for name in opened.namelist() if name.endswith(".png")))

    def test_formats_of_one_file_have_no_zip(self):
        for what in ("html", "json"):
            self.refused(self.archive, what, self.folder / "a.zip", named=["a.zip", f"--format {what} writes a.{what}"])

    def test_more_files_than_an_old_zip_can_list(self):
        """From 65,536 files on, the directory of a .zip is that of ZIP64."""
        costume = large_art.costume([(32, 1)] * 40, ticks=40, repeats=850)
        archive = self.pack(large_art.game([costume, large_art.costume([(32, 2)] * 40, ticks=40, repeats=850)],
                                           self.folder / "game"), "many.wardrobe")
        with zipfile.ZipFile(self.export(archive, "frames", "many.zip")) as opened:
            self.assertEqual(len(opened.namelist()), 2 * 40 * 850 + 1)
            self.assertEqual(len(set(opened.namelist())), 2 * 40 * 850 + 1)
            same = [name for name in opened.namelist()
                    if name.startswith("costume-001/") and name.endswith("-N/007.png")]
            self.assertGreater(len(same), 200)
            self.assertEqual(len({opened.read(name) for name in same[::50]}), 1)


if __name__ == "__main__":
    unittest.main()
