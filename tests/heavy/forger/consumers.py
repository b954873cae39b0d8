"""Everything that reads an archive: what forged archives go through."""

import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import tempfile
from typing import NamedTuple

from support import ENVIRONMENT, SANITIZED, command_names, decoded, driver, run

FOLDER = pathlib.Path(__file__).parent
MODULE = FOLDER.parents[2] / "tools/library/javascript/wardrobe.wasm"
NODE = shutil.which("node") if MODULE.exists() else None
PYTHON = not SANITIZED
MOST_CPU, MOST_MEMORY = 2000, 512 << 10  # ms and KiB that a consumer may take, in builds without sanitizers
ROWS_A_MS = 20  # that it may list, compare or write to a file of its own besides
SECONDS = 60 if SANITIZED else 6  # of CPU, after which a consumer is ended
SCRIPT = "0 init S\n0 walk W\n4 talk-start\n6 set talking 3\n8 animate 245\n9 variable 1 2\n12 stand N\n40 end\n"
OTHERS = {"pack", "sample", "verify"}  # commands that read no archive, or only check it
# What no output may contain.
FAULTS = re.compile(r"Sanitizer|runtime error|terminate called|what\(\)|json\.exception|std::|basic_string|vector::")
_helpers = {}  # processes that use archives in other languages, by name


class Finding(NamedTuple):
    consumer: str
    fault: str  # what it did, without what differs between archives
    details: str


def formats():
    text = run("export", "--help").out
    return [line.split()[0] for line in text.split("Formats:\n")[1].split("\nE")[0].splitlines() if line.startswith("  ")]


def lists():
    """Returns what `list` lists, by its help."""
    text = " ".join(run("list", "--help").out.split("  WHAT")[1].split("  --")[0].split())
    return re.findall(r"\w+", text.replace("(default)", "").replace(" or ", " "))


