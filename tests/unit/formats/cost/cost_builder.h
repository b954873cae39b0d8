#pragma once

#include <vector>

#include <gtest/gtest.h>

#include "formats/costume.h"
#include "formats/play_rules.h"
#include "tools/sample/write_costume.h"

namespace wardrobe {

/// Makes costumes for tests, piece by piece, in the tables that write_cost takes.
class CostBuilder {
 public:
  explicit CostBuilder(uint8_t format = 0x58) {
    tables_.format = format;
    if (palette_size(format) == 4) {
      tables_.color = {kEgaBlack, kEgaSkin, kEgaActor, kEgaBlack};
      return;
    }
    tables_.color.resize((format & 1) != 0 ? 32 : 16);
    for (size_t i = 0; i < tables_.color.size(); ++i) {
      tables_.color[i] = static_cast<uint8_t>(0x30 + i);
    }
  }

  /// Adds a picture whose pixels are all `color`; returns its candidate.
  uint32_t picture(uint16_t width, uint16_t height, uint8_t color, int16_t x = 0, int16_t y = 0,
                   int16_t xinc = 0, int16_t yinc = 0) {
    std::vector<uint8_t> rle;
    if (tables_.color.size() == 4) {
      for (int left = width / 8 * height; left > 0; left -= 127) {
        rle.push_back(static_cast<uint8_t>(0x80 | std::min(left, 127)));
        rle.push_back(static_cast<uint8_t>(0x55 * color));
      }
      return picture_of(rle, width, height, x, y, xinc, yinc);
    }
    const int shift = tables_.color.size() == 32 ? 3 : 4;
    for (int left = width * height; left > 0; left -= 255) {
      rle.push_back(static_cast<uint8_t>(color << shift));
      rle.push_back(static_cast<uint8_t>(std::min(left, 255)));
    }
    return picture_of(rle, width, height, x, y, xinc, yinc);
  }

  /// Adds a picture of `rle`, which may be invalid; returns its candidate.
  uint32_t picture_of(const std::vector<uint8_t>& rle, uint16_t width, uint16_t height,
                      int16_t x = 0, int16_t y = 0, int16_t xinc = 0, int16_t yinc = 0,
                      uint8_t redirect_limb = kNoLimb, uint8_t redirect_index = 0xFF) {
    tables_.pictures.push_back({{width, height, x, y, xinc, yinc}, redirect_limb, redirect_index});
    rle_.insert(rle_.end(), rle.begin(), rle.end());
    rle_offset_.push_back(static_cast<uint32_t>(rle_.size()));
    return static_cast<uint32_t>(rle_offset_.size() - 2);
  }

  /// Adds the table of `limb`. Limbs must rise from call to call.
  void table(size_t limb, const std::vector<uint32_t>& candidates) {
    tables_.entry_picture.insert(tables_.entry_picture.end(), candidates.begin(), candidates.end());
    for (size_t i = limb; i < kLimbs; ++i) {
      tables_.entry_offset[i + 1] = static_cast<uint32_t>(tables_.entry_picture.size());
    }
  }

  /// Adds a record of one window, in which `limb` plays `commands`. Appends them to the costume's
  /// commands.
  void record(uint16_t number, uint8_t limb, const std::vector<uint8_t>& commands,
              WindowMode mode = WindowMode::loop) {
    const auto start = static_cast<uint16_t>(tables_.command.size());
    tables_.command.insert(tables_.command.end(), commands.begin(), commands.end());
    window(limb, mode, start, static_cast<uint16_t>(commands.size()));
    end_record(number);
  }

  void window(uint8_t limb, WindowMode mode, uint16_t start, uint16_t length) {
    append_window(tables_.windows, limb, mode, start, length);
  }

  void end_record(uint16_t number) { append_record(tables_.records, number, tables_.windows); }

  StoredCostume& tables() { return tables_; }
  Bytes rle() const { return rle_; }
  const std::vector<uint32_t>& rle_offset() const { return rle_offset_; }

  std::vector<uint8_t> write(Version version) const {
    Result<std::vector<uint8_t>> payload = write_cost(tables_, rle_, rle_offset_, version);
    EXPECT_TRUE(payload) << payload.error().message;
    return payload ? *payload : std::vector<uint8_t>();
  }

 private:
  StoredCostume tables_;
  std::vector<uint8_t> rle_;
  std::vector<uint32_t> rle_offset_{0};
};

/// Calls read_cost, which must not fail.
inline StoredCostume read_whole_cost(Bytes payload, Version version) {
  Result<StoredCostume> costume = read_cost(payload, version);
  EXPECT_TRUE(costume) << costume.error().message;
  return *std::move(costume);
}

}  // namespace wardrobe
