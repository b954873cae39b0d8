#include "tools/sample/sketch.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "formats/costume.h"
#include "formats/play_rules.h"
#include "formats/versions.h"
#include "kernels/encode.h"
#include "tools/sample/old_sketch.h"
#include "tools/sample/write_costume.h"

namespace wardrobe::sample {
namespace {

/// Returns the position of the commands in the stream. Appends them if the stream does not have
/// them.
uint16_t place_commands(const Commands& commands, Column<uint8_t>& stream) {
  const auto found = std::search(stream.begin(), stream.end(), commands.begin(), commands.end());
  const auto start = static_cast<uint16_t>(found - stream.begin());
  if (found == stream.end()) stream.insert(stream.end(), commands.begin(), commands.end());
  return start;
}

void append_part(const Part& part, StoredCostume& tables) {
  const bool off = part.commands.empty();
  const WindowMode mode = off ? WindowMode::off : part.loops ? WindowMode::loop : WindowMode::once;
  append_window(tables.windows, part.limb, mode,
                off ? 0 : place_commands(part.commands, tables.command), part.commands.size());
}

void write_tables(const CostumeSketch& sketch, StoredCostume& tables) {
  for (const auto& [number, parts] : sketch.records) {
    for (const Part& part : parts) append_part(part, tables);
    append_record(tables.records, number, tables.windows);
  }
  for (size_t limb = 0; limb < kLimbs; ++limb) {
    tables.entry_picture.insert(tables.entry_picture.end(), sketch.slots[limb].begin(),
                                sketch.slots[limb].end());
    tables.entry_offset[limb + 1] = static_cast<uint32_t>(tables.entry_picture.size());
  }
}

/// The pixels as a game of this version stores them.
std::vector<uint8_t> encoded(const Drawing& drawing, size_t colors, Version version) {
  std::vector<uint8_t> out(encode_rle_bound(drawing.pixels.size()) + 1);
  const bool by_rows = version == Version::v5_rows;
  const size_t width = by_rows ? 1 : drawing.width;
  const size_t height = by_rows ? drawing.pixels.size() : drawing.height;
  const RleSplit split = colors == 32 ? RleSplit::colors32 : RleSplit::colors16;
  out.resize(version == Version::v1 ? encode_wide(drawing.pixels, width, height, out)
                                    : encode_rle(drawing.pixels, width, height, split, out));
  return out;
}

void write_pictures(const CostumeSketch& sketch, Version version, StoredCostume& tables,
                    std::vector<uint8_t>& rle, std::vector<uint32_t>& rle_offset) {
  const bool redirects = picture_header_size(tables.format) == 14;
  rle_offset.assign(1, 0);
  for (const CostumeSketch::Picture& picture : sketch.pictures) {
    const Drawing& drawing = picture.drawing;
    const bool redirected = redirects && picture.redirect_limb != kNoLimb;
    StoredPicture& to = tables.pictures.emplace_back(StoredPicture{picture.shape()});
    to.redirect_limb = redirected ? picture.redirect_limb : kNoLimb;
    to.redirect_index = redirected ? picture.redirect_index : 0xFF;
    if (!redirected) {
      const std::vector<uint8_t> pixels = encoded(drawing, sketch.colors.size(), version);
      rle.insert(rle.end(), pixels.begin(), pixels.end());
    }
    rle_offset.push_back(static_cast<uint32_t>(rle.size()));
  }
}

std::vector<uint8_t> cost_payload(const CostumeSketch& sketch, Version version) {
  StoredCostume tables;
  if (facts(version).cost.short_starts) tables.command = short_stream(sketch);
  tables.format = facts(version).cost.has_size ? sketch.format_v6 : sketch.format_v5;
  tables.color = sketch.colors;
  write_tables(sketch, tables);
  std::vector<uint8_t> rle;
  std::vector<uint32_t> rle_offset;
  write_pictures(sketch, version, tables, rle, rle_offset);
  Result<std::vector<uint8_t>> written = write_cost(tables, rle, rle_offset, version);
  if (!written) std::abort();
  return *std::move(written);
}

}  // namespace

void CostumeSketch::add_part(unsigned chore, Facing facing, Part part) {
  std::vector<Part>& parts = records[chore * 4 + static_cast<unsigned>(facing)];
  parts.insert(std::ranges::upper_bound(parts, part.limb, {}, &Part::limb), std::move(part));
}

CostumeDraft draft_of(const CostumeSketch& sketch, std::vector<uint16_t> ids, Version version,
                      size_t number, const RoomDraft& room) {
  if (facts(version).cost.short_starts) {
    const CostumeSketch old = old_sketch(sketch, version, room.palettes.rgb);
    return {std::move(ids), cost_payload(old, version), Kind::cost};
  }
  if (facts(version).kind == Kind::cost) {
    return {std::move(ids), cost_payload(sketch, version), Kind::cost};
  }
  return {std::move(ids), akos_payload(sketch, version, number, room.palettes.rgb), Kind::akos};
}

}  // namespace wardrobe::sample
