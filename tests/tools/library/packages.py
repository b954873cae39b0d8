"""Shared by the tests of the packages for other languages, and of what is installed."""

import pathlib
import sys

import numpy
from PIL import Image as pillow
from PIL import ImageSequence

ROOT = pathlib.Path(__file__).parents[3]
sys.path.append(str(ROOT / "tests" / "tools" / "program"))

from forge import Image, archive_of
from reader import Archive
from support import ProgramTest, run, sample

VERSIONS = ("v1", "v2", "v3-16", "v3", "v4", "v5", "v6", "v7", "v8", "he")
GOLDEN = ROOT / "tests" / "formats" / "archive" / "golden"


def game(version):
    """Returns the folder of the sample game of `version`."""
    return sample(6).parent / version


def rgba(image):
    """Returns a Pillow image as an array. Invisible pixels are all 0."""
    array = numpy.array(image.convert("RGBA"))
    array[array[:, :, 3] == 0] = 0
    return array


def frames_of(path):
    with pillow.open(path) as image:
        return [rgba(frame) for frame in ImageSequence.Iterator(image)]


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
