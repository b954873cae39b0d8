#pragma once

#include <cstddef>
#include <cstdint>

// What codecs 5 and 32 of AKOS have in common (SCUMM.md §6): every row is a u16 LE number of
// bytes and so many bytes of codes, each of which makes some pixels. A codec is a type that tells
// what a code's first byte says.

namespace wardrobe {

enum class CodeKind : uint8_t {
  literals,  ///< as many bytes follow as there are pixels
  run,       ///< one byte follows: the colour of all
  skip,      ///< nothing follows: transparent
};

struct RowCode {
  CodeKind kind;
  size_t length;  ///< in pixels

  /// The bytes behind the first one.
  constexpr size_t data() const {
    return kind == CodeKind::literals ? length : kind == CodeKind::run ? 1 : 0;
  }
};

/// What skipped pixels become, and with codec 5 a colour's value that a caller takes so.
inline constexpr uint8_t kTransparent255 = 255;

/// Codec 5.
struct BompCodes {
  static constexpr bool kSkips = false;

  static constexpr RowCode read(unsigned byte) {
    return {(byte & 1) != 0 ? CodeKind::run : CodeKind::literals, (byte >> 1) + 1};
  }
  static constexpr unsigned write(RowCode code) {
    return static_cast<unsigned>(code.length - 1) << 1 | (code.kind == CodeKind::run ? 1 : 0);
  }
  static constexpr size_t longest(CodeKind) { return 128; }
};

/// Codec 32. Here a row may also end short: the rest of it is transparent.
struct TrleCodes {
  static constexpr bool kSkips = true;

  static constexpr RowCode read(unsigned byte) {
    if ((byte & 1) != 0) return {CodeKind::skip, byte >> 1};
    return {(byte & 2) != 0 ? CodeKind::run : CodeKind::literals, (byte >> 2) + 1};
  }
  static constexpr unsigned write(RowCode code) {
    if (code.kind == CodeKind::skip) return static_cast<unsigned>(code.length) << 1 | 1;
    return static_cast<unsigned>(code.length - 1) << 2 | (code.kind == CodeKind::run ? 2 : 0);
  }
  static constexpr size_t longest(CodeKind kind) { return kind == CodeKind::skip ? 127 : 64; }
};

}  // namespace wardrobe
