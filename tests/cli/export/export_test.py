"""`wardrobe export`: folders, files, names, --force, and the formats that need no special reader."""

import json
import os
import shutil
import unittest

import numpy
import xxhash
from PIL import Image

from exported import ExportCase, in_box, replayed, sample_games
from forge import Image as ForgedImage, archive_of
from images import delays, frames, rgba
from reader import Archive
from support import files_in, read, run, sample

FOLDER_FORMATS = ("sheet", "aseprite", "godot", "godot3", "frames", "gif", "apng", "pictures")


class FilesCase(ExportCase):
    def refused(self, archive, what, path, *options, named=()):
        before = files_in(self.folder)
        done = run("export", archive, "--format", what, "-o", path, *options)
        self.assert_trouble(done, *named)
        self.assertEqual(files_in(self.folder), before)


class FolderTest(FilesCase):
    def setUp(self):
        super().setUp()
        self.archive = self.pack(sample(6))

    def test_the_index_lists_all_files(self):
        for what in FOLDER_FORMATS:
            folder = self.export(self.archive, what, what)
            index = json.loads((folder / "index.json").read_text())
            listed = [name for row in index["costumes"] for name in row["files"]]
            self.assertEqual([row["name"] for row in index["files"]],
                             listed + (["manifest.json"] if what == "pictures" else []))
            for row in index["files"]:
                self.assertEqual(row["xxh64"], xxhash.xxh64_hexdigest(read(folder / row["name"])))
            listed = [row["name"] for row in index["files"]] + ["index.json"]
            self.assertEqual(sorted(listed), sorted(files_in(folder)))
            *lines, last = (folder / "index.json").read_text().splitlines(True)
            self.assertEqual(json.loads("{" + last)["xxh64"], xxhash.xxh64_hexdigest("".join(lines).encode()))
            self.assertEqual(index["format"], what)
            self.assertEqual([row["row"] for row in index["costumes"]], [0, 1, 2, 3, 4])
            self.assertEqual(sorted(os.listdir(self.folder)), sorted(["a.wardrobe", what]), "leftovers")
            for name in listed:
                self.assertRegex(name, r"^[A-Za-z0-9/-]+\.[a-z]+$")
            shutil.rmtree(folder)

    def test_summaries_and_quiet(self):
        done = run("export", self.archive, "--format", "gif", "-o", self.folder / "g", "--costume", "2")
        self.assert_fine(done)
        self.assertRegex(done.out, r"g: 25 files, \d+\.\d KiB\n")
        done = run("export", self.archive, "--format", "gif", "-o", self.folder / "q", "--costume", "2", "-q")
        self.assert_fine(done)
        self.assertEqual(done.out, "")

    def test_unknown_formats_costumes_and_palettes(self):
        out = self.folder / "out"
        self.refused(self.archive, "bmp", out, named=["--format"])
        self.refused(self.archive, "gif", out, "--costume", "77", named=["77"])
        self.refused(self.archive, "gif", out, "--palette", "77", named=["77"])
        self.refused(self.archive, "gif", out, "--tick-ms", "19", named=["--tick-ms"])
        self.refused(self.folder / "none", "gif", out, named=["none"])

    def test_costumes_that_are_too_large_are_left_out(self):
        archive = Archive.open(self.archive)
        image = ForgedImage(archive)
        timeline = archive.row_range("costumes.record_offset", 1)[4]
        frame = archive.blob("timelines.tick", timeline)[0]
        image.change("cels.x", archive.row_range("frames.cel_offset", frame)[0], -(1 << 24))
        forged = self.folder / "far.wardrobe"
        forged.write_bytes(archive_of(image.write()))
        for what in ("sheet", "aseprite", "gif"):
            done = run("export", forged, "--format", what, "-o", self.folder / what)
            self.assertEqual(done.status, 1, str(done))
            self.assert_one_line(done)
            self.assertIn("costume-002", done.err)
            rows = json.loads((self.folder / what / "index.json").read_text())["costumes"]
            self.assertEqual([row["row"] for row in rows], [0, 2, 3, 4])
        self.assert_trouble(run("export", forged, "--format", "sheet", "--costume", "2", "-o",
                                self.folder / "a.json"), "pixels")


