"""There is never half an archive: not after a kill, not on a full disk."""

import os
import random
import resource
import signal
import subprocess
import time
import unittest

from big_game import big_game
from support import ENVIRONMENT, EXHAUSTIVE, PROGRAM, ProgramTest, read, run

KILLS = 200 if EXHAUSTIVE else 25


class Base(ProgramTest):
    def setUp(self):
        super().setUp()
        self.game = big_game(self.folder / "game", costumes=10)
        self.here = self.folder / "here"
        self.here.mkdir()
        self.out = self.here / "out.wardrobe"

    def command(self, *options):
        return ["pack", self.game, "-o", self.out, "--level", "19", "-q", *options]

    def assert_nothing_left(self):
        self.assertEqual(os.listdir(self.here), [])


class Kill(Base):
    def setUp(self):
        super().setUp()
        start = time.monotonic()
        self.assert_fine(run(*self.command()))
        self.takes = time.monotonic() - start
        self.whole = read(self.out)
        self.old = b"the old archive"

    def kill_after(self, delay, *options):
        with subprocess.Popen([PROGRAM, *self.command(*options)], env=ENVIRONMENT,
                              stderr=subprocess.PIPE) as packing:
            try:
                packing.wait(delay)
            except subprocess.TimeoutExpired:
                packing.send_signal(signal.SIGKILL)
            err = packing.stderr.read()
        self.assertIn(packing.returncode, (0, -signal.SIGKILL), err)
        return packing.returncode

    def delays(self, seed):
        """Spread over the run, and half of them over its end, where the file is written."""
        generator = random.Random(seed)
        for number in range(KILLS):
            yield self.takes * (generator.uniform(0, 1.1) if number % 2
                                else generator.uniform(0.85, 1.1))

    def test_leaves_no_archive_or_a_whole_one_and_no_other_file(self):
        killed = 0
        for delay in self.delays(1):
            self.out.unlink(missing_ok=True)
            killed += self.kill_after(delay) != 0
            self.assertIn(os.listdir(self.here), ([], [self.out.name]), f"after {delay} s")
            if self.out.exists():
                self.assertEqual(read(self.out), self.whole)
        self.assertGreater(killed, 0)
        self.assert_fine(run("verify", self.out) if self.out.exists() else run(*self.command()))

    def test_leaves_the_old_archive_or_the_new_one_and_no_other_file(self):
        for delay in self.delays(2):
            self.out.write_bytes(self.old)
            self.kill_after(delay, "--force")
            self.assertEqual(os.listdir(self.here), [self.out.name], f"after {delay} s")
            self.assertIn(read(self.out), (self.old, self.whole))

    def test_leaves_nothing_in_the_way_of_the_next_run(self):
        self.out.unlink()
        self.kill_after(self.takes / 2)
        self.assert_fine(run(*self.command("--force")))
        self.assertEqual(read(self.out), self.whole)

    def test_by_a_polite_signal_leaves_nothing_either(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self.out.unlink(missing_ok=True)
            with subprocess.Popen([PROGRAM, *self.command()], env=ENVIRONMENT,
                                  stderr=subprocess.PIPE) as packing:
                try:
                    packing.wait(self.takes * 0.7)
                except subprocess.TimeoutExpired:
                    packing.send_signal(number)
                packing.stderr.read()
            self.assertIn(packing.returncode, (0, 2, -number))
            self.assertIn(os.listdir(self.here), ([], [self.out.name]))


class Concurrency(Base):
    def pack_three_times_at_once(self, *options):
        packing = [subprocess.Popen([PROGRAM, *self.command(*options)], env=ENVIRONMENT,
                                    stderr=subprocess.PIPE) for _ in range(3)]
        errors = [one.communicate()[1] for one in packing]
        self.assertEqual(os.listdir(self.here), [self.out.name])
        self.assert_fine(run("verify", self.out))
        return sorted(one.returncode for one in packing), errors

    def test_one_wins_without_force(self):
        statuses, errors = self.pack_three_times_at_once()
        self.assertEqual(statuses, [0, 2, 2], errors)
        self.assertEqual([error.count(b"\n") for error in sorted(errors)], [0, 1, 1])

    def test_all_succeed_with_force(self):
        self.assertEqual(self.pack_three_times_at_once("--force"), ([0, 0, 0], [b"", b"", b""]))


class FullDisk(Base):
    def on_a_disk_of(self, size):
        """A tiny file system over self.here; skips the test where one may not mount."""
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", self.here],
                                 stderr=subprocess.PIPE, check=False)
        if mounted.returncode != 0:
            self.skipTest(f"may not mount: {mounted.stderr.decode().strip()}")
        self.addCleanup(subprocess.run, ["umount", self.here], check=False)

    def test_is_one_clear_line_and_leaves_nothing(self):
        self.on_a_disk_of("64k")
        done = run(*self.command())
        self.assert_trouble(done, self.out, "No space left")
        self.assert_nothing_left()

    def test_keeps_the_old_archive(self):
        self.on_a_disk_of("64k")
        self.out.write_text("the old archive")
        self.assert_trouble(run(*self.command("--force")), self.out, "No space left")
        self.assertEqual(self.out.read_text(), "the old archive")
        self.assertEqual(os.listdir(self.here), [self.out.name])

    def test_with_no_inode_left_is_one_clear_line(self):
        self.on_a_disk_of("1m,nr_inodes=2")
        (self.here / "last").write_text("")
        self.assert_trouble(run(*self.command()), self.out)
        self.assertEqual(os.listdir(self.here), ["last"])

    def test_stops_the_sample_with_one_clear_line(self):
        self.on_a_disk_of("16k")
        self.assert_trouble(run("sample", "-o", self.here), self.here)


class FileSizeLimit(Base):
    def limited_to(self, size, *options, **how):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return run(*self.command(*options), preexec_fn=limit, **how)

    def test_is_one_clear_line_and_leaves_nothing(self):
        for size in (0, 1, 40, 10_000, 100_000):
            for ignored in (False, True):  # SIGXFSZ: as it is by default, or ignored by a parent
                self.assert_trouble(self.limited_to(size, restore_signals=not ignored), self.out)
                self.assert_nothing_left()

    def test_keeps_the_old_archive(self):
        self.out.write_text("the old archive")
        self.assert_trouble(self.limited_to(10_000, "--force"), self.out)
        self.assertEqual(self.out.read_text(), "the old archive")
        self.assertEqual(os.listdir(self.here), [self.out.name])


if __name__ == "__main__":
    unittest.main()
