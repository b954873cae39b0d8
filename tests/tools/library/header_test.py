"""wardrobe.h is C and C++, and libwardrobe exports what it declares and nothing else."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

LIBRARY = pathlib.Path(os.environ["WARDROBE_LIBRARY"])
COMPILER = os.environ["WARDROBE_COMPILER"]
FOLDER = pathlib.Path(__file__).resolve().parents[3] / "tools" / "library"
HEADER = FOLDER / "wardrobe.h"


def declared():
    return re.findall(r"WARDROBE_API[^;(]*?\b(wardrobe_\w+)\(", HEADER.read_text())


class Header(unittest.TestCase):
    def compile(self, language, standard, text):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "source")
            source.write_text(text)
            done = subprocess.run(
                [COMPILER, "-x", language, f"-std={standard}", "-pedantic", "-Wall", "-Wextra", "-Werror",
                 "-fsyntax-only", "-I", FOLDER, source], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_is_c99_and_cplusplus(self):
        uses = "".join(f"  functions[{i}] = (function)&{name};\n" for i, name in enumerate(declared()))
        text = ("#include <wardrobe.h>\ntypedef void (*function)(void);\n"
                f"int main(void) {{\n  static function functions[{len(declared())}];\n{uses}"
                "  return functions[0] == 0;\n}\n")
        for language, standard in [("c", "c99"), ("c", "c17"), ("c++", "c++11"), ("c++", "c++20")]:
            with self.subTest(standard):
                self.compile(language, standard, text)


class Symbols(unittest.TestCase):
    def test_are_those_of_the_header(self):
        self.assertGreater(len(declared()), 30)
        lines = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], check=True, capture_output=True,
                               text=True).stdout.splitlines()
        exported = {line.split()[-1] for line in lines}
        self.assertEqual(exported, {f"{name}@@WARDROBE_1.0" for name in declared()} | {"WARDROBE_1.0"})

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
