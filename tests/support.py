"""Shared by the tests of the program: runs it, offers games to run it on, and checks every run."""

import atexit
import json
import multiprocessing
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from typing import NamedTuple

PROGRAM = os.environ.get("WARDROBE")
if not PROGRAM or not os.access(PROGRAM, os.X_OK):
    raise SystemExit("set WARDROBE to the path of the wardrobe program")
PROGRAM = str(pathlib.Path(PROGRAM).resolve())
GAMES = pathlib.Path(os.environ["WARDROBE_GAMES"]) if os.environ.get("WARDROBE_GAMES") else None
GAME_NAMES = ("openquest5", "openquest6", "road5", "road6", "synth16_5", "synth16_6")
AKOS_GAME_NAMES = ("road7", "synth16_7")
# The program that forks the program under test. Starting that one costs more than most runs, and far more under
# sanitizers.
DRIVER = os.environ.get("WARDROBE_DRIVER")
SANITIZED = os.environ.get("WARDROBE_SANITIZED") == "1"
not_under_sanitizers = unittest.skipIf(SANITIZED, "sanitizers need memory and threads of their own")
EXHAUSTIVE = os.environ.get("WARDROBE_EXHAUSTIVE") == "1"
FORMS = ("v1", "v2", "v3-16", "v3", "v4", "v5", "v6", "v7", "v8", "he")  # of the sample game
HANGS_AFTER = 60 if EXHAUSTIVE or SANITIZED else 20  # in seconds; a run that takes longer counts as hanging

# The status of a sanitizer's report must not be one of the program's own.
ENVIRONMENT = {
    **os.environ,
    "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":exitcode=99",
    "UBSAN_OPTIONS": os.environ.get("UBSAN_OPTIONS", "") + ":exitcode=99",
}
SHOWN = 400 if EXHAUSTIVE else 5  # how many failing cases of a test to show
_session = tempfile.mkdtemp(prefix="wardrobe-tests-")
atexit.register(shutil.rmtree, _session, True)


class Run:
    """A finished run of the program."""

    def __init__(self, arguments, status, out, err):
        self.arguments, self.status, self.out, self.err = arguments, status, out, err

    def __str__(self):
        command = " ".join(str(argument) for argument in self.arguments)
        return (f"wardrobe {command}\nstatus {self.status}\n"
                f"stdout: {self.out[:1500]!r}\nstderr: {self.err[:3000]!r}")

    def json_lines(self):
        return [json.loads(line) for line in self.out.splitlines()]


class Ran(NamedTuple):
    """What the driver says about a command."""

    status: int
    cpu: int  # milliseconds
    peak: int  # KiB of memory, at most


