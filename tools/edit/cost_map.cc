#include "tools/edit/cost_map.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "formats/cost/cost.h"
#include "formats/cost/layout.h"
#include "formats/record_rows.h"
#include "pipeline/picture_codec.h"

namespace wardrobe {
namespace {

class CostMapper {
 public:
  CostMapper(Bytes payload, int version, const CostTables& tables)
      : payload_(payload), layout_{version}, tables_(tables) {}

  CostMap map() {
    map_header();
    for (size_t limb = 0; limb < kLimbs; ++limb) map_used_table(limb);
    lowest_picture_ = payload_.size();
    for (size_t i = 0; i < tables_.entry.size(); ++i) {
      const bool shown = tables_.entry[i] != 0 && tables_.entry_reached[i] != 0;
      if (shown) lowest_picture_ = std::min(lowest_picture_, layout_.position(tables_.entry[i]));
    }
    for (size_t limb = 0; limb < kLimbs; ++limb) map_unused_table(limb);
    map_redirect_slots();
    out_.slots.assign(slots_.begin(), slots_.end());
    map_pictures();
    return std::move(out_);
  }

 private:
  uint16_t at(size_t position) const {
    return ByteReader(payload_, std::min(position, payload_.size())).u16();
  }

  void map_header() {
    const size_t start = has_cost_of_v5(layout_.version) ? 0 : 6;
    const size_t byte = payload_[start];
    const bool is_count = start != 0 && ByteReader(payload_).u32() == 0;
    const size_t command_field = start + 2 + tables_.color.size();
    const size_t records = command_field + 2 + 2 * kLimbs;
    const size_t end = records + 2 * (byte + (is_count ? 0 : 1));
    out_.fixed.push_back({0, end});
    out_.fields.push_back(command_field);
    const size_t commands = layout_.position(at(command_field));
    out_.fixed.push_back({commands, commands + tables_.command.size()});
    for (size_t limb = 0; limb < kLimbs; ++limb) {
      out_.table_fields.push_back(command_field + 2 + 2 * limb);
    }
    for (size_t field = records; field < end; field += 2) map_record(field);
  }

  void map_record(size_t field) {
    const size_t position = layout_.position(at(field));
    if (at(field) == 0 || position >= payload_.size()) return;
    out_.fields.push_back(field);
    ByteReader reader(payload_, position);
    const uint16_t mask = reader.u16();
    for (size_t limb = 0; limb < kLimbs; ++limb) {
      if (has_limb(mask, limb) && reader.u16() != 0xFFFF) reader.u8();
    }
    out_.fixed.push_back({position, reader.position()});
  }

  size_t table(size_t limb) const { return layout_.position(at(out_.table_fields[limb])); }

  void map_used_table(size_t limb) {
    const size_t entries = tables_.entry_offset[limb + 1] - tables_.entry_offset[limb];
    if (entries == 0) return;
    out_.fixed.push_back({table(limb), table(limb) + 2 * entries});
    for (size_t i = 0; i < entries; ++i) slots_.insert(table(limb) + 2 * i);
  }

  /// The table of a limb to which no record gives a window, if it has one: redirects may use it.
  void map_unused_table(size_t limb) {
    size_t end = lowest_picture_;
    for (size_t other = 0; other < kLimbs; ++other) {
      if (table(other) > table(limb)) end = std::min(end, table(other));
    }
    if (at(out_.table_fields[limb]) == 0) return;
    for (size_t slot = table(limb); slot + 2 <= end; slot += 2) add_slot(slot);
  }

  /// A redirect names a slot without regard to where the table ends.
  void map_redirect_slots() {
    const CostCandidates& pictures = tables_.candidates;
    for (size_t i = 0; i < pictures.size(); ++i) {
      const size_t limb = pictures.redirect_limb[i];
      if (limb < kLimbs) add_slot(table(limb) + size_t{2} * pictures.redirect_index[i]);
    }
  }

  void add_slot(size_t slot) {
    const Span span{slot, slot + 2};
    const bool free =
        std::ranges::none_of(out_.fixed, [&](const Span& s) { return s.overlaps(span); });
    if (free && span.end <= lowest_picture_) slots_.insert(slot);
  }

  void map_pictures() {
    std::set<size_t> reached;
    for (size_t i = 0; i < tables_.entry.size(); ++i) {
      if (tables_.entry_reached[i] != 0) reached.insert(layout_.position(tables_.entry[i]));
    }
    std::set<size_t> positions;
    for (const size_t slot : slots_) {
      if (at(slot) != 0) positions.insert(layout_.position(at(slot)));
    }
    const size_t header = tables_.picture_header_size();
    for (const size_t position : positions) {
      if (position > payload_.size() || payload_.size() - position < header) continue;
      const std::optional<CostMap::Picture> picture = picture_at(position);
      if (picture) {
        out_.pictures.push_back(*picture);
      } else if (reached.contains(position)) {
        out_.pictures.push_back({{position, position + header}, false});
      }
    }
  }

  /// The picture whose header is there; nothing if it cannot be decoded.
  std::optional<CostMap::Picture> picture_at(size_t position) {
    ByteReader reader(payload_, position);
    const size_t width = reader.u16();
    const size_t height = reader.u16();
    const size_t data = position + tables_.picture_header_size();
    reader.take(8);
    if (data - position == 14 && reader.u16() != 0xFFFF)
      return CostMap::Picture{{position, data}, true};
    if (width == 0 || height == 0) return CostMap::Picture{{position, data}, false};
    if (width > kMaxSide || height > kMaxSide || width * height > kMaxPicturePixels)
      return std::nullopt;
    pixels_.resize(std::max(pixels_.size(), width * height + kPixelPadding));
    const DecodeResult decoded = PictureCodec{1, tables_.color.size()}.decode(
        payload_.subspan(data), width, height, pixels_, scratch_);
    if (decoded.end != DecodeEnd::complete) return std::nullopt;
    return CostMap::Picture{{position, data + decoded.consumed}, false};
  }

  Bytes payload_;
  CostLayout layout_;
  const CostTables& tables_;
  size_t lowest_picture_ = 0;
  std::set<size_t> slots_;
  std::vector<uint8_t> pixels_;
  std::vector<uint8_t> scratch_;
  CostMap out_;
};

}  // namespace

size_t CostMap::end() const {
  size_t end = 0;
  for (const Span& span : fixed) end = std::max(end, span.end);
  for (const Picture& picture : pictures) end = std::max(end, picture.span.end);
  return end;
}

Result<CostMap> map_cost(Bytes payload, int version) {
  CostTables tables;
  if (Status read = read_cost(payload, version, tables); !read) return read.error();
  return CostMapper(payload, version, tables).map();
}

}  // namespace wardrobe
