"""What an archive contains besides what a reader knows or needs is ignored, and what would need too much is refused.

All readers judge forged archives alike: tests/tools/library/forged_test.py.
"""

import os
import struct
import subprocess
import tempfile
import unittest

import listing
from forge import Image, archive_of, compress, entry, seal, unseal
from game_files import costume, make_game, picture
from reader import Archive
from support import ENVIRONMENT, PROGRAM, SANITIZED, ProgramTest, read, run

LISTS = tuple(listing.LISTS)


class Base(ProgramTest):
    def setUp(self):
        super().setUp()
        tables = {0: [picture(3, 2, b"\x13\x23"), picture(2, 2, b"\x14"), None,
                      picture(9, 9, b"\x11")],
                  2: [picture(1, 4, b"\x34")]}
        payload = costume(6, tables, {4: [(0, 0, 3), (2, 4, 0)], 6: [(0, 0xFFFF)]}, [0, 1, 2, 3, 0])
        game = make_game(6, [[payload, payload], [payload]]).write(self.folder / "game")
        self.path = self.pack(game, status=1)
        self.archive = Archive.open(self.path)

    def image(self):
        return Image(self.archive)

    def file(self, name, data):
        path = self.folder / f"{name}.wardrobe"
        path.write_bytes(data)
        return path

    def assert_same_rows(self, path):
        for what in LISTS:
            self.assertEqual(self.rows(path, what), self.rows(self.path, what))
        self.assert_fine(run("verify", path))
        self.assert_fine(run("info", path))


class Cels(ProgramTest):
    def test_may_show_a_picture_that_no_entry_of_their_costume_has(self):
        payloads = [costume(6, {0: [picture(*shape)]}, {4: [(0, 0, 0)]}, [0])
                    for shape in ((3, 2, b"\x16"), (18, 5, b"\x20\x5a"))]
        archive = Archive.open(self.pack(make_game(6, [payloads]).write(self.folder / "game")))
        image = Image(archive)
        image.change("cels.picture", 0, 1)
        data = image.write()
        path = self.folder / "forged.wardrobe"
        head = 64 + 64 * len(image.columns)
        width = Archive(archive_of(data)).columns["pictures.width"].start
        cuts = (0, head, width + 2, width + 4, len(data))  # the picture's width is a zstd frame of its own
        parts = [data[at:end] for at, end in zip(cuts, cuts[1:])]
        frames = list(map(compress, parts))
        path.write_bytes(seal(frames, list(map(entry, frames, parts))))
        self.assert_fine(run("verify", path))
        drawn = []
        for fill in (0, 85, 170, 200):  # malloc() fills memory with its complement
            png = self.folder / f"{fill}.png"
            self.assert_fine(run("replay", path, "--costume", "#0", "--chore", "1", "--dir", "W", "-o", png,
                                 env={**ENVIRONMENT, "MALLOC_PERTURB_": str(fill)}))
            drawn.append(read(png))
        self.assertEqual([struct.unpack_from(">II", png, 16) for png in drawn], [(18, 5)] * 4)
        self.assertEqual(len(set(drawn)), 1)


class Columns(Base):
    def test_written_again_unchanged_are_the_same_image(self):
        data = self.image().write()
        self.assertEqual(data, self.archive.image)
        self.assert_same_rows(self.file("same", archive_of(data)))

    def test_of_later_minor_versions_are_ignored(self):
        image = self.image()
        image.minor = 7
        image.insert("costumes.id", "costumes.shoes", 3, bytes(12))
        image.insert("tables.limb", "laces.length", 6, bytes(400))
        image.insert("backgrounds", "laces.holes", 99, bytes(48))
        self.assert_same_rows(self.file("later", archive_of(image.write(), minor=7)))


class Frames(Base):
    def test_unchanged_are_the_same_file(self):
        self.assertEqual(seal(*unseal(read(self.path))), read(self.path))

    def bomb(self, zeros):
        """Returns the archive with `zeros` zeros, a multiple of 8 MiB, after its last error text.

        The columns agree with each other. The zstd frames of zeros have a few hundred bytes each.
        """
        image = self.image()
        whole = bytearray(image.write())
        entries = {name: 64 + 64 * row for row, (name, _, _) in enumerate(image.columns)}
        pixels, = struct.unpack_from("<Q", whole, entries["pixels"] + 56)
        text, = struct.unpack_from("<Q", whole, entries["failures.error"] + 56)
        length = pixels - text + zeros
        image.change("failures.error_offset", len(self.archive["failures.error_offset"]) - 1, length)
        whole = bytearray(image.write())
        struct.pack_into("<Q", whole, entries["failures.error"] + 48, length)
        for name in ("backgrounds", "pixels"):
            struct.pack_into("<Q", whole, entries[name] + 56, pixels + zeros)
        struct.pack_into("<Q", whole, 16, len(whole) + zeros)
        directory = 64 + 64 * len(entries)
        parts = [bytes(whole[:directory]), bytes(whole[directory:pixels]), bytes(whole[pixels:])]
        eight = bytes(8 << 20)
        head, tables, tail = ((compress(part), entry(compress(part), part)) for part in parts)
        zero = compress(eight), entry(compress(eight), eight)
        frames = [head, tables, *[zero] * (zeros // len(eight)), tail]
        return seal(*map(list, zip(*frames)))

    def peak_memory(self, *arguments):
        """Returns the peak memory of a run in bytes, its status and its message."""
        with tempfile.TemporaryFile() as out:
            program = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=out, stderr=out)
            _, status, usage = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            return usage.ru_maxrss << 10, program.returncode, out.read().decode()

    def test_of_tables_that_inflate_enormously_are_refused_without_taking_memory(self):
        # With less to inflate, the same archive is accepted, so only the size is wrong.
        self.assert_fine(run("verify", self.file("small", self.bomb(16 << 20))))
        data = self.bomb(1 << 30)
        self.assertLess(len(data), 60_000)
        path = self.file("bomb", data)
        for command in (("verify",), ("info",), ("list",), ("diff", self.path)):
            extra = ["costumes"] if command[0] == "list" else []
            memory, status, said = self.peak_memory(*command, path, *extra)
            self.assertIn(status, (1, 2), said)
            self.assertIn("may have at most", said)
            if not SANITIZED:  # Sanitizers need memory of their own.
                self.assertLess(memory, 64 << 20, command)


if __name__ == "__main__":
    unittest.main()
