"""The pictures and records of the test games are those that the artists made (games/README.md)."""

import json
import unittest

import listing
from reader import Archive
from support import GAMES, ProgramTest, read, test_games

FIELDS = ("costume", "limb", "index", "width", "height", "x", "y", "xinc", "yinc", "xxh64")


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def picture_rows(rows):
    return sorted(tuple(row[field] for field in FIELDS) for row in rows)


def truth(kind, game):
    path = GAMES / "truth" / f"{game.name}.{kind}.jsonl"
    return lines(path) if path.exists() else None


def shown(archive, costume, window):
    """Returns the commands of a window or, for an AKOS, which may have codes of two bytes, its cels."""
    commands = listing.commands(archive, costume, window)
    if archive["costumes.kind"][costume] == 0:
        return commands
    cels = []
    while commands:
        code = commands.pop(0)
        cels.append(((code << 8) | commands.pop(0)) & 0xFFF if code & 0x80 else code)
    return cels


def records(archive):
    """Yields a record's costume id, number, mask, and what it does to its limbs, from the archive's columns."""
    for costume in range(archive.rows("costumes")):
        for record in archive.row_range("costumes.record_offset", costume):
            limbs = []
            for window in archive.row_range("records.window_offset", record):
                mode = archive["windows.mode"][window]
                limbs.append({"limb": int(archive["windows.limb"][window]),
                              "disabled": bool(mode == 1), "noloop": bool(mode == 3),
                              "cmds": shown(archive, costume, window)})
            yield (listing.costume_id(archive, costume),
                   int(archive["records.number"][record]),
                   sum(0x8000 >> limb["limb"] for limb in limbs), limbs)


class Truth(ProgramTest):
    def setUp(self):
        super().setUp()
        self.packed = [(game, self.pack(game, f"{game.name}.wardrobe")) for game in test_games()]

    def test_pictures_are_the_artists_and_no_others(self):
        for game, archive in self.packed:
            self.assertEqual(picture_rows(self.rows(archive, "pictures")),
                             picture_rows(truth("pictures", game)), game.name)

    def test_pixels_are_the_artists(self):
        for game, path in self.packed:
            archive = Archive.open(path)
            expected = {row["xxh64"] for row in truth("pictures", game)}
            seen = {f"{int(xxh64):016x}": archive.pixels(row).tobytes()
                    for row, xxh64 in enumerate(archive["pictures.xxh64"])}
            self.assertEqual(set(seen), expected, game.name)
            for name, pixels in seen.items():
                self.assertEqual(pixels, read(GAMES / "truth" / "pixels" / f"{name}.idx"), name)

    def test_records_do_what_the_artists_wrote(self):
        compared = 0
        for game, path in self.packed:
            rows = truth("records", game)
            if rows is None:
                continue
            expected = [(row["costume"], row["record"], row["mask"],
                         sorted(row["limbs"], key=lambda limb: limb["limb"])) for row in rows]
            by_number = lambda row: row[:2]
            self.assertEqual(sorted(records(Archive.open(path)), key=by_number),
                             sorted(expected, key=by_number), game.name)
            compared += len(expected)
        self.assertGreater(compared, 0)

    def test_both_forms_of_a_game_give_the_same_pictures(self):
        forms = {}
        for game, path in self.packed:
            archive = Archive.open(path)
            forms.setdefault(game.name[:-1], []).append(
                (listing.rows(archive, "pictures"), archive["pixels"].tobytes()))
        self.assertEqual(len(forms), 3)
        for name, (five, six, *akos) in forms.items():
            self.assertEqual(five, six, name)
            for seven in akos:
                self.assertEqual({row["xxh64"] for row in seven[0]},
                                 {row["xxh64"] for row in six[0]}, name)


if __name__ == "__main__":
    unittest.main()
