"""`wardrobe apply` puts changed pictures back into a game, and changes nothing else. apply.console has what it prints."""

import errno
import functools
import os
import random
import shutil
import unittest

from failing_calls import count_calls, environment
from picture_folder import PictureFolder
from plain_game import PlainGame
from support import (AKOS_GAME_NAMES, EXHAUSTIVE, GAME_NAMES, PROGRAM, ProgramTest, files_in,
                     games_beside_the_sample, not_under_sanitizers, run, sample)
from reader import Archive

SAMPLED = 1000000 if EXHAUSTIVE else 2  # how many pictures of a game are each changed alone


def all_forms():
    """Returns every form of the sample game, and every test game."""
    return [*(sample(version) for version in (4, 5, 6, 7, 8)), sample(4).parent / "he",
            *games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES)]


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
            before = files_in(game)
            pictures = PictureFolder(self.unpacked(game)).write(self.folder / "pictures")
            new, done = self.apply(game, pictures)
            self.assertEqual(done.out, f"nothing has changed\n{new}: the new game\n", str(done))
            self.assertEqual(files_in(new), before, game)
            self.assertEqual(files_in(game), before, game)
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
        before = files_in(case.game)
        done = run("apply", case.game, pictures, "-o", new)
        if done.status == 2 and "redirects to it" in done.err:
            done = run("apply", case.game, pictures, "-o", new, "--redirects", "keep")
            self.assertEqual(done.status, 0, f"{case} {name}: {done}")
            self.assertEqual(run("pack", new, "-o", folder / "new.wardrobe", "-q", "--level", "1",
                                 "--force").status, 0)
            return
        self.assertEqual(done.status, 0, f"{case} {name}: {done}")
        self.assertEqual(files_in(case.game), before, f"{case}: the old game")
        self.check(case, new, width, height, pixels, **placement)
        self.assert_only_named(case, new, folder)

    def test_changes_as_asked_and_nothing_else(self):
        cases = list(self.cases())
        self.assertGreater(len(cases), 10)
        self.check_all(self.one, cases)


class FullDisk(Base):
    @not_under_sanitizers
    def test_is_told_with_the_file_that_was_being_written(self):
        game = shutil.copytree(sample(6), self.folder / "game")
        pictures = PictureFolder(self.unpacked(game))
        art = pictures.write(self.folder / "pictures", pictures.rows[:1])
        pictures.paint(art, pictures.rows[0], b"\1", 1, 1)
        writes = count_calls([PROGRAM, "apply", game, art, "-o", self.folder / "counted", "-q"], "write")["write"]
        self.assertGreater(writes, 1)
        named = set()
        for first in range(writes):
            done = run("apply", game, art, "-o", self.folder / "new", "-q",
                       env=environment(write=(errno.ENOSPC, 1 << 30, first)))
            self.assert_trouble(done, f"{self.folder / 'new'}/SAMPLE.00", "No space left on device")
            named.add(done.err.split(": ")[1][-3:])
        self.assertEqual(named, {"000", "001"})


if __name__ == "__main__":
    unittest.main()
