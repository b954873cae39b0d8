"""The Python package as pip installs it: a wheel with the program and libwardrobe inside, and the source from which
it is built. The wheel here takes program and library from the build under test."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

from languages import PACKAGE, ROOT, call, wardrobe

from support import ProgramTest, read, run, sample

sys.path.append(str(ROOT / "tools/release"))
import spdx

PYTHON = "/usr/bin/python3"  # Debian's, which has hatchling
BINARIES = {"wardrobe", "libwardrobe.so.1", "libwardrobe-pack.so.1"}
SOURCE = ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "pyproject.toml", "formats", "kernels", "pipeline", "tools")
LIVE = """
import sys, numpy, wardrobe
packed = wardrobe.pack(sys.argv[1])
assert packed == open(sys.argv[2], "rb").read()
walk = wardrobe.open(packed).costume(1).timeline("walk", "W")
player = walk.costume.player()
player.reset("W")
player.start("walk")
assert numpy.array_equal(player.rgba(walk.box), walk[0].rgba())
print(wardrobe.__version__, wardrobe.__file__)
"""


def build(source, folder, *targets, **environment):
    """Runs hatchling on a source tree."""
    targets = [word for target in targets for word in ("-t", target)]
    call(PYTHON, "-m", "hatchling", "build", "-d", folder, *targets, cwd=source,
         env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **environment})
    return {path.suffix: path for path in folder.iterdir()}


class WheelTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.made = pathlib.Path(tempfile.mkdtemp(prefix="wardrobe-wheel-"))
        cls.addClassCleanup(shutil.rmtree, cls.made)
        files = build(ROOT, cls.made / "dist", "wheel", "sdist")
        cls.wheel, cls.sdist = files[".whl"], files[".gz"]
        call(PYTHON, "-m", "venv", "--system-site-packages", cls.made / "venv")
        cls.bin = cls.made / "venv" / "bin"
        call(cls.bin / "pip", "install", "--no-index", "--no-deps", cls.wheel)
        # With this environment, programs find the files of the wheel, never those of the build.
        cls.environment = {"PATH": f"{cls.bin}:/usr/bin:/bin"}

    def extracted(self):
        """Unpacks the sdist; returns its folder."""
        with tarfile.open(self.sdist) as tar:
            tar.extractall(self.folder)
        return self.folder / f"scumm_wardrobe-{wardrobe.__version__}"

    def test_the_command_is_the_program(self):
        self.assertEqual(call(self.bin / "wardrobe", "--version", env=self.environment), run("--version").out)
        command, archive = [self.bin / "python", "-m", "wardrobe"], self.folder / "v6.wardrobe"
        call(*command, "pack", sample(6), "-o", archive, "-q", env=self.environment)
        self.assertEqual(read(archive), read(self.pack(sample(6), "expected.wardrobe")))
        self.assertEqual(call(*command, "list", archive, "costumes", env=self.environment),
                         run("list", archive, "costumes").out)
        done = subprocess.run([*command, "dance"], env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (2, run("dance").err))

    def test_signals_reach_the_program(self):
        command = [self.bin / "python", "-m", "wardrobe", "list", self.pack(sample(6)), "timelines", "--json"]
        with subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE) as process:
            process.stdout.read(1)  # The program writes more than a pipe holds, then waits.
            process.terminate()
            self.assertEqual(process.wait(), -signal.SIGTERM)

    def test_packs_and_plays_with_what_is_inside(self):
        (self.folder / "wardrobe.py").write_text("raise ImportError")  # -P ignores modules in the current folder
        out = call(self.bin / "python", "-P", "-c", LIVE, sample(6), self.pack(sample(6)), env=self.environment,
                   cwd=self.folder)
        version, file = out.split()
        self.assertEqual(version, wardrobe.__version__)
        self.assertTrue(file.startswith(str(self.made / "venv")), file)

    def test_says_where_there_is_no_program(self):
        done = subprocess.run([PYTHON, "-m", "wardrobe"], capture_output=True, text=True, check=False,
                              env={"PATH": "/nowhere", "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual(done.returncode, 127)
        self.assert_one_line(type("Done", (), {"err": done.stderr}))

    def test_takes_the_program_on_the_path_where_none_is_inside(self):
        script = self.folder / "wardrobe"  # like the command of this package
        script.write_text("#!/bin/false\n")
        script.chmod(0o755)
        path = os.pathsep.join((str(self.folder), str(pathlib.Path(os.environ["WARDROBE"]).parent)))
        self.assertEqual(call(PYTHON, "-m", "wardrobe", "--version", env={
            "PATH": path, "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"}), run("--version").out)

    def test_the_wheel_has_what_it_should(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            names = set(wheel.namelist())
            info = f"scumm_wardrobe-{wardrobe.__version__}.dist-info"
            self.assertEqual(wheel.read(f"{info}/licenses/LICENSE"), (ROOT / "LICENSE").read_bytes())
            self.assertIn("Tag: py3-none-linux_", wheel.read(f"{info}/WHEEL").decode())
            self.assertIn(f"\nVersion: {wardrobe.__version__}\n", wheel.read(f"{info}/METADATA").decode())
            self.assertEqual(wheel.getinfo("wardrobe/binaries/wardrobe").external_attr >> 16 & 0o777, 0o755)
        package = {f"wardrobe/{path.name}" for path in (PACKAGE / "wardrobe").iterdir() if path.is_file()}
        self.assertEqual({name for name in names if not name.startswith(info)},
                         package | {f"wardrobe/binaries/{name}" for name in BINARIES})

    def test_the_source_is_complete(self):
        """The source has all files that git does not ignore, and all that CMake names."""
        source = self.extracted()
        listed = call("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", *SOURCE, cwd=ROOT)
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).exists():  # otherwise it was removed, and the removal is not committed yet
                self.assertEqual(read(source / name), read(ROOT / name), name)
        call("cmake", "--preset", "program", cwd=source)

    def test_the_source_makes_the_same_wheel(self):
        source = self.extracted()
        self.assertEqual(read(build(source, self.folder / "dist", "wheel")[".whl"]), read(self.wheel))

    def test_two_runs_give_the_same_bytes(self):
        files = build(ROOT, self.folder / "dist", "wheel", "sdist")
        self.assertEqual(read(files[".whl"]), read(self.wheel))
        self.assertEqual(read(files[".gz"]), read(self.sdist))

    def test_a_build_for_windows_gives_a_wheel_for_windows(self):
        files = ("wardrobe.exe", "libwardrobe.dll", "libwardrobe-pack.dll")
        (self.folder / "cmake_install.cmake").write_text("".join(
            f'file(WRITE "${{CMAKE_INSTALL_PREFIX}}/{name}" "{name}")\n' for name in files))
        wheel = build(ROOT, self.folder / "dist", "wheel", WARDROBE_BUILD=str(self.folder))[".whl"]
        self.assertTrue(wheel.name.endswith("-py3-none-win_amd64.whl"), wheel.name)
        with zipfile.ZipFile(wheel) as opened:
            binaries = {name for name in opened.namelist() if name.startswith("wardrobe/binaries/")}
        licences = {name for name in binaries if name.startswith("wardrobe/binaries/licenses/")}
        self.assertEqual(binaries - licences, {f"wardrobe/binaries/{name}" for name in files})
        spdx.check_licences(wheel)

    def test_a_release_may_need_glibc_only(self):
        """This wheel needs other libraries of the system, so it is refused."""
        named = self.folder / self.wheel.name.replace("linux_", "manylinux_2_36_")
        shutil.copy(self.wheel, named)
        done = subprocess.run([PYTHON, ROOT / "tools/release/needs_glibc_only.py", named], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 1)
        for breach in ("libwardrobe-pack.so.1 needs libtbb.so.12", "wardrobe needs libpng16.so.16"):
            self.assertIn(breach, done.stdout)


if __name__ == "__main__":
    unittest.main()
