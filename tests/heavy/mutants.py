#!/usr/bin/python3
"""Measures the tests: applies the mutants of mutants.txt one at a time, and tells whether a test fails.

    tests/heavy/mutants.py [NAME…]     NAME is a mutant, or a folder; none for all

mutants.txt has sections. `[folder]` begins one, and is followed by
    build TARGET…   what to build for the tests
    test REGEX      the tests, as for ctest -R
    then REGEX      tests that run if those pass; `then build TARGET…` is what they need
and by mutants:
    NAME FILE
    - text that FILE contains once; several of these are several lines
    + the text that replaces it
    = why it changes nothing that can be seen; such mutants are counted, but run only by name

The build is build/mutants (MUTANTS_BUILD names another). A mutant that does not compile says nothing, nor does one that
survives while tests are skipped, which are then named. Files are restored, also after an interrupt."""

import collections
import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("MUTANTS_BUILD", "build/mutants")
SECONDS = 240  # for one test: a mutant may loop for ever


@dataclasses.dataclass
class Section:
    folder: str
    build: list = dataclasses.field(default_factory=list)
    test: str = ""
    then_build: list = dataclasses.field(default_factory=list)
    then: str = ""

    def stages(self):
        yield self.build, self.test
        if self.then:
            yield self.then_build, self.then


@dataclasses.dataclass
class Mutant:
    section: Section
    name: str
    file: pathlib.Path
    old: list = dataclasses.field(default_factory=list)
    new: list = dataclasses.field(default_factory=list)
    equivalent: str = ""

    def mutated(self, text):
        """Returns `text`, the file's, with the change."""
        old = "\n".join(self.old)
        if text.count(old) != 1:
            sys.exit(f"{self.name}: {self.file.relative_to(ROOT)} has this {text.count(old)} times, not once: {old}")
        return text.replace(old, "\n".join(self.new))


def read_mutants(text):
    """Returns the mutants of a list."""
    mutants, section = [], None
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            section = Section(line.strip("[]"))
        elif match := re.fullmatch(r"(build|test|then build|then) (.*)", line):
            key, value = match.groups()
            setattr(section, key.replace(" ", "_"), value.split() if key.endswith("build") else value)
        elif line[0] in "-+":
            (mutants[-1].old if line[0] == "-" else mutants[-1].new).append(line[2:])
        elif line[0] == "=":
            mutants[-1].equivalent = line[2:]
        else:
            name, file = line.split()
            mutants.append(Mutant(section, name, ROOT / file))
    repeated = [name for name, count in collections.Counter(one.name for one in mutants).items() if count > 1]
    if repeated:
        sys.exit("mutants of one name: " + ", ".join(repeated))
    return mutants


def configure():
    if not (BUILD / "build.ninja").exists():
        subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                        "-DCMAKE_CXX_FLAGS=-O1", "-DCMAKE_UNITY_BUILD=OFF", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"],
                       check=True, stdout=subprocess.DEVNULL)


def built(targets):
    """Returns whether `targets` could be built."""
    command = ["nice", "-n", "8", "ninja", "-j1", *targets]
    return not targets or subprocess.run(command, cwd=BUILD, capture_output=True).returncode == 0


def tested(regex):
    """Returns the test that fails, the first of those that match `regex`, and those that were skipped: two lists."""
    env = os.environ | {"GTEST_FAIL_FAST": "1"}
    env.pop("WARDROBE_TESTS", None)  # `short` skips tests
    run = subprocess.run(["ctest", "-R", regex, "--stop-on-failure", "--no-tests=error", "--timeout", str(SECONDS)],
                         cwd=BUILD, env=env, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    skipped = re.findall(r"^\s*\d+ - (\S+) \((?:Skipped|Not Run)", run.stdout, re.MULTILINE)
    if run.returncode == 0:
        return [] if " Passed " in run.stdout else ["all skipped"], skipped
    failed = re.findall(r"^\s*\d+ - (\S+) \((?!Skipped|Not Run)", run.stdout, re.MULTILINE)
    return failed or [run.stdout[-300:]], skipped


def judge(mutant):
    """Returns what became of the mutant, which has been applied: a word, and the tests that failed or were skipped."""
    skipped = []
    for targets, regex in mutant.section.stages():
        if not built(targets):
            return "did not compile", ""
        failed, more = tested(regex)
        if failed:
            return "killed", ", ".join(failed)
        skipped += more
    return "survived", "skipped: " + ", ".join(skipped) if skipped else ""


def set_signals():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    signal.signal(signal.SIGINT, signal.default_int_handler)


def tried(mutant):
    """Applies the mutant, judges it, and restores the file."""
    text = mutant.file.read_text()
    changed = mutant.mutated(text)
    try:
        mutant.file.write_text(changed)
        return judge(mutant)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second signal must not interrupt the restoring
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        mutant.file.write_text(text)
        set_signals()


def main(names):
    mutants = read_mutants((ROOT / "tests/heavy/mutants.txt").read_text())
    unknown = set(names) - {one.name for one in mutants} - {one.section.folder for one in mutants}
    if unknown:
        sys.exit("no such mutants: " + ", ".join(sorted(unknown)))
    mutants = [one for one in mutants if not names or {one.name, one.section.folder} & set(names)]
    for mutant in mutants:
        mutant.mutated(mutant.file.read_text())  # fails early if the list is out of date
    set_signals()
    configure()
    totals, sound = collections.defaultdict(collections.Counter), {}
    for mutant in mutants:
        section = mutant.section
        if mutant.equivalent and mutant.name not in names:
            totals[section.folder]["equivalent"] += 1
            continue
        if section.folder not in sound:
            sound[section.folder] = all(built(targets) and not tested(regex)[0] for targets, regex in section.stages())
            if not sound[section.folder]:
                print(f"{section.folder}: its tests fail without a mutant", flush=True)
        if not sound[section.folder]:
            continue
        began = time.monotonic()
        fate, test = tried(mutant)
        totals[section.folder][fate] += 1
        print(f"{fate:15} {mutant.name:32} {time.monotonic() - began:4.0f} s  {test}", flush=True)
    for folder, counts in totals.items():
        print(f"{folder}: {sum(counts.values())} mutants, " + ", ".join(f"{count} {fate}" for fate, count in
                                                                       sorted(counts.items())))
    return 1 if any(counts["survived"] for counts in totals.values()) or not all(sound.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
