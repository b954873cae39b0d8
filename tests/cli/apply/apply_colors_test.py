"""`apply --scale` and `--quantize`: PNGs that are larger, or in colours that a costume lacks; and PNGs that are refused."""

import json
import random
import shutil
import struct

from PIL import Image

import plain_colors
from apply_test import Base, Case, all_forms
from picture_folder import PictureFolder, palette, png
from plain_game import PlainGame
from support import run, sample


def scaled(row, scale):
    return {**row, **{name: scale * row[name]
                      for name in ("width", "height", "x", "y", "xinc", "yinc")}}


def triples(rgb):
    return [tuple(rgb[i:i + 3]) for i in range(0, len(rgb) // 3 * 3, 3)]


def painting(seed, width, height):
    """Returns large spots in random colours, some of them transparent or nearly so."""
    generator = random.Random(seed)
    spots = [tuple(generator.randrange(256) for _ in range(3)) +
             (generator.choice((0, 90, 127, 128, 255, 255, 255)),) for _ in range(30)]
    return [generator.choice(spots[(x // 5 + y // 5 * 7) % 30:][:2] + spots[:1])
            for y in range(height) for x in range(width)]


def rgba_file(path, width, height, rgba, mode="RGBA"):
    image = Image.new("RGBA", (width, height))
    image.putdata(rgba)
    image.convert(mode).save(path, "PNG")
    return list(Image.open(path).convert("RGBA").getdata())


class Scaled(Base):
    def test_pictures_are_exported_with_their_places(self):
        for game in (sample(3), sample(6), sample(8)):
            packed = self.pack(game, "a.wardrobe", "--force")
            small, large = self.folder / f"{game.name}-1", self.folder / f"{game.name}-3"
            for folder, scale in ((small, "1"), (large, "3")):
                done = run("export", packed, "--format", "pictures", "--scale", scale, "-o", folder)
                self.assertEqual(done.status, 0, str(done))
            before, after = (json.loads((folder / "manifest.json").read_text())
                             for folder in (small, large))
            self.assertNotIn("scale", before)
            self.assertEqual(after.pop("scale"), 3)
            before["pictures"] = [scaled(row, 3) for row in before["pictures"]]
            self.assertEqual(after, before)
            for row in before["pictures"]:
                with Image.open(small / row["file"]) as one, Image.open(large / row["file"]) as many:
                    self.assertEqual(many.size, (row["width"], row["height"]))
                    self.assertEqual(many.getpalette(), one.getpalette())
                    self.assertEqual(many.info["transparency"], one.info["transparency"])
                    self.assertEqual(list(many.getdata()),
                                     list(one.resize(many.size, Image.NEAREST).getdata()))

    def test_folders_that_nobody_painted_change_nothing(self):
        for game in all_forms():
            packed = self.pack(game, "a.wardrobe", "--level", "1", "--force")
            for scale in ("2", "4"):
                art = self.folder / f"{game.parent.name}-{game.name}-{scale}"
                done = run("export", packed, "--format", "pictures", "--scale", scale, "-o", art)
                self.assertEqual(done.status, 0, str(done))
                for options in ((), ("--scale", scale)):
                    done = run("apply", game, art, "--dry-run", *options)
                    self.assertEqual(done.out, "nothing has changed\n", f"{game}: {done}")

    def test_what_others_enlarged_is_reduced_to_the_same(self):
        art = PictureFolder(self.unpacked(sample(6)))
        art.write(self.folder / "art")
        for row in art.rows:
            with Image.open(self.folder / "art" / row["file"]) as image:
                large = image.convert("RGBA").resize([5 * side for side in image.size],
                                                     Image.NEAREST)
            large.save(self.folder / "art" / row["file"])
        done = run("apply", sample(6), self.folder / "art", "--dry-run", "--scale", "5")
        self.assertEqual(done.out, "nothing has changed\n", str(done))

    def test_placements_are_rounded(self):
        art = PictureFolder(self.unpacked(sample(6)))
        row = art.rows[0]
        for x, y, placed in ((13, -13, (3, -3)), (14, -14, (4, -3)), (-15, 15, (-4, 4))):
            art.write(self.folder / "art", [row])
            large = {**scaled(row, 4), "x": x, "y": y}
            manifest = {**art.manifest([large]), "scale": 4}
            (self.folder / "art" / "manifest.json").write_text(json.dumps(manifest))
            art.paint(self.folder / "art", row, bytes(16 * row["width"] * row["height"]),
                      large["width"], large["height"])
            done = run("apply", sample(6), self.folder / "art", "--dry-run", "--json")
            self.assertEqual(done.status, 0, str(done))
            change = done.json_lines()[0]
            self.assertEqual((change["x"], change["y"]), placed)


class Matched(Base):
    """Pictures painted in any colours, compared with a second, plain implementation."""

    def setUp(self):
        super().setUp()
        self.games = {}
        for game in (sample(4), sample(6), sample(8), sample(4).parent / "he"):
            name = f"{game.name}.wardrobe"
            self.games[game] = PictureFolder(self.unpacked(game, name))

    def check_painted(self, game, art, row, scale, options, mode="RGBA", larger=0):
        folder = self.folder / "art"
        case = Case(game, self.folder / f"{game.name}.wardrobe", art, row)
        width, height = row["width"] + larger, row["height"] + larger
        art.write(folder, [row])
        manifest = {**art.manifest([scaled(row, scale)]), "scale": scale}
        (folder / "manifest.json").write_text(json.dumps(manifest))
        rgba = rgba_file(folder / row["file"], width * scale, height * scale,
                         painting(f"{row['file']} {scale}", width * scale, height * scale), mode)
        _, _, small = plain_colors.reduced(width * scale, height * scale, rgba, scale)
        colors = triples(palette(art.colors(row["costume_row"])))
        old = None if larger else art.pixels[row["file"]]
        want, worst, mean = plain_colors.matched(small, colors, row["transparent"], old)
        shutil.rmtree(self.folder / "new", ignore_errors=True)
        new, done = self.apply(game, folder, "new", "--json", *options)
        change = done.json_lines()[0]
        self.assertEqual(change["file"], row["file"])
        self.assertAlmostEqual(change["color_error"]["worst"], worst, delta=0.0051)
        self.assertAlmostEqual(change["color_error"]["mean"], mean, delta=0.0051)
        self.check(case, new, width, height, want)

    def test_the_nearest_colours(self):
        for game, art in self.games.items():
            rows = random.Random(1).sample(
                [row for row in art.rows if row["redirect"] is None and row["costume"]], 3)
            for row in rows:
                with self.subTest(game=game.name, file=row["file"]):
                    self.check_painted(game, art, row, 1, ("--quantize",))
                    self.check_painted(game, art, row, 3, ())

    def test_other_kinds_of_png(self):
        art = self.games[sample(6)]
        row = art.rows[3]
        for mode in ("RGB", "L", "LA", "1"):
            with self.subTest(mode=mode):
                self.check_painted(sample(6), art, row, 1, ("--quantize",), mode)
                self.check_painted(sample(6), art, row, 4, (), mode)
        self.check_painted(sample(6), art, row, 2, (), larger=3)

    def test_deep_colours(self):
        art = self.games[sample(6)]
        row = art.rows[3]
        art.write(self.folder / "art", [row])
        size = row["width"], row["height"]
        image = Image.new("I;16", size, 0x80FF)
        image.save(self.folder / "art" / row["file"], "PNG")
        new, _ = self.apply(sample(6), self.folder / "art", "new", "--quantize")
        grey = [(129, 129, 129, 255)] * (size[0] * size[1])  # 0x80FF / 257, rounded
        want, _, _ = plain_colors.matched(grey, triples(palette(art.colors(row["costume_row"]))),
                                          row["transparent"], art.pixels[row["file"]])
        slot = row["costume"], *row["slots"][0]
        self.assertEqual(PlainGame(new, 6).picture(*slot)[-1], want)

    def test_exact_colours_keep_their_values(self):
        """Exact colours keep their values, even if the palette has a colour twice and the PNG is in RGBA."""
        game, art = sample(6), self.games[sample(6)]
        row = art.rows[0]
        colors = art.colors(row["costume_row"])
        twice = palette(colors)[:-3] + palette(colors)[3:6]
        old = art.pixels[row["file"]]
        lowest = bytes(1 if value == colors - 1 else value for value in old)
        self.assertIn(1, old)
        folder = art.write(self.folder / "art", [row])
        manifest = art.manifest([row])
        manifest["palettes"][0]["rgb"] = twice.hex()
        (folder / "manifest.json").write_text(json.dumps(manifest))
        file = folder / row["file"]
        file.write_bytes(png(row["width"], row["height"], old, twice, row["transparent"]))
        with Image.open(file) as image:
            whole = image.convert("RGBA")
        whole.save(file)
        done = run("apply", game, folder, "--dry-run", "--quantize")
        self.assertEqual(done.out, "nothing has changed\n", str(done))
        # If nothing shows which value was there, as in a picture of another size, the lowest is used.
        wide = Image.new("RGBA", (row["width"] + 1, row["height"]))
        wide.paste(whole, (0, 0))
        wide.save(file)
        new, _ = self.apply(game, folder, "new", "--quantize")
        pixels = PlainGame(new, 6).picture(row["costume"], *row["slots"][0])[-1]
        width = row["width"]
        for y in range(row["height"]):
            self.assertEqual(pixels[y * (width + 1):][:width], lowest[y * width:][:width])

    def test_indexed_pictures_are_not_matched_where_they_need_not_be(self):
        art = self.games[sample(6)]
        art.write(self.folder / "art")
        for row in art.rows:
            colors = art.colors(row["costume_row"])
            order = list(range(colors))
            random.Random(2).shuffle(order)
            rgb = b"".join(palette(colors)[3 * value:][:3] for value in order)
            pixels = bytes(order.index(value) for value in art.pixels[row["file"]])
            (self.folder / "art" / row["file"]).write_bytes(
                png(row["width"], row["height"], pixels, rgb, order.index(row["transparent"])))
        for options in ((), ("--quantize",)):
            done = run("apply", sample(6), self.folder / "art", "--dry-run", *options)
            self.assertIn("its palette was in another order; colours were matched", done.out)
            self.assertNotIn("repainted", done.out)


class Refusals(Base):
    def setUp(self):
        super().setUp()
        self.game = sample(6)
        self.art = PictureFolder(self.unpacked(self.game))
        self.row = self.art.rows[0]
        self.dir = self.art.write(self.folder / "art", [self.row])

    def test_of_pngs(self):
        file, size = self.dir / self.row["file"], (self.row["width"], self.row["height"])
        whole = file.read_bytes()

        def with_bytes(at, *values):
            return whole[:at] + bytes(values) + whole[at + len(values):]

        def saved(mode):
            Image.new(mode, size).save(self.folder / "saved.png")
            return (self.folder / "saved.png").read_bytes()

        def filled(value, colors):
            return png(*size, bytes([value]) * size[0] * size[1], colors, 0)

        limb, index = self.row["slots"][0]
        for data, told in (
                (b"GIF89a", "not a PNG"), (b"", "not a PNG"), (with_bytes(28, 1), "interlaced"),
                *((saved(mode), f"the PNG is {name}") for mode, name in
                  (("RGB", "RGB"), ("RGBA", "RGBA"), ("L", "grey"), ("LA", "grey"))),
                *((whole[:end], "the PNG is damaged") for end in (34, len(whole) // 2, len(whole) - 1)),
                *((with_bytes(at, whole[at] ^ 0x40), "the PNG is damaged") for at in range(33, len(whole), 7)),
                *((with_bytes(16, *struct.pack(">II", *wrong)), "the PNG has {}×{} pixels".format(*wrong))
                  for wrong in ((0, 5), (5, 0), (4097, 1), (1, 4097), (4096, 2048))),
                (filled(16, palette(16) + b"\1\2\3"), "pixel 0, 0 has colour 16, #010203"),
                (filled(20, palette(32)), "pixel 0, 0 has colour 20, #14eb")):
            file.write_bytes(data)
            self.assert_refused(self.game, self.dir, self.row["file"], f"costume 1, limb {limb}, index {index}", told)

    def test_of_sizes_scales_places_and_colours(self):
        width, height = self.row["width"], self.row["height"]
        of_scale = ('manifest.json: "scale" is', "not an integer from 1 to 16")
        own = {"costume_row": self.row["costume_row"], "rgb": "000000"}
        for fields, size, options, told in (
                ({}, (4 * width + 1, 4 * height), ["--scale", "4"],
                 (self.row["file"], f"{4 * width + 1}×{4 * height} pixels, which are not multiples of 4")),
                ({}, (4097 * 2, 2), ["--scale", "2"], ["4097×1 pixels"]),
                ({"scale": 2}, (width, height), [], ["not multiples of 2"]),
                *(({"scale": scale}, None, [], of_scale) for scale in (0, 17, -1, 2.5, "2", None)),
                *(({}, None, ["--scale", scale], ["--scale"]) for scale in ("0", "17", "x", "-1")),
                ({"scale": 2, "pictures": [{**scaled(self.row, 2), "x": 65536}]}, None, [],
                 ['"x" is 65536, not an integer from -65536 to 65534']),
                ({}, (width, height), [], ("the PNG is RGBA", "--quantize")),
                ({"palettes": []}, (width, height), ["--quantize"], ["manifest.json lists no colours of costume"]),
                ({"palettes": [own]}, (width, height), ["--quantize"], ["no colour to draw with"])):
            manifest = {**self.art.manifest([self.row]), **fields}
            (self.dir / "manifest.json").write_text(json.dumps(manifest))
            if size:
                Image.new("RGBA", size, (1, 2, 3, 255)).save(self.dir / self.row["file"])
            self.assert_refused(self.game, self.dir, *told, options=options)

    def test_of_formats_and_scales_that_do_not_go_together(self):
        export = ("export", self.folder / "old.wardrobe", "-o", self.folder / "ase", "-q", "--format")
        self.assert_fine(run(*export, "aseprite"))
        for options in (("--quantize",), ("--scale", "2")):
            self.assert_refused(self.game, self.folder / "ase", "--format pictures", options=options)
        self.assert_trouble(run(*export, "pictures", "--scale", "17"), "--scale")
        self.assert_trouble(run(*export, "aseprite", "--scale", "2"), "--scale does not work with --format aseprite")
