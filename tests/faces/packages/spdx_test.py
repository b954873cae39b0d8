"""The list of everything in the released packages is complete."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
NAMES = ("wardrobe-1.0.0-source.tar.xz", "wardrobe.html", "wardrobe_1.0.0_amd64.deb", "libwardrobe1_1.0.0_amd64.deb",
         "libwardrobe-dev_1.0.0_amd64.deb", "python3-wardrobe_1.0.0_all.deb", "scumm_wardrobe-1.0.0-py3-none-any.whl",
         "scumm_wardrobe-1.0.0.tar.gz", "scumm-wardrobe-1.0.0.tgz", "wardrobe-1.0.0-windows-x64.zip", "libwardrobe-pack1_1.0.0_amd64.deb")


def spdx(*arguments):
    return subprocess.run(["/usr/bin/python3", ROOT / "tools/release/spdx.py", *arguments], check=False,
                          capture_output=True, text=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})


class SpdxTest(unittest.TestCase):
    def setUp(self):
        self.work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="wardrobe-spdx-")))
        self.folder = self.work / "dist"
        self.folder.mkdir()

    def make(self, name, without=None):
        """Makes a released file that has nothing but the licences that it should have."""
        path, tree = self.folder / name, self.work / name
        licences = tree / "any/licenses"
        self.assertEqual(spdx("--licences", name, licences).stderr, "")
        if without:
            (licences / f"{without}.txt").unlink()
        if path.suffix == ".html":
            path.write_text("".join(f"— {file.stem} —\n" for file in licences.iterdir()))
        elif path.suffix == ".deb":
            (tree / "DEBIAN").mkdir()
            (tree / "DEBIAN/control").write_text("Package: x\nVersion: 1\nArchitecture: all\nMaintainer: x\nDescription: x\n")
            subprocess.run(["dpkg-deb", "-Znone", "--build", tree, path], check=True, stdout=subprocess.DEVNULL,
                           env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
        else:
            kind = "zip" if path.suffix in (".whl", ".zip") else "gztar"
            pathlib.Path(shutil.make_archive(self.work / "made", kind, tree)).rename(path)

    def listed(self, *names):
        for name in names:
            if not (self.folder / name).exists():
                self.make(name)
        path = self.folder / "wardrobe-1.0.0.spdx.json"
        path.unlink(missing_ok=True)
        done = spdx(self.folder, "1.0.0")
        return done, path.read_text() if path.exists() else ""

    def test_names_every_file_with_its_checksum_and_what_is_in_it(self):
        done, text = self.listed(*NAMES)
        self.assertEqual(done.returncode, 0, done.stderr)
        listed = json.loads(text)
        self.assertEqual((listed["spdxVersion"], listed["dataLicense"]), ("SPDX-2.3", "CC0-1.0"))
        self.assertEqual(listed["creationInfo"]["created"], "2023-11-14T22:13:20Z")
        packages = {package["SPDXID"]: package for package in listed["packages"]}
        self.assertEqual(len(packages), len(listed["packages"]))
        sums = {package["name"]: package["checksums"][0]["checksumValue"]
                for package in packages.values() if "checksums" in package}
        self.assertEqual(sums, {name: hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in NAMES})
        for package in packages.values():
            self.assertRegex(package["SPDXID"], r"^SPDXRef-[A-Za-z0-9.-]+$")
            self.assertRegex(package["versionInfo"], r"\d")
            self.assertRegex(package["licenseConcluded"], r"^[A-Z][A-Za-z0-9.-]*( (OR|WITH) [A-Za-z0-9.-]+)?$|^libpng-2.0$")
        inside = set()
        for relation in listed["relationships"]:
            self.assertIn(relation["relatedSpdxElement"], packages)
            one = packages.get(relation["spdxElementId"], {"name": relation["spdxElementId"]})["name"]
            inside.add((one, relation["relationshipType"], packages[relation["relatedSpdxElement"]]["name"]))
        for name in NAMES:
            self.assertIn(("SPDXRef-DOCUMENT", "DESCRIBES", name), inside)
        for relation in ((NAMES[1], "CONTAINS", "fflate"), (NAMES[2], "DEPENDS_ON", "libzstd"),
                         (NAMES[3], "CONTAINS", "nlohmann-json3"), (NAMES[6], "CONTAINS", "onetbb"), (NAMES[9], "CONTAINS", "libpng1.6")):
            self.assertIn(relation, inside)

    def test_is_the_same_each_time(self):
        _, first = self.listed(*NAMES)
        _, second = self.listed(*NAMES)
        self.assertTrue(first)
        self.assertEqual(first, second)

    def test_a_file_without_the_licence_of_something_in_it_is_refused(self):
        for name, part in ((NAMES[1], "fflate"), (NAMES[2], "cli11"), (NAMES[6], "gcc-12"), (NAMES[8], "wasi-libc"),
                           (NAMES[9], "mingw-w64")):
            with self.subTest(file=name):
                self.make(name, without=part)
                done, text = self.listed()
                self.assertEqual((done.stderr, text), (f"spdx.py: {name}: no licence of {part}\n", ""))
                (self.folder / name).unlink()

    def test_a_file_that_nobody_described_is_refused(self):
        (self.folder / "wardrobe.exe").touch()
        done, text = self.listed()
        self.assertNotEqual(done.returncode, 0)
        self.assertTrue(re.search("wardrobe.exe: .*does not know what is in it", done.stderr), done.stderr)
        self.assertEqual(text, "")


if __name__ == "__main__":
    unittest.main()
