"""`wardrobe list … windows` and `commands` say what records do, and name animation commands in words."""

import unittest

import akos_games
from akos_files import LOOP, PROGRAM, STOP, assemble, condition, dot, draw_many
from akos_files import costume as akos_costume
from game_files import costume, make_game, picture, rle16
from reader import Archive
from support import ProgramTest, all_games, run, sample

AKOS_WORDS = [  # an item of assemble(), and its words
    (5, "cel 5"), (0x8123, "cel 291"), (("empty",), "empty cel"), (("set", -3, 7), "set -3, v7"),
    (("sound", 9), "sound 9"), (("if_sound", 0, 3), "if sound of variable runs, goto 0x0000, v3"),
    (("if_no_sound2", 0, 3), "if sound does not run, goto 0x0000, 3"),
    (draw_many([(1, -2, 5), (0, 0, 0x8085)]), "draw many: cel 5 at 1, -2; cel 133 at 0, 0"),
    (draw_many([(1, 2, 5)], (3, 4)), "draw many, with a move 3, 4: cel 5 at 1, 2"),
    (draw_many([(1, 2, 5)], conditions=b"\7"), "draw many, conditional: cel 5 at 1, 2"),
    (("if_var", 0, 2), "if set, clear and goto 0x0000, v2"), (("add", 300, 1), "add 300, v1"),
    (("soft_sound", 4), "soft sound 4"), (("soft_sound2", 4), "soft sound of variable v4"),
    (("script", 1), "script 1"),
    (condition(0xC045, 5, b"\5\6"), "set user condition 5, v6"), (condition(0xC046, 5, b"\5\6"), "get user condition 5, v6"),
    (condition(0xC047, 4, b"\5"), "set talk condition 5"), (condition(0xC048, 5, b"\5\6"), "get talk condition 5, v6"),
    (("count",), "count"), (("sound0",), "sound 0"), (("jump_ne", 0, 1, -2), "if ≠, goto 0x0000, v1, -2"),
    (("jump_ge", 0, 1, 2), "if ≥, goto 0x0000, v1, 2"), (("anim", 6), "start animation 6"),
    (("anim_var", 6), "start animation of variable v6"), (("random", 1, 5, 2), "random 1, 5, v2"),
    (("clip", 2), "z-clip 2"), (("anim_of", 1, 2), "animation of actor v1, v2"),
    (("set_var_of", 1, 2, 3), "set an actor's variable v1, 2, 3"), (("hide",), "hide actor"),
    (("offset", -1, 2), "draw offset -1, 2"), (("jump_table", 1), "jump by variable v1"),
    (("control8", 1, 2, 3, 4, 5, 6), "sound control 1, 2, 3, 4, 5, 6"), (("flip", 1), "flip 1"),
    (("action", 1, 2, 3, 4), "action 1, 2, 3, 4"), (("script_he", 1), "start script 1"),
    (("sound_var", 1), "sound of variable v1"), (("frame", 1, 2), "auxiliary frame 513"),
    (("do_lt", 5, 1), "do if < 5, v1"), (("end_if",), "end if"), (("talkie", 300), "talkie 44"),
    (("if_talking", 0), "if the actor talks, goto 0x0000"), (("talkie_var", 1), "talkie of variable v1"),
    (("if_anyone", 0), "if anyone talks, goto 0x0000"), (("if_no_one", 0), "if nobody talks, goto 0x0000"),
    (("goto", 0), "goto 0x0000"), (("end",), "end of sequence"), (b"\xC0\x02", "unknown"),
]


def games():
    return [*all_games(), sample(7), sample(8), sample(8).parent / "he"]


