"""A game of random pixels that takes a while to pack, so that packing can be interrupted."""

import random

from game_files import costume, make_game, picture, rle16


def noise(generator, size):
    """Returns colours in runs of 1 to 4."""
    colors = []
    while len(colors) < size:
        colors += [generator.randrange(16)] * generator.randrange(1, 5)
    return rle16(colors[:size])


def big_game(folder, costumes, pictures=8, side=80, seed=1):
    generator = random.Random(seed)
    rooms = [[] for _ in range(min(costumes, 5))]
    for number in range(costumes):
        table = [picture(side, side, noise(generator, side * side)) for _ in range(pictures)]
        rooms[number % len(rooms)].append(
            costume(6, {0: table}, {4: [(0, 0, pictures - 1)]}, range(pictures)))
    return make_game(6, rooms, "BIG").write(folder)
