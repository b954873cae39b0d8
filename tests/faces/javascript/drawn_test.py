"""What both packages draw as the program does: shadows over other limbs (SCUMM.md §6), auxiliary pictures (§6), and
actors in rooms whose z-plane C083 sets (§8 "Z-planes")."""

import json
import unittest

import numpy

from languages import ROOT, game
from python_package import PackageTest

import akos_games
import drawing
from akos_auxiliary_test import LIMB, shows
from akos_files import BACKGROUND as ERASED
from akos_files import FROZEN, UNTOUCHED, Cel, auxiliary, auxiliary_rows, costume, dot
from forge import Image, archive_of
from images import frames, indices, rgba
from javascript_test import TESTS, node, sha1
from reader import Archive
from room_replay_test import archive_with_clips
from support import read

WALK_E = 9
LIMBS = ([[1, 1, 2, 4], [3, 3, 2, 5]], [[3, 3, 3, 3], [0, 3, 3, 0]], [[3, 0, 3, 0], [3, 0, 0, 3]])  # 3 is a shadow
PALETTES = {"v7": bytes([0, 100, 50, 13, 25, 200]), "v8": bytes([0, 100, 50, 5, 25, 200])}
BACKGROUND = (90, 200, 41)
DRAW = f"""
import {{ readFileSync }} from "node:fs";
import {{ open }} from "{(ROOT / 'tools/library/javascript/wardrobe.js').as_uri()}";
const [timeline] = (await open(readFileSync(process.argv[1]))).timelines;
console.log(JSON.stringify([...timeline.draw(0).data]));
"""
ROWS = [[200, 9, UNTOUCHED], [9, ERASED, 253]]
AT = (130, 80)
DRAW_ROOM = f"""
import {{ readFileSync }} from "node:fs";
import {{ drawActor, drawRoom, open }} from "{(ROOT / 'tools/library/javascript/wardrobe.js').as_uri()}";
const archive = await open(readFileSync(process.argv[1])), [x, y, row, choice] = JSON.parse(process.argv[2]);
const [room] = archive.rooms, [palette] = room.palettes, timeline = archive.timelines[row], {{ width, height }} = room;
console.log(JSON.stringify(Array.from({{ length: timeline.ticks }}, (_, tick) => {{
  const frame = timeline.tick(tick), canvas = {{ width, height, data: new Uint8Array(width * height) }};
  drawRoom(room, canvas);
  drawActor(frame.cels, timeline.costume, room, room.place({{ x, y }}, {{ clip: frame.clip, ...choice }}), canvas,
            {{ shading: timeline.costume.roomShading(palette) }});
  return [...canvas.data];
}})));
"""


class OverLimbs(PackageTest):
    def packed(self, kind, codec):
        palette = PALETTES[kind] + bytes(range(60, 70))
        shown = {value: value if codec == 1 else palette[value] if value else 255 for value in range(16)}
        cels = [Cel([[shown[value] for value in row] for row in rows]) for rows in LIMBS]
        walk = costume(cels, {WALK_E: [(limb, FROZEN, limb, 0) for limb in range(3)]}, [0, 1, 2], codec=codec,
                       palette=palette)
        game = getattr(akos_games, kind)([[walk]]).write(self.folder / f"{kind}-{codec}")
        return self.pack(game, f"{kind}-{codec}.wardrobe")

    def drawn_by_node(self, path, shape):
        drawn = json.loads(node("--input-type=module", "-e", DRAW, path))
        return numpy.array(drawn, "u1").reshape(shape)

    def test_are_alike_in_the_program_and_the_packages(self):
        for kind, codec in (("v7", 1), ("v7", 5), ("v8", 1), ("v8", 5), ("v8", 16)):
            path = self.packed(kind, codec)
            plain, (timeline,) = Archive.open(path), self.open(path).timelines
            shown = timeline[0].rgba()
            with self.subTest(kind=kind, codec=codec):
                self.assertEqual({*numpy.unique(shown[:, :, 3])}, {128, 255})
                self.assert_drawn_alike(path, timeline)
                numpy.testing.assert_array_equal(shown, drawing.ticks(plain, 0, drawing.colors(plain, 0))[0])
                numpy.testing.assert_array_equal(shown, self.drawn_by_node(path, shown.shape))
                numpy.testing.assert_array_equal(shown, rgba(timeline[0].image()))
                timeline.apng(self.folder / "a.png")
                numpy.testing.assert_array_equal(shown, frames(self.folder / "a.png")[0])
                timeline.gif(self.folder / "a.gif")  # has every other pixel of a shadow
                gaps = (shown[:, :, 3] == 128) & (numpy.indices(shown.shape[:2]).sum(axis=0) % 2 == 0)
                self.assertTrue(gaps.any())
                numpy.testing.assert_array_equal(frames(self.folder / "a.gif")[0][:, :, 3] == 0, gaps)

    def test_are_alike_in_rooms_that_map_the_colours_of_actors(self):
        def reverse(image):
            rooms = len(image.column("rooms.number")[2]) // 2
            image.column("rooms.actor_color")[2] = bytes(reversed(range(256))) * rooms
            for room in range(rooms + 1):
                image.change("rooms.actor_color_offset", room, 256 * room)

        for codec, is_mapped in ((1, True), (5, False), (16, True)):
            packed = self.packed("v8", codec)
            (usual,), path = self.open(packed).timelines, self.forged(packed, reverse)
            (timeline,), plain = self.open(path).timelines, Archive.open(path)
            shown = timeline[0].rgba()
            with self.subTest(codec=codec):
                self.assertEqual((shown != usual[0].rgba()).any(), is_mapped)
                self.assert_drawn_alike(path, timeline)
                numpy.testing.assert_array_equal(shown, drawing.ticks(plain, 0, drawing.colors(plain, 0))[0])
                numpy.testing.assert_array_equal(shown, self.drawn_by_node(path, shown.shape))

    def test_are_blended_with_a_background(self):
        (timeline,) = self.open(self.packed("v8", 1)).timelines
        self.assertEqual(timeline[0].rgba(background=BACKGROUND)[1, 0].tolist(), [45, 100, 20, 255])
        self.assertEqual(timeline[0].rgba(background=(*BACKGROUND, 200))[1, 0].tolist(), [39, 88, 18, 228])

    def test_are_ordinary_colours_in_other_palettes(self):
        (timeline,) = self.open(self.packed("v8", 1)).timelines
        colors = (numpy.arange(768) % 256).reshape(256, 3)
        self.assertEqual(timeline[0].rgba(colors)[0].tolist(), [[*colors[3].tolist(), 255]] * 4)
        self.assertEqual(timeline[0].indices()[0].tolist(), [3] * 4)


