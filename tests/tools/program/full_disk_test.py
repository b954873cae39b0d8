"""A full disk and a limit on the size of files are one clear line, and leave the old file or nothing."""

import os
import resource
import subprocess
import unittest

from atomic_test import Base
from support import read, run


class FullDisk(Base):
    def on_a_disk_of(self, size):
        """Mounts a tiny file system on self.here. Skips the test if mounting is not allowed."""
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
        old = self.small_archive()
        self.on_a_disk_of("64k")
        self.out.write_bytes(old)
        self.assert_trouble(run(*self.command("--force")), self.out, "No space left")
        self.assertEqual(read(self.out), old)
        self.assertEqual(os.listdir(self.here), [self.out.name])

    def test_with_no_inode_left_is_one_clear_line(self):
        self.on_a_disk_of("1m,nr_inodes=2")
        (self.here / "last").write_text("")
        self.assert_trouble(run(*self.command()), self.out)
        self.assertEqual(os.listdir(self.here), ["last"])

    def test_stops_the_sample_with_one_clear_line(self):
        self.on_a_disk_of("64k")
        done = run("sample", "-o", self.here / "sample")
        self.assert_trouble(done, self.here, "No space left")
        self.assertNotIn("--force", done.err)
        self.assert_nothing_left()


class FileSizeLimit(Base):
    def limited_to(self, size, *options, **how):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return run(*self.command(*options), preexec_fn=limit, **how)

    def test_is_one_clear_line_and_leaves_nothing(self):
        for size in (0, 1, 40, 10_000, 100_000):
            for ignored in (False, True):  # SIGXFSZ has its default action, or is ignored by the parent
                self.assert_trouble(self.limited_to(size, restore_signals=not ignored), self.out)
                self.assert_nothing_left()

    def test_keeps_the_old_archive(self):
        old = self.small_archive()
        self.out.write_bytes(old)
        self.assert_trouble(self.limited_to(10_000, "--force"), self.out)
        self.assertEqual(read(self.out), old)
        self.assertEqual(os.listdir(self.here), [self.out.name])


if __name__ == "__main__":
    unittest.main()
