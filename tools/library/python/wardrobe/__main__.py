"""The program: `python -m wardrobe ARGUMENTS…` becomes `wardrobe ARGUMENTS…`, with its status and signals."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys

from ._native import BINARIES

NOT_FOUND = 127  # as in shells


def _program() -> str | None:
    """The path of the program inside this package, or else of the first one on PATH that is not this package's
    command. On Windows, that command looks like the program."""
    for folder in [str(BINARIES), *(os.get_exec_path() if sys.platform != "win32" else ())]:
        path = shutil.which("wardrobe", path=folder)
        if path is not None and not _is_script(path):
            return path
    return None


def _is_script(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(2) == b"#!"


def main() -> None:
    """Becomes the program, or ends this process if there is none."""
    program = _program()
    if program is None:
        print("wardrobe: the program is neither in this package nor on PATH; `pip install` of Wardrobe's source or "
              "of its wheel puts it into the package", file=sys.stderr)
        sys.exit(NOT_FOUND)
    if sys.platform == "win32":  # There, the shell would not wait for a process that is replaced.
        sys.exit(subprocess.call([program, *sys.argv[1:]]))
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, and a program would, too.
    os.execv(program, ["wardrobe", *sys.argv[1:]])


if __name__ == "__main__":
    main()
