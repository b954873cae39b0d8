"""Games in containers pack like games in folders, and apply does not write into containers."""

import shutil
import unittest

from containers import KINDS, files_of, make_pak, make_program, make_zip
from game_files import tiny_game
from reader import Archive
from support import GAME_NAMES, ProgramTest, all_games, games_beside_the_sample, read, run, sample

NAMES = ("sources.name", "sources.name_offset")


class Base(ProgramTest):
    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        return path

    def assert_refused(self, source, *named):
        out = self.folder / "out"
        self.assert_trouble(run("pack", source, "-o", out), *named)
        self.assertFalse(out.exists())

    def columns(self, archive):
        """Returns all columns as lists, except the names of files."""
        opened = Archive.open(archive)
        names = [row["name"] for row in run("info", archive, "--json").json_lines()[0]["files"]]
        return {name: opened[name].tobytes() for name in opened.columns if name not in NAMES}, names


class Games(Base):
    def test_pack_as_from_their_folders(self):
        for game in [*all_games(), sample(7), sample(8), sample(4).parent / "he"]:
            plain, names = self.columns(self.pack(game, "plain", "--rooms", "--level", "1", "--force"))
            for kind, make in KINDS.items():
                inner = "" if kind == "Game Data" else "classic/en/"
                box = self.write(f"box/{kind}", make(files_of(game, inner)))
                for source in (box.parent, box):
                    packed = self.pack(source, "packed", "--rooms", "--level", "1", "--force")
                    found, found_names = self.columns(packed)
                    self.assertEqual(found, plain, f"{game} {kind}")
                    self.assertEqual(found_names, [f"{kind}/{inner}{name}" for name in names])
                box.unlink()

    def test_that_are_damaged_inside_pack_as_well(self):
        game = tiny_game(5).write(self.folder / "game")
        (game / "TINY.000").write_bytes(b"nothing")
        box = self.write("game.pak", make_pak(files_of(game, "a/")))
        failures = self.rows(self.pack(box, status=1), "failures")
        self.assertEqual([row["file"] for row in failures], ["game.pak/a/TINY.000"])

    def test_whose_containers_are_in_the_current_folder(self):
        game = tiny_game(6).write(self.folder / "game")
        self.write("game.zip", make_zip(files_of(game)))
        shutil.rmtree(game)
        for source in (".", "game.zip", "game.zip/TINY.000", "./game.zip/TINY.001"):
            done = run("pack", source, "-q", "-o", "x.wardrobe", "--force", cwd=self.folder)
            self.assert_fine(done)

    def test_are_not_packed_over_their_containers(self):
        box = self.write("game.zip", make_zip(files_of(sample(6))))
        data = read(box)
        for source in (box, f"{box}/SAMPLE.000"):
            self.assert_trouble(run("pack", source, "-o", box, "--force"), "game.zip")
        self.assertEqual(read(box), data)


class Zips(Base):
    def test_whose_names_would_lead_elsewhere(self):
        game = files_of(tiny_game(6).write(self.folder / "game"))
        for prefix in ("../../", "/etc/", "C:\\GAMES\\", "a/./b/../"):
            box = self.write("odd.zip", make_zip({prefix + name: data for name, data in game.items()}))
            self.assertEqual(len(self.rows(self.pack(box, "odd.wardrobe", "--force"), "costumes")), 1)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["game", "odd.wardrobe", "odd.zip"])


class Programs(Base):
    def test_hold_an_index(self):
        for game in (sample(4), sample(5), sample(6), sample(7), *games_beside_the_sample(GAME_NAMES)):
            plain, names = self.columns(self.pack(game, "plain", "--force"))
            folder = self.folder / "steam"
            shutil.copytree(game, folder)
            index = folder / names[0]
            (folder / "The Game.exe").write_bytes(make_program(read(index)))
            (folder / "setup.EXE").write_bytes(make_program(b""))
            index.unlink()
            done = run("pack", folder, "-o", self.folder / "packed", "--force")
            self.assert_fine(done)
            self.assertIn("the index is inside The Game.exe\n", done.out)
            found, found_names = self.columns(self.folder / "packed")
            self.assertEqual(found_names, ["The Game.exe", *names[1:]])
            self.assertEqual(found, plain)
            shutil.rmtree(folder)

    def test_inside_containers_do_too(self):
        game = files_of(tiny_game(5).write(self.folder / "game"))
        files = {"Tiny.exe": make_program(game["TINY.000"]), "TINY.001": game["TINY.001"]}
        box = self.write("game.zip", make_zip(files))
        self.assertEqual([row["id"] for row in self.rows(self.pack(box), "costumes")], [1])

    def test_that_may_hold_an_index_are_mentioned(self):
        folder = tiny_game(5).write(self.folder / "game")
        index = read(folder / "TINY.000")
        (folder / "TINY.000").unlink()
        for program, told in ((make_program(index + bytes(10) + index), "there are several, inside Tiny.exe"),
                              (b"MZ", "it may be inside Tiny.exe, but was not found there")):
            (folder / "Tiny.exe").write_bytes(program)
            done = run("pack", folder, "-o", self.folder / "x", "--force")
            self.assert_fine(done)
            self.assertIn(f"{told}\n", done.out)


class Apply(Base):
    def assert_apply_refuses(self, game, *named):
        """Asserts that apply refuses a game with pictures exported from it, one of them changed."""
        archive = self.pack(game, "a.wardrobe", "--force")
        self.assert_fine(run("export", archive, "-o", self.folder / "art", "--format", "pictures", "-q", "--force"))
        for options in (("-o", self.folder / "new"), ("--dry-run",)):
            self.assert_trouble(run("apply", game, self.folder / "art", *options), *named)
        self.assertFalse((self.folder / "new").exists())

    def test_does_not_write_into_containers(self):
        for kind, make in KINDS.items():
            box = self.write(f"box/{kind}", make(files_of(sample(6))))
            data = read(box)
            self.assert_apply_refuses(
                box, f"{kind}/SAMPLE.000 is inside {kind}: unpack it first, then apply to the folder")
            self.assertEqual(read(box), data)
            beside = run("apply", box, "--costume", "1", "--color", "3=bf1e1e", "-o", box.parent / "new")
            self.assert_trouble(beside, f"is inside {kind}: unpack it first, then apply to the folder")

    def test_takes_what_was_exported_from_a_container(self):
        for kind, make in KINDS.items():
            archive = self.pack(self.write(f"box/{kind}", make(files_of(sample(6)))), "a.wardrobe", "--force")
            art = self.folder / f"{kind} art"
            for form in ("pictures", "aseprite"):
                self.assert_fine(run("export", archive, "-o", art, "--format", form, "-q", "--force"))
                done = run("apply", sample(6), art, "--dry-run")
                self.assert_fine(done)
                self.assertEqual(done.out, "nothing has changed\n")

    def test_does_not_write_into_programs(self):
        folder = self.folder / "steam"
        shutil.copytree(sample(6), folder)
        (folder / "Sample.exe").write_bytes(make_program(read(folder / "SAMPLE.000")))
        (folder / "SAMPLE.000").unlink()
        self.assert_apply_refuses(folder, "the game's index is inside Sample.exe: unpack it first")


if __name__ == "__main__":
    unittest.main()
