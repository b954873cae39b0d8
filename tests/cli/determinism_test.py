"""The same game gives the same bytes, however it is packed."""

import os
import shutil
import unittest

from big_game import big_game
from support import ProgramTest, all_games, read, run, sample


class SameBytes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.games = all_games()

    def assert_same_file(self, first, second, game):
        self.assertTrue(read(first) == read(second), f"{first} and {second} of {game} differ")

    def test_with_any_number_of_threads(self):
        for game in [*self.games, big_game(self.folder / "big", costumes=30)]:
            one = self.pack(game, "one", "--threads", "1", "--force")
            for threads in ("2", "7"):
                self.assert_same_file(one, self.pack(game, "many", "--threads", threads, "--force"),
                                      game)

    def test_from_the_folder_and_from_the_index_file(self):
        for game in self.games:
            index = next(path for path in game.iterdir() if path.name in ("00.LFL", "000.LFL") or path.suffix == ".000")
            self.assert_same_file(self.pack(game, "a", "--force"), self.pack(index, "b", "--force"),
                                  game)

    def test_wherever_the_game_and_the_working_directory_are(self):
        away = self.folder / "far" / "away"
        shutil.copytree(sample(5), away)
        os.symlink(away, self.folder / "link")
        here = self.pack(sample(5), "here")
        self.assert_same_file(here, self.pack(away, "there"), away)
        self.assert_same_file(here, self.pack(f"{self.folder / 'link'}/", "linked"), "a link")
        done = run("pack", ".", "-o", "inside.wardrobe", "-q", cwd=away)
        self.assert_fine(done)
        self.assert_same_file(here, away / "inside.wardrobe", "the folder itself")

    def test_whatever_the_time_the_locale_and_the_dates_of_the_files(self):
        here = self.pack(sample(6), "here")
        away = self.folder / "away"
        shutil.copytree(sample(6), away)
        for path in away.iterdir():
            os.utime(path, (1, 1))
        done = run("pack", away, "-o", self.folder / "there", "-q",
                   env={**os.environ, "TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8", "HOME": "/"})
        self.assert_fine(done)
        self.assert_same_file(here, self.folder / "there", away)


if __name__ == "__main__":
    unittest.main()
