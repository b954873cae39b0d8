"""`wardrobe diff --format edits` writes what changed as a mod, and `apply` puts it into any copy of the same game."""

import json
import shutil
import unittest
import zipfile

from apply_test import Base, files, noise
from picture_folder import PictureFolder
from support import AKOS_GAME_NAMES, GAME_NAMES, games_beside_the_sample, run, sample

GAMES = [*(sample(version) for version in (4, 6, 7, 8)), sample(4).parent / "he",
         *games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES)]


class Mods(Base):
    def painted(self, game):
        """A copy of a game with up to 12 pictures changed: the first one is larger, the last one moved, and the others
        repainted. Returns it and the number of pictures."""
        pictures = PictureFolder(self.unpacked(game))
        shown = {(row["costume_row"], *row["redirect"]) for row in pictures.rows if row["redirect"]}
        rows = [row for row in pictures.rows if not row["redirect"] and row["slots"][0][0] != 16 and row["x"] != 0 and
                not any((row["costume_row"], *slot) in shown for slot in row["slots"])][:12]
        self.assertGreater(len(rows), 1)
        art = pictures.write(self.folder / "art", rows)
        for number, row in enumerate(rows[:-1]):
            width = row["width"] + (3 if number == 0 else 0)
            pictures.paint(art, row, noise(number, width * row["height"], 4), width)
        rows[-1]["x"] += 1
        (art / "manifest.json").write_text(json.dumps(pictures.manifest(rows)))
        return self.apply(game, art, "painted")[0], len(rows)

    def mod(self, old, new, name="mod.zip", status=0):
        done = run("diff", old, new, "--format", "edits", "-o", self.folder / name)
        self.assertEqual(done.status, status, str(done))
        return self.folder / name, done

    def test_on_another_copy_gives_the_same_game(self):
        for game in GAMES:
            with self.subTest(game=game.name):
                self.setUp()
                painted, count = self.painted(game)
                mod, done = self.mod(game, painted)
                self.assertIn(f"{count} changed pictures, ", done.out)
                with zipfile.ZipFile(mod) as opened:  # changed pictures only
                    self.assertEqual(len(opened.namelist()), count + 1)
                copy = shutil.copytree(game, self.folder / "copy")
                self.assertEqual(files(self.apply(copy, mod)[0]), files(painted))

    def test_a_folder_that_somebody_zipped_is_the_same(self):
        painted, _ = self.painted(sample(6))
        for name in ("art", "."):  # with the folder's name in front, or without
            root = self.folder if name == "art" else self.folder / "art"
            zipped = shutil.make_archive(self.folder / f"zipped-{name}", "zip", root, name)
            self.assertEqual(files(self.apply(sample(6), zipped, f"new-{name}")[0]), files(painted))

    def test_any_other_game_is_refused(self):
        painted, _ = self.painted(sample(6))
        mod, _ = self.mod(sample(6), painted)
        self.assert_refused(sample(5), mod, "manifest.json", "another game")
        other = shutil.copytree(sample(6), self.folder / "other")
        data = bytearray((other / "SAMPLE.001").read_bytes())
        data[-1] ^= 1  # of the last block, which is no costume's
        (other / "SAMPLE.001").write_bytes(data)
        self.assert_refused(other, mod, "SAMPLE.001 is not the file", "XXH64", "another game")

    def test_several_are_applied_at_once(self):
        painted, _ = self.painted(sample(6))
        mod, _ = self.mod(sample(6), painted)
        self.assert_refused(painted, mod, "for this one without other mods, which are to be named with it")
        done = run("apply", sample(6), mod, shutil.copy(mod, self.folder / "other.zip"), "-o", self.folder / "new")
        self.assert_trouble(done, ".png: two of the mods change costume 1, limb", "; apply only one of them")
        joined, halves = self.folder / "joined", []
        with zipfile.ZipFile(mod) as opened:
            opened.extractall(joined)
        manifest = json.loads((joined / "manifest.json").read_text())
        for half in (manifest["pictures"][::2], manifest["pictures"][1::2]):
            (joined / "manifest.json").write_text(json.dumps({**manifest, "pictures": half}))
            halves.append(self.mod(sample(6), self.apply(sample(6), joined, f"half-{len(halves)}")[0],
                                   f"half-{len(halves)}.zip")[0])
        for names in (halves, halves[::-1]):
            new = self.folder / "both"
            self.assertEqual(run("apply", sample(6), *names, "-o", new, "-q").status, 0)
            self.assertEqual(files(new), files(painted))
            shutil.rmtree(new)

    def test_what_is_no_picture_is_named(self):
        painted, _ = self.painted(sample(6))
        red = self.folder / "red"
        self.assertEqual(run("apply", painted, "--costume", "1", "--color", "3=bf1e1e", "-o", red, "-q").status, 0)
        _, done = self.mod(sample(6), red, status=1)
        hint = "; apply --color or --palette gives a costume other colours\n"
        self.assertIn(f"wardrobe: left out, because a mod has only pictures: 1 palette{hint}", done.err)
        _, done = self.mod(painted, red, "none.zip", status=2)
        self.assertIn(f"no picture differs, so there is nothing to write{hint}", done.err)

    def test_without_a_changed_picture_there_is_none(self):
        for new in (sample(6), "/dev/null"):
            _, done = self.mod(sample(6), new, status=2)
            self.assertIn("no picture differs", done.err)
            self.assertFalse((self.folder / "mod.zip").exists())

    def test_damage_is_told(self):
        painted, _ = self.painted(sample(6))
        mod, _ = self.mod(sample(6), painted)
        whole = mod.read_bytes()
        mod.write_bytes(whole[:len(whole) // 2])
        self.assert_refused(sample(6), mod, "mod.zip", "no directory")
        mod.write_bytes(b"art")
        self.assert_refused(sample(6), mod, "mod.zip", "is not a .zip")
        with zipfile.ZipFile(mod, "w") as made:
            made.writestr("notes.txt", "")
        self.assert_refused(sample(6), mod, "mod.zip/manifest.json", "expected a folder that wardrobe export")


if __name__ == "__main__":
    unittest.main()
