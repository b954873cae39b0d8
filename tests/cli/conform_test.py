"""`wardrobe conform` lists what a second implementation draws, and finds the faults of 20 others; conform.console has what
it prints."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

from plain_harness import FAULTS, FAULTS_OF_AKOS
from reader import Archive
from support import AKOS_GAME_NAMES, EXHAUSTIVE, GAME_NAMES, ProgramTest, games_beside_the_sample, run, sample

HARNESS = pathlib.Path(__file__).parents[1] / "oracle/plain/plain_harness.py"
VERSIONS = ("v1", "v2", "v3-16", "v3", "v4", "v5", "v6", "v7", "v8", "he")
SOME = VERSIONS if EXHAUSTIVE else ("v4", "v7")  # conform_set_test.py has others
EVERY = 1 if EXHAUSTIVE else 3  # the share of faults that are tried
FRAME = ("x", "y", "width", "height", "xxh64")


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
