"""Full, closed and abandoned streams; limits on threads and memory."""

import errno
import os
import resource
import subprocess
import unittest

from failing_calls import environment
from game_files import costume, make_game, picture, rle16
from program_test import Base
from support import ENVIRONMENT, PROGRAM, not_under_sanitizers, read, run, sample


class Streams(Base):
    def test_stdout_on_a_full_disk_is_status_2_and_one_line(self):
        for words in (*self.readers(self.archive), *self.readers(self.archive, "--json"),
                      ("pack", self.game, "-o", self.folder / "b"), ("--help",),
                      ("sample", "-o", self.folder / "sample")):
            if words[0] == "list" and run(*words).out == "":
                continue
            with open("/dev/full", "wb") as full:
                self.assert_trouble(run(*words, stdout=full))

    def test_a_closed_stdout_is_status_2_and_one_line(self):
        big = self.pack(sample(5), "sample.wardrobe")  # more than stdout buffers
        for words in (*self.readers(self.archive), ("list", big, "pictures", "--json"),
                      ("--version",)):
            self.assert_trouble(run(*words, stdout=None, preexec_fn=lambda: os.close(1)))

    def test_a_closed_or_full_stderr_does_not_crash(self):
        with open("/dev/full", "wb") as full:
            for stderr in ({"stderr": full}, {"preexec_fn": lambda: os.close(2)}):
                for words in (("info", self.folder / "missing"), ("frobnicate",),
                              ("pack", self.folder / "missing", "-o", self.folder / "b")):
                    done = subprocess.run([PROGRAM, *words], check=False, env=ENVIRONMENT,
                                          stdout=subprocess.DEVNULL, **stderr)
                    self.assertEqual(done.returncode, 2, (words, stderr))

    def test_messages_do_not_end_up_in_archives_when_streams_are_closed(self):
        archive = self.folder / "closed.wardrobe"
        close_all = lambda: [os.close(number) for number in (0, 1, 2)]
        with subprocess.Popen([PROGRAM, "pack", self.game, "-o", archive], env=ENVIRONMENT,
                              preexec_fn=close_all) as done:
            self.assertGreaterEqual(done.wait(), 0, "crashed")
        self.assertEqual(read(archive), read(self.archive))

    def test_a_reader_that_goes_away_does_not_crash_it(self):
        archive = self.pack(sample(5), "sample.wardrobe")
        with subprocess.Popen([PROGRAM, "list", archive, "pictures"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=ENVIRONMENT) as done:
            done.stdout.close()
            err = done.stderr.read()
        self.assertIn(done.returncode, (-13, 0, 2), err)  # SIGPIPE is usual here.
        self.assertLessEqual(err.count(b"\n"), 1, err)


class Limits(Base):
    """Limits on threads and memory."""

    def assert_packs_the_same(self, name, **how):
        for threads in ((), ("--threads", "2"), ("--threads", "1024")):
            out = self.folder / name
            self.assert_fine(run("pack", self.game, "-o", out, "-q", "--force", *threads, **how))
            self.assertEqual(read(out), read(self.archive))

    def test_it_does_without_threads_that_cannot_be_started(self):
        self.assert_packs_the_same("b", env=environment(pthread_create=errno.EAGAIN))

    @not_under_sanitizers
    def test_a_user_who_may_start_no_more_threads_can_pack(self):
        folder = self.public_folder()
        one_process = lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
        self.assert_packs_the_same(f"{folder.name}/b", preexec_fn=one_process, **self.as_nobody())

    def long_timelines(self):
        """A costume of 16 limbs whose periods have no common multiple below --max-ticks."""
        periods = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53)
        one = picture(1, 1, rle16([1]))
        windows = [(limb, 0, period - 1) for limb, period in enumerate(periods)]
        long = costume(5, {limb: [one, one] for limb in range(16)}, {4: windows, 5: windows},
                       [0] + [1] * 52)
        return make_game(5, [[long]]).write(self.folder / "long")

    @not_under_sanitizers
    def test_too_little_memory_is_status_2_and_one_line(self):
        game = self.long_timelines()
        archive = self.pack(game, "long.wardrobe")
        commands = [("pack", game, "-o", self.folder / "c", "-q", "--force"), ("info", archive),
                    ("verify", archive), ("list", archive, "timelines"),
                    ("list", archive, "timelines", "--json"), ("diff", archive, self.archive),
                    ("replay", archive, "--costume", "1", "--chore", "1", "--dir", "W", "--json")]
        for megabytes in range(20, 100, 5):
            limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)
            for words in commands:
                done = run(*words, preexec_fn=limit)
                if done.status == 127:  # There is not enough memory to load the program.
                    continue
                self.assert_no_crash(done)
                self.assertEqual(done.err.count("\n"), 1 if done.status == 2 else 0, str(done))


if __name__ == "__main__":
    unittest.main()
