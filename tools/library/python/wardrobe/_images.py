"""PNG and GIF files, Pillow images (Pillow is imported on demand), and notebooks. Private."""

from __future__ import annotations

import base64
import html
import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

from ._drawing import MAX_PIXELS
from ._native import Array, integer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PIL.Image import Image

GAP = 4  # pixels between pictures of a sheet
LABEL = (128, 128, 128, 255)  # the colour of its texts, for bright and dark backgrounds


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _alphas(colors: Array, transparent: int | None) -> bytes:
    """The alpha of each index: shadows are half opaque, and the transparent index is not at all."""
    alphas = np.where(_is_shadow(colors), colors[:, 3], 255)
    if transparent is not None:
        alphas[transparent] = 0
    return alphas.astype("u1").tobytes()


def _is_shadow(colors: Array) -> Array:
    return (colors[:, 3] > 0) & (colors[:, 3] < 255)


def png(frames: Sequence[Array], colors: Array, transparent: int | None = None, tick_ms: int = 0) -> bytes:
    """A PNG of indices; with several frames, an APNG. `colors` is (256, 4)."""
    height, width = frames[0].shape
    chunks = [_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
              _chunk(b"PLTE", colors[:, :3].tobytes())]
    if alphas := _alphas(colors, transparent).rstrip(b"\xff"):
        chunks.append(_chunk(b"tRNS", alphas))
    if len(frames) > 1:
        chunks.append(_chunk(b"acTL", struct.pack(">II", len(frames), 0)))
    sequence = 0
    for tick, frame in enumerate(frames):
        data = zlib.compress(np.pad(frame, ((0, 0), (1, 0))).tobytes())  # filter 0 before each row
        if len(frames) > 1:
            chunks.append(_chunk(b"fcTL", struct.pack(">5I2H2B", sequence, width, height, 0, 0,
                                                      tick_ms, 1000, 0, 0)))
            sequence += 1
        if tick == 0:
            chunks.append(_chunk(b"IDAT", data))
        else:
            chunks.append(_chunk(b"fdAT", struct.pack(">I", sequence) + data))
            sequence += 1
    return b"".join([b"\x89PNG\r\n\x1a\n", *chunks, _chunk(b"IEND", b"")])


def image(indices: Array, colors: Array, transparent: int | None = None) -> Image:
    """A Pillow image of mode P. `colors` is (256, 4)."""
    from PIL import Image as pillow

    made = pillow.fromarray(np.ascontiguousarray(indices), "P")
    made.putpalette(colors[:, :3].tobytes())
    if _is_shadow(colors).any():
        made.info["transparency"] = _alphas(colors, transparent)
    elif transparent is not None:
        made.info["transparency"] = transparent
    return made


def gif(frames: Sequence[Array], colors: Array, transparent: int, tick_ms: int) -> bytes:
    """A GIF of indices that loops forever, with one frame per tick. `colors` is (256, 4)."""
    from PIL.GifImagePlugin import getdata  # Pillow's save() fails if a frame is wholly transparent

    height, width = frames[0].shape
    if max(height, width) > 0xFFFF:
        raise ValueError(f"a GIF of {width} × {height} pixels")
    parts = [b"GIF89a", struct.pack("<HHBBB", width, height, 0xF7, 0, 0), colors[:, :3].tobytes(),
             b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"]
    half = np.indices((height, width)).sum(axis=0) % 2 == 0  # a GIF has no other opacity
    opaque = np.dstack([colors[None, :, :3], np.full((1, 256), 255, "u1")])[0]
    for tick, frame in enumerate(frames):
        shown = np.where(half & _is_shadow(colors)[frame], np.uint8(transparent), frame)
        # Rounding the start of each tick, not its duration, keeps errors from adding up.
        hundredths = (tick + 1) * tick_ms // 10 - tick * tick_ms // 10
        parts += getdata(image(shown, opaque, transparent), duration=10 * hundredths, disposal=2)
    return b"".join([*parts, b";"])


def label(text: str) -> Array:
    """A line of text as a picture, (height, width, 4)."""
    from PIL import Image as pillow
    from PIL import ImageDraw, ImageFont

    font = ImageFont.load_default()
    left, top, right, bottom = font.getbbox(text)
    made = pillow.new("RGBA", (int(right - left), int(bottom - top)))
    ImageDraw.Draw(made).text((-left, -top), text, LABEL, font)
    return np.asarray(made)


def labelled(picture: Array, text: str) -> Array:
    """A picture with a line of text below."""
    below = label(text)
    (height, width), (text_height, text_width) = picture.shape[:2], below.shape[:2]
    whole = np.zeros((height + 2 + text_height, max(width, text_width), 4), "u1")
    whole[:height, :width] = picture
    whole[height + 2:, :text_width] = below
    return whole


def sheet(pictures: Iterable[Array], width: int) -> Image:
    """Pictures of (height, width, 4), side by side in rows. A row is `width` wide, or as wide as the widest picture."""
    from PIL import Image as pillow

    integer(width, "the width of a sheet")
    x = y = bottom = 0
    places: list[tuple[int, int, Array]] = []
    for picture in pictures:
        if x > 0 and x + picture.shape[1] > width:
            x, y = 0, bottom + GAP
        places.append((x, y, picture))
        x, bottom = x + picture.shape[1] + GAP, max(bottom, y + picture.shape[0])
    right = max([1, *(x + picture.shape[1] for x, _, picture in places)])
    if right * bottom > MAX_PIXELS:
        raise ValueError(f"a sheet of {right} × {bottom} pixels")
    canvas = np.zeros((max(1, bottom), right, 4), "u1")
    for x, y, picture in places:
        canvas[y:y + picture.shape[0], x:x + picture.shape[1]] = picture
    return pillow.fromarray(canvas, "RGBA")


def _tag(png: bytes) -> str:
    return f'<img alt="" src="data:image/png;base64,{base64.b64encode(png).decode()}"/>'


def figure(title: str, pngs: Iterable[bytes]) -> str:
    """HTML that shows PNGs in a notebook."""
    return f"<p>{html.escape(title)}</p><div>{' '.join(map(_tag, pngs))}</div>"


def gallery(title: str, pngs: Iterable[tuple[str, bytes]]) -> str:
    """HTML that shows PNGs with captions in a notebook."""
    figures = (f'<figure style="display: inline-block; margin: 8px; text-align: center">{_tag(png)}'
               f"<figcaption>{html.escape(caption)}</figcaption></figure>" for caption, png in pngs)
    return f"<p>{html.escape(title)}</p><div>{''.join(figures)}</div>"
