"""The names of the Python package are documented, match JavaScript's, and are imported in one way."""

import ast
import graphlib
import inspect
import re
import unittest
from functools import cached_property

from python_package import PACKAGE, ROOT, PackageTest, wardrobe

from support import sample

JAVASCRIPT = ROOT / "tools" / "library" / "javascript"

# Names that differ in Python.
OTHERWISE = {
    "FLAGS": "Flags",
    "WardrobeError": "Error",
    "drawActor": "Room.draw",
    "drawRoom": "Room.rgba",
    "isHidden": "Room.planes",
    "Archive.column": "Archive.__getitem__",
    "Frame.draw": "Frame.rgba",
    "Picture.imageData": "Picture.rgba",
    "Player.events": "Player.step",
    "Timeline.draw": "Timeline.__getitem__",
    "Timeline.tick": "Timeline.__getitem__",
    "Native.pack": "pack",
    "Native.player": "Costume.player",
}
NOT_IN_PYTHON = {
    "openImage": "for pages without zstd",
    "load": "the system loads libraries",
    "Player.free": "memory goes with the player",
    "Cel.row": "nothing is found by it",
    "PackOptions.signal": "an exception of progress stops it",
}
# Objects in JavaScript that are parameters of a Python function, or fields of a structured array.
PARAMETERS = {"DrawOptions": "Frame.rgba", "PackOptions": "pack"}
RENAMED_PARAMETERS = {"on_progress": "progress"}
FIELDS = {"AnimationEvent": "Timeline.events", "PlainCel": "Frame.cels", "Cel": "Frame.cels"}
TYPES_ALONE = {"OpenOptions", "Canvas", "GameFile", "Packed", "Native"}
NOT_IN_JAVASCRIPT = {
    "pictures of Pillow, and files": "Archive.sheet Costume.sheet Frame.image Picture.image Room.image Timeline.gif "
                                     "Timeline.apng",
    "arrays of what JavaScript draws on a canvas": "Player.indices Player.rgba",
    "rows for pandas and the like": "Archive.list Archive.to_pandas",
    "how the objects here are made": "Archive.numbers Archive.records Archive.blob Archive.text Archive.value "
                                     "Archive.owner Archive.range_of Archive.row_range Archive.zstd_frames "
                                     "Archive.native ColumnInfo.width Timeline.frame_rows Costume.color_map",
    "a file that is open": "Archive.close",
    "choreName() in JavaScript": "AnimationRecord.name",
}
ONLY_HERE = {name for names in NOT_IN_JAVASCRIPT.values() for name in names.split()}
EVERY_ROW = {"archive", "row", "costume"}  # members that the object of any row may have
ACTS = {"close", "player", "step", "verify"}  # methods without parameters


def snake_case(name):
    """Returns the Python form of a JavaScript name. Constants and classes keep their names."""
    return name if name[0].isupper() else re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def declared():
    """Returns the functions, constants, classes and members (as Class.member) of JavaScript's type declarations."""
    members = {}
    for file in ("wardrobe.d.ts", "native.d.ts"):
        text = re.sub(r"/\*\*.*?\*/", "", (JAVASCRIPT / file).read_text(), flags=re.S)
        yield from re.findall(r"^export (?:const|function) (\w+)", text, re.M)
        for name, parent, body in re.findall(
                r"^export (?:class|interface) (\w+)(?: extends (\w+))? \{\n(.*?)^\}", text, re.M | re.S):
            yield name
            members[name] = [*members.get(parent, ()), *re.findall(r"^  (?:readonly )?(\w+)\??[:(]", body, re.M)]
            yield from (f"{name}.{member}" for member in members[name])


class Names(PackageTest):
    def setUp(self):
        super().setUp()
        archive = self.open(self.pack(sample(6), "rooms.wardrobe", "--rooms"))
        costume, room = archive.costume(1), archive.room(1)
        walk, [table, *_] = costume.timeline(), costume.tables
        self.examples = {type(thing).__name__: thing for thing in (
            archive, archive.sources[0], archive.palettes[0], archive.pictures[0], archive.columns["cels.x"], costume,
            room, room.boxes[0], room.place(1, 1), costume.records[0], table, table.entries[0], walk, walk.box, walk[0],
            walk[0].anchor, wardrobe.Error("", 0))}
        self.examples["Failure"] = wardrobe.Failure(archive, 0)
        self.examples["Player"] = wardrobe.Player  # libwardrobe may not be installed

    def members(self, name):
        return {member for member in dir(self.examples[name]) if not member.startswith("_")}

    def exists(self, name):
        """Returns whether Class.member, or a name of the package, exists."""
        first, _, member = name.partition(".")
        return member in dir(self.examples[first]) if member else name in wardrobe.__all__

    def in_python(self, name):
        """Returns the Python counterpart of a JavaScript name, or None."""
        first, _, member = name.partition(".")
        if name in OTHERWISE:
            return OTHERWISE[name]
        if first in TYPES_ALONE or not member and (first in PARAMETERS or first in FIELDS):
            return name
        member = snake_case(member) if member else ""
        if first in PARAMETERS:
            function = PARAMETERS[first]
            owner = wardrobe if "." not in function else getattr(wardrobe, function.split(".")[0])
            parameters = inspect.signature(getattr(owner, function.split(".")[-1])).parameters
            return name if RENAMED_PARAMETERS.get(member, member) in parameters else None
        if first in FIELDS:
            owner, array = FIELDS[first].split(".")
            return name if member in getattr(self.examples[owner], array).dtype.names else None
        here = ".".join(filter(None, (OTHERWISE.get(first, snake_case(first)), member)))
        return here if self.exists(here) else None

    def test_what_javascript_has_python_has(self):
        names = list(declared())
        self.assertGreater(len(names), 180)
        missing = [name for name in names if self.in_python(name) is None]
        self.assertEqual(sorted(missing), sorted(NOT_IN_PYTHON))
        self.assertEqual([name for name in OTHERWISE if name not in names], [])
        self.assertEqual([name for name in OTHERWISE.values() if not self.exists(name)], [])

    def test_what_python_has_javascript_has(self):
        known = {self.in_python(name) for name in declared()}
        ours = {f"{name}.{member}" for name in self.examples
                for member in self.members(name) - EVERY_ROW - {*dir(tuple), *dir(ValueError)}}
        self.assertEqual(sorted(ours - known - ONLY_HERE), [])
        self.assertEqual(sorted(name for name in ONLY_HERE if not self.exists(name)), [])

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

    def test_what_takes_nothing_is_a_property(self):
        """A method has parameters, such as a palette, or acts; everything else is a property."""
        for name in self.examples:
            for member in self.members(name):
                method = inspect.getattr_static(getattr(wardrobe, name), member, None)
                if inspect.isfunction(method) and method.__module__.startswith("wardrobe"):
                    self.assertTrue(len(inspect.signature(method).parameters) > 1 or member in ACTS, f"{name}.{member}")

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
