#include <string>

#include "formats/scumm/block.h"
#include "formats/scumm/room_picture.h"
#include "formats/scumm/version.h"

namespace wardrobe {
namespace {

using Strips = RoomPictureDraft::Strips;

void write_offset(ByteWriter& writer, size_t width, uint32_t offset) {
  width == 2 ? writer.u16(offset) : writer.u32(offset);
}

/// The offsets of pieces of these sizes, of which the first is at `at`; 0 for those without bytes.
void write_offsets(const Strips& pieces, size_t at, size_t width, std::vector<uint8_t>& out) {
  ByteWriter writer(out);
  for (const std::vector<uint8_t>& piece : pieces) {
    write_offset(writer, width, piece.empty() ? 0u : static_cast<uint32_t>(at));
    at += piece.size();
  }
}

void write_pieces(const Strips& pieces, std::vector<uint8_t>& out) {
  for (const std::vector<uint8_t>& piece : pieces) ByteWriter(out).bytes(piece);
}

/// SMAP or ZPnn: offsets from its tag, and strips.
void write_strips(const Strips& strips, std::string_view name, size_t width,
                  std::vector<uint8_t>& out) {
  const BlockScope block(out, name);
  write_offsets(strips, kBlockHeaderSize + width * strips.size(), width, out);
  write_pieces(strips, out);
}

/// A block with a WRAP of OFFS and these pieces.
void write_wrapped(const Strips& pieces, std::string_view name, std::vector<uint8_t>& out) {
  const BlockScope block(out, name);
  const BlockScope wrap(out, "WRAP");
  {
    const BlockScope offs(out, "OFFS");
    write_offsets(pieces, kBlockHeaderSize + 4 * pieces.size(), 4, out);
  }
  write_pieces(pieces, out);
}

void write_imag(const RoomPictureDraft& picture, std::vector<uint8_t>& out) {
  std::vector<uint8_t> smap;
  {
    const BlockScope block(smap, "SMAP");
    write_wrapped(picture.strips, "BSTR", smap);
    Strips planes;
    for (const Strips& plane : picture.planes) {
      std::vector<uint8_t>& zstr = planes.emplace_back();
      if (!plane.empty()) write_wrapped(plane, "ZSTR", zstr);
    }
    if (!planes.empty()) write_wrapped(planes, "ZPLN", smap);
  }
  write_wrapped({smap}, "IMAG", out);
}

}  // namespace

void write_room_picture(const RoomPictureDraft& picture, int version, std::vector<uint8_t>& out) {
  if (version == kScumm8) return write_imag(picture, out);
  const BlockScope rmim(out, "RMIM");
  {
    const BlockScope head(out, "RMIH");
    ByteWriter(out).u16(static_cast<unsigned>(picture.planes.size()));
  }
  const BlockScope image(out, "IM00");
  if (picture.bitmap.empty()) {
    write_strips(picture.strips, "SMAP", 4, out);
  } else {
    const BlockScope bitmap(out, "BMAP");
    ByteWriter(out).bytes(picture.bitmap);
  }
  for (size_t i = 0; i < picture.planes.size(); ++i) {
    if (picture.planes[i].empty()) continue;
    write_strips(picture.planes[i], "ZP0" + std::to_string(i + 1), 2, out);
  }
}

}  // namespace wardrobe
