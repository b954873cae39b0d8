"""Reads PNGs, animated PNGs and GIFs with Pillow."""

import io
import os

import numpy
from PIL import GifImagePlugin, Image, ImageSequence

# Frames stay indices, so a frame with colours of its own has another mode.
GifImagePlugin.LOADING_STRATEGY = GifImagePlugin.LoadingStrategy.RGB_AFTER_DIFFERENT_PALETTE_ONLY


def opened(image):
    """Opens a path or bytes; returns images as they are."""
    if isinstance(image, Image.Image):
        return image
    return Image.open(image if isinstance(image, os.PathLike) else io.BytesIO(image))


def rgba(image):
    """Returns an array of height × width × (red, green, blue, alpha). Invisible pixels are all 0."""
    pixels = numpy.array(opened(image).convert("RGBA"))
    pixels[pixels[..., 3] == 0] = 0
    return pixels


def indices(data):
    """Returns the indices of a PNG whose pixels are bytes, and its colours."""
    with opened(data) as image:
        assert (image.mode, image.tile[0][3], image.info.get("interlace")) == ("P", "P", None)
        return numpy.array(image), bytes(image.getpalette())


def delays(data):
    """Returns the milliseconds of each frame of an animation."""
    with opened(data) as image:
        return [frame.info["duration"] for frame in ImageSequence.Iterator(image)]


def frames(data):
    """Returns each frame of an animation, as rgba() does."""
    with opened(data) as image:
        return [rgba(frame) for frame in ImageSequence.Iterator(image)]


class Gif:
    """A GIF whose frames are of its size and have its colours: `frames` are arrays of indices."""

    def __init__(self, data):
        assert data.startswith(b"GIF89a") and data.endswith(b";")
        self.delays, self.disposals, self.frames = [], set(), []
        with opened(data) as image:
            self.size, self.loops, self.transparent = image.size, image.info.get("loop"), image.info.get("transparency")
            for frame in ImageSequence.Iterator(image):
                assert (frame.mode, frame.tile[0][1]) == ("P", (0, 0, *self.size))
                self.delays.append(frame.info["duration"] // 10)
                self.disposals.add(frame.disposal_method)
                self.frames.append(numpy.array(frame))
            self.colors = bytes(image.getpalette())
