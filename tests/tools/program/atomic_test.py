"""There is never half an archive, whether the program is killed or a call fails."""

import errno
import fnmatch
import os
import shutil
import signal
import subprocess
import time
import unittest

from big_game import big_game
from failing_calls import KILL, environment
from support import ENVIRONMENT, PROGRAM, ProgramTest, read, run

# Errors of file systems that lack unnamed files, hard links and so on.
NO_UNNAMED = {"unnamed": errno.EOPNOTSUPP}
NO_PROC = {"linkat": errno.ENOENT}
NO_LINKS = {"linkat": errno.EPERM, "link": errno.EPERM}
NO_EXCLUSIVE_RENAME = {"renameat2": errno.EINVAL}
FILE_SYSTEMS = {
    "unnamed files": {},
    "no unnamed files": NO_UNNAMED,
    "unnamed files without /proc": NO_PROC,
    "unnamed files without hard links": NO_LINKS,
    "as FAT": {**NO_UNNAMED, **NO_LINKS},
    "hard links only": {**NO_UNNAMED, **NO_EXCLUSIVE_RENAME},
    "plain rename only": {**NO_UNNAMED, **NO_LINKS, **NO_EXCLUSIVE_RENAME},
}


def temporaries(names):
    return fnmatch.filter(names, ".wardrobe.*.tmp")


class Base(ProgramTest):
    def setUp(self):
        super().setUp()
        self.game = big_game(self.folder / "game", costumes=5)
        self.here = self.folder / "here"
        self.here.mkdir()
        self.out = self.here / "out.wardrobe"

    def command(self, *options):
        return ["pack", self.game, "-o", self.out, "--level", "19", "-q", *options]

    def assert_nothing_left(self):
        self.assertEqual(os.listdir(self.here), [])

    def has_unnamed_files(self):
        try:
            os.close(os.open(self.here, os.O_WRONLY | os.O_TMPFILE))
            return os.path.exists("/proc/self/fd")
        except OSError:
            return False


class Interrupts(Base):
    """An interrupt ends the program as usual, and nothing is left."""

    def interrupt(self, command, seen):
        """Sends each signal as soon as seen() is true; returns how many came in time."""
        in_time = 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with subprocess.Popen([PROGRAM, *command], env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE) as running:
                while running.poll() is None and not seen():
                    time.sleep(0.001)
                running.send_signal(number)
                err = running.stderr.read()
            if running.returncode == 0:
                self.clear()
                continue
            self.assertEqual((running.returncode, err), (-number, b""))
            self.assert_nothing_left()
            in_time += 1
        return in_time

    def clear(self):
        for path in self.here.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def test_of_an_export_leave_no_folder(self):
        archive = self.folder / "game.wardrobe"
        self.assert_fine(run("pack", self.game, "-o", archive, "--level", "1", "-q"))
        command = ["export", archive, "-o", self.here / "out", "--format", "apng", "-q"]
        self.assertGreater(self.interrupt(command, lambda: temporaries(os.listdir(self.here))), 0)

    def test_of_a_pack_leave_no_file(self):
        self.assertGreater(self.interrupt(self.command(), lambda: True), 0)

    def test_stay_ignored_where_the_caller_ignores_them(self):
        with subprocess.Popen(["/bin/sh", "-c", 'trap "" HUP; exec "$@"', "sh", PROGRAM, *self.command()],
                              env=ENVIRONMENT) as running:
            time.sleep(0.05)
            running.send_signal(signal.SIGHUP)
        self.assertEqual(running.returncode, 0)
        self.assertTrue(self.out.exists())


