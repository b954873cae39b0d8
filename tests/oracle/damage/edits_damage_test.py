"""Damages every byte of edited pictures and of their manifest. The result is a clear refusal, or a new game with
other pictures in the slots that the manifest names, and the old ones everywhere else."""

import json
import pathlib
import shutil
import struct
import unittest
import zlib

import listing
from game_files import tiny_game
from picture_folder import PictureFolder
from plain_game import PlainGame
from reader import Archive
from support import EXHAUSTIVE, SANITIZED, ProgramTest, every, games_beside_the_sample, read, run, sample

CHANGES = (0xFF, 0x01, 0x80) if EXHAUSTIVE else (0xFF,)
STEP = 1 if EXHAUSTIVE else 7 if SANITIZED else 3  # Damages each STEP-th byte.
FROM_SAMPLE = 1 if EXHAUSTIVE else 61  # the same for larger games


def repaired(png):
    """Returns the PNG with valid checksums, so that decoders get to see the damage."""
    data, at = bytearray(png), 8
    while at + 12 <= len(data):
        size = struct.unpack_from(">I", data, at)[0]
        if size > len(data) - at - 12:
            break
        struct.pack_into(">I", data, at + 8 + size, zlib.crc32(data[at + 4:at + 8 + size]))
        at += 12 + size
    return bytes(data)


class Damage(ProgramTest):
    def edited(self, game):
        """Returns a folder in which the game's first picture is repainted."""
        archive = Archive.open(self.pack(game, f"{game.name}.wardrobe", "--level", "1"))
        pictures = PictureFolder(archive)
        row = next(row for row in pictures.rows if row["costume"] is not None and row["redirect"] is None)
        folder = pictures.write(self.folder / f"{game.name}-pictures", [row])
        colors = [value for value in set(pictures.pixels[row["file"]]) if value != row["transparent"]]
        pictures.paint(folder, row, bytes([colors[0]]) * (row["width"] * row["height"]))
        return archive, folder, row

    def assert_kept(self, old, new, archive, allowed):
        """Asserts that all pictures of the new game, read plainly, are the old ones, except in the slots that may
        differ."""
        for row in every(listing.pictures(archive)):
            slot = row["costume"], row["limb"], row["index"]
            if slot[0] is None or slot in allowed or row["redirect"] is not None:
                continue
            self.assertEqual(new.picture(*slot), old.picture(*slot), slot)

    def slots_named(self, manifest, archive):
        """Returns the slots that a manifest, damaged but readable, may change."""
        ids = {row["row"]: row["id"] for row in listing.costumes(archive)}
        return {(ids.get(row.get("costume_row")), *slot)
                for row in json.loads(manifest).get("pictures", []) for slot in row["slots"]}

    def damage(self, game, step):
        archive, folder, row = self.edited(game)
        version = int(archive["game.version"][0])
        old = PlainGame(game, version)
        manifest = read(folder / "manifest.json")
        cases = [(name, at, change) for name in ("manifest.json", row["file"])
                 for at in range(0, len(read(folder / name)), step) for change in CHANGES]

        def one(case):
            name, at, change = case
            here = self.folder / f"{game.name}-{name.replace('/', '-')}-{at}-{change}"
            shutil.copytree(folder, here / "pictures")
            data = bytearray(read(folder / name))
            data[at] ^= change
            (here / "pictures" / name).write_bytes(repaired(data) if name.endswith(".png") else data)
            done = run("apply", game, here / "pictures", "-o", here / "new")
            self.assert_no_crash(done)
            if done.status == 0:
                text = bytes(data) if name == "manifest.json" else manifest
                self.assert_kept(old, PlainGame(here / "new", version), archive, self.slots_named(text, archive))
            else:
                self.assert_trouble(done)
                self.assertFalse((here / "new").exists())
            self.assertEqual(sorted(path.name for path in here.iterdir() if path.name != "new"), ["pictures"])
            shutil.rmtree(here)

        before = {path: read(path) for path in pathlib.Path(game).iterdir()}
        self.check_all(one, cases)
        self.assertEqual({path: read(path) for path in pathlib.Path(game).iterdir()}, before)
        print(f"{len(cases)} damaged edits of {game.name}: nothing crashed, nothing else changed")

    def test_of_a_tiny_game(self):
        self.damage(tiny_game(5).write(self.folder / "tiny5"), STEP)
        self.damage(tiny_game(6).write(self.folder / "tiny6"), STEP)

    def test_of_cels(self):
        for game in (sample(7), sample(8), *games_beside_the_sample(["synth16_7"])):
            self.damage(game, FROM_SAMPLE)


if __name__ == "__main__":
    unittest.main()
