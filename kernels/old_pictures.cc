// Pictures of rooms and objects up to version 4 (SCUMM.md §8 "Pictures up to version 4"). They are
// small and few, so there is no fast form.

#include <algorithm>
#include <array>
#include <cassert>

#include "kernels/decode.h"

namespace wardrobe {
namespace {

/// Takes bytes, or bits, the lowest of each byte first. Past the end, it fails and gives zeros.
class Input {
 public:
  explicit Input(Bytes in) : in_(in) {}

  uint8_t byte() {
    if (at_ < in_.size()) return in_[at_++];
    failed_ = true;
    return 0;
  }

  unsigned bits(unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (have_ == 0) {
        held_ = byte();
        have_ = 8;
      }
      value |= (held_ & 1u) << i;
      held_ >>= 1;
      --have_;
    }
    return value;
  }

  /// A count, which is in the next byte if it is 0 here.
  size_t count(unsigned here) { return here != 0 ? here : byte(); }

  bool failed() const { return failed_; }
  DecodeResult result() const {
    return {failed_ ? DecodeEnd::truncated : DecodeEnd::complete, at_};
  }

 private:
  Bytes in_;
  size_t at_ = 0;
  unsigned held_ = 0;
  unsigned have_ = 0;  ///< bits of held_ that are not taken yet
  bool failed_ = false;
};

/// Takes pixels column by column. Those past the last are ignored.
class Columns {
 public:
  Columns(size_t width, size_t height, uint8_t* out, size_t stride)
      : left_(width * height), height_(height), out_(out), stride_(stride) {}

  size_t left() const { return left_; }
  /// The pixel to the left of the next one; 0 in the first column if nothing is on its left.
  uint8_t beside(bool first) const {
    return first && x_ == 0 ? uint8_t{0} : (out_ + y_ * stride_ + x_)[-1];
  }

  void put(unsigned color, size_t count = 1) {
    for (; count > 0 && left_ > 0; --count, --left_) {
      out_[y_ * stride_ + x_] = static_cast<uint8_t>(color);
      if (++y_ < height_) continue;
      y_ = 0;
      ++x_;
    }
  }

 private:
  size_t left_;
  size_t height_;
  uint8_t* out_;
  size_t stride_;
  size_t x_ = 0;
  size_t y_ = 0;
};

void decode_pairs(Input& in, Columns& out) {
  while (out.left() > 0 && !in.failed()) {
    const size_t count = in.byte() + size_t{1};
    out.put(in.byte(), count);
  }
}

void decode_nibbles(Input& in, Columns& out) {
  for (unsigned high = 0; out.left() > 0 && !in.failed();) {
    const unsigned code = in.bits(4);
    const unsigned count = code & 3;
    switch (code >> 2) {
      case 0:
        out.put(16 * high + in.bits(4), count + 2);
        break;
      case 1:
        for (unsigned i = 0; i <= count; ++i) out.put(16 * high + in.bits(4));
        break;
      case 2:
        high = in.bits(4);
        break;
      default:
        break;
    }
  }
}

void decode_listed(Input& in, Columns& out) {
  std::array<uint8_t, 256> colors{};
  const unsigned listed = in.byte();
  for (unsigned i = 0; i < listed; ++i) colors[i] = in.byte();
  while (out.left() > 0 && !in.failed()) {
    const unsigned code = in.byte();
    if (code < listed) {
      out.put(colors[code]);
    } else {
      out.put(in.byte(), code - listed + 1);
    }
  }
}

void decode_steps(Input& in, Columns& out) {
  unsigned color = in.byte();
  unsigned step = 1;
  while (!in.failed()) {
    out.put(color);
    if (out.left() == 0) break;
    unsigned ones = 0;
    while (ones < 3 && in.bits(1) == 1) ++ones;
    if (ones == 3) {
      step = 1;
      color = in.bits(8);
    } else if (ones > 0) {
      if (ones == 1) step = 0 - step;
      color -= step;
    }
  }
}

/// Calls draw(i, x, y) for each of these cells.
template <class Draw>
void for_cells(size_t cells, size_t columns, CellOrder order, const Draw& draw) {
  assert(columns > 0 && cells % columns == 0);
  const size_t rows = cells / columns;
  for (size_t i = 0; i < cells; ++i) {
    const bool down = order == CellOrder::columns;
    draw(i, down ? i / rows : i % columns, down ? i % rows : i / columns);
  }
}

}  // namespace

