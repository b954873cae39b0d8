"""Rooms in archives: sizes, backgrounds, z-planes, walk boxes and scale slots are those of made-up rooms, and those
that a plain reader finds in the sample game's files."""

import itertools
import random

import numpy

import akos_files
import akos_games
from game_files import make_game, tiny_costume
from plain_game import PlainGame
from plain_old_room import OldFiles, OldRoomWithObjects
from plain_room import room_of
from reader import Archive
from room_files import BITMAP_CODES, CODES, Bitmap, Drawing, DrawnRoom, hash_of
from support import ProgramTest, run, sample

FORMS = {"v5": (5, lambda rooms: make_game(5, rooms)), "v6": (6, lambda rooms: make_game(6, rooms)),
         **akos_games.GAMES}
BOXES = [((-32000, -32000, -32000, -32000, -32000, -32000, -32000, -32000), 0, 0, 255),
         ((0, 10, 79, 10, 75, 40, 3, 40), 1, 0, 0x8000), ((-5, 7, 9, 7, 9, 7, -5, 7), 9, 0x80, 200),
         ((1, 2, 3, 4, 5, 6, 7, 8), 2, 0x28, 0x8003)]
SLOTS = [(100, 10, 255, 140), (0, 0, 0, 0), (255, 0, 1, 65000), (3, 2, 1, 0)]


def drawn_room(form, drawing, **options):
    """Returns a room with this drawing and a costume, as games without one are not packed."""
    costume = (tiny_costume(FORMS[form][0]) if form in ("v5", "v6")
               else akos_files.costume([akos_files.dot()], {4: [(0, akos_files.ONCE, 0, 0)]}, [0]))
    return DrawnRoom(form, drawing, [costume], **{"slots": SLOTS, **options})


def columns_of(archive, table, names, rows):
    return [tuple(int(archive[f"{table}.{name}"][row]) for name in names) for row in rows]


class RoomsTest(ProgramTest):
    def check_boxes(self, archive, row, boxes, slots):
        """`boxes` are (eight coordinates, mask, flags, scale)."""
        names = ("ulx", "uly", "urx", "ury", "lrx", "lry", "llx", "lly", "mask", "flags", "scale")
        self.assertEqual(columns_of(archive, "boxes", names, archive.row_range("rooms.box_offset", row)),
                         [(*corners, *more) for corners, *more in boxes])
        self.assertEqual(columns_of(archive, "scales", ("scale1", "y1", "scale2", "y2"),
                                    archive.row_range("rooms.scale_offset", row)), slots)

    def check_row(self, row, width, height, transparent, pixels, planes, boxes):
        """Checks a row of `list rooms`."""
        self.assertEqual((row["width"], row["height"], row["transparent"]),
                         (width, height, transparent))
        self.assertEqual(row["zplanes"], [hash_of(plane) for plane in planes])
        self.assertEqual((row["planes"], row["boxes"]), (len(planes), boxes))
        self.assertEqual(row["background"], pixels is not None)
        self.assertEqual(row["xxh64"], None if pixels is None else hash_of(pixels))

    def check_drawings(self, form, rooms):
        """Packs a game of (drawing, transparent colour) and compares."""
        _, make = FORMS[form]
        drawn = [drawn_room(form, drawing, transparent=transparent, boxes=BOXES)
                 for drawing, transparent in rooms]
        game = make(drawn).write(self.folder / form)
        archive = self.pack(game, f"{form}.wardrobe", "--rooms")
        self.assertEqual(self.rows(archive, "failures"), [])
        rows = {row["room"]: row for row in self.rows(archive, "rooms")}
        self.assertEqual(set(rows), set(range(1, len(rooms) + 1)))
        for number, (drawing, transparent) in enumerate(rooms, 1):
            with self.subTest(form=form, room=number, code=drawing.strips[0][0]):
                self.check_row(rows[number], drawing.width, drawing.height, transparent,
                               drawing.pixels, drawing.planes, len(BOXES))
        return Archive.open(archive)


