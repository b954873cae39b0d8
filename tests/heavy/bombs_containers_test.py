"""Containers that ask for much memory or time are refused, or pack within the limits (LIMITS.md)."""

import struct
import unittest

from bombs_test import Bomb
from containers import files_of, make_pak, make_zip
from game_files import tiny_game
from old_files import old_index
from support import not_under_sanitizers


@not_under_sanitizers
class Bombs(Bomb):
    def setUp(self):
        super().setUp()
        self.files = files_of(tiny_game(5).write(self.folder / "tiny"))

    def pack_box(self, what, name, data, status=2, *named):
        box = self.folder / name
        box.write_bytes(data)
        done = self.measure(f"{what}, {len(data)} bytes", "pack", box, "-q", "-o", self.folder / "x", "--force", seconds=20)
        self.assertEqual(done.status, status, str(done))
        for text in named:
            self.assertIn(text, done.err)
        box.unlink()

    def padded(self, size):
        """Returns a resource file and `size` zeros, which deflate to about a thousandth."""
        return self.files["TINY.001"] + bytes(size)

    def test_zips_of_zeros(self):
        data = make_zip({"GAME.001": self.padded(160 << 20)})
        self.pack_box("160 MiB of zeros", "zeros.zip", data, 2, "inflates to over")

    def test_zips_whose_files_are_one(self):
        """All entries of the directory lead to the same data, as in a well-known bomb."""
        one = bytearray(make_zip({"GAME.001": self.padded(30 << 20)}))
        end = one.rindex(b"PK\5\6")
        start = one.rindex(b"PK\1\2", 0, end)
        entry, data = bytes(one[start:end]), bytes(one[:start])
        entries = b"".join(entry.replace(b"GAME.001", b"GAME.%03d" % number) for number in range(1, 500))
        tail = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 499, 499, len(entries), len(data), 0)
        self.pack_box("499 names of one file", "one.zip", data + entries + tail, 1, "unreadable")

    def test_zips_of_many_files(self):
        files = {f"{number % 300}/{number}.txt": b"x" for number in range(60000)}
        self.pack_box("60,000 files", "many.zip", make_zip(files), 2, "no SCUMM game inside")

    def test_zips_of_many_files_like_indexes(self):
        files = {f"{number}.000": b"RNAM\0\0\0\x09\0" if number % 2 else b"x" for number in range(65000)}
        self.pack_box("65,000 files, half of them like indexes", "indexes.zip", make_zip(files), 2, "and 32492 more")

    def test_paks_of_many_files(self):
        files = {f"{number % 300}/{number}": b"" for number in range(65000)}
        self.pack_box("65,000 files", "many.pak", make_pak(files), 2, "no SCUMM game inside")
        self.pack_box("70,000 files", "more.pak", make_pak({str(number): b"" for number in range(70000)}), 2,
                     "more files than any game")

    def test_paks_of_millions_of_names(self):
        data = bytearray(make_pak({"GAME.001": self.files["TINY.001"]}))
        names = b"a\0" * (4 << 20)
        struct.pack_into("<I", data, 16, len(data))
        struct.pack_into("<I", data, 32, len(names))
        self.pack_box("4 Mi names", "names.pak", data + names, 2, "more files than any game")

    def test_paks_whose_files_are_one(self):
        content = self.padded(10 << 20)
        files = {f"GAME.{number:03}": b"" for number in range(1, 1000)}
        data = bytearray(make_pak(files | {"z": content}))
        for number in range(999):
            struct.pack_into("<II", data, 40 + 4 * 1000 + 20 * number + 8, len(content), len(content))
        self.pack_box("999 names of one file", "one.pak", data, 2, "overlap in the container")

    def test_programs_of_tags(self):
        index = old_index(3, [(1, 0)] * 99, 9)
        cut = index.index(b"0C") + 2  # the number of costumes
        broken = index[:cut] + b"\xFF\xFF" + index[cut + 2:] + b"\0"
        folder = self.folder / "tags"
        folder.mkdir()
        (folder / "TINY.001").write_bytes(self.files["TINY.001"])
        for what, part in (("RNAM", b"RNAM" + struct.pack(">I", 8)), ("RN", struct.pack("<I", 6) + b"RN"),
                           ("0R", struct.pack("<I", 6) + b"0R"), ("broken indexes", broken),
                           ("cut", b"RNAM" + struct.pack(">I", 0x7FFFFFFF)), ("letters", b"RNAM")):
            (folder / "a.exe").write_bytes(part * ((48 << 20) // len(part)))
            self.assert_fine(self.measure(f"48 MiB of {what}", "pack", folder, "-q", "-o", self.folder / "x", "--force",
                                          seconds=20))


if __name__ == "__main__":
    unittest.main()
