"""Images of Pillow, which is imported only when one is asked for, and what notebooks show."""

from __future__ import annotations

import base64
import html
import io
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from PIL.Image import Image


def image(indices: np.ndarray, colors: np.ndarray, transparent: int) -> Image:
    """An image of mode P. `colors` are (256, 4)."""
    from PIL import Image as pillow

    made = pillow.fromarray(np.ascontiguousarray(indices), "P")
    made.putpalette(colors[:, :3].tobytes())
    made.info["transparency"] = transparent
    return made


def scaled(one: Image, scale: int) -> Image:
    """Every pixel as a square of that many each way."""
    if scale == 1:
        return one
    large = one.resize((one.width * scale, one.height * scale), 0)
    large.info = dict(one.info)
    return large


def save_gif(file: str | os.PathLike[str] | BinaryIO, frames: list[Image], tick_ms: int) -> None:
    # Each tick's start is rounded, so that the error never adds up.
    starts = [tick * tick_ms // 10 for tick in range(len(frames) + 1)]
    durations = [10 * (end - start) for start, end in zip(starts, starts[1:])]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0,
                   disposal=2, optimize=False)


def save_apng(file: str | os.PathLike[str] | BinaryIO, frames: list[Image], tick_ms: int) -> None:
    # Pillow's differences between frames know no palettes; blend 0 replaces, alpha and all.
    first, *rest = (frame.convert("RGBA") for frame in frames)
    first.save(file, "PNG", save_all=True, append_images=rest, duration=tick_ms, loop=0, blend=0)


def png(one: Image) -> bytes:
    file = io.BytesIO()
    one.save(file, "PNG")
    return file.getvalue()


def _tag(data: bytes, title: str) -> str:
    text = base64.b64encode(data).decode()
    return f'<img alt="" title="{html.escape(title)}" src="data:image/png;base64,{text}">'


# For notebooks: None, and so no picture, where Pillow is missing.


def notebook_png(thing: Any) -> bytes | None:
    try:
        return png(thing.image())
    except ImportError:
        return None


def contact_sheet(title: str, pictures: Iterable[Any]) -> str | None:
    try:
        tags = [_tag(png(picture.image()), repr(picture)) for picture in pictures]
    except ImportError:
        return None
    return f"<p>{html.escape(title)}</p><div>{' '.join(tags)}</div>"


def animation(title: str, frames: Iterable[Image]) -> str | None:
    file = io.BytesIO()
    try:
        save_apng(file, list(frames), 100)
    except ImportError:
        return None
    return f"<p>{html.escape(title)}</p>{_tag(file.getvalue(), title)}"
