#include "tools/export/png_writer.h"

#include <algorithm>
#include <array>
#include <libdeflate.h>
#include <span>
#include <string_view>

namespace wardrobe {
namespace {

constexpr std::array<uint8_t, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
constexpr unsigned kIndexed = 3;  ///< a colour type
constexpr unsigned kRgba = 6;     ///< the same
constexpr uint8_t kNoFilter = 0;  ///< filters only help where values are amounts of light

/// A chunk that is being appended to `file`: length, type, data, checksum.
template <class Body>
void put_chunk(std::vector<uint8_t>& file, std::string_view type, const Body& body) {
  ByteWriter out(file);
  const size_t start = out.position();
  out.u32_be(0);
  out.text(type);
  body(out);
  const Bytes covered = Bytes(file).subspan(start + 4);
  out.patch_u32_be(start, static_cast<uint32_t>(covered.size() - type.size()));
  out.u32_be(libdeflate_crc32(0, covered.data(), covered.size()));
}

/// The alpha of a palette's colours, up to the last that is not opaque.
std::vector<uint8_t> alphas(const ImagePalette& palette, uint32_t colors) {
  constexpr uint8_t kOpaque = 0xFF;
  std::vector<uint8_t> alpha;
  alpha.reserve(colors);
  for (uint32_t i = 0; i < colors; ++i) {
    const uint8_t shown = palette.shadow[i] ? kShadowAlpha : kOpaque;
    alpha.push_back(palette.transparent == i ? 0 : shown);
  }
  while (!alpha.empty() && alpha.back() == kOpaque) alpha.pop_back();
  return alpha;
}

/// The bits of a pixel in a file with so many colours.
unsigned depth_of(uint32_t colors) { return colors > 16 ? 8 : colors > 4 ? 4 : colors > 2 ? 2 : 1; }

/// Replaces `rows` by rows as a PNG has them: a filter each, then pixels of `depth` bits, the first
/// in the highest bits of a byte.
void pack_rows(uint32_t width, Bytes pixels, unsigned depth, std::vector<uint8_t>& rows) {
  const unsigned each = 8 / depth;  // pixels of a byte
  const size_t row_size = 1 + (size_t{width} + each - 1) / each;
  rows.resize(pixels.size() / width * row_size);
  uint8_t* to = rows.data();
  for (size_t row = 0; row < pixels.size(); row += width) {
    *to++ = kNoFilter;
    const uint8_t* const from = &pixels[row];
    if (each == 1) {
      to = std::copy_n(from, width, to);
      continue;
    }
    for (size_t x = 0; x < width; x += each) {
      unsigned byte = 0;
      for (unsigned i = 0; i < each; ++i) {
        byte = byte << depth | (x + i < width ? from[x + i] : 0U);
      }
      *to++ = static_cast<uint8_t>(byte);
    }
  }
}

}  // namespace

Result<Bytes> PngWriter::write(uint32_t width, uint32_t height, Bytes pixels,
                               const ImagePalette& palette, uint32_t colors) {
  colors = std::max(colors, colors_of(pixels));
  const unsigned depth = depth_of(colors);
  start(width, height, depth, kIndexed);
  put_chunk(file_, "PLTE",
            [&](ByteWriter& out) { out.bytes(std::span(palette.rgb).first(size_t{3} * colors)); });
  const std::vector<uint8_t> alpha = alphas(palette, colors);
  if (!alpha.empty()) put_chunk(file_, "tRNS", [&](ByteWriter& out) { out.bytes(alpha); });
  return finish(width, pixels, depth);
}

Result<Bytes> PngWriter::write_rgba(uint32_t width, uint32_t height, Bytes rgba) {
  start(width, height, 8, kRgba);
  return finish(4 * width, rgba, 8);
}

void PngWriter::start(uint32_t width, uint32_t height, unsigned depth, unsigned color_type) {
  file_.assign(kSignature.begin(), kSignature.end());
  put_chunk(file_, "IHDR", [&](ByteWriter& out) {
    out.u32_be(width);
    out.u32_be(height);
    out.u8(depth);
    out.u8(color_type);
    out.zeros(3);  // the only compression, the only set of filters, not interlaced
  });
  put_chunk(file_, "sRGB", [](ByteWriter& out) { out.u8(0); });
}

Result<Bytes> PngWriter::finish(uint32_t width, Bytes pixels, unsigned depth) {
  pack_rows(width, pixels, depth, rows_);
  Status status = ok();
  put_chunk(file_, "IDAT", [&](ByteWriter&) { status = deflater_.append(rows_, file_); });
  TRY(status);
  put_chunk(file_, "IEND", [](ByteWriter&) {});
  return Bytes(file_);
}

Result<std::vector<uint8_t>> write_png(const IndexImage& image, const ImagePalette& palette,
                                       uint32_t colors) {
  PngWriter writer;
  ASSIGN_OR_RETURN(const Bytes file, writer.write(image, palette, colors));
  return std::vector<uint8_t>(file.begin(), file.end());
}

uint32_t colors_of(Bytes pixels) {
  uint8_t highest = 0;
  for (const uint8_t pixel : pixels) highest = std::max(highest, pixel);
  return highest + 1u;
}

}  // namespace wardrobe
