"""`wardrobe apply` puts changed pictures back into a game, and changes nothing else."""

import errno
import functools
import os
import pathlib
import random
import shutil
import unittest


from failing_calls import count_calls, environment
from picture_folder import PictureFolder
from plain_game import PlainGame
from support import (AKOS_GAME_NAMES, EXHAUSTIVE, GAME_NAMES, PROGRAM, ProgramTest, games_beside_the_sample,
                     not_under_sanitizers, read, run, sample)
from reader import Archive

SAMPLED = 1000000 if EXHAUSTIVE else 2  # how many pictures of a game are each changed alone


def all_forms():
    """Returns every form of the sample game, and every test game."""
    return [*(sample(version) for version in (4, 5, 6, 7, 8)), sample(4).parent / "he",
            *games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES)]


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(pathlib.Path(folder).rglob("*")) if path.is_file()}


plain_game = functools.cache(PlainGame)  # only for games that stay unchanged


def noise(seed, count, colors):
    """Returns pixels that no codec compresses."""
    generator = random.Random(seed)
    return bytes(generator.randrange(colors) for _ in range(count))


class Case:
    """A picture of a game, to be changed alone."""

    def __init__(self, game, packed, pictures, row):
        self.game, self.packed, self.pictures, self.row = game, packed, pictures, row
        self.archive = pictures.archive

    def __str__(self):
        return f"{self.game.name} {self.row['file']} {self.row['slots']}"


class Base(ProgramTest):
    def unpacked(self, game, name="old.wardrobe"):
        return Archive.open(self.pack(game, name, "--level", "1", "--force"))

    def apply(self, game, pictures, name="new", *options, status=0):
        """Applies into the test's folder; returns the new game and the finished run."""
        new = self.folder / name
        done = run("apply", game, pictures, "-o", new, *options)
        self.assert_no_crash(done)
        self.assertEqual(done.status, status, str(done))
        return new, done

    def assert_refused(self, game, pictures, *named, options=()):
        done = run("apply", game, pictures, "-o", self.folder / "refused", *options)
        self.assert_trouble(done, *named)
        self.assertFalse((self.folder / "refused").exists())
        self.assertEqual([path.name for path in self.folder.glob(".wardrobe.*")], [])

    def check(self, case, new, width, height, pixels, **placement):
        """Asserts that the new game's pictures, read plainly, are the old ones, except for the changed picture."""
        version = int(case.archive["game.version"][0])
        old_game, new_game = plain_game(case.game, version), PlainGame(new, version)
        self.assertEqual(old_game.costumes.keys(), new_game.costumes.keys(), str(case))
        shape = {**case.row, **placement}
        asked = (width, height, *(shape[name] for name in ("x", "y", "xinc", "yinc")), pixels)
        for row in case.pictures.slots:
            slot = row["costume"], row["limb"], row["index"]
            if row["costume"] is None:
                continue
            same = row["costume_row"] == case.row["costume_row"]
            if not same and new_game.costumes[slot[0]] == old_game.costumes[slot[0]]:
                continue
            edited = same and [row["limb"], row["index"]] in case.row["slots"]
            follows = same and row["redirect"] in case.row["slots"]
            want = asked if edited else old_game.picture(*slot)
            if follows:
                want = (*want[:6], pixels)
            self.assertEqual(new_game.picture(*slot), want, f"{case}: {slot}")

    def assert_only_named(self, case, new, folder):
        """Asserts that `diff` names the changed slots, slots that redirect to them, and timelines that show them,
        but nothing else."""
        changed = folder / "new.wardrobe"
        done = run("pack", new, "-o", changed, "-q", "--level", "1", "--force")
        self.assertEqual(done.status, 0, str(done))
        done = run("diff", case.packed, changed, "--json")
        self.assertIn(done.status, (0, 1), str(done))
        slots = {tuple(slot) for slot in case.row["slots"]}
        follow = {(row["limb"], row["index"]) for row in case.pictures.slots
                  if row["costume_row"] == case.row["costume_row"]
                  and row["redirect"] in case.row["slots"]}
        # The kind is limb-table if the costume already has the new picture.
        kinds = ("picture-pixels", "picture-size", "picture-placement", "limb-table")
        named = set()
        for row in done.json_lines():
            self.assertIn(row["kind"], (*kinds, "timeline"), f"{case}: {row}")
            self.assertEqual(row["old_row"], case.row["costume_row"], f"{case}: {row}")
            if row["kind"] in kinds:
                named.add((row["limb"], row["index"]))
        self.assertLessEqual(named, slots | follow, str(case))
        self.assertTrue(named & slots, f"{case}: {done.out}")


class Unchanged(Base):
    def test_gives_the_same_folder(self):
        for game in all_forms():
            before = files(game)
            pictures = PictureFolder(self.unpacked(game)).write(self.folder / "pictures")
            new, done = self.apply(game, pictures)
            self.assertEqual(done.out, f"nothing has changed\n{new}: the new game\n", str(done))
            self.assertEqual(files(new), before, game)
            self.assertEqual(files(game), before, game)
            shutil.rmtree(new)
            shutil.rmtree(pictures)


