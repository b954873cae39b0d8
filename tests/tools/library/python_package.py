"""Shared by the tests of the Python package; makes the package importable."""

import pathlib
import re
import sys

import numpy
from PIL import Image as pillow
from PIL import ImageSequence

ROOT = pathlib.Path(__file__).parents[3]
PACKAGE = ROOT / "tools" / "library" / "python"
sys.path[:0] = [str(PACKAGE), str(ROOT / "tests" / "tools" / "program")]

import wardrobe
from forge import Image, archive_of
from reader import Archive
from support import ProgramTest, run, sample

VERSIONS = ("v5", "v6", "v7", "v8", "he", "v1", "v2", "v3-16", "v3")
GOLDEN = ROOT / "tests" / "formats" / "archive" / "golden"


def game(version):
    """Returns the folder of the sample game of `version`."""
    return sample(6).parent / version


def examples():
    """Returns the programs of the package's README."""
    return re.findall(r"^```python\n(.*?)^```$", (PACKAGE / "README.md").read_text(), re.M | re.S)


def rgba(image):
    """Returns a Pillow image as an array. Invisible pixels are all 0."""
    array = numpy.array(image.convert("RGBA"))
    array[array[:, :, 3] == 0] = 0
    return array


def frames_of(path):
    with pillow.open(path) as image:
        return [rgba(frame) for frame in ImageSequence.Iterator(image)]


class PackageTest(ProgramTest):
    def open(self, source):
        archive = wardrobe.open(source)
        self.addCleanup(archive.close)
        return archive

    def replay(self, path, timeline, *arguments, name="replay.png"):
        """Returns the file into which the program draws a timeline."""
        out = self.folder / name
        self.assert_fine(run("replay", path, "--costume", f"#{timeline.costume.row}", "--chore",
                             str(timeline.chore), "--dir", str(timeline.direction), "-o", out,
                             "--force", *arguments))
        return out

    def assert_drawn_alike(self, path, timeline, palette=None, arguments=()):
        with pillow.open(self.replay(path, timeline, *arguments)) as image:
            strip = rgba(image)
        drawn = numpy.concatenate([frame.rgba(palette) for frame in timeline], axis=1)
        numpy.testing.assert_array_equal(drawn, strip, f"{path.name}: {timeline}")

    def forged(self, path, change, name="forged.wardrobe"):
        """Returns the archive with changed columns and valid checksums."""
        image = Image(Archive.open(path))
        change(image)
        out = self.folder / name
        out.write_bytes(archive_of(image.write()))
        return out


def use(archive):
    """Calls everything that an archive offers."""
    for name, column in archive.columns.items():
        if column.width:  # others are of later versions
            archive[name]
    for palette in archive.palettes:
        repr(palette)
    for costume in archive.costumes:
        repr(costume), costume.palette()
    for picture in archive.pictures:
        picture.rgba()
    for timeline in archive.timelines:
        repr(timeline), timeline.events, timeline.reads
        for frame in timeline[:20]:
            repr(frame), frame.rgba()