class FileSystems(Base):
    """The program lacks each feature of a file system in turn, and is killed at every place."""

    def setUp(self):
        super().setUp()
        self.game = big_game(self.folder / "small", costumes=1, pictures=1)
        self.assert_fine(run(*self.command()))
        self.whole = read(self.out)
        self.old = read(self.pack(self.game, "old.wardrobe", "--max-ticks", "2"))
        self.out.unlink()

    def left(self):
        """Returns {name: bytes} of all files; temporary ones are named "*"."""
        names = os.listdir(self.here)
        return {"*" if name in temporaries(names) else name: read(self.here / name)
                for name in names}

    def test_a_new_archive_is_written_and_nothing_else(self):
        for name, faults in FILE_SYSTEMS.items():
            self.assert_fine(run(*self.command(), env=environment(**faults)))
            self.assertEqual(self.left(), {self.out.name: self.whole}, name)
            self.out.unlink()

    def test_an_old_archive_is_replaced_only_with_force(self):
        for name, faults in FILE_SYSTEMS.items():
            self.out.write_bytes(self.old)
            self.assert_trouble(run(*self.command(), env=environment(**faults)), self.out)
            self.assertEqual(self.left(), {self.out.name: self.old}, name)
            self.assert_fine(run(*self.command("--force"), env=environment(**faults)))
            self.assertEqual(self.left(), {self.out.name: self.whole}, name)

    def test_a_sample_and_pictures_are_written_too(self):
        for name, faults in FILE_SYSTEMS.items():
            folder = self.here / name.replace(" ", "-").replace("/", "-")
            folder.mkdir()
            self.assert_fine(run("sample", "-o", folder, env=environment(**faults)))
            archive = folder / "a"
            self.assert_fine(run("pack", folder / "v5", "-o", archive, "-q"))
            done = run("replay", archive, "--costume", "1", "--chore", "walk", "--dir", "W", "-o",
                       folder / "w.gif", env=environment(**faults))
            self.assert_fine(done)
            self.assertEqual(temporaries(os.listdir(folder)), [])

    def test_names_of_temporary_files_may_be_taken(self):
        taken = (errno.EEXIST, 5)
        for faults in ({**NO_UNNAMED, "exclusive": taken}, {"linkat": taken}):
            self.assert_fine(run(*self.command("--force"), env=environment(**faults)))
            self.assertEqual(self.left(), {self.out.name: self.whole})
            self.assert_fine(run(*self.command("--force")))
            self.out.unlink()

    def test_a_failure_leaves_nothing(self):
        full = run(*self.command(), env=environment(write=errno.ENOSPC))
        self.assert_trouble(full, self.out, "No space left")
        self.assert_nothing_left()
        cases = [{call: errno.EIO} for call in ("write", "fsync")]
        cases += [{**NO_UNNAMED, call: errno.EIO} for call in ("exclusive", "write", "fsync")]
        for faults in (*cases, {**NO_UNNAMED, **NO_LINKS, **NO_EXCLUSIVE_RENAME,
                                "rename": errno.EIO}):
            self.assert_trouble(run(*self.command(), env=environment(**faults)), self.out)
            self.assert_nothing_left()
        for faults in (*cases, {"rename": errno.EIO}, {**NO_UNNAMED, "rename": errno.EIO}):
            self.out.write_bytes(self.old)
            done = run(*self.command("--force"), env=environment(**faults))
            self.assert_trouble(done, self.out)
            self.assertEqual(self.left(), {self.out.name: self.old})

    def assert_killed(self, faults, *options):
        done = run(*self.command(*options), env=environment(**faults))
        self.assertEqual(done.status, -signal.SIGKILL, f"{faults}\n{done}")

    def assert_not_in_the_way(self):
        self.assert_fine(run(*self.command("--force")))
        self.assertEqual(read(self.out), self.whole)
        for name in os.listdir(self.here):
            (self.here / name).unlink()

    def test_a_kill_leaves_nothing_where_there_are_unnamed_files(self):
        if not self.has_unnamed_files():
            self.skipTest("no unnamed files here")
        for call in ("write", "fsync", "linkat"):
            self.assert_killed({call: KILL})
            self.assert_nothing_left()
            self.out.write_bytes(self.old)
            self.assert_killed({call: KILL}, "--force")
            self.assertEqual(self.left(), {self.out.name: self.old})
            self.out.unlink()

    def test_a_kill_before_the_rename_leaves_a_whole_temporary_file(self):
        for faults in ({"rename": KILL}, {**NO_UNNAMED, "rename": KILL}):
            self.out.write_bytes(self.old)
            self.assert_killed(faults, "--force")
            self.assertEqual(self.left(), {self.out.name: self.old, "*": self.whole})
            self.assert_not_in_the_way()
        self.assert_killed({**NO_UNNAMED, "renameat2": KILL})
        self.assertEqual(self.left(), {"*": self.whole})
        self.assert_not_in_the_way()

    def test_a_kill_elsewhere_leaves_at_most_a_temporary_file(self):
        for call in ("write", "fsync"):
            self.assert_killed({**NO_UNNAMED, call: KILL})
            self.assertEqual(list(self.left()), ["*"])
            self.assert_not_in_the_way()
            self.out.write_bytes(self.old)
            self.assert_killed({**NO_UNNAMED, call: KILL}, "--force")
            left = self.left()
            self.assertEqual(left.pop(self.out.name), self.old)
            self.assertEqual(list(left), ["*"])
            self.assert_not_in_the_way()


class Concurrency(Base):
    def pack_three_times_at_once(self, *options, env=None):
        packing = [subprocess.Popen([PROGRAM, *self.command(*options)], env=env or ENVIRONMENT,
                                    stderr=subprocess.PIPE) for _ in range(3)]
        errors = [one.communicate()[1] for one in packing]
        self.assertEqual(os.listdir(self.here), [self.out.name])
        self.assert_fine(run("verify", self.out))
        return sorted(one.returncode for one in packing), errors

    def test_one_wins_without_force(self):
        for name, faults in FILE_SYSTEMS.items():
            if name == "plain rename only":  # write_file says why
                continue
            statuses, errors = self.pack_three_times_at_once(env=environment(**faults))
            self.assertEqual(statuses, [0, 2, 2], errors)
            self.assertEqual([error.count(b"\n") for error in sorted(errors)], [0, 1, 1])
            self.out.unlink()

    def test_all_succeed_with_force(self):
        self.assertEqual(self.pack_three_times_at_once("--force"), ([0, 0, 0], [b"", b"", b""]))


if __name__ == "__main__":
    unittest.main()
