"""`wardrobe replay`: pictures and cels of animations, compared with the archive's own columns."""

import unittest

import numpy

import drawing
from forge import Image, archive_of
from game_files import costume, make_game, picture, rle16
from images import Gif, indices, rgba
from reader import Archive
from support import ProgramTest, all_games, read, run, sample

DIRECTIONS = "WESN"


def strip(archive, costume, timeline, palette):
    """Returns all frames of a timeline side by side, drawn pixel by pixel."""
    return numpy.concatenate(drawing.ticks(archive, timeline, drawing.colors(archive, costume, palette)), axis=1)


class ReplayTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.archive = self.pack(sample(6))

    def replay(self, *arguments, costume="1", chore="walk", direction="W"):
        return run("replay", self.archive, "--costume", costume, "--chore", chore,
                   "--dir", direction, *arguments)

    def picture(self, *arguments, name="a.png", **what):
        """Returns the bytes of a picture that replay makes."""
        done = self.replay("-o", self.folder / name, "--force", "--ticks", "9999", *arguments, **what)
        self.assert_fine(done)
        return read(self.folder / name)

    def script(self, text):
        path = self.folder / "script.txt"
        path.write_text(text)
        return path

    def scripted(self, text, *arguments, costume="1"):
        return run("replay", self.archive, "--costume", costume, "--script", self.script(text),
                   *arguments)


class Cels(ReplayTest):
    def test_json_equals_the_list_of_timelines(self):
        def same(game):
            archive = self.pack(game, game.name + ".wardrobe")
            for row in self.rows(archive, "timelines")[::3]:
                done = run("replay", archive, "--costume", f"#{row['costume_row']}", "--chore",
                           str(row["chore"]), "--dir", row["dir"], "--json")
                self.assert_fine(done)
                lines = done.json_lines()
                self.assertEqual([line["tick"] for line in lines], list(range(row["ticks"])))
                self.assertEqual([line["cels"] for line in lines], row["frames"])
                self.assertEqual([[line["tick"], *event] for line in lines
                                  for event in line["events"]], row["events"])

        self.check_all(same, all_games())

    def test_a_script_that_starts_a_chore_is_its_timeline(self):
        baked = self.replay("--json").json_lines()
        played = self.scripted(f"0 init W\n0 walk\n{len(baked)} end", "--json")
        self.assert_fine(played)
        self.assertEqual(played.json_lines(), baked)

    def test_costumes_by_id_alias_and_row(self):
        by_id = self.replay("--json")
        self.assert_fine(by_id)
        for costume in ("9", "#0"):
            self.assertEqual(self.replay("--json", costume=costume).out, by_id.out)

    def test_chores_and_directions_by_name_and_number(self):
        for chore, number in zip(("init", "walk", "stand", "talk-start", "talk-stop"), "12345"):
            for direction, degrees in zip(DIRECTIONS, ("270", "90", "180", "0")):
                named = self.replay("--json", chore=chore, direction=direction)
                self.assert_fine(named)
                self.assertEqual(named.out,
                                 self.replay("--json", chore=number, direction=degrees).out)

    def test_json_beside_a_picture(self):
        done = self.replay("--json", "-o", self.folder / "a.gif")
        self.assert_fine(done)
        self.assertEqual(done.out, self.replay("--json").out)
        self.assertEqual(len(Gif(read(self.folder / "a.gif")).delays), len(done.json_lines()))