class Consumers:
    """The consumers of archives like one of a certain game; may be used in one process only."""

    def __init__(self, folder, original, game, costumes):
        """`original` is the archive from which others are forged, with its number of costumes."""
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        self.path = self.folder / "forged.wardrobe"
        self.original = self.folder / "original.wardrobe"
        self.original.write_bytes(original)
        (self.folder / "script").write_text(SCRIPT)
        found = run("export", self.original, "--format", "pictures", "-o", self.folder / "pictures")
        if found.status == 2:
            raise AssertionError(found)
        (self.folder / "conform").write_text(run("conform", self.original).out)
        self.picture = next(self.folder.glob("pictures/**/*.png"))
        self.commands = self.list_commands(game, costumes)
        self.runs, self.most_cpu = 0, MOST_CPU

    def list_commands(self, game, costumes):
        """Returns the arguments of each run of the program. Later ones read what earlier ones wrote."""
        archive, old = self.path, self.original
        commands = [["info", archive], ["info", archive, "--json"]]
        for what in lists():
            commands += [["list", archive, what], ["list", archive, what, "--json"]]
        commands += [["list", archive, "pictures", "--chore", "walk"], ["list", archive, "timelines", "--costume", "@0"]]
        for row in range(costumes):
            commands.append(["replay", archive, "--costume", f"@{row}", "--json"])
            replay = ["replay", archive, "--costume", f"@{row}", "--force"]
            commands += [
                [*replay, "-o", "baked.gif"],
                [*replay, "-o", "baked.png", "--shadows", "as-stored", "--background", "3", "--ticks", "30"],
                [*replay, "-o", "room-colours.apng", "--palette", "@0", "--scale", "2"],
                [*replay, "--script", "script", "--json", "-o", "script.png", "--ticks", "50"],
                [*replay, "-o", "room.gif", "--room", "@0", "--at", "90,80", "--ticks", "30"],
                [*replay, "-o", "crop.png", "--room", "@0", "--at", "-7,200000", "--crop", "--ticks", "9"],
                [*replay, "-o", "box.apng", "--room", "@0", "--at", "60,70", "--box", "1", "--plane", "1",
                 "--actor-scale", "37", "--ticks", "9"],
            ]
        for name in formats():
            one_file = name in ("html", "json")
            commands.append(["export", archive, "--format", name, "-o", f"out-{name}" + ("/one" if one_file else ""),
                             "--force"])
        commands += [
            ["export", archive, "--format", "sheet", "--trim", "--indexed", "-o", "trimmed.zip", "--force"],
            ["export", archive, "--format", "pictures", "--palette", "@0", "--scale", "2", "-o", "scaled", "--force"],
            ["export", archive, "--format", "aseprite", "--tags", "popochiu", "--costume", "@0", "-o", "a.aseprite",
             "--force"],
            ["export", archive, "--format", "pictures", "--chore", "walk,stand", "-o", "walk", "--force"],
            ["export", archive, "--format", "hd", "--chore", "walk", "-o", "walk-hd.zip", "--force"],
            ["diff", old, archive], ["diff", archive, old, "--json"], ["diff", old, archive, "--stat"],
            ["diff", old, archive, "--html", "diff.html", "--force"],
            ["diff", archive, old, "--html", "undo.html", "--force"],
            ["find", self.picture, archive], ["find", self.picture, archive, "--json"],
            ["conform", archive], ["conform", archive, "conform"],
            ["hd", "check", "out-hd"], ["hd", "check", "out-hd", "--html", "hd.html", "--force", "--json"],
            ["hd", "build", "out-hd", "-o", "built", "--names", "{room:03}-{index}-{row}-{limb}-{cel}.png"],
            ["apply", game, "out-pictures", "--dry-run"], ["apply", game, "out-pictures", "-o", "applied"],
            ["apply", game, "out-aseprite", "--dry-run", "--json"],
            ["libwardrobe", archive],
        ]
        unused = set(command_names()) - OTHERS - {arguments[0] for arguments in commands}
        if unused:
            raise AssertionError(f"commands that no forged archive goes through: {unused}")
        return commands

    def verified(self, archives):
        """Returns what `verify` says of each archive: (whether it accepts it, the message, findings)."""
        paths = []
        for number, data in enumerate(archives):
            paths.append(self.folder / f"verify-{number}.wardrobe")
            paths[-1].write_bytes(data)
        (ran,), out, err = driver().run([["verify", *paths, "--json"]], 600, self.folder, 10 * SECONDS)
        lines = out.splitlines()
        if len(lines) == len(paths) and ran.status in (0, 1):
            said = [json.loads(line) for line in lines]
            found = [(one["ok"], one["error"] or "", []) for one in said]
        elif len(paths) > 1:
            found = [self.verified([data])[0] for data in archives]
        else:
            found = [(False, decoded(err), self.judged(["verify"], ran, decoded(err)))]
        for path in paths:
            path.unlink(missing_ok=True)
        return found

    @staticmethod
    def texts(err):
        """Splits what several commands said."""
        parts = re.split(r"^#(\d+)\n", err, flags=re.M)
        return {0: parts[0], **{int(number): text for number, text in zip(parts[1::2], parts[2::2])}}

    def use(self, data, rows=0):
        """Passes an archive that `verify` accepts through all consumers; returns findings. `rows` is how many rows were
        forged."""
        self.path.write_bytes(data)
        self.most_cpu = MOST_CPU + rows // ROWS_A_MS
        seconds = SECONDS + self.most_cpu // 1000
        for path in [self.folder / "built", self.folder / "applied", *self.folder.glob("out-*")]:
            shutil.rmtree(path, True)
        for name in ("out-html", "out-json"):
            (self.folder / name).mkdir(exist_ok=True)
        ran, _, err = driver().run(self.commands, 600, self.folder, seconds)
        texts, findings = self.texts(decoded(err)), []
        slow = []
        for number, (arguments, one) in enumerate(zip(self.commands, ran)):
            if not SANITIZED and one.peak > MOST_MEMORY:  # the peak is of all commands so far
                slow.append(number)
            else:
                findings += self.judged(arguments, one, texts.get(number, ""), self.most_cpu)
        for number in slow:
            (alone,), _, said = driver().run([self.commands[number]], 600, self.folder, seconds)
            findings += self.judged(self.commands[number], alone, decoded(said), self.most_cpu)
        self.runs += len(self.commands)
        findings += self.used_by("node", [NODE, "--max-old-space-size=2048", FOLDER / "use.mjs"], f"{self.path}\n")
        findings += self.used_by("python", PYTHON and ["/usr/bin/python3", FOLDER / "use_python.py"],
                                 f"{seconds} {self.path}\n")
        return findings

    @classmethod
    def judged(cls, arguments, ran, said, most_cpu=MOST_CPU):
        """Returns the faults of a run of the program."""
        name = " ".join(cls.shortened(arguments))
        if ran.status == -24:  # SIGXCPU
            return [Finding(name, "does not end", "it was ended for its CPU time")]
        if ran.status not in (0, 1, 2) or FAULTS.search(said):
            return [Finding(name, cls.summary(ran, said), said[-2500:])]
        if ran.status == 2 and (not said.endswith("\n") or not all(c >= " " for c in said.splitlines()[-1])):
            return [Finding(name, "an error that is not a line", said[-500:])]
        if SANITIZED:
            return []
        if ran.cpu > most_cpu:
            return [Finding(name, "slow", f"{ran.cpu} ms")]
        return [Finding(name, "much memory", f"{ran.peak >> 10} MiB")] if ran.peak > MOST_MEMORY else []

    @staticmethod
    def shortened(arguments):
        """Names a consumer by its arguments without files and numbers."""
        return [re.sub(r"@\d+", "@N", str(word)) for word in arguments
                if "/" not in str(word) or str(word).startswith("out-")]

    @staticmethod
    def summary(ran, said):
        """Returns a sanitizer's kind and place, or the signal."""
        runtime = re.search(r"([\w./]+:\d+):\d+: runtime error: (.{60})", said)
        if runtime:
            return f"{runtime[1]}: {re.sub('[0-9]+', 'N', runtime[2])}"
        kind = re.search(r"Sanitizer: ([\w-]+)", said)
        places = [place for place in re.findall(r"#\d+ 0x\w+ in .*? (/\S+:\d+)", said)
                  if re.search(r"/(formats|kernels|pipeline|tools)/", place)]
        if kind:
            return f"{kind[1]} {places[0].split('/', 2)[-1] if places else ''}"
        return f"status {ran.status} {said.strip().splitlines()[-1][:100] if said.strip() else ''}"

    def used_by(self, name, command, request):
        """Lets a process that goes on read an archive."""
        if not command or not command[0]:
            return []
        self.runs += 1
        helper = _helpers.get(name)
        if helper is None or helper.poll() is not None:
            helper = _helpers[name] = subprocess.Popen(
                list(map(os.fspath, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=ENVIRONMENT)
        helper.stdin.write(request.encode())
        helper.stdin.flush()
        ready, _, _ = select.select([helper.stdout], [], [], 60)
        line = helper.stdout.readline().decode() if ready else ""
        if not line:
            helper.kill()
            return [Finding(name, "does not end" if not ready else "has ended",
                            decoded(helper.stderr.read())[-1500:])]
        if name == "node":
            answer = json.loads(line)
            status, cpu, peak, said = 0, answer["cpu"], answer["peak"], answer["error"] or ""
        else:
            status, cpu, peak, said = line.split(" ", 3)
            status, cpu, peak, said = int(status), int(cpu), int(peak), json.loads(said)
        if status in (-24, -9):
            return [Finding(name, "does not end", "it was ended for its CPU time")]
        if status != 0 or said:
            lines = said.strip().splitlines() or [""]
            place = next((line.strip() for line in (lines if name == "node" else reversed(lines))
                          if re.search(r"wardrobe/\w+\.py|javascript/", line)), "")
            error = lines[0] if name == "node" else lines[-1]
            return [Finding(name, f"{status} {re.sub('[0-9]+', 'N', error)[:120]} {place[-90:]}", said[-1500:])]
        if peak > MOST_MEMORY:
            helper.kill()  # the next archive starts anew
            return [Finding(name, "much memory", f"{peak >> 10} MiB")] if not SANITIZED else []
        return [Finding(name, "slow", f"{cpu} ms")] if cpu > self.most_cpu and not SANITIZED else []
