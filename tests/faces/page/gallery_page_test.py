"""The page of `export --format html` in a real browser: it shows the rows of `list`, draws what the archive holds,
and takes keys and addresses."""

import io
import unittest

from PIL import Image

from diff_test import Draft
from game_files import make_game
from images import opened
from page_support import CARD, PageTest
from support import read, run, sample

WALK = "#costume=1&chore=walk&dir=W&tick=%d"


class Gallery(PageTest):
    def setUp(self):
        super().setUp()
        self.emulate("reduce")
        self.archive = self.packed_once("game.wardrobe")

    def packed_once(self, name, *options):
        """Returns an archive of the sample that is made once for all tests."""
        archive = sample(6).parent / name
        if not archive.exists():
            self.assert_fine(run("pack", sample(6), "-o", archive, "-q", *options))
        return archive

    def archive_of(self, game):
        return self.pack(sample(6).parent / game, f"{game}.wardrobe")

    def export(self, *archives, options=()):
        """Exports a page beside the first of some archives; returns its path."""
        page = archives[0].with_suffix(".html")
        if options or not page.exists():
            self.assert_fine(run("export", *archives, "--format", "html", "-o", page, "-q", "--force", *options))
        return page

    def open(self, address="", archive=None):
        self.open_page(self.export(archive or self.archive), address)
        self.wait(f"document.body.dataset.view !== 'gallery' || {card()}.style.width !== ''")  # is drawn

    def save(self, label):
        """Returns the picture that one of the buttons saves."""
        return Image.open(io.BytesIO(self.saved(label)))

    def point(self, kind, x, y):
        """Moves or presses the pointer on a pixel of the stage."""
        self.browser.run("""
          const canvas = document.getElementById('stage-picture'), place = canvas.getBoundingClientRect();
          const at = (start, size, pixel, count) => start + (pixel + 0.5) * size / count;
          canvas.dispatchEvent(new PointerEvent(arguments[0], { buttons: 1, bubbles: true, cancelable: true,
            clientX: at(place.left, place.width, arguments[1], canvas.width),
            clientY: at(place.top, place.height, arguments[2], canvas.height) }));
        """, kind, x, y)

    def replay(self, archive, *options, name="a-%d.png"):
        """Replays the walk of costume 1 to the West; returns the path of the first picture."""
        done = run("replay", archive, "--costume", "1", "--chore", "walk", "--dir", "W", *options,
                   "-o", self.folder / name, "--force", "--quiet")
        self.assert_fine(done)
        return self.folder / name.replace("%d", "0")


def ticks_text(count):
    return f"{count} tick" + ("" if count == 1 else "s")


def card(number=0):
    return f"document.querySelectorAll('{CARD} canvas')[{number}]"


