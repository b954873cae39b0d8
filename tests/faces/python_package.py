"""Shared by the tests of the Python package; makes the package importable."""

import re
import sys

import numpy

import languages
from images import rgba

PACKAGE = languages.ROOT / "tools" / "library" / "python"
sys.path[:0] = [str(PACKAGE)]

import wardrobe


def examples():
    """Returns the programs of the package's README."""
    return re.findall(r"^```python\n(.*?)^```$", (PACKAGE / "README.md").read_text(), re.M | re.S)


class PackageTest(languages.PackageTest):
    def open(self, source):
        archive = wardrobe.open(source)
        self.addCleanup(archive.close)
        return archive

    def replayed(self, path, timeline, *arguments, name="replay.png"):
        return self.replay(path, timeline.costume.row, timeline.chore, timeline.direction, *arguments, name=name)

    def assert_drawn_alike(self, path, timeline, palette=None, arguments=()):
        strip = rgba(self.replayed(path, timeline, *arguments))
        drawn = numpy.concatenate([frame.rgba(palette) for frame in timeline], axis=1)
        numpy.testing.assert_array_equal(drawn, strip, f"{path.name}: {timeline}")


def use(archive):
    """Calls everything that an archive offers."""
    for name in archive.columns:
        try:
            archive[name]
        except KeyError:  # elements of a type of a later version
            pass
    for palette in archive.palettes:
        repr(palette)
    for costume in archive.costumes:
        repr(costume), costume.palette()
    for picture in archive.pictures:
        picture.rgba()
    for timeline in archive.timelines:
        repr(timeline), timeline.events(), timeline.reads
        for frame in timeline[:20]:
            repr(frame), frame.rgba()