class Pictures(ReplayTest):
    def test_strips_are_the_cels_composed_by_hand(self):
        def same(game):
            path = self.pack(game, game.name + ".wardrobe")
            archive = Archive.open(path)
            lit = [archive["palettes.room"][row] for row in range(archive.rows("palettes"))]
            for costume in range(archive.rows("costumes")):
                home = archive["costumes.room"][costume]
                room = int(archive["rooms.number"][home if home in lit else lit[0]])
                for timeline in list(archive.row_range("costumes.record_offset", costume))[::3]:
                    if len(archive.blob("timelines.tick", timeline)) > 40:
                        continue
                    chore, direction = divmod(int(archive["records.number"][timeline]), 4)
                    out = self.folder / (game.name + ".png")
                    done = run("replay", path, "--costume", f"#{costume}", "--chore", str(chore),
                               "--dir", DIRECTIONS[direction], "-o", out, "--force",
                               "--palette", str(room))
                    self.assert_fine(done)
                    expected = strip(archive, costume, timeline, drawing.palette_row(archive, room))
                    numpy.testing.assert_array_equal(rgba(read(out)), expected, str(done))

        self.check_all(same, all_games())

    def test_a_file_per_tick_is_the_strip_cut_up(self):
        whole = rgba(self.picture(costume="2"))
        self.assert_fine(self.replay("-o", self.folder / "b-%d.png", costume="2"))
        parts = [rgba(read(self.folder / f"b-{tick}.png")) for tick in range(len(list(self.folder.glob("b-*.png"))))]
        numpy.testing.assert_array_equal(numpy.concatenate(parts, axis=1), whole)

    def test_that_nothing_is_drawn_is_said(self):
        script = self.folder / "script"
        script.write_text("0 face W\n3 end\n")
        done = run("replay", self.archive, "--costume", "1", "--script", script, "-o", self.folder / "a.gif")
        self.assertRegex(done.out, "frames? of 1×1 pixels, the anchor at 0, 0; nothing is drawn\n$")
        self.assertNotIn("nothing", self.replay("-o", self.folder / "b.gif").out)

    def test_background_is_a_colour_of_the_room(self):
        clear = rgba(self.picture(costume="2"))
        filled = rgba(self.picture("--background", "200", costume="2"))
        archive = Archive.open(self.archive)
        color = archive.blob("palettes.rgb", drawing.palette_row(archive, 1)).reshape(-1, 3)[200]
        behind = clear[:, :, 3] == 0
        self.assertTrue(behind.any() and (filled[:, :, 3] == 255).all())
        self.assertTrue((filled[behind][:, :3] == color).all())
        numpy.testing.assert_array_equal(filled[~behind], clear[~behind])

    def test_palettes_change_colours_only(self):
        archive = Archive.open(self.archive)
        timeline = next(row for row in archive.row_range("costumes.record_offset", 1)
                        if archive["records.number"][row] == 8)
        for palette, room, number in (("1", 1, 0), ("1:0", 1, 0), ("1:1", 1, 1), ("2", 2, 0)):
            numpy.testing.assert_array_equal(
                rgba(self.picture("--palette", palette, costume="2")),
                strip(archive, 1, timeline, drawing.palette_row(archive, room, number)))
        self.assertEqual(self.picture(costume="2"), self.picture("--palette", "1", costume="2"))
        self.assertNotEqual(self.picture(costume="2"), self.picture("--palette", "1:1", costume="2"))

    def test_the_colours_are_those_of_the_default_palette(self):
        for default, shown in ((0, "1"), (1, "1:1"), (2, "2"), (0xFFFFFFFF, None)):
            image = Image(Archive.open(self.archive))
            image.change("costumes.default_palette", 1, default)
            path = self.folder / "default.wardrobe"
            path.write_bytes(archive_of(image.write()))
            out = self.folder / "default.png"
            self.assert_fine(run("replay", path, "--costume", "2", "--chore", "walk", "--dir", "W",
                                 "-o", out, "--force"))
            if shown:
                self.assertEqual(read(out), self.picture("--palette", shown, costume="2"))
            else:
                colors = rgba(read(out))
                self.assertTrue((colors[:, :, 0] == colors[:, :, 1]).all() and colors[:, :, :3].any())

    def test_a_gif_is_the_strip_tick_by_tick(self):
        ticks = len(self.replay("--json", costume="2").json_lines())
        for options, delays, loops, transparent in (
                ((), {10}, 0, 16), (("--tick-ms", "40", "--loops", "7"), {4}, 7, 16), (("--tick-ms", "25"), {2, 3}, 0, 16),
                (("--background", "9", "--scale", "2", "--palette", "1:1"), {10}, 0, None)):
            gif = Gif(self.picture(*options, name="a.gif", costume="2"))
            self.assertEqual((set(gif.delays), len(gif.delays), gif.disposals), (delays, ticks, {2}))
            self.assertEqual((gif.loops, gif.transparent), (loops, transparent))
            if "25" in options:
                self.assertEqual(sum(gif.delays), ticks * 25 // 10)
            drawn = [option for option in options if option not in ("--tick-ms", "--loops", "7", "25", "40")]
            pixels, colors = indices(self.picture(*drawn, costume="2"))
            numpy.testing.assert_array_equal(numpy.concatenate(gif.frames, axis=1), pixels)
            self.assertEqual(gif.colors[:3 * 17], colors[:3 * 17])

    def test_are_the_same_when_made_again(self):
        for name in ("a.gif", "a.png"):
            self.assertEqual(self.picture(name=name), self.picture(name=name))


class Trouble(ReplayTest):
    def refused(self, *arguments, named=(), **what):
        """Asserts status 2, one line, and no file."""
        self.assert_trouble(self.replay(*arguments, **what), *named)
        self.assertEqual([path.name for path in self.folder.iterdir()
                          if path.suffix in (".png", ".gif")], [])

    def test_unknown_names_and_options_out_of_range(self):
        for costume in ("77", "0", "#5", "#", "x", "-1", "1x", "", "99999999999"):
            self.refused("--json", costume=costume, named=("costume",))
        for chore in ("run", "16384", "-1"):
            self.refused("--json", chore=chore, named=("--chore " + chore, "expected"))
        for direction in ("X", "44", "w", "360"):
            self.refused("--json", direction=direction, named=("--dir " + direction, "expected"))
        for palette, named in (("7", "room 7"), ("1:2", "palette 2"), ("x", "expected"), ("1:", "expected"),
                               (":1", "expected")):
            self.refused("-o", self.folder / "a.png", "--palette", palette, named=(named,))
        for option, value in (("--background", "256"), ("--background", "-1"), ("--background", "red"), ("--scale", "0"),
                              ("--scale", "17"), ("--tick-ms", "19"), ("--loops", "65536"), ("--loops", "-1")):
            self.refused("-o", self.folder / "a.gif", option, value, named=(option,))

    def test_what_there_is_instead(self):
        one, shown = [picture(1, 1, rle16([color])) for color in (1, 2, 3, 4)], [0, 1, 2, 3]
        costumes = [{9: [(0, 0, 1)], 11: [(0, 0, 0)], 24: [(0, 0, 3)]},
                    {4: [(0, 0, 1)], 6: [(0, 0, 0)], 25: [(0, 0, 1)], 27: [(0, 0, 2)], 32: [(0, 0, 1)]},
                    {4 * chore: [(0, 0, 0)] for chore in range(3, 43)}]
        game = make_game(6, [[costume(6, {0: one}, records, shown) for records in costumes]])
        archive = self.pack(game.write(self.folder / "many"), "many.wardrobe")
        for arguments, told in (
                (("2", "--chore", "walk"), "costume 2 has no chore walk; it has: init W S, 6 E N, 8 W"),
                (("2", "--chore", "init", "--dir", "N"), "has no chore init in direction N; it has: init W S, 6 E N,"),
                (("1", "--dir", "S"), "costume 1 has nothing in direction S; it has: walk E N, 6 W"),
                (("3", "--chore", "99"), "it has: stand W, talk-start W, talk-stop W, 6 W, 7 W, 8 W, 9 W, 10 W "
                                         "and 32 more; see: wardrobe list ARCHIVE timelines"),
                (("9",), "there is no costume 9; ids are 1, 2, 3"),
                (("#9",), "there is no costume #9; the rows are @0 to @2")):
            self.assert_trouble(run("replay", archive, "--costume", *arguments, "--json"), told)

    def test_bad_scripts_name_file_and_line(self):
        for text, line in (("walk", 1), ("0 init\n# fine\n0 run\n", 3), ("2 init\n1 walk", 2),
                           ("0 face Q", 1), ("0 init W E", 1), ("0 chore x\x1b", 1)):
            done = self.scripted(text, "--json")
            self.assert_trouble(done, "script.txt", f"line {line}", "expected")
        self.assert_trouble(self.scripted("", "--json"), "script.txt", "nothing to play")
        self.script("").unlink()
        self.assert_trouble(run("replay", self.archive, "--costume", "1", "--script",
                                self.folder / "script.txt", "--json"), "script.txt")

    def test_huge_canvases(self):
        done = self.scripted("0 init W\n6000 end\n", "-o", self.folder / "a.png", "--scale", "16")
        self.assert_trouble(done, "64 Mi pixels", "NAME-%d.png")
        self.assertFalse((self.folder / "a.png").exists())


if __name__ == "__main__":
    unittest.main()