class Cards(Gallery):
    def test_are_the_costumes(self):
        self.open()
        costumes = self.rows(self.archive, "costumes")
        self.assertEqual(self.names(), ["Pip", "Lottie", "Costume @2", "Mélusin", "Costume 4"])
        self.assertEqual(self.shown(".card.look strong"), ["Pip", "Mélusin"])  # each has one look by scripts
        self.assertEqual(self.shown("#game-name"), ["game"])
        self.assertIn(f"{len(costumes)} costumes", self.shown("#game-about")[0])
        for text, row in zip(self.shown(f"{CARD} .about"), costumes, strict=True):
            self.assertIn(f"{row['timelines']} timelines", text)

    def test_have_the_names_that_came_with_the_page(self):
        names = self.folder / "names.json"
        names.write_text('{"costumes": {"1": "Ada", "#2": "Gull"}, "chores": {"1": {"6": "bows"}}}')
        page = self.export(self.pack(sample(6)), options=("--names", names))
        self.open_page(page)
        self.assertEqual(self.names(), ["Ada", "Lottie", "Gull", "Mélusin", "Costume 4"])
        self.open_page(page, "#costume=1&chore=6&dir=W")
        self.assertIn("bows", self.get("document.getElementById('own-chore').value"))

    def test_are_all_shown_again_by_a_button(self):
        self.open()
        self.browser.keys("/", *"nobody")
        self.assertEqual(self.shown(CARD), [])
        self.press("#no-card button", "Show all")
        self.assertEqual(len(self.shown(CARD)), len(self.rows(self.archive, "costumes")))

    def test_come_in_a_small_file(self):
        self.assertLess(self.export(self.archive).stat().st_size, 450 << 10)

    def test_move_unless_reduced_motion_is_preferred(self):
        image = f"{card()}.toDataURL()"
        self.open()
        self.assert_drawn(self.archive, 0, 2, "W", 0, script=card())
        still = self.get(image)
        self.browser.run("return new Promise((done) => setTimeout(done, 300))")
        self.assertEqual(self.get(image), still)
        self.emulate()
        self.open()
        self.wait_for_change(image, still)

    def test_all_pause_and_step_by_key(self):
        self.open()
        for key, tick in (("ArrowRight", 3), ("ArrowLeft", 0)):
            self.browser.keys(key, key, key)
            self.assert_drawn(self.archive, 0, 2, "W", tick, script=card())
        for word in ("Pause", "Play"):
            self.browser.keys(" ")
            self.assertEqual(self.shown("#play"), [word])

    def test_are_found_by_id_room_chore_and_filters(self):
        self.open()
        names, timelines = self.names(), self.rows(self.archive, "timelines")
        rows = {chore: {row["costume_row"] for row in timelines if row["chore"] == chore} for chore in (4, 7)}
        for text, found in (("3", [3]), ("theatre", [3, 4]), ("chore 7", rows[7]), ("talk-start", rows[4])):
            self.browser.keys("/", *text)
            self.assertEqual(self.names(), [names[row] for row in sorted(found)], text)
            self.browser.keys("Escape")
            self.assertEqual(len(self.names()), 5)
        self.browser.keys("/", *"theatrex")
        self.assertEqual(self.shown("#no-card"), ["No costume matches. Show all"])
        self.go("#costume=3")  # filtered out, but shown; it is its own neighbour
        self.assertIn("costume=3", self.get("document.getElementById('next').hash"))
        self.browser.run("history.back()")
        self.wait_for_view("gallery")
        self.browser.keys("/", "Escape")
        self.set("Colours", "32 colours")
        expected = [row for row in self.rows(self.archive, "costumes") if row["colors"] == 32]
        self.assertEqual(len(self.names()), len(expected))
        self.assertEqual(self.shown("#shown-count"), [f"{len(expected)} of 5 costumes"])

    def test_stay_in_place_when_some_are_filtered_out(self):
        place = ("(({ left, top, width }) => [left, top, width])("
                 "document.querySelector('.card:not([hidden])').getBoundingClientRect())")
        for width in (1280, 390):
            self.browser.resize(width, 844)
            self.open()
            before = self.get(place)
            self.browser.keys("/", *"theatre")
            self.assertEqual(self.shown("#shown-count"), ["2 of 5 costumes"])
            self.assertEqual(self.get(place), before, width)

    def test_open_and_close_by_keyboard(self):
        self.open()
        self.browser.keys("j", "j", "j", "Enter")  # past the other look of the first
        self.wait_for_view("costume")
        self.assertEqual(self.shown("#costume-name"), ["Lottie"])
        self.browser.keys("j")
        self.wait_for_text("#costume-name", "Costume @2")
        self.browser.keys("Escape")
        self.wait_for_view("gallery")
        self.assertIn("Costume @2", self.get("document.activeElement.textContent"))
        self.browser.keys(" ")
        self.assertEqual(self.shown("#play"), ["Pause"])
        self.browser.keys(" ", "?")
        self.assertEqual(len(self.shown("dialog[open] dt")), len(self.shown("dialog[open] dd")))
        self.browser.keys("Escape")
        self.assertEqual(self.shown("dialog"), [])


