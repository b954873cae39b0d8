"""What an archive contains besides what a reader knows or needs is ignored.

All readers judge forged archives alike: tests/faces/forged_test.py.
"""

import struct
import unittest

import listing
from forge import Image, archive_of, compress, entry, seal
from game_files import costume, make_game, picture
from reader import Archive
from support import ENVIRONMENT, ProgramTest, read, run


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


class Columns(ProgramTest):
    def test_of_later_minor_versions_are_ignored(self):
        tables = {0: [picture(3, 2, b"\x13\x23"), picture(2, 2, b"\x14"), None,
                      picture(9, 9, b"\x11")],
                  2: [picture(1, 4, b"\x34")]}
        payload = costume(6, tables, {4: [(0, 0, 3), (2, 4, 0)], 6: [(0, 0xFFFF)]}, [0, 1, 2, 3, 0])
        game = make_game(6, [[payload, payload], [payload]]).write(self.folder / "game")
        known = self.pack(game, status=1)
        image = Image(Archive.open(known))
        image.minor = 7
        image.insert("costumes.id", "costumes.shoes", 3, bytes(12))
        image.insert("tables.limb", "laces.length", 6, bytes(400))
        image.insert("backgrounds", "laces.holes", 99, bytes(48))
        later = self.folder / "later.wardrobe"
        later.write_bytes(archive_of(image.write(), minor=7))
        for what in listing.LISTS:
            self.assertEqual(self.rows(later, what), self.rows(known, what))
        self.assert_fine(run("verify", later))
        self.assert_fine(run("info", later))


if __name__ == "__main__":
    unittest.main()
