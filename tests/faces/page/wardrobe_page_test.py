"""wardrobe.html, which tools/dev/page.sh builds, packs games that are dropped on it in the browser, and shows them."""

import collections
import struct
import unittest

import numpy

from akos_files import FROZEN, PROGRAM, Cel, assemble, costume, draw_many
from akos_games import GAMES
from akos_timelines_test import DOTS, WALK_E
from drop_support import DropTest
from gallery_page_test import WALK, card, frames_of
from game_files import block
from images import rgba
from page_support import CARD, PAGE
from room_replay_test import archive_with_clips
from support import read, run, sample


class WardrobePage(DropTest):
    def drop_game(self, folder, choice="Show it instead"):
        """Drops the files of a game. If the page asks what to do with them, chooses `choice`."""
        self.drop(*sorted(folder.iterdir()))
        if self.shown("#drop-choice"):
            self.answer(choice)


class Games(WardrobePage):
    def test_are_alive_at_a_first_glance(self):
        self.assertEqual(len(self.shown(CARD)), 5)
        self.assertEqual(len(self.shown("#welcome")), 1)
        self.emulate()
        self.open_page(PAGE)
        self.wait_for_change(f"{card()}.toDataURL()")

    def test_of_all_versions_are_packed_and_shown(self):
        for name in ("v4", "v5", "v7", "v8", "he"):
            folder = sample(6).parent / name
            self.drop_game(folder)
            archive = self.pack(folder, f"{name}.wardrobe")
            self.assertEqual(len(self.shown(CARD)), len(self.rows(archive, "costumes")), name)
            self.assertEqual(self.shown("#open-failed"), [], name)
            self.assert_silent()
            if name == "v5":
                self.go(WALK % 3)
                self.assert_drawn(archive, 0, 2, "W", 3)

    def test_are_saved_as_archives(self):
        self.drop_game(sample(8))
        saved = self.write("saved.wardrobe", self.caught("#save-archive", "Save .wardrobe"))
        self.assert_fine(run("verify", saved))
        self.assert_fine(run("diff", saved, self.pack(sample(8), "a.wardrobe", "--rooms")))
        self.drop(saved)
        self.answer("Show it instead")
        self.assertEqual(self.shown("#open-failed"), [])
        self.assertEqual(self.shown("#game-name"), ["saved"])

    def test_that_are_damaged_show_their_failures(self):
        folder = self.copy("v5", "damaged")
        data = bytearray(read(folder / "SAMPLE.001"))
        at = data.find(bytes(byte ^ 0x69 for byte in b"COST"), 2000)
        data[at + 8:at + 60] = bytes(52)
        self.write("damaged/SAMPLE.001", data)
        self.drop_game(folder)
        self.assertEqual(len(self.shown("#failures summary")), 1)


class Comparisons(WardrobePage):
    def assert_kinds_of_diff(self, before, after):
        rows = run("diff", before, after, "--json").json_lines()
        self.assertEqual(dict(text.split() for text in self.shown("#kinds button")),
                         {kind: str(count) for kind, count in
                          collections.Counter(row["kind"] for row in rows).items()})

    def test_of_two_games_show_what_diff_shows(self):
        self.drop_game(sample(5))
        self.drop_game(sample(8), choice="Compare them")
        self.wait_for_view("comparison")
        self.assertEqual(self.shown("#open-failed"), [])
        self.assertEqual(self.get("document.title"), "SAMPLE (SCUMM 5) → SAMPLE (SCUMM 8)")
        self.browser.resize(1400, 900)
        self.assertLess(self.get("document.getElementById('top').offsetHeight"), 60)
        before, after = self.pack(sample(5), "5.wardrobe"), self.pack(sample(8), "8.wardrobe")
        self.assert_kinds_of_diff(before, after)
        self.drop_game(sample(5), choice="Compare them")  # compares with the newer of the two games
        self.assertEqual(self.shown("#open-failed"), [])
        self.assert_kinds_of_diff(after, before)
        self.go("#side=old&costume=1")