class EachPictureAlone(Base):
    def cases(self):
        for game in all_forms():
            name = f"{game.parent.name}-{game.name}.wardrobe"
            pictures = PictureFolder(self.unpacked(game, name))
            rows = pictures.rows
            if len(rows) > SAMPLED:
                rows = random.Random(game.name).sample(rows, SAMPLED)
            for row in rows:
                yield Case(game, self.folder / name, pictures, row)

    def changed(self, case, folder, name, width, height, pixels, **placement):
        """Writes a folder in which only this picture is changed."""
        row = {**case.row, **placement}
        case.pictures.write(folder / name, [row])
        case.pictures.paint(folder / name, row, pixels, width, height)
        return folder / name

    def one(self, case):
        folder = self.folder / str(os.getpid()) / str(abs(hash(str(case))))
        folder.mkdir(parents=True)
        row, colors = case.row, case.pictures.colors(case.row["costume_row"])
        width, height = row["width"], row["height"]
        old = case.pictures.pixels[row["file"]]
        colors = min(colors, 255)
        same_size = bytes((value + 1) % colors for value in old)
        wider = noise(1, (width + 1) * height, colors)
        larger = noise(2, (width + 9) * (height + 7), colors)
        for name, (w, h, pixels) in {"same": (width, height, same_size),
                                     "flat": (width, height, bytes([1]) * (width * height)),
                                     "wider": (width + 1, height, wider),
                                     "one": (1, 1, b"\1"),
                                     "larger": (width + 9, height + 7, larger)}.items():
            if pixels == old:
                continue
            placement = {"x": 3, "yinc": -4} if name == "larger" else {}
            if name == "larger" and self.has_no_placement(case):
                placement = {}
            self.change(case, folder, name, w, h, pixels, placement)
        shutil.rmtree(folder)

    @staticmethod
    def has_no_placement(case):
        costume = case.row["costume_row"]
        rows = [row for row in case.pictures.rows if row["costume_row"] == costume]
        return case.row["slots"][0][0] is None and case.game.name == "he" and not any(
            row[name] for row in rows for name in ("x", "y", "xinc", "yinc"))

    def change(self, case, folder, name, width, height, pixels, placement):
        pictures = self.changed(case, folder, name, width, height, pixels, **placement)
        new = folder / f"{name}.new"
        before = files(case.game)
        done = run("apply", case.game, pictures, "-o", new)
        if done.status == 2 and "redirects to it" in done.err:
            done = run("apply", case.game, pictures, "-o", new, "--redirects", "keep")
            self.assertEqual(done.status, 0, f"{case} {name}: {done}")
            self.assertEqual(run("pack", new, "-o", folder / "new.wardrobe", "-q", "--level", "1",
                                 "--force").status, 0)
            return
        self.assertEqual(done.status, 0, f"{case} {name}: {done}")
        self.assertEqual(files(case.game), before, f"{case}: the old game")
        self.check(case, new, width, height, pixels, **placement)
        self.assert_only_named(case, new, folder)

    def test_changes_as_asked_and_nothing_else(self):
        cases = list(self.cases())
        self.assertGreater(len(cases), 10)
        self.check_all(self.one, cases)


