"""Puts the program and libwardrobe inside a wheel. pyproject.toml gives hatchling the name of this file.

WARDROBE_BUILD names the CMake build to take them from. Without it, a build of preset "program" is made. If a build has
all libraries inside (WARDROBE_BUNDLED), it runs wherever glibc is at least as new as here, and the wheel gets a tag
that says so. It may also be a build for Windows.
"""

from __future__ import annotations

import os
import pathlib
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILES = ("wardrobe", "libwardrobe.so.1", "libwardrobe-pack.so.1")
FILES_OF_WINDOWS = ("wardrobe.exe", "libwardrobe.dll", "libwardrobe-pack.dll")
FOLDER = "wardrobe/binaries"  # _native.py looks here


class Binaries(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # Without these files, the package uses the program and the libraries of the system.
            return
        build, self.stage = self._built(), tempfile.mkdtemp()
        subprocess.run(["cmake", "--install", build, "--prefix", self.stage, "--component", "wheel", "--strip"],
                       check=True, stdout=subprocess.DEVNULL)
        windows = pathlib.Path(self.stage, FILES_OF_WINDOWS[0]).exists()
        build_data["force_include"].update({
            f"{self.stage}/{name}": f"{FOLDER}/{name}" for name in (FILES_OF_WINDOWS if windows else FILES)})
        build_data["pure_python"] = False
        tag = build_data["tag"] = f"py3-none-{'win_amd64' if windows else _platform(build)}"
        if "linux_" not in tag or "manylinux_" in tag:  # with the libraries inside, to be given to others
            licences = pathlib.Path(self.stage, "licenses")
            subprocess.run([sys.executable, pathlib.Path(self.root, "tools/release/spdx.py"), "--licences",
                            f"scumm_wardrobe-{tag}.whl", licences], check=True)
            build_data["force_include"][str(licences)] = f"{FOLDER}/licenses"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self.stage)

    def _built(self) -> pathlib.Path:
        """The folder of a finished CMake build."""
        if build := os.environ.get("WARDROBE_BUILD"):
            return pathlib.Path(build)
        for command in (["cmake", "--preset", "program"],
                        ["cmake", "--build", "--preset", "program", "--target", "wheel"]):
            subprocess.run(command, cwd=self.root, check=True)
        return pathlib.Path(self.root, "build", "program")


def _platform(build: pathlib.Path) -> str:
    """The wheel's platform tag: the systems that it runs on."""
    if "WARDROBE_BUNDLED:BOOL=ON" in (build / "CMakeCache.txt").read_text():
        _, glibc = platform.libc_ver()
        return f"manylinux_{glibc}_{platform.machine()}".replace(".", "_")
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
