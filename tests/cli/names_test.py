"""Names that a person gave in the page, wherever the program shows or chooses costumes."""

import csv
import json
import unittest

from support import ProgramTest, run, sample

NAMES = {"costumes": {"1": " Captain Ada ", "#2": "Gull", "3": 5, "99": "Nobody"},
         "chores": {"1": {"6": "bows", "7": "bows", "2": "walk", "3": "init"}, "4": []}}


class Names(ProgramTest):
    def setUp(self):
        super().setUp()
        self.archive = self.pack(sample(6), "a.wardrobe")
        self.other = self.pack(sample(5), "b.wardrobe")
        self.names = self.folder / "names.json"
        self.names.write_text(json.dumps(NAMES))

    def named(self, *arguments):
        return run(*arguments, "--names", self.names)

    def test_go_before_what_scripts_say(self):
        listed = self.named("list", self.archive, "--json")
        self.assertEqual([row["wearer"] for row in listed.json_lines()],
                         ["Captain Ada", "Lottie in quay", "Gull", "Mélusin in theatre", "actor 4 in quay"])
        self.assertIn("  Captain Ada  ", self.named("list", self.archive).out)
        label = "costume 1 (Captain Ada)"
        self.assertIn(label, self.named("diff", "/dev/null", self.archive, "--stat").out)
        self.assertIn(f"{label}: 1 finding", self.named("diff", "/dev/null", self.archive).out)
        shot = self.folder / "shot.png"
        self.assert_fine(run("replay", self.archive, "--costume", "1", "-o", shot, "--ticks", "1", "-q"))
        self.assertIn(f"{label}\n", self.named("find", shot, self.archive).out)
        self.assertEqual(self.named("find", shot, self.archive, "--json").json_lines()[0]["wearer"], "Captain Ada")

    def test_choose_costumes(self):
        for name, rows in (("ada", [0]), ("GULL", [2]), ("pip", [0]), ("1", [0])):
            listed = self.named("list", self.archive, "--costume", name, "--json")
            self.assertEqual([row["row"] for row in listed.json_lines()], rows, name)
        self.assert_trouble(run("list", self.archive, "--costume", "ada"), "ada")

    def test_of_chores_are_told_apart(self):
        rows = self.named("list", self.archive, "timelines", "--json").json_lines()
        names = {row["chore"]: row["name"] for row in rows if row["costume"] == 1}
        self.assertEqual(names, {1: None, 2: "walk", 3: "init (3)", 4: None, 5: None, 6: "bows (6)", 7: "bows (7)"})
        table = list(csv.DictReader(self.named("list", self.archive, "timelines", "--csv").out.splitlines()))
        self.assertEqual([row["name"] for row in table], [row["name"] or "" for row in rows])
        self.assertIn("  bows (6)", self.named("list", self.archive, "timelines", "--costume", "1", "--chore", "6").out)
        self.assertEqual({row["name"] for row in run("list", self.archive, "timelines", "--json").json_lines()}, {None})

    def test_are_in_exports(self):
        sheets = self.folder / "sheets"
        self.assert_fine(self.named("export", self.archive, "--format", "sheet", "--named", "-o", sheets, "-q"))
        index = json.loads((sheets / "index.json").read_text())
        self.assertEqual([(row["name"], row["wearer"]) for row in index["costumes"]][:3],
                         [("costume-001-captain-ada", "Captain Ada"), ("costume-002-lottie", "Lottie in quay"),
                          ("costume-row002-gull", "Gull")])
        self.assertIn("bows (6) W", [row["name"] for row in index["costumes"][0]["timelines"]])
        sheet = json.loads((sheets / "costume-001-captain-ada.json").read_text())
        self.assertEqual(sheet["meta"]["wardrobe"]["wearer"], "Captain Ada")
        self.assertIn("bows (6) W loop", sheet["animations"])
        self.assertIn("walk W", sheet["animations"])
        one = self.folder / "ada.png"
        self.assert_fine(self.named("export", self.archive, "--format", "sheet", "--costume", "ada", "-o", one, "-q"))
        self.assertIn("bows (7) W", json.loads(one.with_suffix(".json").read_text())["animations"])
        rows = self.folder / "rows.json"
        self.assert_fine(self.named("export", self.archive, "--format", "json", "-o", rows, "-q"))
        self.assertEqual(json.loads(rows.read_text())["costumes"][2]["wearer"], "Gull")
        tagged = self.folder / "hero.aseprite"
        self.assert_fine(self.named("export", self.archive, "--format", "aseprite", "--costume", "1", "-o", tagged, "-q"))
        self.assertIn(b"bows (6) W", tagged.read_bytes())

    def test_belong_to_a_game(self):
        self.names.write_text(json.dumps({"game": "0123456789abcdef01234567", **NAMES}))
        for command in (("list", self.archive), ("diff", self.archive, self.other)):
            self.assert_trouble(self.named(*command), "--names", "another game", '"game"')
        several = self.named("list", self.archive, self.other)
        self.assert_fine(several)
        self.assertNotIn("Ada", several.out)

    def test_that_are_none_are_refused(self):
        for text, message in (("[]", "no names"), ("{}", "no names"), ("{", "JSON"), ('{"costumes": 5}', "no names")):
            self.names.write_text(text)
            self.assert_trouble(self.named("list", self.archive), "names.json", message)
        self.names.unlink()
        self.assert_trouble(self.named("find", self.names, self.archive), "names.json")

    def test_are_short(self):
        self.names.write_text(json.dumps({"costumes": {"1": "é" * 99}}))
        self.assertEqual(self.named("list", self.archive, "--json").json_lines()[0]["wearer"], "é" * 80)


if __name__ == "__main__":
    unittest.main()
