"""The conformance set (tools/conform/SET.md) is what plain readers and players make of its games."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import xxhash

import plain_akos
import plain_player
from plain_game import PlainGame
from plain_script import DEGREES
from reader import Archive
from support import EXHAUSTIVE, PROGRAM, ProgramTest

ROOT = pathlib.Path(__file__).parents[2]
HARNESS = ROOT / "tests/oracle/plain/plain_harness.py"
VERSIONS = ("v1", "v2", "v3-16", "v3", "v4", "v5", "v6", "v7", "v8", "he")
PLAYED = VERSIONS if EXHAUSTIVE else ("v1", "v6", "he")
DIRECTIONS = "WESN"
CHORES = {"init": 1, "walk": 2, "stand": 3, "talk-start": 4, "talk-stop": 5}
CHORES_OF_V2 = {"walk": 0, "stand": 1, "init": 2, "talk-stop": 4, "talk-start": 5}
MOST_BYTES = 5_000_000  # of the .zip


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


class ConformanceSet(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(tempfile.mkdtemp(prefix="wardrobe-set-"))
        cls.addClassCleanup(shutil.rmtree, cls.work)
        cls.set = cls.work / "set"
        subprocess.run([ROOT / "tools/conform/set.sh", PROGRAM, cls.set], check=True)

    def drawn(self, version):
        """The lines of ticks.jsonl as the second implementation writes them."""
        archive = self.pack(self.set / version / "game", f"{version}.wardrobe", "--force")
        text = subprocess.run([sys.executable, HARNESS, archive], check=True, capture_output=True, text=True).stdout
        return [json.loads(line) for line in text.splitlines()]

    def test_has_every_version_and_is_small(self):
        self.assertEqual({path.name for path in self.set.iterdir()}, {*VERSIONS, "LICENSE", "README.md", "SCUMM.md"})
        text = (self.set / "README.md").read_text()
        for version in VERSIONS:
            for path in (self.set / version).iterdir():
                self.assertIn(path.name, text)
                self.assertTrue(path.is_dir() or path.stat().st_size > 0, path)
        self.assertLess(pathlib.Path(shutil.make_archive(self.work / "set", "zip", self.set)).stat().st_size, MOST_BYTES)

    def test_the_hash_is_the_one_that_its_text_says(self):
        text = " ".join((self.set / "README.md").read_text().split())
        [(empty, some)] = re.findall(r"XXH64 of no bytes is `(\w+)`, and of the three bytes 1, 2, 3 is `(\w+)`", text)
        self.assertEqual((empty, some), tuple(xxhash.xxh64_hexdigest(data) for data in (b"", b"\1\2\3")))

    def test_pictures_are_those_of_a_plain_decoder(self):
        for version, number in (("v4", 4), ("v5", 5), ("v6", 6), ("v7", 7), ("v8", 8), ("he", 71)):
            game, compared = PlainGame(self.set / version / "game", number), 0
            for row in lines(self.set / version / "pictures.jsonl"):
                if row["costume"] is None or row["limb"] == 16:
                    continue
                *shape, pixels = game.picture(row["costume"], row["limb"], row["index"])
                self.assertEqual((*shape, xxhash.xxh64_hexdigest(pixels)),
                                 tuple(row[name] for name in ("width", "height", "x", "y", "xinc", "yinc", "xxh64")), row)
                compared += 1
            self.assertGreater(compared, 100, version)

    def test_ticks_are_those_of_a_plain_player(self):
        for version in PLAYED:
            self.assertEqual(self.drawn(version), lines(self.set / version / "ticks.jsonl"), version)

    def test_turns_are_those_of_a_plain_player(self):
        for version in VERSIONS:
            archive = Archive.open(self.pack(self.set / version / "game", f"{version}.wardrobe", "--force"))
            plain = plain_akos if version in ("v7", "v8", "he") else plain_player
            player = plain.Scripted(plain.load(archive, 0))
            chores = {"v1": CHORES_OF_V2, "v2": CHORES_OF_V2}.get(version, CHORES)
            *texts, (ticks, _) = [line.partition("#")[0].split() for line in open(self.set / version / "turns.txt")
                                  if line[0] != "#"]
            events = []
            for tick, *words in texts:
                facing = [DIRECTIONS.index(word) for word in words if word in DIRECTIONS]
                chore = [chores[word] if word in chores else int(word) for word in words if word in chores or word.isdecimal()]
                if player.directions == 8:
                    facing = [DEGREES[direction] // 45 for direction in facing]
                events.append((int(tick), chore[0] if chore else None, facing[0] if facing else None, range(16)))
            frames, met = player.play(events, int(ticks))
            turns = lines(self.set / version / "turns.jsonl")
            self.assertEqual([line["cels"] for line in turns], frames, version)
            self.assertEqual([[line["tick"], *event] for line in turns for event in line["events"]], met, version)


if __name__ == "__main__":
    unittest.main()
