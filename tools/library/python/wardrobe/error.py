"""Errors of archives."""

from __future__ import annotations


class Error(ValueError):
    """The file is damaged, or not an archive. `offset` is the position in the file, if known; `status` is the kind of
    error, such as "not found", if it comes from libwardrobe."""

    def __init__(self, message: str, offset: int | None = None, status: str | None = None) -> None:
        super().__init__(message if offset is None else f"{message} (at offset {offset})")
        self.offset, self.status = offset, status


def need(condition: object, message: str, offset: int | None = None) -> None:
    """Raises an Error unless the condition holds."""
    if not condition:
        raise Error(message, offset)
