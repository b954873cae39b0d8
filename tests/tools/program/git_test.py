"""Archives in git: with the settings of FINDINGS.md, `git diff` shows their changes."""

import os
import pathlib
import re
import shutil
import struct
import subprocess
import unittest

from diff_test import Draft
from game_files import directory, find, make_game
from support import PROGRAM, ProgramTest, read, run

FINDINGS = pathlib.Path(__file__).parents[3] / "tools/diff/FINDINGS.md"


def setting(word):
    """Returns the only command of FINDINGS.md that contains `word`."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", FINDINGS.read_text(), re.M | re.S)
    [line] = [line for line in "".join(blocks).splitlines() if word in line]
    return line


def renumbered(game, ids):
    """Returns the game with other ids for its costumes: {old id: new id}."""
    old = find(game.index, b"DCOS")[0]
    count = struct.unpack_from("<H", game.index, old.start + 8)[0]
    entries = [(0, 0)] * (max([*ids.values(), count - 1]) + 1)
    for number in range(1, count):
        room = game.index[old.start + 10 + number]
        offset = struct.unpack_from("<I", game.index, old.start + 10 + count + 4 * number)[0]
        entries[ids.get(number, number)] = (room, offset)
    return game.with_index(game.index[:old.start] + directory(b"DCOS", entries)
                           + game.index[old.end:])


class Base(ProgramTest):
    def pack_drafts(self, name, *drafts, ids=None):
        game = make_game(6, [[draft.payload(6) for draft in drafts]])
        return self.pack(renumbered(game, ids or {}).write(self.folder / f"game-{name}"),
                         f"{name}.wardrobe")


class Git(Base):
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

    def set_up(self, word):
        self.shell(setting("diff=wardrobe"))
        self.shell(setting(f"diff.wardrobe.{word}"))

    def changed_lines(self, text):
        return [line for line in text.splitlines() if re.match(r"[-+](?![-+])", line)]

    def test_compares_texts_with_two_lines_of_setup(self):
        self.set_up("textconv")
        self.put(self.old)
        self.shell("git add -A && git commit -qm old")
        self.put(self.new)
        changed = self.changed_lines(self.shell("git diff"))
        self.assertIn('"x":-2,"y":-3', "\n".join(line for line in changed if line[0] == "-"))
        self.assertIn('"x":0,"y":-3', "\n".join(line for line in changed if line[0] == "+"))
        self.assertIn('+window {"costume":2,"chore":2,"dir":"S","limb":0,"window":"loop 02"}', changed)
        self.shell("git commit -qam new")
        self.assertEqual(self.changed_lines(self.shell("git log -p -1 --format=%h")), changed)

    def test_ignores_cosmetic_changes(self):
        self.set_up("textconv")
        self.put(self.pack_drafts("one", Draft(3), Draft(7)))
        self.shell("git add -A && git commit -qm old")
        self.put(self.pack_drafts("two", Draft(7), Draft(3), ids={1: 2, 2: 1}))
        self.assertNotEqual(self.shell("git status --short"), "")
        self.assertEqual(self.changed_lines(self.shell("git diff")), [])

    def test_names_kinds_of_changes_with_a_command(self):
        self.set_up("command")
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
        self.set_up("command")
        self.put(self.old)
        self.shell("git add -A && git commit -qm old")
        (self.repository / "game.wardrobe").write_bytes(read(self.new)[:-1])
        done = subprocess.run("git diff", shell=True, cwd=self.repository, env=self.environment,
                              capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("wardrobe: ", done.stderr)


class Text(Base):
    def text(self, archive):
        done = run("info", archive, "--text")
        self.assert_fine(done)
        return done.out

    def test_differs_whenever_diff_finds_something(self):
        before = self.pack_drafts("before", Draft(3))

        def change(what):
            draft = Draft(3)
            what(draft)
            return draft

        changes = [lambda d: d.shapes[0, 0][2].__setitem__(0, 9 ^ d.shapes[0, 0][2][0]),
                   lambda d: d.shapes[3, 0].__setitem__(6, 5),
                   lambda d: d.commands.__setitem__(7, 2),
                   lambda d: setattr(d, "mirror", False),
                   lambda d: d.slots[3].reverse()]
        for number, what in enumerate(changes):
            after = self.pack_drafts(f"after{number}", change(what))
            self.assertEqual(run("diff", before, after).status, 1)
            self.assertNotEqual(self.text(before), self.text(after))

    def test_cannot_be_combined_with_json(self):
        archive = self.pack_drafts("a", Draft(3))
        self.assert_trouble(run("info", archive, "--text", "--json"))


if __name__ == "__main__":
    unittest.main()
