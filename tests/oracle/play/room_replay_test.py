"""`wardrobe replay --room` draws actors in rooms as a second, plain implementation does."""

import random
import unittest

import numpy
import xxhash

from drawing import cels_of
from forge import Image, archive_of
from images import indices, rgba
from reader import Archive
from support import ProgramTest, read, run, sample

WIDTH, HEIGHT = 203, 150  # 25 strips and 3 more columns
TRANSPARENT = 5
ROOM = 1


def made_room(seed=1):
    """Returns the pixels of a background, its see-through strips, and two z-planes as arrays of 0 and 1."""
    shaken = random.Random(seed)
    pixels = numpy.array([shaken.choices((5, 40, 80, 120), k=WIDTH) for _ in range(HEIGHT)], "u1")
    see_through = [x % 3 == 0 for x in range(WIDTH // 8)]
    planes = [numpy.array([[(x // 5 + y // 7 + k) % 2 for x in range(WIDTH)] for y in range(HEIGHT)],
                          "u1") for k in range(2)]
    return pixels, see_through, planes


BOXES = [  # corners, mask, flags, scale; box 0 is never used
    ([-32000] * 8, 0, 0, 0),
    ([0, 20, 202, 20, 202, 149, 0, 149], 1, 0, 0x8000),
    ([100, 20, 202, 20, 202, 80, 100, 80], 9, 0, 255),
    ([0, 20, 202, 20, 202, 149, 0, 149], 1, 0x80, 9),
]
SLOT = (60, 20, 240, 140)


def archive_with_room(path, background=True):
    """Returns the archive at `path` with a made-up room in place of room 1."""
    archive = Archive.open(path)
    image, rooms = Image(archive), archive.rows("rooms")
    pixels, see_through, planes = made_room()

    def put(name, dtype, values):
        image.column(name)[2] = numpy.array(values, dtype).tobytes()

    def owned_by_first(name, count, dtype="<u4"):
        put(f"rooms.{name}_offset", dtype, [0] + [count] * rooms)

    for name, dtype, value in (("width", "<u2", WIDTH), ("height", "<u2", HEIGHT),
                               ("transparent", "u1", TRANSPARENT)):
        put(f"rooms.{name}", dtype, [value] + [0] * (rooms - 1))
    owned_by_first("plane", 2)
    owned_by_first("box", len(BOXES))
    owned_by_first("scale", 1)
    if background:
        owned_by_first("see_through", WIDTH // 8)
        put("rooms.see_through", "u1", see_through)
        owned_by_first("background", WIDTH * HEIGHT, "<u8")
        image.column("backgrounds")[2] = pixels.tobytes()
        put("rooms.background_xxh64", "<u8", [xxhash.xxh64(pixels.tobytes()).intdigest()] + [0] * (rooms - 1))
    bits = [numpy.packbits(plane, axis=1).tobytes() for plane in planes]
    put("planes.bits_offset", "<u4", [0, len(bits[0]), 2 * len(bits[0])])
    image.column("planes.bits")[2] = b"".join(bits)
    for number, name in enumerate(("ulx", "uly", "urx", "ury", "lrx", "lry", "llx", "lly")):
        put(f"boxes.{name}", "<i4", [box[0][number] for box in BOXES])
    for number, (name, dtype) in enumerate((("mask", "u1"), ("flags", "<u4"), ("scale", "<u2"))):
        put(f"boxes.{name}", dtype, [box[1 + number] for box in BOXES])
    for name, value in zip(("scale1", "y1", "scale2", "y2"), SLOT):
        put(f"scales.{name}", "<i4", [value])
    return archive_of(image.write())


CLIP = 7  # a kind of event
CLIPS = (2, 0, 1, 100, 1)  # 100: the plane of the box; the second and the third one are in one tick


def archive_with_clips(path):
    """Returns the archive of a sample of version 8 or 7 with CLIPS for the first events of the walk of costume 1 to the
    East, and the row of that timeline."""
    archive = Archive.open(path)
    image, row = Image(archive), archive["records.number"].tolist().index(2 * 8 + 2)
    for event, value in enumerate(CLIPS, archive["timelines.event_offset"][row]):
        image.change("events.kind", event, CLIP)
        image.change("events.value", event, value)
    return archive_of(image.write()), row


def turned(number):
    return int(f"{number & 255:08b}"[::-1], 2)


def kept(index, scale):
    """Returns whether the row or column of a COST with this index is kept at a scale."""
    index %= 256
    if index == 0:
        entry = 255
    elif index >= 128:
        entry = turned(index - 128)
    else:
        n = 128 - index
        entry = 255 - turned(3 * (1 << n.bit_length() - 1) - 1 - n)
    return scale == 255 or entry < scale


def draw(canvas, picture, transparent, clut, actor, rel, scale, flip, plane):
    """Draws one picture of an actor. `rel` is its position relative to the anchor, before it is flipped."""
    height, width = picture.shape
    (actor_x, actor_y), (rx, ry) = actor, rel
    step = -1 if flip else 1
    count = sum(kept(128 - step * i, scale) for i in range(1, abs(rx) + 1))
    left = actor_x + step * (count if rx >= 0 else -count)
    above = sum(kept(128 - i, scale) for i in range(1, abs(ry) + 1))
    y = actor_y + (above if ry >= 0 else -above)
    if max(y, 0) + height >= 256:
        return
    for row in range(height):
        if not kept(128 - abs(ry) + row, scale):
            continue
        x = left
        for column in range(width):
            value = picture[row, column]
            inside = 0 <= x < WIDTH and 0 <= y < HEIGHT
            if value != transparent and inside and not (plane is not None and plane[y, x]):
                canvas[y, x] = clut[value]
            x += step if kept(128 + step * (column - abs(rx)), scale) else 0
        y += 1


class RoomReplay(ProgramTest):
    def setUp(self):
        super().setUp()
        self.packed = self.pack(sample(6))
        self.path = self.folder / "room.wardrobe"
        self.path.write_bytes(archive_with_room(self.packed))
        self.archive = Archive.open(self.path)

    def replay(self, *arguments, room=f"{ROOM}", at="80,100", archive=None, direction="W", name="a.png"):
        return run("replay", archive or self.path, "--costume", "1", "--chore", "walk", "--dir",
                   direction, "--room", room, f"--at={at}", "-o", self.folder / name, "--force",
                   *arguments)

    def background(self):
        pixels, see_through, _ = made_room()
        clear = numpy.append(numpy.repeat(see_through, 8), [see_through[-1]] * (WIDTH % 8))
        pixels[(pixels == TRANSPARENT) & clear] = 0
        return pixels

    def expected(self, direction, at, scale, plane):
        """Returns the expected picture of the first tick."""
        archive, canvas = self.archive, self.background()
        number = 4 * 2 + "WESN".index(direction)
        timeline = next(row for row in archive.row_range("costumes.record_offset", 0)
                        if archive["records.number"][row] == number)
        clut = archive.blob("costumes.color", 0)
        for picture, x, y, flip in cels_of(archive, archive.blob("timelines.tick", timeline)[0]):
            pixels = archive.pixels(picture)
            rx = -x - (pixels.shape[1] - 1) if flip else x
            draw(canvas, pixels, archive["pictures.transparent"][picture], clut, at,
                 (int(rx), int(y)), scale, flip, plane)
        return canvas

    def first_tick(self, *arguments, **options):
        done = self.replay(*arguments, name="a-%d.png", **options)
        self.assert_done(done)
        return indices(self.folder / "a-0.png")[0]

    def assert_done(self, done):
        self.assertEqual(done.status, 0, done.err)

    def test_actors_at_random_places_are_drawn_pixel_by_pixel(self):
        shaken = random.Random(7)
        planes = [None, *made_room()[2]]
        for _ in range(12):
            at = shaken.randrange(-20, WIDTH + 20), shaken.randrange(-10, HEIGHT + 40)
            scale, plane = shaken.choice((1, 60, 130, 200, 254, 255)), shaken.randrange(3)
            direction = shaken.choice("WESN")
            drawn = self.first_tick("--plane", str(plane), "--actor-scale", str(scale), at=f"{at[0]},{at[1]}",
                                    direction=direction)
            numpy.testing.assert_array_equal(
                drawn, self.expected(direction, at, scale, planes[plane]), f"{at} {scale} {plane}")

    def test_the_box_says_plane_and_scale(self):
        done = self.replay(at="80,100")
        self.assert_done(done)
        self.assertIn("box 1, plane 1 of 2, scale 180; the point is in boxes 3, 1", done.err)
        numpy.testing.assert_array_equal(self.first_tick(at="80,100"),
                                         self.expected("W", (80, 100), 180, made_room()[2][0]))
        for options, told in ((["--box", "2"], "box 2, which does not contain the point, plane 2 of 2, scale 255"),
                              (["--plane", "2"], "box 1, plane 2 of 2, scale 180"),
                              (["--actor-scale", "90"], "box 1, plane 1 of 2, scale 90"),
                              (["--box", "0"], "no box, no plane, scale 255")):
            self.assertIn(told, self.replay(*options).err)
        overlapping = self.replay(at="150,50").err
        self.assertIn("box 2, plane 2 of 2, scale 255; the point is in boxes 3, 2, 1", overlapping)
        near = self.replay(at="150,3").err
        self.assertRegex(near, r"box 2, the nearest( that is not invisible)?, plane 2 of 2, .*the point is in ")

    def test_gif_strip_and_crop_show_the_same(self):
        whole = self.first_tick()
        done = self.replay()
        self.assert_done(done)
        strip = indices(self.folder / "a.png")[0]
        numpy.testing.assert_array_equal(strip[:, :WIDTH], whole)
        self.assertEqual(strip.shape[0], HEIGHT)
        for name in ("a.gif", "a.apng"):
            self.assert_done(self.replay(name=name))
        cropped = self.first_tick("--crop")
        height, width = cropped.shape
        self.assertTrue(0 < height < HEIGHT and 0 < width < WIDTH)
        windows = numpy.lib.stride_tricks.sliding_window_view(whole, cropped.shape)
        self.assertTrue((windows == cropped).all(axis=(2, 3)).any())

    def test_colours_are_the_rooms(self):
        first, second = (rgba(self.file(room)) for room in ("1", "1:1"))
        self.assertEqual(first.shape, second.shape)
        self.assertTrue((first != second).any())
        self.assertTrue((first[:, :, 3] == 255).all())

    def test_a_row_or_a_part_of_its_name_names_a_room(self):
        row = self.archive["rooms.number"].tolist().index(ROOM)
        for name in (f"@{row}", "quay", "QUA", "quay:0"):
            self.assertEqual(self.file(name), self.file(str(ROOM)), name)
        self.assertEqual(self.file("quay:1"), self.file(f"{ROOM}:1"))

    def file(self, room):
        self.assert_done(self.replay(room=room))
        return read(self.folder / "a.png")

    def test_what_is_wrong_is_said(self):
        self.assertIn("no backgrounds: packed without --rooms", self.replay(archive=self.packed).err)
        for more, how, told in (
                ([], {"room": "77"}, "there is no room 77"),
                ([], {"room": "@77"}, "there is no room @77"),
                ([], {"room": "x"}, "--room x: expected the number of a room, a part of its name, or @ROW"),
                ([], {"room": "a"}, "--room a: several rooms have such a name: quay (1), theatre (2)"),
                ([], {"room": "quay:9"}, "room quay has no palette 9"),
                ([], {"room": "1:9"}, "room 1 has no palette 9"),
                ([], {"room": "2"}, "room 2 has no background"),
                ([], {"at": "9"}, "--at 9: expected X,Y"),
                ([], {"at": "1,x"}, "--at 1,x: expected X,Y"),
                (["--plane", "3"], {}, "room 1 has no plane 3; it has 2, counted from 1"),
                (["--plane", "-1"], {}, ""), (["--plane", "99999999999"], {}, ""),
                (["--box", "4"], {}, "room 1 has no box 4"),
                (["--palette", "1"], {}, ""), (["--background", "3"], {}, ""), (["--actor-scale", "0"], {}, "")):
            done = self.replay(*more, **how)
            self.assertEqual((done.status, done.out), (2, ""), str(done))
            self.assertIn(told, done.err)
        alone = run("replay", self.path, "--costume", "1", "--chore", "walk", "--dir", "W", "--plane", "1",
                    "-o", self.folder / "b.png")
        self.assertEqual(alone.status, 2)


if __name__ == "__main__":
    unittest.main()
