// Implements the functions of WASI (wasi_snapshot_preview1) that the program calls with node:fs. The only open folder
// is the root; all paths start there. Times are zero, and seeking is not possible.

import fs from "node:fs";
import { randomFillSync } from "node:crypto";
import { isatty } from "node:tty";

const ERRORS = ("SUCCESS 2BIG ACCES ADDRINUSE ADDRNOTAVAIL AFNOSUPPORT AGAIN ALREADY BADF BADMSG BUSY CANCELED CHILD " +
  "CONNABORTED CONNREFUSED CONNRESET DEADLK DESTADDRREQ DOM DQUOT EXIST FAULT FBIG HOSTUNREACH IDRM ILSEQ INPROGRESS " +
  "INTR INVAL IO ISCONN ISDIR LOOP MFILE MLINK MSGSIZE MULTIHOP NAMETOOLONG NETDOWN NETRESET NETUNREACH NFILE NOBUFS " +
  "NODEV NOENT NOEXEC NOLCK NOLINK NOMEM NOMSG NOPROTOOPT NOSPC NOSYS NOTCONN NOTDIR NOTEMPTY NOTRECOVERABLE NOTSOCK " +
  "NOTSUP NOTTY NXIO OVERFLOW OWNERDEAD PERM PIPE PROTO PROTONOSUPPORT PROTOTYPE RANGE ROFS SPIPE SRCH STALE TIMEDOUT " +
  "TXTBSY XDEV").split(" ");
const errorNumber = (name) => ERRORS.indexOf(name);

const UNKNOWN = 0, TERMINAL = 2, FOLDER = 3, FILE = 4, LINK = 7; // file types
const READS = 1n << 1n, WRITES = 1n << 6n, ALL_RIGHTS = (1n << 29n) - 1n;
const FOLLOW = 1; // flag of look-ups: follow a link at the end of the path
const ROOT = 3; // the first descriptor after the standard streams
const NO_READER = 128 + 13; // the exit status of a process that SIGPIPE ends
const { constants } = fs;
/** The system's flags for the bits of path_open; 0 or missing where the system has none. */
const OPEN = [constants.O_CREAT, constants.O_DIRECTORY, constants.O_EXCL, constants.O_TRUNC];
const OPEN_DESCRIPTOR = [constants.O_APPEND, constants.O_DSYNC, constants.O_NONBLOCK, 0, constants.O_SYNC];
const CREATES_NEW = 1 | 4;

const flagsOf = (bits, flags) => flags.reduce((sum, flag, bit) => sum | (bits >> bit & 1 ? flag ?? 0 : 0), 0);
const isUnfinished = (path) => /(^|\/)\.wardrobe\.\d+\.tmp$/.test(path);
const pause = new Int32Array(new SharedArrayBuffer(4));

export class System {
  #arguments;
  #environment;
  #toSystem;
  #exit;
  #onUnfinished;
  #memory;
  #files = new Map([0, 1, 2].map((fd) => [fd, { fd }])); // descriptor of the program → {fd}, or {fd, path} of a folder
  #entries; // of the folder that is being listed, as bytes

  /**
   * toSystem(path) names for node:fs what the program calls so. onUnfinished({ creates }) is called before a file or
   * folder that an interrupt should remove, and onUnfinished({ moves }) before it gets another name.
   */
  constructor({ arguments: texts, environment, toSystem, exit, onUnfinished }) {
    this.#arguments = texts;
    this.#environment = Object.entries(environment).map((pair) => pair.join("="));
    this.#toSystem = toSystem;
    this.#exit = exit;
    this.#onUnfinished = onUnfinished;
    this.#files.set(ROOT, { path: "" });
  }

