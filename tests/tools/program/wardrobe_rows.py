"""The rows of `wardrobe list WHAT --json`, which the project's Python package makes from an archive's columns."""

import wardrobe_reader  # noqa: F401  It puts the package on the path.
from wardrobe.listing import LISTS, costume_id, costumes, entries_of, pictures, read_name, timelines

__all__ = ["ROWS", "commands", "costume_id", "costumes", "entries_of", "pictures", "read_name", "rows", "timelines"]

ROWS = LISTS


def rows(archive, what):
    return archive.list(what)


def commands(archive, costume, window):
    """Returns the commands of a window of a costume's records."""
    start = int(archive["windows.start"][window])
    length = int(archive["windows.length"][window])
    return [int(byte) for byte in archive.blob("costumes.command", costume)[start:start + length]]
