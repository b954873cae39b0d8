"""The outer half of an archive, after formats/archive/FORMAT.md, "The file": frames and checksums.

Written from FORMAT.md alone, to prove that an outsider can. Needs python3-zstandard and -xxhash.
"""

import struct

import xxhash
import zstandard

SKIPPABLE_LEADING = 0x184D2A50
SKIPPABLE_SEEK_TABLE = 0x184D2A5E
SEEKABLE_MAGIC = 0x8F92EAB1
ZSTD_MAGIC = 0xFD2FB528
LEADING_SIZE = 40
CHECKSUM_OF_NOTHING = 0x51D8E999
MAX_FRAME = 8 << 20


class ArchiveError(Exception):
    """This is not an archive as FORMAT.md has it."""


def need(condition, why):
    if not condition:
        raise ArchiveError(why)


def hash_of_the_rest(data):
    """The XXH64 that bytes 32 to 39 hold: of every other byte."""
    digest = xxhash.xxh64(data[:32])
    digest.update(data[LEADING_SIZE:])
    return digest.intdigest()


class Frames:
    """The zstd frames of an archive; each is inflated only when someone reads from it."""

    def __init__(self, data):
        self.data = data
        self.inflated = {}  # number of the frame → its bytes
        self._read_leading()
        self._read_seek_table()

    def _read_leading(self):
        need(len(self.data) >= LEADING_SIZE, "shorter than the leading frame")
        magic, size, name, major, _minor, reserved, length, self.stored_hash = struct.unpack_from(
            "<II8sHHIQQ", self.data)
        need(magic == SKIPPABLE_LEADING and size == LEADING_SIZE - 8, "no leading frame")
        need(name == b"WARDROBE", "not a wardrobe")
        need(major == 1, f"major version {major}")
        need(reserved == 0, "reserved bytes of the leading frame")
        need(length == len(self.data), "the file has another length")

    def _read_seek_table(self):
        data = self.data
        need(len(data) >= LEADING_SIZE + 8 + 12 + 9, "no room for a seek table")
        count, flags, magic = struct.unpack_from("<IBI", data, len(data) - 9)
        need(magic == SEEKABLE_MAGIC, "no seek table at the end")
        need(flags == 0x80, "flags of the seek table")
        start = len(data) - 8 - 12 * count - 9
        need(count >= 2 and start >= LEADING_SIZE, "more frames than the file can hold")
        tag, size = struct.unpack_from("<II", data, start)
        need(tag == SKIPPABLE_SEEK_TABLE and size == 12 * count + 9, "head of the seek table")
        self.entries = list(struct.iter_unpack("<III", data[start + 8:start + 8 + 12 * count]))
        need(self.entries[0] == (LEADING_SIZE, 0, CHECKSUM_OF_NOTHING), "entry 0")
        need(sum(entry[0] for entry in self.entries) == start, "sizes of the frames")
        self.file_starts, self.image_starts = [], []
        in_file = in_image = 0
        for size_in_file, size_inflated, _checksum in self.entries:
            self.file_starts.append(in_file)
            self.image_starts.append(in_image)
            in_file += size_in_file
            in_image += size_inflated
        self.image_size = in_image

    def __len__(self):
        return len(self.entries)

    def check_file_hash(self):
        need(hash_of_the_rest(self.data) == self.stored_hash, "the hash of the file")

    def compressed(self, number):
        start = self.file_starts[number]
        return self.data[start:start + self.entries[number][0]]

    def frame(self, number):
        """The inflated bytes of a zstd frame, checked (number 0 is the leading frame)."""
        if number not in self.inflated:
            _, size, checksum = self.entries[number]
            frame = self.compressed(number)
            need(size <= MAX_FRAME, "a frame of more than 8 MiB")
            need(frame[:4] == struct.pack("<I", ZSTD_MAGIC), "not a zstd frame")
            try:
                parameters = zstandard.get_frame_parameters(frame)
                inflated = zstandard.ZstdDecompressor().decompress(frame, max_output_size=size)
            except zstandard.ZstdError as error:
                raise ArchiveError(f"frame {number}: {error}") from error
            need(parameters.has_checksum, "a frame without a checksum of its content")
            need(len(inflated) == size, "size of an inflated frame")
            need(xxhash.xxh64_intdigest(inflated) & 0xFFFFFFFF == checksum, "checksum of a frame")
            self.inflated[number] = inflated
        return self.inflated[number]

    def read(self, start, size):
        """Bytes of the image; inflates the frames that hold them and no others."""
        need(0 <= start and start + size <= self.image_size, "outside of the image")
        parts = []
        for number in range(1, len(self.entries)):
            begin = self.image_starts[number]
            end = begin + self.entries[number][1]
            if begin < start + size and start < end:
                low, high = max(start, begin), min(start + size, end)
                parts.append(self.frame(number)[low - begin:high - begin])
        return b"".join(parts)

    def image(self):
        return self.read(0, self.image_size)

    def bytes_inflated(self):
        return sum(len(frame) for frame in self.inflated.values())
