#include "tools/sample/sketch.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "formats/record_rows.h"
#include "formats/scumm/version.h"
#include "kernels/rle_encode.h"

namespace wardrobe::sample {
namespace {

/// The position of the commands in the stream, to which they are appended if not found.
uint16_t place_commands(const Commands& commands, Column<uint8_t>& stream) {
  const auto found = std::search(stream.begin(), stream.end(), commands.begin(), commands.end());
  const auto start = static_cast<uint16_t>(found - stream.begin());
  if (found == stream.end()) stream.insert(stream.end(), commands.begin(), commands.end());
  return start;
}

void append_part(const Part& part, CostTables& tables) {
  const bool off = part.commands.empty();
  const WindowMode mode = off ? WindowMode::off : part.loops ? WindowMode::loop : WindowMode::once;
  append_window(tables.windows, part.limb, mode,
                off ? 0 : place_commands(part.commands, tables.command), part.commands.size());
}

}  // namespace

CostumeSketch::CostumeSketch(uint8_t format_v5, uint8_t format_v6, std::vector<uint8_t> colors)
    : format_v5_(format_v5), format_v6_(format_v6), colors_(std::move(colors)) {}

uint8_t CostumeSketch::append(uint8_t limb, size_t picture) {
  slots_[limb].push_back(static_cast<uint32_t>(picture));
  return static_cast<uint8_t>(slots_[limb].size() - 1);
}

uint8_t CostumeSketch::add(uint8_t limb, const Drawing& drawing, int xinc, int yinc) {
  pictures_.push_back({drawing, xinc, yinc});
  return append(limb, pictures_.size() - 1);
}

uint8_t CostumeSketch::add_redirect(uint8_t limb, uint8_t to_limb, uint8_t to_index, int x, int y) {
  Picture picture = pictures_[slots_[to_limb][to_index]];
  picture.drawing.x = x;
  picture.drawing.y = y;
  picture.redirect_limb = to_limb;
  picture.redirect_index = to_index;
  pictures_.push_back(std::move(picture));
  return append(limb, pictures_.size() - 1);
}

uint8_t CostumeSketch::share(uint8_t limb, uint8_t of_limb, uint8_t of_index) {
  return append(limb, slots_[of_limb][of_index]);
}

void CostumeSketch::record(unsigned chore, Facing facing, const std::vector<Part>& parts) {
  std::vector<Part>& sorted = records_[chore * 4 + static_cast<unsigned>(facing)];
  sorted = parts;
  std::ranges::sort(sorted, {}, &Part::limb);
}

void CostumeSketch::write_tables(CostTables& tables) const {
  for (const auto& [number, parts] : records_) {
    for (const Part& part : parts) append_part(part, tables);
    append_record(tables.records, number, tables.windows);
  }
  for (size_t limb = 0; limb < kLimbs; ++limb) {
    tables.entry_candidate.insert(tables.entry_candidate.end(), slots_[limb].begin(),
                                  slots_[limb].end());
    tables.entry_offset[limb + 1] = static_cast<uint32_t>(tables.entry_candidate.size());
  }
}

void CostumeSketch::write_pictures(bool redirects, CostTables& tables, std::vector<uint8_t>& rle,
                                   std::vector<uint32_t>& rle_offset) const {
  const RleSplit split = colors_.size() == 32 ? RleSplit::colors32 : RleSplit::colors16;
  CostCandidates& to = tables.candidates;
  rle_offset.assign(1, 0);
  for (const Picture& picture : pictures_) {
    const Drawing& drawing = picture.drawing;
    const bool redirected = redirects && picture.redirect_limb != kNoLimb;
    to.width.push_back(drawing.width);
    to.height.push_back(drawing.height);
    to.x.push_back(static_cast<int16_t>(drawing.x));
    to.y.push_back(static_cast<int16_t>(drawing.y));
    to.xinc.push_back(static_cast<int16_t>(picture.xinc));
    to.yinc.push_back(static_cast<int16_t>(picture.yinc));
    to.redirect_limb.push_back(redirected ? picture.redirect_limb : kNoLimb);
    to.redirect_index.push_back(redirected ? picture.redirect_index : 0xFF);
    if (!redirected) {
      const size_t start = rle.size();
      rle.resize(start + encode_rle_bound(drawing.pixels.size()));
      rle.resize(start + encode_rle(drawing.pixels, drawing.width, drawing.height, split,
                                    std::span(rle).subspan(start)));
    }
    rle_offset.push_back(static_cast<uint32_t>(rle.size()));
  }
}

std::vector<uint8_t> CostumeSketch::payload(int version) const {
  CostTables tables;
  tables.format = has_cost_of_v5(version) ? format_v5_ : format_v6_;
  tables.color = colors_;
  write_tables(tables);
  std::vector<uint8_t> rle;
  std::vector<uint32_t> rle_offset;
  write_pictures(tables.picture_header_size() == 14, tables, rle, rle_offset);
  Result<std::vector<uint8_t>> written = write_cost(tables, rle, rle_offset, version);
  if (!written) std::abort();
  return *std::move(written);
}

}  // namespace wardrobe::sample
