"""`export --format hd`, and `hd`, which checks the pictures that come back and hands them out; hd.console has what it prints."""

import collections
import json
import pathlib
import shutil
import tempfile
import unittest

import numpy
from PIL import Image

import akos_games
import forge
import listing
from akos_files import PROGRAM, Cel, costume
from reader import Archive
from support import EXHAUSTIVE, FORMS, ProgramTest, files_in, read, run, sample

SCALE = 4
EDITED = FORMS[3:]  # those that apply can edit
SOME, SOME_EDITED = (FORMS, EDITED) if EXHAUSTIVE else (("v1", "v4", "v8"), ("v3", "v6", "he"))
TEMPLATE = "LFLF_{room:04}/{row:02}_aframe_{limb}-{cel}.png"


def enlarged(image, how=Image.Resampling.NEAREST, scale=SCALE):
    """Enlarges colours multiplied by alpha, as scalers must."""
    size = (scale * image.width, scale * image.height)
    if how == Image.Resampling.NEAREST:
        return image.resize(size, how)
    return image.convert("RGBa").resize(size, how).convert("RGBA")


def holed(rgba):
    """Returns the pixels of a hole: transparent, between drawn ones. None if there is none that is one pixel."""
    drawn = rgba[:, :, 3] == 255
    around = drawn[:-2, 1:-1] & drawn[2:, 1:-1] & drawn[1:-1, :-2] & drawn[1:-1, 2:]
    found = numpy.argwhere(around & (rgba[1:-1, 1:-1, 3] == 0))
    return tuple(found[0] + 1) if len(found) else None


class Base(ProgramTest):
    def pack(self, game, name="game"):
        archive = self.folder / f"{name}.wardrobe"
        if not archive.exists():
            done = run("pack", game, "-o", archive, "-q")
            self.assertEqual(done.status, 0, str(done))
        return archive

    def packed(self, version):
        return self.pack(sample(6).parent / version, version)

    def export(self, archive, name="hd", *options):
        folder = self.folder / name
        done = run("export", archive, "--format", "hd", "-o", folder, "-q", *options)
        self.assertEqual(done.status, 0, str(done))
        return folder

    def manifest(self, folder):
        return json.loads((folder / "manifest.json").read_text())

    def pictures(self, folder):
        return sorted({row["file"] for row in self.manifest(folder)["pictures"]})

    def remade(self, folder, how=Image.Resampling.NEAREST, scale=SCALE):
        """Enlarges all pictures of a set."""
        for file in self.pictures(folder):
            with Image.open(folder / file) as image:
                larger = enlarged(image, how, scale)
            larger.save(folder / file)
        return folder

    def findings(self, folder):
        """Returns the findings as {file: kinds}."""
        done = run("hd", "check", folder, "--json")
        found = collections.defaultdict(list)
        for row in done.json_lines():
            if row["kind"] != "done":
                found[row["file"]].append(row["kind"])
        self.assertEqual(done.status, 1 if found else 0, str(done))
        return dict(found)


def game_with_shadow(folder):
    """An AKOS with shadows, two costumes of the same pictures, and a walk of two cels."""
    rows = [[[1, 1, 2, 2, 2, 0], [0, 2, 0, 2, 2, 2], [2, 2, 2, 2, 0, 0]], [[1, 1, 2, 2, 2, 2], [2, 2, 2, 0, 2, 0]]]
    one = costume([Cel(row) for row in rows], {8 + direction: [(0, PROGRAM, 0, 0)] for direction in range(4)},
                  [0, 1, ("goto", 0)], palette=bytes([0, 7, 40, 0]))
    return akos_games.v8([[one, one]]).write(folder / "shadows")


