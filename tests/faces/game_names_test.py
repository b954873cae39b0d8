"""Names that games give are the same in `wardrobe list` and the packages, in other languages than English, too."""

import json
import subprocess
import unittest

from languages import PackageTest, ROOT, wardrobe
from support import run, sample

READ = f"""
import {{ open }} from "{(ROOT / 'tools/library/javascript/wardrobe.js').as_uri()}";
const archive = await open(process.argv[1]);
const names = (rows) => rows.map((one) => one.name);
console.log(JSON.stringify([names(archive.rooms.flatMap((room) => room.objects)), names(archive.timelines)]));
"""


class Names(PackageTest):
    def forged_names(self, form, column):
        """Returns an archive in whose names letters are ü, @ and control characters in turn."""
        def change(image):
            for at in range(len(image.column(column)[2])):
                image.change(column, at, b"\x81n\x02@"[at % 4])
        return self.forged(self.pack(sample(6).parent / form, f"{form}.wardrobe", "--rooms"), change)

    def test_are_read_in_code_page_437(self):
        for form, column in (("v6", "objects.name"), ("he", "records.name")):
            path = self.forged_names(form, column)
            listed = [[row["name"] for row in run("list", path, what, "--json").json_lines()]
                      for what in ("objects", "timelines")]
            self.assertTrue(any("ü" in (name or "") for names in listed for name in names), form)
            archive = wardrobe.open(path)
            self.addCleanup(archive.close)
            objects = [one.name for room in archive.rooms for one in room.objects]
            self.assertEqual([objects, [one.name or None for one in archive.timelines]], listed)
            out = subprocess.run(["node", "--input-type=module", "-e", READ, path], capture_output=True, check=True).stdout
            in_javascript = json.loads(out)
            self.assertEqual([in_javascript[0], [name or None for name in in_javascript[1]]], listed)


if __name__ == "__main__":
    unittest.main()