class Driver:
    """A process that runs the program again and again, each time in a forked child: fork_driver.cc."""

    def __init__(self):
        self.process = subprocess.Popen([DRIVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=ENVIRONMENT, start_new_session=True)
        self.files = [pathlib.Path(_session, f"{os.getpid()}.{name}") for name in ("out", "err")]

    def run(self, commands, timeout, folder=".", seconds=0):
        """Runs commands, lists of arguments, one after the other; returns a list of Ran, stdout and stderr. Each
        command may take `seconds` of CPU; 0: any."""
        words = [os.path.abspath(folder), *self.files, str(seconds)]
        for arguments in commands:
            words += [str(1 + len(arguments)), PROGRAM, *arguments]
        request = b"".join(os.fsencode(word) + b"\0" for word in words)
        self.process.stdin.write(b"%d\n" % len(request) + request)
        self.process.stdin.flush()
        answer = b""
        while answer.count(b"\n") < len(commands):
            ready, _, _ = select.select([self.process.stdout], [], [], timeout)
            if not ready:
                os.killpg(self.process.pid, signal.SIGKILL)
                raise subprocess.TimeoutExpired([PROGRAM, *commands[answer.count(b"\n")]], timeout)
            part = os.read(self.process.stdout.fileno(), 1 << 16)
            if not part:
                raise AssertionError("fork_driver has ended")
            answer += part
        ran = [Ran(*map(int, line.split())) for line in answer.splitlines()]
        return ran, *(file.read_bytes() for file in self.files)


_drivers = {}  # process → its driver, as a forked worker must not share its parent's driver


def driver():
    """Returns the driver of this process."""
    found = _drivers.get(os.getpid())
    if found is None or found.process.poll() is not None:
        found = _drivers[os.getpid()] = Driver()
    return found


def run(*arguments, timeout=HANGS_AFTER, **options):
    if DRIVER and not options.keys() - {"cwd"}:
        (ran,), out, err = driver().run([arguments], timeout, options.get("cwd", "."))
        return Run(arguments, ran.status, decoded(out), decoded(err))
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("env", ENVIRONMENT)
    if "input" not in options:
        options["stdin"] = subprocess.DEVNULL
    done = subprocess.run([PROGRAM, *map(os.fspath, arguments)],
                          stderr=subprocess.PIPE, timeout=timeout, check=False, **options)
    return Run(arguments, done.returncode, decoded(done.stdout), decoded(done.stderr))


def command_names():
    """Returns the commands that --help lists."""
    listed = run("--help").out.split("Commands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()]


def decoded(data):
    """Returns the bytes that a program wrote as text."""
    return (data or b"").decode("utf-8", "surrogateescape")


_parallel = None  # inherited by the processes of in_parallel(), as functions cannot be sent to them


def _one_of_parallel(number):
    function, items = _parallel
    return function(items[number])


def in_parallel(function, items):
    """Maps the items in a few processes. Results must be picklable."""
    global _parallel
    _parallel = function, list(items)
    workers = min(4, os.cpu_count() or 1)
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        return pool.map(_one_of_parallel, range(len(_parallel[1])), chunksize=4)


def sample(version):
    """Returns the folder of the sample game of a version."""
    folder = pathlib.Path(_session, "sample")
    if not folder.exists():
        done = run("sample", "-o", folder)
        if done.status != 0:
            raise AssertionError(f"no sample game\n{done}")
    return folder / f"v{version}"


def test_games():
    """Returns the folders of the test games with known pictures; skips the test if there are none."""
    if GAMES is None:
        print("skipped: WARDROBE_GAMES is not set", file=sys.stderr)
        raise unittest.SkipTest("WARDROBE_GAMES is not set")
    return [GAMES / name for name in GAME_NAMES + AKOS_GAME_NAMES]


def needs_games(test):
    """Skips a test without the test games, and says which."""
    if GAMES is None:
        print(f"{test.__qualname__}: skipped, as WARDROBE_GAMES is not set", file=sys.stderr)
    return unittest.skipIf(GAMES is None, "WARDROBE_GAMES is not set")(test)


def all_games():
    """Returns the sample games, and the test games if there are any."""
    return [sample(1), sample(2), sample("3-16"), *(sample(version) for version in range(3, 7)),
            *games_beside_the_sample(GAME_NAMES)]


def games_beside_the_sample(names):
    """Returns the folders of these test games. If there are none, prints a note."""
    if GAMES is None:
        print("WARDROBE_GAMES is not set: on the sample games only", file=sys.stderr)
        return []
    return [GAMES / name for name in names]


def every(items):
    """Returns the items as a list. There must be some, or a loop that asserts something about each proves nothing."""
    items = list(items)
    if not items:
        raise AssertionError("nothing to check")
    return items


def some_of_each(kind, cases, count=1):
    """Returns up to so many cases of each kind, spread evenly over them; with WARDROBE_EXHAUSTIVE=1, all. `kind` is a
    function of a case."""
    kinds = {}
    for case in cases:
        kinds.setdefault(kind(case), []).append(case)
    return [case for found in kinds.values() for case in found[::1 if EXHAUSTIVE else -(-len(found) // count)]]


def read(path):
    return pathlib.Path(path).read_bytes()


def files_in(folder):
    """Returns {relative path: bytes} of all files below a folder."""
    folder = pathlib.Path(folder)
    return {str(path.relative_to(folder)): read(path) for path in sorted(folder.rglob("*")) if path.is_file()}


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=_session))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def as_nobody(self):
        """Returns options of run() that drop root's privileges."""
        if os.geteuid() != 0:
            return {}
        pathlib.Path(_session).chmod(0o755)
        self.folder.chmod(0o755)
        someone = {"user": 65534, "group": 65534, "extra_groups": []}
        try:
            refusal = run("--help", **someone).err
        except OSError as error:
            refusal = str(error)
        if refusal:
            self.skipTest(f"runs as root, and nobody else may run the program: {refusal}")
        return someone

    def public_folder(self):
        """Makes a folder to which everybody may write."""
        folder = self.folder / "public"
        folder.mkdir()
        folder.chmod(0o777)
        return folder

    def assert_no_crash(self, done):
        self.assertIn(done.status, (0, 1, 2), f"crashed{self._signal(done)}\n{done}")
        for word in ("Sanitizer", "runtime error", "terminate called", "what():"):
            self.assertNotIn(word, done.err, str(done))

    @staticmethod
    def _signal(done):
        return f" ({signal.Signals(-done.status).name})" if done.status < 0 else ""

    def assert_fine(self, done, status=0):
        """Asserts that the run had this status, and printed nothing on stderr."""
        self.assert_no_crash(done)
        self.assertEqual(done.status, status, str(done))
        self.assertEqual(done.err, "", str(done))

    def assert_trouble(self, done, *named):
        """Asserts status 2, nothing on stdout, and one clear line on stderr that contains each of `named`."""
        self.assert_no_crash(done)
        self.assertEqual(done.status, 2, str(done))
        self.assert_one_line(done)
        self.assertEqual(done.out, "", str(done))
        for name in named:  # Windows has backslashes, and a drive before the first one.
            self.assertIn(str(name).replace("\\", "/"), done.err.replace("\\", "/"), str(done))

    def assert_one_line(self, done):
        self.assertTrue(done.err.endswith("\n"), str(done))
        self.assertEqual(done.err.count("\n"), 1, str(done))
        self.assertGreater(len(done.err.strip()), 10, str(done))
        self.assertTrue(done.err.strip().isprintable(), str(done))

    def pack(self, source, name="a.wardrobe", *options, status=0):
        """Packs quietly into the test's folder; returns the path of the archive."""
        archive = self.folder / name
        done = run("pack", source, "-o", archive, "-q", *options)
        self.assert_no_crash(done)
        self.assertEqual((done.status, done.out), (status, ""), str(done))
        self.assertEqual(done.err.count("\n"), 1 if status == 1 else 0, str(done))
        return archive

    def rows(self, archive, what):
        done = run("list", archive, what, "--json")
        self.assert_fine(done)
        return done.json_lines()

    def check_all(self, function, cases):
        """Calls the function on each case, of which there must be some; reports all failures, not only the first."""
        def one(case):
            try:
                function(case)
                return None
            except AssertionError as error:
                return str(error)[:1200]

        cases = every(cases)
        failures = [failure for failure in in_parallel(one, cases) if failure]
        print(f"{self.id().split('.')[-1]}: {len(cases)} cases", flush=True)
        if failures:
            self.fail(f"{len(failures)} of {len(cases)} cases:\n\n" + "\n\n".join(failures[:SHOWN]))
