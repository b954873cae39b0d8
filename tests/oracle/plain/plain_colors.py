"""A second, plain implementation of what tools/apply/README.md says about PNGs in other colours and sizes."""


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


def matched(rgba, palette, transparent, old=None):
    """Returns values of the palette (a list of triples), and the worst and the mean distance to the nearest colour."""
    colors = [(value, oklab(rgb)) for value, rgb in enumerate(palette) if value != transparent]
    known, pixels, errors = {}, [], []
    for at, (*rgb, alpha) in enumerate(rgba):
        if alpha < 128:
            pixels.append(transparent)
            continue
        if tuple(rgb) not in known:
            known[tuple(rgb)] = min((distance(lab, oklab(rgb)), value) for value, lab in colors)
        error, value = known[tuple(rgb)]
        errors.append(error)
        if old is not None and old[at] != transparent and old[at] < len(palette) \
                and palette[old[at]] == palette[value]:
            value = old[at]
        pixels.append(value)
    return bytes(pixels), max(errors, default=0), sum(errors) / max(len(errors), 1)
