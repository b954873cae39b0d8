// How the program sees the paths of a system. Those of POSIX stay the same. On Windows, the root contains the drives,
// "/C:/games", and other machines, "/server/share/games".

import { win32 } from "node:path";

const posix = {
  argument: (text) => text,
  fromRoot: (path) => path,
  /** A name need not be UTF-8, so it is given as bytes. */
  toSystem: (path) => Buffer.from(path, "latin1"),
};

function windows(currentFolder) {
  const fromRoot = (path) => `/${win32.resolve(currentFolder, path).replaceAll("\\", "/").replace(/^\/+/, "")}`;
  return {
    /** Names contain no "\", so every "\" separates folders. Options can contain paths, too: "--script=C:\hero.txt",
     *  "-oC:\hero.gif". */
    argument(text) {
      const [, option, path] = /^(--[\w-]+=|-[A-Za-z])?((?:[A-Za-z]:|[\\/]).*)$/s.exec(text) ?? [];
      return path ? (option ?? "") + fromRoot(path) : text.replaceAll("\\", "/");
    },
    fromRoot,
    toSystem(path) {
      const names = Buffer.from(path, "latin1").toString().split("/").filter((name) => name !== "" && name !== ".");
      if (names.length === 0) return win32.parse(currentFolder).root;
      const isDrive = /^[A-Za-z]:$/.test(names[0]);
      return `${isDrive ? "" : "\\\\"}${names.join("\\")}${names.length === 1 ? "\\" : ""}`;
    },
  };
}

/**
 * - argument(text): an argument of the command line, as the program takes it.
 * - fromRoot(path): a path, from the program's root.
 * - toSystem(path): a path from the program's root, its bytes as the characters of a string, as node:fs takes it.
 */
export function pathsOf(platform, currentFolder) {
  return platform === "win32" ? windows(currentFolder) : posix;
}