class Export(Base):
    def test_has_each_distinct_picture_once_and_all_its_places(self):
        for version in FORMS:
            archive = self.packed(version)
            folder = self.export(archive, f"hd-{version}")
            rows = self.manifest(folder)["pictures"]
            places = {(row["costume_row"], *slot): row["file"] for row in rows for slot in map(tuple, row["slots"])}
            listed = {(row["costume_row"], row["limb"], row["index"]): row for row in listing.pictures(Archive.open(archive))}
            self.assertEqual(places.keys(), listed.keys())
            contents = {}
            for file in self.pictures(folder):
                with Image.open(folder / file) as image:
                    self.assertEqual(image.mode, "RGBA")
                    contents[file] = (image.size, image.tobytes())
            self.assertEqual(len(set(contents.values())), len(contents), "no two files are equal")
            self.assertEqual({path for path in files_in(folder) if path.endswith(".png")}, set(contents))
            self.assertEqual(read(folder / "original.wardrobe"), read(archive))

    def test_draws_as_the_game_does(self):
        archive = self.pack(game_with_shadow(self.folder))
        folder = self.export(archive)
        self.assertEqual(self.pictures(folder), ["costume-001/cel-000.png", "costume-001/cel-001.png"])
        with Image.open(folder / "costume-001/cel-000.png") as image:
            pixels = numpy.asarray(image)
        color = [*akos_games.COLORS[120:123], 255]
        self.assertEqual(pixels[0].tolist(), [[0, 0, 0, 128]] * 2 + [color] * 3 + [[0, 0, 0, 0]])

    def test_tells_which_ticks_show_a_picture(self):
        folder = self.export(self.pack(game_with_shadow(self.folder)))
        row = self.manifest(folder)["pictures"][1]
        self.assertEqual(len(row["shown"]), 4, "four directions")
        chore, direction, ticks = row["shown"][0]
        self.assertEqual((chore, direction), (2, "W"))
        self.assertEqual(ticks, [1])

    def test_takes_a_part_first(self):
        archive = self.pack(sample(6))
        whole = self.manifest(self.export(archive))["pictures"]
        part = self.manifest(self.export(archive, "part", "--costume", "1", "--chore", "walk,stand"))["pictures"]
        expected = [row for row in whole if row["costume"] == 1 and any(chore in (2, 3) for chore, *_ in row["shown"])]
        self.assertEqual(part, expected)
        self.assertLess(len(part), len(whole))

    def test_can_enlarge(self):
        archive = self.pack(sample(6))
        small, large = self.export(archive, "small"), self.export(archive, "large", "--scale", "3")
        for file in self.pictures(small):
            with Image.open(small / file) as one, Image.open(large / file) as many:
                self.assertEqual(enlarged(one, scale=3).tobytes(), many.tobytes())


class Round(Base):
    def test_a_set_that_was_only_enlarged_has_no_finding(self):
        for version in SOME:
            folder = self.remade(self.export(self.packed(version), f"hd-{version}"))
            self.assertEqual(self.findings(folder), {}, version)
            count = len(self.pictures(folder))
            self.assertIn(f"all, at scale 4: {count} of {count} pictures remade\n", run("hd", "check", folder).out)

    def test_smooth_scalers_have_no_finding(self):
        for number, name in enumerate(("BILINEAR", "BICUBIC", "LANCZOS")):
            for scale in (2, 3, 4) if EXHAUSTIVE else (2 + number,):
                folder = self.remade(self.export(self.pack(sample(6)), f"{name}{scale}"), Image.Resampling[name], scale)
                self.assertEqual(self.findings(folder), {}, f"{name} {scale}")

    def test_it_is_handed_out_to_every_place(self):
        for version in SOME:
            archive = Archive.open(self.packed(version))
            folder = self.remade(self.export(self.packed(version), f"hd-{version}"))
            out = self.folder / f"out-{version}"
            done = run("hd", "build", folder, "-o", out, "--names", TEMPLATE)
            self.assertEqual(done.status, 0, str(done))
            files = {tuple(slot) + (row["costume_row"],): row["file"]
                     for row in self.manifest(folder)["pictures"] for slot in row["slots"]}
            expected = {}
            for row in listing.pictures(archive):
                room = archive["rooms.number"][archive["costumes.room"][row["costume_row"]]]
                name = f"LFLF_{room:04}/{row['costume_row']:02}_aframe_{row['limb'] or 0}-{row['index']}.png"
                expected[name] = read(folder / files[row["limb"], row["index"], row["costume_row"]])
            self.assertEqual(files_in(out), expected)

    def test_applied_it_leaves_the_game_as_it_was(self):
        for game in (*(sample(6).parent / version for version in SOME_EDITED), game_with_shadow(self.folder)):
            folder = self.remade(self.export(self.pack(game, game.name), f"hd-{game.name}"))
            out = self.folder / f"new-{game.name}"
            done = run("apply", game, folder, "--scale", str(SCALE), "-o", out)
            self.assertEqual(done.status, 0, str(done))
            self.assertEqual(files_in(out), files_in(game), game.name)


