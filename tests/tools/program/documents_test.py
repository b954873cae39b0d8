"""Every command that a document shows runs, and prints what the document shows."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from support import ENVIRONMENT, PROGRAM, ProgramTest, not_under_sanitizers, run, sample

ROOT = pathlib.Path(__file__).parents[3]
BLOCK = re.compile(r"^```(sh|console)\n(.*?)^```$", re.M | re.S)
# Commands that this test does not run, and the test that does.
ELSEWHERE = {
    r"cc ": "tools/library/install_test.py, as flags of pkg-config",
    r"\./walk ": "tools/library/install_test.py",
    r"pip install|python -m wardrobe": "tools/library/wheel_test.py",
    r"npx |npm ": "tools/release/npm_test.py",
    r"tools/run\.sh +#": "no test: it installs packages; .ci/run builds the same",
    r"for game in games": "no test: it needs a second machine",
    r"git config|echo '\*\.wardrobe": "git_test.py",
    r"mkdir -p archives|parallel": "load_test.py",
    r"wardrobe list archives|sqlite3 ": "collection_sql_test.py",
}
# `diff` may find differences; PATH is as after `export PATH`.
PRELUDE = """wardrobe() { command wardrobe "$@" || { [ $? = 1 ] && [ "$1" = diff ]; }; }
"""


def documents():
    names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return names.split() or [str(path.relative_to(ROOT)) for path in ROOT.rglob("*.md") if "build" not in path.parts]


def commands(kind, block):
    """Returns (command, output) pairs. Those of a `sh` block have no output."""
    found, continued = [], False
    for line in block.splitlines():
        if kind == "sh" or line.startswith("$ ") or continued:
            line = line.removeprefix("$ ")
            if continued:
                found[-1][0] += "\n" + line
            else:
                found.append([line, ""])
            continued = line.endswith(("\\", "|"))
        else:
            found[-1][1] += line + "\n"
    return found


class Documents(ProgramTest):
    def prepare(self, name, text):
        """Returns a folder with everything that a document's commands need but do not make."""
        folder = self.folder / name.replace("/", "-")
        (folder / "bin").mkdir(parents=True)
        for link in (folder / "bin" / "wardrobe", folder / "tools" / "run.sh"):
            link.parent.mkdir(exist_ok=True)
            link.symlink_to(PROGRAM)
        shutil.copytree(ROOT / "tools/sample", folder / "tools" / "sample")
        if "wardrobe sample" not in text and "run.sh sample" not in text:
            shutil.copytree(sample(6).parent, folder / "sample")
        for archive, version in (("v5", 5), ("v6", 6), ("game", 6), ("floppy", 5), ("cd", 7)):
            if f"-o {archive}.wardrobe" not in text:
                self.assert_fine(run("pack", sample(version), "-o", folder / f"{archive}.wardrobe", "-q"))
        return folder

    def shell(self, command, folder):
        environment = {**ENVIRONMENT, "PATH": f"{folder}/bin:{os.environ['PATH']}", "LANG": "C.UTF-8"}
        return subprocess.run(["bash", "-euo", "pipefail", "-c", PRELUDE + command], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)

    @not_under_sanitizers
    def test_commands_run_and_print_what_is_shown(self):
        elsewhere, ran = set(), 0
        for name in documents():
            text = (ROOT / name).read_text(encoding="utf-8")
            folder = None
            for kind, block in BLOCK.findall(text):
                for command, shown in commands(kind, block):
                    known = [pattern for pattern in ELSEWHERE if re.match(pattern, command)]
                    elsewhere.update(known)
                    if known:
                        continue
                    folder = folder or self.prepare(name, text)
                    with self.subTest(document=name, command=command):
                        done = self.shell(command, folder)
                        self.assertEqual(done.returncode, 0, done.stdout)
                        if kind == "console":
                            pattern = "(?:.*\n)*".join(map(re.escape, shown.split("…\n")))
                            self.assertRegex(done.stdout, rf"\A{pattern}\Z")
                    ran += 1
        self.assertEqual(elsewhere, set(ELSEWHERE))
        self.assertGreater(ran, 30)

    def test_commands_are_in_blocks_that_are_run(self):
        """No indented line and no other block starts a program, as these are not run."""
        for name in documents():
            text = BLOCK.sub("", (ROOT / name).read_text(encoding="utf-8"))
            loose = re.findall(r"^(?:    |\$ |    \$ )((?:wardrobe|tools/\w+\.sh|git|pip|npm|cc) .*)$", text, re.M)
            self.assertEqual([line for line in loose if not re.search(r"\b[A-Z]{3,}\b", line)], [], name)


if __name__ == "__main__":
    unittest.main()