class MadeUp(RoomsTest):
    def test_every_code_and_odd_sizes_in_every_version(self):
        for form in FORMS:
            rng = random.Random(form)
            codes = rng.sample(CODES, len(CODES))
            drawings = [Drawing(rng, codes[at:at + 11], rng.randrange(1, 60), rng.randrange(8))
                        for at in range(0, len(codes), 11)]
            drawings += [Drawing(rng, rng.choices(CODES, k=wide), high, 2, rest)
                         for wide, high, rest in ((1, 1, 0), (1, 300, 7), (2, 3, 1), (40, 8, 5))]
            if form in ("he70", "he98"):  # Pictures may be stored as a whole.
                drawings += [Bitmap(rng, code, rng.randrange(8, 50), rng.randrange(1, 20)) for code in (*BITMAP_CODES, 150)]
            self.check_drawings(form, [(drawing, (5, 255)[at % 2]) for at, drawing in enumerate(drawings)])
            self.assert_fine(run("verify", self.folder / f"{form}.wardrobe"))

    def test_see_through_strips_boxes_and_slots(self):
        for form in FORMS:
            rng = random.Random(form)
            codes = [18, 38, 28, 48, 68, 88, 108, 128, 138, 148, 143, 1, 149, 8, 9]
            archive = self.check_drawings(form, [(Drawing(rng, codes, 9, 1), 7)])
            self.assertEqual(archive.blob("rooms.see_through", 0).tolist(),
                             [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0])
            self.check_boxes(archive, 0, BOXES, SLOTS)

    def test_damaged_strips_are_transparent_and_named(self):
        rng = random.Random(1)
        for form in FORMS:
            drawing = Drawing(rng, [18, 68, 1, 138], 20, 2)
            drawing.strips[1] = b"\x02" + drawing.strips[1][1:]
            drawing.strips[3] = drawing.strips[3][:9]  # This is the last strip, so nothing follows it.
            drawing.masks[0][2], drawing.masks[1] = b"\x7F\x01", [b"\x94\x00"] * 3 + [b"\x05"]
            for y in range(20):
                row = drawing.pixels[y]
                drawing.pixels[y] = row[:8] + b"\x05" * 8 + row[16:24] + b"\x05" * 8
            game = FORMS[form][1]([drawn_room(form, drawing)]).write(self.folder / form)
            archive = self.pack(game, f"{form}.wardrobe", "--rooms", status=1)
            rows, = self.rows(archive, "rooms")
            self.assertEqual(rows["xxh64"], hash_of(drawing.pixels), form)
            failures = " ".join(row["error"] for row in self.rows(archive, "failures"))
            for words in ("strip 1 of the background has an unknown code (and 1 more)", "plane 2"):
                self.assertIn(words, failures, form)

    def test_without_rooms_the_background_stays_behind(self):
        drawing = Drawing(random.Random(2), [18, 68], 20, 2)
        game = make_game(6, [drawn_room("v6", drawing)]).write(self.folder / "game")
        row, = self.rows(self.pack(game), "rooms")
        self.check_row(row, 16, 20, 5, None, drawing.planes, 0)


class Samples(RoomsTest):
    def check_game(self, folder, version):
        old = version in (1, 2, "3-16", 3, 4)
        game = OldFiles(folder, version) if old else PlainGame(folder, version)
        path = self.pack(folder, folder.name + ".wardrobe", "--rooms")
        rows, archive = self.rows(path, "rooms"), Archive.open(path)
        for at, row in enumerate(rows):
            room = OldRoomWithObjects(game, row["room"]).room if old else room_of(game, row["room"])
            with self.subTest(game=folder.name, room=row["room"]):
                self.check_row(row, room.width, room.height, room.transparent, room.pixels,
                               room.planes, len(room.boxes))
                for plane, lines in zip(archive.row_range("rooms.plane_offset", at), room.planes, strict=True):
                    packed = numpy.packbits([list(line) for line in lines], axis=1).tobytes()
                    self.assertEqual(archive.blob("planes.bits", plane).tobytes() or bytes(len(packed)), packed)
                if room.pixels:
                    self.assertEqual(archive.blob("rooms.see_through", at).tolist(),
                                     room.see_through)
                self.check_boxes(archive, at, [(itertools.chain(*corners), *more) for corners, *more in room.boxes],
                                 room.slots)
        return rows

    def test_rooms_of_the_sample(self):
        for version in (1, 2, "3-16", 3, 4, 5, 6, 7, 8):
            rows = self.check_game(sample(version), version)
            self.assertEqual([row["background"] for row in rows], [True] * len(rows))
        self.check_game(sample(8).parent / "he", 80)
