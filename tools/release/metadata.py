#!/usr/bin/python3
"""Version, repository and contact stand in CMakeLists.txt; the packages repeat them.

metadata.py           fails if a package says something else
metadata.py --write   writes them into the packages
metadata.py --check-release   also fails if CMakeLists.txt has a placeholder, or a version under development"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACEHOLDER = "example.org"


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def setting(name):
    return re.search(rf'^set\({name} "?(.*?)"?\)$', read("CMakeLists.txt"), re.M)[1]


VERSION, REPOSITORY, CONTACT = (setting(f"WARDROBE_{name}") for name in ("VERSION", "REPOSITORY", "CONTACT"))
NAME, ADDRESS = re.fullmatch(r"(.+) <(.+)>", CONTACT).groups()
# The line of CHANGELOG.md of a version that is released.
RELEASED = re.search(rf"^## \[{re.escape(VERSION)}\] - (\S+)$", read("CHANGELOG.md"), re.M)
PACKAGE, CONTROL, COPYRIGHT, CHANGELOG = "tools/library/javascript/package.json", "debian/control", "debian/copyright", "debian/changelog"
# Files, regular expressions of a part of one of their lines, and what stands at VALUE.
REPEATED = [
    ("pyproject.toml", r'^authors = \[{name = "VALUE",', NAME),
    ("pyproject.toml", r'^authors = .*, email = "VALUE"}', ADDRESS),
    ("pyproject.toml", r'^Homepage = "VALUE"', REPOSITORY),
    ("tools/library/python/wardrobe/__init__.py", r'^__version__ = "VALUE"', VERSION.replace("-dev", ".dev0")),
    (PACKAGE, r'^  "version": "VALUE"', VERSION),
    (PACKAGE, r'^  "author": "VALUE"', CONTACT),
    (PACKAGE, r'^  "homepage": "VALUE"', REPOSITORY),
    (PACKAGE, r'^  "repository": "git\+VALUE\.git"', REPOSITORY),
    (CONTROL, r"^Maintainer: VALUE$", CONTACT),
    (CONTROL, r"^Homepage: VALUE$", REPOSITORY),
    (CONTROL, r"^Vcs-Browser: VALUE$", REPOSITORY),
    (CONTROL, r"^Vcs-Git: VALUE\.git$", REPOSITORY),
    (COPYRIGHT, r"^Upstream-Contact: VALUE$", CONTACT),
    (COPYRIGHT, r"^Source: VALUE$", REPOSITORY),
    ("debian/watch", r"^VALUE/tags ", REPOSITORY),
    (CHANGELOG, r"^wardrobe \(VALUE-1\)", VERSION.replace("-", "~")),
    (CHANGELOG, r"^wardrobe \(.*\) VALUE;", "unstable" if RELEASED else "UNRELEASED"),
    (CHANGELOG, r"^ -- VALUE  ", CONTACT),
]


def main():
    found = []
    texts = {path: read(path) for path, *_ in REPEATED}
    for path, pattern, value in REPEATED:
        [match] = re.finditer(pattern.replace("VALUE", "(.*?)"), texts[path], re.M)
        if match[1] != value:
            found.append(f"{path} says {match[1]}, and CMakeLists.txt {value}; metadata.py --write writes it")
        texts[path] = texts[path][:match.start(1)] + value + texts[path][match.end(1):]
    if sys.argv[1:] == ["--write"]:
        for path, text in texts.items():
            (ROOT / path).write_text(text, encoding="utf-8")
        return
    if sys.argv[1:] == ["--check-release"]:
        found += [f"CMakeLists.txt says {value}, which is a placeholder: say who publishes this, and where"
                  for value in (REPOSITORY, CONTACT) if PLACEHOLDER in value]
        found += [] if RELEASED else [f"CHANGELOG.md has no line \"## [{VERSION}] - YYYY-MM-DD\""]
    sys.exit("\n".join(f"metadata.py: {line}" for line in found) or None)


if __name__ == "__main__":
    main()
