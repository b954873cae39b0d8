"""Shared by the tests of the packages for Python and JavaScript, and of what is installed. Makes the Python package
importable."""

import json
import pathlib
import re
import subprocess
import sys
from functools import cached_property

from forge import Image, archive_of
from reader import Archive
from support import ProgramTest, run, sample

ROOT = pathlib.Path(__file__).parents[2]
VERSIONS = ("v1", "v2", "v3-16", "v3", "v4", "v5", "v6", "v7", "v8", "he")
GOLDEN = ROOT / "tests" / "unit" / "formats" / "archive" / "golden"
PACKAGE = ROOT / "tools" / "library" / "python"
JAVASCRIPT = ROOT / "tools" / "library" / "javascript"
sys.path[:0] = [str(PACKAGE)]

import wardrobe


def game(version):
    """Returns the folder of the sample game of `version`."""
    return sample(6).parent / version


def examples(language, folder):
    """Returns the programs in a README."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (folder / "README.md").read_text(), re.M | re.S)


def call(*command, text=True, **options):
    """Returns what a program prints. It must succeed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=text, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def ask(question, path, *arguments):
    """Returns what the JavaScript package answers: javascript/answers.mjs."""
    answers = pathlib.Path(__file__).parent / "javascript" / "answers.mjs"
    return json.loads(call("node", answers, question, path, *map(json.dumps, arguments)))


class PackageTest(ProgramTest):
    """A test with an archive of the sample game, `archive` at `path`, and the walk of its first costume."""

    @cached_property
    def path(self):
        return self.pack(sample(6))

    @cached_property
    def archive(self):
        return self.open(self.path)

    @cached_property
    def walk(self):
        return self.archive.costume(1).timeline("walk", "W")

    def open(self, source):
        archive = wardrobe.open(source)
        self.addCleanup(archive.close)
        return archive

    def replay(self, path, costume, chore, direction, *arguments, name="replay.png"):
        """Returns the file into which the program draws a timeline of a row of costumes."""
        out = self.folder / name
        self.assert_fine(run("replay", path, "--costume", f"#{costume}", "--chore", str(chore), "--dir",
                             str(direction), "-o", out, "--force", "--quiet", *arguments))
        return out

    def replayed(self, path, timeline, *arguments, name="replay.png"):
        return self.replay(path, timeline.costume.row, timeline.chore, timeline.direction, *arguments, name=name)

    def forged(self, path, change, name="forged.wardrobe"):
        """Returns the archive with changed columns and valid checksums."""
        image = Image(Archive.open(path))
        change(image)
        out = self.folder / name
        out.write_bytes(archive_of(image.write()))
        return out
