"""`wardrobe replay`: pictures and cels of animations, compared with the archive's own columns."""

import unittest

import numpy

from forge import Image, archive_of
from game_files import costume, make_game, picture, rle16
from images import Gif, indices, rgba
from reader import TYPES, Archive
from support import ProgramTest, all_games, read, run, sample

DIRECTIONS = "WESN"


def frames_of(archive, timeline):
    """Yields the cels (picture, x, y, flip) of each tick."""
    for frame in archive.blob("timelines.tick", timeline):
        yield [tuple(int(archive["cels." + name][cel]) for name in ("picture", "x", "y", "flip"))
               for cel in archive.row_range("frames.cel_offset", frame)]


def room_colors(archive, room, number):
    for row in range(archive.rows("palettes")):
        if (archive["rooms.number"][archive["palettes.room"][row]] == room
                and archive["palettes.number"][row] == number):
            return archive.blob("palettes.rgb", row).reshape(-1, 3)
    raise AssertionError(f"no palette {room}:{number}")


def strip(archive, costume, timeline, colors):
    """Returns all frames of a timeline side by side, drawn pixel by pixel."""
    frames = list(frames_of(archive, timeline))
    boxes = [(x, y, *archive.pixels(picture).shape[::-1]) for cels in frames
             for picture, x, y, _ in cels] or [(0, 0, 1, 1)]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    width = max(box[0] + box[2] for box in boxes) - left
    height = max(box[1] + box[3] for box in boxes) - top
    canvas = numpy.zeros((height, width * len(frames), 4), "u1")
    clut = archive.blob("costumes.color", costume)
    for number, cels in enumerate(frames):
        for picture, x, y, flip in cels:
            pixels = archive.pixels(picture)[:, ::-1 if flip else 1]
            seen = pixels != archive["pictures.transparent"][picture]
            at_x, at_y = x - left + number * width, y - top
            part = canvas[at_y:at_y + pixels.shape[0], at_x:at_x + pixels.shape[1]]
            part[seen, :3] = colors[clut[pixels[seen]]]
            part[seen, 3] = 255
    return canvas


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

    def test_a_script_talks_while_it_walks(self):
        done = self.scripted("0 init W\n0 walk\n8 talk-start\n20 talk-stop\n24 end", "--json")
        self.assert_fine(done)
        walk = self.replay("--json").json_lines()[:24]
        talk = done.json_lines()
        self.assertEqual(talk[:8], walk[:8])
        self.assertNotEqual(talk[8:20], walk[8:20])
        body = max(limb for limb, *_ in talk[0]["cels"])
        for line, walking in zip(talk, walk):
            self.assertEqual([cel[:2] for cel in line["cels"] if cel[0] == body],
                             [cel[:2] for cel in walking["cels"] if cel[0] == body])

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
                    expected = strip(archive, costume, timeline, room_colors(archive, room, 0))
                    numpy.testing.assert_array_equal(rgba(read(out)), expected, str(done))

        self.check_all(same, all_games())

    def test_a_file_per_tick_is_the_strip_cut_up(self):
        whole = rgba(self.picture(costume="2"))
        done = self.replay("-o", self.folder / "b-%d.png", costume="2")
        self.assert_fine(done)
        count = len(list(self.folder.glob("b-*.png")))
        parts = [rgba(read(self.folder / f"b-{tick}.png")) for tick in range(count)]
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
        color = room_colors(Archive.open(self.archive), 1, 0)[200]
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
                strip(archive, 1, timeline, room_colors(archive, room, number)))
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

    def test_a_gif_is_one_pass_of_the_ticks(self):
        for arguments, delay, count in (((), 10, 0), (("--tick-ms", "40", "--loops", "7"), 4, 7)):
            gif = Gif(self.picture(*arguments, name="a.gif", costume="2"))
            lines = self.replay("--json", costume="2").json_lines()
            self.assertEqual(gif.delays, [delay] * len(lines))
            self.assertEqual((gif.disposals, gif.loops, gif.transparent), ({2}, count, 16))

    def test_frames_of_a_gif_are_those_of_the_strip(self):
        for options in ((), ("--background", "9", "--scale", "2", "--palette", "1:1")):
            gif = Gif(self.picture(*options, name="a.gif", costume="2"))
            strip, colors = indices(self.picture(*options, costume="2"))
            numpy.testing.assert_array_equal(numpy.concatenate(gif.frames, axis=1), strip)
            self.assertEqual(gif.colors[:3 * 17], colors[:3 * 17])

    def test_a_gif_keeps_time_if_ticks_are_not_whole_hundredths(self):
        delays = Gif(self.picture("--tick-ms", "25", name="a.gif", costume="2")).delays
        self.assertEqual(sum(delays), len(delays) * 25 // 10)
        self.assertEqual(set(delays), {2, 3})

    def test_an_opaque_gif_has_no_transparent_index(self):
        self.assertIsNone(Gif(self.picture("--background", "0", name="a.gif", costume="2")).transparent)

    def test_are_the_same_when_made_again(self):
        for name in ("a.gif", "a.png"):
            self.assertEqual(self.picture(name=name), self.picture(name=name))


class Trouble(ReplayTest):
    def refused(self, *arguments, named=(), **what):
        """Asserts status 2, one line, and no file."""
        self.assert_trouble(self.replay(*arguments, **what), *named)
        self.assertEqual([path.name for path in self.folder.iterdir()
                          if path.suffix in (".png", ".gif")], [])

    def test_unknown_costumes(self):
        for costume in ("77", "0", "#5", "#", "x", "-1", "1x", "", "99999999999"):
            self.refused("--json", costume=costume, named=("costume",))

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

    def test_unknown_chores_and_directions(self):
        for chore in ("run", "16384", "-1"):
            self.refused("--json", chore=chore, named=("--chore " + chore, "expected"))
        for direction in ("X", "44", "w", "360"):
            self.refused("--json", direction=direction, named=("--dir " + direction, "expected"))

    def test_unknown_palettes_and_backgrounds(self):
        out = ("-o", self.folder / "a.png")
        for palette, named in (("7", "room 7"), ("1:2", "palette 2"), ("x", "expected"),
                               ("1:", "expected"), (":1", "expected")):
            self.refused(*out, "--palette", palette, named=(named,))
        for color in ("256", "-1", "red"):
            self.refused(*out, "--background", color, named=("--background",))

    def test_options_out_of_range(self):
        out = ("-o", self.folder / "a.gif")
        for option in (("--scale", "0"), ("--scale", "17"), ("--tick-ms", "19"),
                       ("--loops", "65536"), ("--loops", "-1")):
            self.refused(*out, *option, named=(option[0],))

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

    def test_forged_archives(self):
        """With valid checksums and any column at its extremes, the result is a picture or one clear line."""
        script = self.script("0 init W\n0 walk\n3 animate 245\n5 talk-start E\n9 chore 6\n12 end")
        out = self.folder / "forged"
        out.mkdir()

        def one(case):
            name, index, value = case
            image = Image(Archive.open(self.archive))
            image.change(name, index, value)
            path = out / f"{name}-{index}-{value:x}"
            path.write_bytes(archive_of(image.write()))
            for what in (("--script", script), ("--chore", "walk", "--dir", "W")):
                done = run("replay", path, "--costume", "#1", *what, "-o", f"{path}.png", "--force")
                self.assert_no_crash(done)
                if done.status != 0:
                    self.assert_trouble(done)
            path.unlink()

        cases = []
        for name, type_, data in Image(Archive.open(self.archive)).columns:
            width = int(TYPES[type_][2])
            if name != "pixels" and data:
                cases += [(name, index, value) for index in {0, len(data) // width // 2}
                          for value in ((1 << 8 * width) - 1, 1 << (8 * width - 1))]
        self.check_all(one, cases)


if __name__ == "__main__":
    unittest.main()