  /** Runs the module's program until it returns or exits. If it exits, calls `exit`. */
  run(module) {
    const functions = {};
    for (const { name } of WebAssembly.Module.imports(module)) {
      functions[name] = (...values) => this.#attempt(name, values);
    }
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: functions });
    this.#memory = exports.memory;
    exports._start();
  }

  #attempt(name, values) {
    try {
      if (!this[name]) throw failure("NOSYS");
      this[name](...values);
      return 0;
    } catch (error) {
      if (error.code === undefined) throw error;
      const number = errorNumber(error.code.replace(/^E/, ""));
      return number > 0 ? number : errorNumber("IO");
    }
  }

  // The program's memory; it may grow between calls.

  #view() { return new DataView(this.#memory.buffer); }
  #bytes(at, size) { return new Uint8Array(this.#memory.buffer, at >>> 0, size >>> 0); }
  #set32(at, value) { this.#view().setUint32(at >>> 0, value, true); }
  #set64(at, value) { this.#view().setBigUint64(at >>> 0, BigInt.asUintN(64, BigInt(value)), true); }

  #pieces(at, count) {
    const view = this.#view();
    return Array.from({ length: count }, (_, i) =>
      this.#bytes(view.getUint32(at + 8 * i, true), view.getUint32(at + 8 * i + 4, true)));
  }

  /** Writes texts to `at`, each with a zero at its end, and their addresses to `starts`. */
  #putTexts(texts, starts, at) {
    for (const text of texts) {
      const bytes = Buffer.from(`${text}\0`);
      this.#set32(starts, at);
      this.#bytes(at, bytes.length).set(bytes);
      starts += 4;
      at += bytes.length;
    }
  }

  #putSizes(texts, count, size) {
    this.#set32(count, texts.length);
    this.#set32(size, texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0));
  }

  #putStatus(at, stat) {
    this.#bytes(at, 64).fill(0);
    this.#set64(at, stat.dev);
    this.#set64(at + 8, stat.ino);
    this.#bytes(at + 16, 1)[0] = typeOf(stat);
    this.#set64(at + 24, stat.nlink);
    this.#set64(at + 32, stat.size);
  }

  #file(fd) {
    const file = this.#files.get(fd);
    if (!file) throw failure("BADF");
    return file;
  }

  /** Reads a path from the memory, and makes it start at the root. Each character of the result is one byte. */
  #path(folder, at, size) {
    const { path } = this.#file(folder);
    if (path === undefined) throw failure("NOTDIR");
    return `${path}/${Buffer.from(this.#bytes(at, size)).toString("latin1")}`;
  }

  #named(...place) { return this.#toSystem(this.#path(...place)); }

  // Arguments, environment and the root folder.

  args_sizes_get(count, size) { this.#putSizes(this.#arguments, count, size); }
  args_get(starts, at) { this.#putTexts(this.#arguments, starts, at); }
  environ_sizes_get(count, size) { this.#putSizes(this.#environment, count, size); }
  environ_get(starts, at) { this.#putTexts(this.#environment, starts, at); }

  fd_prestat_get(fd, at) {
    if (fd !== ROOT) throw failure("BADF");
    this.#set32(at, 0); // the kind: a folder
    this.#set32(at + 4, 1); // the length of its name, "/"
  }

  fd_prestat_dir_name(fd, at) { this.#bytes(at, 1)[0] = 47; }

  // Processes.

  proc_exit(status) { this.#exit(status); }
  sched_yield() {}
  random_get(at, size) { randomFillSync(this.#bytes(at, size)); }
  clock_time_get(clock, precision, at) {
    this.#set64(at, clock === 0 ? BigInt(Date.now()) * 1000000n : process.hrtime.bigint());
  }

  // Open files.

  fd_close(fd) {
    const { fd: file } = this.#file(fd);
    this.#files.delete(fd);
    if (file > 2) fs.closeSync(file);
  }

  fd_fdstat_get(fd, at) {
    const { fd: file, path } = this.#file(fd);
    this.#bytes(at, 24).fill(0);
    this.#bytes(at, 1)[0] = path !== undefined ? FOLDER : file > 2 ? FILE : isatty(file) ? TERMINAL : UNKNOWN;
    this.#set64(at + 8, path !== undefined ? ALL_RIGHTS : READS | WRITES);
    this.#set64(at + 16, path !== undefined ? ALL_RIGHTS : 0);
  }

  fd_fdstat_set_flags() {}
  fd_seek() { throw failure("SPIPE"); }
  fd_filestat_get(fd, at) { this.#putStatus(at, fs.fstatSync(this.#file(fd).fd, { bigint: true })); }
  fd_sync(fd) { fs.fsyncSync(this.#file(fd).fd); }

  fd_read(fd, at, count, size) { this.#read(fd, at, count, null, size); }
  fd_pread(fd, at, count, offset, size) { this.#read(fd, at, count, Number(offset), size); }
  #read(fd, at, count, offset, size) {
    this.#set32(size, fs.readvSync(this.#file(fd).fd, this.#pieces(at, count), offset));
  }

  fd_write(fd, at, count, size) {
    const file = this.#file(fd).fd;
    let written = 0;
    for (let bytes of this.#pieces(at, count)) {
      while (bytes.length > 0) {
        const done = this.#write(file, bytes);
        written += done;
        bytes = bytes.subarray(done);
      }
    }
    this.#set32(size, written);
  }

  #write(file, bytes) {
    for (;;) {
      try {
        return fs.writeSync(file, bytes);
      } catch (error) {
        if (error.code === "EPIPE" && file <= 2) this.#exit(NO_READER);
        if (error.code !== "EAGAIN") throw error;
        Atomics.wait(pause, 0, 0, 5); // ms; a pipe that another process opened may not block
      }
    }
  }

  /** Writes the entries from `first` on, as many as fit. The last one may be cut off. */
  fd_readdir(fd, at, room, first, size) {
    if (first === 0n) this.#entries = this.#list(this.#file(fd).path);
    let used = 0;
    for (let i = Number(first); i < this.#entries.length && used < room; ++i) {
      const bytes = this.#entries[i].subarray(0, room - used);
      this.#bytes(at + used, bytes.length).set(bytes);
      used += bytes.length;
    }
    this.#set32(size, used);
  }

  #list(path) {
    const entries = fs.readdirSync(this.#toSystem(path), { encoding: "buffer", withFileTypes: true });
    return entries.map((entry, i) => {
      const bytes = Buffer.alloc(24 + entry.name.length);
      bytes.writeBigUInt64LE(BigInt(i + 1), 0);
      bytes.writeUInt32LE(entry.name.length, 16);
      bytes.writeUInt8(typeOf(entry), 20);
      entry.name.copy(bytes, 24);
      return bytes;
    });
  }

  // Files and folders by their names.

  path_open(folder, lookUp, at, size, open, rights, inherited, descriptor, out) {
    const path = this.#path(folder, at, size), name = this.#toSystem(path);
    const writes = (rights & WRITES) !== 0n, reads = (rights & READS) !== 0n;
    const access = writes ? reads ? constants.O_RDWR : constants.O_WRONLY : constants.O_RDONLY;
    const follow = lookUp & FOLLOW ? 0 : constants.O_NOFOLLOW ?? 0;
    if ((open & CREATES_NEW) === CREATES_NEW && isUnfinished(path)) this.#onUnfinished({ creates: name });
    const fd = fs.openSync(name, access | follow | flagsOf(open, OPEN) | flagsOf(descriptor, OPEN_DESCRIPTOR));
    const isFolder = !writes && fs.fstatSync(fd).isDirectory();
    let number = ROOT;
    while (this.#files.has(number)) ++number;
    this.#files.set(number, isFolder ? { fd, path } : { fd });
    this.#set32(out, number);
  }

  path_filestat_get(folder, lookUp, at, size, out) {
    const stat = lookUp & FOLLOW ? fs.statSync : fs.lstatSync;
    this.#putStatus(out, stat(this.#named(folder, at, size), { bigint: true }));
  }

  path_create_directory(...place) {
    const path = this.#path(...place), name = this.#toSystem(path);
    if (isUnfinished(path)) this.#onUnfinished({ creates: name });
    fs.mkdirSync(name);
  }

  path_readlink(folder, at, size, out, room, used) {
    const bytes = fs.readlinkSync(this.#named(folder, at, size), { encoding: "buffer" }).subarray(0, room);
    this.#bytes(out, bytes.length).set(bytes);
    this.#set32(used, bytes.length);
  }

  path_rename(fromFolder, fromAt, fromSize, toFolder, toAt, toSize) {
    const from = this.#named(fromFolder, fromAt, fromSize), to = this.#named(toFolder, toAt, toSize);
    this.#onUnfinished({ moves: from });
    try {
      fs.renameSync(from, to);
    } catch (error) {
      if (process.platform !== "win32") throw error;
      fs.rmdirSync(to); // on Windows, renaming does not replace an empty folder
      fs.renameSync(from, to);
    }
  }

  path_link(fromFolder, lookUp, fromAt, fromSize, toFolder, toAt, toSize) {
    fs.linkSync(this.#named(fromFolder, fromAt, fromSize), this.#named(toFolder, toAt, toSize));
  }

  path_unlink_file(...place) { fs.unlinkSync(this.#named(...place)); }
  path_remove_directory(...place) { fs.rmdirSync(this.#named(...place)); }
}

function failure(name) {
  return Object.assign(new Error(name), { code: `E${name}` });
}

/** The file type of what fs.statSync or fs.readdirSync returned. */
function typeOf(entry) {
  return entry.isFile() ? FILE : entry.isDirectory() ? FOLDER : entry.isSymbolicLink() ? LINK : UNKNOWN;
}
