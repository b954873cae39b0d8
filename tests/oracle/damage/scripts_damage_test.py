"""Damaged and hostile scripts cost no costume, little time and little memory. formats/LIMITS.md has the limits."""

import collections
import unittest

import bombs
from damaged_game import DamagedGameTest, described
from script_games import HE, VERSIONS, ScriptGame, Speaker, flipped, hostile, object_of, repeated, with_objects
from support import EXHAUSTIVE, not_under_sanitizers, sample, some_of_each


class ScriptsDamage(DamagedGameTest):
    def setUp(self):
        super().setUp()
        self.games = {version: ScriptGame(sample(8).parent / "he" if version == HE else sample(version), version)
                      for version in VERSIONS}

    def check_games(self, cases):
        """`cases` are (version, what, game)."""
        intacts = {version: described(self.intact(game)) for version, game in self.games.items()}

        def one(case):
            version, what, game = case
            _, archive = self.pack_damaged(game, what)
            self.assertIsNotNone(archive, f"{game.name}: {what}: refused")
            self.assertEqual(described(archive), intacts[version], f"{game.name}: {what}")

        kinds = collections.Counter(what for _, what, _ in cases)
        print(*(f"{count} {what}" for what, count in sorted(kinds.items())), sep=", ")
        self.check_all(one, cases)

    def test_hostile_ones(self):
        cases = [(version, what, code) for version in VERSIONS for what, code in hostile(version)]
        cases = some_of_each(lambda case: case[:2], cases)
        self.check_games([(version, what, self.games[version].with_script(code)) for version, what, code in cases])

    def test_changed_bytes(self):
        self.check_games([(version, f"{number} bytes changed", game) for version, game in self.games.items()
                          for number, game in enumerate(flipped(game, 1, 60 if EXHAUSTIVE else 6), 1)])

    def test_entries_of_the_index_that_name_one_place(self):
        self.check_games([(version, "many entries", damaged) for version, game in self.games.items()
                          for damaged in repeated(game)])

    def test_verbs_into_one_another(self):
        for version in (5, 6, 8):
            code = Speaker(version).script(200)
            intact = self.intact(with_objects(version))
            for count in (1, 200, 5000):
                verbs = [(1 + number % 250, number * 7 % (len(code) + 9)) for number in range(count)]
                game = with_objects(version, *[object_of(version, verbs, code)] * 3)
                _, archive = self.pack_damaged(game, f"{count} verbs")
                found, expected = (list(described(one, ("offset",)).values()) for one in (archive, intact))
                self.assertEqual(found, expected, f"version {version}: {count} verbs")

    @not_under_sanitizers
    def test_take_little_memory(self):
        """The hostile scripts that are large, and what they take in memory beside the game itself."""
        folder = self.games[6].write(self.folder / "intact")
        _, _, little = bombs.measured("pack", folder, "-q", "-o", self.folder / "a")
        most = collections.Counter()
        for version in VERSIONS:
            for number, (what, code) in enumerate(hostile(version)):
                if len(code) < 15000:
                    continue
                folder = self.games[version].with_script(code).write(self.folder / f"large{version}-{number}")
                done, seconds, memory = bombs.measured("pack", folder, "-q", "-o", self.folder / "a", "--force")
                self.assert_no_crash(done)
                most["memory"] = max(most["memory"], memory - little)
                most["ms"] = max(most["ms"], int(1000 * seconds))
                self.assertLess(memory - little, 128 << 20, f"{version}: {what}")
        print(f"at most {most['memory'] >> 20} MiB and {most['ms']} ms of CPU more")


if __name__ == "__main__":
    unittest.main()
