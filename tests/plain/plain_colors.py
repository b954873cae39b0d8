"""A second, plain implementation of what APPLY.md says about PNGs in other colours and sizes."""

BAYER = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))


def oklab(rgb):
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
              for v in (part / 255 for part in rgb)]
    cones = [sum(weight * part for weight, part in zip(row, linear)) ** (1 / 3) for row in (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005))]
    return [100 * sum(weight * cone for weight, cone in zip(row, cones)) for row in (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660))]


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5


def reduced(width, height, rgba, scale):
    """Returns a smaller picture, in which one pixel stands for each square of pixels. A pixel is (red, green, blue,
    alpha)."""
    out = []
    for top in range(0, height, scale):
        for left in range(0, width, scale):
            square = [rgba[y * width + x] for y in range(top, top + scale)
                      for x in range(left, left + scale)]
            alpha = sum(pixel[3] for pixel in square)
            color = [(sum(pixel[c] * pixel[3] for pixel in square) + alpha // 2) // alpha
                     if alpha else 0 for c in range(3)]
            out.append((*color, (alpha + len(square) // 2) // len(square)))
    return width // scale, height // scale, out


def mix(wanted, colors, dither):
    """Returns the nearest colour and, with `dither`, a second colour and its share."""
    first = min(colors, key=lambda color: distance(color[1], wanted))
    best = distance(first[1], wanted), first, 0
    for second in colors if dither else ():
        edge = [b - a for a, b in zip(first[1], second[1])]
        length = sum(part * part for part in edge)
        along = sum((w - a) * part for w, a, part in zip(wanted, first[1], edge))
        share = min(max(along / length, 0), 1) if length else 0
        at = [a + share * part for a, part in zip(first[1], edge)]
        cost = distance(wanted, at) + length ** 0.5 / 8
        if cost < best[0]:
            best = cost, second, share
    return first, best[1], best[2]


def matched(width, height, rgba, palette, transparent, old=None, dither=False):
    """Returns values of the palette (a list of triples), and the worst and the mean distance to the nearest colour."""
    colors = [(value, oklab(rgb)) for value, rgb in enumerate(palette) if value != transparent]
    known, pixels, errors = {}, [], []
    for at, (*rgb, alpha) in enumerate(rgba):
        if alpha < 128:
            pixels.append(transparent)
            continue
        wanted = oklab(rgb)
        if tuple(rgb) not in known:
            known[tuple(rgb)] = mix(wanted, colors, dither)
        first, second, share = known[tuple(rgb)]
        limit = (BAYER[at // width % 4][at % width % 4] + 0.5) / 16
        value, _ = second if share > limit else first
        errors.append(distance(first[1], wanted))
        if old is not None and old[at] != transparent and old[at] < len(palette) \
                and palette[old[at]] == palette[value]:
            value = old[at]
        pixels.append(value)
    return bytes(pixels), max(errors, default=0), sum(errors) / max(len(errors), 1)
