"""The bounds of columns, as FORMAT.md states them in the column "bounds" of its tables."""

import pathlib
import re
from typing import NamedTuple

import forger
from forger import NONE, OWNED, SCHEMA, limits, spread

FORMATS = pathlib.Path(__file__).parents[3] / "formats"
NUMBER = r"-?\d+"
# What goes beyond one column, in words: the rules of tables.def.
RULES = re.findall(r'^RULE\(\w+, \w+, "([^"]*)"', (FORMATS / "tables.def").read_text(), re.MULTILINE)


class Bounds(NamedTuple):
    """What FORMAT.md allows of a column, or schema.js; None where that is anything."""

    values: tuple | None = None  # ((first, last), …)
    rows: tuple | None = None  # (table, whether a value may be none)
    count: tuple | None = None  # (least, most) elements a row, of a column of offsets
    rises: bool = False


def parse(text):
    """Reads bounds such as "0 to 15, 255; rising", "a row of pictures, or none", "at most 768 a row"."""
    for rule in sorted(RULES, key=len, reverse=True):
        text = text.replace(rule, "")
    values, rows, count, rises = [], None, None, False
    for part in filter(None, (part.strip() for part in text.split(";"))):
        if part == "rising":
            rises = True
        elif match := re.fullmatch(r"a row of (\w+)(, or none)?", part):
            rows = match[1], match[2] is not None
        elif match := re.fullmatch(rf"at most ({NUMBER}) a row", part):
            count = 0, int(match[1])
        elif match := re.fullmatch(rf"({NUMBER}) or more a row", part):
            count = int(match[1]), NONE
        elif re.fullmatch(rf"{NUMBER}(?: to {NUMBER})?(?:, {NUMBER}(?: to {NUMBER})?)*", part):
            values = [(int(first), int(last or first))
                      for first, last in re.findall(rf"({NUMBER})(?: to ({NUMBER}))?", part)]
        elif part != "any":
            raise ValueError(f"FORMAT.md: bounds that are not understood: {part}")
    return Bounds(tuple(values) or None, rows, count, rises)


def of_document(text):
    """Returns the bounds of each column in FORMAT.md."""
    found, heads = {}, []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if cells[:2] == ["column", "type"]:
            heads = cells
        elif not cells:
            heads = []
        elif "bounds" in heads and "." in cells[0]:
            for name in cells[0].split(", "):
                bounds = parse(cells[heads.index("bounds")])
                if name.endswith("_offset"):  # has the number of elements, and the column behind it their values
                    bounds = Bounds(count=bounds.count)
                else:
                    bounds = bounds._replace(count=None)
                found[name] = bounds
    return found


def of_schema():
    """Returns the bounds of each column in schema.js."""
    return {name: Bounds(tuple(map(tuple, column["values"])) if "values" in column else None,
                         (column["rows"], column.get("none", False)) if "rows" in column else None,
                         tuple(column["count"]) if "count" in column else None, "rises" in column)
            for name, column in SCHEMA.items()}


def breaches(columns, name, bounds):
    """Yields (kind of bound, forgery) that break a bound of a column just so, or by far, and no other one."""
    column = columns[name]
    least, most = limits(SCHEMA[name]["type"])
    values = set()
    if bounds.values:
        values = {value for first, last in bounds.values for value in (first - 1, last + 1, least, most)
                  if not any(low <= value <= high for low, high in bounds.values)}
    if bounds.rows:
        rows = columns.rows(bounds.rows[0])
        values = {rows, rows + 1, NONE - 1} | (set() if bounds.rows[1] else {NONE})
    for index in spread(len(column)):
        for value in sorted(value for value in values if least <= value <= most):
            yield "rows" if bounds.rows else "values", f"{name}[{index}] = {value}"
    if name == "pictures.pixel_offset":  # whose pictures have as many pixels as they say
        yield "count", f"pictures[0] is 4096x{bounds.count[1] // 4096 + 1}"
    elif bounds.count:
        for row in spread(len(column) - 1):
            for count in (bounds.count[0] - 1, bounds.count[1] + 1):
                if 0 <= count <= forger.HUGE:
                    yield "count", f"{name}[{row}] has {count}"
    if bounds.rises:
        owner = OWNED.get(name) or OWNED[name.split(".")[0]]
        for row in spread(len(columns[owner]) - 1):
            first = int(columns[owner][row])
            yield "rises", f"{owner}[{row}] has 2; {name}[{first}] = 1; {name}[{first + 1}] = 1"
            yield "rises", f"{owner}[{row}] has 3; {name}[{first + 1}] = 9; {name}[{first + 2}] = 8"
