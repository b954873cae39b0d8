"""Objects of rooms, and rooms drawn with them, are those that a plain reader finds in the sample game's files."""

import json
import unittest

import numpy

from forge import Image, archive_of
from images import indices
from plain_game import PlainGame
from plain_objects import RoomWithObjects
from plain_old_room import OldFiles, OldRoomWithObjects
from reader import Archive
from room_files import hash_of
from script_files import scripts_of
from script_rows import entered
from support import ProgramTest, run, sample

OLD_GAMES = ("v1", "v2", "v3-16", "v3", "v4")  # An object has one image.
FORMS = {"v1": 1, "v2": 2, "v3-16": "3-16", "v3": 3, "v4": 4, "v5": 5, "v6": 6, "v7": 7, "v8": 8, "he": 98}
SCRIPTS_OF_HE = 71
HATCH, KEY, LAMP, CHART = 8, 10, 9, 11
OPEN_HATCH, LAMPS = 12, (13, 14, 15)  # show the other images of the hatch and the lamp in old games


def image_row(state, image, transparent):
    _, _, rows, planes = image
    pixels = [[transparent if pixel is None else pixel for pixel in row] for row in rows]
    return [state, len(rows[0]), len(rows), hash_of(pixels),
            [None if plane is None else hash_of([bit for bit, _ in row] for row in plane) for plane in planes]]


class ObjectsTest(ProgramTest):
    def packed(self, form):
        """Returns a packed sample, and its first room as a plain reader has it."""
        game, version = sample(6).parent / form, FORMS[form]
        room = OldRoomWithObjects(OldFiles(game, version), 1) if form in OLD_GAMES else \
            RoomWithObjects(PlainGame(game, version), 1)
        return self.pack(game, f"{form}.wardrobe", "--rooms"), room


def entered_states(form):
    """Returns the states that a plain reader finds in the entry script of a sample's first room."""
    version = SCRIPTS_OF_HE if form == "he" else FORMS[form]
    return entered(scripts_of(sample(6).parent / form, version), version)[1]


class Rows(ObjectsTest):
    def test_objects(self):
        for form in FORMS:
            with self.subTest(form):
                archive, room = self.packed(form)
                expected, groups = [], {}
                for one in room.objects:
                    parent = room.objects[one.parent - 1].number if one.parent else None
                    images = [image_row(state, image, 255 if state in one.blasts or form == "he" and one.number == CHART
                                        else room.room.transparent) for state, image in one.images.items()]
                    expected.append({
                        "room": 1, "object": one.number, "name": one.name.decode().rstrip("@"), "name_bytes": None, "x": one.x, "y": one.y,
                        "width": one.width, "height": one.height, "walk_x": one.walk_x, "walk_y": one.walk_y,
                        "direction": one.direction, "state": one.state, "parent": parent,
                        "parent_state": one.parent_state, "images": images,
                        "group": groups.setdefault((one.x, one.y, one.width, one.height), one.number)
                        if form in OLD_GAMES else None})
                self.assertEqual(self.rows(archive, "objects"), expected)
                self.assertEqual([len(row["images"]) for row in expected],
                                 [0, *[1] * 8] if form in OLD_GAMES else [0, 1, 2, 4, 1])

    def test_states_that_the_entry_script_sets(self):
        """By constants: of the lamp and the chart. The hatch is opened or shut."""
        for form in FORMS:
            with self.subTest(form):
                archive, room = self.packed(form)
                states = entered_states(form)
                self.assertEqual(states, {LAMP: 1 if form in OLD_GAMES else 3, CHART: 1})
                self.assertEqual(list(Archive.open(archive)["objects.entered"]),
                                 [states.get(one.number, 255) for one in room.objects])

    def test_without_scripts_none_sets_states(self):
        archive = self.pack(sample(6), "bare.wardrobe", "--no-scripts")
        self.assertEqual(set(Archive.open(archive)["objects.entered"]), {255})

    def test_cycles(self):
        for form in FORMS:
            archive, room = self.packed(form)
            self.assertEqual([tuple(row.values()) for row in self.rows(archive, "cycles")],
                             [(1, *cycle) for cycle in room.cycles])
            self.assertEqual(len(room.cycles), 0 if form in ("he", "v1", "v2", "v3-16", "v3") else 1)

    def test_without_rooms_there_are_no_pictures(self):
        archive = self.pack(sample(6), "bare.wardrobe")
        images = [image for row in self.rows(archive, "objects") for image in row["images"]]
        self.assertEqual({image[3] for image in images}, {None})
        self.assertTrue(any(plane for image in images for plane in image[4]))


