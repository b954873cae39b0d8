"""A collection as a database: the commands of ROWS.md work on 200 games."""

import collections
import os
import pathlib
import random
import re
import subprocess
import time
import unittest

from game_files import costume, make_game, picture, rle16
from support import ENVIRONMENT, PROGRAM, SANITIZED, ProgramTest

ROWS = pathlib.Path(__file__).parents[3] / "tools/rows/ROWS.md"
GAMES = 20 if SANITIZED else 200
POOL = 2000  # how many pictures the games choose theirs from


def commands():
    """Returns the commands of the section, one block each."""
    section = ROWS.read_text().split("\n## A collection\n")[1].split("\n## ")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)
    assert len(blocks) == 2, blocks
    return blocks


def art(number):
    """Returns a picture whose pixels are the digits of `number`."""
    return picture(2, 2, rle16([1 + number // 15 ** i % 15 for i in range(4)]))


class Database(ProgramTest):
    def test_of_200_games_tells_which_pictures_stand_in_two(self):
        chance = random.Random(1)
        bin_folder = self.folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "wardrobe").symlink_to(PROGRAM)
        (self.folder / "archives").mkdir()
        games_of = collections.defaultdict(set)
        for game in range(GAMES):
            numbers = chance.sample(range(POOL), 12)
            payloads = [costume(6, {0: [art(number) for number in part]}, {4: [(0, 0, 5)]}, range(6))
                        for part in (numbers[:6], numbers[6:])]
            folder = make_game(6, [payloads]).write(self.folder / f"game{game}")
            self.pack(folder, f"archives/{game}.wardrobe")
            for number in numbers:
                games_of[number].add(f"archives/{game}.wardrobe")
        environment = {**ENVIRONMENT, "PATH": f"{bin_folder}:{os.environ['PATH']}"}
        begun = time.monotonic()
        load, ask = (subprocess.run(["sh", "-c", command], cwd=self.folder, env=environment, capture_output=True,
                                    text=True, check=False) for command in commands())
        for done in (load, ask):
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        print(f"{GAMES} games: loaded and asked in {time.monotonic() - begun:.2f} s", flush=True)
        self.assertEqual(load.stdout, "")
        found = collections.Counter(tuple(sorted(line.split("|")[3].split(","))) for line in ask.stdout.splitlines())
        self.assertEqual(found, collections.Counter(tuple(sorted(games)) for games in games_of.values() if len(games) > 1))
        self.assertGreater(len(found), 10 if SANITIZED else 100)


if __name__ == "__main__":
    unittest.main()
