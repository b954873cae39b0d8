"""Auxiliary pictures (SCUMM.md §6) are pictures of their costume in both packages."""

import json
import unittest

import numpy

from python_package import PackageTest

import akos_games
import drawing
from akos_auxiliary_test import LIMB, shows
from akos_files import BACKGROUND, UNTOUCHED, auxiliary, auxiliary_rows, costume, dot
from javascript_test import TESTS, node, sha1
from reader import Archive

ROWS = [[200, 9, UNTOUCHED], [9, BACKGROUND, 253]]


class Auxiliary(PackageTest):
    def test_are_listed_and_drawn_as_the_program_does(self):
        for codec in (1, 5, 32):
            sequence, records = shows(0)
            payload = costume([dot()], records, sequence, codec=codec, palette=bytes(range(16)))
            payload += auxiliary((1, 5, -8, 3, 2, auxiliary_rows(ROWS)))
            path = self.pack(akos_games.he98([[payload]]).write(self.folder / str(codec)), f"{codec}.wardrobe")
            rows, plain, archive = self.rows(path, "pictures"), Archive.open(path), self.open(path)
            (row,) = (row["picture"] for row in rows if row["limb"] == LIMB)
            self.assertEqual(archive.list("pictures"), rows)
            described = json.loads(node(TESTS / "describe.mjs", path))
            self.assertEqual(described["pictures"], rows)
            expected = drawing.picture(plain, row, drawing.colors(plain, 0))
            self.assertEqual((expected[:, :, 3] == 0).tolist(), [[False, False, True], [False, True, False]])
            (picture,) = (one for one in archive.costumes[0].pictures if one.row == row)
            numpy.testing.assert_array_equal(picture.rgba(), expected)
            self.assertIn(sha1(expected), described["drawn"])


if __name__ == "__main__":
    unittest.main()
