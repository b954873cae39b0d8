"""A collection as a database: the commands of tools/list/README.md work on 200 games."""

import collections
import itertools
import os
import pathlib
import random
import re
import subprocess
import time
import unittest

from game_files import costume, make_game, picture, rle16
from support import ENVIRONMENT, PROGRAM, SANITIZED, ProgramTest

ROWS = pathlib.Path(__file__).parents[2] / "tools/list/README.md"
GAMES = 20 if SANITIZED else 200
POOL = 2000  # how many pictures the games choose theirs from


def commands():
    """Returns the commands of the section, one block each."""
    section = ROWS.read_text().split("\n## A collection\n")[1].split("\n## ")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)
    assert len(blocks) == 5, blocks
    return blocks


def art(number):
    """Returns a picture whose pixels are the digits of `number`."""
    return picture(2, 2, rle16([1 + number // 15 ** i % 15 for i in range(4)]))


class Database(ProgramTest):
    def test_of_200_games_answers_the_questions(self):
        chance = random.Random(1)
        bin_folder = self.folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "wardrobe").symlink_to(PROGRAM)
        (self.folder / "archives").mkdir()
        games_of = collections.defaultdict(set)  # number of a picture → archives
        for game in range(GAMES):
            numbers = chance.sample(range(POOL), 12)
            payloads = [costume(6, {0: [art(number) for number in part]}, {4: [(0, 0, 5)]}, range(6))
                        for part in (numbers[:6], numbers[6:])]
            folder = make_game(6, [payloads]).write(self.folder / f"game{game}")
            names = [f"archives/{game}.wardrobe"] + (["archives/again.wardrobe"] if game == 7 else [])
            for name in names:
                self.pack(folder, name)
                for number in numbers:
                    games_of[number].add(name)
        environment = {**ENVIRONMENT, "PATH": f"{bin_folder}:{os.environ['PATH']}"}
        begun = time.monotonic()
        done = [subprocess.run(["sh", "-c", command], cwd=self.folder, env=environment, capture_output=True, text=True,
                               check=False) for command in commands()]
        print(f"{GAMES} games: loaded and asked in {time.monotonic() - begun:.2f} s", flush=True)
        for run in done:
            self.assertEqual((run.returncode, run.stderr), (0, ""))
        load, shared, pairs, changed, same = ([line.split("|") for line in run.stdout.splitlines()] for run in done)
        self.assertEqual(load, [])
        found = collections.Counter(tuple(sorted(line[3].split(","))) for line in shared)
        self.assertEqual(found, collections.Counter(tuple(sorted(games)) for games in games_of.values() if len(games) > 1))
        self.assertGreater(len(found), 10 if SANITIZED else 100)
        common = collections.Counter(pair for games in games_of.values()
                                     for pair in itertools.combinations(sorted(games), 2))
        expected = sorted(common.items(), key=lambda item: (-item[1], item[0]))[:20]
        self.assertEqual([((a, b), int(count)) for a, b, count in pairs], expected)
        self.assertEqual(sorted(changed), [["1"], ["2"]])
        self.assertEqual([sorted(line[0].split(",")) for line in same],
                         [["archives/7.wardrobe", "archives/again.wardrobe"]])


if __name__ == "__main__":
    unittest.main()
