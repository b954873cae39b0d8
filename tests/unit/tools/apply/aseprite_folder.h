#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>
#include <zlib.h>

#include "tests/unit/tools/apply/picture_folder.h"
#include "tools/apply/edits.h"

namespace wardrobe {

/// A cel of a costume's timelines, as an .aseprite file holds it.
struct DrawnCel {
  uint32_t frame = 0;
  uint8_t limb = 0;
  uint16_t index = 0;
  uint8_t flip = 0;
  int x = 0;  ///< relative to the anchor
  int y = 0;
  uint16_t width = 0;
  uint16_t height = 0;
  std::vector<uint8_t> pixels;  ///< as drawn
  uint8_t transparent = 0;
};

/// Returns all cels of a costume; each tick is a frame of the file.
inline std::vector<DrawnCel> drawn_cels(const ReadGame& game, uint32_t costume) {
  const Tables& t = game.tables;
  const RowRange timelines = rows_of(t.costumes.record_offset, costume);
  const uint32_t first = t.timelines.tick_offset[timelines.front()];
  const uint32_t end = t.timelines.tick_offset[timelines.front() + timelines.size()];
  std::vector<DrawnCel> cels;
  for (uint32_t tick = first; tick < end; ++tick) {
    for (const uint32_t i : rows_of(t.frames.cel_offset, t.timelines.tick[tick])) {
      const uint32_t picture = t.cels.picture[i];
      const Bytes stored = game.pixels(picture);
      DrawnCel cel{tick - first,
                   t.cels.limb[i],
                   t.cels.index[i],
                   t.cels.flip[i],
                   t.cels.x[i],
                   t.cels.y[i],
                   t.pictures.width[picture],
                   t.pictures.height[picture],
                   {stored.begin(), stored.end()},
                   t.pictures.transparent[picture]};
      for (auto row = cel.pixels.begin(); cel.flip != 0 && row != cel.pixels.end();
           row += cel.width) {
        std::reverse(row, row + cel.width);
      }
      cels.push_back(std::move(cel));
    }
  }
  return cels;
}

/// The palette of an .aseprite file: 256 colours that all differ.
struct DraftPalette {
  bool reversed = false;   ///< sorted by an editor; the pixels look as before
  bool old_chunk = false;  ///< written in the chunk that old editors use

  uint8_t number(uint8_t value) const {
    return static_cast<uint8_t>(reversed ? 255 - value : value);
  }
  static std::array<uint8_t, 3> rgb(uint8_t value) {
    return {value, static_cast<uint8_t>(255 - value), static_cast<uint8_t>(37 * value)};
  }
};

/// Writes the chunks and frames of an .aseprite file.
class AsepriteDraft {
 public:
  static constexpr int kAnchor = 500;
  static constexpr unsigned kTick = 100;

  explicit AsepriteDraft(const DraftPalette& palette) : palette_(palette) {}

  std::vector<uint8_t> write(const ReadGame& game, uint32_t costume,
                             const std::vector<DrawnCel>& cels) {
    const Tables& t = game.tables;
    const RowRange timelines = rows_of(t.costumes.record_offset, costume);
    const uint32_t frames = t.timelines.tick_offset[timelines.front() + timelines.size()] -
                            t.timelines.tick_offset[timelines.front()];
    header(frames, palette_.number(cels.empty() ? uint8_t{0} : cels[0].transparent));
    for (uint32_t frame = 0; frame < frames; ++frame) {
      const size_t start = begin_frame();
      uint32_t chunks = frame == 0 ? first_chunks(costume) : 0;
      for (const DrawnCel& cel : cels) {
        if (cel.frame == frame) chunks += put_cel(t.costumes.kind[costume] == Kind::akos, cel);
      }
      writer_.patch_u32(start, static_cast<uint32_t>(out_.size() - start));
      writer_.patch_u32(start + 12, chunks);
    }
    return out_;
  }

 private:
  void header(uint32_t frames, uint8_t transparent) {
    writer_.u32(0);
    writer_.u16(0xA5E0);
    writer_.u16(frames);
    writer_.u32(0);
    writer_.u16(8);
    writer_.u32(1);
    writer_.u16(kTick);
    writer_.zeros(8);
    writer_.u8(transparent);
    writer_.zeros(99);
  }

