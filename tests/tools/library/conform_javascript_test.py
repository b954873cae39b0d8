"""What the JavaScript package plays and draws conforms."""

import pathlib
import unittest

import zstandard

from packages import ROOT, PackageTest

from support import AKOS_GAME_NAMES, GAME_NAMES, games_beside_the_sample, run, sample

HARNESS = pathlib.Path(__file__).parent / "javascript" / "conform.mjs"
MODULE = ROOT / "tools" / "library" / "javascript" / "wardrobe_pack.wasm"
VERSIONS = ("v1", "v2", "v3-16", "v3", "v4", "v5", "v6", "v7", "v8", "he")


class Conform(PackageTest):
    def archives(self):
        games = [sample(6).parent / version for version in VERSIONS]
        games += games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES)
        return [self.pack(game, f"{game.name}.wardrobe") for game in games]

    def assert_conforms(self, archive, *arguments):
        done = run("conform", archive, "--", "node", HARNESS, *arguments, timeout=200)
        self.assert_fine(done)
        self.assertIn("ticks are the same", done.out)

    def test_timelines(self):
        for archive in self.archives():
            image = archive.with_suffix(".image")
            with archive.open("rb") as file, image.open("wb") as out:
                reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
                out.write(reader.read())
            self.assert_conforms(archive, image)

    @unittest.skipUnless(MODULE.exists(), "tools/page.sh has not made the module")
    def test_live_players(self):
        for archive in self.archives():
            self.assert_conforms(archive, archive, MODULE)


if __name__ == "__main__":
    unittest.main()
