"""Long files, edits that inflate, and texts full of escapes, as bombs_test.py."""

import json
import shutil
import struct
import unittest
import zlib

import bomb_archives
import old_files
from bombs_test import Bomb
from forge import leading, seek_table
from game_files import tiny_game
from reader import Archive
from support import not_under_sanitizers, read, run, sample


@not_under_sanitizers
class LongFiles(Bomb):
    """Files of 10 GiB that take no space on the disk."""

    def sparse(self, name, start, end=b"", size=10 << 30):
        path = self.folder / name
        with path.open("wb") as file:
            file.write(start)
            file.seek(size - len(end))
            file.write(end)
            file.truncate(size)
        return path

    def test_as_archives(self):
        size = 10 << 30
        for name, lead, end in (("zeros", b"", b""), ("short", leading(100), b""),
                                ("seek", leading(size), seek_table([])[-9:]),
                                ("frames", leading(size),
                                 struct.pack("<IBI", 0x3000_0000, 0x80, 0x8F92EAB1)),
                                ("one", leading(size), seek_table(
                                    [(40, 0, 0x51D8E999), (0xFFFF_FF00, 8 << 20, 0)]))):
            path = self.sparse(name, lead, end)
            for command in ("info", "verify"):
                done = self.measure(f"10 GiB, {name}", command, path)
                self.assertIn(done.status, (1, 2), str(done))
                self.assertIn(name, done.out + done.err)

    def test_as_an_index(self):
        game = tiny_game(6).write(self.folder / "game")
        index = read(game / "TINY.000")
        self.sparse("game/TINY.000", index)
        path = self.folder / "a.wardrobe"
        done = self.measure("10 GiB of index", "pack", game, "-q", "-o", path)
        self.assertEqual(done.status, 1, str(done))
        self.assertIn("over 16 MiB", self.rows(path, "failures")[0]["error"])
        self.assertEqual(len(self.rows(path, "costumes")), 1)

    def test_as_a_resource_file(self):
        game = tiny_game(6)
        size = 4_000_000_000
        resources = bytearray(game.resources)
        for tag in (b"COST", b"LFLF", b"LECF"):
            start = resources.index(tag)
            resources[start + 4:start + 8] = struct.pack(">I", size - start)
        folder = game.with_resources(resources).write(self.folder / "game")
        with (folder / "TINY.001").open("r+b") as file:
            file.truncate(size)
        path = self.folder / "a.wardrobe"
        done = self.measure("4 GB of costume", "pack", folder, "-q", "-o", path)
        self.assertEqual(done.status, 1, str(done))

    def test_as_a_room(self):
        """A room of version 3, all of which its costume claims."""
        game = old_files.tiny_old_game(3)
        file, start, _ = game.costumes()[3]
        size = 4_000_000_000
        folder = game.patched(file, start, struct.pack("<I", size - start)).write(self.folder / "game")
        with (folder / file).open("r+b") as room:
            room.truncate(size)
        path = self.folder / "a.wardrobe"
        done = self.measure("4 GB of costume of version 3", "pack", folder, "-q", "-o", path)
        self.assertEqual(done.status, 1, str(done))
        self.assertEqual(len(self.rows(path, "costumes")), 5)

    def test_as_rooms(self):
        """Files are hashed whole, so larger ones take minutes."""
        for version in old_files.VERSIONS:
            folder = old_files.tiny_old_game(version).write(self.folder / f"rooms {version}")
            for number in range(3, 98):
                self.sparse(f"rooms {version}/{number:02}.LFL", b"", size=100_000_000)
            path = self.folder / "a.wardrobe"
            done = self.measure(f"95 rooms of 100 MB, version {version}", "pack", folder, "-q", "-o", path, "--force")
            self.assertEqual(len(self.rows(path, "costumes")), 5, str(done))

    def test_as_a_script(self):
        archive = self.pack(tiny_game(6).write(self.folder / "game"), "tiny")
        script = self.sparse("script", b"0 walk W\n")
        done = self.measure("10 GiB of script", "replay", archive, "--costume", "1", "--script",
                            script, "--json")
        self.assert_trouble(done, script, "4194304")


