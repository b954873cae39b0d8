"""The program and both packages judge an archive alike: either all accept it, or all refuse it.

The archives here are forged: valid checksums over valid or invalid contents. To judge an archive, a reader opens it,
reads all of it and checks it. The hashes of pictures and of backgrounds are valid in all archives. What is accepted has
the same rows for the program, the Python package and the reader in tests/oracle/reader.py.
"""

import random
import unittest

from languages import GOLDEN, PackageTest, ask, wardrobe

import forger
import listing
from forged_archives import ACCEPTED_TABLES, REFUSED_DIRECTORIES, REFUSED_TABLES, frame_cases, of_directory, of_tables
from reader import Archive
from support import EXHAUSTIVE, in_parallel, read, run

READERS = ("verify", "info", "Python", "JavaScript")


def use(archive):
    """Calls everything that an archive offers."""
    for name in archive.columns:
        try:
            archive[name]
        except KeyError:  # elements of a type of a later version
            pass
    for palette in archive.palettes:
        repr(palette)
    for costume in archive.costumes:
        repr(costume), costume.palette()
    for picture in archive.pictures:
        picture.rgba()
    for timeline in archive.timelines:
        repr(timeline), timeline.events(), timeline.reads
        for frame in timeline[:20]:
            repr(frame), frame.rgba()


class Forged(PackageTest):
    def setUp(self):
        super().setUp()
        self.base = Archive.open(GOLDEN / "v2.0.wardrobe")

    def accepted_by_python(self, data):
        """Also uses the archive without a check. However wrong it is, that raises only wardrobe.Error."""
        try:
            use(wardrobe.open(data))
        except wardrobe.Error:
            pass
        try:
            wardrobe.open(data).verify()
        except wardrobe.Error:
            return False
        return True

    def judge(self, cases):
        """Returns {name: the answer of each of READERS} for archives."""
        folder = self.folder / "forged"
        folder.mkdir()
        for number, data in enumerate(cases.values()):
            (folder / f"{number}.wardrobe").write_bytes(data)

        def judged_by_program(number):
            path = folder / f"{number}.wardrobe"
            verify, info = run("verify", path), run("info", path)
            self.assert_no_crash(verify)
            if info.status != 0:
                self.assert_trouble(info, path)
            if verify.status == 0:
                what = list(listing.LISTS)[number % len(listing.LISTS)]
                rows = self.rows(path, what)
                self.assertEqual(rows, listing.rows(Archive.open(path), what), f"{number}: {what}")
                self.assertEqual(rows, wardrobe.open(read(path)).list(what), f"{number}: {what}")
            return verify.status == 0, info.status == 0

        by_program = in_parallel(judged_by_program, range(len(cases)))
        by_node = ask("judged", folder)
        return {name: (*by_program[number], self.accepted_by_python(data), by_node[f"{number}.wardrobe"])
                for number, (name, data) in enumerate(cases.items())}

    def assert_judged(self, cases, accepted):
        """Asserts that all readers judge alike, and as `accepted` says for each name. Returns their answers."""
        said = self.judge(cases)
        wrong = [f"{name}: " + ", ".join(f"{reader} {answer}" for reader, answer in zip(READERS, answers))
                 for name, answers in said.items() if set(answers) != {accepted.get(name, answers[0])}]
        self.assertEqual(wrong, [], "accepted by")
        return said

    def test_tables(self):
        cases = {name: of_tables(self.base, forge) for name, forge in {**ACCEPTED_TABLES, **REFUSED_TABLES}.items()}
        self.assert_judged(cases, {name: name in ACCEPTED_TABLES for name in cases})

    def test_directories(self):
        cases = {name: of_directory(self.base, forge) for name, forge in REFUSED_DIRECTORIES.items()}
        self.assert_judged({"unchanged": of_directory(self.base, lambda *_: None), **cases},
                           {"unchanged": True, **dict.fromkeys(cases, False)})

    def test_frames(self):
        cases = {name: (data, right) for name, data, right in frame_cases(self.base)}
        self.assert_judged({name: data for name, (data, _) in cases.items()},
                           {name: right for name, (_, right) in cases.items()})

    def test_extreme_values(self):
        base, hashes = forger.Base.open(GOLDEN / "v2.0.wardrobe"), {"pictures.xxh64", "rooms.background_xxh64"}
        values = [forgery for forgery in forger.elements(base.columns)
                  if forgery.split("[")[0] not in hashes | {"pixels", "backgrounds"}]
        values = values if EXHAUSTIVE else random.Random(1).sample(values, 300)
        said = self.assert_judged({forgery: base.write(base.forge(forgery))[0] for forgery in values}, {})
        accepted = sum(map(all, said.values()))
        self.assertTrue(0.2 < accepted / len(said) < 0.8, f"{accepted} of {len(said)} archives accepted")


if __name__ == "__main__":
    unittest.main()
