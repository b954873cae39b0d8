#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decode.h"

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

/// Auxiliary pictures. Pixels that stay as they are, and those of the background, are skipped.
struct AuxiliaryCodes {
  static constexpr bool kSkips = true;

  static constexpr RowCode read(unsigned byte) {
    if ((byte & 1) != 0) return {CodeKind::skip, byte >> 1};
    return {(byte & 2) != 0 ? CodeKind::run : CodeKind::skip, (byte >> 2) + 1};
  }
};

/// Properties of a code, by its first byte.
struct CodeTable {
  std::array<uint16_t, 256> pixels;
  std::array<uint16_t, 256> bytes;
  std::array<uint8_t, 256> is_literals;  ///< 255 or 0
  std::array<uint8_t, 256> is_skip;      ///< 255 or 0
};

template <class Codes>
inline constexpr CodeTable kCodeTable = [] {
  CodeTable table{};
  for (unsigned i = 0; i < 256; ++i) {
    const RowCode code = Codes::read(i);
    table.pixels[i] = static_cast<uint16_t>(code.length);
    table.bytes[i] = static_cast<uint16_t>(1 + code.data());
    table.is_literals[i] = code.kind == CodeKind::literals ? 255 : 0;
    table.is_skip[i] = code.kind == CodeKind::skip ? 255 : 0;
  }
  return table;
}();

/// Decodes one row of out.size() pixels in the plain form. `in` is the codes of the row. Skipped
/// pixels become `transparent`.
template <class Codes>
DecodeEnd decode_row_reference(std::span<const uint8_t> in, std::span<uint8_t> out,
                               uint8_t transparent = kTransparent255);

}  // namespace wardrobe
