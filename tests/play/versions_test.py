"""The version of a game is detected, can be given, and is shown."""

import unittest

from game_files import block, make_v4_game, tiny_costume, tiny_game
from support import GAMES, ProgramTest, run, sample

EGA = ("000000" "0000aa" "00aa00" "00aaaa" "aa0000" "aa00aa" "aa5500" "aaaaaa"
       "555555" "5555ff" "55ff55" "55ffff" "ff5555" "ff55ff" "ffff55" "ffffff")


class Versions(ProgramTest):
    def info(self, archive):
        done = run("info", archive, "--json")
        self.assert_fine(done)
        row = done.json_lines()[0]
        return row["version"], row["version_name"], row["evidence"]

    def packed_info(self, game, *options):
        """Returns `info` of the game packed with these options, some of which may make costumes fail."""
        archive = self.folder / "a.wardrobe"
        done = run("pack", game, "-o", archive, "-q", "--force", *options)
        self.assert_no_crash(done)
        self.assertIn(done.status, (0, 1), str(done))
        return self.info(archive)

    def test_is_detected(self):
        for version, size in ((5, 26), (6, 38)):
            game = tiny_game(version).write(self.folder / f"v{version}")
            self.assertEqual(self.packed_info(game),
                             (version, str(version), f"MAXS has {size} bytes"))
        for game in (tiny_game(4), make_v4_game([[tiny_costume(4)]], palettes=False)):
            folder = game.write(self.folder / "v4")
            for source in (folder, folder / "000.LFL", folder / "DISK01.LEC"):
                self.assertEqual(self.packed_info(source), (4, "4", "block headers of 6 bytes"))

    def test_can_be_given(self):
        game = tiny_game(6).write(self.folder / "six")
        for version in (4, 5, 6, 7, 8):
            self.assertEqual(self.packed_info(game, "--game", str(version)),
                             (version, str(version), f"--game {version}"))
        self.assertEqual(self.packed_info(game, "--game", "he"),
                         (60, "HE 60", "--game he"))
        for version in (61, 70, 71, 72, 80, 85, 90, 95, 98, 99, 100):
            self.assertEqual(self.packed_info(game, "--game", f"he{version}"),
                             (version, f"HE {version}", f"--game he{version}"))
        for wrong in ("60", "9", "HE 70", ""):
            self.assert_trouble(run("pack", game, "-o", self.folder / "none", "--game", wrong))

    def test_is_shown_with_its_reason(self):
        archive = self.pack(tiny_game(6).write(self.folder / "six"))
        done = run("info", archive)
        self.assert_fine(done)
        self.assertIn("SCUMM version 6 (MAXS has 38 bytes)\n", done.out)

    def test_of_version_4_with_music_and_a_sound_that_is_longer_than_it_says(self):
        sounds = block(b"RO", b"\xEE" * 90) + block(b"SO", b"\xEE" * 33) + b"\xEE" * 205
        rooms = [[tiny_costume(4)] * 2, [tiny_costume(4)]]
        archives = [self.pack(make_v4_game(rooms, behind=behind).write(self.folder / name), name + ".w")
                    for name, behind in (("silent", b""), ("loud", sounds))]
        self.assertEqual(run("list", archives[1], "failures").out, run("list", archives[0], "failures").out)
        self.assert_fine(run("diff", *archives))

    @unittest.skipIf(GAMES is None, "WARDROBE_GAMES is not set")
    def test_of_the_test_games_of_version_7(self):
        for name, ids in (("road7", [2, 1]), ("synth16_7", [1])):
            archive = self.pack(GAMES / name, f"{name}.wardrobe")
            self.assertEqual(self.info(archive), (7, "7", "MAXS has 138 bytes"))
            costumes = self.rows(archive, "costumes")
            self.assertEqual([row["id"] for row in costumes], ids)
            self.assertEqual([row["room"] for row in costumes], ids, "each lives in its own room")
            bare = self.pack(next((GAMES / name).glob("*.LA1")), f"{name}.bare.wardrobe")
            self.assertEqual(self.info(bare), (7, "7", "RMHD has 18 bytes"))
            self.assertEqual(len(self.rows(bare, "costumes")), len(ids))


class Version4(ProgramTest):
    def test_holds_the_pictures_and_timelines_of_version_5(self):
        four, five = (self.pack(sample(version), f"{version}.wardrobe") for version in (4, 5))
        for what in ("pictures", "timelines"):
            self.assertGreater(len(self.rows(four, what)), 100)
            self.assertEqual(self.rows(four, what), self.rows(five, what))
        for pair in ((four, five), (five, four)):
            self.assert_fine(run("diff", *pair))

    def test_wears_ega_where_no_room_has_a_palette(self):
        game = make_v4_game([[tiny_costume(4)], []], palettes=False).write(self.folder / "ega")
        palettes = self.rows(self.pack(game), "palettes")
        self.assertEqual([(row["room"], row["palette"]) for row in palettes], [(1, 0), (2, 0)])
        for row in palettes:
            self.assertEqual(row["colors"], EGA)

    def test_differs_between_ega_and_vga(self):
        rooms = [self.pack(make_v4_game([[tiny_costume(4)]], palettes).write(self.folder / name),
                           f"{name}.wardrobe")
                 for name, palettes in (("vga", True), ("ega", False))]
        self.assertEqual(run("diff", *rooms).status, 1)

    def test_shares_its_folder_with_another_game(self):
        folder = tiny_game(4).write(self.folder / "both")
        tiny_game(5).write(folder)
        self.assert_trouble(run("pack", folder, "-o", self.folder / "x"), "000.LFL", "TINY.000")
        for name, version in (("000.LFL", 4), ("TINY.000", 5)):
            path = self.pack(folder / name, f"{name}.wardrobe")
            self.assertEqual(run("info", path, "--json").json_lines()[0]["version"], version)

    def test_older_games_are_called_what_they_are(self):
        for name, size, word in (("00.LFL", 1972, "version"), ("01.LFL", 50, "its index"), ("00.LFL", 1188, "C64"), ("game.d64", 174848, "C64"),
                                 ("a.dsk", 9, "Apple"), ("a.prg", 9, "NES")):
            folder = self.folder / f"{name}{size}"
            folder.mkdir()
            (folder / name).write_bytes(bytes(size))
            for source in (folder, folder / name):
                self.assert_trouble(run("pack", source, "-o", self.folder / "x"), name, word)

    def test_an_index_inside_a_program_is_mentioned(self):
        folder = tiny_game(5).write(self.folder / "steam")
        (folder / "TINY.000").unlink()
        (folder / "Tiny.exe").write_bytes(b"MZ")
        done = run("pack", folder, "-o", self.folder / "x")
        self.assert_fine(done)
        self.assertIn("it may be inside Tiny.exe, but was not found there\n", done.out)


if __name__ == "__main__":
    unittest.main()
