"""The page of `export --format html` in a real browser: it shows the rows of `list`, draws what the archive holds,
and takes keys and addresses."""

import io
import unittest

from PIL import Image

from diff_test import Draft
from game_files import make_game
from page_support import PageTest
from support import read, run, sample

STAGE = "document.getElementById('stage-picture')"


class Gallery(PageTest):
    def setUp(self):
        super().setUp()
        self.emulate("reduce")
        self.archive = sample(6).parent / "game.wardrobe"  # is made once for all tests
        if not self.archive.exists():
            self.assert_fine(run("pack", sample(6), "-o", self.archive, "-q"))

    def export(self, archive):
        page = archive.with_suffix(".html")
        if not page.exists():
            self.assert_fine(run("export", archive, "--format", "html", "-o", page, "-q"))
        return page

    def open(self, address="", archive=None):
        self.open_page(self.export(archive or self.archive), address)
        self.browser.wait_for("return document.body.dataset.view !== 'gallery'"
                              "|| document.querySelector('.card:not(.look) canvas').style.width !== ''")  # is drawn

    def view(self):
        return self.browser.run("return document.body.dataset.view")

    def address(self):
        return self.browser.run("return location.hash")


    def save(self, label):
        """Returns the picture that one of the buttons saves."""
        return Image.open(io.BytesIO(self.saved(label)))


def ticks_text(count):
    return f"{count} tick" + ("" if count == 1 else "s")


