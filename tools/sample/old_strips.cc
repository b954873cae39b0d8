#include "tools/sample/old_strips.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>

#include "formats/limits.h"

namespace wardrobe::sample {
namespace {

/// Columns `first` up to `last` of a picture, one after the other.
std::vector<uint8_t> columns_of(const Sheet& sheet, size_t first, size_t last) {
  std::vector<uint8_t> pixels;
  for (size_t x = first; x < last; ++x) {
    for (size_t y = 0; y < sheet.height; ++y) pixels.push_back(sheet.pixels[y * sheet.width + x]);
  }
  return pixels;
}

/// How many elements from `at` on, at most `most`, are `like` in their position.
template <class Like>
size_t length_of(size_t at, size_t end, size_t most, Like like) {
  size_t length = 0;
  while (at + length < end && length < most && like(at + length)) ++length;
  return length;
}

size_t run_at(Bytes pixels, size_t at, size_t most) {
  return length_of(at, pixels.size(), most, [&](size_t i) { return pixels[i] == pixels[at]; });
}

/// Bytes with bits, the lowest first.
class BitBytes {
 public:
  explicit BitBytes(std::vector<uint8_t> head) : bytes_(std::move(head)) {}

  void put(size_t count, unsigned value) {
    for (size_t i = 0; i < count; ++i) {
      if (used_ == 0) bytes_.push_back(0);
      bytes_.back() = static_cast<uint8_t>(bytes_.back() | (value >> i & 1) << used_);
      used_ = (used_ + 1) % 8;
    }
  }
  std::vector<uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
  unsigned used_ = 0;  ///< bits of the last byte, 0 if it is full
};

std::vector<uint8_t> raw(Bytes pixels) {
  std::vector<uint8_t> out{1};
  out.insert(out.end(), pixels.begin(), pixels.end());
  return out;
}

std::vector<uint8_t> pairs(Bytes pixels) {
  std::vector<uint8_t> out{2};
  for (size_t at = 0; at < pixels.size();) {
    const size_t length = run_at(pixels, at, 256);
    out.push_back(static_cast<uint8_t>(length - 1));
    out.push_back(pixels[at]);
    at += length;
  }
  return out;
}

/// Colours of 4 bits, to which `high` is added, and runs of 2 to 5 pixels.
std::vector<uint8_t> halves(Bytes pixels) {
  constexpr unsigned kRun = 0;
  constexpr unsigned kSingle = 4;
  constexpr unsigned kHigh = 8;
  BitBytes out({3});
  unsigned high = 0;
  for (size_t at = 0; at < pixels.size();) {
    if (pixels[at] >> 4 != high) {
      high = pixels[at] >> 4;
      out.put(4, kHigh);
      out.put(4, high);
    }
    const size_t run = run_at(pixels, at, 5);
    const size_t single = length_of(at, pixels.size(), 4, [&](size_t i) {
      return pixels[i] >> 4 == high && (i == at || run_at(pixels, i, 3) < 3);
    });
    const bool repeats = run > 1 && run >= single;
    const size_t length = repeats ? run : single;
    out.put(4, static_cast<unsigned>(repeats ? kRun + run - 2 : kSingle + single - 1));
    for (size_t i = 0; i < (repeats ? 1 : single); ++i) out.put(4, pixels[at + i] & 15);
    at += length;
  }
  return out.take();
}

/// A list of the colours; nothing if they are too many for it.
std::vector<uint8_t> listed(Bytes pixels) {
  std::map<uint8_t, uint8_t> place;
  std::vector<uint8_t> out{4, 0};
  for (const uint8_t color : pixels) {
    if (place.emplace(color, static_cast<uint8_t>(place.size())).second) out.push_back(color);
    if (place.size() > 128) return {};
  }
  const size_t listed = place.size();
  out[1] = static_cast<uint8_t>(listed);
  for (size_t at = 0; at < pixels.size();) {
    const size_t length = run_at(pixels, at, 256 - listed);
    if (length < 3) {
      out.push_back(place[pixels[at]]);
      ++at;
      continue;
    }
    out.push_back(static_cast<uint8_t>(listed + length - 1));
    out.push_back(pixels[at]);
    at += length;
  }
  return out;
}

std::vector<uint8_t> steps(Bytes pixels) {
  BitBytes out({7, pixels[0]});
  int step = 1;
  for (size_t at = 1; at < pixels.size(); ++at) {
    const auto change = static_cast<int8_t>(pixels[at] - pixels[at - 1]);
    if (change == 0) {
      out.put(1, 0);
    } else if (change == step) {
      step = -step;
      out.put(2, 1);
    } else if (change == -step) {
      out.put(3, 3);
    } else {
      step = 1;
      out.put(3, 7);
      out.put(8, pixels[at]);
    }
  }
  return out.take();
}

/// A way to go on with a picture: the bytes for so many pixels.
struct Piece {
  size_t pixels = 0;
  std::vector<uint8_t> bytes;

