"""Small files that ask for much get a clear line or an honest result, and take little memory.

Prints the time and the memory of each run. formats/LIMITS.md has the limits.
"""

import itertools
import json
import pathlib
import unittest

import xxhash

import akos_files as akos
import akos_games
import bomb_archives
import bombs
import game_files
import listing
import old_files
from game_files import tiny_costume, tiny_game
from reader import Archive
from support import ProgramTest, every, not_under_sanitizers, run


class Bomb(ProgramTest):
    def measure(self, what, *arguments, seconds=60):
        """Runs the program, which must neither crash nor take much memory, nor more than so many seconds."""
        done, took, memory = bombs.measured(*arguments, seconds=seconds)
        print(f"{what}: {' '.join(map(str, arguments[:1]))}: status {done.status}, "
              f"{took:.1f} s, {memory >> 20} MiB", flush=True)
        self.assert_no_crash(done)
        self.assertLess(memory, bombs.MOST_MEMORY, str(done))
        return done

    def lines(self, path, what):
        """Returns the rows of `list --json` as text, because parsing them takes long."""
        done = run("list", path, what, "--json")
        self.assert_fine(done)
        return done.out.splitlines()

    def timelines(self, path):
        """Returns the flags and ticks of timelines, also where they are too many for `list --json`."""
        archive = Archive.open(path)
        ticks = archive["timelines.tick_offset"].tolist()
        return [{"flags": [name for flag, name in listing.FLAGS.items() if flags & flag], "ticks": after - before}
                for flags, before, after in zip(archive["timelines.flags"].tolist(), ticks, ticks[1:])]

    def pack_bomb(self, what, game, status, *options):
        folder = game.write(self.folder / "bomb")
        size = sum(path.stat().st_size for path in pathlib.Path(folder).iterdir())
        path = self.folder / "bomb.wardrobe"
        done = self.measure(f"{what}, {size} bytes", "pack", folder, "-q", "--force", "-o", path, *options)
        self.assertEqual(done.status, status, str(done))
        self.assert_fine(run("verify", path))
        self.measure(what, "info", path)
        return path