class Cards(Gallery):
    def test_are_the_costumes(self):
        self.open()
        costumes = self.rows(self.archive, "costumes")
        self.assertEqual(self.shown(".card:not(.look) strong"), ["Pip", "Lottie", "Costume @2", "Mélusin", "Costume 4"])
        self.assertEqual(self.shown(".card.look strong"), ["Pip", "Mélusin"])  # each has one look by scripts
        self.assertEqual(self.shown("#game-name"), ["game"])
        self.assertIn(f"{len(costumes)} costumes", self.shown("#game-about")[0])
        timelines = [f"{row['timelines']} timelines" for row in costumes]
        for text, expected in zip(self.shown(".card:not(.look) .about"), timelines, strict=True):
            self.assertIn(expected, text)

    def test_have_the_names_that_came_with_the_page(self):
        names, page = self.folder / "names.json", self.folder / "named.html"
        names.write_text('{"costumes": {"1": "Ada", "#2": "Gull"}, "chores": {"1": {"6": "bows"}}}')
        self.assert_fine(run("export", self.archive, "--names", names, "--format", "html", "-o", page, "-q"))
        self.open_page(page)
        self.assertEqual(self.shown(".card:not(.look) strong"), ["Ada", "Lottie", "Gull", "Mélusin", "Costume 4"])
        self.open_page(page, "#costume=1&chore=6&dir=W")
        self.assertIn("bows", self.browser.run("return document.getElementById('own-chore').value"))

    def test_are_all_shown_again_by_a_button(self):
        self.open()
        self.browser.keys("/", *"nobody")
        self.assertEqual(self.shown(".card:not(.look)"), [])
        self.press("#no-card button", "Show all")
        self.assertEqual(len(self.shown(".card:not(.look)")), len(self.rows(self.archive, "costumes")))

    def test_come_in_a_small_file(self):
        self.assertLess(self.export(self.archive).stat().st_size, 450 << 10)

    def test_are_drawn_as_the_archive_has_them(self):
        self.open()
        card = self.canvas("document.querySelector('.card:not(.look) canvas')")
        self.assert_same_shape(card, self.drawn(self.archive, 0, 2, "W", 0))

    def test_move_unless_reduced_motion_is_preferred(self):
        image = "document.querySelector('.card:not(.look) canvas').toDataURL()"
        self.open()
        still = self.browser.run(f"return {image}")
        self.browser.run("return new Promise((done) => setTimeout(done, 300))")
        self.assertEqual(self.browser.run(f"return {image}"), still)
        self.emulate()
        self.open()
        self.browser.wait_for(f"return {image} !== arguments[0]", still)

    def test_all_pause_and_step_by_key(self):
        self.open()
        first = self.canvas("document.querySelector('.card:not(.look) canvas')")
        self.browser.keys("ArrowRight", "ArrowRight", "ArrowRight")
        self.assert_same_shape(self.canvas("document.querySelector('.card:not(.look) canvas')"),
                               self.drawn(self.archive, 0, 2, "W", 3))
        self.browser.keys("ArrowLeft", "ArrowLeft", "ArrowLeft")
        self.assertEqual(self.canvas("document.querySelector('.card:not(.look) canvas')"), first)
        self.browser.keys(" ")
        self.assertEqual(self.shown("#play"), ["Pause"])
        self.browser.keys(" ")
        self.assertEqual(self.shown("#play"), ["Play"])

    def test_are_found_by_id_room_and_filters(self):
        self.open()
        self.browser.keys("/", "3")
        self.assertEqual(self.shown(".card:not(.look) strong"), ["Mélusin"])
        self.browser.keys("Escape")
        self.assertEqual(len(self.shown(".card:not(.look) strong")), 5)
        self.browser.keys("/", *"theatre")
        self.assertEqual(self.shown(".card:not(.look) strong"), ["Mélusin", "Costume 4"])
        self.browser.keys("x")
        self.assertEqual(self.shown("#no-card"), ["No costume matches. Show all"])
        self.browser.run("location.hash = '#costume=3'")  # filtered out, but shown; it is its own neighbour
        self.browser.wait_for("return document.body.dataset.view === 'costume'")
        self.assertEqual(self.browser.console(), [])
        self.assertIn("costume=3", self.browser.run("return document.getElementById('next').hash"))
        self.browser.run("history.back()")
        self.browser.wait_for("return document.body.dataset.view === 'gallery'")
        self.browser.keys("/", "Escape")
        self.browser.run("""
          const select = [...document.querySelectorAll('#filters select')].find((one) => one.ariaLabel === 'Colours');
          select.value = '32 colours';
          select.dispatchEvent(new Event('change'));
        """)
        expected = [row for row in self.rows(self.archive, "costumes") if row["colors"] == 32]
        self.assertEqual(len(self.shown(".card:not(.look) strong")), len(expected))
        self.assertEqual(self.shown("#shown-count"), [f"{len(expected)} of 5 costumes"])

    def test_stay_in_place_when_some_are_filtered_out(self):
        self.addCleanup(self.browser.devtools, "Emulation.clearDeviceMetricsOverride")
        for width in (1280, 390):
            self.browser.resize(width, 844)
            self.open()
            place = ("const { left, top, width } = document.querySelector('.card:not([hidden])').getBoundingClientRect();"
                     "return [left, top, width]")
            before = self.browser.run(place)
            self.browser.keys("/", *"theatre")
            self.assertEqual(self.shown("#shown-count"), ["2 of 5 costumes"])
            self.assertEqual(self.browser.run(place), before, width)

    def test_open_and_close_by_keyboard(self):
        self.open()
        self.browser.keys("j", "j", "j", "Enter")  # past the other look of the first
        self.browser.wait_for("return document.body.dataset.view === 'costume'")
        self.assertEqual(self.shown("#costume-name"), ["Lottie"])
        self.browser.keys("j")
        self.browser.wait_for("return document.getElementById('costume-name').textContent === 'Costume @2'")
        self.browser.keys("Escape")
        self.browser.wait_for("return document.body.dataset.view === 'gallery'")
        self.assertIn("Costume @2", self.browser.run("return document.activeElement.textContent"))
        self.browser.keys(" ")
        self.assertEqual(self.shown("#play"), ["Pause"])
        self.browser.keys(" ")
        self.browser.keys("?")
        self.assertEqual(len(self.shown("dialog[open] dt")), len(self.shown("dialog[open] dd")))
        self.browser.keys("Escape")
        self.assertEqual(self.shown("dialog"), [])
        self.assertEqual(self.browser.console(), [])


