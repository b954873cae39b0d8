"""`wardrobe diff` on games that differ in one known way: its findings, outputs and statuses. tests/unit/tools/diff has the
rules, and that they are the same from both sides."""

import os
import pathlib
import pty
import re
import shutil
import subprocess
import unittest

from game_files import costume, make_game, picture, rle16
from support import ENVIRONMENT, PROGRAM, ProgramTest, run, sample

FINDINGS = pathlib.Path(__file__).parents[3] / "tools/diff/README.md"
KEYS = ["kind", "costume", "old_row", "new_row", "limb", "index", "chore", "dir", "room", "palette",
        "field", "old", "new", "pixels", "box"]


def pixels(width, height, seed):
    return [1 + (i * seed + i // 3) % 15 for i in range(width * height)]


class Draft:
    """A costume in pieces, which can be changed one by one."""

    def __init__(self, seed):
        self.shapes = {(limb, index): [4 + limb, 5 + index, pixels(4 + limb, 5 + index,
                                                                   seed + 3 * limb + index),
                                       -2, -3, limb, 1]
                       for limb in (0, 3) for index in range(4)}
        self.slots = {0: [(0, 0), (0, 1), (0, 2), (0, 3)], 3: [(3, 0), (3, 1), (3, 2), None, (3, 3)]}
        self.records = {4: [(0, 0, 1), (3, 2, 0x80)], 8: [(0, 0, 1), (3, 3, 3)],
                        10: [(0, 7, 0)], 13: [(0, 0xFFFF), (3, 5, 1)]}
        self.commands = [0, 1, 2, 0, 1, 2, 4, 3]
        self.mirror = True

    def payload(self, version):
        tables = {limb: [slot and self.picture(slot) for slot in slots]
                  for limb, slots in self.slots.items()}
        data = bytearray(costume(version, tables, self.records, self.commands))
        if not self.mirror:
            data[7 if version == 6 else 1] |= 0x80
        return bytes(data)

    def picture(self, slot):
        width, height, colors, *place = self.shapes[slot]
        return picture(width, height, rle16(colors), *place)


class Base(ProgramTest):
    def setUp(self):
        super().setUp()
        self.a = self.pack_drafts("a", Draft(3), Draft(7), Draft(8))
        other = Draft(7)
        other.shapes[3, 1][2][9] ^= 1
        other.shapes[0, 1][3] += 4
        other.mirror = False
        third = Draft(8)
        third.commands[7] = 2
        self.b = self.pack_drafts("b", Draft(3), other, third, Draft(20))

    def pack_drafts(self, name, *drafts):
        game = make_game(6, [[draft.payload(6) for draft in drafts]])
        return self.pack(game.write(self.folder / name), f"{name}.wardrobe")


class Outputs(Base):
    def test_json_has_a_row_for_each_finding(self):
        done = run("diff", self.a, self.b, "--json")
        self.assert_fine(done, 1)
        self.assertEqual({tuple(row)[:len(KEYS)] for row in done.json_lines()}, {tuple(KEYS)})
        rows = {row["kind"]: row for row in done.json_lines()}
        expected = {
            "mirror": {"costume": 2, "old": True, "new": False},
            "picture-pixels": {"costume": 2, "limb": 3, "index": 1, "pixels": 1, "box": [1, 3, 1, 1]},
            "picture-placement": {"costume": 2, "limb": 0, "index": 1, "field": "x", "old": -2, "new": 2,
                                  "timelines": [[1, "W"], [2, "W"]]},
            "record": {"costume": 3, "chore": 2, "dir": "S", "limb": 0, "field": "commands", "old": "03", "new": "02"},
            "costume-added": {"costume": 4, "old": None, "new": 4}}
        self.assertEqual({kind: {key: row[key] for key in expected[kind]} for kind, row in rows.items()}, expected)

    def test_text_is_a_summary_and_then_each_costume_most_changed_first(self):
        done = run("diff", self.a, self.b)
        self.assert_fine(done, 1)
        self.assertEqual(done.out, """\
4 costumes: 1 same, 2 changed, 1 added
1 costume-added, 1 mirror, 1 picture-pixels, 1 picture-placement, 1 record

costume 2: 3 findings
  mirror             true → false
  picture-placement  limb 0 index 1: x -2 → 2, in chore 1 W, chore 2 W
  picture-pixels     limb 3 index 1: 1 pixel in 1×1 at 1,3

costume 3: 1 finding
  record             chore 2 S limb 0: commands 03 → 02

costume 4: 1 finding
  costume-added
""")
        self.assertEqual(run("diff", self.a, self.b, "--stat").out, """\
costume    findings  kinds
costume 2         3  1 mirror, 1 picture-pixels, 1 picture-placement
costume 3         1  1 record
costume 4         1  1 costume-added
4 costumes: 1 same, 2 changed, 1 added
""")

    def test_all_say_so_when_nothing_changed(self):
        for options, text in (((), "3 costumes: 3 same\nno difference\n"), (["--stat"], "3 costumes: 3 same\n"),
                              (["--json"], "")):
            self.assertEqual(run("diff", self.a, self.a, *options).out, text)

    def test_colours_only_on_a_terminal(self):
        for environment, are_there in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
            leader, follower = pty.openpty()
            run("diff", self.a, self.b, stdout=follower, env={**ENVIRONMENT, "TERM": "xterm", **environment})
            self.assertEqual(b"\x1b[" in os.read(leader, 1 << 16), are_there, environment)
            os.close(leader)
            os.close(follower)

    def test_other_games_are_told_in_one_line(self):
        done = run("diff", sample(1), sample(8))
        self.assertEqual(done.status, 1, str(done))
        self.assertRegex(done.out, r"^these look like different games, .* show their \d+ findings\n$")


class Git(Base):
    """With the settings of tools/diff/README.md, `git diff` shows the changes of archives."""

    def setUp(self):
        super().setUp()
        self.repository, tools = self.folder / "repository", self.folder / "bin"
        self.repository.mkdir()
        tools.mkdir()
        (tools / "wardrobe").symlink_to(PROGRAM)
        self.environment = {**ENVIRONMENT, "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(self.folder),
                            "GIT_CONFIG_NOSYSTEM": "1", **{f"GIT_{who}_{what}": "a@example.org"
                                                           for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}}
        self.shell("git init -q")
        blocks = "".join(re.findall(r"^```sh\n(.*?)^```$", FINDINGS.read_text(), re.M | re.S))
        for word in ("diff=wardrobe", "diff.wardrobe.command"):
            [setting] = [line for line in blocks.splitlines() if word in line]
            self.shell(setting)

    def shell(self, command, good=True):
        done = subprocess.run(command, shell=True, cwd=self.repository, env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr) == (0, ""), good, f"{command}\n{done}")
        return done.stdout if good else done.stderr

    def put(self, archive):
        shutil.copy(archive, self.repository / "game.wardrobe")

    def test_diff_names_kinds_of_changes(self):
        self.put(self.a)
        self.shell("git add -A")
        self.assertIn("3 added", self.shell("git diff --cached"))
        self.shell("git commit -qm old")
        self.put(self.b)
        expected = "game.wardrobe:\n" + run("diff", self.a, self.b).out
        self.assertIn("picture-placement", expected)
        self.assertEqual(self.shell("git diff"), expected)
        self.shell("git commit -qam new")
        self.assertEqual(self.shell("git diff HEAD~1 HEAD"), expected)
        self.assertEqual(self.shell("git show --format= --ext-diff"), expected)
        self.shell("git rm -q game.wardrobe")
        self.assertIn("4 removed", self.shell("git diff --cached"))

    def test_diff_reports_a_damaged_archive(self):
        self.put(self.a)
        self.shell("git add -A && git commit -qm old")
        (self.repository / "game.wardrobe").write_bytes(self.b.read_bytes()[:-1])
        self.assertIn("wardrobe: ", self.shell("git diff", good=False))


if __name__ == "__main__":
    unittest.main()
