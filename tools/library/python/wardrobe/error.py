"""Errors of archives and games."""

from __future__ import annotations


class Error(ValueError):
    """The file is damaged or not an archive, or something cannot be done. `offset` is the position in the file, if
    known; `status` is the kind of error, such as "damaged"."""

    def __init__(self, message: str, offset: int | None = None, status: str | None = None) -> None:
        super().__init__(message if offset is None else f"{message} (at offset {offset})")
        self.offset, self.status = offset, status
