"""The page of `diff --html` in a real browser: it shows the findings of --json, plays, and takes keys."""

import collections
import json
import random
import re
import struct
import unittest

import listing
from diff_test import Draft
from game_files import find, make_game
from page_support import PageTest
from reader import Archive
from room_files import Drawing
from rooms_test import drawn_room
from support import read, run, sample


CHORES = {1: "init", 2: "walk", 3: "stand"}  # of version 6


class Page(PageTest):
    def setUp(self):
        super().setUp()
        before, after = [Draft(3), Draft(7), Draft(9)], [Draft(3), Draft(7), Draft(9), Draft(30)]
        changed = after[1]
        changed.shapes[3, 1][2][6 * 2 + 4] ^= 1
        changed.shapes[0, 1][3] += 4
        changed.shapes["new"] = [6, 3, [1 + i % 15 for i in range(18)], 0, 0, 0, 0]
        changed.slots[3][3] = "new"
        changed.commands[7] = 2
        after[2].mirror = False
        self.before = self.pack_drafts("before", before)
        self.after = self.pack_drafts("after", after)

    def pack_drafts(self, name, drafts):
        game = make_game(6, [[draft.payload(6) for draft in drafts]])
        return self.pack(game.write(self.folder / name), f"{name}.wardrobe")

    def open(self, before, after, name="page.html"):
        """Opens the page of a comparison; returns the findings of --json."""
        page = self.folder / name
        done = run("diff", before, after, "--json", "--html", page)
        rows = done.json_lines()
        self.assert_fine(done, 1 if rows else 0)
        self.open_page(page)
        return rows

    def open_all(self):
        self.click("#open-all")
        self.wait("[...document.querySelectorAll('#costumes details:not([hidden])')]"
                  ".every((one) => one.open && one.querySelector('.inside'))")