class Commands(ProgramTest):
    def akos(self, kind, items, records, **options):
        sequence = assemble(items)[0]
        game = akos_games.GAMES[kind][1]([[akos_costume([dot()] * 6, records, sequence, **options)]])
        done = run("pack", game.write(self.folder / "game"), "-o", self.folder / "a.wardrobe", "-q", "--force")
        self.assertIn(done.status, (0, 1), str(done))
        return self.folder / "a.wardrobe"

    def words(self, kind, items, records, **options):
        rows = self.rows(self.akos(kind, items, records, **options), "commands")
        return [(row["offset"], row["command"]) for row in rows]

    def test_of_a_cost_by_version(self):
        for version, texts in ((5, ["picture 0", "picture 113", "sound", "stop", "start again", "hide", "count"]),
                               (6, ["picture 0", "sound 0", "sound 7", "stop", "start again", "hide", "count"])):
            tables = {limb: [picture(1, 1, rle16([1]))] * 0x72 for limb in (0, 3)}
            commands = [0, 0x71, 0x78, 0x79, 0x7A, 0x7B, 0x7C]
            game = make_game(version, [[costume(version, tables, {4: [(0, 0, 6)], 5: [(0, 0xFFFF), (3, 0, 0x80)]},
                                                commands)]])
            archive = self.pack(game.write(self.folder / f"game{version}"), f"{version}.wardrobe")
            self.assertEqual(self.rows(archive, "commands"), [
                {"costume": 1, "costume_row": 0, "offset": at, "bytes": f"{byte:02x}", "command": text}
                for at, (byte, text) in enumerate(zip(commands, texts))])
            where = {"costume": 1, "costume_row": 0, "chore": 1}
            self.assertEqual(self.rows(archive, "windows"), [
                {**where, "dir": "W", "limb": 0, "mode": "loop", "start": 0, "length": 7},
                {**where, "dir": "E", "limb": 0, "mode": "off", "start": None, "length": None},
                {**where, "dir": "E", "limb": 3, "mode": "once", "start": 0, "length": 1}])

    def test_of_version_1_play_sounds_when_left(self):
        rows = self.rows(self.pack(sample(1)), "commands")
        for row in rows:
            if int(row["bytes"], 16) & 0x80:
                self.assertRegex(row["command"], "^picture [0-9]+, then sound$")

    def test_of_an_akos_with_their_operands(self):
        items = [item for item, _ in AKOS_WORDS]
        at, expected = 0, []
        for item, text in AKOS_WORDS:
            expected.append((at, text))
            at += len(assemble([item])[0])
        self.assertEqual(self.words("v7", items, {9: [(0, PROGRAM, 0, at - 1)]}), expected)

    def test_of_an_akos_are_found_from_windows_jumps_and_jump_tables(self):
        """Commands start at 0 and follow each other. The byte at 3, the second of an operand, is also a code, for
        the window that starts there."""
        found = self.words("he70", [("goto", 0x0501), 1, 2], {9: [(0, LOOP, 3, 0)]}, jumps=(5,))
        self.assertEqual(found, [(0, "goto 0x0501"), (3, "cel 5"), (4, "cel 1"), (5, "cel 2")])

    def test_windows_of_an_akos(self):
        archive = self.akos("v7", [1, 2], {9: [(0, PROGRAM, 1, 0), (2, STOP)]})
        self.assertEqual([(row["limb"], row["mode"], row["start"], row["length"]) for row in self.rows(archive, "windows")],
                         [(0, "program", 1, 1), (2, "stop", None, None)])

    def test_every_window_is_listed_with_its_commands(self):
        for number, game in enumerate(games()):
            path = self.pack(game, f"{number}.wardrobe")
            archive, commands, windows = Archive.open(path), self.rows(path, "commands"), self.rows(path, "windows")
            self.assertEqual(len(windows), archive.rows("windows"))
            at = {(row["costume_row"], row["offset"]): row["bytes"] for row in commands}
            self.assertEqual(len(at), len(commands))
            streams = [archive.blob("costumes.command", row).tobytes() for row in range(archive.rows("costumes"))]
            for (costume_row, offset), data in at.items():
                data = bytes.fromhex(data)
                self.assertEqual(streams[costume_row][offset:offset + len(data)], data)
            for row in windows:
                if row["start"] is not None and row["start"] < len(streams[row["costume_row"]]):
                    self.assertIn((row["costume_row"], row["start"]), at)


if __name__ == "__main__":
    unittest.main()
