"""Tests list, info and verify on several archives at once, and the hashes of a game's files."""

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

    def test_rows_begin_with_the_archive(self):
        for what in WHAT:
            done = run("list", *self.archives, what, "--json")
            self.assert_fine(done)
            self.assertEqual([list(row.items()) for row in done.json_lines()],
                             [[("archive", str(archive)), *row.items()]
                              for archive in self.archives for row in self.rows(archive, what)], what)

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
        self.assert_trouble(run("list", self.archives[0], "--csv", "--json"), "--csv excludes --json")

    def test_rows_of_one_archive_do_not(self):
        self.assertNotIn("archive", self.rows(self.archives[0], "costumes")[0])

    def test_names_are_json(self):
        odd = self.folder / 'a "b"\n.wardrobe'
        shutil.copy(self.archives[0], odd)
        rows = run("list", odd, self.archives[1], "rooms", "--json").json_lines()
        self.assertEqual([row["archive"] for row in rows], [str(odd)] * 2 + [str(self.archives[1])] * 2)

    def test_a_table_has_a_column_of_archives_and_one_count(self):
        done = run("list", *self.archives, "rooms")
        self.assert_fine(done)
        header, *lines, count = done.out.splitlines()
        self.assertEqual(header.split()[:2], ["archive", "row"])
        self.assertEqual([line.split()[0] for line in lines], [str(archive) for archive in self.archives for _ in range(2)])
        self.assertEqual(count, "6 rooms")

    def test_the_last_argument_is_the_table_whatever_files_are_called(self):
        file = self.folder / "rooms"
        shutil.copy(self.archives[0], file)
        for words in (("rooms", "rooms"), ("rooms", "--json", "rooms"), ("--json", "rooms", "rooms", "rooms")):
            self.assert_fine(run("list", *words, cwd=self.folder))
        self.assert_trouble(run("list", "rooms", cwd=self.folder), "expected an ARCHIVE before rooms")
        self.assert_trouble(run("list", "rooms", "rooms", "socks", cwd=self.folder), "socks: expected one of")

    def test_info_is_of_each(self):
        for options in ((), ("--json",)):
            between = "" if options else "\n"
            done = run("info", *self.archives, *options)
            self.assert_fine(done)
            self.assertEqual(done.out, between.join(run("info", archive, *options).out for archive in self.archives))

    def test_verify_goes_on_and_ends_with_the_worst(self):
        damaged, other = self.folder / "damaged.wardrobe", self.folder / "other"
        data = bytearray(read(self.archives[0]))
        data[len(data) // 2] ^= 1
        damaged.write_bytes(data)
        other.write_bytes(b"something else")
        self.assert_fine(run("verify", *self.archives))
        done = run("verify", damaged, *self.archives, "--json")
        self.assert_fine(done, status=1)
        self.assertEqual([row["ok"] for row in done.json_lines()], [False, True, True, True])
        done = run("verify", damaged, other, self.archives[0])
        self.assertEqual((done.status, len(done.out.splitlines())), (2, 2), str(done))
        self.assert_one_line(done)

    def test_verify_has_a_row_for_each_file_also_if_there_is_nothing_to_verify(self):
        empty, none, folder = self.folder / "empty", self.folder / "none", self.folder / "folder"
        empty.touch(), folder.mkdir()
        done = run("verify", empty, self.archives[0], none, folder, "--json")
        self.assertEqual((done.status, len(done.err.splitlines())), (2, 3), str(done))
        rows = done.json_lines()
        self.assertEqual([(row["archive"], row["ok"], row["error"], row["bytes"]) for row in rows],
                         [(str(empty), False, "not a Wardrobe archive", None),
                          (str(self.archives[0]), True, None, self.archives[0].stat().st_size),
                          (str(none), False, "cannot open: No such file or directory", None),
                          (str(folder), False, "a folder, not a Wardrobe archive", None)])

    def test_columns_line_up_whatever_archives_are_called(self):
        odd = self.folder / "a\x1b]0;\x07.wardrobe"
        shutil.copy(self.archives[0], odd)
        header, *lines, _ = run("list", odd, self.archives[1], "rooms").out.splitlines()
        at = header.index("room")
        for line in lines:
            self.assertRegex(line[at - 2:at + 4], r"^ +\d$")

    def test_one_that_cannot_be_read_stops_no_command(self):
        damaged = self.folder / "damaged.wardrobe"
        data = bytearray(read(self.archives[0]))
        data[60] ^= 1
        damaged.write_bytes(data)
        for bad in (damaged, self.folder / "none"):
            for words in (("list", "{}", "rooms"), ("list", "{}", "rooms", "--json"), ("info", "{}"),
                          ("info", "{}", "--json")):
                at = words.index("{}")
                done = run(*words[:at], self.archives[0], bad, self.archives[1], *words[at + 1:])
                self.assertEqual(done.status, 2, str(done))
                self.assert_one_line(done)
                self.assertIn(str(bad), done.err)
                self.assertEqual(done.out, run(*words[:at], *self.archives[:2], *words[at + 1:]).out)
                self.assert_trouble(run(*words[:at], bad, *words[at + 1:]), bad)

    def test_a_page_of_several_leaves_out_those_that_cannot_be_read(self):
        damaged = self.folder / "damaged.wardrobe"
        data = bytearray(read(self.archives[0]))
        data[len(data) // 2] ^= 1
        damaged.write_bytes(data)
        page, whole = self.folder / "page.html", self.folder / "whole.html"
        done = run("export", damaged, *self.archives, "--format", "html", "-o", page, "-q")
        self.assertEqual(done.status, 2, str(done))
        self.assert_one_line(done)
        self.assertIn(str(damaged), done.err)
        self.assert_fine(run("export", *self.archives, "--format", "html", "-o", whole, "-q"))
        self.assertEqual(read(page), read(whole))


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
