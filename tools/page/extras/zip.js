// Opens zips, within limits far above any game.

import { unzipSync } from "fflate";
import { isWanted } from "../script/opening/find_games.js";

const MOST_BYTES = 2 ** 30; // of the zip, and of everything that is taken out of it
const MOST_FILES = 20000;
const FLAGS = 6, LOCKED = 1; // position of the first file's flags, and the bit for a password
const HEAD = [0x50, 0x4b, 3, 4]; // before a file
const NOT_READ = new Blob(); // the contents of files of which only the name is needed

const pathOf = (name) => name.replaceAll("\\", "/");

/** The files that `filter` wants. */
function unpacked(packed, filter, isZip) {
  try {
    return unzipSync(packed, { filter });
  } catch (error) {
    if (error.code === undefined) throw error; // the filter's
    throw new Error(isZip ? "it is damaged, or its end is missing" : "it is no .zip");
  }
}

/** The files in a zip as [path, Blob] pairs. */
export async function unzip(zip) {
  if (zip.size > MOST_BYTES) throw new Error("it is larger than 1 GiB; unpack it, and open the folder");
  const files = new Map();
  let count = 0, bytes = 0;
  const filter = ({ name, size, originalSize }) => {
    const path = pathOf(name);
    if (++count > MOST_FILES) throw new Error(`there are more than ${MOST_FILES.toLocaleString("en")} files in it`);
    if (path.endsWith("/")) return false;
    files.set(path, NOT_READ);
    if (!isWanted(path.split("/").at(-1))) return false;
    bytes += Math.max(size, originalSize); // fflate gives no file more than the zip says
    if (bytes > MOST_BYTES) throw new Error("it would unpack to more than 1 GiB");
    return true;
  };
  const packed = new Uint8Array(await zip.arrayBuffer());
  const isZip = HEAD.every((byte, i) => packed[i] === byte);
  if (isZip && packed[FLAGS] & LOCKED) throw new Error("it is locked with a password; unpack it, and open the folder");
  const data = unpacked(packed, filter, isZip);
  for (const [name, inflated] of Object.entries(data)) files.set(pathOf(name), new Blob([inflated]));
  return [...files];
}
