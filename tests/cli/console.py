"""Runs commands in a shell, and compares what they print with a text: a block of a document, or a .console file."""

import re
import shlex
import subprocess

from support import ENVIRONMENT

PROMPT = re.compile(r"([12]?)\$ ")  # before a command; 1$ and 2$ if it ends with this status
# Functions, and variables that a command exports, are there for the next one, which gets them from a file.
PRELUDE = "[ ! -e ../exported ] || . ../exported\n"
EPILOGUE = "\n{ export -p; declare -f; } > ../exported"


def is_open(command):
    try:
        shlex.split(command, comments=True)
        return False
    except ValueError:  # It ends within quotes.
        return True


def commands(block, prompts=True):
    """Returns [command, output, status] of each command in a block. Without prompts, every line belongs to one."""
    found, continued = [], False
    for line in block.splitlines():
        prompt = PROMPT.match(line)
        if continued:
            found[-1][0] += "\n" + line
        elif prompt or not prompts:
            found.append([PROMPT.sub("", line, count=1), "", int(prompt and prompt[1] or 0)])
        else:
            found[-1][1] += line + "\n"
            continue
        continued = line.endswith(("\\", "|")) or is_open(found[-1][0])
    return found


def shell(command, folder, path, prelude=""):
    """Runs a command in a folder, beside which it keeps what it exports; returns its status and what it printed."""
    environment = {**ENVIRONMENT, "PATH": path, "LANG": "C.UTF-8", "HOME": str(folder.parent)}
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", PRELUDE + prelude + command + EPILOGUE], cwd=folder,
                          env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def is_shown(printed, shown):
    """Returns whether a text shows what was printed; "…" stands for anything in a line, or, on a line of its own, lines."""
    parts = [re.escape(part).replace("…", ".*") for part in re.split(r"^…\n", shown, flags=re.M)]
    return re.fullmatch("(?:.*\n)*".join(parts), printed) is not None