DecodeResult decode_strip_of_v3(Bytes in, size_t height, uint8_t* out, size_t stride) {
  if (in.empty()) return {DecodeEnd::truncated, 0};
  Input input(in);
  Columns columns(kStripWidth, height, out, stride);
  switch (input.byte()) {
    case 1:
      while (columns.left() > 0 && !input.failed()) columns.put(input.byte());
      break;
    case 2:
      decode_pairs(input, columns);
      break;
    case 3:
      decode_nibbles(input, columns);
      break;
    case 4:
      decode_listed(input, columns);
      break;
    case 7:
      decode_steps(input, columns);
      break;
    default:
      return decode_strip(in, height, out, stride);
  }
  return input.result();
}

DecodeResult decode_strip_of_16(Bytes in, size_t height, bool first, uint8_t* out, size_t stride) {
  Input input(in);
  Columns columns(kStripWidth, height, out, stride);
  while (columns.left() > 0 && !input.failed()) {
    const unsigned code = input.byte();
    if (code < 0x80) {
      columns.put(code & 15, input.count(code >> 4));
    } else if (code < 0xC0) {
      for (size_t left = input.count(code & 63); left > 0 && columns.left() > 0; --left) {
        columns.put(columns.beside(first));
      }
    } else {
      const unsigned colors = input.byte();
      const size_t count = input.count(code & 63);
      for (size_t i = 0; i < count; ++i) columns.put(i % 2 == 0 ? colors >> 4 : colors & 15);
    }
  }
  return input.result();
}

DecodeResult decode_runs_of_16(Bytes in, size_t width, size_t height, uint8_t* out) {
  Input input(in);
  Columns columns(width, height, out, width);
  while (columns.left() > 0 && !input.failed()) {
    const unsigned code = input.byte();
    if (code < 0x80) {
      columns.put(code & 15, input.count(code >> 4));
    } else {
      for (size_t left = input.count(code & 127); left > 0 && columns.left() > 0; --left) {
        columns.put(columns.beside(true));
      }
    }
  }
  return input.result();
}

DecodeResult decode_cell_map(Bytes in, std::span<uint8_t> out) {
  Input input(in);
  const std::array<uint8_t, 4> common = {input.byte(), input.byte(), input.byte(), input.byte()};
  for (size_t at = 0; at < out.size() && !input.failed();) {
    const unsigned code = input.byte();
    const unsigned count = 1 + (code >= 0x80 ? code & 31 : code & 63);
    const bool repeats = code >= 0x40;
    uint8_t value = code >= 0x80 ? common[code >> 5 & 3] : uint8_t{0};
    for (unsigned i = 0; i < count && at < out.size(); ++i) {
      if (code < 0x80 && (i == 0 || !repeats)) value = input.byte();
      out[at++] = value;
    }
  }
  return input.result();
}

void draw_cells(Bytes characters, Bytes colors, const CellArt& art, size_t columns, CellOrder order,
                uint8_t* out) {
  assert(colors.size() == characters.size());
  const size_t stride = columns * kStripWidth;
  for_cells(characters.size(), columns, order, [&](size_t i, size_t x, size_t y) {
    const std::array<uint8_t, 4> palette = {art.room_colors[0], art.room_colors[1],
                                            art.room_colors[2], art.cell_colors[colors[i] & 7]};
    uint8_t* to = out + y * kStripWidth * stride + x * kStripWidth;
    for (size_t row = 0; row < kStripWidth; ++row, to += stride) {
      const unsigned bits = art.glyphs[characters[i] * kStripWidth + row];
      for (unsigned pixel = 0; pixel < kStripWidth; ++pixel) {
        to[pixel] = palette[bits >> (6 - pixel / 2 * 2) & 3];
      }
    }
  });
}

void draw_cell_masks(Bytes masks, std::span<const uint8_t, 2048> glyphs, size_t columns,
                     CellOrder order, uint8_t* out) {
  for_cells(masks.size(), columns, order, [&](size_t i, size_t x, size_t y) {
    for (size_t row = 0; row < kStripWidth; ++row) {
      const uint8_t bits = glyphs[masks[i] * kStripWidth + row];
      out[(y * kStripWidth + row) * columns + x] = static_cast<uint8_t>(~bits);
    }
  });
}

}  // namespace wardrobe
