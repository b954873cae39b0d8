"""The page of `export --format html` draws a costume in a room, as `replay --room` does."""

import unittest

from PIL import Image

from gallery_page_test import WALK, Gallery, pixels_of

AT = ("--room", "1", "--at=120,90")


class Rooms(Gallery):
    """A costume in a room, as `replay --room` draws it."""

    def setUp(self):
        super().setUp()
        self.packed = self.packed_once("rooms.wardrobe", "--rooms")

    def open_at(self, address="room=1&at=120,90"):
        self.open(f"{WALK % 0}&{address}", self.packed)

    def replayed(self, *options):
        return pixels_of(Image.open(self.replay(self.packed, *options)))

    def assert_replayed(self, *options):
        self.assertEqual(self.canvas(), self.replayed(*options))

    def assert_offered(self, *options):
        """Asserts that the page offers a command that ends with these options."""
        self.assertTrue(self.shown("#replay-line")[0].endswith(" ".join(options)))

    def test_is_drawn_as_the_program_draws_it(self):
        for address, options in (("room=1&at=120,90", AT),
                                 ("room=1:1&at=40,99&plane=0", ["--room", "1:1", "--at=40,99", "--plane", "0"]),
                                 ("room=2&at=90,80&box=1", ["--room", "2", "--at=90,80", "--box", "1"])):
            self.open_at(address)
            self.assertEqual(self.address(), f"{WALK % 0}&{address}")
            replayed = self.replayed(*options)  # Pixels that the page leaves empty have colour 0.
            self.assertEqual({**dict.fromkeys(replayed, (0, 0, 0)), **self.canvas()}, replayed, address)
            self.assert_offered(*options)

    def test_is_saved_as_the_program_draws_it(self):
        self.open_at("room=2&at=90,80")
        self.click("#room-planes button")  # The marks are not saved.
        self.assertEqual(pixels_of(self.save("PNG")), self.replayed("--room", "2", "--at=90,80", "--scale", "3"))
        saved = self.save("APNG")
        saved.seek(saved.n_frames - 1)
        self.assertEqual(pixels_of(saved), pixels_of(Image.open(self.folder / "a-23.png")))

    def test_shows_and_saves_the_states_of_objects(self):
        self.open_at()
        self.assertEqual(self.shown("#room-objects .object"), ["key: state 1", "hatch: state 1", "lamp: state 1"])
        for number in (1, 2, 2):
            self.click("#room-objects .object", number)
        self.assertEqual(self.shown("#room-objects .object"), ["key: state 1", "hatch: state 2", "lamp: state 3"])
        options = *AT, "--state", "8=2", "--state", "9=3"
        self.assert_offered(*options)
        self.assert_replayed(*options)
        self.assertNotEqual(self.canvas(), self.replayed(*AT))
        self.assertEqual(pixels_of(self.save("PNG")), self.replayed(*options, "--scale", "3"))
        for _ in range(2):
            self.click("#room-objects .object", 2)
        self.assertEqual(self.shown("#room-objects .object")[2], "lamp: not shown")

    def test_shows_objects_as_the_entry_script_sets_them(self):
        self.open_at()
        self.press("#room-objects button", "As the entry script sets them")
        self.assertEqual(self.shown("#room-objects .object"), ["key: state 1", "hatch: state 1", "lamp: state 3"])
        self.assert_offered(*AT, "--state", "11=1", "--state", "9=3")
        self.assert_replayed(*AT, "--objects", "entered")
        self.press("#room-objects button", "As at the start")
        self.assert_replayed(*AT)

    def test_moves_by_pointer_keys_and_numbers(self):
        self.open_at()
        before = self.get("document.getElementById('room-place').textContent")
        self.browser.run("document.getElementById('stage-picture').focus()")
        self.browser.keys("ArrowLeft", "ArrowLeft", "ArrowRight")
        self.assertIn("room=1&at=119,90", self.address())
        self.assertIn("tick=0", self.address())
        self.point("pointerdown", 30, 70)
        self.assertIn("room=1&at=30,70", self.address())
        self.assertNotEqual(self.get("document.getElementById('room-place').textContent"), before)
        self.assert_replayed("--room", "1", "--at=30,70")
        self.set("#room-y", 99)
        self.assertIn("room=1&at=30,99", self.address())
        self.assertIn("room=1&at=30,99", self.get("document.getElementById('next').hash"))

    def test_planes_can_be_shown(self):
        self.open_at()
        plain = self.canvas()
        self.click("#room-planes button")
        shown = self.canvas()
        self.assertEqual({shown[at] for at in shown if shown[at] != plain[at]}, {(255, 62, 165)})
        self.click("#room-planes button")
        self.assertEqual(self.canvas(), plain)

    def test_is_left_again(self):
        self.open(WALK % 0, self.packed)
        alone, [nowhere, somewhere, *_] = self.canvas(), self.each("#room-choice option", "one.value")
        self.set("#room-choice", somewhere)
        self.assertRegex(self.address(), r"room=1&at=\d+,\d+$")
        self.assertNotEqual(self.canvas(), alone)
        self.set("#room-choice", nowhere)
        self.assertEqual(self.canvas(), alone)
        self.assertEqual(self.address(), WALK % 0)

    def test_are_not_offered_without_backgrounds(self):
        self.open(f"{WALK % 0}&room=1&at=3,4")
        self.assertEqual(self.shown("#room-panel"), [])
        self.assertEqual(self.address(), WALK % 0)


if __name__ == "__main__":
    unittest.main()
