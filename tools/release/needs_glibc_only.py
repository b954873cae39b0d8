#!/usr/bin/python3
"""Fails if a binary in a wheel needs a library other than glibc, or a later glibc than the wheel's name says.

The arguments are wheels."""

import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

GLIBC = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def readelf(option, file):
    return subprocess.run(["readelf", "--wide", option, file], check=True, capture_output=True, text=True).stdout


def breaches(file, glibc):
    """What a binary needs and a system with this glibc, such as (2, 36), may lack."""
    for library in re.findall(r"\(NEEDED\).*\[(.+)\]", readelf("--dynamic", file)):
        if library not in GLIBC:
            yield f"needs {library}"
    versions = {tuple(map(int, version.split(".")))
                for version in re.findall(r"@GLIBC_([\d.]+)", readelf("--dyn-syms", file))}
    if max(versions) > glibc:
        yield f"needs glibc {'.'.join(map(str, max(versions)))}"


def main():
    problems, checked = [], 0
    for wheel in sys.argv[1:]:
        glibc = tuple(map(int, re.search(r"-manylinux_(\d+)_(\d+)_", wheel).groups()))
        with tempfile.TemporaryDirectory() as folder:
            zipfile.ZipFile(wheel).extractall(folder)
            for file in pathlib.Path(folder).rglob("*"):
                if file.is_file() and file.read_bytes()[:4] == b"\x7fELF":
                    checked += 1
                    problems += [f"{wheel}: {file.name} {breach}" for breach in breaches(file, glibc)]
    print("\n".join(problems) or f"{checked} binaries need glibc only")
    sys.exit(bool(problems) or checked == 0)


if __name__ == "__main__":
    main()