class Contents(Page):
    def test_are_what_json_says(self):
        rows = self.open(self.before, self.after)
        self.open_all()
        self.assertEqual(self.get("document.title"), "before → after")
        self.assertEqual(self.shown("#counts li"), ["1 same", "2 changed", "1 added"])
        self.assertEqual(self.shown("summary .name"), ["costume 2", "costume 3", "costume 4"])
        kinds = collections.Counter(row["kind"] for row in rows)
        self.assertEqual(collections.Counter(self.shown(".finding .kind")), kinds)
        self.assertEqual(dict(text.split() for text in self.shown("#kinds button")),
                         {kind: str(count) for kind, count in kinds.items()})
        text = run("diff", self.before, self.after).out
        for finding in self.shown(".finding"):
            kind, told = finding.split(" ", 1)
            told = re.split(r"(?:old|new|changed|none)*$", told)[0]  # without the captions of its pictures
            self.assertRegex(text, f"{kind} *{re.escape(told.strip())}")

    def test_tell_what_is_unreadable_from_what_is_gone(self):
        game = make_game(6, [[Draft(3).payload(6), Draft(7).payload(6)], [Draft(9).payload(6)]])
        before = self.pack(game.write(self.folder / "whole"), "whole.wardrobe")
        data = bytearray(game.resources)
        first, second = find(data, b"COST")[:2]
        data[first.payload + 4] ^= 0xFF
        table = struct.unpack_from("<H", data, second.payload + 6 + 20)[0]  # table of limb 0
        picture = struct.unpack_from("<H", data, second.payload + table)[0]
        struct.pack_into("<H", data, second.payload + picture, 5000)  # the width
        after = self.folder / "damaged.wardrobe"
        folder = game.with_resources(data).write(self.folder / "damaged")
        self.assertEqual(run("pack", folder, "-o", after, "-q").status, 1)
        self.open(before, after)
        self.wait("document.querySelectorAll('.inside').length === 2")
        self.assertEqual(self.shown("#counts li"), ["1 same", "1 changed", "1 unreadable"])
        self.assertEqual(self.shown("#unread li"), [" 2 parts of damaged could not be read. "
                                                    "Parts that seem to be missing may only be unreadable: "
                                                    "look at the new game"])
        self.assertEqual(self.shown(".kind.unreadable"), ["unreadable"] * 2)
        self.assertEqual(self.shown("figure.side .absent")[-1:], ["unreadable"])
        self.assertEqual(self.shown("#kinds button"), ["unreadable 2"])

    def test_show_both_pictures_and_mark_the_pixels_that_changed(self):
        rows = self.open(self.before, self.after)
        self.open_all()
        row = next(row for row in rows if row["kind"] == "picture-pixels")
        item = "document.querySelectorAll('.finding[data-kind=picture-pixels] canvas')"
        for number, path in enumerate((self.before, self.after)):
            archive = Archive.open(path)
            picture = next(one for one in listing.pictures(archive, of=1)
                           if (one["limb"], one["index"]) == (row["limb"], row["index"]))
            colors = self.colors(archive, 1)
            pixels = archive.pixels(picture["picture"])
            expected = {(x, y): colors[pixels[y, x]] for y in range(picture["height"])
                        for x in range(picture["width"]) if pixels[y, x] != 0}
            self.assertEqual(self.canvas(f"{item}[{number}]"), expected)
        marked = self.canvas(f"{item}[2]")  # All other pixels are faded.
        left, top, width, height = row["box"]
        self.assertEqual(len(marked), row["pixels"])
        self.assertEqual(set(marked), {(left, top)})
        self.assertEqual((width, height), (1, 1))

    def test_show_a_recoloured_costume_in_its_old_and_new_colours(self):
        self.emulate("reduce")
        payload, paths = bytearray(Draft(3).payload(6)), []
        for name in ("red", "blue"):
            paths.append(self.pack(make_game(6, [[bytes(payload)]]).write(self.folder / name), f"{name}.wardrobe"))
            payload[9:24] = payload[10:24] + payload[9:10]  # its colours, except the see-through one
        self.assertEqual([row["kind"] for row in self.open(*paths)], ["palette"])
        name, direction = self.shown(".finding .timeline > figcaption")[0].split()
        chore = next(number for number, known in CHORES.items() if known == name)
        for side, path in enumerate(paths):
            canvas = f"document.querySelectorAll('.finding canvas')[{side}]"
            self.assert_drawn(path, 0, chore, direction, 0, script=canvas)
        colors = zip(*(self.colors(Archive.open(path), 0)[1:] for path in paths))
        self.assertEqual(self.each(".changed-colors i", "one.title"),
                         ["#" + bytes(color).hex() for pair in colors for color in pair])

    def test_are_saved_as_json_says_them(self):
        rows = self.open(self.before, self.after)
        saved = json.loads(self.caught("#keep button", self.shown("#keep button")[0]))
        self.assertEqual(saved["findings"], rows)
        self.assertEqual((saved["old"], saved["new"]), ("before.wardrobe", "after.wardrobe"))
        self.assertEqual(saved["counts"]["changed"], 2)

    def test_show_backgrounds_and_slide_between_them(self):
        drawing = Drawing(random.Random(4), [1, 1], 16)
        paths = []
        for name in ("day", "night"):
            room = drawn_room("v6", drawing)
            paths.append(self.pack(make_game(6, [room]).write(self.folder / name), f"{name}.wardrobe", "--rooms"))
            strip = bytearray(drawing.strips[0])
            strip[1 + 8 * 2 + 3] ^= 1  # the pixel at (3, 2)
            drawing.strips[0] = bytes(strip)
        rows = self.open(*paths)
        self.assertEqual([row["kind"] for row in rows], ["background"])
        self.wait("document.querySelectorAll('.backgrounds canvas').length === 4")
        canvases = [self.canvas(f"document.querySelectorAll('.backgrounds canvas')[{i}]") for i in range(4)]
        self.assertEqual(canvases[:2], canvases[2:])
        self.assertEqual({at for at in canvases[0] if canvases[0][at] != canvases[1][at]}, {(3, 2)})
        seen = "getComputedStyle(document.querySelector('.slid canvas + canvas')).clipPath"
        self.assertEqual(self.get(seen), "inset(0px 0px 0px 50%)")
        self.set(".slider input[type=range]", 80)
        self.assertEqual(self.get(seen), "inset(0px 0px 0px 80%)")

    def test_need_no_network_and_no_other_file(self):
        self.open(self.before, self.after)
        self.assert_alone(self.folder / "page.html")

    def test_take_any_name(self):
        name = "</script><b>&amp; é.wardrobe"
        odd = self.folder / name.replace("/", "")
        odd.write_bytes(read(self.before))
        self.open(odd, self.after)
        self.assertEqual(self.texts("#old-name"), [odd.stem])

    def test_of_equal_archives_say_so(self):
        self.assertEqual(self.open(self.before, self.before), [])
        self.assertEqual(self.shown("details"), [])
        self.assertEqual(self.shown("#nothing"), ["No differences."])
        self.assertEqual(len(self.shown("#nothing svg")), 1)  # one tick
        self.assertEqual(self.shown("#bar, #unread"), [])

    def test_of_all_kinds_of_games_load(self):
        five, six = self.pack(sample(5), "five.wardrobe"), self.pack(sample(6), "six.wardrobe")
        for number, pair in enumerate(((five, self.after), (self.after, six), ("/dev/null", six))):
            rows = self.open(*pair, f"page{number}.html")
            self.open_all()
            self.assertEqual(len(self.shown(".finding")), len(rows))
            self.assertNotIn("rooms", self.shown("summary .name")[:-1])
            zooms = self.each(".inside", "new Set([...one.querySelectorAll('.timeline canvas')]"
                                         ".map((two) => two.offsetWidth / two.width)).size")
            self.assertLessEqual(set(zooms), {0, 1}, "a costume has one zoom")
            self.assertLessEqual(set(self.each(".changed-colors span", "one.querySelectorAll('i').length")), {2})
    
    def test_are_readable_in_dark_and_light(self):
        self.open(self.before, self.after)
        self.open_all()
        seen = set()
        for scheme in ("light", "dark"):
            self.emulate("reduce", scheme)
            for text, back in (("body", "body"), ("#counts", "body"), (".kind", "#costumes details"),
                               ("summary .kinds", "#costumes details"), ("footer", "body"), ("button", "button")):
                colors = self.color(text, "color"), self.color(back, "backgroundColor")
                self.assertGreater(contrast(*colors), 4.5, (scheme, text))
            seen.add(self.color("body", "backgroundColor"))
        self.assertEqual(len(seen), 2)

    def color(self, selector, property):
        style = self.get("getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, property)
        return tuple(map(float, re.findall(r"[0-9.]+", style)[:3]))


def contrast(one, other):
    """Returns the contrast of two colours, as WCAG 2 defines it."""
    def luminance(color):
        parts = [value / 255 for value in color]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


class Timelines(Page):
    def setUp(self):
        super().setUp()
        self.emulate("reduce")
        self.rows = self.open(self.before, self.after)
        self.open_all()

    def captions(self, chore, direction):
        return self.browser.run("""
          const one = [...document.querySelectorAll('.timeline')].find(
            (timeline) => timeline.firstChild.textContent === arguments[0]);
          one.scrollIntoView();
          return [...one.querySelectorAll('.side figcaption')].map((text) => text.textContent);
        """, f"{CHORES[chore]} {direction}")

    def test_are_those_that_changed(self):
        named = {tuple(one) for row in self.rows for one in row.get("timelines", [])}
        named |= {(row["chore"], row["dir"]) for row in self.rows if row["kind"] == "record"}
        mirrored = {(1, "W"), (2, "W")}  # all records of costume 3 that face West
        self.assertEqual(set(self.shown(".timeline > figcaption")),
                         {f"{CHORES[chore]} {direction}" for chore, direction in named | mirrored})

    def test_step_by_key_and_show_each_tick(self):
        chore, direction = next((row["chore"], row["dir"]) for row in self.rows
                                if row["kind"] == "record")
        self.assertEqual((chore, direction), (2, "S"))
        chore, direction = next(row["timelines"][0] for row in self.rows
                                if row["kind"] == "picture-placement")
        for tick in range(3):
            captions = self.captions(chore, direction)
            self.assertEqual(captions[0].split(" of ")[0], f"old, tick {tick % 2}")
            self.assertEqual(captions[1].split(" of ")[0], f"new, tick {tick % 2}")
            for side, path in enumerate((self.before, self.after)):
                canvas = ("[...document.querySelectorAll('.timeline')].find((one) => one.firstChild.textContent === "
                          f"'{CHORES[chore]} {direction}').querySelectorAll('canvas')[{side}]")
                self.assert_drawn(path, 1, chore, direction, tick % 2, script=canvas)
            self.browser.keys("ArrowRight")
        self.browser.keys("ArrowLeft")
        self.assertEqual(self.shown("#tick"), ["tick 2"])

    def test_play_and_pause_and_count_ticks_in_silence(self):
        self.assertEqual(self.shown("#play, #tick"), ["Play", "tick 0"], "as reduced motion is preferred")
        self.browser.keys(" ")
        self.assertEqual(self.shown("#play"), ["Pause"])
        self.assertEqual(self.each("output", "one.id"), [])
        self.assertIsNone(self.get("document.getElementById('tick').closest('[aria-live], [role=status]')"))
        self.wait("parseInt(document.getElementById('tick').textContent.slice(5)) > 2")
        self.browser.keys(" ")
        at = self.shown("#tick")
        self.browser.run("return new Promise((done) => setTimeout(done, 400))")
        self.assertEqual(self.shown("#tick"), at)

    def test_play_as_the_page_opens(self):
        self.emulate(scheme="dark")
        self.open(self.before, self.after, "again.html")
        self.wait("document.querySelector('.timeline')")
        self.wait_for_change("[...document.querySelectorAll('.timeline canvas')].map((one) => one.toDataURL()).join()")

    def test_keep_the_chosen_speed(self):
        before = self.shown("#rate")
        self.browser.keys("+", "+", "-")
        self.assertEqual((before, self.shown("#rate")), (["10 ticks/s"], ["11 ticks/s"]))


class Keyboard(Page):
    def setUp(self):
        super().setUp()
        self.open(self.before, self.after)

    def focused(self):
        return self.get("((one) => one.id || one.dataset.kind || one.textContent)(document.activeElement)")

    def test_searches_for_a_costume(self):
        for text, found in (("3", ["costume 3"]), ("TUME 4", ["costume 4"]), ("33", [])):
            self.browser.keys("/", *text)
            self.assertEqual((self.focused(), self.shown("summary .name")), ("search", found))
            self.assertEqual(self.shown("#nothing"), [] if found else ["No costume matches."])
            self.browser.keys("Escape")
        self.assertEqual(len(self.shown("summary .name")), 3)

    def test_walks_through_costumes_and_opens_them(self):
        self.browser.keys("j", "j", "j")
        self.assertIn("costume 4", self.focused())
        self.browser.keys("k")
        self.assertIn("costume 3", self.focused())
        was_open = self.get("document.activeElement.parentElement.open")
        self.browser.keys("Enter")
        self.assertEqual(self.get("document.activeElement.parentElement.open"), not was_open)

    def test_filters_kinds(self):
        everything = len(self.shown(".finding"))
        self.browser.run("document.activeElement.blur(); document.getElementById('search').focus()")
        while self.focused() != "record":
            self.browser.keys("Tab")
        self.browser.keys("Enter")
        self.assertEqual(len(self.shown(".finding")), everything - 1)
        self.assertEqual(self.shown(".finding[data-kind=record]"), [])
        self.assertEqual(self.get("document.activeElement.ariaPressed"), "false")
        self.browser.keys(" ")
        self.assertEqual(len(self.shown(".finding")), everything)


if __name__ == "__main__":
    unittest.main()
