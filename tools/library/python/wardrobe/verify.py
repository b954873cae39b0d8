"""Checks the rules of FORMAT.md, "The tables", that concern several columns together."""

from __future__ import annotations

import numpy as np

from .columns import Array, LIMITS, NONE, SCHEMA
from .error import need
from .tables import Tables

OFF, LOOP, ONCE = 1, 2, 3  # windows.mode
COST = 0  # costumes.kind
PICTURE = 1  # entries.state
TRUNCATED, DYNAMIC = 1, 2  # timelines.flags


def check_tables(archive: Tables) -> None:
    """Checks all tables. Single columns are checked when they are read."""
    for name, column in SCHEMA.items():
        if "rises" in column:
            _check_rises(archive[name], archive[column["rises"]], name)
    _check_rooms(archive)
    _check_costumes(archive)
    _check_entries(archive)
    _check_pictures(archive)
    _check_timelines(archive)


def _check_rises(values: Array, offsets: Array, name: str) -> None:
    starts = np.zeros(len(values) + 1, bool)
    starts[offsets] = True
    need((starts[1:-1] | (values[1:] > values[:-1])).all(), f"{name}: does not rise within a row")


def _check_rooms(archive: Tables) -> None:
    width, height = (archive[f"rooms.{name}"].astype(np.int64) for name in ("width", "height"))
    background = np.diff(archive["rooms.background_offset"].astype(np.int64))
    need(((background == 0) | (background == width * height) & (background <= LIMITS["room_pixels"])).all(),
         "rooms.background_offset: not width · height pixels, or too many")
    need(((background != 0) | (archive["rooms.background_xxh64"] == 0)).all(),
         "rooms.background_xxh64: not 0 in a room without a background")
    strips = np.diff(archive["rooms.see_through_offset"])
    need((strips == np.where(background != 0, width // 8, 0)).all(),
         "rooms.see_through_offset: not one for each strip of a background")
    bits = np.diff(archive["planes.bits_offset"])
    expected = np.repeat((width + 7) // 8 * height, np.diff(archive["rooms.plane_offset"]))
    need(((bits == 0) | (bits == expected)).all(), "planes.bits_offset: not a bit for each pixel")


def _check_costumes(archive: Tables) -> None:
    is_cost = archive["costumes.kind"] == COST
    format_, codec = archive["costumes.format"], archive["costumes.codec"]
    need(np.where(is_cost, (format_ != 0) & (codec == 1), format_ == 0).all(),
         "costumes: a format or codec that its kind does not have")
    places = list(zip(archive["costumes.source"].tolist(), archive["costumes.offset"].tolist()))
    need(all(a < b for a, b in zip(places, places[1:])), "costumes: not in order of file and offset")
    lines, shown = archive["costumes.record_offset"], archive["costumes.default_timeline"]
    need(np.where(lines[:-1] == lines[1:], shown == NONE, (lines[:-1] <= shown) & (shown < lines[1:])).all(),
         "costumes.default_timeline: not one of the costume's")
    for costume in np.flatnonzero(is_cost).tolist():
        _check_windows(archive, costume)


def _check_windows(archive: Tables, costume: int) -> None:
    """Checks the windows of a COST."""
    commands = len(archive.row_range("costumes.command_offset", costume))
    records = archive.row_range("costumes.record_offset", costume)
    first, last = archive["records.window_offset"][[records.start, records.stop]]
    mode, start, length = (archive[f"windows.{name}"][first:last].astype(np.int64)
                           for name in ("mode", "start", "length"))
    plays = np.isin(mode, (LOOP, ONCE)) & (length >= 1) & (length <= LIMITS["cost_window"])
    good = np.where(mode == OFF, length == 0, plays) & (start + length <= commands)
    need(good.all(), "windows: one is invalid in a COST")


def _check_entries(archive: Tables) -> None:
    """Checks that entries show a picture only in state 1, and that together they show all pictures, in order."""
    state, picture = archive["entries.state"], archive["entries.picture"]
    need(((state == PICTURE) == (picture != NONE)).all(),
         "entries.picture: state 1 without a picture, or another with one")
    used = dict.fromkeys(picture[picture != NONE].tolist())
    need(list(used) == list(range(archive.rows("pictures"))), "pictures: not in order of first use")


def _check_pictures(archive: Tables) -> None:
    width, height = (archive[f"pictures.{name}"].astype(np.uint64) for name in ("width", "height"))
    need((np.diff(archive["pictures.pixel_offset"]) == width * height).all(),
         "pictures.pixel_offset: not width · height pixels")


def _check_timelines(archive: Tables) -> None:
    flags, loop_start = archive["timelines.flags"], archive["timelines.loop_start"]
    ticks, reads, events = (np.diff(archive[f"timelines.{name}_offset"]) for name in ("tick", "read", "event"))
    need(((reads > 0) == (flags & DYNAMIC != 0)).all(),
         "timelines.read: empty if dynamic, or not empty otherwise")
    need(np.where(flags & TRUNCATED != 0, loop_start == NONE, loop_start < ticks).all(),
         "timelines.loop_start: not a tick of the timeline, or a tick although it is truncated")
    need((archive["events.tick"] < np.repeat(ticks, events)).all(), "events.tick: not a tick of the timeline")
