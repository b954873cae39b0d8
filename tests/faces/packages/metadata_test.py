"""What CMakeLists.txt says of version, repository and contact reaches every package, and placeholders no release."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "tools/release"))
import metadata

OURS = ("1.2.3", "https://code.test/someone/wardrobe", "Some One <one@code.test>")
PLACEHOLDERS = ("1.2.3", "https://example.org/wardrobe", "The Wardrobe authors <wardrobe@example.org>")


class Metadata(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="wardrobe-metadata-")))
        for name in {path for path, *_ in metadata.REPEATED} | {"CMakeLists.txt", "CHANGELOG.md", "tools/release/metadata.py"}:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)

    def run_it(self, *arguments):
        return subprocess.run([sys.executable, self.root / "tools/release/metadata.py", *arguments], check=False,
                              capture_output=True, text=True)

    def say(self, *values):
        """Changes CMakeLists.txt."""
        path = self.root / "CMakeLists.txt"
        text = path.read_text()
        for name, value in zip(("VERSION", "REPOSITORY", "CONTACT"), values, strict=True):
            text = re.sub(rf"^set\(WARDROBE_{name} .*\)$", f'set(WARDROBE_{name} "{value}")', text, flags=re.M)
        path.write_text(text)

    def test_packages_say_what_the_project_says(self):
        self.assertEqual(self.run_it().stderr, "")
        self.say(*OURS)
        stale = self.run_it()
        self.assertEqual(stale.returncode, 1)
        self.assertGreater(stale.stderr.count("\n"), 15)
        self.assertEqual(self.run_it("--write").stderr, "")
        self.assertEqual(self.run_it().stderr, "")
        for name in {path for path, *_ in metadata.REPEATED}:
            self.assertNotIn("example.org", (self.root / name).read_text(), name)

    def test_a_placeholder_is_not_released(self):
        self.say(*PLACEHOLDERS)
        self.run_it("--write")
        done = self.run_it("--check-release")
        self.assertEqual((done.returncode, done.stderr.count("placeholder"), done.stderr.count("CHANGELOG.md")), (1, 2, 1))
        self.say(*OURS)
        (self.root / "CHANGELOG.md").write_text("## [1.2.3] - 2026-12-24\n")
        self.run_it("--write")
        self.assertEqual(self.run_it("--check-release").stderr, "")
        self.assertIn("wardrobe (1.2.3-1) unstable;", (self.root / "debian/changelog").read_text())


if __name__ == "__main__":
    unittest.main()
