"""Many archives as one in Python: the rows, columns and tables are those of each archive, one after the other."""

import unittest

import numpy

from languages import PackageTest, wardrobe

from support import read, sample

LISTS = ("costumes", "pictures", "timelines", "palettes", "rooms", "failures")


class Collection(PackageTest):
    def setUp(self):
        super().setUp()
        self.paths = [str(self.pack(sample(version), f"v{version}.wardrobe")) for version in (4, 5, 6)]
        self.archives = [self.open(path) for path in self.paths]

    def test_rows_have_the_path_of_their_archive(self):
        for paths in (self.paths, str(self.folder / "*.wardrobe"), map(str, self.paths)):
            collection = wardrobe.collection(paths)
            for what in LISTS:
                rows = [{"archive": path, **row} for path, archive in zip(self.paths, self.archives, strict=True)
                        for row in archive.list(what)]
                self.assertEqual((getattr(collection, what), collection.list(what)), (rows, rows))
        self.assertGreater(len(collection.pictures), 1000)

    def test_columns_and_tables_are_joined(self):
        collection = wardrobe.collection(self.paths)
        widths, number = collection.column("pictures.width")
        numpy.testing.assert_array_equal(widths, numpy.concatenate([a["pictures.width"] for a in self.archives]))
        self.assertEqual(numpy.bincount(number).tolist(), [len(a.pictures) for a in self.archives])
        table = collection.to_pandas("pictures")
        self.assertEqual(table["width"].tolist(), widths.tolist())
        self.assertEqual(table["archive"].tolist(), [self.paths[i] for i in number])

    def test_archives_that_cannot_be_read_are_left_out_and_told(self):
        damaged, missing = self.folder / "damaged", str(self.folder / "none")
        data = bytearray(read(self.paths[0]))
        data[60] ^= 1
        damaged.write_bytes(data)
        collection = wardrobe.collection([str(damaged), *self.paths, missing])
        self.assertEqual(collection.costumes, wardrobe.collection(self.paths).costumes)
        self.assertEqual({path: type(error) for path, error in collection.errors.items()},
                         {str(damaged): wardrobe.Error, missing: FileNotFoundError})

    def test_of_none_is_empty(self):
        collection = wardrobe.collection([])
        self.assertEqual((collection.costumes, len(collection.column("cels.x")[0]), len(collection.to_pandas("cels"))),
                         ([], 0, 0))


if __name__ == "__main__":
    unittest.main()
