"""`wardrobe conform` lists what a second implementation draws, and finds the faults of 20 others; conform.console has what
it prints. The conformance set (tools/conform/SET.md) is what plain readers and players make of its games."""

import json
import os
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
from plain_harness import FAULTS, FAULTS_OF_AKOS
from plain_script import DEGREES
from reader import Archive
from support import (AKOS_GAME_NAMES, EXHAUSTIVE, FORMS, GAME_NAMES, PROGRAM, ProgramTest, games_beside_the_sample, run,
                     sample)

ROOT = pathlib.Path(__file__).parents[2]
HARNESS = ROOT / "tests/oracle/plain/plain_harness.py"
SOME = FORMS if EXHAUSTIVE else ("v1", "v4", "v6", "v7", "he")
EVERY = 1 if EXHAUSTIVE else 3  # the share of faults that are tried
FRAME = ("x", "y", "width", "height", "xxh64")
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

    def test_has_every_version_and_is_small(self):
        self.assertEqual({path.name for path in self.set.iterdir()}, {*FORMS, "LICENSE", "README.md", "SCUMM.md"})
        text = (self.set / "README.md").read_text()
        for version in FORMS:
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

    def test_ticks_are_what_conform_prints(self):
        for version in FORMS:
            printed = run("conform", self.pack(self.set / version / "game", f"{version}.wardrobe"))
            self.assertEqual((self.set / version / "ticks.jsonl").read_text(), printed.out, version)

    def test_turns_are_those_of_a_plain_player(self):
        for version in FORMS:
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


def difference(expected, given):
    """Returns how a report begins that compares two lines; None if they are the same."""
    texts = [f"{name} is {json.dumps(given[name])} instead of {json.dumps(expected[name])}"
             for name in FRAME if given[name] != expected[name]][:1]
    for mine, theirs in zip(expected["cels"], given["cels"]):
        if mine != theirs:
            limb = f"limb {theirs[0]}" + ("" if mine[0] == theirs[0] else f" is drawn where limb {mine[0]}")
            return "; ".join([*texts, limb])
    if len(expected["cels"]) != len(given["cels"]):
        limbs = max(expected["cels"], given["cels"], key=len)
        texts.append(f"limb {limbs[min(len(expected['cels']), len(given['cels']))][0]} is ")
    return "; ".join(texts) or None


class SecondImplementation(ProgramTest):
    def lines(self, archive):
        done = run("conform", archive)
        self.assert_fine(done)
        return done.json_lines()

    def compared(self, archive, text):
        """Compares the lines in a text."""
        path = self.folder / f"{archive.stem}-{os.getpid()}.jsonl"
        path.write_text(text)
        return run("conform", archive, path)

    @staticmethod
    def drawn(*words):
        """Returns the lines of the second implementation."""
        return subprocess.run([sys.executable, HARNESS, *words], check=True, capture_output=True, text=True,
                              timeout=300).stdout

    def test_conforms(self):
        def check(game):
            archive = self.pack(game, f"{game.name}.wardrobe")
            done = self.compared(archive, self.drawn(archive))
            self.assert_fine(done)
            self.assertEqual(done.out, f"{Archive.open(archive)['timelines.tick'].size} ticks are the same\n")

        games = [sample(6).parent / version for version in SOME]
        self.check_all(check, games + games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES))

    def test_faults_are_found_at_the_first_tick(self):
        self.assertGreaterEqual(len(FAULTS), 20)
        archives = {version: self.pack(sample(version), f"v{version}.wardrobe") for version in (6, 7)}
        right = {version: self.lines(archive)[1:] for version, archive in archives.items()}

        def check(case):
            version, fault = case
            wrong = self.drawn(archives[version], fault)
            done = self.compared(archives[version], wrong)
            self.assert_fine(done, status=1)
            given = [json.loads(line) for line in wrong.splitlines()[1:]]
            self.assertEqual(len(given), len(right[version]))
            found = [(line, difference(line, other)) for line, other in zip(right[version], given)]
            found = [(line, text) for line, text in found if text]
            first, text = found[0]
            self.assertTrue(done.out.startswith(
                f"costume {first['costume']}, chore {first['chore']} {first['dir']}, tick {first['tick']}: {text}"),
                f"{fault}: expected {first} {text}\n{done}")
            self.assertIn(f"\n{len(found)} of {len(given)} ticks differ\n", done.out)

        self.check_all(check, [*((6, fault) for fault in FAULTS), *((7, fault) for fault in FAULTS_OF_AKOS)][::EVERY])

    def test_header_counts_the_lines(self):
        archive = self.pack(sample(6))
        header, *lines = self.lines(archive)
        self.assertEqual(header, {"format": "wardrobe-conform", "version": 1, "game": 6, "lines": len(lines)})
        rows = [(row["costume"], row["costume_row"], row["chore"], row["dir"], tick)
                for row in self.rows(archive, "timelines") for tick in range(row["ticks"])]
        self.assertEqual([tuple(line[name] for name in ("costume", "costume_row", "chore", "dir", "tick"))
                          for line in lines], rows)


if __name__ == "__main__":
    unittest.main()
