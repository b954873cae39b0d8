#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/decode.h"

// Encodes pictures as games store them, for the decoders of decode.h. All functions take row-major
// pixels and return the number of bytes written to `out`. They require pixels.size() == width *
// height, and an `out` at least as large as their bound.

namespace wardrobe {

// Meaning of the code of a strip (SCUMM.md §8 Strips).

enum class StripCoding : uint8_t {
  unknown,
  raw,    ///< one byte per pixel
  basic,  ///< new colours and steps of one
  run,    ///< new colours, changes of -4 to 3 and runs
  he,     ///< new colours and changes of -4 to 4
  bytes,  ///< runs and literals of whole bytes
  fill,   ///< one colour; bitmaps of whole rooms only
};

struct StripCode {
  StripCoding coding = StripCoding::unknown;
  uint8_t bits = 0;          ///< of a new colour; 0 in codings without one
  bool by_columns = false;   ///< else row by row
  bool see_through = false;  ///< pixels of the room's transparent colour are not drawn
};

/// The meanings of all codes as the first byte of a strip.
inline constexpr auto kStripCodes = [] {
  struct Codes {
    unsigned first;
    unsigned last;
    StripCode meaning;  ///< of several codes, without the bits: their last digit
  };
  std::array<StripCode, 256> codes{};
  for (const auto& [first, last, meaning] : {
           Codes{1, 1, {StripCoding::raw, 0, false, false}},
           Codes{8, 8, {StripCoding::bytes, 0, false, true}},
           Codes{9, 9, {StripCoding::bytes, 0, false, false}},
           Codes{14, 18, {StripCoding::basic, 0, true, false}},
           Codes{24, 28, {StripCoding::basic, 0, false, false}},
           Codes{34, 38, {StripCoding::basic, 0, true, true}},
           Codes{44, 48, {StripCoding::basic, 0, false, true}},
           Codes{64, 68, {StripCoding::run, 0, false, false}},
           Codes{84, 88, {StripCoding::run, 0, false, true}},
           Codes{104, 108, {StripCoding::run, 0, false, false}},
           Codes{124, 128, {StripCoding::run, 0, false, true}},
           Codes{134, 138, {StripCoding::he, 0, false, false}},
           Codes{143, 143, {StripCoding::he, 3, false, true}},
           Codes{144, 148, {StripCoding::he, 0, false, true}},
           Codes{149, 149, {StripCoding::raw, 0, false, true}},
       }) {
    for (unsigned code = first; code <= last; ++code) {
      codes[code] = meaning;
      if (first != last) codes[code].bits = static_cast<uint8_t>(code % 10);
    }
  }
  return codes;
}();

/// Returns the meaning of `code` as the first byte of a strip.
constexpr StripCode strip_code(uint8_t code) { return kStripCodes[code]; }

/// Returns the meaning of `code` as the first byte of the bitmap of a whole room.
constexpr StripCode bitmap_code(uint8_t code) {
  if (code == 150) return {StripCoding::fill, 0, false, false};
  const StripCode meaning = strip_code(code);
  return meaning.coding == StripCoding::he && meaning.bits >= 4 ? meaning : StripCode{};
}

/// Returns the meaning of the first byte of a picture of AKOS codec 16 (SCUMM.md §6 Pixels): `bits`
/// is the number of bits of a new colour.
constexpr StripCode majmin_code(uint8_t bits) {
  if (bits < 1 || bits > 8) return {};
  return {StripCoding::run, bits, false, false};
}

// Encoders.

/// The most bytes that encode_rle writes for a picture with this number of pixels.
constexpr size_t encode_rle_bound(size_t pixels) { return 2 * pixels; }

/// Encodes a picture for COST and AKOS codec 1: by columns, with runs that cross columns and are at
/// most 255 pixels long. For storage by rows, pass the picture as a single column. Requires every
/// pixel to be below the split's number of colours.
size_t encode_rle(Bytes pixels, size_t width, size_t height, RleSplit split,
                  std::span<uint8_t> out);

/// The most bytes that encode_wide writes for a picture with this number of pixels.
constexpr size_t encode_wide_bound(size_t pixels) { return pixels / 8 + pixels / 8 / 127 + 1; }

/// Encodes a picture for COST of version 1. Requires width % 8 == 0, pixels below 4, and that the
/// two pixels of each pair in a row are equal.
size_t encode_wide(Bytes pixels, size_t width, size_t height, std::span<uint8_t> out);

/// The most bytes that encode_bomp writes for a picture of this size.
constexpr size_t encode_bomp_bound(size_t width, size_t height) { return (2 * width + 2) * height; }

/// Encodes a picture for AKOS codec 5. Requires width < 32768.
size_t encode_bomp(Bytes pixels, size_t width, size_t height, std::span<uint8_t> out);

/// The most bytes that encode_trle writes for a picture of this size.
constexpr size_t encode_trle_bound(size_t width, size_t height) { return (2 * width + 2) * height; }

/// Encodes a picture for AKOS codec 32. Pixels of 255 are transparent: skipped, or omitted at the
/// end of a row. Requires width < 32768.
size_t encode_trle(Bytes pixels, size_t width, size_t height, std::span<uint8_t> out);

/// The most bytes that encode_strip_bits writes for this number of pixels.
constexpr size_t encode_strip_bits_bound(size_t pixels) { return 1 + (10 * pixels + 7) / 8; }

/// Encodes the data after the code of a strip whose data are bits. `pixels` are in the order of the
/// data. Requires the coding basic, run or he, colours of at most code.bits bits, and at least one
/// pixel.
size_t encode_strip_bits(StripCode code, Bytes pixels, std::span<uint8_t> out);

/// The most bytes that encode_majmin writes for a picture with this number of pixels.
constexpr size_t encode_majmin_bound(size_t pixels) { return 1 + encode_strip_bits_bound(pixels); }

/// Encodes a picture for AKOS codec 16, with as many bits per pixel as its highest colour needs.
size_t encode_majmin(Bytes pixels, size_t width, size_t height, std::span<uint8_t> out);

}  // namespace wardrobe
