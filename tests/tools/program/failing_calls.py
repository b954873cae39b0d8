"""Runs of the program in which system calls fail, as on other file systems or under limits."""

import atexit
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile

from support import ENVIRONMENT

SOURCE = pathlib.Path(__file__).with_suffix(".cc")
KILL = "kill"  # in place of an errno: the process is killed instead of making the call


@functools.cache
def _library():
    folder = tempfile.mkdtemp(prefix="wardrobe-tests-")
    atexit.register(shutil.rmtree, folder, True)
    library = pathlib.Path(folder, "failing_calls.so")
    compiler = os.environ.get("CXX", "c++")
    subprocess.run([compiler, "-std=c++20", "-O1", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
    return library


def environment(**faults):
    """The environment of a run in which these calls fail: call → errno, (errno, times) or KILL.

    The calls are unnamed (open with O_TMPFILE), exclusive (open with O_EXCL), write, fsync, link, linkat, rename,
    renameat2 and pthread_create.
    """
    words = [f"{call}={fault[0]}*{fault[1]}" if isinstance(fault, tuple) else f"{call}={fault}"
             for call, fault in faults.items()]
    return {**ENVIRONMENT, "LD_PRELOAD": str(_library()), "FAILING_CALLS": " ".join(words)}