class OneCostumeTest(FilesCase):
    def setUp(self):
        super().setUp()
        self.archive = self.pack(sample(6))

    def test_files_of_their_own(self):
        for what, name, files in (("aseprite", "hero.aseprite", 1), ("sheet", "hero.json", 2),
                                  ("sheet", "hero.png", 2), ("godot", "hero.tres", 3)):
            folder = self.folder / f"{what}{files}{name[-3:]}"
            folder.mkdir()
            self.export(self.archive, what, folder / name, "--costume", "1")
            whole = files_in(self.export(self.archive, what, f"all-{folder.name}", "--costume", "1"))
            found = files_in(folder)
            self.assertEqual(len(found), files)
            for file, data in found.items():
                theirs = whole[file.replace("hero", "costume-001")]
                self.assertEqual(data.replace(b"hero.png", b"costume-001.png"), theirs)
            self.refused(self.archive, what, folder / name, "--costume", "1", named=["--force"])
            self.export(self.archive, what, folder / name, "--costume", "1", "--force")

    def test_names_of_files_that_it_does_not_write_are_refused(self):
        for what, name, options, told in (
                ("gif", "hero.gif", ["--costume", "1"], "replay"), ("gif", "hero.gif", [], "replay"),
                ("apng", "hero.apng", ["--costume", "1"], "replay"), ("frames", "hero.png", [], "a folder"),
                ("pictures", "hero.PNG", [], "a folder"), ("aseprite", "hero.aseprite", [], "--costume ID"),
                ("sheet", "hero.PNG", ["--costume", "1"], "hero.json and hero.png"),
                ("sheet", "hero.gif", ["--costume", "1"], "hero.json and hero.png"),
                ("sheet", "hero.json", [], "--costume ID"), ("json", "hero.png", [], "hero.json"),
                ("html", "hero.gif", [], "hero.html")):
            self.refused(self.archive, what, self.folder / name, *options, named=[name, f"--format {what}", told])
        self.export(self.archive, "aseprite", "Mr. X", "--costume", "1")
        self.assertTrue((self.folder / "Mr. X" / "index.json").exists())
        self.export(self.archive, "json", "rows", "--costume", "1")

    def test_rows(self):
        path = self.export(self.archive, "json", "rows.json")
        rows = json.loads(path.read_text())
        for what, found in rows.items():
            self.assertEqual(found, self.rows(self.archive, what))
        self.assertGreaterEqual(set(rows), {"costumes", "pictures", "timelines", "palettes", "failures"})
        one = json.loads(self.export(self.archive, "json", "one.json", "--costume", "2").read_text())
        self.assertEqual([row["id"] for row in one["costumes"]], [2])
        self.assertEqual({row["costume"] for row in one["timelines"]}, {2})
        self.refused(self.archive, "json", path, named=["--force"])


