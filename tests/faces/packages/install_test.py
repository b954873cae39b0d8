"""What `cmake --install` installs works without the source tree, and so do the packages that tools/release.sh makes for
Debian, whose folder WARDROBE_PACKAGES names. Both are tested with the programs of tools/library/README.md."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from images import rgba
from languages import ROOT

sys.path.append(str(ROOT / "tests"))
import citations_test

import numpy
from PIL import Image as pillow

BUILD, PACKAGES = os.environ.get("WARDROBE_BUILD"), os.environ.get("WARDROBE_PACKAGES")
CODE = dict(re.findall(r"^```\w+\n(?://|#) (\w+[.]\w+)\n(.*?)^```$", (ROOT / "tools/library/README.md").read_text(),
                       re.M | re.S))
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
PYTHON = """
import sys, numpy, wardrobe
with wardrobe.open(sys.argv[1]) as archive:
    walk = archive.costume(1).timeline("walk", "W")
    pixels = numpy.concatenate([frame.rgba()[:, :, :3] for frame in walk])
sys.stdout.buffer.write(b"P6 %d %d 255\\n" % pixels.shape[1::-1] + pixels.tobytes())
"""
LIVE = """
import sys, numpy, wardrobe
player = wardrobe.open(sys.argv[1]).costume(1).player()
player.start("walk", "W")
pixels = []
for tick in range(20):
    if tick == 10:
        player.start("talk-start", limbs=[1, 2])
    pixels.append(player.rgba(wardrobe.Box(-40, -80, 80, 90))[:, :, :3])
    player.step()
