#!/usr/bin/python3
"""Fails when a workflow is not YAML, or runs a script that is missing or cannot be executed.

Argument: the root of the source."""

import os
import pathlib
import re
import sys

import yaml

SCRIPT = re.compile(r"(?<![\w/.$])((?:\.ci|tools|tests)/[\w./-]+)")


def scripts_of(workflow):
    for job in workflow["jobs"].values():
        for step in job["steps"]:
            yield from SCRIPT.findall(step.get("run", ""))


def problems(name, text, root):
    workflow = yaml.safe_load(text)
    found = list(scripts_of(workflow))
    if not found:
        yield f"{name} runs nothing of the repository"
    for script in found:
        if not os.access(root / script, os.X_OK):
            yield f"{name} runs {script}, which is not there or cannot be executed"


def main():
    root = pathlib.Path(sys.argv[1])
    assert list(problems("a", "jobs: {b: {steps: [{run: tools/none.sh}]}}", root))
    assert list(problems("a", "jobs: {b: {steps: [{run: LICENSE}]}}", root))
    assert not list(problems("a", "jobs: {b: {steps: [{run: X=1 tools/test.sh all}]}}", root))
    files = sorted((root / ".github/workflows").glob("*.yml"))
    assert files, "no workflows"
    found = [problem for file in files for problem in problems(file.name, file.read_text(), root)]
    print("\n".join(found) or f"{len(files)} workflows run what is here")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
