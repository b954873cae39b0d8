// Rows of tables as objects.

import { NONE } from "./open_archive.js";

/** A row of a table of an archive. */
export class Row {
  static shown = []; // names of properties

  constructor(archive, row) {
    this.archive = archive;
    this.row = row;
  }

  /** The text that console.log shows in Node.js. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    const textOf = (value) => (Array.isArray(value) ? value.length : value);
    const parts = ["row", ...this.constructor.shown].map((name) => `${name} ${textOf(this[name])}`);
    return `${this.constructor.name} { ${parts.join(", ")} }`;
  }
}

/** A row that belongs to a costume. */
export class CostumeRow extends Row {
  constructor(costume, row) {
    super(costume.archive, row);
    this.costume = costume;
  }
}

/** For use in a getter. Turns the value into a property of the object, so that it is computed only once. */
export function lazy(object, name, value) {
  Object.defineProperty(object, name, { value, enumerable: true });
  return value;
}

/** The rows `start` to `stop` - 1 as objects that make(row) returns. */
export function rowsOf([start, stop], make) {
  return Array.from({ length: stop - start }, (_, i) => make(start + i));
}

/** An element of a column as a number; null if it is `none`. */
export function valueOrNull(archive, name, row, none = NONE) {
  const value = Number(archive.column(name)[row]);
  return value === none ? null : value;
}

/** The rows or elements that a row owns by a column of offsets such as "frames.cel_offset": [the first, the one after
 *  the last]. */
export function rangeOf(archive, name, row) {
  return Array.from(archive.column(name).subarray(row, row + 2), Number);
}

/** A row's elements of a column with any number of elements per row. */
export function blobOf(archive, name, row) {
  return archive.column(name).subarray(...rangeOf(archive, `${name}_offset`, row));
}

export function textOf(archive, name, row) {
  return new TextDecoder().decode(blobOf(archive, name, row));
}

/** Rows of a table as objects. make(fields, number) makes each of some of its columns; numbers count from 0. */
export function recordsOf(archive, table, [start, stop], fields, make = (record) => record) {
  const columns = fields.map((field) => archive.column(`${table}.${field}`).subarray(start, stop));
  return rowsOf([0, stop - start], (i) => make(Object.fromEntries(fields.map((field, at) => [field, columns[at][i]])), i));
}

/** The index of the last element of a rising array that is at most `value`; 0 if all are above it. */
export function lastUpTo(array, value) {
  let low = 0, high = array.length - 1;
  while (low < high) {
    const middle = low + high + 1 >> 1;
    if (array[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
