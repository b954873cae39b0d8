"""The page of several archives in a real browser."""

import unittest

from PIL import Image

from diff_test import Draft
from gallery_page_test import Gallery
from game_files import make_game
from page_support import CARD
from reader import Archive
from support import run, sample


class Collection(Gallery):
    """Several archives."""

    def setUp(self):
        super().setUp()
        broken = make_game(5, [[Draft(3).payload(5), b"\1\2\3"]]).write(self.folder / "broken")
        self.archives = [self.archive, self.pack(sample(5), "five.wardrobe"),
                         self.pack(broken, "broken.wardrobe", status=1)]
        self.costumes = [(archive, row) for archive in self.archives
                         for row in self.rows(archive, "costumes")]

    def export_all(self, name, *options):
        output = self.folder / name
        self.assert_fine(run("export", *self.archives, "--format", "html", "-o", output, "-q", *options))
        return output

    @staticmethod
    def name(row):
        wearer = (row["wearer"] or "actor").split(" in ")[0].split(" and ")[0]
        return f"Costume {row['id'] or '@' + str(row['row'])}" if wearer.startswith("actor") else wearer


class Collections(Collection):
    """A page of several archives."""

    def setUp(self):
        super().setUp()
        self.page = self.export_all("collection.html")

    def test_have_one_gallery_and_one_search(self):
        self.open_page(self.page)
        self.assertEqual(self.shown("#game-name"), ["3 games"])
        for what in ("costumes", "pictures", "timelines", "rooms"):
            count = sum(len(self.rows(archive, what)) if what != "pictures" else
                        Archive.open(archive).rows("pictures") for archive in self.archives)
            self.assertIn(f" · {count} {what}", self.shown("#game-about")[0])
        self.assertEqual(self.names(), [self.name(row) for _, row in self.costumes])
        for text, (archive, _) in zip(self.shown(f"{CARD} .about"), self.costumes, strict=True):
            self.assertIn(archive.stem, text)
        self.assertEqual([head.split(" · ")[0] for head in self.shown(".room-head")],
                         [archive.stem for archive in self.archives])
        self.browser.keys("/", "3")
        self.assertEqual(self.names(), [self.name(row) for _, row in self.costumes if row["id"] == 3])
        self.assertEqual(len(self.names()), 2)
        self.browser.keys("Escape", "/", *"five")
        self.assertEqual(len(self.shown(CARD)), len(self.rows(self.archives[1], "costumes")))
        self.browser.keys("Escape")
        self.set("Game", "broken")
        self.assertEqual(len(self.shown(CARD)), len(self.rows(self.archives[2], "costumes")))
        self.assertEqual(self.shown("#failures summary"), ["1 part could not be read"])
        self.click("#failures summary")
        self.assertTrue(self.shown("#failures li")[0].startswith("broken: "))

    def test_are_ordered_across_games(self):
        self.open_page(self.page)
        self.set("Order", "By id")
        ordered = sorted(self.costumes, key=lambda one: one[1]["id"] or 10 ** 9)
        self.assertEqual(self.names(), [self.name(row) for _, row in ordered])
        self.click("#arrangement input[type=checkbox]")
        heads = self.shown(".room-head")
        self.assertEqual([head.split(" · ")[0] for head in heads],
                         [archive.stem for archive in self.archives
                          for _ in {row["room"] for row in self.rows(archive, "costumes")}])
        self.browser.keys("/", *"five")
        self.assertEqual(self.shown(".room-head"), [head for head in heads if head.startswith("five")])

    def test_show_each_costume_of_its_own_game(self):
        for number, archive in enumerate(self.archives[:2], 1):
            self.open_page(self.page, f"#side={number}&costume=1&chore=walk&dir=W&tick=0")
            self.assertIn(archive.stem, self.shown("#costume-about")[0])
            self.assert_drawn(archive, 0, 2, "W", 0)
            self.assertIn(f"wardrobe replay {archive.name} --costume 1 ", self.shown("#replay-line")[0])

    def test_lead_from_costume_to_costume_and_back(self):
        self.open_page(self.page)
        self.click(f"{CARD} a", len(self.rows(self.archive, "costumes")) - 1)
        self.wait_for_view("costume")
        self.assertIn("game · ", self.shown("#costume-about")[0])
        for key, game in (("j", "five"), ("k", "game")):
            self.browser.keys(key)
            self.wait("document.getElementById('costume-about').textContent.startsWith(arguments[0])", game)
        self.browser.keys("Escape")
        self.wait_for_view("gallery")
        self.assertEqual(len(self.shown(CARD)), len(self.costumes))

    def test_are_one_game_with_and_without_backgrounds(self):
        self.archives = [self.pack(sample(6), "plain.wardrobe"), self.pack(sample(6), "rooms.wardrobe", "--rooms")]
        self.assertEqual(len(list(self.export_all("one").glob("**/*.js"))), 1)

    def test_have_a_title_and_each_game_once(self):
        twin = self.folder / "twin.wardrobe"
        twin.write_bytes(self.archives[1].read_bytes())
        self.archives.append(twin)
        page = self.export_all("titled.html", "--title", "Mine & <yours>")
        self.assertIn("<title>Mine &amp; &lt;yours></title>", page.read_text())
        self.open_page(page)
        self.assertEqual(self.shown("#game-name"), ["Mine & <yours>"])
        self.assertEqual(len(self.shown(CARD)), len(self.costumes))
        self.assertEqual(self.shown(".room-head")[1], "five · SCUMM 5 · the same as twin")

    def test_are_of_pages_only(self):
        for form in ("sheet", "json", "pictures"):
            self.assert_trouble(run("export", *self.archives, "--format", form, "-o", self.folder / "out"),
                                f"--format {form} takes a single archive")