  size_t begin_frame() {
    const size_t start = out_.size();
    writer_.u32(0);
    writer_.u16(0xF1FA);
    writer_.u16(0);
    writer_.u16(kTick);
    writer_.zeros(6);
    return start;
  }

  template <class Body>
  void chunk(unsigned kind, Body body) {
    const size_t start = out_.size();
    writer_.u32(0);
    writer_.u16(kind);
    body();
    writer_.patch_u32(start, static_cast<uint32_t>(out_.size() - start));
  }

  void string(const std::string& text) {
    writer_.u16(static_cast<unsigned>(text.size()));
    writer_.text(text);
  }

  void data(const nlohmann::json& json) {
    chunk(0x2020, [&] {
      writer_.u32(1);
      string(json.dump());
    });
  }

  void put_palette() {
    if (palette_.old_chunk) {
      chunk(0x0004, [&] {
        writer_.u16(1);
        writer_.u16(0);  // all 256 colours
        for (int i = 0; i < 256; ++i) put_color(i);
      });
      return;
    }
    chunk(0x2019, [&] {
      writer_.u32(256);
      writer_.u32(0);
      writer_.u32(255);
      writer_.zeros(8);
      for (int i = 0; i < 256; ++i) {
        writer_.u16(0);
        put_color(i);
        writer_.u8(255);
      }
    });
  }

  void put_color(int i) {
    writer_.bytes(DraftPalette::rgb(palette_.number(static_cast<uint8_t>(i))));
  }

  /// Writes the palette, a layer for each limb, and the anchor; returns the number of chunks.
  uint32_t first_chunks(uint32_t costume) {
    put_palette();
    for (int limb = 0; limb < 16; ++limb) {
      chunk(0x2004, [&] {
        writer_.zeros(16);
        string("limb");
      });
      data({{"costume_row", costume}, {"limb", limb}});
    }
    chunk(0x2022, [&] {
      writer_.u32(1);
      writer_.u32(2);
      writer_.u32(0);
      string("anchor");
      writer_.zeros(20);
      writer_.u32(kAnchor);
      writer_.u32(kAnchor);
    });
    return 34;
  }

  uint32_t put_cel(bool akos, const DrawnCel& cel) {
    std::vector<uint8_t> pixels = cel.pixels;
    for (uint8_t& pixel : pixels) pixel = palette_.number(pixel);
    std::vector<uint8_t> packed(compressBound(pixels.size()));
    uLongf size = packed.size();
    compress(packed.data(), &size, pixels.data(), pixels.size());
    chunk(0x2005, [&] {
      writer_.u16(cel.limb);
      writer_.i16(cel.x + kAnchor);
      writer_.i16(cel.y + kAnchor);
      writer_.u8(255);
      writer_.u16(2);
      writer_.zeros(7);
      writer_.u16(cel.width);
      writer_.u16(cel.height);
      writer_.bytes(Bytes(packed).first(size));
    });
    data({{"limb", akos ? nlohmann::json() : nlohmann::json(cel.limb)},
          {"index", cel.index},
          {"flip", cel.flip}});
    return 2;
  }

  DraftPalette palette_;
  std::vector<uint8_t> out_;
  ByteWriter writer_{out_};
};

/// Returns a folder with the .aseprite file of one costume.
inline MemoryFolder aseprite_folder(const ReadGame& game, uint32_t costume,
                                    const std::vector<DrawnCel>& cels,
                                    const DraftPalette& palette = {}) {
  std::string rgb;
  for (int i = 0; i < 256; ++i) {
    const auto color = DraftPalette::rgb(static_cast<uint8_t>(i));
    char hex[7];
    std::snprintf(hex, sizeof hex, "%02x%02x%02x", color[0], color[1], color[2]);
    rgb += hex;
  }
  nlohmann::json row;
  row["row"] = costume;
  row["files"] = nlohmann::json::array({"costume.aseprite"});
  nlohmann::json index;
  index["format"] = "aseprite";
  index["game"] = manifest_of(game, {}).at("game");
  index["costumes"] = nlohmann::json::array();
  index["costumes"].push_back(row);
  index["palettes"] = {{{"costume_row", costume}, {"rgb", rgb}}};
  return {{kExportIndexName, bytes_of(index.dump())},
          {"costume.aseprite", AsepriteDraft(palette).write(game, costume, cels)}};
}

}  // namespace wardrobe
