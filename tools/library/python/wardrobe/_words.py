"""Words. Written by schema_test.cc. Private."""

import enum

EVENTS = ("counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset", "picture")


class Flags(enum.IntFlag):
    """timelines.flags"""

    TRUNCATED = 1
    DYNAMIC = 2
    STUCK = 4
    MISSING_PICTURE = 8
    LOST = 16
