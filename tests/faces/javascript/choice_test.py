"""C, Python, JavaScript and `replay` choose the same timeline where a chore, a direction or both are left open."""

import ctypes
import unittest

from languages import VERSIONS, PackageTest, ask, game

from reader import NONE
from support import AKOS_GAME_NAMES, GAME_NAMES, games_beside_the_sample, in_parallel, read, run

DEGREES = {"N": 0, "E": 90, "S": 180, "W": 270}


class Choice(PackageTest):
    def choices(self, archive):
        """Each row of costumes with each of its chores or none, and each of its directions or none; for one chore, also
        the directions between."""
        for costume in archive.costumes:
            timelines = [(one.chore, one.direction) for one in costume.timelines]
            for chore in (None, *dict.fromkeys(chore for chore, _ in timelines)):
                for direction in (None, *dict.fromkeys(direction for _, direction in timelines)):
                    yield costume.row, chore, direction
            yield from ((costume.row, timelines[-1][0], degrees) for degrees in range(0, 360, 45))

    def by_c(self, path, choices):
        library, archive, found = ctypes.CDLL("libwardrobe.so.1"), ctypes.c_void_p(), ctypes.c_uint32()
        data = read(path)
        self.assertEqual(library.wardrobe_open_memory(data, ctypes.c_size_t(len(data)), ctypes.byref(archive), None), 0)
        for costume, chore, direction in choices:
            status = library.wardrobe_find_timeline(
                archive, costume, ctypes.c_uint32(NONE if chore is None else chore),
                ctypes.c_uint32(NONE if direction is None else DEGREES.get(direction, direction)), ctypes.byref(found), None)
            yield found.value if status == 0 else None
        library.wardrobe_archive_free(archive)

    def by_python(self, archive, choice):
        costume, chore, direction = choice
        try:
            return archive.costumes[costume].timeline(chore, direction).row
        except KeyError:
            return None

    def by_replay(self, path, choice, number):
        """The name of the timeline, such as "walk W"; None if there is none."""
        costume, chore, direction = choice
        options = [word for option, value in (("--chore", chore), ("--dir", direction)) if value is not None
                   for word in (option, str(value))]
        done = run("replay", path, "--costume", f"@{costume}", *options, "--ticks", "1",
                   "-o", self.folder / f"{number}.png", "--force")
        self.assertIn(done.status, (0, 2), str(done))
        return done.out.split(": ")[-1].split(",")[0] if done.status == 0 else None

    def test_is_the_same_everywhere(self):
        for folder in [*map(game, VERSIONS), *games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES)]:
            path = self.pack(folder, f"{folder.name}.wardrobe")
            archive = self.open(read(path))
            choices = list(self.choices(archive))
            self.assertGreater(len(choices), 10)
            rows = list(self.by_c(path, choices))
            self.assertEqual([self.by_python(archive, choice) for choice in choices], rows, folder.name)
            self.assertEqual(ask("chosen", path, choices), rows, folder.name)
            names = [None if row is None else
                     f"{(one := archive.timelines[row]).chore_name or f'chore {one.chore}'} {one.direction}" for row in rows]
            played = in_parallel(lambda number: self.by_replay(path, choices[number], number), range(len(choices)))
            self.assertEqual(played, names, folder.name)


if __name__ == "__main__":
    unittest.main()
