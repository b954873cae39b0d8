"""Nobody's files are lost. Every command that writes is tried on everything that may be there, with and without
--force, in every order, through links, and killed half-way. Each test lists all files before and after."""

import hashlib
import itertools
import os
import pathlib
import random
import shutil
import signal
import stat
import unittest

from failing_calls import KILL, count_calls, environment
from support import EXHAUSTIVE, PROGRAM, ProgramTest, run, sample

RECORD = ".wardrobe-files"
ORDERS = 60 if EXHAUSTIVE else 6

# Each command writes one output; {} is its name.
COMMANDS = {
    "pack": ("pack", "game", "-q", "-o", "{}"),
    "gif": ("replay", "old.wardrobe", "--costume", "1", "--chore", "walk", "--dir", "W", "-o", "{}"),
    "page": ("diff", "old.wardrobe", "new.wardrobe", "--html", "{}"),
    "html": ("export", "old.wardrobe", "-q", "--format", "html", "-o", "{}"),
    "json": ("export", "old.wardrobe", "-q", "--format", "json", "-o", "{}"),
    "aseprite": ("export", "old.wardrobe", "-q", "--format", "aseprite", "--costume", "2", "-o", "{}"),
    "export": ("export", "old.wardrobe", "-q", "--format", "pictures", "--costume", "2", "-o", "{}"),
    "apply": ("apply", "game", "art", "-o", "{}"),
    "sample": ("sample", "-o", "{}"),
}
FOLDERS = ("export", "apply", "sample")
ENDINGS = {"gif": ".gif", "aseprite": ".aseprite"}  # required by those commands


def command(name, target, *options):
    return [word.replace("{}", str(target)) for word in COMMANDS[name]] + list(options)


def look(folder, at):
    """Returns {relative path: at(path)} of everything below a folder."""
    return {os.path.relpath(path, folder): at(path) for place, folders, files in os.walk(folder)
            for path in (os.path.join(place, name) for name in folders + files)}


def contents(folder):
    """Returns {relative path: the hash of a file, the target of a link, or "folder"}."""
    def at(path):
        if os.path.islink(path):
            return os.readlink(path)
        return "folder" if os.path.isdir(path) else hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
    return look(folder, at)


def untouched(folder):
    """Returns {relative path: what distinguishes a file from another, and shows whether it was written to}."""
    def at(path):
        info = os.lstat(path)
        if stat.S_ISDIR(info.st_mode):
            return "folder"
        return info.st_ino, info.st_size, info.st_mtime_ns
    return look(folder, at)


