#include "kernels/strips_encode.h"

#include <algorithm>
#include <span>

#include "kernels/bit_writer.h"
#include "kernels/strip_codes.h"
#include "kernels/strips.h"

namespace wardrobe {
namespace {

constexpr size_t kLongestRun = 255;  ///< of the coding `run`
constexpr size_t kRunBits = 13;

/// The pixels of a rectangle in the order in which a coding has them.
std::vector<uint8_t> in_order(const uint8_t* pixels, size_t stride, size_t width, size_t height,
                              bool by_columns) {
  std::vector<uint8_t> order;
  order.reserve(width * height);
  const size_t lines = by_columns ? width : height;
  const size_t length = by_columns ? height : width;
  for (size_t line = 0; line < lines; ++line) {
    for (size_t i = 0; i < length; ++i) {
      order.push_back(by_columns ? pixels[i * stride + line] : pixels[line * stride + i]);
    }
  }
  return order;
}

class Commands {
 public:
  Commands(StripCode code, uint8_t* out) : code_(code), bits_(out) {}

  /// Writes `length` more pixels of the current colour.
  void put_same(size_t length) {
    while (code_.coding == StripCoding::run && length > kRunBits) {
      const size_t run = std::min(length, kLongestRun);
      bits_.put(static_cast<unsigned>(run) << 5 | 0b10011, kRunBits);
      length -= run;
    }
    for (; length != 0; --length) bits_.put(0, 1);
  }

  void put_color(uint8_t color, uint8_t last) {
    const bool done =
        code_.coding == StripCoding::basic ? put_step(color, last) : put_change(color - last);
    if (done) return;
    bits_.put(unsigned{color} << 2 | 0b01, 2u + code_.bits);
    step_ = -1;
  }

  uint8_t* finish() { return bits_.finish(); }

 private:
  bool put_step(uint8_t color, uint8_t last) {
    const bool turns = color == static_cast<uint8_t>(last - step_);
    if (!turns && color != static_cast<uint8_t>(last + step_)) return false;
    bits_.put(turns ? 0b111 : 0b011, 3);
    if (turns) step_ = -step_;
    return true;
  }

  bool put_change(int by) {
    const bool he = code_.coding == StripCoding::he;
    const auto change = static_cast<int8_t>(by);  // Colours count modulo 256.
    if (change < -4 || change > (he ? 4 : 3)) return false;
    const int index = he && change > 0 ? change + 3 : change + 4;
    bits_.put(static_cast<unsigned>(index) << 2 | 0b11, 5);
    return true;
  }

  StripCode code_;
  BitWriter bits_;
  int step_ = -1;
};

void put_bits(StripCode code, const std::vector<uint8_t>& pixels, std::vector<uint8_t>& out) {
  const size_t begin = out.size();
  out.resize(begin + 1 + (10 * pixels.size() + 7) / 8);
  out[begin] = pixels[0];
  Commands commands(code, out.data() + begin + 1);
  size_t same = 0;
  for (size_t i = 1; i < pixels.size(); ++i) {
    if (pixels[i] == pixels[i - 1]) {
      ++same;
      continue;
    }
    commands.put_same(same);
    same = 0;
    commands.put_color(pixels[i], pixels[i - 1]);
  }
  commands.put_same(same);
  out.resize(static_cast<size_t>(commands.finish() - out.data()));
}

size_t run_length(std::span<const uint8_t> bytes, size_t most) {
  size_t length = 1;
  while (length < std::min(bytes.size(), most) && bytes[length] == bytes[0]) ++length;
  return length;
}

/// Appends runs and literals of at most `longest` bytes, each behind head(repeats, length).
template <class Head>
void put_bytes(std::span<const uint8_t> bytes, size_t longest, Head head,
               std::vector<uint8_t>& out) {
  while (!bytes.empty()) {
    size_t length = run_length(bytes, longest);
    const bool repeats = length > 1;
    // Literals end before the next run of three.
    while (!repeats && length < std::min(bytes.size(), longest) &&
           run_length(bytes.subspan(length), 3) < 3) {
      ++length;
    }
    out.push_back(static_cast<uint8_t>(head(repeats, length)));
    out.insert(out.end(), bytes.begin(),
               bytes.begin() + static_cast<ptrdiff_t>(repeats ? 1 : length));
    bytes = bytes.subspan(length);
  }
}

void put_coding(StripCode code, const std::vector<uint8_t>& pixels, std::vector<uint8_t>& out) {
  if (pixels.empty()) return;
  switch (code.coding) {
    case StripCoding::raw:
      out.insert(out.end(), pixels.begin(), pixels.end());
      return;
    case StripCoding::bytes:
      put_bytes(
          pixels, 128,
          [](bool repeats, size_t length) { return (length - 1) << 1 | (repeats ? 1 : 0); }, out);
      return;
    case StripCoding::fill:
      out.push_back(pixels[0]);
      return;
    case StripCoding::basic:
    case StripCoding::run:
    case StripCoding::he:
      put_bits(code, pixels, out);
      return;
    case StripCoding::unknown:
      return;
  }
}

}  // namespace

void encode_strip(uint8_t code, const uint8_t* pixels, size_t stride, size_t height,
                  std::vector<uint8_t>& out) {
  const StripCode meaning = strip_code(code);
  out.push_back(code);
  put_coding(meaning, in_order(pixels, stride, kStripWidth, height, meaning.by_columns), out);
}

void encode_room_bitmap(uint8_t code, const uint8_t* pixels, size_t width, size_t height,
                        std::vector<uint8_t>& out) {
  out.push_back(code);
  put_coding(bitmap_code(code), in_order(pixels, width, width, height, false), out);
}

void encode_mask_strip(const uint8_t* mask, size_t stride, size_t height,
                       std::vector<uint8_t>& out) {
  put_bytes(
      in_order(mask, stride, 1, height, false), 127,
      [](bool repeats, size_t length) { return length | (repeats ? 128 : 0); }, out);
}

}  // namespace wardrobe