class Auxiliary(PackageTest):
    def test_are_listed_and_drawn_as_the_program_does(self):
        for codec in (1, 5, 32):
            sequence, records = shows(0)
            payload = costume([dot()], records, sequence, codec=codec, palette=bytes(range(16)))
            payload += auxiliary((1, 5, -8, 3, 2, auxiliary_rows(ROWS)))
            path = self.pack(akos_games.he98([[payload]]).write(self.folder / str(codec)), f"{codec}.wardrobe")
            rows, plain, archive = self.rows(path, "pictures"), Archive.open(path), self.open(path)
            (row,) = (row["picture"] for row in rows if row["limb"] == LIMB)
            self.assertEqual(archive.list("pictures"), rows)
            described = json.loads(node(TESTS / "describe.mjs", path))
            self.assertEqual(described["pictures"], rows)
            expected = drawing.picture(plain, row, drawing.colors(plain, 0))
            self.assertEqual((expected[:, :, 3] == 0).tolist(), [[False, False, True], [False, True, False]])
            (picture,) = (one for one in archive.costumes[0].pictures if one.row == row)
            numpy.testing.assert_array_equal(picture.rgba(), expected)
            self.assertIn(sha1(expected), described["drawn"])


class InRooms(PackageTest):
    def shown(self, path, timeline, *arguments):
        """The ticks of a timeline in room 1 at AT, as the program draws them."""
        self.replay(path, timeline.costume.row, timeline.chore, timeline.direction, "--quiet", "--room", "1",
                    f"--at={AT[0]},{AT[1]}", *arguments, name="a-%d.png")
        return [indices(read(self.folder / f"a-{tick}.png"))[0] for tick in range(timeline.ticks)]

    def drawn_by_node(self, path, row, ticks, **choice):
        drawn = json.loads(node("--input-type=module", "-e", DRAW_ROOM, path, json.dumps([*AT, row, choice])))
        return numpy.array(drawn, "u1").reshape(numpy.shape(ticks))

    def test_shadows_darken_the_room(self):
        packed = self.pack(game("v7"), "packed.wardrobe", "--rooms")
        plain, row = Archive.open(packed), 4
        costume = self.open(packed).costumes[row]
        drawn = costume.timeline("walk", "E")[0].indices()
        most = numpy.bincount(drawn[drawn != costume.background]).argmax()
        image = Image(plain)
        image.change("costumes.shadow", int(plain["costumes.shadow_offset"][row]), int(most))
        path = self.folder / "shadows.wardrobe"
        path.write_bytes(archive_of(image.write()))
        archive = self.open(path)
        timeline = archive.costumes[row].timeline("walk", "E")
        expected = self.shown(path, timeline, "--actor-scale", "200", "--plane", "0")
        place = archive.room(1).place(*AT, plane=0, scale=200)
        numpy.testing.assert_array_equal([archive.room(1).draw(frame, place) for frame in timeline], expected)
        drawn = self.drawn_by_node(path, timeline.row, expected, plane=0, scale=200)
        numpy.testing.assert_array_equal(drawn, expected)
        stored = self.shown(path, timeline, "--actor-scale", "200", "--plane", "0", "--shadows", "as-stored")
        self.assertFalse(numpy.array_equal(stored, expected))

    def test_c083_sets_the_plane(self):
        packed = self.pack(game("v8"), "packed.wardrobe", "--rooms")
        path = self.folder / "clips.wardrobe"
        image, row = archive_with_clips(packed)
        path.write_bytes(image)
        archive = self.open(path)
        room, timeline = archive.room(1), archive.timelines[row]
        expected = self.shown(path, timeline)
        places = [room.place(*AT, clip=frame.clip) for frame in timeline]
        self.assertEqual({place.plane for place in places}, {0, 1, 2})
        self.assertEqual(room.place(*AT, plane=1, clip=0).plane, 1)
        for frame, place, pixels in zip(timeline, places, expected, strict=True):
            numpy.testing.assert_array_equal(room.draw(frame, place), pixels, f"tick {frame.tick}")
        numpy.testing.assert_array_equal(self.drawn_by_node(path, row, expected), expected)
        own = room.place(*AT)
        self.assertTrue(any((room.draw(frame, own) != pixels).any() for frame, pixels in zip(timeline, expected)))


if __name__ == "__main__":
    unittest.main()
