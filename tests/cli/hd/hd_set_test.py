"""A set as a folder: the data of its page, and manifests that do not fit their archive."""

import json
import re
import unittest

from PIL import Image

from hd_test import Base
from support import read, run, sample


class Page(Base):
    def test_has_the_findings_of_each_costume(self):
        folder = self.remade(self.export(self.pack(sample(6)), "hd", "--costume", "1"))
        gone, page = self.pictures(folder)[1], self.folder / "hd.html"
        (folder / gone).unlink()
        Image.new("RGBA", (9, 9)).save(folder / "more.png")
        self.assertEqual(run("hd", "check", folder, "--html", page).status, 1)
        data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(), re.S)[1])
        diff, count = data["diff"], len(self.pictures(folder))
        self.assertEqual(diff["counts"], {"remade": count - 1, "left": 1})
        self.assertEqual(diff["kinds"], {"missing": 1, "unknown": 1})
        none, costume = diff["costumes"]
        self.assertEqual((none["name"], costume["name"]), ("files of no costume", "costume 1 (Pip in quay and 1 more)"))
        self.assertIn("more.png", none["findings"][0]["text"])
        (finding,) = costume["findings"]
        self.assertEqual((finding["kind"], finding["text"][:len(gone)]), ("missing", gone))
        self.assertEqual(costume["summary"], f"{count - 1} of {count} pictures remade, 1 finding")


class Manifests(Base):
    def test_that_do_not_fit_the_archive_are_refused(self):
        folder = self.export(self.pack(sample(6)))
        path = folder / "manifest.json"
        whole = read(path)

        def no_costume(rows):
            rows[0]["costume_row"] = 99

        def another_picture(rows):
            rows[0]["slots"], rows[1]["slots"] = rows[1]["slots"], rows[0]["slots"]

        def named_twice(rows):
            rows[0]["slots"] *= 2

        for change, reason in ((no_costume, "no costume #99"), (another_picture, "has another picture or none at"),
                               (named_twice, "is named twice")):
            manifest = json.loads(whole)
            change(manifest["pictures"])
            path.write_text(json.dumps(manifest))
            self.assert_trouble(run("hd", "check", folder), "manifest.json", reason)


if __name__ == "__main__":
    unittest.main()
