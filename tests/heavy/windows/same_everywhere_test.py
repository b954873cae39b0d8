"""The program writes the same bytes on every system that it is built for: here, and as wardrobe.exe under Wine."""

import pathlib
import subprocess
import unittest

from PIL import Image
from support import AKOS_GAME_NAMES, GAME_NAMES, PROGRAM, ProgramTest, games_beside_the_sample

WINDOWS = pathlib.Path(__file__).with_name("wine.sh")
TABLES = ("costumes", "pictures", "timelines", "palettes", "rooms", "failures")
FOLDERS = ("sheet", "aseprite", "godot", "godot3", "pictures")
FILES = ("json", "html")


def packing(game, name):
    """Yields the command lines that read a game, which run in a folder of their own."""
    archive = f"{name}.wardrobe"
    yield "pack", game, "-o", archive, "--rooms", "--level", "3"
    yield "info", archive, "--json"


def showing(name):
    """Yields the command lines that show what is in an archive."""
    archive = f"{name}.wardrobe"
    for what in TABLES:
        yield "list", archive, what, "--json"
    yield "verify", archive, "--json"
    for form in FOLDERS + FILES:
        yield "export", archive, "--format", form, "-o", f"{name}.{form}", "-q"
    for form in ("gif", "apng", "frames"):  # only for one costume, as the pictures are large
        yield "export", archive, "--format", form, "--costume", "#0", "-o", f"{name}.{form}", "-q"
    yield "conform", archive
    yield "replay", archive, "--costume", "#0", "-o", f"{name}.strip.png"
    yield "find", f"{name}.strip.png", archive, "--json"
    yield "replay", archive, "--costume", "#0", "--json"
    yield "replay", archive, "--costume", "#0", "-o", f"{name}.walk.gif", "--scale", "2"


def run_all(program, games, folder):
    """Returns everything that the program writes and prints: {command or file: bytes}."""
    folder.mkdir()
    made = {}

    def run(*words):
        done = subprocess.run([*program, *map(str, words)], cwd=folder, stdin=subprocess.DEVNULL,
                              capture_output=True, check=False)
        made[" ".join(map(str, words))] = (done.returncode, done.stdout, done.stderr)

    run("sample", "-o", "sample", "-q")
    samples = [path.relative_to(folder) for path in sorted((folder / "sample").iterdir())]
    for game in [*samples, *games]:
        for words in packing(game, game.name):
            run(*words)
    for game in samples:
        for words in showing(game.name):
            run(*words)
    for old, new in zip(samples, samples[1:]):
        run("diff", f"{old.name}.wardrobe", f"{new.name}.wardrobe", "--json")
    run("diff", "v5.wardrobe", "v6.wardrobe", "--html", "diff.html")
    painted = min((folder / "v6.pictures").rglob("*.png"))
    with Image.open(painted) as picture:
        picture.transpose(Image.FLIP_LEFT_RIGHT).save(painted, **picture.info)
    run("apply", "sample/v6", "v6.pictures", "-o", "applied")
    for path in folder.rglob("*"):
        if path.is_file():
            made[path.relative_to(folder)] = path.read_bytes()
    return made


class SameEverywhere(ProgramTest):
    def test_all_outputs(self):
        games = games_beside_the_sample(GAME_NAMES + AKOS_GAME_NAMES)
        here = run_all([PROGRAM], games, self.folder / "here")
        self.assertGreater(len(here), 500)
        there = run_all([WINDOWS], games, self.folder / "there")
        differing = [str(what) for what in here.keys() | there.keys() if here.get(what) != there.get(what)]
        self.assertEqual(sorted(differing)[:20], [], f"{len(differing)} differ")
        print(f"{len(there)} outputs are the same")


if __name__ == "__main__":
    unittest.main()