  /// Whether it is the better one: fewer bytes for a pixel.
  bool operator<(const Piece& other) const {
    return pixels * other.bytes.size() < other.pixels * bytes.size();
  }
};

/// The byte `code` with the count, which is behind `more` if it is above `most`.
Piece piece(unsigned code, size_t count, size_t most, unsigned shift,
            std::vector<uint8_t> more = {}) {
  const size_t stored = count > most ? 0 : count;
  std::vector<uint8_t> bytes{static_cast<uint8_t>(code | stored << shift)};
  bytes.insert(bytes.end(), more.begin(), more.end());
  if (stored == 0) bytes.push_back(static_cast<uint8_t>(count));
  return {count, std::move(bytes)};
}

/// Encodes pixels of columns; `left` are those to their left, none before the first column.
std::vector<uint8_t> in_pieces(Bytes pixels, const std::vector<std::optional<uint8_t>>& left,
                               bool alternates) {
  constexpr size_t kMost = 255;
  const size_t most_left = alternates ? 63 : 127;
  std::vector<uint8_t> out;
  for (size_t at = 0; at < pixels.size();) {
    Piece best = piece(pixels[at], run_at(pixels, at, kMost), 7, 4);
    const size_t like_left =
        length_of(at, pixels.size(), kMost, [&](size_t i) { return left[i] == pixels[i]; });
    if (like_left > 0) best = std::max(best, piece(0x80, like_left, most_left, 0));
    if (alternates && at + 1 < pixels.size()) {
      const size_t length = length_of(at, pixels.size(), kMost, [&](size_t i) {
        return pixels[i] == pixels[at + (i - at) % 2];
      });
      const auto both = static_cast<uint8_t>(pixels[at] << 4 | pixels[at + 1]);
      best = std::max(best, piece(0xC0, length, 63, 0, {both}));
    }
    at += best.pixels;
    out.insert(out.end(), best.bytes.begin(), best.bytes.end());
  }
  return out;
}

std::vector<uint8_t> in_pieces(const Sheet& sheet, size_t first, size_t last, bool alternates) {
  std::vector<std::optional<uint8_t>> left(first == 0 ? sheet.height : 0);
  for (const uint8_t pixel : columns_of(sheet, first == 0 ? 0 : first - 1, last - 1)) {
    left.emplace_back(pixel);
  }
  return in_pieces(columns_of(sheet, first, last), left, alternates);
}

}  // namespace

std::vector<uint8_t> strip_of_v3(uint8_t code, const Sheet& sheet, size_t strip) {
  constexpr std::array kEncoders = {raw, pairs, halves, listed, steps};
  const auto place = std::ranges::find(kCodesOfV3, code) - kCodesOfV3.begin();
  return kEncoders[static_cast<size_t>(place)](
      columns_of(sheet, strip * kStripColumns, (strip + 1) * kStripColumns));
}

std::vector<uint8_t> ega_strip(const Sheet& sheet, size_t strip) {
  return in_pieces(sheet, strip * kStripColumns, (strip + 1) * kStripColumns, true);
}

std::vector<uint8_t> picture_of_v2(const Sheet& sheet) {
  return in_pieces(sheet, 0, sheet.width, false);
}

}  // namespace wardrobe::sample
