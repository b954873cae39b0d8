#include <string>

#include "formats/play_rules.h"
#include "formats/versions.h"
#include "tools/sample/write_costume.h"

namespace wardrobe {
namespace {

class CostWriter {
 public:
  CostWriter(const StoredCostume& tables, Bytes rle, const std::vector<uint32_t>& rle_offset,
             Version version)
      : tables_(tables), rle_(rle), rle_offset_(rle_offset), layout_(facts(version).cost) {}

  Result<std::vector<uint8_t>> write() {
    if (layout_.colors(tables_.format) != tables_.color.size()) {
      return Error{ErrorCode::unknown_format, kNoOffset,
                   "costume format " + std::to_string(tables_.format) + " does not have " +
                       std::to_string(tables_.color.size()) + " colours"};
    }
    for (size_t i = 0; i < tables_.windows.limb.size(); ++i) {
      const size_t limb = tables_.windows.limb[i];
      if (tables_.windows.length[i] != 0 && entries(limb) == 0) {
        return Error{ErrorCode::damaged, kNoOffset,
                     "limb " + std::to_string(limb) + " has a window but no entries"};
      }
    }
    write_header();
    write_records();
    patch_offset(command_field_);
    writer_.bytes(tables_.command);
    write_tables();
    write_pictures();
    if (layout_.has_size) {
      if (out_.size() % 2 != 0) writer_.u8(0);
      writer_.patch_u32(0, static_cast<uint32_t>(out_.size()));
    }
    if (too_far_) {
      return Error{ErrorCode::limit, out_.size(),
                   "the costume is too large for its offsets and starts"};
    }
    return std::move(out_);
  }

 private:
  uint32_t entries(size_t limb) const {
    return tables_.entry_offset[limb + 1] - tables_.entry_offset[limb];
  }
  size_t last_record() const {
    return tables_.records.number.empty() ? 0 : tables_.records.number.back();
  }

  /// Writes the offset of the current position into the field at `field`.
  void patch_offset(size_t field) {
    const size_t offset = writer_.position() + layout_.base;
    too_far_ = too_far_ || offset > 0xFFFF;
    writer_.patch_u16(field, static_cast<unsigned>(offset & 0xFFFF));
  }

  void write_header() {
    if (layout_.has_size) {
      writer_.u32(0);
      writer_.u16(kCostSignature);
    }
    writer_.u8(static_cast<unsigned>(last_record()));
    writer_.u8(tables_.format);
    write_palette();
    command_field_ = writer_.position();
    writer_.u16(0);
    table_field_ = writer_.position();
    writer_.zeros(2 * layout_.tables);
    record_field_ = writer_.position();
    writer_.zeros(2 * (last_record() + 1));
  }

  /// In version 2, the black colour that counts is the last one: the first one is transparent.
  void write_palette() {
    if (layout_.palette == CostPalette::listed) writer_.bytes(tables_.color);
    if (layout_.palette != CostPalette::black) return;
    size_t black = 0;
    for (size_t i = 1; i < tables_.color.size(); ++i) {
      if (tables_.color[i] == 0) black = i;
    }
    writer_.u8(static_cast<unsigned>(black));
  }

  void write_records() {
    for (size_t row = 0; row < tables_.records.number.size(); ++row) {
      patch_offset(record_field_ + size_t{2} * tables_.records.number[row]);
      const RowRange windows = rows_of(tables_.records.window_offset, row);
      const unsigned mask = limb_mask(tables_.windows, windows);
      layout_.tables == 8 ? writer_.u8(mask >> 8) : writer_.u16(mask);
      for (const uint32_t i : windows) write_window(i);
    }
  }

  void write_window(uint32_t i) {
    const auto mode = tables_.windows.mode[i];
    if (mode == WindowMode::off) {
      layout_.short_starts ? writer_.u8(0xFF) : writer_.u16(0xFFFF);
      return;
    }
    const unsigned start = tables_.windows.start[i];
    too_far_ = too_far_ || (layout_.short_starts && start >= 0xFF);
    layout_.short_starts ? writer_.u8(start & 0xFF) : writer_.u16(start);
    writer_.u8((tables_.windows.length[i] - 1u) | (mode == WindowMode::once ? 0x80u : 0u));
  }

  /// Reserves the tables; write_pictures fills them in. An unused limb shares the table of the next
  /// used limb. The unused limbs after the last used one point at the first picture.
  void write_tables() {
    entry_field_ = writer_.position();
    size_t unused = 0;
    for (size_t limb = 0; limb < layout_.tables; ++limb) {
      if (entries(limb) == 0) continue;
      for (; unused <= limb; ++unused) patch_offset(table_field_ + 2 * unused);
      writer_.zeros(2 * entries(limb));
    }
    for (; unused < layout_.tables; ++unused) patch_offset(table_field_ + 2 * unused);
  }

  void write_picture_header(const StoredPicture& from) {
    const size_t size = picture_header_size(tables_.format);
    if (size == kSmallHeader) {
      writer_.u8(from.width / 8u);
      writer_.u8(from.height);
      for (const int value : {from.x / 8, -from.y, from.xinc / 8, int{from.yinc}}) {
        writer_.u8(static_cast<uint8_t>(value));
      }
      return;
    }
    writer_.u16(from.width);
    writer_.u16(from.height);
    writer_.i16(from.x);
    writer_.i16(from.y);
    writer_.i16(from.xinc);
    writer_.i16(from.yinc);
    if (size == 14) {
      writer_.u8(from.redirect_limb);
      writer_.u8(from.redirect_index);
    }
  }

  void write_pictures() {
    std::vector<size_t> place(rle_offset_.size());
    for (size_t i = 0; i + 1 < rle_offset_.size(); ++i) {
      place[i] = writer_.position() + layout_.base;
      write_picture_header(tables_.pictures[i]);
      writer_.bytes(rle_.subspan(rle_offset_[i], rle_offset_[i + 1] - rle_offset_[i]));
    }
    for (size_t row = 0; row < tables_.entry_picture.size(); ++row) {
      if (tables_.entry_picture[row] == kNone) continue;
      const size_t offset = place[tables_.entry_picture[row]];
      too_far_ = too_far_ || offset > 0xFFFF;
      writer_.patch_u16(entry_field_ + 2 * row, static_cast<unsigned>(offset & 0xFFFF));
    }
  }

  const StoredCostume& tables_;
  Bytes rle_;
  const std::vector<uint32_t>& rle_offset_;
  const CostLayout& layout_;
  std::vector<uint8_t> out_;
  ByteWriter writer_{out_};
  size_t command_field_ = 0;
  size_t table_field_ = 0;
  size_t record_field_ = 0;
  size_t entry_field_ = 0;
  bool too_far_ = false;
};

}  // namespace

Result<std::vector<uint8_t>> write_cost(const StoredCostume& tables, Bytes rle,
                                        const std::vector<uint32_t>& rle_offset, Version version) {
  return CostWriter(tables, rle, rle_offset, version).write();
}

}  // namespace wardrobe
