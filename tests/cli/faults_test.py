"""If any call fails, a run ends with a status and a line that says why. It leaves no partial file, and nothing else."""

import errno
import os
import random
import resource
import shutil
import subprocess
import unittest

from failing_calls import count_calls, environment
from game_files import tiny_game
from support import (ENVIRONMENT, EXHAUSTIVE, PROGRAM, ProgramTest, files_in, in_parallel, not_under_sanitizers, run,
                     sample)

PLACES = 2000 if EXHAUSTIVE else 60  # how many places of a run to let a call fail at
SPENT = 1 << 30  # as a number of times: for good


@not_under_sanitizers
class Faults(ProgramTest):
    """At many places of each command, a call fails once, or from then on."""

    def setUp(self):
        super().setUp()
        self.game = sample(6)
        self.archive = self.folder / "game.wardrobe"
        self.other = self.folder / "other.wardrobe"
        self.pictures = self.folder / "pictures"
        self.assert_fine(run("pack", self.game, "-o", self.archive, "--level", "1", "-q"))
        self.assert_fine(run("pack", tiny_game(5).write(self.folder / "tiny"), "-o", self.other, "--level", "1", "-q"))
        self.assert_fine(run("export", self.archive, "-o", self.pictures, "--format", "pictures", "-q"))
        self.commands = {
            "pack": ["pack", self.game, "-o", "{}/out", "--level", "1", "-q"],
            "info": ["info", self.archive],
            "list": ["list", self.archive, "pictures", "--json"],
            "verify": ["verify", self.archive],
            "replay": ["replay", self.archive, "--costume", "1", "--chore", "walk", "--dir", "W", "-o", "{}/out.gif"],
            "export": ["export", self.archive, "--costume", "1", "--format", "sheet", "-o", "{}/out", "-q"],
            "diff": ["diff", self.archive, self.other, "--html", "{}/out.html"],
            "apply": ["apply", self.game, self.pictures, "-o", "{}/out"],
        }

    def command(self, name, folder):
        return [PROGRAM, *(str(word).format(folder) for word in self.commands[name])]

    def run_with(self, case):
        """Runs one command with faults; returns what is wrong about how it ended, or None."""
        number, name, faults, whole, status = case
        folder = self.folder / f"{name}{number}"
        folder.mkdir()
        try:
            done = subprocess.run(self.command(name, folder), env=environment(**faults), capture_output=True,
                                  timeout=60, check=False)
            left = files_in(folder)
        finally:
            shutil.rmtree(folder)
        if done.returncode == status:
            return None if left == whole else f"{name} {faults}: status {status}, but another result: {list(left)}"
        lines = done.stderr.decode().splitlines()
        if name in ("pack", "export") and done.returncode == 1 and "read" in faults:  # of a part, as if damaged
            return None if len(lines) == 1 else f"{name} {faults}: {lines}, {list(left)}"
        if done.returncode != 2 or len(lines) != 1:
            return f"{name} {faults}: status {done.returncode}, {lines}"
        if "malloc" in faults:  # ends the process at once
            left = {file: data for file, data in left.items() if not file.startswith(".wardrobe.")}
        return f"{name} {faults}: leaves {list(left)}" if left and left != whole else None

    def cases(self, name, *faults):
        """Yields cases of failing calls; `faults` are (call, errno)."""
        folder = self.folder / name
        folder.mkdir()
        counts = count_calls(self.command(name, folder), *(call for call, _ in faults))
        whole = files_in(folder)
        status = 1 if name == "diff" else 0
        generator = random.Random(name)
        for call, error in faults:
            places = range(counts[call])
            if len(places) > PLACES:
                places = sorted(generator.sample(places, PLACES))
            for first in places:
                for times in (1, SPENT):
                    yield name, {call: (error, times, first)}, whole, status

    def assert_ends_well(self, *faults):
        cases = [(number, *case)
                 for number, case in enumerate(case for name in self.commands for case in self.cases(name, *faults))]
        self.assertGreater(len(cases), 2 * len(self.commands))
        wrong = [text for text in in_parallel(self.run_with, cases) if text]
        print(f"{len(cases)} runs with failing {', '.join(call for call, _ in faults)}")
        self.assertEqual(wrong[:5], [])

    def test_of_memory(self):
        self.assert_ends_well(("malloc", errno.ENOMEM))

    def test_of_the_disk(self):
        self.assert_ends_well(("read", errno.EIO), ("write", errno.ENOSPC), ("fsync", errno.EIO))

    def test_a_full_disk_is_told_with_the_new_file(self):
        """Also if `apply` copies a file. A limit of the size of files stands in for the disk's."""
        new = self.folder / "new"
        done = subprocess.run([PROGRAM, "apply", self.game, self.pictures, "-o", new], env=ENVIRONMENT,
                              capture_output=True, check=False, restore_signals=False,  # SIGXFSZ stays ignored
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000)))
        self.assertEqual((done.returncode, done.stderr.decode()),
                         (2, f"wardrobe: {new}/SAMPLE.001: cannot write: {os.strerror(errno.EFBIG)}\n"))

    def test_read_errors_are_no_damage(self):
        """`verify` reports that it could not read the archive, not that the archive is damaged."""
        done = subprocess.run([PROGRAM, "verify", self.archive], env=environment(read=(errno.EIO, SPENT, 6)),
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(os.strerror(errno.EIO), done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
