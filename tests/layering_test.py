#!/usr/bin/python3
"""Fails when an include or a link breaks the layers of the project (CONTRIBUTING.md "Where things are"), when two
files define types of one name, and when a file is too long.

Argument: the root of the source."""

import pathlib
import re
import sys

FORMATS, KERNELS, IO, PIPELINE = "formats", "kernels", "pipeline/io", "pipeline"
CONTAINER = "pipeline/container"
RENDER, LIST, EXPORT, DIFF, PAGE, APPLY, HD, LIBRARY, SAMPLE, COLLECTION, CONFORM, FIND, PROGRAM = (
    f"tools/{name}"
    for name in ("render", "list", "export", "diff", "page", "apply", "hd", "library", "sample", "collection", "conform",
                 "find", "program"))
PACK = "tools/library/pack"  # pack.cc, pack_folder.cc
READERS = {RENDER, LIST, EXPORT, DIFF, PAGE, CONFORM, FIND}
ALL = {FORMATS, KERNELS, IO, CONTAINER, PIPELINE, APPLY, HD, LIBRARY, SAMPLE, COLLECTION, *READERS}

# For each folder: the other folders, and the libraries, that its files may include.
# A folder includes its subfolders, except those listed themselves. PACK stands for some files of a folder.
MAY_USE = {
    FORMATS: (set(), {"zstd", "xxhash"}),
    KERNELS: (set(), {"hwy"}),
    IO: ({FORMATS}, set()),
    CONTAINER: ({FORMATS, IO}, {"minizip"}),
    PIPELINE: ({FORMATS, KERNELS, IO, CONTAINER}, {"tbb"}),
    RENDER: ({FORMATS, KERNELS, IO}, set()),
    LIST: ({FORMATS}, {"fmt", "nlohmann"}),
    EXPORT: ({FORMATS, RENDER, LIST}, {"fmt", "nlohmann", "png", "gif_lib", "zlib", "stb"}),
    DIFF: ({FORMATS, RENDER, LIST}, {"fmt", "nlohmann"}),
    CONFORM: ({FORMATS, RENDER, LIST}, {"fmt", "nlohmann"}),
    FIND: ({FORMATS, RENDER, LIST, APPLY}, {"fmt", "nlohmann"}),
    PAGE: ({FORMATS, RENDER, LIST, EXPORT, DIFF, LIBRARY}, set()),
    APPLY: ({FORMATS, KERNELS, IO, CONTAINER, PIPELINE, LIST, EXPORT}, {"fmt", "nlohmann", "png", "zlib"}),
    HD: ({FORMATS, IO, PIPELINE, RENDER, LIST, EXPORT, PAGE, APPLY}, {"fmt"}),
    LIBRARY: ({FORMATS, KERNELS, IO, RENDER, LIST}, set()),
    PACK: ({FORMATS, KERNELS, IO, PIPELINE, LIBRARY}, set()),
    SAMPLE: ({FORMATS, KERNELS}, {"png"}),
    COLLECTION: ({FORMATS, IO, PIPELINE, RENDER, LIST}, set()),
    PROGRAM: (ALL, {"CLI", "fmt"}),
    "bench": (ALL, {"benchmark", "hwy", "zstd"}),
    "tests": (ALL | {PROGRAM, "bench"}, {"gtest", "hwy", "zstd", "zlib", "nlohmann", "gif_lib"}),
}
# The headers of a folder that other folders may include. Tests may include all headers.
PUBLIC_HEADERS = {
    DIFF: {"diff.h", "finding.h", "finding_output.h"},
}
LIBRARIES = {"minizip", "tbb", "oneapi", "hwy", "zstd", "xxhash", "CLI", "fmt", "nlohmann", "png", "gif_lib", "zlib", "stb", "benchmark", "gtest"}
MOST_LINES = 1200  # of a file: CONTRIBUTING.md "Rules"
SOURCES = {".h", ".cc", ".py", ".js", ".mjs", ".cjs", ".sh", ".css", ".html"}
STAGES = ["scan", "parse", "decode", "bake", "write_archive"]
MAY_USE_TBB = "pipeline/parallel.cc"
TELLS_VERSIONS = "tools/program/version.cc"  # names the versions of all libraries
# The parts of std that need threads or a file system, for folders that may use neither.
NO_SYSTEM = {"thread", "mutex", "atomic", "future", "filesystem", "fstream", "iostream"}
FORBIDDEN_STD = {FORMATS: NO_SYSTEM, KERNELS: NO_SYSTEM}
# Many threads may read an archive at once, so these files may use locks.
MAY_USE_LOCKS = {"formats/archive/archive.h": "atomic", "formats/lock.h": "mutex"}
# Only pipeline/io may use the operating system; only the program may print and read command lines.
SYSTEM = {"unistd.h", "fcntl.h", "csignal", "signal.h", "windows.h"}
MAY_USE_SYSTEM = {IO}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
# What defines a type, or begins or ends a namespace.
TYPE = re.compile(r"^(?:namespace(?P<begin> [\w:]+)? \{|(?P<end>\}  // namespace)|"
                  r"(?:template <.*>\n)?(?:struct|class|union|enum class|enum)(?: \[\[\w+\]\])? (?P<type>\w+)"
                  r"(?: [^;{]*)?\{)",
                  re.MULTILINE)
