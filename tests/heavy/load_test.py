"""Many games are packed at once, as when a collection is converted."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from support import ENVIRONMENT, EXHAUSTIVE, PROGRAM, SANITIZED, ProgramTest, read, run, sample

GAMES = 200 if EXHAUSTIVE or not SANITIZED else 20


class Collection(ProgramTest):
    """A folder of games, each in a folder of its own."""

    def setUp(self):
        super().setUp()
        self.games = self.folder / "games"
        self.right = {}
        for number in range(GAMES):
            version = (4, 5, 6)[number % 3]
            shutil.copytree(sample(version), self.games / f"game-{number}")  # without spaces, as the manual says
            self.right[f"game-{number}.wardrobe"] = version
        self.whole = {}
        for version in (4, 5, 6):
            archive = self.folder / f"v{version}.wardrobe"
            self.assert_fine(run("pack", sample(version), "-o", archive, "-q", "--threads", "1"))
            self.whole[version] = read(archive)

    def test_by_gnu_parallel_as_the_manual_says(self):
        manual = (pathlib.Path(__file__).parents[2] / "tools/program/README.md").read_text(encoding="utf-8")
        [line] = re.findall(r"^parallel .*\n.*$", manual, re.MULTILINE)
        line = line.replace(":,user@host", ":")
        out = self.folder / "archives"
        (self.folder / ".parallel").mkdir()
        (self.folder / ".parallel" / "will-cite").touch()  # Without this file, parallel prints a notice.
        path = f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"
        environment = {**ENVIRONMENT, "PATH": path, "HOME": str(self.folder)}
        done = subprocess.run(line, shell=True, cwd=self.folder, env=environment, capture_output=True, check=False)
        # parallel warns that it need not transfer files to this machine.
        said = [line for line in done.stderr.splitlines() if not re.match(rb"parallel: Warning: --\w+ ignored", line)]
        self.assertEqual((done.returncode, said), (0, []))
        self.assertEqual(sorted(path.name for path in out.iterdir()), sorted(self.right))
        for name, version in self.right.items():
            self.assertEqual(read(out / name), self.whole[version], name)


if __name__ == "__main__":
    unittest.main()