@not_under_sanitizers
class Games(Bomb):
    def test_pixels_out_of_nothing(self):
        path = self.pack_bomb("pixels", bombs.pixels_out_of_nothing(100), 1)
        failures = self.rows(path, "failures")
        self.assertTrue(all(row["error"].startswith("the costume's pictures exceed the limit of pixels: 256 Ki + 256 "
                                                    "for each of its ") for row in failures))
        packed = self.rows(path, "pictures")
        self.assertEqual(len(packed) + len(failures), 1600)
        self.assertGreater(sum(row["width"] * row["height"] for row in packed), 60 << 20)
        self.assertEqual({row["costume_row"] for row in packed}, set(range(100)), "none takes the pixels of others")

    def test_ticks_out_of_nothing(self):
        game = bombs.cost_game([*bombs.ticking_costumes(80), tiny_costume(6)])
        rows = self.timelines(self.pack_bomb("ticks", game, 0))
        self.assertEqual({flag for row in rows[:-2] for flag in row["flags"]}, {"truncated"})
        self.assertTrue(all(row["ticks"] > 0 for row in rows))
        self.assertEqual([row["flags"] for row in rows[-2:]], [[], []], "it took little itself")

    def test_jumps_to_everywhere(self):
        path = self.pack_bomb("jumps", bombs.jumps_everywhere(), 1)  # more than AKFO may have
        self.assertEqual([row["reached"] for row in self.rows(path, "pictures")], [True])

    def test_megabytes_of_ticks_out_of_nothing(self):
        game = bombs.cost_game(bombs.ticking_costumes(2000))
        self.pack_bomb("many ticks", game, 0)
        game = bombs.cost_game(bombs.ticking_costumes(2000, records=62))
        path = self.pack_bomb("many records that share one", game, 1)
        for row in every(self.rows(path, "failures")):
            self.assertTrue(row["error"].startswith("the records have too many windows"), row)

    def test_events_out_of_nothing(self):
        rows = self.timelines(self.pack_bomb("events", bombs.many_events(9), 0))
        self.assertEqual([row["flags"] for row in rows], [["truncated", "dynamic"]] * 9)

    def test_commands_that_do_nothing(self):
        path = self.pack_bomb("commands", bombs.idle_commands(20), 0)
        for row in self.timelines(path):
            self.assertIn("truncated", row["flags"])

    def test_palettes_in_any_order(self):
        path = self.pack_bomb("80,000 palettes", bombs.rooms_game([bombs.room_with_many_palettes(80_000)]), 1)
        self.assertEqual(len(self.lines(path, "palettes")), 80_000)
        self.assertEqual([row["id"] for row in self.rows(path, "costumes")], [1])

    def test_a_palette_listed_again_and_again(self):
        game = bombs.rooms_game([bombs.room_that_repeats_a_palette(200_000)])
        path = self.pack_bomb("a palette listed 200,000 times", game, 1)
        lines = self.lines(path, "palettes")
        self.assertEqual(len(lines), 200_001)
        self.assertEqual(len(json.loads(max(lines, key=len))["colors"]), 6 * 256)

    def test_rooms_out_of_nothing(self):
        game = bombs.rooms_game([bombs.room_with_shared_strips(65528, 512, 0)] * 60)
        path = self.pack_bomb("wide rooms", game, 1, "--rooms")
        game = bombs.rooms_game([bombs.room_with_shared_strips(512, 65535, 7)] * 200)
        path = self.pack_bomb("tall rooms with planes", game, 1, "--rooms")
        errors = {row["error"] for row in self.rows(path, "failures")}
        self.assertEqual(errors, {"the game's z-planes are too large; one is skipped",
                                  "the game's backgrounds are too large; this one is skipped"})

    def test_planes_out_of_nothing(self):
        game = bombs.rooms_game([bombs.room_without_its_planes(65528, 512)] * 8000)
        path = self.pack_bomb("56,000 planes that are not there", game, 1)
        self.assert_fine(self.measure("56,000 planes that are not there", "list", path, "rooms"))
        hashes = {plane for row in self.rows(path, "rooms") for plane in row["zplanes"]}
        self.assertEqual(hashes, {xxhash.xxh64_hexdigest(bytes(65528 * 512))})


@not_under_sanitizers
class OldGames(Bomb):
    """Games of versions 1 to 3."""

    def test_pixels_out_of_nothing(self):
        for version in old_files.VERSIONS:
            path = self.pack_bomb(f"version {version}: pixels", bombs.old_game(version, bombs.old_pixels(version)), 1)
            for row in every(self.rows(path, "failures")):
                self.assertIn("pixels", row["error"])
            self.assertGreater(sum(row["width"] * row["height"] for row in self.rows(path, "pictures")), 16 << 20)

    def test_pictures_of_65535_rows(self):
        for version in old_files.VERSIONS[1:]:
            one = old_files.old_picture(version, 1, 65535, b"\x10\xFF" * 300)
            payload = game_files.costume(version, {0: [one] * 100}, {4: [(0, 0, 99)]}, range(100))
            path = self.pack_bomb(f"version {version}: pictures of 1×65,535", bombs.old_game(version, payload), 1)
            damage = [row for row in self.rows(path, "failures") if row["kind"] == "damage"]
            self.assertEqual((len(self.rows(path, "pictures")), len(damage)), (0, 9700))

    def test_ticks_out_of_nothing(self):
        for version, commands in zip(old_files.VERSIONS, itertools.cycle([(0, 1), (0, 0x81), (0x81, 0xFC)])):
            game = bombs.old_game(version, bombs.old_ticks(version, commands=commands), costumes=2)
            path = self.pack_bomb(f"version {version}: ticks of {commands}", game, 0)
            self.assertEqual({tuple(row["flags"]) for row in self.timelines(path)}, {("truncated",)}, commands)

    def test_entries_of_an_index_that_are_one(self):
        for version, count in ((1, 34), (2, 254), ("3-16", 254), (3, 65534)):
            game = old_files.tiny_old_game(version)
            place = game.costumes()[1]
            at = place[1]
            index = old_files.old_index(version, [(0, 0xFFFF)] + [(1, at)] * count, 2)
            path = self.pack_bomb(f"version {version}: {count} ids", game.replaced(old_files.INDEX, index), 0)
            rows = self.rows(path, "costumes")
            self.assertEqual((rows[0]["id"], len(rows[0]["aliases"])), (1, count - 1))

    def test_entries_of_an_index_that_lead_everywhere(self):
        """Each costume claims all bytes after its start."""
        for version, count in ((1, 34), (2, 254), ("3-16", 254), (3, 65534)):
            one = old_files.old_block(version, old_files.tiny_costume(version), 0x7FFFFFFF if version == 3 else 0xFFFF)
            game = old_files.make_old_game(version, [[one] * count])
            self.pack_bomb(f"version {version}: {count} costumes in another", game, 1)

    def test_many_small_palettes(self):
        room = game_files.block(b"RO", game_files.block(b"HD", bytes(6)) + game_files.block(b"PA", bytes(2)) * 300_000)
        game = old_files.tiny_old_game(3)
        path = self.pack_bomb("300,000 palettes", game.replaced("03.LFL", room), 0)
        self.assertEqual(len(self.lines(path, "palettes")), 300_002)


