"""`wardrobe replay --script`, compared with the plain players and with what SCUMM.md says."""

import random
import unittest

import plain_akos
import plain_player
from reader import Archive
from support import AKOS_GAME_NAMES, ProgramTest, all_games, games_beside_the_sample, run, sample

AKOS = 1  # costumes.kind
CHORE_NAMES = {1: "init", 2: "walk", 3: "stand", 4: "talk-start", 5: "talk-stop"}
CHORE_NAMES_OF_V2 = {2: "init", 0: "walk", 1: "stand", 5: "talk-start", 4: "talk-stop"}
DIRECTIONS = {4: "WESN", 8: range(0, 360, 45)}
TICKS = 40


def limb_list(limbs):
    """Returns a set of limbs as a script names it, such as 0,3-5."""
    parts, limbs = [], sorted(limbs)
    while limbs:
        count = 1
        while count < len(limbs) and limbs[count] == limbs[0] + count:
            count += 1
        parts.append(f"{limbs[0]}-{limbs[count - 1]}" if count > 1 else str(limbs[0]))
        limbs = limbs[count:]
    return ",".join(parts)


def script_line(event, directions, version):
    tick, chore, direction, limbs = event
    name = "" if direction is None else str(DIRECTIONS[directions][direction])
    if chore is None:
        return f"{tick} face {name}"
    names = CHORE_NAMES_OF_V2 if version <= 2 else CHORE_NAMES
    line = f"{tick} {names.get(chore, f'chore {chore}')} {name}"
    return line if set(limbs) == set(range(16)) else f"{line} limbs {limb_list(limbs)}"


def random_limbs(generator, used):
    """Returns all limbs or some of them, mostly of those in use."""
    if generator.random() < 0.3:
        return list(range(16))
    some = {limb for limb in used if generator.random() < 0.5}
    return sorted(some | {generator.randrange(16)})


def random_script(generator, records, directions):
    """Returns events whose chores have records, or sometimes none."""
    chores = sorted({number // directions for number in records}) or [1]
    used = {window["limb"] for windows in records.values() for window in windows}
    events, tick = [(0, 1, generator.randrange(directions), range(16))], 0
    while tick < TICKS - 4:
        chore = generator.choice([*chores, *chores, 1, 77, None])
        direction = generator.randrange(directions) \
            if chore is None or generator.random() < 0.3 else None
        events.append((tick, chore, direction, random_limbs(generator, used)))
        tick += generator.choice((0, 1, 1, 2, 5))
    return events


class ScriptTest(ProgramTest):
    def scripted(self, archive, costume, text, *arguments):
        path = self.folder / "script.txt"
        path.write_text(text)
        return run("replay", archive, "--costume", costume, "--script", path, *arguments)


class Random(ScriptTest):
    def check_costume(self, path, archive, row, generator):
        akos = archive["costumes.kind"][row] == AKOS
        plain = plain_akos if akos else plain_player
        costume = plain.load(archive, row)
        directions = costume.get("directions", 4)
        events = random_script(generator, costume["records"], directions)
        version = int(archive["game.version"][0])
        text = "".join(script_line(event, directions, version) + "\n" for event in events) + f"{TICKS} end\n"
        frames, met = plain.play_script(costume, events, TICKS)
        done = self.scripted(path, f"#{row}", text, "--json")
        self.assert_fine(done)
        lines = done.json_lines()
        self.assertEqual([line["cels"] for line in lines], frames, f"{done}\n{text}")
        self.assertEqual([[line["tick"], *event] for line in lines for event in line["events"]],
                         met, f"{done}\n{text}")
        return any(frames)

    def test_scripts_play_correctly(self):
        generator = random.Random(20261122)
        for game in (*all_games(), sample(7), *games_beside_the_sample(AKOS_GAME_NAMES)):
            path = self.pack(game, game.name + ".wardrobe")
            archive = Archive.open(path)
            rows = range(archive.rows("costumes"))
            seen = [self.check_costume(path, archive, row, generator)
                    for row in generator.sample(rows, min(len(rows), 20))]
            self.assertIn(True, seen, "something is drawn")


if __name__ == "__main__":
    unittest.main()
