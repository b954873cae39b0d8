"""The page of `export --format html` draws a costume in a room, as `replay --room` does."""

import unittest

from PIL import Image

from gallery_page_test import STAGE, Gallery, pixels_of
from support import run, sample


class Rooms(Gallery):
    """A costume in a room, as `replay --room` draws it."""

    PLACE = "return document.getElementById('room-place').textContent"

    def setUp(self):
        super().setUp()
        self.packed = sample(6).parent / "rooms.wardrobe"
        if not self.packed.exists():
            self.assert_fine(run("pack", sample(6), "--rooms", "-o", self.packed, "-q"))

    def replayed(self, *options):
        done = run("replay", self.packed, "--costume", "1", "--chore", "walk", "--dir", "W", *options,
                   "-o", self.folder / "a-%d.png", "--force")
        self.assertEqual(done.status, 0, str(done))
        return pixels_of(Image.open(self.folder / "a-0.png"))

    def test_is_drawn_as_the_program_draws_it(self):
        for address, options in (("room=1&at=120,90", ["--room", "1", "--at=120,90"]),
                                 ("room=1:1&at=40,99&plane=0", ["--room", "1:1", "--at=40,99", "--plane", "0"]),
                                 ("room=2&at=90,80&box=1", ["--room", "2", "--at=90,80", "--box", "1"])):
            self.open("#costume=1&chore=walk&dir=W&tick=0&" + address, self.packed)
            self.assertEqual(self.address(), "#costume=1&chore=walk&dir=W&tick=0&" + address)
            replayed = self.replayed(*options)  # Pixels that the page leaves empty have colour 0.
            self.assertEqual({**dict.fromkeys(replayed, (0, 0, 0)), **self.canvas(STAGE)}, replayed, address)
            self.assertTrue(self.shown("#replay-line")[0].endswith(" ".join(options)))

    def test_is_saved_as_the_program_draws_it(self):
        self.open("#costume=1&chore=walk&dir=W&tick=0&room=2&at=90,80", self.packed)
        self.browser.run("document.querySelector('#room-planes button').click()")  # The marks are not saved.
        expected = self.replayed("--room", "2", "--at=90,80", "--scale", "3")
        self.assertEqual(pixels_of(self.save("PNG")), expected)
        saved = self.save("APNG")
        saved.seek(saved.n_frames - 1)
        self.assertEqual(pixels_of(saved), pixels_of(Image.open(self.folder / "a-23.png")))

    def test_shows_and_saves_the_states_of_objects(self):
        self.open("#costume=1&chore=walk&dir=W&tick=0&room=1&at=120,90", self.packed)
        self.assertEqual(self.shown("#room-objects .object"), ["key: state 1", "hatch: state 1", "lamp: state 1"])
        click = "document.querySelectorAll('#room-objects .object')[%d].click()"
        self.browser.run(click % 1)
        self.browser.run(click % 2)
        self.browser.run(click % 2)
        self.assertEqual(self.shown("#room-objects .object"), ["key: state 1", "hatch: state 2", "lamp: state 3"])
        options = "--room", "1", "--at=120,90", "--state", "8=2", "--state", "9=3"
        self.assertTrue(self.shown("#replay-line")[0].endswith(" ".join(options)))
        self.assertEqual(self.canvas(STAGE), self.replayed(*options))
        self.assertNotEqual(self.canvas(STAGE), self.replayed(*options[:3]))
        self.assertEqual(pixels_of(self.save("PNG")), self.replayed(*options, "--scale", "3"))
        for _ in range(2):
            self.browser.run(click % 2)
        self.assertEqual(self.shown("#room-objects .object")[2], "lamp: not shown")

    def test_shows_objects_as_the_entry_script_sets_them(self):
        self.open("#costume=1&chore=walk&dir=W&tick=0&room=1&at=120,90", self.packed)
        click = "[...document.querySelectorAll('#room-objects button')].find((one) => one.textContent === '%s').click()"
        self.browser.run(click % "As the entry script sets them")
        self.assertEqual(self.shown("#room-objects .object"), ["key: state 1", "hatch: state 1", "lamp: state 3"])
        options = "--room", "1", "--at=120,90", "--state", "11=1", "--state", "9=3"
        self.assertTrue(self.shown("#replay-line")[0].endswith(" ".join(options)))
        self.assertEqual(self.canvas(STAGE), self.replayed(*options[:3], "--objects", "entered"))
        self.browser.run(click % "As at the start")
        self.assertEqual(self.canvas(STAGE), self.replayed(*options[:3]))

    def test_moves_by_pointer_keys_and_numbers(self):
        self.open("#costume=1&chore=walk&dir=W&tick=0&room=1&at=120,90", self.packed)
        before = self.browser.run(self.PLACE)
        self.browser.run(f"{STAGE}.focus()")
        self.browser.keys("ArrowLeft", "ArrowLeft", "ArrowRight")
        self.assertIn("room=1&at=119,90", self.address())
        self.assertIn("tick=0", self.address())
        self.browser.run(f"""
            const stage = {STAGE}, box = stage.getBoundingClientRect();
            stage.dispatchEvent(new PointerEvent('pointerdown', {{ buttons: 1, bubbles: true, cancelable: true,
              clientX: box.left + box.width * 30.5 / stage.width, clientY: box.top + box.height * 70.5 / stage.height }}));""")
        self.assertIn("room=1&at=30,70", self.address())
        self.assertNotEqual(self.browser.run(self.PLACE), before)
        self.assertEqual(self.canvas(STAGE), self.replayed("--room", "1", "--at=30,70"))
        self.browser.run("const y = document.getElementById('room-y'); y.value = 99; y.onchange()")
        self.assertIn("room=1&at=30,99", self.address())
        self.assertIn("room=1&at=30,99", self.browser.run("return document.getElementById('next').hash"))

    def test_planes_can_be_shown(self):
        self.open("#costume=1&chore=walk&dir=W&tick=0&room=1&at=120,90", self.packed)
        plain = self.canvas(STAGE)
        press = "document.querySelector('#room-planes button').click()"
        self.browser.run(press)
        shown = self.canvas(STAGE)
        self.assertEqual({shown[at] for at in shown if shown[at] != plain[at]}, {(255, 62, 165)})
        self.browser.run(press)
        self.assertEqual(self.canvas(STAGE), plain)

    def test_is_left_again(self):
        self.open("#costume=1&chore=walk&dir=W&tick=0", self.packed)
        alone = self.canvas(STAGE)
        choose = ("const choice = document.getElementById('room-choice');"
                  "choice.selectedIndex = arguments[0]; choice.onchange()")
        self.browser.run(choose, 1)
        self.assertRegex(self.address(), r"room=1&at=\d+,\d+$")
        self.assertNotEqual(self.canvas(STAGE), alone)
        self.browser.run(choose, 0)
        self.assertEqual(self.canvas(STAGE), alone)
        self.assertEqual(self.address(), "#costume=1&chore=walk&dir=W&tick=0")

    def test_are_not_offered_without_backgrounds(self):
        self.open("#costume=1&chore=walk&dir=W&tick=0&room=1&at=3,4")
        self.assertEqual(self.shown("#room-panel"), [])
        self.assertEqual(self.address(), "#costume=1&chore=walk&dir=W&tick=0")


if __name__ == "__main__":
    unittest.main()
