"""What the packages for Python and JavaScript list, draw and place as the program does, and as a plain painter does."""

import hashlib
import random

import numpy

from languages import GOLDEN, game

import akos_games
import drawing
import listing
from akos_auxiliary_test import shows
from akos_files import BACKGROUND as ERASED
from akos_files import FROZEN, UNTOUCHED, Cel, auxiliary, auxiliary_rows, costume, dot
from game_files import tiny_game
from images import indices
from reader import NONE, Archive
from room_replay_test import archive_with_clips, archive_with_room
from support import every, read, run, sample

WALK_E = 9
LIMBS = ([[1, 1, 2, 4], [3, 3, 2, 5]], [[3, 3, 3, 3], [0, 3, 3, 0]], [[3, 0, 3, 0], [3, 0, 0, 3]])  # 3 is a shadow
PALETTES = {"v7": bytes([0, 100, 50, 13, 25, 200]), "v8": bytes([0, 100, 50, 5, 25, 200])}
AUXILIARY = [[200, 9, UNTOUCHED], [9, ERASED, 253]]
PLACES = (("W", 80, 100, {}), ("E", 150, 50, {}), ("S", 150, 3, {"box": 1}),
          ("E", -3, 60, {"plane": 2, "scale": 77}), ("N", 199, 155, {"box": 0, "scale": 254}),
          ("E", 100, 120, {"plane": 0, "scale": 1}), ("W", 90, 120, {"scale": 40}))


def sha1(*arrays):
    digest = hashlib.sha1()
    for array in arrays:
        digest.update(numpy.ascontiguousarray(array))
    return digest.hexdigest()


def drawn_by_hand(path, palette, most=1):
    """Returns a hash of each picture and each timeline of some costumes. `palette` is a room, or (room, number)."""
    archive, drawn = Archive.open(path), []
    row = palette and drawing.palette_row(archive, *(palette if isinstance(palette, tuple) else (palette,)))
    for one in range(min(most, archive.rows("costumes"))):
        colors = drawing.colors(archive, one, row)
        entries = [entry for *_, entry in listing.pictures_of(archive, one)]
        drawn += [sha1(drawing.picture(archive, picture, colors))
                  for picture in dict.fromkeys(archive["entries.picture"][entries])]
        drawn += [sha1(*drawing.ticks(archive, timeline, colors))
                  for timeline in archive.row_range("costumes.record_offset", one)]
    return drawn


