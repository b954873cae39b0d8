"""Every command that a document shows runs, and prints what the document shows."""

import lzma
import pathlib
import re
import shutil
import subprocess
import unittest

from console import commands, is_shown, shell
from support import PROGRAM, ProgramTest, not_under_sanitizers, read, run, sample

ROOT = pathlib.Path(__file__).parents[2]
BLOCK = re.compile(r"^```(sh|console|python)\n(.*?)^```$", re.M | re.S)
# The documents that are read first, in this order. Their commands run one after the other in a fresh clone with nothing
# but the built program. Those of other documents have archives, too.
FIRST = ("README.md", "tools/library/README.md", "tools/library/javascript/README.md", "tools/library/python/README.md")
# Commands that this test does not run, and the test that does.
ELSEWHERE = {
    r"docker run": "no test: it needs a container; tools/dev/page.sh has been run in a bare Debian 12",
    r"/usr/bin/python3 -m venv|\. build/python|pip install": "tools/library/wheel_test.py",
    r"ls -d games|sbatch": "no test: it needs Slurm, with which it has been run",
    r"git config|echo '\*\.wardrobe": "diff_test.py",
    r"parallel": "load_test.py",
    r"wardrobe (list|info) archives|sqlite3 ": "collection_sql_test.py",
}
# Scripts that install or build; a clone here has been built.
SCRIPTS = ("run.sh", "setup.sh", "page.sh", "module.sh")
# `diff` may find differences.
PRELUDE = """wardrobe() { command wardrobe "$@" || { [ $? = 1 ] && [ "$1" = diff ]; }; }
"""


def documents():
    names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return names.split() or [str(path.relative_to(ROOT)) for path in ROOT.rglob("*.md") if "build" not in path.parts]


class Documents(ProgramTest):
    def clone(self, name):
        """Returns a folder like a fresh clone with build/program."""
        folder = self.folder / name.replace("/", "-") / "clone"
        (folder / "build").mkdir(parents=True)
        (folder / "build" / "program").symlink_to(pathlib.Path(PROGRAM).parents[1])
        (folder / "tools").mkdir()
        for path in (*ROOT.iterdir(), *(ROOT / "tools").iterdir()):
            if path.name not in ("build", "dist", "tools", *SCRIPTS):
                (folder / path.relative_to(ROOT)).symlink_to(path)
        for name in SCRIPTS:
            script = folder / "tools" / name
            script.write_text("#!/bin/sh\n" + (f'[ $# = 0 ] || exec {PROGRAM} "$@"\n' if name == "run.sh" else ""))
            script.chmod(0o755)
        return folder

    def prepare(self, name, text):
        """Returns a clone with everything that a document's commands need but do not make."""
        if name in FIRST:
            self.first = self.first or self.clone("first")
            for file, code in re.findall(r"^```c\n// (\w+[.]c)\n(.*?)^```$", text, re.M | re.S):
                (self.first / file).write_text(code)
            return self.first
        folder = self.clone(name)
        (folder.parent / "exported").write_text(f"export PATH={pathlib.Path(PROGRAM).parent}:$PATH\n")
        if "wardrobe sample" not in text and "run.sh sample" not in text:
            shutil.copytree(sample(6).parent, folder / "sample")
        for archive, version in (("v5", 5), ("v6", 6), ("game", 6), ("floppy", 5), ("cd", 7)):
            if f"-o {archive}.wardrobe" not in text:
                self.assert_fine(run("pack", sample(version), "-o", folder / f"{archive}.wardrobe", "-q"))
        return folder

    @not_under_sanitizers
    def test_commands_run_and_print_what_is_shown(self):
        elsewhere, ran, self.first = set(), 0, None
        for name in (*FIRST, *(name for name in documents() if name not in FIRST)):
            text = (ROOT / name).read_text(encoding="utf-8")
            folder = None
            for kind, block in BLOCK.findall(text):
                if kind == "python" and name != "README.md":  # tools/library runs these
                    continue
                python = [(f"python3 - <<'END'\n{block}END", "", 0)]
                for command, shown, _ in python if kind == "python" else commands(block, kind == "console"):
                    known = [pattern for pattern in ELSEWHERE if re.match(pattern, command)]
                    elsewhere.update(known)
                    if known:
                        continue
                    folder = folder or self.prepare(name, text)
                    with self.subTest(document=name, command=command):
                        status, printed = shell(command, folder, "/usr/bin:/bin", PRELUDE)
                        self.assertEqual(status, 0, printed)
                        if kind == "console" and not is_shown(printed, shown):
                            self.assertEqual(printed, shown)
                    ran += 1
        self.assertEqual(elsewhere, set(ELSEWHERE))
        self.assertGreater(ran, 30)

    @not_under_sanitizers
    def test_sizes_of_the_sample(self):
        archive, art = self.pack(sample(6)), self.folder / "art"
        self.assert_fine(run("export", archive, "--format", "pictures", "-o", art))
        game = b"".join(read(path) for path in sorted(sample(6).iterdir()))
        sizes = (len(game), len(lzma.compress(game, preset=6)),
                 sum(path.stat().st_size for path in art.rglob("*.png")), archive.stat().st_size)
        tables = (ROOT / "bench/README.md").read_text(encoding="utf-8").replace(",", "")
        cells = re.search(r"^\| sample/v6 \| (.*) \|$", tables, re.M)[1].split(" | ")
        self.assertEqual([cells[column] for column in (0, 1, 6, 7)], [*map(str, sizes)])
        rooms = self.pack(sample(6), "rooms.wardrobe", "--rooms").stat().st_size
        manual = " ".join((ROOT / "tools/program/README.md").read_text(encoding="utf-8").split())
        self.assertIn(f"add {rooms - sizes[3]:,} bytes to {sizes[3]:,}.", manual)

    def test_commands_are_in_blocks_that_are_run(self):
        """No indented line and no other block starts a program, as these are not run."""
        for name in documents():
            text = BLOCK.sub("", (ROOT / name).read_text(encoding="utf-8"))
            loose = re.findall(r"^(?:    |\$ |    \$ )((?:wardrobe|tools/\w+\.sh|git|pip|npm|cc) .*)$", text, re.M)
            self.assertEqual([line for line in loose if not re.search(r"\b[A-Z]{3,}\b", line)], [], name)


if __name__ == "__main__":
    unittest.main()
