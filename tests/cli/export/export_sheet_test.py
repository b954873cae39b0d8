"""`wardrobe export --format sheet`: every frame of every timeline is what `replay` draws."""

import json
import unittest

import numpy

from exported import ExportCase, games_with_truth, rgba, sample_games, sheets_in
from support import AKOS_GAME_NAMES, GAME_NAMES, sample

TOO_LARGE_FOR_A_GRID = ("synth16_5", "synth16_6", "synth16_7")


class SheetTest(ExportCase):
    def export(self, archive, name, *options):
        folder = super().export(archive, "sheet", name, *options)
        if name in TOO_LARGE_FOR_A_GRID and "--trim" not in options:
            self.assertIn("costume-001: grid would exceed 4096 pixels", self.said)
        else:
            self.assertEqual(self.said, "")
        return folder

    def test_all_ticks_are_those_of_replay(self):
        cases = []
        for name, game in games_with_truth(GAME_NAMES + AKOS_GAME_NAMES).items():
            archive = self.pack(game, f"{name}.wardrobe")
            cases += [(archive, sheet) for sheet in sheets_in(self.export(archive, name))]
        self.assertGreater(len(cases), 25)

        def one(case):
            archive, sheet = case
            for tag, chore, direction in sheet.timelines():
                self.check_timeline(archive, sheet, tag, chore, direction)

        self.check_all(one, cases)

    def test_of_some_chores_enlarged(self):
        for version in (6, 7):
            archive = self.pack(sample(version), f"{version}.wardrobe")
            for trim in ((), ("--trim",)):
                folder = self.export(archive, f"{version}{len(trim)}", "--chore", "walk,stand", "--scale", "2", *trim)
                whole = {sheet.name: sheet for sheet in sheets_in(self.export(archive, f"{version}-whole{len(trim)}", *trim))}
                for sheet in sheets_in(folder):
                    self.assertEqual({chore for _, chore, _ in sheet.timelines()},
                                     {chore for _, chore, _ in whole[sheet.name].timelines()} & {2, 3})
                    self.assertLess(len(sheet), len(whole[sheet.name]))
                    for tag, chore, direction in sheet.timelines():
                        self.check_timeline(archive, sheet, tag, chore, direction, "--scale", "2")

    def test_anchors_give_whole_pixels_back(self):
        for sheet in sheets_in(self.export(self.pack(sample(8)), "sheets")):
            for entry in sheet.data["frames"]:
                size, anchor = entry["sourceSize"], entry["anchor"]
                got = [int(numpy.floor(anchor["x"] * size["w"])), int(numpy.floor(anchor["y"] * size["h"]))]
                self.assertEqual(got, sheet.about["anchor"])

    def test_tags(self):
        """A loop from the start is one tag. With an intro, which plays once, the loop is a tag of its own."""
        for game in sample_games().values():
            archive = self.pack(game, f"{game.name}.wardrobe")
            rows = self.rows(archive, "timelines")
            intros = 0
            for sheet in sheets_in(self.export(archive, game.name)):
                tags = {tag["name"]: tag for tag in sheet.tags}
                self.assertEqual(len(tags), len(sheet.tags), "names are not unique")
                self.assertEqual(set(tags), set(sheet.data["animations"]))
                mine = [row for row in rows if row["costume_row"] == sheet.about["row"]]
                whole = [tag for tag in sheet.tags if "data" in tag]
                for row, tag in zip(mine, whole, strict=True):
                    told = json.loads(tag["data"])
                    ticks, start = row["ticks"], row["loop_start"]
                    self.assertEqual(told, {key: row[key] for key in ("chore", "dir", "ticks", "loop_start")})
                    self.assertEqual(len(sheet.ticks_of(tag)), ticks)
                    self.assertEqual(sheet.data["animations"][tag["name"]],
                                     [str(frame) for frame in sheet.frames_of(tag)])
                    loop = tags.get(tag["name"] + " loop")
                    self.assertEqual("repeat" in tag, start != 0)
                    self.assertEqual(loop is not None, start not in (0, None))
                    if loop:
                        intros += 1
                        self.assertNotIn("repeat", loop)
                        self.assertEqual(len(sheet.ticks_of(loop)), ticks - start)
            self.assertGreater(intros, 0)

    def test_durations_follow_tick_ms(self):
        archive = self.pack(sample(5))
        usual, slow = (sheets_in(self.export(archive, f"t{ms}", "--tick-ms", str(ms)))[0] for ms in (100, 250))
        self.assertEqual([entry["duration"] * 5 // 2 for entry in usual.data["frames"]],
                         [entry["duration"] for entry in slow.data["frames"]])
        longest = sheets_in(self.export(archive, "long", "--tick-ms", "65535"))[0]
        self.assertEqual({entry["duration"] for entry in longest.data["frames"]}, {65535})

    def test_indexed_sheets_have_values_as_greys_and_their_palette_as_a_row(self):
        for game in (sample(6), sample(8)):
            archive = self.pack(game, f"{game.name}.wardrobe")
            plain, indexed = (self.export(archive, f"{game.name}{len(options)}", *options)
                              for options in ([], ["--indexed"]))
            self.assertEqual({path.name for path in indexed.iterdir()} - {path.name for path in plain.iterdir()},
                             {f"{sheet.name}-palette.png" for sheet in sheets_in(plain)})
            for before, after in zip(sheets_in(plain), sheets_in(indexed), strict=True):
                self.assertEqual(before.data, after.data)
                grey, clear = after.picture[..., 0], after.picture[..., 3] == 0
                numpy.testing.assert_array_equal(clear, before.picture[..., 3] == 0)
                palette = rgba(indexed / f"{after.name}-palette.png")
                self.assertEqual(palette.shape, (1, 256, 4))
                numpy.testing.assert_array_equal(numpy.where(clear[..., None], 0, palette[0][grey]), before.picture)

    def test_palettes(self):
        archive = self.pack(sample(6))
        palettes = self.rows(archive, "palettes")
        row = next(row for row in palettes if row["palette"] == 1)
        room = f"{row['room']}:1"
        folder = self.export(archive, "other", "--palette", room, "--costume", "1")
        sheet = sheets_in(folder)[0]
        for tag, chore, direction in list(sheet.timelines())[:4]:
            self.check_timeline(archive, sheet, tag, chore, direction, "--palette", room)


if __name__ == "__main__":
    unittest.main()
