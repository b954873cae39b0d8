"""Every option of every command changes something, or is refused in one clear line."""

import json
import pathlib
import re
import shutil
import tempfile
import unittest

from PIL import Image

from room_replay_test import archive_with_room
from support import ProgramTest, command_names, run, sample

CHANGES, REFUSED, SAME = "changes", "refused", "same"  # the effect of an option
DRAWN = {"--costume 4": CHANGES, "--palette 1:1": CHANGES, "--tick-ms 30": CHANGES, "--shadows as-stored": SAME,
         "--shadows grey": REFUSED}
PLAIN = {**DRAWN, "--trim": REFUSED, "--scale 2": CHANGES, "--chore walk": CHANGES, "--chore walk,stand": CHANGES,
         "--indexed": REFUSED, "--tags popochiu": REFUSED, "--named": CHANGES, "--look 9": REFUSED,
         "--title Mine": REFUSED, "--names names.json": CHANGES, "--names names.txt": REFUSED}
SHEET = {**PLAIN, "--trim": CHANGES, "--indexed": CHANGES}
EXPORTED = {
    "gif": PLAIN, "apng": PLAIN, "frames": PLAIN,
    "aseprite": {**PLAIN, "--shadows as-stored": REFUSED, "--scale 2": REFUSED, "--tags popochiu": CHANGES, "--tags replay": SAME,
                 "--tags unity": REFUSED},
    "sheet": SHEET, "godot": SHEET, "godot3": SHEET,
    "gpl": {**PLAIN, "--tick-ms 30": REFUSED, "--shadows as-stored": REFUSED, "--scale 2": REFUSED, "--chore walk": REFUSED,
            "--chore walk,stand": REFUSED},
    "pictures": {**PLAIN, "--tick-ms 30": REFUSED, "--shadows as-stored": REFUSED, "--named": REFUSED},
    "hd": {**PLAIN, "--tick-ms 30": REFUSED, "--shadows as-stored": REFUSED, "--named": REFUSED},
    "html": {**dict.fromkeys(PLAIN, REFUSED), "--title Mine": CHANGES, "--names names.json": CHANGES},
    "json": {**dict.fromkeys(PLAIN, REFUSED), "--names names.json": CHANGES, "--costume 4": CHANGES, "--chore walk": CHANGES, "--chore walk,stand": CHANGES},
}
ALWAYS = {"--frobnicate": REFUSED, "--force": CHANGES, "-q": CHANGES}
READS = {"--frobnicate": REFUSED, "-q": SAME, "--json": CHANGES}
PLAYED = {"--chore 6": CHANGES, "--dir E": CHANGES, "--json": CHANGES, "--script script.txt": REFUSED}
SHORT = {"--ticks 1": CHANGES}
DRAWN_BY_REPLAY = {"--palette 1:1": CHANGES, "--background 3": CHANGES, "--scale 2": CHANGES}
SHADOWS = {"--shadows as-stored": SAME, "--shadows darken": SAME, "--shadows grey": REFUSED}
IN_ROOM = {"--plane 0": CHANGES, "--box 0": CHANGES, "--actor-scale 90": CHANGES, "--crop": CHANGES,
           "--objects none": SAME, "--objects some": REFUSED, "--state 8=2": SAME, "--state 8": REFUSED, "--cycle": SAME}
# The room is made up: its objects have no pictures, and no colour that cycles is in it (objects_test.py).
ALONE = dict.fromkeys(["--at 8,9", *IN_ROOM], REFUSED)
HERO = "replay room.wardrobe --costume 1 --chore walk --dir W"

