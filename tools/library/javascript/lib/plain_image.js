// An image that is already inflated, in the place of ZstdFrames.

export class PlainImage {
  constructor(bytes) {
    this.bytes = bytes;
    this.size = this.fileSize = bytes.length;
    this.inflatedBytes = 0;
  }

  read(start, size) {
    return this.bytes.subarray(start, start + size);
  }
}
