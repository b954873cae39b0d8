"""Tests the rows of tables as CSV, and the hashes of a game's files; collection.console has several archives at once."""

import csv
import io
import json
import pathlib
import shutil
import unittest

import xxhash

from support import ProgramTest, all_games, read, run, sample

GOLDEN = pathlib.Path(__file__).parents[1] / "unit/formats/archive/golden"
WHAT = ("costumes", "pictures", "timelines", "palettes", "rooms", "windows", "commands", "failures")


class Collection(ProgramTest):
    def setUp(self):
        super().setUp()
        self.archives = [self.pack(sample(version), f"v{version}.wardrobe") for version in (4, 5, 6)]

    def test_csv_has_the_same_fields_and_values(self):
        def texts(row):
            return {key: "" if value is None else value if isinstance(value, str)
                    else json.dumps(value, separators=(",", ":"), ensure_ascii=False) for key, value in row.items()}
        for archives in (self.archives[:1], self.archives):
            for what in WHAT:
                rows = run("list", *archives, what, "--json").json_lines()
                done = run("list", *archives, what, "--csv")
                self.assert_fine(done)
                self.assertEqual(list(csv.DictReader(io.StringIO(done.out))), [texts(row) for row in rows], what)


class FileHashes(ProgramTest):
    def files(self, archive):
        return run("info", archive, "--json").json_lines()[0]["files"]

    def test_are_those_of_the_files_as_they_are(self):
        for number, game in enumerate([*all_games(), sample(7), sample(8)]):
            files = self.files(self.pack(game, f"{number}.wardrobe"))
            self.assertGreater(len(files), 0)
            for file in files:
                data = read(game / file["name"])
                self.assertEqual((file["bytes"], file["xxh64"]), (len(data), xxhash.xxh64_hexdigest(data)))

    def test_are_null_where_they_are_not_known(self):
        self.assertEqual([file["xxh64"] for file in self.files(GOLDEN / "v2.0.wardrobe")],
                         ["0123456789abcdef", None])

    def test_of_a_large_file_are_of_all_pieces(self):
        game = self.folder / "game"
        shutil.copytree(sample(6), game)
        (file,) = game.glob("*.001")
        file.write_bytes(read(file) + bytes(3 << 20) + b"end")
        done = run("pack", game, "-o", self.folder / "a.wardrobe", "-q")
        self.assertIn(done.status, (0, 1), str(done))
        hashes = {file["name"]: file["xxh64"] for file in self.files(self.folder / "a.wardrobe")}
        self.assertEqual(hashes[file.name], xxhash.xxh64_hexdigest(read(file)))


if __name__ == "__main__":
    unittest.main()