# A command line, and the effect of each option added to it. With --force, the output already exists.
CASES = {
    "pack game -o out": {
        **ALWAYS, "--level 1": CHANGES, "--threads 1": SAME, "--game 6": CHANGES, "--max-ticks 1": CHANGES,
        "--rooms": CHANGES, "--no-scripts": CHANGES, "--json": CHANGES, "--files-from names.txt": CHANGES},
    "info room.wardrobe": READS,
    "list room.wardrobe costumes": {**READS, "-q": CHANGES, "--names names.json": CHANGES, "--names names.txt": REFUSED, "--costume 1": CHANGES, "--chore walk": REFUSED},
    "list room.wardrobe pictures": {**READS, "-q": CHANGES, "--costume 1": CHANGES, "--chore walk": CHANGES},
    "list room.wardrobe rooms": {"--csv": CHANGES, "--csv --json": REFUSED, "--costume 1": REFUSED, "--chore walk": REFUSED},
    "verify plain.wardrobe": {**READS, "-q": CHANGES},
    "diff plain.wardrobe other.wardrobe": {
        **READS, "-q": CHANGES, "--stat": CHANGES, "--names names.json": CHANGES, "--names names.txt": REFUSED, "--stat --json": REFUSED, "--html out": CHANGES,
        "--force": REFUSED, "--format edits": REFUSED, "-o mod.zip": REFUSED},
    "diff plain.wardrobe other.wardrobe --html out": {"--force": CHANGES},
    "diff plain.wardrobe painted --format edits -o mod.zip": {
        "--force": CHANGES, "-q": CHANGES, "-o mod": REFUSED, "--json": REFUSED, "--stat": REFUSED, "--html out": REFUSED},
    "hd check set": {
        **READS, "-q": CHANGES, "--html out": CHANGES, "--force": REFUSED, "-o out": REFUSED, "--names x": REFUSED},
    "hd check set --html out": {"--force": CHANGES},
    "hd build set -o out --names {row}-{limb}-{cel}.png": {
        "--frobnicate": REFUSED, "-q": CHANGES, "--json": CHANGES, "--names {room:03}/{row}-{limb}-{cel}.png": CHANGES,
        "--html x": REFUSED},
    "conform plain.wardrobe": {"--frobnicate": REFUSED, "-q": SAME, "--json": REFUSED, "names.txt": REFUSED},
    "find picture.png plain.wardrobe": {**READS, "-q": SAME, "--names names.json": CHANGES, "--names names.txt": REFUSED},
    "sample -o out": {**ALWAYS, "--force": REFUSED, "--scale 2": REFUSED, "--json": REFUSED},
    "apply game art -o out": {
        **ALWAYS, "--force": REFUSED, "--dry-run": CHANGES, "--keep-index": REFUSED, "--redirects keep": CHANGES,
        "--json": CHANGES,
        "--scale 1": SAME, "--scale 2": REFUSED, "--quantize": SAME,
        "--palette new.gpl": REFUSED, "--palette names.txt": REFUSED},
    "apply game hero -o out": {
        "--color 1=ffffff": CHANGES, "--costume 1": REFUSED, "--palette new.gpl": CHANGES, "--palette old.gpl": SAME,
        "--palette none.gpl": REFUSED},
    "apply game --costume 1 --color 1=ffffff -o out": {
        "--color 2=ffffff": CHANGES, "--palette new.gpl": REFUSED, "--scale 1": REFUSED, "--quantize": REFUSED,
        "--redirects keep": REFUSED, "--keep-index": SAME, "--json": CHANGES},
    "apply game art --dry-run": {"-o out": SAME, "--force": REFUSED, "--json": CHANGES, "-q": CHANGES},
    f"{HERO} -o out.gif": {
        **ALWAYS, **PLAYED, **SHORT, **DRAWN_BY_REPLAY, **SHADOWS, **ALONE, "--format apng": CHANGES, "--tick-ms 30": CHANGES, "--loops 2": CHANGES,
        "--room 1": REFUSED, "--room 1 --at 80,100": CHANGES, "--look 0": SAME, "--look 1": CHANGES,
        "--look 99": REFUSED, "--actor 1": REFUSED},
    "replay room.wardrobe --actor 1 -o out.gif": {"--costume 1": REFUSED, "--actor 2": CHANGES, "--room 1": CHANGES},
    f"{HERO} -o out.apng": {"--tick-ms 30": CHANGES, "--loops 2": CHANGES},
    f"{HERO} -o out.png": {**ALWAYS, **DRAWN_BY_REPLAY, "--tick-ms 30": REFUSED, "--loops 2": REFUSED},
    f"{HERO} -o out-%d.png": {**ALWAYS, **DRAWN_BY_REPLAY, "--tick-ms 30": REFUSED, "--loops 2": REFUSED},
    f"{HERO} --room 1 --at 80,100 -o out.png": {
        **ALWAYS, **IN_ROOM, **SHADOWS, "--scale 2": CHANGES, "--palette 1:1": REFUSED, "--background 3": REFUSED},
    f"{HERO} --json": {
        **PLAYED, **SHORT, "--json": SAME, "-o out.gif": CHANGES, "--format png": REFUSED, **dict.fromkeys(DRAWN_BY_REPLAY, REFUSED), **ALONE, "--force": REFUSED,
        "--room 1 --at 80,100": REFUSED, "--tick-ms 30": REFUSED, "--loops 2": REFUSED},
    "replay room.wardrobe --costume 1 -o out.gif": {"--script script.txt": CHANGES, "--costume 2": CHANGES},
    **{f"export room.wardrobe --format {name} -o out" + (" --costume 2" if options["--palette 1:1"] == CHANGES else ""):
       {**ALWAYS, **options, "--json": CHANGES} for name, options in EXPORTED.items()},
}


