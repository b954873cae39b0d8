"""What a killed run of pack into a folder leaves; pack_collection.console has everything else about many games."""

import json
import shutil
import signal
import subprocess
import time
import unittest

import xxhash

from support import ENVIRONMENT, EXHAUSTIVE, PROGRAM, ProgramTest, read, run, sample

VERSIONS = (1, 2, 3, 4, 5, 6, 7, 8)
KILLS = 50 if EXHAUSTIVE else 12


def report_of(folder):
    return [json.loads(line) for line in (folder / "report.jsonl").read_text().splitlines()]


def archives_in(folder):
    return {path.name: read(path) for path in folder.glob("*.wardrobe")}


class PackCollection(ProgramTest):
    def setUp(self):
        super().setUp()
        self.games, self.out = self.folder / "games", self.folder / "out"
        self.games.mkdir()

    def pack_all(self):
        self.assert_fine(run("pack", self.games, "-o", f"{self.out}/"))
        return report_of(self.out)

    def test_a_killed_run_goes_on_where_it_was(self):
        for copy in range(2):
            for version in VERSIONS:
                shutil.copytree(sample(version), self.games / f"v{version}-{copy}")
        whole_report = self.pack_all()
        whole = archives_in(self.out)
        self.assertEqual({row["archive"]: row["xxh64"] for row in whole_report},
                         {name: xxhash.xxh64_hexdigest(data) for name, data in whole.items()})
        shutil.rmtree(self.out)
        begin = time.monotonic()
        self.pack_all()
        takes = time.monotonic() - begin
        kept = 0
        for kill in range(KILLS):
            shutil.rmtree(self.out)
            process = subprocess.Popen([PROGRAM, "pack", self.games, "-o", f"{self.out}/", "-q"], env=ENVIRONMENT)
            time.sleep(takes * kill / KILLS)
            process.send_signal(signal.SIGKILL)
            process.wait()
            for name, bytes_of in archives_in(self.out).items() if self.out.exists() else ():
                self.assertEqual(bytes_of, whole[name], f"{name} after kill {kill}")
            report = self.pack_all()
            kept += sum(row.pop("kept") for row in report)
            self.assertEqual(report, [{name: row[name] for name in row if name != "kept"} for row in whole_report])
            self.assertEqual(archives_in(self.out), whole, kill)
        self.assertGreater(kept, 0, "no kill came between two games")


if __name__ == "__main__":
    unittest.main()
