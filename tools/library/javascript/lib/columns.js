// The columns of FORMAT.md, "The tables", and their allowed values: schema.js.

import { SCHEMA } from "./schema.js";

export const NONE = 0xffffffff; // no row

/** Typed arrays by the number of the column's type. */
export const ARRAYS = [, Uint8Array, Uint16Array, Uint32Array, BigUint64Array, Int16Array, Int32Array];
const NUMBERS = { u8: 1, u16: 2, u32: 3, u64: 4, i16: 5, i32: 6 };

/** Name → the column in the schema, with its `type` as a number. */
export const COLUMNS = new Map(Object.entries(SCHEMA).map(([name, column]) =>
  [name, { ...column, type: NUMBERS[column.type] }]));
const DIVIDED = new Set([...COLUMNS.values()].map((column) => column.divides));

/** Columns of pixels, which can be gigabytes. */
export const LAZY = new Set(["backgrounds", "pixels"]);

export function isOffset(name) {
  return COLUMNS.get(name)?.divides !== undefined;
}

export function tableOf(name) {
  return name.split(".", 1)[0];
}

/** Whether a row can have any number of elements of this column. */
export function isCut(name) {
  return name.includes(".") && DIVIDED.has(name);
}
