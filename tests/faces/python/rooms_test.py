"""The Python package draws actors in rooms as the program does."""

import random
import re
import unittest

import numpy
from game_files import make_game, tiny_costume
from images import indices
from python_package import PackageTest, wardrobe
from room_files import Drawing, DrawnRoom
from room_replay_test import archive_with_room
from support import read, run, sample


class Rooms(PackageTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "room.wardrobe"
        self.packed = self.pack(sample(6))
        self.path.write_bytes(archive_with_room(self.packed))

    def test_actors_are_drawn_as_the_program_draws_them(self):
        with wardrobe.open(self.path) as archive:
            room, costume = archive.room(1), archive.costume(1)
            for direction, x, y, choice in (
                    ("W", 80, 100, {}), ("E", 150, 50, {}), ("S", 150, 3, {"box": 1}),
                    ("E", -3, 60, {"plane": 2, "scale": 77}), ("N", 199, 155, {"box": 0, "scale": 254})):
                options = [word for name, value in choice.items()
                           for word in ("--actor-scale" if name == "scale" else f"--{name}", str(value))]
                done = run("replay", self.path, "--costume", "1", "--chore", "walk", "--dir", direction,
                           "--room", "1", f"--at={x},{y}", "-o", self.folder / "a-%d.png", "--force", *options)
                self.assertEqual(done.status, 0, str(done))
                place = room.place(x, y, **choice)
                self.assertIn(f"scale {place.scale}; ", done.err)
                drawn = room.draw(costume.timeline("walk", direction)[0], place)
                expected = indices(self.folder / "a-0.png")[0]
                numpy.testing.assert_array_equal(drawn, expected, f"{direction} {x},{y} {choice}")

    def test_says_what_is_missing(self):
        with wardrobe.open(self.packed) as archive:
            room, frame = archive.rooms[0], archive.costume(1).timeline("walk", "W")[0]
            self.assertFalse(room.has_background)
            self.assertRaises(ValueError, room.background)
            self.assertRaises(ValueError, room.draw, frame, room.place(1, 1))
            self.assertRaises(KeyError, archive.room, 99)
            self.assertRaises(ValueError, room.place, 1, 1, box=99)
            for plane in (-1, len(room.planes()) + 1):
                self.assertRaises(ValueError, room.place, 1, 1, plane=plane)
            self.assertEqual([palette.number for palette in room.palettes], [0, 1])

    def test_has_objects_in_the_states_that_its_entry_script_sets(self):
        with wardrobe.open(self.packed) as archive:
            room = archive.room(1)
            self.assertEqual([one.entered for one in room.objects], [None, None, None, 3, 1])
            self.assertEqual(list(room.states()), [0, 1, 1, 1, 0])
            self.assertEqual(list(room.states(shown="entered")), [0, 1, 1, 3, 1])
            self.assertRaises(ValueError, room.states, shown="left")

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