class Options(ProgramTest):
    plain = {}  # outcomes of command lines without added options, in this process

    @classmethod
    def setUpClass(cls):
        """Makes the files that the command lines name."""
        cls.files = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.files)
        shutil.copytree(sample(6), cls.files / "game")
        for name, options in (("plain", ()), ("other", ("--max-ticks", "1"))):
            cls.fine("pack", sample(6), "-o", cls.files / f"{name}.wardrobe", *options)
        (cls.files / "room.wardrobe").write_bytes(archive_with_room(cls.files / "plain.wardrobe"))
        (cls.files / "names.txt").write_text("game\n")
        (cls.files / "names.json").write_text('{"costumes": {"1": "Ada", "2": "Bo"}}')
        (cls.files / "script.txt").write_text("0 init W\n0 chore 6\n9 end\n")
        cls.fine("export", cls.files / "plain.wardrobe", "--format", "pictures", "-o", cls.files / "art")
        cls.fine("export", cls.files / "plain.wardrobe", "--format", "aseprite", "--costume", "1", "-o", cls.files / "hero")
        with Image.open(next(cls.files.glob("art/costume-001/*.png"))) as image:
            old = image.getpalette()[:48]
        for name, rgb in (("old", old), ("new", old[:-3] + [1, 2, 3])):
            colors = "".join(f"{rgb[i]} {rgb[i + 1]} {rgb[i + 2]}\n" for i in range(0, 48, 3))
            (cls.files / f"{name}.gpl").write_text(f"GIMP Palette\n{colors}")
        shutil.copy(min(cls.files.glob("art/*/*.png")), cls.files / "picture.png")
        cls.edit(cls.files / "art")
        cls.fine("apply", cls.files / "game", cls.files / "art", "-o", cls.files / "painted")
        cls.fine("export", cls.files / "plain.wardrobe", "--format", "hd", "-o", cls.files / "set")

    @staticmethod
    def fine(*words):
        done = run(*words)
        assert done.status == 0, str(done)

    @staticmethod
    def edit(art):
        """Repaints a picture to which another one redirects, and makes one so large that the index changes."""
        rows = json.loads((art / "manifest.json").read_text())["pictures"]
        shown = [(row["costume"], row["redirect"]) for row in rows if row["redirect"]]
        target = next(row for row in rows if any((row["costume"], slot) in shown for slot in row["slots"]))
        large = next(row for row in rows if row["costume"] == 1 and row is not target and not row["redirect"]
                     and not any((row["costume"], slot) in shown for slot in row["slots"]))
        for row, size in ((target, (target["width"], target["height"])), (large, (120, 90))):
            with Image.open(art / row["file"]) as image:
                new = Image.new("P", size)
                new.putpalette(image.getpalette())
            new.putdata([1 + (x * x // 7) % 12 for x in range(size[0] * size[1])])
            new.save(art / row["file"], "PNG", bits=8, transparency=row["transparent"])

    def outcome(self, words, before=()):
        """Runs a command line; returns the files that it leaves."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        for path in self.files.glob("[!.]*"):
            (folder / path.name).symlink_to(path)
        if before:
            run(*before, cwd=folder)
        done = run(*words, cwd=folder)
        self.assert_no_crash(done)
        written = {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
                   if path.is_file() and not path.is_symlink()}
        shutil.rmtree(folder)
        return done, (done.status, done.out, written)

    def check(self, case):
        line, option, does = case
        words = tuple(line.split())
        more = self.with_option(words, option.split())
        before = words if option == "--force" and does == CHANGES else ()
        plain, without = self.plain.get((line, before)) or self.outcome(words, before)
        self.plain[line, before] = plain, without
        done, with_it = self.outcome(more, before)
        self.assertEqual(plain.status, 2 if before else 1 if words[0] == "diff" and "--format" not in words else 0, str(plain))
        if does == REFUSED:
            self.assert_trouble(done)
            self.assertEqual(with_it[2], {}, f"{line} {option}: wrote files")
        elif does == SAME:
            self.assertEqual(with_it, without, f"{line} {option}")
        else:
            self.assertLess(done.status, 2, str(done))
            self.assertNotEqual(with_it, without, f"{line} {option}: changes nothing")

    @staticmethod
    def with_option(words, option):
        """Returns the words with the option added. If they have the option already, changes its value."""
        if option[0] in words and len(option) == 2:
            at = words.index(option[0])
            return [*words[:at], *option, *words[at + 2:]]
        return [*words, *option]

    def test_each_changes_something_or_is_refused(self):
        self.check_all(self.check, [(line, option, does) for line, options in CASES.items()
                                    for option, does in options.items()])

    def test_all_of_them_are_tried(self):
        commands = {line.split()[0] for line in CASES}
        self.assertEqual(commands, set(command_names()))
        for command in commands:
            known = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", run(command, "--help").out, re.MULTILINE))
            tried = {word for line, options in CASES.items() if line.split()[0] == command
                     for words in (line, *options) for word in words.split()}
            short = {"--quiet": "-q", "--output": "-o"}
            self.assertEqual({option for option in known - {"--help"} if short.get(option, option) not in tried},
                             set(), command)


if __name__ == "__main__":
    unittest.main()
