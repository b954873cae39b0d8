"""`wardrobe apply` with .aseprite files that `export` wrote, and that an editor has saved again."""

import json
import shutil
import unittest

from apply_test import Base, Case, all_forms
from aseprite_file import CEL, IMAGE, AsepriteFile, Cel, text_of
from picture_folder import PictureFolder
from reader import Archive
from support import files_in, run, sample


class AsepriteCase(Base):
    def exported(self, game, *options):
        """Packs a game and exports its .aseprite files; returns the archive and their folder."""
        archive = self.pack(game, f"{game.parent.name}-{game.name}.wardrobe", "--force")
        folder = self.folder / f"{archive.stem}.aseprites"
        self.assert_fine(run("export", archive, "--format", "aseprite", "-o", folder, "-q", *options))
        return Archive.open(archive), folder

    def largest(self, file, slots):
        """Returns (frame, index of its chunk, cel, its slot) of the largest cel that shows one of `slots`."""
        found = None
        for frame, (_, chunks) in enumerate(file.frames):
            for place, (kind, data) in enumerate(chunks):
                cel = Cel(data) if kind == CEL else None
                if cel is None or cel.type != IMAGE:
                    continue
                slot = json.loads(text_of(chunks[place + 1]))
                alone = [slot["limb"], slot["index"]] in slots
                if alone and (found is None or len(cel.pixels) > len(found[2].pixels)):
                    found = frame, place, cel, slot
        return found


class Unchanged(AsepriteCase):
    def assert_unchanged(self, game, folder):
        new, done = self.apply(game, folder)
        self.assertEqual(done.out, f"nothing has changed\n{new}: the new game\n", f"{game}: {done}")
        self.assertEqual(files_in(new), files_in(game), game)
        shutil.rmtree(new)

    def test_gives_the_same_folder_also_saved_again(self):
        for game in all_forms():
            _, folder = self.exported(game)
            self.assert_unchanged(game, folder)
            for path in folder.glob("*.aseprite"):
                path.write_bytes(AsepriteFile(path.read_bytes()).saved_again().write())
            self.assert_unchanged(game, folder)

    def test_gives_the_same_folder_however_it_was_exported(self):
        for version, *options in ((6, "--chore", "walk,stand"), (7, "--chore", "walk,stand"), (6, "--tick-ms", "20"),
                                  (6, "--tick-ms", "70"), (6, "--tags", "popochiu"), (8, "--tags", "popochiu")):
            _, folder = self.exported(sample(version), *options)
            self.assert_unchanged(sample(version), folder)
            shutil.rmtree(folder)


class WrongTypes(AsepriteCase):
    def test_are_refused_by_the_name_of_their_file(self):
        game = sample(6)
        _, folder = self.exported(game)
        pictures = self.folder / "pictures"
        self.assert_fine(run("export", self.pack(game, "pictures.wardrobe"), "--format", "pictures", "-o", pictures, "-q"))
        for listing, one in ((folder / "index.json", min(folder.glob("*.aseprite"))),
                             (pictures / "manifest.json", min(pictures.rglob("*.png")))):
            whole = json.loads(listing.read_text())
            for field in (None, *whole):
                for wrong in (5, -1.5, "x", [], {}, None, True, [[]], [5], {"x": 5}):
                    listing.write_text(json.dumps(wrong if field is None else {**whole, field: wrong}))
                    for edits in (listing.parent, one):
                        done = run("apply", game, edits, "--dry-run")
                        self.assert_no_crash(done)
                        self.assertNotIn("json.exception", done.err)
                        if done.status != 0:
                            self.assert_trouble(done, listing.name)
        (folder / "index.json").write_text('{"format": 5}')
        done = run("apply", game, min(folder.glob("*.aseprite")), "--dry-run")
        self.assert_trouble(done, 'index.json: "format" is 5, not a string')


