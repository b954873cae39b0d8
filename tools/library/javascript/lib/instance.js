// An instance of a WebAssembly module: libwardrobe with a memory of its own. A memory grows and never shrinks, so each
// archive and each packing gets an instance, and its memory is freed with it.

import { WardrobeError } from "./error.js";

const ERROR_SIZE = 256; // wardrobe_error: status, offset, message
const NO_OFFSET = 0xffffffffffffffffn;
const ENOSYS = 52; // the error number of WASI for a function that does not exist

export class Instance {
  #exports;
  #error;
  #ended = false;

  /** Calls progress(done, total) while packing. If it returns true, packing stops. */
  constructor(module, progress = () => false) {
    const wardrobe = {
      progress: (user, done, total) => Number(progress(done >>> 0, total >>> 0)),
      out_of_memory: () => { throw outOfMemory(); },
    };
    try {
      this.#exports = new WebAssembly.Instance(module, { wardrobe, wasi_snapshot_preview1: systemOf(module) }).exports;
    } catch (error) {
      throw error instanceof RangeError ? outOfMemory() : error; // Chromium has memories for about 120 instances
    }
    this.call("_initialize");
    this.#error = this.allocate(ERROR_SIZE);
  }

  /** Calls a function whose last parameter is a wardrobe_error. Throws that error if the call fails. */
  check(name, ...values) {
    const status = this.call(name, ...values, this.#error);
    if (status !== 0) throw this.#errorOf(status);
  }

  call(name, ...values) {
    if (this.#ended) throw new WardrobeError("the WebAssembly module failed before; load the archive again");
    try {
      return this.#exports[name](...values);
    } catch (error) {
      this.#ended = true; // the call was cut short, so the instance cannot be used again
      throw error instanceof WebAssembly.RuntimeError ? new WardrobeError(`the WebAssembly module failed: ${error.message}`) : error;
    }
  }

  #errorOf(status) {
    const view = this.view(this.#error, ERROR_SIZE), offset = view.getBigUint64(8, true);
    const error = new WardrobeError(this.text(this.#error + 16), offset === NO_OFFSET ? undefined : Number(offset));
    return Object.assign(error, { status: this.text(this.call("wardrobe_status_text", status)) });
  }

  /** Allocates `size` bytes, and returns their address. */
  allocate(size) {
    const at = this.call("malloc", Math.max(size, 1)) >>> 0;
    if (at === 0) throw outOfMemory();
    return at;
  }

  free(at) { this.call("free", at); }

  /** Copies bytes into the instance's memory, and returns the address of the copy. */
  put(bytes) {
    const at = this.allocate(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  /** Writes 32-bit numbers one after the other, and returns their address. */
  putWords(numbers) { return this.put(new Uint8Array(Uint32Array.from(numbers).buffer)); }

  putText(text) { return this.put(new TextEncoder().encode(`${text}\0`)); }

  // These views are valid until the next call: it may grow the memory, and then the memory has a new buffer.
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

/** The system calls that libc imports. No file is ever opened, so each call reports that the system lacks it. */
function systemOf(module) {
  const names = WebAssembly.Module.imports(module).filter((one) => one.module === "wasi_snapshot_preview1");
  return Object.fromEntries(names.map(({ name }) => [name, () => ENOSYS]));
}
