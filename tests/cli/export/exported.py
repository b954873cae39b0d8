"""Reads what `wardrobe export` writes, with Pillow and json only, and computes how it must look."""

import json
import re

import numpy

from images import rgba
from support import FORMS, GAMES, ProgramTest, run, sample

REPLAY_SUMMARY = re.compile(r"(\d+) frames? of (\d+)×(\d+) pixels, the anchor at (-?\d+), (-?\d+)")


def sample_games():
    """Returns the sample game in all its forms, by name."""
    return {form: sample(6).parent / form for form in FORMS[4:]}


def games_with_truth(names):
    """Returns the sample game in all its forms, and the test games if there are any."""
    found = sample_games()
    if GAMES is not None:
        found.update((name, GAMES / name) for name in names)
    return found


class Sheet:
    """A sheet, read from its JSON: the PNGs beside it, frames, tags."""

    def __init__(self, path):
        self.name = path.stem
        self.data = json.loads(path.read_text())
        self.picture = rgba(path.with_name(self.data["meta"]["image"]))
        self.pages = [(self.picture, dict(enumerate(self.data["frames"])))]
        if "textures" in self.data:  # of several pages
            self.pages = [(rgba(path.with_name(page["image"])),
                           {int(frame["filename"]): frame for frame in page["frames"]})
                          for page in self.data["textures"]]
        self.about = self.data["meta"]["wardrobe"]
        self.tags = self.data["meta"]["frameTags"]

    def __len__(self):
        return len(self.data["frames"])

    def frame(self, number):
        """Returns the whole frame, as it was before it was trimmed."""
        picture, entry = next((picture, frames[number]) for picture, frames in self.pages if number in frames)
        cut, place, size = entry["frame"], entry["spriteSourceSize"], entry["sourceSize"]
        whole = numpy.zeros((size["h"], size["w"], 4), "u1")
        whole[place["y"]:place["y"] + cut["h"], place["x"]:place["x"] + cut["w"]] = (
            picture[cut["y"]:cut["y"] + cut["h"], cut["x"]:cut["x"] + cut["w"]])
        return whole

    def frames_of(self, tag):
        return range(tag["from"], tag["to"] + 1)

    def ticks_of(self, tag):
        """Returns the frame of each tick of a tag."""
        milliseconds = self.about["tick_ms"]
        return [frame for frame in self.frames_of(tag)
                for _ in range(self.data["frames"][frame]["duration"] // milliseconds)]

    def timelines(self):
        """Yields (tag, chore, dir) of each tag that is a whole timeline."""
        for tag in self.tags:
            if "data" in tag:
                data = json.loads(tag["data"])
                yield tag, data["chore"], data["dir"]


def sheets_in(folder):
    names = [costume["name"] for costume in json.loads((folder / "index.json").read_text())["costumes"]]
    return [Sheet(folder / f"{name}.json") for name in names if (folder / f"{name}.json").exists()]


def replayed(archive, row, chore, direction, folder, *options):
    """Returns the pictures of `replay`: the ticks as arrays, and the anchor in them."""
    strip = folder / f"{archive.stem}-{row}-{chore}-{direction}.png"
    done = run("replay", archive, "--costume", f"#{row}", "--chore", str(chore), "--dir", str(direction),
               "-o", strip, "--force", "--ticks", "9999", *options)
    found = REPLAY_SUMMARY.search(done.out)
    if done.status != 0 or not found:
        raise AssertionError(f"no replay\n{done}")
    ticks, width, _, x, y = map(int, found.groups())
    pixels = rgba(strip)
    strip.unlink()
    return [pixels[:, tick * width:(tick + 1) * width] for tick in range(ticks)], (x, y)


def in_box(pixels, anchor, box_size, box_anchor):
    """Returns a picture moved into the box of a whole costume, anchor on anchor."""
    width, height = box_size
    whole = numpy.zeros((height, width, 4), "u1")
    left, top = box_anchor[0] - anchor[0], box_anchor[1] - anchor[1]
    assert left >= 0 and top >= 0, "the box does not hold the timeline"
    whole[top:top + pixels.shape[0], left:left + pixels.shape[1]] = pixels
    return whole


class ExportCase(ProgramTest):
    def export(self, archive, what, name, *options, status=0):
        path = self.folder / name
        done = run("export", archive, "--format", what, "-o", path, *options)
        self.assert_no_crash(done)
        self.assertEqual(done.status, status, str(done))
        self.said = done.err
        return path

    def check_timeline(self, archive, sheet, tag, chore, direction, *options):
        """Asserts that every tick of a tag is what `replay` draws."""
        ticks, anchor = replayed(archive, sheet.about["row"], chore, direction, self.folder, *options)
        shown = sheet.ticks_of(tag)
        self.assertEqual(len(shown), len(ticks), f"{sheet.name} {tag['name']}")
        size = sheet.data["frames"][0]["sourceSize"]
        for tick, (frame, pixels) in enumerate(zip(shown, ticks)):
            expected = in_box(pixels, anchor, (size["w"], size["h"]), sheet.about["anchor"])
            if not numpy.array_equal(sheet.frame(frame), expected):
                self.fail(f"{archive.name} {sheet.name} {tag['name']} tick {tick} is not replay's")
