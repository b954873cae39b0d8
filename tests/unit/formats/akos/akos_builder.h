#pragma once

#include <string_view>
#include <vector>

#include "formats/costume.h"
#include "tools/sample/block_scope.h"
#include "tools/sample/write_costume.h"

namespace wardrobe {

/// Makes AKOS payloads for tests.
struct AkosBuilder {
  StoredCostume tables;
  std::vector<uint8_t> data;
  std::vector<uint32_t> data_offset;

  AkosBuilder() { tables.codec = kAkosRle; }

  /// Adds a cel of one colour, in codec 1 with 16 colours; returns its number.
  uint16_t cel(uint16_t width, uint16_t height, uint8_t color, int16_t x = 0, int16_t y = 0,
               int16_t xinc = 0, int16_t yinc = 0) {
    tables.pictures.push_back({{width, height, x, y, xinc, yinc}});
    data_offset.push_back(static_cast<uint32_t>(data.size()));
    for (size_t left = size_t{width} * height; left > 0;) {
      const size_t run = std::min<size_t>(left, 15);
      data.push_back(static_cast<uint8_t>(color << 4 | run));
      left -= run;
    }
    return static_cast<uint16_t>(tables.pictures.size() - 1);
  }

  struct Window {
    uint8_t limb = 0;
    WindowMode mode = WindowMode::loop;
    std::vector<uint8_t> codes;  ///< none in modes off, stop and unstop
    unsigned end = 0xFFFF;       ///< last byte, counted from the start; 0xFFFF: end of `codes`
  };

  /// Adds a record and appends its codes to AKSQ. Record numbers must rise from call to call;
  /// within `windows`, limbs must rise.
  void record(unsigned number, const std::vector<Window>& windows) {
    for (const Window& window : windows) {
      const bool bare = window.codes.empty();
      const size_t end = window.end == 0xFFFF ? window.codes.size() - 1 : window.end;
      append_window(tables.windows, window.limb, window.mode, bare ? 0 : tables.command.size(),
                    bare ? 0 : end + 1);
      tables.command.insert(tables.command.end(), window.codes.begin(), window.codes.end());
    }
    append_record(tables.records, number, tables.windows);
  }

  std::vector<uint8_t> write() const { return write_akos(tables, data, data_offset); }
};

/// A chunk of 16-bit numbers.
inline std::vector<uint8_t> chunk(std::string_view name, const std::vector<uint16_t>& numbers) {
  std::vector<uint8_t> bytes;
  const BlockScope block(bytes, name);
  ByteWriter writer(bytes);
  for (const uint16_t number : numbers) writer.u16(number);
  return bytes;
}

}  // namespace wardrobe