class Output(Base):
    def setUp(self):
        super().setUp()
        self.game = sample(6)
        self.pictures = PictureFolder(self.unpacked(self.game))
        self.row = next(row for row in self.pictures.rows if row["costume"] == 1)
        self.dir = self.pictures.write(self.folder / "pictures", [self.row])

    def repaint(self, width, height):
        self.pictures.paint(self.dir, self.row, noise(1, width * height, 16), width, height)

    def test_of_an_edit_that_fits(self):
        self.repaint(1, 1)
        new, done = self.apply(self.game, self.dir)
        self.assertEqual(done.err, "")
        self.assertIn("costume 1, limb ", done.out)
        self.assertIn(": repainted, 1×1 at ", done.out)
        self.assertIn("SAMPLE.001: ", done.out)
        self.assertEqual(files(new)["SAMPLE.000"], files(self.game)["SAMPLE.000"])

    def test_of_an_edit_that_moves_things(self):
        self.repaint(120, 90)
        new, done = self.apply(self.game, self.dir)
        self.assertIn("wardrobe: warning: SAMPLE.000 changes", done.err)
        self.assert_one_line(done)
        self.assertNotEqual(files(new)["SAMPLE.000"], files(self.game)["SAMPLE.000"])
        self.assert_refused(self.game, self.dir, self.row["file"], "SAMPLE.000 would change",
                            options=["--keep-index"])

    def test_as_json(self):
        self.repaint(120, 90)
        _, done = self.apply(self.game, self.dir, "new", "--json")
        self.assertEqual(done.err, "")
        rows = done.json_lines()
        self.assertEqual([row["kind"] for row in rows],
                         ["picture", "costume", "file", "file", "warning"])
        picture, costume, index, resources, _ = rows
        self.assertEqual(picture["slots"], self.row["slots"])
        self.assertEqual((picture["width"], picture["height"]), (120, 90))
        self.assertEqual(picture["file"], self.row["file"])
        self.assertLess(*costume["bytes"])
        self.assertEqual(index["bytes"][0], index["bytes"][1])
        self.assertLess(*resources["bytes"])

    def test_dry_run_writes_nothing(self):
        self.repaint(120, 90)
        before = files(self.folder)
        for output in ((), ("-o", self.folder / "new")):
            done = run("apply", self.game, self.dir, *output, "--dry-run")
            self.assertEqual(done.status, 0, str(done))
            self.assertIn("repainted", done.out)
            self.assertNotIn("the new game", done.out)
            self.assertEqual(files(self.folder), before)

    def test_of_files_that_are_missing(self):
        (self.dir / self.row["file"]).unlink()
        new, done = self.apply(self.game, self.dir)
        self.assertEqual(done.out, f"missing, so left unchanged: {self.row['file']}\n{new}: the new game\n")
        self.assertEqual(files(new), files(self.game))

    def test_names_pictures_that_were_not_exported(self):
        self.repaint(120, 90)
        for name in ("new.png", "new.aseprite", "notes.txt"):
            (self.dir / name).write_bytes(b"anything")
        _, done = self.apply(self.game, self.dir)
        self.assertIn("\nnot exported under this name, so not used: new.aseprite and 1 more\n", done.out)

    def test_follows_no_link_out_of_the_folder(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "file").write_text("x")
        game = self.folder / "game"
        game.mkdir()
        for name in ("SAMPLE.000", "SAMPLE.001"):
            (game / name).symlink_to(self.game / name)
        (game / "folder").symlink_to(elsewhere)
        (game / "loop").symlink_to(".")
        (game / "private").symlink_to(elsewhere / "file")
        self.repaint(1, 1)
        new, _ = self.apply(game, self.dir)
        self.assertEqual(sorted(path.name for path in new.iterdir() if path.is_symlink()),
                         ["folder", "loop", "private"])
        self.assertEqual(files(elsewhere), {"file": b"x"})
        self.assertEqual(read(new / "SAMPLE.000"), read(self.game / "SAMPLE.000"))

    def test_keeps_all_else_in_the_folder(self):
        game = self.folder / "game"
        shutil.copytree(self.game, game)
        (game / "extra" / "deep").mkdir(parents=True)
        (game / "extra" / "deep" / "MONSTER.SOU").write_bytes(noise(3, 5000, 256))
        (game / "link").symlink_to("extra/deep")
        (game / "file").symlink_to("extra/deep/MONSTER.SOU")
        self.repaint(1, 1)
        new, _ = self.apply(game, self.dir)
        want = files(game)
        self.assertEqual(files(new).keys(), want.keys())
        self.assertEqual({name: data for name, data in files(new).items() if name != "SAMPLE.001"},
                         {name: data for name, data in want.items() if name != "SAMPLE.001"})

    @not_under_sanitizers
    def test_of_a_full_disk(self):
        game = self.folder / "game"
        shutil.copytree(self.game, game)
        self.repaint(1, 1)
        writes = count_calls([PROGRAM, "apply", game, self.dir, "-o", self.folder / "counted", "-q"], "write")["write"]
        self.assertGreater(writes, 1)
        named = set()
        for first in range(writes):
            done = run("apply", game, self.dir, "-o", self.folder / "new", "-q",
                       env=environment(write=(errno.ENOSPC, 1 << 30, first)))
            self.assert_trouble(done, f"{self.folder / 'new'}/SAMPLE.00", "No space left on device")
            named.add(done.err.split(": ")[1][-3:])
        self.assertEqual(named, {"000", "001"})

    def test_keeps_the_modes_of_files(self):
        game = self.folder / "game"
        shutil.copytree(self.game, game)
        for name, mode in (("private", 0o600), ("program", 0o755), ("SAMPLE.000", 0o440)):
            with (game / name).open("ab"):
                (game / name).chmod(mode)
        self.repaint(1, 1)
        new, _ = self.apply(game, self.dir)
        self.assertEqual({name: oct((new / name).stat().st_mode & 0o777) for name in ("private", "program", "SAMPLE.000")},
                         {"private": "0o600", "program": "0o755", "SAMPLE.000": "0o440"})

    def test_of_a_game_named_by_a_file_without_its_folder(self):
        for file in ("SAMPLE.000", "SAMPLE.001"):
            pictures = PictureFolder(self.unpacked(self.game / file))
            row = pictures.rows[0]
            folder = pictures.write(self.folder / f"pictures.{file}", [row])
            pictures.paint(folder, row, b"\1", 1, 1)
            new = self.folder / f"new.{file}"
            done = run("apply", file, folder, "-o", new, cwd=self.game)
            self.assertEqual(done.status, 0, str(done))
            self.assertIn("SAMPLE.001", files(new))
            done = run("apply", file, folder, "-o", "new", cwd=self.game)
            self.assert_trouble(done, "new: is inside an input, ")


if __name__ == "__main__":
    unittest.main()
