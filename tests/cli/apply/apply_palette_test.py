"""`apply` with changed palettes: costumes get other colours of their rooms, and nothing else changes."""

import json
import random
import shutil
import struct
import unittest

import numpy
from PIL import Image

import akos_files as akos
import akos_games
from apply_aseprite_test import AsepriteCase
from apply_colors_test import triples
from apply_test import all_forms
from aseprite_file import PALETTE, AsepriteFile
from images import rgba
from reader import Archive
from support import every, files_in, run, sample

RLE, SHADOWS = 1, {7: {13}, 8: set(range(8))}  # a codec; colours that are shadows, by version
HERO, NONE = "costume-001", 0xFFFFFFFF


def room_colors(archive, costume):
    """The colours of the palette in which a costume is exported; with true colours, of the first palette."""
    row = int(archive["costumes.default_palette"][costume])
    return triples(archive.blob("palettes.rgb", row if row != NONE else 0))


def recolored(paths, changes):
    """Gives values of PNGs or .aseprite files other colours: {value: RGB}."""
    for path in every(paths):
        if path.suffix == ".png":
            with Image.open(path) as image:
                rgb = bytearray(image.getpalette())
                for value, color in changes.items():
                    rgb[3 * value:3 * value + 3] = bytes(color)
                image.putpalette(bytes(rgb))
                image.save(path, transparency=image.info["transparency"])
            continue
        file = AsepriteFile(path.read_bytes())
        place, chunk = next((i, bytearray(data)) for i, (kind, data) in enumerate(file.frames[0][1]) if kind == PALETTE)
        for value, color in changes.items():
            chunk[20 + 6 * value + 2:20 + 6 * value + 5] = bytes(color)
        file.frames[0][1][place] = PALETTE, bytes(chunk)
        path.write_bytes(file.write())


def colors_of(changes):
    return {value: rgb for value, (_, rgb) in changes.items()}


def gpl(path, colors):
    path.write_text("GIMP Palette\nName: new\nColumns: 4\n#\n"
                    + "".join(f"{r:3} {g:3}\t{b:3}\tIndex {i}\n" for i, (r, g, b) in enumerate(colors)))
    return path


class PaletteCase(AsepriteCase):
    def recolor(self, archive, costume, most=3):
        """Returns new colours for some values of a costume: {value: (colour of the room, RGB)}."""
        own, room = archive.blob("costumes.color", costume), room_colors(archive, costume)
        hidden = SHADOWS.get(int(archive["game.version"][0]), set())
        free = [i for i, color in enumerate(room) if room.count(color) == 1 and i not in hidden and i not in own]
        values = [value for value in range(1, len(own)) if own[value] not in hidden]
        chosen = random.Random(costume).sample(values, min(most, len(values), len(free)))
        return {value: (free[i], room[free[i]]) for i, value in enumerate(chosen)}

    def pictures(self, game, *options):
        """Exports a game's pictures; returns their folder."""
        art = self.folder / f"art-{game.name}-{'-'.join(options)}"
        self.assert_fine(run("export", game, "--format", "pictures", "-o", art, "-q", *options))
        return art

    def check_bytes(self, game, new, changes, own):
        """Asserts that the games differ in bytes of one palette only."""
        found = {}
        for name, was in files_in(game).items():
            now = files_in(new)[name]
            self.assertEqual(len(was), len(now), name)
            found.update(((name, i), (was[i] ^ now[i])) for i in range(len(was)) if was[i] != now[i])
        self.assertEqual(len({name for name, _ in found}), 1)
        first = min(at for _, at in found) - min(changes)
        want = {at + first: own[at] ^ color for at, (color, _) in changes.items()}
        self.assertEqual({at: change for (_, at), change in found.items()}, want)

    def check_recolored(self, game, new, archive, costume, changes):
        own = archive.blob("costumes.color", costume)
        self.check_bytes(game, new, changes, own)
        packed = self.folder / "new.wardrobe"
        self.assert_fine(run("pack", new, "-o", packed, "-q", "--level", "1", "--force"))
        after = bytearray(own)
        for value, (color, _) in changes.items():
            after[value] = color
        self.assertEqual(bytes(Archive.open(packed).blob("costumes.color", costume)), bytes(after))
        old = self.folder / "was.wardrobe"
        self.assert_fine(run("pack", game, "-o", old, "-q", "--level", "1", "--force"))
        findings = run("diff", old, packed, "--json").json_lines()
        self.assertEqual([(row["kind"], row["field"], row["old_row"]) for row in findings],
                         [("palette", "colors", costume)])


