"""Runs the program with failing system calls, as on other file systems or under limits."""

import atexit
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile

from support import ENVIRONMENT

SOURCE = pathlib.Path(__file__).with_suffix(".cc")
KILL = "kill"  # in place of an errno: kills the process instead of making the call
STOP = 0  # in place of an errno: stops the process, which makes the call when it goes on


@functools.cache
def _library():
    folder = tempfile.mkdtemp(prefix="wardrobe-tests-")
    atexit.register(shutil.rmtree, folder, True)
    library = pathlib.Path(folder, "failing_calls.so")
    compiler = os.environ.get("CXX", "c++")
    subprocess.run([compiler, "-std=c++20", "-O1", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
    return library


def _word(call, fault):
    error, times, first = (*fault, 0)[:3] if isinstance(fault, tuple) else (fault, None, 0)
    return f"{call}={error}" + (f"*{times}@{first}" if times is not None else "")


def environment(**faults):
    """Returns the environment of a run in which calls fail.

    Each of `faults` is a call and its errno, (errno, times), (errno, times, first) or KILL; `first` is the number of
    calls that succeed before. The calls are malloc (all ways to get memory), read (also at a position), exclusive (open
    with O_EXCL), write, fsync, mkdir, link, unlinkat, rename, renameat2 and pthread_create.
    """
    words = [_word(call, fault) for call, fault in faults.items()]
    return {**ENVIRONMENT, "LD_PRELOAD": str(_library()), "FAILING_CALLS": " ".join(words)}


def count_calls(command, *calls):
    """Returns how often a run that succeeds makes each of these calls."""
    with tempfile.NamedTemporaryFile("r") as counts:
        none = {call: (0, 0) for call in calls}
        done = subprocess.run(command, env={**environment(**none), "COUNTED_CALLS": counts.name}, capture_output=True)
        assert done.returncode in (0, 1), done
        return {call: int(count) for call, count in (line.split() for line in counts)}
