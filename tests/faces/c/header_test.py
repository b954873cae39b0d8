"""The headers are C and C++, and can only grow in one way. The libraries export what the headers declare, and
nothing else."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

COMPILER = os.environ["WARDROBE_COMPILER"]
FOLDER = pathlib.Path(__file__).resolve().parents[3] / "tools" / "library"
HEADER, PACK_HEADER = FOLDER / "wardrobe.h", FOLDER / "wardrobe_pack.h"
HEADERS = [HEADER, FOLDER / "wardrobe_columns.h", FOLDER / "wardrobe_room.h", FOLDER / "wardrobe_player.h"]
LIBRARY = pathlib.Path(os.environ["WARDROBE_LIBRARY"])
# For each library: its headers, its map, its shared library and its version node.
LIBRARIES = [(HEADERS, FOLDER / "wardrobe.map", LIBRARY, "WARDROBE_1.0"),
             ([PACK_HEADER], FOLDER / "wardrobe_pack.map", LIBRARY.parent / "libwardrobe-pack.so", "WARDROBE_PACK_1.0")]
# These structures never change; all others may get more members.
FINAL = {"wardrobe_error", "wardrobe_cel", "wardrobe_event", "wardrobe_box", "wardrobe_colors", "wardrobe_shading",
         "wardrobe_file"}


def text_of(headers):
    return re.sub(r"/\*.*?\*/", "", "".join(header.read_text() for header in headers), flags=re.S)


def declared(headers):
    return re.findall(r"^WARDROBE_API[^;(]*?\b(wardrobe_\w+)\(", text_of(headers), re.M)


class Headers(unittest.TestCase):
    def compile(self, language, standard, text):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "source")
            source.write_text(text)
            done = subprocess.run(
                [COMPILER, "-x", language, f"-std={standard}", "-pedantic", "-Wall", "-Wextra", "-Werror",
                 "-fsyntax-only", "-I", FOLDER, source], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_are_c99_and_cplusplus(self):
        names = declared([*HEADERS, PACK_HEADER])
        uses = "".join(f"  functions[{i}] = (function)&{name};\n" for i, name in enumerate(names))
        text = ("#include <wardrobe_columns.h>\n#include <wardrobe_pack.h>\n#include <wardrobe_player.h>\n#include <wardrobe_room.h>\ntypedef void (*function)(void);\n"
                f"int main(void) {{\n  static function functions[{len(names)}];\n{uses}"
                "  return functions[0] == 0;\n}\n")
        for language, standard in [("c", "c99"), ("c", "c17"), ("c++", "c++11"), ("c++", "c++20")]:
            with self.subTest(standard):
                self.compile(language, standard, text)

    def test_use_no_words_of_gcc_on_windows(self):
        for define in ("-DWARDROBE_STATIC", "-DWARDROBE_EXPORTS", "-DOTHER"):
            out = subprocess.run([COMPILER, "-x", "c", "-std=c99", "-D_WIN32", define, "-I", FOLDER, "-E", "-P", PACK_HEADER],
                                 check=True, capture_output=True, text=True).stdout
            own = out[out.index("typedef enum wardrobe_status"):]
            self.assertNotIn("__attribute__", own)
            words = set(re.findall(r"__declspec\(\w+\)", own))
            self.assertEqual(words, {"-DWARDROBE_STATIC": set(), "-DWARDROBE_EXPORTS": {"__declspec(dllexport)"},
                                     "-DOTHER": {"__declspec(dllimport)"}}[define])

    def test_names_begin_with_wardrobe(self):
        for body in re.findall(r"enum\s*\w*\s*{(.*?)}", text_of([*HEADERS, PACK_HEADER]), re.S):
            for name in re.findall(r"(\w+) =", body):
                self.assertRegex(name, r"^WARDROBE_(OK$|(E|TYPE|KIND|CODEC|TIMELINE|EVENT|PLAYER|GAME|OBJECTS)_[A-Z0-9_]+$)")

    def test_structures_that_may_grow_are_passed_with_their_size(self):
        text = text_of([*HEADERS, PACK_HEADER])
        growing = set(re.findall(r"typedef struct (\w+) {", text)) - FINAL
        self.assertGreater(len(growing), 8)
        for declaration in re.findall(r"^WARDROBE_API[^;]*;", text, re.M):
            parameters = [" ".join(one.split()) for one in re.search(r"\((.*)\)", declaration, re.S)[1].split(",")]
            for one, following in zip(parameters, parameters[1:]):
                if one.split("*")[0].replace("const ", "").strip() in growing:
                    self.assertRegex(following, r"^size_t (\w+_)?size$", declaration)


class Symbols(unittest.TestCase):
    def test_are_those_of_the_header_and_of_the_map(self):
        for headers, version_map, library, version in LIBRARIES:
            names = declared(headers)
            self.assertGreater(len(names), 4)
            self.assertEqual(sorted(re.findall(r"\bwardrobe_\w+(?=;)", version_map.read_text())), sorted(names))
            lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True,
                                   text=True).stdout.splitlines()
            self.assertEqual({line.split()[-1] for line in lines}, {f"{name}@@{version}" for name in names} | {version})

    def test_need_no_threading_library_and_no_command_line(self):
        needed = subprocess.run(["readelf", "-d", LIBRARY], check=True, capture_output=True, text=True).stdout
        for name in re.findall(r"NEEDED.*\[(\S+)\]", needed):
            self.assertRegex(name, r"^(libzstd|libhwy|libstdc\+\+|libm|libgcc_s|libc|ld-linux.*)\.so")

    def test_has_the_major_version_as_its_name(self):
        name = subprocess.run(["readelf", "-d", LIBRARY], check=True, capture_output=True, text=True).stdout
        major = re.search(r"WARDROBE_VERSION_MAJOR (\d+)", HEADER.read_text())[1]
        self.assertIn(f"Library soname: [libwardrobe.so.{major}]", name)


if __name__ == "__main__":
    unittest.main()
