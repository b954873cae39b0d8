"""Shared by the tests of the packages for other languages, and of what is installed."""

import pathlib

from forge import Image, archive_of
from reader import Archive
from support import ProgramTest, run, sample

ROOT = pathlib.Path(__file__).parents[2]
VERSIONS = ("v1", "v2", "v3-16", "v3", "v4", "v5", "v6", "v7", "v8", "he")
GOLDEN = ROOT / "tests" / "unit" / "formats" / "archive" / "golden"


def game(version):
    """Returns the folder of the sample game of `version`."""
    return sample(6).parent / version


class PackageTest(ProgramTest):
    def replay(self, path, costume, chore, direction, *arguments, name="replay.png"):
        """Returns the file into which the program draws a timeline of a row of costumes."""
        out = self.folder / name
        self.assert_fine(run("replay", path, "--costume", f"#{costume}", "--chore", str(chore), "--dir",
                             str(direction), "-o", out, "--force", *arguments))
        return out

    def forged(self, path, change, name="forged.wardrobe"):
        """Returns the archive with changed columns and valid checksums."""
        image = Image(Archive.open(path))
        change(image)
        out = self.folder / name
        out.write_bytes(archive_of(image.write()))
        return out
