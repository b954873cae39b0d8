// An instance of the WebAssembly module: libwardrobe with a memory of its own, which grows and never shrinks.
// So each archive and each packing gets an instance, whose memory goes with it.

import { WardrobeError } from "./error.js";

const ERROR_SIZE = 256; // wardrobe_error: status, offset, message
const NO_OFFSET = 0xffffffffffffffffn;
const ENOSYS = 52; // of WASI

export class Instance {
  #exports;
  #error;
  #ended = false;

  /** `progress` is called with done and total, and stops the packing by returning true. */
  constructor(module, progress = () => false) {
    const wardrobe = {
      progress: (user, done, total) => Number(progress(done >>> 0, total >>> 0)),
      out_of_memory: () => { throw outOfMemory(); },
    };
    try {
      this.#exports = new WebAssembly.Instance(module, { wardrobe, wasi_snapshot_preview1: systemOf(module) }).exports;
    } catch (error) {
      throw error instanceof RangeError ? outOfMemory() : error; // Chromium has memories for about 120
    }
    this.call("_initialize");
    this.#error = this.allocate(ERROR_SIZE);
  }

  /** Calls a function whose last parameter is a wardrobe_error; throws that error. */
  check(name, ...values) {
    const status = this.call(name, ...values, this.#error);
    if (status !== 0) throw this.#errorOf(status);
  }

  call(name, ...values) {
    if (this.#ended) throw new WardrobeError("the WebAssembly module failed before; load the archive again");
    try {
      return this.#exports[name](...values);
    } catch (error) {
      this.#ended = true; // in the middle of something
      throw error instanceof WebAssembly.RuntimeError ? new WardrobeError(`the WebAssembly module failed: ${error.message}`) : error;
    }
  }

  #errorOf(status) {
    const view = this.view(this.#error, ERROR_SIZE), offset = view.getBigUint64(8, true);
    const error = new WardrobeError(this.text(this.#error + 16), offset === NO_OFFSET ? undefined : Number(offset));
    return Object.assign(error, { status: this.text(this.call("wardrobe_status_text", status)) });
  }

  /** The address of newly allocated memory of this many bytes. */
  allocate(size) {
    const at = this.call("malloc", Math.max(size, 1)) >>> 0;
    if (at === 0) throw outOfMemory();
    return at;
  }

  free(at) { this.call("free", at); }

  /** The address of a copy of these bytes. */
  put(bytes) {
    const at = this.allocate(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  putText(text) { return this.put(new TextEncoder().encode(`${text}\0`)); }

  // Views hold until the next call, which may grow the memory and so replace its buffer.
  bytes(at, size) { return new Uint8Array(this.#exports.memory.buffer, at, size); }
  view(at, size) { return new DataView(this.#exports.memory.buffer, at, size); }
  word(at) { return this.view(at, 4).getUint32(0, true); }

  text(at) {
    const bytes = new Uint8Array(this.#exports.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

function outOfMemory() {
  return Object.assign(new WardrobeError("out of memory"), { status: "out of memory" });
}

/** The system calls that libc imports. No file is ever opened, so each says that it is not there. */
function systemOf(module) {
  const names = WebAssembly.Module.imports(module).filter((one) => one.module === "wasi_snapshot_preview1");
  return Object.fromEntries(names.map(({ name }) => [name, () => ENOSYS]));
}
