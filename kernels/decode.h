#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>

// Decodes pictures as games store them. All functions are safe on any input. They read only `in`,
// and write only the pixels and the padding stated; the contents of these are unspecified unless
// the result is complete. Transparency is the caller's concern, except in codec 32 and in auxiliary
// pictures.

namespace wardrobe {

using Bytes = std::span<const uint8_t>;

/// How a decoder stopped.
enum class DecodeEnd : uint8_t {
  complete,      ///< every pixel was decoded
  truncated,     ///< the input ended before the last pixel
  overrun,       ///< a run goes past the end of its row or of the picture
  damaged,       ///< the input is invalid in some other way: see each decoder
  unknown_code,  ///< strips and bitmaps: the first byte names no coding
};

struct DecodeResult {
  DecodeEnd end;
  size_t consumed;  ///< bytes of input read; meaningful only when complete

  friend bool operator==(const DecodeResult&, const DecodeResult&) = default;
};

/// Decoders of costumes may write this many bytes past the last pixel. Their output and scratch
/// spans must be at least this much larger than the picture.
inline constexpr size_t kPixelPadding = 1024;

/// Whether `span` holds this many pixels and the padding.
inline bool is_padded(Bytes span, size_t pixels) { return span.size() >= pixels + kPixelPadding; }

// Pictures of costumes, by codec (SCUMM.md §6 Pixels). Pixel (x, y) is written to
// out[y * width + x]. All except decode_wide_rows and decode_auxiliary_rows require out.size() >=
// width * height + kPixelPadding.

/// How COST and AKOS codec 1 split a run byte: colour in the high bits, length in the low bits
/// (SCUMM.md §2, §6 Pixels). The value is the number of length bits.
enum class RleSplit : uint8_t { colors16 = 4, colors32 = 3, colors64 = 2 };

/// Decodes COST and AKOS codec 1, stored column by column, as in every game except Amiga v5. An
/// extension length of 0 means 256. Requires scratch.size() >= width * height + kPixelPadding;
/// `out` and `scratch` must not overlap.
DecodeResult decode_rle_rows(Bytes in, RleSplit split, size_t width, size_t height,
                             std::span<uint8_t> out, std::span<uint8_t> scratch);

/// Converts a column-major picture to row-major: out[y * width + x] = in[x * height + y]. With
/// width and height swapped, it converts back. The spans must not overlap. Requires in.size() and
/// out.size() >= width * height + kPixelPadding. The padding of `in` may be read, and that of `out`
/// may be written.
void transpose(Bytes in, size_t width, size_t height, std::span<uint8_t> out);

/// Like decode_rle_rows(), but for data stored row by row: COST of version 5 on the Amiga.
DecodeResult decode_rle_by_rows(Bytes in, RleSplit split, size_t width, size_t height,
                                std::span<uint8_t> out);

/// Decodes COST of version 1: strips of 8 columns, whose pixels are two columns wide. A run that
/// goes past the last pixel ends there. Needs no padding. Requires width % 8 == 0.
DecodeResult decode_wide_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out);

/// Decodes AKOS codec 5. Bytes that a row declares past its last pixel are ignored.
/// Truncated: a row's byte count exceeds the input, or its bytes end before its last pixel or
/// inside a code. Overrun: a code goes past the end of its row.
DecodeResult decode_bomp_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out);

/// Decodes AKOS codec 16. `in` begins with the byte that holds the bits per pixel. The rest is in
/// the coding `run` of strips, except that a run that goes past the last pixel is an overrun.
/// Damaged: 0 or more than 8 bits per pixel, or a run of 0 or 1.
DecodeResult decode_majmin_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out);

/// Decodes AKOS codec 32; transparent pixels become 255. A row whose bytes end before its last
/// pixel is transparent from there on. Bytes that a row declares past its last pixel are ignored.
/// Truncated: a row's byte count exceeds the input, or its bytes end inside a code. Overrun: a code
/// (even a skip) goes past the end of its row. Damaged: an opaque pixel of 255, which could not be
/// distinguished from a transparent one.
DecodeResult decode_trle_rows(Bytes in, size_t width, size_t height, std::span<uint8_t> out);

/// Decodes an auxiliary picture (SCUMM.md §6 "Auxiliary pictures") of coding 1. Pixels that stay as
/// they are, and those of the background, become `transparent`. A row whose bytes end before its
/// last pixel stays as it is from there on. The rest is as in decode_trle_rows(). Damaged: a pixel
/// of the colour `transparent`.
DecodeResult decode_auxiliary_rows(Bytes in, size_t width, size_t height, uint8_t transparent,
                                   std::span<uint8_t> out);

/// Adds the colours of such a picture to `colors`.
DecodeEnd find_auxiliary_colors(Bytes in, size_t width, size_t height, std::bitset<256>& colors);

// Strips of the pictures and z-planes of rooms (SCUMM.md §8). They need no padding. A run that goes
// past the last pixel ends there. Damaged: a run of 0 or 1.

inline constexpr size_t kStripWidth = 8;

/// Whether a strip, or a bitmap of a whole room, that begins with this byte is see-through: pixels
/// of the room's transparent colour are not drawn. False for unknown codes.
bool strip_is_see_through(uint8_t code);

/// Decodes a strip, whose first byte is its code. Writes pixel (x, y) of its 8 × height pixels to
/// out[y * stride + x]. Requires stride >= 8.
DecodeResult decode_strip(Bytes in, size_t height, uint8_t* out, size_t stride);

/// Decodes a bitmap of a whole room (BMAP), whose first byte is its code. Writes pixel (x, y) to
/// out[y * width + x].
DecodeResult decode_room_bitmap(Bytes in, size_t width, size_t height, uint8_t* out);

/// Decodes a strip of a z-plane. Writes one byte for each row to out[y * stride]; its bit 7 is the
/// leftmost pixel.
DecodeResult decode_mask_strip(Bytes in, size_t height, uint8_t* out, size_t stride);

}  // namespace wardrobe
