"""The page of several archives in a real browser."""

import unittest

from diff_test import Draft
from gallery_page_test import STAGE, Gallery
from game_files import make_game
from reader import Archive
from support import run, sample


class Collections(Gallery):
    """A page of several archives."""

    CHOOSE = """
      const select = [...document.querySelectorAll('#arrangement select, #filters select')]
        .find((one) => one.ariaLabel === arguments[0]);
      select.value = arguments[1];
      select.dispatchEvent(new Event('change'));"""

    def setUp(self):
        super().setUp()
        broken = make_game(5, [[Draft(3).payload(5), b"\1\2\3"]]).write(self.folder / "broken")
        self.archives = [self.archive, self.pack(sample(5), "five.wardrobe"),
                         self.pack(broken, "broken.wardrobe", status=1)]
        self.page = self.folder / "collection.html"
        done = run("export", *self.archives, "--format", "html", "-o", self.page, "-q")
        self.assertEqual((done.status, done.out, done.err), (0, "", ""), str(done))
        self.costumes = [(archive, row) for archive in self.archives
                         for row in self.rows(archive, "costumes")]

    @staticmethod
    def name(row):
        wearer = (row["wearer"] or "actor").split(" in ")[0].split(" and ")[0]
        return f"Costume {row['id'] or '@' + str(row['row'])}" if wearer.startswith("actor") else wearer

    def test_have_one_gallery_and_one_search(self):
        self.open_page(self.page)
        self.assertEqual(self.shown("#game-name"), ["3 games"])
        for what in ("costumes", "pictures", "timelines", "rooms"):
            count = sum(len(self.rows(archive, what)) if what != "pictures" else
                        Archive.open(archive).rows("pictures") for archive in self.archives)
            self.assertIn(f" · {count} {what}", self.shown("#game-about")[0])
        self.assertEqual(self.shown(".card strong"), [self.name(row) for _, row in self.costumes])
        for text, (archive, _) in zip(self.shown(".card .about"), self.costumes, strict=True):
            self.assertIn(archive.name, text)
        self.browser.keys("/", "3")
        self.assertEqual(self.shown(".card strong"),
                         [self.name(row) for _, row in self.costumes if row["id"] == 3])
        self.assertEqual(len(self.shown(".card strong")), 2)
        self.browser.keys("Escape", "/", *"five")
        self.assertEqual(len(self.shown(".card")), len(self.rows(self.archives[1], "costumes")))
        self.browser.keys("Escape")
        self.browser.run(self.CHOOSE, "Game", "broken.wardrobe")
        self.assertEqual(len(self.shown(".card")), len(self.rows(self.archives[2], "costumes")))
        self.assertEqual(self.browser.console(), [])

    def test_are_ordered_across_games(self):
        self.open_page(self.page)
        self.browser.run(self.CHOOSE, "Order", "By id")
        ordered = sorted(self.costumes, key=lambda one: one[1]["id"] or 10 ** 9)
        self.assertEqual(self.shown(".card strong"), [self.name(row) for _, row in ordered])
        self.browser.run("document.querySelector('#arrangement input[type=checkbox]').click()")
        heads = self.shown(".room-head")
        self.assertEqual([head.split(" · ")[0] for head in heads],
                         [archive.name for archive in self.archives
                          for _ in {row["room"] for row in self.rows(archive, "costumes")}])
        self.browser.keys("/", *"five")
        self.assertEqual(self.shown(".room-head"), [head for head in heads if head.startswith("five")])

    def test_show_each_costume_of_its_own_game(self):
        for number, archive in enumerate(self.archives[:2], 1):
            self.open_page(self.page, f"#side={number}&costume=1&chore=walk&dir=W&tick=0")
            self.assertIn(archive.name, self.shown("#costume-about")[0])
            self.assert_same_shape(self.canvas(STAGE), self.drawn(archive, 0, 2, "W", 0))
            self.assertIn(f"wardrobe replay {archive.name} --costume 1 ", self.shown("#replay-line")[0])
            self.assertEqual(self.browser.console(), [])

    def test_lead_from_costume_to_costume_and_back(self):
        self.open_page(self.page)
        last = len(self.rows(self.archive, "costumes")) - 1
        self.browser.run("document.querySelectorAll('.card a')[arguments[0]].click()", last)
        self.browser.wait_for("return document.body.dataset.view === 'costume'")
        self.assertIn("game.wardrobe", self.shown("#costume-about")[0])
        self.browser.keys("j")
        self.browser.wait_for("return document.getElementById('costume-about').textContent.startsWith('five')")
        self.browser.keys("k")
        self.browser.wait_for("return document.getElementById('costume-about').textContent.startsWith('game')")
        self.browser.keys("Escape")
        self.browser.wait_for("return document.body.dataset.view === 'gallery'")
        self.assertEqual(len(self.shown(".card")), len(self.costumes))
        self.assertEqual(self.browser.console(), [])

    def test_tell_which_game_has_failures(self):
        self.open_page(self.page)
        self.assertEqual(self.shown("#failures summary"), ["1 part could not be read"])
        self.browser.run("document.getElementById('failures').open = true")
        self.assertTrue(self.shown("#failures li")[0].startswith("broken.wardrobe: "))

    def test_are_of_pages_only(self):
        for form in ("sheet", "json", "pictures"):
            self.assert_trouble(run("export", *self.archives, "--format", form, "-o", self.folder / "out"),
                                f"--format {form} takes a single archive")


if __name__ == "__main__":
    unittest.main()
