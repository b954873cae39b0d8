"""Scripts of the sample and the test games, walked by the plain reader."""

import collections
import unittest

from script_files import scripts_of
from script_rows import best_walks
from script_walk import Bad, StackWalk
from support import AKOS_GAME_NAMES, GAME_NAMES, ProgramTest, games_beside_the_sample, sample

HE = 71  # the Humongous form of the sample
VERSIONS = (1, 2, "3-16", *range(3, 9), HE)


def games():
    """Yields the folder and the version of each game."""
    for version in VERSIONS:
        yield sample(version) if version != HE else sample(8).parent / "he", version
    for folder in games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES):
        yield folder, int(folder.name[-1])


class Scripts(ProgramTest):
    def test_end_exactly_and_jump_to_instructions(self):
        kinds = collections.Counter()
        for folder, version in games():
            scripts = scripts_of(folder, version)
            for script, walk in best_walks(scripts, version):
                place = f"version {version}: {script}"
                self.assertNotIsInstance(walk, Bad, f"{place}: {walk}")
                self.assertLessEqual(walk.targets, set(walk.starts), place)
                self.assertLessEqual(set(script.entries), set(walk.starts), place)
                self.assertEqual(walk.last, "stopObjectCode", place)
                if isinstance(walk, StackWalk):
                    self.assertEqual(walk.missing, 0, place)
                kinds[version, script.kind] += 1
            print(f"{folder.name}: {len(scripts)} scripts")
        for version in VERSIONS:
            for kind in ("global", "entry", "exit", "object", *(["local"] if version not in (1, 2) else [])):
                self.assertGreater(kinds[version, kind], 0, f"version {version} has no script of kind {kind}")


if __name__ == "__main__":
    unittest.main()
