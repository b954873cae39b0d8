"""`wardrobe diff --format edits` writes what changed as a mod, and `apply` puts it into any copy of the same game."""

import json
import shutil
import unittest
import zipfile

from apply_test import Base, noise
from picture_folder import PictureFolder
from support import AKOS_GAME_NAMES, GAME_NAMES, files_in, games_beside_the_sample, run, sample

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

    def test_on_another_copy_gives_the_same_game(self):
        for game in GAMES:
            with self.subTest(game=game.name):
                self.setUp()
                painted, count = self.painted(game)
                mod = self.folder / "mod.zip"
                done = run("diff", game, painted, "--format", "edits", "-o", mod)
                self.assertEqual(done.status, 0, str(done))
                self.assertIn(f"{count} changed pictures, ", done.out)
                with zipfile.ZipFile(mod) as opened:  # changed pictures only
                    self.assertEqual(len(opened.namelist()), count + 1)
                copy = shutil.copytree(game, self.folder / "copy")
                self.assertEqual(files_in(self.apply(copy, mod)[0]), files_in(painted))


if __name__ == "__main__":
    unittest.main()
