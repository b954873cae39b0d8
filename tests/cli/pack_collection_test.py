"""Tests pack of many games into a folder: names, the report, what is kept, and what a killed run leaves."""

import json
import pathlib
import shutil
import signal
import subprocess
import time
import unittest
import zipfile

import xxhash

from support import ENVIRONMENT, EXHAUSTIVE, PROGRAM, ProgramTest, read, run, sample

VERSIONS = (1, 2, 3, 4, 5, 6, 7, 8)
KILLS = 50 if EXHAUSTIVE else 12


def zip_folder(file, *folders):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for folder in folders:
            for path in sorted(folder.iterdir()):
                out.write(path, f"{folder.name}/{path.name}")


def report_of(folder):
    return [json.loads(line) for line in (folder / "report.jsonl").read_text().splitlines()]


def archives_in(folder):
    return {path.name: read(path) for path in folder.glob("*.wardrobe")}


class PackCollection(ProgramTest):
    def setUp(self):
        super().setUp()
        self.games, self.out = self.folder / "games", self.folder / "out"
        self.games.mkdir()

    def pack_all(self, *arguments, status=0, err_lines=0):
        done = run("pack", *arguments, "-o", f"{self.out}/")
        self.assert_no_crash(done)
        self.assertEqual((done.status, done.err.count("\n")), (status, err_lines), str(done))
        return done, report_of(self.out)

    def add(self, version, name):
        return shutil.copytree(sample(version), self.games / name)

    def test_a_large_game_gets_the_archive_that_it_gets_alone(self):
        large = self.add(6, "large")
        self.add(5, "small")
        with next(large.glob("*.001")).open("r+b") as file:
            file.truncate(65 << 20)
        _, report = self.pack_all(self.games)
        self.assertEqual([row["status"] for row in report], ["packed", "packed"])
        self.assertEqual(read(self.out / "large.wardrobe"), read(self.pack(large, "alone.wardrobe")))

    def test_a_file_in_the_place_of_the_folder_is_left_alone(self):
        self.out.write_text("mine")
        self.assert_trouble(run("pack", self.add(6, "game"), "-o", f"{self.out}/"), self.out,
                            "is not a folder, and cannot be created")
        self.assertEqual(self.out.read_text(), "mine")

    def test_each_game_gets_the_archive_that_it_gets_alone(self):
        for version in VERSIONS:
            self.add(version, f"v{version}")
        done, report = self.pack_all(self.games)
        self.assertEqual([(row["archive"], row["status"], row["reason"]) for row in report],
                         [(f"v{version}.wardrobe", "packed", None) for version in VERSIONS])
        for version, row in zip(VERSIONS, report, strict=True):
            alone = self.pack(sample(version), f"alone{version}.wardrobe")
            self.assertEqual(read(self.out / row["archive"]), read(alone))
            info, = run("info", alone, "--json").json_lines()
            same = ("version", "version_name", "files", "bytes", "costumes", "pictures", "timelines", "failures", "notes")
            self.assertEqual({name: row[name] for name in same}, {name: info[name] for name in same})
            self.assertEqual(row["xxh64"], xxhash.xxh64(read(alone)).hexdigest())
        self.assertEqual(len(done.out.splitlines()), len(report) + 1)

    def test_the_report_keeps_rows_of_earlier_runs(self):
        self.add(5, "a"), self.add(6, "b")
        _, first = self.pack_all(self.games / "a", self.folder / "none", status=2, err_lines=1)
        done, report = self.pack_all(self.games / "b")
        self.assertEqual((report[:2], report[2]["archive"]), (first, "b.wardrobe"))
        self.assertEqual([line.split()[0] for line in done.out.splitlines()], ["status", "packed"])
        done, report = self.pack_all(self.games)
        self.assertEqual([(row["archive"], row["kept"]) for row in report],
                         [(None, False), ("a.wardrobe", True), ("b.wardrobe", True)])
        self.assertEqual([line.split()[0] for line in done.out.splitlines()], ["status", "kept", "kept"])

    def test_folders_of_several_games_and_of_archives_are_told(self):
        self.add(5, "a"), self.add(6, "b")
        for output in ("all", "sub/all", "sub/all.wardrobe"):
            folder = output.removesuffix(".wardrobe")
            self.assert_trouble(run("pack", self.games, "-o", output, cwd=self.folder),
                                f"; for all games in it: -o {folder}/")
        self.pack_all(self.games)
        self.assert_trouble(run("info", self.out), f"; for the archives in it: {self.out}/*.wardrobe")

    def test_the_report_tells_what_became_of_each(self):
        self.add(5, "a")
        self.add(5, "same")
        self.add(6, "nested/CD/DATA")
        damaged = self.add(4, "damaged") / "DISK01.LEC"
        damaged.write_bytes(read(damaged)[:-30000])
        two = self.add(7, "two")
        for file in sorted(sample(8).iterdir()):
            shutil.copy(file, two / file.name.replace("SAMPLE", "OTHER"))
        zip_folder(self.games / "one.zip", sample(3))
        zip_folder(self.games / "several.zip", sample(4), sample(6))
        (self.games / "broken.zip").write_bytes(read(self.games / "one.zip")[:5000])
        empty = self.folder / "empty"
        empty.mkdir()
        _, report = self.pack_all(self.games, empty, self.folder / "none", status=2, err_lines=1)
        got = {str(pathlib.Path(row["path"]).relative_to(self.folder)): row for row in report}
        self.assertEqual({path: (row["status"], row["archive"]) for path, row in got.items()}, {
            "games/a": ("packed", "a.wardrobe"),
            "games/same": ("packed", "same.wardrobe"),
            "games/nested/CD/DATA": ("packed", "nested-CD-DATA.wardrobe"),
            "games/damaged": ("partial", "damaged.wardrobe"),
            "games/two/OTHER.LA0": ("packed", "two-OTHER.LA0.wardrobe"),
            "games/two/SAMPLE.LA0": ("packed", "two-SAMPLE.LA0.wardrobe"),
            "games/one.zip/v3": ("packed", "one.zip-v3.wardrobe"),
            "games/several.zip/v4": ("packed", "several.zip-v4.wardrobe"),
            "games/several.zip/v6": ("packed", "several.zip-v6.wardrobe"),
            "games/broken.zip": ("failed", None),
            "empty": ("no game", None),
            "none": ("failed", None),
        })
        self.assertEqual({path: pathlib.Path(row["same_as"]).name for path, row in got.items() if row["same_as"]},
                         {"games/same": "a", "games/nested/CD/DATA": "v6"})
        for path, row in got.items():
            self.assertEqual(bool(row["reason"]), row["status"] != "packed", path)
            self.assertEqual(bool(row["xxh64"]), bool(row["archive"]), path)
        self.assertEqual(set(archives_in(self.out)), {row["archive"] for row in report if row["archive"]})

    def test_what_is_no_game_is_no_failure(self):
        self.add(5, "a")
        for name in ("readme.txt", "Thumbs.db", "cover.png"):
            (self.games / name).write_bytes(b"no game at all, but some bytes")
        (self.games / "music").mkdir()
        done, report = self.pack_all(*sorted(self.games.iterdir()))
        self.assertEqual([row["status"] for row in report], ["no game", "packed"] + 3 * ["no game"])
        self.assertTrue(all(row["reason"] for row in report if row["status"] == "no game"))
        done, _ = self.pack_all(self.games / "music", status=2, err_lines=1)
        self.assertIn("there is no game", done.err)

    def test_the_last_line_of_stderr_follows_the_table(self):
        self.add(5, "a")
        command = [PROGRAM, "pack", self.games, self.folder / "none", "-o", f"{self.out}/"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        *table, last = done.stdout.splitlines()
        self.assertEqual([line.split()[0] for line in table], ["status", "packed", "failed"])
        self.assertRegex(last, "^wardrobe: 1 game failed")

    def test_games_of_one_name_get_archives_of_their_own(self):
        for folder, version in (("x", 5), ("y", 6), ("z", 7)):
            self.add(version, f"{folder}/Game")
        inputs = [self.games / folder / "Game" for folder in "xyz"]
        _, report = self.pack_all(*inputs)
        self.assertEqual([row["archive"] for row in report],
                         ["Game.wardrobe", "Game-2.wardrobe", "Game-3.wardrobe"])
        self.assertEqual([row["version"] for row in report], [5, 6, 7])

    def test_archives_of_the_same_files_are_kept(self):
        self.add(5, "a")
        changed = self.add(6, "b") / "SAMPLE.001"
        self.pack_all(self.games)
        before = {path: path.stat().st_mtime_ns for path in self.out.glob("*.wardrobe")}
        _, report = self.pack_all(self.games)
        self.assertEqual([row["kept"] for row in report], [True, True])
        self.assertEqual([row["xxh64"] for row in report],
                         [xxhash.xxh64(read(self.out / row["archive"])).hexdigest() for row in report])
        self.assertEqual({path: path.stat().st_mtime_ns for path in before}, before)
        changed.write_bytes(read(changed) + b"\0")
        old = archives_in(self.out)
        _, report = self.pack_all(self.games, status=2, err_lines=1)
        self.assertEqual([row["status"] for row in report], ["packed", "failed"])
        self.assertIn("--force", report[1]["reason"])
        self.assertEqual(archives_in(self.out), old)
        _, report = self.pack_all(self.games, "--force")
        self.assertEqual([(row["status"], row["kept"]) for row in report], [("packed", False)] * 2)

    def test_archives_are_kept_only_if_they_are_whole(self):
        self.add(6, "a")
        self.pack_all(self.games)
        archive = self.out / "a.wardrobe"
        whole = read(archive)
        for at in (5, 60, 10_000, len(whole) - 2000, len(whole) - 5):
            archive.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
            self.assertEqual([row["kept"] for row in self.pack_all(self.games)[1]], [False])
            self.assertEqual(read(archive), whole)
        for size in (0, 100, 30_000):
            archive.write_bytes(whole[:size])
            self.assertEqual([row["kept"] for row in self.pack_all(self.games)[1]], [False])
            self.assertEqual(read(archive), whole)
        archive.write_bytes(b"")
        (self.out / "report.jsonl").unlink()  # Nobody knows what the file was.
        _, report = self.pack_all(self.games, status=2, err_lines=1)
        self.assertIn("a.wardrobe: no archive that can be read, and not in the report", report[0]["reason"])
        self.assertEqual(read(archive), b"")

    def test_archives_are_kept_only_if_they_were_packed_with_the_same_options(self):
        shutil.copytree(sample(6).parent / "he", self.games / "a")
        alone = self.folder / "alone.wardrobe"
        for options in ([], ["--game", "he100"], ["--game", "he"], [], ["--rooms"], ["--max-ticks", "1"],
                        ["--max-ticks", "2"], []):
            status = self.pack_alone(alone, *options)
            lines = 1 if status else 0
            for kept in (False, True):
                _, report = self.pack_all(self.games, *options, status=status, err_lines=lines)
                self.assertEqual([row["kept"] for row in report], [kept], options)
                self.assertEqual(read(self.out / "a.wardrobe"), read(alone), options)

    def pack_alone(self, archive, *options):
        done = run("pack", self.games / "a", "-o", archive, "--force", "-q", *options)
        self.assert_no_crash(done)
        return done.status

    def test_the_same_files_are_told_over_several_runs(self):
        self.add(5, "a"), self.add(5, "b"), self.add(5, "c")
        for name in "abc":
            _, report = self.pack_all(self.games / name)
        first = str(self.games / "a")
        self.assertEqual([row["same_as"] for row in report], [None, first, first])
        _, report = self.pack_all(self.games / "a")
        self.assertEqual([(row["path"], row["same_as"]) for row in report],
                         [(str(self.games / name), same and str(self.games / same))
                          for name, same in (("b", None), ("c", "b"), ("a", "b"))])

    def test_names_come_from_a_file(self):
        self.add(5, "a game")
        self.add(6, "b")
        names = self.folder / "names"
        names.write_text(f"{self.games}/a game\n\n{self.games}/b\n")
        _, report = self.pack_all("--files-from", names)
        self.assertEqual([row["archive"] for row in report], ["a game.wardrobe", "b.wardrobe"])
        self.assert_trouble(run("pack", "--files-from", self.folder / "none", "-o", self.out), "none")

    def test_nothing_of_others_is_replaced(self):
        self.add(5, "a")
        self.out.mkdir()
        (self.out / "report.jsonl").write_text("my own report\n")
        self.assert_trouble(run("pack", self.games, "-o", self.out, "--force"), "report.jsonl")
        self.assertEqual(archives_in(self.out), {})

    def test_several_games_need_a_folder(self):
        for arguments in ((sample(5), sample(6)), ()):
            self.assert_trouble(run("pack", *arguments, "-o", self.folder / "a.wardrobe"))

    def test_a_killed_run_goes_on_where_it_was(self):
        for copy in range(2):
            for version in VERSIONS:
                self.add(version, f"v{version}-{copy}")
        _, whole_report = self.pack_all(self.games)
        whole = archives_in(self.out)
        shutil.rmtree(self.out)
        begin = time.monotonic()
        self.pack_all(self.games)
        takes = time.monotonic() - begin
        kept = 0
        for kill in range(KILLS):
            shutil.rmtree(self.out)
            process = subprocess.Popen([PROGRAM, "pack", self.games, "-o", f"{self.out}/", "-q"], env=ENVIRONMENT)
            time.sleep(takes * kill / KILLS)
            process.send_signal(signal.SIGKILL)
            process.wait()
            for name, bytes_of in archives_in(self.out).items() if self.out.exists() else ():
                self.assertEqual(bytes_of, whole[name], f"{name} after kill {kill}")
            _, report = self.pack_all(self.games)
            kept += sum(row.pop("kept") for row in report)
            self.assertEqual(report, [{name: row[name] for name in row if name != "kept"} for row in whole_report])
            self.assertEqual(archives_in(self.out), whole, kill)
        self.assertGreater(kept, 0, "no kill came between two games")


if __name__ == "__main__":
    unittest.main()
