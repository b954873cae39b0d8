"""`wardrobe find` finds pictures of costumes, and nothing else."""

import pathlib
import random
import shutil
import tempfile
import unittest

import numpy
import xxhash
from PIL import Image, ImageDraw, ImageFilter

from reader import Archive
from support import EXHAUSTIVE, FORMS, ProgramTest, in_parallel, run, sample

WITH_ROOMS = ("v5", "v6", "v7", "v8", "he")
EVERY = 1 if EXHAUSTIVE else 151  # the share of pictures that are tried
SCREENSHOTS = 500 if EXHAUSTIVE else 8
ELSEWHERE = 200 if EXHAUSTIVE else 12
MOST_TICKS = 12  # of a timeline, from which a screenshot is taken
LEAST_PIXELS = 80  # that a screenshot shows of a costume


def mirrored(image):
    return image.transpose(Image.FLIP_LEFT_RIGHT)


def enlarged(image, scale):
    return image.resize((image.width * scale, image.height * scale), Image.NEAREST)


def true_colors(image):
    return image.convert("RGBA")


class FindTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.made = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.made)
        cls.archives = {}
        for version in FORMS:
            cls.archives[version] = cls.made / f"{version}.wardrobe"
            done = run("pack", sample(6).parent / version, "-o", cls.archives[version], "-q", "--rooms")
            assert done.status == 0, str(done)

    def find(self, image, *archives):
        """Returns the rows that are found for an image."""
        path = self.folder / f"{random.getrandbits(60)}.png"
        image.save(path)
        done = run("find", path, *archives, "--json")
        path.unlink()
        rows = done.json_lines()
        self.assert_fine(done, status=0 if rows else 1)
        return rows


def recolored(image):
    """Returns an indexed image in another palette."""
    image = image.copy()
    image.putpalette(random.Random(image.width).randbytes(768))
    return image


class Pictures(FindTest):
    def test_are_found_however_they_are_saved(self):
        cases = []
        for version in FORMS:
            folder = self.folder / version
            done = run("export", self.archives[version], "--format", "pictures", "-o", folder, "-q")
            self.assertEqual(done.status, 0, str(done))
            cases += [(version, path) for path in sorted(folder.rglob("*.png"))[::EVERY]]
        archives = {version: Archive.open(path) for version, path in self.archives.items()}

        def check(case):
            version, path = case
            archive = archives[version]
            with Image.open(path) as image:
                image.load()
            indices = numpy.asarray(image)
            if (indices == image.info["transparency"]).all():
                return  # It draws nothing.
            hashes = [xxhash.xxh64_intdigest(pixels.tobytes()) for pixels in (indices, indices[:, ::-1])]
            same = numpy.isin(archive["pictures.xxh64"], numpy.array(hashes, "u8")) \
                & (archive["pictures.width"] == image.width)
            expected = set(numpy.flatnonzero(same).tolist())  # some pictures are mirror images of others
            for what, given in (("plain", image), ("mirrored", mirrored(image)), ("palette", recolored(image)),
                                ("true colours", true_colors(image)),
                                *((f"×{scale}", enlarged(image, scale)) for scale in (2, 3, 4)),
                                ("all", mirrored(enlarged(recolored(image), 3)))):
                rows = self.find(given, self.archives[version])
                found = {picture["picture"] for row in rows for picture in row["pictures"]}
                self.assertTrue(found & expected, f"{path} {what}: {expected} in {rows}")
                self.assertEqual(rows[0]["pictures"][0]["match"], "exact", f"{path} {what}")

        self.check_all(check, cases)


