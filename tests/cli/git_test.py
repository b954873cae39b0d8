"""Archives in git: with the settings of tools/diff/README.md, `git diff` shows their changes."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from diff_test import Draft
from game_files import make_game
from support import PROGRAM, ProgramTest, read, run

FINDINGS = pathlib.Path(__file__).parents[2] / "tools/diff/README.md"


def setting(word):
    """Returns the only command of tools/diff/README.md that contains `word`."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", FINDINGS.read_text(), re.M | re.S)
    [line] = [line for line in "".join(blocks).splitlines() if word in line]
    return line


class Git(ProgramTest):
    def pack_drafts(self, name, *drafts):
        game = make_game(6, [[draft.payload(6) for draft in drafts]])
        return self.pack(game.write(self.folder / f"game-{name}"), f"{name}.wardrobe")

    def setUp(self):
        super().setUp()
        self.repository = self.folder / "repository"
        self.repository.mkdir()
        tools = self.folder / "bin"
        tools.mkdir()
        (tools / "wardrobe").symlink_to(PROGRAM)
        self.environment = {
            "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(self.folder), "LANG": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        self.shell("git init -q")
        draft = Draft(7)
        self.old = self.pack_drafts("old", Draft(3), draft)
        draft.shapes[3, 1][3] += 2
        draft.commands[7] = 2
        self.new = self.pack_drafts("new", Draft(3), draft)

    def shell(self, command, status=0):
        done = subprocess.run(command, shell=True, cwd=self.repository, env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (status, ""), f"{command}\n{done}")
        return done.stdout

    def put(self, archive):
        shutil.copy(archive, self.repository / "game.wardrobe")

    def set_up(self):
        self.shell(setting("diff=wardrobe"))
        self.shell(setting("diff.wardrobe.command"))

    def test_names_kinds_of_changes_with_a_command(self):
        self.set_up()
        self.shell("git add -A && git commit -qm setup")
        self.put(self.old)
        self.shell("git add -A")
        self.assertIn("2 added", self.shell("git diff --cached"))
        self.shell("git commit -qm old")
        self.put(self.new)
        expected = "game.wardrobe:\n" + run("diff", self.old, self.new).out
        self.assertIn("picture-placement", expected)
        self.assertEqual(self.shell("git diff"), expected)
        self.shell("git commit -qam new")
        self.assertEqual(self.shell("git diff HEAD~1 HEAD"), expected)
        self.assertEqual(self.shell("git show --format= --ext-diff"), expected)
        self.shell("git mv game.wardrobe other.wardrobe && git commit -qm moved")
        self.put(self.new)
        self.shell("git rm -q other.wardrobe")
        self.assertIn("2 removed", self.shell("git diff --cached"))

    def test_reports_a_damaged_archive(self):
        self.set_up()
        self.put(self.old)
        self.shell("git add -A && git commit -qm old")
        (self.repository / "game.wardrobe").write_bytes(read(self.new)[:-1])
        done = subprocess.run("git diff", shell=True, cwd=self.repository, env=self.environment,
                              capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("wardrobe: ", done.stderr)


if __name__ == "__main__":
    unittest.main()
