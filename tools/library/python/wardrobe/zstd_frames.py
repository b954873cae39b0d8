"""The zstd frames of an archive: FORMAT.md, "The file"."""

from __future__ import annotations

import struct
import threading
from bisect import bisect_right
from itertools import accumulate
from typing import BinaryIO

import zstandard

from .columns import LIMITS, budget
from .error import Error, need

LEADING_SIZE = 40
LEADING_ENTRY = (LEADING_SIZE, 0, 0x51D8E999)  # in the seek table
FRAMES_KEPT = 8


class ZstdFrames:
    """The zstd frames of a file, checked and inflated on demand.

    Frame 0 is the leading frame, which inflates to nothing. May be used from many threads.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.inflated_bytes = 0  # so far
        self._kept: dict[int, bytes] = {}  # the last frames inflated, oldest first
        self._lock = threading.Lock()
        self.file_size = file.seek(0, 2)
        self._read_leading()
        self._read_seek_table()

    def _bytes(self, start: int, size: int) -> bytes:
        """`size` bytes of the file, from `start` on."""
        self.file.seek(start)
        data = self.file.read(size)
        need(len(data) == size, "the file ends too early", start + len(data))
        return data

    def _read_leading(self) -> None:
        need(self.file_size >= LEADING_SIZE, "too short for an archive", self.file_size)
        magic, size, name, major, _minor, reserved, length, self.file_hash = struct.unpack(
            "<II8sHHIQQ", self._bytes(0, LEADING_SIZE))
        need(magic == 0x184D2A50 and size == LEADING_SIZE - 8 and name == b"WARDROBE", "no archive", 0)
        need(major != 1, "made by a version before the first release; pack again", 16)
        need(major == 2, f"an archive of version {major}, which this reader does not know", 16)
        need(reserved == 0, "reserved bytes are not zero", 20)
        need(length == self.file_size, f"the file should have {length} bytes", self.file_size)

    def _read_seek_table(self) -> None:
        end = self.file_size - 9
        need(end >= LEADING_SIZE, "no seek table", LEADING_SIZE)
        count, flags, magic = struct.unpack("<IBI", self._bytes(end, 9))
        need(magic == 0x8F92EAB1 and flags == 0x80, "no seek table with checksums at the end", end)
        start = end - 12 * count - 8
        need(count >= 2 and start >= LEADING_SIZE, "more frames than the file can hold", end)
        need(count <= LIMITS["frames"], "more frames than an archive may have", end)
        table = self._bytes(start, 8 + 12 * count)
        need(struct.unpack_from("<II", table) == (0x184D2A5E, 12 * count + 9), "no seek table", start)
        # Of each frame: size in the file, size inflated, checksum.
        self.entries = list(struct.iter_unpack("<III", table[8:]))
        need(self.entries[0] == LEADING_ENTRY, "the first frame is not the leading one", start + 8)
        need(all(0 < inflated <= LIMITS["frame_size"] and size <= budget(LIMITS["frame_bytes"], inflated)
                 for size, inflated, _ in self.entries[1:]), "a frame of a size that no frame has", start)
        self.file_starts = [0, *accumulate(entry[0] for entry in self.entries)]
        self.image_starts = [0, *accumulate(entry[1] for entry in self.entries)]
        need(self.file_starts[-1] == start, "the sizes of the frames do not add up", start)
        self.image_size: int = self.image_starts[-1]

    def __len__(self) -> int:
        return len(self.entries)

    def file_bytes(self) -> bytes:
        """The whole file."""
        with self._lock:
            return self._bytes(0, self.file_size)

    def compressed(self, number: int) -> bytes:
        """A frame as stored in the file."""
        return self._bytes(self.file_starts[number], self.entries[number][0])

    def frame(self, number: int) -> bytes:
        """The inflated bytes of a frame."""
        with self._lock:
            data = self._kept.pop(number, None)
            if data is None:
                data = self._inflate(number)
                self.inflated_bytes += len(data)
            self._kept[number] = data
            if len(self._kept) > FRAMES_KEPT:
                del self._kept[next(iter(self._kept))]
            return data

    def _inflate(self, number: int) -> bytes:
        _, size, checksum = self.entries[number]
        frame, offset = self.compressed(number), self.file_starts[number]
        try:
            head = zstandard.get_frame_parameters(frame)
            # zstandard allocates the size that the frame's own head states before it inflates anything.
            need(head.content_size in (size, zstandard.CONTENTSIZE_UNKNOWN), "wrong size of a frame", offset)
            need(head.has_checksum and not frame[4] & 3, "a frame without a checksum, or with a dictionary", offset)
            need(head.window_size <= LIMITS["frame_size"], "a frame with too large a window", offset)
            data = zstandard.ZstdDecompressor().decompress(frame, max_output_size=size,
                                                           allow_extra_data=False)
        except zstandard.ZstdError as error:
            raise Error(f"frame {number}: {error}", offset) from error
        need(len(data) == size, "wrong size of a frame", offset)
        # The frame itself ends with the same checksum; zstd compares that one with the content.
        need(frame[-4:] == checksum.to_bytes(4, "little"), "wrong checksum of a frame", offset)
        return data

    def read(self, start: int, size: int) -> bytes | memoryview:
        """Bytes of the image; the range must lie inside it. They are a copy only if they are in several frames."""
        number = bisect_right(self.image_starts, start) - 1
        parts: list[memoryview] = []
        while size > 0:
            begin = start - self.image_starts[number]
            part = memoryview(self.frame(number))[begin:begin + size]
            parts.append(part)
            start, size, number = start + len(part), size - len(part), number + 1
        return parts[0] if len(parts) == 1 else b"".join(parts)
