"""What commands do with whatever is in the way of their output, with and without --force. The tables are the rule; each
test compares everything in the folder before and after."""

import os
import pathlib
import resource
import shutil
import signal
import stat
import subprocess
import unittest

from failing_calls import KILL, count_calls, environment
from support import ENVIRONMENT, PROGRAM, ProgramTest, files_in, run, sample

# Commands that write files: their words, where {} is the name without its ending, and the endings of what they write.
PLAY = ("replay", "old.wardrobe", "--costume", "2", "--chore", "walk", "--dir", "W", "-o")
EXPORT = ("export", "old.wardrobe", "-q", "--format")
FILES = {
    "pack": (("pack", "game", "-q", "-o", "{}.wardrobe"), (".wardrobe",)),
    "gif": ((*PLAY, "{}.gif"), (".gif",)),
    "frames": ((*PLAY, "{}-%d.png"), ("-0.png", "-1.png", "-2.png", "-3.png", "-4.png", "-5.png")),
    "page": (("diff", "old.wardrobe", "new.wardrobe", "--html", "{}.html"), (".html",)),
    "json": ((*EXPORT, "json", "-o", "{}.json"), (".json",)),
    "zip": ((*EXPORT, "gif", "--costume", "1", "-o", "{}.zip"), (".zip",)),
    "sheet": ((*EXPORT, "sheet", "--costume", "2", "-o", "{}.png"), (".json", ".png")),
    "godot": ((*EXPORT, "godot", "--costume", "2", "-o", "{}.tres"), (".json", ".png", ".tres")),
}
REPLACED, FILLED, REFUSED = "replaced", "filled", "refused"
# What is at the name of a file, what --force does, and how it gets there; `source` is an input of the command. Without
# --force, all of them are refused.
AT_FILES = {
    "another file": (REPLACED, lambda path, source: path.write_bytes(b"something")),
    "another name of a document": (REPLACED, lambda path, source: os.link("notes.txt", path)),
    "a link to a document": (REPLACED, lambda path, source: path.symlink_to("notes.txt")),
    "a link to a folder": (REPLACED, lambda path, source: path.symlink_to("art")),
    "a link to nothing": (REPLACED, lambda path, source: path.symlink_to("nowhere")),
    "another name of an input": (REFUSED, lambda path, source: os.link(source, path)),
    "a link to an input": (REFUSED, lambda path, source: path.symlink_to(source)),
    "a folder": (REFUSED, lambda path, source: path.mkdir()),
    "a pipe": (REFUSED, lambda path, source: os.mkfifo(path)),
}
# Commands that write folders.
FOLDERS = {
    "export": (*EXPORT, "pictures", "--costume", "2", "-o", "{}"),
    "apply": ("apply", "game", "art", "-o", "{}"),
    "sample": ("sample", "-o", "{}"),
}
PICTURES = pathlib.Path("x", "costume-002")
PICTURE = PICTURES / "limb-00-000.png"
INDEX = pathlib.Path("x", "index.json")
# What is at x, the name of a folder; what export --force does; what is named then; and how it gets there, if it is a
# word, by a command and then the function. Without --force, and by apply and sample, only an empty folder is filled.
AT_FOLDERS = {
    "an empty folder": (FILLED, "", "", lambda: os.mkdir("x", 0o700)),
    "an unchanged export": (REPLACED, "", "export", lambda: None),
    "an export without some of its files": (REPLACED, "", "export", PICTURE.unlink),
    "an export with a painted picture": (REFUSED, PICTURE, "export", lambda: PICTURE.write_bytes(b"painted")),
    "an export with a renamed picture": (REFUSED, PICTURES / "mine.png", "export",
                                         lambda: PICTURE.rename(PICTURES / "mine.png")),
    "an export with notes": (REFUSED, "x/notes.txt", "export", lambda: shutil.copy("notes.txt", "x")),
    "an export with an empty folder": (REFUSED, "x/mine", "export", lambda: os.mkdir("x/mine")),
    "an export with a link": (REFUSED, PICTURES, "export", lambda: (shutil.move(PICTURES, "there"),
                                                                   PICTURES.symlink_to("../there"))),
    "an export with a changed index": (REFUSED, PICTURE, "export",
                                       lambda: INDEX.write_bytes(b" " + INDEX.read_bytes())),
    "an export without its index": (REFUSED, PICTURE, "export", INDEX.unlink),
    "a new game": (REFUSED, "x/SAMPLE.000", "apply", lambda: None),
    "a game with savegames": (REFUSED, "x/SAMPLE.000", "", lambda: shutil.copytree("game", "x")),
    "a sample": (REFUSED, "x/he/SAMPLE.HE0", "sample", lambda: None),
    "documents": (REFUSED, "x/notes.txt", "", lambda: (os.mkdir("x"), shutil.copy("notes.txt", "x"))),
    "a link to an export": (REFUSED, "not a folder", "", lambda: os.symlink("art", "x")),
    "a document": (REFUSED, "not a folder", "", lambda: shutil.copy("notes.txt", "x")),
}


