"""Archives of games of versions 1 to 3 hold what a second, plain reader finds in the files."""

import shutil
import unittest

import listing
from picture_folder import PictureFolder
from plain_old import OldCostume, OldGame
from reader import Archive
from support import ProgramTest, run, sample

OLD_VERSIONS = {1: 1, 2: 2, "3-16": 30, 3: 3}  # form of the sample: game.version


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class OldGames(ProgramTest):
    def packed(self, version):
        return self.pack(sample(version), f"v{version}.wardrobe", "--force")

    def test_can_be_told_which_version_they_are(self):
        for version in OLD_VERSIONS:
            number = str(version)[0]
            path = self.pack(sample(version), "told.wardrobe", "--force", "--game", number)
            archive = Archive.open(path)
            self.assertEqual(archive["game.version"][0], OLD_VERSIONS[version])
            self.assertEqual(bytes(archive["game.evidence"]), f"--game {number}".encode())

    def test_have_the_pictures_that_their_files_hold(self):
        for version in OLD_VERSIONS:
            path = self.packed(version)
            archive, game, compared = Archive.open(path), OldGame(sample(version), version), 0
            for row in self.rows(path, "pictures"):
                if row["costume"] is None:
                    continue
                costume = OldCostume(game.costumes[row["costume"]], version)
                *shape, pixels = costume.picture(row["limb"], row["index"])
                self.assertEqual([row[name] for name in ("width", "height", "x", "y", "xinc", "yinc")], shape)
                self.assertEqual(archive.pixels(row["picture"]).tobytes(), pixels, row)
                compared += 1
            self.assertGreater(compared, 300, version)

    def test_have_the_records_and_colours_that_their_files_hold(self):
        for version in OLD_VERSIONS:
            archive, game = Archive.open(self.packed(version)), OldGame(sample(version), version)
            for costume in range(archive.rows("costumes")):
                number = listing.costume_id(archive, costume)
                if number is None:
                    continue
                plain, found = OldCostume(game.costumes[number], version), {}
                for record in archive.row_range("costumes.record_offset", costume):
                    limbs = found[int(archive["records.number"][record])] = {}
                    for window in archive.row_range("records.window_offset", record):
                        mode = archive["windows.mode"][window]
                        commands = bytes(listing.commands(archive, costume, window))
                        limbs[int(archive["windows.limb"][window])] = None if mode == 1 else (commands, mode == 2)
                self.assertEqual(found, plain.records())
                self.assertEqual(list(archive.blob("costumes.color", costume)), game.colors(number))
                self.assertEqual(archive["costumes.format"][costume], plain.format)

    def test_have_the_colours_of_maniac_mansions_actors_only_in_that_game(self):
        for zak in (False, True):
            folder = self.folder / f"zak{zak}"
            shutil.copytree(sample(1), folder)
            index = folder / "00.LFL"
            data = bytes(byte ^ 0xFF for byte in index.read_bytes())
            lists = data[2 + 800:]
            if zak:  # 775 objects, 61 rooms, 37 costumes, 155 scripts, 120 sounds
                data = data[:2 + 775]
                for count, wanted in ((55, 61), (35, 37), (200, 155), (100, 120)):
                    rooms, offsets, lists = lists[:count], lists[count:3 * count], lists[3 * count:]
                    data += rooms.ljust(wanted, b"\0")[:wanted] + offsets.ljust(2 * wanted, b"\0")[:2 * wanted]
                index.write_bytes(bytes(byte ^ 0xFF for byte in data))
            archive = Archive.open(self.pack(folder, "a.wardrobe", "--force"))
            game, colors = OldGame(folder, 1), []
            for costume in range(archive.rows("costumes")):
                number = listing.costume_id(archive, costume)
                if number is None:
                    continue
                colors.append(list(archive.blob("costumes.color", costume)))
                self.assertEqual(colors[-1], game.colors(number))
            self.assertEqual(colors == [[0, 12, 7, 0]] * 4, zak)
            self.assertEqual([0, 5, 6, 0] in colors, not zak)

    def test_are_not_edited_before_version_3(self):
        for version in (1, 2, "3-16"):
            art = self.folder / f"art{version}"
            run("export", self.packed(version), "-o", art, "--format", "pictures")
            self.assert_trouble(run("apply", sample(version), art, "-o", self.folder / "new"), "version")

    def test_are_edited_where_rooms_have_a_folder_of_their_own(self):
        for index, names in (("00.LFL", ("", "00.LFL", "Rooms")),
                             ("Rooms/00.LFL", ("", "Rooms", "Rooms/", "Rooms/00.LFL", "Rooms/01.LFL"))):
            game = self.folder / index.replace("/", " in ")
            shutil.copytree(sample(3), game / "Rooms")
            (game / "Rooms" / "00.LFL").rename(game / index)
            (game / "README").write_text("not of the game")
            before = contents(game)
            for name in names:
                named = f"{game}/{name}"
                pictures = PictureFolder(Archive.open(self.pack(named, "a.wardrobe", "--force")))
                row = pictures.rows[0]
                art = pictures.write(self.folder / "art", [row])
                pictures.paint(art, row, b"\1", 1, 1)
                self.assert_trouble(run("apply", named, art, "-o", game / "new"), "new: is inside an input, ")
                new = self.folder / "new"
                done = run("apply", named, art, "-o", new)
                self.assert_fine(done)
                want = set(before)
                if name.endswith(".LFL"):
                    want.remove("README")
                if name.endswith("01.LFL"):
                    want = {name}
                after = contents(new)
                self.assertEqual(after.keys(), want, named)
                changed, = (file for file in after if after[file] != before[file])
                self.assertIn(f"{changed}: ", done.out)
                self.assertEqual(contents(game), before)
                shutil.rmtree(new)


if __name__ == "__main__":
    unittest.main()
