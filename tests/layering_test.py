#!/usr/bin/python3
"""Fails when an include breaks the house's layers: DESIGN.md "The house"."""

import pathlib
import re
import sys

# What the files of a folder may include of the project, and which libraries.
MAY_USE = {
    "formats": ({"formats"}, {"zstd", "xxhash"}),
    "kernels": ({"kernels"}, {"hwy"}),
    "pipeline": ({"pipeline", "formats", "kernels"}, {"tbb"}),
    "tools": ({"tools", "pipeline", "formats", "kernels"}, {"CLI", "fmt", "nlohmann", "png", "gif_lib"}),
    "bench": ({"bench", "pipeline", "formats", "kernels"}, {"benchmark", "hwy", "tbb", "zstd"}),
    "tests": ({"tests", "bench", "pipeline", "formats", "kernels"}, {"gtest", "hwy", "zstd", "tbb"}),
}
LIBRARIES = {"tbb", "oneapi", "hwy", "zstd", "xxhash", "CLI", "fmt", "nlohmann", "png", "gif_lib", "benchmark", "gtest"}
STAGES = ["scan", "parse", "decode", "bake", "pack"]
# The only places that may know oneTBB: the stages and what runs them.
MAY_USE_TBB = {f"pipeline/{name}.cc" for name in [*STAGES, "pipeline"]}
# std, but not where the house has no threads and no file system.
FORBIDDEN_STD = {
    "formats": {"thread", "mutex", "atomic", "future", "filesystem", "fstream", "iostream"},
    "kernels": {"thread", "mutex", "atomic", "future", "filesystem", "fstream", "iostream"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def breaches(path, text):
    """What is wrong with the includes of the file `path` (relative to the root)."""
    folder = path.split("/")[0]
    folders, libraries = MAY_USE[folder]
    for quote, name in INCLUDE.findall(text):
        first = re.split(r"[/.]", name)[0]
        if quote == '"':
            if first not in folders:
                yield f'{path} includes "{name}"'
            if folder == "pipeline" and is_later_stage(path, name):
                yield f'{path} includes the later stage "{name}"'
        elif first in LIBRARIES and first not in libraries:
            yield f"{path} includes <{name}>"
        elif first in FORBIDDEN_STD.get(folder, ()):
            yield f"{path} includes <{name}>"
        elif folder == "pipeline" and first == "tbb" and path not in MAY_USE_TBB:
            yield f"{path} includes <{name}>, but is no stage"


def is_later_stage(path, name):
    stage = pathlib.PurePath(path).stem
    other = pathlib.PurePath(name).stem
    return stage in STAGES and other in STAGES and STAGES.index(other) > STAGES.index(stage)


def self_check():
    """A breach of each kind is seen."""
    for path, text in [
        ("formats/a.h", '#include "kernels/rle.h"'),
        ("kernels/a.h", '#include "formats/bytes.h"'),
        ("formats/a.h", "#include <thread>"),
        ("pipeline/parse.h", '#include "pipeline/decode.h"'),
        ("pipeline/io.cc", "#include <tbb/parallel_for.h>"),
        ("pipeline/scan.cc", '#include "tools/print.h"'),
        ("kernels/a.cc", "#include <zstd.h>"),
    ]:
        assert list(breaches(path, text)), f"not seen: {path} with {text}"
    assert not list(breaches("pipeline/decode.cc", '#include "pipeline/parse.h"\n#include <vector>'))


def main():
    self_check()
    root = pathlib.Path(sys.argv[1])
    files = sorted(f for folder in MAY_USE for f in (root / folder).rglob("*") if f.suffix in (".h", ".cc"))
    assert len(files) > 50, f"only {len(files)} files under {root}"
    found = [b for f in files for b in breaches(str(f.relative_to(root)), f.read_text())]
    print("\n".join(found) or f"{len(files)} files keep to their layers")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