class Extras(WardrobePage):
    def show(self, game, address="#costume=1&chore=walk&dir=E&tick=1"):
        """Drops a made-up game, and shows its walk to the East."""
        self.drop_game(game)
        self.go(address)

    def wait_for_cels(self, *indices):
        self.wait("[...document.querySelectorAll('#cels tbody tr')].map((row) => row.cells[1].textContent).join()"
                  " === arguments[0]", ",".join(map(str, indices)))

    def assert_script_plays(self, game, *indices):
        """Asserts that the page and the script that it offers, played by replay, show these cels at tick 1."""
        self.wait_for_cels(*indices)
        script = self.folder / "mixed.txt"
        script.write_text("\n".join(self.texts("#mix-script")) + "\n")
        done = run("replay", self.pack(game, "a.wardrobe", "--force"), "--costume", "1", "--script", script, "--json")
        self.assert_fine(done)
        self.assertEqual([cel[1] for cel in done.json_lines()[1]["cels"]], list(indices))

    def test_variables_play_as_replay_plays_their_script(self):
        sequence = assemble([0, ("jump_eq", "a", 9, 7), 1, ("end",), "a", 2, ("end",)])[0]
        walk = costume(DOTS, {WALK_E: [(0, PROGRAM, 0, len(sequence) - 1)]}, sequence)
        game = GAMES["v7"][1]([[walk]]).write(self.folder / "game")
        self.show(game)
        self.wait_for_cels(1)
        self.set("#mix input", "7")
        self.assert_script_plays(game, 2)

    def test_a_talking_actor_plays_as_replay_plays_its_script(self):
        many = draw_many([(0, 0, 0), (5, 0, 1), (9, 0, 2)], conditions=(0, 1, 2))
        sequence = assemble([("empty",), "talk", many, ("goto", "talk")])[0]
        mouths = block(b"AKCT", struct.pack("<3I", 0, 1, 1 << 6))  # the last is that of talk state 7
        walk = costume(DOTS, {WALK_E: [(0, PROGRAM, 0, len(sequence) - 1)]}, sequence) + mouths
        game = GAMES["he98"][1]([[walk]]).write(self.folder / "game")
        self.show(game)
        self.wait_for_cels(0, 1)
        for state, shown in (("7", [0, 2]), ("3", [0])):
            self.set("Talk state", state)
            self.assert_script_plays(game, *shown)

    def test_shadows_are_those_of_replay(self):
        rows = [[[1, 1, 2], [3, 2, 2]], [[3, 3, 3], [2, 3, 3]]]  # 3 is a shadow; the second limb lies over the first
        palette = bytes([0, 100, 50, 5]) + bytes(range(60, 72))
        walk = costume(list(map(Cel, rows)), {WALK_E: [(limb, FROZEN, limb, 0) for limb in range(2)]}, [0, 1],
                       palette=palette)
        game = GAMES["v8"][1]([[walk]]).write(self.folder / "game")
        self.show(game, "#costume=1&chore=walk&dir=E&tick=0")
        path = self.folder / "walk.png"
        self.assert_fine(run("replay", self.pack(game), "--costume", "1", "--chore", "walk", "--dir", "E", "-o", path))
        page = self.pixels()
        shown = numpy.argwhere(page[:, :, 3])
        (top, left), (bottom, right) = shown.min(0), shown.max(0) + 1
        numpy.testing.assert_array_equal(page[top:bottom, left:right], rgba(path))

    def test_an_actor_in_a_room_follows_its_z_planes_as_in_replay(self):
        packed = self.pack(sample(6).parent / "v8", "rooms.wardrobe", "--rooms")
        path = self.write("clips.wardrobe", archive_with_clips(packed)[0])
        self.drop(path)
        chosen = ("--costume", "1", "--chore", "walk", "--dir", "90", "--room", "1", "--at=110,95", "--quiet")
        self.assert_fine(run("replay", path, *chosen, "--scale", "3", "-o", self.folder / "walk.gif"))
        self.assert_fine(run("replay", path, *chosen, "-o", self.folder / "walk-%d.png"))
        for tick in (0, 4, 8, 12, 16):
            self.go(f"#costume=1&chore=walk&dir=90&tick={tick}&room=1&at=110,95")
            numpy.testing.assert_array_equal(self.pixels(), rgba(self.folder / f"walk-{tick}.png"), str(tick))
        self.assertEqual(frames_of(self.saved("GIF")), frames_of(self.folder / "walk.gif"))

    def test_name_the_licences_of_what_is_inside(self):
        self.browser.keys("?")
        [text] = self.each("#licences-text", "one.textContent")
        for name in ("Wardrobe", "fflate", "libzstd", "highway", "nlohmann-json3", "wasi-libc", "Apache-2.0"):
            self.assertIn(f"— {name} —", text)


if __name__ == "__main__":
    unittest.main()