class TimelineFilesTest(FilesCase):
    """frames, gif and apng: every tick is what `replay` draws, in the box of the whole costume."""

    def timelines(self, archive, what, version, *options, replay=()):
        folder = self.export(archive, what, f"{what}{version}", *options)
        for costume in json.loads((folder / "index.json").read_text())["costumes"]:
            for line in costume["timelines"]:
                ticks, anchor = replayed(archive, costume["row"], line["chore"], line["dir"], self.folder, *replay)
                self.assertEqual(len(ticks), line["ticks"])
                expected = [in_box(tick, anchor, costume["size"], costume["anchor"]) for tick in ticks]
                yield folder / costume["name"] / line["file_name"], expected

    def test_frames(self):
        for version, options in ((5, ()), (6, ("--scale", "3", "--chore", "stand,walk"))):
            archive, seen = self.pack(sample(version), f"v{version}"), set()
            for path, expected in self.timelines(archive, "frames", version, *options, replay=options[:2]):
                seen.add(path.name.split("-")[0])
                files = sorted(path.iterdir())
                self.assertEqual(files[0].name, "001.png")
                for file, tick in zip(files, expected, strict=True):
                    self.assertTrue(numpy.array_equal(rgba(file), tick), str(file))
                with Image.open(files[0]) as image:
                    self.assertEqual(image.mode, "P")
            self.assertEqual(seen == {"walk", "stand"}, bool(options), seen)

    def test_animations(self):
        for kind, version in (("apng", 8), ("gif", 6)):
            for path, expected in self.timelines(self.pack(sample(version), kind), kind, version):
                path = path.with_name(f"{path.name}.{kind}")
                shown = []
                for frame, delay in zip(frames(path), delays(path), strict=True):
                    self.assertGreaterEqual(delay, 100)
                    shown += [frame] * int(delay // 100)
                with Image.open(path) as image:
                    self.assertEqual(image.info["loop"], 0)
                self.assertEqual(len(shown), len(expected), str(path))
                for tick, (one, other) in enumerate(zip(shown, expected)):
                    self.assertTrue(numpy.array_equal(one, other), f"{path} {tick}")

    def test_replay_writes_apng(self):
        archive = self.pack(sample(6))
        whom = ("replay", archive, "--costume", "1", "--chore", "walk", "--dir", "W", "--scale", "2")
        path = self.folder / "a.apng"
        self.assert_no_crash(run(*whom, "-o", path, "--tick-ms", "125", "--loops", "3"))
        ticks, _ = replayed(archive, 0, "walk", "W", self.folder, "--scale", "2")
        with Image.open(path) as image:
            self.assertEqual((image.n_frames, image.info["loop"]), (len(ticks), 3))
        self.assertEqual(delays(path), [125] * len(ticks))
        numpy.testing.assert_array_equal(frames(path), ticks)


class PicturesTest(ExportCase):
    def test_every_slot_is_there_as_it_is_stored(self):
        for name, game in sample_games().items():
            archive = self.pack(game, f"{name}.wardrobe")
            folder = self.export(archive, "pictures", name)
            manifest = json.loads((folder / "manifest.json").read_text())
            slots = {}
            for entry in manifest["pictures"]:
                with Image.open(folder / entry["file"]) as image:
                    self.assertEqual(image.mode, "P")
                    self.assertEqual(image.size, (entry["width"], entry["height"]))
                    self.assertEqual(image.info["transparency"], entry["transparent"])
                    pixels = image.tobytes()
                self.assertEqual(xxhash.xxh64(pixels).hexdigest(), entry["xxh64"], entry["file"])
                for limb, index in entry["slots"]:
                    slots[entry["costume_row"], limb, index] = entry
            rows = self.rows(archive, "pictures")
            self.assertEqual(len(slots), len(rows))
            for row in rows:
                entry = slots[row["costume_row"], row["limb"], row["index"]]
                for key in ("costume", "width", "height", "x", "y", "xinc", "yinc", "xxh64", "transparent",
                            "redirect"):
                    self.assertEqual(entry[key], row[key], f"{name} {row}")

    def test_palettes_are_as_large_as_the_costumes(self):
        folder = self.export(self.pack(sample(6)), "pictures", "p")
        sizes = {}
        for entry in json.loads((folder / "manifest.json").read_text())["pictures"]:
            with Image.open(folder / entry["file"]) as image:
                sizes.setdefault(entry["costume"], set()).add(len(image.palette.palette) // 3)
        self.assertEqual(sizes, {1: {16}, 2: {16}, None: {16}, 3: {16}, 4: {32}})


if __name__ == "__main__":
    unittest.main()
