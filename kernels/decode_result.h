#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// What all decoders return, and the padding that all of them need.

namespace wardrobe {

/// How a decoder stopped.
enum class DecodeEnd : uint8_t {
  complete,   ///< every pixel was decoded
  truncated,  ///< the input ended before the last pixel
  overrun,    ///< a run goes past the end of its row or of the picture
  damaged,    ///< the input is invalid in some other way: see each decoder's header
};

struct DecodeResult {
  DecodeEnd end;
  size_t consumed;  ///< bytes of input read; meaningful only when complete

  friend bool operator==(const DecodeResult&, const DecodeResult&) = default;
};

/// Decoders may write this many bytes past the last pixel: every output and scratch span must be at
/// least this much larger than the picture.
inline constexpr size_t kPixelPadding = 1024;

/// Whether `span` holds this many pixels and the padding.
inline bool is_padded(std::span<const uint8_t> span, size_t pixels) {
  return span.size() >= pixels + kPixelPadding;
}

}  // namespace wardrobe