CHORE = ["--costume", "1", "--chore", "1", "--dir", "W"]
AT = ["--room", "1", "--at", "9,9"]
PATH = object()  # stands for the archive in arguments


@not_under_sanitizers
class Archives(Bomb):
    def setUp(self):
        super().setUp()
        self.known = Archive.open(self.pack(tiny_game(6).write(self.folder / "game"), "tiny"))

    def bomb(self, data, name="bomb.wardrobe"):
        path = self.folder / name
        path.write_bytes(data)
        return path

    def check(self, what, data, runs):
        """`runs` are arguments, and what is wanted: a status, or a part of the error."""
        path = self.bomb(data)
        for arguments, wanted in runs:
            arguments = [path if argument is PATH else argument for argument in arguments]
            done = self.measure(f"{len(data)} bytes for {what}", *arguments)
            if isinstance(wanted, int):
                self.assertEqual(done.status, wanted, str(done))
            else:
                self.assertIn(done.status, (1, 2), str(done))
                self.assertIn(wanted, done.out + done.err)
        return path

    def test_whose_tables_inflate_enormously(self):
        for eights in (128, 512, 3840):
            commands = (["info", PATH], ["list", PATH, "costumes"], ["diff", PATH, PATH],
                        ["replay", PATH, *CHORE, "--json"], ["verify", PATH])
            self.check(f"{eights // 128} GiB", bomb_archives.with_conditions(self.known, eights),
                       [(command, "may have at most") for command in commands])
        self.check("56 MiB", bomb_archives.with_conditions(self.known, 7),
                   [(command, 0) for command in (["info", PATH], ["verify", PATH], ["diff", PATH, PATH],
                                                 ["list", PATH, "costumes"])])

    def test_of_pixels_that_inflate_enormously(self):
        self.check("400 Mpx", bomb_archives.with_pictures(self.known, 100, 0),
                   [([command, PATH], "may have at most") for command in ("info", "verify")])
        other = self.bomb(bomb_archives.with_pictures(self.known, 31, 0), "other.wardrobe")
        self.check("124 Mpx that differ", bomb_archives.with_pictures(self.known, 31, 1),
                   [(["diff", other, PATH, *extra], 1) for extra in ([], ["--html", self.folder / "a.html"])])

    def test_of_a_background_that_inflates_enormously(self):
        self.check("32 Mpx of background", bomb_archives.with_background(self.known, 65528, 512), [
            (["replay", PATH, *CHORE, *AT, "--ticks", "2", "-o", self.folder / "a.png"], 0),
            (["list", PATH, "rooms", "--json"], 0)])
        self.check("more than 32 Mpx", bomb_archives.with_background(self.known, 65528, 513), [
            (["info", PATH], "rooms"), (["replay", PATH, *CHORE, *AT, "-o", self.folder / "b.png"], "rooms")])

    def test_that_list_enormously(self):
        for cels, ticks, timelines, json_says in ((4000, 2048, 1, 0), (4000, 65536, 16, "more than 8 Mi ticks and cels"),
                                                  (4096, 8 << 20, 1, "more than 8 Mi ticks and cels")):
            self.check("shared cels", bomb_archives.with_one_frame(self.known, cels, ticks, timelines), [
                (["list", PATH, "timelines"], 0), (["list", PATH, "timelines", "--json"], json_says)])
        self.check("65,000 timelines", bomb_archives.with_one_frame(self.known, 1, 1, 65_000), [
            (["list", PATH, "timelines", *form], 0) for form in ([], ["--json"])])

    def test_that_show_enormously(self):
        """What walks all ticks of all timelines with their cels."""
        other = self.bomb(bomb_archives.with_one_frame(self.known, 1, 1), "other.wardrobe")
        image = self.folder / "a.png"
        self.assert_fine(run("replay", other, *CHORE, "-o", image))
        commands = (["conform", PATH], ["diff", PATH, other], ["diff", other, PATH, "--json"], ["find", image, PATH],
                    ["export", PATH, "--format", "hd", "-o", self.folder / "hd"],
                    ["export", PATH, "--format", "sheet", "-o", self.folder / "sheet"])
        self.check("8 M cels", bomb_archives.with_one_frame(self.known, 4000, 2048),
                   [(command, 1 if command[0] == "diff" else 0) for command in commands])
        self.check("more", bomb_archives.with_one_frame(self.known, 4000, 2100),
                   [(command, "more than 8 Mi ticks and cels") for command in commands])

    def test_that_replay_enormously(self):
        gif = self.folder / "a.gif"
        for what, cels, ticks, runs in (
                ("16 M cels", 4000, 4000, [(["--json"], 0), (["-o", gif, "--ticks", "4000"], 0)]),
                ("15 Mi empty ticks", 0, 15 << 20, [(["--json"], 0), (["-o", self.folder / "b.gif", "--ticks", str(15 << 20)],
                                                                      "256 Mi pixels")]),
                ("12 Mi ticks of a cel", 1, 12 << 20, [(["--json"], "more than 16 Mi")])):
            self.check(what, bomb_archives.with_one_frame(self.known, cels, ticks), [
                (["info", PATH], 0), *((["replay", PATH, *CHORE, *more], wanted) for more, wanted in runs)])
        path = self.check("100 ticks of 8000×8000", bomb_archives.with_far_cels(self.known, 8000, 100), [])
        done = self.measure("100 ticks of 8000×8000", "replay", path, *CHORE, "-o", self.folder / "c.gif")
        self.assert_trouble(done, "100 frames of 8000×8000 pixels", "256 Mi pixels")

    def test_that_differ_enormously(self):
        made = akos.costume([akos.dot()], {4: [(0, akos.LOOP, 0, 0)]}, [0])
        known = Archive.open(self.pack(akos_games.v7([[made]]).write(self.folder / "akos"), "akos.wardrobe"))
        other = self.bomb(bomb_archives.with_slots(known, 4000, 2000, 0), "other.wardrobe")
        self.check("4000 slots in 2000 timelines", bomb_archives.with_slots(known, 4000, 2000, 1),
                   [(["diff", other, PATH, *form], 1) for form in ([], ["--json"], ["--stat"])])
        few = [self.bomb(bomb_archives.with_slots(known, 100, 100, x), f"few{x}") for x in (0, 1)]
        rows = run("diff", *few, "--json").json_lines()
        self.assertEqual([len(row["timelines"]) for row in rows], [100] * 100)


if __name__ == "__main__":
    unittest.main()