class Edited(AsepriteCase):
    def test_exactly_what_was_painted_changes(self):
        for game in all_forms():
            archive, folder = self.exported(game)
            pictures = PictureFolder(archive)
            for path in sorted(folder.glob("*.aseprite")):
                self.paint_one(Case(game, folder.with_suffix(".wardrobe"), pictures, None), folder, path)

    def paint_one(self, case, folder, path):
        index = json.loads((folder / "index.json").read_text())
        costume = next(row["row"] for row in index["costumes"] if path.name in row["files"])
        rows = [row for row in case.pictures.rows if row["costume_row"] == costume and not row["redirect"]]
        whole = path.read_bytes()
        file = AsepriteFile(whole)
        frame, place, cel, slot = self.largest(file, [slot for row in rows for slot in row["slots"]])
        case.row = next(row for row in rows if [slot["limb"], slot["index"]] in row["slots"])
        at = next(i for i, value in enumerate(cel.pixels) if value != file.transparent)
        color = 1 + cel.pixels[at] % 9
        cel.pixels[at] = color
        file.frames[frame][1][place] = cel.chunk()
        path.write_bytes(file.write())
        new, done = self.apply(case.game, folder)
        self.assertEqual(done.err.count("\n"), done.err.count("warning"), str(done))
        y, x = divmod(at, cel.width)
        pixels = bytearray(case.pictures.pixels[case.row["file"]])
        pixels[y * cel.width + (cel.width - 1 - x if slot["flip"] else x)] = color
        self.check(case, new, cel.width, cel.height, bytes(pixels))
        self.assert_only_named(case, new, self.folder)
        shutil.rmtree(new)
        path.write_bytes(whole)


class Alone(AsepriteCase):
    """Files that are applied without the folder that export wrote."""

    def test_files_change_what_their_folder_changes(self):
        game = sample(6)
        _, folder = self.exported(game)
        file = AsepriteFile((folder / "costume-002.aseprite").read_bytes())
        frame, place, cel, slot = self.largest(file, [[limb, index] for limb in range(16) for index in range(99)])
        cel.pixels[next(i for i, value in enumerate(cel.pixels) if value not in (file.transparent, 3))] = 3
        file.frames[frame][1][place] = cel.chunk()
        (folder / "costume-002.aseprite").write_bytes(file.write())
        whole, _ = self.apply(game, folder, "whole")
        self.assertNotEqual(files_in(whole), files_in(game))
        for name in ("index.json", "none"):
            (folder / name).unlink(missing_ok=True)
            done = run("apply", game, folder / "costume-002.aseprite", folder / "costume-001.aseprite",
                       "-o", self.folder / name, "-q")
            self.assertEqual(done.status, 0, str(done))
            self.assertEqual(files_in(self.folder / name), files_in(whole))
        alone = shutil.copy(folder / "costume-002.aseprite", self.folder / "hero.aseprite")
        done = run("apply", game, alone, "-o", self.folder / "alone")
        self.assertEqual(files_in(self.folder / "alone"), files_in(whole), str(done))
        self.assertNotIn("missing", done.out)
        done = run("apply", game, alone, folder / "costume-002.aseprite", "-o", self.folder / "refused")
        self.assert_trouble(done, "is not of the same export as")

    def test_pngs_change_what_their_folder_changes(self):
        game = sample(6)
        pictures = self.folder / "pictures"
        self.assert_fine(run("export", game, "--format", "pictures", "-o", pictures, "-q"))
        first, second = sorted(pictures.glob("costume-001/limb-04-*.png"))[:2]
        shutil.copy(first, second)
        whole, _ = self.apply(game, pictures, "whole")
        self.assertNotEqual(files_in(whole), files_in(game))
        for name in ("with", "without"):
            new, done = self.apply(game, second, name)
            self.assertEqual(files_in(new), files_in(whole), str(done))
            (pictures / "manifest.json").unlink(missing_ok=True)
        renamed = shutil.copy(second, pictures / "costume-001" / "mine.png")
        self.assert_refused(game, renamed, "its name does not tell which picture it is")


class Refused(AsepriteCase):
    def test_a_costume_that_is_not_there(self):
        _, folder = self.exported(sample(6))
        path = folder / "index.json"
        index = json.loads(path.read_text())
        index["costumes"][2]["row"] = 99
        path.write_text(json.dumps(index))
        self.assert_refused(sample(6), folder, "index.json: costume 2: \"row\" is 99, but the game has "
                            "5 costumes", "another game")

    def test_other_times(self):
        _, folder = self.exported(sample(6))
        path = folder / "costume-001.aseprite"
        file = AsepriteFile(path.read_bytes())
        file.frames[3] = file.frames[3][0] + 50, file.frames[3][1]
        path.write_bytes(file.write())
        self.assert_refused(sample(6), folder, path.name, "its frames or their durations")


if __name__ == "__main__":
    unittest.main()