class Frames(FindTest):
    def frame(self, direction):
        """A tick of the hero who walks."""
        done = run("replay", self.archives["v6"], "--costume", "1", "--chore", "walk", "--dir", direction, "-o",
                   self.folder / "walk-%d.png", "-q", "--force")
        self.assertEqual(done.status, 0, str(done))
        with Image.open(self.folder / "walk-1.png") as image:
            image = image.convert("RGBA")
        return image.crop(image.getbbox())

    def test_are_those_of_the_timeline(self):
        for direction in "WE":
            shown = self.find(self.frame(direction), self.archives["v6"])[0]["shown"]
            self.assertIn((2, direction, False), [(one["chore"], one["dir"], one["mirrored"]) for one in shown
                                                  if 1 in one["ticks"]])

    def test_are_found_where_two_look_alike(self):
        frame = self.frame("W")
        both = Image.new("RGBA", (2 * frame.width + 5, frame.height))
        both.paste(frame, (0, 0))
        both.paste(frame, (frame.width + 5, 0))
        rows = self.find(both, self.archives["v6"])
        self.assertEqual([(row["costume"], row["actor_scale"]) for row in rows], [(1, 255)])

    def test_are_found_beside_half_of_a_mirrored_one(self):
        frame = self.frame("W")
        for whole in (frame, mirrored(frame)):
            both = Image.new("RGBA", (2 * frame.width, frame.height))
            both.paste(mirrored(whole).crop((0, 0, frame.width // 2, frame.height)), (0, 0))
            both.paste(whole, (frame.width, 0))
            alone, found = (self.find(image, self.archives["v6"])[0]["pictures"][0] for image in (whole, both))
            self.assertEqual(found["mirrored"], alone["mirrored"])

    def test_count_blocks_that_the_edge_cuts(self):
        whole = self.frame("W")
        cut = enlarged(whole, 3).crop((2, 1, 3 * whole.width, 3 * whole.height))
        found = [self.find(image, self.archives["v6"])[0]["pictures"] for image in (whole, cut)]
        self.assertEqual(*([picture["of"] for picture in pictures] for pictures in found))


def corrected(image, scale, phase=0.0):
    """Returns an image enlarged, with 6 rows for 5: its aspect is corrected, as most players of games do."""
    pixels = numpy.asarray(image).repeat(scale, axis=1)
    rows = ((numpy.arange(len(pixels) * scale * 6 // 5) + phase) * 5 / 6 / scale).astype(int)
    return Image.fromarray(pixels[rows[rows < len(pixels)]])


class Screenshots(FindTest):
    def shot(self, version):
        """The hero on the first room's floor."""
        name = self.folder / "shot-%d.png"
        done = run("replay", self.archives[version], "--costume", "1", "--chore", "walk", "--dir", "W", "--room", "1",
                   "--at", "60,88", "-o", name, "-q", "--force")
        self.assertEqual(done.status, 0, str(done))
        with Image.open(str(name) % 3) as image:
            return image.convert("RGB")

    def test_with_corrected_aspect_are_read(self):
        cases = [(version, scale, phase, cut) for version in ("v5", "v8") for scale in (1, 2, 3, 4, 5)
                 for phase in (0, 0.5) for cut in (0, 7)]
        shots = {version: self.shot(version) for version in ("v5", "v8")}

        def check(case):
            version, scale, phase, cut = case
            image = shots[version]
            plain = self.find(image, self.archives[version])[0]
            self.assertFalse(plain["aspect"])
            large = corrected(image, scale, phase)
            found = self.find(large.crop((cut, cut, *large.size)), self.archives[version])[0]
            self.assertEqual((found["costume"], found["scale"], found["aspect"], found["shown"]),
                             (plain["costume"], scale, True, plain["shown"]))
            for one, other in zip(found["pictures"], plain["pictures"], strict=True):
                self.assertEqual((one["picture"], one["mirrored"], one["pixels"], one["x"]),
                                 (other["picture"], other["mirrored"], other["pixels"], other["x"] * scale - cut))
                self.assertAlmostEqual(one["y"] + cut, other["y"] * scale * 6 / 5, delta=1)

        self.check_all(check, cases)

    def test_with_a_cursor_in_front_name_the_costume(self):
        image = self.shot("v6")
        picture, = self.find(image, self.archives["v6"])[0]["pictures"]
        left, top = picture["x"], picture["y"]
        cross = [(dx, 0) for dx in range(-9, 10) if abs(dx) > 3]
        cases = [(left + x, top + y) for x in range(0, 18, 3) for y in range(0, 42, 3)]

        def check(case):
            x, y = case
            shot = image.copy()
            for dx, dy in (*cross, *((dy, dx) for dx, dy in cross)):
                if 0 <= x + dx < shot.width and 0 <= y + dy < shot.height:
                    shot.putpixel((x + dx, y + dy), (255, 255, 255))
            self.assertIn(1, [row["costume"] for row in self.find(shot, self.archives["v6"])])

        self.check_all(check, cases)

    def test_name_the_costume(self):
        generator = random.Random(5)
        archives = {version: Archive.open(path) for version, path in self.archives.items()}
        cases = []
        while len(cases) < 6 * SCREENSHOTS:
            version = generator.choice(WITH_ROOMS)
            archive = archives[version]
            costume = generator.randrange(archive.rows("costumes"))
            records = archive.row_range("costumes.record_offset", costume)
            if not records:
                continue
            record = generator.choice(records)
            number, directions = int(archive["records.number"][record]), int(archive["costumes.directions"][costume])
            chore, direction = divmod(number, directions)
            tick = generator.randrange(min(len(archive.blob("timelines.tick", record)), MOST_TICKS))
            cases.append((len(cases), version, costume, chore,
                          "WESN"[direction] if directions == 4 else str(45 * direction), tick,
                          generator.choice((1, 2)), generator.randrange(20, 172), generator.randrange(40, 112),
                          generator.randrange(1, 5)))

        def one(case):
            """Returns whether the costume is named first; None if it stands in no box, or hardly anything of it is seen."""
            number, version, costume, chore, direction, tick, room, x, y, scale = case
            script = self.folder / f"{number}.txt"
            script.write_text(f"0 chore {chore} {direction}\n{tick + 1} end\n")
            shots = []
            for at in (f"{x},{y}", "-900,-900"):
                name = self.folder / f"{number}-%d.png"
                done = run("replay", self.archives[version], "--costume", f"#{costume}", "--script", script, "--room",
                           str(room), f"--at={at}", "--scale", str(scale), "-o", name, "--force")
                self.assertEqual(done.status, 0, str(done))
                if at[0] != "-" and "the point is in box" not in done.err:
                    return None
                with Image.open(str(name) % tick) as image:
                    shots.append(image.convert("RGB"))
                for path in self.folder.glob(f"{number}-*.png"):
                    path.unlink()
            seen = (numpy.asarray(shots[0]) != numpy.asarray(shots[1])).any(axis=2).sum() // scale ** 2
            if seen < LEAST_PIXELS:
                return None
            rows = self.find(shots[0].crop((3, 2, *shots[0].size)), self.archives[version])
            named = {row["costume_row"] for row in rows}
            return costume in named, named - {costume}, case, int(seen)

        results = [result for result in in_parallel(one, cases) if result is not None][:SCREENSHOTS]
        missed = [result for result in results if not result[0]]
        print(f"{len(results)} screenshots, {len(missed)} missed", flush=True)
        self.assertGreater(len(results), SCREENSHOTS // 2)
        self.assertLessEqual(len(missed), len(results) // 20, missed[:5])
        self.assertEqual([result for result in results if result[1]], [])


def gradient(generator, size):
    a, b = generator.uniform(-3, 3), generator.uniform(-3, 3)
    y, x = numpy.mgrid[:size[1], :size[0]]
    levels = generator.choice((4, 8, 16, 64, 256))
    values = ((a * x + b * y) % 256 // (256 // levels)).astype("u1")
    return Image.fromarray(numpy.stack([values, values * 3, 255 - values], axis=2))


def noise(generator, size):
    colors = generator.choice((2, 3, 5, 16, 200))
    values = numpy.random.default_rng(generator.getrandbits(32)).integers(0, colors, (size[1], size[0], 1), "u1")
    image = Image.fromarray((values * numpy.uint8(40)).repeat(3, axis=2))
    return image.filter(ImageFilter.MedianFilter(generator.choice((1, 3, 5))))


def drawing(generator, size):
    image = Image.new("RGB", size, (20, 30, 90))
    draw = ImageDraw.Draw(image)
    colors = [tuple(generator.randrange(256) for _ in range(3)) for _ in range(generator.randrange(2, 14))]
    for _ in range(generator.randrange(3, 120)):
        x, y = generator.randrange(size[0]), generator.randrange(size[1])
        box = (x, y, x + generator.randrange(1, 40), y + generator.randrange(1, 40))
        shape = generator.choice((draw.ellipse, draw.rectangle, draw.line))
        shape(box, fill=generator.choice(colors))
    draw.text((generator.randrange(20), generator.randrange(40)), "Hello, World! 1234567890", fill=colors[0])
    return image


def figure(generator, size):
    """A little figure, drawn pixel by pixel, as sprites are."""
    image = Image.new("P", (generator.randrange(12, 40), generator.randrange(20, 60)))
    image.putpalette([generator.randrange(256) for _ in range(48)])
    values = numpy.asarray(image).copy()
    middle = values.shape[1] // 2
    for y in range(values.shape[0]):
        half = generator.randrange(2, middle)
        values[y, middle - half:middle + half] = generator.randrange(2, 8)
        values[y, middle - half] = values[y, middle + half - 1] = 1
        values[y, middle + generator.randrange(-half, half)] = generator.randrange(16)
    image.putdata(values.reshape(-1).tolist())
    return image


class Elsewhere(FindTest):
    def test_nothing_is_found_in_other_images(self):
        def check(number):
            generator = random.Random(number)
            make = (gradient, noise, drawing, figure)[number % 4]
            image = make(generator, generator.choice(((320, 200), (100, 80), (37, 53))))
            if generator.random() < 0.3:
                image = enlarged(image, generator.randrange(2, 5))
            elif generator.random() < 0.3:
                image = corrected(image.convert("RGB"), generator.randrange(1, 5), generator.random())
            self.assertEqual(self.find(image, *self.archives.values()), [], f"{make.__name__} {number}")

        self.check_all(check, range(ELSEWHERE))

    def test_rooms_without_actors_show_nothing(self):
        for number, version in enumerate(WITH_ROOMS):
            for room in ("1", "2") if EXHAUSTIVE else ("12"[number % 2],):
                out = self.folder / "room-%d.png"
                done = run("replay", self.archives[version], "--costume", "#0", "--room", room, "--at=-900,-900", "-o", out,
                           "-q", "--force")
                self.assertEqual(done.status, 0, str(done))
                with Image.open(self.folder / "room-0.png") as image:
                    self.assertEqual(self.find(image, *self.archives.values()), [])


class OddImages(FindTest):
    def test_without_detail_show_nothing(self):
        for image in (Image.new("P", (1, 1)), Image.new("RGBA", (1, 1)), Image.new("RGB", (320, 200), (200, 10, 10)),
                      Image.new("RGBA", (320, 200)), Image.new("1", (16, 900)), Image.new("I;16", (9, 9))):
            self.assertEqual(self.find(image, *self.archives.values()), [], image)

    def test_are_refused(self):
        whole, path = self.folder / "whole.png", self.folder / "odd.png"
        Image.effect_noise((64, 64), 90).save(whole)
        data = whole.read_bytes()
        damaged = bytearray(data)
        damaged[len(data) // 2] ^= 255
        for content, reason in ((data[:len(data) // 2], "ends early"), (data[:20], "not a PNG"), (b"", "not a PNG"),
                                (b"GIF89a" * 9, "not a PNG"), (damaged, "damaged")):
            path.write_bytes(content)
            self.assert_trouble(run("find", path, self.archives["v6"]), path, reason)
        Image.new("P", (10000, 10000)).save(path)
        self.assert_trouble(run("find", path, self.archives["v6"]), path, "10000×10000 pixels; the limit is 8 Mi")
        self.assert_trouble(run("find", self.folder / "none.png", self.archives["v6"]), "none.png", "cannot open")

    def test_archives_that_cannot_be_read_are_told(self):
        path = self.folder / "picture.png"
        Image.new("P", (9, 9)).save(path)
        self.assert_trouble(run("find", path, path), "not a Wardrobe archive")
        done = run("export", self.archives["v6"], "--format", "pictures", "--costume", "1", "-o", self.folder / "art", "-q")
        self.assertEqual(done.status, 0, str(done))
        done = run("find", next(self.folder.glob("art/*/limb-00-000.png")), path, self.archives["v6"], "--json")
        self.assertEqual((done.status, done.err.count("\n")), (2, 1), str(done))
        self.assertEqual(done.json_lines()[0]["costume"], 1)


if __name__ == "__main__":
    unittest.main()