pixels = numpy.concatenate(pixels)
sys.stdout.buffer.write(b"P6 %d %d 255\\n" % pixels.shape[1::-1] + pixels.tobytes())
"""


def call(*command, environment=None, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, check=False,
                          env={"PATH": os.environ["PATH"], **(environment or {})})
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout.decode()}\n{done.stderr.decode()}")
    return done.stdout


def as_ppm(paths):
    """Returns pictures as a PPM, one below the other. Transparent pixels are black."""
    pictures = []
    for path in paths:
        with pillow.open(path) as image:
            pictures.append(rgba(image)[:, :, :3])
    pixels = numpy.concatenate(pictures)
    return b"P6 %d %d 255\n" % pixels.shape[1::-1] + pixels.tobytes()


class Installed:
    """A prefix into which everything is installed."""

    def __init__(self, prefix):
        self.prefix = prefix
        self.libraries = next(prefix.glob("**/libwardrobe.so")).parent
        self.environment = {"PKG_CONFIG_PATH": str(self.libraries / "pkgconfig"),
                            "LD_LIBRARY_PATH": str(self.libraries),
                            "CMAKE_PREFIX_PATH": str(prefix),
                            "PYTHONPATH": str(prefix / "lib/python3/dist-packages"),
                            "PYTHONDONTWRITEBYTECODE": "1"}

    def flags(self, *arguments):
        return call("pkg-config", *arguments, environment=self.environment).decode().split()

    def run(self, *command, cwd=None):
        return call(*command, environment=self.environment, cwd=cwd)


class InstallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="wardrobe-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        if PACKAGES:
            for path in pathlib.Path(PACKAGES).glob("*.deb"):
                call("dpkg-deb", "-x", path, cls.folder / "prefix")
        else:
            call("cmake", "--install", BUILD, "--prefix", cls.folder / "prefix" / "usr")
        cls.installed = Installed(cls.folder / "prefix" / "usr")
        program = cls.installed.prefix / "bin" / "wardrobe"
        call(program, "sample", "-o", cls.folder / "sample")
        cls.archive = cls.folder / "v6.wardrobe"
        call(program, "pack", cls.folder / "sample" / "v6", "-o", cls.archive)
        call(program, "replay", cls.archive, "--costume", "1", "--chore", "walk", "--dir", "W", "-o", "%d.png",
             cwd=cls.folder)
        cls.walk = as_ppm(sorted(cls.folder.glob("*.png"), key=lambda path: int(path.stem)))

    def work_folder(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        for name, code in CODE.items():
            (folder / name).write_text(code)
        return folder

    def test_the_program_in_c_is_short(self):
        self.assertLessEqual(len(CODE["walk.c"].splitlines()), 30)

    def test_a_program_in_c_draws_what_replay_draws(self):
        folder = self.work_folder()
        self.installed.run("gcc", "-std=c99", *STRICT, "walk.c", *self.installed.flags("--cflags", "--libs", "wardrobe"),
                           "-o", "walk", cwd=folder)
        self.assertEqual(self.installed.run("./walk", self.archive, cwd=folder), self.walk)

    def test_a_program_in_c_plays_live_what_python_plays(self):
        folder = self.work_folder()
        flags = self.installed.flags("--cflags", "--libs", "wardrobe")
        self.assertEqual([flag for flag in flags if not flag.startswith(("-I", "-L"))], ["-lwardrobe"])
        self.installed.run("gcc", "-std=c99", *STRICT, "play.c", *flags, "-o", "play", cwd=folder)
        self.assertEqual(self.installed.run("./play", self.archive, cwd=folder),
                         self.installed.run("/usr/bin/python3", "-c", LIVE, self.archive, cwd=folder))

    def test_static_libraries_are_complete(self):
        folder = self.work_folder()
        flags = self.installed.flags("--static", "--cflags", "--libs", "wardrobe-pack")
        static = [re.sub(r"^-l(wardrobe.*)", r"-l:lib\1.a", flag) for flag in flags]
        self.installed.run("gcc", "walk.c", *static, "-o", "walk", cwd=folder)
        self.installed.run("g++", "pack.cc", *static, "-o", "pack", cwd=folder)
        needed = self.installed.run("readelf", "-d", "walk", "pack", cwd=folder)
        self.assertNotIn(b"libwardrobe", needed)
        self.assertEqual(self.installed.run("./walk", self.archive, cwd=folder), self.walk)
        self.installed.run("./pack", self.folder / "sample" / "v6", "v6", cwd=folder)
        self.assertEqual((folder / "v6").read_bytes(), self.archive.read_bytes())

    def test_a_program_in_cpp_packs_what_the_program_packs(self):
        folder = self.work_folder()
        self.installed.run("cmake", "-B", "build", "-DCMAKE_BUILD_TYPE=Release",
                           f"-DCMAKE_CXX_FLAGS={' '.join(STRICT)}", cwd=folder)
        self.installed.run("cmake", "--build", "build", cwd=folder)
        self.installed.run("build/pack", self.folder / "sample" / "v6", "v6", cwd=folder)
        self.assertEqual((folder / "v6").read_bytes(), self.archive.read_bytes())

    def test_a_program_in_python_draws_what_replay_draws(self):
        drawn = self.installed.run("/usr/bin/python3", "-c", PYTHON, self.archive, cwd=self.folder)
        self.assertEqual(drawn, self.walk)
        environment = {**self.installed.environment, "PATH": str(self.installed.prefix / "bin")}
        version = call("/usr/bin/python3", "-m", "wardrobe", "--version", environment=environment)
        self.assertEqual(version, call(self.installed.prefix / "bin" / "wardrobe", "--version"))

    def test_nothing_that_is_installed_knows_the_source_tree(self):
        files = [path for path in self.installed.prefix.rglob("*") if path.is_file()]
        self.assertGreater(len(files), 25)
        for path in files:
            content = path.read_bytes()
            for folder in (ROOT, self.folder):
                self.assertNotIn(str(folder).encode(), content, path)

    def test_links_between_documents_hold(self):
        documents = self.installed.prefix / "share" / "doc" / "wardrobe"
        self.assertTrue((documents / "README.md").exists())
        self.assertEqual(list(citations_test.dead_links(documents)), [])


if __name__ == "__main__":
    unittest.main()
