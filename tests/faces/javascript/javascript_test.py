"""The JavaScript package lists and draws what the program does, and it has all that it needs."""

import json
import os
import re
import unittest

import numpy
from PIL import Image as pillow

from agreement import Agreement
from languages import JAVASCRIPT, ROOT, PackageTest, ask, call, examples

from images import rgba
from support import sample


class Package(Agreement, PackageTest):
    def described(self, path, palette, most):
        return ask("described", path, [palette, most])

    def in_room(self, path, cases):
        return ask("inRoom", path, cases)


class Files(PackageTest):
    def test_the_examples_of_the_readme(self):
        packed = self.pack(sample(6), "v6.wardrobe")
        # pack_test.mjs runs the one with pack.js.
        first, *others = (code for code in examples("js", JAVASCRIPT) if "pack.js" not in code)
        self.assertEqual(len(first.splitlines()), 5)
        (self.folder / "node_modules").mkdir()
        (self.folder / "node_modules" / "scumm-wardrobe").symlink_to(JAVASCRIPT)
        for number, code in enumerate([first, *others]):
            file = self.folder / f"example{number}.mjs"
            file.write_text(code)
            call("node", file, cwd=self.folder)
        # The PPM has the ticks, one below the other on black, that `replay` puts side by side.
        walk = next(row for row in self.rows(packed, "timelines") if (row["chore"], row["dir"]) == (2, "W"))
        strip = rgba(self.replay(packed, walk["costume_row"], 2, "W"))
        ticks = numpy.concatenate(numpy.split(strip[:, :, :3], walk["ticks"], axis=1))
        with pillow.open(self.folder / "walk.ppm") as image:
            numpy.testing.assert_array_equal(numpy.array(image), ticks)

    def test_the_package_has_all_that_it_needs(self):
        self.assertEqual((JAVASCRIPT / "LICENSE").read_bytes(), (ROOT / "LICENSE").read_bytes())
        listed = call("npm", "pack", "--dry-run", "--json", "--ignore-scripts", cwd=JAVASCRIPT)
        files = {file["path"] for file in json.loads(listed)[0]["files"]}
        package = json.loads((JAVASCRIPT / "package.json").read_text())
        named = re.findall(r'"\./([^"]+\.[^"]+)"', json.dumps(list(package["exports"].values())))
        self.assertGreater(len(named), 5)
        for name in ("LICENSE", "README.md", *named):
            self.assertIn(name, files)
        for path in files:
            for other in re.findall(r'^(?:import|export) .*from "(\.[^"]+)"', (JAVASCRIPT / path).read_text(), re.M) \
                    if path.endswith(".js") else ():
                self.assertIn(os.path.normpath(os.path.join(os.path.dirname(path), other)), files)


if __name__ == "__main__":
    unittest.main()
