"""`wardrobe replay --script`, compared with the plain players and with what SCUMM.md says."""

import random
import unittest

import akos_games
import plain_akos
import plain_player
from akos_random import random_costume
from game_files import costume, make_game, picture, rle16
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


def random_calls(generator, chores, version):
    """Returns animate calls: turns, stops, chores by number and by name. Some come while the actor still turns."""
    by_degrees = version in (7, 8)
    turns = [4000, 4090, 4180, 4270, *range(4000, 4400, 35)] if by_degrees else [244, 245, 246, 247]
    calls, tick = [], 1
    while tick < TICKS - 4:
        calls.append((tick, generator.choice((
            generator.choice(turns), generator.choice(turns), generator.choice(turns),
            3000 + generator.randrange(400) if by_degrees else generator.randrange(248, 252),
            generator.choice((255, 2000, 2999)) if by_degrees else generator.randrange(252, 256),
            generator.choice(chores) * (4 if version <= 2 else 1) % 244, generator.randrange(4),
            generator.choice((56, 60, 1001, 1005, 1024, 1028)) * (4 if version <= 2 else 1)))))
        tick += generator.choice((0, 1, 2, 3, 5))
    return calls


class ScriptTest(ProgramTest):
    def scripted(self, archive, costume, text, *arguments):
        path = self.folder / "script.txt"
        path.write_text(text)
        return run("replay", archive, "--costume", costume, "--script", path, *arguments)


class Random(ScriptTest):
    def check_costume(self, path, archive, row, generator):
        akos = archive["costumes.kind"][row] == AKOS
        plain = plain_akos if akos else plain_player
        loaded = plain.load(archive, row)
        directions = loaded.get("directions", 4)
        events = random_script(generator, loaded["records"], directions)
        version = int(archive["game.version"][0])
        chores = sorted({number // directions for number in loaded["records"]}) or [1]
        calls = random_calls(generator, chores, version) if row % 2 else []
        lines = [(event[0], script_line(event, directions, version)) for event in events]
        lines += [(tick, f"{tick} animate {operand}") for tick, operand in calls]
        text = "".join(line + "\n" for _, line in sorted(lines, key=lambda line: line[0])) + f"{TICKS} end\n"
        frames, met = plain.Scripted(loaded).play(events, TICKS, calls)
        done = self.scripted(path, f"#{row}", text, "--json")
        self.assert_fine(done)
        lines = done.json_lines()
        self.assertEqual([line["cels"] for line in lines], frames, f"{done}\n{text}")
        self.assertEqual([[line["tick"], *event] for line in lines for event in line["events"]],
                         met, f"{done}\n{text}")
        return any(frames)

    def check_game(self, path, generator):
        archive = Archive.open(path)
        rows = range(archive.rows("costumes"))
        seen = [self.check_costume(path, archive, row, generator) for row in generator.sample(rows, min(len(rows), 20))]
        self.assertIn(True, seen, "something is drawn")

    def test_scripts_play_correctly(self):
        generator = random.Random(20261122)
        for game in (*all_games(), sample(7), sample(8), sample(8).with_name("he"),
                     *games_beside_the_sample(AKOS_GAME_NAMES)):
            for _ in range(2):
                self.check_game(self.pack(game, game.name + ".wardrobe", "--force"), generator)

    def test_scripts_of_random_costumes_play_correctly(self):
        generator = random.Random(20261128)
        for kind, (_, make) in akos_games.GAMES.items():
            payloads = [random_costume(generator, kind.startswith("he")) for _ in range(20)]
            folder = make([payloads]).write(self.folder / kind)
            self.check_game(self.pack(folder, kind + ".wardrobe", status=1), generator)

    def test_scripts_of_humongous_games_with_cost_play_correctly(self):
        one, records = [picture(1, 1, rle16([color])) for color in range(1, 9)], {}
        for chore in range(1, 8):
            for direction in range(4):
                if (chore + direction) % 3:
                    records[4 * chore + direction] = [(limb, (chore + direction) % 6, 2) for limb in (chore % 2, 2)]
        game = make_game(6, [[costume(6, {limb: one for limb in range(3)}, records, list(range(8)))] * 2])
        self.check_game(self.pack(game.write(self.folder / "he60"), "a.wardrobe", "--game", "he"),
                        random.Random(20261129))


if __name__ == "__main__":
    unittest.main()
