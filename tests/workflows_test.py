#!/usr/bin/python3
"""Fails when a workflow is not YAML, runs a script that is missing or cannot be executed, or would release a version
other than the tag.

Argument: the root of the source."""

import os
import pathlib
import re
import subprocess
import sys

import yaml

CHECK = "The tag is the version"  # a step of release.yml
SCRIPT = re.compile(r"(?<![\w/.$])((?:\.ci|tools|tests)/[\w./-]+)")


def scripts_of(workflow):
    for job in workflow["jobs"].values():
        runs = [step.get("run", "") for step in job["steps"]]
        runs += [case["run"] for case in job.get("strategy", {}).get("matrix", {}).get("include", [])]
        for run in runs:
            yield from SCRIPT.findall(run)


def released(root, tag):
    """Whether release.yml goes on for this tag."""
    steps = yaml.safe_load((root / ".github/workflows/release.yml").read_text())["jobs"]["release"]["steps"]
    [check] = [step["run"] for step in steps if step.get("name") == CHECK]
    environment = {**os.environ, "GITHUB_REF_NAME": tag}
    return subprocess.run(["bash", "-ec", check], cwd=root, env=environment, check=False).returncode == 0


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
    [version] = re.findall(r"^set\(WARDROBE_VERSION (.*)\)$", (root / "CMakeLists.txt").read_text(), re.M)
    assert released(root, f"v{version}") and not released(root, "v0.9") and not released(root, f"v{version}.1")
    files = sorted((root / ".github/workflows").glob("*.yml"))
    assert files, "no workflows"
    found = [problem for file in files for problem in problems(file.name, file.read_text(), root)]
    print("\n".join(found) or f"{len(files)} workflows run what is here")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