PRINTS = re.compile(r"\b(?:fmt::print|std::printf|std::fputs|std::cout|std::cerr|puts)\s*(?:\(|<<)")


def folder_of(path):
    """Returns the folder of MAY_USE to which the file `path` belongs."""
    matches = [folder for folder in MAY_USE if path.startswith((folder + "/", folder + ".", folder + "_"))]
    return max(matches, key=len, default=None)


def breaches(path, text):
    """Yields the breaches in the file `path`, which is relative to the root."""
    folder = folder_of(path)
    folders, libraries = MAY_USE[folder]
    for quote, name in INCLUDE.findall(text):
        first = re.split(r"[/.]", name)[0]
        if quote == '"':
            if name == "wardrobe.h" and folder in (LIBRARY, PACK):
                continue  # The headers of the C library are installed side by side.
            if folder_of(name) not in folders | {folder}:
                yield f'{path} includes "{name}"'
            if is_inner(folder, name):
                yield f'{path} includes the inner header "{name}"'
            if folder == PIPELINE == folder_of(name) and is_later_stage(path, name):
                yield f'{path} includes the later stage "{name}"'
        elif first in LIBRARIES - libraries and path != TELLS_VERSIONS:
            yield f"{path} includes <{name}>"
        elif first in FORBIDDEN_STD.get(folder, ()) and MAY_USE_LOCKS.get(path) != first:
            yield f"{path} includes <{name}>"
        elif first == "tbb" and path != MAY_USE_TBB:
            yield f"{path} includes <{name}>; use pipeline/parallel.h"
        elif (name in SYSTEM or name.startswith("sys/")) and folder not in MAY_USE_SYSTEM | {"bench", "tests"}:
            yield f"{path} includes <{name}>"
    if folder.startswith(("tools/", "pipeline")) and folder != PROGRAM and PRINTS.search(text):
        yield f"{path} prints, which only the program does"


def is_inner(folder, name):
    """Returns whether files in `folder` must not include header `name` of another folder."""
    owner = folder_of(name)
    public = PUBLIC_HEADERS.get(owner)
    return folder not in (owner, "tests") and public is not None and pathlib.PurePath(name).name not in public


def is_later_stage(path, name):
    stage = pathlib.PurePath(path).stem
    other = pathlib.PurePath(name).stem
    return stage in STAGES and other in STAGES and STAGES.index(other) > STAGES.index(stage)


def links(root):
    """Returns {target: the targets and libraries that it links}, from all CMakeLists.txt."""
    found = {}
    for file in sorted(root.glob("*/**/CMakeLists.txt")):
        if "build" in file.relative_to(root).parts:
            continue
        for target, names in re.findall(r"target_link_libraries\(\s*(\S+)\s+([^)]*)\)", file.read_text()):
            found.setdefault(target, set()).update(set(names.split()) - {"PUBLIC", "PRIVATE", "INTERFACE"})
    return found


def target_of(folder):
    return "wardrobe_" + folder.split("/")[-1]


def link_breaches(found):
    for folder, (folders, _) in MAY_USE.items():
        if folder in ("bench", "tests"):
            continue
        allowed = {target_of(f) for f in folders}
        ours = {name for name in found.get(target_of(folder), ()) if name.startswith("wardrobe")}
        for name in sorted(ours - allowed - {"wardrobe_build"}):
            yield f"{target_of(folder)} links {name}"
    for target, names in found.items():
        if "TBB::tbb" in names and target != "wardrobe_pipeline":
            yield f"{target} links TBB::tbb"


def unbuilt_tests(root):
    """Yields the test files that no CMakeLists.txt names. They would never run."""
    for file in sorted((root / "tests").rglob("*_test.cc")):
        folders = [folder for folder in file.parents if folder.is_relative_to(root / "tests")]
        named = [str(file.relative_to(folder)) for folder in folders if (folder / "CMakeLists.txt").exists()
                 and re.search(rf"^\s*(.*\s)?{re.escape(str(file.relative_to(folder)))}\b",
                               (folder / "CMakeLists.txt").read_text(), re.MULTILINE)]
        if not named:
            yield f"{file.relative_to(root)} is in no CMakeLists.txt"