def words(command, name, *options):
    return [word.replace("{}", str(name)) for word in command] + list(options)


def state(folder):
    """Returns {relative path: what is there, and what shows that it was written anew} of everything in a folder."""
    found = {}
    for place, folders, files in os.walk(folder):
        for path in (os.path.join(place, name) for name in folders + files):
            info = os.lstat(path)
            written = () if stat.S_ISDIR(info.st_mode) else (info.st_size, info.st_mtime_ns)
            found[os.path.relpath(path, folder)] = (info.st_mode, info.st_ino, *written)
    return found


def without_x(found):
    return {path: what for path, what in found.items() if not path.startswith("x")}


class Outputs(ProgramTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        shutil.copytree(sample(6), "game")
        for name in ("old", "new"):
            self.fine(words(FILES["pack"][0], name))
        self.fine(words(FOLDERS["export"], "art"))
        pathlib.Path("notes.txt").write_bytes(b"a document")

    def fine(self, command, **how):
        done = run(*command, **how)
        self.assertIn(done.status, (0, 1) if "diff" in command else (0,), str(done))

    def remove(self, name):
        for path in pathlib.Path().glob(f"{name}*"):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()

    def test_files(self):
        for kind, (command, endings) in FILES.items():
            self.fine(words(command, "x"))
            fresh = [pathlib.Path("x" + ending).read_bytes() for ending in endings]
            self.remove("x")
            for what, (outcome, put) in AT_FILES.items():
                path = pathlib.Path("x" + endings[-1])
                put(path, "game/SAMPLE.001" if kind == "pack" else "old.wardrobe")
                before = state(".")
                self.assert_trouble(run(*words(command, "x")), path)
                self.assertEqual(state("."), before)
                done = run(*words(command, "x", "--force"))
                if outcome == REFUSED:
                    self.assert_trouble(done, path)
                    self.assertEqual(state("."), before, (kind, what))
                else:
                    self.assertIn(done.status, (0, 1), str(done))
                    self.assertEqual([pathlib.Path("x" + ending).read_bytes() for ending in endings], fresh)
                    self.assertEqual(without_x(state(".")), without_x(before), (kind, what))
                self.remove("x")

    def test_files_in_a_folder_that_does_not_exist(self):
        before = state(".")
        for command, _ in FILES.values():
            for options in ((), ("--force",)):
                self.assert_trouble(run(*words(command, "none/x", *options)), "none/x")
                self.assertEqual(state("."), before, command)

    def test_folders(self):
        for kind, command in FOLDERS.items():
            self.fine(words(command, "x"))
            fresh = files_in("x")
            self.remove("x")
            for what, (outcome, named, made_by, put) in AT_FOLDERS.items():
                if made_by:
                    self.fine(words(FOLDERS[made_by], "x"))
                put()
                before = state(".")
                for options in ((), ("--force",)) if kind == "export" and outcome != FILLED else ((),):
                    done = run(*words(command, "x", *options))
                    if outcome == FILLED or outcome == REPLACED and options:
                        self.assertEqual(done.status, 0, str(done))
                        self.assertEqual(files_in("x"), fresh, (kind, what))
                        self.assertEqual(without_x(state(".")), without_x(before), (kind, what))
                    else:
                        self.assert_trouble(done, "x", named if options else "")
                        self.assertEqual(state("."), before, (kind, what))
                if outcome == FILLED:
                    self.assertEqual(state(".")["x"], before["x"], "the same folder, of the same mode")
                self.remove("x")
                self.remove("there")

    def test_an_export_replaces_one_in_another_format(self):
        self.fine((*EXPORT, "gif", "--costume", "1", "-o", "art", "--force"))
        self.fine((*EXPORT, "gif", "--costume", "1", "-o", "fresh"))
        self.assertEqual(files_in("art"), files_in("fresh"))

    def test_mount_points_are_filled(self):
        os.mkdir("x")
        if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "x"], stderr=subprocess.DEVNULL, check=False).returncode:
            self.skipTest("may not mount")
        self.addCleanup(subprocess.run, ["umount", self.folder / "x"], check=False)
        self.fine(words(FOLDERS["export"], "x"))
        self.assertEqual(files_in("x"), files_in("art"))

    def test_folders_of_others_need_nothing_beside_them(self):
        nobody = self.as_nobody()
        os.mkdir("x")
        if nobody:
            os.chown("x", nobody["user"], nobody["group"])
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        self.assert_trouble(run(*words(FOLDERS["export"], "y"), **nobody), "y: cannot create")
        self.fine(words(FOLDERS["export"], "x"), **nobody)

    def test_files_of_one_output_come_together_or_not_at_all(self):
        for kind in ("sheet", "godot", "frames"):
            command, endings = FILES[kind]
            self.fine(words(command, "x"))
            largest = max(os.path.getsize("x" + ending) for ending in endings)
            self.remove("x")
            full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest - 1, largest - 1))}
            for there in ((), endings):
                for ending in there:
                    pathlib.Path("x" + ending).write_bytes(b"old")
                before = state(".")
                self.assert_trouble(run(*words(command, "x", "--force"), **full), "too large")
                self.assertEqual(state("."), before)
            self.remove("x")

    def test_of_several_runs_at_once_one_wins(self):
        for target, ending in (("x.png", ".json"), ("x", "/index.json")):
            for force in ([], ["--force"]):
                commands = [[*EXPORT, "sheet", "--costume", row, "-o", target, *force] for row in ("1", "2", "3")]
                running = [subprocess.Popen([PROGRAM, *one], env=ENVIRONMENT, stderr=subprocess.DEVNULL)
                           for one in commands]
                statuses = [one.wait() for one in running]
                self.assertIn(0, statuses)
                if not force:
                    self.assertEqual(sorted(statuses), [0, 2, 2])
                    winner = commands[statuses.index(0)]
                    self.fine([word.replace("x", "y") if word == target else word for word in winner])
                    self.assertEqual(files_in("x") or pathlib.Path("x.png").read_bytes(),
                                     files_in("y") or pathlib.Path("y.png").read_bytes())
                    self.assertEqual(pathlib.Path("x" + ending).read_text().replace("x.png", "y.png"),
                                     pathlib.Path("y" + ending).read_text())
                    self.remove("y")
            self.remove("x")
            self.assertFalse(list(pathlib.Path().glob(".*")))

    def test_killed_anywhere_there_is_the_old_or_the_new(self):
        self.fine(("pack", "game", "-o", "short.wardrobe", "--max-ticks", "2", "-q"))

        def parts():
            return {path: what for path, what in files_in(".").items() if path.startswith("x")}

        for command in (FILES["gif"][0], FILES["sheet"][0], (*EXPORT, "gif", "--costume", "2", "-o", "{}")):
            write_old = words(command, "x", "--force")
            write_new = [word.replace("old.", "short.") for word in write_old]
            self.fine(write_new)
            new = parts()
            self.fine(write_old)
            old = parts()
            self.assertNotEqual(old, new)
            killed = 0
            for call in ("write", "fsync", "rename", "renameat2", "mkdir", "unlinkat"):
                self.fine(write_old)
                count = count_calls([PROGRAM, *write_new], call)[call]
                for first in range(0, count, max(1, count // 6)):
                    self.fine(write_old)
                    done = run(*write_new, env=environment(**{call: (KILL, 1, first)}))
                    killed += done.status == -signal.SIGKILL
                    now = parts()
                    self.assertEqual(now.keys(), old.keys())
                    if "sheet" in command and (call, first) == ("rename", 1):  # between the two renames
                        self.assertTrue(all(now[path] in (old[path], new[path]) for path in now))
                    else:
                        self.assertIn(now, (old, new), f"{write_new} killed at {call} {first}")
                    self.remove(".wardrobe.")
            self.assertGreater(killed, 3)
            self.remove("x")


if __name__ == "__main__":
    unittest.main()