class Agreement:
    """A package has described(path, palette, most), the rows of an archive and hashes of what the first costumes, at
    most so many, show; and in_room(path, cases): for each [row of timelines, x, y, choice], [scale, boxes] at each tick
    and the ticks, drawn into the first room. Boxes may be None."""

    def assert_drawn_alike(self, path, palette=None):
        """Compares what the first costume shows."""
        self.assertEqual(self.described(path, palette, 1)["drawn"], drawn_by_hand(path, palette), path.name)

    def assert_agrees(self, path):
        described = self.described(path, None, 99)
        for row in described["timelines"]:
            row["reads"] = [listing.read_name(read) for read in row["reads"]]
        for what in ("costumes", "pictures", "timelines", "palettes", "failures"):
            rows = self.rows(path, what)
            for row in rows:
                for absent in ("palette_holes", "wearer"):  # from the packages
                    row.pop(absent, None)
            self.assertEqual(described[what], rows, f"{path.name}: {what}")
        self.assertEqual(described["drawn"], drawn_by_hand(path, None, 99), path.name)

    def test_all_is_listed_and_drawn(self):
        folder = tiny_game(6).write(self.folder / "tiny")
        (folder / "TINY.001").write_bytes(read(folder / "TINY.001")[:-100])
        damaged = self.pack(folder, status=1)
        self.assertGreater(Archive.open(damaged).rows("failures"), 0)
        for path in [*(self.pack(sample(version), f"{version}.wardrobe") for version in (6, 7)), damaged,
                     *every(GOLDEN.glob("*.wardrobe"))]:
            self.assert_agrees(path)

    def test_palettes_of_rooms(self):
        path = self.pack(sample(6))
        for palette in (2, (1, 0), (1, 1)):
            self.assert_drawn_alike(path, palette)
        for default in (1, NONE):
            self.assert_drawn_alike(self.forged(path, lambda image: [
                image.change("costumes.default_palette", row, default) for row in range(5)]))

    def test_true_colours(self):
        path = self.pack(sample(7))
        for count in (len(Archive.open(path).blob("costumes.color", 0)), 256, 9):
            def add(image):
                image.column("costumes.rgb")[2] = random.Random(count).randbytes(3 * count)
                for row in range(5):
                    image.change("costumes.rgb_offset", row + 1, 3 * count)
                    image.change("costumes.default_palette", row, NONE)
            forged = self.forged(path, add)
            self.assert_drawn_alike(forged)
        self.assert_drawn_alike(forged, 1)

    def over_limbs(self, kind, codec):
        """Packs a costume whose limbs have shadows over each other."""
        palette = PALETTES[kind] + bytes(range(60, 70))
        shown = {value: value if codec == 1 else palette[value] if value else 255 for value in range(16)}
        cels = [Cel([[shown[value] for value in row] for row in rows]) for rows in LIMBS]
        walk = costume(cels, {WALK_E: [(limb, FROZEN, limb, 0) for limb in range(3)]}, [0, 1, 2], codec=codec,
                       palette=palette)
        made = getattr(akos_games, kind)([[walk]]).write(self.folder / f"{kind}-{codec}")
        return self.pack(made, f"{kind}-{codec}.wardrobe")

    def test_shadows_over_limbs(self):
        def reverse(image):
            rooms = len(image.column("rooms.number")[2]) // 2
            image.column("rooms.actor_color")[2] = bytes(reversed(range(256))) * rooms
            for room in range(rooms + 1):
                image.change("rooms.actor_color_offset", room, 256 * room)

        for kind, codec in (("v7", 1), ("v7", 5), ("v8", 1), ("v8", 5), ("v8", 16)):
            path = self.over_limbs(kind, codec)
            self.assertEqual({*numpy.unique(drawing.ticks(Archive.open(path), 0, drawing.colors(
                Archive.open(path), 0))[0][:, :, 3])}, {128, 255})
            self.assert_drawn_alike(path)
            mapped = self.forged(path, reverse)  # The room maps the colours of actors.
            self.assert_drawn_alike(mapped)
            self.assertEqual(drawn_by_hand(mapped, None) != drawn_by_hand(path, None), codec in (1, 16))

    def test_auxiliary_pictures(self):
        for codec in (1, 5, 32):
            sequence, records = shows(0)
            payload = costume([dot()], records, sequence, codec=codec, palette=bytes(range(16)))
            payload += auxiliary((1, 5, -8, 3, 2, auxiliary_rows(AUXILIARY)))
            made = akos_games.he98([[payload]]).write(self.folder / str(codec))
            self.assert_agrees(self.pack(made, f"{codec}.wardrobe"))

    def replayed_in_room(self, path, case):
        """Returns what replay draws for a case of in_room(), with the scale that it prints."""
        row, x, y, choice = case
        one = self.rows(path, "timelines")[row]
        options = [word for name, value in choice.items()
                   for word in ("--actor-scale" if name == "scale" else f"--{name}", str(value))]
        done = run("replay", path, "--costume", f"#{one['costume_row']}", "--chore", str(one["chore"]), "--dir",
                   str(one["dir"]), "--room", "1", f"--at={x},{y}", "-o", self.folder / "a-%d.png", "--force", *options)
        self.assertEqual(done.status, 0, str(done))
        return done.err, [indices(self.folder / f"a-{tick}.png")[0] for tick in range(one["ticks"])]

    def assert_drawn_in_room(self, path, cases):
        """Returns the ticks of the last case."""
        for case, ([(scale, boxes), *_], drawn) in zip(cases, self.in_room(path, cases), strict=True):
            said, expected = self.replayed_in_room(path, case)
            named = ".*" if boxes is None else ", ".join(map(str, boxes)) or "no box"
            self.assertRegex(said, f"scale {scale}; the point is in (box(es)? )?{named}\n")
            numpy.testing.assert_array_equal(numpy.reshape(drawn, numpy.shape(expected)), expected, f"{case}")
        return numpy.array(expected)

    def test_actors_in_rooms(self):
        path = self.folder / "room.wardrobe"
        path.write_bytes(archive_with_room(self.pack(sample(6))))
        walks = {row["dir"]: at for at, row in enumerate(self.rows(path, "timelines"))
                 if (row["costume_row"], row["chore"]) == (0, 2)}
        self.assert_drawn_in_room(path, [[walks[direction], *where] for direction, *where in PLACES])

    def test_actors_darken_rooms_by_their_shadows(self):
        packed, row = self.pack(game("v7"), "packed.wardrobe", "--rooms"), 4
        plain = Archive.open(packed)
        timeline = next(at for at, one in enumerate(self.rows(packed, "timelines"))
                        if (one["costume_row"], one["chore"], one["dir"]) == (row, 2, "E"))
        pictures = list(listing.pictures(plain, of=row))
        values = numpy.concatenate([plain.pixels(one["picture"]).ravel() for one in pictures])
        shadow = numpy.bincount(values[values != pictures[0]["transparent"]]).argmax()
        path = self.forged(packed, lambda image: image.change(
            "costumes.shadow", int(plain["costumes.shadow_offset"][row]), int(shadow)))
        cases = [[timeline, 130, 80, {"plane": 0, "scale": 200}]]
        self.assertFalse(numpy.array_equal(*(self.assert_drawn_in_room(one, cases) for one in (path, packed))))

    def test_animations_set_the_z_plane_of_actors(self):
        path = self.folder / "clips.wardrobe"
        image, row = archive_with_clips(self.pack(game("v8"), "packed.wardrobe", "--rooms"))
        path.write_bytes(image)
        own, first = (self.assert_drawn_in_room(path, [[row, 130, 80, choice]]) for choice in ({}, {"plane": 1}))
        self.assertFalse(numpy.array_equal(own, first))
