"""What goes wrong with an archive."""

from __future__ import annotations


class Error(ValueError):
    """The file is damaged, or is no archive. `offset` is a place in the file, where one is known; `status` says what
    kind of error it is, such as "not found", if it comes from libwardrobe."""

    def __init__(self, message: str, offset: int | None = None, status: str | None = None) -> None:
        super().__init__(message if offset is None else f"{message} (at offset {offset})")
        self.offset, self.status = offset, status


def need(condition: object, message: str, offset: int | None = None) -> None:
    """Raises an Error unless the condition holds."""
    if not condition:
        raise Error(message, offset)
