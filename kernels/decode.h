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

/// Decodes a z-plane, or a part of it, of `strips` strips of which one goes on where the one before
/// ends. Writes one byte for each row of each strip to out[y * stride + strip]; its bit 7 is the
/// leftmost pixel. `last_may_lack`: the last byte of `in` may be a run without its value, which is
/// 0.
DecodeResult decode_mask_strips(Bytes in, size_t strips, size_t height, bool last_may_lack,
                                uint8_t* out, size_t stride);

/// Decodes a strip of a z-plane: row y of it to out[y * stride].
inline DecodeResult decode_mask_strip(Bytes in, size_t height, uint8_t* out, size_t stride) {
  return decode_mask_strips(in, 1, height, false, out, stride);
}

// Pictures of rooms and objects up to version 4 (SCUMM.md §8 "Pictures up to version 4"). A run
// that goes past the last pixel ends there.

/// Like decode_strip(), with the codes of version 3 with 256 colours.
DecodeResult decode_strip_of_v3(Bytes in, size_t height, uint8_t* out, size_t stride);

/// Like decode_strip(), for a strip with 16 colours. Unless it is the `first` one, the pixels on
/// its left, out[y * stride - 1], are those of the strip before; otherwise they are 0.
DecodeResult decode_strip_of_16(Bytes in, size_t height, bool first, uint8_t* out, size_t stride);

/// Decodes a whole picture with 16 colours, of version 2.
DecodeResult decode_runs_of_16(Bytes in, size_t width, size_t height, uint8_t* out);

/// Decodes a map of version 1, with a byte for each cell, into all of `out`.
DecodeResult decode_cell_map(Bytes in, std::span<uint8_t> out);

/// The order of the cells in a map of version 1.
enum class CellOrder : uint8_t { rows, columns };

/// What characters look like: 256 × 8 rows of 2 bits a pixel, and the colours of the pixels; 3 is
/// that of the cell.
struct CellArt {
  std::span<const uint8_t, 2048> glyphs;
  std::span<const uint8_t, 3> room_colors;
  std::span<const uint8_t, 8> cell_colors;
};

/// Draws cells of 8 × 8 pixels: a character and a colour, of which 3 bits count, for each. Writes
/// pixel (x, y) to out[y * 8 * columns + x]. The number of cells must be a multiple of `columns`.
void draw_cells(Bytes characters, Bytes colors, const CellArt& art, size_t columns, CellOrder order,
                uint8_t* out);

/// Draws the z-plane of such cells. Writes row y of a column of cells to out[y * columns + column];
/// bit 7 is the leftmost pixel.
void draw_cell_masks(Bytes masks, std::span<const uint8_t, 2048> glyphs, size_t columns,
                     CellOrder order, uint8_t* out);

}  // namespace wardrobe
