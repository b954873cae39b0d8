"""The Python package and the examples of its README pass a strict type checker."""

import subprocess
import unittest

from languages import PACKAGE, ROOT, examples

from support import ProgramTest


class Types(ProgramTest):
    def check(self, *arguments):
        done = subprocess.run(["mypy", "--config-file", ROOT / "pyproject.toml", "--cache-dir", self.folder / "cache",
                               *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_package(self):
        self.check("-p", "wardrobe")

    def test_the_examples_of_the_readme(self):
        names = []
        for number, code in enumerate(examples("python", PACKAGE)):
            names.append(self.folder / f"example_{number}.py")
            names[-1].write_text(code)
        self.assertGreater(len(names), 3)
        self.check(*names)


if __name__ == "__main__":
    unittest.main()