class Costumes(Gallery):
    def test_are_drawn_as_the_archive_has_them(self):
        self.open("#costume=1&chore=walk&dir=W&tick=3")
        self.assertEqual(self.shown("#tick-text"), ["tick 3 of 0–23"])
        self.assert_same_shape(self.canvas(STAGE), self.drawn(self.archive, 0, 2, "W", 3))
        self.browser.keys("ArrowRight")
        self.assert_same_shape(self.canvas(STAGE), self.drawn(self.archive, 0, 2, "W", 4))
        self.assertEqual(self.address(), "#costume=1&chore=walk&dir=W&tick=4")
        self.browser.run("[...document.querySelectorAll('#chores button')].find("
                         "(one) => one.ariaLabel.startsWith('stand S')).click()")
        self.assert_same_shape(self.canvas(STAGE), self.drawn(self.archive, 0, 3, "S", 0))
        self.assertEqual(self.shown("#chores [aria-pressed=true]"), ["48 ticks"])

    def test_have_a_table_of_the_chores_that_exist(self):
        self.open("#costume=3")
        rows = [row for row in self.rows(self.archive, "timelines") if row["costume"] == 3]
        self.assertEqual(self.shown("#chores button"), [ticks_text(row["ticks"]) for row in rows])

    def test_list_the_cels_and_events_of_a_tick(self):
        row = next(row for row in self.rows(self.archive, "timelines")
                   if (row["costume"], row["chore"], row["dir"]) == (1, 2, "W"))
        for tick in (0, 3):
            self.open(f"#costume=1&chore=walk&dir=W&tick={tick}")
            cels = self.browser.run("return [...document.querySelectorAll('#cels tbody tr')].map("
                                    "(row) => [...row.cells].map((cell) => cell.textContent))")
            self.assertEqual([[int(text.replace("−", "-")) for text in cel[:4]] for cel in cels],
                             [cel[:4] for cel in row["frames"][tick]])
            self.assertEqual(len(self.shown("#events li")),
                             sum(event[0] % 24 == tick for event in row["events"]), "of all passes")

    def test_show_limbs_that_are_switched_on(self):
        self.open("#costume=1&chore=walk&dir=W&tick=3")
        whole = self.canvas(STAGE)
        self.browser.keys("4")
        self.assert_same_shape(self.canvas(STAGE), self.drawn(self.archive, 0, 2, "W", 3, hidden=[4]))
        self.browser.keys("4")
        self.assertTrue(self.canvas(STAGE) == whole)

    def test_mirror_and_light_a_colour(self):
        self.open("#costume=1&chore=walk&dir=W&tick=3")
        whole = self.canvas(STAGE)
        self.browser.keys("m")
        mirrored = self.canvas(STAGE)
        edges = min(x for x, _ in whole) + max(x for x, _ in mirrored)
        self.assertTrue({(edges - x, y): color for (x, y), color in mirrored.items()} == whole)
        self.browser.keys("m")
        color = tuple(self.browser.run("""
          const swatch = document.querySelectorAll('#swatches button')[5];
          swatch.click();
          return swatch.style.backgroundColor.match(/\\d+/g).map(Number);
        """))
        lit = {at: seen for at, seen in whole.items() if seen == color}
        self.assertGreater(len(lit), 0)
        self.assertTrue(self.canvas(STAGE) == lit, "the others are see-through")

    def test_take_any_palette(self):
        self.open("#costume=4&chore=walk&dir=W&tick=3")
        names = self.browser.run("return [...document.getElementById('palette-choice').options]"
                                 ".map((one) => [one.value, one.textContent])")
        self.assertEqual(len(names), 1 + len(self.rows(self.archive, "palettes")))
        before = self.canvas(STAGE)
        self.browser.run("const choice = document.getElementById('palette-choice');"
                         "choice.value = arguments[0]; choice.dispatchEvent(new Event('change'))", names[-1][0])
        after = self.canvas(STAGE)
        self.assertTrue(before.keys() == after.keys())
        self.assertFalse(before == after)
        self.assertRegex(self.shown("#replay-line")[0], r"--palette 1(:\d)?$")

    def test_say_which_palette_of_a_room_is_a_guess(self):
        self.open()
        rooms = [row["room"] for row in self.rows(self.archive, "costumes")]
        palettes = [sum(row["room"] == room for row in self.rows(self.archive, "palettes")) for room in rooms]
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.card:not(.look)')].map((card) => "
                                          "card.querySelector('.badge')?.textContent ?? null)"),
                         [f"{count} palettes" if count > 1 else None for count in palettes])
        self.open("#costume=3")
        self.assertEqual(self.shown("#room-palettes"), [])
        self.open("#costume=1&chore=walk&dir=W&tick=3")
        self.assertEqual(self.shown("#palette-about"), ["Room 1 · quay, palette 0 (of 2), a guess"])
        names = self.browser.run("return [...document.getElementById('palette-choice').options].map(({ text }) => text)")
        self.assertEqual(names, ["0, a guess", "Look 1", "0", "1", "Room 2 · theatre"], "short, because the choice is narrow")
        pressed = ("return [...document.querySelectorAll('#palette-pictures button')]"
                   ".map((one) => one.getAttribute('aria-pressed'))")
        self.assertEqual(self.browser.run(pressed), ["true", "false"])
        before = self.canvas(STAGE)
        self.browser.run("document.querySelectorAll('#palette-pictures button')[1].click()")
        self.assertEqual(self.browser.run(pressed), ["false", "true"])
        self.assertFalse(before == self.canvas(STAGE))
        self.assertRegex(self.shown("#replay-line")[0], r"--palette 1:1$")

    def test_tell_which_scripts_name_a_chore(self):
        self.open("#costume=1&chore=walk&dir=W&tick=0")
        self.assertEqual(self.shown("#calls li"), ["walk of actor 1: global 1 of room 1"])
        self.open("#costume=1&chore=6&dir=W&tick=0")
        self.assertEqual(self.shown("#calls li"), [f"played by actor 1: global {script} of room 1" for script in (1, 3)])
        self.open("#costume=1&chore=7&dir=W&tick=0")
        self.assertEqual(self.shown("#calls"), [])

    def test_tell_what_is_under_the_pointer(self):
        self.open("#costume=1&chore=walk&dir=W&tick=3")
        (x, y), color = next(iter(self.canvas(STAGE).items()))
        self.browser.run("""
          const canvas = document.getElementById('stage-picture'), place = canvas.getBoundingClientRect();
          const at = (start, size, pixel, count) => start + (pixel + 0.5) * size / count;
          canvas.dispatchEvent(new PointerEvent('pointermove', { bubbles: true,
            clientX: at(place.left, place.width, arguments[0], canvas.width),
            clientY: at(place.top, place.height, arguments[1], canvas.height) }));
        """, x, y)
        self.assertIn("#" + "".join(f"{part:02x}" for part in color), self.shown("#readout")[0])

    def test_play_on_and_keep_the_speed(self):
        self.open("#costume=1&chore=walk&dir=W&tick=0")
        self.browser.keys("+", "+", " ")
        self.browser.wait_for("return parseInt(document.getElementById('tick-text').textContent.slice(5)) > 2")
        self.browser.keys(" ")
        self.open("#costume=1&chore=walk&dir=W&tick=0")
        self.assertEqual(self.shown("#rate"), ["12 ticks/s"])
        self.browser.run("document.getElementById('rate').click()")
        self.assertEqual(self.shown("#rate"), ["10 ticks/s"])


