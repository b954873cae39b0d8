"""Writes containers of games (SCUMM.md §1 "Containers"). Files are {name: bytes}."""

import io
import random
import struct
import zipfile


def make_pak(files, wide=False, magic=b"KAPL"):
    """A .pak of the Special Editions; if `wide`, its entries have 24 bytes."""
    index = bytes(4 * len(files))
    names = b"".join(name.encode() + b"\0" for name in files)
    entries, data = b"", b""
    for content in files.values():
        entries += struct.pack("<QIIII" if wide else "<IIIII", len(data), 0, len(content), len(content), 0)
        data += content
    tables = [entries, index] if wide else [index, entries]
    second = 40 + len(tables[0])
    third = second + len(tables[1])
    head = magic + struct.pack("<f8I", 1.0, 40, second, third, third + len(names), len(index), len(entries),
                               len(names), len(data))
    return head + b"".join(tables) + names + data


def make_mac(files):
    """The single file of a Mac game, a container without folders."""
    data, entries = b"", b""
    for name, content in files.items():
        entries += struct.pack(">II32s", 8 + len(data), len(content), name.split("/")[-1].encode())
        data += content
    return struct.pack(">II", 8 + len(data), len(entries)) + data + entries


def make_zip(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name), content, method)
    return out.getvalue()


def make_program(index):
    """A program with an index inside."""
    noise = random.Random(1).randbytes
    return b"MZ" + noise(5000) + b"RNAM" + noise(100) + index + noise(3000)


# Makes each kind of container.
KINDS = {
    "game.pak": make_pak,
    "wide.pak": lambda files: make_pak(files, wide=True),
    "game.zip": make_zip,
    "stored.zip": lambda files: make_zip(files, zipfile.ZIP_STORED),
    "Game Data": make_mac,
}


def files_of(folder, prefix=""):
    """Returns {name: bytes} of a game folder's files. Each name has `prefix`, a folder in the container, before it."""
    return {prefix + path.name: path.read_bytes() for path in sorted(folder.iterdir())}
