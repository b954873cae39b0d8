// Columns as typed arrays. Their values are checked before anyone sees them.

import { ARRAYS, COLUMNS, LAZY, NONE } from "./columns.js";
import { countRows, readDirectory } from "./directory.js";
import { need } from "./error.js";

export class TableReader {
  #image; #rows;
  #whole = new Map(); // whole columns, by name

  constructor(image) {
    this.#image = image;
    ({ formatVersion: this.formatVersion, columns: this.columns } = readDirectory(image));
    this.#rows = countRows(this.columns);
  }

  /** The number of rows of a table. */
  rows(table) {
    if (!this.#rows.has(table)) throw new RangeError(`no table ${table}`);
    return this.#rows.get(table);
  }

  /** A whole column. Except for backgrounds and pixels, it is checked once. */
  column(name) {
    if (LAZY.has(name)) return this.part(name, 0, this.#count(name));
    if (!this.#whole.has(name)) {
      const array = this.#array(name, 0, this.#count(name));
      if (COLUMNS.has(name)) this.#check(name, array);
      this.#whole.set(name, array);
    }
    return this.#whole.get(name);
  }

  /** The elements `start` to `stop` - 1 of a column. */
  part(name, start, stop) {
    const count = this.#count(name);
    if (!(0 <= start && start <= stop && stop <= count)) throw new RangeError(`${name} has ${count} elements`);
    return LAZY.has(name) ? this.#array(name, start, stop) : this.column(name).subarray(start, stop);
  }

  /** The rows or elements that a row owns by a column of offsets such as "frames.cel_offset": [the first, the one after
   *  the last]. */
  range(name, row) {
    return Array.from(this.part(name, row, row + 2), Number);
  }

  /** The number of rows or elements that a row owns. */
  owned(name, row) {
    const [start, stop] = this.range(name, row);
    return stop - start;
  }

  /** A row's elements of a column with any number of elements per row. */
  blob(name, row) {
    return this.part(name, ...this.range(`${name}_offset`, row));
  }

  text(name, row) {
    return new TextDecoder().decode(this.blob(name, row));
  }

  /** An element as a number. */
  value(name, row) {
    return Number(this.part(name, row, row + 1)[0]);
  }

  /** An element as a number; null if it is `none`. */
  valueOrNull(name, row, none = NONE) {
    const value = this.value(name, row);
    return value === none ? null : value;
  }

  #count(name) {
    const column = this.columns.get(name);
    if (!column) throw new RangeError(`no column ${name}`);
    return column.count;
  }

  #array(name, start, stop) {
    const column = this.columns.get(name), Type = ARRAYS[column.type];
    if (!Type) throw new RangeError(`${name} has elements of an unknown type`);
    if (start === stop) return new Type(stop - start);
    const width = Type.BYTES_PER_ELEMENT;
    let bytes = this.#image.subarray(column.start + start * width, column.start + stop * width);
    if (bytes.byteOffset % width) bytes = bytes.slice();
    return new Type(bytes.buffer, bytes.byteOffset, stop - start);
  }

  #check(name, array) {
    const { divides, count, values, rows: table, none } = COLUMNS.get(name);
    if (divides) {
      const size = this.#rows.get(divides) ?? this.#count(divides);
      const rises = array.every((value, i) => i === 0 || array[i - 1] <= value);
      need(rises && Number(array[0]) === 0 && Number(array.at(-1)) === size, `${name} does not cut ${divides} into rows`);
      const hasAsMany = (value, i) => i === 0 || isWithin([count], value - array[i - 1]);
      need(!count || array.every(hasAsMany), `${name}: too few or too many`);
    }
    if (table) {
      const rows = this.rows(table);
      need(array.every((row) => row < rows || none && row === NONE), `${name}: no such row of ${table}`);
    }
    need(!values || array.every((value) => isWithin(values, value)), `${name}: a value out of range`);
  }
}

function isWithin(ranges, value) {
  return ranges.some(([first, last]) => first <= value && value <= last);
}
