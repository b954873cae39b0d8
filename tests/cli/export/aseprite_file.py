"""Takes .aseprite files apart and puts them together again, so that tests can change them as editors do."""

import struct
import zlib

OLD_PALETTE, LAYER, CEL, CEL_EXTRA, PROFILE, TAGS, PALETTE, USER_DATA, SLICE = (
    0x0004, 0x2004, 0x2005, 0x2006, 0x2007, 0x2018, 0x2019, 0x2020, 0x2022)
LINK, IMAGE = 1, 2  # types of cels


def user_data(text):
    return USER_DATA, struct.pack("<IH", 1, len(text)) + text.encode()


def text_of(chunk):
    kind, data = chunk
    assert kind == USER_DATA
    return data[6:].decode() if data[0] & 1 else ""


class Cel:
    def __init__(self, data):
        self.layer, self.x, self.y, self.opacity, self.type, self.z = struct.unpack_from("<HhhBHh", data)
        if self.type == LINK:
            self.frame, = struct.unpack_from("<H", data, 16)
        else:
            self.width, self.height = struct.unpack_from("<HH", data, 16)
            self.pixels = bytearray(zlib.decompress(data[20:]))

    def chunk(self):
        """Returns the cel's chunk, always with pixels."""
        return CEL, (struct.pack("<HhhBHh5xHH", self.layer, self.x, self.y, self.opacity, IMAGE, self.z,
                                 self.width, self.height) + zlib.compress(bytes(self.pixels), 9))


class AsepriteFile:
    """An .aseprite file; `frames` are (milliseconds, [(kind of chunk, data)])."""

    def __init__(self, data):
        self.header, self.frames, at = bytearray(data[:128]), [], 128
        for _ in range(struct.unpack_from("<H", data, 6)[0]):
            size, _, _, milliseconds, count = struct.unpack_from("<IHHH2xI", data, at)
            chunks, end, at = [], at + size, at + 16
            for _ in range(count):
                length, kind = struct.unpack_from("<IH", data, at)
                chunks.append((kind, data[at + 6:at + length]))
                at += length
            assert at == end
            self.frames.append((milliseconds, chunks))

    @property
    def transparent(self):
        return self.header[28]

    def write(self):
        body = b""
        for milliseconds, chunks in self.frames:
            data = b"".join(struct.pack("<IH", 6 + len(data), kind) + data for kind, data in chunks)
            body += struct.pack("<IHHH2xI", 16 + len(data), 0xF1FA, len(chunks), milliseconds,
                                len(chunks)) + data
        struct.pack_into("<I", self.header, 0, 128 + len(body))
        return bytes(self.header) + body

    def saved_again(self):
        """Changes the file as saving it in an editor does: other order of chunks, palettes of all kinds, no links."""
        struct.pack_into("<H", self.header, 18, self.frames[0][0])  # of the first frame, not of a tick
        first = {kind: [] for kind in (PROFILE, PALETTE, LAYER, TAGS, SLICE)}
        owner, cels = None, []
        for chunk in self.frames[0][1]:
            if chunk[0] == CEL:
                owner = cels
            elif chunk[0] != USER_DATA:
                owner = first[chunk[0]]
            owner.append(chunk)
        (_, palette), = first[PALETTE]
        head = [*first[PROFILE], (OLD_PALETTE, old_palette(palette)), (PALETTE, named(palette)),
                user_data("the sprite's own"), *first[LAYER], *first[TAGS], *first[SLICE]]
        self.frames[0] = self.frames[0][0], cels
        self.frames = [(milliseconds, self.without_links(chunks)) for milliseconds, chunks in self.frames]
        self.frames[0][1][:0] = head
        return self

    def without_links(self, chunks):
        found = []
        for number, (kind, data) in enumerate(chunks):
            if kind != CEL:
                continue
            cel, text = Cel(data), None
            if cel.type == LINK:
                source, text = self.source(cel)
                cel.width, cel.height, cel.pixels = source.width, source.height, source.pixels
            else:
                text = text_of(chunks[number + 1])
            found += [cel.chunk(), (CEL_EXTRA, bytes(36)), user_data(text)]
        return found

    def source(self, link):
        """Returns the cel that a link shows, and the cel's user data."""
        chunks = self.frames[link.frame][1]
        for number, (kind, data) in enumerate(chunks):
            if kind == CEL and struct.unpack_from("<H", data)[0] == link.layer:
                after = chunks[number + 1:]
                return Cel(data), text_of(next(chunk for chunk in after if chunk[0] == USER_DATA))
        raise AssertionError("a link to nothing")


def old_palette(palette):
    count, = struct.unpack_from("<I", palette)
    colors = b"".join(palette[20 + 6 * i + 2:20 + 6 * i + 5] for i in range(count))
    return struct.pack("<HBB", 1, 0, count % 256) + colors


def named(palette):
    """Returns the palette with a name for each colour."""
    count, = struct.unpack_from("<I", palette)
    out = palette[:20]
    for i in range(count):
        out += struct.pack("<H", 1) + palette[20 + 6 * i + 2:20 + 6 * i + 6] + struct.pack("<H", 1) + b"c"
    return out