class Outputs(ProgramTest):
    """A folder with everything that people keep side by side."""

    def setUp(self):
        super().setUp()
        self.here = self.folder / "here"
        self.here.mkdir()
        shutil.copytree(sample(6), self.here / "game")
        (self.here / "game" / "SAMPLE.s01").write_bytes(b"a savegame")
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.here)
        self.run_fine("pack", "old.wardrobe")
        self.run_fine("pack", "new.wardrobe")
        self.run_fine("export", "art")
        for name in COMMANDS:
            self.run_fine(name, "made" + ENDINGS.get(name, "-" + name))
        # Files that the program wrote, but that were changed since, or have other people's files among them.
        shutil.copy("old.wardrobe", "cut.wardrobe")
        os.truncate("cut.wardrobe", 1000)
        self.run_fine("gif", "changed.gif")
        pathlib.Path("changed.gif").write_bytes(b"repainted")
        self.run_fine("aseprite", "changed.aseprite")
        pathlib.Path("changed.aseprite").write_bytes(b"repainted")
        self.run_fine("apply", "played")
        pathlib.Path("played", "SAMPLE.s02").write_bytes(b"a savegame")
        self.run_fine("apply", "saved")
        pathlib.Path("saved", "SAMPLE.s01").write_bytes(b"a later savegame")
        self.run_fine("export", "painted")
        next(pathlib.Path("painted").glob("*/*.png")).write_bytes(b"repainted")
        self.run_fine("export", "renamed")
        picture = next(pathlib.Path("renamed").glob("*/*.png"))
        picture.rename(picture.with_name(picture.name.upper()))
        self.run_fine("sample", "linked")
        pathlib.Path("linked", "v5").rename("v5")
        pathlib.Path("linked", "v5").symlink_to("../v5")
        self.run_fine("sample", "with-folder")
        pathlib.Path("with-folder", "empty").mkdir()
        # Other people's files.
        pathlib.Path("notes.txt").write_bytes(b"a document")
        pathlib.Path("saves").mkdir()
        pathlib.Path("saves", "SAMPLE.s03").write_bytes(b"a savegame")
        pathlib.Path("empty.txt").touch()
        pathlib.Path("GAME.GIF").write_bytes(b"a document")
        for link, to in (("link-to-file", "notes.txt"), ("link-to-folder", "saves"), ("link-to-game", "game"),
                         ("link-to-made", "made-apply"), ("dangling", "nowhere"),
                         ("link.gif", "made.gif"), ("link.aseprite", "made.aseprite")):
            pathlib.Path(link).symlink_to(to)
        self.before = untouched(self.here)
        self.made = self.ours(self.before)

    def run_fine(self, name, target, *options):
        done = run(*command(name, target, *options))
        self.assert_no_crash(done)
        self.assertIn(done.status, (0, 1) if name == "page" else (0,), str(done))

    @staticmethod
    def ours(state):
        """Returns the part of a state that the program made and may replace."""
        archives = ("old.wardrobe", "new.wardrobe")
        return {name: what for name, what in state.items()
                if name.startswith(("made", "art/")) or name == RECORD or name in archives}

    def check(self, name, target, *options, **how):
        """Runs a command. Only files made by the program may be gone or changed, and only with --force."""
        before = untouched(self.here)
        done = run(*command(name, target, *options), **how)
        after = untouched(self.here)
        gone = {path for path, what in before.items() if after.get(path) != what} - {RECORD}
        allowed = set(self.made) if "--force" in options else set()
        self.assertLessEqual(gone, allowed, str(done))
        for path in gone:
            self.assertEqual(before[path], self.made[path], f"{path} was changed before\n{done}")
        return done, gone

    def targets(self):
        tops = sorted({path.split("/")[0] for path in self.before})
        deeper = ["game/SAMPLE.000", "game/SAMPLE.s01", "saves/SAMPLE.s03", "link-to-folder/SAMPLE.s03",
                  "link-to-game/SAMPLE.001", "played/SAMPLE.s02", "game/.", "saves/../game", "link-to-made/"]
        return tops + deeper

    def test_everything_else_stays(self):
        spare = self.folder / "spare"
        shutil.copytree(self.here, spare, symlinks=True)
        for name, target, options in itertools.product(COMMANDS, self.targets(), ((), ("--force",))):
            done, gone = self.check(name, target, *options)
            self.assert_no_crash(done)
            if untouched(self.here) == self.before:
                self.assert_one_line(done)
                continue
            self.assertIn(done.status, (0, 1), str(done))
            os.chdir(self.folder)
            shutil.rmtree(self.here)
            shutil.copytree(spare, self.here, symlinks=True)
            os.chdir(self.here)
            self.before = untouched(self.here)
            self.made = self.ours(self.before)

    def test_what_is_in_the_way_is_named(self):
        for name, target, named in (("gif", "changed.gif", "changed.gif"), ("page", "notes.txt", "notes.txt"),
                                    ("pack", "cut.wardrobe", "cut.wardrobe"), ("pack", "notes.txt", "notes.txt"),
                                    ("apply", "played", "played/SAMPLE.s02"), ("apply", "saved", "saved/SAMPLE.s01"),
                                    ("sample", "linked", "linked/v5"), ("sample", "with-folder", "with-folder/empty"),
                                    ("export", "saves", "saves/SAMPLE.s03"), ("apply", "saves", "saves/SAMPLE.s03"),
                                    ("html", "link-to-file", "link-to-file"),
                                    ("export", "link-to-folder", "link-to-folder"),
                                    ("export", "painted", "painted/costume-002/"),
                                    ("export", "renamed", "renamed/costume-002/")):
            done, _ = self.check(name, target, "--force")
            self.assert_trouble(done, named)
            self.assertEqual(untouched(self.here), self.before)

    def test_what_the_program_made_is_replaced_with_force_only(self):
        before = contents(self.here)
        for name in COMMANDS:
            target = "made" + ENDINGS.get(name, "-" + name)
            done, gone = self.check(name, target)
            self.assert_trouble(done, target, "--force")
            done, gone = self.check(name, target, "--force")
            self.assertIn(done.status, (0, 1), str(done))
        self.assertEqual(contents(self.here), before)

    def test_a_folder_of_an_earlier_run_is_replaced_as_a_whole(self):
        run(*command("export", "set"))
        done = run("export", "old.wardrobe", "--format", "gif", "--costume", "1", "-o", "set", "--force", "-q")
        self.assert_fine(done)
        run("export", "old.wardrobe", "--format", "gif", "--costume", "1", "-o", "fresh", "-q")
        self.assertEqual(contents(self.here / "set"), contents(self.here / "fresh"))

    def test_the_record_is_one_for_xxh64sum(self):
        lines = pathlib.Path(RECORD).read_text().splitlines()
        self.assertTrue(all(len(line.split("  ", 1)[0]) == 16 for line in lines))
        names = [line.split("  ", 1)[1] for line in lines]
        self.assertEqual(len(names), len(set(lines)))
        self.assertIn("made-apply/SAMPLE.000", names)
        self.run_fine("gif", "made.gif", "--force")
        self.assertEqual(pathlib.Path(RECORD).read_text().splitlines(), lines)

    def test_a_game_holds_no_record(self):
        self.assertEqual(contents(self.here / "made-apply"), contents(self.here / "game"))

    def test_a_lost_or_strange_record_only_refuses(self):
        for text in (None, b"", b"\0\xff\n" * 1000, b"0123456789abcdef  made.gif"):
            if text is None:
                os.unlink(RECORD)
            else:
                pathlib.Path(RECORD).write_bytes(text)
            for name, target in (("gif", "made.gif"), ("export", "made-export"), ("apply", "made-apply")):
                done, gone = self.check(name, target, "--force")
                self.assert_trouble(done, target)
                self.assertEqual(gone, set())
        self.run_fine("gif", "other.gif")  # after a line without a line end
        self.run_fine("gif", "other.gif", "--force")
        os.unlink(RECORD)
        os.symlink("notes.txt", RECORD)
        done, gone = self.check("gif", "another.gif")
        self.assert_trouble(done, RECORD)
        self.assertEqual(gone, set())

    def test_in_any_order(self):
        for seed in range(ORDERS):
            generator = random.Random(seed)
            for _ in range(12):
                name = generator.choice(list(COMMANDS))
                target = generator.choice(["made-apply", "made-export", "made-html", "x", "y" + ENDINGS.get(name, ""),
                                           "notes.txt", "played", "made" + ENDINGS.get(name, "-" + name)])
                options = generator.choice([(), ("--force",)])
                before = untouched(self.here)
                done, _ = self.check(name, target, *options)
                if done.status != 2:
                    self.made.update({path: what for path, what in untouched(self.here).items()
                                      if before.get(path) != what})

    def test_killed_anywhere_there_is_the_old_or_the_new_whole(self):
        self.run_fine("pack", "game.wardrobe", "--rooms", "--max-ticks", "2")
        killed = 0
        for name in COMMANDS:
            target = "made" + ENDINGS.get(name, "-" + name)
            # If the command can, it writes something other than last time.
            words = [word.replace("old.wardrobe", "game.wardrobe") for word in command(name, target, "--force")]
            old, new = self.part(target), None
            others = {path: what for path, what in contents(self.here).items()
                      if path != RECORD and path.split("/")[0] != target}
            for call in ("write", "fsync", "rename", "renameat2", "linkat", "unlinkat"):
                count = count_calls([PROGRAM, *words], call)[call]
                new = self.part(target)
                for first in range(0, count, max(1, count // 6)):
                    self.restore(target, name)
                    self.assertEqual(self.part(target), old)
                    done = run(*words, env=environment(**{call: (KILL, 1, first)}))
                    if done.status != -signal.SIGKILL:
                        continue  # Another thread makes the call, or a shorter run does not make it.
                    killed += 1
                    self.assertIn(self.part(target), (old, new), f"{name}, killed at {call} {first}\n{done}")
                    state = contents(self.here)
                    self.assertEqual({path: state.get(path) for path in others}, others, f"{name}, {call} {first}")
                    self.assertIn(run(*words).status, (0, 1))
                    self.assertEqual(self.part(target), new)
                    for left in self.here.glob(".wardrobe.*.tmp"):
                        shutil.rmtree(left) if left.is_dir() else left.unlink()
        self.assertGreater(killed, 3 * len(COMMANDS))

    def restore(self, target, name):
        path = pathlib.Path(target)
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        self.run_fine(name, target)

    def part(self, target):
        return {path: what for path, what in contents(self.here).items() if path.split("/")[0] == target}


if __name__ == "__main__":
    unittest.main()
