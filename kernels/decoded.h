#pragma once

#include <cstddef>
#include <cstdint>

// What the decoders of all codecs have in common.

namespace wardrobe {

/// How a decoding ended.
enum class DecodeEnd : uint8_t {
  complete,   ///< the last pixel is there, and nothing is wrong with what came before it
  truncated,  ///< the input ended before the last pixel
  overrun,    ///< a run goes past where it has to end: its row, or the picture
  damaged,    ///< the input says what no picture can: each decoder's header tells what that is
};

struct DecodeResult {
  DecodeEnd end;
  size_t consumed;  ///< bytes of input read; meaningful when complete

  friend bool operator==(const DecodeResult&, const DecodeResult&) = default;
};

/// What decoders may scribble on behind the pixels they were asked for: every output and scratch
/// span is at least this much larger than the picture.
inline constexpr size_t kPixelPadding = 1024;

}  // namespace wardrobe
