"""The programs of README.md draw what `wardrobe replay` draws."""

import os
import re
import shutil
import subprocess
import sys
import unittest

import numpy
from PIL import Image as pillow

from python_package import PACKAGE, ROOT, PackageTest, rgba

from support import sample


class Readme(PackageTest):
    def setUp(self):
        super().setUp()
        path = self.pack(sample(6), "v6.wardrobe")
        walk = self.open(path).costume(1).timeline("walk", "W")
        self.replay(path, walk, name="tick-%d.png")
        self.expected = numpy.concatenate([self.pixels(f"tick-{tick}.png") for tick in range(walk.ticks)])

    def pixels(self, name):
        with pillow.open(self.folder / name) as image:
            return rgba(image)[:, :, :3]

    def program(self, language):
        [code] = re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)
        self.assertLessEqual(len(code.splitlines()), 5)
        return code

    def assert_draws_the_walk(self, *command, **environment):
        subprocess.run(command, cwd=self.folder, check=True, env={**os.environ, **environment})
        numpy.testing.assert_array_equal(self.pixels("walk.ppm"), self.expected)

    def test_in_python(self):
        self.assert_draws_the_walk(sys.executable, "-c", self.program("python"), PYTHONPATH=str(PACKAGE))

    def test_in_javascript(self):
        (self.folder / "node_modules").mkdir()
        (self.folder / "node_modules" / "wardrobe").symlink_to(ROOT / "tools" / "library" / "javascript")
        (self.folder / "walk.mjs").write_text(self.program("js"))
        self.assert_draws_the_walk(shutil.which("node"), "walk.mjs")


if __name__ == "__main__":
    unittest.main()
