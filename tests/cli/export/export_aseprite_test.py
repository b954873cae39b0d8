"""`wardrobe export --format aseprite`: two third-party parsers find the frames of the sheet in the files."""

import json
import pathlib
import subprocess
import unittest

import numpy

from exported import ExportCase, games_with_truth, sample_games, sheets_in
from forge import Image, archive_of
from support import AKOS_GAME_NAMES, EXHAUSTIVE, GAME_NAMES, not_under_sanitizers, sample
from reader import Archive

READER = pathlib.Path(__file__).parents[1] / "readers" / "aseprite.cjs"
READERS = ("ase-parser", "aseprite")


def read_with(reader, folder, files):
    """Runs a reader on files; returns, for each file, its JSON and its frames as arrays."""
    out = folder / reader
    out.mkdir(exist_ok=True)
    done = subprocess.run(["node", READER, reader, out, *files], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"{reader}: {done.stderr[-1500:]}")
    found = {}
    for file in files:
        data = json.loads((out / f"{file.stem}.json").read_text())
        shape = (len(data["frames"]), data["height"], data["width"], 4)
        found[file.stem] = data, numpy.fromfile(out / f"{file.stem}.rgba", "u1").reshape(shape)
    return found


class AsepriteTest(ExportCase):
    def check_reading(self, reader, sheet, data, frames):
        self.assertEqual(len(frames), len(sheet))
        for number, frame in enumerate(frames):
            if not numpy.array_equal(frame, sheet.frame(number)):
                self.fail(f"{reader}: {sheet.name}: frame {number} is not that of the sheet")
        self.assertEqual([frame["milliseconds"] for frame in data["frames"]],
                         [entry["duration"] for entry in sheet.data["frames"]])
        self.assertEqual([(tag["name"], tag["from"], tag["to"]) for tag in data["tags"]],
                         [(tag["name"], tag["from"], tag["to"]) for tag in sheet.tags])
        self.assertEqual(data["layers"], [layer["name"] for layer in sheet.data["meta"]["layers"]])

    @not_under_sanitizers
    def test_two_readers_find_the_frames_of_the_sheet(self):
        """Every frame of every game is that of the sheet, which export_sheet_test compares with `replay`."""
        def one(case):
            number, (name, game) = case
            archive = self.pack(game, f"{name}.wardrobe")
            sheets = {sheet.name: sheet for sheet in sheets_in(self.export(archive, "sheet", f"{archive.stem}-sheet"))}
            folder = self.export(archive, "aseprite", f"{archive.stem}-aseprite")
            for reader in READERS if EXHAUSTIVE else READERS[number % 2:][:1]:
                found = read_with(reader, folder, sorted(folder.glob("*.aseprite")))
                self.assertEqual(set(found), set(sheets))
                for stem, (data, frames) in found.items():
                    self.check_reading(reader, sheets[stem], data, frames)

        self.check_all(one, enumerate(games_with_truth(GAME_NAMES + AKOS_GAME_NAMES).items()))

    @not_under_sanitizers
    def test_what_stands_beside_the_pixels(self):
        archive = self.pack(sample(6))
        sheets = {sheet.name: sheet for sheet in sheets_in(self.export(archive, "sheet", f"{archive.stem}-sheet"))}
        folder = self.export(archive, "aseprite", f"{archive.stem}-aseprite")
        files = sorted(folder.glob("*.aseprite"))
        links = 0
        for stem, (data, _) in read_with("ase-parser", folder, files).items():
            sheet = sheets[stem]
            self.assertEqual([data["anchor"]["x"], data["anchor"]["y"]], sheet.about["anchor"])
            self.assertEqual([tag["repeat"] for tag in data["tags"]],
                             [int(tag.get("repeat", 0)) for tag in sheet.tags])
            self.assertEqual((data["transparent"], len(data["palette"])), (0, 32 if stem.endswith("4") else 16))
            links += sum(frame["links"] for frame in data["frames"])
        self.assertGreater(links, 1000, "cels are stored again and again")
        for stem, (data, _) in read_with("aseprite", folder, files).items():
            self.check_user_data(archive, sheets[stem], data)

    def check_user_data(self, archive, sheet, data):
        """Tags have their chore and direction; layers and cels have the slot of their picture."""
        texts = [json.loads(text) if text else None for text in data["texts"][0]]
        tags = [json.loads(tag["data"]) if "data" in tag else None for tag in sheet.tags]
        self.assertEqual(texts[:len(tags)], tags)
        row = sheet.about["row"]
        layers = texts[len(tags):len(tags) + len(data["layers"])]
        self.assertEqual({layer["costume_row"] for layer in layers}, {row})
        slots = {(picture["limb"], picture["index"]) for picture in self.rows(archive, "pictures")
                 if picture["costume_row"] == row}
        cels = texts[len(tags) + len(layers):] + [json.loads(text) for frame in data["texts"][1:] for text in frame]
        self.assertGreater(len(cels), 10)
        for cel in cels:
            self.assertIn((cel["limb"], cel["index"]), slots)
        shown = {(cel[0], cel[1], cel[4]) for line in self.rows(archive, "timelines") if line["costume_row"] == row
                 for frame in line["frames"] for cel in frame}
        self.assertEqual({(cel["limb"], cel["index"], cel["flip"]) for cel in cels}, shown)

    @not_under_sanitizers
    def test_transparent_values_of_akos(self):
        for name, game in sample_games().items():
            folder = self.export(self.pack(game, f"{name}.wardrobe"), "aseprite", f"{name}-aseprite")
            values = {data["transparent"] for data, _ in
                      read_with("ase-parser", folder, sorted(folder.glob("*.aseprite"))).values()}
            self.assertEqual(values, {0, 255} if name in ("v7", "v8", "he") else {0}, name)

    @not_under_sanitizers
    def test_limbs_drawn_twice_and_out_of_order(self):
        """In this costume, frames draw their limbs in other orders, and some limbs several times."""
        archive = Archive.open(self.pack(sample(7)))
        image = Image(archive)
        image.column("cels.limb")[2] = bytes((15 - limb) // 2 for limb in archive["cels.limb"].tolist())
        path = self.folder / "mixed.wardrobe"
        path.write_bytes(archive_of(image.write()))
        sheets = {sheet.name: sheet for sheet in sheets_in(self.export(path, "sheet", "mixed-sheet"))}
        folder = self.export(path, "aseprite", "mixed-aseprite")
        twice = 0
        lifted = 0
        for stem, (data, frames) in read_with("ase-parser", folder, sorted(folder.glob("*.aseprite"))).items():
            self.check_reading("ase-parser", sheets[stem], data, frames)
            twice += any(name.endswith(" (2)") for name in data["layers"])
            lifted += sum(any(frame["z"]) for frame in data["frames"])
        self.assertGreater(twice, 0)
        self.assertGreater(lifted, 10)


if __name__ == "__main__":
    unittest.main()
