"""Tests the command of the JavaScript package, the program as WebAssembly, where it meets the system: names,
streams, signals, memory.

same_everywhere_test.py compares what the command writes, and tests of the program run on it, too."""

import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import unittest

from packages import ROOT

from support import ProgramTest, run, sample

NODE = shutil.which("node")
COMMAND = ROOT / "tools/library/javascript/node/command.js"
CLOSED_PIPE = 128 + signal.SIGPIPE
PAGES = 150  # pages of 64 KiB: the memory that the program starts with, including a stack of 8 MiB, and little more


def command(*words, node=(), **options):
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([NODE, *node, COMMAND, *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
                          **options)


def output_on_terminal(program, words):
    """Returns the output of a program that runs on a terminal."""
    master, slave = pty.openpty()
    with subprocess.Popen([*program, *words], stdin=slave, stdout=slave, stderr=slave,
                          env={**os.environ, "TERM": "xterm"}) as running:
        os.close(slave)
        text = b""
        while select.select([master], [], [], 60)[0]:
            try:
                text += os.read(master, 1 << 16)
            except OSError:  # The last process has closed it.
                break
        running.wait()
    os.close(master)
    return text


class Command(ProgramTest):
    def assert_like_the_program(self, *words, **options):
        here, there = command(*words, **options), run(*words, **options)
        self.assertEqual((here.returncode, (here.stdout or b"").decode(), here.stderr.decode()),
                         (there.status, there.out, there.err))
        return here

    def test_names_in_all_scripts(self):
        folder = self.folder / "Größe 日本 \U0001f3ad"
        shutil.copytree(sample(6), folder)
        self.assert_like_the_program("pack", "Größe 日本 \U0001f3ad", "-o", "ö.wardrobe", "--force", cwd=self.folder)
        self.assert_like_the_program("info", "ö.wardrobe", cwd=self.folder)

    def test_names_that_are_no_text(self):
        folder = self.folder / "game"
        shutil.copytree(sample(6), folder)
        for name in (b"\xff\xfe", b"a\xc3"):
            pathlib.Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_bytes(b"?")
        self.assert_like_the_program("pack", folder, "-o", self.folder / "a.wardrobe", "--force")

    def test_messages_are_the_programs(self):
        archive = self.pack(sample(6))
        (self.folder / "art").mkdir()
        for words in ((), ("--help",), ("pack", "nowhere", "-o", "x"), ("pack", sample(6), "-o", "nowhere/x"), ("info", "."),
                      ("info", archive / "x"), ("pack", sample(6), "-o", archive), ("export", archive, "-o", "."),
                      ("apply", sample(6), "art", "-o", "art/new"), ("apply", sample(6), "art", "-o", sample(6) / "new"),
                      ("info", "/root/../" + str(archive)), ("list", archive, "costumes", "--jsno")):
            self.assert_like_the_program(*words, cwd=self.folder)

    def test_folders_by_way_of_links(self):
        (self.folder / "real").mkdir()
        (self.folder / "link").symlink_to("real")
        (self.folder / "art").symlink_to(self.folder / "link" / ".." / "link")
        archive = self.pack(sample(6))
        self.assert_like_the_program("apply", sample(6), "art", "-o", "real/new", cwd=self.folder)  # is inside art
        done = command("export", archive, "--format", "sheet", "-o", "art/sheets", "-q", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertTrue((self.folder / "real/sheets").is_dir())

    def test_a_folder_of_an_earlier_run_is_replaced(self):
        archive, out = self.pack(sample(6)), self.folder / "out"
        for force in ([], ["--force"], ["--force"]):
            done = command("export", archive, "--format", "sheet", "-o", out, "-q", *force)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
        (out / "mine.txt").write_text("mine")
        done = command("export", archive, "--format", "sheet", "-o", out, "-q", "--force")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"mine.txt", done.stderr)
        self.assertEqual((out / "mine.txt").read_text(), "mine")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.wardrobe", "out"])

    def test_a_pipe_that_nobody_reads_ends_it_in_silence(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        with os.fdopen(write_end) as pipe:
            done = command("list", self.pack(sample(6)), "pictures", "--json", stdout=pipe)
        self.assertEqual((done.returncode, done.stderr), (CLOSED_PIPE, b""))

    def test_a_pipe_that_does_not_wait(self):
        archive = self.pack(sample(6))
        read_end, write_end = os.pipe()
        os.set_blocking(write_end, False)
        with subprocess.Popen([NODE, COMMAND, "list", archive, "pictures", "--json"], stdout=write_end) as running:
            os.close(write_end)
            with os.fdopen(read_end) as pipe:
                text = pipe.read()
        self.assertEqual(running.returncode, 0)
        self.assertGreater(len(text), 1 << 16)  # more than a pipe holds
        self.assertEqual(text, run("list", archive, "pictures", "--json").out)

    def test_a_full_device(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            self.assert_like_the_program("--version", stdout=full)

    def test_a_terminal_has_colours(self):
        words = ["diff", self.pack(sample(5), "old.wardrobe"), self.pack(sample(7), "new.wardrobe")]
        text = output_on_terminal([NODE, COMMAND], words)
        self.assertIn(b"\033[", text)
        self.assertEqual(text, output_on_terminal([os.environ["WARDROBE"]], words))

    def test_little_memory(self):
        done = command("pack", sample(6), "-o", self.folder / "a.wardrobe", node=[f"--wasm-max-mem-pages={PAGES}"])
        self.assertEqual((done.returncode, done.stdout, done.stderr), (2, b"", b"wardrobe: out of memory\n"))
        self.assertEqual(os.listdir(self.folder), [])

    def test_an_interrupt_leaves_nothing(self):
        archive, here = self.pack(sample(8)), self.folder / "here"
        here.mkdir()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with subprocess.Popen([NODE, COMMAND, "export", archive, "--format", "apng", "-o", here / "out"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
                while running.poll() is None and not os.listdir(here):
                    pass
                self.assertNotIn("out", os.listdir(here), "it was done too soon")
                running.send_signal(number)
                error = running.stderr.read()
            self.assertEqual((running.returncode, error, os.listdir(here)), (-number, b"", []))

    def test_an_interrupt_while_the_output_waits(self):
        read_end, write_end = os.pipe()
        with subprocess.Popen([NODE, COMMAND, "list", self.pack(sample(6)), "pictures", "--json"], stdout=write_end) as running:
            os.close(write_end)
            os.read(read_end, 1)
            running.send_signal(signal.SIGINT)
            running.wait(20)
        os.close(read_end)
        self.assertEqual(running.returncode, -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
