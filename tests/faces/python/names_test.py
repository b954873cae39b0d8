"""The public names of the Python package are those of the user's things; all are documented."""

import ast
import graphlib
import inspect
import re
import types
import unittest
from functools import cached_property

from languages import PACKAGE, ROOT, wardrobe

from wardrobe import _native


class Names(unittest.TestCase):
    def test_there_are_no_others(self):
        public = {name for name, value in vars(wardrobe).items()
                  if not name.startswith("_") and not isinstance(value, types.ModuleType)}
        self.assertEqual(public - {"annotations", "os", "BinaryIO", "Iterable"}, set(wardrobe.__all__))

    def test_everything_public_is_documented(self):
        for name in wardrobe.__all__:
            thing = getattr(wardrobe, name)
            if not callable(thing):
                continue
            self.assertTrue(inspect.getdoc(thing), name)
            self.assertNotIn(f"{name}(", inspect.getdoc(thing)[:len(name) + 1], name)  # a docstring made by dataclass
            for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                if not member.startswith("_") and (callable(value) or isinstance(value, (property, cached_property))):
                    self.assertTrue(inspect.getdoc(value), f"{name}.{member}")

    def test_modules_and_their_functions_are_documented(self):
        for path in (PACKAGE / "wardrobe").glob("*.py"):
            tree = ast.parse(path.read_text())
            self.assertTrue(ast.get_docstring(tree), path.name)
            for node in tree.body:
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
                    self.assertTrue(ast.get_docstring(node), f"{path.name}: {node.name}")

    def test_functions_have_the_parameters_of_the_headers(self):
        text = "".join(path.read_text() for path in (ROOT / "tools/library").glob("wardrobe*.h"))
        declared = {name: parameters.count(",") + 1 for name, parameters in re.findall(
            r"^WARDROBE_API[^;(]*?\bwardrobe_(\w+)\(([^)]*)\);", text, re.M)}
        for name, types_ in {**_native.CALLS, **_native.PACK_CALLS}.items():
            self.assertEqual(len(types_) + 1, declared[name], name)
        for name, (types_, _) in {**_native.OTHERS, **_native.PACK_OTHERS}.items():
            self.assertEqual(len(types_), declared[name], name)

    def test_modules_import_each_other_one_way(self):
        imports = {}
        for path in (PACKAGE / "wardrobe").glob("*.py"):
            tree = ast.parse(path.read_text())
            for_types = {node for block in tree.body if isinstance(block, ast.If) for node in ast.walk(block)}
            imports[path.stem] = [node.module or alias.name for node in ast.walk(tree)
                                  if isinstance(node, ast.ImportFrom) and node.level == 1 and node not in for_types
                                  for alias in node.names]
        self.assertGreater(len(imports), 10)
        self.assertIn("archive", list(graphlib.TopologicalSorter(imports).static_order()))


if __name__ == "__main__":
    unittest.main()
