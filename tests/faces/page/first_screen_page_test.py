"""The first screen of wardrobe.html, its search, and its address while it plays."""

import unittest

from drop_support import INSIDE, DropTest
from wardrobe_page_test import PAGE


class FirstScreen(DropTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.browser.devtools, "Emulation.clearDeviceMetricsOverride")

    def test_has_its_buttons_in_the_drop_box(self):
        for width, height in ((1366, 650), (1440, 900), (2560, 1300)):
            self.browser.resize(width, height)
            self.assertTrue(self.browser.run(INSIDE, "#welcome"), width)
            self.assertEqual(self.shown("button.main"), ["Open a game’s folder …"])
            self.assertEqual(self.shown("#game-tools button"), [])
            self.assertIn("Drop the game’s folder", self.shown("#welcome")[0])
        self.drop(self.copy("v5", "v5"))
        self.assertEqual(self.shown("#welcome"), [])
        self.assertEqual(self.shown("#game-tools button"), ["Open a game …", "Files …", "Save .wardrobe"])

    def test_of_a_phone_speaks_of_files_and_offers_the_sample(self):
        self.browser.resize(390, 844)
        self.assertEqual(self.shown("#welcome button"), ["Choose files or a zip …", "Look at the sample"])
        self.assertTrue(self.browser.run(INSIDE, "#welcome"))
        self.assertEqual([text for text in self.shown("#welcome p") if "Drop" in text], [])
        self.browser.run("document.getElementById('see-sample').click()")
        self.assertTrue(self.browser.run(INSIDE, "#game-name"))
        self.assertTrue(self.browser.run(INSIDE, ".card:not(.look)"))


class Address(DropTest):
    def test_follows_what_plays(self):
        self.emulate()
        self.open_page(PAGE, "#costume=1&chore=walk&dir=W")
        self.browser.wait_for("return /tick=[1-9]/.test(location.hash)")
        self.browser.run("location.hash = '#costume=2'")
        self.browser.wait_for("return /costume=2&chore=.*&tick=[1-9]/.test(location.hash)")


class Search(DropTest):
    def test_with_one_hit_opens_it_by_enter(self):
        self.browser.keys("/", "2", "Enter")
        self.browser.wait_for("return document.body.dataset.view === 'costume'")
        self.assertEqual(self.shown("#costume-name"), ["Lottie"])

    def test_with_more_or_none_stays(self):
        for text in ("costume", "zz"):
            self.browser.keys("Escape", "/", *text, "Enter")
            self.assertEqual(self.view(), "gallery")


if __name__ == "__main__":
    unittest.main()
