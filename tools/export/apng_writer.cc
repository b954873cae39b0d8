#include "tools/export/apng_writer.h"

#include <string_view>
#include <utility>
#include <zlib.h>

#include "formats/bytes.h"

namespace wardrobe {
namespace {

constexpr size_t kSignature = 8;

void put_chunk(std::vector<uint8_t>& file, std::string_view kind, Bytes data) {
  ByteWriter out(file);
  out.u32_be(static_cast<uint32_t>(data.size()));
  const size_t start = out.position();
  out.text(kind);
  out.bytes(data);
  const Bytes covered = Bytes(file).subspan(start);
  out.u32_be(static_cast<uint32_t>(crc32(0, covered.data(), static_cast<uInt>(covered.size()))));
}

void put_u16(ByteWriter& out, uint32_t value) {
  out.u8(value >> 8);
  out.u8(value & 0xFF);
}

struct Chunk {
  std::string_view kind;
  Bytes data;
};

/// The chunks of a PNG that libpng has just written.
std::vector<Chunk> chunks_of(Bytes png) {
  std::vector<Chunk> chunks;
  ByteReader in(png, kSignature);
  while (in.left() > 0) {
    const uint32_t size = in.u32_be();
    const Bytes kind = in.take(4);
    chunks.push_back({as_text(kind), in.take(size)});
    in.take(4);
  }
  return chunks;
}

}  // namespace

/// fcTL: how the next frame's data are shown. `header` is its IHDR.
void ApngWriter::put_control(Bytes header, uint32_t milliseconds) {
  ByteReader sides(header);
  std::vector<uint8_t> data;
  ByteWriter out(data);
  out.u32_be(sequence_++);
  out.u32_be(sides.u32_be());  // width, height
  out.u32_be(sides.u32_be());
  out.u32_be(0);  // x, y
  out.u32_be(0);
  // Seconds, as a fraction of two 16-bit numbers.
  const uint32_t unit = milliseconds > 0xFFFF ? 10 : 1;
  put_u16(out, milliseconds / unit);
  put_u16(out, 1000 / unit);
  out.u8(0);  // it stays until the next one,
  out.u8(0);  // which replaces it
  put_chunk(file_, "fcTL", data);
}

/// All that stands before the first frame: header, acTL, palette.
void ApngWriter::put_head(Bytes png) {
  file_.assign(png.begin(), png.begin() + kSignature);
  for (const Chunk& chunk : chunks_of(png)) {
    if (chunk.kind == "IDAT") break;
    put_chunk(file_, chunk.kind, chunk.data);
    if (chunk.kind != "IHDR") continue;
    std::vector<uint8_t> data;
    ByteWriter out(data);
    out.u32_be(frames_);
    out.u32_be(loops_);
    put_chunk(file_, "acTL", data);
  }
}

void ApngWriter::add(Bytes png, uint32_t milliseconds) {
  const bool first = file_.empty();
  if (first) put_head(png);
  for (const Chunk& chunk : chunks_of(png)) {
    if (chunk.kind == "IHDR") put_control(chunk.data, milliseconds);
    if (chunk.kind != "IDAT") continue;
    std::vector<uint8_t> data;
    if (!first) ByteWriter(data).u32_be(sequence_++);
    data.insert(data.end(), chunk.data.begin(), chunk.data.end());
    put_chunk(file_, first ? "IDAT" : "fdAT", data);
  }
}

std::vector<uint8_t> ApngWriter::finish() {
  put_chunk(file_, "IEND", {});
  return std::move(file_);
}

}  // namespace wardrobe