class Costumes(Gallery):
    def test_are_drawn_as_the_archive_has_them(self):
        self.open(WALK % 3)
        self.assertEqual(self.shown("#tick-text"), ["tick 3 of 0–23"])
        self.assert_drawn(self.archive, 0, 2, "W", 3)
        self.browser.keys("ArrowRight")
        self.assert_drawn(self.archive, 0, 2, "W", 4)
        self.assertEqual(self.address(), WALK % 4)
        self.click("#chores button[aria-label^='stand S']")
        self.assert_drawn(self.archive, 0, 3, "S", 0)
        self.assertEqual(self.shown("#chores [aria-pressed=true]"), ["48 ticks"])

    def test_have_a_table_of_the_chores_that_exist(self):
        self.open("#costume=3")
        rows = [row for row in self.rows(self.archive, "timelines") if row["costume"] == 3]
        self.assertEqual(self.shown("#chores button"), [ticks_text(row["ticks"]) for row in rows])

    def test_list_the_cels_and_events_of_a_tick(self):
        row = next(row for row in self.rows(self.archive, "timelines")
                   if (row["costume"], row["chore"], row["dir"]) == (1, 2, "W"))
        for tick in (0, 3):
            self.open(WALK % tick)
            cels = self.each("#cels tbody tr", "[...one.cells].map((cell) => cell.textContent)")
            self.assertEqual([[int(text.replace("−", "-")) for text in cel[:4]] for cel in cels],
                             [cel[:4] for cel in row["frames"][tick]])
            self.assertEqual(len(self.shown("#events li")),
                             sum(event[0] % 24 == tick for event in row["events"]), "of all passes")

    def test_show_limbs_that_are_switched_on(self):
        self.open(WALK % 3)
        for hidden in ([4], []):
            self.browser.keys("4")
            self.assert_drawn(self.archive, 0, 2, "W", 3, hidden=hidden)

    def test_mirror_and_light_a_colour(self):
        self.open(WALK % 3)
        whole = self.canvas()
        self.browser.keys("m")
        mirrored = self.canvas()
        edges = min(x for x, _ in whole) + max(x for x, _ in mirrored)
        self.assertTrue({(edges - x, y): color for (x, y), color in mirrored.items()} == whole)
        self.browser.keys("m")
        self.click("#swatches button", 5)
        color = tuple(map(int, self.each("#swatches button", "one.style.backgroundColor.match(/\\d+/g)")[5]))
        lit = {at: seen for at, seen in whole.items() if seen == color}
        self.assertGreater(len(lit), 0)
        self.assertTrue(self.canvas() == lit, "the others are see-through")

    def test_take_any_palette(self):
        self.open("#costume=4&chore=walk&dir=W&tick=3")
        values = self.each("#palette-choice option", "one.value")
        self.assertEqual(len(values), 1 + len(self.rows(self.archive, "palettes")))
        before = self.canvas()
        self.set("#palette-choice", values[-1])
        after = self.canvas()
        self.assertTrue(before.keys() == after.keys())
        self.assertFalse(before == after)
        self.assertRegex(self.shown("#replay-line")[0], r"--palette 1(:\d)?$")

    def test_say_which_palette_of_a_room_is_a_guess(self):
        self.open()
        rooms = [row["room"] for row in self.rows(self.archive, "costumes")]
        palettes = [sum(row["room"] == room for row in self.rows(self.archive, "palettes")) for room in rooms]
        self.assertEqual(self.each(CARD, "one.querySelector('.badge')?.textContent ?? null"),
                         [f"{count} palettes" if count > 1 else None for count in palettes])
        self.open("#costume=3")
        self.assertEqual(self.shown("#room-palettes"), [])
        self.open(WALK % 3)
        self.assertEqual(self.shown("#palette-about"), ["Room 1 · quay, palette 0 (of 2), a guess"])
        self.assertEqual(self.each("#palette-choice option", "one.text"),
                         ["0, a guess", "Look 1", "0", "1", "Room 2 · theatre"], "short, because the choice is narrow")
        before = self.canvas()
        for pressed in (["true", "false"], ["false", "true"]):
            self.assertEqual(self.each("#palette-pictures button", "one.getAttribute('aria-pressed')"), pressed)
            self.click("#palette-pictures button", 1)
        self.assertFalse(before == self.canvas())
        self.assertRegex(self.shown("#replay-line")[0], r"--palette 1:1$")

    def test_tell_which_scripts_name_a_chore(self):
        for chore, told in (("walk", ["walk of actor 1: global 1 of room 1"]), ("7", []),
                            ("6", [f"played by actor 1: global {script} of room 1" for script in (1, 3)])):
            self.open(f"#costume=1&chore={chore}&dir=W&tick=0")
            self.assertEqual(self.shown("#calls li"), told)

    def test_tell_what_is_under_the_pointer(self):
        self.open(WALK % 3)
        (x, y), color = next(iter(self.canvas().items()))
        self.point("pointermove", x, y)
        self.assertIn("#" + "".join(f"{part:02x}" for part in color), self.shown("#readout")[0])

    def test_play_on_and_keep_the_speed(self):
        self.open(WALK % 0)
        self.browser.keys("+", "+", " ")
        self.wait("parseInt(document.getElementById('tick-text').textContent.slice(5)) > 2")
        self.browser.keys(" ")
        self.open(WALK % 0)
        self.assertEqual(self.shown("#rate"), ["12 ticks/s"])
        self.click("#rate")
        self.assertEqual(self.shown("#rate"), ["10 ticks/s"])

    def test_are_saved_as_replay_draws_them(self):
        self.open(WALK % 3)
        self.replay(self.archive, "--scale", "3")
        saved, replayed = self.save("PNG"), Image.open(self.folder / "a-3.png")
        self.assertEqual((saved.mode, saved.size), ("P", replayed.size))
        self.assertEqual(seen(saved), seen(replayed))