def types(text):
    """Yields the full names of the types of a file that other files can see."""
    spaces = []
    for match in TYPE.finditer(text):
        if match["type"]:
            if None not in spaces:
                yield "::".join([*spaces, match["type"]])
        elif match["end"]:
            spaces.pop()
        else:
            spaces.append(match["begin"] and match["begin"].strip())


def clashes(texts):
    """Yields the types that two of `texts`, {path: text}, define. If a program contains both, the linker keeps the
    functions of one for both."""
    seen = {}
    for path, text in texts.items():
        for name in types(text):
            if seen.setdefault(name, path) != path:
                yield f"{path} and {seen[name]} both define {name}"


def too_long(lines):
    """Yields what is too long in {path: number of lines}."""
    yield from (f"{path} has {count} lines" for path, count in lines.items() if count > MOST_LINES)


def self_check():
    """Checks that every kind of breach is detected."""
    for path, text in [
        ("formats/a.h", '#include "kernels/decode.h"'),
        ("kernels/a.h", '#include "formats/bytes.h"'),
        ("formats/a.h", "#include <thread>"),
        ("pipeline/parse.h", '#include "pipeline/decode.h"'),
        ("pipeline/pack.cc", "#include <tbb/parallel_for.h>"),
        ("pipeline/scan.cc", '#include "tools/list/text.h"'),
        ("pipeline/io/files.cc", '#include "pipeline/scan.h"'),
        ("tools/render/render.cc", '#include "pipeline/bake.h"'),
        ("tools/render/render.cc", '#include "tools/diff/diff.h"'),
        ("tools/diff/diff.cc", '#include "tools/program/print.h"'),
        ("tools/page/diff_data.cc", '#include "tools/diff/compare.h"'),
        ("tools/diff/diff.cc", 'fmt::print("x");'),
        ("tools/program/main.cc", "#include <unistd.h>"),
        ("kernels/a.cc", "#include <zstd.h>"),
    ]:
        assert list(breaches(path, text)), f"not seen: {path} with {text}"
    assert not list(breaches("pipeline/decode.cc", '#include "pipeline/parse.h"\n#include <vector>'))
    one = "namespace a {\ntemplate <class T>\nstruct S : B<T> {\n"
    for text, clash in [
        ("namespace a {\nnamespace {\nclass T {};\n}  // namespace\nclass S final {\n", True),
        ("namespace a {\nnamespace {\nstruct S {", False),
        ("namespace b {\nstruct S {", False),
        ("namespace a {\nstruct S;\nvoid f() {", False),
    ]:
        assert bool(list(clashes({"a.h": one, "b.h": text}))) == clash, text
    assert list(too_long({"a.py": 1200, "b.py": 1201})) == ["b.py has 1201 lines"]
    assert list(link_breaches({"wardrobe_render": {"wardrobe_pipeline"}}))
    assert list(link_breaches({"wardrobe_sample": {"TBB::tbb"}}))
    assert not list(link_breaches({"wardrobe_pipeline": {"wardrobe_formats", "TBB::tbb"}}))


def main():
    self_check()
    root = pathlib.Path(sys.argv[1])
    files = sorted(f for top in {folder.split("/")[0] for folder in MAY_USE}
                   for f in (root / top).rglob("*") if f.suffix in (".h", ".cc")
                   and "node_modules" not in f.parts)
    assert len(files) > 50, f"only {len(files)} files under {root}"
    lost = [str(f.relative_to(root)) for f in files if folder_of(str(f.relative_to(root))) is None]
    found = links(root)
    missing = [folder for folder in MAY_USE if folder not in ("bench", "tests") and not found.get(target_of(folder))
               and folder not in (FORMATS, KERNELS)]
    problems = [f"{name} is in no folder of the house" for name in lost]
    problems += [f"{folder} has no CMake target {target_of(folder)}" for folder in missing]
    problems += [b for f in files if str(f.relative_to(root)) not in lost
                 for b in breaches(str(f.relative_to(root)), f.read_text())]
    problems += link_breaches(found)
    problems += unbuilt_tests(root)
    sources = {str(f.relative_to(root)): f for f in root.rglob("*") if f.suffix in SOURCES and f.is_file()
               and not {"node_modules", "build", "dist", ".git"} & set(f.relative_to(root).parts)}
    assert len(sources) > 500, f"only {len(sources)} sources under {root}"
    problems += too_long({path: f.read_bytes().count(b"\n") for path, f in sorted(sources.items())})
    problems += clashes({str(f.relative_to(root)): f.read_text() for f in files})
    print("\n".join(problems) or f"{len(files)} files and {len(found)} targets keep to their layers")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
