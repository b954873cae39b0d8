"""Who wears what, as the program reads it out of scripts, compared with the plain reader."""

import collections
import json
import unittest

from script_files import scripts_of
from script_games import HE, VERSIONS, ScriptGame, Speaker, Writer
from script_rows import Rows, best_walks
from script_walk import Bad, StackWalk
from support import AKOS_GAME_NAMES, EXHAUSTIVE, GAME_NAMES, ProgramTest, every, games_beside_the_sample, sample

AT_ONCE = 60  # instructions in a script


def sample_of(version):
    return sample(8).parent / "he" if version == HE else sample(version)


def games():
    """Yields the folder and the version of each game."""
    yield from ((sample_of(version), version) for version in VERSIONS)
    yield from ((folder, int(folder.name[-1])) for folder in games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES))


def texts(rows):
    """Returns the rows as a set; two commands of one instruction may say the same."""
    return {json.dumps(row, sort_keys=True) for row in rows}


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

    def compare(self, folder, version, what):
        """Compares what the program and the plain reader say of a game; returns the rows of wearers."""
        archive = self.folder / "a.wardrobe"
        self.pack(folder, archive.name, "--force")
        costumes = {number: row["row"] for row in self.rows(archive, "costumes")
                    for number in [row["id"], *row["aliases"]] if number is not None}
        plain = Rows(scripts_of(folder, version), version, costumes)
        for name, rows in (("wearers", plain.wearer_rows()), ("calls", plain.call_rows()),
                           ("recolours", plain.recolour_rows())):
            listed, read = texts(self.rows(archive, name)), texts(rows)
            self.assertEqual((listed - read, read - listed), (set(), set()), f"{what}: {name}: only listed, only plain")
        return plain.wearer_rows()

    def test_say_the_same_to_both(self):
        for folder, version in games():
            rows = self.compare(folder, version, folder.name)
            if version in VERSIONS and folder == sample_of(version):
                every(rows)

    def test_of_every_instruction(self):
        """After each instruction, an actor puts on a costume: whoever reads too far or not far enough misses it."""
        for version in VERSIONS:
            writer, game = Writer(version), ScriptGame(sample_of(version), version)
            all_of_them = [code for _, code in writer.every_instruction()]
            for first in range(0, len(all_of_them), AT_ONCE):
                some = all_of_them[first:first + AT_ONCE]
                code = b"".join(one + writer.wears(1, 2) for one in some) + writer.stop()
                folder = game.with_script(code).write(self.folder / f"{version}-{first}")
                rows = self.compare(folder, version, f"version {version}, instructions from {first} on")
                of_this = [row for row in rows if row["script"] and row["script"]["number"] == 1]
                self.assertGreaterEqual(len(of_this), len(some))

    def test_by_chance(self):
        for version in VERSIONS:
            game = ScriptGame(sample_of(version), version)
            for seed in range(200 if EXHAUSTIVE else 4):
                code = Speaker(version, seed).script((3, 8, 30, 60)[seed % 4])
                folder = game.with_script(code).write(self.folder / f"{version}-{seed}")
                self.compare(folder, version, f"version {version}, seed {seed}")


if __name__ == "__main__":
    unittest.main()