def rle_costumes(archive):
    """The rows of costumes whose own palette can change."""
    return [row for row in range(archive.rows("costumes"))
            if int(archive["costumes.codec"][row]) == RLE and not len(archive.blob("costumes.rgb", row))
            and len(archive.blob("costumes.color", row)) > 3]


class Recolored(PaletteCase):
    def test_aseprite_files_of_all_games(self):
        count = 0
        for game in all_forms():
            archive, folder = self.exported(game)
            index = json.loads((folder / "index.json").read_text())
            for entry in index["costumes"]:
                costume = entry["row"]
                if costume not in rle_costumes(archive) or not entry["files"] or costume > 3:
                    continue
                path = folder / entry["files"][0]
                whole = path.read_bytes()
                changes = self.recolor(archive, costume)
                recolored([path], colors_of(changes))
                new, done = self.apply(game, folder, "new")
                self.assertIn(f"recoloured, {len(changes)} of ", done.out)
                self.assertNotIn("repainted", done.out)
                self.check_recolored(game, new, archive, costume, changes)
                shutil.rmtree(new)
                path.write_bytes(whole)
                count += 1
        self.assertGreater(count, 11)

    def test_pngs_of_all_forms(self):
        for game, options in ((sample(4), ()), (sample(6), ()), (sample(7), ("--palette", "1")),
                              (sample(8), ("--palette", "1"))):
            archive = self.unpacked(game)
            art = self.pictures(game, *options)
            changes = self.recolor(archive, 0)
            recolored(art.glob(f"{HERO}/*.png"), colors_of(changes))
            new, _ = self.apply(game, art, f"new-{game.name}")
            self.check_recolored(game, new, archive, 0, changes)
            # Pictures of the recoloured game are those that were applied.
            again = self.pictures(new, *options)
            for path in every(art.glob(f"{HERO}/*.png")):
                numpy.testing.assert_array_equal(rgba(again / path.relative_to(art)), rgba(path))

    def test_akos_palettes_of_all_sizes(self):
        generator = random.Random(4)
        for kind in ("v7", "v8", "he61", "he70", "he98"):
            for entries in (16, 32, 64, 100, 256):
                rows = [[generator.randrange(16) for _ in range(9)] for _ in range(7)]
                palette = bytes(generator.choices(range(16, 200), k=entries))
                payload = akos.costume([akos.Cel(rows)], {4: [(0, akos.LOOP, 0, 0)]}, [0], palette=palette)
                game = self.folder / f"{kind}-{entries}"
                akos_games.GAMES[kind][1]([[payload]]).write(game)
                archive = self.unpacked(game)
                art = self.pictures(game)
                changes = self.recolor(archive, 0)
                recolored(art.glob("*/*.png"), colors_of(changes))
                new, _ = self.apply(game, art, f"new-{kind}-{entries}")
                self.check_recolored(game, new, archive, 0, changes)

    def test_a_palette_file(self):
        for game in (sample(4), sample(5), sample(6)):
            archive, folder = self.exported(game)
            changes = self.recolor(archive, 1, 5)
            room = room_colors(archive, 1)
            own = [room[color] for color in archive.blob("costumes.color", 1)]
            for value, (_, rgb) in changes.items():
                own[value] = rgb
            act = self.folder / "new.act"
            act.write_bytes(bytes(part for color in own for part in color).ljust(768, b"\0"))
            counted = self.folder / "counted.act"
            counted.write_bytes(act.read_bytes() + struct.pack(">HH", len(own), 0))
            edits = folder / "costume-002.aseprite"
            jasc = self.folder / "new.pal"
            jasc.write_bytes(f"JASC-PAL\r\n0100\r\n{len(own)}\r\n".encode() + b"".join(b"%d %d %d\r\n" % rgb for rgb in own))
            for file in (gpl(self.folder / "new.gpl", own), act, counted, jasc):
                new, done = self.apply(game, edits, "new", "--palette", file)
                self.assertIn(f"costume 2: recoloured, 5 of {len(own)} colours", done.out)
                self.check_recolored(game, new, archive, 1, changes)
                shutil.rmtree(new)

    def test_colours_may_change_places_with_a_palette_file(self):
        game = sample(6)
        archive, folder = self.exported(game)
        room, own = room_colors(archive, 0), archive.blob("costumes.color", 0)
        colors = [room[color] for color in own]
        a, b = [value for value in range(1, 16) if room.count(colors[value]) == 1][:2]
        colors[a], colors[b] = colors[b], colors[a]
        new, _ = self.apply(game, folder / f"{HERO}.aseprite", "new", "--palette", gpl(self.folder / "new.gpl", colors))
        self.check_recolored(game, new, archive, 0, {a: (own[b], None), b: (own[a], None)})

    def test_colours_on_the_command_line(self):
        for game in (sample(4), sample(5), sample(6)):
            archive, folder = self.exported(game)
            changes = self.recolor(archive, 1, 5)
            words = [word for value, (_, rgb) in changes.items() for word in ("--color", f"{value}=#{bytes(rgb).hex()}")]
            for edits in (("--costume", "@1"), (folder / "costume-002.aseprite",)):
                done = run("apply", game, *edits, *words, "-o", self.folder / "new")
                self.assert_fine(done)
                self.assertIn(f"recoloured, 5 of {len(archive.blob('costumes.color', 1))} colours", done.out)
                self.check_recolored(game, self.folder / "new", archive, 1, changes)
                shutil.rmtree(self.folder / "new")

    def test_an_exported_palette_recolours_without_other_files(self):
        game = sample(6)
        archive, _ = self.exported(game)
        changes = self.recolor(archive, 0, 2)
        path = self.folder / "hero.gpl"
        self.assert_fine(run("export", self.pack(game, "v6.wardrobe"), "--format", "gpl", "--costume", "1", "-o", path))
        head, lines = path.read_text().split("#\n")
        self.assertEqual(head, "GIMP Palette\nName: hero\nColumns: 16\n")
        room = room_colors(archive, 0)
        lines = [line.split() for line in lines.splitlines()]
        self.assertEqual([(tuple(map(int, line[:3])), line[3:]) for line in lines],
                         [(room[color], ["colour", str(i)]) for i, color in enumerate(archive.blob("costumes.color", 0))])
        same = run("apply", game, "--costume", "1", "--palette", path, "--dry-run")
        self.assertEqual((same.status, same.out), (0, "nothing has changed\n"))
        for value, (_, rgb) in changes.items():
            lines[value][:3] = map(str, rgb)
        path.write_text(head + "#\n" + "\n".join(map(" ".join, lines)))
        self.assert_fine(run("apply", game, "--costume", "1", "--palette", path, "-o", self.folder / "new"))
        self.check_recolored(game, self.folder / "new", archive, 0, changes)

    def test_the_nearest_colour_where_the_room_lacks_one(self):
        game = sample(6)
        archive, folder = self.exported(game)
        changes = self.recolor(archive, 0, 1)
        (value, (color, rgb)), = changes.items()
        near = tuple(part + 1 if part < 255 else part - 1 for part in rgb)
        self.assertNotIn(near, room_colors(archive, 0))
        recolored([folder / f"{HERO}.aseprite"], {value: near})
        new, done = self.apply(game, folder, "new", "--json")
        row = done.json_lines()[0]
        self.assertEqual((row["kind"], row["costume"], row["file"]), ("palette", 1, f"{HERO}.aseprite"))
        self.assertEqual(row["colors"], {str(value): [archive.blob("costumes.color", 0)[value], color]})
        self.assertTrue(0 < row["color_error"]["worst"] < 2, row)
        self.check_recolored(game, new, archive, 0, changes)

    def test_with_a_repaint(self):
        game = sample(6)
        archive, folder = self.exported(game)
        changes = self.recolor(archive, 0)
        art = self.pictures(game)
        shutil.copy(art / HERO / "limb-04-000.png", art / HERO / "limb-04-001.png")
        repainted, _ = self.apply(game, art, "repainted")
        recolored(art.glob(f"{HERO}/*.png"), colors_of(changes))
        new, done = self.apply(game, art, "new")
        self.assertIn("repainted", done.out)
        self.check_bytes(repainted, new, changes, archive.blob("costumes.color", 0))

    def test_by_the_palette_of_another_room(self):
        """Colours are those of the palette in which the files were exported."""
        game = sample(6)
        archive = self.unpacked(game)
        rows = self.rows(self.folder / "old.wardrobe", "palettes")
        row = next(i for i, row in enumerate(rows) if row["palette"] == 1)
        colors = triples(archive.blob("palettes.rgb", row))
        color = next(i for i, rgb in enumerate(colors) if colors.count(rgb) == 1 and i > 20)
        for alone in (False, True):
            path = self.folder / f"hero{alone}" / "hero.aseprite"
            path.parent.mkdir()
            self.assert_fine(run("export", game, "--format", "aseprite", "--costume", "1", "-q", "-o", path,
                                 "--palette", f"{rows[row]['room']}:1"))
            done = run("apply", game, path, "--dry-run")
            self.assertEqual(done.out, "nothing has changed\n", str(done))
            recolored([path], {3: colors[color]})
            new, _ = self.apply(game, path, f"new{alone}")
            self.check_recolored(game, new, archive, 0, {3: (color, None)})


