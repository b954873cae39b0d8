"""`wardrobe conform` lists what a second implementation draws, and finds the faults of 20 others."""

import json
import pathlib
import random
import re
import subprocess
import sys
import unittest

from plain_harness import FAULTS, FAULTS_OF_AKOS
from reader import Archive
from support import AKOS_GAME_NAMES, EXHAUSTIVE, GAME_NAMES, ProgramTest, games_beside_the_sample, read, run, sample

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


class ConformTest(ProgramTest):
    def lines(self, archive):
        done = run("conform", archive)
        self.assert_fine(done)
        return done.json_lines()

    def compared(self, archive, text):
        """Compares the lines in a text."""
        path = self.folder / f"{random.random()}.jsonl"
        path.write_text(text)
        return run("conform", archive, path)

    def small(self):
        """Returns an archive, and its lines as texts."""
        archive = self.pack(sample(6), "v6.wardrobe")
        return archive, run("conform", archive).out.splitlines(keepends=True)


class SecondImplementation(ConformTest):
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


class Lines(ConformTest):
    def test_header_counts_the_lines(self):
        archive = self.pack(sample(6))
        header, *lines = self.lines(archive)
        self.assertEqual(header, {"format": "wardrobe-conform", "version": 1, "game": 6, "lines": len(lines)})
        rows = [(row["costume"], row["costume_row"], row["chore"], row["dir"], tick)
                for row in self.rows(archive, "timelines") for tick in range(row["ticks"])]
        self.assertEqual([tuple(line[name] for name in ("costume", "costume_row", "chore", "dir", "tick"))
                          for line in lines], rows)

    def test_order_header_cels_and_unknown_fields_are_free(self):
        archive, (header, *lines) = self.small()
        shuffled = random.Random(1).sample(lines, len(lines))
        bare = [json.dumps({**json.loads(line), "cels": None, "note": [1]}) + "\r\n\n" for line in lines]
        by_id = [re.sub('("costume":[0-9]+,)"costume_row":[0-9]+,', r"\1", line) for line in lines]
        for text in ("".join(shuffled), header + "".join(bare), "".join(by_id), (header + "".join(lines)).rstrip("\n")):
            done = self.compared(archive, text)
            self.assert_fine(done)
            self.assertEqual(done.out, f"{len(lines)} ticks are the same\n")

    def test_missing_and_extra_lines_are_counted(self):
        archive, (header, *lines) = self.small()
        stranger = json.dumps({**json.loads(lines[5]), "costume_row": 77}) + "\n"
        late = json.dumps({**json.loads(lines[5]), "tick": 100000}) + "\n"
        for text, shown in (
                ("", f"missing: {len(lines)} ticks; first costume 1, chore 1 W, tick 0\n"),
                ("".join(lines[:3] + lines[4:]), "missing: 1 tick; first costume 1, chore "),
                ("".join([header, stranger, late, *lines, lines[8]]), "unknown or repeated: 3 lines; first line 2\n")):
            done = self.compared(archive, text)
            self.assert_fine(done, status=1)
            self.assertTrue(done.out.startswith(shown), str(done))
            self.assertEqual(done.out.count("\n"), 1)

    def test_the_first_difference_is_that_of_the_first_tick(self):
        archive, (_, *lines) = self.small()
        for number, change in ((700, {"x": 999}), (80, {"width": 1, "cels": None})):
            lines[number] = json.dumps({**json.loads(lines[number]), **change}) + "\n"
        done = self.compared(archive, "".join(lines[::-1]))
        self.assert_fine(done, status=1)
        line = json.loads(lines[80])
        self.assertIn(f"chore {line['chore']} {line['dir']}, tick {line['tick']}: width is 1 instead of ", done.out)
        self.assertIn("\n2 of ", done.out)


class Trouble(ConformTest):
    def test_lines_that_are_none(self):
        archive, lines = self.small()
        line = json.loads(lines[1])
        for text, named in (
                ("x\n", "line 1"), (lines[0] + "[1]\n", "line 2"), (lines[0] + lines[1][:-5], "line 2"),
                (json.dumps({**line, "chore": "walk"}), "chore"), (json.dumps({**line, "x": 1.5}), '"x"'),
                (json.dumps({**line, "tick": 1 << 70}), "tick"), (json.dumps({**line, "xxh64": 5}), "xxh64"),
                (json.dumps({**line, "cels": [[1, 2]]}), "cels"), (json.dumps({**line, "dir": None}), "dir"),
                ('{"format":"wardrobe-conform","version":2}', "version"), ("[" * 100000, "line 1"),
                ('{"a":"' + "x" * (2 << 20), "line 1")):
            self.assert_trouble(self.compared(archive, text), ".jsonl", "line", named)

    def test_lines_come_from_the_standard_input_too(self):
        archive, lines = self.small()
        (self.folder / "lines").write_text("".join(lines))
        done = run("conform", archive, "-", input=read(self.folder / "lines"))
        self.assertEqual(done.out, f"{len(lines) - 1} ticks are the same\n")
        self.assertEqual(run("conform", "-", self.folder / "lines", input=read(archive)).status, 0)
        self.assert_trouble(run("conform", "-", "-", input=read(archive)), "only once")

    def test_files_that_are_none(self):
        archive, _ = self.small()
        self.assert_trouble(run("conform", archive, self.folder / "none"), "none: cannot open")
        self.assert_trouble(run("conform", archive, self.folder))

    def test_archives_that_are_none(self):
        self.assert_trouble(run("conform", self.folder / "none"), "none")
        self.assert_trouble(run("conform"), "ARCHIVE")


if __name__ == "__main__":
    unittest.main()