class Faults(Base):
    """A table of faults: each is found, and nothing else is."""

    def setUp(self):
        super().setUp()
        self.set = self.remade(self.export(self.pack(sample(6))))

    def image(self, file):
        with Image.open(self.set / file) as image:
            return numpy.asarray(image).copy()

    def save(self, file, pixels):
        Image.fromarray(pixels).save(self.set / file)

    def small(self, file):
        return self.image(file)[::SCALE, ::SCALE]

    def walking(self):
        """Pictures of limbs that change in the walk of costume 1."""
        rows = self.manifest(self.set)["pictures"]
        limbs = collections.Counter((row["costume"], row["slots"][0][0]) for row in rows
                                    if any(chore == 2 for chore, *_ in row["shown"]))
        return sorted({row["file"] for row in rows if row["costume"] == 1 and any(chore == 2 for chore, *_ in row["shown"])
                       and limbs[1, row["slots"][0][0]] > 4 and not self.small(row["file"])[:, :, 3].all()})

    def with_hole(self):
        return next((file, at) for file in self.pictures(self.set) for at in [holed(self.small(file))] if at)

    def test_are_found_and_none_is_invented(self):
        good, walk = self.set, self.walking()
        size = max(self.pictures(self.set), key=lambda file: self.image(file).size)
        hole, (y, x) = self.with_hole()

        def edited(change):
            return lambda file: self.save(file, change(self.image(file)))

        def shifted(dy, dx):
            def change(pixels):
                height, width = pixels.shape[:2]
                return numpy.pad(pixels, ((4, 4), (4, 4), (0, 0)))[4 - dy:, 4 - dx:][:height, :width]
            return edited(change)

        def filled(pixels):
            pixels[SCALE * y:SCALE * y + SCALE, SCALE * x:SCALE * x + SCALE] = pixels[SCALE * y - 1, SCALE * x]
            return pixels

        def without_background(pixels):
            pixels[pixels[:, :, 3] == 0] = [255, 0, 255, 255]
            return pixels

        def times(*factors, more=0):
            return lambda pixels: numpy.clip(pixels * factors + [more, more, more, 0], 0, 255).astype(numpy.uint8)

        def cut_off(pixels):
            pixels[:len(pixels) // 4] = 0
            return pixels

        def damage(file):
            (self.set / file).write_bytes(read(self.set / file)[:-30])

        def name_twice(file):
            other = next(one for one in walk if one != file and self.image(one).shape != self.image(file).shape)
            shutil.copyfile(self.set / other, self.set / file)

        def add_unknown(file):
            shutil.copyfile(self.set / walk[0], self.set / file)

        table = [(change, file, kind) for file in walk[:3 if EXHAUSTIVE else 1] for change, kind in (
            *((shifted(*by), "moved") for by in ((0, 1), (1, 0), (-1, 0), (0, -1), (0, 4))),
            (edited(without_background), "opaque"), (edited(times(1, 1, 1, 1, more=20)), "flicker"),
            (edited(times(1, 1, 1, 0.9)), "flicker"), (edited(lambda pixels: pixels[::2, ::2]), "size"),
            (edited(lambda pixels: pixels[1:]), "size"), (lambda file: (self.set / file).unlink(), "missing"),
            (damage, "unreadable"), (name_twice, "twice"))]
        table += [(edited(filled), hole, "hole"), (edited(cut_off), size, "outline"),
                  (add_unknown, "costume-001/new.png", "unknown"), (add_unknown, "limb.png", "unknown")]
        self.assertGreater(len(table), 15)

        def check(case):
            change, file, kind = case
            self.set = pathlib.Path(shutil.copytree(good, tempfile.mkdtemp(dir=self.folder), dirs_exist_ok=True))
            change(file)
            self.assertEqual(self.findings(self.set), {file: [kind]})

        self.check_all(check, table)


class Ids(Base):
    def test_a_costume_has_names_for_256_ids(self):
        archive = Archive.open(self.pack(sample(6)))
        for ids, refused in ((256, False), (257, True)):
            image = forge.Image(archive)
            aliases, offsets = archive["costumes.alias"], archive["costumes.alias_offset"].copy()
            more = ids - 1 - offsets[1]  # of the first costume, which has an id
            offsets[1:] += more
            image.column("costumes.alias_offset")[2] = offsets.tobytes()
            image.column("costumes.alias")[2] = numpy.concatenate(
                [aliases[:1], numpy.arange(1000, 1000 + more, dtype=aliases.dtype), aliases[1:]]).tobytes()
            forged = self.folder / f"{ids}.wardrobe"
            forged.write_bytes(forge.archive_of(image.write()))
            folder = self.export(forged, str(ids), "--costume", "@0")
            done = run("hd", "build", folder, "-o", self.folder / f"{ids}-out", "--names", "{index:04}_{limb}_{cel}")
            self.assertEqual(done.status, 2 if refused else 0, str(done))
            self.assertEqual("has more than 256 ids; leave {index} out of the names" in done.err, refused)
            done = run("hd", "build", folder, "-o", self.folder / f"{ids}-rows", "--names", "{row}_{limb}_{cel}")
            self.assertEqual(done.status, 0, str(done))


if __name__ == "__main__":
    unittest.main()
