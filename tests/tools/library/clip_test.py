"""C083 (SCUMM.md §8 "Z-planes") sets the z-plane of an actor in a room from the next tick on: the program and both
packages draw the same."""

import json
import unittest

import numpy

from packages import ROOT, game
from python_package import PackageTest

from images import indices
from javascript_test import node
from room_replay_test import archive_with_clips
from support import read, run

AT = (130, 80)
DRAW = f"""
import {{ readFileSync }} from "node:fs";
import {{ drawActor, drawRoom, open }} from "{(ROOT / 'tools/library/javascript/wardrobe.js').as_uri()}";
const archive = await open(readFileSync(process.argv[1])), [x, y, row] = JSON.parse(process.argv[2]);
const [room] = archive.rooms, timeline = archive.timelines[row], {{ width, height }} = room;
console.log(JSON.stringify(Array.from({{ length: timeline.ticks }}, (_, tick) => {{
  const frame = timeline.tick(tick), canvas = {{ width, height, data: new Uint8Array(width * height) }};
  drawRoom(room, canvas);
  drawActor(frame.cels, timeline.costume, room, room.place({{ x, y }}, {{ clip: frame.clip }}), canvas);
  return [...canvas.data];
}})));
"""


class Clip(PackageTest):
    def test_is_that_of_replay_in_both_packages(self):
        packed = self.pack(game("v8"), "packed.wardrobe", "--rooms")
        path = self.folder / "clips.wardrobe"
        image, row = archive_with_clips(packed)
        path.write_bytes(image)
        done = run("replay", path, "--costume", "1", "--chore", "walk", "--dir", "90", "--room", "1",
                   f"--at={AT[0]},{AT[1]}", "-o", self.folder / "a-%d.png")
        self.assertEqual(done.status, 0, str(done))
        archive = self.open(path)
        room, timeline = archive.room(1), archive.timelines[row]
        expected = [indices(read(self.folder / f"a-{tick}.png"))[0] for tick in range(timeline.ticks)]
        places = [room.place(*AT, clip=frame.clip) for frame in timeline]
        self.assertEqual({place.plane for place in places}, {0, 1, 2})
        self.assertEqual(room.place(*AT, plane=1, clip=0).plane, 1)
        for frame, place, pixels in zip(timeline, places, expected, strict=True):
            numpy.testing.assert_array_equal(room.draw(frame, place), pixels, f"tick {frame.tick}")
        drawn = numpy.array(json.loads(node("--input-type=module", "-e", DRAW, path, json.dumps([*AT, row]))), "u1")
        numpy.testing.assert_array_equal(drawn.reshape(len(expected), *expected[0].shape), expected)
        own = room.place(*AT)
        self.assertTrue(any((room.draw(frame, own) != pixels).any() for frame, pixels in zip(timeline, expected)))


if __name__ == "__main__":
    unittest.main()
