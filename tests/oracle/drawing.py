"""Draws pictures and timelines from an archive's columns, pixel by pixel, by FORMAT.md alone."""

import numpy

from reader import NONE


def palette_row(archive, room, number=0):
    """Returns the row of a palette of the room with this number in the game."""
    return next(row for row in range(archive.rows("palettes")) if archive["palettes.number"][row] == number
                and archive["rooms.number"][archive["palettes.room"][row]] == room)


def colors(archive, costume, palette=None):
    """Returns red, green, blue and alpha of each pixel value. `palette` is a row of palettes; None: the costume's own."""
    row = int(archive["costumes.default_palette"][costume]) if palette is None else palette
    own, rgba = archive.blob("costumes.color", costume), numpy.zeros((256, 4), "u1")
    room = numpy.arange(256, dtype="u1").repeat(3).reshape(256, 3)  # greys
    if row != NONE:
        rgb = archive.blob("palettes.rgb", row)
        room = numpy.zeros((256, 3), "u1")
        room.reshape(-1)[:len(rgb) // 3 * 3] = rgb[:len(rgb) // 3 * 3]
    codec = archive["costumes.codec"][costume]
    own = own if codec == 1 else numpy.arange(256)
    if row != NONE and codec in (1, 16):
        mapped = archive.blob("rooms.actor_color", archive["palettes.room"][row])
        own = mapped[own] if len(mapped) else own
    rgba[:len(own), :3], rgba[:, 3] = room[own], 255
    true = archive.blob("costumes.rgb", costume).reshape(-1, 3)
    if row == NONE:
        rgba[:len(true), :3] = true
    rgba[archive.blob("costumes.shadow", costume)] = 0, 0, 0, 128
    return rgba


def picture(archive, row, rgba):
    """Returns a picture, (height, width, 4). Transparent pixels are all 0."""
    pixels = archive.pixels(row)
    return numpy.where((pixels == archive["pictures.transparent"][row])[:, :, None], 0, rgba[pixels])


def shaded(archive, costume, rgba, over, under):
    """Returns a picture over an image. Where that shows something, shadows give it the costume's nearest colour to half
    of its own."""
    values = range(1, len(archive.blob("costumes.color", costume))) if archive["costumes.codec"][costume] == 1 else range(255)
    lit = rgba[sorted({*values} - {*archive.blob("costumes.shadow", costume).tolist()})].astype("i4")
    shown = numpy.where(over[:, :, 3:] > 0, over, under)
    for at in zip(*numpy.nonzero((over[:, :, 3] == 128) & (under[:, :, 3] > 0))):
        dark = under[at] if under[at][3] == 128 else lit[((lit[:, :3] - under[at][:3] // 2) ** 2).sum(axis=1).argmin()]
        shown[at] = dark
    return shown


def cels_of(archive, frame):
    """Returns the cels (picture, x, y, flip) of a frame."""
    return [tuple(int(archive["cels." + name][cel]) for name in ("picture", "x", "y", "flip"))
            for cel in archive.row_range("frames.cel_offset", frame)]


def ticks(archive, timeline, rgba):
    """Returns the image of each tick, (height, width, 4), in the box around all cels."""
    starts = archive["costumes.record_offset"].tolist()
    costume = max(row for row in range(len(starts) - 1) if starts[row] <= timeline)
    cels = {}
    for frame in archive.blob("timelines.tick", timeline).tolist():
        cels.setdefault(frame, [(x, y, picture(archive, row, rgba)[:, ::-1 if flip else 1])
                                for row, x, y, flip in cels_of(archive, frame)])
    boxes = [(x, y, x + shown.shape[1], y + shown.shape[0]) for frame in cels.values() for x, y, shown in frame]
    left, top, right, bottom = ([edge(side) for edge, side in zip((min, min, max, max), zip(*boxes))] or (0, 0, 1, 1))
    drawn = {}
    for frame, shown in cels.items():
        drawn[frame] = numpy.zeros((bottom - top, right - left, 4), "u1")
        for x, y, pixels in shown:
            part = drawn[frame][y - top:y - top + pixels.shape[0], x - left:x - left + pixels.shape[1]]
            part[:] = shaded(archive, costume, rgba, pixels, part)
    return [drawn[frame] for frame in archive.blob("timelines.tick", timeline).tolist()]
