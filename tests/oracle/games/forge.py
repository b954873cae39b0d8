"""Writes archives as in formats/archive/FORMAT.md, with valid checksums over valid or invalid contents."""

import itertools
import struct

import xxhash
import zstandard

from reader import TYPES


def compress(data, **options):
    options = {"level": 3, "write_checksum": True, "write_content_size": True, **options}
    return zstandard.ZstdCompressor(**options).compress(data)


def leading(length, hash_=0, major=2, minor=0, reserved=0):
    return struct.pack("<II8sHHIQQ", 0x184D2A50, 32, b"WARDROBE", major, minor, reserved, length,
                       hash_)


def entry(frame, inflated):
    """Returns a zstd frame's entry in the seek table."""
    return len(frame), len(inflated), xxhash.xxh64_intdigest(inflated) & 0xFFFFFFFF


def seek_table(entries, flags=0x80):
    return (struct.pack("<II", 0x184D2A5E, 12 * len(entries) + 9)
            + b"".join(struct.pack("<III", *one) for one in entries)
            + struct.pack("<IBI", len(entries), flags, 0x8F92EAB1))


def seal(frames, entries, **head):
    """Returns a file of these zstd frames and entries. The entry of the leading frame is added before them."""
    table = seek_table([(40, 0, 0x51D8E999), *entries])
    length = 40 + sum(map(len, frames)) + len(table)
    return rehash(leading(length, **head) + b"".join(frames) + table)


def rehash(data):
    """Returns the file with a valid hash in its leading frame."""
    return data[:32] + struct.pack("<Q", xxhash.xxh64_intdigest(data[:32] + data[40:])) + data[40:]


def unseal(data):
    """Returns the zstd frames of a file, without the leading one, and their entries in the seek table."""
    count, = struct.unpack_from("<I", data, len(data) - 9)
    entries = list(struct.iter_unpack("<III", data[len(data) - 9 - 12 * (count - 1):len(data) - 9]))
    ends = list(itertools.accumulate((size for size, *_ in entries), initial=40))
    return [data[first:last] for first, last in zip(ends, ends[1:])], entries


def archive_of(image, minor=0, **options):
    """Returns the file of an image in three zstd frames: directory, tables with backgrounds, and pixels."""
    count = struct.unpack_from("<I", image, 12)[0]
    directory = min(64 + 64 * count, len(image))
    pixels = struct.unpack_from("<Q", image, directory - 8)[0] if directory > 64 else directory
    if not directory <= pixels <= len(image):
        pixels = directory
    parts = [part for part in (image[:directory], image[directory:pixels], image[pixels:]) if part]
    frames = [compress(part, **options) for part in parts]
    return seal(frames, list(map(entry, frames, parts)), minor=minor)


class Image:
    """The columns of an archive, which can be changed and written again."""

    def __init__(self, archive):
        self.minor = 0
        self.columns = [[name, column.type, archive[name].tobytes()]
                        for name, column in archive.columns.items()]

    def column(self, name):
        return next(column for column in self.columns if column[0] == name)

    def change(self, name, index, value):
        """Sets an element to `value`, cut to the column's type."""
        column = self.column(name)
        width = int(TYPES[column[1]][2])
        data = bytearray(column[2])
        value %= 1 << 8 * width
        data[index * width:(index + 1) * width] = value.to_bytes(width, "little")
        column[2] = bytes(data)

    def insert(self, before, name, type_, data):
        at = next(i for i, column in enumerate(self.columns) if column[0] == before)
        self.columns.insert(at, [name, type_, data])

    def write(self, width_of_unknown=16):
        """Returns the bytes of the image."""
        at, directory, body = 64 + 64 * len(self.columns), b"", bytearray()
        for name, type_, data in self.columns:
            body += bytes(-(at + len(body)) % 64)
            width = int(TYPES[type_][2]) if type_ in TYPES else width_of_unknown
            directory += struct.pack("<40sIIQQ", name.encode(), type_, 0, len(data) // width,
                                     at + len(body))
            body += data
        head = struct.pack("<8sHHIQ", b"WARDIMAG", 2, self.minor, len(self.columns), at + len(body))
        return head + bytes(40) + directory + bytes(body)
