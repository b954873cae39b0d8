"""The gallery and the view of a costume: cards move and show something, chores can be named, nothing important is
below the fold, and names and states are there for people who cannot see the page."""

import json
import unittest

from diff_test import Draft
from game_files import make_game
from gallery_page_test import WALK, Gallery, card
from page_support import CARD, INSIDE
from support import run, sample


class ViewTest(Gallery):
    def size(self, width, height):
        self.browser.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                              mobile=width < 600)

    def box(self, selector):
        return self.get("document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", selector)

    def center(self, selector):
        box = self.box(selector)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click_really(self, selector):
        """Clicks as a real mouse does."""
        self.browser.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", selector)
        x, y = self.center(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.devtools("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, selector, text):
        self.click_really(selector)
        self.browser.devtools("Input.insertText", text=text)
        self.browser.keys("Enter")

    def tree(self):
        """Returns the accessibility tree as {(role, name): value}."""
        nodes = self.browser.devtools("Accessibility.getFullAXTree")["nodes"]
        return {(node["role"]["value"], node.get("name", {}).get("value")): node.get("value", {}).get("value")
                for node in nodes if not node["ignored"]}


class Cards(ViewTest):
    def test_all_show_something_and_move(self):
        for game in ("v4", "v5", "v7", "v8", "he"):
            self.open(archive=self.archive_of(game))
            seen = [self.each(f"{CARD} canvas", "one.toDataURL()")]
            for _ in range(60):
                self.browser.keys("ArrowRight")
                seen.append(self.each(f"{CARD} canvas", "one.toDataURL()"))
            for number, looks in enumerate(zip(*seen, strict=True)):
                self.assertGreater(len(set(looks)), 1, f"{game}, card {number} stands still")
                self.assertGreater(len(self.canvas(card(number))), 100, f"{game}, card {number}")
            self.go("#costume=1")
            self.assertGreater(len(self.canvas()), 100, game)
            self.assertEqual("wave (6)" in self.texts("#chores th"), game == "he")  # as its makers called it
            self.assert_silent()

    def test_stand_in_groups_orders_and_sizes(self):
        self.open()
        self.set("Order", "By name")
        self.assertEqual(self.names(), ["Costume @2", "Costume 4", "Lottie", "Mélusin", "Pip"])
        self.set("Order", "Most chores first")
        self.assertEqual(self.names()[-1], "Costume @2")
        small = self.box(CARD)["height"]
        self.set("Size of cards", "large")
        self.wait(f"document.querySelector('{CARD}').getBoundingClientRect().height > arguments[0]", small)
        self.click_really("#arrangement input[type=checkbox]")
        self.assertEqual(self.shown(".room-head"), ["Room 1 · quay", "Room 2 · theatre"])
        self.browser.keys("/", *"theatre")
        self.assertEqual(self.shown(".room-head"), ["Room 2 · theatre"])
        self.open()  # The rooms are shown again after this.
        self.assertEqual(len(self.shown(".room-head")), 2)

    def test_have_whole_zooms_at_which_they_fit(self):
        for width in (500, 800, 1400):
            self.size(width, 1400)
            self.open()
            self.wait(f"[...document.querySelectorAll('{CARD} canvas')].every((one) => one.style.width)")
            zooms = self.each(f"{CARD} canvas", "one.getBoundingClientRect().width / one.width")
            self.assertLessEqual(set(zooms), {2, 3})
            self.assertEqual(set(self.each(f"{CARD} .picture", "one.scrollWidth > one.clientWidth")), {False})

    def test_have_pictures_of_a_limb_at_one_zoom(self):
        self.open("#costume=1")
        self.browser.wait_for("document.getElementById('all-pictures').scrollIntoView();"
                              "return document.querySelector('.thumbs canvas')")
        zooms = self.get("[...document.querySelector('.thumbs').querySelectorAll('canvas')]"
                         ".map((one) => parseFloat(one.style.width) / one.width)")
        self.assertGreater(len(zooms), 5)
        self.assertEqual(len(set(zooms)), 1)

    def test_of_a_large_game_are_drawn_only_where_they_are_seen(self):
        drafts = [Draft(seed) for seed in range(900)]
        game = make_game(6, [[draft.payload(6) for draft in drafts[at:at + 90]] for at in range(0, 900, 90)])
        archive = self.pack(game.write(self.folder / "many"), "many.wardrobe")
        self.emulate()
        self.size(1440, 900)
        self.open(archive=archive)
        drawn = self.browser.run("""
          const drawn = new Set();
          for (const name of ["drawImage", "putImageData"]) {
            const own = CanvasRenderingContext2D.prototype[name];
            CanvasRenderingContext2D.prototype[name] = function (...args) {
              drawn.add(this.canvas);
              return own.apply(this, args);
            };
          }
          return new Promise((done) => {
            let frames = 0;
            requestAnimationFrame(function next() {
              if (++frames < 60) requestAnimationFrame(next);
              else done(drawn.size);
            });
          });
        """)
        self.assertGreater(drawn, 10)
        self.assertLess(drawn, 150)


class Names(ViewTest):
    def test_are_kept_found_saved_and_loaded(self):
        self.open(WALK % 0)
        self.type("#own-name", "Ada <b>")
        self.assertEqual(self.shown("#costume-name"), ["Ada <b>"])
        self.type("#own-chore", "strolls")
        self.assertEqual(self.shown("#timeline-name"), ["strolls W"])
        self.open("#costume=@2")
        self.type("#own-name", "Tom")
        self.open()
        self.assertEqual(self.names()[0], "Ada <b>")
        self.browser.keys("/", *"stroll")
        self.assertEqual(self.names(), ["Ada <b>"])
        self.browser.keys("Escape")
        saved = json.loads(self.caught("#arrangement button", "Save names"))
        self.assertEqual((saved["costumes"], saved["chores"]), ({"1": "Ada <b>", "#2": "Tom"}, {"1": {"2": "strolls"}}))
        self.browser.run("localStorage.clear()")
        # This is the same game, packed with backgrounds, so its page is another file.
        with_rooms = self.pack(sample(6), "rooms.wardrobe", "--rooms")
        self.open(archive=with_rooms)
        self.assertEqual(self.names()[0], "Pip")
        path = self.folder / "names.json"
        path.write_text(json.dumps(saved))
        self.assertEqual(run("list", with_rooms, "--names", path, "--json").json_lines()[0]["wearer"], "Ada <b>")
        self.load(path)
        self.wait_for_text(f"{CARD} strong", "Ada <b>")
        self.assertEqual(self.shown("#status"), ["Loaded the names in names.json"])
        self.open(archive=self.archive)  # the same game
        self.assertEqual(self.names()[0], "Ada <b>")
        self.assertEqual(self.each("main b", "1"), [])

    def test_in_a_file_of_nonsense_are_refused(self):
        self.open()
        for text in ("", "[]", "3", '{"costumes": 3}', '{"__proto__": {"1": "x"}}'):
            path = self.folder / "names.json"
            path.write_text(text)
            self.browser.run("document.getElementById('status').textContent = ''")
            self.load(path)
            self.wait("document.getElementById('status').textContent.startsWith('Failed: ')")
        path.write_text('{"costumes": {"1": 5, "constructor": "x"}, "chores": {"1": 3, "2": {"2": "", "3": "sits"}}}')
        self.load(path)
        self.wait("document.getElementById('status').textContent.includes('another game')")
        self.assertEqual(self.names()[0], "Pip")

    def load(self, path):
        root = self.browser.devtools("DOM.getDocument")["root"]["nodeId"]
        node = self.browser.devtools("DOM.querySelector", nodeId=root, selector="#names-file")["nodeId"]
        self.browser.devtools("DOM.setFileInputFiles", nodeId=node, files=[str(path)])


class Layout(ViewTest):
    def test_keeps_save_above_the_fold_where_it_does_not_move(self):
        self.size(1440, 900)
        for game in ("v6", "v8"):
            self.open("#costume=1&chore=walk&dir=" + ("W" if game == "v6" else "270"), self.archive_of(game))
            for part in ("#save-kinds", "#copy-line"):
                self.assertLess(self.box(part)["bottom"], 900)
            places = set()
            for _ in range(12):
                self.browser.keys("ArrowRight")
                box = self.box("#save-panel")
                places.add((box["top"], box["height"]))
            self.assertEqual(len(places), 1)

    def test_keeps_play_and_scrubber_in_view(self):
        self.browser.resize(390, 844)  # a phone
        self.open(WALK % 3)
        self.assertTrue(self.browser.run(INSIDE, "#transport"))
        self.size(1366, 650)
        self.open("#costume=1")
        self.assertLess(self.box("#transport")["bottom"], 650)
        self.assertGreater(self.get("document.getElementById('stage').clientHeight"), 200)

    def test_has_targets_that_fingers_hit(self):
        self.size(390, 844)
        for address in ("", "#costume=1", "#costume=3"):
            self.open(address)
            small = self.browser.run("""
              return [...document.querySelectorAll('button, input, select, summary')].filter((one) => one.checkVisibility())
                .map((one) => [one.outerHTML, (one.closest('.check') ?? one).getBoundingClientRect()])
                .filter(([, { width, height }]) => width > 0 && (width < 24 || height < 24))
                .map(([html, { width, height }]) => `${html} ${width} × ${height}`);
            """)
            self.assertEqual(small, [], address)
            self.assertLessEqual(self.get("document.documentElement.scrollWidth"), 390, address)

    def test_help_opens_at_its_title(self):
        self.size(1000, 400)
        self.open()
        self.click_really("#help-button")
        self.assertEqual(self.get("[document.getElementById('help').scrollTop, document.activeElement.id]"),
                         [0, "help-title"])
        self.browser.keys("Escape", "?")
        self.assertEqual(self.get("getComputedStyle(document.activeElement).outlineStyle"), "none")

    def test_of_the_header_is_one_line(self):
        for width in (800, 1400):
            self.size(width, 900)
            for address in ("", "#costume=1"):
                self.open(address)
                self.assertLess(self.box("#top")["bottom"], 60)

    def test_bends_and_breaks_nothing(self):
        self.size(500, 900)
        self.open(WALK % 3)
        self.assertEqual(set(self.each("button.round", "one.offsetWidth - one.offsetHeight")), {0})
        words = self.shown("#replay-line span")
        self.assertEqual(words, self.shown("#replay-line")[0].split(" "))
        self.assertEqual(len(set(self.each("#replay-line span", "one.offsetHeight"))), 1)
        # Colours that may be like the page have borders.
        self.assertEqual(set(self.each(".swatch, .dot", "getComputedStyle(one).borderTopStyle")), {"solid"})


class Addresses(Gallery):
    def test_of_nothing_show_what_there_is(self):
        self.open()
        none = ["#costume=999", "#costume=%23999999999", "#costume=-1&tick=x", "#costume=1e3", "#%", "#%%%=&&=%ff",
                "#costume=<img src=x onerror=alert(1)>", "#__proto__=1&constructor=2", "#costume=" + "9" * 5000]
        some = ["#costume=1&chore=nope&dir=Q&tick=5", "#costume=1&chore=walk&dir=W&tick=999999999",
                "#costume=%232&chore=__proto__&dir=W", "#costume=@2", "#costume=1&chore=walk", "#costume=9&tick=-1"]
        for address in [*none, *some]:
            self.browser.run("location.hash = arguments[0]; return new Promise((done) => setTimeout(done, 20))", address)
            self.assertEqual(self.view(), "costume" if address in some else "gallery", address)
            self.assertEqual(len(self.shown(CARD)), 0 if address in some else 5, address)

    def test_go_back_and_forth(self):
        self.open()
        for address in ("#costume=1", "#costume=3"):
            self.browser.run("location.hash = arguments[0]", address)
        self.wait("document.title.startsWith('Mélusin')")
        self.browser.run("history.back()")
        self.wait("document.title.startsWith('Pip')")
        self.browser.run("history.back()")
        self.wait_for_view("gallery")


class Views(ViewTest):
    def test_ticks_are_no_messages_to_screen_readers(self):
        self.open(WALK % 3)
        tree = self.tree()
        self.assertEqual([name for role, name in tree if role in ("status", "log", "alert", "timer") and name
                          and "tick" in name], [])
        self.assertEqual([text for text in self.shown("output, [aria-live], [role=status]") if "tick 3" in text], [])
        self.assertEqual(tree["slider", "Tick"], 3)
        self.assertEqual(self.get("document.getElementById('tick-slider').ariaValueText"), "tick 3 of 0–23")

    def test_fit_by_whole_pixels_of_the_screen(self):
        self.browser.resize(390, 844, 3)
        self.open(WALK % 3)
        [[width, zoom]] = self.each("#stage-picture", "[one.clientWidth, 3 * one.clientWidth / one.width]")
        self.assertAlmostEqual(zoom, round(zoom), delta=0.05)
        self.assertNotEqual(round(zoom) % 3, 0, width)

    def test_need_scripts_and_say_so(self):
        page = self.export(self.archive)
        self.browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
        self.addCleanup(self.browser.devtools, "Emulation.setScriptExecutionDisabled", value=False)
        self.browser.open(page)
        self.assertEqual(self.shown("main > *"), ["This page needs JavaScript, which is switched off here."])

    def test_of_eight_directions_have_arrows(self):
        self.open("#costume=1", self.archive_of("v8"))
        heads = self.shown("#chores thead th")[1:]
        self.assertEqual([head[0] for head in heads], ["↑↗→↘↓↙←↖"[int(head[2:-1]) // 45] for head in heads])

    def test_tell_engine_developers_where_and_what(self):
        archive = self.archive_of("v7")
        self.open(WALK % 3, archive)
        offset = self.rows(archive, "costumes")[0]["offset"]
        self.assertIn(f"SAMPLE.LA1 at 0x{offset:04X}", self.shown("#costume-about")[0])
        lines = self.texts("#record")[0].splitlines()
        self.assertEqual(lines[1][:16], "limb  0  program")
        self.assertRegex(lines[2], r"^    0x[0-9A-F]{4}  06 +cel 6$")
        self.assertRegex("\n".join(lines), r"C0 15 08 +sound 8\n")
        self.assertRegex("\n".join(lines), r"C0 30 .. .. +goto 0x")
        self.click_really("#states-box summary")
        self.wait("document.querySelector('#states tbody tr')")
        states = self.each("#states tbody tr", "[...one.cells].map((cell) => cell.textContent)")
        drawn = {limb: str(index) for limb, index, *_ in next(
            row for row in self.rows(archive, "timelines")
            if (row["costume_row"], row["chore"], row["dir"]) == (0, 2, "W"))["frames"][3]}
        self.assertEqual({int(limb): text for limb, *_, text in states if text != "nothing"}, drawn)
        self.assertIn("walk", {chore for _, chore, *_ in states})

    def test_zoom_by_wheel(self):
        self.open(WALK % 3)
        x, y = self.center("#stage")
        before, scrolled = self.box("#stage-picture")["width"], self.get("scrollY")
        for turn, than_before in ((-100, ">"), (100, "===")):
            self.browser.devtools("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=turn)
            self.wait("document.getElementById('stage-picture').getBoundingClientRect().width"
                      f" {than_before} arguments[0]", before)
        self.assertEqual(self.get("scrollY"), scrolled)

    def test_show_states_and_colours_where_colours_are_forced(self):
        self.browser.emulate(forced_colors="active", prefers_reduced_motion="reduce")
        self.open(WALK % 3)
        background = "getComputedStyle(one).backgroundColor"
        for state in ("true", "false"):
            self.assertEqual(len(set(self.each(f"#chores [aria-pressed={state}]", background))), 1)
        self.assertEqual(len(set(self.each("#chores [aria-pressed]", background))), 2)
        self.assertGreater(len(set(self.each("#swatches button", background))), 8)


if __name__ == "__main__":
    unittest.main()
