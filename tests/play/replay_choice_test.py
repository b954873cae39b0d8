"""Which timeline `wardrobe replay` plays if none is named, and what it says if there is no such timeline."""

import re
import unittest

from game_files import costume, make_game, picture, rle16
from support import ProgramTest, read, run, sample


class Chosen(ProgramTest):
    """The default of --chore and --dir, and the messages if there is no such timeline."""

    def setUp(self):
        super().setUp()
        one, shown = [picture(1, 1, rle16([color])) for color in (1, 2, 3, 4)], [0, 1, 2, 3, 0x7B]
        without_walk = {4: [(0, 0, 1)], 6: [(0, 0, 0)], 25: [(0, 0, 1)], 27: [(0, 0, 2)], 32: [(0, 4, 0)]}
        costumes = [{9: [(0, 0, 1)], 11: [(0, 0, 0)], 24: [(0, 0, 3)]}, without_walk,
                    {4 * chore: [(0, 0, 0)] for chore in range(3, 43)}, {8: [(0, 4, 0)], 12: [(0, 0, 0)]}]
        self.archive = self.pack(make_game(6, [[costume(6, {0: one}, records, shown) for records in costumes]])
                                 .write(self.folder / "many"))

    def played(self, costume, *arguments):
        out = self.folder / "a.gif"
        done = run("replay", self.archive, "--costume", costume, "-o", out, "--force", *arguments)
        self.assert_fine(done)
        name = re.match(r".*a\.gif: (.*), \d+ frames? of", done.out)[1]
        chore, direction = name.split()[-2:]
        again = self.folder / "b.gif"
        self.assert_fine(run("replay", self.archive, "--costume", costume, "-o", again, "--force", "--chore",
                             chore, "--dir", direction))
        self.assertEqual(read(out), read(again))
        return name

    def test_walk_or_else_what_shows_most(self):
        self.assertEqual(self.played("1"), "walk E")  # There is no walk W.
        self.assertEqual(self.played("1", "--dir", "N"), "walk N")
        self.assertEqual(self.played("2"), "chore 6 N")
        self.assertEqual(self.played("2", "--dir", "W"), "init W")
        self.assertEqual(self.played("4"), "stand W")  # The walk of this costume shows nothing.

    def test_a_chore_in_a_direction_that_it_has(self):
        self.assertEqual(self.played("1", "--chore", "2"), "walk E")
        self.assertEqual(self.played("2", "--chore", "6"), "chore 6 N")
        self.assertEqual(self.played("2", "--chore", "init"), "init W")

    def test_of_the_sample_it_is_the_walk_to_the_west(self):
        self.archive = self.pack(sample(6), "sample.wardrobe")
        self.assertEqual(self.played("1"), "walk W")

    def test_messages_say_what_there_is(self):
        for arguments, told in (
                (("2", "--chore", "walk"), "costume 2 has no chore walk; it has: init W S, 6 E N, 8 W"),
                (("2", "--chore", "init", "--dir", "N"), "has no chore init in direction N; it has: init W S, 6 E N,"),
                (("1", "--dir", "S"), "costume 1 has nothing in direction S; it has: walk E N, 6 W"),
                (("3", "--chore", "99"), "it has: stand W, talk-start W, talk-stop W, 6 W, 7 W, 8 W, 9 W, 10 W "
                                         "and 32 more; see: wardrobe list ARCHIVE timelines"),
                (("9",), "there is no costume 9; ids are 1, 2, 3, 4"),
                (("#9",), "there is no costume #9; the rows are @0 to @3")):
            done = run("replay", self.archive, "--costume", *arguments, "--json")
            self.assert_trouble(done, told)


if __name__ == "__main__":
    unittest.main()
