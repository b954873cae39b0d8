"""The bounds of columns, as FORMAT.md states them in the column "bounds" of its tables."""

import re
from typing import NamedTuple

import forger
from forger import NONE, OWNED, SCHEMA, limits, spread

NUMBER = r"(-?[\d,]*\d|0x[0-9A-Fa-f]+)"


class Bounds(NamedTuple):
    """What FORMAT.md allows of a column, or schema.js; None where that is anything."""

    values: tuple | None = None  # ((first, last), …)
    rows: tuple | None = None  # (table, whether a value may be none)
    count: tuple | None = None  # (least, most) elements a row, of a column of offsets
    rises: bool = False


def number(text):
    return int(text.replace(",", ""), 0)


def parse(text, type_):
    """Reads bounds such as "0 to 15, or 255; rising", "row of pictures, or none", "at most 768 a row", "256 a row, or
    none"."""
    values, rows, count, rises = [], None, None, False
    for part in filter(None, (part.strip(" `") for part in re.split(r";|, (?=rising|at most|at least|row of)", text))):
        if part == "rising":
            rises = True
        elif match := re.fullmatch(r"row of (\w+)(, or none)?", part):
            rows = match[1], match[2] is not None
        elif match := re.fullmatch(rf"at most {NUMBER} a row", part):
            count = 0, number(match[1])
        elif match := re.fullmatch(rf"at least {NUMBER} a row", part):
            count = number(match[1]), NONE
        elif match := re.fullmatch(rf"{NUMBER} to {NUMBER} a row", part):
            count = number(match[1]), number(match[2])
        elif re.fullmatch(rf"(?:at most|at least) {NUMBER}|{NUMBER}(?: to {NUMBER})?(?:,? (?:or )?{NUMBER}(?: to {NUMBER})?)*",
                          part):
            least, most = limits(type_)
            if part.startswith("at most"):
                values.append((least, number(part.split()[-1])))
            elif part.startswith("at least"):
                values.append((number(part.split()[-1]), most))
            else:
                for one in re.split(r",? or |, ", part):
                    first, *last = one.split(" to ")
                    values.append((number(first), number(last[0] if last else first)))
        else:
            raise ValueError(f"FORMAT.md: bounds that are not understood: {part}")
    return Bounds(tuple(sorted(values)) or None, rows, count, rises)


def of_document(text):
    """Returns the bounds of each column in FORMAT.md; nothing if its tables have no column "bounds"."""
    found, heads = {}, []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if cells[:2] == ["column", "type"]:
            heads = cells
        elif not cells:
            heads = []
        elif "bounds" in heads and "." in cells[0]:
            names, types = cells[0].split(", "), cells[1].split(", ")
            types += types[-1:] * (len(names) - len(types))
            for name, type_ in zip(names, types, strict=True):
                bounds = parse(cells[heads.index("bounds")], type_)
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
    if bounds.count:
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