class Saving(Gallery):
    def setUp(self):
        super().setUp()
        self.open("#costume=1&chore=walk&dir=W&tick=3")

    def replayed(self, name, *options):
        done = run("replay", self.archive, "--costume", "1", "--chore", "walk", "--dir", "W", "--scale", "3",
                   "-o", self.folder / name, *options)
        self.assert_fine(done)

    def assert_same_picture(self, one, other):
        self.assertEqual(one.size, other.size)
        self.assertEqual(seen(one), seen(other))

    def test_a_picture_is_the_one_of_replay(self):
        self.replayed("tick-%d.png")
        saved = self.save("PNG")
        self.assertEqual(saved.mode, "P")
        self.assert_same_picture(saved, Image.open(self.folder / "tick-3.png"))


def pixels_of(image):
    """Returns {(x, y): (red, green, blue)} of an image without transparent pixels."""
    assert image.convert("RGBA").getextrema()[3] == (255, 255)
    pixels = image.convert("RGB").getdata()
    return {(i % image.width, i // image.width): pixel for i, pixel in enumerate(pixels)}


def seen(image):
    """Returns the visible part of an image as bytes. Transparent pixels have no colour."""
    return image.convert("RGBA").convert("RGBa").tobytes()


class Pages(Gallery):
    def test_need_no_network_and_no_other_file(self):
        page = self.export(self.archive)
        self.open_page(page)
        self.assert_alone(page)

    def test_take_any_name(self):
        odd = self.folder / "<script><b>&amp; é'\".wardrobe"
        odd.write_bytes(read(self.archive))
        self.open("#costume=1", odd)
        self.assertIn(odd.stem, self.browser.run("return document.title"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('main b').length"), 0)

    def test_tell_what_could_not_be_read_and_what_is_odd(self):
        game = make_game(6, [[Draft(3).payload(6), b"\1\2\3"]])
        game = game.with_resources(game.resources + bytes(9))
        archive = self.pack(game.write(self.folder / "broken"), "broken.wardrobe", status=1)
        self.open(archive=archive)
        for kind, part, summary in (("damage", "failures", "1 part could not be read"), ("note", "notes", "1 note")):
            [error] = [row["error"] for row in self.rows(archive, "failures") if row["kind"] == kind]
            self.assertEqual(self.shown(f"#{part} summary"), [summary])
            self.browser.run(f"document.getElementById('{part}').open = true")
            self.assertIn(error, self.shown(f"#{part} li")[0])

    def test_of_all_kinds_of_games_load(self):
        for version in (4, 5, 7, 8, "he"):
            folder = sample(6).parent / (f"v{version}" if version != "he" else "he")
            archive = self.pack(folder, f"{version}.wardrobe")
            self.open("#costume=1", archive)
            self.assertEqual(self.view(), "costume", version)
            self.assertGreater(len(self.canvas(STAGE)), 100, version)
            self.assertEqual(self.browser.console(), [])


if __name__ == "__main__":
    unittest.main()