@not_under_sanitizers
class Edits(Bomb):
    def setUp(self):
        super().setUp()
        self.game = sample(6)
        self.archive = self.pack(self.game, "game")

    def exported(self, form):
        folder = self.folder / form
        self.assert_fine(run("export", self.archive, "-o", folder, "--format", form, "-q"))
        return folder

    def apply(self, what, folder, error):
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        done = self.measure(f"{what}, {size} bytes", "apply", self.game, folder, "-o", self.folder / "out")
        self.assert_trouble(done, error)

    def test_that_inflate_enormously(self):
        folder = self.exported("pictures")
        files = sorted(folder.rglob("*.png"))
        palette = bomb_archives.palette_of(read(files[0]))
        files[0].write_bytes(bomb_archives.png(16, 16, bomb_archives.deflated_zeros(1 << 30), palette))
        self.apply("1 GiB of pixels", folder, "more pixels than its header says")
        full = bomb_archives.deflated_zeros(4097 << 10)
        for path in files:
            path.write_bytes(bomb_archives.png(4096, 1024, full, bomb_archives.palette_of(read(path))))
        self.apply("333 PNGs of 4 Mpx", folder, "")

    def test_of_one_huge_picture_are_refused_by_its_header(self):
        folder = self.exported("pictures")
        file = min(folder.rglob("*.png"))
        pixels = bomb_archives.deflated_zeros((1 << 28) + (1 << 14))
        file.write_bytes(bomb_archives.png(1 << 14, 1 << 14, pixels, bomb_archives.palette_of(read(file))))
        done = self.measure("a PNG of 256 Mpx", "apply", self.game, folder, "--scale", "16", "-o", self.folder / "out")
        self.assert_trouble(done, "more than 64 Mi pixels")

    def test_with_texts_that_inflate_enormously(self):
        text = b"k\0\0" + zlib.compress(7_900_000 * b"A", 9)
        bomb = bomb_archives.png(8, 8, bomb_archives.deflated_zeros(72), bomb_archives.chunk(b"PLTE", bytes(48))
                                 + 200 * bomb_archives.chunk(b"zTXt", text))
        folder = self.exported("pictures")
        file = min(folder.rglob("*.png"))
        file.write_bytes(bomb)
        done = self.measure("1.6 GB of text", "apply", self.game, folder, "-o", self.folder / "out")
        self.assert_fine(done)
        self.measure("1.6 GB of text", "find", self.archive, file)
        hd = self.exported("hd")
        min(hd.rglob("*.png")).write_bytes(bomb)
        self.assert_fine(self.measure("1.6 GB of text", "hd", "check", hd), status=1)

    def test_in_hd_of_very_many_pixels(self):
        hd = self.exported("hd")
        zeros = bomb_archives.deflated_zeros(8193 << 13)
        files = sorted(hd.rglob("*.png"))
        for count, refused in ((2, False), (20, True)):
            for file in files[:count]:
                file.write_bytes(bomb_archives.png(1 << 13, 1 << 13, zeros, bomb_archives.chunk(b"PLTE", bytes(3))))
            done = self.measure(f"{count} PNGs of 64 Mpx", "hd", "check", hd)
            if refused:
                self.assert_trouble(done, hd, "its PNGs have more than ", " pixels")
            else:
                self.assert_fine(done, status=1)

    def test_with_json_that_is_nested_deep(self):
        deep = 300_000 * "[" + 300_000 * "]"

        def nested(path, field):
            fields = json.loads(path.read_text())
            target = fields["pictures"][0] if field == "costume" else fields
            target[field] = "DEEP"
            path.write_text(json.dumps(fields).replace('"DEEP"', deep))

        out = self.folder / "out"
        for field in ("costume", "game", "unknown"):
            folder, hd = self.exported("pictures"), self.exported("hd")
            nested(folder / "manifest.json", field)
            nested(hd / "manifest.json", field)
            for arguments in (("apply", self.game, folder, "-o", out), ("apply", self.game, min(folder.rglob("*.png")), "-o", out),
                              ("hd", "check", hd), ("hd", "build", hd, "-o", out, "--names", "{row}-{limb}-{cel}.png")):
                self.assert_trouble(self.measure("deep JSON", *arguments), "manifest.json", "more than 16 deep")
            shutil.rmtree(folder), shutil.rmtree(hd)
        folder = self.exported("aseprite")
        nested(folder / "index.json", "unknown")
        for edits in (folder, min(folder.rglob("*.aseprite"))):
            self.assert_trouble(self.measure("deep JSON", "apply", self.game, edits, "-o", out), "index.json",
                                "more than 16 deep")
        archives = self.folder / "archives"
        archives.mkdir()
        report = archives / "report.jsonl"
        report.write_text(f'{{"path": "a", "reason": {deep}}}\n')
        self.assert_trouble(self.measure("deep JSON", "pack", self.game, "-o", f"{archives}/"), report)
        line = self.folder / "line"
        line.write_text(f'{{"costume": {deep}}}\n')
        self.assert_trouble(self.measure("deep JSON", "conform", self.archive, line), "line 1", "16 deep")

    def test_of_very_many_pixels(self):
        folder = self.exported("aseprite")
        file = next(folder.rglob("*.aseprite"))
        file.write_bytes(bomb_archives.aseprite_of_cels(100))
        self.apply("100 cels of 4 Mpx", folder, "256 Mi pixels")


@not_under_sanitizers
class Terminals(Bomb):
    def test_get_nothing_unescaped(self):
        known = Archive.open(self.pack(tiny_game(6).write(self.folder / "game"), "tiny"))
        texts = "\x9b31m\u202e\u2066\x7f\x1b]0;x\x07".encode() + b"\x9b\xff"
        path = self.folder / "hostile.wardrobe"
        path.write_bytes(bomb_archives.with_texts(known, texts))
        controls = [*range(10), *range(11, 32), *range(0x7F, 0xA0), *range(0x202A, 0x202F),
                    *range(0x2066, 0x206A)]
        for command in (["info"], ["info", "--json"], ["list", "costumes"],
                        ["list", "costumes", "--json"], ["verify"], ["diff", self.folder / "tiny"]):
            done = run(command[0], path, *command[1:])
            self.assert_fine(done)
            self.assertEqual([c for c in done.out if ord(c) in controls], [], str(done))
            (done.out + done.err).encode("utf-8")  # fails if there is invalid UTF-8


if __name__ == "__main__":
    unittest.main()
