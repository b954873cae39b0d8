"""The first screen of wardrobe.html, its search, and its address while it plays."""

import unittest

from drop_support import DropTest
from page_support import CARD, INSIDE, PAGE


class FirstScreen(DropTest):
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
        self.click("#see-sample")
        for shown in ("#game-name", CARD):
            self.assertTrue(self.browser.run(INSIDE, shown), shown)

    def test_address_follows_what_plays(self):
        self.emulate()
        self.open_page(PAGE, "#costume=1&chore=walk&dir=W")
        self.wait("/tick=[1-9]/.test(location.hash)")
        self.go("#costume=2")
        self.wait("/costume=2&chore=.*&tick=[1-9]/.test(location.hash)")

    def test_search_with_one_hit_opens_it_by_enter(self):
        for text in ("costume", "zz"):  # more than one, and none
            self.browser.keys("/", *text, "Enter")
            self.assertEqual(self.view(), "gallery")
            self.browser.keys("Escape")
        self.browser.keys("/", "2", "Enter")
        self.wait_for_view("costume")
        self.assertEqual(self.shown("#costume-name"), ["Lottie"])


if __name__ == "__main__":
    unittest.main()
