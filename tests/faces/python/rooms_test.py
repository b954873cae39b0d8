"""The rooms of archives in the Python package: planes, objects, and what is missing."""

import random
import re
import unittest

import numpy

from game_files import make_game, tiny_costume
from languages import PackageTest, wardrobe
from room_files import Drawing, DrawnRoom
from support import read, run, sample


class Rooms(PackageTest):
    def test_say_what_is_missing(self):
        room, frame = self.archive.rooms[0], self.archive.costume(1).timeline("walk", "W")[0]
        self.assertFalse(room.has_background)
        for wrong in (room.background, lambda: room.draw(frame, room.place(1, 1)), lambda: room.place(1, 1, box=99),
                      lambda: room.place(1, 1, plane=-1), lambda: room.place(1, 1, plane=len(room.planes()) + 1),
                      lambda: room.states(shown="left")):
            self.assertRaises(ValueError, wrong)
        self.assertRaises(KeyError, self.archive.room, 99)
        self.assertEqual([palette.number for palette in room.palettes], [0, 1])

    def test_have_objects_in_the_states_that_their_entry_script_sets(self):
        room = self.archive.room(1)
        self.assertEqual([one.entered for one in room.objects], [None, None, None, 3, 1])
        self.assertEqual(list(room.states()), [0, 1, 1, 1, 0])
        self.assertEqual(list(room.states(shown="entered")), [0, 1, 1, 3, 1])

    def test_planes_are_as_wide_as_the_room(self):
        drawing = Drawing(random.Random(1), [1, 1], 9, planes=2, rest=3)
        made = make_game(6, [DrawnRoom("v6", drawing, [tiny_costume(6)], slots=[(0, 0, 0, 0)] * 4)])
        room = self.open(self.pack(made.write(self.folder / "narrow"), "narrow.wardrobe", "--rooms")).room(1)
        numpy.testing.assert_array_equal(room.planes(), [[list(row) for row in plane] for plane in drawing.planes])


class RoomsOfTwoDisks(PackageTest):
    def game(self, disk):
        """Writes a game whose second disk repeats the rooms in red. The index says that they are on `disk`."""
        folder = self.folder / f"disk{disk}"
        folder.mkdir()
        index, first = (bytearray(byte ^ 0x69 for byte in read(sample(5) / f"SAMPLE.00{number}")) for number in (0, 1))
        at = index.index(b"DROO") + 10
        for room in (1, 2):
            index[at + room] = disk
        second = bytearray(first)
        for found in re.finditer(b"CLUT", first):
            second[found.end() + 4:found.end() + 4 + 768] = b"\xFF\0\0" * 256
        for number, data in enumerate((index, first, second)):
            (folder / f"SAMPLE.00{number}").write_bytes(data)
        return folder

    def test_a_number_means_the_one_that_the_index_names_and_a_row_each(self):
        for disk in (1, 2):
            path = self.pack(self.game(disk), f"{disk}.wardrobe")
            same, other = (row for row in self.rows(path, "rooms") if row["room"] == 1)
            self.assertEqual([same["file"], other["file"]], [f"SAMPLE.00{disk}", f"SAMPLE.00{3 - disk}"])
            with wardrobe.open(path) as archive:
                self.assertEqual(archive.room(1).row, same["row"])
            pictures = []
            for palette in ("1", f"#{same['row']}", f"#{other['row']}"):
                self.assertEqual(run("replay", path, "--costume", "1", "--palette", palette, "--force",
                                     "-o", self.folder / "a.png").status, 0)
                pictures.append(read(self.folder / "a.png"))
            self.assertEqual(pictures[0], pictures[1])
            self.assertNotEqual(pictures[0], pictures[2])


if __name__ == "__main__":
    unittest.main()