class Told(PaletteCase):
    def setUp(self):
        super().setUp()
        self.game = sample(6)
        self.archive = self.unpacked(self.game)
        self.art = self.pictures(self.game)
        self.names = sorted(self.art.glob(f"{HERO}/*.png"))

    def test_files_of_a_costume_that_do_not_agree(self):
        recolored([self.names[2]], {3: (1, 2, 3)})
        self.assert_refused(self.game, self.art, f"{HERO}/{self.names[2].name}: costume 1, limb",
                            f"its palette is not that of {HERO}/{self.names[0].name}",
                            "all files of a costume must have the same colours")
        recolored(self.names, {3: (1, 2, 3)})
        self.assert_fine(run("apply", self.game, self.art, "--dry-run"))
        recolored([self.names[4]], {5: (1, 2, 3)})
        self.assert_refused(self.game, self.art, f"{HERO}/{self.names[4].name}", "its palette is not that of")

    def test_one_file_alone_recolours_its_costume(self):
        recolored([self.names[2]], {3: (1, 2, 3)})
        done = run("apply", self.game, self.names[2], "--dry-run")
        self.assertIn("costume 1: recoloured, 1 of 16 colours", done.out)

    def test_colours_that_cannot_be_nearer(self):
        room, own = room_colors(self.archive, 0), self.archive.blob("costumes.color", 0)
        value = next(value for value in range(1, 16) if room.count(room[own[value]]) == 1)
        near = tuple(part + 1 if part < 255 else part - 1 for part in room[own[value]])
        recolored(self.names, {value: near})
        new, done = self.apply(self.game, self.art)
        self.assertIn("costume 1: the nearest colours in room", done.out)
        self.assertEqual(files_in(new), files_in(self.game))

    def test_pixels_that_are_colours_of_the_room(self):
        count = 0
        for game in (sample(7), sample(8)):
            archive, folder = self.exported(game)
            for entry in json.loads((folder / "index.json").read_text())["costumes"]:
                codec = int(archive["costumes.codec"][entry["row"]])
                if codec == RLE or not entry["files"]:
                    continue
                recolored([folder / entry["files"][0]], {9: (1, 2, 3)})
                self.assert_refused(game, folder / entry["files"][0], f"its pixels (codec {codec}) are colours of the "
                                    "room, so it has no palette of its own to change")
                count += 1
        self.assertGreater(count, 1)

    def test_true_colours(self):
        rgb = bytes((97 * at + at // 7) & 0xFF for at in range(768))
        palette = bytes(range(40, 56))
        payload = akos.costume([akos.Cel([[1, 2]])], {4: [(0, akos.LOOP, 0, 0)]}, [0], palette=palette, rgb=rgb)
        akos_games.GAMES["v8"][1]([[payload]]).write(self.folder / "true")
        for options in ((), ("--palette", "1")):
            art = self.pictures(self.folder / "true", *options)
            recolored(art.glob("*/*.png"), {2: (210, 211, 212)})
            if not options:
                self.assert_refused(self.folder / "true", art, "these are its true colours (RGBS)", "--palette ROOM")
            else:
                _, done = self.apply(self.folder / "true", art)
                self.assertIn("recoloured, 1 of 16 colours", done.out)
                self.assertIn("costume 1: its true colours (RGBS) stay\n", done.out)

    def test_shadows(self):
        payload = akos.costume([akos.Cel([[1, 2]])], {4: [(0, akos.LOOP, 0, 0)]}, [0], palette=bytes(range(5, 21)))
        akos_games.GAMES["v8"][1]([[payload]]).write(self.folder / "dark")
        art = self.pictures(self.folder / "dark")
        shadow = tuple(akos_games.COLORS[3 * 2:3 * 2 + 3])
        recolored(art.glob("*/*.png"), {9: shadow})
        _, done = self.apply(self.folder / "dark", art, "new", "--json")
        (_, color), = done.json_lines()[0]["colors"].values()
        self.assertGreater(color, 7)
        recolored(art.glob("*/*.png"), {2: (99, 98, 97)})
        self.assert_refused(self.folder / "dark", art, "colour 2 is a shadow")


if __name__ == "__main__":
    unittest.main()