class Catalogues(Collection):
    """A page that loads each game when it is opened."""

    def setUp(self):
        super().setUp()
        self.emulate()
        self.archives.append(self.archives[1])
        self.output = self.export_all("catalogue", "--title", "All of mine")

    def loaded(self):
        return len(self.each("head script", "1"))

    def test_show_a_card_of_each_game(self):
        self.open_page(self.output / "index.html")
        self.assertEqual(self.shown("#catalogue-name"), ["All of mine"])
        self.assertEqual(self.shown("#games strong"), [archive.stem for archive in self.archives[:3]])
        self.assertIn("the same as five", self.shown("#games .about")[1])
        self.assertEqual(self.shown("#games .badge"), self.shown("#games li:nth-child(3) .badge"))
        self.assertEqual(self.shown("#games .badge"), ["1 failure"])
        self.assertEqual(self.loaded(), 0)
        self.browser.keys("/", *"mélu")
        self.assertEqual(self.shown("#games strong"), ["game", "five"])
        self.wait_for_change("document.querySelector('#games i').style.backgroundPositionX")

    def test_load_a_game_when_it_is_opened(self):
        self.open_page(self.output / "index.html")
        self.click("#games a", 1)
        self.wait_for_view("gallery")
        self.assertEqual(self.names(), [self.name(row) for row in self.rows(self.archives[1], "costumes")])
        self.assertEqual(self.loaded(), 1)
        self.click("#to-games a")
        self.wait_for_view("catalogue")

    def test_open_at_an_address(self):
        self.emulate("reduce")
        self.open_page(self.output / "index.html", "#side=2&costume=1&chore=walk&dir=W&tick=0")
        self.wait_for_view("costume")
        self.assert_drawn(self.archives[1], 0, 2, "W", 0)

    def test_have_a_picture_for_links(self):
        index = (self.output / "index.html").read_text()
        self.assertIn('<meta property="og:title" content="All of mine">', index)
        self.assertIn('<meta property="og:image" content="preview.png">', index)
        with Image.open(self.output / "preview.png") as picture:
            self.assertGreater(picture.width, 100)

    def test_tell_of_a_game_that_is_gone(self):
        (self.output / "game-1.js").unlink()
        self.open_page(self.output / "index.html")
        self.click("#games a")
        self.wait_for_text("#status", "Failed: cannot read game-1.js")
        self.browser.console()  # has the browser's own error


if __name__ == "__main__":
    unittest.main()
