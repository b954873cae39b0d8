#pragma once

#include <cstddef>
#include <cstdint>

// The parts that AKOS codecs 5 and 32 and auxiliary pictures share (SCUMM.md §6 Pixels). Each row
// is a u16 LE byte count and that many bytes of codes. Each code stands for some pixels. A codec is
// a class that interprets the first byte of a code.

namespace wardrobe {

enum class CodeKind : uint8_t {
  literals,  ///< one byte per pixel follows
  run,       ///< one byte follows, the colour of all pixels
  skip,      ///< nothing follows; the pixels are transparent
};

struct RowCode {
  CodeKind kind;
  size_t length;  ///< in pixels

  /// Number of bytes after the first.
  constexpr size_t data() const {
    return kind == CodeKind::literals ? length : kind == CodeKind::run ? 1 : 0;
  }
};

/// The value that skipped pixels get.
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

/// Codec 32. Its rows may end early; the remaining pixels are transparent.
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