class Drawing(ObjectsTest):
    def drawn(self, archive, *options):
        self.assert_fine(run("replay", archive, "--room", "1", *options, "-o", self.folder / "room.png", "--force", "-q"))
        return indices((self.folder / "room.png").read_bytes())[0]

    def test_states(self):
        of_old = ({}, {HATCH: 0, OPEN_HATCH: 1}, {LAMP: 0, LAMPS[2]: 1}, {CHART: 1}, {HATCH: 0, KEY: 0})
        later = ({}, {HATCH: 2}, {HATCH: 2, KEY: 0}, {LAMP: 3, HATCH: 0}, {CHART: 1}, {LAMP: 16, KEY: 9})
        for form in FORMS:
            archive, room = self.packed(form)
            pictures = set()
            for states in of_old if form in OLD_GAMES else later:
                with self.subTest(form, states=states):
                    options = [word for one in states.items() for word in ("--state", "%d=%d" % one)]
                    drawn = self.drawn(archive, *options)
                    pictures.add(drawn.tobytes())
                    numpy.testing.assert_array_equal(drawn, room.drawn(states)[0])
            self.assertEqual(len(pictures), 6 if form in ("v5", "he") else 5)

    def test_none_and_all(self):
        archive, room = self.packed("v6")
        none = {one.number: 0 for one in room.objects}
        numpy.testing.assert_array_equal(self.drawn(archive, "--objects", "none"), room.drawn(none)[0])
        numpy.testing.assert_array_equal(self.drawn(archive, "--objects", "all"), room.drawn({CHART: 1})[0])

    def test_entered(self):
        for form in FORMS:
            with self.subTest(form):
                archive, room = self.packed(form)
                drawn = self.drawn(archive, "--objects", "entered")
                numpy.testing.assert_array_equal(drawn, room.drawn(entered_states(form))[0])
                self.assertGreater((drawn != self.drawn(archive)).sum(), 0)
                both = self.drawn(archive, "--objects", "entered", "--state", f"{LAMP}=0")
                numpy.testing.assert_array_equal(both, room.drawn(entered_states(form) | {LAMP: 0})[0])

    def test_actors_stand_behind_what_an_object_hides(self):
        """The lamp is in plane 1."""
        archive, room = self.packed("v6")
        rooms = Archive.open(archive)
        planes = [numpy.unpackbits(rooms.blob("planes.bits", row).reshape(112, -1), axis=1) for row in range(2)]
        shown = numpy.array(room.drawn({})[1][0], "u1")
        self.assertGreater((shown != planes[0][:, :192]).sum(), 0)
        options = "--costume", "1", "--chore", "stand", "--dir", "S", "--at", "166,84", "--actor-scale", "255"
        behind, before = (self.drawn(archive, *options, "--plane", plane, "--ticks", "1") for plane in "10")
        changed = behind != before
        self.assertGreater(changed.sum(), 0)
        numpy.testing.assert_array_equal(behind[changed], numpy.array(room.drawn({})[0], "u1")[changed])
        self.assertTrue((shown[changed] == 1).all())

    def test_colours_cycle(self):
        """A colour of the sea is at the same place again after three steps; a step takes two frames."""
        archive, _ = self.packed("v6")
        self.assert_fine(run("replay", archive, "--room", "1", "--cycle", "--ticks", "7", "-q",
                             "-o", self.folder / "sea-%d.png"))
        frames = [indices((self.folder / f"sea-{tick}.png").read_bytes())[0] for tick in range(7)]
        still = self.drawn(archive)
        for tick, frame in enumerate(frames):
            turned = [19 + (color - 19 - tick // 2) % 3 if 19 <= color <= 21 else color for color in range(256)]
            numpy.testing.assert_array_equal(frame, numpy.array(turned, "u1")[still])
        self.assertEqual(len({frame.tobytes() for frame in frames}), 3)

    def test_what_is_not_shown_or_wrong_is_told(self):
        archive, _ = self.packed("v6")
        entered = "room 1: 2 objects in states as the entry script sets them by constants\n"
        nine = f"object {HATCH} has no picture of state 9, so it is not shown; it has those of 1, 2\n"
        for options, status, told in (
                (("--objects", "entered"), 0, entered), (("--state", f"{HATCH}=2"), 0, ""),
                (("--state", f"{HATCH}=0"), 0, ""), (("--state", f"{HATCH}=9"), 0, nine),
                (("--state", "8"), 2, "--state 8: expected the number of an object and a state"),
                (("--state", "8="), 2, "--state 8=: expected"), (("--state", "8=256"), 2, "--state 8=256: expected"),
                (("--state", "77=1"), 2, "--state 77=1: room 1 has no object 77")):
            done = run("replay", archive, "--room", "1", *options, "-o", self.folder / "a.png", "--force")
            self.assertEqual(done.status, status, str(done))
            if status == 0:
                self.assertEqual(done.err, told)
            self.assertIn(told, done.err)


class Differences(ObjectsTest):
    """In the rows of objects, the barrel is 0, the key 1 and the hatch 2."""

    def setUp(self):
        super().setUp()
        self.archive, _ = self.packed("v6")

    def findings(self, name, at, value):
        """Returns (kind, object's number, field, old, new) of each finding after an element of a column is changed."""
        archive = Archive.open(self.archive)
        image, values = Image(archive), archive[name].copy()
        values[at] = value
        image.column(name)[2] = values.tobytes()
        changed = self.folder / "changed.wardrobe"
        changed.write_bytes(archive_of(image.write()))
        done = run("diff", self.archive, changed, "--json")
        self.assertEqual(done.err, "")
        return [(row["kind"], row["index"], row["field"], row["old"], row["new"])
                for row in map(json.loads, done.out.splitlines())]

    def test_said_in_words(self):
        for name, at, value, text in (("objects.x", 2, 88, "place 24×24 at 80,72 → 24×24 at 88,72"),
                                      ("objects.walk_y", 2, 9, "use 92,98 facing 0 → 92,9 facing 0"),
                                      ("objects.state", 1, 2, f"state 1 with object {HATCH} in 2 → 2 with object"),
                                      ("masks.bits", 0, 1, "other pixels or planes, ")):
            self.findings(name, at, value)
            said = run("diff", self.archive, self.folder / "changed.wardrobe").out
            self.assertIn(text, said)

    def test_each_part(self):
        for name, at, value, findings in (
                ("objects.x", 2, 88, [("object", HATCH, "place", [80, 72, 24, 24], [88, 72, 24, 24])]),
                ("objects.state", 2, 2, [("object", HATCH, "state", [1, None, 0], [2, None, 0])]),
                ("objects.walk_y", 2, 9, [("object", HATCH, "use", [92, 98, 0], [92, 9, 0])]),
                ("objects.name", 0, ord("B"), [("object", 7, "name", "barrel", "Barrel")]),
                ("objects.number", 2, 60, [("object", HATCH, "object", "hatch", None),
                                           ("object", KEY, "state", [1, HATCH, 2], [1, 60, 2]),
                                           ("object", 60, "object", None, "hatch")])):
            self.assertEqual(self.findings(name, at, value), findings)

    def test_images(self):
        images = self.findings("images.state", 2, 3)  # of the hatch, which had the states 1 and 2
        self.assertEqual([(kind, number, old and old[0], new and new[0]) for kind, number, _, old, new in images],
                         [("object-image", HATCH, 2, None), ("object-image", HATCH, None, 3)])
        self.assertEqual([one[:2] for one in self.findings("masks.bits", 0, 1)], [("object-image", KEY)])


if __name__ == "__main__":
    unittest.main()