def pixels_of(image):
    """Returns {(x, y): (red, green, blue)} of an image without transparent pixels."""
    assert image.convert("RGBA").getextrema()[3] == (255, 255)
    pixels = image.convert("RGB").getdata()
    return {(i % image.width, i // image.width): pixel for i, pixel in enumerate(pixels)}


def seen(image):
    """Returns the visible part of an image as bytes. Transparent pixels have no colour."""
    return image.convert("RGBA").convert("RGBa").tobytes()


def frames_of(image, tick_ms=100):
    """Returns the frame of each tick of an animation: bytes or an image."""
    image, ticks = opened(image), []
    for number in range(image.n_frames):
        image.seek(number)
        ticks += [seen(image)] * round(image.info["duration"] / tick_ms)
    return ticks


class Pages(Gallery):
    def test_need_no_network_and_no_other_file(self):
        page = self.export(self.archive)
        self.open_page(page)
        self.assert_alone(page)

    def test_take_any_name(self):
        odd = self.folder / "<script><b>&amp; é'\".wardrobe"
        odd.write_bytes(read(self.archive))
        self.open("#costume=1", odd)
        self.assertIn(odd.stem, self.get("document.title"))
        self.assertEqual(self.each("main b", "1"), [])

    def test_tell_what_could_not_be_read_and_what_is_odd(self):
        game = make_game(6, [[Draft(3).payload(6), b"\1\2\3"]])
        game = game.with_resources(game.resources + bytes(9))
        archive = self.pack(game.write(self.folder / "broken"), "broken.wardrobe", status=1)
        self.open(archive=archive)
        for kind, part, summary in (("damage", "failures", "1 part could not be read"), ("note", "notes", "1 note")):
            [error] = [row["error"] for row in self.rows(archive, "failures") if row["kind"] == kind]
            self.assertEqual(self.shown(f"#{part} summary"), [summary])
            self.click(f"#{part} summary")
            self.assertIn(error, self.shown(f"#{part} li")[0])


if __name__ == "__main__":
    unittest.main()
