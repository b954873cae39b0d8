// The head of an image and its directory: FORMAT.md, "The image".

import { ARRAYS, COLUMNS, isCut, isOffset, LAZY, tableOf } from "./columns.js";
import { need } from "./error.js";

const ENTRY_SIZE = 64; // the head is as large; it precedes the first entry

const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads the head and the directory, and checks them. Returns the version and the columns. */
export function readDirectory(image) {
  need(image.length >= ENTRY_SIZE, "no image");
  const head = image.subarray(0, ENTRY_SIZE), view = viewOf(head);
  need(String.fromCharCode(...head.subarray(0, 8)) === "WARDIMAG", "no image");
  const major = view.getUint16(8, true), count = view.getUint32(12, true), size = ENTRY_SIZE * (count + 1);
  need(major === 2, `an image of version ${major}, which this reader does not know`);
  need(view.getBigUint64(16, true) === BigInt(image.length), "wrong size of the image");
  need(head.subarray(24).every((byte) => byte === 0), "reserved bytes of the image are not zero");
  need(size <= image.length, "a directory past the end of the image");
  return { formatVersion: `2.${view.getUint16(10, true)}`, columns: readColumns(image, size) };
}

function readColumns(image, size) {
  const columns = new Map(), directory = image.subarray(0, size);
  let end = size, last;
  for (let at = ENTRY_SIZE; at < size; at += ENTRY_SIZE) {
    last = readEntry(directory.subarray(at, at + ENTRY_SIZE));
    need(end <= last.start, `${last.name} overlaps the column before it`);
    end = last.start + last.count * (ARRAYS[last.type]?.BYTES_PER_ELEMENT ?? 0);
    need(end <= image.length, `${last.name} passes the end of the image`);
    need(!columns.has(last.name), `two columns ${last.name}`);
    columns.set(last.name, last);
  }
  need(last?.name === "pixels", "the last column is not pixels");
  need([...columns.keys()].at(-2) === "backgrounds", "the last column but one is not backgrounds");
  return columns;
}

function readEntry(bytes) {
  const view = viewOf(bytes);
  const name = String.fromCharCode(...bytes.subarray(0, 40)).replace(/\0*$/, "");
  need(/^[!-~]+$/.test(name), "the name of a column is not ASCII");
  need(view.getUint32(44, true) === 0, "reserved bytes of the directory are not zero");
  // Numbers that are too large to be exact are rounded. They are still beyond the end of any image.
  const count = Number(view.getBigUint64(48, true)), start = Number(view.getBigUint64(56, true));
  need(start % 64 === 0, `${name} does not start at a multiple of 64`);
  return { name, type: view.getUint32(40, true), count, start };
}

/** The number of rows of each table. Checks the types and sizes of the known columns. */
export function countRows(columns) {
  const tables = new Map();
  for (const [name, { type }] of COLUMNS) {
    const column = columns.get(name), table = tableOf(name);
    need(column, `no column ${name}`);
    need(column.type === type, `${name} has another type than it should`);
    if (isCut(name) || LAZY.has(name)) continue;
    const rows = column.count - (isOffset(name) ? 1 : 0);
    if (!tables.has(table)) tables.set(table, rows);
    need(rows >= 0 && rows === tables.get(table), `${name} has another number of rows than ${table}`);
  }
  need(tables.get("game") === 1, "game has not one row");
  need(tables.get("timelines") === tables.get("records"), "not one timeline for each record");
  return tables;
}
