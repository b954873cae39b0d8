"""The commands in NAME.console print what stands there, and end with the status before their prompt.

A file is run in a folder of its own, with the sample games in `sample`. Its paragraphs begin with what they show. Empty
lines of an output are left out, and "…" stands for what may differ. WARDROBE_ACCEPT=1 writes what was seen into the
files; WARDROBE_CONSOLE names the only ones to run."""

import difflib
import os
import pathlib
import unittest

from console import PROMPT, commands, is_shown, shell
from support import PROGRAM, ProgramTest, sample

HERE = pathlib.Path(__file__).parent
NAMES = os.environ.get("WARDROBE_CONSOLE", "").split() or sorted(path.stem for path in HERE.glob("*.console"))


class Console(ProgramTest):
    def seen(self, folder, paragraph):
        """Returns a paragraph with what its commands print now."""
        lines = paragraph.splitlines(True)
        first = next((at for at, line in enumerate(lines) if PROMPT.match(line)), len(lines))
        text = "".join(lines[:first])
        for command, shown, wanted in commands("".join(lines[first:])):
            status, printed = shell(command, folder, f"{folder.parent}/bin:/usr/bin:/bin")
            if PROGRAM.endswith("wine.sh"):
                printed = printed.replace("\\", "/")
            printed = "".join(line for line in printed.splitlines(True) if line.strip())
            if status == wanted and is_shown(printed, shown):
                printed = shown
            text += f"{status or ''}$ {command}\n{printed}"
        return text

    def check(self, name):
        folder = self.folder / name / "here"
        (folder.parent / "bin").mkdir(parents=True)
        (folder.parent / "bin" / "wardrobe").symlink_to(PROGRAM)
        folder.mkdir()
        (folder / "sample").symlink_to(sample(6).parent)
        file = HERE / f"{name}.console"
        before = file.read_text(encoding="utf-8")
        after = "\n".join(self.seen(folder, paragraph + "\n") for paragraph in before.rstrip("\n").split("\n\n"))
        if after != before and os.environ.get("WARDROBE_ACCEPT") == "1":
            file.write_text(after, encoding="utf-8")
        elif after != before:
            self.fail("\n".join(difflib.unified_diff(before.splitlines(), after.splitlines(), str(file), "now", lineterm="")))

    def test_commands_print_what_is_shown(self):
        sample(6)  # made once, not by each of the processes
        self.check_all(self.check, NAMES)


if __name__ == "__main__":
    unittest.main()
