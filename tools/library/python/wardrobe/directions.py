"""Names of chores and directions, and the numbers of animation records: SCUMM.md §5."""

from __future__ import annotations

CHORES = ("init", "walk", "stand", "talk-start", "talk-stop")
NUMBERS, NUMBERS_OF_V2 = (1, 2, 3, 4, 5), (2, 0, 1, 5, 4)  # of these, from version 3 on and before
DIRECTIONS = ("W", "E", "S", "N")  # of costumes with four
DEGREES = {"N": 0, "E": 90, "S": 180, "W": 270}
OF_FOUR = (3, 3, 1, 2, 2, 2, 0, 3)  # direction of a costume with four, by degrees / 45


def chore_numbers(version: int) -> tuple[int, ...]:
    """The numbers of CHORES in games of a version."""
    return NUMBERS_OF_V2 if version <= 2 else NUMBERS


def chore_name(chore: int, version: int) -> str:
    """The name of a chore or, if it has none, its number."""
    numbers = chore_numbers(version)
    return CHORES[numbers.index(chore)] if chore in numbers else str(chore)


def chore_number(chore: int | str, version: int) -> int:
    """The number of a chore, given by number or name."""
    if not isinstance(chore, str):
        return chore
    if chore not in CHORES:
        raise KeyError(f"no chore {chore}: a number, or one of {', '.join(CHORES)}")
    return chore_numbers(version)[CHORES.index(chore)]


def chores_before(version: int) -> tuple[str, ...]:
    """The names of the chores that start each timeline of this version, before its own chore."""
    return ("stand", "init", "talk-stop") if version <= 2 else ("init",)


def degrees(direction: int | str) -> int:
    """The degrees of a direction, given by letter or degrees."""
    angle = DEGREES.get(direction) if isinstance(direction, str) else direction
    if angle is None or angle not in range(0, 360, 45):
        raise KeyError(f"no direction {direction}: W, E, S, N, or degrees in steps of 45")
    return angle


def record_number(chore: int | str, direction: int | str, directions: int, version: int) -> int:
    """The records.number of a chore in a direction."""
    angle = degrees(direction) // 45
    return chore_number(chore, version) * directions + (angle if directions == 8 else OF_FOUR[angle])


def direction_of(number: int, directions: int) -> int | str:
    """The direction of a records.number: a letter, or degrees if the costume has eight directions."""
    return DIRECTIONS[number % 4] if directions == 4 else 45 * (number % 8)
