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
from failing_calls import KILL, STOP, environment
from support import ENVIRONMENT, PROGRAM, ProgramTest, read, run

# Errors of file systems that lack hard links and so on.
NO_LINKS = {"link": errno.EPERM}
NO_EXCLUSIVE_RENAME = {"renameat2": errno.EINVAL}
FILE_SYSTEMS = {
    "all features": {},
    "as FAT": NO_LINKS,
    "hard links only": NO_EXCLUSIVE_RENAME,
    "plain rename only": {**NO_LINKS, **NO_EXCLUSIVE_RENAME},
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

    def clear(self):
        for path in self.here.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


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
        """Returns {name: bytes} of all files; "*" is the one in a temporary folder, None if there is none in it."""
        names = os.listdir(self.here)
        left = {name: read(self.here / name) for name in set(names) - set(temporaries(names))}
        for name in temporaries(names):
            path = self.here / name / self.out.name
            left["*"] = read(path) if path.exists() else None
        return left

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

    def test_names_of_temporary_folders_may_be_taken(self):
        self.assert_fine(run(*self.command("--force"), env=environment(mkdir=(errno.EEXIST, 5))))
        self.assertEqual(self.left(), {self.out.name: self.whole})

    def test_a_failure_leaves_what_was_there(self):
        for options, old, missing in (((), {}, {**NO_LINKS, **NO_EXCLUSIVE_RENAME}),
                                      (("--force",), {self.out.name: self.old}, {})):
            for call, error in (("write", errno.ENOSPC), ("rename", errno.EIO), ("mkdir", errno.EIO),
                                ("exclusive", errno.EIO), ("write", errno.EIO), ("fsync", errno.EIO)):
                if old:
                    self.out.write_bytes(self.old)
                faults = {call: error, **(missing if call == "rename" else {})}
                done = run(*self.command(*options), env=environment(**faults))
                self.assert_trouble(done, self.out, os.strerror(error))
                self.assertEqual(self.left(), old)

    def test_what_comes_meanwhile_is_not_replaced(self):
        index = min(self.game.iterdir())
        whole = read(index)
        with subprocess.Popen([PROGRAM, *self.command("--force")], env=environment(fsync=(STOP, 1, 0)),
                              stderr=subprocess.PIPE) as running:
            os.waitid(os.P_PID, running.pid, os.WSTOPPED | os.WNOWAIT)
            os.link(index, self.out)
            running.send_signal(signal.SIGCONT)
            err = running.stderr.read().decode()
        self.assertEqual(running.returncode, 2)
        self.assertIn("same file as the input", err)
        self.assertEqual(self.left(), {self.out.name: whole})

    def assert_killed(self, faults, *options):
        done = run(*self.command(*options), env=environment(**faults))
        self.assertEqual(done.status, -signal.SIGKILL, f"{faults}\n{done}")

    def assert_not_in_the_way(self):
        self.assert_fine(run(*self.command("--force")))
        self.assertEqual(read(self.out), self.whole)
        self.clear()

    def test_a_kill_leaves_at_most_a_temporary_folder(self):
        for call, left in (("exclusive", None), ("write", b""), ("fsync", self.whole), ("rename", self.whole)):
            self.out.write_bytes(self.old)
            self.assert_killed({call: KILL}, "--force")
            self.assertEqual(self.left(), {self.out.name: self.old, "*": left})
            self.assert_not_in_the_way()
            self.assert_killed({"renameat2" if call == "rename" else call: KILL})
            self.assertEqual(self.left(), {"*": left})
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
            if name == "plain rename only":  # rename_entry says why
                continue
            statuses, errors = self.pack_three_times_at_once(env=environment(**faults))
            self.assertEqual(statuses, [0, 2, 2], errors)
            self.assertEqual([error.count(b"\n") for error in sorted(errors)], [0, 1, 1])
            self.out.unlink()

    def test_all_succeed_with_force(self):
        self.assertEqual(self.pack_three_times_at_once("--force"), ([0, 0, 0], [b"", b"", b""]))


if __name__ == "__main__":
    unittest.main()
