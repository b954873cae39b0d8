#pragma once

#include <cstdint>

// Meaning of the code of a strip (SCUMM.md §8 Strips).

namespace wardrobe {

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

/// Returns the meaning of `code` as the first byte of a strip.
constexpr StripCode strip_code(uint8_t code) {
  switch (code) {
    case 1:
      return {StripCoding::raw, 0, false, false};
    case 8:
      return {StripCoding::bytes, 0, false, true};
    case 9:
      return {StripCoding::bytes, 0, false, false};
    case 143:
      return {StripCoding::he, 3, false, true};
    case 149:
      return {StripCoding::raw, 0, false, true};
    default:
      break;
  }
  const uint8_t bits = code % 10;
  if (bits < 4 || bits > 8) return {};
  switch (code / 10) {
    case 1:
      return {StripCoding::basic, bits, true, false};
    case 2:
      return {StripCoding::basic, bits, false, false};
    case 3:
      return {StripCoding::basic, bits, true, true};
    case 4:
      return {StripCoding::basic, bits, false, true};
    case 6:
    case 10:
      return {StripCoding::run, bits, false, false};
    case 8:
    case 12:
      return {StripCoding::run, bits, false, true};
    case 13:
      return {StripCoding::he, bits, false, false};
    case 14:
      return {StripCoding::he, bits, false, true};
    default:
      return {};
  }
}

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

}  // namespace wardrobe
