"""Who wears what, wherever the program shows or chooses costumes. The sample's scripts say it."""

import json
import unittest

import images
from support import ProgramTest, run, sample


class Actors(ProgramTest):
    def setUp(self):
        super().setUp()
        self.archive = self.pack(sample(6), "a.wardrobe", "--rooms")

    def test_are_listed_with_their_costumes(self):
        wearers = {row["id"]: row["wearer"] for row in self.rows(self.archive, "costumes")}
        self.assertEqual(wearers, {1: "Pip in quay and 1 more", 2: "Lottie in quay", 3: "Mélusin in theatre",
                                   4: "actor 4 in quay", None: None})
        table = run("list", self.archive, "wearers")
        self.assertIn("entry of room 1 at ", table.out)
        self.assertIn("Mélusin", table.out)

    def test_choose_costumes_by_their_names(self):
        for name, rows in (("pip", [0]), ("LOTTIE", [0, 1]), ("mélus", [3])):
            listed = run("list", self.archive, "--costume", name, "--json")
            self.assertEqual([row["row"] for row in listed.json_lines()], rows, name)
        self.assert_trouble(run("list", self.archive, "--costume", "nobody at all"), "nobody at all", "wearers")
        several = run("list", self.archive, "--costume", "i")
        self.assert_trouble(several, "Lottie (1, 2)", "Pip (1)", "Mélusin (3)")
        self.assert_trouble(run("replay", self.archive, "--costume", "lottie", "--json"), "1, 2")

    def test_are_drawn_in_their_colours_and_at_their_place(self):
        def drawn(*options):
            image = self.folder / "image.png"
            self.assert_fine(run("replay", self.archive, *options, "-o", image, "--ticks", "1", "--force", "-q"))
            return images.rgba(image)

        recolours = self.rows(self.archive, "recolours")
        self.assertTrue(recolours)
        costume = str(recolours[0]["costume"])
        own = drawn("--costume", costume, "--chore", "stand", "--look", "0")
        self.assertTrue((own == drawn("--costume", costume, "--chore", "stand")).all())
        self.assertFalse((own == drawn("--costume", costume, "--chore", "stand", "--look", "1")).all())
        self.assert_trouble(run("replay", self.archive, "--costume", costume, "--look", "99", "--json"), "look 99, only 0 to")
        at_his_place = drawn("--actor", "pip", "--room", "1")
        self.assertTrue((at_his_place == drawn("--costume", "1", "--chore", "2", "--room", "1", "--at", "64,96",
                                               "--actor-scale", "255")).all())
        self.assertTrue((at_his_place == drawn("--actor", "1", "--room", "1")).all())

    def test_are_named_wherever_their_costumes_are_shown(self):
        label = "costume 1 (Pip in quay and 1 more)"
        nothing = run("diff", "/dev/null", self.archive, "--stat")
        self.assertIn(label, nothing.out)
        self.assertIn(f"{label}: 1 finding", run("diff", "/dev/null", self.archive).out)
        rows = run("diff", "/dev/null", self.archive, "--json").json_lines()
        self.assertEqual([one["wearer"] for one in rows if one["costume"] == 1], ["Pip in quay and 1 more"])
        self.assertEqual({one["wearer"] for one in rows if one["room"]}, {None})
        shot = self.folder / "shot.png"
        self.assert_fine(run("replay", self.archive, "--costume", "1", "-o", shot, "--ticks", "1", "-q"))
        self.assertIn(f"{label}\n", run("find", shot, self.archive).out)
        self.assertEqual(run("find", shot, self.archive, "--json").json_lines()[0]["wearer"], "Pip in quay and 1 more")
        self.assert_fine(run("export", self.archive, "--format", "hd", "--costume", "1", "-o", self.folder / "hd", "-q"))
        self.assertIn(f"{label}: 0 of ", run("hd", "check", self.folder / "hd").out)
        done = [row for row in run("hd", "check", self.folder / "hd", "--json").json_lines() if row["kind"] == "done"]
        self.assertEqual(done[0]["wearer"], "Pip in quay and 1 more")

    def test_are_named_in_exports(self):
        sheets = self.folder / "sheets"
        self.assert_fine(run("export", self.archive, "--format", "sheet", "--named", "-o", sheets, "-q"))
        index = json.loads((sheets / "index.json").read_text())
        self.assertEqual([(row["name"], row["wearer"]) for row in index["costumes"]],
                         [("costume-001-pip", "Pip in quay and 1 more"), ("costume-002-lottie", "Lottie in quay"),
                          ("costume-row002", None), ("costume-003-melusin", "Mélusin in theatre"),
                          ("costume-004", "actor 4 in quay")])
        sheet = json.loads((sheets / "costume-003-melusin.json").read_text())
        self.assertEqual(sheet["meta"]["wardrobe"]["wearer"], "Mélusin in theatre")
        self.assert_trouble(run("export", self.archive, "--format", "sheet", "--named", "--costume", "1", "-o",
                                self.folder / "a.png"), "--named")

    def test_are_exported_in_their_colours(self):
        def exported(look):
            path = self.folder / f"{look}.png"
            self.assert_fine(run("export", self.archive, "--format", "sheet", "--costume", "1", "--look", look, "-o", path, "-q"))
            return images.rgba(path)

        self.assertFalse((exported("0") == exported("1")).all())
        done = run("export", self.archive, "--format", "gif", "--look", "1", "-o", self.folder / "gifs", "-q")
        self.assertEqual(done.status, 1)
        self.assertIn("costume-002: there is no look 1, only 0 to 0", done.err)

    def test_that_scripts_do_not_place_need_a_place(self):
        self.assert_trouble(run("replay", self.archive, "--costume", "1", "--room", "1", "-o", self.folder / "a.png"),
                            "--at")
        self.assert_trouble(run("replay", self.archive, "--actor", "77", "--json"), "--actor 77", "wearers")
        self.assert_trouble(run("replay", self.archive, "--json"), "--costume, --actor or --room")

    def test_can_be_left_out(self):
        archive = self.pack(sample(1), "b.wardrobe", "--no-scripts")
        for what in ("wearers", "recolours", "calls"):
            self.assertEqual(self.rows(archive, what), [], what)
        self.assertTrue(self.rows(self.pack(sample(1), "c.wardrobe"), "wearers"))


if __name__ == "__main__":
    unittest.main()
